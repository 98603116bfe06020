package nbformat

import (
	"strings"
	"unicode/utf8"
)

// SplitLines cuts text after each line's end. Ends are those of Python's str.splitlines, which
// the reference implementation uses: not only \n, \r and \r\n but also vertical tabs, form
// feeds, the separators U+001C to U+001E, U+0085, U+2028 and U+2029. The empty text has no
// lines.
func SplitLines(text string) []string {
	var lines []string
	start := 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch r {
		case '\r':
			if i < len(text) && text[i] == '\n' {
				i++
			}
		case '\n', '\v', '\f', 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029:
		default:
			continue
		}
		lines = append(lines, text[start:i])
		start = i
	}
	if start < len(text) {
		lines = append(lines, text[start:])
	}
	return lines
}

// IsJSON says whether data of the MIME type is kept as JSON and not as text.
func IsJSON(mime string) bool {
	return mime == "application/json" || strings.HasPrefix(mime, "application/") && strings.HasSuffix(mime, "+json")
}

// splitMIME says whether text of the MIME type is written as a list of lines.
func splitMIME(mime string) bool {
	return strings.HasPrefix(mime, "text/") || mime == "application/javascript" || mime == "image/svg+xml"
}

// joinBundle returns the MIME bundle with its lists of lines joined.
func joinBundle(bundle Object) Object {
	for mime, v := range bundle {
		if list, ok := v.([]any); ok && !IsJSON(mime) {
			if text, ok := joinLines(list); ok {
				bundle[mime] = text
			}
		}
	}
	return bundle
}

// splitBundle returns a copy of the MIME bundle with its texts split.
func splitBundle(bundle Object) Object {
	out := make(Object, len(bundle))
	for mime, v := range bundle {
		if text, ok := v.(string); ok && splitMIME(mime) {
			v = SplitLines(text)
		}
		out[mime] = v
	}
	return out
}

// joinLines joins a list of strings; not ok if an item is not a string.
func joinLines(list []any) (text string, ok bool) {
	var b strings.Builder
	for _, v := range list {
		s, ok := v.(string)
		if !ok {
			return "", false
		}
		b.WriteString(s)
	}
	return b.String(), true
}
