package speedpeers

import (
	"strings"
	"testing"

	"sudokulab/pkg/record"
)

// pair is a record of the engine beside a program.
func pair(program, set string, ratio, low, high float64) record.Record {
	m := func(x float64, n int) record.Metric {
		return record.Metric{Value: x, Unit: "of the peer's speed", N: n}
	}
	return record.Record{
		Experiment: "speed-peers", Profile: "quick", Case: peerCase(program, set), Status: record.OK,
		Exact:      map[string]record.Metric{"puzzles": m(40, 1)},
		Noisy:      map[string]record.Metric{"ratio": m(ratio, 5), "ratio.low": m(low, 5), "ratio.high": m(high, 5)},
		Provenance: record.Provenance{CPU: "a processor"},
	}
}

// A set counts as ahead only if the whole interval lies above 1, and sets whose control is off, or
// not there, are told apart.
func TestStandings(t *testing.T) {
	missing := pair("fsss2", "a", 9, 9, 9)
	missing.Status, missing.Exact, missing.Noisy = record.Missing, nil, nil
	unmeasured := pair("gzsudoku", "a", 0, 0, 0)
	unmeasured.Noisy = nil
	set := record.Set{
		pair(sameBuild, "a", 1.02, 1, 1.1), pair(sameBuild, "b", 0.96, 0.9, 1), pair(sameBuild, "c", 1, 0.9, 1.1), pair(simdBuild, "a", 0.5, 0.5, 0.5),
		pair("tdoku", "a", 1.5, 1.01, 2), pair("tdoku", "b", 1.2, 1.1, 1.3), pair("tdoku", "c", 1.01, 1, 1.2), pair("tdoku", "d", 0.8, 0.7, 0.99),
		pair("jczsolve", "a", 2, 1.9, 2.1), missing, unmeasured,
	}
	all := Standings(set)
	if len(all) != 2 || all[0].Program != "tdoku" || all[1].Program != "jczsolve" {
		t.Fatalf("standings %+v", all)
	}
	s := all[0]
	for _, c := range []struct {
		name string
		got  []string
		want string
	}{
		{"ahead", s.Ahead, "a b"}, {"behind", s.Behind, "d"}, {"neither", s.Neither, "c"}, {"doubtful", s.Doubtful, "b"}, {"unchecked", s.Unchecked, "d"},
	} {
		if got := strings.Join(c.got, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	if got, want := s.Sentence(), "ahead of tdoku on 2 of 4 sets, behind on 1 (d), undecided on 1 (c); 0.80 to 1.50 times its speed"; got != want {
		t.Errorf("sentence %q, want %q", got, want)
	}
	if got, want := s.Control(), "The control, this engine on both sides, is off by more than 3 % on 1 of these sets (b) and did not run on 1 (d); without them it is ahead on 1 of 2."; got != want {
		t.Errorf("control %q, want %q", got, want)
	}
	if got := all[1].Control(); !strings.Contains(got, "within 3 % on every set") {
		t.Errorf("control %q", got)
	}
	if got, want := s.Conditions(), "40 puzzles a set, 5 alternating rounds, one thread, a processor, profile quick"; got != want {
		t.Errorf("conditions %q, want %q", got, want)
	}
	if c, ok := Closest(all); !ok || c.Program != "tdoku" {
		t.Errorf("closest %+v, %v", c, ok)
	}
	if _, ok := Closest(nil); ok || len(Standings(nil)) != 0 {
		t.Error("there is a standing of nothing")
	}
	if rows := standingTable(set).Rows; len(rows) != 2 || strings.Join(rows[0][:7], " ") != "tdoku 4 2 1 1 2 1" {
		t.Errorf("rows %q", rows)
	}
}
