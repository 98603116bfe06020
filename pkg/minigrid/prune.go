package minigrid

import (
	"context"
	"time"
)

// PruneToFixedPoint runs phase 4 (section 3.4): it removes vertices of too small a degree, in
// passes, until a pass removes none. The pseudocode recomputes degrees at the end of a pass, so all
// vertices whose degree is too small at the start of a pass are removed by it; what is left at the
// end would be the same in any other order.
//
// What a degree counts and how much is asked are the reading's ([Pruning]): boxes or edges, and
// the number of dependent boxes or 2, 3, 4 by position. Degrees belong to classes, not to single
// vertices: all fillings of a class have the same neighbours across its face. So each class carries
// a score, its part of the degree, and a vertex's degree is the sum of the scores of its classes, one
// on each face. When the last vertex of a class goes (or, where edges count, any of them), the
// scores of the classes joined to it fall. A pass looks only at boxes in which a score fell.
//
// It errs with [ErrCapped] on a capped graph. After ctx.Err() the graph is pruned in part: what
// was removed was rightly removed, and another call goes on.
func (g *Graph) PruneToFixedPoint(ctx context.Context) error {
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
	for changed := true; changed; {
		if err := ctx.Err(); err != nil {
			return err
		}
		g.rounds++
		changed = s.pass()
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

// scores is the state of phase 4.
type scores struct {
	g     *Graph
	edges bool    // a degree counts edges, not boxes
	need  []int64 // by box
	// support[pair][side][class] counts what the class of the pair's face at side is joined to at
	// the other: classes with alive vertices, or alive vertices where edges count.
	support [][2][]int64
	score   [][]int64 // by face and class
	lost    [][]int32 // by face and class: vertices removed in this pass
	losers  []loser
	dirty   []bool // by box: a score fell since its last pass
	steps   int64
}

// loser is a class that lost vertices in this pass.
type loser struct {
	face  int
	class int32
}

func newScores(g *Graph) *scores {
	s := &scores{
		g:       g,
		edges:   g.cfg.Pruning == DegreeEdges,
		need:    make([]int64, len(g.alive)),
		support: make([][2][]int64, len(g.links)),
		score:   make([][]int64, len(g.faces)),
		lost:    make([][]int32, len(g.faces)),
		dirty:   make([]bool, len(g.alive)),
	}
	for box := range s.need {
		s.dirty[box] = true
		if g.cfg.Pruning == Supported {
			s.need[box] = int64(len(g.ofBox[box]))
		} else {
			s.need[box] = int64(RequiredDegree(g.perms.shape().Box(), box))
		}
	}
	for f := range g.faces {
		s.score[f] = make([]int64, len(g.faces[f].size))
		s.lost[f] = make([]int32, len(g.faces[f].size))
	}
	for i := range g.links {
		l := &g.links[i]
		for side, f := range l.faces {
			counts := g.faces[l.faces[1-side]].alive
			support := make([]int64, len(g.faces[f].size))
			for c := range support {
				for x := range l.rows[side].row(int32(c)) {
					s.steps++
					support[c] += s.worth(int64(counts[x]))
				}
				s.score[f][c] += s.worth(support[c])
			}
			s.support[i][side] = support
		}
	}
	return s
}

// RequiredDegree returns the minimum degree that section 3.4 asks of a box by its position among
// the k×k boxes: 2 in a corner, 3 at an edge, 4 inside. The paper explains 2 and 4 as the numbers of
// dependent boxes, which they are not: that number is 2(k−1) for every box (see [Dependent]).
// It is 0 for a box that is not there.
func RequiredDegree(k, box int) int {
	if box < 0 || box >= k*k {
		return 0
	}
	need := 2
	if row := box / k; row > 0 && row < k-1 {
		need++
	}
	if column := box % k; column > 0 && column < k-1 {
		need++
	}
	return need
}

// worth returns what a class with so many alive vertices adds to the support of one joined to
// it, and what so much support from one dependent box adds to a degree.
func (s *scores) worth(count int64) int64 {
	if s.edges {
		return count
	}
	return min(count, 1)
}

// pass is the body of the paper's loop. It reports whether a vertex was removed.
func (s *scores) pass() (changed bool) {
	s.losers = s.losers[:0]
	for box, dirty := range s.dirty {
		if dirty {
			s.dirty[box] = false
			s.removeFrom(box)
		}
	}
	for _, l := range s.losers {
		s.recompute(l)
	}
	return len(s.losers) > 0
}

// removeFrom removes the vertices of a box whose degree is too small.
func (s *scores) removeFrom(box int) {
	g := s.g
	alive := g.alive[box]
	kept := alive[:0]
	need := s.need[box]
	faces := g.facesOf[box]
	s.steps += int64(len(alive))
	for _, v := range alive {
		var degree int64
		for _, f := range faces {
			degree += s.score[f][g.faces[f].class[v]]
		}
		if degree >= need {
			kept = append(kept, v)
			continue
		}
		for _, f := range faces {
			c := g.faces[f].class[v]
			if s.lost[f][c] == 0 {
				s.losers = append(s.losers, loser{f, c})
			}
			s.lost[f][c]++
		}
	}
	g.alive[box] = kept
}

// recompute takes the vertices that a class lost out of the degrees of its neighbours.
func (s *scores) recompute(l loser) {
	g := s.g
	from := &g.faces[l.face]
	before := from.alive[l.class]
	from.alive[l.class] -= s.lost[l.face][l.class]
	s.lost[l.face][l.class] = 0
	fall := s.worth(int64(before)) - s.worth(int64(from.alive[l.class]))
	if fall == 0 {
		return
	}
	for _, e := range g.ofBox[from.box] {
		link := &g.links[e.pair]
		if link.faces[e.side] != l.face {
			continue
		}
		support := s.support[e.pair][1-e.side]
		score := s.score[link.faces[1-e.side]]
		for x := range link.rows[e.side].row(l.class) {
			s.steps++
			was := s.worth(support[x])
			support[x] -= fall
			if d := was - s.worth(support[x]); d != 0 {
				score[x] -= d
				s.dirty[e.other] = true
			}
		}
	}
}

// bytes returns the size of the state.
func (s *scores) bytes() (sum int64) {
	for i := range s.support {
		sum += 8 * int64(len(s.support[i][0])+len(s.support[i][1]))
	}
	for f := range s.score {
		sum += 12 * int64(len(s.score[f]))
	}
	return sum
}

// Rounds returns the passes that phase 4 made, the last of which removed nothing; 0 before it and
// without pruning.
func (g *Graph) Rounds() int { return g.rounds }
