// Package tensorbackends runs the tensor network at many numbers of puzzles side by side and on several
// backends: whether answers depend on either, how fast it is against the number of puzzles, what a puzzle
// takes of memory, what the loop costs against steps unrolled, and how it stands beside the public
// implementation of the same design in PyTorch. It decides T01, T09 and T12.
//
// The backend in Go, which needs nothing, is always measured; SUDOKULAB_BACKEND adds another, as
// xla:cuda with a card does, which T09 and T12 wait for.
//
// The public implementation takes part as a program tensor-pytorch in the folder of peers (SUDOKULAB_PEERS):
//
//	tensor-pytorch FILE BATCH PASSES DOUBLES SECONDS THREADS
//
// FILE has one puzzle per line, as for speed-peers. Each BATCH of puzzles is taken at most PASSES passes, with the
// check for doubles if DOUBLES is 1, until all are solved or given up, on THREADS threads. A first batch is not
// timed; then rounds over the whole file follow until SECONDS have gone by. At the end the program writes one
// line of JSON: puzzles, seconds (of all rounds, of the passes alone), passes (added up over puzzles and
// rounds), rounds, torch (the version), and of the first round solved (to an answer that was checked), wrong and
// open.
package tensorbackends

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/tensornet"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Backend string           `json:"backend"` // besides the one in Go
	Network tensornet.Config `json:"network"` // but for what is varied: form, batch, unrolled
	// Sizes are the numbers of puzzles side by side at which answers are compared, by set.
	Sizes map[string][]int `json:"sizes"`
	// Distinct puzzles are repeated to fill a size. A prime number: puzzles that lie a power of two apart differ.
	Distinct int `json:"distinct"`
	Compared int `json:"compared"` // answers that two backends are held against each other by, at least
	// Rates are what is timed, by form.
	Rates    map[tensornet.Form]Rate `json:"rates"`
	RateSets []string                `json:"rate_sets"`
	// Chunk is the number of steps in a loop, and unrolled, whose times are compared.
	Chunk     int                   `json:"chunk"`
	Rounds    int                   `json:"rounds"`
	Slot      time.Duration         `json:"slot_ns"` // of a turn of ours, at least
	Torch     []Torch               `json:"torch,omitempty"`
	Patience  time.Duration         `json:"patience_ns"` // for a run of that program
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
}

// Rate is what is timed of a form.
type Rate struct {
	Puzzles int   `json:"puzzles"` // those of a set, repeated if it has fewer
	Batches []int `json:"batches"` // puzzles side by side in one network
	Usual   int   `json:"usual"`   // those in each of two networks, and wherever else the number is not varied
}

// Torch is a way to run the public implementation.
type Torch struct {
	Puzzles int  `json:"puzzles"`
	Batch   int  `json:"batch"`
	Passes  int  `json:"passes"` // at most
	Doubles bool `json:"doubles"`
	Rounds  int  `json:"rounds"`
}

// name tells the ways apart.
func (t Torch) name() string {
	name := strconv.Itoa(t.Passes) + "-passes"
	if t.Doubles {
		name += "-doubles"
	}
	return name
}

// forms of the network; claims are decided by the literal one, which is the document's.
var forms = []tensornet.Form{tensornet.Literal, tensornet.Packed}

// Sets: boards with no, one and several solutions; such that need few steps, so that many side by side take
// little time; and what PyTorch gets.
const (
	mixedSet  = "own-mixed"
	easySet   = "own-easy"
	torchSet  = "17clue"
	torchPeer = "tensor-pytorch"
)

// Kinds of cases.
const (
	answersKind = "answers" // by backend, form and set: at every size as one at a time
	equalKind   = "equal"   // by backend and form: as on the backend in Go
	rateKind    = "rate"    // by backend, form and set
	loopKind    = "loop"    // by backend and form
	bytesKind   = "bytes"   // by form
	torchKind   = "pytorch" // by way and threads
)

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "tensor-backends",
		Title:    "The tensor network on several backends and for many puzzles at once",
		Question: "Do the tensor network's answers depend on the backend or on the puzzles beside them, and how fast is it with how many?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Backend: backend.Asked(), Network: tensornet.DefaultConfig(), Distinct: 61, Compared: 96, Chunk: 8, Rounds: 3, Slot: 40 * time.Millisecond,
		RateSets: []string{"17clue", easySet}, Patience: 5 * time.Minute, Bootstrap: stats.DefaultBootstrap(),
		Rates: map[tensornet.Form]Rate{tensornet.Packed: {768, []int{96, 384}, 384}, tensornet.Literal: {64, []int{32}, 32}},
	}
	largest := map[string]int{mixedSet: 64, easySet: 4096}
	switch p {
	case lab.Smoke:
		cfg.Backend = accel.NameGo
		largest = map[string]int{mixedSet: 16}
		cfg.Distinct, cfg.Compared, cfg.Chunk, cfg.Rounds, cfg.RateSets = 7, 30, 2, 2, []string{easySet}
		cfg.Rates = map[tensornet.Form]Rate{tensornet.Packed: {96, []int{48}, 48}, tensornet.Literal: {16, []int{8}, 8}}
		cfg.Slot, cfg.Bootstrap.Resamples = time.Millisecond, 500
	case lab.Full:
		largest = map[string]int{mixedSet: 4096}
		cfg.Distinct, cfg.Compared, cfg.Chunk, cfg.Rounds, cfg.Slot = 251, 1000, 16, 7, 300*time.Millisecond
		cfg.Rates = map[tensornet.Form]Rate{
			tensornet.Packed: {4096, []int{6, 48, 384, 1536, 4096}, 1536}, tensornet.Literal: {512, []int{1, 8, 64, 256}, 256},
		}
		cfg.RateSets = []string{"17clue", "magictour", easySet, "own-minimal"}
		cfg.Torch = []Torch{{996, 249, 50, false, 7}, {996, 249, 50, true, 3}, {250, 125, 1000, false, 3}}
	case lab.GPU:
		if cfg.Backend == accel.NameGo {
			cfg.Backend = accel.NameCUDA
		}
		largest = map[string]int{mixedSet: 16} // XLA takes seconds to compile each
		cfg.Compared, cfg.Chunk, cfg.Slot = 16384, 4, 300*time.Millisecond
		cfg.Rates = map[tensornet.Form]Rate{
			tensornet.Packed:  {1 << 20, []int{1 << 15, 1 << 20}, 1 << 15},
			tensornet.Literal: {1 << 17, []int{1 << 12, 1 << 17}, 1 << 12},
		}
	}
	cfg.Sizes = map[string][]int{}
	for set, most := range largest {
		for n := 1; n <= most; n *= 2 {
			cfg.Sizes[set] = append(cfg.Sizes[set], n)
		}
	}
	pl := lab.Plan{Config: cfg, Seed: 17}
	add := func(kind string, dims []record.Dim, set string, puzzles int, timed bool, run func(ctx context.Context, r *lab.Run) error) {
		pl.Cases = append(pl.Cases, lab.Case{Kind: kind, Dims: dims, Corpus: set, Limit: puzzles, Timed: timed, Run: run})
	}
	backends := []string{accel.NameGo, cfg.Backend}
	if cfg.Backend == accel.NameGo || p == lab.GPU { // where the one in Go is only what answers are compared with
		backends = backends[1:]
	}
	for _, form := range forms {
		for _, name := range backends {
			on := []record.Dim{record.D("backend", name), record.D("form", string(form))}
			s := subject{cfg, name, form}
			for _, set := range slices.Sorted(maps.Keys(cfg.Sizes)) {
				add(answersKind, append(slices.Clone(on), lab.OnSet(set)...), set, cfg.Distinct, false,
					func(ctx context.Context, r *lab.Run) error { return s.answers(ctx, cfg.Sizes[set], r) })
			}
			add(equalKind, on, mixedSet, cfg.Compared, false, s.equal)
			for _, set := range cfg.RateSets {
				add(rateKind, append(slices.Clone(on), lab.OnSet(set)...), set, cfg.Rates[form].Puzzles, true, s.rate)
			}
			add(loopKind, on, "own-minimal", cfg.Rates[form].Usual, true, s.loop)
		}
		if p != lab.GPU {
			add(bytesKind, []record.Dim{record.D("form", string(form))}, "", 0, true, subject{cfg, accel.NameGo, form}.bytes)
		}
	}
	for _, way := range cfg.Torch {
		for _, threads := range []int{1, 2} {
			pl.Cases = append(pl.Cases, lab.Case{
				Kind: torchKind, Dims: torchDims(way, threads), Corpus: torchSet, Limit: way.Puzzles, Peer: torchPeer, Timed: true,
				Run: besideOf(cfg, way, threads),
			})
		}
	}
	return pl
}

func torchDims(way Torch, threads int) []record.Dim {
	return []record.Dim{record.D("way", way.name()), record.D("threads", threads)}
}
