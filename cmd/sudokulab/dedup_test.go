package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

// twinsOf returns puzzles of side 9, each followed by two of its twins.
func twinsOf(t *testing.T, n int) []string {
	t.Helper()
	return withTwins(t, lines(must(t, "", "generate", "--minimal", "--distinct", "--count", "20", "--seed", "4"))[:n])
}

// withTwins returns boards, each followed by two of its twins.
func withTwins(t *testing.T, boards []string) (all []string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	for _, line := range boards {
		b, err := board.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, line)
		for range 2 {
			all = append(all, symmetry.Random(rng, b.Shape()).MustApply(b).String())
		}
	}
	return all
}

// TestDedup: the first of each class stays, in the order of the input, whatever the number of workers.
func TestDedup(t *testing.T) {
	puzzles := twinsOf(t, 6)
	var want []string
	for i := 0; i < len(puzzles); i += 3 {
		want = append(want, puzzles[i])
	}
	path := write(t, "puzzles.txt", strings.Join(puzzles, "\n")+"\n")
	temp := t.TempDir()
	for _, jobs := range []string{"1", "3"} {
		r := sudokulab(t, "", "dedup", "--jobs", jobs, "--temp", temp, path)
		if r.code != 0 || !strings.Contains(r.errOut, "6 kept, 12 dropped") {
			t.Errorf("exit code %d, %s", r.code, r.errOut)
		}
		diff(t, "kept", lines(r.out), want)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("%d temporary files left, %v", len(left), err)
	}
	// A twin of the second class in another file.
	known := write(t, "test.txt", puzzles[4]+"\n")
	diff(t, "kept against a file", lines(must(t, strings.Join(puzzles, "\n"), "dedup", "--quiet", "--against", known)), append(want[:1:1], want[2:]...))
}

// TestDedupBad: what is wrong is named, and nothing is written for a run that ends so.
func TestDedupBad(t *testing.T) {
	path := write(t, "bad.txt", "12..34..2.4..3..\n11..............\n21..34..1.4..3..\n")
	r := sudokulab(t, "", "dedup", path)
	if r.code != 1 || r.out != "" || !strings.Contains(r.errOut, "bad.txt:2: ") {
		t.Errorf("exit code %d, %q, %s", r.code, r.out, r.errOut)
	}
	r = sudokulab(t, "", "dedup", "--keep-going", path)
	if r.code != 1 || r.out != "12..34..2.4..3..\n" || !strings.Contains(r.errOut, "1 kept, 1 dropped, 1 skipped") {
		t.Errorf("exit code %d, %q, %s", r.code, r.out, r.errOut)
	}
	for _, args := range [][]string{
		{"dedup", "--against", "missing.txt", path},
		{"dedup", "--temp", "missing", path},
		{"dedup", "--diagonal", "12..34..2.4..3.."},
	} {
		if r := sudokulab(t, "", args...); r.code != 1 || r.out != "" || r.errOut == "" {
			t.Errorf("%v: exit code %d, %q, %s", args, r.code, r.out, r.errOut)
		}
	}
}

// TestCanonical: twins have one form and one key, and the transform leads to it.
func TestCanonical(t *testing.T) {
	puzzles := withTwins(t, lines(must(t, "", "generate", "--side", "4", "--count", "1", "--seed", "3")))
	nine := twinsOf(t, 3)
	puzzles = append(puzzles, nine...)
	puzzles = append(puzzles, withTwins(t, lines(must(t, nine[0]+"\n"+nine[3], "solve", "--quiet")))...)
	for _, side := range []string{"16", "25"} {
		puzzles = append(puzzles, withTwins(t, lines(must(t, "", "generate", "--side", side, "--count", "1", "--seed", "3")))...)
	}
	in := strings.Join(puzzles, "\n")
	if kept := lines(must(t, in, "dedup", "--quiet")); len(kept) != len(puzzles)/3 {
		t.Errorf("dedup keeps %d of %d classes", len(kept), len(puzzles)/3)
	}
	forms := lines(must(t, in, "canonical"))
	for i, line := range lines(must(t, in, "canonical", "--format", "json")) {
		var r canonicalRecord
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.Puzzle != puzzles[i] || r.Canonical != forms[i] || forms[i] != forms[i/3*3] || i >= 3 && forms[i] == forms[i-3] {
			t.Errorf("puzzle %d: %+v, line %s", i+1, r, forms[i])
		}
		b, err := board.Parse(r.Puzzle)
		if err != nil {
			t.Fatal(err)
		}
		if moved := r.Transform.MustApply(b).String(); moved != r.Canonical {
			t.Errorf("puzzle %d: the transform leads to %s, want %s", i+1, moved, r.Canonical)
		}
		if key, err := symmetry.CanonicalKey(b); err != nil || key != r.Key {
			t.Errorf("puzzle %d: key %s, want %s, %v", i+1, r.Key, key, err)
		}
	}
}
