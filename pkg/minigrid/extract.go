package minigrid

import (
	"context"
	"iter"
	"slices"
	"time"

	"sudokulab/pkg/board"
)

// ExtractStats is what phase 5 has cost so far. Elapsed leaves out what is done with the solutions;
// Bytes is known at the end.
type ExtractStats struct {
	Phase
	Nodes     int64 `json:"nodes"`     // vertices tried
	DeadEnds  int64 `json:"dead_ends"` // vertices tried that left some open box without a filling
	Solutions int64 `json:"solutions"`
	// Rejected counts the configurations that the final check of section 3.5 refused. It is 0
	// under [Disjoint], where joined fillings make a valid board.
	Rejected int64 `json:"rejected"`
}

// Solutions runs phase 5 (section 3.5): it yields every solution, each an independent Board, in an
// order that depends on the puzzle and the configuration only. stats, if not nil, is kept up to
// date while it runs. An error ends the sequence: ctx.Err(), or [ErrCapped] at once.
//
// The paper takes the configurations that pruning leaves for solutions and does not say how to
// find them. Pruning makes each vertex agree with some neighbour in each dependent box, but not with
// neighbours that agree among each other, so that vertices in no solution are left, too. Hence this
// is a search: choose an open box, try each of its fillings, strike what is not joined to it
// from the open boxes that depend on it, go on. It needs no pruning to be right, and the memory does
// not grow with the number of solutions.
//
// Under [Identical] nearly all configurations are refused by the final check, and an empty 9×9
// board has 9! of them: bound such a search ([Graph.Extract]).
func (g *Graph) Solutions(ctx context.Context, stats *ExtractStats) iter.Seq2[board.Board, error] {
	return g.Extract(ctx, 0, stats)
}

// Extract is [Graph.Solutions] with a limit of nodes, 0 for none: before the node that would exceed
// it, the sequence ends with [ErrNodes].
func (g *Graph) Extract(ctx context.Context, nodes int64, stats *ExtractStats) iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) {
		if err := g.usable(ctx); err != nil {
			yield(board.Board{}, err)
			return
		}
		if g.capped {
			yield(board.Board{}, ErrCapped)
			return
		}
		if stats == nil {
			stats = &ExtractStats{}
		}
		s := newSearch(g, stats)
		s.nodes = nodes
		err := s.run(ctx, func() bool {
			out := g.perms.masks.puzzle.Clone()
			copy(out.Cells(), s.board)
			return yield(out, nil)
		})
		if err != nil {
			yield(board.Board{}, err)
		}
	}
}

// search is the state of phase 5. Fillings are numbered among the alive ones of their box.
//
// Depth d has d boxes filled. The open boxes' fillings left at each depth are the domains' matter.
type search struct {
	g     *Graph
	stats *ExtractStats
	nodes int64 // limit, 0 for none
	start time.Time
	n     int
	// class holds, for each face, the classes of the alive fillings of its box.
	class [][]int32
	dom   domains
	left  []int32 // left[d·n+box]: fillings left to a box at depth d; 0 for a filled one
	stack []frame
	board []uint8 // the cells of the solution found
	spots [][]int // the cells of each box
	units []uint64
	first *Vertex // if not nil, the only vertex to try at depth 0, numbered among the alive
}

// frame is the box filled at a depth and the filling being tried.
type frame struct {
	box  int
	now  int32
	next int32 // where to look for the one after it
}

// domains holds the fillings that are left to each box at each depth. Both forms give the fillings of
// a box in rising order.
type domains interface {
	// next returns a filling of the box at or after the cursor and the cursor behind it, or a
	// negative filling if there is none.
	next(depth, box int, cursor int32) (filling, after int32)
	// enter prepares depth+1 as a copy of depth.
	enter(depth int)
	// strike keeps, at depth+1, those of the fillings left to e.other that are joined to class c
	// across the pair's faces, and returns their number.
	strike(depth int, e end, c, left int32) int32
	bytes() int64
}

func newSearch(g *Graph, stats *ExtractStats) *search {
	n := len(g.alive)
	s := &search{
		g: g, stats: stats, n: n, start: time.Now(),
		class: make([][]int32, len(g.faces)),
		left:  make([]int32, (n+1)*n),
		stack: make([]frame, n),
		board: make([]uint8, n*n),
		spots: make([][]int, n),
		units: make([]uint64, len(g.perms.shape().Units())),
	}
	for f := range g.faces {
		alive := g.alive[g.faces[f].box]
		s.class[f] = make([]int32, len(alive))
		for i, v := range alive {
			s.class[f][i] = g.faces[f].class[v]
		}
	}
	for box, alive := range g.alive {
		s.left[box] = int32(len(alive))
		s.spots[box] = g.perms.Cells(box)
	}
	s.dom = newDomains(g, s.class)
	return s
}

// bytes returns the size of the state.
func (s *search) bytes() int64 {
	sum := s.dom.bytes() + 4*int64(len(s.left)) + int64(len(s.board))
	for f := range s.class {
		sum += 4 * int64(len(s.class[f]))
	}
	return sum
}

// run searches until every configuration was seen, emit returns false, or an error ends it.
func (s *search) run(ctx context.Context, emit func() bool) error {
	st := s.stats
	defer func() {
		st.Elapsed += time.Since(s.start)
		st.Bytes = max(st.Bytes, s.bytes())
	}()
	if slices.Contains(s.left[:s.n], 0) {
		return ctx.Err()
	}
	depth := 0
	var tried int64
	s.open(0)
	if s.first != nil {
		// With nothing struck, a filling's number is its cursor in both forms of domains.
		s.stack[0] = frame{box: s.first.Box, next: int32(s.first.Filling)}
	}
	for depth >= 0 {
		f := &s.stack[depth]
		f.now, f.next = s.dom.next(depth, f.box, f.next)
		if f.now < 0 {
			depth--
			continue
		}
		if depth == 0 && s.first != nil && f.now != int32(s.first.Filling) {
			return nil
		}
		if s.nodes > 0 && tried == s.nodes {
			return ErrNodes
		}
		if tried%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		tried++
		st.Nodes++
		st.Steps++
		if !s.forward(depth) {
			st.DeadEnds++
			continue
		}
		if depth+1 < s.n {
			depth++
			s.open(depth)
			continue
		}
		if !s.assemble() {
			st.Rejected++
			continue
		}
		st.Solutions++
		st.Elapsed += time.Since(s.start)
		more := emit()
		s.start = time.Now() // what is done with the solution is not the phase's time
		if !more {
			return nil
		}
	}
	return nil
}

// open chooses the box to fill at a depth.
func (s *search) open(depth int) {
	left := s.left[depth*s.n : (depth+1)*s.n]
	best := -1
	for box, count := range left {
		if count == 0 {
			continue
		}
		if best < 0 || count < left[best] {
			best = box
			if s.g.cfg.Order == InOrder {
				break
			}
		}
	}
	s.stack[depth] = frame{box: best}
}

// forward puts the vertex tried at a depth in place: it strikes what is not joined to it from
// the open boxes that depend on its box, into the next depth, and reports whether each keeps a
// filling.
func (s *search) forward(depth int) bool {
	f := s.stack[depth]
	left := s.left[depth*s.n : (depth+1)*s.n]
	after := s.left[(depth+1)*s.n : (depth+2)*s.n]
	copy(after, left)
	after[f.box] = 0
	s.dom.enter(depth)
	for _, e := range s.g.ofBox[f.box] {
		if left[e.other] == 0 {
			continue
		}
		c := s.class[s.g.links[e.pair].faces[e.side]][f.now]
		count := s.dom.strike(depth, e, c, left[e.other])
		if count == 0 {
			return false
		}
		after[e.other] = count
	}
	return true
}

// assemble puts the configuration into the board and makes the final check of section 3.5: each
// digit once in every unit.
func (s *search) assemble() bool {
	clear(s.units)
	shape := s.g.perms.shape()
	for _, f := range s.stack {
		filling := s.g.perms.Filling(f.box, int(s.g.alive[f.box][f.now]))
		for i, cell := range s.spots[f.box] {
			d := filling[i]
			s.board[cell] = d
			for _, u := range shape.UnitsOf(cell) {
				s.units[u] |= 1 << d
			}
		}
	}
	want := uint64(board.AllDigits(s.n)) << 1
	for _, u := range s.units {
		if u != want {
			return false
		}
	}
	return true
}
