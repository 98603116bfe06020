package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/board"
	"sudokulab/pkg/dataset/files"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/making"
	"sudokulab/pkg/rate"
	"sudokulab/pkg/yamlfile"
)

// Version is that of recipes, and of how puzzles follow from them.
const Version = 1

// Recipe says which puzzles a set has and in which files. A recipe decides every byte of the set.
type Recipe struct {
	Version int    `yaml:"version" json:"version"`
	Name    string `yaml:"name" json:"name"`
	About   string `yaml:"about,omitempty" json:"about,omitempty"` // a sentence for the card
	Seed    uint64 `yaml:"seed" json:"seed"`
	// Distinct leaves no two puzzles of a split that are twins under symmetry, copies of training puzzles aside.
	Distinct bool `yaml:"distinct,omitempty" json:"distinct,omitempty"`
	// Short lets a band have fewer puzzles than asked for where its classes run out, which is an error otherwise.
	Short   bool           `yaml:"short,omitempty" json:"short,omitempty"`
	Formats []files.Format `yaml:"formats" json:"formats"`
	Items   int64          `yaml:"items,omitempty" json:"items"` // rows of a file, 0 for [DefaultItems]
	Parts   []Part         `yaml:"parts" json:"parts"`
}

// Part is the puzzles of one kind of board.
type Part struct {
	Name    string `yaml:"name,omitempty" json:"name,omitempty"` // of its folder; may be empty in a recipe with one part
	Side    int    `yaml:"side" json:"side"`
	Minimal bool   `yaml:"minimal,omitempty" json:"minimal,omitempty"` // no given can be spared
	Copies  int    `yaml:"copies,omitempty" json:"copies,omitempty"`   // disguised ones of each training puzzle
	Bands   []Band `yaml:"bands" json:"bands"`
}

// Band is a range of difficulty, and how many puzzles of it each split gets. A puzzle is in it if all that is given here holds.
type Band struct {
	Name    string `yaml:"name" json:"name"`
	Givens  string `yaml:"givens,omitempty" json:"givens,omitempty"`   // such as 30, 24-28 or 30+
	Guesses string `yaml:"guesses,omitempty" json:"guesses,omitempty"` // likewise
	// Technique is a rung of the ladder of package rate, such as hidden-singles, or the hardest step of package explain, such as
	// x-wing.
	Technique string `yaml:"technique,omitempty" json:"technique,omitempty"`
	// Published scales, of the path that package explain finds; a puzzle that it does not solve is in no such band. Score is a range of
	// HoDoKu's score, Level HoDoKu's level, and Rating a range of Sudoku Explainer's rating, such as 3.4-4.5.
	Score      string `yaml:"score,omitempty" json:"score,omitempty"`
	Level      string `yaml:"level,omitempty" json:"level,omitempty"`
	Rating     string `yaml:"rating,omitempty" json:"rating,omitempty"`
	Train      int64  `yaml:"train,omitempty" json:"train,omitempty"`
	Validation int64  `yaml:"validation,omitempty" json:"validation,omitempty"`
	Test       int64  `yaml:"test,omitempty" json:"test,omitempty"`
}

// Count is how many puzzles a split gets.
func (b *Band) Count(s Split) int64 {
	switch s {
	case Train:
		return b.Train
	case Validation:
		return b.Validation
	}
	return b.Test
}

// Bounds of recipes.
const (
	DefaultItems = 100_000
	maxRecipe    = 1 << 20 // bytes
	maxCount     = 1 << 40 // puzzles of a band, and rows of a file
	maxCopies    = 1 << 20
	maxFiles     = 1 << 17
)

// Read reads and checks a recipe. Unknown and repeated keys are errors, and errors name the file and the line.
func Read(path string) (*Recipe, error) {
	data, err := atomicfile.ReadFile(path, maxRecipe)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	return Parse(path, data)
}

// Parse is [Read] of a text that path names in errors.
func Parse(path string, data []byte) (*Recipe, error) {
	r := &Recipe{}
	if err := yamlfile.Unmarshal(path, "a recipe", data, r, numbers...); err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	if err := r.Validate(); err != nil {
		if f, ok := errors.AsType[*fault](err); ok {
			path = yamlfile.Place(path, data, f.at)
		}
		return nil, fmt.Errorf("dataset: %s: %w", path, err)
	}
	return r, nil
}

// fault is what is wrong at a place of a recipe, a path such as parts[0].bands[2].givens.
type fault struct{ at, what string }

func (f *fault) Error() string { return f.at + ": " + f.what }

func wrong(at, format string, args ...any) error { return &fault{at, fmt.Sprintf(format, args...)} }

// numbers are the keys of whole numbers.
var numbers = []string{"version", "seed", "items", "side", "copies", "train", "validation", "test"}

// names of recipes, parts and bands become those of files and folders, also where these ignore case.
var names = regexp.MustCompile(`^[a-z0-9][a-z0-9+_-]{0,63}$`)

const wantName = "want up to 64 of the characters a-z, 0-9, +, _ and -, the first a letter or a digit"

// Validate fills in what may be left out, and reports the first thing that is wrong.
func (r *Recipe) Validate() error {
	if r.Items == 0 {
		r.Items = DefaultItems
	}
	switch {
	case r.Version != Version:
		return wrong("version", "%d, want %d", r.Version, Version)
	case !names.MatchString(r.Name):
		return wrong("name", "%q, %s", r.Name, wantName)
	case strings.ContainsAny(r.About, "\r\n"):
		return wrong("about", "want one line")
	case len(r.Formats) == 0:
		return wrong("formats", "none, want some of %q", files.Formats())
	case r.Items < 1 || r.Items > maxCount:
		return wrong("items", "%d, want 1 to %d", r.Items, int64(maxCount))
	case len(r.Parts) == 0:
		return wrong("parts", "none, want one or more")
	}
	for i, f := range r.Formats {
		at := fmt.Sprintf("formats[%d]", i)
		switch {
		case !f.Valid():
			return wrong(at, "%q, want one of %q", f, files.Formats())
		case slices.Contains(r.Formats[:i], f):
			return wrong(at, "%s stands twice", f)
		}
	}
	seen := map[string]bool{}
	var puzzles int64
	for i := range r.Parts {
		p, at := &r.Parts[i], fmt.Sprintf("parts[%d]", i)
		switch {
		case p.Name == "" && len(r.Parts) > 1:
			return wrong(at+".name", "none, want one where there are several parts")
		case p.Name != "" && !names.MatchString(p.Name):
			return wrong(at+".name", "%q, %s", p.Name, wantName)
		case seen[p.Name]:
			return wrong(at+".name", "%s is the name of two parts", p.Name)
		}
		seen[p.Name] = true
		n, err := p.check(at)
		if err != nil {
			return err
		}
		puzzles += n
	}
	if puzzles == 0 {
		return wrong("parts", "no puzzles: want a count for train, validation or test in one band or more")
	}
	if n := r.fileCount(); n > maxFiles {
		return wrong("items", "%d make %d files or more, want %d at most", r.Items, n, maxFiles)
	}
	return nil
}

// fileCount is how many files of each format there are.
func (r *Recipe) fileCount() (n int64) {
	for i := range r.Parts {
		for _, s := range Splits() {
			n += (r.Parts[i].rows(s) + r.Items - 1) / r.Items
		}
	}
	return n
}

// rows is how many a split of the part has at most.
func (p *Part) rows(s Split) (n int64) {
	for i := range p.Bands {
		n += p.Bands[i].Count(s)
	}
	if s == Train {
		n *= int64(p.Copies) + 1
	}
	return n
}

// check reports what is wrong with a part, and returns how many puzzles it has.
func (p *Part) check(at string) (puzzles int64, err error) {
	switch {
	case !slices.Contains(sides(), p.Side):
		return 0, wrong(at+".side", "%d, want one of %v", p.Side, sides())
	case p.Copies < 0 || p.Copies > maxCopies:
		return 0, wrong(at+".copies", "%d, want 0 to %d", p.Copies, maxCopies)
	case len(p.Bands) == 0:
		return 0, wrong(at+".bands", "none, want one or more")
	}
	seen := map[string]bool{}
	for i := range p.Bands {
		b, at := &p.Bands[i], fmt.Sprintf("%s.bands[%d]", at, i)
		switch {
		case !names.MatchString(b.Name):
			return 0, wrong(at+".name", "%q, %s", b.Name, wantName)
		case seen[b.Name]:
			return 0, wrong(at+".name", "%s is the name of two bands", b.Name)
		}
		seen[b.Name] = true
		for _, s := range Splits() {
			n := b.Count(s)
			if n < 0 || n > maxCount || puzzles+n > maxCount {
				return 0, wrong(at+"."+s.String(), "%d, want 0 or more, and %d in a part at most", n, int64(maxCount))
			}
			puzzles += n
		}
		if _, err := p.limits(b, at); err != nil {
			return 0, err
		}
	}
	return puzzles, nil
}

// sides are those that recipes may have.
func sides() []int { return puzzles.Sides() }

// limits are what a band's puzzles must hold to.
type limits struct {
	givens    generate.Range // zero if any number will do
	guesses   generate.Range
	counted   bool           // guesses are asked for
	technique rate.Technique // none if any will do
	hardest   explain.Technique
	score     generate.Range // zero if any will do
	level     explain.Level  // likewise
	rating    generate.Range // in tenths, likewise
}

// path reports whether the band asks for something of the path in HoDoKu's order.
func (l *limits) path() bool {
	return l.hardest != explain.None || l.score != (generate.Range{}) || l.level != explain.NoLevel
}

// mostScore is more than the score of any path: a thousand steps of the dearest technique.
const mostScore = 10_000_000

func (p *Part) limits(b *Band, at string) (l limits, err error) {
	shape, err := board.ShapeOfSide(p.Side)
	if err != nil {
		return l, err
	}
	low, cells := making.FewestGivens(p.Side), shape.Cells()
	switch {
	case b.Givens != "":
		var ok bool
		if l.givens, ok = rangeOf(b.Givens, cells); !ok || l.givens.Low < 1 || l.givens.High < low || l.givens.High > cells {
			return l, wrong(at+".givens", "%q, want a number such as %d or a range such as %d-%d or %d+, of %d to %d at side %d", b.Givens, low+2, low+2, low+5, low+2, low, cells, p.Side)
		}
	case !p.Minimal:
		return l, wrong(at+".givens", "none, want a number or a range where the part's puzzles are not minimal")
	}
	if b.Guesses != "" {
		if l.guesses, l.counted = rangeOf(b.Guesses, making.AnyGuesses().High); !l.counted {
			return l, wrong(at+".guesses", "%q, want a number such as 5 or a range such as 5-20 or 20+", b.Guesses)
		}
	}
	if b.Technique != "" {
		if l.technique.UnmarshalText([]byte(b.Technique)) != nil || l.technique == rate.None {
			if l.hardest.UnmarshalText([]byte(b.Technique)) != nil || l.hardest == explain.None {
				return l, wrong(at+".technique", "%q, want one of %v, or a step such as %v or %v (sudokulab generate --help lists them)",
					b.Technique, rate.Techniques()[1:], explain.NakedPair, explain.XWing)
			}
			l.technique = rate.None
		}
	}
	err = b.scales(&l, at)
	return l, err
}

// scales reads what is asked of the published scales.
func (b *Band) scales(l *limits, at string) error {
	var ok bool
	if b.Score != "" {
		if l.score, ok = rangeOf(b.Score, mostScore); !ok || l.score.High == 0 || l.score.Low > mostScore {
			return wrong(at+".score", "%q, want a number such as 500 or a range such as 300-800 or 1000+, on HoDoKu's scale", b.Score)
		}
	}
	if b.Level != "" && (l.level.UnmarshalText([]byte(b.Level)) != nil || l.level == explain.NoLevel) {
		return wrong(at+".level", "%q, want one of %v, HoDoKu's levels", b.Level, []explain.Level{explain.Easy, explain.Medium, explain.Hard, explain.Unfair, explain.Extreme})
	}
	if b.Rating != "" {
		if l.rating, ok = tenthsOf(b.Rating); !ok || l.rating.High == 0 || l.rating.Low > mostRating {
			return wrong(at+".rating", "%q, want a number such as 3.4 or a range such as 3.4-4.5 or 7.0+, with one decimal, on Sudoku Explainer's scale", b.Rating)
		}
	}
	return nil
}

// mostRating is more than any rating, in tenths.
const mostRating = 1000

var decimal = regexp.MustCompile(`\d+(\.\d+)?`)

// tenthsOf reads 3.4, 3.4-4.5 or 7+ in tenths. A whole number stands for itself with a 0 behind the point.
func tenthsOf(text string) (generate.Range, bool) {
	fine := true
	text = decimal.ReplaceAllStringFunc(text, func(n string) string {
		whole, tenth, pointed := strings.Cut(n, ".")
		if !pointed {
			tenth = "0"
		}
		fine = fine && len(tenth) == 1
		return whole + tenth
	})
	r, ok := rangeOf(text, mostRating)
	return r, ok && fine
}

// rangeOf reads 30, 24-28 or 20+, the last up to a greatest number.
func rangeOf(text string, most int) (r generate.Range, ok bool) {
	low, high, ranged := strings.Cut(text, "-")
	if from, open := strings.CutSuffix(text, "+"); open {
		low, high = from, strconv.Itoa(most)
	} else if !ranged {
		high = low
	}
	a, errA := strconv.ParseUint(low, 10, 63)
	b, errB := strconv.ParseUint(high, 10, 63)
	if errA != nil || errB != nil || a > b {
		return r, false
	}
	return generate.Range{Low: int(a), High: int(b)}, true //nolint:gosec // 63 bits
}

// Hash is that of all that the recipe says, however it is written.
func (r *Recipe) Hash() (string, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("dataset: %w", err)
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// YAML writes the recipe, with what was filled in.
func (r *Recipe) YAML() ([]byte, error) {
	data, err := yaml.MarshalWithOptions(r, yaml.IndentSequence(true))
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	return data, nil
}
