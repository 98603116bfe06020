package dlx

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
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
//
// A control character that is no white space, or a text beyond the bounds of maxLine and
// maxText, ends the reading where it stands, so that what is no problem at all, such as
// /dev/zero, ends soon and without filling the memory.
func Read(r io.Reader, name string) (*Problem, error) {
	if r == nil {
		return nil, fmt.Errorf("dlx: %s: no reader", name)
	}
	b := &Builder{file: name}
	var elements []Element
	lines := textReader{r: bufio.NewReaderSize(r, 64<<10)}
	for {
		text, err := lines.next()
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
		if at, ok := errors.AsType[*columnError](err); ok {
			return nil, fmt.Errorf("dlx: %s:%d:%d: %w", name, b.line, at.column, at)
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

// Bounds on the text of a problem, in bytes. A problem of 1000 queens, a million options, has
// 22 MB; a line names as many items as there are at most.
const (
	maxLine = 1 << 24
	maxText = 1 << 28
)

// textReader reads lines within the bounds.
type textReader struct {
	r    *bufio.Reader
	line []byte
	read int // bytes so far
}

// next returns the next line with its end. Of the last one, which has none, io.EOF comes with it.
func (t *textReader) next() (string, error) {
	t.line = t.line[:0]
	checked, column := 0, 1 // what of the line is free of control characters, and where the rest begins
	for {
		piece, err := t.r.ReadSlice('\n')
		t.line = append(t.line, piece...)
		t.read += len(piece)
		for checked < len(t.line) && (utf8.FullRune(t.line[checked:]) || err == nil) {
			c, size := utf8.DecodeRune(t.line[checked:])
			if unicode.IsControl(c) && !isSpace(c) {
				return "", &columnError{column, c}
			}
			checked += size
			column++
		}
		switch {
		case t.read > maxText:
			return "", fmt.Errorf("the text goes on beyond %d bytes, want at most that", maxText)
		case len(t.line) > maxLine:
			return "", fmt.Errorf("the line goes on beyond %d bytes, want at most that", maxLine)
		case !errors.Is(err, bufio.ErrBufferFull):
			return string(t.line), err
		}
	}
}

// columnError is a control character; columns count from 1, in characters.
type columnError struct {
	column int
	found  rune
}

func (e *columnError) Error() string {
	return fmt.Sprintf("found the control character %U, want text", e.found)
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
	if w == nil {
		return errors.New("dlx: no writer")
	}
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
