package graphio

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
)

// Format names the JSON form and its version.
const Format = "minigrid-graph/1"

// Document is the JSON form of a graph. Boxes, cells, units and fillings are counted from 0 as
// in packages board and minigrid.
type Document struct {
	Format string `json:"format"`
	Title  string `json:"title,omitempty"`
	// Puzzle is the board as one line in the alphabet of [board.Numeric], '.' for an empty
	// cell.
	Puzzle string          `json:"puzzle"`
	Shape  Shape           `json:"shape"`
	Config minigrid.Config `json:"config"`
	// All says that the fillings which phase 4 removed are listed too; WithEdges that the
	// edges between the fillings listed are; WithSolutions that it is known which fillings
	// solutions use.
	All           bool        `json:"all"`
	WithEdges     bool        `json:"with_edges"`
	WithSolutions bool        `json:"with_solutions"`
	Boxes         listOf[Box] `json:"boxes"`
	// Pairs are the dependent pairs of boxes by rising A, then B.
	Pairs listOf[Pair] `json:"pairs"`
}

// Shape is the geometry of the board, see [board.ShapeWith].
type Shape struct {
	Side int `json:"side"` // n
	Box  int `json:"box"`  // k, 0 for regions
	board.Variant
}

// Box is a box or region with its fillings.
type Box struct {
	Box      int             `json:"box"`
	Cells    []int           `json:"cells"` // n cells, rising
	Count    int             `json:"count"` // fillings that phase 2 found
	Alive    int             `json:"alive"` // of those, left by phase 4
	Fillings listOf[Filling] `json:"fillings"`
}

// Filling is a vertex.
type Filling struct {
	Index  int    `json:"index"`  // number in phase 2's list, 0…Count−1
	Digits string `json:"digits"` // n digits in the order of Cells, alphabet as Puzzle
	Alive  bool   `json:"alive"`
	// InSolution says whether some solution uses the vertex; nil if the vertex is pruned or
	// that was not asked.
	InSolution *bool `json:"in_solution,omitempty"`
}

// Pair is a dependent pair of boxes, A < B, with its edges.
type Pair struct {
	A     int   `json:"a"`
	B     int   `json:"b"`
	Units []int `json:"units"` // shared rows, columns, diagonals, rising, numbered as by board.Shape
	Count int64 `json:"count"` // edges that phase 3 found
	Alive int64 `json:"alive"` // of those, between alive fillings
	// Edges holds the edges between the fillings listed, rising; nil without WithEdges.
	Edges []Edge `json:"edges,omitzero"`
}

// Edge holds the indices of a filling of A and one of B that are compatible.
type Edge [2]int

// listOf is a list that is read up to its first fault: the standard library makes room for each further element, too.
type listOf[T any] []T

// UnmarshalJSON implements [json.Unmarshaler].
func (l *listOf[T]) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	*l = nil
	switch open, err := d.Token(); {
	case err != nil:
		return err
	case open == nil: // null
		return nil
	case open != json.Delim('['):
		return fmt.Errorf("%v, want a list", open)
	}
	for *l = []T{}; d.More(); {
		var v T
		if err := d.Decode(&v); err != nil {
			return err
		}
		if reflect.ValueOf(v).IsZero() {
			return fmt.Errorf("entry %d of a list says nothing", len(*l)+1)
		}
		*l = append(*l, v)
	}
	return nil
}

// UnmarshalJSON reads an array of two numbers, no fewer and no more.
func (e *Edge) UnmarshalJSON(data []byte) error {
	ends := make([]int, 0, 2)
	if err := json.Unmarshal(data, &ends); err != nil {
		return err
	}
	if len(ends) != 2 {
		return fmt.Errorf("edge of %d numbers, want 2", len(ends))
	}
	*e = Edge(ends)
	return nil
}

// ReadJSON reads what [WriteJSON] writes and checks it ([Document.Validate]). It holds the whole
// document in memory. Unknown fields and anything behind the document are errors.
func ReadJSON(r io.Reader) (*Document, error) {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	var d Document
	if err := dec.Decode(&d); err != nil {
		return nil, fmt.Errorf("graphio: JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("graphio: JSON: more after the document at byte %d", dec.InputOffset())
	}
	if err := d.Validate(); err != nil {
		return nil, err
	}
	return &d, nil
}

// Board returns the puzzle.
func (d *Document) Board() (board.Board, error) {
	s, err := board.ShapeWith(d.Shape.Side, d.Shape.Variant)
	if err != nil {
		return board.Board{}, fmt.Errorf("graphio: JSON: shape: %w", err)
	}
	if s.Box() != d.Shape.Box {
		return board.Board{}, fmt.Errorf("graphio: JSON: shape: box side %d, want %d", d.Shape.Box, s.Box())
	}
	b, err := board.ParseOn(s, d.Puzzle)
	if err != nil {
		return board.Board{}, fmt.Errorf("graphio: JSON: puzzle: %w", err)
	}
	return b, nil
}

// Validate reports the first place where the parts of the document do not fit together: boxes
// and pairs are those of the shape, fillings hold each digit once and keep the givens, edges
// join fillings that are listed, and the counts are right as far as the lists show. It does not
// ask whether phase 3 found the right edges.
func (d *Document) Validate() error {
	if d.Format != Format {
		return fmt.Errorf("graphio: JSON: format %q, want %q", d.Format, Format)
	}
	puzzle, err := d.Board()
	if err != nil {
		return err
	}
	if err := d.Config.Validate(); err != nil {
		return fmt.Errorf("graphio: JSON: %w", err)
	}
	shape := puzzle.Shape()
	if len(d.Boxes) != shape.Side() {
		return fmt.Errorf("graphio: JSON: %d boxes, want %d", len(d.Boxes), shape.Side())
	}
	for i := range d.Boxes {
		if err := d.validateBox(i, puzzle); err != nil {
			return fmt.Errorf("graphio: JSON: boxes[%d]: %w", i, err)
		}
	}
	pairs := minigrid.Dependent(shape)
	if len(d.Pairs) != len(pairs) {
		return fmt.Errorf("graphio: JSON: %d pairs, want %d", len(d.Pairs), len(pairs))
	}
	for i := range d.Pairs {
		if err := d.validatePair(&d.Pairs[i], pairs[i]); err != nil {
			return fmt.Errorf("graphio: JSON: pairs[%d]: %w", i, err)
		}
	}
	return nil
}

func (d *Document) validateBox(number int, puzzle board.Board) error {
	box := &d.Boxes[number]
	shape := puzzle.Shape()
	if box.Box != number {
		return fmt.Errorf("box %d, want %d", box.Box, number)
	}
	if cells := shape.Units()[2*shape.Side()+number]; !slices.Equal(box.Cells, cells) {
		return fmt.Errorf("cells %v, want %v", box.Cells, cells)
	}
	if box.Count < 0 || box.Count > math.MaxInt32 {
		return fmt.Errorf("%d fillings, want 0 to %d", box.Count, math.MaxInt32)
	}
	if box.Alive < 0 || box.Alive > box.Count {
		return fmt.Errorf("%d fillings alive, want 0 to %d", box.Alive, box.Count)
	}
	want := box.Alive
	if d.All {
		want = box.Count
	}
	if len(box.Fillings) != want {
		return fmt.Errorf("%d fillings listed, want %d", len(box.Fillings), want)
	}
	alive, last := 0, -1
	for i := range box.Fillings {
		f := &box.Fillings[i]
		if f.Index <= last || f.Index >= box.Count {
			return fmt.Errorf("fillings[%d]: index %d, want %d to %d", i, f.Index, last+1, box.Count-1)
		}
		last = f.Index
		if err := checkDigits(f.Digits, box.Cells, puzzle); err != nil {
			return fmt.Errorf("fillings[%d]: %w", i, err)
		}
		if known := d.WithSolutions && f.Alive; known != (f.InSolution != nil) {
			return fmt.Errorf("fillings[%d]: in_solution set: %t, want %t", i, f.InSolution != nil, known)
		}
		if f.Alive {
			alive++
		}
	}
	if alive != box.Alive {
		return fmt.Errorf("%d fillings listed as alive, want %d", alive, box.Alive)
	}
	return nil
}

// checkDigits holds a filling to the rules of a box.
func checkDigits(digits string, cells []int, puzzle board.Board) error {
	if len(digits) != len(cells) {
		return fmt.Errorf("%d digits, want %d", len(digits), len(cells))
	}
	var seen board.Digits
	for x := range len(digits) {
		digit := digitOf(digits[x], len(cells))
		given := puzzle.At(cells[x])
		name := puzzle.Shape().CellName(cells[x])
		switch {
		case digit == 0:
			return fmt.Errorf("%s holds %q, want a digit %c to %c", name, digits[x], board.Numeric[0], board.Numeric[len(cells)-1])
		case seen.Has(digit):
			return fmt.Errorf("%c twice", digits[x])
		case given != 0 && given != digit:
			return fmt.Errorf("%s holds %c, given is %c", name, digits[x], board.Numeric[given-1])
		}
		seen = seen.With(digit)
	}
	return nil
}

// digitOf returns the digit of a character on a board of side n, 0 if it is not a digit.
func digitOf(c byte, n int) int {
	for i := range n {
		if board.Numeric[i] == c {
			return i + 1
		}
	}
	return 0
}

func (d *Document) validatePair(p *Pair, want minigrid.Pair) error {
	if p.A != want.A || p.B != want.B || !slices.Equal(p.Units, want.Units) {
		return fmt.Errorf("boxes %d and %d share %v, want %d and %d, %v", p.A, p.B, p.Units, want.A, want.B, want.Units)
	}
	a, b := d.Boxes[p.A].index(), d.Boxes[p.B].index()
	if possible := int64(d.Boxes[p.A].Count) * int64(d.Boxes[p.B].Count); p.Alive < 0 || p.Alive > p.Count || p.Count > possible {
		return fmt.Errorf("%d edges of %d alive, want at most %d", p.Alive, p.Count, possible)
	}
	if !d.WithEdges {
		if len(p.Edges) != 0 {
			return errors.New("edges listed, with_edges says none are")
		}
		return nil
	}
	listed := p.Alive
	if d.All {
		listed = p.Count
	}
	if int64(len(p.Edges)) != listed {
		return fmt.Errorf("%d edges listed, want %d", len(p.Edges), listed)
	}
	var alive int64
	for i, e := range p.Edges {
		if i > 0 && slices.Compare(p.Edges[i-1][:], e[:]) >= 0 {
			return fmt.Errorf("edges[%d]: %v after %v, want rising", i, e, p.Edges[i-1])
		}
		aliveA, knownA := a[e[0]]
		aliveB, knownB := b[e[1]]
		if !knownA || !knownB {
			return fmt.Errorf("edges[%d]: %v joins a filling that is not listed", i, e)
		}
		if aliveA && aliveB {
			alive++
		}
	}
	if alive != p.Alive {
		return fmt.Errorf("%d edges listed between alive fillings, want %d", alive, p.Alive)
	}
	return nil
}

// index returns the fillings listed, each with whether it is alive.
func (b *Box) index() map[int]bool {
	out := make(map[int]bool, len(b.Fillings))
	for _, f := range b.Fillings {
		out[f.Index] = f.Alive
	}
	return out
}

// WriteJSON writes the graph as a [Document], one line for each filling.
//
// Errors: bad options, [ErrTooLarge] and a capped graph before anything is written; then those
// of w.
func WriteJSON(w io.Writer, g *minigrid.Graph, o Options) error {
	l, err := list(g, o)
	if err != nil {
		return err
	}
	config, err := json.Marshal(g.Config())
	if err != nil {
		return fmt.Errorf("graphio: JSON: config: %w", err)
	}
	shape, err := json.Marshal(Shape{Side: l.shape.Side(), Box: l.shape.Box(), Variant: l.shape.Variant()})
	if err != nil {
		return fmt.Errorf("graphio: JSON: shape: %w", err)
	}
	title, err := json.Marshal(plain(o.Title))
	if err != nil {
		return fmt.Errorf("graphio: JSON: title: %w", err)
	}
	s := newStream(w)
	s.put(`{"format":"`, Format, "\",\n")
	if plain(o.Title) != "" {
		s.put(`"title":`, string(title), ",\n")
	}
	s.put(`"puzzle":"`, l.puzzle.String(), "\",\n", `"shape":`, string(shape), ",\n", `"config":`, string(config), ",\n")
	s.put(`"all":`, strconv.FormatBool(o.All), `,"with_edges":`, strconv.FormatBool(o.Edges),
		`,"with_solutions":`, strconv.FormatBool(l.in != nil), ",\n")
	s.put(`"boxes":[`)
	for box := range l.boxes() {
		if box > 0 {
			s.put(",")
		}
		l.jsonBox(s, box)
	}
	s.put("],\n", `"pairs":[`)
	for pair := range g.Pairs() {
		if pair > 0 {
			s.put(",")
		}
		if err := l.jsonPair(s, pair); err != nil {
			break
		}
	}
	s.put("]}\n")
	return s.end("JSON")
}

func (l *listing) jsonBox(s *stream, box int) {
	s.put("\n", `{"box":`, strconv.Itoa(box), `,"cells":[`)
	s.ints(l.perms.Cells(box))
	s.put(`],"count":`, strconv.Itoa(l.perms.Count(box)), `,"alive":`, strconv.Itoa(l.g.AliveCount(box)), `,"fillings":[`)
	for n, i := range l.fillings[box] {
		if n > 0 {
			s.put(",")
		}
		s.put("\n", `{"index":`)
		s.int(int64(i))
		s.put(`,"digits":"`)
		s.scratch = l.appendDigits(s.scratch[:0], box, i)
		s.bytes(s.scratch)
		switch l.state(box, i) {
		case open:
			s.put(`","alive":true}`)
		case inSolution:
			s.put(`","alive":true,"in_solution":true}`)
		case inNone:
			s.put(`","alive":true,"in_solution":false}`)
		case pruned:
			s.put(`","alive":false}`)
		}
	}
	s.put("]}")
}

func (l *listing) jsonPair(s *stream, pair int) error {
	p := l.g.Pairs()[pair]
	all, alive := l.g.PairEdges(pair)
	s.put("\n", `{"a":`, strconv.Itoa(p.A), `,"b":`, strconv.Itoa(p.B), `,"units":[`)
	s.ints(p.Units)
	s.put(`],"count":`)
	s.int(all)
	s.put(`,"alive":`)
	s.int(alive)
	if l.o.Edges {
		s.put(`,"edges":[`)
		separator := "["
		err := l.eachEdge(pair, s.check, func(i, j int) {
			s.put(separator)
			s.int(int64(i))
			s.put(",")
			s.int(int64(j))
			s.put("]")
			separator = ",["
		})
		if err != nil {
			return err
		}
		s.put("]")
	}
	s.put("}")
	return nil
}
