package tensornet

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"

	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet/plain"
)

// masksOf calls iterate over and over on planes of n×n numbers and returns the masks of each call, for
// each plane, as lists of the places marked, and the numbers found with them.
func masksOf(t testing.TB, backend compute.Backend, o literalOptions, k int, planes [][]int, calls int) (masks [][][]int, found [][]int) {
	t.Helper()
	n := k * k
	// newLiteral refuses types that do not hold the substitute's keys, which is what a test wants to see.
	f := &literal{n: n, k: k, puzzles: len(planes), literalOptions: o}
	e, err := graph.NewExec(backend, func(in []*graph.Node) []*graph.Node {
		next, after, left := f.layers(in[2:]).iterate(in[0], in[1])
		return []*graph.Node{next, after, left}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Finalize()
	x, used := tensorOf(o.number, slices.Concat(planes...), len(planes), 1, n, n), tensorOf(o.number, nil, len(planes), 1, n, n)
	for range calls {
		args := []any{x, used}
		for _, c := range f.constants() {
			args = append(args, c)
		}
		out, err := e.Call(args...)
		if err != nil {
			t.Fatal(err)
		}
		marked, numbers := make([][]int, len(planes)), make([]int, len(planes))
		out[0].MustConstFlatData(func(flat any) {
			for i := range len(planes) * n * n {
				if numberAt(flat, i) != 0 {
					marked[i/(n*n)] = append(marked[i/(n*n)], i%(n*n))
				}
			}
		})
		out[2].MustConstFlatData(func(flat any) {
			for i := range numbers {
				numbers[i] = numberAt(flat, i)
			}
		})
		masks, found, used = append(masks, marked), append(found, numbers), out[1]
	}
	return masks, found
}

// fieldsOf returns planes of numbers from 0 to the greatest, with many equal ones, among them a plane of
// zeros and one of equal numbers.
func fieldsOf(rng *rand.Rand, cells, planes, greatest int) [][]int {
	out := make([][]int, planes)
	for i := range out {
		out[i] = make([]int, cells)
		for cell := range out[i] {
			switch i {
			case 0:
			case 1:
				out[i][cell] = greatest
			default:
				out[i][cell] = rng.IntN(greatest + 1)
			}
		}
	}
	return out
}

// The numbers come one at a time, the greater first and of equal ones the first in row-major order, and
// then nothing.
func TestIterate(t *testing.T) {
	backend := testBackend(t)
	for _, c := range []struct {
		number dtypes.DType
		unpool unpooling
	}{
		{dtypes.Float32, unpoolReal},
		{dtypes.Float32, unpoolSubstitute},
		{dtypes.Int8, unpoolReal},
		{dtypes.BFloat16, unpoolReal},
		{dtypes.Float16, unpoolSubstitute},
		{dtypes.Int16, unpoolSubstitute},
	} {
		o := literalDefaults()
		o.number, o.unpool = c.number, c.unpool
		for _, k := range []int{2, 3} {
			n := k * k
			planes := fieldsOf(rand.New(rand.NewPCG(3, uint64(k))), n*n, 20, 3)
			masks, found := masksOf(t, backend, o, k, planes, n*n+1)
			for i, x := range planes {
				var order []int
				for cell, v := range x {
					if v > 0 {
						order = append(order, cell)
					}
				}
				slices.SortStableFunc(order, func(a, b int) int { return x[b] - x[a] })
				for call := range n*n + 1 {
					var want []int
					number := 0
					if call < len(order) {
						want, number = order[call:call+1], x[order[call]]
					}
					if !slices.Equal(masks[call][i], want) || found[call][i] != number {
						t.Fatalf("%s, %s, k %d, plane %d, call %d: marked %v with %d, want %v with %d", c.number, c.unpool, k, i, call, masks[call][i], found[call][i], want, number)
					}
				}
			}
		}
	}
}

// bfloat16 holds 8 bits of an integer: keys up to 323 round to the same number, and several cells are
// marked at once. Max-unpool compares and computes nothing, and is exact.
func TestSubstituteNeedsMoreThanBFloat16(t *testing.T) {
	backend := testBackend(t)
	planes := fieldsOf(rand.New(rand.NewPCG(4, 4)), 81, 20, 3)
	o := literalDefaults()
	o.number, o.unpool = dtypes.BFloat16, unpoolSubstitute
	masks, _ := masksOf(t, backend, o, 3, planes, 1)
	several := 0
	for _, marked := range masks[0] {
		if len(marked) > 1 {
			several++
		}
	}
	if several == 0 {
		t.Error("no plane had two cells marked at once, want that in bfloat16")
	}
	if _, err := newLiteral(3, 1, o); err == nil {
		t.Error("newLiteral takes bfloat16 for the substitute, want an error")
	}
	for _, c := range []struct {
		number dtypes.DType
		k      int // largest that is taken
	}{{dtypes.Int8, 1}, {dtypes.Float16, 2}, {dtypes.Int16, 3}, {dtypes.Float32, 4}} {
		for k := 2; k <= 4; k++ {
			o.number = c.number
			if _, err := newLiteral(k, 1, o); (err == nil) != (k <= c.k) {
				t.Errorf("%s for the substitute at k %d: %v", c.number, k, err)
			}
		}
	}
}

// The step of every form of first is that of plain.State.
func TestSubstituteSteps(t *testing.T) {
	backend := testBackend(t)
	o := literalDefaults()
	o.unpool, o.rules = unpoolSubstitute, plain.Rules{Locked: true}
	for _, number := range []dtypes.DType{dtypes.Float32, dtypes.Int16} {
		o.number = number
		follow(t, backend, 2, 32, 1, 200, o, 5)
		follow(t, backend, 3, 8, 5, 60, o, 6)
	}
}

func TestIterate2D(t *testing.T) {
	backend, shape := goBackend(t), board.Standard()
	x := make([]int, 81)
	x[7], x[30], x[31], x[80], x[2] = 3, 9, 9, 1, -4
	want := []int{30, 31, 7, 80, -1, -1} // −1: nothing
	for _, unpool := range []string{MaxUnpool, Substitute} {
		masks, err := Iterate2D(backend, shape, unpool, [][]int{make([]int, 81), x}, len(want))
		if err != nil {
			t.Fatal(err)
		}
		for call, cell := range want {
			mask := make([]int, 81)
			if cell >= 0 {
				mask[cell] = 1
			}
			if !slices.Equal(masks[call][1], mask) || slices.Max(masks[call][0]) != 0 || len(masks) != len(want) {
				t.Errorf("%s, call %d: %v, want a 1 at %d", unpool, call, masks[call][1], cell)
			}
		}
	}
	for name, bad := range map[string][][]int{"no array": nil, "a length": {x[:80]}, "a number": {append(slices.Clone(x[:80]), 1<<25)}} {
		if _, err := Iterate2D(backend, shape, Substitute, bad, 1); err == nil {
			t.Errorf("%s passes", name)
		}
	}
	if _, err := Iterate2D(backend, shape, "other", [][]int{x}, 1); err == nil {
		t.Error("another way of unpooling passes")
	}
}
