package minigrid

import (
	"context"
	"math"
	"math/bits"
	"slices"
)

// The number of fillings of a box is the permanent of the 0/1 matrix of its open cells and missing
// digits. It is worked out before anything is listed, so that memory is taken once and a limit is
// known to be exceeded before it is. Three ways:
//
//   - BoxOnly: e!, since every cell admits every missing digit;
//   - up to tableCells open cells: a table over the 2^e sets of used digits, which tells the
//     listing in addition which sets lead nowhere;
//   - more than that: the listing itself without keeping anything, up to the limit and one more. A
//     bound by M. Hall ends it at the first filling of most boxes that are beyond any limit.
//
// Ryser's formula needs no memory, but always takes the 2^e·e steps of which the table skips
// most, and says nothing about dead ends.

// tableCells bounds the table to 2^20 entries of 8 bytes.
const tableCells = 20

// count is the outcome for one box.
type count struct {
	size  uint64 // number of fillings; the largest number if it does not fit
	exact bool
	// leads has bit S set if the open cells from number |S| on can be filled with the digits not
	// in S; nil if that is not known.
	leads []uint64
}

// counter counts fillings and keeps the table of the largest box so far.
type counter struct {
	reading Fillings
	limit   uint64
	most    int // open cells of a box that is counted by the table
	ways    []uint64
}

// count counts the fillings of a box. A count that is not exact is a lower bound above the limit.
func (t *counter) count(ctx context.Context, b *blank) (count, error) {
	e := len(b.open)
	switch {
	case b.dead:
		return count{exact: true}, nil
	case t.reading == BoxOnly:
		size, ok := factorial(e)
		return count{size: size, exact: ok}, nil
	case e <= t.most:
		t.completions(b)
		c := count{size: t.ways[0], exact: true}
		if c.size > 0 && c.size <= t.limit {
			c.leads = make([]uint64, (len(t.ways)+63)/64)
			for s, w := range t.ways {
				if w != 0 {
					c.leads[s>>6] |= 1 << (s & 63)
				}
			}
		}
		return c, nil
	}
	l := newLister(ctx, b, nil)
	l.quota = 1
	if err := l.enumerate(0, 0); err != nil || l.count == 0 {
		return count{exact: true}, err
	}
	if least := b.hall(); least > t.limit {
		return count{size: least}, nil
	}
	l.count, l.quota = 0, int(t.limit)+1
	err := l.enumerate(0, 0)
	return count{size: uint64(l.count), exact: l.count < l.quota}, err
}

// hall returns a lower bound on the fillings of a box that has one: t!, if each open cell admits
// at least t digits, or each missing digit has at least t places. M. Hall, "Distinct
// representatives of subsets", Bulletin of the AMS 54 (1948) 922–926,
// doi:10.1090/S0002-9904-1948-09098-X.
func (b *blank) hall() uint64 {
	least := len(b.open)
	for _, admits := range b.admits {
		least = min(least, bits.OnesCount64(admits))
	}
	byDigit := len(b.open)
	for d := range b.names {
		places := 0
		for _, admits := range b.admits {
			places += int(admits >> d & 1)
		}
		byDigit = min(byDigit, places)
	}
	f, _ := factorial(max(least, byDigit))
	return f
}

// factorial returns e!, or the largest number and false if it does not fit into 64 bits.
func factorial(e int) (uint64, bool) {
	f := uint64(1)
	for i := 2; i <= e; i++ {
		high, low := bits.Mul64(f, uint64(i))
		if high != 0 {
			return math.MaxUint64, false
		}
		f = low
	}
	return f, true
}

// completions fills the table: for each set S of used digits the number of ways to fill the open
// cells from number |S| on with the others:
//
//	ways[all] = 1,  ways[S] = Σ ways[S ∪ {d}] over the digits d ∉ S that cell |S| admits
//
// They are at most 20!, which fits. ways[∅] is the number of fillings.
func (t *counter) completions(b *blank) {
	size := 1 << len(b.open)
	t.ways = slices.Grow(t.ways[:0], size)[:size]
	ways := t.ways
	ways[size-1] = 1
	for s := uint64(size - 1); s > 0; {
		s--
		var sum uint64
		for d := b.admits[bits.OnesCount64(s)] &^ s; d != 0; d &= d - 1 {
			sum += ways[s|d&-d]
		}
		ways[s] = sum
	}
}
