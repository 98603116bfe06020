package experiments

import (
	"strings"
	"testing"

	"sudokulab/pkg/lab"
)

// TestOriginals: each program that is observed is a document's, at the document's commit, or at an earlier one that its name tells.
func TestOriginals(t *testing.T) {
	claims, err := readClaims()
	if err != nil {
		t.Fatal(err)
	}
	commits := map[string]string{}
	for _, d := range claims.Documents {
		commits[d.ID] = d.Source.Commit
	}
	seen := 0
	for _, e := range All() {
		for _, p := range []lab.Profile{lab.Smoke, lab.Quick, lab.Full, lab.GPU} {
			for _, c := range e.Plan(p).Cases {
				if c.Original == nil {
					continue
				}
				seen++
				id, digits, earlier := strings.Cut(c.Original.Name, "@")
				commit, known := commits[id]
				if !known || !earlier && c.Original.Commit != commit || earlier && (len(c.Original.Commit) != 40 || c.Original.Commit[:7] != digits) {
					t.Errorf("%s %s: program %+v, want a document's at its commit %s, or id@ and the digits of an earlier one", e.ID, c.Key(), *c.Original, commit)
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no original is observed")
	}
}
