package lab

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"sudokulab/pkg/record"
)

// Times of two machines may stand in one table, each in its own row, but nothing may be computed
// from both: no ratio, no order, no verdict. Tables, figures and judges need not know: where the
// records come from several machines, what they give is computed again from records whose times
// were changed, one machine after the other. What answers to the times of two machines was
// computed from both, and is not shown or taken.

// machines returns the records' machines that took times, those with most such records first, as
// the positions of these records.
func machines(set record.Set) (hosts [][]int) {
	for i, r := range set {
		if len(r.Noisy) == 0 {
			continue
		}
		at := slices.IndexFunc(hosts, func(of []int) bool { return set[of[0]].Provenance.SameMachine(r.Provenance) })
		if at < 0 {
			hosts = append(hosts, nil)
			at = len(hosts) - 1
		}
		hosts[at] = append(hosts[at], i)
	}
	slices.SortStableFunc(hosts, func(a, b []int) int { return len(b) - len(a) })
	return hosts
}

// OneMachine returns the records with those missing whose times were taken on another machine than
// most others'.
func OneMachine(set record.Set) record.Set {
	out := slices.Clone(set)
	for i, host := range machines(set) {
		if i == 0 {
			continue
		}
		for _, at := range host {
			r := &out[at]
			r.Status, r.Note = record.Missing, "its times were taken on another machine: "+r.Provenance.Hardware()
			r.Exact, r.Noisy, r.Texts = nil, nil, nil
		}
	}
	return out
}

// probes are how often each machine's times are changed to see what answers to them: all by the same
// factor, as by a machine of another speed, then each by its own.
const probes = 8

// answering returns which of the strings that compute gives for the records answer to the times of
// two machines or more. ok is false where that cannot be told, since a change of times changed the
// number of strings or made compute fail.
func answering(set record.Set, compute func(record.Set) ([]string, error)) (both []bool, ok bool) {
	plain, err := guarded(set, compute)
	if err != nil {
		return nil, false
	}
	counts := make([]int, len(plain))
	for _, host := range machines(set) {
		moved, ok := touched(plain, func(probe int) record.Set { return disturbed(set, host, probe, nil) }, compute)
		if !ok {
			return nil, false
		}
		for i, m := range moved {
			if m {
				counts[i]++
			}
		}
	}
	both = make([]bool, len(plain))
	for i, n := range counts {
		both[i] = n > 1
	}
	return both, true
}

// touched returns which of the strings that compute gives for some records, plain, answer to what
// disturb changes in them; ok as in [answering].
func touched(plain []string, disturb func(probe int) record.Set, compute func(record.Set) ([]string, error)) (moved []bool, ok bool) {
	moved = make([]bool, len(plain))
	for probe := range probes {
		now, err := guarded(disturb(probe), compute)
		if err != nil || len(now) != len(plain) {
			return nil, false
		}
		for i := range plain {
			moved[i] = moved[i] || now[i] != plain[i]
		}
	}
	return moved, true
}

// disturbed returns the records with the times of those at the given positions multiplied by
// factors between a hundredth and a hundred: in even probes one for all, in odd ones another for
// each figure. What spare says of is not changed; nil spares nothing.
func disturbed(set record.Set, positions []int, probe int, spare func(name string, m record.Metric) bool) record.Set {
	out := slices.Clone(set)
	for _, at := range positions {
		changed := map[string]record.Metric{}
		for name, m := range out[at].Noisy {
			if changed[name] = m; spare != nil && spare(name, m) {
				continue
			}
			h := fnv.New32a()
			if probe%2 == 0 {
				fmt.Fprint(h, probe)
			} else {
				fmt.Fprintf(h, "%s %s %d", out[at].Case, name, probe)
			}
			m.Value *= math.Pow(100, 2*float64(h.Sum32())/math.MaxUint32-1)
			changed[name] = m
		}
		out[at].Noisy = changed
	}
	return out
}

// guarded calls compute and returns a panic as an error: changed times may break what a table
// takes for granted, a share of at most one, say.
func guarded(set record.Set, compute func(record.Set) ([]string, error)) (out []string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("lab: %v", p)
		}
	}()
	return compute(set)
}

// cells returns all texts of tables: of each the title, the rows, the notes.
func cells(tables []Table) (out []string) {
	for _, t := range tables {
		out = append(out, t.Title)
		for _, row := range t.Rows {
			out = append(out, row...)
		}
		out = append(out, t.Notes...)
	}
	return out
}

// pictures returns what figures draw.
func pictures(figures []Figure) (out []string) {
	for _, f := range figures {
		out = append(out, string(f.SVG))
	}
	return out
}

// apartTables returns the tables of the records without the cells that were computed from the times
// of two machines. A table of which that cannot be told, or whose rows rest on both, is made from the records of one; the others are not.
func apartTables(set record.Set, tablesOf func(record.Set) []Table) []Table {
	if len(machines(set)) < 2 {
		return tablesOf(set)
	}
	if tables, ok := apartCells(set, tablesOf); ok {
		return tables
	}
	n, tables := len(tablesOf(set)), tablesOf(OneMachine(set))
	if len(tables) != n {
		return tables
	}
	for i := range tables {
		alone, ok := apartCells(set, func(s record.Set) []Table {
			all := tablesOf(s)
			if len(all) != n {
				panic(fmt.Sprintf("%d tables, want %d as before times were changed", len(all), n)) // answering takes it for an answer
			}
			return all[i : i+1]
		})
		if ok {
			tables[i] = alone[0]
		}
	}
	return tables
}

// apartCells returns the tables without these cells; false where it cannot be told which these are, or where a title or what a row is
// about is among them.
func apartCells(set record.Set, tablesOf func(record.Set) []Table) ([]Table, bool) {
	both, ok := answering(set, func(s record.Set) ([]string, error) { return cells(tablesOf(s)), nil })
	if !ok {
		return nil, false
	}
	tables := tablesOf(set)
	next := 0
	take := func() bool { next++; return both[next-1] }
	for i := range tables {
		t := &tables[i]
		left := false
		if take() {
			return nil, false
		}
		for _, row := range t.Rows {
			for c := range row {
				gone := take()
				if gone && c == 0 { // what the row is about: its place, then, rests on both
					return nil, false
				}
				if gone {
					row[c], left = "–", true
				}
			}
		}
		t.Notes = slices.DeleteFunc(slices.Clone(t.Notes), func(string) bool {
			gone := take()
			left = left || gone
			return gone
		})
		if left {
			t.Notes = append(t.Notes, "Figures that would combine the times of two machines are left out.")
		}
	}
	return tables, true
}

// apartFigures returns the figures of the records, without the records of all machines but one
// where a figure draws the times of several.
func apartFigures(set record.Set, draw func(record.Set) ([]Figure, error)) ([]Figure, error) {
	if len(machines(set)) > 1 {
		both, ok := answering(set, func(s record.Set) ([]string, error) {
			figures, err := draw(s)
			return pictures(figures), err
		})
		if !ok || slices.Contains(both, true) {
			return draw(OneMachine(set))
		}
	}
	return draw(set)
}

// apart judges the records. A finding that would rest on the times of several machines is made from
// the records of one. Records that make no sense, so that the judge fails, leave the claim pending.
func (j Judge) apart(set record.Set, rule Rule) (f Finding) {
	defer func() {
		if p := recover(); p != nil {
			f = Finding{Verdict: Pending, Because: fmt.Sprintf("the judge fails on these records: %v", p)}
		}
	}()
	if len(machines(set)) > 1 {
		both, ok := answering(set, func(s record.Set) ([]string, error) {
			f := j.On(s, rule)
			return []string{string(f.Verdict) + "\x00" + f.Figure + "\x00" + f.Because}, nil
		})
		if !ok || both[0] {
			return j.On(OneMachine(set), rule)
		}
	}
	return j.On(set, rule)
}

// Story is what an experiment tells of its records.
type Story struct {
	Tables   []Table
	Figures  []Figure
	Findings map[string]Finding // by claim
}

// Tell makes everything that follows from an experiment's records of one profile, as it is
// published, with the rules of the claims by their ids.
// It is an error if they ask a record for a figure that it does not have.
func (e *Experiment) Tell(set record.Set, rules map[string]Rule) (s Story, err error) {
	s.Findings = map[string]Finding{}
	if lacks := asking(func() {
		s.Tables = e.tables(set)
		for _, j := range e.Judges {
			s.Findings[j.Claim] = e.Finding(j, set, rules[j.Claim])
		}
		s.Figures, err = e.figures(set)
	}); lacks != nil {
		return Story{}, fmt.Errorf("lab: %s: %w", e.ID, lacks)
	}
	return s, err
}

// figures returns the figures of the records.
func (e *Experiment) figures(set record.Set) ([]Figure, error) {
	if e.Figures == nil || len(set) == 0 {
		return nil, nil
	}
	return e.soundFigures(set)
}
