package score

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dataset/predictions"
	"sudokulab/pkg/lab"
	baseline "sudokulab/pkg/learn/score"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// Schema names the form of reports and records in JSON. Another number means that a field has changed its meaning.
const Schema = "sudokulab-score/1"

// Report is what was found.
type Report struct {
	Schema      string       `json:"schema"`
	Set         SetReport    `json:"set"`
	Systems     []System     `json:"systems"`
	Baselines   []Score      `json:"baselines"`   // empty where Config left them out
	Comparisons []Comparison `json:"comparisons"` // of each system behind the first with the first
	Remarks     []string     `json:"remarks"`     // what the answers look like as a whole, in words
	Config      Config       `json:"config"`
}

// SetReport says what was scored on.
type SetReport struct {
	Name    string `json:"name"`
	Puzzles int    `json:"puzzles"`
	// SHA256 is the hash of the puzzles one a line, row by row, in the characters 1–9A–Z and '.' for a blank, each line ended by "\n":
	// whatever the form of the file.
	SHA256    string `json:"sha256"`
	Sides     []int  `json:"sides"`
	Unique    int    `json:"unique"`    // puzzles with one solution
	Several   int    `json:"several"`   // where any solution counts
	None      int    `json:"none"`      // where no answer can count
	Undecided int    `json:"undecided"` // a bound ended the search
}

// System is an entrant.
type System struct {
	Name  string       `json:"name"`
	Files []FileReport `json:"files"`
	// Least and Most are the answers of a puzzle, Answers those of all puzzles that could be read.
	Least       int          `json:"least_answers"`
	Most        int          `json:"most_answers"`
	Answers     int64        `json:"answers"`
	Scores      []Score      `json:"scores"` // one, or one for each way where a puzzle has several answers
	Calibration *Calibration `json:"calibration,omitempty"`
}

// FileReport is a file with predictions.
type FileReport struct {
	Name     string           `json:"name"`
	Form     predictions.Form `json:"form"`
	Alphabet board.Alphabet   `json:"alphabet,omitempty"` // of a text: the characters of the digits
	SHA256   string           `json:"sha256"`
	Bytes    int64            `json:"bytes"`
	predictions.Summary
}

// Score is what one answer for each puzzle is worth.
type Score struct {
	Name string `json:"name"`          // of the system or the baseline
	Way  Way    `json:"way,omitempty"` // where a puzzle has several answers
	Figures
	Bands []Band `json:"bands,omitempty"`
}

// Figures are about all puzzles, those without an answer included, which count as wrong.
type Figures struct {
	Puzzles  int              `json:"puzzles"`
	Answered int              `json:"answered"`
	Solved   stats.Proportion `json:"solved"`        // exactly: every cell, Wilson's interval
	Cells    Ratio            `json:"cells"`         // right cells of those that the puzzles leave blank
	Units    Ratio            `json:"units"`         // rows, columns and boxes that hold every digit once
	Altered  int              `json:"altered"`       // answers with another digit at a given
	Givens   Ratio            `json:"givens_broken"` // of the givens of the answered puzzles, those with another digit; no interval
}

// Band are the figures of the puzzles of a band.
type Band struct {
	By   string `json:"by"` // "technique" or "givens"
	Band string `json:"band"`
	Figures
	at band
}

// Comparison is a paired one: of the same puzzles, in words and numbers.
type Comparison struct {
	First      string  `json:"first"`
	Second     string  `json:"second"`
	Way        Way     `json:"way,omitempty"`
	Both       int     `json:"both"`        // puzzles that both solve
	OnlyFirst  int     `json:"only_first"`  // that the first alone solves
	OnlySecond int     `json:"only_second"` // likewise
	Neither    int     `json:"neither"`
	P          float64 `json:"mcnemar_p"` // two-sided, exact
	// Differences are second minus first.
	Solved Ratio  `json:"solved_difference"`
	Cells  Ratio  `json:"cells_difference"`
	Units  Ratio  `json:"units_difference"`
	Words  string `json:"words"`
}

// Calibration is about the blank cells of the puzzles whose first answer has probabilities.
type Calibration struct {
	Puzzles int   `json:"puzzles"`
	Cells   int64 `json:"cells"`
	// Error is the expected calibration error, Σ cells of a bin · |share right − mean confidence| / Σ cells, with bins of equal width. It
	// has no interval: resampling makes it larger than it is.
	Error      float64 `json:"expected_calibration_error"`
	Confidence float64 `json:"confidence"` // mean
	Right      float64 `json:"right"`      // share
	Bins       []Bin   `json:"bins"`
}

func (c *count) figures(s *sum) (Figures, error) {
	f := Figures{Puzzles: s.n, Answered: s.answered, Altered: s.changed}
	var err error
	if f.Solved, err = stats.Wilson(s.solved, s.n, c.cfg.Bootstrap.Confidence); err != nil {
		return f, err
	}
	if f.Cells, err = c.ratio(s.rightPairs); err != nil {
		return f, err
	}
	if f.Units, err = c.ratio(s.keptPairs); err != nil {
		return f, err
	}
	if f.Givens = (Ratio{Over: s.altered, Under: s.givens}); s.givens > 0 {
		f.Givens.Value = float64(s.altered) / float64(s.givens)
	}
	return f, nil
}

func (c *count) report(set, hash string, entrants []Entrant) (_ *Report, err error) {
	r := &Report{
		Schema: Schema, Baselines: []Score{}, Comparisons: []Comparison{}, Remarks: []string{}, Config: c.cfg,
		Set: SetReport{
			Name: set, Puzzles: c.puzzles, SHA256: hash, Sides: slices.Sorted(maps.Keys(c.sides)),
			Unique: c.status[solver.Unique], Several: c.status[solver.Multiple], None: c.status[solver.Unsat], Undecided: c.status[solver.Capped],
		},
	}
	several := false
	for i, s := range c.systems {
		x, err := c.system(s, &entrants[i])
		if err != nil {
			return nil, err
		}
		r.Systems = append(r.Systems, x)
		r.Remarks = append(r.Remarks, c.remarks(s, &x)...)
		several = several || s.most > 1
	}
	for i, all := range c.contests {
		for w, way := range Ways() {
			if w > 0 && !several {
				break
			}
			x, err := c.compare(all[w], entrants[0].Name, entrants[i+1].Name)
			if err != nil {
				return nil, err
			}
			if several {
				x.Way = way
			}
			x.Words = x.words()
			r.Comparisons = append(r.Comparisons, x)
		}
	}
	if c.cfg.Baselines >= 0 && c.puzzles > c.cfg.Baselines {
		if c.cfg.Baselines > 0 {
			r.Remarks = append(r.Remarks, fmt.Sprintf("no baselines: the set has more than %s puzzles (--baselines always)", lab.Number(float64(c.cfg.Baselines))))
		}
		return r, nil
	}
	for i, name := range Baselines(c.cfg) {
		s := Score{Name: name}
		if s.Figures, err = c.figures(c.baselines[i]); err != nil {
			return nil, err
		}
		r.Baselines = append(r.Baselines, s)
	}
	return r, nil
}

// Baselines returns the names of the scores of [Report.Baselines] for a configuration that computes them, in their order.
func Baselines(c Config) []string {
	var out []string
	for _, rule := range baseline.Baselines() {
		name := strings.ReplaceAll(rule.String(), "-", " ")
		if rule == baseline.Singles {
			name = "naked and hidden singles"
		}
		out = append(out, name)
	}
	for _, n := range c.Guesses {
		out = append(out, fmt.Sprintf("singles and search, %d guesses", n))
	}
	return out
}

func (c *count) system(s *system, e *Entrant) (System, error) {
	x := System{Name: e.Name, Least: s.least, Most: s.most, Answers: s.total}
	for _, p := range e.Files {
		f := p.File()
		sum, err := f.SHA256()
		if err != nil {
			return x, err
		}
		alphabet := f.Alphabet()
		if alphabet != "" {
			alphabet = alphabet[:c.greatestSide()]
		}
		x.Files = append(x.Files, FileReport{f.Name(), f.Form(), alphabet, sum, f.Bytes(), p.Summary()})
	}
	for w, way := range Ways() {
		if w > 0 && s.most < 2 {
			break
		}
		score := Score{Name: e.Name}
		if s.most > 1 {
			score.Way = way
		}
		var err error
		if score.Figures, err = c.figures(s.ways[w]); err != nil {
			return x, err
		}
		for _, b := range slices.SortedFunc(maps.Keys(s.bands[w]), band.compare) {
			in := Band{By: map[bandKind]string{byTechnique: "technique", byGivens: "givens"}[b.kind], Band: b.name(len(c.sides)), at: b}
			if in.Figures, err = c.figures(s.bands[w][b]); err != nil {
				return x, err
			}
			score.Bands = append(score.Bands, in)
		}
		x.Scores = append(x.Scores, score)
	}
	if s.calibrated > 0 {
		x.Calibration = calibrationOf(s)
	}
	return x, nil
}

// compare orders bands: by technique first, easiest first.
func (b band) compare(with band) int {
	return cmp.Or(cmp.Compare(b.kind, with.kind), cmp.Compare(b.side, with.side), cmp.Compare(b.rank, with.rank))
}

func calibrationOf(s *system) *Calibration {
	k := &Calibration{Puzzles: s.calibrated, Bins: s.bins[:]}
	var right, sum, off float64
	for _, b := range &s.bins {
		k.Cells += b.Cells
		right += float64(b.Right)
		sum += b.sum
		off += math.Abs(float64(b.Right) - b.sum)
	}
	if n := float64(k.Cells); n > 0 {
		k.Error, k.Confidence, k.Right = off/n, sum/n, right/n
	}
	return k
}

func (c *count) compare(x *contest, first, second string) (Comparison, error) {
	out := Comparison{First: first, Second: second, Both: x.both, OnlyFirst: x.first, OnlySecond: x.second, Neither: x.neither}
	var err error
	if out.P, err = stats.McNemar(x.first, x.second); err != nil {
		return out, err
	}
	for _, d := range []struct {
		to *Ratio
		of map[pair]int
	}{
		{&out.Solved, map[pair]int{{-1, 1}: x.first, {0, 1}: x.both + x.neither, {1, 1}: x.second}}, {&out.Cells, x.right}, {&out.Units, x.kept},
	} {
		if *d.to, err = c.ratio(d.of); err != nil {
			return out, err
		}
	}
	return out, nil
}

// words says a comparison.
func (c *Comparison) words() string {
	n := c.Both + c.OnlyFirst + c.OnlySecond + c.Neither
	more, less, by := c.Second, c.First, c.OnlySecond-c.OnlyFirst
	if by < 0 {
		more, less, by = less, more, -by
	}
	var text string
	if by == 0 {
		text = fmt.Sprintf("%s and %s solve as many of the %s puzzles", c.First, c.Second, lab.Number(float64(n)))
	} else {
		text = fmt.Sprintf("%s solves %s more of the %s puzzles than %s", more, lab.Number(float64(by)), lab.Number(float64(n)), less)
	}
	text += fmt.Sprintf(": %s alone %s, %s alone %s, both %s, neither %s. ", c.First, lab.Number(float64(c.OnlyFirst)), c.Second,
		lab.Number(float64(c.OnlySecond)), lab.Number(float64(c.Both)), lab.Number(float64(c.Neither)))
	const level = 0.05
	verdict := "no difference is shown"
	if c.P < level {
		verdict = "the difference is more than chance"
	}
	text += fmt.Sprintf("Exact McNemar p = %s: at the level %g %s. ", strconv.FormatFloat(c.P, 'g', 3, 64), level, verdict)
	return text + fmt.Sprintf("%s minus %s: solved %s, blank cells %s, units %s (points).", c.Second, c.First, points(c.Solved), points(c.Cells), points(c.Units))
}

// points writes a difference of shares in percentage points.
func points(r Ratio) string {
	text := fmt.Sprintf("%+.2f", 100*r.Value)
	if r.Interval != nil {
		text += fmt.Sprintf(" [%+.2f, %+.2f]", 100*r.Interval.Low, 100*r.Interval.High)
	}
	return text
}

// Answers of which nearly all have something in common are remarked upon.
const (
	nearlyAll   = 0.9
	leastTried  = 3
	mostlyWrong = 0.6 // share of givens; digits at random keep one in n
)

// remarks says what the answers of a system look like as a whole.
func (c *count) remarks(s *system, x *System) (out []string) {
	say := func(format string, args ...any) { out = append(out, x.Name+": "+fmt.Sprintf(format, args...)) }
	f := x.Scores[0].Figures
	nearly := func(n int) bool { return s.tried >= leastTried && float64(n) >= nearlyAll*float64(s.tried) }
	switch {
	case nearly(s.fromZero):
		say("the digits look as if they count from 0: in %d of %d answers every given is one lower; they are scored as they are, --answer-alphabet zero reads them so", s.fromZero, s.tried)
	case nearly(s.next + 1):
		say("the answers look shifted: %d of %d keep the givens of the next puzzle; a row is missing before them or an index counts otherwise", s.next, s.tried)
	case nearly(s.previous + 1):
		say("the answers look shifted: %d of %d keep the givens of the puzzle before; there is a row too many before them or an index counts otherwise", s.previous, s.tried)
	case nearly(f.Altered) && f.Givens.Value >= mostlyWrong:
		say("these look like answers to another set, or in another order: givens are altered in %d of %d answers, %.0f %% of all givens", f.Altered, s.tried, 100*f.Givens.Value)
	case nearly(f.Altered):
		say("givens are altered in %d of %d answers, though only %.0f %% of all givens: this program does not copy them", f.Altered, s.tried, 100*f.Givens.Value)
	}
	for _, file := range x.Files {
		told := func(format string, args ...any) { out = append(out, file.Name+": "+fmt.Sprintf(format, args...)) }
		if file.Rows == 0 && file.Cut == nil {
			told("no rows, want an answer for each puzzle")
		}
		if file.Cut != nil {
			out = append(out, file.Cut.Error())
		}
		if n := file.Missing; n > 0 {
			told("%s %s no row and %s as wrong", plural(n, "puzzle"), word(n, "has", "have"), word(n, "counts", "count"))
		}
		if n := file.Surplus; n > 0 {
			told("%s %s no puzzle of the set", plural(n, "row"), word(n, "answers", "answer"))
		}
		if 2*file.Strangers > file.Rows {
			told("most rows name a puzzle or an index that the set does not have: these look like answers to another set")
		}
		if file.By == predictions.ByIndex && file.Least != nil && *file.Least == 1 && file.Missing+file.Surplus > 0 {
			told("the least index is 1: if the first puzzle has that one, say --index-base 1")
		}
		if a := file.Alphabet; len(a) > 9 {
			told("digits read as %c to %c (--answer-alphabet)", a[0], a[len(a)-1])
		}
	}
	return out
}

func (c *count) greatestSide() int { return slices.Max(slices.Collect(maps.Keys(c.sides))) }

func word[N int | int64](n N, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// plural writes a number with its noun.
func plural[N int | int64](n N, noun string) string {
	return lab.Number(float64(n)) + " " + word(n, noun, noun+"s")
}

// Bad returns in a few words what was wrong with the files, "" if nothing was.
func (r *Report) Bad() string {
	var missing, malformed, surplus, cut int64
	for _, s := range r.Systems {
		for _, f := range s.Files {
			missing += f.Missing
			malformed += f.Malformed
			surplus += f.Surplus
			cut += stats.Indicator[int64](f.Cut != nil)
		}
	}
	var parts []string
	for _, p := range []struct {
		n         int64
		one, many string
	}{
		{missing, "missing answer", "missing answers"},
		{malformed, "malformed answer", "malformed answers"},
		{surplus, "surplus row", "surplus rows"},
		{cut, "file that ends too early", "files that end too early"},
	} {
		if p.n > 0 {
			parts = append(parts, lab.Number(float64(p.n))+" "+word(p.n, p.one, p.many))
		}
	}
	return strings.Join(parts, ", ")
}
