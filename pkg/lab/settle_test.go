package lab

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/record"
)

// measured returns a record with one exact figure and, unless it is 0, one time.
func measured(name, cpu string, givens, seconds float64) record.Record {
	r := record.Record{
		Schema: record.Schema, Experiment: "exp", Profile: string(Quick), Case: name, Status: record.OK,
		Config: []byte("{}"), ConfigHash: record.Hash([]byte("{}")), Seed: 1,
		Exact:      map[string]record.Metric{"givens": {Value: givens, Unit: "cells", N: 1}},
		Provenance: record.Provenance{CPU: cpu, Cores: 2},
	}
	if seconds != 0 {
		r.Noisy = map[string]record.Metric{"time": {Value: seconds, Unit: "s", N: 1}}
	}
	return r
}

// gone returns the record of a case that could not be measured.
func gone(name, cpu string) record.Record {
	r := measured(name, cpu, 0, 0)
	r.Status, r.Note, r.Exact = record.Missing, "corpus 17clue is not on this machine", nil
	return r
}

// TestElsewhere: the foot of a table names what was measured apart, and only that.
func TestElsewhere(t *testing.T) {
	a, b, c := measured("a", "one", 1, 1), measured("b", "two", 1, 1), measured("c", "one", 1, 1)
	if got := elsewhere(record.Set{a, c, gone("d", "two")}); got != "" {
		t.Errorf("on one machine: %q", got)
	}
	if got := elsewhere(record.Set{a, b, c}); !strings.Contains(got, ": b (code ") || strings.Contains(got, "configuration") {
		t.Errorf("b on another machine: %q", got)
	}
	c.Seed = 9
	if got := elsewhere(record.Set{a, c}); !strings.Contains(got, ": c (code ") || !strings.Contains(got, "with another configuration") {
		t.Errorf("c with another seed: %q", got)
	}
}

// TestMissingBelow: below a table the sets that are to be fetched share a line, which counts their cases and names the sets, and so do those
// that are to be got by hand; what is missing for another reason, and a set alone, has its own. The experiment's page names every case.
func TestMissingBelow(t *testing.T) {
	lacks := func(name, note string) record.Record {
		r := gone(name, "one")
		r.Note = note
		return r
	}
	of := func(id string) string {
		return absent(&corpus.MissingError{Set: corpus.Set{ID: id, Derivation: &corpus.Derivation{}}})
	}
	set := record.Set{
		measured("a", "one", 1, 1), lacks("b", of("kaggle")), lacks("c", "peer x is not built"), lacks("d", of("serg")), lacks("e", of("kaggle")),
	}
	got := missingBelow(set)
	if len(got) != 2 || !strings.HasPrefix(got[0], "Not measured: 3 cases ") || !strings.Contains(got[0], "(sudokulab data fetch kaggle serg); results/exp/README.md ") ||
		got[1] != "Not measured: c (peer x is not built)." {
		t.Errorf("%q", got)
	}
	if all := missing(set); len(all) != 3 || all[0] != "Not measured: b, e ("+of("kaggle")+")." {
		t.Errorf("%q", all)
	}
	full := slices.Clone(set)
	for i := range full {
		full[i].Profile = string(Full)
	}
	if got := missingBelow(full); !strings.Contains(got[0], "(sudokulab data fetch kaggle serg, then sudokulab results --profile full --only exp); results/exp/README.md ") {
		t.Errorf("%q", got)
	}
	if all := missing(full); all[0] != "Not measured: b, e ("+of("kaggle")+", then sudokulab results --profile full --only exp)." || all[1] != "Not measured: c (peer x is not built)." {
		t.Errorf("%q", all)
	}
	hand := func(id string) string {
		return absent(&corpus.MissingError{Set: corpus.Set{ID: id, ByHand: "log in and download"}})
	}
	set = append(set, lacks("f", hand("kaggle-1m")), lacks("g", hand("kaggle-9m")), lacks("h", hand("kaggle-9m")))
	if got := missingBelow(set); len(got) != 3 || !strings.HasPrefix(got[0], "Not measured: 3 cases ") ||
		!strings.HasPrefix(got[1], "Not measured: 3 cases ") || !strings.Contains(got[1], "by hand (sudokulab data fetch kaggle-1m kaggle-9m says how); results/exp/README.md ") {
		t.Errorf("%q", got)
	}
	peer := func(name, folder string) string {
		t.Setenv(PeersVariable, folder)
		_, missing, err := findPeer(name)
		if err != nil {
			t.Fatal(err)
		}
		return missing
	}
	set = append(set, lacks("i", peer("y", t.TempDir())), lacks("j", peer("z", "")))
	if got := missingBelow(set); len(got) != 4 || got[2] != "Not measured: 2 cases beside programs that are not on this machine (y, z); results/exp/README.md names them." {
		t.Errorf("%q", got)
	}
	if one := set[:3]; !slices.Equal(missingBelow(one), missing(one)) || len(missing(set[:1])) != 0 {
		t.Errorf("%q", missingBelow(one))
	}
}

func TestSettle(t *testing.T) {
	other := func(r record.Record, change func(*record.Record)) record.Record {
		change(&r)
		return r
	}
	named := func(r record.Record) record.Record { r.Provenance.Commit = "abc"; return r }
	dirty := func(r record.Record) record.Record { r.Provenance.Dirty = true; return named(r) }
	earlier := func(r record.Record) record.Record { r.Provenance.Code = "earlier"; return r }
	beside := func(r record.Record) record.Record { r.Note = "peer x 1"; return r }
	config := func(r *record.Record) {
		r.Config = []byte(`{"n":2}`)
		r.ConfigHash = record.Hash(r.Config)
	}
	of := func(r record.Record, commit string, dirty bool) record.Record {
		return other(r, func(r *record.Record) { r.Provenance.Commit, r.Provenance.Dirty = commit, dirty })
	}
	for name, c := range map[string]struct {
		committed, fresh record.Set
		force            bool
		want             string // the processor by which each record that stays is known
		kept             int
	}{
		"nothing before":                 {nil, record.Set{measured("a", "new", 1, 1), gone("b", "new")}, false, "new new", 0},
		"figures stay":                   {record.Set{measured("a", "old", 1, 1)}, record.Set{gone("a", "new")}, false, "old", 1},
		"missing stays":                  {record.Set{gone("a", "old")}, record.Set{gone("a", "new")}, false, "old", 0},
		"missing is measured":            {record.Set{gone("a", "old")}, record.Set{measured("a", "new", 1, 1)}, false, "new", 0},
		"times are replaced":             {record.Set{earlier(measured("a", "old", 1, 1))}, record.Set{measured("a", "new", 1, 2)}, false, "new", 0},
		"times of this code stay":        {record.Set{measured("a", "old", 1, 1)}, record.Set{measured("a", "new", 1, 2)}, false, "old", 0},
		"but not beside another program": {record.Set{measured("a", "old", 1, 1)}, record.Set{beside(measured("a", "new", 1, 2))}, false, "new", 0},
		"nor with other exact figures":   {record.Set{measured("a", "old", 1, 1)}, record.Set{measured("a", "new", 2, 2)}, false, "new", 0},
		"nor where that is asked":        {record.Set{measured("a", "old", 1, 1)}, record.Set{measured("a", "new", 1, 2)}, true, "new", 0},
		"nor of a changed tree":          {record.Set{dirty(measured("a", "old", 1, 1))}, record.Set{named(measured("a", "new", 1, 2))}, false, "new", 0},
		"but by one of a changed tree":   {record.Set{named(measured("a", "old", 1, 1))}, record.Set{dirty(measured("a", "new", 1, 2))}, false, "old", 0},
		"exact and the same":             {record.Set{measured("a", "old", 1, 0)}, record.Set{measured("a", "new", 1, 0)}, false, "old", 0},
		"exact, the same, forced": {
			record.Set{measured("a", "old", 1, 0)}, record.Set{measured("a", "new", 1, 0)}, true, "new", 0,
		},
		"exact and another": {record.Set{measured("a", "old", 1, 0)}, record.Set{measured("a", "new", 2, 0)}, false, "new", 0},
		"times stay with those that could not be measured": {
			record.Set{measured("a", "old", 1, 1), measured("b", "old", 1, 1), measured("c", "old", 1, 1)},
			record.Set{measured("a", "new", 1, 2), gone("b", "new"), measured("c", "new", 5, 2)},
			false, "old old new", 1,
		},
		"figures stay under another configuration": {
			record.Set{measured("a", "old", 1, 1)}, record.Set{other(gone("a", "new"), config)}, false, "old", 1,
		},
		"and seed": {
			record.Set{measured("a", "old", 1, 1)}, record.Set{other(gone("a", "new"), func(r *record.Record) { r.Seed = 2 })}, false, "old", 1,
		},
		"missing under another configuration": {
			record.Set{gone("a", "old")}, record.Set{other(gone("a", "new"), config)}, false, "new", 0,
		},
		"measured under another configuration": {
			record.Set{measured("a", "old", 1, 0)}, record.Set{other(measured("a", "new", 1, 0), config)}, false, "new", 0,
		},
		"a commit that is known stays": {record.Set{earlier(named(measured("a", "old", 1, 1)))}, record.Set{measured("a", "new", 1, 2)}, false, "old", 0},
		"not with other figures":       {record.Set{earlier(named(measured("a", "old", 1, 1)))}, record.Set{measured("a", "new", 2, 2)}, false, "new", 0},
		"nor where it is asked for":    {record.Set{earlier(named(measured("a", "old", 1, 1)))}, record.Set{measured("a", "new", 1, 2)}, true, "new", 0},
		"one takes another's place":    {record.Set{earlier(named(measured("a", "old", 1, 1)))}, record.Set{named(measured("a", "new", 1, 2))}, false, "new", 0},
		"and one that is not known":    {record.Set{measured("a", "old", 1, 1)}, record.Set{named(measured("a", "new", 1, 2))}, false, "new", 0},
		"no longer planned":            {record.Set{measured("a", "old", 1, 1)}, record.Set{measured("b", "new", 1, 1)}, false, "new", 0},
		"exact, the same, now of a known commit": {
			record.Set{of(measured("a", "old", 1, 0), "unknown", false), of(measured("b", "old", 1, 0), "", false), of(measured("c", "old", 1, 0), "abc", true), of(measured("d", "old", 1, 0), "abc", false)},
			record.Set{of(measured("a", "new", 1, 0), "def", false), of(measured("b", "new", 1, 0), "def", false), of(measured("c", "new", 1, 0), "def", false), of(measured("d", "new", 1, 0), "def", false)},
			false, "new new new old", 0,
		},
		"timed, the same, of a known commit before": {
			record.Set{of(measured("a", "old", 1, 1), "abc", false), of(measured("b", "old", 1, 1), "abc", false), earlier(of(measured("c", "old", 1, 1), "unknown", false))},
			record.Set{of(measured("a", "new", 1, 2), "unknown", false), of(measured("b", "new", 1, 2), "def", true), of(measured("c", "new", 1, 2), "unknown", false)},
			false, "old old new", 0,
		},
		"others, or asked for, of a known commit before": {
			record.Set{of(measured("a", "old", 1, 0), "abc", false)}, record.Set{of(measured("a", "new", 2, 0), "unknown", false)}, false, "new", 0,
		},
		"of a known commit before, forced": {
			record.Set{of(measured("a", "old", 1, 0), "abc", false)}, record.Set{of(measured("a", "new", 1, 0), "unknown", false)}, true, "new", 0,
		},
		"times still stay with those that could not be measured": {
			record.Set{of(measured("a", "old", 1, 1), "unknown", false), of(measured("b", "old", 1, 1), "unknown", false)},
			record.Set{of(measured("a", "new", 1, 2), "def", false), gone("b", "new")},
			false, "old old", 1,
		},
	} {
		out, kept, err := settle(c.committed, c.fresh, c.force, record.Named)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, r := range out {
			got = append(got, r.Provenance.CPU)
			if r.Case != c.fresh[i].Case {
				t.Errorf("%s: record %d is of case %s, want %s", name, i, r.Case, c.fresh[i].Case)
			}
		}
		if strings.Join(got, " ") != c.want || kept != c.kept {
			t.Errorf("%s: %v with %d kept, want %s with %d", name, got, kept, c.want, c.kept)
		}
	}
}

// TestRunKeepsWhatWasMeasuredElsewhere runs on a machine without a set whose figures are committed.
func TestRunKeepsWhatWasMeasuredElsewhere(t *testing.T) {
	b := newBench(t)
	b.mustRun(t, Options{})
	e := b.Experiments[0]
	set, err := record.ReadFile(b.recordsPath(e))
	if err != nil {
		t.Fatal(err)
	}
	for i := range set {
		r := &set[i]
		r.Provenance.CPU, r.Provenance.Machine = "elsewhere's", "mark"
		if r.Case == "elsewhere" {
			r.Status, r.Note = record.OK, ""
			r.Exact = map[string]record.Metric{"givens": {Value: 17, Unit: "cells", N: 1}}
			r.Noisy = map[string]record.Metric{"time": {Value: 1, Unit: "s", N: 1}}
		}
	}
	data, err := record.Marshal(set)
	if err != nil {
		t.Fatal(err)
	}
	write(t, b.recordsPath(e), string(data))
	sum := b.mustRun(t, Options{})
	if sum.Missing != 1 || sum.Kept != 1 || !strings.Contains(sum.String(), "1 of them keep the figures measured elsewhere") {
		t.Errorf("summary %+v: %s", sum, sum)
	}
	if own, err := b.Tables(e, sum.Records); err != nil || fmt.Sprint(own[0].Rows) != "[[sample 42] [second 42]]" {
		t.Errorf("the tables of what this machine measured: %v, %v", own, err)
	}
	after, err := os.ReadFile(b.recordsPath(e))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(after, data) {
		t.Errorf("the records differ though no figure does:\n%s\n%s", data, after)
	}
	// A figure that really differs replaces the committed one; times of both machines then lie in
	// the file, and the table's foot says so.
	b.value = 41
	b.mustRun(t, Options{Force: true})
	all, err := record.ReadFile(b.recordsPath(e))
	if err != nil {
		t.Fatal(err)
	}
	tables, err := b.Tables(e, all)
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(tables[0].Notes, "\n")
	if !strings.Contains(notes, "Measured separately from the rest: elsewhere (") || !strings.Contains(notes, "elsewhere's") {
		t.Errorf("the foot does not say what was measured elsewhere:\n%s", notes)
	}
	if rows := fmt.Sprint(tables[0].Rows); rows != "[[sample 41] [second 41] [elsewhere 17]]" {
		t.Errorf("rows %s", rows)
	}
}

// TestTimesOfTwoMachines has a table with rows of two machines, a ratio across them and one within
// each, and judges of the same kinds.
func TestTimesOfTwoMachines(t *testing.T) {
	set := record.Set{
		measured("a", "one", 1, 2), measured("b", "one", 1, 4), measured("c", "two", 1, 8), measured("d", "none", 7, 0),
	}
	at := func(s record.Set, name string) float64 {
		r, _ := s.Case(name)
		m, _ := r.Metric("time") // not there where a record is missing
		return m.Value
	}
	judge := func(claim, over, under string) Judge {
		return Judge{Claim: claim, Decide: func(e *Evidence) Finding {
			return Finding{Verdict: Reproduced, Figure: Number(e.Value(over, "time") / e.Value(under, "time"))}
		}}
	}
	e := &Experiment{
		ID: "exp",
		Tables: func(s record.Set) []Table {
			tab := Table{Name: "t", Title: "Times", Columns: []string{"Case", "Givens", "Time", "b to a", "c to a"}}
			for _, r := range s.Measured() {
				tab.Add(r.Case, Number(r.Value("givens")), Number(at(s, r.Case)), Number(at(s, "b")/at(s, "a")), Number(at(s, "c")/at(s, "a")))
			}
			tab.Notes = []string{"All: " + Number(at(s, "a")+at(s, "b")+at(s, "c")), "A note."}
			return []Table{tab}
		},
		Figures: func(s record.Set) ([]Figure, error) {
			return []Figure{{Name: "f", SVG: fmt.Append(nil, len(s.Measured()), at(s, "a"), at(s, "c"))}}, nil
		},
		Judges: []Judge{judge("C01", "b", "a"), judge("C02", "c", "a")},
	}
	story, err := e.Tell(set, nil)
	if err != nil {
		t.Fatal(err)
	}
	tab := story.Tables[0]
	if got, want := fmt.Sprint(tab.Rows), "[[a 1 2 2 –] [b 1 4 2 –] [c 1 8 2 –] [d 7 0 2 –]]"; got != want {
		t.Errorf("rows %s, want %s", got, want)
	}
	notes := strings.Join(tab.Notes, "\n")
	if strings.Contains(notes, "All:") || !strings.Contains(notes, "A note.") || !strings.Contains(notes, "left out") || !strings.Contains(notes, "c (code") {
		t.Errorf("notes:\n%s", notes)
	}
	if got := string(story.Figures[0].SVG); got != "3 2 0" {
		t.Errorf("the figure is drawn from %s, want the three records of one machine or none", got)
	}
	if f := story.Findings["C01"]; f.Verdict != Reproduced || f.Figure != "2" {
		t.Errorf("C01, on one machine: %+v", f)
	}
	if f := story.Findings["C02"]; f.Verdict != Pending {
		t.Errorf("C02, across machines: %+v", f)
	}
	// On one machine, all of it is told.
	set[2].Provenance.CPU = "one"
	if story, err = e.Tell(set, nil); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(story.Tables[0].Rows[0]), "[a 1 2 2 4]"; got != want || story.Findings["C02"].Figure != "4" {
		t.Errorf("row %s and %+v, want %s and 4", got, story.Findings["C02"], want)
	}
}

func TestSameMachine(t *testing.T) {
	p := record.Provenance{CPU: "x", Cores: 2, Go: "go1", Machine: "m"}
	for _, c := range []struct {
		change func(*record.Provenance)
		want   bool
	}{
		{func(*record.Provenance) {}, true},
		{func(q *record.Provenance) { q.Machine = "" }, true}, // made before marks
		{func(q *record.Provenance) { q.Machine = "n" }, false},
		{func(q *record.Provenance) { q.CPU = "y" }, false},
		{func(q *record.Provenance) { q.Cores = 1 }, false},
		{func(q *record.Provenance) { q.Go = "go2" }, false},
	} {
		q := p
		c.change(&q)
		if p.SameMachine(q) != c.want || q.SameMachine(p) != c.want {
			t.Errorf("%+v beside %+v: want %v", p, q, c.want)
		}
	}
}

// TestLeft: cases of the plan without a record are counted below a table and named on the experiment's page.
func TestLeft(t *testing.T) {
	e := &Experiment{ID: "exp", Plan: func(Profile) Plan {
		return Plan{Cases: []Case{{Kind: "a"}, {Kind: "b"}, {Kind: "c"}}}
	}}
	whole := record.Set{measured("a", "one", 1, 1), gone("b", "one"), measured("c", "one", 1, 1)}
	if got := e.leftOf(whole, true); got != nil {
		t.Errorf("of a whole plan: %q", got)
	}
	of := fmt.Sprintf("to measure them: sudokulab results --profile %s --only exp.", whole[0].Profile)
	for named, want := range map[bool]string{
		true:  "Not run: 2 of 3 cases (b, c); " + of,
		false: "Not run: 2 of 3 cases (results/exp/README.md names them); " + of,
	} {
		if got := e.leftOf(whole[:1], named); len(got) != 1 || got[0] != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := (&Experiment{ID: "exp"}).leftOf(whole, true); got != nil {
		t.Errorf("without a plan: %q", got)
	}
}
