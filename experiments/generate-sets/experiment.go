// Package generatesets measures the generators of 9×9 puzzles: how uniform their full grids
// are, what distribution of givens and ratings their puzzles have, how many solver calls a
// minimal puzzle takes, and their throughput compared with other people's programs. Uniqueness and
// minimality are checked by another engine on samples, duplicates by canonical form. It
// decides no claim.
package generatesets

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/symmetry"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Grids4    int                     `json:"grids_4"`    // of a source, 4×4
	Grids     int                     `json:"grids"`      // of a source, 9×9
	Completed int                     `json:"completed"`  // samples of the other road to the mean
	Methods   []method                `json:"methods"`    // of making minimal puzzles
	Puzzles   int                     `json:"puzzles"`    // of a method
	Checked   int                     `json:"checked"`    // of them by another engine
	Forms     int                     `json:"forms"`      // of them by canonical form and rating
	Givens    []int                   `json:"givens"`     // exact numbers asked for
	PerNumber int                     `json:"per_number"` // puzzles of each
	Patterned int                     `json:"patterned"`  // puzzles of each symmetry pattern
	Vicinity  generate.VicinityConfig `json:"vicinity"`
	Steps     int                     `json:"steps"`
	Rounds    int                     `json:"rounds"`
	Timed     int                     `json:"timed"` // puzzles of a method or program in a round
	Peers     []peer                  `json:"peers,omitempty"`
}

// method is a way to minimal puzzles: removal in random order from full grids of a source.
type method struct {
	Name   string                  `json:"name"`
	Source generate.Source         `json:"source"`
	Plain  bool                    `json:"plain,omitempty"` // one solver call a cell
	Maker  generate.Minimal9Config `json:"maker"`
}

func methods() []method {
	alone, family := generate.DefaultMinimal9(), generate.FastMinimal9()
	return []method{
		{Name: "sets", Source: generate.SourceUniform, Maker: alone},
		{Name: "families", Source: generate.SourceUniform, Maker: family},
		{Name: "plain", Source: generate.SourceUniform, Plain: true, Maker: alone},
		{Name: "search-grids", Source: generate.SourceSearch, Maker: alone},
		{Name: "pattern-grids", Source: generate.SourcePattern, Maker: alone},
	}
}

// peer is a program of others: PROGRAM N SEED writes N puzzles, a line each, and then
// "# seconds S", the time that making them took.
type peer struct {
	Name    string   `json:"name"`
	Program string   `json:"program"`
	Args    []string `json:"args,omitempty"` // behind N and SEED
}

var peers = []peer{
	{Name: "tdoku", Program: "tdoku-generate"},
	{Name: "rust, no symmetry", Program: "rust-generate", Args: []string{"none"}},
	{Name: "rust, half turn", Program: "rust-generate"},
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "generate-sets",
		Title:    "Generating grids and puzzles",
		Question: "How uniform are the full grids, what do minimal puzzles look like by method, and how fast are they generated?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Grids4: 57_600, Grids: 50_000, Completed: 300, Methods: methods(), Puzzles: 20_000, Checked: 100, Forms: 5000,
		Givens: []int{20, 21, 22, 23, 26, 30}, PerNumber: 20, Patterned: 20,
		Vicinity: generate.DefaultVicinity(), Steps: 400, Rounds: 9, Timed: 1000,
	}
	switch p {
	case lab.Smoke:
		cfg.Grids4, cfg.Grids, cfg.Completed, cfg.Puzzles, cfg.Checked, cfg.Forms = 5760, 3000, 20, 500, 5, 100
		cfg.Givens, cfg.PerNumber, cfg.Patterned, cfg.Steps, cfg.Rounds, cfg.Timed = []int{22, 26}, 2, 2, 10, 3, 20
	case lab.Full:
		cfg.Grids4, cfg.Grids, cfg.Completed, cfg.Puzzles, cfg.Checked, cfg.Forms = 2_880_000, 2_000_000, 20_000, 1_000_000, 5000, 200_000
		cfg.PerNumber, cfg.Patterned, cfg.Steps, cfg.Rounds, cfg.Timed = 500, 500, 50_000, 31, 10_000
	}
	if p != lab.Smoke { // programs of other people are no matter for continuous integration
		cfg.Peers = peers
	}
	pl := lab.Plan{Config: cfg, Seed: 20}
	add := func(kind string, run func(ctx context.Context, r *lab.Run) error, dims ...record.Dim) {
		pl.Cases = append(pl.Cases, lab.Case{Kind: kind, Dims: dims, Run: run})
	}
	for _, source := range generate.Sources() {
		add(gridsKind, func(ctx context.Context, r *lab.Run) error { return grids4(ctx, cfg, source, r) }, record.D("side", 4), record.D("source", source))
	}
	for _, source := range generate.Sources() {
		add(gridsKind, func(ctx context.Context, r *lab.Run) error { return grids9(ctx, cfg, source, r) }, record.D("side", 9), record.D("source", source))
	}
	add(roadKind, func(ctx context.Context, r *lab.Run) error { return otherRoad(ctx, cfg, r) })
	for _, m := range cfg.Methods {
		add(minimalKind, func(ctx context.Context, r *lab.Run) error { return minimal(ctx, cfg, m, r) }, record.D("method", m.Name))
	}
	for _, n := range cfg.Givens {
		add(givensKind, func(ctx context.Context, r *lab.Run) error { return exactGivens(ctx, cfg, n, r) }, record.D("number", n))
	}
	for _, pattern := range generate.Patterns() {
		add(patternKind, func(ctx context.Context, r *lab.Run) error { return patterned(ctx, cfg, pattern, r) }, record.D("name", pattern))
	}
	add(vicinityKind, func(ctx context.Context, r *lab.Run) error { return vicinity(ctx, cfg, r) })
	pl.Cases = append(pl.Cases, lab.Case{
		Kind: speedKind, Timed: true,
		Run: func(ctx context.Context, r *lab.Run) error { return speed(ctx, cfg, r) },
	})
	for _, p := range cfg.Peers {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: peerKind, Dims: []record.Dim{record.D("peer", p.Name)}, Peer: p.Program, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return besidePeer(ctx, cfg, p, r) },
		})
	}
	return pl
}

// Kinds of cases.
const (
	gridsKind    = "grids"             // by side and source
	roadKind     = "grids-completions" // of side 9
	minimalKind  = "minimal"           // by method
	givensKind   = "givens"            // by number
	patternKind  = "pattern"           // by name
	vicinityKind = "vicinity"
	speedKind    = "speed"
	peerKind     = "speed-peer" // by peer
)

// guesses rates a puzzle by what the counter needs to prove its solution unique.
func guesses(c *engine.Counter9) func(puzzle *[81]uint8) int64 {
	return func(puzzle *[81]uint8) int64 {
		c.Count(puzzle, 2)
		return c.Guesses()
	}
}

func boardOf(cells [81]uint8) (board.Board, error) { return board.FromCells(cells[:]) }

// maker makes the puzzles of a method, one after the other.
type maker struct {
	method  method
	counter *engine.Counter9
	sets    *generate.Minimal9
	grid    generate.GridConfig
	rng     *rand.Rand
}

// newMaker returns a maker that finds second solutions by the counter that is the same everywhere or, for the times, by
// the fastest of this processor, which makes the same puzzles with other questions.
func newMaker(m method, seed uint64, fast bool) (*maker, error) {
	m.Maker.Seed = seed
	k := &maker{method: m, counter: engine.NewCounter9(), grid: generate.DefaultGrid(9), rng: rand.New(rand.NewPCG(seed, 1))}
	k.grid.Source = m.Source
	var rival generate.Rival = k.counter
	if fast {
		rival = engine.NewRivals9()
	}
	var err error
	k.sets, err = generate.NewMinimal9(m.Maker, rival)
	return k, err
}

func (k *maker) puzzle(ctx context.Context, index int, p *generate.Puzzle9) error {
	if k.method.Source == generate.SourceUniform && !k.method.Plain {
		return k.sets.Item(index, p)
	}
	grid, err := generate.FullGrid(ctx, k.rng, k.grid)
	if err != nil {
		return err
	}
	cells := [81]uint8(grid.Cells())
	if !k.method.Plain {
		return k.sets.Reduce(k.rng, &cells, &cells, p)
	}
	b, stats, err := generate.Minimal(ctx, k.rng, grid, generate.PatternNone, func(b board.Board, limit int) int {
		n, _ := k.counter.Count((*[81]uint8)(b.Cells()), limit)
		return n
	})
	if err != nil {
		return err
	}
	*p = generate.Puzzle9{
		Puzzle: [81]uint8(b.Cells()), Solution: cells, Givens: b.Filled(),
		Stats: generate.MinimalStats{Calls: stats.RemovalTests, Rivals: stats.Restores},
	}
	return nil
}

// minimal makes puzzles by a method and looks at them from all sides.
func minimal(ctx context.Context, cfg Config, m method, r *lab.Run) error {
	k, err := newMaker(m, r.Seed, false)
	if err != nil {
		return err
	}
	var (
		sum       generate.MinimalStats
		givens    []int
		checked   int
		twins     int
		technique = map[rate.Technique]int{}
		sumOf     int64 // guesses
		guessed   int
	)
	seen, err := symmetry.NewSeen(symmetry.DefaultLimits())
	if err != nil {
		return err
	}
	rater := rate.New(board.Standard())
	count := func(b board.Board) int64 { return guesses(k.counter)((*[81]uint8)(b.Cells())) }
	for i := range cfg.Puzzles {
		if err := ctx.Err(); err != nil {
			return err
		}
		var p generate.Puzzle9
		if err := k.puzzle(ctx, i, &p); err != nil {
			return err
		}
		sum.Add(p.Stats)
		givens = append(givens, p.Givens)
		if i >= cfg.Forms {
			continue
		}
		b, err := boardOf(p.Puzzle)
		if err != nil {
			return err
		}
		if i < cfg.Checked {
			if err := check(ctx, b, p.Solution); err != nil {
				return fmt.Errorf("puzzle %d: %w", i, err)
			}
			checked++
		}
		fresh, err := seen.Add(b)
		if err != nil {
			return err
		}
		if !fresh {
			twins++
		}
		rating, err := rater.Rate(b, count)
		if err != nil {
			return err
		}
		technique[rating.Technique]++
		if rating.Technique == rate.Guesses {
			sumOf += rating.Guesses
			guessed++
		}
		if i%1000 == 0 {
			r.Progress(i, cfg.Puzzles)
		}
	}
	n := cfg.Puzzles
	total := 0
	counts := map[int]int{}
	for _, g := range givens {
		total += g
		counts[g]++
	}
	r.Exact("givens.mean", float64(total)/float64(n), "givens", n)
	r.Exact("givens.least", float64(slices.Min(givens)), "givens", n)
	r.Exact("givens.most", float64(slices.Max(givens)), "givens", n)
	for g, c := range counts {
		r.Exact(givensMetric(g), float64(c), "puzzles", n)
	}
	r.Exact("calls", float64(sum.Calls)/float64(n), "solver calls a puzzle", n)
	r.Exact("rivals", float64(sum.Rivals)/float64(n), "second solutions a puzzle", n)
	r.Exact("checked", float64(checked), "puzzles unique and minimal by the other engine", checked)
	formed := min(n, cfg.Forms)
	r.Exact("twins", float64(twins), "puzzles of a class met before", formed)
	for _, t := range rate.Techniques()[1:] {
		r.Exact("technique="+t.String(), float64(technique[t]), "puzzles", formed)
	}
	if guessed > 0 {
		r.Exact("guesses", float64(sumOf)/float64(guessed), "guesses a puzzle that needs some", guessed)
	}
	return nil
}

func givensMetric(g int) string { return fmt.Sprintf("givens=%02d", g) }

// check has dancing links prove that a puzzle has one solution, and that it has more without
// any of its givens.
func check(ctx context.Context, b board.Board, solution [81]uint8) error {
	e := engine.DLX(engine.DefaultDLX())
	res, err := e.Solve(ctx, b, solver.Limits{Solutions: 2})
	if err != nil {
		return err
	}
	if res.Status != solver.Unique || [81]uint8(res.Grid.Cells()) != solution {
		return fmt.Errorf("%v: %s, want the generator's solution to be the only one", b, res.Status)
	}
	less := b.Clone()
	for c, d := range b.Cells() {
		if d == 0 {
			continue
		}
		less.Set(c, 0)
		if res, err = e.Solve(ctx, less, solver.Limits{Solutions: 2}); err != nil {
			return err
		}
		if res.Status != solver.Multiple {
			return fmt.Errorf("%v: %s without %s, want several solutions", b, res.Status, b.Shape().CellName(c))
		}
		less.Set(c, int(d))
	}
	return nil
}

// exactGivens makes puzzles with a number of givens.
func exactGivens(ctx context.Context, cfg Config, n int, r *lab.Run) error {
	gc := generate.DefaultGivens(n)
	gc.Seed = r.Seed
	g, err := generate.NewGivens9(gc, engine.NewCounter9())
	if err != nil {
		return err
	}
	var starts, swaps, needed int
	for i := range cfg.PerNumber {
		var p generate.Puzzle9
		stats, err := g.Item(ctx, i, &p)
		if err != nil {
			return err
		}
		b, err := boardOf(p.Puzzle)
		if err != nil {
			return err
		}
		res, err := engine.DLX(engine.DefaultDLX()).Solve(ctx, b, solver.Limits{Solutions: 2})
		if err != nil {
			return err
		}
		if res.Status != solver.Unique || b.Filled() != n {
			return fmt.Errorf("%v: %s with %d givens, want unique with %d", b, res.Status, b.Filled(), n)
		}
		starts += stats.Starts
		swaps += stats.Swaps
		if stats.Swaps > 0 {
			needed++
		}
	}
	puzzles := cfg.PerNumber
	r.Exact("puzzles", float64(puzzles), "puzzles", puzzles)
	r.Exact("starts", float64(starts)/float64(puzzles), "minimal puzzles a puzzle", puzzles)
	r.Exact("exchanged", float64(needed), "puzzles that took exchanges", puzzles)
	r.Exact("swaps", float64(swaps)/float64(puzzles), "exchanges a puzzle", puzzles)
	return nil
}

// patterned makes puzzles whose givens form a symmetry pattern and that are minimal in it.
func patterned(ctx context.Context, cfg Config, pattern generate.Pattern, r *lab.Run) error {
	f, rng := engine.NewCounter9(), rand.New(rand.NewPCG(r.Seed, 2))
	grid := generate.DefaultGrid(9)
	grid.Source = generate.SourceUniform
	total, least := 0, 81
	for range cfg.Patterned {
		full, err := generate.FullGrid(ctx, rng, grid)
		if err != nil {
			return err
		}
		b, _, err := generate.Minimal(ctx, rng, full, pattern, func(b board.Board, limit int) int {
			n, _ := f.Count((*[81]uint8)(b.Cells()), limit)
			return n
		})
		if err != nil {
			return err
		}
		total += b.Filled()
		least = min(least, b.Filled())
	}
	r.Exact("givens.mean", float64(total)/float64(cfg.Patterned), "givens", cfg.Patterned)
	r.Exact("givens.least", float64(least), "givens", cfg.Patterned)
	return nil
}

// vicinity searches for hard puzzles from one minimal puzzle, and notes how far it has come
// at each quarter.
func vicinity(ctx context.Context, cfg Config, r *lab.Run) error {
	f := engine.NewCounter9()
	m, err := generate.NewMinimal9(generate.Minimal9Config{Seed: r.Seed, Family: 1}, f)
	if err != nil {
		return err
	}
	var p generate.Puzzle9
	if err := m.Item(0, &p); err != nil {
		return err
	}
	start, err := boardOf(p.Puzzle)
	if err != nil {
		return err
	}
	vc := cfg.Vicinity
	vc.Seed = r.Seed
	v, err := generate.NewVicinity(vc, []board.Board{start}, f, guesses(engine.NewCounter9()))
	if err != nil {
		return err
	}
	note := func(quarter int) {
		s := v.State()
		r.Exact(vicinityMetric(quarter, "best"), float64(s.Pool[0].Rating), "guesses", 1)
		r.Exact(vicinityMetric(quarter, "worst kept"), float64(s.Pool[len(s.Pool)-1].Rating), "guesses", len(s.Pool))
		r.Exact(vicinityMetric(quarter, "swaps"), float64(s.Stats.Swaps), "exchanges", 1)
		r.Exact(vicinityMetric(quarter, "unique"), float64(s.Stats.Unique), "boards with one solution", 1)
		r.Exact(vicinityMetric(quarter, "rated"), float64(s.Stats.Rated), "classes of minimal puzzles", 1)
		r.Exact(vicinityMetric(quarter, "twins"), float64(s.Stats.Twins), "puzzles of a class met before", 1)
	}
	note(0)
	for q := 1; q <= 4; q++ {
		if err := v.Run(ctx, cfg.Steps*q/4-cfg.Steps*(q-1)/4); err != nil {
			return err
		}
		note(q)
		r.Progress(q, 4)
	}
	best, err := board.Parse(v.Best().Puzzle)
	if err != nil {
		return err
	}
	res, err := engine.DLX(engine.DefaultDLX()).Solve(ctx, best, solver.Limits{Solutions: 2})
	if err != nil {
		return err
	}
	if err := check(ctx, best, [81]uint8(res.Grid.Cells())); err != nil {
		return err
	}
	r.Text("hardest", v.Best().Puzzle)
	return nil
}

func vicinityMetric(quarter int, name string) string {
	return fmt.Sprintf("quarter=%d.%s", quarter, name)
}
