// Package gnnpaths measures what makes the candidate network's steps on a processor: GoMLX's backend in Go, and the two paths
// of package fused, which answers in its place where no backend is named. How long eight steps take on each, in alternating
// rounds, and whether the same boards are solved at the same step.
//
// It also rounds the weights to fewer bits, and asks whether the same boards are solved at the same step then: a faster format
// is of use where they are.
//
// What GoMLX's backend in Go and the portable path answer is exact, as in experiment gnn-candidate. What the path with vectors
// answers is a device's: it is kept as noisy, and on a processor without these instructions it is left out.
package gnnpaths

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Weights string         `json:"weights"` // name of the embedded weights
	SHA256  string         `json:"sha256"`  // of their numbers, so that other weights are measured again
	Steps   int            `json:"steps"`   // of a segment: what is timed, and between two looks at a board
	Most    int            `json:"most"`    // steps for a board at most
	Sides   []int          `json:"sides"`   // of the boards that are timed
	Rounds  int            `json:"rounds"`
	Tries   int            `json:"tries"`  // of each path in a round, of which the least counts
	Boards  map[string]int `json:"boards"` // of each held-out set
	Batch   int            `json:"batch"`  // boards at a time, where they are solved

	Rounded Rounded `json:"rounded"`

	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
}

// Rounded says how long boards are thought about with rounded weights.
type Rounded struct {
	Path   fused.Path     `json:"path"`
	Steps  int            `json:"steps"`  // for a board at most
	Boards map[string]int `json:"boards"` // of each held-out set
}

// Kinds of cases.
const (
	timesKind   = "times"   // by side
	boardsKind  = "boards"  // by set
	roundedKind = "rounded" // by format and set
)

// graph names GoMLX's backend among the paths.
const graph = "GoMLX"

// path is what makes the steps: one of package fused, or GoMLX.
type path struct {
	name   string
	fused  fused.Path // empty for GoMLX
	repeat int        // so many segments are a turn of the clock
}

// all are the paths, those with and without vectors.
func all() []path {
	return []path{{graph, "", 1}, {string(fused.Portable), fused.Portable, 1}, {string(fused.AVX2), fused.AVX2, 10}}
}

// here are the paths of this processor.
func here() []path {
	return slices.DeleteFunc(all(), func(p path) bool { return p.fused == fused.AVX2 && fused.Best() != fused.AVX2 })
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "gnn-paths",
		Title:    "The candidate network's steps on a processor, by GoMLX and by hand",
		Question: "How much faster than GoMLX's backend in Go are the network's steps by hand, and are the same boards solved at the same step?",
		Plan:     plan,
		Tables:   tables,
	}
}

func plan(p lab.Profile) lab.Plan {
	if p == lab.GPU {
		return lab.Plan{}
	}
	cfg := Config{
		Weights: weights.Candidate, Steps: 8, Most: 32, Sides: []int{4, 9}, Rounds: 11, Tries: 3, Batch: 8,
		Boards: map[string]int{"4x4": 40, "9x9-30-35": 12, "9x9-25-29": 8, "9x9-22-24": 4}, Bootstrap: stats.DefaultBootstrap(),
		Rounded: Rounded{Path: fused.Portable, Steps: 64, Boards: map[string]int{"9x9-30-35": 12, "9x9-25-29": 8}},
	}
	// An embedded network that cannot be read is an error of every case, which read it again.
	if m, err := weights.Load(cfg.Weights); err == nil {
		cfg.SHA256 = m.Card.SHA256
	}
	switch p {
	case lab.Smoke:
		cfg.Sides, cfg.Rounds, cfg.Tries, cfg.Boards = []int{4}, 3, 1, map[string]int{"4x4": 4, "9x9-30-35": 1}
		cfg.Rounded.Boards = map[string]int{"4x4": 2}
	case lab.Full:
		cfg.Sides, cfg.Rounds = []int{4, 9, 16, 25}, 31
		cfg.Boards = map[string]int{"4x4": 500, "9x9-36-45": 500, "9x9-30-35": 500, "9x9-25-29": 500, "9x9-22-24": 500, "16x16-40-58": 20}
		cfg.Rounded = Rounded{Path: fused.Best(), Steps: 1024, Boards: map[string]int{"9x9-30-35": 500, "9x9-25-29": 500, "9x9-22-24": 500, "16x16-40-58": 50}}
	}
	pl := lab.Plan{Config: cfg, Seed: 21}
	for _, side := range cfg.Sides {
		pl.Cases = append(pl.Cases, lab.Case{Kind: timesKind, Dims: []record.Dim{record.D("side", strconv.Itoa(side))}, Timed: true, Run: func(ctx context.Context, r *lab.Run) error {
			return timeSteps(ctx, cfg, side, r)
		}})
	}
	for _, set := range puzzles.TestSets() {
		if count := cfg.Boards[set.Name]; count > 0 {
			pl.Cases = append(pl.Cases, lab.Case{Kind: boardsKind, Dims: []record.Dim{record.D("set", set.Name)}, Run: func(ctx context.Context, r *lab.Run) error {
				return compareAnswers(ctx, cfg, set, count, r)
			}})
		}
	}
	for _, format := range formats() {
		for _, set := range puzzles.TestSets() {
			if count := cfg.Rounded.Boards[set.Name]; count > 0 {
				pl.Cases = append(pl.Cases, lab.Case{Kind: roundedKind, Dims: []record.Dim{record.D("format", format), record.D("set", set.Name)}, Run: func(ctx context.Context, r *lab.Run) error {
					return compareRounded(ctx, cfg, set, count, format, r)
				}})
			}
		}
	}
	return pl
}

// bench is the paths of this processor with a thinker each.
type bench struct {
	paths    []path
	thinkers []*candidate.Thinker
	choice   *accel.Choice
	model    *weights.Model
}

// open opens the paths, and notes in the record which they are.
func open(ctx context.Context, cfg Config, c candidate.ThinkConfig, r *lab.Run) (b *bench, err error) {
	b = &bench{paths: here()}
	if b.model, err = weights.Load(cfg.Weights); err != nil {
		return nil, err
	}
	if b.choice, err = backend.Open(ctx, accel.NameGo); err != nil {
		return nil, err
	}
	for _, p := range b.paths {
		t, err := b.model.Fused(p.fused).Thinker(b.choice.Backend, c)
		if err != nil {
			b.close()
			return nil, err
		}
		b.thinkers = append(b.thinkers, t)
	}
	last := b.paths[len(b.paths)-1]
	r.Text("backend", backend.Name(b.choice)+"; "+fused.Portable.Name())
	if last.fused == fused.AVX2 {
		r.Text("vectors", backend.NameOf(b.choice, last.fused))
	}
	return b, nil
}

func (b *bench) close() {
	for _, t := range b.thinkers {
		t.Close()
	}
	b.choice.Close()
}

// timeSteps times a segment for one board without any given, which no segment solves, on every path in turn: the steps, and the
// look at the board after them.
func timeSteps(ctx context.Context, cfg Config, side int, r *lab.Run) error {
	shape, err := board.ShapeOfSide(side)
	if err != nil {
		return err
	}
	b, err := open(ctx, cfg, candidate.ThinkConfig{Batch: 1, Segment: cfg.Steps, Steps: cfg.Steps}, r)
	if err != nil {
		return err
	}
	defer b.close()
	empty := []board.Board{board.New(shape)}
	how := lab.Interleaving{Rounds: cfg.Rounds, Tries: cfg.Tries, Control: 1}
	for i, p := range b.paths {
		boards := slices.Repeat(empty, p.repeat)
		if _, err := b.thinkers[i].Think(ctx, empty, nil); err != nil { // compiles
			return err
		}
		how.Sides = append(how.Sides, lab.Timed(func(ctx context.Context, _ int) (float64, error) {
			begin := time.Now()
			_, err := b.thinkers[i].Think(ctx, boards, nil)
			return time.Since(begin).Seconds() / float64(p.repeat), err
		}))
	}
	readings, err := r.Interleave(ctx, how)
	if err != nil {
		return err
	}
	r.Exact("flops", float64(cfg.Steps)*b.model.Card.Recipe.Network.FLOPs(side), "FLOP", 1)
	rng := rand.New(rand.NewPCG(r.Seed, uint64(side)))
	for i, p := range b.paths {
		if err := lab.KeepMedian(r.Noisy, rng, "time "+p.name, "s", readings[i][0]); err != nil {
			return err
		}
		if i == 0 {
			continue
		}
		if _, err := lab.KeepRatio(r, rng, "gain "+p.name, "of its time", readings[0][0], readings[i][0], cfg.Bootstrap); err != nil {
			return err
		}
	}
	return nil
}

// compareAnswers counts the boards of a set that a path solves, and those of them that it solves at the step of GoMLX.
func compareAnswers(ctx context.Context, cfg Config, set puzzles.TestSet, count int, r *lab.Run) error {
	samples, err := puzzles.HeldOut(ctx, set, count, 0)
	if err != nil {
		return err
	}
	b, err := open(ctx, cfg, candidate.ThinkConfig{Batch: min(cfg.Batch, count), Segment: cfg.Steps, Steps: cfg.Most}, r)
	if err != nil {
		return err
	}
	defer b.close()
	r.Count("boards", int64(len(samples)), "boards")
	var first []candidate.Thought
	for i, p := range b.paths {
		thoughts, err := b.thinkers[i].Think(ctx, puzzles.Boards(samples), nil)
		if err != nil {
			return err
		}
		if i == 0 {
			first = thoughts
		}
		solved, same := tally(first, thoughts)
		k := backend.KeeperOn(r, b.choice, p.fused)
		k.Count("solved "+p.name, int64(solved), "boards")
		k.Count("same "+p.name, int64(same), "boards")
		r.Progress(i+1, len(b.paths))
	}
	return nil
}

// tally counts the boards that are solved, and those that both solve at the same step or neither does.
func tally(one, other []candidate.Thought) (solved, same int) {
	for i, th := range other {
		if th.Solved {
			solved++
		}
		if th.Solved == one[i].Solved && th.Steps == one[i].Steps {
			same++
		}
	}
	return solved, same
}
