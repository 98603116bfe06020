package board_test

import (
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/board"
)

const (
	solvesPuzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solvesGrid   = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// TestSolves: it agrees with the checker on right grids and on every grid that differs from one in a cell or in two, on
// other givens, and on boards that it hands over.
func TestSolves(t *testing.T) {
	puzzle, grid := board.MustParse(solvesPuzzle), board.MustParse(solvesGrid)
	rng := rand.New(rand.NewPCG(1, 2))
	right, wrong := 0, 0
	compare := func(p, g board.Board) {
		t.Helper()
		want := board.CheckSolution(p, g)
		if got := board.Solves(p, g); got != (want == nil) {
			t.Fatalf("puzzle %v, grid %v: %v, but the checker says %v", p, g, got, want)
		}
		if want == nil {
			right++
		} else {
			wrong++
		}
	}
	for cell := range 81 {
		for value := range 256 { // beyond the digits, too: cells can be written to
			g := grid.Clone()
			g.Cells()[cell] = uint8(value)
			compare(puzzle, g)
			p := puzzle.Clone()
			p.Cells()[cell] = uint8(value)
			compare(p, grid)
		}
	}
	for range 20_000 {
		p, g := puzzle.Clone(), grid.Clone()
		a, b := rng.IntN(81), rng.IntN(81)
		cells := g.Cells()
		cells[a], cells[b] = cells[b], cells[a]
		compare(p, g)
		for range 5 { // a given less is no fault
			p.Cells()[rng.IntN(81)] = 0
		}
		compare(p, g)
		compare(p, grid)
	}
	if right < 20_000 || wrong < 20_000 {
		t.Errorf("%d right and %d wrong grids, want many of both", right, wrong)
	}

	// Exchanging two digits in all cells of two rows keeps these rows and spoils columns only; of two columns, rows only.
	for i := range 9 {
		g := grid.Clone()
		c := g.Cells()
		c[i], c[9+i] = c[9+i], c[i] // two rows change hands in one column: the column stands, both rows do not
		compare(board.New(g.Shape()), g)
		g = grid.Clone()
		c = g.Cells()
		c[9*i], c[9*i+1] = c[9*i+1], c[9*i] // the row stands, both columns do not
		compare(board.New(g.Shape()), g)
		shifted := board.New(grid.Shape()) // rows and columns stand, boxes do not
		for r := range 9 {
			for k := range 9 {
				shifted.Set(9*r+k, (r+k+i)%9+1)
			}
		}
		compare(board.New(grid.Shape()), shifted)
	}

	small := board.MustParse("1234341221434321")
	compare(board.New(small.Shape()), small)
	small.Set(0, 2)
	compare(board.New(small.Shape()), small)
	compare(puzzle, small)
	compare(board.Board{}, grid)
	compare(grid, board.Board{})
	diagonal, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	onDiagonal, err := grid.On(diagonal)
	if err != nil {
		t.Fatal(err)
	}
	compare(onDiagonal, onDiagonal)
	compare(grid, onDiagonal)
}

// TestSolvesAllocatesNothing guards what it is for.
func TestSolvesAllocatesNothing(t *testing.T) {
	puzzle, grid := board.MustParse(solvesPuzzle), board.MustParse(solvesGrid)
	if n := testing.AllocsPerRun(100, func() {
		if !board.Solves(puzzle, grid) {
			t.Error("refused")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkSolves(b *testing.B) {
	puzzle, grid := board.MustParse(solvesPuzzle), board.MustParse(solvesGrid)
	b.Run("quick", func(b *testing.B) {
		for b.Loop() {
			if !board.Solves(puzzle, grid) {
				b.Fatal("refused")
			}
		}
	})
	b.Run("words", func(b *testing.B) {
		for b.Loop() {
			if err := board.CheckSolution(puzzle, grid); err != nil {
				b.Fatal(err)
			}
		}
	})
}
