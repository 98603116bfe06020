package minigridrules

import (
	"context"
	"fmt"
	"math/bits"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/symmetry"
)

// fourGrids are the full 4×4 grids up to symmetry. Every 4×4 board with a solution is, but for a
// symmetry, a part of one of them; four counts all grids to show that there are no others.
var fourGrids = []string{"1234341221434321", "1234341223414123"}

// fewest is the board with the fewest vertices of some kind, more than none; among equals the one
// with the most givens, then the first.
type fewest struct {
	count  int64
	givens int
	board  string
}

func (f *fewest) see(count int64, b board.Board) {
	if count > 0 && (f.board == "" || count < f.count || count == f.count && b.Filled() > f.givens) {
		*f = fewest{count, b.Filled(), b.String()}
	}
}

func (f *fewest) keep(r *lab.Run, name string) {
	r.Count(name+".fewest", f.count, "vertices")
	r.Text(name+".fewest", f.board)
}

// fourTally counts boards; every board of an orbit counts.
type fourTally struct {
	boards, unique, ambiguous         int64
	uniqueStrays, ambiguousStrays     int64 // boards with strays left by a supporter in each dependent box
	boxDiffers, singlesDiffer         int64 // boards on which another listing leaves other numbers
	degreeBoxesMore, degreeEdgesMore  int64 // boards on which the paper's degrees leave more
	wrong                             int64 // vertices of solutions removed by any rule
	literal, literalEdges, refused    int64 // boards whose solution identical sequences find; with an edge; configurations refused
	leastUnique, leastAmbiguous, edge fewest
}

// four goes through the parts of a full 4×4 grid, those of one orbit of the grid's automorphisms
// through one of them.
func four(ctx context.Context, cfg Config, class int, r *lab.Run) error {
	grid, err := board.Parse(fourGrids[class])
	if err != nil {
		return err
	}
	o, err := newOracle(grid.Shape())
	if err != nil {
		return err
	}
	autos := automorphisms(grid)
	grids, err := fourClass(ctx, o, grid)
	if err != nil {
		return err
	}
	r.Count("grids", grids.inClass, "grids")
	r.Count("grids.all", grids.all, "grids")
	r.Count("automorphisms", int64(len(autos)), "automorphisms")
	var t fourTally
	for mask := range 1 << 16 {
		size := orbit(autos, uint16(mask))
		if size == 0 || bits.OnesCount(uint(mask)) < cfg.FewGivens {
			continue
		}
		b := grid.Clone()
		for cell := range b.Cells() {
			if mask>>cell&1 == 0 {
				b.Set(cell, 0)
			}
		}
		if err := t.see(ctx, cfg, o, b, size); err != nil {
			return fmt.Errorf("%s: %w", b, err)
		}
		r.Progress(mask+1, 1<<16)
	}
	r.Count("boards", t.boards, "boards")
	r.Count("givens.least", int64(cfg.FewGivens), "givens")
	r.Count("unique", t.unique, "boards")
	r.Count("ambiguous", t.ambiguous, "boards")
	r.Count("unique.with-strays", t.uniqueStrays, "boards")
	r.Count("ambiguous.with-strays", t.ambiguousStrays, "boards")
	r.Count("box.differs", t.boxDiffers, "boards")
	r.Count("singles.differs", t.singlesDiffer, "boards")
	r.Count("degree-boxes.more", t.degreeBoxesMore, "boards")
	r.Count("degree-edges.more", t.degreeEdgesMore, "boards")
	r.Count("wrong", t.wrong, "vertices")
	r.Count("literal.found", t.literal, "boards")
	r.Count("literal.with-edges", t.literalEdges, "boards")
	r.Count("literal.refused", t.refused, "configurations")
	t.leastUnique.keep(r, "unique")
	t.leastAmbiguous.keep(r, "ambiguous")
	t.edge.keep(r, "degree-edges")
	return nil
}

// see adds a board that stands for size boards.
func (t *fourTally) see(ctx context.Context, cfg Config, o oracle, b board.Board, size int64) error {
	grids, _, err := o.all(ctx, b, 1<<10)
	if err != nil {
		return err
	}
	t.boards += size
	unique := len(grids) == 1
	if unique {
		t.unique += size
	} else {
		t.ambiguous += size
	}
	left := func(f minigrid.Fillings, p minigrid.Pruning) (remains, error) {
		g, err := build(ctx, b, cfg.reading(f, minigrid.Disjoint, p))
		if err != nil {
			return remains{}, err
		}
		used, err := inSolutions(g.Permutations(), grids)
		if err != nil {
			return remains{}, err
		}
		x := compare(g, used)
		t.wrong += x.wrong * size
		return x, nil
	}
	lines, err := left(minigrid.Lines, minigrid.Supported)
	if err != nil {
		return err
	}
	for _, other := range []struct {
		fillings minigrid.Fillings
		pruning  minigrid.Pruning
		differs  *int64
	}{
		{minigrid.BoxOnly, minigrid.Supported, &t.boxDiffers},
		{minigrid.Singles, minigrid.Supported, &t.singlesDiffer},
		{minigrid.Lines, minigrid.DegreeBoxes, &t.degreeBoxesMore},
		{minigrid.Lines, minigrid.DegreeEdges, &t.degreeEdgesMore},
	} {
		x, err := left(other.fillings, other.pruning)
		if err != nil {
			return err
		}
		if x != lines {
			*other.differs += size
		}
		if unique && other.pruning == minigrid.DegreeEdges {
			t.edge.see(x.left-lines.left, b)
		}
	}
	if unique {
		t.uniqueStrays += stats.Indicator[int64](lines.strays > 0) * size
		t.leastUnique.see(lines.strays, b)
	} else {
		t.ambiguousStrays += stats.Indicator[int64](lines.strays > 0) * size
		t.leastAmbiguous.see(lines.strays, b)
	}
	literal, err := build(ctx, b, cfg.reading(minigrid.Lines, minigrid.Identical, minigrid.Unpruned))
	if err != nil {
		return err
	}
	found, extracted, _, err := extract(ctx, literal, 0)
	t.literal += stats.Indicator[int64](found) * size
	t.literalEdges += stats.Indicator[int64](literal.Edges() > 0) * size
	t.refused += extracted.Rejected * size
	return err
}

// classCount is how many of all full 4×4 grids belong to a class.
type classCount struct{ all, inClass int64 }

func fourClass(ctx context.Context, o oracle, grid board.Board) (c classCount, err error) {
	want, err := symmetry.CanonicalKey(grid)
	if err != nil {
		return c, err
	}
	grids, _, err := o.all(ctx, board.New(grid.Shape()), 1<<10)
	if err != nil {
		return c, err
	}
	for _, g := range grids {
		key, err := symmetry.CanonicalKey(g)
		if err != nil {
			return c, err
		}
		c.all++
		c.inClass += stats.Indicator[int64](key == want)
	}
	return c, nil
}

// automorphisms returns the permutations of the cells by which some relabelling of the digits
// restores a full 4×4 grid, each as the cell that moves to cell 0, 1, …
func automorphisms(grid board.Board) (autos [][16]uint8) {
	lines := [][4]int{}
	for _, bands := range [][2]int{{0, 2}, {2, 0}} {
		for first := range 2 {
			for second := range 2 {
				lines = append(lines, [4]int{bands[0] + first, bands[0] + 1 - first, bands[1] + second, bands[1] + 1 - second})
			}
		}
	}
	for _, rows := range lines {
		for _, cols := range lines {
			for _, transpose := range []bool{false, true} {
				var p [16]uint8
				for i := range p {
					row, col := rows[i/4], cols[i%4]
					if transpose {
						row, col = col, row
					}
					p[i] = uint8(4*row + col)
				}
				if relabels(grid, p) {
					autos = append(autos, p)
				}
			}
		}
	}
	return autos
}

// relabels reports whether moving the cells amounts to renaming the digits.
func relabels(grid board.Board, p [16]uint8) bool {
	var name [5]int
	for i, from := range p {
		d, e := grid.At(i), grid.At(int(from))
		if name[d] == 0 {
			name[d] = e
		}
		if name[d] != e {
			return false
		}
	}
	return true
}

// orbit returns how many sets of cells the automorphisms make of a set, or 0 if one of them is
// smaller as a number, which then stands for all.
func orbit(autos [][16]uint8, mask uint16) int64 {
	same := int64(0)
	for _, p := range autos {
		var image uint16
		for m := mask; m != 0; m &= m - 1 {
			image |= 1 << p[bits.TrailingZeros16(m)]
		}
		if image < mask {
			return 0
		}
		same += stats.Indicator[int64](image == mask)
	}
	return int64(len(autos)) / same
}
