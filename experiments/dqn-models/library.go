package dqnmodels

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/record"
)

// Library is a comparison with the deep Q-learning of an established library, at as many moves of the environment.
type Library struct {
	Study    study.Setting `json:"study"`
	Row      dqn.Row       `json:"row"`      // empty cells of the puzzles of training and tests
	Moves    int           `json:"moves"`    // of each agent's training
	Training int           `json:"training"` // puzzles that the library draws from
	Tests    int           `json:"tests"`    // held-out puzzles
	Seeds    int           `json:"seeds"`
	Patience time.Duration `json:"patience_ns"` // for a run of the program
}

// libraries are the comparisons of the full profile.
func libraries() []Library {
	// The library's network has dense layers that read all cells at once.
	few, flat := study.Few(), networks.Default(networks.Conv, 9)
	flat.Width, flat.Depth, flat.Hidden = 16, 2, 128
	few.Networks = []networks.Config{flat}
	return []Library{
		{Study: study.Four(), Row: dqn.Row{Low: 1, High: 10}, Moves: 16_000, Training: 5000, Tests: 1000, Seeds: 3, Patience: 30 * time.Minute},
		{Study: few, Row: dqn.Row{Low: 1, High: 10}, Moves: 8000, Training: 5000, Tests: 1000, Seeds: 3, Patience: 30 * time.Minute},
	}
}

const (
	libraryKind = "library" // by boards and seed
	libraryPeer = "dqn-library"
)

// libraryArms are our agents beside the library's: the network of like size by both algorithms, without a mask as the
// library's, and the candidate network.
var libraryArms = []Arm{
	{networks.Conv, scaledArm}, {networks.Conv, study.Unmasked}, {networks.Conv, parallelArm}, {networks.Candidate, tunedArm},
}

// says names an arm in metrics.
func (a Arm) says() string { return a.Network + " by " + a.Arm }

func (l Library) dims(seed int) []record.Dim {
	return []record.Dim{record.D("boards", l.Study.Name), record.D("seed", seed)}
}

// cases are those of a comparison: each times all agents, one after the other.
func (l Library) cases(cfg Config) (out []lab.Case) {
	for seed := 1; seed <= l.Seeds; seed++ {
		out = append(out, lab.Case{
			Kind: libraryKind, Dims: l.dims(seed), Peer: libraryPeer, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return l.run(ctx, cfg, uint64(seed), r) },
		})
	}
	return out
}

// libraryAnswer is what the program writes.
type libraryAnswer struct {
	Moves      int64   `json:"moves"`
	Seconds    float64 `json:"seconds"`
	Games      int64   `json:"games"`
	Solved     int64   `json:"solved"` // with the mask of empty cells in the tests
	Bare       int64   `json:"bare"`   // without
	Right      int64   `json:"right"`
	Choices    int64   `json:"choices"`
	Parameters int64   `json:"parameters"`
	Library    string  `json:"library"`
}

// errLibrary is wrapped by errors that are the program's, not ours.
var errLibrary = errors.New("the library's program")

// readAnswer checks what the program wrote.
func (l Library) readAnswer(out []byte) (a libraryAnswer, err error) {
	if err := json.Unmarshal(out, &a); err != nil {
		return a, fmt.Errorf("%w wrote %.60q, want a line of JSON", errLibrary, out)
	}
	within := func(v, most int64) bool { return v >= 0 && v <= most }
	if a.Moves < int64(l.Moves) || !(a.Seconds > 0) || a.Games != int64(l.Tests) || !within(a.Solved, a.Games) || !within(a.Bare, a.Games) ||
		!within(a.Right, a.Choices) || a.Parameters < 1 || a.Library == "" {
		return a, fmt.Errorf("%w reports %+v of %d moves and %d tests", errLibrary, a, l.Moves, l.Tests)
	}
	return a, nil
}

// lines writes puzzles as the program reads them.
func lines(samples []puzzles.Sample) []byte {
	var out strings.Builder
	write := func(cells []uint8, end byte) {
		for _, d := range cells {
			out.WriteByte('0' + d)
		}
		out.WriteByte(end)
	}
	for _, s := range samples {
		write(s.Puzzle, ' ')
		write(s.Solution, '\n')
	}
	return []byte(out.String())
}

// puzzles are a comparison's puzzles: for training, as a stream of the seed gives them, and held-out ones.
func (l Library) puzzles(ctx context.Context, cfg Config, seed uint64) (training, tests []puzzles.Sample, err error) {
	side := l.Study.Side
	of := puzzles.DefaultConfig(side)
	of.Seed, of.Givens = seed, l.givens()
	stream, err := puzzles.New(ctx, of, 0)
	if err != nil {
		return nil, nil, err
	}
	defer stream.Close()
	if training, err = stream.Batch(ctx, l.Training); err != nil {
		return nil, nil, err
	}
	training = slices.Clone(training)
	tests, err = dqn.HeldOut(ctx, side, l.Row, l.Tests, cfg.Seed)
	return training, tests, err
}

func (l Library) givens() puzzles.Mix {
	cells := l.Study.Side * l.Study.Side
	return puzzles.Mix{{Low: cells - l.Row.High, High: cells - l.Row.Low, Weight: 1}}
}

// recipe is that of one of our agents: without stages, on the puzzles of the comparison, for as many moves.
func (l Library) recipe(a Arm, seed uint64, cfg Config) (dqn.Recipe, error) {
	s := Setting{Study: l.Study, Last: l.Row, Rows: []dqn.Row{l.Row}}
	r, err := s.recipe(a, leastSteps, seed, cfg)
	if err != nil {
		return r, err
	}
	steps := max(leastSteps, l.Moves/r.Play.Environments)
	if r, err = s.recipe(a, steps, seed, cfg); err != nil {
		return r, err
	}
	r.Play.Stages, r.Play.Puzzles.Givens = nil, l.givens()
	r.Train.ValidateEvery = 0
	r.Train.Watch = ""
	return r, r.Validate()
}

// run trains the library's agent and ours, and has all play the same puzzles. A program that fails leaves a capped
// record that says how.
func (l Library) run(ctx context.Context, cfg Config, seed uint64, r *lab.Run) error {
	err := l.compare(ctx, cfg, seed, r)
	if errors.Is(err, errLibrary) {
		r.Cap(err.Error())
		return nil
	}
	return err
}

func (l Library) compare(ctx context.Context, cfg Config, seed uint64, r *lab.Run) (err error) {
	training, tests, err := l.puzzles(ctx, cfg, seed)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "sudokulab-library-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	files := map[string][]puzzles.Sample{"training": training, "tests": tests}
	for name, samples := range files {
		if err := os.WriteFile(filepath.Join(dir, name), lines(samples), 0o600); err != nil {
			return err
		}
	}
	theirs, err := l.ask(ctx, r, dir, seed)
	if err != nil {
		return err
	}
	r.Text("library", theirs.Library)
	r.Count("games", theirs.Games, "puzzles")
	r.Noisy("library solved", float64(theirs.Solved), "puzzles", 1)
	r.Noisy("library bare solved", float64(theirs.Bare), "puzzles", 1)
	r.Noisy("library moves", float64(theirs.Moves), "moves", 1)
	r.Noisy("library rate", float64(theirs.Moves)/theirs.Seconds, "moves/s", 1)
	r.Count("library parameters", theirs.Parameters, "parameters")
	choice, err := backend.OpenSequential(ctx, cfg.Backend)
	if err != nil {
		return err
	}
	defer choice.Close()
	r.Text("backend", backend.Name(choice))
	k := backend.KeeperOf(r, choice)
	for _, a := range libraryArms {
		recipe, err := l.recipe(a, seed, cfg)
		if err != nil {
			return err
		}
		begin := time.Now()
		agent, curve, err := dqn.TrainAgent(ctx, choice.Backend, recipe, 1, "")
		if err != nil {
			return fmt.Errorf("%s: %w", a.says(), err)
		}
		seconds, solved := time.Since(begin).Seconds(), 0
		if agent != nil {
			games, err := agent.Play(ctx, tests)
			agent.Close()
			if err != nil {
				return err
			}
			solved = dqn.TallyOf(games).Solved
		}
		moves := recipe.Train.Steps * recipe.Play.Environments
		k.Count(a.says()+" solved", int64(solved), "puzzles")
		r.Count(a.says()+" moves", int64(moves), "moves")
		r.Noisy(a.says()+" rate", float64(moves)/seconds, "moves/s, compiling included", 1)
		if curve.Diverged {
			r.Cap(a.says() + " diverged")
		}
	}
	return nil
}

// ask runs the program on one thread, as our backend computes.
func (l Library) ask(ctx context.Context, r *lab.Run, dir string, seed uint64) (libraryAnswer, error) {
	bounded, cancel := context.WithTimeout(ctx, l.Patience)
	defer cancel()
	text := strconv.Itoa
	cmd := r.Peer(bounded, text(l.Study.Side), text(l.Row.Low), text(l.Row.High), text(l.Moves), strconv.FormatUint(seed, 10),
		filepath.Join(dir, "training"), filepath.Join(dir, "tests"), "1")
	out, err := cmd.Output()
	var status *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return libraryAnswer{}, ctx.Err()
	case bounded.Err() != nil:
		return libraryAnswer{}, fmt.Errorf("%w did not end within %s", errLibrary, l.Patience)
	case errors.As(err, &status):
		return libraryAnswer{}, fmt.Errorf("%w ended with %w: %.200s", errLibrary, status, strings.TrimSpace(string(status.Stderr)))
	case err != nil:
		return libraryAnswer{}, err
	}
	return l.readAnswer(out)
}

func libraryTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "library", Title: "Deep Q-learning of an established library and this project's agents after as many moves of the environment: held-out puzzles with 1 to 10 empty cells solved",
		Columns: []string{"Boards", "Agent", "Seeds", "Training moves", "Solved, % (95 % interval, Wilson)", "by seed, %", "Moves per second"},
		Notes: []string{
			"All on one thread and the same puzzles. The library has no mask: its choices are masked in the tests alone, or nowhere where the row says so. Its network has the layers and sizes of conv, its settings are the document's. Moves per second of training, with the updates; ours include making puzzles and compiling.",
		},
	}
	for _, group := range set.Measured().Where(libraryKind).GroupBy("boards") {
		line := func(agent, metric, of string) {
			solved, games, moves, rate := 0.0, 0.0, 0.0, 0.0
			var list []string
			for _, r := range group.Set {
				m, ok := r.Metric(metric + " solved")
				if !ok {
					continue
				}
				solved, games = solved+m.Value, games+r.Value("games")
				moves, rate = r.Value(of+" moves"), rate+r.Value(of+" rate")/float64(len(group.Set))
				list = append(list, fmt.Sprintf("%.1f", 100*m.Value/r.Value("games")))
			}
			if games == 0 {
				return
			}
			t.Add(group.Dims[0].Value, agent, lab.Number(float64(len(list))), lab.Number(moves), fmt.Sprintf("%s (%s)", lab.Share(solved, games), lab.ShareRange(solved, games)), strings.Join(list, ", "), lab.Number(rate))
		}
		line(group.Set[0].Texts["library"], "library", "library")
		line(group.Set[0].Texts["library"]+", no mask in the tests", "library bare", "library")
		for _, a := range libraryArms {
			line(a.says(), a.says(), a.says())
		}
	}
	return t
}
