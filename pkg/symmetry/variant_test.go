package symmetry_test

import (
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

// Boards with diagonals or regions are refused wherever a transform or a form could be wrong.
func TestVariantsAreRefused(t *testing.T) {
	stripes := make([]int, 81)
	for cell := range stripes {
		stripes[cell] = cell / 9
	}
	plain := board.MustParse(easy)
	canonicalizer := newCanonicalizer(t)
	seen, err := symmetry.NewSeen(symmetry.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	for want, v := range map[string]board.Variant{"9×9 diagonal": {Diagonals: true}, "9×9 jigsaw": {Regions: stripes}} {
		s, err := board.ShapeWith(9, v)
		if err != nil {
			t.Fatal(err)
		}
		b, err := plain.On(s)
		if err != nil {
			t.Fatal(err)
		}
		identity := symmetry.Identity(plain.Shape())
		faults := map[string]error{"ApplyTo": identity.ApplyTo(board.New(s), b)}
		_, faults["Apply"] = identity.Apply(b)
		_, _, faults["Canonical"] = symmetry.Canonical(b)
		_, faults["CanonicalTo"] = canonicalizer.CanonicalTo(board.New(s), b)
		_, faults["Automorphisms"] = symmetry.Automorphisms(b)
		_, faults["CanonicalKey"] = symmetry.CanonicalKey(b)
		_, faults["Keys"] = symmetry.Keys(t.Context(), []board.Board{plain, b}, 2, symmetry.DefaultLimits())
		_, faults["Seen.Add"] = seen.Add(b)
		_, faults["Seen.Has"] = seen.Has(b)
		_, _, faults["Equivalent"] = symmetry.Equivalent(plain, b)
		_, _, faults["Equivalent, turned round"] = symmetry.Equivalent(b, plain)
		for name, err := range faults {
			if err == nil || !strings.HasPrefix(err.Error(), "symmetry: board is "+want+", want a plain one") {
				t.Errorf("%s: %s: error %v", want, name, err)
			}
		}
		if _, err := canonicalizer.CanonicalTo(board.New(s), plain); err == nil || err.Error() != "symmetry: target board is "+want+", source 9×9" {
			t.Errorf("%s: target of another shape: %v", want, err)
		}
		rng, twin := newRand(1), newRand(1)
		random := symmetry.Random(rng, s)
		if random != (symmetry.Transform{}) || random.Validate() == nil || rng.Uint64() != twin.Uint64() {
			t.Errorf("%s: a random transform %v", want, random)
		}
		if id := symmetry.Identity(s); id != (symmetry.Transform{}) {
			t.Errorf("%s: identity %v", want, id)
		}
		if symmetry.GroupOrder(s).Sign() != 0 || symmetry.GeometricOrder(s).Sign() != 0 {
			t.Errorf("%s: orders %v, %v", want, symmetry.GroupOrder(s), symmetry.GeometricOrder(s))
		}
	}
	if seen.Len() != 0 {
		t.Errorf("%d classes", seen.Len())
	}
	if !slices.Equal(plain.Cells(), board.MustParse(easy).Cells()) {
		t.Error("a refused board was written to")
	}
}
