package learned

import (
	"cmp"
	"context"
	"strconv"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
)

// The candidate network looks at a board every Look steps. If nothing else is said, it takes LoneSteps at most where
// its single pass is the answer, since each doubling solves more of the hardest boards and the others leave early, and
// DefaultSteps where something goes on from there: an exact engine is done with a hard board sooner than the network.
const (
	Look         = 8
	DefaultSteps = 64
	LoneSteps    = 1024
)

// StepsOf returns the most steps that the candidate network takes by default where it answers by a configuration.
func StepsOf(cfg infer.Config) int {
	if len(cfg.Stages) == 1 && cfg.Stages[0] == infer.Single {
		return LoneSteps
	}
	return DefaultSteps
}

// DefaultWeights names the weights that are taken where none are named.
func DefaultWeights() string { return weights.Names()[0] }

// Weights returns the weights of a name: embedded ones, or those of a file, whose name ends in
// ".safetensors" and whose card lies next to it.
func Weights(name string) (*weights.Model, error) { return weights.Named(name) }

// opened is what the solvers of a method share.
type opened struct {
	name   string
	config infer.Config
	model  *weights.Model
	choice *accel.Choice
	steps  int // that the network is asked for; 0 for its own number
}

// open is Method.Make of the methods.
func open(ctx context.Context, name string, cfg infer.Config, o method.Options) (method.Opened, error) {
	none := method.Opened{}
	named := cmp.Or(o.Weights, DefaultWeights())
	model, err := Weights(named)
	if err != nil {
		return none, &method.ValueError{Option: method.Weights, Value: named, Err: err}
	}
	x := &opened{name: name, config: cfg, model: model, steps: o.Steps}
	if model.Card.Recipe.Model() == weights.Candidate {
		x.steps = cmp.Or(o.Steps, StepsOf(cfg))
		if err := x.thinking(Look).Validate(); err != nil {
			return none, &method.ValueError{Option: method.Steps, Value: strconv.Itoa(x.steps), Err: err}
		}
	}
	options := accel.DefaultOptions()
	options.Backend = cmp.Or(o.Backend, accel.NameGo)
	options.PluginDirs = append(options.PluginDirs, o.PluginDirs...)
	if x.choice, err = accel.Choose(ctx, options); err != nil {
		return none, err
	}
	x.model = model.Fused(fused.Instead(o.Backend, x.choice))
	return method.Opened{
		New:   func() (solver.Solver, error) { return x.solver() },
		Takes: model.Takes,
		Close: func() error {
			x.choice.Close()
			return nil
		},
	}, nil
}

// thinking is how the candidate network thinks about one board, looking at it every so many steps.
func (x *opened) thinking(look int) candidate.ThinkConfig {
	c := candidate.DefaultThink()
	c.Batch, c.Segment, c.Steps = 1, look, x.steps
	return c
}

// solver returns a solver with its own network.
func (x *opened) solver() (*Solver, error) {
	p, err := x.model.Predictor(x.choice.Backend, 1, x.steps)
	if err != nil {
		return nil, err
	}
	exact := exactBySide{engine.DLX(engine.DefaultDLX()), engine.Wide(engine.DefaultWide())}
	r, err := infer.NewRunner(p, x.config, exact)
	if err != nil {
		p.Close()
		return nil, err
	}
	s, err := infer.NewSolver(x.name, r)
	if err != nil {
		p.Close()
		return nil, err
	}
	return &Solver{Solver: s, network: p, shared: x}, nil
}

// exactBySide is dancing links, as the document has it, and from side 16 on the engine that can
// count there.
type exactBySide struct{ small, large solver.Solver }

func (e exactBySide) Name() string { return e.small.Name() }

func (e exactBySide) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if !puzzle.IsZero() && puzzle.Shape().Side() >= 16 {
		return e.large.Solve(ctx, puzzle, limits)
	}
	return e.small.Solve(ctx, puzzle, limits)
}

// Solver is a method of this package, opened; method.As finds it behind a method.Solver. It
// implements method.Explainer.
type Solver struct {
	*infer.Solver
	network weights.Predictor
	shared  *opened
}

// Backend returns what computes the network, unless [Solver.Path] does.
func (s *Solver) Backend() *accel.Choice { return s.shared.choice }

// Path returns the path of package fused that computes the network in place of the backend; empty if none does.
func (s *Solver) Path() fused.Path { return s.shared.model.Path() }

// Explain answers a puzzle and tells what the network thought in each round; what it returns as
// Told is an *infer.Trace.
func (s *Solver) Explain(ctx context.Context, puzzle board.Board, limits solver.Limits) (method.Explanation, error) {
	a, trace, err := s.Runner().Explain(ctx, puzzle, limits)
	if err != nil {
		return method.Explanation{}, err
	}
	return method.Explanation{Result: s.Runner().Result(a), Told: trace}, nil
}

// Thought is what the candidate network makes of a puzzle after some steps.
type Thought struct {
	Steps int
	Said  learn.Prediction
	Grid  []uint8 // the solution, once it is there
}

// Think asks the network alone about a puzzle, as long as it has steps and no solution, and returns
// its thoughts after each step. Only the candidate network thinks: the others answer in one pass.
func (s *Solver) Think(ctx context.Context, puzzle board.Board) (thoughts []Thought, err error) {
	t, err := s.shared.model.Thinker(s.shared.choice.Backend, s.shared.thinking(1))
	if err != nil {
		return nil, err
	}
	defer t.Close()
	_, err = t.Think(ctx, []board.Board{puzzle}, func(_, steps int, so candidate.Thought) {
		thought := Thought{Steps: steps, Said: learn.Prediction{P: so.Probabilities}}
		if so.Solved {
			thought.Grid = so.Grid
		}
		thoughts = append(thoughts, thought)
	})
	return thoughts, err
}

// Close lets go of the network.
func (s *Solver) Close() error {
	s.network.Close()
	return nil
}
