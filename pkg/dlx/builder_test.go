package dlx_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/dlx"
	"sudokulab/pkg/dlx/classic"
)

func TestBuilder(t *testing.T) {
	var b dlx.Builder
	a, c := b.Primary("a"), b.Primary("c")
	x, y := b.Secondary("x"), b.Secondary("y")
	if got := []int{a, c, x, y}; !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Errorf("items %v", got)
	}
	red, blue := b.Color("red"), b.Color("blue")
	if got := []int{red, blue, b.Color("red")}; !slices.Equal(got, []int{1, 2, 1}) {
		t.Errorf("colors %v", got)
	}
	first := []dlx.Element{{Item: x, Color: red}, {Item: a}}
	if got := b.Option(first...); got != 0 {
		t.Errorf("option %d, want 0", got)
	}
	if got := b.Option(dlx.Element{Item: c}, dlx.Element{Item: y}); got != 1 {
		t.Errorf("option %d, want 1", got)
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	// What comes later must not change what was built.
	z := b.Secondary("z")
	b.Option(dlx.Element{Item: a}, dlx.Element{Item: z, Color: b.Color("green")})
	q, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	p.Option(0)[0].Item = 77
	first[0].Item = 77

	if got := []int{p.Primaries(), p.Items(), p.Options(), p.Elements()}; !slices.Equal(got, []int{2, 4, 2, 4}) {
		t.Errorf("primaries, items, options, elements %v", got)
	}
	if got := []int{q.Primaries(), q.Items(), q.Options(), q.Elements()}; !slices.Equal(got, []int{2, 5, 3, 6}) {
		t.Errorf("later: primaries, items, options, elements %v", got)
	}
	if got := p.OptionText(0) + ";" + p.OptionText(1) + ";" + q.OptionText(2); got != "x:red a;c y;a z:green" {
		t.Errorf("options %q", got)
	}
	if got := p.Option(0); !slices.Equal(got, []dlx.Element{{Item: x, Color: red}, {Item: a}}) {
		t.Errorf("option 0: %v", got)
	}
	if got := p.ItemName(y) + p.ColorName(blue) + p.ColorName(0); got != "yblue" {
		t.Errorf("names %q", got)
	}
	if p.Dropped() != 0 {
		t.Errorf("%d options dropped", p.Dropped())
	}
}

func TestBuilderFaults(t *testing.T) {
	tests := []struct {
		name  string
		build func(b *dlx.Builder)
		want  string
	}{
		{"nothing", func(*dlx.Builder) {}, "dlx: no primary items"},
		{"only secondary", func(b *dlx.Builder) { b.Secondary("x") }, "dlx: no primary items"},
		{"order", func(b *dlx.Builder) { b.Primary("a"); b.Secondary("x"); b.Primary("c") }, `dlx: primary item "c" comes after a secondary one`},
		{"twice", func(b *dlx.Builder) { b.Primary("a"); b.Secondary("a") }, `dlx: item "a" occurs twice`},
		{"empty name", func(b *dlx.Builder) { b.Primary("") }, "dlx: item without a name"},
		{"space", func(b *dlx.Builder) { b.Primary("a b") }, `dlx: item "a b" contains white space`},
		{"bar", func(b *dlx.Builder) { b.Primary("a|b") }, `dlx: item "a|b" contains ':' or '|'`},
		{"color name", func(b *dlx.Builder) { b.Primary("a"); b.Color("x:y") }, `dlx: color "x:y" contains ':' or '|'`},
		{"item", func(b *dlx.Builder) { b.Option(dlx.Element{Item: b.Primary("a")}, dlx.Element{Item: 7}) }, "dlx: option 0: item 7, want one of 0 … 0"},
		{"negative item", func(b *dlx.Builder) { b.Option(dlx.Element{Item: b.Primary("a")}, dlx.Element{Item: -1}) }, "dlx: option 0: item -1, want one of 0 … 0"},
		{"item twice", func(b *dlx.Builder) { a := dlx.Element{Item: b.Primary("a")}; b.Option(a); b.Option(a, a) }, `dlx: option 1: item "a" occurs twice`},
		{"primary color", func(b *dlx.Builder) { b.Option(dlx.Element{Item: b.Primary("a"), Color: b.Color("red")}) }, `dlx: option 0: primary item "a" has a color`},
		{"unknown color", func(b *dlx.Builder) {
			b.Option(dlx.Element{Item: b.Primary("a")}, dlx.Element{Item: b.Secondary("x"), Color: 1})
		}, `dlx: option 0: item "x" has color 1, want one of 0 … 0`},
		{"negative color", func(b *dlx.Builder) {
			b.Option(dlx.Element{Item: b.Primary("a")}, dlx.Element{Item: b.Secondary("x"), Color: -1})
		}, `dlx: option 0: item "x" has color -1, want one of 0 … 0`},
		{"no primary", func(b *dlx.Builder) { b.Primary("a"); b.Option(dlx.Element{Item: b.Secondary("x")}) }, "dlx: option 0: no primary item"},
		{"empty option", func(b *dlx.Builder) { b.Primary("a"); b.Option() }, "dlx: option 0: no primary item"},
		{"several", func(b *dlx.Builder) { b.Primary("a"); b.Primary("a"); b.Option() }, "dlx: item \"a\" occurs twice\ndlx: option 0: no primary item"},
		{"very many", func(b *dlx.Builder) {
			b.Primary("a")
			for range 25 {
				b.Option()
			}
		}, "dlx: 5 more faults"},
	}
	for _, test := range tests {
		var b dlx.Builder
		test.build(&b)
		p, err := b.Build()
		if err == nil || p != nil {
			t.Errorf("%s: problem %v, error %v", test.name, p, err)
			continue
		}
		if got := err.Error(); got != test.want && !strings.HasSuffix(got, "\n"+test.want) {
			t.Errorf("%s:\n got %s\nwant %s", test.name, got, test.want)
		}
	}
}

// TestNumbersGoOn makes sure that a fault does not shift the numbers of what follows.
func TestNumbersGoOn(t *testing.T) {
	var b dlx.Builder
	a := b.Primary("a")
	b.Option()
	b.Option(dlx.Element{Item: 9})
	if got := b.Option(dlx.Element{Item: a}); got != 2 {
		t.Errorf("option %d, want 2", got)
	}
}

func TestNoOptions(t *testing.T) {
	var b dlx.Builder
	b.Primary("a")
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	res := solve(t, solver(t, p, dlx.DefaultConfig()), nil, dlx.Limits{})
	if res.Solutions != 0 || res.Counters.Nodes != 1 || res.Counters.Updates != 1 {
		t.Errorf("%+v, want no solution, one node and one update", res)
	}
}

func TestConfig(t *testing.T) {
	if err := dlx.DefaultConfig().Validate(); err != nil {
		t.Error(err)
	}
	text, err := json.Marshal(dlx.Config{Choice: dlx.First})
	if err != nil || string(text) != `{"choice":"first"}` {
		t.Errorf("%s, %v", text, err)
	}
	for _, bad := range []dlx.Config{{}, {Choice: "MRV"}} {
		if bad.Validate() == nil {
			t.Errorf("%+v is valid", bad)
		}
	}
}

func TestSolverProblem(t *testing.T) {
	p := must(classic.Queens(4))
	if got := solver(t, p, dlx.DefaultConfig()).Problem(); got != p {
		t.Errorf("problem %p, want %p", got, p)
	}
}
