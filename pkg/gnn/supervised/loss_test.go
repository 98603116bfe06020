package supervised

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
)

func shapeOf(t testing.TB, side int) *board.Shape {
	t.Helper()
	s, err := board.ShapeOfSide(side)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// call runs a graph of float32 results and returns each flat.
func call(t testing.TB, b compute.Backend, f func([]*graph.Node) []*graph.Node, in ...any) [][]float32 {
	t.Helper()
	exec, err := graph.NewExec(b, f)
	if err != nil {
		t.Fatal(err)
	}
	defer exec.Finalize()
	out, err := exec.Call(in...)
	if err != nil {
		t.Fatal(err)
	}
	flat := make([][]float32, len(out))
	for i, x := range out {
		if flat[i], err = tensors.CopyFlatData[float32](x); err != nil {
			t.Fatal(err)
		}
	}
	return flat
}

// plainLoss is the loss of one board in float64 by loops over the board's own units.
func plainLoss(s *board.Shape, logits []float64, puzzle, solution []int32, lambda float64) (entropy, penalty float64) {
	n := s.Side()
	p := make([]float64, len(logits))
	empty := 0.0
	for c := range s.Cells() {
		of := logits[c*n : (c+1)*n]
		sum := 0.0
		for _, x := range of {
			sum += math.Exp(x)
		}
		if puzzle[c] != 0 {
			p[c*n+int(puzzle[c])-1] = 1
			continue
		}
		for d, x := range of {
			p[c*n+d] = math.Exp(x) / sum
		}
		entropy -= math.Log(p[c*n+int(solution[c])-1])
		empty++
	}
	for _, unit := range s.Units() {
		for d := range n {
			places := 0.0
			for _, c := range unit {
				places += p[c*n+d]
			}
			penalty += (places - 1) * (places - 1) / 2
		}
	}
	return entropy / empty, lambda * penalty
}

// TestLoss compares both parts of the loss with plain loops, and their gradient with central
// differences of these.
func TestLoss(t *testing.T) {
	const lambda = 0.1
	b := acceltest.Go(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, side := range []int{4, 9} {
		s := shapeOf(t, side)
		cells := s.Cells()
		logits := make([]float64, cells*side)
		rounded := make([]float32, len(logits))
		for i := range logits {
			rounded[i] = float32(rng.NormFloat64())
			logits[i] = float64(rounded[i])
		}
		puzzle, solution := make([]int32, cells), make([]int32, cells)
		for c := range cells {
			solution[c] = int32(1 + rng.IntN(side)) // any digits will do
			if rng.IntN(3) == 0 {
				puzzle[c] = solution[c]
			}
		}
		out := call(t, b, func(in []*graph.Node) []*graph.Node {
			x := graph.Reshape(in[0], 1, cells, side)
			entropy := CrossEntropy(x, in[1], in[2])
			penalty := graph.MulScalar(graph.ReduceAllMean(Penalty(Probabilities(x, in[1]), s)), lambda)
			return []*graph.Node{entropy, penalty, graph.Gradient(entropy, in[0])[0], graph.Gradient(penalty, in[0])[0]}
		}, rounded, [][]int32{puzzle}, [][]int32{solution})
		entropy, penalty := plainLoss(s, logits, puzzle, solution, lambda)
		if math.Abs(float64(out[0][0])-entropy) > 1e-5 || math.Abs(float64(out[1][0])-penalty) > 1e-4 {
			t.Errorf("side %d: entropy %g and penalty %g, want %g and %g", side, out[0][0], out[1][0], entropy, penalty)
		}
		largest := [2]float64{}
		for i := range logits {
			const h = 1e-5
			was := logits[i]
			logits[i] = was + h
			e1, p1 := plainLoss(s, logits, puzzle, solution, lambda)
			logits[i] = was - h
			e0, p0 := plainLoss(s, logits, puzzle, solution, lambda)
			logits[i] = was
			for part, want := range [2]float64{(e1 - e0) / (2 * h), (p1 - p0) / (2 * h)} {
				if got := float64(out[2+part][i]); math.Abs(got-want) > 2e-5*max(1, math.Abs(want)) {
					t.Fatalf("side %d: part %d has slope %g at logit %d, differences give %g", side, part, got, i, want)
				}
				largest[part] = max(largest[part], math.Abs(want))
			}
		}
		if largest[0] < 1e-3 || largest[1] < 1e-3 {
			t.Errorf("side %d: greatest slopes %v: the test compares nothing", side, largest)
		}
	}
}

// TestPenaltyCounts goes through all ways to fill a row of a 4×4 board whose other cells are
// fixed, with certain digits: the penalty is the count of repeats where no digit stands more
// than twice in a unit, above it elsewhere, and 0 only for solutions.
func TestPenaltyCounts(t *testing.T) {
	s := shapeOf(t, 4)
	b := acceltest.Go(t)
	rest := []int32{3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	var grids [][]int32
	var boards []board.Board
	for code := range 256 {
		row := []int32{int32(code&3) + 1, int32(code>>2&3) + 1, int32(code>>4&3) + 1, int32(code>>6&3) + 1}
		grids = append(grids, append(row, rest...))
		g := board.New(s)
		for c, d := range grids[code] {
			g.Set(c, int(d))
		}
		boards = append(boards, g)
	}
	penalties, counts, err := Violations(b, boards)
	if err != nil {
		t.Fatal(err)
	}
	kinds := map[bool]int{}
	solved := 0
	for i, grid := range grids {
		count, thrice := 0, false
		for _, unit := range s.Units() {
			var held [5]int
			for _, c := range unit {
				held[grid[c]]++
			}
			for _, k := range held {
				count += max(0, k-1)
				thrice = thrice || k > 2
			}
		}
		penalty, repeats := float64(penalties[i]), float64(counts[i])
		if repeats != float64(count) {
			t.Fatalf("%v: %g repeats, want %d", grid[:4], repeats, count)
		}
		if thrice && penalty <= repeats || !thrice && penalty != repeats {
			t.Fatalf("%v: penalty %g of %g repeats, a digit three times in a unit: %v", grid[:4], penalty, repeats, thrice)
		}
		kinds[thrice]++
		if penalty == 0 {
			solved++
		}
	}
	if _, _, err := Violations(b, []board.Board{board.New(s), board.New(board.Standard())}); err == nil {
		t.Error("grids of two shapes were accepted")
	}
	if kinds[true] == 0 || kinds[false] == 0 || solved != 1 {
		t.Errorf("%v grids with and without a digit three times, %d without penalty, want some of both and 1", kinds, solved)
	}
}
