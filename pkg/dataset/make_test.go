package dataset_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/dataset"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/job"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/symmetry"
)

func options(jobs int) dataset.Options {
	return dataset.Options{Code: "test", Program: "a test", Jobs: jobs}
}

func makeSet(t *testing.T, r *dataset.Recipe, dir string, o dataset.Options) *dataset.Summary {
	t.Helper()
	o.Temp = t.TempDir()
	s, err := dataset.Make(t.Context(), r, dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tree reads all files of a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, relErr := filepath.Rel(dir, path)
		out[filepath.ToSlash(name)] = string(data)
		return errors.Join(err, relErr)
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %s is too many", what, name)
		}
	}
}

// TestSame: the bytes do not depend on the number of workers, nor on who makes which shards in which order.
func TestSame(t *testing.T) {
	r := parse(t, good)
	one, three, shards := filepath.Join(t.TempDir(), "set"), t.TempDir(), t.TempDir()
	made := makeSet(t, r, one, options(1))
	want := tree(t, one)
	makeSet(t, r, three, options(3))
	same(t, "three workers", tree(t, three), want)
	for _, i := range []int{2, 0} {
		o := options(2)
		o.Task = &job.Task{Index: i, Of: 3}
		if s := makeSet(t, r, shards, o); s != nil {
			t.Error("a part returned a set")
		}
	}
	makeSet(t, r, shards, options(2))
	same(t, "shards", tree(t, shards), want)
	again := makeSet(t, r, shards, options(1))
	if !again.Old {
		t.Error("the set was not found complete")
	}
	again.Old = false
	if d := cmp.Diff(made, again); d != "" {
		t.Error(d)
	}
	for _, name := range []string{
		"README.md", "SHA256SUMS", "recipe.yaml", "dataset.json", "difficulty.svg", "audit.json", "audit.txt", "audit-validation.json",
		"nine/train-00000-of-00004.csv", "nine/train-00003-of-00004.jsonl", "nine/validation.csv", "four/test.jsonl",
	} {
		if want[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	for name, data := range want {
		sum := sha256.Sum256([]byte(data))
		if name != "SHA256SUMS" && !strings.Contains(want["SHA256SUMS"], hex.EncodeToString(sum[:])+"  "+name+"\n") {
			t.Errorf("the hash of %s is not in the list", name)
		}
	}
	var leak struct {
		Test struct{ Puzzles int64 }
		Leak struct{ Classes, Shared int64 }
	}
	if err := json.Unmarshal([]byte(want["audit.json"]), &leak); err != nil || leak.Leak.Shared != 0 || leak.Leak.Classes != 16 || leak.Test.Puzzles != 16 {
		t.Errorf("%+v, %v", leak, err)
	}
}

// TestBrokenOff: a run that ends early, at any stage, is gone on with, and what was altered meanwhile is made again.
func TestBrokenOff(t *testing.T) {
	r := parse(t, good)
	whole := t.TempDir()
	makeSet(t, r, whole, options(2))
	want := tree(t, whole)
	for _, stage := range []dataset.Stage{dataset.Making, dataset.Merging, dataset.Writing, dataset.Auditing} {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		o := options(1)
		o.Progress = func(s dataset.Stage, done, total int64) {
			if s == stage && done >= total/2 {
				cancel()
			}
		}
		if _, err := dataset.Make(ctx, r, dir, o); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: %v", stage, err)
		}
		cancel()
		if _, err := os.Stat(filepath.Join(dir, "SHA256SUMS")); err == nil {
			t.Errorf("%s: the set counts as complete", stage)
		}
		// A file half written, a damaged shard, a damaged file.
		put(t, filepath.Join(dir, ".recipe.yaml.new-abcdefghij"), "half")
		all, err := filepath.Glob(filepath.Join(dir, ".work.shards", "*.out"))
		if err != nil || len(all) == 0 {
			t.Fatalf("%s: no shards, %v", stage, err)
		}
		if err := os.Truncate(all[0], 5); err != nil {
			t.Fatal(err)
		}
		if csv := filepath.Join(dir, "nine", "train-00000-of-00004.csv"); stage == dataset.Auditing {
			put(t, csv, "puzzle\n")
		}
		makeSet(t, r, dir, options(2))
		same(t, string(stage), tree(t, dir), want)
	}
	// A kill between the last file and tidying up.
	put(t, filepath.Join(whole, ".work"), "records")
	put(t, filepath.Join(whole, ".written.json"), "{}")
	put(t, filepath.Join(whole, ".lock"), "process 1\n")
	makeSet(t, r, whole, options(1))
	same(t, "tidied", tree(t, whole), want)
	// Other code makes all again.
	dir := t.TempDir()
	o := options(2)
	o.Code, o.Task = "other", &job.Task{Of: 2}
	makeSet(t, r, dir, o)
	makeSet(t, r, dir, options(2))
	same(t, "other code", tree(t, dir), want)
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestRefused: a folder with other things in it is left alone, and an altered set is not called complete.
func TestRefused(t *testing.T) {
	r := parse(t, good)
	other := parse(t, strings.Replace(good, "seed: 3", "seed: 4", 1))
	for _, name := range []string{"notes.txt", "train.csv", "nine/x", ".work.other", "nine/train.parquet", "README.md"} {
		dir := t.TempDir()
		if err := os.MkdirAll(filepath.Join(dir, "nine"), 0o700); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(dir, name), "mine")
		before := tree(t, dir)
		if _, err := dataset.Make(t.Context(), r, dir, options(1)); !errors.Is(err, dataset.ErrOther) {
			t.Errorf("%s: %v", name, err)
		}
		same(t, name, tree(t, dir), before)
	}
	dir := t.TempDir()
	makeSet(t, r, dir, options(2))
	before := tree(t, dir)
	if _, err := dataset.Make(t.Context(), other, dir, options(1)); !errors.Is(err, dataset.ErrOther) {
		t.Errorf("another recipe: %v", err)
	}
	o := options(1)
	o.Only = []dataset.Split{dataset.Test}
	if _, err := dataset.Make(t.Context(), r, dir, o); !errors.Is(err, dataset.ErrOther) {
		t.Errorf("other splits: %v", err)
	}
	same(t, "refused", tree(t, dir), before)
	put(t, filepath.Join(dir, "four", "test.csv"), "altered\n")
	if _, err := dataset.Make(t.Context(), r, dir, options(1)); err == nil || !strings.Contains(err.Error(), "test.csv was altered") {
		t.Errorf("altered: %v", err)
	}
	if _, err := dataset.Make(t.Context(), r, filepath.Join(dir, "README.md"), options(1)); err == nil {
		t.Error("a file in place of the folder")
	}
	if _, err := dataset.Make(t.Context(), r, t.TempDir(), dataset.Options{Jobs: -1}); err == nil {
		t.Error("negative jobs")
	}
	if _, err := dataset.Make(t.Context(), &dataset.Recipe{}, t.TempDir(), options(1)); err == nil {
		t.Error("an empty recipe")
	}
}

// read reads the puzzles of a file.
func read(t *testing.T, path string) (out []format.Puzzle) {
	t.Helper()
	for p, err := range format.ReadFile(path, format.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

// TestPuzzles: every puzzle has one solution by another engine and is what its band asks for, and its class is that of its split by a
// calculation of the test's own.
func TestPuzzles(t *testing.T) {
	r := parse(t, strings.NewReplacer("items: 10", "items: 1000", "copies: 1", "copies: 0", "[csv, jsonl]", "[csv]").Replace(good))
	dir := t.TempDir()
	made := makeSet(t, r, dir, options(2))
	by := engine.DLX(engine.DefaultDLX())
	seen := map[string]bool{}
	unique := func(b board.Board) bool {
		res, err := by.Solve(t.Context(), b, solver.Limits{Solutions: 2})
		if err != nil {
			t.Fatal(err)
		}
		return res.Status == solver.Unique
	}
	for i := range made.Sets {
		x := &made.Sets[i]
		all := read(t, filepath.Join(dir, x.Part, x.Split.String()+".csv"))
		if int64(len(all)) != x.Puzzles || x.Puzzles != x.Asked {
			t.Errorf("%s %s: %d puzzles, want %d", x.Part, x.Split, len(all), x.Asked)
		}
		h := sha256.New()
		for n, p := range all {
			fmt.Fprintf(h, "%s %s\n", p.Board, p.Solution)
			if !unique(p.Board) || !board.Solves(p.Board, p.Solution) {
				t.Errorf("%s: not the only solution", p.Board)
			}
			if got := splitBy(t, p.Board); got != x.Split {
				t.Errorf("%s is of %s, want %s", p.Board, got, x.Split)
			}
			form, _, err := symmetry.Canonical(p.Board)
			if err != nil {
				t.Fatal(err)
			}
			if seen[form.String()] {
				t.Errorf("%s is a twin", p.Board)
			}
			seen[form.String()] = true
			if x.Part != "nine" {
				continue
			}
			for c, d := range p.Board.Cells() {
				if d == 0 {
					continue
				}
				less := p.Board.Clone()
				less.Cells()[c] = 0
				if unique(less) {
					t.Errorf("%s is not minimal", p.Board)
				}
			}
			rating, err := rate.New(p.Board.Shape()).Rate(p.Board, nil)
			if err != nil {
				t.Fatal(err)
			}
			if n < int(x.Bands[0].Puzzles) && rating.Technique != rate.HiddenSingles {
				t.Errorf("%s is solved by %s", p.Board, rating.Technique)
			}
		}
		if got := hex.EncodeToString(h.Sum(nil)); got != x.SHA256 {
			t.Errorf("%s %s: hash %s, want %s", x.Part, x.Split, x.SHA256, got)
		}
	}
}

// splitBy finds the split of a board: at side 4 by trying all symmetries.
func splitBy(t *testing.T, b board.Board) dataset.Split {
	t.Helper()
	var form []byte
	bits := byte(15)
	if b.Shape().Side() == 4 {
		bits = 3
		form = least4(b.Cells())
	} else {
		c, _, err := symmetry.Canonical(b)
		if err != nil {
			t.Fatal(err)
		}
		form = c.Cells()
	}
	sum := sha256.Sum256(form)
	switch sum[0] & bits {
	case 0:
		return dataset.Test
	case 1:
		return dataset.Validation
	}
	return dataset.Train
}

// least4 is the least form of a 4×4 board.
func least4(cells []byte) (least []byte) {
	lines := [][4]int{{0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 0, 1}, {2, 3, 1, 0}, {3, 2, 1, 0}}
	for _, rows := range lines {
		for _, columns := range lines {
			for _, turned := range []bool{false, true} {
				var names [5]byte
				form, next := make([]byte, 16), byte(1)
				for i := range form {
					r, c := rows[i/4], columns[i%4]
					if turned {
						r, c = c, r
					}
					d := cells[4*r+c]
					if d != 0 && names[d] == 0 {
						names[d] = next
						next++
					}
					form[i] = names[d]
				}
				if least == nil || bytes.Compare(form, least) < 0 {
					least = form
				}
			}
		}
	}
	return least
}

// TestCopies: each training puzzle is followed by copies in its class, with solutions, and tests have none.
func TestCopies(t *testing.T) {
	r := parse(t, good)
	dir := t.TempDir()
	made := makeSet(t, r, dir, options(2))
	var all []format.Puzzle
	for i := range 4 {
		all = append(all, read(t, filepath.Join(dir, "nine", fmt.Sprintf("train-%05d-of-00004.csv", i)))...)
	}
	if len(all) != 38 || made.Sets[0].Rows != 38 || made.Sets[0].Puzzles != 19 || made.Sets[1].Rows != 3 {
		t.Fatalf("%d rows, %+v", len(all), made.Sets[:2])
	}
	for i := 0; i < len(all); i += 2 {
		_, twins, err := symmetry.Equivalent(all[i].Board, all[i+1].Board)
		if err != nil || !twins || all[i].Board.Equal(all[i+1].Board) || !board.Solves(all[i+1].Board, all[i+1].Solution) {
			t.Errorf("%s and %s: %v %v", all[i].Board, all[i+1].Board, twins, err)
		}
	}
}

// fours asks for more 4×4 puzzles of 4 givens than there are classes.
const fours = `version: 1
name: fours
seed: 1
distinct: true
formats: [csv]
parts:
  - side: 4
    bands:
      - {name: few, givens: 4, train: 40, validation: 40, test: 40}
`

// TestShort: where classes run out, that is an error or a shorter set, as the recipe says, which holds all of them: 13, as is known of
// minimal puzzles with 4 givens.
func TestShort(t *testing.T) {
	if testing.Short() {
		t.Skip("makes thousands of puzzles in vain")
	}
	if _, err := dataset.Make(t.Context(), parse(t, fours), t.TempDir(), options(2)); err == nil || !strings.Contains(err.Error(), "its classes run out") {
		t.Errorf("%v", err)
	}
	short := parse(t, "short: true\n"+fours)
	dir := t.TempDir()
	made := makeSet(t, short, dir, options(2))
	var n int64
	for _, x := range made.Sets {
		n += x.Puzzles
	}
	if n != 13 {
		t.Errorf("%d classes, want 13", n)
	}
	if card := tree(t, dir)["README.md"]; !strings.Contains(card, "Classes ran out, so there are fewer puzzles than asked for: ") {
		t.Error("the card does not say it")
	}
	// Twins are replaced while there are other classes.
	enough := parse(t, strings.Replace(fours, "givens: 4, train: 40, validation: 40, test: 40", "givens: 5-8, train: 300, test: 150", 1))
	for _, x := range makeSet(t, enough, t.TempDir(), options(3)).Sets {
		if x.Puzzles != x.Asked {
			t.Errorf("%+v", x)
		}
	}
	// Twins stay where they are not asked to go.
	all := parse(t, strings.Replace(fours, "distinct: true", "distinct: false", 1))
	for _, x := range makeSet(t, all, t.TempDir(), options(3)).Sets {
		if x.Puzzles != 40 {
			t.Errorf("%+v", x)
		}
	}
}

// TestBegins: the puzzles of a smaller count are the first ones of a larger one.
func TestBegins(t *testing.T) {
	few, many := t.TempDir(), t.TempDir()
	text := strings.NewReplacer("items: 10", "items: 1000", "copies: 1", "copies: 0").Replace(good)
	makeSet(t, parse(t, text), few, options(2))
	makeSet(t, parse(t, strings.NewReplacer("name: good", "name: other", "test: 4", "test: 6").Replace(text)), many, options(2))
	a, b := read(t, filepath.Join(few, "nine", "test.csv")), read(t, filepath.Join(many, "nine", "test.csv"))
	if len(a) != 7 || len(b) != 9 || !slices.EqualFunc(a[:4], b[:4], func(x, y format.Puzzle) bool { return x.Board.Equal(y.Board) }) {
		t.Errorf("%v and %v", a, b)
	}
}

// TestImpossible: a band that no puzzle is in is an error that says so.
// TestScales: a band by HoDoKu's score or level or by Sudoku Explainer's rating holds puzzles of these, as package explain rates them.
func TestScales(t *testing.T) {
	r := parse(t, `version: 1
name: scales
seed: 3
formats: [csv]
parts:
  - side: 9
    minimal: true
    bands:
      - {name: score, score: 250-400, test: 3}
      - {name: level, level: unfair, technique: aic, test: 2}
      - {name: rating, rating: 3.4-4.2, test: 3}
      - {name: all, level: hard, score: 500+, rating: "7+", test: 2}
`)
	dir := t.TempDir()
	makeSet(t, r, dir, options(2))
	rated := func(b board.Board, order explain.Order) explain.Rating {
		by, err := explain.New(b.Shape(), explain.Options{Unique: true, Order: order})
		if err != nil {
			t.Fatal(err)
		}
		rating, err := by.Rate(b)
		if err != nil || rating.Open != 0 {
			t.Fatalf("%d cells open, %v", rating.Open, err)
		}
		return rating
	}
	i := 0
	for p, err := range format.ReadFile(filepath.Join(dir, "test.csv"), format.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		path, se := rated(p.Board, explain.AsListed), rated(p.Board, explain.BySE).SE
		ok := i < 3 && path.Score >= 250 && path.Score <= 400 || i >= 3 && i < 5 && path.Level == explain.Unfair && path.Hardest == explain.AIC ||
			i >= 5 && i < 8 && se >= 34 && se <= 42 || i >= 8 && path.Level == explain.Hard && path.Score >= 500 && se >= 70
		if !ok {
			t.Errorf("puzzle %d: %+v, rating %d", i, path, se)
		}
		i++
	}
	if i != 10 {
		t.Errorf("%d puzzles", i)
	}
}

func TestImpossible(t *testing.T) {
	text := strings.Replace(good, "givens: 4-8, train: 30", "givens: 4-8, guesses: 50+, train: 30", 1)
	if _, err := dataset.Make(t.Context(), parse(t, text), t.TempDir(), options(2)); err == nil || !strings.Contains(err.Error(), "train of side 4 in the band any, puzzle 0: none of ") {
		t.Errorf("%v", err)
	}
}

// TestTests: this program makes the test sets that were written down.
func TestTests(t *testing.T) {
	for _, name := range dataset.Names() {
		if !strings.HasSuffix(name, "-small") && name != "sudokulab-9-easy" || testing.Short() && strings.Contains(name, "-hard") {
			continue
		}
		r, err := dataset.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		known, err := dataset.Known(r)
		if err != nil || len(known) != len(r.Parts) {
			t.Errorf("%s: hashes of %d tests are written down, want %d: %v", name, len(known), len(r.Parts), err)
		}
		o := options(2)
		o.Only = []dataset.Split{dataset.Test}
		made := makeSet(t, r, t.TempDir(), o)
		for part, want := range known {
			if got := made.Test(part); got != want {
				t.Errorf("%s %s: the test has the hash %s, want %s", name, part, got, want)
			}
		}
		r.Seed++
		if known, err := dataset.Known(r); err != nil || known != nil {
			t.Errorf("%s with another seed: %v, %v", name, known, err)
		}
	}
}
