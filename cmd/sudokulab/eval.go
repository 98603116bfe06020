package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
	learned "sudokulab/pkg/learn/weights"
	networks "sudokulab/pkg/method/learned"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/table"
)

func newEval() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "Measure the learned systems",
		Args:  knownCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newEvalGNN(), newEvalDQN())
	return cmd
}

// Limits of an evaluation: more takes weeks, or more memory than there is.
const (
	maxHeldOut    = 1_000_000
	maxThinkSteps = 10_000
	maxRestarts   = 10_000
	maxBatch      = 1 << 16
)

// evaluating holds the flags of eval gnn.
type evaluating struct {
	in       inputFlags
	heldOut  []string
	count    int
	weights  string
	backend  string
	think    candidate.ThinkConfig
	asJSON   bool
	intoCard bool
}

func newEvalGNN() *cobra.Command {
	e := evaluating{think: candidate.DefaultThink()}
	e.think.Steps = networks.LoneSteps
	var names []string
	for _, set := range puzzles.TestSets() {
		names = append(names, set.Name)
	}
	cmd := &cobra.Command{
		Use:   "gnn [puzzle | file | -] …",
		Short: "Measure the solve rate of a graph network, without any search",
		Long: "Measures the solve rate of a network without search: the candidate network takes message-passing steps\n" +
			"on each puzzle, and its most probable digits are checked against the rules at intervals. The\n" +
			"document's networks give their answer in a single forward pass.\n" +
			"Without puzzles, --set or --held-out, the held-out sets of 9×9 and 4×4 are measured; no training of\n" +
			"this lab contains any of their puzzles or a symmetric twin of one.\n\n" +
			"The baseline is what naked and hidden singles alone solve. Only puzzles with one solution count;\n" +
			"an exact engine selects them.\n\n" + inputHelp,
		Example: "  sudokulab eval gnn --count 100\n" +
			"  sudokulab eval gnn --held-out 16x16-40-58 --count 20 --steps 64\n" +
			"  sudokulab eval gnn --set 17clue --first 200 --steps 128",
		RunE: naming(e.run),
	}
	e.in.register(cmd)
	addNames(cmd, &e.heldOut, "held-out", "held-out sets to measure: "+strings.Join(names, ", "))
	complete(cmd, "held-out", names...)
	e.count = 200
	addNumber(cmd, &e.count, "count", 1, maxHeldOut, "puzzles of each held-out set")
	e.weights = networks.DefaultWeights()
	addWeights(cmd, &e.weights, "weights of the network: %s, or a .safetensors file with its card next to it", weights.Names())
	addNumber(cmd, &e.think.Steps, "steps", 1, maxThinkSteps, "most message-passing steps per board: a multiple of 8; without it the document's networks take their own number")
	addNumber(cmd, &e.think.Restarts, "restarts", 0, maxRestarts, "restarts with noise for boards that are not solved")
	addNumber(cmd, &e.think.Batch, "batch", 1, maxBatch, "boards per batch")
	addSeed(cmd, &e.think.Seed, "seed of the noise")
	cmd.Flags().BoolVar(&e.asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&e.intoCard, "card", false, "also write the scores into the card of the weights, which must then be a file")
	addBackend(cmd, &e.backend)
	return cmd
}

// testSet is one set to measure.
type testSet struct {
	name    string
	samples []puzzles.Sample
	skipped int // puzzles without exactly one solution
}

// evaluated is a line of the answer.
type evaluated struct {
	Set     string `json:"set"`
	Skipped int    `json:"not_unique"`
	answered
	Baselines map[string]score.Metrics `json:"baselines"`
}

// answered is what a network did alone.
type answered struct {
	Network string                 `json:"network"`
	Think   *candidate.ThinkConfig `json:"think,omitempty"` // of the candidate network
	// Evaluation of a single pass has its steps on all boards together and its metrics.
	Evaluation candidate.Evaluation `json:"evaluation"`
	// Entropy is, of a single pass, the mean of −log p(solution) over the empty cells, in nats.
	Entropy *float64 `json:"entropy,omitempty"`
}

// restarts is the number of fresh starts that a board may have had.
func (a answered) restarts() int {
	if a.Think == nil {
		return 0
	}
	return a.Think.Restarts
}

// steps is the number of steps that a start may have had.
func (a answered) steps() int {
	if a.Think == nil {
		return int(a.Evaluation.Steps) / max(1, a.Evaluation.Metrics.Grids.Trials)
	}
	return a.Think.Steps
}

// asked is a network that is measured.
type asked struct {
	measure func(ctx context.Context, samples []puzzles.Sample) (answered, error)
	close   func()
}

// ask opens a network: the candidate network to think, one of the document for single passes.
func (e *evaluating) ask(cmd *cobra.Command, choice *accel.Choice, model *weights.Model) (asked, error) {
	name := model.Card.Recipe.Model()
	if name == weights.Candidate {
		thinker, err := model.Thinker(choice.Backend, e.think)
		if err != nil {
			return asked{}, err
		}
		return asked{func(ctx context.Context, samples []puzzles.Sample) (answered, error) {
			out, err := thinker.Evaluate(ctx, samples)
			return answered{Network: name, Think: &e.think, Evaluation: out}, err
		}, thinker.Close}, nil
	}
	for _, flag := range []string{"restarts", "seed"} {
		if cmd.Flags().Changed(flag) {
			return asked{}, fmt.Errorf("--%s: for the %s network, the one here is %s", flag, weights.Candidate, name)
		}
	}
	steps, made := 0, model.Steps()
	if cmd.Flags().Changed("steps") {
		steps, made = e.think.Steps, e.think.Steps
	}
	predictor, err := model.Predictor(choice.Backend, e.think.Batch, steps)
	if err != nil {
		return asked{}, err
	}
	return asked{func(ctx context.Context, samples []puzzles.Sample) (answered, error) {
		m, loss, err := score.Evaluate(ctx, predictor, samples)
		entropy := loss / float64(max(1, m.Empty.Trials))
		return answered{Network: name, Evaluation: candidate.Evaluation{Metrics: m, Steps: int64(made) * int64(len(samples))}, Entropy: &entropy}, err
	}, predictor.Close}, nil
}

func (e *evaluating) run(cmd *cobra.Command, args []string) error {
	for _, name := range e.heldOut {
		if _, err := puzzles.TestSetOf(name); err != nil {
			var names []string
			for _, set := range puzzles.TestSets() {
				names = append(names, set.Name)
			}
			return fmt.Errorf("--held-out %s: %s", name, wantOneOf(name, names))
		}
	}
	if err := wantsFile(e.intoCard, e.weights); err != nil {
		return err
	}
	model, err := loadWeights("weights", e.weights)
	if err != nil {
		return err
	}
	if model.Card.Recipe.Model() == weights.Candidate {
		if err := e.think.Validate(); err != nil {
			return fmt.Errorf("--steps %d: %w", e.think.Steps, err)
		}
	}
	sets, err := e.sets(cmd, args, model)
	if err != nil {
		return err
	}
	choice, err := openBackend(cmd, e.backend)
	if err != nil {
		return err
	}
	defer choice.Close()
	model = model.Fused(fused.Instead(e.backend, choice))
	tellPath(cmd, model.Path())
	xlaWould(cmd, accelOptions(e.backend), choice, model.Path(), "")
	network, err := e.ask(cmd, choice, model)
	if err != nil {
		return err
	}
	defer network.close()
	var lines []evaluated
	for _, set := range sets {
		if len(set.samples) == 0 {
			return fmt.Errorf("%s: no puzzle with exactly one solution", set.name)
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %d puzzles\n", set.name, len(set.samples))
		line := evaluated{Set: set.name, Skipped: set.skipped, Baselines: map[string]score.Metrics{}}
		if line.answered, err = network.measure(cmd.Context(), set.samples); err != nil {
			return fmt.Errorf("%s: %w", set.name, err)
		}
		for _, rule := range score.Baselines() {
			if line.Baselines[rule.String()], err = score.Baseline(rule, set.samples); err != nil {
				return fmt.Errorf("%s: %w", set.name, err)
			}
		}
		lines = append(lines, line)
	}
	if e.intoCard {
		if err := e.score(model, lines); err != nil {
			return err
		}
	}
	if e.asJSON {
		return writeJSON(cmd.OutOrStdout(), lines)
	}
	return writeEvaluated(cmd.OutOrStdout(), lines)
}

// sets reads what is to be measured; if nothing is said, what the network takes of the usual.
func (e *evaluating) sets(cmd *cobra.Command, args []string, model *weights.Model) ([]testSet, error) {
	names := e.heldOut
	usual := len(names) == 0 && len(args) == 0 && len(e.in.sets) == 0
	if usual {
		names = []string{"9x9-36-45", "9x9-30-35", "9x9-25-29", "9x9-22-24", "4x4"}
	}
	var sets []testSet
	for _, name := range names {
		t, err := puzzles.TestSetOf(name)
		if err != nil {
			return nil, err
		}
		shape, err := board.ShapeOfSide(t.Side)
		if err != nil {
			return nil, err
		}
		if err := model.Takes(shape); err != nil {
			if usual {
				continue
			}
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		samples, err := puzzles.HeldOut(cmd.Context(), t, e.count, 0)
		if err != nil {
			return nil, err
		}
		sets = append(sets, testSet{name: name, samples: samples})
	}
	if len(args) == 0 && len(e.in.sets) == 0 {
		return sets, nil
	}
	given, err := readTestSets(cmd, &e.in, args)
	return append(sets, given...), err
}

// readTestSets reads the puzzles of the arguments and of --set, a set for each side, and solves them.
func readTestSets(cmd *cobra.Command, from *inputFlags, args []string) ([]testSet, error) {
	in, err := from.open(cmd, args)
	if err != nil {
		return nil, err
	}
	title := strings.Join(append(append([]string(nil), from.sets...), args...), " ")
	if len(title) > 40 {
		title = "the input"
	}
	exact := engine.Wide(engine.DefaultWide())
	t := newTally(cmd, in)
	bySide := map[*board.Shape]int{}
	var sets []testSet
	keep := func(ctx context.Context, puzzle board.Board) error {
		res, err := exact.Solve(ctx, puzzle, solver.Limits{Solutions: 2})
		if err != nil {
			return err
		}
		i, ok := bySide[puzzle.Shape()]
		if !ok {
			i = len(sets)
			bySide[puzzle.Shape()] = i
			sets = append(sets, testSet{name: fmt.Sprintf("%s %s", title, puzzle.Shape())})
		}
		if res.Status != solver.Unique {
			sets[i].skipped++
			return nil
		}
		sets[i].samples = append(sets[i].samples, puzzles.Sample{
			Puzzle: puzzle.Cells(), Solution: res.Grid.Cells(), Givens: puzzle.Filled(), Guesses: -1,
		})
		return nil
	}
	for entry, err := range in.awaited(cmd.Context()) {
		switch {
		case err != nil:
			return nil, err
		case entry.bad():
			t.skip(entry.err)
		default:
			if err := keep(cmd.Context(), entry.Board); err != nil {
				return nil, err
			}
		}
	}
	if t.skipped > 0 {
		return nil, t.failed()
	}
	if len(sets) == 0 {
		return nil, errors.New("no puzzle to measure")
	}
	return sets, nil
}

// score puts the lines into the card of the weights: a score for each, in place of an older
// one of the same set and number of steps, and what is not solved as known failures.
func (e *evaluating) score(model *weights.Model, lines []evaluated) error {
	card := model.Card
	for _, line := range lines {
		m := line.Evaluation.Metrics
		p, err := stats.Wilson(m.Grids.Hits, m.Grids.Trials, 0.95)
		if err != nil {
			return err
		}
		card.Scores = scored(card.Scores, learned.Score{
			Set: line.Set, Steps: line.steps(), Restarts: line.restarts(), Boards: m.Grids.Trials, Solved: m.Grids.Hits,
			Low: p.Interval.Low, High: p.Interval.High, Cells: m.Empty.Rate(),
		})
	}
	card.Failures = nil
	for _, s := range card.Scores {
		if s.Solved < s.Boards {
			card.Failures = append(card.Failures, fmt.Sprintf("%s: %d of %d boards are not solved in %d steps and %d restarts",
				s.Set, s.Boards-s.Solved, s.Boards, s.Steps, s.Restarts))
		}
	}
	return learned.WriteCard(strings.TrimSuffix(e.weights, weights.TensorsEnding), card)
}

// wantsFile refuses to write scores into a card that is part of the program.
func wantsFile(intoCard bool, name string) error {
	if intoCard && !strings.HasSuffix(name, learned.TensorsEnding) {
		return fmt.Errorf("--card: want --weights to be a %s file, not %s", learned.TensorsEnding, name)
	}
	return nil
}

// scored returns the scores with another, in place of an older one of the same set and number of steps.
func scored(scores []learned.Score, s learned.Score) []learned.Score {
	var all []learned.Score
	for _, old := range scores {
		if old.Set != s.Set || old.Steps != s.Steps || old.Restarts != s.Restarts {
			all = append(all, old)
		}
	}
	return append(all, s)
}

// writeEvaluated writes the answer as a table.
func writeEvaluated(w io.Writer, lines []evaluated) error {
	t := table.Table{
		Title:   "Puzzles solved by the network alone, without search",
		Columns: []string{"Set", "Puzzles", "Solved", "95 % interval", "Empty cells right", "Units right", "Steps per board", "Singles alone"},
	}
	for _, line := range lines {
		m := line.Evaluation.Metrics
		p, err := stats.Wilson(m.Grids.Hits, m.Grids.Trials, 0.95)
		if err != nil {
			return err
		}
		t.Add(line.Set, strconv.Itoa(m.Grids.Trials), percent(m.Grids.Rate()), percent(p.Interval.Low)+" – "+percent(p.Interval.High),
			percent(m.Empty.Rate()), percent(m.Units.Rate()), fmt.Sprintf("%.1f", float64(line.Evaluation.Steps)/float64(m.Grids.Trials)),
			percent(line.Baselines[score.Singles.String()].Grids.Rate()))
		noteSkipped(&t, line.Set, line.Skipped)
	}
	return t.WriteText(w)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// noteSkipped says below a table how many puzzles of a set were left out.
func noteSkipped(t *table.Table, set string, skipped int) {
	if skipped > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("%s: %s without exactly one solution left out.", set, plural(skipped, "puzzle")))
	}
}
