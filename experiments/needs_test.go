package experiments

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// TestNothingUnseenDecides takes from the committed records that decide a claim one after the other, as a file that lost it would, as
// one that was not measured, and as one that a limit ended; then, in turn, the figures that the judge asks for. The finding is then the
// same to the letter, since it does not rest on the record, or the claim is pending and says which case it misses. Without a
// figure no other verdict is given; null is no record at all, see package record. Of many cases and figures some are tried,
// all with SUDOKULAB_LARGE.
func TestNothingUnseenDecides(t *testing.T) {
	rules := rules(t)
	for _, e := range All() {
		if len(e.Judges) == 0 {
			continue
		}
		all, err := record.ReadFile(filepath.Join("..", "results", e.ID, "records.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		best := lab.Best(all)
		plan := e.Plan(lab.Profile(best[0].Profile))
		fixed := *e
		fixed.Plan = func(lab.Profile) lab.Plan { return plan } // planned once
		for i, j := range e.Judges {
			m := mutation{t, &fixed, j, rules[j.Claim], best, lab.Finding{}}
			if m.was = m.judge(best); m.was.Verdict != lab.Pending {
				m.cases(i)
				m.figures(i)
			}
		}
	}
}

// mutation is what is tried with one judge.
type mutation struct {
	t    *testing.T
	e    *lab.Experiment
	j    lab.Judge
	rule lab.Rule
	best record.Set
	was  lab.Finding
}

func (m *mutation) judge(set record.Set) lab.Finding { return m.e.Finding(m.j, set, m.rule) }

// every returns after how many of n the next one is tried, so that some of them are.
func every(n, some int) int {
	if os.Getenv("SUDOKULAB_LARGE") != "" {
		return 1
	}
	return max(1, (n+some-1)/some)
}

// with returns the records with one changed.
func (m *mutation) with(i int, change func(*record.Record)) record.Set {
	set := slices.Clone(m.best)
	change(&set[i])
	return set
}

// cases takes the cases that the judge read.
func (m *mutation) cases(first int) {
	step := every(len(m.was.Cases), 3)
	for at := first % step; at < len(m.was.Cases); at += step {
		name := m.was.Cases[at]
		i := slices.IndexFunc(m.best, func(r record.Record) bool { return r.Case == name })
		m.same("gone", name, slices.Delete(slices.Clone(m.best), i, i+1))
		m.same("missing", name, m.with(i, func(r *record.Record) {
			r.Status, r.Note, r.Exact, r.Noisy, r.Texts = record.Missing, "taken away", nil, nil, nil
		}))
		if !m.j.Capped {
			m.same("capped", name, m.with(i, func(r *record.Record) { r.Status, r.Note = record.Capped, "taken away" }))
		}
	}
}

func (m *mutation) same(how, name string, set record.Set) {
	m.t.Helper()
	is := m.judge(set)
	if !reflect.DeepEqual(is, m.was) && (is.Verdict != lab.Pending || !strings.Contains(is.Because, name)) {
		m.t.Errorf("%s with %s %s: %s (%s; %s), want the same as before, %s (%s), or pending for that case",
			m.j.Claim, name, how, is.Verdict, is.Figure, is.Because, m.was.Verdict, m.was.Figure)
	}
}

// figures takes the figures that the judge asks for, each from one of the records that have it.
func (m *mutation) figures(first int) {
	watched, asked := m.best.Watch()
	m.judge(watched)
	names := record.NamesOf(asked)
	step := every(len(names), 3)
	for at := first % step; at < len(names); at += step {
		name := names[at]
		for _, i := range m.having(name) {
			is := m.judge(m.with(i, func(r *record.Record) {
				r.Exact, r.Noisy = maps.Clone(r.Exact), maps.Clone(r.Noisy)
				delete(r.Exact, name)
				delete(r.Noisy, name)
			}))
			if is.Verdict != lab.Pending && is.Verdict != m.was.Verdict && m.j.Claim != "G27" { // which is about the figures that there are
				m.t.Errorf("%s without %s of %s: %s (%s), want pending or %s as before", m.j.Claim, name, m.best[i].Case, is.Verdict, is.Because, m.was.Verdict)
			}
		}
	}
}

// having returns the positions of the records with a figure, of many the first, the middle one and the last.
func (m *mutation) having(name string) (at []int) {
	for i, r := range m.best {
		if _, ok := r.Metric(name); ok {
			at = append(at, i)
		}
	}
	if n := len(at); n > 3 && os.Getenv("SUDOKULAB_LARGE") == "" {
		at = []int{at[0], at[n/2], at[n-1]}
	}
	return at
}
