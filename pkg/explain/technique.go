package explain

import (
	"fmt"
	"slices"
)

// Technique is a kind of step. The order of the values is the ladder: HoDoKu's default order, in
// which a solver looks for the next step.
type Technique uint8

// The techniques, from the foot of the ladder up.
const (
	None Technique = iota // no step
	FullHouse
	NakedSingle
	HiddenSingle
	LockedPair
	LockedTriple
	Pointing
	Claiming
	NakedPair
	NakedTriple
	HiddenPair
	HiddenTriple
	NakedQuad
	HiddenQuad
	XWing
	Swordfish
	Jellyfish
	RemotePair
	BUGPlusOne
	Skyscraper
	TwoStringKite
	TurbotFish
	EmptyRectangle
	WWing
	XYWing
	XYZWing
	UniqueRectangle1
	UniqueRectangle2
	UniqueRectangle3
	UniqueRectangle4
	FinnedXWing
	SashimiXWing
	FinnedSwordfish
	SashimiSwordfish
	FinnedJellyfish
	SashimiJellyfish
	SimpleColouring
	XChain
	XYChain
	AIC
	GroupedAIC
	ForcingChain
	ForcingNet
	BruteForce

	techniques // how many there are
)

// names are apart from the table, whose finders may name techniques.
var names = [techniques]string{
	"none", "full-house", "naked-single", "hidden-single", "locked-pair", "locked-triple", "pointing", "claiming",
	"naked-pair", "naked-triple", "hidden-pair", "hidden-triple", "naked-quad", "hidden-quad", "x-wing", "swordfish", "jellyfish",
	"remote-pair", "bug-plus-one", "skyscraper", "two-string-kite", "turbot-fish", "empty-rectangle", "w-wing", "xy-wing", "xyz-wing",
	"unique-rectangle-1", "unique-rectangle-2", "unique-rectangle-3", "unique-rectangle-4", "finned-x-wing", "sashimi-x-wing",
	"finned-swordfish", "sashimi-swordfish", "finned-jellyfish", "sashimi-jellyfish", "simple-colouring", "x-chain", "xy-chain",
	"aic", "grouped-aic", "forcing-chain", "forcing-net", "brute-force",
}

// Techniques returns all techniques but [None], in the order of the ladder.
func Techniques() []Technique {
	all := make([]Technique, 0, techniques-1)
	for t := FullHouse; t < techniques; t++ {
		all = append(all, t)
	}
	return all
}

// String returns the technique's name, such as "hidden-single".
func (t Technique) String() string {
	if t >= techniques {
		return fmt.Sprintf("technique(%d)", uint8(t))
	}
	return names[t]
}

// MarshalText writes the technique as [Technique.String] does.
func (t Technique) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (t *Technique) UnmarshalText(text []byte) error {
	i := slices.Index(names[:], string(text))
	if i < 0 {
		return fmt.Errorf("explain: technique %q, want one of %v", text, names)
	}
	*t = Technique(i)
	return nil
}

// Level is HoDoKu's difficulty of a technique or a puzzle.
type Level uint8

// The levels, from the easiest up.
const (
	NoLevel Level = iota
	Easy
	Medium
	Hard
	Unfair
	Extreme
)

var levelNames = [...]string{"none", "easy", "medium", "hard", "unfair", "extreme"}

// levelScores are the scores beyond which a puzzle is of the next level, by HoDoKu's defaults, on boards of 81 cells or fewer; larger
// boards take more steps, so theirs are greater in proportion to the cells.
var levelScores = [...]int{Easy: 800, Medium: 1000, Hard: 1600, Unfair: 1800}

// Levels returns the levels of puzzles, the easiest first: easy puzzles are solved by singles, medium ones by locked candidates and
// subsets as well, hard ones by fish, wings, colouring and uniqueness, unfair ones by finned fish of more lines and chains, and extreme ones
// by nothing less than forcing chains and nets. A puzzle whose steps score more than levelScores is of a higher level (HoDoKu 2.2.0, default
// settings; B. Hobiger, https://hodoku.sourceforge.net).
func Levels() []Level { return []Level{Easy, Medium, Hard, Unfair, Extreme} }

// Word is the level as people are told it: expert for what HoDoKu calls unfair, else as [Level.String] has it.
func (l Level) Word() string {
	if l == Unfair {
		return expert
	}
	return l.String()
}

// expert is the word for [Unfair].
const expert = "expert"

// String returns HoDoKu's name of the level in lower case.
func (l Level) String() string {
	if int(l) >= len(levelNames) {
		return fmt.Sprintf("level(%d)", uint8(l))
	}
	return levelNames[l]
}

// MarshalText writes the level as [Level.String] does.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads what MarshalText wrote, and what [Level.Word] says.
func (l *Level) UnmarshalText(text []byte) error {
	if string(text) == expert {
		*l = Unfair
		return nil
	}
	i := slices.Index(levelNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("explain: level %q, want one of %v", text, levelNames)
	}
	*l = Level(i)
	return nil
}

// Info is what is known of a technique.
type Info struct {
	// Name is the field's own, such as "X-wing".
	Name string `json:"name"`
	// Definition says in a sentence or two what is seen and what follows.
	Definition string `json:"definition"`
	// Source names where the technique is described.
	Source string `json:"source"`
	// Score and Level are HoDoKu's default settings: what a step adds to a puzzle's score, and the
	// level of a puzzle that needs it.
	Score int   `json:"score"`
	Level Level `json:"level"`
	// SE is the rating on the scale of Sudoku Explainer 1.2.1 in tenths, 23 for 2.3. A technique that
	// it does not name has the least rating of the kind of chain that it finds there. Where the
	// rating depends on the step, this is the least, and a [Step] has its own; but an XY-chain that closes
	// has less than others, and closes seldom.
	SE int `json:"se"`
	// Unique says that the technique rests on the puzzle's having one solution.
	Unique bool `json:"unique"`
	// Example is a position on a plain 9×9 board in which the technique is the next step.
	Example Example `json:"example"`
}

// Example is a position in text: the digits in one line, and the candidates struck, as
// [Explainer.Parse] reads them.
type Example struct {
	Board  string `json:"board"`
	Struck string `json:"struck"`
}

// row is a technique's place in the table. A file of its own fills it.
type row struct {
	Info
	technique Technique
	// find emits the steps that the position has, in a fixed order.
	find func(p *Position, f *found)
	// why says in a sentence what the step rests on and what follows. It may not use the table.
	why func(s *Step) string
}

// table holds the techniques in the order of their values.
var table = [techniques]*row{
	None:             {Info: Info{Name: "none"}},
	FullHouse:        &fullHouse,
	NakedSingle:      &nakedSingle,
	HiddenSingle:     &hiddenSingle,
	LockedPair:       &lockedPair,
	LockedTriple:     &lockedTriple,
	Pointing:         &pointing,
	Claiming:         &claiming,
	NakedPair:        &nakedPair,
	NakedTriple:      &nakedTriple,
	HiddenPair:       &hiddenPair,
	HiddenTriple:     &hiddenTriple,
	NakedQuad:        &nakedQuad,
	HiddenQuad:       &hiddenQuad,
	XWing:            &xWing,
	Swordfish:        &swordfish,
	Jellyfish:        &jellyfish,
	RemotePair:       &remotePair,
	BUGPlusOne:       &bugPlusOne,
	Skyscraper:       &skyscraper,
	TwoStringKite:    &twoStringKite,
	TurbotFish:       &turbotFish,
	EmptyRectangle:   &emptyRectangle,
	WWing:            &wWing,
	XYWing:           &xyWing,
	XYZWing:          &xyzWing,
	UniqueRectangle1: &uniqueRectangle1,
	UniqueRectangle2: &uniqueRectangle2,
	UniqueRectangle3: &uniqueRectangle3,
	UniqueRectangle4: &uniqueRectangle4,
	FinnedXWing:      &finnedXWing,
	SashimiXWing:     &sashimiXWing,
	FinnedSwordfish:  &finnedSwordfish,
	SashimiSwordfish: &sashimiSwordfish,
	FinnedJellyfish:  &finnedJellyfish,
	SashimiJellyfish: &sashimiJellyfish,
	SimpleColouring:  &simpleColouring,
	XChain:           &xChain,
	XYChain:          &xyChain,
	AIC:              &aic,
	GroupedAIC:       &groupedAIC,
	ForcingChain:     &forcingChain,
	ForcingNet:       &forcingNet,
	BruteForce:       &bruteForce,
}

// title returns the field's name of the technique, and for a number that is none what String returns.
func (t Technique) title() string {
	if t >= techniques {
		return t.String()
	}
	return table[t].Name
}

// Info returns what is known of the technique. It panics for a number that is none.
func (t Technique) Info() Info {
	if t >= techniques {
		panic("explain: " + t.String() + " is no technique")
	}
	return table[t].Info
}
