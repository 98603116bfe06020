// Package gnnstructure counts what the document on the graph network draws: its graph, its
// features, its layers and weights, those of the convolutional network it compares with, and
// the memory that a training step takes. It decides G01 to G06, G22, G24 and G25.
//
// Structure and memory are counted in built graphs, which are not run: a batch of 128 is
// counted on any machine. Only small cases run: one message-passing step against plain loops, and
// a training step whose memory is both measured and counted.
package gnnstructure

import (
	"context"
	"fmt"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/layer"
	"sudokulab/pkg/record"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Network literal.Config `json:"network"` // the document's
	CNN     cnn.Config     `json:"cnn"`     // the one it compares with
	Sides   []int          `json:"sides"`   // of the graphs
	Boards  int            `json:"boards"`  // whose features are looked at
	Rounds  []int          `json:"rounds"`  // at which weights are counted
	Loops   int            `json:"loops"`   // boards that are run against plain loops
	Batch   int            `json:"batch"`   // of the document's table of memory
	Batches int            `json:"batches"` // of that size that are to fit into 1 GB
	Signal  Signal         `json:"signal"`
	Step    Step           `json:"step"`
}

// Signal is how far the input's trace is followed through the rounds.
type Signal struct {
	Side   int          `json:"side"`
	Boards int          `json:"boards"`
	Rounds []int        `json:"rounds"`
	Inits  []layer.Init `json:"inits"`
}

// Step are the training steps whose memory is measured.
type Step struct {
	Batches []int `json:"batches"`
	Rounds  int   `json:"rounds"`
	Repeats int   `json:"repeats"`
}

// Kinds of cases.
const (
	graphKind     = "graph" // by n, the side
	featuresCase  = "features"
	modelKind     = "model" // by reading
	roundKind     = "round" // by reading
	cnnCase       = "cnn"
	otherSizeCase = "cnn-on-sixteen"
	rowsCase      = "memory-rows"
	heldKind      = "memory-held"     // by form and batch
	stepKind      = "memory-measured" // by form
	signalKind    = "signal"          // by init
)

func graphCase(side int) string { return record.Key(graphKind, record.D("n", side)) }
func modelCase(reading literal.Reading) string {
	return record.Key(modelKind, record.D("reading", reading))
}

func roundCase(reading literal.Reading) string {
	return record.Key(roundKind, record.D("reading", reading))
}

// form is a way to compute the network.
type form struct {
	passing   literal.Passing
	compute   literal.Compute
	recompute bool
}

func (f form) String() string {
	s := fmt.Sprintf("%s %s", f.passing, f.compute)
	if f.recompute {
		s += " recompute"
	}
	return s
}

// kept and again say what becomes of rounds in the backward pass.
const (
	kept  = "kept"
	again = "again"
)

func (f form) dims() []record.Dim {
	rounds := kept
	if f.recompute {
		rounds = again
	}
	return []record.Dim{record.D("passing", f.passing), record.D("format", f.compute), record.D("rounds", rounds)}
}

// formOf returns the form of a record's case.
func formOf(r record.Record) form {
	return form{literal.Passing(r.Dim("passing")), literal.Compute(r.Dim("format")), r.Dim("rounds") == again}
}

func (f form) of(c literal.Config) literal.Config {
	c.Passing, c.Compute, c.Recompute = f.passing, f.compute, f.recompute
	return c
}

// forms are all of them, the plainest first, the most sparing last.
func forms() (out []form) {
	for _, p := range []literal.Passing{literal.Plain, literal.Fast} {
		for _, recompute := range []bool{false, true} {
			for _, c := range []literal.Compute{literal.Float32, literal.BFloat16} {
				out = append(out, form{p, c, recompute})
			}
		}
	}
	return out
}

func heldCase(f form, batch int) string {
	return record.Key(heldKind, append(f.dims(), record.D("batch", batch))...)
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "gnn-structure",
		Title:    "The document's network as drawn: graph, layers, weights, memory",
		Question: "Does the document's network, built as drawn, have the stated numbers of nodes, edges and weights, and the stated memory?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Network: literal.Default(), CNN: cnn.Default(), Sides: []int{4, 9, 16, 25}, Boards: 200,
		Rounds: []int{1, 8, 32, 64}, Loops: 3, Batch: 128, Batches: 8,
		Signal: Signal{Side: 9, Boards: 3, Rounds: []int{1, 2, 4, 8, 16, 32}, Inits: []layer.Init{layer.FanIn, layer.Glorot, layer.He}},
		Step:   Step{Batches: []int{1, 2, 4}, Rounds: 32, Repeats: 1},
	}
	switch p {
	case lab.Smoke:
		cfg.Boards, cfg.Loops = 20, 1
		cfg.Signal.Side, cfg.Signal.Boards, cfg.Signal.Rounds = 4, 2, []int{1, 4, 16}
		cfg.Step = Step{Batches: []int{2}, Rounds: 2, Repeats: 1}
	case lab.Full:
		cfg.Boards, cfg.Loops, cfg.Signal.Boards = 2000, 20, 20
		cfg.Step.Batches, cfg.Step.Repeats = []int{2, 4, 8, 16, 32}, 5
	}
	pl := lab.Plan{Config: cfg, Seed: 5}
	add := func(kind string, timed bool, run func(ctx context.Context, r *lab.Run) error, dims ...record.Dim) {
		pl.Cases = append(pl.Cases, lab.Case{Kind: kind, Dims: dims, Timed: timed, Run: run})
	}
	for _, side := range cfg.Sides {
		add(graphKind, false, func(_ context.Context, r *lab.Run) error { return countGraph(r, side) }, record.D("n", side))
	}
	add(featuresCase, false, func(_ context.Context, r *lab.Run) error { return lookAtFeatures(cfg, r) })
	for _, reading := range literal.Readings() {
		c := cfg.Network
		c.Reading = reading
		add(modelKind, false, func(ctx context.Context, r *lab.Run) error { return countModel(ctx, c, cfg.Rounds, r) }, record.D("reading", reading))
		add(roundKind, false, func(ctx context.Context, r *lab.Run) error { return compareRound(ctx, c, cfg.Loops, r) }, record.D("reading", reading))
	}
	add(cnnCase, false, func(ctx context.Context, r *lab.Run) error { return countCNN(ctx, cfg.CNN, r) })
	add(otherSizeCase, false, func(ctx context.Context, r *lab.Run) error { return otherSize(ctx, cfg.CNN, r) })
	add(rowsCase, false, func(ctx context.Context, r *lab.Run) error { return countRows(ctx, cfg, r) })
	for _, f := range forms() {
		for _, batches := range []int{1, cfg.Batches} {
			add(heldKind, false, func(ctx context.Context, r *lab.Run) error {
				return countHeld(ctx, f.of(cfg.Network), batches*cfg.Batch, r)
			}, append(f.dims(), record.D("batch", batches*cfg.Batch))...)
		}
	}
	for _, init := range cfg.Signal.Inits {
		c := cfg.Network
		c.Start.Init = init
		add(signalKind, false, func(ctx context.Context, r *lab.Run) error { return followSignal(ctx, c, cfg.Signal, r) }, record.D("init", init))
	}
	for _, f := range []form{{literal.Fast, literal.Float32, false}, {literal.Fast, literal.Float32, true}, {literal.Plain, literal.Float32, false}} {
		add(stepKind, true, func(ctx context.Context, r *lab.Run) error {
			return measureStep(ctx, f.of(cfg.Network), cfg.Step, r)
		}, f.dims()...)
	}
	return pl
}

// goBackend opens the pure-Go backend, so that the figures are the same on every machine.
func goBackend(ctx context.Context) (*accel.Choice, error) {
	return accel.Choose(ctx, accel.Options{Backend: accel.NameGo})
}
