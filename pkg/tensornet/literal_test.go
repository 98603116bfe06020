package tensornet

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/tensornet/plain"
)

// testBackend opens XLA with the plugin file that the tester names in SUDOKULAB_TEST_PLUGIN, else the Go
// backend.
func testBackend(t testing.TB) compute.Backend {
	t.Helper()
	name := accel.NameGo
	if file := os.Getenv("SUDOKULAB_TEST_PLUGIN"); file != "" {
		name = "xla:" + file
	}
	choice, err := accel.Choose(t.Context(), accel.Options{Backend: name})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(choice.Close)
	return choice.Backend
}

func literalDefaults() literalOptions {
	return literalOptions{
		rules: plain.Rules{Locked: true, Doubles: true}, sweeps: 1, guesses: plain.MaxGuesses,
		number: dtypes.Float32, unpool: unpoolReal,
	}
}

func literalForm(t testing.TB, k, slots int, o literalOptions) *literal {
	t.Helper()
	f, err := newLiteral(k, slots, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func shapeOf(t testing.TB, k int) *board.Shape {
	t.Helper()
	shape, err := board.ShapeOf(k)
	if err != nil {
		t.Fatal(err)
	}
	return shape
}

// fuzzed returns a board of one of five kinds: few, some or many givens of a grid, none, and some with
// givens exchanged at random.
func fuzzed(rng *rand.Rand, shape *board.Shape) board.Board {
	b := generate.PatternGrid(shape)
	names := rng.Perm(shape.Side())
	keep := [...]float64{0.25, 0.4, 0.6, 0, 0.4}
	kind := rng.IntN(len(keep))
	for cell := range b.Cells() {
		d := 0
		if rng.Float64() < keep[kind] {
			d = names[b.At(cell)-1] + 1
		}
		b.Set(cell, d)
	}
	for range 3 * (kind / 4) {
		b.Set(rng.IntN(shape.Cells()), 1+rng.IntN(shape.Side()))
	}
	return b
}

// candidateBoards returns candidates as searches see them, as they leave them when a third of what is
// possible is struck at random, and of random sets.
func candidateBoards(t testing.TB, rng *rand.Rand, k, boards int) (out [][]board.Digits) {
	t.Helper()
	shape := shapeOf(t, k)
	for len(out) < boards {
		s, err := plain.New(fuzzed(rng, shape), plain.Search{Limit: 2})
		if err != nil {
			t.Fatal(err)
		}
		for steps := 0; s.Running() && steps < 12; steps++ {
			s.Step(plain.Rules{Locked: rng.IntN(2) == 0})
			seen, thinned, random := make([]board.Digits, shape.Cells()), make([]board.Digits, shape.Cells()), make([]board.Digits, shape.Cells())
			for cell := range seen {
				seen[cell] = s.Candidates(cell)
				for d := 1; d <= shape.Side(); d++ {
					if seen[cell].Has(d) && rng.IntN(3) > 0 {
						thinned[cell] = thinned[cell].With(d)
					}
				}
				random[cell] = board.Digits(rng.Uint64()&rng.Uint64()) & board.AllDigits(shape.Side())
			}
			out = append(out, seen, thinned)
			if steps%4 == 0 {
				out = append(out, random)
			}
		}
	}
	return out[:boards]
}

// evaluate runs a graph on candidates, those of many boards at once, and returns its results, each
// [N, …], as integers.
func evaluate(t testing.TB, backend compute.Backend, o literalOptions, k int, boards [][]board.Digits, build func(l *layers, x *graph.Node) []*graph.Node) [][]int {
	t.Helper()
	n := k * k
	var out [][]int
	f := literalForm(t, k, len(boards), o)
	e, err := graph.NewExec(backend, func(in []*graph.Node) []*graph.Node { return build(f.layers(in[1:]), in[0]) })
	if err != nil {
		t.Fatal(err)
	}
	defer e.Finalize()
	values := make([]int, 0, len(boards)*n*n*n)
	for _, x := range boards {
		for d := 1; d <= n; d++ {
			for _, digits := range x {
				values = append(values, int(digits>>(d-1)&1))
			}
		}
	}
	args := []any{tensorOf(o.number, values, len(boards), n, n, n)}
	for _, c := range f.constants() {
		args = append(args, c)
	}
	results, err := e.Call(args...)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		list := make([]int, r.Shape().Size())
		r.MustConstFlatData(func(flat any) {
			for i := range list {
				list[i] = numberAt(flat, i)
			}
		})
		out = append(out, list)
	}
	return out
}

// digitsAt reads the candidates of board i back from [N, D, R, C].
func digitsAt(values []int, n, i int) []board.Digits {
	out := make([]board.Digits, n*n)
	for d := range n {
		for cell := range out {
			switch v := values[(i*n+d)*n*n+cell]; v {
			case 0:
			case 1:
				out[cell] = out[cell].With(d + 1)
			default:
				panic(fmt.Sprintf("a candidate of %d", v))
			}
		}
	}
	return out
}

func minusStrikes(x, strike []board.Digits) []board.Digits {
	out := make([]board.Digits, len(x))
	for cell := range x {
		out[cell] = x[cell] &^ strike[cell]
	}
	return out
}

func TestLiteralRules(t *testing.T) {
	backend := testBackend(t)
	for _, c := range []struct{ k, boards int }{{2, 1024}, {3, 1024}, {4, 64}} {
		shape, n := shapeOf(t, c.k), c.k*c.k
		boards := candidateBoards(t, rand.New(rand.NewPCG(17, uint64(c.k))), c.k, c.boards)
		got := evaluate(t, backend, literalDefaults(), c.k, boards, func(l *layers, x *graph.Node) []*graph.Node {
			count := l.count(x)
			only, missing := l.only(x)
			both := l.both(x)
			naked, hidden := l.nakedDoubles(x, both), l.hiddenDoubles(x, both)
			none := l.sub("none", naked, naked)
			weight := l.relu("weight", l.less("weight", count, 2))
			score := l.score(count, weight)
			cell, digit := l.choose(x, count, weight)
			return []*graph.Node{
				count, l.eliminate(x, count), l.locked(x), only, l.somewhere("missing", missing),
				l.without(x, naked, none), l.without(x, none, hidden), l.doubles(x), cell, digit, score,
			}
		})
		struck := map[string]int{}
		for i, x := range boards {
			check := func(rule string, result int, strike []board.Digits) {
				t.Helper()
				want := minusStrikes(x, strike)
				if after := digitsAt(got[result], n, i); !slices.Equal(after, want) {
					t.Fatalf("k %d, board %d: %s left %v, want %v of %v", c.k, i, rule, after, want, x)
				}
				for cell := range x {
					struck[rule] += (x[cell] &^ want[cell]).Count()
				}
			}
			for cell, digits := range x {
				if count := got[0][i*n*n+cell]; count != digits.Count() {
					t.Fatalf("k %d, board %d, cell %d: %d candidates, want %d", c.k, i, cell, count, digits.Count())
				}
			}
			check("eliminate", 1, plain.Eliminate(shape, x))
			check("locked", 2, plain.Locked(shape, x))
			strike, missing := plain.Only(shape, x)
			check("only", 3, strike)
			if (got[4][i] == 1) != missing || got[4][i] > 1 {
				t.Fatalf("k %d, board %d: missing %d, want %v", c.k, i, got[4][i], missing)
			}
			naked, hidden := plain.NakedDoubles(shape, x), plain.HiddenDoubles(shape, x)
			check("naked doubles", 5, naked)
			check("hidden doubles", 6, hidden)
			for cell := range naked {
				naked[cell] |= hidden[cell]
			}
			check("doubles", 7, naked)
			weight := make([]int8, len(x)) // any will do: here the number of candidates more than two
			for cell, digits := range x {
				weight[cell] = int8(max(digits.Count()-2, 0))
			}
			for cell := range x {
				if score := got[10][i*n*n+cell]; score != plain.Score(shape, x, weight, cell) {
					t.Fatalf("k %d, board %d, cell %d: score %d, want %d", c.k, i, cell, score, plain.Score(shape, x, weight, cell))
				}
			}
			if chosen := plain.Choose(shape, x, weight); chosen >= 0 {
				struck["guess"]++
				mask, digit := make([]int, n*n), make([]board.Digits, n*n)
				mask[chosen], digit[chosen] = 1, board.DigitsOf(x[chosen].First())
				if !slices.Equal(got[8][i*n*n:(i+1)*n*n], mask) || !slices.Equal(digitsAt(got[9], n, i), digit) {
					t.Fatalf("k %d, board %d: a guess of %v in %v, want cell %d", c.k, i, digitsAt(got[9], n, i), got[8][i*n*n:(i+1)*n*n], chosen)
				}
			}
		}
		for _, rule := range []string{"eliminate", "locked", "only", "naked doubles", "hidden doubles", "guess"} {
			if struck[rule] == 0 {
				t.Errorf("k %d: %s struck nothing in %d boards", c.k, rule, len(boards))
			}
		}
	}
}

// A literalRun is a loop of the literal form.
type literalRun struct {
	*literal
	*loop
}

func newLiteralRun(t testing.TB, backend compute.Backend, f *literal) literalRun {
	t.Helper()
	l, err := newLoop(backend, f, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(l.close)
	return literalRun{f, l}
}

// run makes an entry of what was staged and takes some steps.
func (r literalRun) run(t testing.TB, steps int) {
	t.Helper()
	if err := r.loop.run(steps, r.puzzles+1); err != nil {
		t.Fatal(err)
	}
	r.loop.stage.clear()
}

// compare holds every slot against its search in plain loops.
func (r literalRun) compare(t testing.TB, states []*plain.State, steps, guessed []int) {
	t.Helper()
	readings, stamps := make([]reading, len(states)), make([]int8, r.n*r.n*r.n)
	r.read(r.state, readings)
	for slot, s := range states {
		want := reading{end: s.End, found: s.Found, guesses: s.Guesses, deepest: s.Deepest, steps: s.Steps - steps[slot], guessed: s.Guessed - guessed[slot]}
		if readings[slot] != want {
			t.Fatalf("slot %d: %+v, want %+v after step %d", slot, readings[slot], want, s.Steps)
		}
		weights := make([]int8, r.n*r.n)
		r.weights(r.state, slot, weights)
		if !slices.Equal(weights, s.Weight) {
			t.Fatalf("slot %d: weights %v, want %v after step %d", slot, weights, s.Weight, s.Steps)
		}
		r.stamps(r.state, slot, stamps)
		if !slices.Equal(stamps, s.Stamp) {
			t.Fatalf("slot %d: stamps %v, want %v after step %d", slot, stamps, s.Stamp, s.Steps)
		}
		grid, solution := make([]uint8, r.n*r.n), make([]uint8, r.n*r.n)
		copy(solution, s.Solution)
		r.solutions(r.state, []int{slot}, [][]uint8{grid})
		if !slices.Equal(grid, solution) {
			t.Fatalf("slot %d: solution %v, want %v after step %d", slot, grid, solution, s.Steps)
		}
	}
}

// follow steps fuzzed boards to their ends, some steps at a time, and resumes those that stopped at a
// solution once. It returns how often each end was seen.
func follow(t testing.TB, backend compute.Backend, k, slots, at, most int, o literalOptions, seed uint64) map[plain.End]int {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, uint64(k)))
	r := newLiteralRun(t, backend, literalForm(t, k, slots, o))
	shape := shapeOf(t, k)
	states := make([]*plain.State, slots)
	for slot := range states {
		limit, b := 1+rng.IntN(3), fuzzed(rng, shape)
		s, err := plain.New(b, plain.Search{Limit: limit, Guesses: o.guesses})
		if err != nil {
			t.Fatal(err)
		}
		states[slot] = s
		r.loop.stage.place(slot, b.Cells(), limit)
	}
	resumed, ends := make([]bool, slots), map[plain.End]int{}
	limits := make([]int, slots)
	for taken := 0; taken < most; taken += at {
		steps, guessed := make([]int, slots), make([]int, slots)
		ended := 0
		for slot, s := range states {
			if s.End == plain.Limited && !resumed[slot] {
				resumed[slot], limits[slot] = true, s.Found
				s.Resume()
				r.loop.stage.resume(slot, limits[slot])
			}
			steps[slot], guessed[slot] = s.Steps, s.Guessed
			for range at {
				s.Step(o.rules)
			}
			if !s.Running() {
				ended++
			}
		}
		r.run(t, at)
		r.compare(t, states, steps, guessed)
		if ended == slots && !slices.ContainsFunc(states, func(s *plain.State) bool { return s.End == plain.Limited }) {
			break
		}
	}
	for _, s := range states {
		ends[s.End]++
	}
	return ends
}

func TestLiteralSteps(t *testing.T) {
	shorten(t)
	backend := testBackend(t)
	for _, rules := range allRules() {
		o := literalDefaults()
		o.rules = rules
		follow(t, backend, 3, 12, 1, 30, o, 2)
		ends := follow(t, backend, 2, 48, 1, 300, o, 1)
		if rules == (plain.Rules{Locked: true}) {
			for end, n := range follow(t, backend, 3, 6, 8, 800, o, 1) {
				ends[end] += n
			}
		}
		if ends[plain.Open] != 0 || ends[plain.Exhausted] == 0 || ends[plain.Limited] == 0 {
			t.Errorf("%+v: the searches ended %v, want all, some at the limit and some exhausted", rules, ends)
		}
	}
}

// Rules applied several times in a step give what they give in the packed form.
func TestLiteralSweeps(t *testing.T) {
	shorten(t)
	backend := goBackend(t)
	for _, sweeps := range []int{2, 3} {
		o, cfg, puzzles := literalDefaults(), DefaultConfig(), boards(t, 3, 10)
		o.sweeps, cfg.Sweeps, cfg.Rules = sweeps, sweeps, o.rules
		r := newLiteralRun(t, backend, literalForm(t, 3, len(puzzles), o))
		other := newPacked(3, len(puzzles), cfg)
		l, err := newLoop(backend, other, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(l.close)
		for slot, b := range puzzles {
			r.loop.stage.place(slot, b.Cells(), 2)
			l.stage.place(slot, b.Cells(), 2)
		}
		for step := 1; step <= 40; step++ {
			r.run(t, 1)
			if err := l.run(1, other.slots()+1); err != nil {
				t.Fatal(err)
			}
			l.stage.clear()
			got, want := make([]reading, len(puzzles)), make([]reading, other.slots())
			r.read(r.state, got)
			other.read(l.state, want)
			for slot, b := range puzzles {
				stamps, wantStamps := make([]int8, 729), make([]int8, 729)
				r.stamps(r.state, slot, stamps)
				other.stamps(l.state, slot, wantStamps)
				if got[slot] != want[slot] || !slices.Equal(stamps, wantStamps) {
					t.Fatalf("%d sweeps, step %d, %s: %+v, packed %+v, or other stamps", sweeps, step, b, got[slot], want[slot])
				}
			}
		}
	}
}

// Any of the types gives the same steps, several of them in one call too.
func TestLiteralNumbers(t *testing.T) {
	shorten(t)
	backend := testBackend(t)
	for _, number := range numberTypes {
		t.Run(number.String(), func(t *testing.T) {
			if !backend.Capabilities().DTypes[number] {
				t.Skipf("%s has no %s", backend.Name(), number)
			}
			o := literalDefaults()
			o.number = number
			follow(t, backend, 2, 24, 3, 200, o, 7)
			o.rules.Doubles = false
			follow(t, backend, 3, 6, 7, 60, o, 8)
		})
	}
}

// Rounding each result to 8 bits of an integer, as an observer does to emulate bfloat16, changes no step.
func TestLiteralRounded(t *testing.T) {
	backend := testBackend(t)
	seen := map[string]int{}
	o := literalDefaults()
	o.observe = func(op, _ string, x *graph.Node) *graph.Node {
		seen[op]++
		return graph.ConvertDType(graph.ConvertDType(x, dtypes.BFloat16), x.DType())
	}
	follow(t, backend, 2, 16, 5, 100, o, 12)
	for _, op := range []string{"convolve", "relu", "multiply", "add", "sub", "max-pool", "unpool"} {
		if seen[op] == 0 {
			t.Errorf("the observer saw no %s", op)
		}
	}
}

// An empty board of side 16 goes down to the deepest guess that stamps have room for.
func TestLiteralDeep(t *testing.T) {
	backend := testBackend(t)
	o := literalDefaults()
	o.rules, o.number = plain.Rules{}, dtypes.Int16
	shape := shapeOf(t, 4)
	for _, guesses := range []int{3, plain.MaxGuesses} {
		o.guesses = guesses
		r := newLiteralRun(t, backend, literalForm(t, 4, 1, o))
		s, err := plain.New(board.New(shape), plain.Search{Limit: 1, Guesses: guesses})
		if err != nil {
			t.Fatal(err)
		}
		r.loop.stage.place(0, board.New(shape).Cells(), 1)
		for s.Running() && s.Steps < 300 {
			steps, guessed := s.Steps, s.Guessed
			for range 20 {
				s.Step(o.rules)
			}
			r.run(t, 20)
			r.compare(t, []*plain.State{s}, []int{steps}, []int{guessed})
		}
		if s.Running() || guesses == 3 && s.End != plain.TooDeep {
			t.Errorf("%d guesses: %s after %d steps, %d deep", guesses, s.End, s.Steps, s.Deepest)
		}
	}
}

// A puzzle's search does not depend on its neighbours.
func TestLiteralOneByOne(t *testing.T) {
	backend := testBackend(t)
	rng := rand.New(rand.NewPCG(9, 9))
	shape := shapeOf(t, 3)
	const slots, steps = 6, 40
	many := newLiteralRun(t, backend, literalForm(t, 3, slots, literalDefaults()))
	one := newLiteralRun(t, backend, literalForm(t, 3, 1, literalDefaults()))
	boards := make([]board.Board, slots)
	for slot := range boards {
		boards[slot] = fuzzed(rng, shape)
		many.loop.stage.place(slot, boards[slot].Cells(), 2)
	}
	many.run(t, steps)
	readings := make([]reading, slots)
	many.read(many.state, readings)
	for slot, b := range boards {
		one.loop.stage.place(0, b.Cells(), 2)
		one.run(t, steps)
		alone := make([]reading, 1)
		one.read(one.state, alone)
		if alone[0] != readings[slot] {
			t.Errorf("slot %d: %+v, alone %+v", slot, readings[slot], alone[0])
		}
		moved := many.move(many.state, []int{slot}, one.literal)
		for field := range moved {
			if !moved[field].Equal(one.state[field]) {
				t.Errorf("slot %d, field %d: other numbers than alone", slot, field)
			}
		}
	}
}

// The loop stops once as many searches have ended as it was asked for.
func TestLiteralStops(t *testing.T) {
	backend := testBackend(t)
	o := literalDefaults()
	o.number = dtypes.Int32
	shape := shapeOf(t, 2)
	r := newLiteralRun(t, backend, literalForm(t, 2, 3, o))
	solved := generate.PatternGrid(shape)
	r.loop.stage.place(0, solved.Cells(), 1)             // a step
	r.loop.stage.place(2, board.New(shape).Cells(), 127) // many
	for enough, ended := range []int{1, 1, 2} {          // slot 1 has ended from the start
		if err := r.loop.run(126, enough); err != nil {
			t.Fatal(err)
		}
		r.loop.stage.clear()
		readings, got := make([]reading, 3), 0
		r.read(r.state, readings)
		for _, reading := range readings {
			if reading.end != plain.Open {
				got++
			}
		}
		if got != ended {
			t.Errorf("stopped with %d ended at %d, want %d", got, enough, ended)
		}
	}
}

// The step is built of the document's operations and of what moves numbers.
func TestLiteralOperations(t *testing.T) {
	backend := testBackend(t)
	for unpool, own := range map[unpooling][]graph.NodeType{unpoolReal: {graph.NodeTypeSelectAndScatterMax}, unpoolSubstitute: nil} {
		o := literalDefaults()
		o.unpool = unpool
		f := literalForm(t, 3, 2, o)
		g := graph.NewGraph(backend, "step")
		parameter := func(shape shapes.Shape) *graph.Node {
			return graph.Parameter(g, fmt.Sprint(g.NumParameters()), shape)
		}
		var state, c []*graph.Node
		for _, shape := range f.fields() {
			state = append(state, parameter(shape))
		}
		for _, x := range f.constants() {
			c = append(c, parameter(x.Shape()))
		}
		f.step(state, c)
		allowed := append([]graph.NodeType{
			graph.NodeTypeConvGeneral, graph.NodeTypeMax, graph.NodeTypeMul, graph.NodeTypeAdd,
			graph.NodeTypeSub, graph.NodeTypeReduceWindow, graph.NodeTypeReshape, graph.NodeTypeConcatenate, graph.NodeTypeParameter,
		}, own...)
		seen := map[graph.NodeType]int{}
		for _, node := range g.Nodes() {
			seen[node.Type()]++
		}
		for kind := range seen {
			if !slices.Contains(allowed, kind) {
				t.Errorf("%s: the step has %d nodes of %s", unpool, seen[kind], kind)
			}
		}
		for _, kind := range allowed {
			if seen[kind] == 0 {
				t.Errorf("%s: the step has no %s", unpool, kind)
			}
		}
		g.Finalize()
	}
}

// Every result of every operation lies within int8 when the search runs in float64.
func TestLiteralRange(t *testing.T) {
	shorten(t)
	backend := goBackend(t)
	for _, c := range []struct{ k, slots, steps int }{{2, 48, 60}, {3, 12, 40}, {4, 2, 12}} {
		type extreme struct {
			op, name     string
			least, most  *graph.Node
			lowest, high float64
		}
		var seen []*extreme
		o := literalDefaults()
		o.number = dtypes.Float64
		o.observe = func(op, name string, x *graph.Node) *graph.Node {
			seen = append(seen, &extreme{op: op, name: name, least: graph.ReduceAllMin(x), most: graph.ReduceAllMax(x)})
			return x
		}
		f := literalForm(t, c.k, c.slots, o)
		states, entries := len(f.fields()), len(f.entry())
		e, err := graph.NewExec(backend, func(x []*graph.Node) []*graph.Node {
			seen = nil
			in, fixed := x[states:states+entries], x[states+entries:]
			out := f.step(f.enter(x[:states], in, fixed), fixed)
			for _, s := range seen {
				out = append(out, s.least, s.most)
			}
			return out
		})
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(11, uint64(c.k)))
		stage := f.stage()
		for slot := range c.slots {
			stage.place(slot, fuzzed(rng, shapeOf(t, c.k)).Cells(), 2)
		}
		var state []*tensors.Tensor
		for _, shape := range f.fields() {
			state = append(state, tensors.FromShape(shape))
		}
		for range c.steps {
			var args []any
			for _, x := range slices.Concat(state, stage.tensors(), f.constants()) {
				args = append(args, x)
			}
			out, err := e.Call(args...)
			if err != nil {
				t.Fatal(err)
			}
			stage.clear()
			state = out[:states]
			for i, s := range seen {
				s.lowest = min(s.lowest, tensors.ToScalar[float64](out[states+2*i]))
				s.high = max(s.high, tensors.ToScalar[float64](out[states+2*i+1]))
			}
		}
		e.Finalize()
		least, most := &extreme{}, &extreme{}
		for _, s := range seen {
			from, to := -128.0, 127.0
			if wide := float64(greatestScore(c.k)); wide > to && strings.HasPrefix(s.name, "choose: ") {
				from, to = -wide, wide // boards of side 16
			}
			if s.lowest < from || s.high > to {
				t.Errorf("k %d: %s of %s: %v to %v, want %v to %v", c.k, s.op, s.name, s.lowest, s.high, from, to)
			}
			if s.lowest < least.lowest {
				least = s
			}
			if s.high > most.high {
				most = s
			}
		}
		t.Logf("k %d: %d results, least %v (%s), most %v (%s)", c.k, len(seen), least.lowest, least.name, most.high, most.name)
	}
}

func TestLiteralRefuses(t *testing.T) {
	for name, change := range map[string]func(k, slots *int, o *literalOptions){
		"box":     func(k, _ *int, _ *literalOptions) { *k = 5 },
		"slots":   func(_, slots *int, _ *literalOptions) { *slots = 0 },
		"sweeps":  func(_, _ *int, o *literalOptions) { o.sweeps = 0 },
		"guesses": func(_, _ *int, o *literalOptions) { o.guesses = plain.MaxGuesses + 1 },
		"number":  func(_, _ *int, o *literalOptions) { o.number = dtypes.Uint8 },
		"unpool":  func(_, _ *int, o *literalOptions) { o.unpool = 2 },
		"scores":  func(k, _ *int, o *literalOptions) { *k, o.number = 4, dtypes.Int8 },
	} {
		k, slots, o := 3, 1, literalDefaults()
		change(&k, &slots, &o)
		if _, err := newLiteral(k, slots, o); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// BenchmarkLiteralStep steps puzzles of some thirty givens and reports puzzle-passes/s.
func BenchmarkLiteralStep(b *testing.B) {
	backend := testBackend(b)
	for _, number := range []dtypes.DType{dtypes.Float32, dtypes.Int8} {
		for _, rules := range []plain.Rules{{}, {Locked: true}, {Locked: true, Doubles: true}} {
			for _, slots := range []int{256, 1024} {
				o := literalDefaults()
				o.number, o.rules = number, rules
				b.Run(fmt.Sprintf("number=%s/locked=%v/doubles=%v/slots=%d", number, rules.Locked, rules.Doubles, slots), func(b *testing.B) {
					r := newLiteralRun(b, backend, literalForm(b, 3, slots, o))
					rng, shape := rand.New(rand.NewPCG(1, 1)), board.Standard()
					for slot := range slots {
						r.loop.stage.place(slot, fuzzed(rng, shape).Cells(), 2)
					}
					r.run(b, 1)
					for b.Loop() {
						r.run(b, 10)
					}
					b.ReportMetric(float64(b.N*slots*10)/b.Elapsed().Seconds(), "passes/s")
				})
			}
		}
	}
}

// shorten skips a test that takes seconds where the quick tests are asked for.
func shorten(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds")
	}
}
