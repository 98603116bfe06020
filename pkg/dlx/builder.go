package dlx

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Builder collects items, colors and options of a [Problem]. The zero value is ready for
// use. A fault does not stop it; [Builder.Build] returns what it found.
type Builder struct {
	p       Problem
	itemOf  map[string]int
	colorOf map[string]int
	// seen has for each item the call of add that last saw it.
	seen []int
	adds int

	faults []error
	more   int // faults beyond maxFaults

	file string // the text that is being read, and its line, 0 if there is none
	line int
}

// maxFaults bounds the faults that are told one by one.
const maxFaults = 20

// maxNodes bounds items and elements together, so that their numbers and the lengths of
// all lists, with something to spare, fit the solver's 32 bits.
const maxNodes = 1 << 30

// Primary adds an item that a solution covers exactly once. It returns the item's number:
// items count from 0, the primary ones come first.
func (b *Builder) Primary(name string) int {
	if b.p.primaries < len(b.p.itemNames) {
		b.faultf("primary item %q comes after a secondary one", name)
	}
	item := b.item(name)
	b.p.primaries = max(b.p.primaries, item+1)
	return item
}

// Secondary adds an item that a solution covers at most once, or any number of times if
// they all give it the same color. It returns the item's number.
func (b *Builder) Secondary(name string) int { return b.item(name) }

// Color returns the number of the color of that name, 1 or more.
func (b *Builder) Color(name string) int {
	if c, ok := b.colorOf[name]; ok {
		return c
	}
	if err := checkName(name); err != nil {
		b.faultf("color %w", err)
	}
	if b.colorOf == nil {
		b.colorOf = make(map[string]int)
		b.p.colorNames = []string{""}
	}
	c := len(b.p.colorNames)
	b.colorOf[name] = c
	b.p.colorNames = append(b.p.colorNames, name)
	return c
}

// Option adds an option and returns its number: 0, 1, … in order of addition. It must
// contain a primary item, and no item twice.
func (b *Builder) Option(elements ...Element) int {
	if !b.add(elements) {
		b.optionFaultf("no primary item")
		b.p.start = append(b.p.start, int32(len(b.p.items))) // keep counting
	}
	return b.p.Options() - 1
}

// Build returns the problem so far, or the faults found while it was put together. The
// Builder can go on: the problem does not change with it.
func (b *Builder) Build() (*Problem, error) {
	faults := slices.Clone(b.faults)
	if b.more > 0 {
		faults = append(faults, fmt.Errorf("dlx: %d more faults", b.more))
	}
	if b.p.primaries == 0 {
		faults = append(faults, errors.New("dlx: no primary items"))
	}
	if n := len(b.p.items) + len(b.p.itemNames); n > maxNodes {
		faults = append(faults, fmt.Errorf("dlx: %d items and elements, want %d at most", n, maxNodes))
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	// The Builder only appends to these, so they can be shared.
	p := b.p
	p.itemNames, p.colorNames = slices.Clip(p.itemNames), slices.Clip(p.colorNames)
	p.start, p.items, p.colors = slices.Clip(p.start), slices.Clip(p.items), slices.Clip(p.colors)
	if len(p.start) == 0 {
		p.start = []int32{0}
	}
	if len(p.colorNames) == 0 {
		p.colorNames = []string{""}
	}
	return &p, nil
}

func (b *Builder) item(name string) int {
	if item, ok := b.itemOf[name]; ok {
		b.faultf("item %q occurs twice", name)
		return item
	}
	if err := checkName(name); err != nil {
		b.faultf("item %w", err)
	}
	if b.itemOf == nil {
		b.itemOf = make(map[string]int)
	}
	item := len(b.p.itemNames)
	b.itemOf[name] = item
	b.p.itemNames = append(b.p.itemNames, name)
	b.seen = append(b.seen, 0)
	return item
}

// add adds an option, unless it has no primary item: then it returns false.
func (b *Builder) add(elements []Element) bool {
	if len(b.p.start) == 0 {
		b.p.start = append(b.p.start, 0)
	}
	b.adds++
	primary := false
	for _, e := range elements {
		switch {
		case e.Item < 0 || e.Item >= len(b.p.itemNames):
			b.optionFaultf("item %d, want one of 0 … %d", e.Item, len(b.p.itemNames)-1)
			continue
		case e.Color < 0 || e.Color > 0 && e.Color >= len(b.p.colorNames):
			b.optionFaultf("item %q has color %d, want one of 0 … %d", b.p.itemNames[e.Item], e.Color, max(len(b.p.colorNames)-1, 0))
			continue
		case e.Color > 0 && e.Item < b.p.primaries:
			b.optionFaultf("primary item %q has a color", b.p.itemNames[e.Item])
		case b.seen[e.Item] == b.adds:
			b.optionFaultf("item %q occurs twice", b.p.itemNames[e.Item])
		}
		b.seen[e.Item] = b.adds
		primary = primary || e.Item < b.p.primaries
	}
	if !primary {
		return false
	}
	for _, e := range elements {
		if e.Color > 0 && b.p.colors == nil {
			b.p.colors = make([]int32, len(b.p.items))
		}
		if b.p.colors != nil {
			b.p.colors = append(b.p.colors, int32(e.Color))
		}
		b.p.items = append(b.p.items, int32(e.Item))
	}
	b.p.start = append(b.p.start, int32(len(b.p.items)))
	return true
}

func (b *Builder) optionFaultf(format string, args ...any) {
	if b.line == 0 {
		format = fmt.Sprintf("option %d: ", b.p.Options()) + format
	}
	b.faultf(format, args...)
}

func (b *Builder) faultf(format string, args ...any) {
	if len(b.faults) == maxFaults {
		b.more++
		return
	}
	err := fmt.Errorf(format, args...)
	if b.line > 0 {
		err = fmt.Errorf("%s:%d: %w", b.file, b.line, err)
	}
	b.faults = append(b.faults, fmt.Errorf("dlx: %w", err))
}

// checkName reports what would keep a name from standing for itself in the text format.
func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("without a name")
	case strings.IndexFunc(name, isSpace) >= 0:
		return errors.New(strconv.Quote(name) + " contains white space")
	case strings.ContainsAny(name, ":|"):
		return errors.New(strconv.Quote(name) + " contains ':' or '|'")
	}
	return nil
}

// isSpace is C's isspace in its standard locale, which is what separates names.
func isSpace(r rune) bool { return r == ' ' || r >= '\t' && r <= '\r' }
