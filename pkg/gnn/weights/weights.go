package weights

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

//go:embed embedded
var embedded embed.FS

// Endings of the files of a set of weights.
const (
	TensorsEnding = ".safetensors"
	CardEnding    = ".json"
	TextEnding    = ".md" // of the card as a text, which is written and not read
)

// Card says what a set of weights is and where it comes from.
type Card struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	SHA256   string   `json:"sha256"` // of the safetensors file
	Format   string   `json:"format"` // of the numbers: F32, F16 or BF16
	Weights  int      `json:"weights"`
	Recipe   Recipe   `json:"recipe"`
	Training Training `json:"training"`
	Scores   []Score  `json:"scores"`
	Failures []string `json:"known_failures"`
}

// Training is how the weights were made.
type Training struct {
	Steps    int     `json:"steps"`
	Samples  int64   `json:"board_segments"` // boards taken one segment further; a network of the document takes a board in one
	Seconds  float64 `json:"seconds"`        // of training, over all runs
	Part     string  `json:"part"`           // average, last or best, of package train
	FLOPs    float64 `json:"flops"`          // of the products, forward and backward, by count
	Finished bool    `json:"finished"`       // all steps of the recipe were done
	Runs     []Run   `json:"runs"`
}

// Score is a measurement on one set of puzzles, of the network alone: no search.
type Score struct {
	Set      string  `json:"set"`
	Steps    int     `json:"steps"` // of thinking, at most, in each start
	Restarts int     `json:"restarts"`
	Boards   int     `json:"boards"`
	Solved   int     `json:"solved"`
	Low      float64 `json:"low"`  // of the share that is solved, 95 % interval (Wilson)
	High     float64 `json:"high"` //
	Cells    float64 `json:"empty_cells_right"`
}

// Model is a set of weights.
type Model struct {
	Card    Card
	Tensors []safetensors.Tensor
}

// Names lists the embedded weights.
func Names() []string {
	entries, err := fs.ReadDir(embedded, "embedded")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), TensorsEnding); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Load returns embedded weights by their name; the error of an unknown name lists them.
func Load(name string) (*Model, error) {
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("weights: %q is not embedded, want one of %s", name, strings.Join(Names(), ", "))
	}
	of := func(name string, _ int64) ([]byte, error) { return embedded.ReadFile(name) }
	return read(of, path.Join("embedded", name))
}

// Open returns the weights in a safetensors file, whose card lies beside it.
func Open(file string) (*Model, error) {
	stem, ok := strings.CutSuffix(file, TensorsEnding)
	if !ok {
		return nil, fmt.Errorf("weights: %s: want a file whose name ends in %s", file, TensorsEnding)
	}
	return read(atomicfile.ReadFile, stem)
}

// Bounds on the files of a set of weights, in bytes.
const (
	maxTensors = 1 << 28 // 64 million float32
	maxCard    = 16 << 20
)

// read reads a set of weights with a function that reads a file of at most limit bytes.
func read(file func(name string, limit int64) ([]byte, error), stem string) (*Model, error) {
	text, err := file(stem+CardEnding, maxCard)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	m := &Model{}
	if err := json.Unmarshal(text, &m.Card); err != nil {
		return nil, fmt.Errorf("weights: %s%s: %w", stem, CardEnding, err)
	}
	data, err := file(stem+TensorsEnding, maxTensors)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	if sum := sha256.Sum256(data); m.Card.SHA256 != hex.EncodeToString(sum[:]) {
		return nil, fmt.Errorf("weights: %s%s is the card of other weights: their SHA-256 is %x", stem, CardEnding, sum)
	}
	parsed, err := safetensors.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("weights: %s%s: %w", stem, TensorsEnding, err)
	}
	m.Tensors = parsed.Tensors
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("weights: %s%s: %w", stem, TensorsEnding, err)
	}
	return m, nil
}

// check compares the tensors with the variables of the network.
func (m *Model) check() error {
	if _, err := m.Card.Recipe.network(); err != nil {
		return err
	}
	have := map[string][]int{}
	for _, t := range m.Tensors {
		if _, ok := have[t.Name]; ok {
			return fmt.Errorf("variable %s is there twice", t.Name)
		}
		have[t.Name] = t.Shape
	}
	return m.Card.Recipe.differences(have)
}

// Write writes the two files of the weights, stem with either ending, with the numbers in a
// format. It completes the card.
func Write(stem string, card Card, tensors []safetensors.Tensor, format safetensors.DType) error {
	rounded := make([]safetensors.Tensor, len(tensors))
	card.Weights = 0
	for i, t := range tensors {
		values, err := t.Float32()
		if err != nil {
			return fmt.Errorf("weights: %w", err)
		}
		if rounded[i], err = safetensors.FromFloat32(t.Name, format, t.Shape, values); err != nil {
			return fmt.Errorf("weights: %w", err)
		}
		card.Weights += len(values)
	}
	config, err := card.Recipe.config()
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	var data bytes.Buffer
	if err := safetensors.Write(&data, rounded, map[string]string{"network": card.Recipe.Model(), "config": config}); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	sum := sha256.Sum256(data.Bytes())
	card.SHA256, card.Format = hex.EncodeToString(sum[:]), string(format)
	if err := (&Model{Card: card, Tensors: rounded}).check(); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	if err := atomicfile.WriteBytes(stem+TensorsEnding, data.Bytes()); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	return WriteCard(stem, card)
}

// StoreFor returns the weights as a store to begin a training with. The network that is to be
// trained must be of the same model, with variables of the same shapes.
func (m *Model) StoreFor(r Recipe) (*model.Store, error) {
	if have, want := m.Card.Recipe.Model(), r.Model(); have != want {
		return nil, fmt.Errorf("weights: those of a network %s, want %s", have, want)
	}
	if err := r.differences(m.Card.Recipe.Shapes()); err != nil {
		return nil, fmt.Errorf("weights: those of a network of other widths: %w", err)
	}
	return m.store()
}

func (m *Model) store() (*model.Store, error) {
	store, err := train.StoreOf(m.Tensors)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return store, nil
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
	store, err := m.store()
	if err != nil {
		return nil, err
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

// Steps is the number of steps of message passing that the network makes when nobody says
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
// time. steps is how many steps of message passing a board gets; 0 is as many as the network of
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
	store, err := m.store()
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
