package minigridoutlook

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// kind is a variant of the game.
type kind struct {
	name      string
	side      int
	diagonals bool
	regions   bool // irregular ones, drawn for each grid
}

var variants = []kind{
	{"diagonal", 9, true, false},
	{"jigsaw", 6, false, true},
	{"jigsaw", 9, false, true},
	{"diagonal-jigsaw", 7, true, true},
}

// dims tell the variant from others.
func (k kind) dims() []record.Dim {
	return []record.Dim{record.D("rules", k.name), record.D("side", k.side)}
}

// boardsOf makes boards of a variant with one solution, with several, and with one digit changed,
// and compares the minigrid method's answers with exact cover and with backtracking.
func boardsOf(ctx context.Context, cfg Config, v kind, stream uint64, r *lab.Run) error {
	rng := rand.New(rand.NewPCG(r.Seed, stream))
	t := &answers{
		cfg: cfg, cover: engine.DLX(engine.DLXConfig{Config: cfg.Cover}), search: engine.CSP(engine.CSPConfig{Config: cfg.Search}),
		found: map[solver.Status]int{},
	}
	for i := range cfg.Grids {
		grid, err := gridOf(ctx, cfg, rng, v)
		if err != nil {
			return err
		}
		unique, _, err := generate.Minimal(ctx, rng, grid, generate.PatternNone, func(b board.Board, limit int) int {
			res, err := t.cover.Solve(ctx, b, solver.Limits{Solutions: limit})
			if err != nil || res.Status == solver.Cancelled {
				return 0
			}
			return res.Solutions
		})
		if err != nil {
			return err
		}
		several, err := t.thinned(ctx, rng, unique)
		if err != nil {
			return err
		}
		for _, b := range []board.Board{unique, several, changed(rng, unique)} {
			if err := t.compare(ctx, b); err != nil {
				return fmt.Errorf("%s %s: %w", b.Shape(), b, err)
			}
		}
		if i == 0 {
			if err := example(ctx, r, unique); err != nil {
				return err
			}
		}
		r.Progress(i+1, cfg.Grids)
	}
	return t.keep(r)
}

// example keeps a board and what the rules to the paper's letter say of it.
func example(ctx context.Context, r *lab.Run, b board.Board) error {
	text := b.String()
	if regions := b.Shape().Variant().Regions; regions != nil {
		line, err := board.FormatRegions(regions)
		if err != nil {
			return err
		}
		text += " " + line
	}
	r.Text("example", text)
	literal := minigrid.LiteralConfig()
	literal.MaxVertices = 1 // whether they apply is asked before anything is listed
	_, err := minigrid.Analyse(ctx, b, literal, solver.Limits{Nodes: 1})
	if err != nil {
		r.Text("literal", err.Error())
		return nil // that it errs, and how, is the finding
	}
	r.Text("literal", "taken, the boxes being square")
	return nil
}

// errNoGrid says that a search for a full grid gave up.
var errNoGrid = errors.New("minigrid-outlook: no grid found")

// gridOf returns a full grid of a variant, on the variant's regions if it has any.
func gridOf(ctx context.Context, cfg Config, rng *rand.Rand, v kind) (board.Board, error) {
	for range 1000 {
		rules := board.Variant{Diagonals: v.diagonals}
		if v.regions {
			rules.Regions = jigsaw(rng, v.side, cfg.Exchanges)
		}
		shape, err := board.ShapeWith(v.side, rules)
		if err != nil {
			return board.Board{}, err
		}
		grid, err := filled(ctx, cfg, rng, shape)
		if err == nil || !errors.Is(err, errNoGrid) {
			return grid, err
		}
	}
	return board.Board{}, errNoGrid
}

// filled completes an empty board by backtracking that tries digits in random order, starting
// over where a try takes long.
func filled(ctx context.Context, cfg Config, rng *rand.Rand, shape *board.Shape) (board.Board, error) {
	search := cfg.Search
	search.ValueOrder = csp.Random
	s, err := csp.NewSolver(encode.Network(shape), search)
	if err != nil {
		return board.Board{}, err
	}
	s.SetRand(rng)
	for range cfg.GridTries {
		res, err := s.Solve(ctx, nil, csp.Limits{Solutions: 1, Nodes: cfg.GridNodes})
		switch {
		case err != nil:
			return board.Board{}, err
		case res.Stop == csp.Cancelled:
			return board.Board{}, ctx.Err()
		case res.First != nil:
			return encode.FromValues(shape, res.First)
		case res.Stop == csp.Exhausted:
			return board.Board{}, errNoGrid // these regions have none
		}
	}
	return board.Board{}, errNoGrid
}

// jigsaw returns a map of regions: the rows of the board, then exchanges of two cells of
// neighbouring regions that leave both regions in one piece.
func jigsaw(rng *rand.Rand, side, exchanges int) []int {
	regions := make([]int, side*side)
	for cell := range regions {
		regions[cell] = cell / side
	}
	for done := 0; done < exchanges*len(regions); {
		x, y := rng.IntN(len(regions)), rng.IntN(len(regions))
		a, b := regions[x], regions[y]
		if a == b {
			continue
		}
		regions[x], regions[y] = b, a
		if !whole(regions, side, x) || !whole(regions, side, y) {
			regions[x], regions[y] = a, b
			continue
		}
		done++
	}
	return regions
}

// whole reports whether the region of a cell hangs together: whether side cells of it are
// reached from the cell.
func whole(regions []int, side, cell int) bool {
	reached := map[int]bool{cell: true}
	for todo := []int{cell}; len(todo) > 0; {
		at := todo[0]
		todo = todo[1:]
		for _, next := range beside(side, at) {
			if regions[next] == regions[cell] && !reached[next] {
				reached[next] = true
				todo = append(todo, next)
			}
		}
	}
	return len(reached) == side
}

// beside returns the cells that share a side with the cell.
func beside(side, cell int) []int {
	var out []int
	row, col := cell/side, cell%side
	if row > 0 {
		out = append(out, cell-side)
	}
	if row < side-1 {
		out = append(out, cell+side)
	}
	if col > 0 {
		out = append(out, cell-1)
	}
	if col < side-1 {
		out = append(out, cell+1)
	}
	return out
}

// changed returns the board with another digit in one of its givens.
func changed(rng *rand.Rand, b board.Board) board.Board {
	out := b.Clone()
	side := b.Shape().Side()
	for _, cell := range rng.Perm(len(b.Cells())) {
		if d := b.At(cell); d != 0 {
			out.Set(cell, 1+(d+rng.IntN(side-1))%side)
			break
		}
	}
	return out
}

// answers compares the methods and counts.
type answers struct {
	cfg    Config
	cover  *engine.DLXSolver
	search *engine.CSPSolver

	boards, equal, capped int
	alone                 int // boards that backtracking did not finish
	solutions             int
	found                 map[solver.Status]int
	vertices, nodes       []float64
	wrong                 string
}

// thinned empties givens while exact cover finds no more solutions than wanted.
func (t *answers) thinned(ctx context.Context, rng *rand.Rand, puzzle board.Board) (board.Board, error) {
	now := puzzle.Clone()
	for _, cell := range rng.Perm(len(puzzle.Cells())) {
		digit := now.At(cell)
		if digit == 0 {
			continue
		}
		now.Set(cell, 0)
		res, err := t.cover.Solve(ctx, now, solver.Limits{Solutions: t.cfg.MostMade + 1})
		if err != nil {
			return board.Board{}, err
		}
		if res.Status == solver.Cancelled {
			return board.Board{}, ctx.Err()
		}
		if res.Solutions > t.cfg.MostMade {
			now.Set(cell, digit)
		} else if 2*res.Solutions > t.cfg.MostMade {
			break
		}
	}
	return now, nil
}

// compare asks the minigrid method for the class and, of an ambiguous board, for all solutions.
// Exact cover and backtracking must say the same, the latter if it comes to an end within its
// bound on nodes; every solution must be one of the board's, and none come twice.
func (t *answers) compare(ctx context.Context, b board.Board) error {
	all := solver.Limits{Solutions: t.cfg.MostMade + 1}
	exact, err := t.cover.Solve(ctx, b, all)
	if err != nil {
		return err
	}
	all.Nodes = t.cfg.Nodes
	other, err := t.search.Solve(ctx, b, all)
	if err != nil {
		return err
	}
	a, err := minigrid.Analyse(ctx, b, t.cfg.Method, solver.Limits{Solutions: 2})
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	t.boards++
	if a.Graph != nil {
		t.vertices = append(t.vertices, float64(a.Graph.Metrics().Vertices))
		t.nodes = append(t.nodes, float64(a.Extract.Nodes))
	}
	if a.Class == minigrid.Undecided {
		t.capped++
		return nil
	}
	count := int(a.Solutions)
	right := count == 0 || board.CheckSolution(b, a.First) == nil
	if a.Class == minigrid.Ambiguous {
		count, err = distinct(ctx, a.Graph, b, t.cfg.MostMade+1)
		if err != nil {
			return err
		}
	}
	right = right && a.Status == exact.Status && count == exact.Solutions
	if other.Status == solver.Capped {
		t.alone++
	} else {
		right = right && exact.Status == other.Status && exact.Solutions == other.Solutions
	}
	if right {
		t.equal++
	} else if t.wrong == "" {
		t.wrong = fmt.Sprintf("%s: minigrid %s with %d solutions, exact cover %s with %d, backtracking %s with %d",
			b, a.Status, count, exact.Status, exact.Solutions, other.Status, other.Solutions)
	}
	t.found[exact.Status]++
	t.solutions += exact.Solutions
	return nil
}

// distinct lists solutions, most of them at most, and counts the right ones that differ.
func distinct(ctx context.Context, g *minigrid.Graph, b board.Board, most int) (int, error) {
	seen := map[string]bool{}
	for grid, err := range g.Solutions(ctx, nil) {
		if err != nil {
			return 0, err
		}
		if board.CheckSolution(b, grid) == nil {
			seen[string(grid.Cells())] = true
		}
		if len(seen) == most {
			break
		}
	}
	return len(seen), nil
}

func (t *answers) keep(r *lab.Run) error {
	r.Exact("boards", float64(t.boards), "boards", t.boards)
	r.Exact("equal", float64(t.equal), "boards", t.boards)
	r.Exact("beyond-limits", float64(t.capped), "boards", t.boards)
	r.Exact("exact-cover-alone", float64(t.alone), "boards", t.boards)
	r.Exact("solutions", float64(t.solutions), "solutions", t.boards)
	for name, status := range map[string]solver.Status{none: solver.Unsat, one: solver.Unique, many: solver.Multiple} {
		r.Exact(name, float64(t.found[status]), "boards", t.boards)
	}
	for name, values := range map[string][]float64{"vertices": t.vertices, "minigrid-nodes": t.nodes} {
		q, err := stats.Quantiles(values, 0.5, 1)
		if err != nil {
			return err
		}
		r.Exact(name+".median", q[0], name, len(values))
		r.Exact(name+".max", q[1], name, len(values))
	}
	if t.wrong != "" {
		r.Text("counterexample", t.wrong)
	}
	return nil
}
