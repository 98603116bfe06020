package dataset_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/dataset"
)

// good is a recipe that faults are put into.
const good = `version: 1
name: good
seed: 3
distinct: true
formats: [csv, jsonl]
items: 10
parts:
  - name: nine
    side: 9
    minimal: true
    copies: 1
    bands:
      - {name: easy, technique: hidden-singles, train: 12, validation: 3, test: 4}
      - {name: hard, guesses: 1+, givens: 20-26, train: 7, test: 3}
  - name: four
    side: 4
    bands:
      - {name: any, givens: 4-8, train: 30, validation: 8, test: 9}
`

func parse(t *testing.T, text string) *dataset.Recipe {
	t.Helper()
	r, err := dataset.Parse("recipe.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRecipeBad: each fault is named with its line.
func TestRecipeBad(t *testing.T) {
	parse(t, good)
	_, parts, _ := strings.Cut(good, "parts:")
	parts = "parts:" + parts
	for _, c := range []struct{ old, new, says string }{
		{"seed: 3", "sead: 3", ":3: "},
		{"seed: 3", "seed: -3", ":3: "},
		{"seed: 3", "seed: 3\nseed: 4", ":4: "},
		{"version: 1", "version: 2", ":1: version: 2, want 1"},
		{"name: good", "name: ../good", ":2: name: "},
		{"name: good", "name: [1]", ":2: "},
		{"[csv, jsonl]", "[csv, xlsx]", `:5: formats[1]: "xlsx", want one of `},
		{"[csv, jsonl]", "[csv, csv]", ":5: formats[1]: csv stands twice"},
		{"[csv, jsonl]", "[]", ":5: formats: none"},
		{"items: 10", "items: -1", ":6: items: -1, want 1 to "},
		{"items: 10", "items: ten", ":6: "},
		{"name: nine", "name: four", ":15: parts[1].name: four is the name of two parts"},
		{"name: nine", `name: ""`, ":8: parts[0].name: none"},
		{"side: 9", "side: 6", ":9: parts[0].side: 6, want one of [4 9 16 25]"},
		{"copies: 1", "copies: -1", ":11: parts[0].copies: -1"},
		{"name: hard", "name: easy", ":14: parts[0].bands[1].name: easy is the name of two bands"},
		{"guesses: 1+", "guesses: 5-2", ":14: parts[0].bands[1].guesses: \"5-2\""},
		{"guesses: 1+", "guesses: many", ":14: parts[0].bands[1].guesses: "},
		{"givens: 20-26", "givens: 82", ":14: parts[0].bands[1].givens: \"82\""},
		{"givens: 20-26", "givens: 5-16", ":14: parts[0].bands[1].givens: \"5-16\""},
		{"technique: hidden-singles", "technique: magic", ":13: parts[0].bands[0].technique: \"magic\""},
		{"technique: hidden-singles", "technique: none", ":13: parts[0].bands[0].technique: \"none\""},
		{"guesses: 1+", "score: 5-2", ":14: parts[0].bands[1].score: \"5-2\""},
		{"guesses: 1+", "score: -5", ":14: parts[0].bands[1].score: \"-5\""},
		{"guesses: 1+", "level: severe", ":14: parts[0].bands[1].level: \"severe\", want one of [easy "},
		{"guesses: 1+", "rating: 3.45", ":14: parts[0].bands[1].rating: \"3.45\""},
		{"guesses: 1+", "rating: 4.0-3.9", ":14: parts[0].bands[1].rating: "},
		{"guesses: 1+", "rating: many", ":14: parts[0].bands[1].rating: "},
		{"train: 7", "train: -7", ":14: parts[0].bands[1].train: -7"},
		{"train: 7", "train: 1.5", ":14: train: 1.5, want a whole number"},
		{"train: 7", "train: 1e3", ":14: train: 1e3, want a whole number"},
		{"train: 7", "train: \"7\"", ":14: train: "},
		{"train: 7", "train: 99999999999999999999", ":14: "},
		{"distinct: true", "distinct: perhaps", ":4: "},
		{"givens: 4-8, ", "", ":18: parts[1].bands[0].givens: none, want a number or a range"},
		{parts, "parts: []\n", ":7: parts: none"},
		{parts, "", "parts: none"},
		{"train: 7", "train: ", ":14: train: "},
		{good, "", "version: 0"},
		{good, "[", ""},
		{good, "\x00", ""},
	} {
		_, err := dataset.Parse("recipe.yaml", []byte(strings.Replace(good, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), "recipe.yaml") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q in place of %q: %v, want %q", c.new, c.old, err, c.says)
		}
	}
	none := "version: 1\nname: none\nseed: 1\nformats: [csv]\nparts:\n  - {side: 9, minimal: true, bands: [{name: any}]}\n"
	if _, err := dataset.Parse("recipe.yaml", []byte(none)); err == nil || !strings.Contains(err.Error(), "no puzzles") {
		t.Errorf("no puzzles: %v", err)
	}
	if _, err := dataset.Read(filepath.Join(t.TempDir(), "none.yaml")); !os.IsNotExist(err) && err == nil {
		t.Error("a file that is not there")
	}
}

// TestRecipeHash: what a recipe says decides its hash, and how it is written does not.
func TestRecipeHash(t *testing.T) {
	of := func(text string) string {
		hash, err := parse(t, text).Hash()
		if err != nil {
			t.Fatal(err)
		}
		return hash
	}
	is := of(good)
	written, err := parse(t, good).YAML()
	if err != nil {
		t.Fatal(err)
	}
	if of(string(written)) != is || of("# a comment\n"+strings.Replace(good, "items: 10", "items:   10", 1)) != is {
		t.Error("the same recipe written otherwise has another hash")
	}
	if of(strings.Replace(good, "seed: 3", "seed: 4", 1)) == is {
		t.Error("another seed has the same hash")
	}
}

// TestNamed: the recipes that are embedded can be read and bear the names of their files, and each small one is the beginning of a large one.
func TestNamed(t *testing.T) {
	if len(dataset.Names()) < 6 {
		t.Fatalf("%q", dataset.Names())
	}
	for _, name := range dataset.Names() {
		r, err := dataset.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		if r.Name != name {
			t.Errorf("%s calls itself %s", name, r.Name)
		}
		if known, err := dataset.Known(r); err != nil || len(known) != len(r.Parts) {
			t.Errorf("%s: hashes of %d tests are written down, want %d: %v", name, len(known), len(r.Parts), err)
		}
		large, small := strings.CutSuffix(name, "-small")
		if !small {
			continue
		}
		of, err := dataset.Named(large)
		if err != nil {
			t.Fatal(err)
		}
		if of.Seed != r.Seed {
			t.Errorf("%s has another seed than %s", name, large)
		}
		for i := range r.Parts {
			for k := range r.Parts[i].Bands {
				few, many := r.Parts[i].Bands[k], of.Parts[i].Bands[k]
				if few.Train > many.Train || few.Validation > many.Validation || few.Test > many.Test {
					t.Errorf("%s: more than %s in %s", name, large, few.Name)
				}
				few.Train, few.Validation, few.Test = many.Train, many.Validation, many.Test
				if d := cmp.Diff(many, few); d != "" {
					t.Errorf("%s: %s", name, d)
				}
			}
		}
	}
	if _, err := dataset.Named("../x"); err == nil {
		t.Error("a recipe that is not there")
	}
}
