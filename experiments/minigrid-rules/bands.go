package minigridrules

import (
	"context"
	"iter"
	"math/bits"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/stats"
)

// A puzzle with one solution cannot leave one stray, nor two. Let s be the solution and v a stray
// in box A. If v were joined to the filling of s in every box that A depends on, v could take its
// place in s: a second solution. So in some box B it is not, and what v is joined to there is a
// stray, w. If v and w were all, w would in the same way be joined to v and to s everywhere else,
// and both together could take their places: a second solution again. So there are three at least.
//
// Three are enough at 9×9, and this file finds such puzzles. In the simplest kind the strays lie in
// the three boxes of a band, one in each, with the columns of s, so that only rows matter. Then
// all other boxes may be given, and in the band every cell on which its stray and s agree.

// boxFilling is a filling of a 3×3 box with the digits of each of its rows as a set.
type boxFilling struct {
	digits [9]uint8
	rows   [3]uint16
}

// arrangements are the six orders of three things.
var arrangements = [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// arranged lists the 216 fillings with the columns of the given one, which comes first.
func arranged(of [9]uint8) []boxFilling {
	out := make([]boxFilling, 0, 216)
	for _, a := range arrangements {
		for _, b := range arrangements {
			for _, c := range arrangements {
				var f boxFilling
				for row := range 3 {
					f.digits[3*row], f.digits[3*row+1], f.digits[3*row+2] = of[3*a[row]], of[3*b[row]+1], of[3*c[row]+2]
					f.rows[row] = 1<<f.digits[3*row] | 1<<f.digits[3*row+1] | 1<<f.digits[3*row+2]
				}
				out = append(out, f)
			}
		}
	}
	return out
}

func (f *boxFilling) joined(o *boxFilling) bool {
	return f.rows[0]&o.rows[0]|f.rows[1]&o.rows[1]|f.rows[2]&o.rows[2] == 0
}

// bandCount is the number of bands with a given first box, the columns inside the other two boxes
// in rising order of their tops: 56 choices of rows, 36 orders in each box.
const bandCount = 56 * 36 * 36

// secondRows are the 56 ways to fill the three rows of the second box beside a first box with rows
// 123, 456 and 789; the third box takes the rest of each row.
func secondRows() (out [][3]uint16) {
	const all, top, middle, bottom = 0x3fe, 0x00e, 0x070, 0x380
	for a := uint16(0); a <= all; a += 2 {
		for b := uint16(0); b <= all; b += 2 {
			c := all &^ a &^ b
			if bits.OnesCount16(a) == 3 && bits.OnesCount16(b) == 3 && a&b == 0 && a&top == 0 && b&middle == 0 && c&bottom == 0 {
				out = append(out, [3]uint16{a, b, c})
			}
		}
	}
	return out
}

// band returns one of these bands by number, given the rows of second boxes.
func band(seconds [][3]uint16, number int) [3][9]uint8 {
	first := [9]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}
	second := seconds[number/36/36]
	var third [3]uint16
	for row := range third {
		third[row] = 0x3fe &^ (0x00e << (3 * row)) &^ second[row]
	}
	return [3][9]uint8{first, spread(second, number/36%36), spread(third, number%36)}
}

// spread writes the digits of three rows into a box, the second and third row in some order.
func spread(rows [3]uint16, order int) (box [9]uint8) {
	orders := [3][3]int{arrangements[0], arrangements[order/6], arrangements[order%6]}
	for row, set := range rows {
		for _, at := range orders[row] {
			box[3*row+at] = uint8(bits.TrailingZeros16(set))
			set &= set - 1
		}
	}
	return box
}

// bandStride has no factor in common with bandCount, so that its multiples go through all bands, and
// a few of them are spread over all kinds.
const bandStride = 44851

// bandSearch is what a search through bands has come across.
type bandSearch struct {
	oracle         oracle
	rng            *rand.Rand
	lines, singles minigrid.Config

	triples, unique, three, afterSingles int64
	fullest, thinnest                    board.Board // with three strays: most givens; fewest, after singles
}

// bands goes through bands for three fillings that are no solution's and support each other, and
// prunes the puzzles made of them. Singles solve these puzzles, so each with three strays is
// thinned and looked at again after singles.
func bands(ctx context.Context, cfg Config, r *lab.Run) error {
	o, err := newOracle(board.Standard())
	if err != nil {
		return err
	}
	s := bandSearch{
		oracle: o, rng: rand.New(rand.NewPCG(r.Seed, 2)),
		lines:   cfg.reading(minigrid.Lines, minigrid.Disjoint, minigrid.Supported),
		singles: cfg.reading(minigrid.Singles, minigrid.Disjoint, minigrid.Supported),
	}
	seconds := secondRows()
	with := 0
	for i := range cfg.Bands {
		before := s.three
		if err := s.see(ctx, band(seconds, i*bandStride%bandCount)); err != nil {
			return err
		}
		with += stats.Indicator[int](s.three > before)
		r.Progress(i+1, cfg.Bands)
	}
	exact := func(name string, v int64, unit string) { r.Exact(name, float64(v), unit, cfg.Bands) }
	exact("bands", int64(cfg.Bands), "bands")
	exact("bands.with-three", int64(with), "bands")
	exact("triples", s.triples, "triples")
	exact("unique", s.unique, "puzzles")
	exact("three", s.three, "puzzles")
	exact("thinned.three-after-singles", s.afterSingles, "puzzles")
	r.Text("fullest", s.fullest.String())
	r.Text("thinnest", s.thinnest.String())
	return nil
}

// see goes through the triples of one band.
func (s *bandSearch) see(ctx context.Context, b [3][9]uint8) error {
	for strays := range supporting(b) {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.triples++
		puzzle, err := bandPuzzle(ctx, s.oracle, b, strays)
		if err != nil {
			return err
		}
		solutions, err := s.oracle.upToTwo(ctx, puzzle)
		if err != nil {
			return err
		}
		if solutions != 1 {
			continue
		}
		s.unique++
		is, err := hasThree(ctx, s.lines, puzzle)
		if err != nil {
			return err
		}
		if !is {
			continue
		}
		s.three++
		if s.fullest.IsZero() || puzzle.Filled() > s.fullest.Filled() {
			s.fullest = puzzle.Clone()
		}
		if err := s.thin(ctx, puzzle); err != nil {
			return err
		}
		if is, err = hasThree(ctx, s.singles, puzzle); err != nil {
			return err
		}
		if is {
			s.afterSingles++
			if s.thinnest.IsZero() || puzzle.Filled() < s.thinnest.Filled() {
				s.thinnest = puzzle
			}
		}
	}
	return nil
}

// hasThree reports whether pruning leaves three vertices in addition to the nine of the one solution.
func hasThree(ctx context.Context, cfg minigrid.Config, puzzle board.Board) (bool, error) {
	g, err := build(ctx, puzzle, cfg)
	if err != nil {
		return false, err
	}
	return g.Metrics().Alive == 9+3, nil
}

// thin takes givens away in random order for as long as the puzzle has one solution and three
// strays.
func (s *bandSearch) thin(ctx context.Context, puzzle board.Board) error {
	for _, cell := range s.rng.Perm(puzzle.Shape().Cells()) {
		d := puzzle.At(cell)
		if d == 0 {
			continue
		}
		puzzle.Set(cell, 0)
		solutions, err := s.oracle.upToTwo(ctx, puzzle)
		if err != nil {
			return err
		}
		keep := false
		if solutions == 1 {
			if keep, err = hasThree(ctx, s.lines, puzzle); err != nil {
				return err
			}
		}
		if !keep {
			puzzle.Set(cell, d)
		}
	}
	return nil
}

// supporting yields the triples of fillings of the three boxes, none of them the band's own, of
// which each has in both other boxes the band's filling or that of the triple for a neighbour,
// while no three of these six but the band's own are joined to each other.
func supporting(b [3][9]uint8) iter.Seq[[3]boxFilling] {
	var all [3][]boxFilling
	for i := range all {
		all[i] = arranged(b[i])
	}
	return func(yield func([3]boxFilling) bool) {
		own := [3]*boxFilling{&all[0][0], &all[1][0], &all[2][0]}
		for i := 1; i < len(all[0]); i++ {
			x := &all[0][i]
			xb, xc := x.joined(own[1]), x.joined(own[2])
			if xb && xc {
				continue
			}
			for j := 1; j < len(all[1]); j++ {
				y := &all[1][j]
				ya, yc := y.joined(own[0]), y.joined(own[2])
				xy := x.joined(y)
				if ya && yc || !xy && (!xb || !ya) || xy && xc && yc {
					continue
				}
				for k := 1; k < len(all[2]); k++ {
					z := &all[2][k]
					za, zb := z.joined(own[0]), z.joined(own[1])
					xz, yz := x.joined(z), y.joined(z)
					supported := (xc || xz) && (yc || yz) && (za || xz) && (zb || yz)
					again := za && zb || xy && xz && yz || xz && xb && zb || yz && ya && za
					if supported && !again && !yield([3]boxFilling{*x, *y, *z}) {
						return
					}
				}
			}
		}
	}
}

// bandPuzzle completes a band to a full grid and empties the cells on which the triple differs.
func bandPuzzle(ctx context.Context, o oracle, b [3][9]uint8, strays [3]boxFilling) (board.Board, error) {
	start := board.New(board.Standard())
	cell := func(box, i int) int { return i/3*9 + 3*box + i%3 }
	for box := range b {
		for i, d := range b[box] {
			start.Set(cell(box, i), int(d))
		}
	}
	grids, _, err := o.all(ctx, start, 1)
	if err != nil {
		return board.Board{}, err
	}
	puzzle := grids[0]
	for box := range b {
		for i, d := range b[box] {
			if strays[box].digits[i] != d {
				puzzle.Set(cell(box, i), 0)
			}
		}
	}
	return puzzle, nil
}
