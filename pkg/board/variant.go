package board

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"weak"
)

// Variant says how a shape differs from a plain one. The zero Variant is the plain game.
type Variant struct {
	// Diagonals demands each digit once on both long diagonals as well.
	Diagonals bool `json:"diagonals,omitempty"`
	// Regions holds, for each cell, the number of the region that it belongs to, 0…n−1; none
	// stands for square boxes. Each region has n cells that hang together by their sides.
	Regions []int `json:"regions,omitempty"`
}

// variants holds the shapes that are not plain by their keys (see key). Without it, two
// boards of one jigsaw would compare as different; with strong pointers, a program that goes
// through jigsaws would keep them all. A shape that nothing else holds is collected, and its
// entry goes with it.
var variants = struct {
	sync.Mutex
	shapes map[string]weak.Pointer[Shape]
}{shapes: make(map[string]weak.Pointer[Shape])}

// ShapeWith returns the shape of a side and a variant. Without regions the side is 4, 9, 16,
// 25 or 36, with them any from [MinSide] to [MaxSide]. Equal variants give the same shape for
// as long as anyone holds it; how the regions are numbered makes no difference, the shape
// numbers them by their first cells. Regions that are the square boxes give the shape without
// regions.
//
// It errs if the side does not exist, or the regions are not n for n² cells, each of n cells
// that hang together. Errors count regions from 1, as [Shape.UnitName] does.
func ShapeWith(side int, v Variant) (*Shape, error) {
	switch {
	case len(v.Regions) == 0:
		v.Regions = nil
		if boxOfSide(side) == 0 {
			return nil, fmt.Errorf("board: side %d without regions, want 4, 9, 16, 25 or 36", side)
		}
	case side < MinSide || side > MaxSide:
		return nil, fmt.Errorf("board: side %d, want %d to %d", side, MinSide, MaxSide)
	case len(v.Regions) != side*side:
		return nil, fmt.Errorf("board: regions of %d cells, want %d for side %d", len(v.Regions), side*side, side)
	default:
		for cell, r := range v.Regions {
			if r < 0 || r >= side {
				return nil, fmt.Errorf("board: %s has region number %d, want 0 to %d", cellName(side, cell), r, side-1)
			}
		}
		if err := checkRegions(side, v.Regions, func(r int) string { return strconv.Itoa(r + 1) }); err != nil {
			return nil, err
		}
		v.Regions = normalize(v.Regions, side)
		if square(v.Regions, side) {
			v.Regions = nil
		}
	}
	if v.Regions == nil && !v.Diagonals {
		return ShapeOfSide(side)
	}
	return intern(side, v), nil
}

// intern returns the one shape of a valid, normal variant that is not plain.
func intern(side int, v Variant) *Shape {
	key := v.key(side)
	find := func() *Shape { return variants.shapes[key].Value() }
	variants.Lock()
	s := find()
	variants.Unlock()
	if s != nil {
		return s
	}
	fresh := buildShape(side, v) // milliseconds for a large side: not under the lock
	variants.Lock()
	defer variants.Unlock()
	if s := find(); s != nil {
		return s
	}
	pointer := weak.Make(fresh)
	variants.shapes[key] = pointer
	runtime.AddCleanup(fresh, func(key string) {
		variants.Lock()
		defer variants.Unlock()
		if variants.shapes[key] == pointer { // not a later shape of the same variant
			delete(variants.shapes, key)
		}
	}, key)
	return fresh
}

// key tells a normal variant of a side from all others: a byte for the side, one for the
// diagonals, then one for each cell's region.
func (v Variant) key(side int) string {
	key := make([]byte, 0, 2+len(v.Regions))
	key = append(key, byte(side), 0)
	if v.Diagonals {
		key[1] = 1
	}
	for _, r := range v.Regions {
		key = append(key, byte(r))
	}
	return string(key)
}

// normalize returns the regions numbered in the order of their first cells. Square boxes so
// get the numbers that they have on a plain board.
func normalize(regions []int, side int) []int {
	number := make([]int, side) // number + 1, 0 while unknown
	next := 0
	out := make([]int, len(regions))
	for cell, r := range regions {
		if number[r] == 0 {
			next++
			number[r] = next
		}
		out[cell] = number[r] - 1
	}
	return out
}

// square reports whether normal regions are the boxes of a plain board.
func square(regions []int, side int) bool {
	k := boxOfSide(side)
	if k == 0 {
		return false
	}
	for cell, r := range regions {
		if r != cell/side/k*k+cell%side/k {
			return false
		}
	}
	return true
}

// checkRegions returns an error unless each of the regions 0…side−1 has side cells that hang
// together by their sides.
func checkRegions(side int, regions []int, name func(region int) string) error {
	size := make([]int, side)
	for _, r := range regions {
		size[r]++
	}
	for r, cells := range size {
		if cells != side {
			return fmt.Errorf("board: region %s has %d cells, want %d", name(r), cells, side)
		}
	}
	// From the first cell of each region all others must be reached.
	reached := make([]bool, len(regions))
	first := make([]int, side) // cell + 1, 0 while unknown
	var open []int
	for start, r := range regions {
		if first[r] != 0 {
			if !reached[start] {
				return fmt.Errorf("board: region %s is in pieces: %s does not hang together with %s",
					name(r), cellName(side, start), cellName(side, first[r]-1))
			}
			continue
		}
		first[r] = start + 1
		reached[start] = true
		for open = append(open[:0], start); len(open) > 0; {
			cell := open[len(open)-1]
			open = open[:len(open)-1]
			for _, next := range neighbours(side, cell) {
				if next >= 0 && regions[next] == r && !reached[next] {
					reached[next] = true
					open = append(open, next)
				}
			}
		}
	}
	return nil
}

// neighbours returns the cells above, left of, right of and below a cell, −1 beyond an edge.
func neighbours(side, cell int) [4]int {
	out := [4]int{cell - side, cell - 1, cell + 1, cell + side}
	if cell%side == 0 {
		out[1] = -1
	}
	if cell%side == side-1 {
		out[2] = -1
	}
	if out[3] >= side*side {
		out[3] = -1
	}
	return out
}

// ParseRegions reads a map of regions for [Variant]: n² characters row by row, one of n
// different symbols for each cell, each n times and its cells hanging together. White space
// is ignored, so the map may stand in rows. Any other character will do as a symbol. The
// regions are numbered in the order in which they first appear, which numbers the square
// boxes of a plain board as the plain board does.
func ParseRegions(text string) ([]int, error) {
	var symbols []rune
	var regions []int
	for _, c := range text {
		if unicode.IsSpace(c) {
			continue
		}
		r := slices.Index(symbols, c)
		if r < 0 {
			r = len(symbols)
			if r < MaxSide+1 { // one more than there may be suffices to be wrong
				symbols = append(symbols, c)
			}
		}
		regions = append(regions, r)
	}
	side := MinSide
	for side < MaxSide && side*side < len(regions) {
		side++
	}
	switch {
	case side*side != len(regions):
		return nil, fmt.Errorf("board: map of regions has %d characters, want n² for a side n from %d to %d", len(regions), MinSide, MaxSide)
	case len(symbols) > MaxSide:
		return nil, fmt.Errorf("board: map of regions has more than %d symbols, want %d for its %d cells", MaxSide, side, side*side)
	case len(symbols) != side:
		return nil, fmt.Errorf("board: map of regions has %d symbols, want %d for its %d cells", len(symbols), side, side*side)
	}
	if err := checkRegions(side, regions, func(r int) string { return fmt.Sprintf("%q", symbols[r]) }); err != nil {
		return nil, err
	}
	return regions, nil
}

// FormatRegions writes regions as [ParseRegions] reads them, in one line without spaces, the
// regions 0, 1, 2, … as the characters of [Numeric]. It errs on a number that has no character.
func FormatRegions(regions []int) (string, error) {
	var b strings.Builder
	for cell, r := range regions {
		if r < 0 || r >= MaxSide {
			return "", fmt.Errorf("board: cell %d has region number %d, want 0 to %d", cell, r, MaxSide-1)
		}
		b.WriteByte(Numeric[r])
	}
	return b.String(), nil
}

var errNoShape = errors.New("board: no shape")

// sameSide returns an error unless the shape takes boards of so many cells.
func sameSide(s *Shape, cells int) error {
	switch {
	case s == nil:
		return errNoShape
	case cells != s.Cells():
		return fmt.Errorf("board: %d cells, want %d for %v", cells, s.Cells(), s)
	}
	return nil
}
