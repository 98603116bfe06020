package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/film"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/render"
	"sudokulab/pkg/render/animate"
	"sudokulab/pkg/solver"
)

// networkFlags choose the network that the gnn methods ask.
type networkFlags struct {
	weights string
	backend string
	steps   int

	choice *accel.Choice // once it is open, with the two below
	model  *weights.Model
	asked  int // steps that the network is asked for; 0 for its own number
}

// A network looks at a board every thinkLook steps, and takes thinkSteps at most if nothing else
// is said: twice as many as it is validated with, since those that need them are few.
const (
	thinkLook  = 8
	thinkSteps = 64
)

func (f *networkFlags) register(cmd *cobra.Command) {
	f.weights, f.steps = weights.Names()[0], thinkSteps
	addWeights(cmd, &f.weights)
	addNumber(cmd, &f.steps, "steps", 1, maxThinkSteps, "steps that the network may take over a board, for gnn methods: a multiple of 8; without it a network of the document makes its own number")
	addBackend(cmd, &f.backend)
}

// addWeights adds the flag that names weights.
func addWeights(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVar(name, "weights", *name, "weights of the network: "+orList(weights.Names())+", or a .safetensors file with its card beside it")
	complete(cmd, "weights", weights.Names()...)
}

// loadWeights returns the weights that a flag names: embedded ones, or those of a file.
func loadWeights(flag, name string) (*weights.Model, error) {
	open := weights.Load
	switch {
	case strings.HasSuffix(name, weights.TensorsEnding):
		open = weights.Open
	case !slices.Contains(weights.Names(), name):
		return nil, fmt.Errorf("--%s %s: %s, or a file whose name ends in %s", flag, name, wantOneOf(name, weights.Names()), weights.TensorsEnding)
	}
	model, err := open(name)
	if err != nil {
		return nil, fmt.Errorf("--%s %s: %w", flag, name, err)
	}
	return model, nil
}

// entries lists the methods that ask a network, for names and help.
func (f *networkFlags) entries() []engine.Entry {
	var all []engine.Entry
	for _, e := range infer.Entries() {
		all = append(all, engine.Entry{Name: e.Name, About: e.About, Config: e.Config})
	}
	return all
}

// open returns the method of that name; ok is false if it asks no network. The flags of the
// network are refused then.
func (f *networkFlags) open(cmd *cobra.Command, name string) (entry engine.Entry, ok bool, err error) {
	i := slices.IndexFunc(infer.Entries(), func(e infer.Entry) bool { return e.Name == name })
	if i < 0 {
		for _, flag := range []string{"weights", "steps", "backend", "explain", "animation"} {
			if cmd.Flags().Changed(flag) {
				return entry, true, fmt.Errorf("--%s: for methods that ask a network (gnn…), the method here is %s", flag, name)
			}
		}
		return entry, false, nil
	}
	method := infer.Entries()[i]
	model, err := loadWeights("weights", f.weights)
	if err != nil {
		return entry, true, err
	}
	asked := f.steps
	if model.Card.Recipe.Model() == weights.Candidate {
		if err := f.thinking(thinkLook).Validate(); err != nil {
			return entry, true, fmt.Errorf("--steps: %w", err)
		}
	} else if !cmd.Flags().Changed("steps") {
		asked = 0
	}
	options := accelOptions(f.backend)
	if f.backend == "" {
		options.Backend = accel.NameGo // one board at a time is no work for a card
	}
	if f.choice, err = accel.Choose(cmd.Context(), options); err != nil {
		return entry, true, err
	}
	xlaWould(cmd, accelOptions(f.backend), f.choice, "over many puzzles ")
	predictor, err := model.Predictor(f.choice.Backend, 1, asked)
	if err != nil {
		return entry, true, err
	}
	predictor.Close()
	f.model, f.asked = model, asked
	entry = f.entries()[i]
	entry.New = func() solver.Solver {
		s, err := f.solver(method)
		if err != nil {
			panic(err) // the same was made above
		}
		return s
	}
	return entry, true, nil
}

// thinking is how the candidate network thinks about one board, looking at it every so many
// steps.
func (f *networkFlags) thinking(look int) candidate.ThinkConfig {
	think := candidate.DefaultThink()
	think.Batch, think.Segment, think.Steps = 1, look, f.steps
	return think
}

// solver returns a method that asks the network.
func (f *networkFlags) solver(method infer.Entry) (*infer.Solver, error) {
	predictor, err := f.model.Predictor(f.choice.Backend, 1, f.asked)
	if err != nil {
		return nil, err
	}
	runner, err := infer.NewRunner(predictor, method.Config, exactBySide{engine.DLX(engine.DefaultDLX()), engine.Wide(engine.DefaultWide())})
	if err != nil {
		return nil, err
	}
	return infer.NewSolver(method.Name, runner)
}

// close lets go of the backend, if one was opened.
func (f *networkFlags) close() {
	if f.choice != nil {
		f.choice.Close()
	}
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

// explainOne is solve --explain, the rounds of one puzzle in words or as JSON, and solve
// --animation.
func (s *solving) explainOne(cmd *cobra.Command, args []string, method engine.Entry) error {
	in, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	t := newTally(cmd, in)
	e, err := onlyPuzzle(cmd.Context(), in, t)
	if err != nil {
		return err
	}
	by, ok := method.New().(*infer.Solver)
	if !ok {
		return fmt.Errorf("--explain: method %s asks no network", method.Name)
	}
	if s.animation != "" {
		if err := s.networks.animate(cmd.Context(), e.Board, s.animation, pen{alphabet: in.opts.Alphabet}.of(&e).alphabet); err != nil {
			return err
		}
	}
	a, trace, err := by.Runner().Explain(cmd.Context(), e.Board, s.limits)
	if err != nil {
		return err
	}
	chosen, _ := s.out.settle(in, cmd.OutOrStdout())
	switch {
	case !s.explain:
		grid := a.Grid
		if grid.IsZero() {
			grid = e.Board
		}
		_, err := fmt.Fprintln(cmd.OutOrStdout(), pen{alphabet: in.opts.Alphabet}.of(&e).line(grid))
		return err
	case chosen == formJSON:
		return writeJSON(cmd.OutOrStdout(), trace)
	}
	if err := trace.WriteText(cmd.OutOrStdout()); err != nil {
		return err
	}
	res := by.Runner().Result(a)
	words := solveText{limit: s.limits.Solutions, alone: s.alone, bounded: s.timeout > 0}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), words.words(&e, &res))
	return err
}

// animate draws what the network thinks of a puzzle after each step, until it is solved or the
// steps are over.
func (f *networkFlags) animate(ctx context.Context, puzzle board.Board, path string, alphabet board.Alphabet) error {
	thinker, err := f.model.Thinker(f.choice.Backend, f.thinking(1))
	if err != nil {
		return fmt.Errorf("--animation: %w", err)
	}
	defer thinker.Close()
	var thoughts []film.Thought
	_, err = thinker.Think(ctx, []board.Board{puzzle}, func(_, steps int, so candidate.Thought) {
		t := film.Thought{Steps: steps, Said: learn.Prediction{P: so.Probabilities}}
		if so.Solved {
			t.Grid = so.Grid
		}
		thoughts = append(thoughts, t)
	})
	if err != nil {
		return err
	}
	options := render.DefaultOptions()
	options.Alphabet = cmp.Or(alphabet, options.Alphabet)
	options.Scale, options.Cell = 1, float64(max(48, 5*puzzle.Shape().Side())) // the same with candidates and without
	var out bytes.Buffer
	if err := animate.GIF(&out, film.Thoughts(puzzle, thoughts), options); err != nil {
		return err
	}
	return writeNamed(ctx, path, out.Bytes())
}
