package cdcl

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// formula is a list of clauses in the form of [Solver.Add].
type formula struct {
	variables int
	clauses   [][]int
}

func (f formula) solver() *Solver {
	s := New(f.variables)
	for _, c := range f.clauses {
		s.Add(c...)
	}
	return s
}

// holds evaluates the formula.
func (f formula) holds(model []bool) bool {
	for _, c := range f.clauses {
		if !slices.ContainsFunc(c, func(l int) bool { return l > 0 && model[l-1] || l < 0 && !model[-l-1] }) {
			return false
		}
	}
	return true
}

// models counts by trying all assignments.
func (f formula) models() (n int) {
	model := make([]bool, f.variables)
	for bits := range 1 << f.variables {
		for v := range model {
			model[v] = bits>>v&1 == 1
		}
		if f.holds(model) {
			n++
		}
	}
	return n
}

// random draws clauses of three different variables each.
func random(rng *rand.Rand, variables, clauses int) formula {
	f := formula{variables: variables}
	for range clauses {
		var c []int
		for _, v := range rng.Perm(variables)[:3] {
			c = append(c, (v+1)*(1-2*rng.IntN(2)))
		}
		f.clauses = append(f.clauses, c)
	}
	return f
}

// pigeons asks for places for one pigeon more than there are holes.
func pigeons(holes int) formula {
	f := formula{variables: holes * (holes + 1)}
	at := func(pigeon, hole int) int { return pigeon*holes + hole + 1 }
	for p := range holes + 1 {
		var c []int
		for h := range holes {
			c = append(c, at(p, h))
			for q := range p {
				f.clauses = append(f.clauses, []int{-at(q, h), -at(p, h)})
			}
		}
		f.clauses = append(f.clauses, c)
	}
	return f
}

// Every model is found once, whatever the lengths of the clauses.
func TestModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formula{variables: rapid.IntRange(0, 9).Draw(t, "variables")}
		if f.variables > 0 {
			literal := rapid.Custom(func(t *rapid.T) int {
				v := rapid.IntRange(1, f.variables).Draw(t, "variable")
				if rapid.Bool().Draw(t, "negated") {
					return -v
				}
				return v
			})
			f.clauses = rapid.SliceOfN(rapid.SliceOfN(literal, 1, 5), 0, 30).Draw(t, "clauses")
		}
		s, found := f.solver(), 0
		for {
			status := s.Solve(context.Background(), 0)
			if status == Unsatisfiable {
				break
			}
			if status != Satisfiable || !f.holds(s.Model()) {
				t.Fatalf("%v with %v", status, s.Model())
			}
			found++
			var block []int
			for v, x := range s.Model() {
				if x {
					block = append(block, -v-1)
				} else {
					block = append(block, v+1)
				}
			}
			s.Add(block...)
		}
		if want := f.models(); found != want {
			t.Fatalf("%d models, want %d", found, want)
		}
	})
}

// Hard formulas of either kind: near the threshold of random ones about half have a model.
func TestHardFormulas(t *testing.T) {
	counts := map[Status]int{}
	for seed := range uint64(20) {
		f := random(rand.New(rand.NewPCG(seed, 3)), 120, 511)
		s := f.solver()
		status := s.Solve(t.Context(), 0)
		if status == Satisfiable && !f.holds(s.Model()) {
			t.Errorf("seed %d: no model", seed)
		}
		counts[status]++
	}
	if counts[Satisfiable] < 3 || counts[Unsatisfiable] < 3 || len(counts) != 2 {
		t.Errorf("%v", counts)
	}
	s := pigeons(5).solver()
	if status := s.Solve(t.Context(), 0); status != Unsatisfiable {
		t.Errorf("six pigeons in five holes: %v", status)
	}
	if s.Solve(t.Context(), 0) != Unsatisfiable {
		t.Error("a refuted formula is open again")
	}
}

// Clauses are forgotten in a long search, and the answer is right all the same.
func TestForget(t *testing.T) {
	s := pigeons(7).solver()
	before := len(s.clauses)
	if status := s.Solve(t.Context(), 0); status != Unsatisfiable || s.keep == keepAtFirst {
		t.Fatalf("%v, room for %d learnt clauses", status, s.keep)
	}
	if learnt := len(s.clauses) - before; learnt != s.learnt || int64(learnt) >= s.Counters().Conflicts {
		t.Errorf("%d learnt clauses of %d conflicts, counted as %d", learnt, s.Counters().Conflicts, s.learnt)
	}
}

// A bound of conflicts ends a search at that conflict, over several searches as well, and a search
// in parts comes to the same answer.
func TestBound(t *testing.T) {
	f := pigeons(6)
	s := f.solver()
	for _, bound := range []int64{1, 2, 50, 50, 333} {
		if status := s.Solve(t.Context(), bound); status != Bounded || s.Counters().Conflicts != bound {
			t.Fatalf("%v after %d conflicts, want %d", status, s.Counters().Conflicts, bound)
		}
	}
	if status := s.Solve(t.Context(), 0); status != Unsatisfiable {
		t.Error(status)
	}
	whole := f.solver()
	whole.Solve(t.Context(), 0)
	needed := whole.Counters().Conflicts
	last, short := f.solver(), f.solver()
	if status := last.Solve(t.Context(), needed); status != Unsatisfiable || last.Counters() != whole.Counters() {
		t.Errorf("%v within the %d conflicts that it takes: %+v", status, needed, last.Counters())
	}
	if status := short.Solve(t.Context(), needed-2); status != Bounded {
		t.Errorf("%v within less", status)
	}
}

// A search ends with its context, and can go on after that.
func TestStopped(t *testing.T) {
	s := pigeons(12).solver()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if status := s.Solve(ctx, 0); status != Stopped || s.Counters() != (Counters{}) {
		t.Errorf("%v, %+v", status, s.Counters())
	}
	ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	status := s.Solve(ctx, 0)
	if took := time.Since(start); status != Stopped || took > 5*time.Second || !errors.Is(ctx.Err(), context.DeadlineExceeded) {
		t.Errorf("%v after %v", status, took)
	}
	if status := s.Solve(t.Context(), s.Counters().Conflicts+100); status != Bounded {
		t.Error(status)
	}
}

// Solvers side by side do what one alone does, to the last counter.
func TestSideBySide(t *testing.T) {
	f := random(rand.New(rand.NewPCG(1, 3)), 120, 511)
	alone := f.solver()
	status := alone.Solve(t.Context(), 0)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			s := f.solver()
			if got := s.Solve(t.Context(), 0); got != status || s.Counters() != alone.Counters() || !slices.Equal(s.Model(), alone.Model()) {
				t.Errorf("%v, %+v; alone %v, %+v", got, s.Counters(), status, alone.Counters())
			}
		})
	}
	wg.Wait()
}

func TestAdd(t *testing.T) {
	s := New(2)
	if s.Variables() != 2 || s.Model() != nil {
		t.Errorf("%d variables, model %v", s.Variables(), s.Model())
	}
	s.Add(1, -1) // says nothing
	s.Add(2, 2)
	s.Add(-2, 1, 1)
	if status := s.Solve(t.Context(), 0); status != Satisfiable || !slices.Equal(s.Model(), []bool{true, true}) {
		t.Errorf("%v, %v", status, s.Model())
	}
	if c := s.Counters(); c != (Counters{}) {
		t.Errorf("%+v for what follows alone", c)
	}
	s.Add()
	if status := s.Solve(t.Context(), 0); status != Unsatisfiable {
		t.Errorf("%v with the empty clause", status)
	}
	if New(0).Solve(t.Context(), 0) != Satisfiable {
		t.Error("nothing to satisfy, and no model")
	}
	for want, misuse := range map[string]func(){
		"cdcl: literal 3 in a formula of 2 variables":  func() { New(2).Add(1, 3) },
		"cdcl: literal -3 in a formula of 2 variables": func() { New(2).Add(-3) },
		"cdcl: literal 0 in a formula of 2 variables":  func() { New(2).Add(0) },
		"cdcl: -1 variables":                           func() { New(-1) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %s", got, want)
				}
			}()
			misuse()
		}()
	}
}

func TestLuby(t *testing.T) {
	var got []int64
	for i := range int64(15) {
		got = append(got, luby(i+1))
	}
	if want := []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The activities stay in range and in order when they are scaled down.
func TestOrderScales(t *testing.T) {
	o := newOrder(3)
	o.raise(2)
	for range 10_000 {
		o.decay()
		o.raise(1)
	}
	if a := o.activity; !(a[1] > a[2] && a[2] >= a[0]) || a[1] > largest {
		t.Errorf("activities %v", a)
	}
	if v := o.pop(); v != 1 {
		t.Errorf("variable %d first", v)
	}
}

func Example() {
	s := New(3)
	s.Add(1, 2, 3)
	s.Add(-1, -2)
	s.Add(-1, -3)
	s.Add(-2, -3)
	for s.Solve(context.Background(), 0) == Satisfiable {
		var block []int
		for v, x := range s.Model() {
			if x {
				fmt.Println("only variable", v+1)
				block = append(block, -(v + 1))
			}
		}
		s.Add(block...)
	}
	// Unordered output:
	// only variable 1
	// only variable 2
	// only variable 3
}

func BenchmarkSolve(b *testing.B) {
	for name, f := range map[string]formula{"pigeons-7": pigeons(7), "random-120": random(rand.New(rand.NewPCG(1, 3)), 120, 511)} {
		b.Run("formula="+name, func(b *testing.B) {
			b.ReportAllocs()
			var conflicts int64
			for b.Loop() {
				s := f.solver()
				s.Solve(b.Context(), 0)
				conflicts += s.Counters().Conflicts
			}
			b.ReportMetric(float64(conflicts)/float64(b.N), "conflicts/op")
		})
	}
}
