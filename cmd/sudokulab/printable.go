package main

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable returns text from a file, a kernel or another program as it may go to a terminal: what would move its cursor, change its
// colours or title, or turn the direction of writing is spelled, as \x1b, and so are bytes that are no text. Line ends and tabs stay.
// Text that people read goes through it, and what programs read does not.
func printable(text string) string {
	if !strings.ContainsFunc(text, unprintable) {
		return text
	}
	var b strings.Builder
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[0])
		case r == utf8.RuneError || !unprintable(r):
			b.WriteString(text[:size])
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		text = text[size:]
	}
	return b.String()
}

// unprintable says whether a character steers a terminal: the control characters of both sets, the marks that turn the direction of
// writing, and line ends that are none in a file. [utf8.RuneError] may stand for a byte that is no text.
func unprintable(r rune) bool {
	return r != '\n' && r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' || r == utf8.RuneError
}

// clipped returns text whose lines are printable and no longer than a number of characters.
func clipped(text string, most int) string {
	if len(text) <= most {
		return printable(text)
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		body, end := strings.CutSuffix(line, "\n")
		body = printable(body[:min(len(body), most*utf8.UTFMax)]) + strings.Repeat("…", min(1, len(body)/(most*utf8.UTFMax+1)))
		if runes := []rune(body); len(runes) > most {
			body = string(runes[:most-1]) + "…"
		}
		b.WriteString(body)
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// mostMessage are as many characters as a line of a message has: some lines of a terminal.
const mostMessage = 1000

// message returns an error as it may go to a terminal.
func message(err error) string { return clipped(err.Error(), mostMessage) }

// label returns a puzzle's name as it stands in text that people read: one short line.
func label(name string) string {
	const most = 100
	return clipped(strings.Join(strings.Fields(name), " "), most)
}
