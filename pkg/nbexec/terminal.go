package nbexec

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// ansi matches the escape sequences of terminals: control sequences, operating system
// commands, and those of two characters.
var ansi = regexp.MustCompile("\x1b\\[[0-?]*[\\x20-\\x2f]*[\\x40-\\x7e]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b[\\x40-\\x5a\\x5c-\\x5f]")

// StripANSI removes the escape sequences of terminals from the text.
func StripANSI(text string) string {
	if !strings.Contains(text, "\x1b") {
		return text
	}
	return ansi.ReplaceAllString(text, "")
}

// CollapseCarriage returns what a terminal would show of the text: a carriage return goes back
// to the start of the line and what follows overwrites it, a backspace goes back one
// character, and the sequences ESC[K, ESC[1K and ESC[2K erase. Colours stay with their
// characters. Lines without any of these are left as they are.
func CollapseCarriage(text string) string {
	if !strings.ContainsAny(text, "\r\b") && !strings.Contains(text, "K") {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		body, end := strings.CutSuffix(line, "\n")
		// A carriage return before the end of the line is part of it.
		body = strings.TrimRight(body, "\r")
		if !end {
			body = strings.TrimSuffix(line, "\n")
		}
		if strings.ContainsAny(body, "\r\b") || erase.MatchString(body) {
			body = collapseLine(body)
		}
		b.WriteString(body)
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

var erase = regexp.MustCompile("\x1b\\[[012]?K")

// glyph is a character on the screen, with the colours that are in force there: the escape
// sequences since the last reset.
type glyph struct {
	text  string
	style string
}

// screenLine is a line of a terminal.
type screenLine struct {
	glyphs []glyph
	column int
	style  string
}

func collapseLine(text string) string {
	var s screenLine
	for text != "" {
		if text[0] == '\x1b' {
			if seq := ansi.FindString(text); seq != "" && strings.HasPrefix(text, seq) {
				s.escape(seq)
				text = text[len(seq):]
				continue
			}
			// An escape that begins nothing would begin something else once what follows it is
			// overwritten.
			text = text[1:]
			continue
		}
		_, size := utf8.DecodeRuneInString(text)
		s.put(text[:size])
		text = text[size:]
	}
	return s.String()
}

func (s *screenLine) put(char string) {
	switch char {
	case "\r":
		s.column = 0
	case "\b":
		s.column = max(0, s.column-1)
	default:
		for len(s.glyphs) <= s.column {
			s.glyphs = append(s.glyphs, glyph{text: " "})
		}
		s.glyphs[s.column] = glyph{text: char, style: s.style}
		s.column++
	}
}

// escape applies an escape sequence: colours and erasing; others show nothing.
func (s *screenLine) escape(seq string) {
	switch {
	case seq == "\x1b[m" || seq == "\x1b[0m":
		s.style = ""
	case strings.HasSuffix(seq, "m"):
		s.style = withStyle(s.style, seq)
	case seq == "\x1b[K" || seq == "\x1b[0K":
		s.glyphs = s.glyphs[:min(s.column, len(s.glyphs))]
	case seq == "\x1b[2K":
		s.glyphs = s.glyphs[:0]
	case seq == "\x1b[1K":
		for i := range s.glyphs[:min(s.column, len(s.glyphs))] {
			s.glyphs[i] = glyph{text: " "}
		}
	}
}

// mostStyles are as many sequences as a style holds, the latest of different ones: more than a terminal has attributes to set.
const mostStyles = 16

// withStyle puts a sequence behind a style, from which it takes an equal one, which has no effect any more, and the first if there
// are too many: each character keeps its style, so that it must not grow with the line.
func withStyle(style, seq string) string {
	style = strings.Replace(style, seq, "", 1)
	if strings.Count(style, "\x1b") >= mostStyles {
		style = style[1+strings.IndexByte(style[1:], '\x1b'):]
	}
	return style + seq
}

// String writes the line with a change of colours where they change.
func (s *screenLine) String() string {
	var b strings.Builder
	style := ""
	change := func(to string) {
		if to == style {
			return
		}
		if rest, longer := strings.CutPrefix(to, style); longer {
			b.WriteString(rest)
		} else {
			b.WriteString("\x1b[0m" + to)
		}
		style = to
	}
	for _, g := range s.glyphs {
		change(g.style)
		b.WriteString(g.text)
	}
	change(s.style)
	return b.String()
}
