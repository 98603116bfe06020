package film

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/render"
)

// MaxComparisons bounds the pairs of fillings that [PruningPasses] compares: what goes beyond has
// thousands of fillings, which no eye follows.
const MaxComparisons = 1 << 22

// PruningPass is what one pass of phase 4 of the minigrid method removes.
type PruningPass struct {
	Lost []LostFilling // by box, then filling
	Left []int         // fillings left after the pass, by box
}

// LostFilling is a filling that a pass removes.
type LostFilling struct {
	minigrid.Vertex
	// Without are the dependent boxes, rising, in which no filling that was there at the start
	// of the pass fits this one. Under [minigrid.Supported] there is at least one.
	Without []int
}

// PruningPasses follows phase 4 (section 3.4 of the minigrid paper) pass by pass, from the edges
// of phase 3 up to the last pass that removes something; [minigrid.Graph.Rounds] counts one more.
// It is the paper's loop over single fillings under the graph's own reading of a degree, and shares
// no code with [minigrid.Graph.PruneToFixedPoint], whose state it neither needs nor changes.
//
// It errs on a capped graph and on one of more than [MaxComparisons] pairs of fillings, which is
// what it compares once and then keeps, as a list of neighbours for each filling and box.
func PruningPasses(g *minigrid.Graph) ([]PruningPass, error) {
	if g.Capped() {
		return nil, fmt.Errorf("film: pruning passes: %w", minigrid.ErrCapped)
	}
	if n := g.Product(); n > MaxComparisons {
		return nil, fmt.Errorf("film: pruning passes: %d pairs of fillings, want at most %d", n, MaxComparisons)
	}
	if g.Config().Pruning == minigrid.Unpruned {
		return nil, nil
	}
	s := newPruning(g)
	var passes []PruningPass
	for {
		lost := s.pass()
		if len(lost) == 0 {
			return passes, nil
		}
		for _, l := range lost {
			s.gone[l.Box][l.Filling] = true
		}
		passes = append(passes, PruningPass{Lost: lost, Left: s.left()})
	}
}

// pruning is the state of phase 4 over single fillings.
type pruning struct {
	rule      minigrid.Pruning
	need      []int // degree asked for, by box
	gone      [][]bool
	dependent [][]int     // boxes, rising, by box
	neighbors [][][][]int // fillings of dependent[box][i] that fit, by box, filling and i
}

func newPruning(g *minigrid.Graph) *pruning {
	p, shape := g.Permutations(), g.Permutations().Masks().Puzzle().Shape()
	n := shape.Side()
	s := &pruning{rule: g.Config().Pruning, need: make([]int, n), gone: make([][]bool, n), dependent: make([][]int, n), neighbors: make([][][][]int, n)}
	for _, pair := range g.Pairs() {
		s.dependent[pair.A] = append(s.dependent[pair.A], pair.B)
		s.dependent[pair.B] = append(s.dependent[pair.B], pair.A)
	}
	for box := range n {
		slices.Sort(s.dependent[box])
		s.need[box] = len(s.dependent[box])
		if s.rule != minigrid.Supported {
			s.need[box] = minigrid.RequiredDegree(shape.Box(), box)
		}
		s.gone[box] = make([]bool, p.Count(box))
		s.neighbors[box] = make([][][]int, p.Count(box))
		for v := range p.Count(box) {
			s.neighbors[box][v] = make([][]int, len(s.dependent[box]))
			for i, other := range s.dependent[box] {
				for w := range p.Count(other) {
					if g.Adjacent(minigrid.Vertex{Box: box, Filling: v}, minigrid.Vertex{Box: other, Filling: w}) {
						s.neighbors[box][v][i] = append(s.neighbors[box][v][i], w)
					}
				}
			}
		}
	}
	return s
}

// pass returns the fillings whose degree is too small as things stand.
func (s *pruning) pass() (lost []LostFilling) {
	for box := range s.gone {
		for v, gone := range s.gone[box] {
			if gone {
				continue
			}
			degree := 0
			var without []int
			for i, other := range s.dependent[box] {
				fitting := 0
				for _, w := range s.neighbors[box][v][i] {
					if !s.gone[other][w] {
						fitting++
					}
				}
				if fitting == 0 {
					without = append(without, other)
				}
				if s.rule != minigrid.DegreeEdges {
					fitting = min(fitting, 1)
				}
				degree += fitting
			}
			if degree < s.need[box] {
				lost = append(lost, LostFilling{minigrid.Vertex{Box: box, Filling: v}, without})
			}
		}
	}
	return lost
}

func (s *pruning) left() []int {
	left := make([]int, len(s.gone))
	for box, gone := range s.gone {
		for _, g := range gone {
			if !g {
				left[box]++
			}
		}
	}
	return left
}

// Pruning turns the passes of phase 4 into a film on the board. A cell shows the digits that some
// filling left of its box has there; in the frame of a pass those that no filling has any longer are
// struck out, once. The first frame is before all passes, with every filling of phase 2. In the
// last, which is the pass that finds nothing, cells in which all fillings left agree are filled in:
// the solution, if one filling is left of each box. Captions count the fillings of the boxes, band by
// band.
func Pruning(p *minigrid.Permutations, passes []PruningPass) []render.Frame {
	puzzle := p.Masks().Puzzle()
	gone := make([][]bool, puzzle.Shape().Side())
	left := make([]int, len(gone))
	for box := range gone {
		gone[box] = make([]bool, p.Count(box))
		left[box] = p.Count(box)
	}
	digits := fillingDigits(p, gone)
	frame := func(caption string, left []int, removed []board.Digits) render.Frame {
		return render.Frame{Picture: render.Picture{
			Board: puzzle.Clone(), Givens: puzzle.Clone(), Candidates: slices.Clone(digits), Removed: removed,
			Title: "The digits of the fillings that are left", Caption: caption + "\n" + "By box: " + byBand(puzzle.Shape(), left),
		}, Delay: pruningDelay}
	}
	frames := []render.Frame{frame(fmt.Sprintf("Before pruning: %s.", count(sum(left), "filling")), left, nil)}
	for i, pass := range passes {
		for _, l := range pass.Lost {
			gone[l.Box][l.Filling] = true
		}
		before := digits
		digits = fillingDigits(p, gone)
		removed := make([]board.Digits, len(digits))
		for c := range removed {
			removed[c] = before[c] &^ digits[c]
		}
		left = pass.Left
		frames = append(frames, frame(fmt.Sprintf("Pass %d strikes out %s, %d left.", i+1, count(len(pass.Lost), "filling"), sum(left)), left, removed))
	}
	last := frame(fmt.Sprintf("Pass %d finds nothing to strike out: %s left.", len(passes)+1, count(sum(left), "filling")), left, nil)
	for c, d := range digits {
		if puzzle.At(c) == 0 && d.Single() {
			last.Picture.Board.Set(c, d.First())
		}
	}
	return append(frames, last)
}

const pruningDelay = 2 * time.Second

// fillingDigits returns for each cell the digits of the fillings that are not gone.
func fillingDigits(p *minigrid.Permutations, gone [][]bool) []board.Digits {
	digits := make([]board.Digits, p.Masks().Puzzle().Shape().Cells())
	for box := range gone {
		for v, g := range gone[box] {
			if g {
				continue
			}
			for i, c := range p.Cells(box) {
				digits[c] = digits[c].With(int(p.Filling(box, v)[i]))
			}
		}
	}
	return digits
}

// byBand writes numbers of boxes as they lie on the board, bands apart; on a board with regions,
// in the order of the regions.
func byBand(s *board.Shape, counts []int) string {
	var b strings.Builder
	for box, n := range counts {
		switch {
		case box == 0:
		case s.Box() > 0 && box%s.Box() == 0:
			b.WriteString(" / ")
		default:
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}

func sum(counts []int) (total int) {
	for _, n := range counts {
		total += n
	}
	return total
}

// BoxFillings draws the fillings of a box, each on the puzzle, in the order of phase 2; a strip
// numbers them as the other captions here do.
func BoxFillings(p *minigrid.Permutations, box int) []render.Picture {
	pictures := make([]render.Picture, p.Count(box))
	for v := range pictures {
		marks := make([]render.Mark, p.Masks().Puzzle().Shape().Cells())
		pictures[v] = withFillings(p, marks, render.Highlight, minigrid.Vertex{Box: box, Filling: v})
		pictures[v].Caption = fmt.Sprintf("Box %d", box+1)
	}
	return pictures
}

// FillingPair draws two fillings of different boxes together. The lines that both boxes have cells
// in are tinted; where a digit stands twice in such a line, both cells are crossed and joined. The
// caption says which lines clash, by the rule of the game ([minigrid.Disjoint]), no matter which reading the
// fillings were made for.
func FillingPair(p *minigrid.Permutations, a, b minigrid.Vertex) render.Picture {
	shape := p.Masks().Puzzle().Shape()
	marks := make([]render.Mark, shape.Cells())
	pic := withFillings(p, marks, 0, a, b)
	inBox := func(cell, box int) bool { return shape.BoxOf(cell) == box }
	var clashes []string
	shared := 0
	for _, u := range sharedUnits(shape, a.Box, b.Box) {
		shared++
		var twice []int
		for _, x := range shape.Units()[u] {
			if inBox(x, a.Box) || inBox(x, b.Box) {
				marks[x] |= render.Highlight
			}
			for _, y := range shape.Units()[u] {
				if d := pic.Board.At(x); inBox(x, a.Box) && inBox(y, b.Box) && d == pic.Board.At(y) {
					marks[x], marks[y] = marks[x]|render.Conflict, marks[y]|render.Conflict
					pic.Links = append(pic.Links, render.Link{From: x, To: y})
					twice = append(twice, d)
				}
			}
		}
		for _, d := range twice {
			clashes = append(clashes, fmt.Sprintf("%d in %s", d, shape.UnitName(u)))
		}
	}
	boxes := fmt.Sprintf("Boxes %d and %d, fillings %d and %d", a.Box+1, b.Box+1, a.Filling+1, b.Filling+1)
	switch {
	case shared == 0:
		pic.Caption = boxes + " share no line."
	case len(clashes) == 0:
		pic.Caption = boxes + " agree."
	default:
		pic.Caption = boxes + " clash: " + strings.Join(clashes, ", ") + "."
	}
	return pic
}

// sharedUnits returns the lines that both boxes have cells in.
func sharedUnits(s *board.Shape, a, b int) []int {
	for _, pair := range minigrid.Dependent(s) {
		if pair.A == min(a, b) && pair.B == max(a, b) {
			return pair.Units
		}
	}
	return nil
}

// LostFillings draws the fillings that a pass removed, struck out, each with the boxes tinted in
// which nothing fits it any longer.
func LostFillings(p *minigrid.Permutations, pass PruningPass) []render.Picture {
	shape := p.Masks().Puzzle().Shape()
	pictures := make([]render.Picture, len(pass.Lost))
	for i, l := range pass.Lost {
		marks := make([]render.Mark, shape.Cells())
		pictures[i] = withFillings(p, marks, render.Removed, l.Vertex)
		var names []string
		for _, box := range l.Without {
			for _, c := range p.Cells(box) {
				marks[c] |= render.Highlight
			}
			names = append(names, strconv.Itoa(box+1))
		}
		pictures[i].Caption = fmt.Sprintf("Box %d, filling %d: ", l.Box+1, l.Filling+1)
		switch len(names) {
		case 0:
			pictures[i].Caption += "too few edges."
		case 1:
			pictures[i].Caption += "nothing fits in box " + names[0] + "."
		default:
			pictures[i].Caption += "nothing fits in boxes " + strings.Join(names, ", ") + "."
		}
	}
	return pictures
}

// withFillings returns the puzzle with fillings put in; the cells that they fill, not the givens, get
// the mark.
func withFillings(p *minigrid.Permutations, marks []render.Mark, mark render.Mark, vertices ...minigrid.Vertex) render.Picture {
	puzzle := p.Masks().Puzzle()
	filled := puzzle.Clone()
	for _, v := range vertices {
		for i, c := range p.Cells(v.Box) {
			filled.Set(c, int(p.Filling(v.Box, v.Filling)[i]))
			if puzzle.At(c) == 0 {
				marks[c] |= mark
			}
		}
	}
	return render.Picture{Board: filled, Givens: puzzle, Marks: marks}
}

// Solutions draws several solutions of a puzzle, with the cells tinted in which they are not all
// equal. Captions count the cells in which a solution differs from the first.
func Solutions(puzzle board.Board, solutions []board.Board) []render.Picture {
	pictures := make([]render.Picture, len(solutions))
	marks := make([]render.Mark, puzzle.Shape().Cells())
	for c := range marks {
		if slices.ContainsFunc(solutions, func(s board.Board) bool { return s.At(c) != solutions[0].At(c) }) {
			marks[c] = render.Highlight
		}
	}
	for i, s := range solutions {
		differ := 0
		for c := range marks {
			if s.At(c) != solutions[0].At(c) {
				differ++
			}
		}
		pictures[i] = render.Picture{Board: s, Givens: puzzle, Marks: marks, Caption: "The first solution found"}
		if i > 0 {
			pictures[i].Caption = count(differ, "cell") + " other than in the first"
		}
	}
	return pictures
}

// BoxCounts lays numbers of fillings out as they lie on the board, one board of k×k boxes beside the
// other with a column between them, for a plot: it is a grid of values and a list of labels as
// gonum's packages understand them (plotter.GridXYZ, plotter.XYLabels), without knowing them.
type BoxCounts struct {
	k      int
	counts [][]int
}

// NewBoxCounts lays out counts[i][box], the states of a board of k×k boxes: k ≥ 1, and k²
// numbers in each.
func NewBoxCounts(k int, counts [][]int) (*BoxCounts, error) {
	if k < 1 || len(counts) == 0 {
		return nil, fmt.Errorf("film: box counts: %d states of %d×%d boxes, want at least one of at least one", len(counts), k, k)
	}
	for i, c := range counts {
		if len(c) != k*k {
			return nil, fmt.Errorf("film: box counts: state %d has %d numbers, want %d", i+1, len(c), k*k)
		}
	}
	return &BoxCounts{k, counts}, nil
}

// PassCounts lays out the fillings of each box before the passes of phase 4 and after each of them. It
// errs on a board with regions, whose boxes do not lie in a square.
func PassCounts(p *minigrid.Permutations, passes []PruningPass) (*BoxCounts, error) {
	shape := p.Masks().Puzzle().Shape()
	counts := [][]int{make([]int, shape.Side())}
	for box := range counts[0] {
		counts[0][box] = p.Count(box)
	}
	for _, pass := range passes {
		counts = append(counts, pass.Left)
	}
	return NewBoxCounts(shape.Box(), counts)
}

// Dims returns the columns, with those between boards, and the rows.
func (b *BoxCounts) Dims() (columns, rows int) { return len(b.counts)*(b.k+1) - 1, b.k }

// X returns the place of a column.
func (b *BoxCounts) X(column int) float64 { return float64(column) }

// Y returns the place of a row, the lowest on the board being 0.
func (b *BoxCounts) Y(row int) float64 { return float64(row) }

// Z returns log₁₀(1 + count) at a place, and NaN between boards.
func (b *BoxCounts) Z(column, row int) float64 {
	state, x := column/(b.k+1), column%(b.k+1)
	if x == b.k {
		return math.NaN()
	}
	return math.Log10(1 + float64(b.counts[state][(b.k-1-row)*b.k+x]))
}

// Len returns the number of labels, one for each box of each state.
func (b *BoxCounts) Len() int { return len(b.counts) * b.k * b.k }

// XY returns the place of a label, the middle of its box.
func (b *BoxCounts) XY(i int) (x, y float64) {
	state, box := i/(b.k*b.k), i%(b.k*b.k)
	return float64(state*(b.k+1) + box%b.k), float64(b.k - 1 - box/b.k)
}

// Label returns the number of a box in digits.
func (b *BoxCounts) Label(i int) string { return strconv.Itoa(b.counts[i/(b.k*b.k)][i%(b.k*b.k)]) }
