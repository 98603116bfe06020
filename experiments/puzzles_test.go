package experiments

import (
	"path/filepath"
	"slices"
	"testing"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// TestOtherPuzzlesAreStale puts, one after the other, another text in the place of each embedded set. Every record that was measured
// on the set is then unverified, in every experiment.
func TestOtherPuzzlesAreStale(t *testing.T) {
	sets := map[string]record.Set{}
	for _, e := range All() {
		set, err := record.ReadFile(filepath.Join("..", "results", e.ID, "records.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		sets[e.ID] = set.Measured()
	}
	// on reports whether a record was measured on a set.
	on := func(id string, r record.Record) bool {
		_, beside := r.Texts["sha256 of "+id]
		return r.Corpus != nil && r.Corpus.ID == id || beside || slices.Contains(r.Dims(), record.D("set", id))
	}
	hit := 0
	for i, of := range corpus.All() {
		if !of.Embedded {
			continue
		}
		list := slices.Clone(corpus.All())
		list[i].File = list[(i+1)%len(list)].File // the bytes of the next one
		if !list[(i+1)%len(list)].Embedded {
			list[i].File = list[0].File
		}
		l := &lab.Lab{Root: "..", Experiments: All(), Corpora: &corpus.Store{Sets: list}}
		changed, err := l.Standings()
		if err != nil {
			t.Fatal(err)
		}
		for id, set := range sets {
			left := ""
			for _, r := range set {
				if !on(of.ID, r) {
					continue
				}
				hit++
				if changed(r) != lab.Unverified {
					left = r.Profile + " " + r.Case
				}
			}
			if left != "" {
				t.Errorf("with another text of %s, %s %s is %s, want unverified", of.ID, id, left, lab.Current)
			}
		}
	}
	if hit == 0 {
		t.Error("no record was measured on an embedded set")
	}
}
