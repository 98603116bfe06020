package speedpeers

import (
	"strings"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// pair is a record of the engine beside a program.
func pair(program, set string, ratio, low, high float64) record.Record {
	m := func(x float64, n int) record.Metric {
		return record.Metric{Value: x, Unit: "of the peer's speed", N: n}
	}
	return record.Record{
		Experiment: "speed-peers", Profile: "quick", Case: pairCase(program, set), Status: record.OK,
		Exact:      map[string]record.Metric{"puzzles": m(40, 1)},
		Noisy:      map[string]record.Metric{"ratio": m(ratio, 5), "ratio.low": m(low, 5), "ratio.high": m(high, 5)},
		Provenance: record.Provenance{CPU: "a processor"},
	}
}

// A set counts as ahead only if the whole interval lies above 1; where the control is off it is void,
// and where none ran it says so.
func TestStandings(t *testing.T) {
	missing := pair("fsss2", "a", 9, 9, 9)
	missing.Status, missing.Exact, missing.Noisy = record.Missing, nil, nil
	unmeasured := pair("gzsudoku", "a", 0, 0, 0)
	unmeasured.Noisy = nil
	set := record.Set{
		pair(own, "a", 1.02, 1, 1.1), pair(own, "b", 0.96, 0.9, 1), pair(own, "c", 1, 0.9, 1.1), pair(scalar, "a", 0.5, 0.5, 0.5),
		pair("tdoku", "a", 1.5, 1.01, 2), pair("tdoku", "b", 1.2, 1.1, 1.3), pair("tdoku", "c", 1.01, 1, 1.2), pair("tdoku", "d", 0.8, 0.7, 0.99),
		pair("jczsolve", "a", 2, 1.9, 2.1), missing, unmeasured, pair("fastdoku", "b", 3, 2, 4),
		// The control in a program's own rounds counts before the row of the control.
		controlled(pair("rust-sudoku", "a", 2, 1.9, 2.1), 0.72), controlled(pair("rust-sudoku", "b", 1.1, 1.05, 1.2), 1.029),
	}
	all := Standings(set)
	if len(all) != 4 || all[0].Program != "tdoku" || all[1].Program != "jczsolve" {
		t.Fatalf("standings %+v", all)
	}
	s := all[0]
	for _, c := range []struct {
		name string
		got  []string
		want string
	}{
		{"ahead", s.Ahead, "a"},
		{"behind", s.Behind, "d"},
		{"neither", s.Neither, "c"},
		{"void", s.Void, "b"},
		{"unchecked", s.Unchecked, "d"},
		{"ahead", all[3].Ahead, "b"},
		{"void", all[3].Void, "a"},
	} {
		if got := strings.Join(c.got, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for i, want := range []string{
		"ahead of tdoku on 1 of 3 sets, behind on 1 (d), undecided on 1 (c), 1 more being void (b); 0.80 to 1.50 times its speed",
		"ahead of jczsolve on 1 of 1 sets; 2.00 to 2.00 times its speed",
		"compared with fastdoku on no set, all 1 being void",
		"ahead of rust-sudoku on 1 of 1 sets, 1 more being void (a); 1.10 to 1.10 times its speed",
	} {
		if got := all[i].Sentence(); got != want {
			t.Errorf("sentence %q, want %q", got, want)
		}
	}
	if got, want := s.Control(), "The control, this engine on both sides, is off by more than 3 % where a set is void and did not run on 1 sets (d)."; got != want {
		t.Errorf("control %q, want %q", got, want)
	}
	if got := all[1].Control(); !strings.Contains(got, "within 3 % on every set") {
		t.Errorf("control %q", got)
	}
	if got, want := s.Conditions(), "40 puzzles per set, 5 alternating rounds, one thread, a processor, profile quick"; got != want {
		t.Errorf("conditions %q, want %q", got, want)
	}
	if c, ok := Closest(all); !ok || c.Program != "tdoku" {
		t.Errorf("closest %+v, %v", c, ok)
	}
	if _, ok := Closest(nil); ok || len(Standings(nil)) != 0 {
		t.Error("there is a standing of nothing")
	}
	if _, ok := Closest(all[2:3]); ok {
		t.Error("a program whose every set is void is the closest")
	}
	rows := standingTable(set).Rows
	if len(rows) != 4 || strings.Join(rows[0][:6], " ") != "tdoku 3 1 1 1 1" || strings.Join(rows[2], " ") != "fastdoku 0 0 0 0 1 void void" {
		t.Errorf("rows %q", rows)
	}
}

// TestEarlier: what programs were measured beside another configuration of the engine is in no table, and named.
func TestEarlier(t *testing.T) {
	alone := pair("tdoku", "a", 1.5, 1.01, 2)
	alone.Case = record.Key(aloneKind, record.D("set", "a"))
	alone.ConfigHash = "new"
	now, before := pair("tdoku", "a", 1.5, 1.01, 2), pair("fsss2", "a", 3, 2, 4)
	now.ConfigHash, before.ConfigHash = "new", "old"
	set := record.Set{alone, now, before}
	if all := Standings(set); len(all) != 1 || all[0].Program != "tdoku" {
		t.Errorf("standings %+v", all)
	}
	for _, name := range []string{"ratios", "pairs"} {
		for _, table := range []lab.Table{gather(set).ratioTable(), pairTable(set)} {
			text, err := table.Markdown()
			if err != nil {
				t.Fatal(err)
			}
			if table.Name == name && strings.Contains(string(text), "| fsss2") {
				t.Errorf("%s: %s", name, text)
			}
			if table.Name == "ratios" && !strings.Contains(string(text), "left out: fsss2.") {
				t.Errorf("%s does not say what is left out: %s", name, text)
			}
		}
	}
}

// controlled adds what the control in the same rounds reads.
func controlled(r record.Record, reading float64) record.Record {
	r.Noisy[lab.ControlRatio] = record.Metric{Value: reading, N: 5}
	return r
}

// TestVoidRows: no table and no figure shows a ratio, a rate or an interval of rounds whose control is
// off, by the row of the control or in their own rounds; counts stay.
func TestVoidRows(t *testing.T) {
	set := record.Set{
		pair(own, "a", 1.02, 1, 1.1), pair(own, "b", 0.72, 0.7, 0.75), pair(scalar, "b", 0.51, 0.5, 0.6), pair("tdoku", "a", 1.57, 1.5, 2), pair("tdoku", "b", 1.83, 1.1, 2.3),
		controlled(pair("go-eliben", "a", 24.6, 22, 26), 0.5), controlled(pair("go-eliben", "b", 27.6, 22, 28), 1),
	}
	for i := range set {
		set[i].Noisy["rate"] = record.Metric{Value: 777, Unit: "puzzles/s", N: 5}
		set[i].Noisy["peer rate"] = record.Metric{Value: 555, Unit: "puzzles/s", N: 5}
	}
	story, err := Experiment().Tell(set, nil)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, table := range story.Tables {
		for _, row := range table.Rows {
			rows[table.Name+" "+row[0]] += strings.Join(row, " ")
		}
	}
	for place, want := range map[string]string{
		"ratios " + own:                     own + " 1.02 × void",
		"ratios tdoku":                      "tdoku 1.57 × void",
		"ratios go-eliben":                  "go-eliben void 28 ×",
		"ratios the fastest in Go of these": "the fastest in Go of these void 28 ×",
		"rates tdoku":                       "tdoku 555 void",
		"standing tdoku":                    "tdoku 1 1 0 0 1 1.57 × 1.57 ×",
		"standing go-eliben":                "go-eliben 1 1 0 0 1 28 × 28 ×",
	} {
		if rows[place] != want {
			t.Errorf("%s: %q, want %q", place, rows[place], want)
		}
	}
	for _, table := range story.Tables {
		if text := strings.Join(table.Notes, " "); table.Name == "pairs" && !strings.Contains(text, "0.72 in peer=") {
			t.Errorf("notes of the pairs: %q", text)
		}
	}
	if pairs := rows["pairs b"]; strings.Contains(pairs, "1.83") || strings.Count(pairs, "777") != 1 || !strings.Contains(pairs, "tdoku 40 ") {
		t.Errorf("pairs on b: %q", pairs)
	}
	if len(story.Figures) != 1 || !strings.Contains(story.Figures[0].Title, "void") {
		t.Errorf("the figure does not say that it leaves void pairs out: %d figures", len(story.Figures))
	}
}
