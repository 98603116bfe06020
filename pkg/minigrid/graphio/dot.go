package graphio

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/render"
)

// WriteDOT writes the graph in the language of Graphviz: a cluster for each box, a node b4f17
// for filling 17 of box 4 (both counted from 0), an edge once. Nodes carry the attributes box,
// filling, digits, alive and, if it is known, in_solution, which Graphviz passes on; they are
// drawn as the box with its digits: a full thick border if some solution uses the vertex, a
// broken one if none does, a dotted grey one if phase 4 removed it.
//
// Errors: bad options, [ErrTooLarge] and a capped graph before anything is written; then those
// of w.
func WriteDOT(w io.Writer, g *minigrid.Graph, o Options) error {
	l, err := list(g, o)
	if err != nil {
		return err
	}
	s := newStream(w)
	l.dotHead(s)
	for box := range l.boxes() {
		l.dotBox(s, box)
	}
	if o.Edges {
		for pair, ends := range g.Pairs() {
			a, b := dotPrefix(ends.A), dotPrefix(ends.B)
			err := l.eachEdge(pair, s.check, func(i, j int) {
				s.put(a)
				s.int(int64(i))
				s.put(" -- ", b)
				s.int(int64(j))
				s.put("\n")
			})
			if err != nil {
				break
			}
		}
	}
	s.put("}\n")
	return s.end("DOT")
}

func dotPrefix(box int) string { return "b" + strconv.Itoa(box) + "f" }

func (l *listing) dotHead(s *stream) {
	theme := render.DefaultTheme()
	s.put("graph minigrid {\n")
	if title := plain(l.o.Title); title != "" {
		s.put("label=", dotQuote(title), " labelloc=t\n")
	}
	s.put("puzzle=", dotQuote(l.puzzle.String()), "\n")
	s.put(fmt.Sprintf("graph [fontname=\"sans-serif\" color=%q fontcolor=%q]\n", theme.Frame, theme.Label))
	s.put(fmt.Sprintf("node [shape=box margin=\"0.06,0.04\" width=0 height=0 fontname=\"monospace\" fontsize=11 style=filled fillcolor=%q color=%q fontcolor=%q]\n",
		theme.Paper, theme.Open, theme.Given))
	s.put(fmt.Sprintf("edge [color=%q]\n", theme.Open))
}

// dotBox writes the cluster of a box. Graphviz draws none for a box without vertices.
func (l *listing) dotBox(s *stream, box int) {
	theme := render.DefaultTheme()
	s.put("subgraph cluster_", strconv.Itoa(box), " {\n")
	s.put("label=", dotQuote(fmt.Sprintf("%s: %d → %d", l.name(box), l.perms.Count(box), l.g.AliveCount(box))), "\n")
	prefix := dotPrefix(box)
	lineEnd := `\n`
	if l.shape.Box() == 0 {
		lineEnd = `\l` // the rows of a region begin in different columns
	}
	for _, i := range l.fillings[box] {
		s.put(prefix)
		s.int(int64(i))
		s.put(` [label="`)
		for _, row := range l.rows(box, i) {
			s.put(row, lineEnd)
		}
		s.put(`" box=`, strconv.Itoa(box), " filling=")
		s.int(int64(i))
		s.put(` digits="`)
		s.scratch = l.appendDigits(s.scratch[:0], box, i)
		s.bytes(s.scratch)
		switch l.state(box, i) {
		case open:
			s.put(`" alive=true`)
		case inSolution:
			s.put(fmt.Sprintf(`" alive=true in_solution=true penwidth=2 color=%q fillcolor=%q fontcolor=%q`, theme.Single, theme.SingleBed, theme.Single))
		case inNone:
			s.put(fmt.Sprintf(`" alive=true in_solution=false style="filled,dashed" color=%q fillcolor=%q`, theme.Focus, theme.HighlightBed))
		case pruned:
			s.put(fmt.Sprintf(`" alive=false style="filled,dotted" fontcolor=%q`, theme.Removed))
		}
		s.put("]\n")
	}
	s.put("}\n")
}

// dotQuote writes a quoted string that Graphviz shows as it is: a backslash begins an escape
// in labels, an ampersand a character entity.
func dotQuote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `&`, `&amp;`).Replace(text) + `"`
}
