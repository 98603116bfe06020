package dlx

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Read reads a problem in the text format of Knuth's programs DLX1 and DLX2:
//
//	| a comment
//	a b c | x y
//	a b x:0 y:0
//	a c x:1 y:1
//
// The first line that is neither blank nor a comment names the primary items and, after a
// bar, the secondary ones; each further line is an option. Names are separated by white
// space and contain neither ':' nor '|'. Unlike there, names and colors may have any
// length. As there, an option without a primary item is left out, and gets no number: see
// [Problem.Dropped]. Faults are told with the given name and the line.
func Read(r io.Reader, name string) (*Problem, error) {
	b := &Builder{file: name}
	var elements []Element
	lines := bufio.NewReader(r)
	for {
		text, err := lines.ReadString('\n')
		b.line++
		text = strings.TrimFunc(text, isSpace)
		switch {
		case text == "" || text[0] == '|':
		case len(b.p.itemNames) == 0:
			b.readItems(text)
		default:
			elements = b.readOption(elements[:0], text)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("dlx: %s:%d: %w", name, b.line, err)
		}
	}
	if len(b.p.itemNames) == 0 {
		b.faultf("no line with names of items")
		return nil, errors.Join(b.faults...)
	}
	return b.Build()
}

func (b *Builder) readItems(text string) {
	add := b.Primary
	bar := false
	for word := range strings.FieldsFuncSeq(text, isSpace) {
		if rest, ok := strings.CutPrefix(word, "|"); ok {
			if bar {
				b.faultf("a second '|' among the items")
			}
			bar, add = true, b.Secondary
			if word = rest; word == "" {
				continue
			}
		}
		add(word)
	}
}

func (b *Builder) readOption(elements []Element, text string) []Element {
	for word := range strings.FieldsFuncSeq(text, isSpace) {
		item, color, colored := strings.Cut(word, ":")
		i, ok := b.itemOf[item]
		if !ok {
			b.faultf("item %q is unknown", item)
			return elements
		}
		e := Element{Item: i}
		if colored {
			e.Color = b.Color(color)
		}
		elements = append(elements, e)
	}
	if !b.add(elements) {
		b.p.dropped++
	}
	return elements
}

// Write writes the problem in the format that [Read] reads. Reading it gives the same items
// and options by number; colors get their numbers in order of appearance.
func (p *Problem) Write(w io.Writer) error {
	const flushAt = 1 << 16
	var buf bytes.Buffer
	for i, name := range p.itemNames {
		switch i {
		case 0:
		case p.primaries:
			buf.WriteString(" | ")
		default:
			buf.WriteByte(' ')
		}
		buf.WriteString(name)
	}
	buf.WriteByte('\n')
	for o := range p.Options() {
		buf.WriteString(p.OptionText(o))
		buf.WriteByte('\n')
		if buf.Len() >= flushAt {
			if _, err := buf.WriteTo(w); err != nil {
				return fmt.Errorf("dlx: writing option %d: %w", o, err)
			}
		}
	}
	if _, err := buf.WriteTo(w); err != nil {
		return fmt.Errorf("dlx: writing a problem: %w", err)
	}
	return nil
}
