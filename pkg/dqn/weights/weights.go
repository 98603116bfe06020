package weights

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/weights"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
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

// Default names the weights that are taken where none are named: those of the candidate network.
const Default = networks.Candidate

// Model is an agent's set of weights.
type Model struct {
	weights.Set[Recipe]
	path fused.Path // of the candidate network's steps; empty for GoMLX
}

// Names lists the embedded weights, [Default] first if it is there; a program may have none.
func Names() []string { return namesOf(embeddedFiles()) }

func namesOf(files fs.FS) []string {
	names := weights.Names(files)
	if i := slices.Index(names, Default); i > 0 {
		names = slices.Insert(slices.Delete(names, i, i+1), 0, Default)
	}
	return names
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

// Trained returns a part of an agent's weights in a training's folder and their card, see weights.Trained of package
// learn/weights. The target network is left behind.
func Trained(folder string, r Recipe, part train.Part) (weights.Card[Recipe], []safetensors.Tensor, error) {
	card, tensors, err := weights.Trained(folder, r, part)
	if err != nil {
		return weights.Card[Recipe]{}, nil, err
	}
	return card, slices.DeleteFunc(tensors, func(t safetensors.Tensor) bool { return dqn.IsTarget(t.Name) }), nil
}

// Takes reports, as an error that says why, that the agent cannot play on boards of a shape.
func (m *Model) Takes(s *board.Shape) error {
	network, err := m.Card.Recipe.network()
	if err != nil {
		return err
	}
	return network.Takes(s)
}

// Policy is how the agent plays: greedily among the moves on empty cells, whatever mask it was trained with; if it was
// trained with the strict one, among those that break no rule. Its games end at the first mistake.
func (m *Model) Policy() dqn.Policy {
	p := m.Card.Recipe.Play.Policy()
	p.Mask = true
	return p
}

// Scale is the reward that the agent's values count as one.
func (m *Model) Scale() float64 {
	return learned(m.Card.Recipe.Recipe).Scale
}

// Ruler is what moves are worth exactly in the game that the agent was trained in, at its discount, in rewards. It
// holds for games that end at the first mistake.
func (m *Model) Ruler() dqn.Ruler {
	return dqn.NewRuler(m.Card.Recipe.Play.Game.Rewards, learned(m.Card.Recipe.Recipe).Gamma)
}

// Fused returns the model with players that make the candidate network's steps by package fused, on a path of it, in
// place of GoMLX, wherever that takes the network. An empty path stands for GoMLX.
func (m *Model) Fused(p fused.Path) *Model { return &Model{m.Set, p} }

// Path returns the path on which players make the candidate network's steps; empty if that is left to GoMLX.
func (m *Model) Path() fused.Path {
	network, err := m.Card.Recipe.network()
	if err != nil {
		return ""
	}
	if c, ok := networks.CandidatesOf(network); !ok || fused.Takes(c) != nil {
		return ""
	}
	return m.path
}

// Player is an agent that plays, until it is closed.
type Player struct {
	player
	store *model.Store // nil if the weights were copied
}

// player is what GoMLX's player and the fused one have in common.
type player interface {
	// Choose values boards [any number·cells] and returns a choice for each. Values are filled only if asked for.
	Choose(cells []uint8, values bool) ([]dqn.Choice, error)
	// Play plays the samples, one move after the other, until the games end.
	Play(ctx context.Context, samples []puzzles.Sample) ([]dqn.Game, error)
	Close()
}

// Player returns a player with the weights on boards of a shape, so many games at a time, by [Model.Policy]. The
// backend stays open as long as it.
func (m *Model) Player(backend compute.Backend, s *board.Shape, batch int) (*Player, error) {
	network, err := m.Card.Recipe.network()
	if err != nil {
		return nil, err
	}
	store, err := m.Store()
	if err != nil {
		return nil, err
	}
	var p player
	path := m.Path()
	if path != "" {
		p, err = dqn.NewFusedPlayer(network, store, s, m.Policy(), path)
	} else {
		p, err = dqn.NewPlayer(backend, network, store, s, m.Policy(), batch)
	}
	if err != nil || path != "" {
		store.Finalize()
		store = nil
	}
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return &Player{p, store}, nil
}

// Close frees what was compiled, and the weights.
func (p *Player) Close() {
	p.player.Close()
	if p.store != nil {
		p.store.Finalize()
	}
}
