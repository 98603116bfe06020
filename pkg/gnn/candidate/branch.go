package candidate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/score"
)

// A little search: naked and hidden singles fill what they can, then one cell with the fewest candidates is
// given each of them in turn, and the network thinks about each of these boards. Boards that contradict
// themselves are left. Every board with such an assumption is a branch node.

// Guide says what a little search asks of the network.
type Guide string

// The guides.
const (
	// Unguided asks nothing: digits come in a random order, and singles alone finish a board. It is what any
	// network has to be compared with, at the same number of branch nodes.
	Unguided Guide = "none"
	// Finishing lets the network think about each board, which is done if its answer checks; it decides
	// no order.
	Finishing Guide = "finishing"
	// Ordering lets it order the digits of a cell too, by what it thought of the board before.
	Ordering Guide = "ordering"
)

// Guides returns all guides.
func Guides() []Guide { return []Guide{Unguided, Finishing, Ordering} }

// BranchConfig decides a little search.
type BranchConfig struct {
	Guide Guide `json:"guide"`
	Nodes int   `json:"nodes"` // branch nodes at most; 0 for the board as it is
	// Broad goes on from the assumption made first, so that two or three cells are tried both ways together; else from
	// the one made last.
	Broad   bool `json:"broad"`
	Depth   int  `json:"depth"`   // steps for a board at most, a multiple of Segment; nothing to Unguided
	Segment int  `json:"segment"` // steps between two looks
	// Starts is the number of starts on each board, all but the first with noise of the deviation Scatter as in
	// [BreadthConfig].
	Starts  int     `json:"starts"`
	Scatter float64 `json:"scatter"`
	Seed    uint64  `json:"seed"` // of the order of digits, and of the noise
}

// Validate reports what is wrong with the configuration.
func (c BranchConfig) Validate() error {
	if !slices.Contains(Guides(), c.Guide) {
		return fmt.Errorf("candidate: guide %q, want one of %v", c.Guide, Guides())
	}
	if c.Nodes < 0 || c.Nodes > 1<<30 {
		return fmt.Errorf("candidate: %d branch nodes, want 0…%d", c.Nodes, 1<<30)
	}
	if c.Guide == Unguided {
		return nil
	}
	return c.breadth().Validate()
}

// breadth is how the network thinks about each board.
func (c BranchConfig) breadth() BreadthConfig {
	return BreadthConfig{Depth: c.Depth, Segment: c.Segment, Breadth: c.Starts, Scatter: c.Scatter}
}

// Branched is what came of a little search on one board.
type Branched struct {
	Grid   []uint8 // a solution if Solved
	Solved bool
	Nodes  int // branch nodes, that which solved it included
	Steps  int // of the network
}

// Branch searches a little on plain boards, on all cores. See [Thinkers.Try] on what the results depend on.
func (t *Thinkers) Branch(ctx context.Context, c BranchConfig, boards []board.Board, progress func(done, total int)) ([]Branched, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	out := make([]Branched, len(boards))
	err := t.each(ctx, boards, progress, func(ctx context.Context, i int, d *desk) error {
		s := branching{config: c, desk: d, puzzle: boards[i], out: &out[i], rng: rand.New(rand.NewPCG(c.Seed, uint64(i)))}
		return s.run(ctx)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// branching is a search on one board.
type branching struct {
	config BranchConfig
	desk   *desk
	puzzle board.Board
	rng    *rand.Rand
	out    *Branched
	open   []assumption
}

// assumption is a board, filled by singles, in one of whose cells digits are to be tried.
type assumption struct {
	board  board.Board
	cell   int
	digits []uint8 // not tried yet
}

func (s *branching) run(ctx context.Context) error {
	if done, err := s.look(ctx, s.puzzle); done || err != nil {
		return err
	}
	for len(s.open) > 0 && s.out.Nodes < s.config.Nodes {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := 0
		if !s.config.Broad {
			at = len(s.open) - 1
		}
		a := &s.open[at]
		cells := append([]uint8(nil), a.board.Cells()...)
		cells[a.cell] = a.digits[0]
		shape := a.board.Shape()
		if a.digits = a.digits[1:]; len(a.digits) == 0 {
			s.open = slices.Delete(s.open, at, at+1)
		}
		child, err := board.FromCellsOn(shape, cells)
		if err != nil {
			return err
		}
		s.out.Nodes++
		if done, err := s.look(ctx, child); done || err != nil {
			return err
		}
	}
	return nil
}

// look fills a board by singles and lets the network think about it. It reports true when there is a solution;
// else, if there is no contradiction, the board is gone on from.
func (s *branching) look(ctx context.Context, b board.Board) (done bool, err error) {
	b = score.Fill(score.Singles, b)
	cell, digits, sound := fewest(b)
	if !sound {
		return false, nil
	}
	if cell < 0 {
		return s.check(b), nil
	}
	s.rng.Shuffle(len(digits), func(i, j int) { digits[i], digits[j] = digits[j], digits[i] })
	if s.config.Guide != Unguided {
		solved, err := s.finish(ctx, b)
		if solved || err != nil {
			return solved, err
		}
		if n := b.Shape().Side(); s.config.Guide == Ordering {
			p := s.desk.p[cell*n : (cell+1)*n]
			slices.SortStableFunc(digits, func(x, y uint8) int {
				switch {
				case p[x-1] > p[y-1]:
					return -1
				case p[x-1] < p[y-1]:
					return 1
				}
				return 0
			})
		}
	}
	s.open = append(s.open, assumption{b, cell, digits})
	return false, nil
}

// finish lets the network think about a board, and reports whether that solved the puzzle.
func (s *branching) finish(ctx context.Context, b board.Board) (bool, error) {
	for start := range s.config.Starts {
		var noise *rand.Rand
		if start > 0 {
			noise = s.rng
		}
		grid, steps, solved, err := s.desk.think(ctx, s.config.breadth(), b, noise)
		s.out.Steps += steps
		if err != nil {
			return false, err
		}
		if solved {
			full, err := board.FromCellsOn(b.Shape(), grid)
			if err != nil {
				return false, err
			}
			return s.check(full), nil
		}
	}
	return false, nil
}

// check takes a full grid if it is a solution of the puzzle.
func (s *branching) check(full board.Board) bool {
	if board.CheckSolution(s.puzzle, full) != nil {
		return false
	}
	s.out.Grid, s.out.Solved = append([]uint8(nil), full.Cells()...), true
	return true
}

// fewest returns the first cell with the fewest candidates, and them; −1 for a full board. It reports false for a
// board with a conflict or an empty cell without a candidate.
func fewest(b board.Board) (cell int, digits []uint8, sound bool) {
	if len(board.Conflicts(b)) > 0 {
		return -1, nil, false
	}
	cell = -1
	for c, may := range board.Candidates(b) {
		if b.At(c) != 0 {
			continue
		}
		n := may.Count()
		if n == 0 {
			return -1, nil, false
		}
		if cell >= 0 && n >= len(digits) {
			continue
		}
		cell, digits = c, digits[:0]
		for d := 1; d <= b.Shape().Side(); d++ {
			if may.Has(d) {
				digits = append(digits, uint8(d)) //nolint:gosec // a side
			}
		}
	}
	return cell, digits, true
}
