package minigridmethods

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/cores"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// way is a way for several workers to share the work on one board.
type way struct {
	method string // "" for what belongs to none
	name   string
	// whole is the run on one core that the speed-up is over, if it is not run with one worker.
	whole func(ctx context.Context, b board.Board) (int64, error)
	alone bool // on one core only
	// run returns the number of solutions, of propagation those that it proves.
	run func(ctx context.Context, b board.Board, workers int) (int64, error)
}

// Names of the ways.
const (
	byPhases     = "phases"
	byExtraction = "extraction"
	byRounds     = "rounds"
	byQueue      = "queue"
	byPuzzle     = "puzzles"
	byLoops      = "machine"
)

// bySplit names the way of a split into so many pieces.
func bySplit(pieces int) string { return fmt.Sprintf("split-%d", pieces) }

// waysOf lists the names of the ways of one of the four methods, ascending.
func waysOf(method string) []string {
	if !slices.Contains(four, method) {
		return nil
	}
	out := []string{byPuzzle}
	if method == propagating {
		out = append(out, byQueue, byRounds)
	} else {
		for _, least := range pieces {
			out = append(out, bySplit(least))
		}
	}
	if method == this {
		out = append(out, byExtraction, byPhases)
	}
	slices.Sort(out)
	return out
}

// overWhole reports whether the speed-up of a way is over a run on the whole board, not over the same way
// with one worker.
func overWhole(way string) bool {
	return way == byExtraction || slices.ContainsFunc(pieces, func(least int) bool { return way == bySplit(least) })
}

func (w way) key() string {
	if w.method == "" {
		return w.name
	}
	return w.method + " " + w.name
}

// ways are those of the four methods, and loops that share nothing.
func ways(cfg Config, workers int, shape *board.Shape) []way {
	var out []way
	for _, name := range []string{backtracking, cover, this} {
		out = append(out, splitting(cfg, name, workers)...)
	}
	out = append(out,
		way{
			method: this, name: byPhases,
			run: func(ctx context.Context, b board.Board, workers int) (int64, error) {
				m := cfg.Minigrid
				m.Workers = workers
				a, err := minigrid.Analyse(ctx, b, m, solver.Limits{Solutions: math.MaxInt})
				if err != nil {
					return 0, err
				}
				return total(ctx, a.Status, a.Solutions)
			},
		},
		extracting(cfg, workers),
		machine(),
	)
	return append(out, propagatingWays(cfg, shape)...)
}

// machine is what the cores give to work that shares nothing.
func machine() way {
	return way{name: byLoops, run: func(_ context.Context, _ board.Board, workers int) (int64, error) {
		cores.Busy(workers)
		return 0, nil
	}}
}

// total takes the number of solutions from a run that must have found them all.
func total(ctx context.Context, status solver.Status, solutions int64) (int64, error) {
	switch status {
	case solver.Unsat, solver.Unique, solver.Multiple:
		return solutions, nil
	}
	return 0, cmp.Or(ctx.Err(), fmt.Errorf("minigrid-methods: the run ended %s, not with all solutions", status))
}

// all counts every solution of a board by an engine.
func all(ctx context.Context, s solver.Solver, b board.Board) (int64, error) {
	res, err := s.Solve(ctx, b, solver.Limits{Solutions: math.MaxInt})
	if err != nil {
		return 0, err
	}
	return total(ctx, res.Status, int64(res.Solutions))
}

// splitting splits the board and lets each worker take the next piece with its own engine.
func splitting(cfg Config, name string, workers int) (out []way) {
	engines := enginesOf(cfg, name, workers)
	for _, least := range cfg.Within.Pieces {
		out = append(out, way{
			method: name, name: bySplit(least),
			whole: func(ctx context.Context, b board.Board) (int64, error) { return all(ctx, engines[0], b) },
			run: func(ctx context.Context, b board.Board, workers int) (int64, error) {
				return allOf(ctx, engines, split(b, least), workers)
			},
		})
	}
	return out
}

// allOf counts the solutions of boards that workers take in turn.
func allOf(ctx context.Context, engines []solver.Solver, boards []board.Board, workers int) (int64, error) {
	var sum atomic.Int64
	err := share(ctx, workers, len(boards), func(ctx context.Context, worker, i int) error {
		n, err := all(ctx, engines[worker], boards[i])
		sum.Add(n)
		return err
	})
	return sum.Load(), err
}

func enginesOf(cfg Config, name string, n int) []solver.Solver {
	var engines []solver.Solver
	for range n {
		engines = append(engines, methodOf(name).make(cfg))
	}
	return engines
}

// extracting runs phases 2 to 4 with workers in phases 2 and 3. An extraction of more than a few
// nodes is then split: each alive filling of a box makes a board, and workers take these in turn.
// Phases 2 to 4 are run again on each, which costs little, a box being full and others nearly so.
func extracting(cfg Config, workers int) way {
	engines := enginesOf(cfg, this, workers)
	return way{
		method: this, name: byExtraction,
		whole: func(ctx context.Context, b board.Board) (int64, error) { return all(ctx, engines[0], b) },
		run: func(ctx context.Context, b board.Board, workers int) (int64, error) {
			m := cfg.Minigrid
			m.Workers = workers
			g, err := pruned(ctx, b, m)
			if err != nil || g == nil {
				return 0, err
			}
			var few minigrid.ExtractStats
			for _, err := range g.Extract(ctx, cfg.Within.Few, &few) {
				if err != nil && !errors.Is(err, minigrid.ErrNodes) {
					return 0, err
				}
				if err != nil {
					return allOf(ctx, engines, fillingsOf(g, b, cfg.Within.Parts), workers)
				}
			}
			return few.Solutions, nil
		},
	}
}

// pruned runs phases 1 to 4. It returns nil for a board that phase 1 or 2 refutes.
func pruned(ctx context.Context, b board.Board, cfg minigrid.Config) (*minigrid.Graph, error) {
	masks, err := minigrid.Mask(b)
	if err != nil {
		return nil, err
	}
	if masks.Conflict() {
		return nil, nil //nolint:nilnil // no graph is the answer: there is no solution
	}
	p, err := minigrid.Permute(ctx, masks, cfg)
	if err != nil {
		return nil, err
	}
	if p.Impossible() {
		return nil, nil //nolint:nilnil // as above
	}
	g, err := minigrid.Connect(ctx, p, cfg)
	if err != nil {
		return nil, err
	}
	err = g.PruneToFixedPoint(ctx)
	return g, err
}

// fillingsOf returns the board with each alive filling of one box: that with the fewest of those
// that have as many as asked for, or else that with the most.
func fillingsOf(g *minigrid.Graph, b board.Board, least int) []board.Board {
	box := 0
	for other := 1; other < b.Shape().Side(); other++ {
		has, have := g.AliveCount(other), g.AliveCount(box)
		if has >= least && (have < least || has < have) || has < least && has > have {
			box = other
		}
	}
	p := g.Permutations()
	var out []board.Board
	for i := range g.AliveVertices(box) {
		piece := b.Clone()
		for j, cell := range p.Cells(box) {
			piece.Set(cell, int(p.Filling(box, i)[j]))
		}
		out = append(out, piece)
	}
	return out
}

// propagatingWays are arc consistency by rounds and, on one core, by the queue.
func propagatingWays(cfg Config, shape *board.Shape) []way {
	rounds, queue := newRounds(encode.Network(shape)), methodOf(propagating).make(cfg)
	var domains []csp.Set
	return []way{
		{method: propagating, name: byRounds, run: func(_ context.Context, b board.Board, workers int) (int64, error) {
			domains = encode.Domains(domains, b)
			if reduced, consistent := rounds.run(domains, workers); !consistent || slices.ContainsFunc(reduced, func(d csp.Set) bool { return !d.Single() }) {
				return 0, nil
			}
			return 1, nil
		}},
		{method: propagating, name: byQueue, alone: true, run: func(ctx context.Context, b board.Board, _ int) (int64, error) {
			res, err := queue.Solve(ctx, b, solver.Limits{})
			return int64(res.Solutions), err
		}},
	}
}

// sameDomains checks that rounds on any number of workers leave the domains that the queue leaves.
func sameDomains(ctx context.Context, cfg Config, boards []board.Board) error {
	net := encode.Network(boards[0].Shape())
	s, err := csp.NewSolver(net, cfg.Search)
	if err != nil {
		return err
	}
	rounds := newRounds(net)
	for _, b := range boards {
		domains := encode.Domains(nil, b)
		want, err := s.Propagate(ctx, domains)
		if err != nil {
			return err
		}
		for workers := 1; workers <= max(2, runtime.GOMAXPROCS(0)); workers++ {
			got, consistent := rounds.run(domains, workers)
			if consistent != want.Consistent || consistent && !slices.Equal(got, want.Domains) {
				return fmt.Errorf("minigrid-methods: rounds on %d workers leave other domains than the queue: %s", workers, b)
			}
		}
	}
	return nil
}

// share does n pieces of work on a number of workers, each taking the next that is left.
func share(ctx context.Context, workers, n int, work func(ctx context.Context, worker, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	for w := range workers {
		group.Go(func() error {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := work(ctx, w, i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// withinUnique times the ways on the puzzles of the set that cost exact cover the most nodes: what
// its search finds hard, all others do.
func withinUnique(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	boards, err := hardest(ctx, cfg, items)
	if err != nil || len(boards) == 0 {
		return err
	}
	return shared(ctx, cfg, boards, ways(cfg, runtime.GOMAXPROCS(0), boards[0].Shape()), r)
}

func hardest(ctx context.Context, cfg Config, items []corpus.Item) ([]board.Board, error) {
	s := methodOf(cover).make(cfg)
	type cost struct {
		b     board.Board
		nodes int64
	}
	var costs []cost
	for _, item := range items {
		res, err := s.Solve(ctx, item.Board, solver.Limits{Solutions: 2})
		if err != nil {
			return nil, err
		}
		if res.Status != solver.Unique {
			return nil, cmp.Or(ctx.Err(), fmt.Errorf("minigrid-methods: %s is %s, want unique", item.Board, res.Status))
		}
		costs = append(costs, cost{item.Board, res.Stats.Nodes})
	}
	slices.SortStableFunc(costs, func(a, b cost) int { return cmp.Compare(b.nodes, a.nodes) })
	var out []board.Board
	for _, c := range costs[:min(cfg.Within.Hard, len(costs))] {
		out = append(out, c.b)
	}
	return out, nil
}

// withinSeveral times them on boards with very many solutions, all of which are found.
func withinSeveral(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	var boards []board.Board
	for i, item := range items {
		// The boards' numbers of solutions lie apart by equal factors from low to high.
		low := cfg.Within.Low
		if n := len(items); n > 1 {
			low = int(float64(low) * math.Pow(float64(cfg.Within.High)/float64(low)/2, float64(i)/float64(n-1)))
		}
		rng := rand.New(rand.NewPCG(r.Seed, uint64(1000+item.Index)))
		b, err := crowded(ctx, cfg, rng, item.Board, low, 2*low)
		if err != nil {
			return err
		}
		boards = append(boards, b)
	}
	if len(boards) == 0 {
		return nil
	}
	return shared(ctx, cfg, boards, ways(cfg, runtime.GOMAXPROCS(0), boards[0].Shape()), r)
}

// crowdedTries bounds the orders in which givens are taken out of a puzzle.
const crowdedTries = 100

// crowded is thinned by exact cover, which counts so many solutions sooner than the oracle does.
// It takes givens out in other orders until the number of solutions lies between low and high.
func crowded(ctx context.Context, cfg Config, rng *rand.Rand, puzzle board.Board, low, high int) (board.Board, error) {
	s := methodOf(cover).make(cfg)
	for range crowdedTries {
		now := puzzle.Clone()
		for _, cell := range rng.Perm(len(puzzle.Cells())) {
			digit := now.At(cell)
			if digit == 0 {
				continue
			}
			now.Set(cell, 0)
			res, err := s.Solve(ctx, now, solver.Limits{Solutions: high + 1})
			if err != nil {
				return board.Board{}, err
			}
			switch {
			case res.Status == solver.Cancelled:
				return board.Board{}, ctx.Err()
			case res.Solutions > high:
				now.Set(cell, digit)
			case res.Solutions >= low:
				return now, nil
			}
		}
	}
	return board.Board{}, fmt.Errorf("minigrid-methods: %s: no part of it found with %d to %d solutions", puzzle, low, high)
}

// withinLargeBoards times what large boards allow: the fillings of their boxes are too many to be listed.
func withinLargeBoards(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return nil
	}
	workers := runtime.GOMAXPROCS(0)
	list := slices.Concat(splitting(cfg, backtracking, workers), splitting(cfg, cover, workers), propagatingWays(cfg, items[0].Board.Shape()), []way{machine()})
	return shared(ctx, cfg, corpus.Boards(items), list, r)
}

// shared times ways on each of the boards.
func shared(ctx context.Context, cfg Config, boards []board.Board, list []way, r *lab.Run) error {
	if err := sameDomains(ctx, cfg, boards); err != nil {
		return err
	}
	return alternate(ctx, cfg.Within, boards, list, r)
}

// wholePuzzles times workers that take whole puzzles in turn.
func wholePuzzles(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return nil
	}
	boards := corpus.Boards(items)
	var list []way
	for _, name := range four {
		engines := enginesOf(cfg, name, runtime.GOMAXPROCS(0))
		list = append(list, way{
			method: name, name: byPuzzle,
			run: func(ctx context.Context, _ board.Board, workers int) (int64, error) {
				var sum atomic.Int64
				err := share(ctx, workers, len(boards), func(ctx context.Context, worker, i int) error {
					res, err := engines[worker].Solve(ctx, boards[i], solver.Limits{Solutions: 2})
					sum.Add(int64(res.Solutions))
					return err
				})
				return sum.Load(), err
			},
		})
	}
	// One turn is all the puzzles, so there is one board to go over.
	return alternate(ctx, cfg.Within, boards[:1], append(list, machine()), r)
}

// contender is a way with a number of workers; 0 for the whole board on one core.
type contender struct {
	way
	workers int
	reps    int
	times   []float64 // seconds per board, by round
}

// pass goes over the boards and returns the solutions of each.
func (e *contender) pass(ctx context.Context, boards []board.Board) ([]int64, error) {
	out := make([]int64, len(boards))
	for i, b := range boards {
		var err error
		if e.workers == 0 {
			out[i], err = e.whole(ctx, b)
		} else {
			out[i], err = e.run(ctx, b, e.workers)
		}
		if err != nil {
			return nil, fmt.Errorf("%s on %d workers: %s: %w", e.key(), e.workers, b, err)
		}
	}
	return out, nil
}

// alternate times all ways with 1, 2, … workers up to the number of cores in interleaved rounds. A way
// must find the same with any number of workers, and enumerators the same as each other. What is kept is
// the median over the rounds of how many times faster workers were than the run on one core in the same
// round. The control is the first contender, on one core.
func alternate(ctx context.Context, cfg Within, boards []board.Board, list []way, r *lab.Run) error {
	var contenders []*contender
	base := map[string]*contender{}
	for _, w := range list {
		counts := cores.Counts(runtime.GOMAXPROCS(0))
		if w.alone {
			counts = counts[:1]
		}
		if w.whole != nil {
			counts = append([]int{0}, counts...)
		}
		for i, workers := range counts {
			e := &contender{way: w, workers: workers}
			contenders = append(contenders, e)
			if i == 0 {
				base[w.key()] = e
			}
		}
	}
	if err := warmUp(ctx, cfg, boards, contenders, base, r); err != nil {
		return err
	}
	sides := make([]func(context.Context, int) (float64, error), len(contenders))
	for i, e := range contenders {
		sides[i] = func(ctx context.Context, _ int) (float64, error) {
			for range (e.reps + 2) / 3 { // brings back the caches that the others have used
				if _, err := e.pass(ctx, boards); err != nil {
					return 0, err
				}
			}
			begin := time.Now()
			for range e.reps {
				if _, err := e.pass(ctx, boards); err != nil {
					return 0, err
				}
			}
			return time.Since(begin).Seconds() / float64(e.reps*len(boards)), nil
		}
	}
	times, err := r.Alternate(ctx, cfg.Rounds, 0, sides...)
	if err != nil {
		return err
	}
	for i, e := range contenders {
		e.times = times[i]
	}
	return speedUps(cfg, contenders, base, r)
}

// warmUp lets every contender go over the boards once and compares what they find.
func warmUp(ctx context.Context, cfg Within, boards []board.Board, contenders []*contender, base map[string]*contender, r *lab.Run) error {
	results := map[string][]int64{}
	var known []int64
	for _, e := range contenders {
		begin := time.Now()
		found, err := e.pass(ctx, boards)
		if err != nil {
			return err
		}
		e.reps = 1 + int(cfg.Slot/max(time.Since(begin), 1))
		if e == base[e.key()] {
			results[e.key()] = found
		}
		if !slices.Equal(found, results[e.key()]) {
			return fmt.Errorf("minigrid-methods: %s on %d workers finds %v, on one %v", e.key(), e.workers, found, results[e.key()])
		}
		if e.name == byLoops || e.method == propagating {
			continue
		}
		if known == nil {
			known = found
		}
		if !slices.Equal(found, known) {
			return fmt.Errorf("minigrid-methods: %s finds %v solutions, other ways %v", e.key(), found, known)
		}
	}
	n := len(boards)
	r.Exact("boards", float64(n), "boards", n)
	r.Exact("solutions", float64(sumOf(known)), "solutions", n)
	r.Exact("solutions.max", float64(slices.Max(known)), "solutions", n)
	return nil
}

func sumOf(values []int64) (sum int64) {
	for _, v := range values {
		sum += v
	}
	return sum
}

func speedUps(cfg Within, contenders []*contender, base map[string]*contender, r *lab.Run) error {
	rng := rand.New(rand.NewPCG(r.Seed, 0))
	r.Noisy("cores", float64(runtime.GOMAXPROCS(0)), "cores", 1)
	for _, e := range contenders {
		whole := base[e.key()]
		if e == whole {
			median, err := stats.Median(e.times)
			if err != nil {
				return err
			}
			r.Noisy(e.key()+" time", median, "s a board", len(e.times))
			continue
		}
		if _, err := lab.KeepRatio(r, rng, speedUp(e.key(), e.workers), "times", whole.times, e.times, cfg.Ratios); err != nil {
			return err
		}
	}
	return nil
}

// speedUp names the metric of a way with a number of workers.
func speedUp(way string, workers int) string { return fmt.Sprintf("%s workers=%d", way, workers) }
