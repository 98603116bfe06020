// Package gnncandidate measures what the candidate network solves alone, without search: on
// boards of four sizes, after several numbers of message-passing steps, with and without restarts.
// It also checks whether symmetric boards get the same answers, whether training and test puzzles
// are disjoint, and whether a training can mix or order sizes of boards. It decides G21
// and G26.
//
// The network's answers are exact on the pure-Go backend of one build: sums are computed in
// one order. Where a processor or a build fuses products with sums (arm64, GOAMD64=v3) or uses
// vectors (GOEXPERIMENT=simd), numbers may round differently, and a cell whose digits are almost
// equally likely may get another digit. On other backends the answers are kept as noisy figures.
package gnncandidate

import (
	"context"
	"slices"
	"strings"

	"sudokulab/pkg/accel"
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
	Weights string `json:"weights"` // name of the embedded weights
	SHA256  string `json:"sha256"`  // of their numbers, so that other weights are measured again
	Backend string `json:"backend"` // that was asked for
	// Path, if not empty, has package fused make the steps in the backend's place: many steps on many boards are too slow without.
	Path     fused.Path `json:"path,omitempty"`
	Segment  int        `json:"segment"`  // steps between two looks at a board
	Steps    []int      `json:"steps"`    // numbers of steps that are compared; the last is the most
	Restarts int        `json:"restarts"` // fresh starts with noise after the most steps
	Noise    float64    `json:"noise"`    // its deviation
	Batch    int        `json:"batch"`    // boards of side 9 at a time, as many candidates at other sides
	Sets     []Set      `json:"sets"`
	Twins    Twins      `json:"twins"`
	Audit    Audit      `json:"audit"`
	Sizes    Sizes      `json:"sizes"`
	Goals    []Goal     `json:"goals"`
}

// Set is a set of boards to be solved.
type Set struct {
	Name   string           `json:"name"`   // of package corpus, if Test is nil
	Boards int              `json:"boards"` // at most; 0 for all
	Test   *puzzles.TestSet `json:"test,omitempty"`
}

// Twins says how many boards are compared with their images under symmetries.
type Twins struct {
	Sets  []Set `json:"sets"`
	Steps int   `json:"steps"`
}

// Audit says how many samples of a training's stream are made again, by side; 0 for all that
// the training can have used.
type Audit struct {
	Samples map[int]int `json:"samples"`
	// Classes of public sets are looked up in the stream of the first samples.
	Public []string `json:"public"`
}

// Goal is what the project wants of the network on a set.
type Goal struct {
	Set      string  `json:"set"`
	Of       string  `json:"of"`                 // boards or cells
	CPU      float64 `json:"cpu,omitempty"`      // share wanted of weights trained on a CPU, 0 for no goal
	GPU      float64 `json:"gpu,omitempty"`      // and on a GPU
	Restarts bool    `json:"restarts,omitempty"` // with fresh starts
}

// Of what a goal is a share.
const (
	ofBoards = "boards"
	ofCells  = "cells"
)

// goals are those that the project set itself before training.
func goals() []Goal {
	return []Goal{
		{Set: "9x9-36-45", Of: ofBoards, CPU: 0.995, GPU: 0.9995},
		{Set: "9x9-30-35", Of: ofBoards, CPU: 0.97, GPU: 0.999},
		{Set: "9x9-25-29", Of: ofBoards, CPU: 0.85, GPU: 0.995},
		{Set: "17clue", Of: ofBoards, CPU: 0.995, GPU: 0.999},
		{Set: "magictour", Of: ofBoards, CPU: 0.90, GPU: 0.99},
		{Set: "forum-11-half", Of: ofBoards, CPU: 0.25, GPU: 0.85},
		{Set: "forum-11-half", Of: ofBoards, GPU: 0.97, Restarts: true},
		{Set: "4x4", Of: ofBoards, CPU: 0.99, GPU: 0.999},
		{Set: "16x16-40-58", Of: ofCells, CPU: 0.90},
		{Set: "16x16-40-58", Of: ofBoards, CPU: 0.90, GPU: 0.60},
		{Set: "16x16-63", Of: ofBoards, CPU: 0.20, GPU: 0.40},
	}
}

// Kinds of cases, and what they are of.
const (
	cardCase     = "card"
	setKind      = ""      // by set
	twinsKind    = "twins" // by set
	auditKind    = "audit" // by side and by the set that is compared with
	literalCase  = "literal-on-sixteen"
	mixedCase    = "sizes-mixed"
	orderedCase  = "sizes-in-order"
	sixteen      = "16x16-40-58"
	heldOut      = "held-out"
	weightsName  = "candidate"
	startName    = "small" // the weights that the training of the others began from
	largestSide  = 25
	heldOutSeeds = 0x6865_6c64_6f75_7431
)

func setCase(name string) string { return record.Key(setKind, record.D("set", name)) }

// publicSets are the sets of package corpus, easiest first.
func publicSets() []string { return []string{"kaggle", "17clue", "magictour", "forum-11-half"} }

// sets returns the held-out sets, one of side 25 and the public ones.
func sets(boards map[string]int) (out []Set) {
	tests := puzzles.TestSets()
	large := puzzles.Blank(largestSide, 0.30, 0.48)
	tests = append(tests, puzzles.TestSet{Name: "25x25-30-48", Side: largestSide, Low: large.Low, High: large.High, Seed: heldOutSeeds})
	for _, t := range tests {
		if n, ok := boards[t.Name]; ok {
			out = append(out, Set{Name: t.Name, Boards: n, Test: &t})
		}
	}
	for _, id := range publicSets() {
		out = append(out, Set{Name: id, Boards: boards[id]})
	}
	return out
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "gnn-candidate",
		Title:    "The candidate network alone, without search",
		Question: "How many boards does the candidate network solve without search, at which size, in how many message-passing steps?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Weights: weightsName, Backend: backend.Asked(), Segment: 8, Noise: 0.5, Goals: goals(),
		Audit: Audit{Public: publicSets()},
	}
	// An embedded network that cannot be read is an error of every case, which read it again.
	if m, err := weights.Load(cfg.Weights); err == nil {
		cfg.SHA256 = m.Card.SHA256
	}
	var boards, twins map[string]int
	switch p {
	case lab.Smoke:
		cfg.Backend, cfg.Segment, cfg.Steps, cfg.Restarts, cfg.Batch = accel.NameGo, 4, []int{4, 8}, 1, 6
		boards = map[string]int{
			"9x9-36-45": 5, "9x9-30-35": 3, "9x9-25-29": 2, "9x9-22-24": 2, "4x4": 24, sixteen: 1, "16x16-63": 1,
			"kaggle": 1, "17clue": 1, "magictour": 1, "forum-11-half": 1,
		}
		twins = map[string]int{"4x4": 12, "9x9-30-35": 2}
		cfg.Twins.Steps = 8
		cfg.Audit.Samples = map[int]int{4: 200, 9: 200}
		cfg.Sizes = smallSizes(2, 1)
	case lab.Quick:
		cfg.Steps, cfg.Restarts, cfg.Batch = []int{8, 16, 32}, 1, 8
		boards = map[string]int{
			"9x9-36-45": 24, "9x9-30-35": 12, "9x9-25-29": 8, "9x9-22-24": 6, "4x4": 100, sixteen: 2, "16x16-63": 1, "25x25-30-48": 1,
			"kaggle": 6, "17clue": 6, "magictour": 4, "forum-11-half": 4,
		}
		twins = map[string]int{"4x4": 60, "9x9-36-45": 8, "9x9-30-35": 4, sixteen: 1}
		cfg.Twins.Steps = 16
		cfg.Audit.Samples = map[int]int{4: 5000, 9: 5000}
		cfg.Sizes = smallSizes(12, 1)
	case lab.Full:
		cfg.Path = fused.Best()
		cfg.Steps, cfg.Restarts, cfg.Batch = []int{8, 16, 32, 64, 128, 256, 512, 1024, 2048}, 1, 128
		boards = map[string]int{
			"9x9-36-45": 2000, "9x9-30-35": 2000, "9x9-25-29": 1000, "9x9-22-24": 1000, "4x4": 2000, sixteen: 1000, "16x16-63": 100, "25x25-30-48": 20,
			"kaggle": 1000, "17clue": 1000, "magictour": 1000, "forum-11-half": 1000,
		}
		twins = map[string]int{"4x4": 1000, "9x9-36-45": 300, "9x9-30-35": 300, "9x9-25-29": 300, sixteen: 30}
		cfg.Twins.Steps = 32
		cfg.Audit.Samples = map[int]int{4: 0, 9: 0}
		cfg.Sizes = smallSizes(600, 3)
	default:
		cfg.Steps, cfg.Restarts, cfg.Batch = []int{8, 16, 32, 64, 128, 256, 512, 1024, 2048}, 7, 1024
		boards = map[string]int{
			"9x9-36-45": 10_000, "9x9-30-35": 10_000, "9x9-25-29": 10_000, "9x9-22-24": 10_000, "4x4": 10_000, sixteen: 1000, "16x16-63": 500, "25x25-30-48": 100,
		} // and all of the public sets
		twins = map[string]int{"4x4": 1000, "9x9-36-45": 1000, "9x9-30-35": 1000, "9x9-25-29": 1000, sixteen: 100}
		cfg.Twins.Steps = 32
		cfg.Audit.Samples = map[int]int{4: 0, 9: 0}
		cfg.Sizes = smallSizes(600, 3)
	}
	cfg.Sets = sets(boards)
	for _, s := range sets(twins) {
		if s.Test != nil {
			cfg.Twins.Sets = append(cfg.Twins.Sets, s)
		}
	}

	pl := lab.Plan{Config: cfg, Seed: 7}
	add := func(kind string, timed bool, run func(ctx context.Context, r *lab.Run) error, dims ...record.Dim) {
		pl.Cases = append(pl.Cases, lab.Case{Kind: kind, Dims: dims, Timed: timed, Run: run})
	}
	add(cardCase, false, func(_ context.Context, r *lab.Run) error { return readCard(cfg, r) })
	for _, s := range cfg.Sets {
		c := lab.Case{Kind: setKind, Dims: []record.Dim{record.D("set", s.Name)}, Timed: true, Run: func(ctx context.Context, r *lab.Run) error { return solveSet(ctx, cfg, s, r) }}
		if s.Test == nil {
			c.Corpus, c.Limit = s.Name, s.Boards
		}
		pl.Cases = append(pl.Cases, c)
	}
	for _, s := range cfg.Twins.Sets {
		add(twinsKind, true, func(ctx context.Context, r *lab.Run) error { return compareTwins(ctx, cfg, s, r) }, record.D("set", s.Name))
	}
	for _, side := range []int{4, 9} {
		again := &stream{side: side, samples: cfg.Audit.Samples[side]}
		add(auditKind, false, func(ctx context.Context, r *lab.Run) error { return auditHeldOut(ctx, cfg, again, r) }, audited(side, heldOut)...)
		if side == 9 {
			for _, id := range cfg.Audit.Public {
				pl.Cases = append(pl.Cases, lab.Case{Kind: auditKind, Dims: audited(side, id), Corpus: id, Run: func(ctx context.Context, r *lab.Run) error {
					return auditPublic(ctx, cfg, again, r)
				}})
			}
		}
	}
	add(literalCase, false, func(_ context.Context, r *lab.Run) error { return askLiteral(r) })
	add(mixedCase, true, func(ctx context.Context, r *lab.Run) error { return trainMixed(ctx, cfg, r) })
	add(orderedCase, true, func(ctx context.Context, r *lab.Run) error { return trainInOrder(ctx, cfg, r) })
	return pl
}

// batch is the number of boards at a time: as many candidates as Batch boards of side 9.
func (c Config) batch(side, boards int) int {
	return max(1, min(c.Batch*9*9*9/(side*side*side), boards))
}

// readCard keeps what the card of the weights says of their training.
func readCard(cfg Config, r *lab.Run) error {
	m, err := weights.Load(cfg.Weights)
	if err != nil {
		return err
	}
	c := m.Card
	r.Count("weights", int64(c.Weights), "weights")
	r.Count("steps", int64(c.Training.Steps), "steps")
	r.Count("board-segments", c.Training.Samples, "boards")
	r.Exact("flops", c.Training.FLOPs, "FLOP", 1)
	r.Exact("time", c.Training.Seconds, "s", 1)
	r.Count("finished", stats.Indicator[int64](c.Training.Finished), "trainings")
	r.Count("sizes", int64(len(c.Recipe.Task.Kinds)), "sizes")
	for side, n := range drawn(c.Recipe.Task, c.Training.Steps) {
		r.Count(sideMetric("boards", side), n, "boards")
	}
	var sides, on []string
	for _, k := range c.Recipe.Task.Kinds {
		sides = append(sides, sideName(k.Puzzles.Side))
	}
	for _, run := range c.Training.Runs {
		p := run.Provenance
		name := p.Backend
		if kind, path, ok := strings.Cut(name, ":"); ok && strings.ContainsAny(path, `/\`) {
			name = kind
			if strings.Contains(path, accel.PlatformCUDA) {
				name = accel.NameCUDA
			}
		}
		if text := strings.TrimSpace(name + ", " + p.CPU); !slices.Contains(on, text) {
			on = append(on, text)
		}
	}
	if len(on) == 0 {
		on = []string{"not on the card"}
	}
	r.Text("sizes", strings.Join(sides, ", "))
	r.Text("trained on", strings.Join(on, "; "))
	r.Text("title", c.Title)
	return nil
}

// drawn bounds, by side, the boards that the first steps of a training can have taken from
// its streams: those of every batch, as if none had stayed for a second step.
func drawn(t candidate.TaskConfig, steps int) map[int]int64 {
	out := map[int]int64{}
	for step := range steps {
		at := 0
		for i := len(t.Kinds) - 1; i > 0; i-- {
			if step%t.Kinds[i].Every == i%t.Kinds[i].Every {
				at = i
				break
			}
		}
		out[t.Kinds[at].Puzzles.Side] += int64(t.Kinds[at].Batch)
	}
	return out
}
