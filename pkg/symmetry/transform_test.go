package symmetry_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

// drawTransform draws a size and that many random transforms of it.
func drawTransforms(t *rapid.T, count int) (*board.Shape, []symmetry.Transform) {
	s, err := board.ShapeOf(rapid.IntRange(board.MinBox, board.MaxBox).Draw(t, "k"))
	if err != nil {
		t.Fatal(err)
	}
	rng := newRand(rapid.Uint64().Draw(t, "seed"))
	out := make([]symmetry.Transform, count)
	for i := range out {
		out[i] = symmetry.Random(rng, s)
	}
	return s, out
}

func mustCompose(t *rapid.T, first, second symmetry.Transform) symmetry.Transform {
	u, err := symmetry.Compose(first, second)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestGroupLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, ts := drawTransforms(t, 3)
		a, b, c := ts[0], ts[1], ts[2]
		for _, u := range ts {
			if err := u.Validate(); err != nil {
				t.Fatal(err)
			}
		}
		id := symmetry.Identity(s)
		if mustCompose(t, id, a) != a || mustCompose(t, a, id) != a {
			t.Fatalf("identity changes %v", a)
		}
		inv, err := a.Inverse()
		if err != nil {
			t.Fatal(err)
		}
		if mustCompose(t, a, inv) != id || mustCompose(t, inv, a) != id {
			t.Fatalf("inverse of %v is not %v", a, inv)
		}
		if mustCompose(t, mustCompose(t, a, b), c) != mustCompose(t, a, mustCompose(t, b, c)) {
			t.Fatal("composition is not associative")
		}
	})
}

// TestApplyIsAnAction asks that composing transforms is applying them in turn, on boards
// of arbitrary digits.
func TestApplyIsAnAction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, ts := drawTransforms(t, 2)
		rng := newRand(rapid.Uint64().Draw(t, "board"))
		b := board.New(s)
		for cell := range b.Cells() {
			b.Set(cell, rng.IntN(s.Side()+1))
		}
		before := b.Clone()
		inTurn := ts[1].MustApply(ts[0].MustApply(b))
		if !mustCompose(t, ts[0], ts[1]).MustApply(b).Equal(inTurn) {
			t.Fatalf("composing %v and %v differs from applying them", ts[0], ts[1])
		}
		if !symmetry.Identity(s).MustApply(b).Equal(b) {
			t.Fatal("identity changes a board")
		}
		if !b.Equal(before) {
			t.Fatal("Apply wrote to its argument")
		}
	})
}

// TestKeepsUnits asks of random transforms what makes them symmetries: cells share a row,
// column or box after the transform if and only if they shared one before. Marking a cell
// and its peers tells where they go.
func TestKeepsUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, ts := drawTransforms(t, 1)
		u := ts[0]
		cell := rapid.IntRange(0, s.Cells()-1).Draw(t, "cell")
		b := board.New(s)
		b.Set(cell, 1)
		for _, p := range s.Peers(cell) {
			b.Set(p, 2)
		}
		r := u.MustApply(b)
		centre := -1
		for c, d := range r.Cells() {
			if d == u.Digits[1] {
				centre = c
			}
		}
		want := board.New(s)
		want.Set(centre, int(u.Digits[1]))
		for _, p := range s.Peers(centre) {
			want.Set(p, int(u.Digits[2]))
		}
		if !r.Equal(want) {
			t.Fatalf("%v moves the peers of %s apart", u, s.CellName(cell))
		}
	})
}

func TestApplySpelledOut(t *testing.T) {
	b := board.MustParse("12..34..........")
	tests := []struct{ name, text, want string }{
		{"identity", "s:1234:1234:1234", "12..34.........."},
		{"digits", "s:1234:1234:4312", "43..12.........."},
		{"rows", "s:2134:1234:1234", "34..12.........."},
		{"bands", "s:3412:1234:1234", "........12..34.."},
		{"columns", "s:1234:2134:1234", "21..43.........."},
		{"stacks", "s:1234:3412:1234", "..12..34........"},
		{"transpose", "t:1234:1234:1234", "13..24.........."},
		{"transpose, then rows", "t:2134:1234:1234", "24..13.........."},
		{"transpose, then columns", "t:1234:2134:1234", "31..42.........."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u, err := symmetry.ParseTransform(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := u.MustApply(b).String(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestApplyErrors(t *testing.T) {
	id := symmetry.Identity(board.Standard())
	nine, four := board.New(board.Standard()), board.New(shape(t, 2))
	if _, err := id.Apply(four); err == nil {
		t.Error("a 9×9 transform was applied to a 4×4 board")
	}
	if _, err := id.Apply(board.Board{}); err == nil {
		t.Error("a transform was applied to the zero board")
	}
	if _, err := (symmetry.Transform{}).Apply(nine); err == nil {
		t.Error("the zero transform was applied")
	}
	if err := id.ApplyTo(four, nine); err == nil {
		t.Error("a 9×9 board was written over a 4×4 one")
	}
	if err := id.ApplyTo(nine, nine); err == nil {
		t.Error("a board was written over itself")
	}
	if _, err := symmetry.Compose(id, symmetry.Identity(shape(t, 2))); err == nil {
		t.Error("transforms of different sizes were composed")
	}
}

func TestValidate(t *testing.T) {
	tests := []struct {
		name string
		ruin func(*symmetry.Transform)
		want string
	}{
		{"no size", func(u *symmetry.Transform) { u.Box = 0 }, "box side 0"},
		{"size too large", func(u *symmetry.Transform) { u.Box = 7 }, "box side 7"},
		{"row twice", func(u *symmetry.Transform) { u.Rows[1] = 0 }, "row 1 is used twice"},
		{"row outside", func(u *symmetry.Transform) { u.Rows[8] = 9 }, "row 9 comes from row 10"},
		{"rows across bands", func(u *symmetry.Transform) { u.Rows[2], u.Rows[3] = 3, 2 }, "outside the band"},
		{"columns across stacks", func(u *symmetry.Transform) { u.Cols[0], u.Cols[8] = 8, 0 }, "outside the stack"},
		{"row past the side", func(u *symmetry.Transform) { u.Rows[9] = 1 }, "on a board of side 9"},
		{"column past the side", func(u *symmetry.Transform) { u.Cols[35] = 1 }, "on a board of side 9"},
		{"digit from nothing", func(u *symmetry.Transform) { u.Digits[0] = 1 }, "empty cell becomes 1"},
		{"digit to nothing", func(u *symmetry.Transform) { u.Digits[4] = 0 }, "digit 4 becomes 0"},
		{"digit outside", func(u *symmetry.Transform) { u.Digits[4] = 10 }, "digit 4 becomes 10"},
		{"digit twice", func(u *symmetry.Transform) { u.Digits[4] = 5 }, "two digits become 5"},
		{"digit past the side", func(u *symmetry.Transform) { u.Digits[36] = 1 }, "digit 36 becomes 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			u := symmetry.Identity(board.Standard())
			tt.ruin(&u)
			err := u.Validate()
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "symmetry: ") {
				t.Errorf("got %v, want %q in it", err, tt.want)
			}
			if _, err := u.Inverse(); err == nil {
				t.Error("an invalid transform has an inverse")
			}
			id := symmetry.Identity(board.Standard())
			if _, err := symmetry.Compose(u, id); err == nil {
				t.Error("an invalid transform was composed, as the first")
			}
			if _, err := symmetry.Compose(id, u); err == nil {
				t.Error("an invalid transform was composed, as the second")
			}
		})
	}
}

// TestRandomIsUniform draws from the 3,072 transforms of 4×4 boards: each must come up, and
// the chi-squared statistic must stay within 6 standard deviations of its mean.
func TestRandomIsUniform(t *testing.T) {
	s := shape(t, 2)
	classes := int(symmetry.GroupOrder(s).Int64())
	const each = 40
	rng := newRand(7)
	count := make(map[symmetry.Transform]int)
	for range classes * each {
		count[symmetry.Random(rng, s)]++
	}
	if len(count) != classes {
		t.Fatalf("%d transforms came up, want %d", len(count), classes)
	}
	chi := 0.0
	for _, c := range count {
		chi += float64((c-each)*(c-each)) / each
	}
	free := float64(classes - 1)
	if math.Abs(chi-free) > 6*math.Sqrt(2*free) {
		t.Errorf("chi-squared %.0f with %.0f degrees of freedom", chi, free)
	}
}

func TestOrders(t *testing.T) {
	tests := []struct {
		k                int
		geometric, group string
	}{
		{2, "128", "3072"},
		{3, "3359232", "1218998108160"}, // Russell and Jarvis
		{4, "126806761930752", "2653151236254761301835776000"},
	}
	for _, tt := range tests {
		s := shape(t, tt.k)
		if got := symmetry.GeometricOrder(s).String(); got != tt.geometric {
			t.Errorf("k=%d: geometric order %s, want %s", tt.k, got, tt.geometric)
		}
		if got := symmetry.GroupOrder(s).String(); got != tt.group {
			t.Errorf("k=%d: group order %s, want %s", tt.k, got, tt.group)
		}
	}
}

func TestApplyToAllocatesNothing(t *testing.T) {
	b := board.MustParse(easy)
	dst := board.New(b.Shape())
	u := symmetry.Random(newRand(1), b.Shape())
	if allocs := testing.AllocsPerRun(100, func() {
		if err := u.ApplyTo(dst, b); err != nil {
			t.Fatal(err)
		}
	}); allocs != 0 {
		t.Errorf("ApplyTo allocates %v times", allocs)
	}
	if !dst.Equal(u.MustApply(b)) {
		t.Error("ApplyTo differs from Apply")
	}
}
