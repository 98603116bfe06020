package tensor

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/tensornet"
)

//nolint:gochecknoinits // the import of the package is what registers them
func init() {
	for _, m := range Methods() {
		method.Register(m)
	}
}

// Methods returns the methods of this package, in the order of their registration. Their Config is a
// [Config]. The list is the caller's.
func Methods() []method.Method {
	literal := tensornet.DefaultConfig()
	literal.Form, literal.Batch = tensornet.Literal, literalBatch
	return []method.Method{
		of("tensor", "the hand-coded tensor network on bit masks: rules and guesses without branches", "plain boards to side 25", tensornet.DefaultConfig()),
		of("tensor-literal", "the same network by convolution, ReLU, max-pooling and multiplication, as documented", "plain boards to side 16", literal),
	}
}

// literalBatch is the batch of the literal form, whose state is some ten times as large.
const literalBatch = 256

// Config is the configuration of a method of this package.
type Config struct {
	Name string `json:"name"`
	tensornet.Config
}

func of(name, about, boards string, cfg tensornet.Config) method.Method {
	return method.Method{
		Name: name, Family: "tensor", About: about, Proves: method.Decides, Boards: boards, Enumerates: true,
		Takes: func(s *board.Shape) error {
			if s == nil {
				return errors.New("tensor: no shape")
			}
			return cfg.Takes(s)
		},
		Explains: method.Stepwise, Nodes: "guesses", Options: []method.Option{method.Backend}, Config: Config{name, cfg},
		Make: func(ctx context.Context, o method.Options) (method.Opened, error) { return open(ctx, name, cfg, o) },
	}
}

// Solver is a solver of the methods "tensor" and "tensor-literal"; method.As finds it behind one. It
// implements method.Explainer.
type Solver struct{ *tensornet.Solver }

// Explain solves a puzzle alone and step by step, 20,000 steps at most; what it returns as Told is a
// plain.Trace.
func (s *Solver) Explain(ctx context.Context, puzzle board.Board, limits solver.Limits) (method.Explanation, error) {
	trace, res, err := s.Solver.Explain(ctx, puzzle, limits)
	if err != nil {
		return method.Explanation{}, err
	}
	return method.Explanation{Result: res, Told: trace}, nil
}

// open opens a network for each core on the backend in Go, and one on any other.
func open(ctx context.Context, name string, cfg tensornet.Config, o method.Options) (method.Opened, error) {
	pool, err := tensornet.NewPool(name, cfg)
	if err != nil {
		return method.Opened{}, err
	}
	var choices []*accel.Choice
	closeAll := func() {
		for _, c := range choices {
			c.Close()
		}
	}
	asked := o.Backend
	if asked == "" {
		asked = accel.NameGo
	}
	for range runtime.GOMAXPROCS(0) {
		c, err := accel.Choose(ctx, accel.Options{Backend: asked, PluginDirs: o.PluginDirs, Sequential: true})
		if err != nil {
			closeAll()
			return method.Opened{}, fmt.Errorf("tensor: %w", err)
		}
		choices = append(choices, c)
		pool.Add(c.Backend)
		if c.Platform != accel.PlatformGo {
			break
		}
	}
	return method.Opened{
		New:     func() (solver.Solver, error) { return &Solver{pool.Solver()}, nil },
		Abreast: pool.Abreast(),
		Close: func() error {
			err := pool.Close()
			closeAll()
			return err
		},
	}, nil
}
