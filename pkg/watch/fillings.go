package watch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/method"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
)

// fillings shows all phases of the minigrid method: a cell has the digits that some filling left of its box has there,
// and beside the board stands how many fillings each box has left.
func fillings(ctx context.Context, by *method.Solver, puzzle board.Board, o Options, emit func(Frame) error) (solver.Result, error) {
	e, ok := method.As[*engine.MinigridSolver](by)
	if !ok {
		return solver.Result{}, fmt.Errorf("watch: behind %s is no minigrid engine", by.Name())
	}
	bounded, cancel := o.Limits.Within(ctx)
	defer cancel()
	f := &filling{reel: newReel(puzzle, o, emit), shape: puzzle.Shape(), start: board.Candidates(puzzle)}
	err := f.phases(bounded, e.Config().Config)
	if bounded.Err() != nil || errors.Is(err, minigrid.ErrNodes) || errors.Is(err, minigrid.ErrCapped) || errors.Is(err, errEnough) {
		err = nil // how it ended is the method's to say
	}
	return f.finish(err, func() (solver.Result, error) { return by.Solve(ctx, puzzle, o.Limits) }, f.start, nil)
}

// errEnough ends the phases where one of them has the answer.
var errEnough = errors.New("watch: the puzzle is decided")

// filling is a run of the phases that is watched.
type filling struct {
	*reel
	shape *board.Shape
	start []board.Digits
	p     *minigrid.Permutations
	of    []int // fillings listed, by box
}

// phases runs all of them.
func (f *filling) phases(ctx context.Context, cfg minigrid.Config) error {
	masks, err := minigrid.Mask(f.puzzle)
	if err != nil {
		return err
	}
	if masks.Conflict() {
		return f.show(scene{left: f.start, turn: true, caption: "Phase 1, masks: two equal givens stand in one unit, so there is no solution."})
	}
	if err := f.show(scene{left: f.start, turn: true, caption: "Phase 1, masks: the digits that the givens leave each cell."}); err != nil {
		return err
	}
	if f.p, err = minigrid.Permute(ctx, masks, cfg); err != nil {
		return err
	}
	if f.p.Impossible() {
		return f.show(scene{left: f.start, turn: true, caption: "Phase 2, fillings: a box has none, so there is no solution."})
	}
	if f.p.Capped() {
		return f.show(scene{left: f.start, turn: true, caption: "Phase 2, fillings: there are more than the method may list."})
	}
	f.of = make([]int, f.shape.Side())
	total := 0
	for box := range f.of {
		f.of[box] = f.p.Count(box)
		total += f.of[box]
	}
	err = f.frame(fmt.Sprintf("Phase 2, fillings: the boxes have %d in all. A cell shows the digits that some filling of its box has there.", total),
		func(box int, each func(int)) {
			for v := range f.of[box] {
				each(v)
			}
		}, scene{turn: true})
	if err != nil {
		return err
	}
	g, err := minigrid.Connect(ctx, f.p, cfg)
	if err != nil {
		return err
	}
	if err := f.prune(ctx, g); err != nil {
		return err
	}
	if g.ClassOf() == minigrid.Unsolvable {
		return errEnough
	}
	return minigrid.TraceExtract(ctx, g, int64(f.o.Limits.MaxSolutions()), f.o.Limits.Nodes, nil, f.moment)
}

// alive shows what the graph has left.
func alive(g *minigrid.Graph) func(int, func(int)) {
	return func(box int, each func(int)) {
		for v := range g.AliveVertices(box) {
			each(v)
		}
	}
}

// prune shows phases 3 and 4.
func (f *filling) prune(ctx context.Context, g *minigrid.Graph) error {
	if g.Capped() {
		return minigrid.ErrCapped
	}
	err := f.frame(fmt.Sprintf("Phase 3, edges: %d pairs of fillings of boxes in one band or stack fit together.", g.Edges()), alive(g), scene{turn: true})
	if err != nil {
		return err
	}
	was := sum(f.of)
	err = minigrid.TracePruning(ctx, g, func(pass int) error {
		left := 0
		for box := range f.of {
			left += g.AliveCount(box)
		}
		gone := was - left
		was = left
		return f.frame(fmt.Sprintf("Phase 4, pruning, pass %d: %s without a partner in some box %s, %d left.", pass, counted(gone, "filling", "fillings"),
			map[bool]string{true: "goes", false: "go"}[gone == 1], left), alive(g), scene{turn: true})
	})
	if err != nil {
		return err
	}
	if g.ClassOf() == minigrid.Unsolvable {
		return f.frame("Phase 4, pruning: a box has no filling left, so there is no solution.", alive(g), scene{turn: true})
	}
	return nil
}

func sum(counts []int) (total int) {
	for _, n := range counts {
		total += n
	}
	return total
}

// moment makes a frame of a moment of phase 5, if the film shows it.
func (f *filling) moment(m minigrid.Moment) error {
	box, s := m.Vertex.Box, scene{turn: m.Choices > 1 || m.Kind != minigrid.Placed}
	if m.Kind == minigrid.Lifted && m.Choices <= 1 || f.turns() && m.Kind == minigrid.Placed && m.Choices <= 1 {
		return nil
	}
	s.tinted = slices.Clone(f.p.Cells(box))
	for _, cell := range s.tinted {
		f.guesses[cell] = m.Choices > 1 && m.Kind != minigrid.Lifted
	}
	caption := ""
	switch m.Kind {
	case minigrid.Placed:
		caption = fmt.Sprintf("Box %d has one filling left.", box+1)
		if m.Choices > 1 {
			caption = fmt.Sprintf("Try filling %d in box %d, which has %d left, the fewest.", m.Vertex.Filling+1, box+1, m.Choices)
		}
	case minigrid.Dead:
		caption = fmt.Sprintf("Filling %d of box %d leaves box %d none: a dead end.", m.Vertex.Filling+1, box+1, m.Without+1)
		s.tinted = append(s.tinted, f.p.Cells(m.Without)...)
	case minigrid.Assembled:
		caption = "Every box is filled: a solution."
	case minigrid.Refuted:
		caption = "Every box is filled, but a digit stands twice in a unit: no solution."
	case minigrid.Lifted:
		caption = fmt.Sprintf("Take the filling out of box %d.", box+1)
	}
	return f.frame("Phase 5, extraction. "+caption, m.Left, s)
}

// frame shows the fillings that are left.
func (f *filling) frame(caption string, left func(box int, each func(filling int)), s scene) error {
	s.left, s.caption = make([]board.Digits, f.shape.Cells()), caption
	s.beside = &Beside{Title: "Fillings left of each box", Bars: make([]Bar, len(f.of))}
	for box := range f.of {
		cells, n := f.p.Cells(box), 0
		left(box, func(filling int) {
			n++
			for i, d := range f.p.Filling(box, filling) {
				s.left[cells[i]] |= board.DigitsOf(int(d))
			}
		})
		s.beside.Bars[box] = Bar{fmt.Sprintf("box %d", box+1), n, f.of[box]}
		if n == 0 {
			s.tinted = append(s.tinted, cells...)
		}
	}
	s.caption += "\nBy box: " + byBand(f.shape, s.beside.Bars)
	return f.show(s)
}

// byBand writes the amounts of boxes as they lie on the board, bands apart; on a board with regions, in their order.
func byBand(s *board.Shape, bars []Bar) string {
	var line strings.Builder
	for box, b := range bars {
		switch {
		case box == 0:
		case s.Box() > 0 && box%s.Box() == 0:
			line.WriteString(" / ")
		default:
			line.WriteByte(' ')
		}
		line.WriteString(strconv.Itoa(b.Left))
	}
	return line.String()
}
