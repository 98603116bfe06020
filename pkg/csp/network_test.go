package csp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/csp"
)

func TestNetworkOfABoard(t *testing.T) {
	net, _ := sudoku(t, 3, easy)
	if net.Variables() != 81 || net.Constraints() != 810 || net.Arcs() != 1620 {
		t.Errorf("%d variables, %d constraints, %d arcs; want 81, 810, 1620", net.Variables(), net.Constraints(), net.Arcs())
	}
	for i := range 81 {
		if net.Degree(i) != 20 {
			t.Fatalf("variable %d has %d neighbours, want 20", i, net.Degree(i))
		}
	}
	want := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 18, 19, 20, 27, 36, 45, 54, 63, 72}
	if got := slices.Collect(net.Neighbours(0)); !slices.Equal(got, want) {
		t.Errorf("neighbours of 0: %v, want %v", got, want)
	}
}

// Constraints on one pair, whatever their kind, order and direction, act as their
// intersection and count once.
func TestConstraintsOfOnePairMerge(t *testing.T) {
	less := func(v, w int) bool { return v < w }
	even := func(v, w int) bool { return (v+w)%2 == 0 }
	var b csp.Builder
	b.Variable(csp.Range(5))
	b.Variable(csp.SetOf(1, 3, 4))
	b.NotEqual(0, 1)
	b.AddRelation(1, 0, func(w, v int) bool { return even(v, w) })
	b.AddRelation(0, 1, func(v, w int) bool { return v <= w })
	b.NotEqual(1, 0)
	net := build(t, &b)
	if net.Constraints() != 1 || net.Arcs() != 2 {
		t.Errorf("%d constraints, %d arcs; want 1 and 2", net.Constraints(), net.Arcs())
	}
	for v := range net.Domain(0).All() {
		for w := range net.Domain(1).All() {
			want := less(v, w) && even(v, w)
			if net.Allowed(0, v, 1, w) != want || net.Allowed(1, w, 0, v) != want {
				t.Errorf("%d, %d: allowed %v and %v, want %v", v, w, net.Allowed(0, v, 1, w), net.Allowed(1, w, 0, v), want)
			}
		}
	}
}

func TestBuilderErrors(t *testing.T) {
	for want, input := range map[string]func(b *csp.Builder){
		"without variables":         func(*csp.Builder) {},
		"empty domain":              func(b *csp.Builder) { b.Variable(0) },
		"variable 2, want 0 to 1":   func(b *csp.Builder) { b.Variables(2, csp.Range(2)); b.NotEqual(0, 2) },
		"variable -1, want 0 to 1":  func(b *csp.Builder) { b.Variables(2, csp.Range(2)); b.AllDifferent(0, -1) },
		"a variable with itself":    func(b *csp.Builder) { b.Variables(2, csp.Range(2)); b.NotEqual(1, 1) },
		"relation is nil":           func(b *csp.Builder) { b.Variables(2, csp.Range(2)); b.AddRelation(0, 1, nil) },
		"-1 variables":              func(b *csp.Builder) { b.Variables(-1, csp.Range(2)) },
		"more than 1048576 variabl": func(b *csp.Builder) { b.Variables(csp.MaxVariables+1, csp.Range(2)) },
	} {
		var b csp.Builder
		input(&b)
		if _, err := b.Build(); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "csp: ") {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// A network keeps what it was built from.
func TestNetworkIsIndependentOfItsBuilder(t *testing.T) {
	var b csp.Builder
	b.Variables(2, csp.Range(2))
	net := build(t, &b)
	b.NotEqual(0, 1)
	b.Variable(csp.Range(9))
	if net.Variables() != 2 || net.Constraints() != 0 || !net.Allowed(0, 1, 1, 1) {
		t.Error("the network changed with its builder")
	}
}

func TestCheck(t *testing.T) {
	net := australia(t)
	good := []int{0, 1, 2, 0, 1, 0, 0}
	if err := net.Check(good); err != nil {
		t.Error(err)
	}
	for want, values := range map[string][]int{
		"6 values, want 7":    good[:6],
		"variable 6 is 3":     {0, 1, 2, 0, 1, 0, 3},
		"variable 0 is -1":    {-1, 1, 2, 0, 1, 0, 0},
		"variables 0 = 1 and": {1, 1, 2, 0, 1, 0, 0},
	} {
		if err := net.Check(values); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want %q", values, err, want)
		}
	}
}

func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfDistinct(rapid.IntRange(0, csp.MaxValues-1), rapid.ID[int]).Draw(t, "values")
		s := csp.SetOf(values...)
		slices.Sort(values)
		if got := slices.Collect(s.All()); !slices.Equal(got, values) || s.Len() != len(values) {
			t.Fatalf("%v of %v", got, values)
		}
		least, greatest := -1, -1
		if len(values) > 0 {
			least, greatest = values[0], values[len(values)-1]
		}
		if s.Min() != least || s.Max() != greatest || s.Single() != (len(values) == 1) {
			t.Fatalf("min %d, max %d, single %v of %v", s.Min(), s.Max(), s.Single(), values)
		}
		data, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back csp.Set
		if err := json.Unmarshal(data, &back); err != nil || back != s {
			t.Fatalf("%s reads back as %v, %v", data, back, err)
		}
	})
	if csp.Range(64) != ^csp.Set(0) || csp.Range(0) != 0 || csp.SetOf(2, 0).String() != "{0,2}" {
		t.Error("ranges or text of sets")
	}
	var s csp.Set
	for _, bad := range []string{"[64]", "[-1]", "3", `["a"]`} {
		if err := json.Unmarshal([]byte(bad), &s); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}
