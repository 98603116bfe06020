package explain

import (
	"fmt"
	"math/bits"

	"sudokulab/pkg/board"
)

// Check returns an [ErrContradiction] that says where, if a unit holds a digit twice, a cell has no
// candidate or a digit no place in a unit. A position that passes may still have no solution.
func (p *Position) Check() error {
	if !p.broken {
		return nil
	}
	name := p.geo.shape.CellName
	for _, c := range board.Conflicts(p.Board()) {
		return fmt.Errorf("%w: %s holds %s twice, in %s and %s", ErrContradiction, c.Unit, digitName(c.Digit, p.alphabet), name(c.A), name(c.B))
	}
	for c, m := range p.marks {
		if p.digits[c] == 0 && m == 0 {
			return fmt.Errorf("%w: no digit is left for %s", ErrContradiction, name(c))
		}
	}
	for u, held := range p.held {
		for m := p.geo.all &^ held; m != 0; m &= m - 1 {
			if d := bits.TrailingZeros64(uint64(m)); p.places[u*p.geo.n+d] == 0 {
				return fmt.Errorf("%w: %s has no place left for %s", ErrContradiction, unitName(p.geo.shape, u), digitName(d+1, p.alphabet))
			}
		}
	}
	return ErrContradiction
}
