package experiments

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/lab"
)

// shown are the claims that a block of the report lists.
var shown = regexp.MustCompile(`(?m)^<!-- begin generated: claims (.+) -->$`)

// TestReportShowsWhatIsRefuted: the report argues about each refuted claim, once, and says of each pending one what would decide it.
func TestReportShowsWhatIsRefuted(t *testing.T) {
	report, err := os.ReadFile("../research/REPORT.md")
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("../results/claims/ledger.json")
	if err != nil {
		t.Fatal(err)
	}
	var ledger lab.Ledger
	if err := json.Unmarshal(data, &ledger); err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, m := range shown.FindAllStringSubmatch(string(report), -1) {
		told = append(told, strings.Fields(m[1])...)
	}
	for _, e := range ledger.Entries {
		id := e.Claim.ID
		switch n := len(slices.DeleteFunc(slices.Clone(told), func(s string) bool { return s != id })); {
		case e.Finding.Verdict == lab.Refuted && n != 1:
			t.Errorf("%s is refuted and stands %d times in the report's themes, want once", id, n)
		case e.Finding.Verdict != lab.Refuted && n > 0:
			t.Errorf("%s is %s and stands among the refuted ones", id, e.Finding.Verdict)
		case e.Finding.Verdict == lab.Pending && e.Claim.Waits.Job == "":
			t.Errorf("%s is pending and research/claims.yaml does not say what would decide it", id)
		}
	}
	if !strings.Contains(string(report), "<!-- begin generated: results/claims/pending.md -->") {
		t.Error("the report does not show what is pending")
	}
}
