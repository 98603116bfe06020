package fused_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/learn/candidates"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/symmetry"
	"sudokulab/pkg/train"
)

// paths are those of this processor.
func paths() []fused.Path {
	if fused.Best() == fused.Portable {
		return []fused.Path{fused.Portable}
	}
	return []fused.Path{fused.Portable, fused.Best()}
}

func side(t testing.TB, n int) *board.Shape {
	t.Helper()
	s, err := board.ShapeOfSide(n)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// on returns a board of a network with a puzzle on it.
func on(t testing.TB, n *fused.Network, s *board.Shape, cells []uint8, noise []float32) *fused.Board {
	t.Helper()
	b, err := n.On(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Start(cells, noise); err != nil {
		t.Fatal(err)
	}
	return b
}

func built(t testing.TB, c candidates.Config, weights map[string][]float32, p fused.Path) *fused.Network {
	t.Helper()
	n, err := fused.New(c, weights, p)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// sparse puts random digits into about a third of the cells, without a look at the rules.
func sparse(s *board.Shape, rng *rand.Rand) []uint8 {
	cells := make([]uint8, s.Cells())
	for i := range cells {
		if rng.IntN(3) == 0 {
			cells[i] = uint8(1 + rng.IntN(s.Side()))
		}
	}
	return cells
}

// apart is the largest difference; a NaN makes it one.
func apart[A, B float32 | float64](a []A, b []B) float64 {
	worst := 0.
	for i := range a {
		worst = max(worst, math.Abs(float64(a[i])-float64(b[i])))
	}
	return worst
}

// TestPlain: states and scores are those of loops in float64, for every pool, odd widths and all sides, on each path. A
// state is a sum of some hundred products of numbers about 1, each rounded by up to 6·10⁻⁸, through a function whose
// slope is 1 at most: some 10⁻⁶ after a step, and a few steps carry it on without growth worth mentioning. Plain sums
// are as many times as large as means as they have members, and so is their rounding.
func TestPlain(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []candidates.Config{
		{Hidden: 48, Channels: 16, Pool: candidates.PoolSoftmax},
		{Hidden: 24, Channels: 8, Pool: candidates.PoolSoftmax},
		{Hidden: 13, Channels: 5, Pool: candidates.PoolSoftmax},
		{Hidden: 1, Channels: 1, Pool: candidates.PoolSoftmax},
		{Hidden: 8, Channels: 17, Pool: candidates.PoolMean},
		{Hidden: 48, Channels: 16, Pool: candidates.PoolMean},
		{Hidden: 20, Channels: 3, Pool: candidates.PoolSum},
		{Hidden: 16, Channels: 16, Pool: candidates.PoolSum},
	} {
		c.Steps = 1
		for _, n := range []int{4, 9, 16, 25} {
			steps := 4
			if n > 9 {
				if c.Hidden > 16 || testing.Short() {
					continue // the loops take long
				}
				steps = 1
			}
			tolerance := 1e-5
			if c.Pool == candidates.PoolSum {
				tolerance *= float64(n)
			}
			s := side(t, n)
			cells, weights := sparse(s, rng), randomWeights(c, rng)
			noise := make([]float32, c.Hidden)
			for i := range noise {
				noise[i] = float32(rng.NormFloat64() / 2)
			}
			boards := map[fused.Path]*fused.Board{}
			for _, p := range paths() {
				boards[p] = on(t, built(t, c, weights, p), s, cells, noise)
			}
			want := newPlain(c, weights, s, cells, noise)
			scores := make([]float32, s.Cells()*n)
			for step := range steps + 1 {
				if step > 0 {
					want.step()
				}
				for p, b := range boards {
					if step > 0 {
						if err := b.Steps(t.Context(), 1); err != nil {
							t.Fatal(err)
						}
					}
					if err := b.Scores(scores); err != nil {
						t.Fatal(err)
					}
					if d := apart(b.States(), slices.Concat(want.state...)); !(d < tolerance) {
						t.Errorf("%+v, side %d, %s: states are off by %g after %d steps", c, n, p, d, step)
					}
					if d := apart(scores, want.scores()); !(d < 10*tolerance) { // a sum of H of them
						t.Errorf("%+v, side %d, %s: scores are off by %g after %d steps", c, n, p, d, step)
					}
				}
			}
		}
	}
}

// graphOf runs the graph of a network with the weights of a store and returns states and scores.
func graphOf(t testing.TB, backend compute.Backend, store *model.Store, c candidates.Config, s *board.Shape, cells []uint8, steps int) (states, scores []float32) {
	t.Helper()
	network, err := candidates.New(c)
	if err != nil {
		t.Fatal(err)
	}
	wide := make([]int32, len(cells))
	for i, d := range cells {
		wide[i] = int32(d)
	}
	out, err := model.CallOnceN(backend, store, func(scope *model.Scope, in []*Node) []*Node {
		b := network.On(scope.Store().Scope(train.ScopePath), in[0], s)
		state := b.Steps(b.Start(), steps, nil)
		return []*Node{state, b.Score(state)}
	}, tensors.FromFlatDataAndDimensions(wide, 1, len(wide)))
	if err != nil {
		t.Fatal(err)
	}
	return tensors.MustCopyFlatData[float32](out[0]), tensors.MustCopyFlatData[float32](out[1])
}

// TestGraph: states and scores are those of the graph on GoMLX's backend, with initial weights and with trained ones. Both
// round, so they are twice as far from each other as either may be from the loops.
func TestGraph(t *testing.T) {
	const tolerance = 2e-5
	backend := acceltest.Go(t)
	rng := rand.New(rand.NewPCG(3, 4))
	load := func(name string) *weights.Model {
		m, err := weights.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	// A step of the weights that solve hard puzzles makes small differences larger: fewer steps keep to the bound.
	small, hard := load("small"), load("candidate")
	for _, tc := range []struct {
		c           candidates.Config
		side, steps int
		trained     *weights.Model
	}{
		{candidates.Config{Hidden: 12, Channels: 4, Pool: candidates.PoolSoftmax, Steps: 1, Seed: 3}, 4, 6, nil},
		{candidates.Config{Hidden: 12, Channels: 4, Pool: candidates.PoolMean, Steps: 1, Seed: 3}, 9, 6, nil},
		{candidates.Config{Hidden: 12, Channels: 4, Pool: candidates.PoolSum, Steps: 1, Seed: 3}, 9, 3, nil},
		{candidates.Config{Hidden: 24, Channels: 8, Pool: candidates.PoolSoftmax, Steps: 1, Seed: 3, Recompute: true}, 16, 3, nil},
		{small.Card.Recipe.Network, 4, 8, small},
		{small.Card.Recipe.Network, 9, 8, small},
		{small.Card.Recipe.Network, 16, 2, small},
		{small.Card.Recipe.Network, 25, 1, small},
		{hard.Card.Recipe.Network, 4, 4, hard},
		{hard.Card.Recipe.Network, 9, 4, hard},
		{hard.Card.Recipe.Network, 16, 1, hard},
	} {
		if testing.Short() && tc.side > 9 {
			continue
		}
		s := side(t, tc.side)
		store := model.NewStore()
		if tc.trained != nil {
			var err error
			if store, err = tc.trained.Store(); err != nil {
				t.Fatal(err)
			}
		}
		cells := sparse(s, rng)
		states, scores := graphOf(t, backend, store, tc.c, s, cells, tc.steps)
		for _, p := range paths() {
			n, err := fused.Of(tc.c, store, train.ScopePath, p)
			if err != nil {
				t.Fatal(err)
			}
			b := on(t, n, s, cells, nil)
			if err := b.Steps(t.Context(), tc.steps); err != nil {
				t.Fatal(err)
			}
			got := make([]float32, len(scores))
			if err := b.Scores(got); err != nil {
				t.Fatal(err)
			}
			if d := apart(b.States(), states); !(d < tolerance) {
				t.Errorf("%+v, side %d, %s: states are off by %g after %d steps", tc.c, tc.side, p, d, tc.steps)
			}
			if d := apart(got, scores); !(d < 10*tolerance) {
				t.Errorf("%+v, side %d, %s: scores are off by %g after %d steps", tc.c, tc.side, p, d, tc.steps)
			}
		}
		store.Finalize()
	}
}

// TestSymmetry: a symmetry moves the scores and changes nothing else, up to the rounding of sums in another order.
func TestSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, pool := range []candidates.Pool{candidates.PoolSoftmax, candidates.PoolMean, candidates.PoolSum} {
		c := candidates.Config{Hidden: 12, Channels: 4, Pool: pool, Steps: 1}
		weights := randomWeights(c, rng)
		for _, n := range []int{4, 9} {
			s := side(t, n)
			for range 3 {
				puzzle, err := board.FromCellsOn(s, sparse(s, rng))
				if err != nil {
					t.Fatal(err)
				}
				move := symmetry.Random(rng, s)
				image := move.MustApply(puzzle)
				for _, p := range paths() {
					network := built(t, c, weights, p)
					a, b := make([]float32, s.Cells()*n), make([]float32, s.Cells()*n)
					for cells, into := range map[*board.Board][]float32{&puzzle: a, &image: b} {
						x := on(t, network, s, cells.Cells(), nil)
						if err := errors.Join(x.Steps(t.Context(), 5), x.Scores(into)); err != nil {
							t.Fatal(err)
						}
					}
					// Where a candidate goes shows by moving a board that holds it alone.
					for cell := range s.Cells() {
						for d := range n {
							one := board.New(s)
							one.Set(cell, d+1)
							for at, v := range move.MustApply(one).Cells() {
								if v != 0 {
									if was, is := a[cell*n+d], b[at*n+int(v)-1]; !(math.Abs(float64(was-is)) < 1e-4) {
										t.Fatalf("%s, side %d, %s: a score moves from %g to %g", pool, n, p, was, is)
									}
								}
							}
						}
					}
				}
			}
		}
	}
}

// FuzzAlone: a board gets the same numbers, to the bit, whatever its room held before, and digits that it cannot have
// are refused.
func FuzzAlone(f *testing.F) {
	f.Add([]byte("12..34..2.4..3.1"), []byte("................"))
	f.Add([]byte("\x09444444444444444"), []byte{})
	c := candidates.Config{Hidden: 12, Channels: 4, Pool: candidates.PoolSoftmax, Steps: 1}
	weights := randomWeights(c, rand.New(rand.NewPCG(7, 8)))
	s := side(f, 4)
	cellsOf := func(text []byte) []uint8 {
		cells := make([]uint8, s.Cells())
		for i, b := range text[:min(len(text), len(cells))] {
			cells[i] = b % 6 // 5 is too large
		}
		return cells
	}
	f.Fuzz(func(t *testing.T, first, second []byte) {
		before, after := cellsOf(first), cellsOf(second)
		for _, p := range paths() {
			n := built(t, c, weights, p)
			used, fresh := mustOn(t, n, s), mustOn(t, n, s)
			if used.Start(before, nil) == nil {
				if slices.Contains(before, 5) {
					t.Fatal("a digit 5 on a board of side 4")
				}
				if err := used.Steps(t.Context(), 2); err != nil {
					t.Fatal(err)
				}
			}
			if fresh.Start(after, nil) != nil {
				continue
			}
			if err := errors.Join(used.Start(after, nil), used.Steps(t.Context(), 2), fresh.Steps(t.Context(), 2)); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(used.States(), fresh.States()) {
				t.Fatalf("%s: another board before it changes the states", p)
			}
		}
	})
}

func mustOn(t testing.TB, n *fused.Network, s *board.Shape) *fused.Board {
	t.Helper()
	b, err := n.On(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestNotANumber: what is no number in the graph is none here: a weight that is none, and forces beyond what an exponential
// can be, on either side.
func TestNotANumber(t *testing.T) {
	s := side(t, 4)
	c := candidates.Config{Hidden: 8, Channels: 8, Pool: candidates.PoolSoftmax, Steps: 1}
	for name, spoil := range map[string]func(w map[string][]float32){
		"weight":    func(w map[string][]float32) { w["gate_state"][3] = float32(math.NaN()) },
		"next":      func(w map[string][]float32) { w["next_bias"][7] = float32(math.NaN()) },
		"value":     func(w map[string][]float32) { w["value_b"][2] = float32(math.NaN()) },
		"overflow":  func(w map[string][]float32) { w["force_b"][5] = 100 },
		"underflow": func(w map[string][]float32) { w["force_b"][5] = -120 },
		"infinite":  func(w map[string][]float32) { w["force_b"][0] = float32(math.Inf(1)) },
	} {
		weights := randomWeights(c, rand.New(rand.NewPCG(9, 9)))
		spoil(weights)
		for _, p := range paths() {
			b := on(t, built(t, c, weights, p), s, make([]uint8, 16), nil)
			scores := make([]float32, 64)
			if err := errors.Join(b.Steps(t.Context(), 2), b.Probabilities(scores)); err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(scores, func(v float32) bool { return v != v }) {
				t.Errorf("%s, %s: all probabilities are numbers", name, p)
			}
		}
	}
}

// TestAllocations: a step, a start and the scores allocate nothing.
func TestAllocations(t *testing.T) {
	s := side(t, 9)
	c := candidates.Config{Hidden: 24, Channels: 8, Pool: candidates.PoolSoftmax, Steps: 1}
	cells, p := make([]uint8, 81), make([]float32, 729)
	for _, path := range paths() {
		b := on(t, built(t, c, randomWeights(c, rand.New(rand.NewPCG(1, 1))), path), s, cells, nil)
		ctx := t.Context()
		if n := testing.AllocsPerRun(3, func() {
			if err := errors.Join(b.Start(cells, nil), b.Steps(ctx, 1), b.Probabilities(p)); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", path, n)
		}
	}
}

// TestErrors: what is refused, and how.
func TestErrors(t *testing.T) {
	c := candidates.Config{Hidden: 8, Channels: 4, Pool: candidates.PoolSoftmax, Steps: 1}
	good := randomWeights(c, rand.New(rand.NewPCG(1, 1)))
	n := built(t, c, good, fused.Portable)
	b := mustOn(t, n, side(t, 4))
	diagonal, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	short := randomWeights(c, rand.New(rand.NewPCG(1, 1)))
	short["gate_box"] = short["gate_box"][1:]
	half := c
	half.Compute = candidates.BFloat16
	done, cancel := context.WithCancel(t.Context())
	cancel()
	for name, tc := range map[string]struct {
		err  func() error
		want string
	}{
		"bfloat16":      {func() error { return fused.Takes(half) }, "bfloat16"},
		"configuration": {func() error { return fused.Takes(candidates.Config{}) }, "hidden width"},
		"weights":       {func() error { _, err := fused.New(c, short, fused.Portable); return err }, "gate_box"},
		"path":          {func() error { _, err := fused.New(c, good, "MMX"); return err }, "AVX2+FMA"},
		"no weights":    {func() error { _, err := fused.Of(c, model.NewStore(), "/model", fused.Portable); return err }, "no weights /model/"},
		"shape":         {func() error { _, err := n.On(diagonal); return err }, "rows, columns and boxes"},
		"cells":         {func() error { return b.Start(make([]uint8, 81), nil) }, "want 16"},
		"digit":         {func() error { return b.Start([]uint8{0, 5, 15: 0}, nil) }, "digit 5"},
		"noise":         {func() error { return b.Start(make([]uint8, 16), make([]float32, 9)) }, "noise"},
		"scores":        {func() error { return b.Scores(make([]float32, 63)) }, "want 64"},
		"probabilities": {func() error { return b.Probabilities(nil) }, "want 64"},
		"ended context": {func() error { return b.Steps(done, 1) }, "canceled"},
		"not taken":     {func() error { return ignore(fused.New(half, good, fused.Portable)) }, fused.ErrNotTaken.Error()},
	} {
		if err := tc.err(); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, tc.want)
		}
	}
}

func ignore(_ *fused.Network, err error) error { return err }

// TestInstead: a backend that was named computes; else a path does where it is faster.
func TestInstead(t *testing.T) {
	vectors := fused.Best()
	if vectors == fused.Portable {
		vectors = "" // XLA is faster
	}
	for _, tc := range []struct {
		asked, platform string
		want            fused.Path
	}{
		{"", accel.PlatformGo, fused.Best()},
		{accel.NameAuto, accel.PlatformGo, fused.Best()},
		{accel.NameGo, accel.PlatformGo, ""},
		{"", accel.PlatformCPU, vectors},
		{accel.NameAuto, accel.PlatformCPU, vectors},
		{accel.NameCPU, accel.PlatformCPU, ""},
		{"", accel.PlatformCUDA, ""},
		{accel.NameAuto, accel.PlatformOther, ""},
	} {
		if got := fused.Instead(tc.asked, &accel.Choice{Platform: tc.platform}); got != tc.want {
			t.Errorf("asked for %q, on %s: %q, want %q", tc.asked, tc.platform, got, tc.want)
		}
	}
}

// One step from the first states of an empty board: all candidates are alike.
func ExampleNew() {
	c := candidates.Config{Hidden: 8, Channels: 4, Pool: candidates.PoolSoftmax, Steps: 1}
	network, err := fused.New(c, randomWeights(c, rand.New(rand.NewPCG(1, 1))), fused.Best())
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := network.On(board.Standard())
	if err != nil {
		fmt.Println(err)
		return
	}
	p := make([]float32, 9*9*9)
	if err := errors.Join(b.Start(make([]uint8, 81), nil), b.Steps(context.Background(), 1), b.Probabilities(p)); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f %.4f\n", p[0], p[728])
	// Output: 0.1111 0.1111
}

// BenchmarkSteps is 8 steps with the embedded weights.
func BenchmarkSteps(b *testing.B) {
	const steps = 8
	m, err := weights.Load("candidate")
	if err != nil {
		b.Fatal(err)
	}
	store, err := m.Store()
	if err != nil {
		b.Fatal(err)
	}
	defer store.Finalize()
	c := m.Card.Recipe.Network
	for _, n := range []int{4, 9, 16, 25} {
		s := side(b, n)
		cells := sparse(s, rand.New(rand.NewPCG(1, uint64(n))))
		report := func(b *testing.B) {
			b.ReportMetric(steps*c.FLOPs(n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		}
		for _, p := range paths() {
			b.Run(fmt.Sprintf("path=%s/side=%d", p, n), func(b *testing.B) {
				network, err := fused.Of(c, store, train.ScopePath, p)
				if err != nil {
					b.Fatal(err)
				}
				at := on(b, network, s, cells, nil)
				b.ReportAllocs()
				for b.Loop() {
					if err := at.Steps(b.Context(), steps); err != nil {
						b.Fatal(err)
					}
				}
				report(b)
			})
		}
		b.Run(fmt.Sprintf("path=GoMLX/side=%d", n), func(b *testing.B) {
			store, err := m.Store() // a store is for one backend
			if err != nil {
				b.Fatal(err)
			}
			defer store.Finalize()
			network, err := candidates.New(c)
			if err != nil {
				b.Fatal(err)
			}
			exec, err := model.NewExec(acceltest.Go(b), store, func(scope *model.Scope, in []*Node) []*Node {
				x := network.On(scope.Store().Scope(train.ScopePath), in[0], s)
				return []*Node{x.Steps(x.Start(), steps, nil)}
			})
			if err != nil {
				b.Fatal(err)
			}
			defer exec.Finalize()
			wide := make([]int32, len(cells))
			for b.Loop() {
				out, err := exec.Exec(tensors.FromFlatDataAndDimensions(slices.Clone(wide), 1, len(wide)))
				if err != nil {
					b.Fatal(err)
				}
				out[0].MustFinalizeAll()
			}
			report(b)
		})
	}
}
