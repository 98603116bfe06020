package minigrid

import (
	"context"
	"errors"
	"slices"
	"time"

	"sudokulab/pkg/board"
)

// TracePruning does what [Graph.PruneToFixedPoint] does and tells of each pass that removed something: pass is counted
// from 1, and the graph shows what is left after it ([Graph.AliveVertices]). Under [Unpruned] there is no pass. An error
// of the function ends it and comes back; the graph is then pruned in part, and another call goes on.
func TracePruning(ctx context.Context, g *Graph, tell func(pass int) error) error {
	if tell == nil {
		return errors.New("minigrid: a trace is told to no function")
	}
	if err := g.usable(ctx); err != nil {
		return err
	}
	if g.capped {
		return ErrCapped
	}
	if g.cfg.Pruning == Unpruned || g.pruned {
		return nil
	}
	start := time.Now()
	s := newScores(g)
	for pass := 1; ; pass++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		g.rounds++
		if !s.pass() {
			break
		}
		if err := tell(pass); err != nil {
			return err
		}
	}
	var bytes int64
	for _, alive := range g.alive {
		bytes += 4 * int64(len(alive))
	}
	g.Prune.Steps += s.steps
	g.Prune.Bytes = bytes + s.bytes()
	g.Prune.Elapsed += time.Since(start)
	g.pruned = true
	return nil
}

// Moment is a moment of a traced extraction, and a view of what is left then. It holds while the function runs that it
// is handed to.
type Moment struct {
	Kind MomentKind
	// Vertex is the filling that was tried, numbered as in phase 2; of Found it is the one tried last.
	Vertex Vertex
	// Without is the box that the filling leaves without any, of Dead, else −1.
	Without int
	// Choices is how many fillings the box had at this place.
	Choices int
	Depth   int // boxes that are filled
	s       *search
	at      int // the depth whose domains are shown
}

// MomentKind says what has just happened in a traced extraction.
type MomentKind uint8

// The kinds.
const (
	// Placed: a filling was put into its box, and every open box that depends on it has one left.
	Placed MomentKind = iota
	// Dead: a filling was tried that leaves an open box without any.
	Dead
	// Assembled: the last box is filled, and the board is a solution.
	Assembled
	// Refuted: the last box is filled, and the final check refuses the board. Under [Disjoint] there is none.
	Refuted
	// Lifted: all fillings of a box were tried at this place; the one before it is taken out.
	Lifted
)

// Chosen returns the filling of a box that is filled, numbered as in phase 2.
func (m Moment) Chosen(box int) (filling int, ok bool) {
	for d := range m.Depth {
		if f := m.s.stack[d]; f.box == box {
			return int(m.s.g.alive[box][f.now]), true
		}
	}
	return 0, false
}

// Left calls a function with every filling that is left to an open box, numbered as in phase 2; of a filled box with the
// one in it.
func (m Moment) Left(box int, each func(filling int)) {
	if filling, ok := m.Chosen(box); ok {
		each(filling)
		return
	}
	if m.s.left[m.at*m.s.n+box] == 0 {
		return
	}
	for now, next := m.s.dom.next(m.at, box, 0); now >= 0; now, next = m.s.dom.next(m.at, box, next) {
		each(int(m.s.g.alive[box][now]))
	}
}

// Board returns the board that the last filling completed, of Assembled and Refuted.
func (m Moment) Board() board.Board {
	out := m.s.g.perms.masks.puzzle.Clone()
	copy(out.Cells(), m.s.board)
	return out
}

// TraceExtract does what [Graph.Extract] does and tells every step to a function: the fillings tried, their order, the
// solutions and stats (but for times) are the same. It ends after so many solutions and before the node that would be one
// too many, 0 for no bound; stats may be nil. Errors: ctx.Err(), [ErrCapped], [ErrNodes], and that of the function.
func TraceExtract(ctx context.Context, g *Graph, solutions, nodes int64, stats *ExtractStats, tell func(Moment) error) error {
	if tell == nil {
		return errors.New("minigrid: a trace is told to no function")
	}
	if err := g.usable(ctx); err != nil {
		return err
	}
	if g.capped {
		return ErrCapped
	}
	if stats == nil {
		stats = &ExtractStats{}
	}
	s := newSearch(g, stats)
	s.nodes = nodes
	defer func() { stats.Bytes = max(stats.Bytes, s.bytes()) }()
	return traced(ctx, s, solutions, tell)
}

// traced is search.run, step by step.
func traced(ctx context.Context, s *search, solutions int64, tell func(Moment) error) error {
	if slices.Contains(s.left[:s.n], 0) {
		return ctx.Err()
	}
	choices := make([]int, s.n+1)
	say := func(kind MomentKind, depth, filled, at, without int) error {
		f := s.stack[depth]
		return tell(Moment{
			Kind: kind, Vertex: Vertex{f.box, int(s.g.alive[f.box][f.now])}, Without: without, Choices: choices[depth], Depth: filled, s: s, at: at,
		})
	}
	enter := func(depth int) {
		s.open(depth)
		choices[depth] = int(s.left[depth*s.n+s.stack[depth].box])
	}
	enter(0)
	for depth, tried := 0, int64(0); depth >= 0; {
		f := &s.stack[depth]
		f.now, f.next = s.dom.next(depth, f.box, f.next)
		if f.now < 0 {
			depth--
			if depth >= 0 {
				if err := say(Lifted, depth, depth, depth, -1); err != nil {
					return err
				}
			}
			continue
		}
		if s.nodes > 0 && tried == s.nodes {
			return ErrNodes
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		tried++
		s.stats.Nodes++
		s.stats.Steps++
		if !s.forward(depth) {
			s.stats.DeadEnds++
			if err := say(Dead, depth, depth+1, depth, emptied(s, depth)); err != nil {
				return err
			}
			continue
		}
		if depth+1 < s.n {
			if err := say(Placed, depth, depth+1, depth+1, -1); err != nil {
				return err
			}
			depth++
			enter(depth)
			continue
		}
		kind := Refuted
		if s.assemble() {
			kind = Assembled
			s.stats.Solutions++
		} else {
			s.stats.Rejected++
		}
		if err := say(kind, depth, depth+1, depth+1, -1); err != nil {
			return err
		}
		if kind == Assembled && s.stats.Solutions == solutions {
			return nil
		}
	}
	return nil
}

// emptied returns the first open box, in the order in which the search strikes, that the filling tried at a depth leaves
// without any.
func emptied(s *search, depth int) int {
	f := s.stack[depth]
	for _, e := range s.g.ofBox[f.box] {
		if s.left[depth*s.n+e.other] == 0 {
			continue
		}
		c := s.class[s.g.links[e.pair].faces[e.side]][f.now]
		if s.dom.strike(depth, e, c, s.left[depth*s.n+e.other]) == 0 {
			return e.other
		}
	}
	return -1
}
