package house

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// The picture's measures in pixels, for a screen 390 wide.
const (
	width   = 390
	margin  = 8
	inset   = 10
	line    = 16 // from one to the next
	perLine = 50 // letters: a line of so many fits in any usual face without serifs
)

const style = `<style>
.page{fill:#fff}.floor{fill:#eef3f9;stroke:#9aa9ba}text{fill:#14202c;font-size:12px}.name{font-size:14px;font-weight:bold}.rule{font-style:italic}.to{fill:#1d5a99}
@media (prefers-color-scheme:dark){.page{fill:#0d1117}.floor{fill:#1a2430;stroke:#4d5d6f}text{fill:#e8edf2}.to{fill:#8cc1f5}}
</style>
`

// SVG returns the picture: the floors, one above the other, each with its packages and the floors below that they import from.
func (h *House) SVG() []byte {
	var b strings.Builder
	y := margin
	write := func(class, s string) {
		y += line
		fmt.Fprintf(&b, `<text class="%s" x="%d" y="%d">%s</text>`+"\n", class, margin+inset, y, html.EscapeString(s))
	}
	between := h.Between()
	for i, f := range h.Floors {
		at := b.Len()
		top := y
		y += 3
		write("name", fmt.Sprintf("%d. %s", i+1, f.Name))
		for _, l := range wrap(capital(f.Rule), perLine) {
			write("rule", l)
		}
		names := make([]string, len(f.Rooms))
		for r, room := range f.Rooms {
			names[r] = below(room.Name)
		}
		for _, l := range wrap(strings.Join(names, ", "), perLine) {
			write("rooms", l)
		}
		var to []string
		for j, n := range between[i] {
			if n > 0 && j != i {
				to = append(to, strconv.Itoa(j+1))
			}
		}
		if len(to) > 0 {
			for _, l := range wrap("▼ imports from floors "+strings.Join(to, ", "), perLine) {
				write("to", l)
			}
		}
		y += inset
		body := b.String()
		b.Reset()
		b.WriteString(body[:at])
		fmt.Fprintf(&b, `<rect class="floor" x="%d" y="%d" width="%d" height="%d" rx="5"/>`+"\n", margin, top, width-2*margin, y-top)
		b.WriteString(body[at:])
		y += margin - 2
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s" font-family="system-ui, sans-serif">`+"\n",
		width, y, width, y, html.EscapeString(h.title()))
	out.WriteString(style)
	fmt.Fprintf(&out, `<rect class="page" width="%d" height="%d"/>`+"\n", width, y)
	out.WriteString(b.String() + "</svg>\n")
	return []byte(out.String())
}

// wrap breaks a text at blanks into lines of so many letters at most; a longer word has a line of its own.
func wrap(s string, letters int) (lines []string) {
	at := ""
	for word := range strings.FieldsSeq(s) {
		switch {
		case at == "":
			at = word
		case len([]rune(at))+1+len([]rune(word)) <= letters:
			at += " " + word
		default:
			lines = append(lines, at)
			at = word
		}
	}
	return append(lines, at)
}
