package symmetry

import (
	"math/big"
	"math/bits"

	"sudokulab/pkg/board"
)

// Automorphisms returns the number of geometric transforms (transposition and permutations
// of lines) after which some relabelling of the digits restores b; equally, the number of
// those that lead to the canonical form. The class of b has [GeometricOrder] / Automorphisms
// · n!/(n−m)! members, where m is the number of different digits on b. Errors are as for
// [Canonicalizer.Canonical].
func (c *Canonicalizer) Automorphisms(b board.Board) (*big.Int, error) {
	if err := c.run(b); err != nil {
		return nil, err
	}
	total := new(big.Int)
	for i := range c.m.ties {
		total.Add(total, c.m.members(&c.m.ties[i]))
	}
	return total, nil
}

// members returns the number of geometric transforms that a complete state stands for:
// the exchanges of columns in a class, of stacks in a group, of empty rows in a band and of
// empty bands.
func (m *minlex) members(s *state) *big.Int {
	total := big.NewInt(1)
	for p := 0; p < m.n; {
		end := s.classEnd(p)
		total.Mul(total, factorial(end-p))
		p = end
	}
	for q := 0; q < m.k; {
		end := s.groupEnd(q)
		total.Mul(total, factorial(end-q))
		q = end
	}
	emptyBands := 0
	for b := range m.k {
		e := bits.OnesCount64(m.empty[s.side] >> (b * m.k) & (1<<m.k - 1))
		total.Mul(total, factorial(e))
		if e == m.k {
			emptyBands++
		}
	}
	return total.Mul(total, factorial(emptyBands))
}

// Automorphisms counts the geometric automorphisms of b with [DefaultLimits]; see
// [Canonicalizer.Automorphisms].
func Automorphisms(b board.Board) (*big.Int, error) {
	c := Canonicalizer{m: minlex{limits: DefaultLimits()}}
	return c.Automorphisms(b)
}
