// Package minigridanswers compares the answers of the minigrid method with exact cover: the
// class of a board, the number of its solutions, the whole set of them, and what can be read
// off the pruned graph alone. It decides M10, M11, M12a, M12b and M12c.
//
// The boards have no solution, one, or several: sets of puzzles as they are, the same with
// givens taken out or one given changed, random parts of full grids, and all parts of the
// two 4×4 grids that are different under symmetry, hence every 4×4 board with a solution.
package minigridanswers

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	// Method is the corrected reading: a digit twice in a shared line forbids an edge, and
	// a supporter is asked for in every dependent box. The other readings differ from it
	// in the fields that readings names.
	Method minigrid.Config `json:"method"`
	// Cap is the number of solutions after which both methods stop; DeepCap that of the case
	// made=deep.
	Cap     int64 `json:"cap"`
	DeepCap int64 `json:"deep_cap"`
	// Nodes bounds one extraction.
	Nodes int64 `json:"nodes"`

	Given   int `json:"given"`   // puzzles of a set at most, as they are
	Removed int `json:"removed"` // with givens taken out
	Changed int `json:"changed"` // with one given changed
	// Parts are random parts of full 9×9 grids, with PartsLow to PartsHigh givens.
	Parts     int `json:"parts"`
	PartsLow  int `json:"parts_low"`
	PartsHigh int `json:"parts_high"`
	// Deep parts have DeepLow to DeepHigh givens.
	Deep     int `json:"deep"`
	DeepLow  int `json:"deep_low"`
	DeepHigh int `json:"deep_high"`
	// Full are nearly full grids with one digit changed.
	Full     int `json:"full"`
	FullLow  int `json:"full_low"`
	FullHigh int `json:"full_high"`
	// Every part so many of a 4×4 grid is taken: 1 for all.
	Stride4        int `json:"stride_4"`
	ChangedStride4 int `json:"changed_stride_4"`
	// Ruled bounds the boards of a set that the other readings of the paper get.
	Ruled int `json:"ruled"`
}

// sets are the sets of puzzles, with the most givens that are taken out of one; 0 where no
// boards are derived. Sets whose puzzles are minimal turn ambiguous with the first.
var sets = []struct {
	id   string
	most int
}{
	{"own-4x4", 2},
	{"own-easy", 16},
	{"own-medium", 10},
	{"own-hard", 8},
	{"own-minimal", 2},
	{"own-mixed", 0},
	{"17clue", 1},
	{"magictour", 1},
	{"forum-11-half", 1},
	{"forum-1106", 0},
	{"norvig-10k", 1},
	{"norvig-hardest", 0},
	{"acs-9x9-half", 0},
}

// The ways in which a board comes from a puzzle of a set.
const (
	given   = "given"   // as it is
	removed = "removed" // some givens taken out
	changed = "changed" // one given changed
)

// reading is a way to read the paper other than the corrected one; the last of readings is the letter, by
// which claims are decided.
type reading struct {
	name string
	set  func(c *minigrid.Config)
	on   [][]record.Dim
}

// small and larger are the boards on which a reading is tried.
var (
	small  = [][]record.Dim{ofSet("own-4x4", given), ofSet("own-easy", given), made(keptBefore)}
	larger = append([][]record.Dim{ofSet("own-mixed", given), ofSet("own-easy", changed), made(fullChanged)}, small...)
)

// Boards that are made in the run.
const (
	randomParts = "parts"
	deepParts   = "deep"
	fullChanged = "nearly-full-changed"
	all4        = "4x4"
	all4Changed = "4x4-changed"
	keptBefore  = "kept"
)

// readingKind is the kind of the cases of other readings than the corrected one, whose cases have no kind.
const readingKind = "reading"

// ofSet returns the dimensions of boards that come from a set.
func ofSet(id, as string) []record.Dim {
	return []record.Dim{record.D("set", id), record.D("as", as)}
}

// made returns the dimensions of boards that are made in the run.
func made(what string) []record.Dim { return []record.Dim{record.D("made", what)} }

// under returns the dimensions of boards under a reading.
func under(reading string, of []record.Dim) []record.Dim {
	return append([]record.Dim{record.D("rule", reading)}, of...)
}

// The readings that judges ask for.
const (
	degreeBoxes = "degree-boxes"
	degreeEdges = "degree-edges"
	literal     = "literal" // to the paper's letter
)

// readings are what the paper writes down, one deviation at a time, and all together. The last
// lists fillings by the box alone, up to 9! of them, so it gets the fuller boards only.
var readings = []reading{
	{"identical", func(c *minigrid.Config) { c.Compatibility = minigrid.Identical }, larger},
	{degreeBoxes, func(c *minigrid.Config) { c.Pruning = minigrid.DegreeBoxes }, larger},
	{degreeEdges, func(c *minigrid.Config) { c.Pruning = minigrid.DegreeEdges }, larger},
	{literal, func(c *minigrid.Config) {
		l := minigrid.LiteralConfig()
		c.Fillings, c.Compatibility, c.Pruning, c.Order = l.Fillings, l.Compatibility, l.Pruning, l.Order
	}, small},
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "minigrid-answers",
		Title:    "Answers of the minigrid method against exact cover",
		Question: "Does the minigrid method find every solution and nothing else, does it sort boards rightly, and what does the pruned graph alone tell?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func config(p lab.Profile) Config {
	method := minigrid.DefaultConfig()
	// One worker a case: cases run side by side, and figures do not depend on it.
	method.Workers = 1
	method.MaxVertices, method.MaxBytes = 60_000, 256<<20
	cfg := Config{
		Method: method, Cap: 1000, DeepCap: 100_000, Nodes: 1_000_000,
		Given: 300, Removed: 40, Changed: 100,
		Parts: 250, PartsLow: 18, PartsHigh: 35,
		Deep: 12, DeepLow: 24, DeepHigh: 26,
		Full: 1000, FullLow: 55, FullHigh: 76,
		Stride4: 1, ChangedStride4: 8, Ruled: 300,
	}
	switch p {
	case lab.Smoke:
		cfg.Cap, cfg.DeepCap = 200, 2000
		cfg.Given, cfg.Removed, cfg.Changed, cfg.Parts, cfg.Deep, cfg.Full = 20, 5, 10, 20, 1, 100
		cfg.Stride4, cfg.ChangedStride4, cfg.Ruled = 101, 1001, 15
	case lab.Full:
		cfg.Cap, cfg.DeepCap = 10_000, 1_000_000
		cfg.Given, cfg.Removed, cfg.Changed, cfg.Parts, cfg.Deep, cfg.Full = 0, 2000, 5000, 30_000, 200, 100_000
		cfg.Method.MaxVertices = 400_000
		cfg.ChangedStride4, cfg.Ruled = 1, 0
	}
	return cfg
}

// source is where the boards of a case come from.
type source struct {
	corpus string
	limit  int
	make   maker
}

func plan(p lab.Profile) lab.Plan {
	cfg := config(p)
	pl := lab.Plan{Config: cfg, Seed: 1012}
	// The same boards get the same stream of random numbers under every reading.
	add := func(kind string, dims, of []record.Dim, s source, c comparer) {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: kind, Dims: dims, Corpus: s.corpus, Limit: s.limit,
			Run: func(ctx context.Context, r *lab.Run) error {
				h := fnv.New64a()
				h.Write([]byte(record.Key("", of...)))
				return run(ctx, r, s.make, rand.New(rand.NewPCG(r.Seed, h.Sum64())), c)
			},
		})
	}
	corrected := comparer{cfg: cfg.Method, most: cfg.Cap, nodes: cfg.Nodes}
	for _, s := range sets {
		of := func(as string, s source) { add("", ofSet(s.corpus, as), ofSet(s.corpus, as), s, corrected) }
		of(given, source{s.id, cfg.Given, derived(asGiven)})
		if s.most > 0 {
			of(removed, source{s.id, cfg.Removed, derived(without(s.most))})
			of(changed, source{s.id, cfg.Changed, derived(withChange)})
		}
	}
	deep := corrected
	deep.most = cfg.DeepCap
	full := partsOf(cfg.Full, cfg.FullLow, cfg.FullHigh, withChange)
	for _, m := range []struct {
		name string
		make maker
		c    comparer
	}{
		{randomParts, partsOf(cfg.Parts, cfg.PartsLow, cfg.PartsHigh, asGiven), corrected},
		{deepParts, partsOf(cfg.Deep, cfg.DeepLow, cfg.DeepHigh, asGiven), deep},
		{fullChanged, full, corrected},
		{all4, partsOf4(cfg.Stride4, asGiven), corrected},
		{all4Changed, partsOf4(cfg.ChangedStride4, withChange), corrected},
	} {
		add("", made(m.name), made(m.name), source{"", 0, m.make}, m.c)
	}
	again := func(reading string, of []record.Dim) source {
		switch {
		case slices.Equal(of, made(keptBefore)):
			return source{"", 0, kept(reading)}
		case slices.Equal(of, made(fullChanged)):
			return source{"", 0, full}
		case of[1].Value == changed:
			return source{of[0].Value, cfg.Ruled, derived(withChange)}
		}
		return source{of[0].Value, cfg.Ruled, derived(asGiven)}
	}
	for _, rd := range readings {
		c := corrected
		rd.set(&c.cfg)
		for _, of := range rd.on {
			add(readingKind, under(rd.name, of), of, again(rd.name, of), c)
		}
	}
	return pl
}

// run compares both methods on the boards of a case.
func run(ctx context.Context, r *lab.Run, m maker, rng *rand.Rand, c comparer) error {
	t := newTally(c.most)
	for b, err := range m(ctx, r, rng) {
		if err != nil {
			return err
		}
		o, err := c.compare(ctx, b.Board)
		if err != nil {
			return fmt.Errorf("%s: %w", b.Board, err)
		}
		if b.count >= 0 && o.want != min(int64(b.count), c.most) {
			return fmt.Errorf("%s: exact cover has %d solutions, the set states %d", b.Board, o.want, b.count)
		}
		t.add(b.Board, o)
	}
	t.keep(r)
	return nil
}

// item is a board and the number of solutions that its set states, -1 if none.
type item struct {
	board.Board
	count int
}
