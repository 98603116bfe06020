package scaleslurm

import (
	"strings"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/labtest"
)

// TestSmoke measures the smoke profile, and shows it beside a record of a cluster.
func TestSmoke(t *testing.T) {
	set := labtest.MeasureAll(t, plan(lab.Smoke))
	if len(set) != 1 || set[0].Value(sameBytes) != 1 || set[0].Value(lines) != 200 || set[0].Value(sharded) <= 0 {
		t.Fatalf("%+v", set)
	}
	set = append(set, labtest.Record("slurm/kills=2", map[string]float64{"kills": 2, lines: 200, "shards": 10, sameBytes: 0, "seconds": 9, "plain seconds": 1}, map[string]string{"slurm": "slurm 1"}))
	rows := tables(set)[0].Rows
	if len(rows) != 4 || rows[1][3] != "yes" || rows[3][3] != "no" || !strings.Contains(rows[3][0], "killed 2 times") {
		t.Errorf("%v", rows)
	}
}

// TestCluster: only the full profile wants one, and its configuration has two nodes.
func TestCluster(t *testing.T) {
	for _, p := range []lab.Profile{lab.Smoke, lab.Quick, lab.Full} {
		n := 0
		for _, c := range plan(p).Cases {
			if c.Peer == peerName {
				n++
			}
		}
		if (n == 1) != (p == lab.Full) {
			t.Errorf("%s: %d cases with a cluster", p, n)
		}
	}
	text := (&cluster{dir: "/d"}).config("host")
	if strings.Count(text, "\nNodeName=") != 2 || !strings.Contains(text, "StateSaveLocation=/d/state\n") || strings.Contains(text, "%!") {
		t.Error(text)
	}
}

// TestErrors: a cluster that cannot start says why, and leaves no process.
func TestErrors(t *testing.T) {
	if _, err := startCluster(t.Context(), "/no/such/slurmctld", t.TempDir()); err == nil {
		t.Error("a controller that is not there")
	}
}

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }
