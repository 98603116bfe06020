package weights

import (
	"embed"
	"fmt"
	"io/fs"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/learn/weights"
)

//go:embed embedded
var embedded embed.FS

// embeddedFiles is the folder of the embedded sets.
func embeddedFiles() fs.FS {
	files, err := fs.Sub(embedded, "embedded")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	return files
}

// TensorsEnding ends the names of the files that Open takes.
const TensorsEnding = weights.TensorsEnding

// Model is a network's set of weights.
type Model struct {
	weights.Set[Recipe]
	path fused.Path // of the candidate network's steps; empty for GoMLX
}

// Names lists the embedded weights.
func Names() []string { return weights.Names(embeddedFiles()) }

// Load returns embedded weights by their name; the error of an unknown name lists them.
func Load(name string) (*Model, error) {
	return modelOfSet(weights.Load[Recipe](embeddedFiles(), name))
}

// Open returns the weights in a safetensors file, whose card lies beside it.
func Open(file string) (*Model, error) { return modelOfSet(weights.Open[Recipe](file)) }

// Named returns embedded weights by their name or, if the name ends in [TensorsEnding], those of a file.
func Named(name string) (*Model, error) {
	return modelOfSet(weights.Named[Recipe](embeddedFiles(), name))
}

func modelOfSet(s *weights.Set[Recipe], err error) (*Model, error) {
	if err != nil {
		return nil, err
	}
	return &Model{Set: *s}, nil
}

// Fused returns the model with thinkers and predictors that make the candidate network's steps by package fused, on a
// path of it, in place of GoMLX, wherever that takes the network. An empty path stands for GoMLX.
func (m *Model) Fused(p fused.Path) *Model { return &Model{m.Set, p} }

// Path returns the path on which the candidate network's steps are made; empty if that is left to GoMLX.
func (m *Model) Path() fused.Path {
	if m.Card.Recipe.Model() != Candidate || fused.Takes(m.Card.Recipe.Network) != nil {
		return ""
	}
	return m.path
}

// Thinker returns a thinker with the weights, which must be the candidate network's. It is
// closed by its user; the backend stays open as long as it.
func (m *Model) Thinker(backend compute.Backend, c candidate.ThinkConfig) (*candidate.Thinker, error) {
	if kind := m.Card.Recipe.Model(); kind != Candidate {
		return nil, fmt.Errorf("weights: %s are of the network %s, which answers in one pass and does not think; that is for the %s network", m.Card.Name, kind, Candidate)
	}
	network, err := candidate.New(m.Card.Recipe.Network)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	store, err := m.Store()
	if err != nil {
		return nil, err
	}
	if path := m.Path(); path != "" {
		defer store.Finalize()
		return candidate.NewFused(network, store, c, path)
	}
	return candidate.NewThinker(backend, network, store, c)
}

// Takes reports, as an error that says why, that the network cannot run on boards of a shape.
func (m *Model) Takes(s *board.Shape) error {
	network, err := m.Card.Recipe.network()
	if err != nil {
		return err
	}
	return network.Takes(s)
}

// Steps is the number of message-passing steps that the network makes when a caller does not say
// another number; 0 if it passes no messages.
func (m *Model) Steps() int {
	switch r := m.Card.Recipe; {
	case r.Documented == nil:
		return r.Network.Steps
	case r.Documented.Literal != nil:
		return r.Documented.Literal.Iterations
	}
	return 0
}

// Predictor is a network with weights, until it is closed.
type Predictor interface {
	learn.Predictor
	Close()
}

// Predictor returns a predictor with the weights of any network, which takes batch boards at a
// time. steps is how many message-passing steps a board gets; 0 is as many as the network of
// the document was trained with, and for the candidate network, which looks at a board after
// every 8 and ends once it is solved, 32 at most. A network without message passing has 0 only.
// The backend stays open as long as it.
func (m *Model) Predictor(backend compute.Backend, batch, steps int) (Predictor, error) {
	r := m.Card.Recipe
	if r.Documented == nil {
		c := candidate.DefaultThink()
		c.Batch = batch
		if steps != 0 {
			c.Steps = steps
		}
		return asPredictor(m.Thinker(backend, c))
	}
	if steps != 0 && r.Documented.Literal == nil {
		return nil, fmt.Errorf("weights: %d steps for the network %s, which has no message passing: want 0", steps, r.Model())
	}
	network, err := r.network()
	if err != nil {
		return nil, err
	}
	store, err := m.Store()
	if err != nil {
		return nil, err
	}
	p, err := supervised.NewPredictor(backend, network, store, batch, steps)
	if err != nil {
		store.Finalize()
		return nil, fmt.Errorf("weights: %w", err)
	}
	return &owner{p, store}, nil
}

func asPredictor[T Predictor](p T, err error) (Predictor, error) {
	if err != nil {
		return nil, err
	}
	return p, nil
}

// owner is a predictor with the store that was made for it.
type owner struct {
	*supervised.Predictor
	store *model.Store
}

// Close frees what was compiled, and the weights.
func (o *owner) Close() {
	o.Predictor.Close()
	o.store.Finalize()
}
