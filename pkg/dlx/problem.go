package dlx

import "strings"

// Element is an item of an option. Color is 0 for none; only secondary items may have one.
type Element struct{ Item, Color int }

// Problem is a set of items and options. Items 0 … Primaries()−1 are the primary ones. A
// Problem never changes and may be shared by any number of solvers at once. Methods that take the
// number of an item, a color or an option panic for one that the Problem lacks.
type Problem struct {
	itemNames  []string
	colorNames []string // [0] is "", the absence of a color
	primaries  int

	// Option o has the elements start[o] … start[o+1]−1 of items and colors; colors is nil
	// if none of them has a color.
	start  []int32
	items  []int32
	colors []int32

	dropped int
}

// Primaries returns the number of primary items.
func (p *Problem) Primaries() int { return p.primaries }

// Items returns the number of items, primary and secondary.
func (p *Problem) Items() int { return len(p.itemNames) }

// Options returns the number of options.
func (p *Problem) Options() int { return len(p.start) - 1 }

// Elements returns the number of elements of all the options together.
func (p *Problem) Elements() int { return len(p.items) }

// Dropped returns the number of options that [Read] left out because they have no primary
// item; such an option belongs to no solution that the method can find.
func (p *Problem) Dropped() int { return p.dropped }

// ItemName returns the name of an item, 0 ≤ item < Items().
func (p *Problem) ItemName(item int) string { return p.itemNames[item] }

// ColorName returns the name of a color, "" for color 0.
func (p *Problem) ColorName(color int) string { return p.colorNames[color] }

// Option returns the elements of an option in the order in which they were added; the
// slice is the caller's own.
func (p *Problem) Option(option int) []Element {
	lo, hi := p.start[option], p.start[option+1]
	out := make([]Element, 0, hi-lo)
	for e := lo; e < hi; e++ {
		out = append(out, Element{Item: int(p.items[e]), Color: p.color(e)})
	}
	return out
}

// OptionText returns an option as a line of the text format, such as "a b x:red".
func (p *Problem) OptionText(option int) string {
	var b strings.Builder
	for e := p.start[option]; e < p.start[option+1]; e++ {
		if e > p.start[option] {
			b.WriteByte(' ')
		}
		b.WriteString(p.itemNames[p.items[e]])
		if c := p.color(e); c != 0 {
			b.WriteByte(':')
			b.WriteString(p.colorNames[c])
		}
	}
	return b.String()
}

func (p *Problem) color(element int32) int {
	if p.colors == nil {
		return 0
	}
	return int(p.colors[element])
}
