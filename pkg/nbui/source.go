package nbui

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// Source is the committed records of an experiment from which its tables, figures and verdicts are
// computed: those of the largest profile that was measured. Not every machine has every public set,
// so a case may be missing: what is drawn from a Source leaves it out, and names it.
type Source struct {
	experiment string
	dir        string
	set        record.Set
	asked      map[string]bool // cases that were looked for and are not among the records
}

// From returns the records of an experiment. One that has not run has none, if some claim waits for it.
func From(experiment string) *Source {
	s, err := load(experiment)
	end("records", err)
	return s
}

func load(experiment string) (*Source, error) {
	root, err := Root()
	if err != nil {
		return nil, err
	}
	if experiment == "" || experiment != filepath.Base(experiment) || strings.HasPrefix(experiment, ".") {
		return nil, fmt.Errorf("experiment %q, want a name such as csp-hard", experiment)
	}
	dir := filepath.Join(root, "results", experiment)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		if awaited(experiment) {
			return newSource(experiment, dir, nil), nil
		}
		return nil, fmt.Errorf("no results/%s: no such experiment, or it has not run", experiment)
	} else if err != nil {
		return nil, err
	}
	all, err := record.ReadFile(filepath.Join(dir, "records.jsonl"))
	if err != nil {
		return nil, err
	}
	return newSource(experiment, dir, all), nil
}

// awaited tells whether a claim waits for an experiment, which then need not have run.
func awaited(experiment string) bool {
	ledger, err := loadLedger()
	return err == nil && slices.ContainsFunc(ledger.Entries, func(e lab.Entry) bool { return e.Claim.Experiment == experiment })
}

// newSource takes the records of one machine, cells compute from several, and none whose times count
// for nothing.
func newSource(experiment, dir string, all record.Set) *Source {
	s := &Source{experiment: experiment, dir: dir, set: lab.WithoutVoid(lab.OneMachine(lab.Best(all))), asked: map[string]bool{}}
	if len(s.set) == 0 { // nothing was measured, and why stands in the records
		s.set = all
	}
	return s
}

// Measured returns the records that hold a measurement, of the cases that match the pattern, all
// cases for ""; see [record.Match].
func (s *Source) Measured(pattern string) record.Set {
	set := s.set.Measured()
	if pattern == "" {
		return set
	}
	return set.Like(pattern)
}

// Case returns a measured case, and whether there is one. One that is missing is named below what is
// drawn from the Source.
func (s *Source) Case(name string) (record.Record, bool) {
	r, ok := s.set.Case(name)
	if !ok {
		s.asked[name] = true
	}
	return r, ok && r.Status != record.Missing
}

// Value returns a figure of a measured case, and whether the case was measured. A figure that a
// measured case does not have ends the cell: no machine has it.
func (s *Source) Value(name, metric string) (float64, bool) {
	r, ok := s.Case(name)
	if !ok {
		return 0, false
	}
	m, ok := r.Metric(metric)
	if !ok {
		end("records", fmt.Errorf("%s: case %s has no figure %q", s.experiment, name, metric))
	}
	return m.Value, true
}

// Text returns a text of a measured case, "" if it was not measured.
func (s *Source) Text(name, text string) string {
	r, ok := s.Case(name)
	if !ok {
		return ""
	}
	words, ok := r.Texts[text]
	if !ok {
		end("records", fmt.Errorf("%s: case %s has no text %q", s.experiment, name, text))
	}
	return words
}

// absent names what was not measured: public sets first, then other cases.
func (s *Source) absent() (names []string) {
	var others []string
	add := func(name string, set *record.Corpus) {
		_, dims, err := record.ParseKey(name)
		if err != nil {
			dims = nil // asked for by what is no key, so that no set stands in it
		}
		for _, c := range corpus.All() {
			if !c.Embedded && (set != nil && set.ID == c.ID || slices.ContainsFunc(dims, func(d record.Dim) bool { return d.Value == c.ID })) {
				names = append(names, "set "+c.ID)
				return
			}
		}
		others = append(others, "case "+name)
	}
	for _, r := range s.set {
		if r.Status == record.Missing {
			add(r.Case, r.Corpus)
		}
	}
	for name := range s.asked {
		add(name, nil)
	}
	slices.Sort(names)
	slices.Sort(others)
	return append(slices.Compact(names), slices.Compact(others)...)
}

const named = 8 // of what is missing; the rest is counted

// foot says of which profile the records are, of how many puzzles, and what was not measured.
func (s *Source) foot() string {
	text := s.size()
	if measured := s.set.Measured(); len(measured) > 0 {
		text = "Profile " + lab.ProfilesOf(measured) + ", " + text
	}
	return text
}

// size is the foot without the profile.
func (s *Source) size() string {
	measured := s.set.Measured()
	if len(measured) == 0 {
		return s.lacking("")
	}
	least, most, with := math.MaxInt, 0, 0
	for _, r := range measured {
		if n := puzzlesOf(&r); n > 0 {
			least, most = min(least, n), max(most, n)
			with++
		}
	}
	text := "n = " + counted(len(measured), "case")
	if with > 0 && with < len(measured) { // the others are of no puzzles, or do not say how many
		text += fmt.Sprintf(", %d of them", with)
	}
	switch {
	case with == 0:
	case least == most:
		text += fmt.Sprintf(" of %s each", counted(most, "puzzle"))
	default:
		text += fmt.Sprintf(" of %s to %s", lab.Number(float64(least)), counted(most, "puzzle"))
	}
	return s.lacking(text)
}

// puzzlesOf returns the number of puzzles of a case: those drawn from its set, or, of puzzles made for it, the
// figure of that name. It returns 0 if the record has neither.
func puzzlesOf(r *record.Record) int {
	if r.Corpus != nil {
		return r.Corpus.Puzzles
	}
	if m, ok := r.Metric("puzzles"); ok && m.Unit == "puzzles" {
		return int(m.Value)
	}
	return 0
}

func (s *Source) lacking(text string) string {
	absent := s.absent()
	switch {
	case len(absent) == 0 && text == "":
		return "Nothing of it was measured here."
	case len(absent) == 0:
		return text + "."
	case text != "":
		text += ". "
	}
	rest := ""
	if n := len(absent) - named; n > 0 {
		absent, rest = absent[:named], fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%sNot measured here: %s%s.", text, strings.Join(absent, ", "), rest)
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return lab.Number(float64(n)) + " " + noun
}

// Sample draws so many puzzles of one of the lab's own sets, the same for the same seed.
func Sample(set string, n int, seed uint64) []board.Board {
	items, err := (&corpus.Store{}).Sample(context.Background(), set, n, seed)
	end("sample", err)
	return corpus.Boards(items)
}

// Puzzles yields the puzzles of one of the lab's own sets in their order.
func Puzzles(set string) iter.Seq[board.Board] {
	return func(yield func(board.Board) bool) {
		for item, err := range (&corpus.Store{}).Open(context.Background(), set) {
			end("puzzles", err)
			if !yield(item.Board) {
				return
			}
		}
	}
}
