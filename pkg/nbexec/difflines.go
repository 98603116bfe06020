package nbexec

import (
	"fmt"
	"slices"
	"strings"
)

// Limits of what a difference shows.
const (
	contextLines = 2
	shownLines   = 40
	// maxTable bounds the table of the longest common subsequence, in cells; beyond it a changed
	// stretch is shown as removed and added as a whole.
	maxTable = 4 << 20
)

// edit is a line of one text or of both.
type edit struct {
	mark byte // '-', '+' or ' '
	line string
}

// diffLines shows how two texts differ, line by line, with a little around each change.
func diffLines(a, b string) []string {
	edits := editScript(splitLines(a), splitLines(b))
	keep := make([]bool, len(edits))
	for i, e := range edits {
		if e.mark == ' ' {
			continue
		}
		for j := max(0, i-contextLines); j <= min(len(edits)-1, i+contextLines); j++ {
			keep[j] = true
		}
	}
	ends := strings.HasSuffix(a, "\n") != strings.HasSuffix(b, "\n")
	others := counterparts(edits)
	var out []string
	for i := 0; i < len(edits); i++ {
		if len(out) >= shownLines {
			out = append(out, fmt.Sprintf("… %d lines more", len(edits)-i))
			break
		}
		if keep[i] {
			line := string(edits[i].mark) + " " + shortBeside(visible(edits[i].line), visible(others[i]))
			if ends && edits[i].mark != ' ' && !strings.HasSuffix(edits[i].line, "\n") {
				line += " (without a line end)"
			}
			out = append(out, line)
			continue
		}
		n := 0
		for i+n < len(edits) && !keep[i+n] {
			n++
		}
		out = append(out, fmt.Sprintf("… %d lines the same", n))
		i += n - 1
	}
	return out
}

// counterparts returns for each line that was removed the one that was added in its place, and the
// other way round; "" for none.
func counterparts(edits []edit) []string {
	others := make([]string, len(edits))
	for i := 0; i < len(edits); {
		minus := i
		for i < len(edits) && edits[i].mark == '-' {
			i++
		}
		plus := i
		for i < len(edits) && edits[i].mark == '+' {
			i++
		}
		for k := range min(plus-minus, i-plus) {
			others[minus+k], others[plus+k] = edits[plus+k].line, edits[minus+k].line
		}
		if i == minus {
			i++
		}
	}
	return others
}

// firstDifference says in how many lines two texts differ, and shows the first.
func firstDifference(a, b string) []string {
	edits := editScript(splitLines(a), splitLines(b))
	others := counterparts(edits)
	counts := map[byte]int{}
	first := map[byte]string{}
	for i, e := range edits {
		counts[e.mark]++
		if _, ok := first[e.mark]; !ok {
			first[e.mark] = string(e.mark) + " " + shortBeside(visible(e.line), visible(others[i]))
		}
	}
	n := max(counts['-'], counts['+'])
	lines := []string{fmt.Sprintf("… %d of %d lines differ, the first:", n, n+counts[' '])}
	for _, m := range []byte{'-', '+'} {
		if counts[m] > 0 {
			lines = append(lines, first[m])
		}
	}
	return lines
}

// shortBeside cuts a long line so that it shows where it begins to differ from another.
func shortBeside(line, other string) string {
	const before = 40
	runes, others := []rune(line), []rune(other)
	if len(runes) <= shortWidth && len(others) <= shortWidth {
		return line
	}
	same := 0
	for same < min(len(runes), len(others)) && runes[same] == others[same] {
		same++
	}
	if same <= before {
		return short(line)
	}
	return "…" + short(string(runes[same-before:]))
}

// splitLines cuts the text after line ends.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		return lines[:len(lines)-1]
	}
	return lines
}

// visible shows a line with what cannot be seen: control characters, and spaces at its end.
func visible(line string) string {
	line = strings.TrimSuffix(line, "\n")
	var b strings.Builder
	for _, r := range line {
		switch {
		case r == '\t' || r >= ' ' && r != 0x7f:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "\\x%02x", r)
		}
	}
	text := b.String()
	if trimmed := strings.TrimRight(text, " \t"); trimmed != text {
		text = trimmed + strings.Repeat("·", len(text)-len(trimmed))
	}
	return text
}

// editScript turns a into b by a longest common subsequence of lines.
func editScript(a, b []string) []edit {
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	foot := 0
	for foot < min(len(a), len(b))-head && a[len(a)-1-foot] == b[len(b)-1-foot] {
		foot++
	}
	edits := make([]edit, 0, len(a)+len(b))
	for _, line := range a[:head] {
		edits = append(edits, edit{' ', line})
	}
	edits = append(edits, middle(a[head:len(a)-foot], b[head:len(b)-foot])...)
	for _, line := range a[len(a)-foot:] {
		edits = append(edits, edit{' ', line})
	}
	return edits
}

func middle(a, b []string) []edit {
	var edits []edit
	i, j := 0, 0
	if width := len(b) + 1; (len(a)+1)*width <= maxTable {
		// common[i*width+j] is the length of the longest common subsequence of a[i:] and b[j:].
		common := make([]int32, (len(a)+1)*width)
		for i, line := range slices.Backward(a) {
			for j, other := range slices.Backward(b) {
				if line == other {
					common[i*width+j] = common[(i+1)*width+j+1] + 1
				} else {
					common[i*width+j] = max(common[(i+1)*width+j], common[i*width+j+1])
				}
			}
		}
		for i < len(a) && j < len(b) {
			switch {
			case a[i] == b[j]:
				edits = append(edits, edit{' ', a[i]})
				i++
				j++
			case common[(i+1)*width+j] >= common[i*width+j+1]:
				edits = append(edits, edit{'-', a[i]})
				i++
			default:
				edits = append(edits, edit{'+', b[j]})
				j++
			}
		}
	}
	for ; i < len(a); i++ {
		edits = append(edits, edit{'-', a[i]})
	}
	for ; j < len(b); j++ {
		edits = append(edits, edit{'+', b[j]})
	}
	return edits
}
