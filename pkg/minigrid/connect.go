package minigrid

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// Connect runs phase 3: it joins the fillings of dependent boxes that are compatible under
// cfg.Compatibility.
//
// The paper compares each filling of one box with each of the other, [Graph.Product] comparisons of
// whole fillings. Here fillings are gathered into classes first (face.go), and the classes of two
// faces are compared unit by unit, those that agree on their first units together (see joiner).
// Phase.Steps counts the comparisons of the contents of a unit that were made, passes that only count
// included.
//
// If MaxBytes does not suffice, or p is capped, the graph is Capped and nothing is joined. Counted
// are the fillings, the lists of alive vertices (which a capped graph still has), classes with their
// trees, and adjacency. Not counted is what each worker uses in addition: a hash table of 40 bytes or so
// for each class of the face it is at, bit rows of 4 MiB at most, and eight bytes for each class of a
// pair whose edges are more than that. Nor are phases 4 and 5: the former takes eight bytes for each
// class and pair, the latter four bytes for each alive vertex and face and 128 MiB at most of bit
// rows.
//
// Errors: ctx.Err() and a bad configuration.
func Connect(ctx context.Context, p *Permutations, cfg Config) (*Graph, error) {
	switch {
	case ctx == nil:
		return nil, errNoContext
	case p == nil || p.masks == nil:
		return nil, errors.New("minigrid: no permutations: nil or the zero Permutations, want those of Permute")
	}
	if err := cfg.validFor(p.shape()); err != nil {
		return nil, err
	}
	start := time.Now()
	g := &Graph{perms: p, cfg: cfg, pairs: Dependent(p.shape()), capped: p.capped}
	var of [][2]int
	g.faces, of = faces(p, g.pairs)
	g.links = make([]link, len(g.pairs))
	g.ofBox = make([][]end, len(p.lists))
	g.facesOf = make([][]int, len(p.lists))
	for f := range g.faces {
		g.facesOf[g.faces[f].box] = append(g.facesOf[g.faces[f].box], f)
	}
	for i, pair := range g.pairs {
		g.links[i].faces = of[i]
		g.ofBox[pair.A] = append(g.ofBox[pair.A], end{i, 0, pair.B})
		g.ofBox[pair.B] = append(g.ofBox[pair.B], end{i, 1, pair.A})
	}
	if !g.capped {
		if err := g.join(ctx); err != nil {
			return nil, err
		}
	}
	g.alive = make([][]int32, len(p.lists))
	for box := range g.alive {
		g.alive[box] = make([]int32, p.Count(box))
		for i := range g.alive[box] {
			g.alive[box][i] = int32(i)
		}
	}
	for i := range g.links {
		g.Connect.Steps += g.links[i].compare
	}
	for f := range g.faces {
		for _, level := range g.faces[f].tree {
			g.trees += 8*int64(len(level.looks)) + 4*int64(len(level.below))
		}
		g.faces[f].tree = nil
	}
	b := g.Bytes()
	g.Connect.Bytes = b.Classes + b.Trees + b.Adjacency
	g.Connect.Elapsed = time.Since(start)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return g, nil
}

// join classifies the fillings of every face and joins the classes of every pair.
func (g *Graph) join(ctx context.Context) error {
	p := g.perms
	budget := budget{limit: g.cfg.MaxBytes}
	workers := g.cfg.workersFor(p.total)
	err := ErrCapped
	if budget.reserve(p.Phase.Bytes + 4*p.total) {
		err = inParallel(ctx, workers, len(g.faces), func() task {
			t := &classifier{reading: g.cfg.Compatibility}
			return func(ctx context.Context, f int) error { return t.classify(ctx, p, &g.faces[f], budget.reserve) }
		})
	}
	if err == nil {
		err = inParallel(ctx, workers, len(g.links), func() task {
			return func(ctx context.Context, i int) error {
				return g.joinPair(ctx, &g.links[i], smallMatrix, budget.reserve)
			}
		})
	}
	if errors.Is(err, ErrCapped) {
		// Which faces and pairs were done depends on the workers: none of them is kept.
		g.capped, err = true, nil
		for f := range g.faces {
			g.faces[f].class, g.faces[f].size, g.faces[f].alive = nil, nil, nil
			g.faces[f].tree = nil
		}
		for i := range g.links {
			g.links[i] = link{faces: g.links[i].faces}
		}
	}
	return err
}

// smallMatrix is the size up to which a pair's edges are first written as bits, and turned into
// lists if those are smaller. Larger ones are counted in a separate pass before memory is taken.
const smallMatrix = 4 << 20

// joinPair fills a link. Up to the size small it goes by way of bits.
func (g *Graph) joinPair(ctx context.Context, l *link, small int64, reserve func(int64) bool) error {
	a, b := &g.faces[l.faces[0]], &g.faces[l.faces[1]]
	from, to := len(a.size), len(b.size)
	asBits := bitBytes(from, to) + bitBytes(to, from)
	j := joiner{ctx: ctx, a: a, b: b, identical: g.cfg.Compatibility == Identical}
	if asBits <= small {
		j.rows = [2]relation{newBits(from, to), newBits(to, from)}
		j.pass = intoBits
	} else {
		j.degrees = [2][]int32{make([]int32, from), make([]int32, to)}
		j.pass = counting
	}
	if err := j.run(); err != nil {
		return err
	}
	asList := listBytes(from, j.joined) + listBytes(to, j.joined)
	if !reserve(min(asBits, asList)) {
		return ErrCapped
	}
	switch written := j.pass == intoBits; {
	case written && asBits <= asList:
	case written:
		j.rows = [2]relation{toList(&j.rows[0], from, j.joined), toList(&j.rows[1], to, j.joined)}
	case asBits <= asList:
		j.rows = [2]relation{newBits(from, to), newBits(to, from)}
		j.pass = intoBits
		if err := j.run(); err != nil {
			return err
		}
	default:
		for side := range j.rows {
			j.rows[side], j.next[side] = newList(j.degrees[side])
		}
		j.pass = intoLists
		if err := j.run(); err != nil {
			return err
		}
		for side := range j.rows {
			j.rows[side].sortRows()
		}
	}
	l.rows, l.edges, l.compare = j.rows, j.edges, j.compared
	return nil
}

// budget grants bytes until a limit is reached. Bytes are never given back, so whether the limit
// is reached does not depend on the order of the requests.
type budget struct {
	limit int64 // 0: none
	used  atomic.Int64
}

func (b *budget) reserve(bytes int64) bool {
	return b.used.Add(bytes) <= b.limit || b.limit == 0
}
