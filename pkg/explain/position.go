package explain

import (
	"fmt"
	"math/bits"
	"strings"

	"sudokulab/pkg/board"
)

// Candidate is a digit for a cell.
type Candidate struct {
	Cell  int `json:"cell"`
	Digit int `json:"digit"`
}

// Position is a board as a person sees it: digits, and pencil marks in the empty cells. The marks of
// a cell are its candidates: all digits that no peer holds, or fewer where steps or the person have
// struck some. An [Explainer] makes positions. A Position serves one goroutine at a time.
//
// It holds the same candidates three times, so that each kind of finder reads the form that it needs:
// by cell, by digit as a set of cells, and by unit and digit as a mask of the unit's places.
type Position struct {
	geo    *geometry
	digits []uint8        // by cell, 0 for an empty one
	marks  []board.Digits // by cell, empty for a filled one
	cells  []Cells        // by digit − 1: the empty cells that have it
	places []uint64       // by unit·n + digit − 1: the empty cells of the unit that have it, by position
	open   []uint64       // by unit: its empty cells, by position
	held   []board.Digits // by unit: the digits in its cells
	left   int            // empty cells
	broken bool           // a cell, or a digit in a unit, has nothing left; or a unit holds a digit twice
	stale  []Candidate    // marks that the person has and a peer's digit forbids

	alphabet board.Alphabet // in which sentences write digits, board.Numeric if empty
}

func newPosition(g *geometry) *Position {
	p := &Position{
		geo: g, digits: make([]uint8, g.shape.Cells()), marks: make([]board.Digits, g.shape.Cells()),
		cells: make([]Cells, g.n), places: make([]uint64, len(g.units)*g.n),
		open: make([]uint64, len(g.units)), held: make([]board.Digits, len(g.units)),
	}
	for d := range p.cells {
		p.cells[d] = make(Cells, g.words)
	}
	return p
}

// load takes a board up. marks may be nil; a cell without marks has all that its peers allow.
func (p *Position) load(cells []uint8, marks []board.Digits) {
	g := p.geo
	p.broken, p.left, p.stale = false, 0, p.stale[:0]
	clear(p.held)
	clear(p.open)
	clear(p.places)
	clear(p.marks)
	for d := range p.cells {
		p.cells[d].Clear()
	}
	copy(p.digits, cells)
	for c, d := range cells {
		if d == 0 {
			p.left++
			continue
		}
		for _, at := range g.at[c] {
			if p.held[at.unit].Has(int(d)) {
				p.broken = true
			}
			p.held[at.unit] = p.held[at.unit].With(int(d))
		}
	}
	for c, d := range cells {
		if d != 0 {
			continue
		}
		may := g.all
		for _, at := range g.at[c] {
			may &^= p.held[at.unit]
			p.open[at.unit] |= at.bit
		}
		if len(marks) > 0 && marks[c] != 0 {
			for d := range (marks[c] &^ may).All() {
				p.stale = append(p.stale, Candidate{c, d})
			}
			may &= marks[c]
		}
		p.marks[c] = may
		p.broken = p.broken || may == 0
		for m := may; m != 0; m &= m - 1 {
			i := bits.TrailingZeros64(uint64(m))
			p.cells[i].Add(c)
			for _, at := range g.at[c] {
				p.places[at.unit*g.n+i] |= at.bit
			}
		}
	}
	for u, held := range p.held {
		for m := g.all &^ held; m != 0; m &= m - 1 {
			if p.places[u*g.n+m.First()-1] == 0 {
				p.broken = true
			}
		}
	}
}

// place puts a digit into an empty cell and strikes it from the peers.
func (p *Position) place(c, d int) {
	g := p.geo
	for m := p.marks[c]; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(uint64(m))
		p.cells[i].Drop(c)
		for _, at := range g.at[c] {
			k := at.unit*g.n + i
			if p.places[k] &^= at.bit; p.places[k] == 0 && i != d-1 && !p.held[at.unit].Has(i+1) {
				p.broken = true
			}
		}
	}
	p.digits[c], p.marks[c] = uint8(d), 0
	p.left--
	for _, at := range g.at[c] {
		p.broken = p.broken || p.held[at.unit].Has(d)
		p.held[at.unit] = p.held[at.unit].With(d)
		p.open[at.unit] &^= at.bit
	}
	have := p.cells[d-1]
	for i, w := range g.peers[c] {
		for w &= have[i]; w != 0; w &= w - 1 {
			p.strike(i<<6+bits.TrailingZeros64(w), d)
		}
	}
}

// strike takes a candidate away, if it is there.
func (p *Position) strike(c, d int) {
	if !p.marks[c].Has(d) {
		return
	}
	if p.marks[c] = p.marks[c].Without(d); p.marks[c] == 0 {
		p.broken = true
	}
	p.cells[d-1].Drop(c)
	for _, at := range p.geo.at[c] {
		k := at.unit*p.geo.n + d - 1
		if p.places[k] &^= at.bit; p.places[k] == 0 && !p.held[at.unit].Has(d) {
			p.broken = true
		}
	}
}

// Apply does what a step says: its placements, then its strikes. It panics for a step without a shape or
// of another one ([Step.Shape]).
func (p *Position) Apply(s *Step) {
	if s == nil || s.shape == nil || s.shape != p.Shape() {
		panic("explain: no step, or one on a board of another shape")
	}
	for _, x := range s.Places {
		if p.digits[x.Cell] == 0 {
			p.place(x.Cell, x.Digit)
		}
	}
	for _, x := range s.Strikes {
		p.strike(x.Cell, x.Digit)
	}
}

// Shape returns the board's geometry, nil for the zero Position.
func (p *Position) Shape() *board.Shape {
	if p.geo == nil {
		return nil
	}
	return p.geo.shape
}

// At returns the digit in a cell, 0 if it is empty. It panics for a cell outside the board.
func (p *Position) At(cell int) int { return int(p.digits[p.inside(cell)]) }

// Marks returns the candidates of a cell, none for a filled one. It panics for a cell outside the
// board.
func (p *Position) Marks(cell int) board.Digits { return p.marks[p.inside(cell)] }

// inside returns a cell of the board and panics for any other number.
func (p *Position) inside(cell int) int {
	if cell < 0 || cell >= len(p.digits) {
		panic(fmt.Sprintf("explain: cell %d of a board of %d", cell, len(p.digits)))
	}
	return cell
}

// Open returns the number of empty cells.
func (p *Position) Open() int { return p.left }

// Board returns the digits as a board of their own.
func (p *Position) Board() board.Board {
	b := board.New(p.Shape())
	copy(b.Cells(), p.digits)
	return b
}

// Candidates returns the marks of all cells, as package render draws them.
func (p *Position) Candidates() []board.Digits { return append([]board.Digits(nil), p.marks...) }

// Clone returns an independent copy.
func (p *Position) Clone() *Position {
	if p.geo == nil {
		return &Position{}
	}
	q := newPosition(p.geo)
	q.alphabet = p.alphabet
	q.load(p.digits, nil)
	for c := range p.marks {
		for m := q.marks[c] &^ p.marks[c]; m != 0; m &= m - 1 {
			q.strike(c, m.First())
		}
	}
	q.stale = append(q.stale, p.stale...)
	q.broken = p.broken
	return q
}

// Struck writes the marks that are missing of those that the digits allow, as [Explainer.Parse] reads
// them: "r1c3-27 r4c5-8", with the digits in board.Numeric; empty if none is.
func (p *Position) Struck() string {
	var b strings.Builder
	for c, may := range board.Candidates(p.Board()) {
		if p.digits[c] != 0 || may == p.marks[c] {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(p.geo.shape.CellName(c) + "-")
		for d := range (may &^ p.marks[c]).All() {
			b.WriteByte(board.Numeric[d-1])
		}
	}
	return b.String()
}

// parseStruck reads what [Position.Struck] writes and strikes it.
func (p *Position) parseStruck(text string) error {
	for field := range strings.FieldsSeq(text) {
		name, digits, ok := strings.Cut(field, "-")
		var row, col int
		if _, err := fmt.Sscanf(name, "r%dc%d", &row, &col); err != nil || !ok || digits == "" ||
			row < 1 || row > p.geo.n || col < 1 || col > p.geo.n || p.geo.shape.CellName(p.geo.shape.Cell(row-1, col-1)) != name {
			return fmt.Errorf("explain: %q, want a cell and digits, such as r1c3-27", field)
		}
		c := p.geo.shape.Cell(row-1, col-1)
		for i := range len(digits) {
			d := strings.IndexByte(string(board.Numeric), digits[i]) + 1
			if d < 1 || !p.marks[c].Has(d) {
				return fmt.Errorf("explain: %q: %s has no candidate %c to strike", field, name, digits[i])
			}
			p.strike(c, d)
		}
	}
	return nil
}
