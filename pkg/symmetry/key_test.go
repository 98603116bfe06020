package symmetry_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/symmetry"
)

func mustKey(t testing.TB, b board.Board) symmetry.Key {
	t.Helper()
	k, err := symmetry.CanonicalKey(b)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestKeySeparatesClasses(t *testing.T) {
	rng := newRand(21)
	owner := make(map[symmetry.Key]string)
	for range 300 {
		b := thinned(rng, randomGrid(rng), rng.Float64())
		k := mustKey(t, b)
		if mustKey(t, symmetry.Random(rng, b.Shape()).MustApply(b)) != k {
			t.Fatalf("%v has another key in disguise", b)
		}
		form, _, err := symmetry.Canonical(b)
		if err != nil {
			t.Fatal(err)
		}
		if was, ok := owner[k]; ok && was != form.String() {
			t.Fatalf("%v and %s share key %v", form, was, k)
		}
		owner[k] = form.String()
	}
	if mustKey(t, board.New(shape(t, 2))) == mustKey(t, board.New(shape(t, 3))) {
		t.Error("empty boards of two sizes share a key")
	}
}

// TestKeyIsStable pins the key's definition, which stored keys rely on: the value is the
// start of the SHA-256 of 16 zero bytes.
func TestKeyIsStable(t *testing.T) {
	const want = "374708fff7719dd5979ec875d56cd228"
	if got := mustKey(t, board.New(shape(t, 2))).String(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestKeyText(t *testing.T) {
	k := mustKey(t, board.MustParse(easy))
	data, err := json.Marshal(k)
	if err != nil {
		t.Fatal(err)
	}
	var back symmetry.Key
	if err := json.Unmarshal(data, &back); err != nil || back != k {
		t.Errorf("%s reads back as %v, %v", data, back, err)
	}
	for _, bad := range []string{"", "00", strings.Repeat("x", 32), strings.Repeat("0", 34)} {
		kept := k
		if err := kept.UnmarshalText([]byte(bad)); err == nil || kept != k {
			t.Errorf("%q: got %v, %v", bad, kept, err)
		}
	}
}

func TestKeys(t *testing.T) {
	rng := newRand(22)
	ctx, limits := context.Background(), symmetry.DefaultLimits()
	boards := make([]board.Board, 200)
	for i := range boards {
		boards[i] = thinned(rng, randomGrid(rng), 0.4)
	}
	for _, workers := range []int{1, 3, 500} {
		keys, err := symmetry.Keys(ctx, boards, workers, limits)
		if err != nil {
			t.Fatal(err)
		}
		for i, k := range keys {
			if k != mustKey(t, boards[i]) {
				t.Fatalf("%d workers: key of board %d differs", workers, i)
			}
		}
	}
	if keys, err := symmetry.Keys(ctx, nil, 2, limits); err != nil || len(keys) != 0 {
		t.Errorf("no boards: %v, %v", keys, err)
	}
	if _, err := symmetry.Keys(ctx, boards, 0, limits); err == nil {
		t.Error("no workers are accepted")
	}
	if _, err := symmetry.Keys(ctx, boards, 1, symmetry.Limits{}); err == nil {
		t.Error("limits of 0 are accepted")
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := symmetry.Keys(cancelled, boards, 2, limits); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
	boards[120] = board.Board{}
	boards[77] = board.MustParse("1..1............")
	for range 20 {
		_, err := symmetry.Keys(ctx, boards, 4, limits)
		if err == nil || !strings.Contains(err.Error(), "(board 78 of 200)") {
			t.Fatalf("got %v, want the first bad board named", err)
		}
	}
}

func TestSeen(t *testing.T) {
	seen, err := symmetry.NewSeen(symmetry.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	rng := newRand(23)
	for i := range 100 {
		b := randomGrid(rng)
		if has, err := seen.Has(b); err != nil || has {
			t.Fatalf("grid %d: %v, %v before it was added", i, has, err)
		}
		for j, want := range []bool{true, false, false} {
			fresh, err := seen.Add(symmetry.Random(rng, b.Shape()).MustApply(b))
			if err != nil || fresh != want {
				t.Fatalf("grid %d, disguise %d: fresh is %v, %v", i, j, fresh, err)
			}
		}
		if has, err := seen.Has(b); err != nil || !has {
			t.Fatalf("grid %d: %v, %v after it was added", i, has, err)
		}
		if seen.AddKey(mustKey(t, b)) {
			t.Fatalf("grid %d: its key is fresh", i)
		}
	}
	if seen.Len() != 100 {
		t.Errorf("%d classes, want 100", seen.Len())
	}
	if _, err := seen.Add(board.Board{}); err == nil {
		t.Error("the zero board was added")
	}
	if _, err := seen.Has(board.Board{}); err == nil {
		t.Error("the zero board was looked up")
	}
	if seen.Len() != 100 {
		t.Errorf("%d classes after an error, want 100", seen.Len())
	}
	if _, err := symmetry.NewSeen(symmetry.Limits{}); err == nil {
		t.Error("limits of 0 are accepted")
	}
}

// TestClassesOfPublicSets counts classes in the public sets. The 17-clue puzzles are known
// to be pairwise inequivalent; wherever a set repeats a class, a transform proves it.
func TestClassesOfPublicSets(t *testing.T) {
	for _, set := range puzzleSets {
		t.Run(set.name, func(t *testing.T) {
			puzzles := solvertest.PublicBoards(t, set.file, 0)
			keys, err := symmetry.Keys(t.Context(), puzzles, 2, symmetry.DefaultLimits())
			if err != nil {
				t.Fatal(err)
			}
			first := make(map[symmetry.Key]int)
			for i, k := range keys {
				j, ok := first[k]
				if !ok {
					first[k] = i
					continue
				}
				u, same, err := symmetry.Equivalent(puzzles[j], puzzles[i])
				if err != nil || !same || !u.MustApply(puzzles[j]).Equal(puzzles[i]) {
					t.Fatalf("puzzles %d and %d share a key, but %v does not map one to the other (%v)", j+1, i+1, u, err)
				}
			}
			if set.name == "17clue" && len(first) != len(puzzles) {
				t.Errorf("%d puzzles are in %d classes, want each in its own", len(puzzles), len(first))
			}
			t.Logf("%d puzzles in %d classes", len(puzzles), len(first))
		})
	}
}
