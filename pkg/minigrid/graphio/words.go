package graphio

import (
	"fmt"
	"math"
	"strings"
)

// line is one of the lines of words beside the givens.
type line struct {
	text   string
	size   float64
	indent float64 // room for the mark
	mark   state   // drawn for inSolution and inNone
	ink    paint
	bold   bool
}

// words returns what stands beside the givens of a box.
func (l *layout) words(box int) []line {
	p := &l.panels[box]
	out := []line{{text: l.name(box), size: nameSize, ink: givenPaint, bold: true}}
	switch {
	case !l.perms.Listed(box):
		// Phase 2 found the board impossible.
		size, exact := l.perms.Size(box)
		switch {
		case exact && size == 0:
			return append(out, line{text: "no filling", size: textSize, ink: conflictPaint, bold: true})
		case exact && size <= math.MaxInt32:
			out = append(out, line{text: plural(int(size), "filling") + ",", size: textSize, ink: labelPaint})
		}
		return append(out, line{text: "not listed", size: textSize, ink: labelPaint})
	case l.g.Rounds() == 0:
		out = append(out, line{text: plural(p.left, "filling"), size: textSize, ink: labelPaint})
	default:
		out = append(out, line{text: thousands(int64(l.perms.Count(box))) + " → " + plural(p.left, "filling"), size: textSize, ink: labelPaint})
	}
	switch in := l.aliveIn(box); {
	case p.left == 0:
		out = append(out, line{text: "none left", size: textSize, ink: conflictPaint, bold: true})
	case l.in != nil:
		const indent = 2*badge + 4
		if in > 0 {
			out = append(out, line{text: thousands(int64(in)) + " in a solution", size: textSize, indent: indent, mark: inSolution, ink: labelPaint})
		}
		if in < p.left {
			out = append(out, line{text: thousands(int64(p.left-in)) + " in none", size: textSize, indent: indent, mark: inNone, ink: labelPaint})
		}
	}
	return out
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(int64(n)) + " " + noun + "s"
}

// wrap breaks a text at spaces other than hard ones, and inside words that are wider than the room.
func wrap(text string, size, width float64) []string {
	room := max(1, int(width/(size*averageChar*1.05)))
	var out []string
	var now []rune
	for word := range strings.SplitSeq(text, " ") {
		r := []rune(word)
		if len(r) == 0 {
			continue
		}
		if len(now) > 0 && len(now)+1+len(r) <= room {
			now = append(append(now, ' '), r...)
			continue
		}
		if len(now) > 0 {
			out = append(out, string(now))
		}
		for len(r) > room {
			out = append(out, string(r[:room]))
			r = r[room:]
		}
		now = r
	}
	if len(now) > 0 {
		out = append(out, string(now))
	}
	return out
}

func (l *layout) title() string {
	if t := plain(l.o.Title); t != "" {
		return t
	}
	return "Compatibility graph of a " + l.shape.String() + " board"
}

func (l *layout) summary() string {
	var alive, in int64
	for box := range l.panels {
		alive += int64(l.panels[box].left)
		in += int64(l.aliveIn(box))
	}
	if l.perms.Impossible() {
		return "phase 2 found the board impossible and listed no fillings"
	}
	all, edges := l.perms.Total(), l.g.Edges()
	text := fmt.Sprintf("%s fillings, %s edges", thousands(all), thousands(edges))
	if l.g.Rounds() > 0 {
		text = fmt.Sprintf("%s → %s fillings, %s → %s edges", thousands(all), thousands(alive), thousands(edges), thousands(l.g.AliveEdges()))
	}
	if l.in != nil {
		text += fmt.Sprintf("; %s in a solution, %s in none", thousands(in), thousands(alive-in))
	}
	return text
}

// describe puts the picture into words for readers who cannot see it.
func (l *layout) describe() string {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(l.summary(), " → ", " before and after pruning: ") + ".")
	for box := range l.panels {
		b.WriteString(" " + l.name(box) + ": givens")
		row := -1
		for _, c := range l.perms.Cells(box) {
			if r := l.shape.Row(c); r != row {
				b.WriteByte(' ')
				row = r
			}
			if d := l.puzzle.At(c); d != 0 {
				b.WriteByte(l.o.Alphabet[d-1])
			} else {
				b.WriteByte('_')
			}
		}
		for _, word := range l.words(box)[1:] {
			b.WriteString(", " + strings.ReplaceAll(word.text, "→", "to"))
		}
		b.WriteByte('.')
	}
	b.WriteString(" Edges left between dependent boxes:")
	for i, p := range l.g.Pairs() {
		_, alive := l.g.PairEdges(i)
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, " %d and %d %s", p.A+1, p.B+1, thousands(alive))
	}
	b.WriteByte('.')
	return b.String()
}

// note is a line of the legend.
type note struct {
	text   string
	sample state // of the filling drawn before it; pruned: none
	line   bool  // a line drawn before it
	height float64
}

const sampleSize = 22.0

// notes returns the legend: what the picture has, and no more.
func (l *layout) notes(width float64) []note {
	seen := map[state]bool{}
	for box := range l.panels {
		for _, ch := range l.panels[box].chips {
			seen[ch.state] = true
		}
	}
	var out []note
	add := func(n note, indent float64) {
		for i, text := range wrap(n.text, textSize, width-indent) {
			m := n
			m.text, m.height = text, textSize*leading
			if i > 0 {
				m.sample, m.line = pruned, false
			}
			if m.sample != pruned {
				m.height = sampleSize + 6
			}
			out = append(out, m)
		}
	}
	const indent = sampleSize + 14
	if seen[inSolution] {
		add(note{text: "some solution uses this filling", sample: inSolution}, indent)
	}
	if seen[inNone] {
		add(note{text: "kept by pruning, but no solution uses this filling", sample: inNone}, indent)
	}
	if seen[open] {
		add(note{text: "in the graph; solutions were not looked for", sample: open}, indent)
	}
	switch {
	case l.drawn && l.g.AliveEdges() > 0:
		add(note{text: "an edge: two compatible fillings; dots mark its ends", sample: pruned, line: true}, indent)
	case !l.drawn && len(l.unlined) < len(l.g.Pairs()):
		add(note{text: "number of edges between the fillings of two dependent boxes", sample: pruned, line: true}, indent)
	}
	if len(l.unlined) > 0 && l.g.AliveEdges() > 0 {
		var b strings.Builder
		if len(l.unlined) < len(l.g.Pairs()) {
			b.WriteString("by a diagonal alone, ")
		}
		b.WriteString("edges between ")
		for n, i := range l.unlined {
			if n > 0 {
				b.WriteString(", ")
			}
			_, alive := l.g.PairEdges(i)
			pair := l.g.Pairs()[i]
			fmt.Fprintf(&b, "%d\u00a0and\u00a0%d:\u00a0%s", pair.A+1, pair.B+1, thousands(alive))
		}
		add(note{text: b.String(), sample: pruned}, 0)
	}
	return out
}

// legend draws the notes.
func (l *layout) legend(notes []note, y float64) {
	for _, n := range notes {
		x := float64(margin)
		mid := y + n.height/2
		switch {
		case n.sample != pruned:
			fill, st, _ := n.sample.border()
			l.rect(x, mid-sampleSize/2, sampleSize, sampleSize, 3, fill, st)
			l.mark(n.sample, x+sampleSize-1, mid-sampleSize/2+1)
			x += sampleSize + 14
		case n.line:
			l.path(fmt.Sprintf("M%s %sh%s", number(x), number(mid), number(sampleSize)), stroke{paint: openPaint, width: 1.5})
			x += sampleSize + 14
		}
		l.text(x, mid, script{size: textSize, ink: labelPaint}, n.text)
		y += n.height
	}
}
