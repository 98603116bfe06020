package ownsets

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

// Recipe describes an embedded set and makes it.
type Recipe struct {
	ID          string
	Title       string
	Description string
	Side        int
	Unique      corpus.Uniqueness
	Format      format.Format
	Puzzles     int
	Call        string // what make does, with every number that decides the puzzles

	// make calls give with one puzzle after the other until it returns false.
	make func(ctx context.Context, give func(format.Puzzle) bool) error
}

// Recipes returns the recipes of all embedded sets, in the order of the list.
func Recipes() []Recipe {
	return []Recipe{
		generated(Recipe{
			ID:          "own-4x4",
			Title:       "4×4",
			Description: "unique 4×4 puzzles of 4 to 8 givens, for tests and teaching",
			Puzzles:     100,
		}, generate.Config{
			Grid: generate.DefaultGrid(4), Givens: generate.Range{Low: 4, High: 8},
			Pattern: generate.PatternNone, Attempts: 100, Seed: 4,
		}, unique),
		generated(Recipe{
			ID:          "own-easy",
			Title:       "9×9 easy",
			Description: "42 to 45 givens, solved by arc consistency alone",
			Puzzles:     300,
		}, level(9, generate.Easy, 1), nakedSingles),
		generated(Recipe{
			ID:          "own-medium",
			Title:       "9×9 medium",
			Description: "36 to 40 givens, solved by arc consistency alone",
			Puzzles:     300,
		}, level(9, generate.Medium, 2), nakedSingles),
		generated(Recipe{
			ID:          "own-hard",
			Title:       "9×9 hard",
			Description: "32 to 36 givens, solved by arc consistency alone",
			Puzzles:     300,
		}, level(9, generate.Hard, 3), nakedSingles),
		minimal(Recipe{
			ID:          "own-minimal",
			Title:       "9×9 minimal",
			Description: "no given can be spared; arc consistency alone rarely solves one",
			Puzzles:     1000,
		}, 5),
		generated(Recipe{
			ID:          "own-16x16",
			Title:       "16×16 medium",
			Description: "114 to 126 givens, solved by arc consistency alone",
			Puzzles:     40,
		}, level(16, generate.Medium, 6), nakedSingles),
		generated(Recipe{
			ID:          "own-16x16-search",
			Title:       "16×16 that need search",
			Description: "110 to 120 givens; naked and hidden singles do not solve them, search with arc consistency does within 5000 nodes",
			Puzzles:     20,
		}, generate.Config{
			Grid: generate.DefaultGrid(16), Givens: generate.Range{Low: 110, High: 120},
			Pattern: generate.PatternNone, Attempts: 100, Seed: 7,
		}, unique, beyondSingles(), withinMAC(searchNodes)),
		generated(Recipe{
			ID:          "own-25x25",
			Title:       "25×25 medium",
			Description: "278 to 308 givens, solved by arc consistency alone",
			Puzzles:     8,
		}, level(25, generate.Medium, 8), nakedSingles),
		mixed(Recipe{
			ID:          "own-mixed",
			Title:       "9×9 with none, one and several solutions",
			Description: "a third each without a solution, with one, and with 2 to 1000, in random order, exact counts stated",
			Puzzles:     600,
		}, 9),
	}
}

// test is a test of puzzles with the name under which a recipe's call shows it.
type test struct {
	name string
	make func() generate.Accept
}

// uniqueNodes bounds the search that proves a puzzle unique: what it cannot decide is not
// taken.
const uniqueNodes = 2000

var (
	nakedSingles = test{"NakedSingles", generate.NakedSingles}
	unique       = test{fmt.Sprintf("UniqueWithin(%d)", uniqueNodes), generate.UniqueWithin(uniqueNodes)}
)

func level(side int, l generate.Level, seed uint64) generate.Config {
	return generate.Config{
		Grid: generate.DefaultGrid(side), Level: l, Pattern: generate.PatternNone, Attempts: 100, Seed: seed,
	}
}

// filter chooses among a generator's puzzles. Unlike a test it takes no part in making
// them, so it need not refuse all that has fewer givens.
type filter struct {
	name string
	make func() func(ctx context.Context, b board.Board) (bool, error)
}

// beyondSingles keeps what naked and hidden singles leave unsolved.
func beyondSingles() filter {
	return filter{"not Singles", func() func(context.Context, board.Board) (bool, error) {
		solves := generate.Singles()
		return func(_ context.Context, b board.Board) (bool, error) { return !solves(b), nil }
	}}
}

// searchNodes bounds the search that a puzzle may need. At 16×16 most puzzles that singles
// leave unsolved take a search with naked singles alone beyond any patience.
const searchNodes = 5000

// withinMAC keeps what the engine csp proves unique within so many nodes.
func withinMAC(nodes int64) filter {
	cfg := engine.DefaultCSP()
	return filter{fmt.Sprintf("engine %s unique within %d nodes", asJSON(cfg), nodes), func() func(context.Context, board.Board) (bool, error) {
		e := engine.CSP(cfg)
		return func(ctx context.Context, b board.Board) (bool, error) {
			res, err := e.Solve(ctx, b, solver.Limits{Nodes: nodes})
			return res.Status == solver.Unique, err
		}
	}}
}

// generated is a recipe of the puzzles 0, 1, 2, … of a generator that pass the filters,
// without those that came before.
func generated(r Recipe, cfg generate.Config, accept test, filters ...filter) Recipe {
	r.Side, r.Unique, r.Format = cfg.Grid.Side, corpus.UniqueYes, format.Line
	r.Call = fmt.Sprintf("generate.New(%s, %s)", asJSON(cfg), accept.name)
	for _, f := range filters {
		r.Call += "; " + f.name
	}
	r.make = func(ctx context.Context, give func(format.Puzzle) bool) error {
		g, err := generate.New(cfg, accept.make)
		if err != nil {
			return err
		}
		var keeps []func(context.Context, board.Board) (bool, error)
		for _, f := range filters {
			keeps = append(keeps, f.make())
		}
		seen := map[string]bool{}
		for i := 0; ; i++ {
			p, err := g.Item(ctx, i)
			switch {
			case err != nil:
				return err
			case !p.Proved:
				return fmt.Errorf("puzzle %d was not proved unique", i)
			}
			keep := !seen[p.Board.String()]
			for j := 0; keep && j < len(keeps); j++ {
				if keep, err = keeps[j](ctx, p.Board); err != nil {
					return err
				}
			}
			if !keep {
				continue
			}
			seen[p.Board.String()] = true
			if !give(format.Puzzle{Board: p.Board, Count: -1}) {
				return nil
			}
		}
	}
	return r
}

// source returns the random numbers of one item of a recipe. The odd factor spreads
// neighbouring indices over the generator's states.
func source(seed uint64, index int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(index)*0x9e3779b97f4a7c15)) //nolint:gosec // reproducible, not secret
}

// minimal is a recipe of minimal puzzles: givens are removed from a random grid in random
// order while a search finds one solution.
func minimal(r Recipe, seed uint64) Recipe {
	r.Side, r.Unique, r.Format = 9, corpus.UniqueYes, format.Line
	r.Call = fmt.Sprintf("generate.Minimal of generate.FullGrid(%s), seed %d", asJSON(generate.DefaultGrid(9)), seed)
	r.make = func(ctx context.Context, give func(format.Puzzle) bool) error {
		counter := solvertest.NewPlain9()
		for i := 0; ; i++ {
			b, _, err := minimalPuzzle(ctx, source(seed, i), counter)
			if err != nil {
				return fmt.Errorf("puzzle %d: %w", i, err)
			}
			if !give(format.Puzzle{Board: b, Count: -1}) {
				return nil
			}
		}
	}
	return r
}

func minimalPuzzle(ctx context.Context, rng *rand.Rand, counter *solvertest.Plain9) (puzzle, solution board.Board, err error) {
	grid, err := generate.FullGrid(ctx, rng, generate.DefaultGrid(9))
	if err != nil {
		return board.Board{}, board.Board{}, err
	}
	b, _, err := generate.Minimal(ctx, rng, grid, generate.PatternNone, func(b board.Board, limit int) int {
		return count(counter, b, limit)
	})
	return b, grid, err
}

func count(counter *solvertest.Plain9, b board.Board, limit int) int {
	return counter.CountUpTo((*[81]uint8)(b.Cells()), limit)
}

// maxCount bounds the number of solutions in the set of mixed boards, so that counting
// them all stays cheap for every engine.
const maxCount = 1000

// mixed is a recipe of boards with no, one and several solutions, a third each, in an order
// drawn from the seed: a fixed order would meet every third board with one kind only.
func mixed(r Recipe, seed uint64) Recipe {
	r.Side, r.Unique, r.Format = 9, corpus.UniqueNo, format.CountLine
	r.Call = fmt.Sprintf("generate.Minimal of generate.FullGrid(%s), seed %d, then in random order a third each: "+
		"0 to 12 givens added back, of which a quarter of the boards get a digit in conflict and the others a wrong digit without one; "+
		"0 to 12 givens added back; 1 to 6 givens removed, up to %d solutions", asJSON(generate.DefaultGrid(9)), seed, maxCount)
	r.make = func(ctx context.Context, give func(format.Puzzle) bool) error {
		kinds := make([]int, r.Puzzles)
		for i := range kinds {
			kinds[i] = i % 3
		}
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] }) //nolint:gosec // reproducible, not secret
		counter := solvertest.NewPlain9()
		for i, kind := range kinds {
			p, err := mixedBoard(ctx, source(seed, i+1), counter, kind)
			if err != nil {
				return fmt.Errorf("board %d: %w", i, err)
			}
			if !give(p) {
				return nil
			}
		}
		return errors.New("a set of mixed boards cannot be longer than its recipe says")
	}
	return r
}

// mixedBoard makes a board without a solution (kind 0), with one (1) or with several (2).
func mixedBoard(ctx context.Context, rng *rand.Rand, counter *solvertest.Plain9, kind int) (format.Puzzle, error) {
	for {
		b, grid, err := minimalPuzzle(ctx, rng, counter)
		if err != nil {
			return format.Puzzle{}, err
		}
		cells := rng.Perm(81)
		p := format.Puzzle{Board: b, Solution: grid, Count: 1}
		switch kind {
		case 2:
			p.Count = removeGivens(rng, counter, b, cells)
			if p.Count <= maxCount {
				return p, nil
			}
		case 1:
			addGivens(rng, b, grid, cells)
			return p, nil
		default:
			addGivens(rng, b, grid, cells)
			if spoil(rng, b, grid, cells) {
				return format.Puzzle{Board: b, Count: 0}, nil
			}
		}
	}
}

// addGivens fills 0 to 12 empty cells from the solution.
func addGivens(rng *rand.Rand, b, grid board.Board, cells []int) {
	left := rng.IntN(13)
	for _, cell := range cells {
		if left > 0 && b.At(cell) == 0 {
			b.Set(cell, grid.At(cell))
			left--
		}
	}
}

// removeGivens takes 1 to 6 givens from a minimal puzzle and returns how many solutions it
// has then: at least two, counted up to one more than maxCount.
func removeGivens(rng *rand.Rand, counter *solvertest.Plain9, b board.Board, cells []int) int {
	left := 1 + rng.IntN(6)
	for _, cell := range cells {
		if left > 0 && b.At(cell) != 0 {
			b.Set(cell, 0)
			left--
		}
	}
	return count(counter, b, maxCount+1)
}

// spoil puts a digit that is not the solution's into an empty cell. The puzzle had one
// solution, so now it has none. In a quarter of the cases the digit stands in a peer
// already; in the others it is one of the cell's candidates, so only reasoning shows the
// fault. It returns false if the board leaves no such digit.
func spoil(rng *rand.Rand, b, grid board.Board, cells []int) bool {
	conflict := rng.IntN(4) == 0
	candidates := board.Candidates(b)
	for _, cell := range cells {
		if b.At(cell) != 0 {
			continue
		}
		var wrong []int
		for d := range board.AllDigits(9).All() {
			if d != grid.At(cell) && candidates[cell].Has(d) != conflict {
				wrong = append(wrong, d)
			}
		}
		if len(wrong) > 0 {
			b.Set(cell, wrong[rng.IntN(len(wrong))])
			return true
		}
	}
	return false
}

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain structs of numbers and strings
	}
	return string(text)
}
