// Package gnncard measures weights of the candidate network that were trained on from the embedded ones for minutes on a
// GPU: hard, on 9×9 puzzles in steps of difficulty, and sixteen, which lies half way between hard and weights for whose
// training 16×16 boards were in every second step. All think about the same boards as the embedded ones: hard 9×9
// puzzles, 16×16 boards, and those that something may be lost on. It judges no claim.
//
// The recipes are in recipe-*.json, the logs of both trainings, from the first step to the last, in training-*.jsonl.gz, what
// the weights are in hard.md and sixteen.md. Either training is
//
//	sudokulab train gnn --recipe recipe-hard.json --start candidate --out FOLDER
//
// on commit ad6c17fb1bbd, where a backend draws the noise on states itself; elsewhere the host draws it, which takes
// longer than the rest of a step on a GPU, unless --again 0 lets the backend draw it. The weights are no part of package weights, whose embedded sets are
// those that the lab's methods use; a path to a .safetensors file of this folder is taken wherever the name of weights is.
package gnncard

import (
	"context"
	"embed"
	"fmt"
	"sync"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/learn/puzzles"
	learned "sudokulab/pkg/learn/weights"
	"sudokulab/pkg/stats"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Weights []Weights  `json:"weights"` // the embedded ones first, from which the others were trained on
	Path    fused.Path `json:"path"`    // of the steps
	Segment int        `json:"segment"` // steps between two looks at a board
	Sets    []Set      `json:"sets"`

	// Breadth are the starts of the weights of hard puzzles, the last of Starts that of Breadth, on the sets of that name.
	Breadth     candidate.BreadthConfig `json:"breadth"`
	Starts      []int                   `json:"starts"` // numbers of starts that are compared
	BreadthSets []Set                   `json:"breadth_sets"`

	Streams []Stream `json:"streams"` // that the trainings used
	Audit   int      `json:"audit"`   // samples of each stream that are made again; 0 for all that were used
	Goals   []Goal   `json:"goals"`
}

// Weights names weights and their numbers, so that others are measured again.
type Weights struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// Set is a set of boards.
type Set struct {
	Name   string           `json:"name"` // of package corpus, if Test is nil
	Boards int              `json:"boards"`
	Steps  []int            `json:"steps,omitempty"` // numbers of steps that are compared, each more than the one before
	Test   *puzzles.TestSet `json:"test,omitempty"`  // held-out
}

// most is the largest number of steps.
func (s Set) most() int { return s.Steps[len(s.Steps)-1] }

// Goal is the share of the boards of a set that the project wants, from one start without noise or from some starts; set
// before these trainings, and the same as those of gnn-candidate and gnn-hard.
type Goal struct {
	Set    string  `json:"set"`
	Starts int     `json:"starts,omitempty"`
	CPU    float64 `json:"cpu"`           // of weights trained on a CPU
	GPU    float64 `json:"gpu,omitempty"` // and on a GPU, 0 for no goal
}

func goals() []Goal {
	return []Goal{
		{Set: "17clue", CPU: 0.995, GPU: 0.999},
		{Set: "magictour", CPU: 0.90, GPU: 0.99},
		{Set: forum, CPU: 0.25, GPU: 0.85},
		{Set: forum, Starts: 64, CPU: 0.50, GPU: 0.97},
		{Set: "16x16-40-58", CPU: 0.90, GPU: 0.60},
		{Set: "16x16-63", CPU: 0.20, GPU: 0.40},
	}
}

// Kinds of cases, by set.
const (
	aloneKind   = "alone"
	breadthKind = "breadth"
	auditKind   = "audit"
)

// Names of the weights of this folder, and of the set that no method without search is near to.
const (
	hardName    = "hard"
	sixteenName = "sixteen"
	forum       = "forum-11-half"
)

//go:embed hard.json hard.safetensors sixteen.json sixteen.safetensors
var files embed.FS

// Load returns weights by their name: those of this folder, or embedded ones.
func Load(name string) (*weights.Model, error) {
	if name != hardName && name != sixteenName {
		return weights.Load(name)
	}
	set, err := learned.Load[weights.Recipe](files, name)
	if err != nil {
		return nil, err
	}
	return &weights.Model{Set: *set}, nil
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "gnn-card",
		Title:    "The candidate network trained on for minutes on a GPU",
		Question: "What do minutes on a GPU add to the embedded weights on hard 9×9 puzzles and on 16×16 boards, and what do they cost elsewhere?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

// SetOf returns a set: held-out boards of that name, or a corpus.
func SetOf(name string, boards int, steps ...int) Set {
	for _, t := range puzzles.TestSets() {
		if t.Name == name {
			return Set{Name: name, Boards: boards, Steps: steps, Test: &t}
		}
	}
	return Set{Name: name, Boards: boards, Steps: steps}
}

func configOf(p lab.Profile) Config {
	cfg := Config{
		Path: fused.Portable, Segment: 8, Goals: goals(),
		Breadth: candidate.BreadthConfig{Depth: 64, Segment: 8, Scatter: 0.1, Seed: 24}, // as in gnn-hard
	}
	for _, name := range []string{weights.Candidate, hardName, sixteenName} {
		w := Weights{Name: name}
		// Weights that cannot be read are an error of every case, which reads them again.
		if m, err := Load(name); err == nil {
			w.SHA256 = m.Card.SHA256
		}
		cfg.Weights = append(cfg.Weights, w)
	}
	cfg.Streams, _ = used() // an error of every audit likewise
	switch p {
	case lab.Smoke:
		cfg.Segment, cfg.Audit, cfg.Starts = 4, 2, []int{1, 2}
		cfg.Breadth.Depth, cfg.Breadth.Segment = 4, 4
		cfg.Sets = []Set{SetOf("9x9-22-24", 1, 4), SetOf("16x16-40-58", 1, 4)}
		cfg.BreadthSets = []Set{SetOf(forum, 1)}
	case lab.Quick:
		cfg.Audit, cfg.Starts = 20, []int{1, 2}
		cfg.Breadth.Depth = 16
		cfg.Sets = []Set{SetOf("9x9-22-24", 4, 16, 32), SetOf("magictour", 2, 16, 32), SetOf("16x16-40-58", 1, 16, 32)}
		cfg.BreadthSets = []Set{SetOf(forum, 2)}
	default:
		cfg.Path = fused.Best()
		long, short := []int{16, 32, 64, 128, 256, 512, 1024}, []int{16, 32, 64, 128, 256, 512}
		cfg.Sets = []Set{
			SetOf("9x9-22-24", 1000, long...), SetOf("17clue", 1000, long...), SetOf("magictour", 1000, long...), SetOf(forum, 1000, long...),
			SetOf("16x16-40-58", 1000, short...), SetOf("16x16-63", 1000, short...),
		}
		cfg.Breadth.Depth = 256
		cfg.Starts = []int{1, 2, 4, 8, 16, 32, 64}
		cfg.BreadthSets = []Set{SetOf(forum, 1000)}
	}
	cfg.Breadth.Breadth = cfg.Starts[len(cfg.Starts)-1]
	return cfg
}

func plan(p lab.Profile) lab.Plan {
	if p == lab.GPU {
		return lab.Plan{}
	}
	cfg := configOf(p)
	pl := lab.Plan{Config: cfg, Seed: 24}
	add := func(kind string, s Set, run func(context.Context, Config, Set, *lab.Run) error) {
		c := lab.Case{Kind: kind, Dims: lab.OnSet(s.Name), Run: func(ctx context.Context, r *lab.Run) error { return run(ctx, cfg, s, r) }}
		if s.Test == nil {
			c.Corpus, c.Limit = s.Name, s.Boards
		}
		pl.Cases = append(pl.Cases, c)
	}
	for _, s := range cfg.Sets {
		add(aloneKind, s, MeasureAlone)
	}
	for _, s := range cfg.BreadthSets {
		add(breadthKind, s, measureBreadth)
	}
	made := map[int]*classes{}
	for _, s := range cfg.Sets {
		side := 9
		if s.Test != nil {
			side = s.Test.Side
		}
		if made[side] == nil {
			made[side] = &classes{side: side}
		}
		add(auditKind, s, made[side].compare)
	}
	return pl
}

// BoardsOf returns the boards of a set.
func BoardsOf(ctx context.Context, s Set, r *lab.Run) ([]board.Board, error) {
	var boards []board.Board
	if s.Test != nil {
		samples, err := puzzles.HeldOut(ctx, *s.Test, s.Boards, 0)
		if err != nil {
			return nil, err
		}
		boards = puzzles.Boards(samples)
	} else {
		items, err := r.Puzzles(ctx)
		if err != nil {
			return nil, err
		}
		boards = corpus.Boards(items)
	}
	if len(boards) == 0 {
		return nil, fmt.Errorf("no puzzle in %s", s.Name)
	}
	r.Count("boards", int64(len(boards)), "boards")
	return boards, nil
}

// SolvedBy names the boards that weights solve within so many steps.
func SolvedBy(name string, steps int) string { return fmt.Sprintf("solved %s steps=%d", name, steps) }

// StepsBy names the steps that all boards take with weights, each at most so many.
func StepsBy(name string, steps int) string {
	return fmt.Sprintf("board-steps %s steps=%d", name, steps)
}

// StartsBy names what is counted over so many starts.
func StartsBy(what string, starts int) string { return fmt.Sprintf("%s starts=%d", what, starts) }

// Gained names the boards that weights solve and the first ones do not.
func Gained(name string) string { return "gained " + name }

// Lost names the boards that the first weights solve and these do not.
func Lost(name string) string { return "lost " + name }

// FLOPsOf is what a step of a board takes with weights.
func FLOPsOf(name string) string { return "flops a board-step " + name }

// Bar counts what is done of several parts.
func Bar(r *lab.Run, of int) func(int, int) {
	var lock sync.Mutex
	done := 0
	return func(int, int) {
		lock.Lock()
		defer lock.Unlock()
		done++
		r.Progress(done, of)
	}
}

// thinkers returns what thinks with weights.
func thinkers(cfg Config, name string, side int, r *lab.Run) (*candidate.Thinkers, error) {
	m, err := Load(name)
	if err != nil {
		return nil, err
	}
	r.Exact(FLOPsOf(name), m.Card.Recipe.Network.FLOPs(side), "FLOP", 1)
	return weights.Thinkers(m, cfg.Path)
}

// MeasureAlone lets all weights think about the boards of a set, one start without noise each. An answer counts if it obeys the
// rules.
func MeasureAlone(ctx context.Context, cfg Config, s Set, r *lab.Run) error {
	boards, err := BoardsOf(ctx, s, r)
	if err != nil {
		return err
	}
	r.Text("path", cfg.Path.Name())
	keep := backend.KeeperOn(r, nil, cfg.Path)
	progress := Bar(r, len(boards)*len(cfg.Weights))
	var first []candidate.Try
	for i, named := range cfg.Weights {
		th, err := thinkers(cfg, named.Name, boards[0].Shape().Side(), r)
		if err != nil {
			return err
		}
		tries, err := th.Try(ctx, candidate.BreadthConfig{Depth: s.most(), Segment: cfg.Segment, Breadth: 1}, boards, progress)
		if err != nil {
			return err
		}
		for _, n := range s.Steps {
			hits, steps := 0, 0
			for _, t := range tries {
				hits += stats.Indicator[int](t.Solved && t.Steps <= n)
				steps += min(t.Steps, n)
			}
			keep.Count(SolvedBy(named.Name, n), int64(hits), "boards")
			keep.Count(StepsBy(named.Name, n), int64(steps), "board-steps")
		}
		if i == 0 {
			first = tries
			continue
		}
		more, fewer := 0, 0
		for j, t := range tries {
			more += stats.Indicator[int](t.Solved && !first[j].Solved)
			fewer += stats.Indicator[int](!t.Solved && first[j].Solved)
		}
		keep.Count(Gained(named.Name), int64(more), "boards")
		keep.Count(Lost(named.Name), int64(fewer), "boards")
	}
	return nil
}

// measureBreadth counts what the weights of hard puzzles solve from several starts with noise, of which any whose answer obeys the
// rules counts.
func measureBreadth(ctx context.Context, cfg Config, s Set, r *lab.Run) error {
	boards, err := BoardsOf(ctx, s, r)
	if err != nil {
		return err
	}
	r.Text("path", cfg.Path.Name())
	keep := backend.KeeperOn(r, nil, cfg.Path)
	th, err := thinkers(cfg, hardName, boards[0].Shape().Side(), r)
	if err != nil {
		return err
	}
	tries, err := th.Try(ctx, cfg.Breadth, boards, Bar(r, len(boards)))
	if err != nil {
		return err
	}
	full := 0
	for _, t := range tries {
		full += t.Full
	}
	for _, n := range cfg.Starts {
		solved, steps := 0, 0
		for _, t := range tries {
			if t.Solved && t.Starts <= n {
				solved++
				steps += t.Steps
			} else {
				steps += n * cfg.Breadth.Depth
			}
		}
		keep.Count(StartsBy("solved", n), int64(solved), "boards")
		keep.Count(StartsBy("board-steps", n), int64(steps), "board-steps")
	}
	keep.Count("full and wrong", int64(full), "starts")
	return nil
}
