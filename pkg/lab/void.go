package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sudokulab/pkg/record"
)

// The times of a record whose control is off (see control.go) count for nothing: no table shows
// them, no figure draws them, no judge takes them. Tables, figures and judges need not know, as with
// the times of several machines (see machines.go): what answers to void times, when these are
// changed, was computed from them. A cell of a table then reads "void"; a figure or a finding is
// made without the record. Exact figures of the record stay where the record holds no time.

// VoidCell stands in a table and in a sentence for a figure whose control is off.
const VoidCell = "void"

// reading returns what the control of a record's rounds reads, if there was one.
func (e *Experiment) reading(set record.Set, r record.Record) (float64, bool) {
	if m, ok := r.Metric(ControlRatio); ok {
		return m.Value, true
	}
	if e.Control == nil || r.Status == record.Missing {
		return 0, false
	}
	return e.Control(set, r)
}

// Void reports whether the times of a record of the set count for nothing, because the control of
// their rounds is off.
func (e *Experiment) Void(set record.Set, r record.Record) bool {
	reading, ok := e.reading(set, r)
	return ok && !Sound(reading)
}

// voids returns the positions of the records whose times are void.
func (e *Experiment) voids(set record.Set) (void []int) {
	for i, r := range set {
		if len(r.Noisy) > 0 && e.Void(set, r) {
			void = append(void, i)
		}
	}
	return void
}

// without returns the records with those at the given positions missing.
func without(set record.Set, positions []int) record.Set {
	out := slices.Clone(set)
	for _, at := range positions {
		r := &out[at]
		r.Status, r.Note = record.Missing, "the control of its rounds is off"
		r.Exact, r.Noisy, r.Texts = nil, nil, nil
	}
	return out
}

// WithoutVoid returns the records with those missing whose own control says that their times count
// for nothing.
func WithoutVoid(set record.Set) record.Set { return without(set, (&Experiment{}).voids(set)) }

// shaken returns what changes the void times of the records. What a control reads, and numbers of cores,
// are no times.
func shaken(set record.Set, void []int) func(probe int) record.Set {
	return func(probe int) record.Set {
		return disturbed(set, void, probe, func(name string, m record.Metric) bool {
			return strings.HasPrefix(name, controlPrefix) || m.Unit == "cores"
		})
	}
}

// voidNote says which records are void, and by how much their control is off.
func (e *Experiment) voidNote(set record.Set, void []int) string {
	readings := map[string][]string{} // by what the control reads: cases
	for _, at := range void {
		reading, _ := e.reading(set, set[at])
		text := fmt.Sprintf("%.2f", reading)
		readings[text] = append(readings[text], set[at].Case)
	}
	var parts []string
	for _, text := range slices.Sorted(maps.Keys(readings)) {
		cases := readings[text]
		if more := len(cases) - 3; more > 1 {
			cases = append(cases[:3:3], fmt.Sprintf("%d more", more))
		}
		parts = append(parts, fmt.Sprintf("%s in %s", text, strings.Join(cases, ", ")))
	}
	return fmt.Sprintf("Void: the control of these rounds, one contender timed twice, is off 1 by more than %g %%, so their times are not used. It reads %s.",
		100*ControlBound, strings.Join(parts, "; "))
}

// soundTables returns the tables of the records with "void" for what rests on void times.
func (e *Experiment) soundTables(set record.Set) []Table {
	compute := func(s record.Set) []Table { return apartTables(s, e.Tables) }
	void := e.voids(set)
	if len(void) == 0 {
		return compute(set)
	}
	note := e.voidNote(set, void)
	bare := func() []Table {
		tables := compute(without(set, void))
		for i := range tables {
			tables[i].Notes = append(slices.Clone(tables[i].Notes), note)
		}
		return tables
	}
	tables := compute(set)
	moved, ok := touched(cells(tables), shaken(set, void), func(s record.Set) ([]string, error) { return cells(compute(s)), nil })
	if !ok {
		return bare()
	}
	next := 0
	take := func() bool { next++; return moved[next-1] }
	for i := range tables {
		t := &tables[i]
		if take() { // the title
			return bare()
		}
		left := false
		for _, row := range t.Rows {
			for c := range row {
				gone := take()
				if gone && c == 0 { // what the row is about: its place, then, rests on void times
					return bare()
				}
				if gone {
					row[c] = VoidCell
				}
				left = left || row[c] == VoidCell
			}
		}
		t.Notes = slices.DeleteFunc(slices.Clone(t.Notes), func(string) bool {
			gone := take()
			left = left || gone
			return gone
		})
		if left {
			t.Notes = append(t.Notes, note)
		}
	}
	return tables
}

// soundFigures returns the figures of the records, without the void ones where a figure draws their
// times.
func (e *Experiment) soundFigures(set record.Set) ([]Figure, error) {
	void := e.voids(set)
	draw := func(s record.Set) ([]Figure, error) { return apartFigures(s, e.Figures) }
	plain, err := draw(set)
	if len(void) == 0 || err != nil {
		return plain, err
	}
	moved, ok := touched(pictures(plain), shaken(set, void), func(s record.Set) ([]string, error) {
		figures, err := draw(s)
		return pictures(figures), err
	})
	if ok && !slices.Contains(moved, true) {
		return plain, nil
	}
	figures, err := draw(without(set, void))
	for i := range figures {
		figures[i].Title += fmt.Sprintf(" (void for their control and left out: %d)", len(void))
	}
	return figures, err
}

// Finding judges the records by the rule of the claim, with those that the plan has and that are not there as missing. Records with
// void times on which it would rest are missing as well. Where a larger profile is planned, of which nothing was measured, it says so.
func (e *Experiment) Finding(j Judge, set record.Set, rule Rule) Finding {
	f := e.sound(j, e.whole(set, j.Needs...), rule)
	if smaller := e.unused(set); smaller != "" && f.Verdict != Pending {
		f.Because += "; of profile " + set[0].Profile + ", since " + smaller
	}
	return f
}

func (e *Experiment) sound(j Judge, set record.Set, rule Rule) Finding {
	plain := j.apart(set, rule)
	void := e.voids(set)
	if len(void) == 0 {
		return plain
	}
	words := func(f Finding) []string { return []string{string(f.Verdict) + "\x00" + f.Figure + "\x00" + f.Because} }
	moved, ok := touched(words(plain), shaken(set, void), func(s record.Set) ([]string, error) { return words(j.apart(s, rule)), nil })
	if ok && !moved[0] {
		return plain
	}
	f := j.apart(without(set, void), rule)
	f.Because = strings.TrimPrefix(fmt.Sprintf("%s; void for their control and left out: %d", f.Because, len(void)), "; ")
	return f
}
