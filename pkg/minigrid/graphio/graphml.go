package graphio

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"sudokulab/pkg/minigrid"
)

// graphMLHead declares the typed keys. attr.name is what the reading program shows; the
// schema wants it without blanks.
const graphMLHead = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
<key id="title" for="graph" attr.name="title" attr.type="string"/>
<key id="puzzle" for="graph" attr.name="puzzle" attr.type="string"/>
<key id="shape" for="graph" attr.name="shape" attr.type="string"/>
<key id="label" for="node" attr.name="label" attr.type="string"/>
<key id="box" for="node" attr.name="box" attr.type="int"/>
<key id="filling" for="node" attr.name="filling" attr.type="int"/>
<key id="digits" for="node" attr.name="digits" attr.type="string"/>
<key id="alive" for="node" attr.name="alive" attr.type="boolean"/>
<key id="in_solution" for="node" attr.name="in_solution" attr.type="boolean"/>
`

// WriteGraphML writes the graph as GraphML 1.0 with typed keys, for programs such as NetworkX,
// igraph, Gephi and yEd: a node b4f17 for filling 17 of box 4 (both counted from 0) with label, box,
// filling, digits, alive and, if it is known, in_solution; an undirected edge once, without
// attributes. The announced numbers of nodes and edges let a reader allocate.
//
// Errors: bad options, [ErrTooLarge] and a capped graph before anything is written; then those
// of w.
func WriteGraphML(w io.Writer, g *minigrid.Graph, o Options) error {
	l, err := list(g, o)
	if err != nil {
		return err
	}
	s := newStream(w)
	s.put(graphMLHead, `<graph id="minigrid" edgedefault="undirected" parse.nodeids="free" parse.edgeids="free" parse.order="nodesfirst" parse.nodes="`)
	s.int(l.vertices)
	s.put(`" parse.edges="`)
	s.int(l.edges)
	s.put("\">\n")
	if title := plain(o.Title); title != "" {
		s.put(`<data key="title">`, escape(title), "</data>\n")
	}
	s.put(`<data key="puzzle">`, l.puzzle.String(), "</data>\n")
	s.put(`<data key="shape">`, escape(l.shape.String()), "</data>\n")
	for box := range l.boxes() {
		l.graphMLBox(s, box)
	}
	if o.Edges {
		for pair, ends := range g.Pairs() {
			from := `<edge source="` + dotPrefix(ends.A)
			to := `" target="` + dotPrefix(ends.B)
			err := l.eachEdge(pair, s.check, func(i, j int) {
				s.put(from)
				s.int(int64(i))
				s.put(to)
				s.int(int64(j))
				s.put("\"/>\n")
			})
			if err != nil {
				break
			}
		}
	}
	s.put("</graph>\n</graphml>\n")
	return s.end("GraphML")
}

func (l *listing) graphMLBox(s *stream, box int) {
	id := `<node id="` + dotPrefix(box)
	number := `</data><data key="box">` + strconv.Itoa(box) + `</data><data key="filling">`
	for _, i := range l.fillings[box] {
		s.put(id)
		s.int(int64(i))
		s.put(`"><data key="label">`, l.label(box, i), number)
		s.int(int64(i))
		s.put(`</data><data key="digits">`)
		s.scratch = l.appendDigits(s.scratch[:0], box, i)
		s.bytes(s.scratch)
		switch l.state(box, i) {
		case open:
			s.put(`</data><data key="alive">true</data></node>`, "\n")
		case inSolution:
			s.put(`</data><data key="alive">true</data><data key="in_solution">true</data></node>`, "\n")
		case inNone:
			s.put(`</data><data key="alive">true</data><data key="in_solution">false</data></node>`, "\n")
		case pruned:
			s.put(`</data><data key="alive">false</data></node>`, "\n")
		}
	}
}

// label names a vertex for readers: the box from 1 and the rows of its digits.
func (v view) label(box, i int) string {
	rows := v.rows(box, i)
	for r := range rows {
		rows[r] = strings.ReplaceAll(rows[r], " ", "")
	}
	return strconv.Itoa(box+1) + ": " + strings.Join(rows, " ")
}

func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder never errs
	return b.String()
}
