package speedpage

import (
	"os"
	"path/filepath"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/page/pagetest"
	"sudokulab/pkg/record"
)

// TestSmoke asks the server, looks at the page in the machine's browser, if there is one, and shows both.
func TestSmoke(t *testing.T) {
	p := plan(lab.Smoke)
	rows := 1
	if program, err := pagetest.Find(); err == nil && !testing.Short() {
		peers := t.TempDir()
		if err := os.Symlink(program, filepath.Join(peers, peerName)); err != nil {
			t.Skip(err)
		}
		t.Setenv(lab.PeersVariable, peers)
		p = plan(lab.Full)
		rows += 1 + 2*len(sides) + 2
	}
	typed := p.Config.(Config).Typed
	set := labtest.MeasureAll(t, p)
	for _, r := range set {
		if r.Status != record.OK {
			t.Fatalf("%s is %s: %s", r.Case, r.Status, r.Note)
		}
		switch {
		case r.Kind() == requestKind && (r.Value(wrong) != 0 || r.Value(rate) <= 0):
			t.Errorf("%s: %v wrong answers, %v a second", r.Case, r.Value(wrong), r.Value(rate))
		case r.Kind() == typingKind && (r.Value("filled") != float64(typed) || r.Value(untilShown) <= 0 || r.Value(untilDone) > r.Value(untilShown)):
			t.Errorf("%s: %v cells filled, done after %v ms and shown after %v ms", r.Case, r.Value("filled"), r.Value(untilDone), r.Value(untilShown))
		}
	}
	for _, table := range tables(set) {
		if _, err := table.Markdown(); err != nil || len(table.Rows) != rows {
			t.Errorf("%s: %d rows, want %d, %v", table.Name, len(table.Rows), rows, err)
		}
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
