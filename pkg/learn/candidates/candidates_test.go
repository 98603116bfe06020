package candidates

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"
	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

// small is a network small enough for tests, in each form of pooling.
func small(pool Pool) Config { return Config{Hidden: 12, Channels: 4, Pool: pool, Steps: 5, Seed: 3} }

// built returns the network of a configuration.
func built(t testing.TB, c Config) *Network {
	t.Helper()
	network, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return network
}

// side returns the plain shape of a side.
func side(t testing.TB, n int) *board.Shape {
	t.Helper()
	s, err := board.ShapeOfSide(n)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tensor holds boards of one shape as [B, N] int32.
func tensor(boards ...board.Board) *tensors.Tensor {
	var cells []int32
	for _, b := range boards {
		for _, d := range b.Cells() {
			cells = append(cells, int32(d))
		}
	}
	return tensors.FromFlatDataAndDimensions(cells, len(boards), boards[0].Shape().Cells())
}

// scores runs the network with its initial weights for Config.Steps steps and returns the
// scores [N·n].
func scores(t testing.TB, b compute.Backend, c Config, puzzle board.Board) []float32 {
	t.Helper()
	return scoresIn(t, b, c, model.NewStore(), puzzle)
}

// scoresIn does so with the weights in a store.
func scoresIn(t testing.TB, b compute.Backend, c Config, store *model.Store, puzzle board.Board) []float32 {
	t.Helper()
	network := built(t, c)
	out, err := model.CallOnce(b, store, func(scope *model.Scope, boards *Node) *Node {
		on := network.On(scope, boards, puzzle.Shape())
		return on.Score(on.Steps(on.Start(), c.Steps, nil))
	}, tensor(puzzle))
	if err != nil {
		t.Fatal(err)
	}
	return tensors.MustCopyFlatData[float32](out)
}

// TestEquivariance: a symmetry of the board and a relabelling of its digits permute the
// output and change nothing else.
func TestEquivariance(t *testing.T) {
	b := acceltest.Go(t)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, pool := range []Pool{PoolSoftmax, PoolMean, PoolSum} {
		for _, n := range []int{4, 9} {
			s := side(t, n)
			for range 4 {
				puzzle := board.New(s)
				for cell := range s.Cells() {
					if rng.IntN(3) == 0 {
						puzzle.Set(cell, 1+rng.IntN(n))
					}
				}
				move := symmetry.Random(rng, s)
				moved := move.MustApply(puzzle)
				// The image of each candidate, found by moving boards that hold it alone.
				before, after := scores(t, b, small(pool), puzzle), scores(t, b, small(pool), moved)
				spread := 0.0
				for cell := range s.Cells() {
					for d := 1; d <= n; d++ {
						single := board.New(s)
						single.Set(cell, d)
						image := move.MustApply(single)
						for to, digit := range image.Cells() {
							if digit == 0 {
								continue
							}
							x, y := before[cell*n+d-1], after[to*n+int(digit)-1]
							if diff := math.Abs(float64(x - y)); diff > 1e-4 {
								t.Fatalf("%s %d: candidate %d of cell %d has %v, its image %v", pool, n, d, cell, x, y)
							}
							spread = max(spread, math.Abs(float64(x-before[0])))
						}
					}
				}
				if spread < 1e-3 {
					t.Errorf("%s %d: all candidates have the same scores: the test compares nothing", pool, n)
				}
			}
		}
	}
}

// TestSizes: the same weights run at every side, and their number is what Parameters says.
func TestSizes(t *testing.T) {
	b := acceltest.Go(t)
	for _, pool := range []Pool{PoolSoftmax, PoolMean, PoolSum} {
		c := small(pool)
		store, network := model.NewStore(), built(t, c)
		for _, n := range []int{4, 9, 16} {
			s := side(t, n)
			exec, err := model.NewExec(b, store, func(scope *model.Scope, boards *Node) *Node {
				on := network.On(scope, boards, s)
				return on.Score(on.Steps(on.Start(), 2, nil))
			})
			if err != nil {
				t.Fatal(err)
			}
			out, err := exec.Exec(tensor(board.New(s), board.New(s)))
			if err != nil {
				t.Fatal(err)
			}
			if err := out[0].Shape().CheckDims(2, s.Cells(), n); err != nil {
				t.Error(err)
			}
			if got := store.NumParameters(); got != c.Parameters() {
				t.Errorf("%s at side %d: %d weights, Parameters says %d", pool, n, got, c.Parameters())
			}
		}
		if got := weights(store); len(got) != len(c.Shapes()) {
			t.Errorf("%s: variables %v, Shapes says %v", pool, got, c.Shapes())
		}
		for v := range store.IterVariables() {
			if d := cmp.Diff(c.Shapes()[v.Name()], v.Shape().Dimensions); d != "" {
				t.Errorf("%s: %s (-Shapes +variable):\n%s", pool, v.Name(), d)
			}
		}
	}
}

// weights returns the values of a store's variables by their paths.
func weights(store *model.Store) map[string][]float32 {
	values := map[string][]float32{}
	for v := range store.IterVariables() {
		values[v.Path()] = tensors.MustCopyFlatData[float32](v.MustValue())
	}
	return values
}

// TestStepAgainstLoops compares one step with plain loops over candidates and constraints in
// float64.
func TestStepAgainstLoops(t *testing.T) {
	b := acceltest.Go(t)
	c := Config{Hidden: 5, Channels: 3, Pool: PoolSoftmax, Steps: 1, Seed: 9}
	puzzle := board.MustParse("1...............")
	s := puzzle.Shape()
	n := s.Side()
	got := scores(t, b, c, puzzle)

	store, network := model.NewStore(), built(t, c)
	if _, err := model.CallOnce(b, store, func(scope *model.Scope, boards *Node) *Node {
		return network.On(scope, boards, s).Start()
	}, tensor(board.New(s))); err != nil {
		t.Fatal(err)
	}
	values := map[string][]float64{}
	for v := range store.IterVariables() {
		for _, x := range tensors.MustCopyFlatData[float32](v.MustValue()) {
			values[v.Name()] = append(values[v.Name()], float64(x))
		}
	}
	// times is x·W + bias; an empty bias means no bias.
	times := func(x []float64, w, bias string) []float64 {
		out := make([]float64, len(values[w])/len(x))
		for j := range out {
			for i := range x {
				out[j] += x[i] * values[w][i*len(out)+j]
			}
			if bias != "" {
				out[j] += values[bias][j]
			}
		}
		return out
	}
	type key struct{ cell, digit int }
	in, state := map[key][]float64{}, map[key][]float64{}
	force, value := map[key][]float64{}, map[key][]float64{}
	for cell, given := range puzzle.Cells() {
		for d := 1; d <= n; d++ {
			k := key{cell, d}
			switch {
			case int(given) == d:
				in[k] = []float64{1, 0, 0}
			case given != 0:
				in[k] = []float64{0, 1, 0}
			default:
				in[k] = []float64{0, 0, 1}
			}
			state[k] = times(in[k], "start_w", "start_b")
			for i, x := range state[k] {
				state[k][i] = math.Tanh(x)
			}
			force[k], value[k] = times(state[k], "force_w", "force_b"), times(state[k], "value_w", "value_b")
		}
	}
	for k := range in {
		// The four constraints of the candidate, each as the list of its members.
		var members [4][]key
		for d := 1; d <= n; d++ {
			members[0] = append(members[0], key{k.cell, d})
		}
		for i, unit := range s.UnitsOf(k.cell) {
			for _, cell := range s.Units()[unit] {
				members[1+i] = append(members[1+i], key{cell, k.digit})
			}
		}
		weights := [4]string{"cell", "line", "line", "box"}
		pre := map[string][]float64{"gate": times(state[k], "gate_state", "gate_bias"), "next": times(state[k], "next_state", "next_bias")}
		for name := range pre {
			for i, x := range times(in[k], name+"_input", "") {
				pre[name][i] += x
			}
		}
		for i, list := range members {
			features := make([]float64, 2*c.Channels)
			for ch := range c.Channels {
				sum, product := 0.0, 0.0
				for _, m := range list {
					e := math.Exp(force[m][ch])
					sum, product = sum+e, product+e*value[m][ch]
				}
				features[ch], features[c.Channels+ch] = math.Log(sum), product/sum
			}
			for name := range pre {
				for j, x := range times(features, name+"_"+weights[i], "") {
					pre[name][j] += x
				}
			}
		}
		next := make([]float64, c.Hidden)
		for i, h := range state[k] {
			next[i] = h + (1+math.Tanh(pre["gate"][i]))/2*(math.Tanh(pre["next"][i])-h)
		}
		want := times(next, "score_w", "score_b")[0]
		if x := float64(got[k.cell*n+k.digit-1]); math.Abs(x-want) > 1e-4 {
			t.Errorf("cell %d digit %d: %v, by loops %v", k.cell, k.digit, x, want)
		}
	}
}

// TestHeads: the score is the linear function of the states that Batch says, in the order that it
// says; another head on the states hands its gradient to the weights; and every scope starts with
// the same weights.
func TestHeads(t *testing.T) {
	b := acceltest.Go(t)
	c := small(PoolSoftmax)
	network := built(t, c)
	puzzles := []board.Board{board.MustParse("1..............."), board.MustParse("12..34..2.4..3.1")}
	s := side(t, 4)
	store := model.NewStore()
	out, err := model.CallOnceN(b, store, func(scope *model.Scope, boards *Node) []*Node {
		one := network.On(scope.In("one"), boards, s)
		state := one.Steps(one.Start(), 3, nil) // [B·n³, H]
		value := ReduceMean(Reshape(state, 2, 64, c.Hidden), 1)
		gradients := Gradient(ReduceAllSum(Mul(value, value)), one.weights.startW, one.weights.gate.heard[boxKind], one.weights.scoreW)
		two := network.On(scope.In("two"), boards, s)
		return append([]*Node{state, one.Score(state), two.Score(two.Steps(two.Start(), 3, nil))}, gradients...)
	}, tensor(puzzles...))
	if err != nil {
		t.Fatal(err)
	}
	flat := make([][]float32, len(out))
	for i, o := range out {
		flat[i] = tensors.MustCopyFlatData[float32](o)
	}
	values := weights(store)
	const n, cells = 4, 16
	w, bias := values["/one/score_w"], values["/one/score_b"]
	if len(w) != c.Hidden || len(bias) != 1 {
		t.Fatalf("variables %v, want score_w and score_b in the scope", slices.Collect(maps.Keys(values)))
	}
	for at, puzzle := range puzzles {
		alone := scores(t, b, Config{Hidden: c.Hidden, Channels: c.Channels, Pool: c.Pool, Steps: 3, Seed: c.Seed}, puzzle)
		for cell := range cells {
			for d := 1; d <= n; d++ {
				row := (at*cells+cell)*n + d - 1
				want := float64(bias[0])
				for j, x := range flat[0][row*c.Hidden : (row+1)*c.Hidden] {
					if math.Abs(float64(x)) >= 1 {
						t.Errorf("board %d cell %d digit %d: a state of %v", at, cell, d, x)
					}
					want += float64(x) * float64(w[j])
				}
				if got := float64(flat[1][row]); math.Abs(got-want) > 1e-5 || math.Abs(got-float64(alone[cell*n+d-1])) > 1e-5 {
					t.Errorf("board %d cell %d digit %d: score %v, by a loop %v, alone %v", at, cell, d, got, want, alone[cell*n+d-1])
				}
			}
		}
	}
	if !slices.Equal(flat[1], flat[2]) {
		t.Error("two scopes give different scores")
	}
	for name, one := range values {
		if rest, ok := strings.CutPrefix(name, "/one/"); ok && !slices.Equal(one, values["/two/"+rest]) {
			t.Errorf("%s starts differently in another scope", rest)
		}
	}
	for i, reached := range []bool{true, true, false} { // the score takes no part in this loss
		if zero := !slices.ContainsFunc(flat[3+i], func(x float32) bool { return x != 0 }); zero == reached {
			t.Errorf("gradient %d is zero: %v, want %v", i, zero, !reached)
		}
	}
}

// TestBFloat16: the scores are those of float32 up to its eight bits, and the states between two
// calls are float32.
func TestBFloat16(t *testing.T) {
	b := acceltest.Go(t)
	half := small(PoolSoftmax)
	half.Compute = BFloat16
	puzzle := board.MustParse("12..34..2.4..3.1")
	spread, differ := 0.0, false
	want := scores(t, b, small(PoolSoftmax), puzzle)
	for i, x := range scores(t, b, half, puzzle) {
		diff := math.Abs(float64(x - want[i]))
		differ = differ || diff > 1e-6
		spread = max(spread, diff)
	}
	if spread > 0.1 || !differ {
		t.Errorf("scores differ from those of float32 by up to %v, want a little and not more than 0.1", spread)
	}
	network := built(t, half)
	out, err := model.CallOnceN(b, model.NewStore(), func(scope *model.Scope, boards *Node) []*Node {
		on := network.On(scope, boards, puzzle.Shape())
		start := on.Start()
		return []*Node{start, on.Steps(start, 1, nil)}
	}, tensor(puzzle))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range out {
		if err := o.Shape().Check(dtypes.Float32, 64, half.Hidden); err != nil {
			t.Error(err)
		}
	}
}

// TestMisuse: configurations and boards that the network is not for are errors that say why.
func TestMisuse(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"hidden width 0":    func(c *Config) { c.Hidden = 0 },
		"2000 channels":     func(c *Config) { c.Channels = 2000 },
		`pool "max"`:        func(c *Config) { c.Pool = "max" },
		`compute "float64"`: func(c *Config) { c.Compute = "float64" },
		"0 steps":           func(c *Config) { c.Steps = 0 },
	} {
		c := Default()
		change(&c)
		if _, err := New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	network := built(t, small(PoolMean))
	diagonals, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	if network.Takes(diagonals) == nil {
		t.Error("a board with diagonals is taken, of which the network knows nothing")
	}
	for want, use := range map[string]func(scope *model.Scope, boards *Node){
		"rows, columns and boxes only": func(scope *model.Scope, boards *Node) { network.On(scope, boards, diagonals) },
		"wanted 81":                    func(scope *model.Scope, boards *Node) { network.On(scope, boards, side(t, 9)) },
		"AssertDims([64 12])":          func(scope *model.Scope, boards *Node) { network.On(scope, boards, side(t, 4)).Steps(boards, 1, nil) },
	} {
		_, err := model.CallOnce(acceltest.Go(t), model.NewStore(), func(scope *model.Scope, boards *Node) *Node {
			use(scope, boards)
			return boards
		}, tensor(board.New(side(t, 4))))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}
