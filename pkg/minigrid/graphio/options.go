package graphio

import (
	"errors"
	"fmt"
	"strconv"

	"sudokulab/pkg/minigrid"
)

// Options are the settings of the three forms that list the graph: [WriteDOT],
// [WriteGraphML] and [WriteJSON].
type Options struct {
	// Title names the graph in the file; "" leaves it out.
	Title string `json:"title,omitempty"`
	// All writes the vertices that phase 4 removed as well, and their edges of phase 3.
	// Otherwise only alive vertices are written.
	All bool `json:"all"`
	// Edges writes the edges between the vertices written.
	Edges bool `json:"edges"`
	// MaxVertices and MaxEdges bound what is written; 0 for no bound. A graph beyond them is
	// refused before the first byte: a 9×9 board with few givens has millions of edges, and
	// no program that draws graphs is of use for them.
	MaxVertices int64 `json:"max_vertices"`
	MaxEdges    int64 `json:"max_edges"`
	// InSolutions is the outcome of [minigrid.Graph.InSolutions] if it was asked for: by box
	// and filling, whether some solution uses the vertex. nil leaves it unknown.
	InSolutions [][]bool `json:"-"`
}

// The default bounds: a few megabytes of DOT.
const (
	defaultMaxVertices = 20_000
	defaultMaxEdges    = 200_000
)

// DefaultOptions writes the alive vertices and the edges between them, if there are not more
// than 20,000 and 200,000.
func DefaultOptions() Options {
	return Options{Edges: true, MaxVertices: defaultMaxVertices, MaxEdges: defaultMaxEdges}
}

// Validate reports the first setting that is out of bounds.
func (o Options) Validate() error {
	switch {
	case o.MaxVertices < 0:
		return fmt.Errorf("graphio: options: max_vertices is %d, want 0 or more", o.MaxVertices)
	case o.MaxEdges < 0:
		return fmt.Errorf("graphio: options: max_edges is %d, want 0 or more", o.MaxEdges)
	}
	return nil
}

// ErrTooLarge is the error for a graph beyond MaxVertices or MaxEdges; nothing was written.
var ErrTooLarge = errors.New("graph too large to be written")

// admit holds the size of what would be written to the bounds.
func (o Options) admit(vertices, edges int64) error {
	switch {
	case o.MaxVertices > 0 && vertices > o.MaxVertices:
		return fmt.Errorf("graphio: %w: %s vertices, limit %s", ErrTooLarge, thousands(vertices), thousands(o.MaxVertices))
	case o.MaxEdges > 0 && edges > o.MaxEdges:
		return fmt.Errorf("graphio: %w: %s edges, limit %s", ErrTooLarge, thousands(edges), thousands(o.MaxEdges))
	}
	return nil
}

// thousands writes a number with a comma between groups of three digits.
func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	first := 1
	if n < 0 {
		first = 2
	}
	for i := len(s) - 3; i >= first; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// listing is a graph with the choice of its vertices that is to be written.
type listing struct {
	view
	o        Options
	fillings [][]int // by box, rising
	vertices int64
	edges    int64 // to be written: 0 without Options.Edges
}

// list selects the vertices and checks the bounds.
func list(g *minigrid.Graph, o Options) (*listing, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	v, err := newView(g, o.InSolutions)
	if err != nil {
		return nil, err
	}
	l := &listing{view: v, o: o}
	for box := range v.boxes() {
		if o.All {
			l.vertices += int64(v.perms.Count(box))
		} else {
			l.vertices += int64(g.AliveCount(box))
		}
	}
	if o.Edges && o.All {
		l.edges = g.Edges()
	} else if o.Edges {
		l.edges = g.AliveEdges()
	}
	if err := o.admit(l.vertices, l.edges); err != nil {
		return nil, err
	}
	l.fillings = make([][]int, v.boxes())
	for box := range l.fillings {
		if !o.All {
			l.fillings[box] = v.alive(box)
			continue
		}
		l.fillings[box] = make([]int, v.perms.Count(box))
		for i := range l.fillings[box] {
			l.fillings[box][i] = i
		}
	}
	return l, nil
}

// eachEdge calls emit once for each edge of a pair to be written, by rising filling of A, then
// of B. It ends with the first error of check, which is asked once for each filling of A.
func (l *listing) eachEdge(pair int, check func() error, emit func(i, j int)) error {
	if all, alive := l.g.PairEdges(pair); all == 0 || !l.o.All && alive == 0 {
		return check()
	}
	ends := l.g.Pairs()[pair]
	for _, i := range l.fillings[ends.A] {
		a := minigrid.Vertex{Box: ends.A, Filling: i}
		for _, j := range l.fillings[ends.B] {
			if l.g.Adjacent(a, minigrid.Vertex{Box: ends.B, Filling: j}) {
				emit(i, j)
			}
		}
		if err := check(); err != nil {
			return err
		}
	}
	return check()
}
