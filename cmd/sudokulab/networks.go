package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	agents "sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/film"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/method"
	"sudokulab/pkg/method/agent"
	"sudokulab/pkg/method/learned"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/watch"
)

// networkFlags say which network the gnn and dqn methods ask, and where it runs.
type networkFlags struct {
	weights string
	backend string
	steps   int
}

func (f *networkFlags) register(cmd *cobra.Command) {
	f.weights, f.steps = learned.DefaultWeights(), learned.DefaultSteps
	usage := "weights of the network: %s" + ifAgents(", for dqn methods "+orList(agents.Names())) + ", or a .safetensors file with its card next to it"
	addWeights(cmd, &f.weights, usage, weights.Names())
	addNumber(cmd, &f.steps, "steps", 1, maxThinkSteps, fmt.Sprintf("steps that the network may take over a board, for gnn methods: a multiple of %d; without it gnn takes %d at most, and a network of the document makes its own number", learned.Look, learned.LoneSteps))
	addBackend(cmd, &f.backend)
}

// apply puts the flags that were given where they belong. The variable that names a backend counts
// for the methods that have one.
func (f *networkFlags) apply(cmd *cobra.Command, m method.Method, o *method.Options) {
	if cmd.Flags().Changed("weights") {
		o.Weights = f.weights
	}
	if cmd.Flags().Changed("steps") {
		o.Steps = f.steps
	}
	if cmd.Flags().Changed("backend") || m.Learned {
		o.Backend, o.PluginDirs = f.backend, accelOptions(f.backend).PluginDirs
	}
}

// ifAgents returns a part of a help text if agents are among the methods.
func ifAgents(part string) string {
	if agent.DefaultWeights() == "" {
		return ""
	}
	return part
}

// addWeights adds the flag that names weights. The names of embedded ones stand in the usage at %s, and complete in a shell.
func addWeights(cmd *cobra.Command, name *string, usage string, names []string) {
	some := orList(names)
	if some == "" {
		some = "none are embedded"
	}
	cmd.Flags().StringVar(name, "weights", *name, strings.Replace(usage, "%s", some, 1))
	reads.names(cmd, "weights")
	complete(cmd, "weights", names...)
}

// loadWeights returns the weights of a graph network that a flag names: embedded ones, or those of a file.
func loadWeights(flag, name string) (*weights.Model, error) {
	return weightsNamed(flag, name, learned.Weights)
}

// loadAgent returns the weights of an agent that a flag names: embedded ones, or those of a file.
func loadAgent(flag, name string) (*agents.Model, error) {
	return weightsNamed(flag, name, agents.Named)
}

func weightsNamed[M any](flag, name string, load func(name string) (*M, error)) (*M, error) {
	model, err := load(name)
	if err != nil {
		return nil, badFlag(flag, name, err)
	}
	return model, nil
}

// explainable refuses --explain, --film and --animation for methods that have nothing to tell or to draw.
func (s *solving) explainable(m method.Method) error {
	for _, drawn := range [][2]string{{"film", s.film}, {"animation", s.animation}} {
		if drawn[1] == "" {
			continue
		}
		if err := watch.Filmed(m); err != nil {
			return fmt.Errorf("--%s: %s", drawn[0], strings.TrimPrefix(err.Error(), "watch: "))
		}
	}
	if s.explain && m.Explains == method.NoAccount {
		var able []method.Method
		for _, other := range method.All() {
			if other.Explains != method.NoAccount {
				able = append(able, other)
			}
		}
		return fmt.Errorf("--explain: for methods that can tell how they came to an answer (%s), the method here is %s", theseMethods(able), m.Name)
	}
	if s.frames != "" && s.film == "" && s.animation == "" {
		return errors.New("--frames: says how finely --film shows the way, so it wants --film")
	}
	if known := watch.Densities(m); s.frames != "" && m.Name != method.Auto && !slices.Contains(known, film.Density(s.frames)) {
		return fmt.Errorf("--frames %s: method %s knows %s", s.frames, m.Name, orList(known))
	}
	return nil
}

// explainOne is solve --explain, how one puzzle was answered in words or as JSON, and solve --film and --animation.
func (s *solving) explainOne(cmd *cobra.Command, args []string, by *method.Solver) error {
	if err := s.explainable(by.Method()); err != nil {
		return err
	}
	in, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	t := newTally(cmd, in)
	e, err := onlyPuzzle(cmd.Context(), in, t)
	if err != nil {
		return err
	}
	res, err := s.draw(cmd.Context(), by, e.Board, pen{alphabet: in.opts.Alphabet}.of(&e).alphabet)
	if err != nil {
		return err
	}
	var explained method.Explanation
	if s.explain {
		if explained, err = by.Explain(cmd.Context(), e.Board, s.limits); err != nil {
			return err
		}
		res = explained.Result
	}
	chosen, _ := s.out.settle(in, cmd.OutOrStdout())
	switch {
	case !s.explain:
		grid := res.Grid
		if grid.IsZero() {
			grid = e.Board
		}
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), pen{alphabet: in.opts.Alphabet}.of(&e).line(grid)); err != nil {
			return err
		}
		if s.film != "" && s.unique && res.Status != solver.Unique {
			words := solveText{limit: s.limits.Solutions, alone: s.alone, bounded: s.timeout > 0}
			return fmt.Errorf("solve: %w: %s", errNotUnique, words.words(&e, &res))
		}
		return nil
	case chosen == formJSON && by.Method().Explains == method.Propagation:
		return errors.New("--explain: json is for methods of a network; sudokulab trace --search --format json has the events of this one")
	case chosen == formJSON:
		return writeJSON(cmd.OutOrStdout(), explained.Told)
	}
	if err := explained.Told.WriteText(cmd.OutOrStdout()); err != nil {
		return err
	}
	words := solveText{limit: s.limits.Solutions, alone: s.alone, bounded: s.timeout > 0}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), words.words(&e, &res))
	return err
}

// draw makes the files of --film and --animation, and answers the puzzle.
func (s *solving) draw(ctx context.Context, by *method.Solver, puzzle board.Board, alphabet board.Alphabet) (r solver.Result, err error) {
	for _, drawn := range [][2]string{{"film", s.film}, {"animation", s.animation}} {
		if drawn[1] == "" {
			continue
		}
		if drawn[0] == "animation" && by.Method().Explains == method.Rounds {
			if err := animateThoughts(ctx, by, puzzle, s.animation, alphabet); err != nil {
				return r, err
			}
			if s.film == "" && !s.explain {
				return by.Solve(ctx, puzzle, s.limits)
			}
			continue
		}
		if r, err = watched(ctx, drawn[1], by, puzzle, s.limits, film.Density(s.frames), alphabet); err != nil {
			return r, fmt.Errorf("--%s: %w", drawn[0], err)
		}
	}
	return r, nil
}

// animateThoughts draws what the network thinks of a puzzle after each step, until it is solved or the
// steps are over.
func animateThoughts(ctx context.Context, by *method.Solver, puzzle board.Board, path string, alphabet board.Alphabet) error {
	network, ok := method.As[*learned.Solver](by)
	if !ok {
		return fmt.Errorf("--animation: method %s asks no network", by.Name())
	}
	thoughts, err := network.Think(ctx, puzzle)
	if err != nil {
		return fmt.Errorf("--animation: %w", err)
	}
	frames := make([]film.Thought, len(thoughts))
	for i, t := range thoughts {
		frames[i] = film.Thought(t)
	}
	options := render.DefaultOptions()
	options.Alphabet = cmp.Or(alphabet, options.Alphabet)
	options.Scale, options.Cell = 1, float64(max(48, 5*puzzle.Shape().Side())) // the same with candidates and without
	return writeGIF(ctx, path, film.Thoughts(puzzle, frames), options)
}
