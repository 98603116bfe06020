package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/rate/trial"
)

// hardestPuzzles reads what the command wrote and holds each puzzle against the engine.
func hardestPuzzles(t *testing.T, text string) (ratings []int64) {
	t.Helper()
	counter := engine.NewCounter9()
	for _, line := range lines(text) {
		var p generate.VicinityPuzzle
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		b := board.MustParse(p.Puzzle)
		if n, _ := counter.Count((*[81]uint8)(b.Cells()), 2); n != 1 || counter.Guesses() != p.Rating {
			t.Errorf("%s: %d solutions, %d guesses", line, n, counter.Guesses())
		}
		for c := range 81 {
			if less := b.Clone(); b.At(c) != 0 {
				less.Set(c, 0)
				if n, _ := counter.Count((*[81]uint8)(less.Cells()), 2); n < 2 {
					t.Errorf("%s is not minimal", p.Puzzle)
				}
			}
		}
		ratings = append(ratings, p.Rating)
	}
	return ratings
}

func TestHardest(t *testing.T) {
	out := must(t, "", "hardest", "--steps", "30", "--seed", "4", "--best", "5", "--json")
	ratings := hardestPuzzles(t, out)
	if len(ratings) != 5 {
		t.Fatalf("%d puzzles, want 5\n%s", len(ratings), out)
	}
	first := hardestPuzzles(t, must(t, "", "hardest", "--steps", "0", "--seed", "4", "--json"))
	if len(first) != 1 || ratings[0] <= first[0] {
		t.Errorf("the search went from %v to %v guesses", first, ratings)
	}
	if plain := must(t, "", "hardest", "--steps", "30", "--seed", "4", "--best", "1"); !strings.Contains(plain, " guesses\n") || len(puzzlesOf(t, plain)) != 1 {
		t.Errorf("as text: %q", plain)
	}
}

// TestHardestResumes: two runs of a search are one.
func TestHardestResumes(t *testing.T) {
	dir := t.TempDir()
	whole, halves := filepath.Join(dir, "whole"), filepath.Join(dir, "halves")
	want := must(t, "", "hardest", "--steps", "20", "--seed", "4", "--state", whole)
	must(t, "", "hardest", "--steps", "7", "--seed", "4", "--state", halves)
	if got := must(t, "", "hardest", "--steps", "13", "--state", halves); got != want {
		t.Errorf("in two runs\n%s, in one\n%s", got, want)
	}
	a, err1 := os.ReadFile(whole)
	b, err2 := os.ReadFile(halves)
	if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Errorf("the states differ: %v, %v, %d and %d bytes", err1, err2, len(a), len(b))
	}
	for flag, wrong := range map[string]string{"seed": "5", "pool": "3", "swaps": "7"} {
		if r := sudokulab(t, "", "hardest", "--"+flag, wrong, "--state", whole); r.code != exitError || !strings.Contains(r.errOut, "--"+flag) {
			t.Errorf("another --%s: %+v", flag, r)
		}
	}
	if r := sudokulab(t, easy+"\n", "hardest", "--state", whole, "-"); r.code != exitError || !strings.Contains(r.errOut, "holds a search already") {
		t.Errorf("puzzles for a search that has its own: %+v", r)
	}
	if err := os.WriteFile(halves, []byte(`{"config":{"pool":1,"swaps":1}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := sudokulab(t, "", "hardest", "--state", halves); r.code != exitError || !strings.Contains(r.errOut, halves) {
		t.Errorf("a state without puzzles: %+v", r)
	}
}

func TestHardestStarts(t *testing.T) {
	ratings := hardestPuzzles(t, must(t, easy+"\n", "hardest", "--steps", "3", "--json", "-"))
	if len(ratings) == 0 {
		t.Error("no puzzles from an easy one")
	}
	for _, bad := range []string{"1234............", strings.Repeat(".", 81)} {
		if r := sudokulab(t, bad+"\n", "hardest", "--steps", "3", "-"); r.code != exitError || !strings.Contains(r.errOut, "start 0") {
			t.Errorf("start %q: %+v", bad, r)
		}
	}
}

// TestHardestByTrials: ratings are by trials, a search goes on by what it began with, and one by guesses has the file it always had.
func TestHardestByTrials(t *testing.T) {
	dir := t.TempDir()
	whole, halves, guesses := filepath.Join(dir, "whole"), filepath.Join(dir, "halves"), filepath.Join(dir, "guesses")
	args := []string{"hardest", "--by", "trials", "--starts", "5", "--seed", "4", "--json"}
	want := must(t, "", append(args, "--steps", "40", "--state", whole)...)
	trier := trial.New()
	all := lines(want)
	for _, line := range all {
		var p generate.VicinityPuzzle
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if r := trier.Rate((*[81]uint8)(board.MustParse(p.Puzzle).Cells())); r.Score() != p.Rating {
			t.Errorf("%s: %+v", line, r)
		}
	}
	if len(all) != 10 {
		t.Errorf("%d puzzles, want 10", len(all))
	}
	must(t, "", append(args, "--steps", "15", "--state", halves)...)
	if got := must(t, "", "hardest", "--steps", "25", "--state", halves, "--by", "trials", "--json"); got != want {
		t.Errorf("in two runs\n%s, in one\n%s", got, want)
	}
	if r := sudokulab(t, "", "hardest", "--state", halves, "--by", "guesses"); r.code != exitError || !strings.Contains(r.errOut, "--by") {
		t.Errorf("a search by trials goes on by guesses: %+v", r)
	}
	if got := must(t, "", "hardest", "--steps", "0", "--state", halves, "--best", "1"); !strings.Contains(got, " # rating ") {
		t.Errorf("without --by: %q", got)
	}
	must(t, "", "hardest", "--steps", "1", "--state", guesses)
	if text, err := os.ReadFile(guesses); err != nil || strings.Contains(string(text), `"by"`) {
		t.Errorf("a search by guesses: %v, %s", err, text)
	}
	if err := os.WriteFile(guesses, []byte(`{"config":{"pool":1,"swaps":1},"pool":[{"puzzle":"`+strings.Repeat(".", 81)+`"}],"by":"luck"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := sudokulab(t, "", "hardest", "--state", guesses); r.code != exitError || !strings.Contains(r.errOut, `"luck"`) {
		t.Errorf("a search by luck: %+v", r)
	}
}
