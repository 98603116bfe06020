package audit

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/rate"
	"sudokulab/pkg/solver"
)

// Report is what an audit found.
type Report struct {
	Training *Part `json:"training"`
	Test     *Part `json:"test,omitempty"` // nil if there was none
	Leak     *Leak `json:"leak,omitempty"`
}

// Part is one set.
type Part struct {
	Puzzles    int64 `json:"puzzles"` // that could be read
	Unreadable int64 `json:"unreadable"`
	Unique     int64 `json:"unique"` // with exactly one solution
	Several    int64 `json:"several"`
	None       int64 `json:"none"`
	Undecided  int64 `json:"undecided"` // a bound ended the search for solutions
	Identical  int64 `json:"identical"` // cell by cell an earlier puzzle of the set
	Twins      int64 `json:"twins"`     // an earlier puzzle of the set in disguise, and not identical to one
	Unclassed  int64 `json:"unclassed"` // whose twins are not known: the search for the canonical form exceeded its limits
	// Faults are the first reasons why puzzles were unreadable, SeveralAt and NoneAt the first puzzles of these kinds.
	Faults    []string `json:"faults"`
	SeveralAt []Place  `json:"several_at"`
	NoneAt    []Place  `json:"none_at"`

	sides      map[int]int64
	givens     map[int]int64
	techniques map[rate.Technique]int64
	guesses    [len(bands)]int64
}

func newPart() *Part {
	return &Part{
		Faults: []string{}, SeveralAt: []Place{}, NoneAt: []Place{},
		sides: map[int]int64{}, givens: map[int]int64{}, techniques: map[rate.Technique]int64{},
	}
}

// Leak is what of the test is in the training.
type Leak struct {
	Classes   int64   `json:"classes"`   // different puzzles of the test: twins count once
	Shared    int64   `json:"shared"`    // of these, with a twin in the training
	Identical int64   `json:"identical"` // different puzzles that are there cell by cell
	Shown     []Place `json:"shown"`     // the first puzzles of the test with a twin in the training
}

// Count is how many puzzles have a value.
type Count struct {
	Value string `json:"value"`
	Count int64  `json:"count"`
}

// bands of guesses, by the least of each.
var bands = [...]int64{0, 1, 2, 6, 21, 61}

func bandOf(guesses int64) int {
	b := 0
	for b+1 < len(bands) && guesses >= bands[b+1] {
		b++
	}
	return b
}

// bandName names a band of guesses.
func bandName(b int) string {
	from := strconv.FormatInt(bands[b], 10)
	switch {
	case b+1 == len(bands):
		return from + " or more"
	case bands[b+1] == bands[b]+1:
		return from
	}
	return from + " to " + strconv.FormatInt(bands[b+1]-1, 10)
}

// Sides counts puzzles by side, least first.
func (p *Part) Sides() []Count { return sorted(p.sides) }

// Givens counts puzzles by their number of givens, least first.
func (p *Part) Givens() []Count { return sorted(p.givens) }

func sorted(by map[int]int64) []Count {
	out := []Count{}
	for _, v := range slices.Sorted(maps.Keys(by)) {
		out = append(out, Count{strconv.Itoa(v), by[v]})
	}
	return out
}

// Band names what solves a puzzle with one solution, as [Part.Difficulty] does: a rung of package rate, or a band of guesses. It is
// empty for any other puzzle.
func (f Finding) Band() string {
	switch {
	case f.Status != solver.Unique:
		return ""
	case f.Technique == rate.Guesses:
		return guessesName(bandOf(f.Guesses))
	}
	return techniqueName(f.Technique)
}

// Bands returns what [Finding.Band] may say of a puzzle with one solution, easiest first.
func Bands() []string {
	var out []string
	for _, d := range newPart().Difficulty() {
		out = append(out, d.Value)
	}
	return out
}

func techniqueName(t rate.Technique) string { return strings.ReplaceAll(t.String(), "-", " ") }

func guessesName(band int) string { return "guesses " + bandName(band) }

// Difficulty counts the puzzles with one solution by what solves them: the rungs of package rate, and where these end the guesses of
// the engine in bands.
func (p *Part) Difficulty() []Count {
	out := []Count{}
	for _, t := range rate.Techniques() {
		if t == rate.Guesses {
			for b, n := range p.guesses {
				out = append(out, Count{guessesName(b), n})
			}
		} else if t != rate.None || p.techniques[t] > 0 {
			out = append(out, Count{techniqueName(t), p.techniques[t]})
		}
	}
	return out
}

// MarshalJSON writes the part with its counts.
func (p *Part) MarshalJSON() ([]byte, error) {
	type plain Part
	return json.Marshal(struct {
		*plain
		Sides      []Count `json:"sides"`
		Givens     []Count `json:"givens"`
		Difficulty []Count `json:"difficulty"`
	}{(*plain)(p), p.Sides(), p.Givens(), p.Difficulty()})
}

// Text writes the report in words.
func (r *Report) Text(w io.Writer) error {
	var b strings.Builder
	r.Training.text(&b, Training.String())
	if r.Test != nil {
		b.WriteByte('\n')
		r.Test.text(&b, Test.String())
		l := r.Leak
		fmt.Fprintf(&b, "\nleak: %d of the %d different puzzles of the test are in the training, %d of them cell by cell%s\n",
			l.Shared, l.Classes, l.Identical, places(": ", l.Shown, l.Shared))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (p *Part) text(b *strings.Builder, name string) {
	fmt.Fprintf(b, "%s: %d puzzles", name, p.Puzzles)
	if sides := p.Sides(); len(sides) == 1 {
		fmt.Fprintf(b, " of side %s", sides[0].Value)
	} else {
		for _, s := range sides {
			fmt.Fprintf(b, ", %d of side %s", s.Count, s.Value)
		}
	}
	if givens := p.Givens(); len(givens) > 0 {
		fmt.Fprintf(b, ", %s to %s givens", givens[0].Value, givens[len(givens)-1].Value)
	}
	b.WriteByte('\n')
	row := func(what string, n int64, more string) { fmt.Fprintf(b, "  %-14s %10d%s\n", what, n, more) }
	row("one solution", p.Unique, "")
	row("several", p.Several, places("  ", p.SeveralAt, p.Several))
	row("none", p.None, places("  ", p.NoneAt, p.None))
	if p.Undecided > 0 {
		row("undecided", p.Undecided, "  a bound ended the search for solutions")
	}
	row("unreadable", p.Unreadable, "")
	for _, f := range p.Faults {
		fmt.Fprintf(b, "    %s\n", f)
	}
	row("repeated", p.Identical, "  cell by cell an earlier puzzle of this set")
	row("twins", p.Twins, "  an earlier puzzle of this set in disguise")
	if p.Unclassed > 0 {
		row("twins unknown", p.Unclassed, "  of these only repetitions cell by cell were found")
	}
	if p.Unique > 0 {
		b.WriteString("  solved by\n")
		for _, d := range p.Difficulty() {
			fmt.Fprintf(b, "    %-18s %10d  %5.1f %%\n", d.Value, d.Count, 100*float64(d.Count)/float64(p.Unique))
		}
	}
}

// places names the first of so many puzzles.
func places(before string, shown []Place, of int64) string {
	if len(shown) == 0 {
		return ""
	}
	var names []string
	for _, p := range shown {
		names = append(names, p.String())
	}
	text := before + strings.Join(names, ", ")
	if rest := of - int64(len(shown)); rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}
