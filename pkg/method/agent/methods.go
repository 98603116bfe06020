package agent

import (
	"cmp"
	"context"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
)

//nolint:gochecknoinits // the import of the package is what registers them
func init() {
	if DefaultWeights() == "" {
		return // they would fail wherever no file is named
	}
	for _, m := range Methods() {
		method.Register(m)
	}
}

// DefaultWeights names the weights that are taken where none are named; empty if none are embedded.
func DefaultWeights() string {
	if names := weights.Names(); len(names) > 0 {
		return names[0]
	}
	return ""
}

// Config is the configuration of a method of this package.
type Config struct {
	Name string `json:"name"`
	// Guided: an exact engine, Exact, completes and proves.
	Guided bool               `json:"guided"`
	Exact  *engine.WideConfig `json:"exact,omitempty"`
}

// Methods returns the methods of this package, in the order of their registration. Their Config is a [Config]. The
// list is the caller's.
func Methods() []method.Method {
	exact := engine.DefaultWide()
	guided := of(Config{Name: "dqn-guided", Guided: true, Exact: &exact}, "exact search from the agent's moves, the last ones taken back while no solution has them")
	guided.Proves, guided.Nodes = method.Decides, "guesses of all exact searches together"
	return []method.Method{
		of(Config{Name: "dqn"}, "the agent alone: its best move on an empty cell, one after the other"),
		guided,
	}
}

// of returns the method of a configuration.
func of(cfg Config, about string) method.Method {
	return method.Method{
		Name: cfg.Name, Family: "dqn", About: about, Learned: true, Proves: method.Finds, Boards: "plain boards",
		Takes: method.TakesPlain, Explains: method.Moves, Options: []method.Option{method.Weights, method.Backend}, Config: cfg,
		Make: func(ctx context.Context, o method.Options) (method.Opened, error) { return open(ctx, cfg, o) },
	}
}

// opened is what the solvers of a method share.
type opened struct {
	config Config
	model  *weights.Model
	choice *accel.Choice
}

// open is Method.Make of the methods.
func open(ctx context.Context, cfg Config, o method.Options) (method.Opened, error) {
	named := cmp.Or(o.Weights, DefaultWeights(), weights.Default)
	model, err := weights.Named(named)
	if err != nil {
		return method.Opened{}, &method.ValueError{Option: method.Weights, Value: named, Err: err}
	}
	options := accel.DefaultOptions()
	options.Backend = cmp.Or(o.Backend, accel.NameGo)
	options.PluginDirs = append(options.PluginDirs, o.PluginDirs...)
	choice, err := accel.Choose(ctx, options)
	if err != nil {
		return method.Opened{}, err
	}
	x := &opened{cfg, model.Fused(fused.Instead(o.Backend, choice)), choice}
	return method.Opened{
		New:   func() (solver.Solver, error) { return x.solver(), nil },
		Takes: model.Takes,
		Close: func() error {
			choice.Close()
			return nil
		},
	}, nil
}

// solver returns a solver with its own networks.
func (x *opened) solver() *Solver {
	s := &Solver{shared: x, players: map[*board.Shape]*weights.Player{}}
	if x.config.Guided {
		s.exact = engine.Wide(*x.config.Exact)
	}
	return s
}
