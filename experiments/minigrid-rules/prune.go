package minigridrules

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/stats"
)

// bins are the least numbers of strays of the bins that puzzles are counted in.
var bins = []int64{0, 1, 10, 100, 1000}

// Puzzles are counted that take at most so many passes, and that visit at most such a share of
// |V|·(|V|+|E|).
var (
	upToPasses = []float64{5, 10, 20, 50}
	upToShare  = []float64{0.01, 0.1, 0.5}
)

func roundsWithin(passes float64) string { return fmt.Sprintf("rounds.within-%g", passes) }
func visitsWithin(share float64) string  { return fmt.Sprintf("visits.within-%g", share) }

func binName(i int) string { return fmt.Sprintf("strays.from-%d", bins[i]) }

// ruleTally is what one rule of phase 4 left on the puzzles of a set, each against the solutions
// that an exact search lists.
type ruleTally struct {
	left, missed, wrong int64 // missed: left, but not by a supporter in each dependent box
	strays              []float64
	rounds              []float64
	share               []float64 // visits of phase 4 to |V|·(|V|+|E|)
	loop                float64   // greatest share that the paper's loop may take, see keep
	bins                [5]int
}

// pruneTally is the same for all rules.
type pruneTally struct {
	puzzles, refuted, capped, skipped int
	vertices                          []float64
	confirmed                         int // graphs whose strays Graph.InSolutions names as well
	asLines                           int // graphs of the listing by the box alone that end as that with masks
	rules                             map[minigrid.Pruning]*ruleTally
}

// prune prunes each puzzle's graph by each rule and counts the vertices left and the strays among
// them.
func prune(ctx context.Context, cfg Config, f minigrid.Fillings, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	t := pruneTally{rules: map[minigrid.Pruning]*ruleTally{}}
	for _, rule := range rules {
		t.rules[rule] = &ruleTally{}
	}
	for i, item := range items {
		if err := t.see(ctx, cfg, f, item.Board); err != nil {
			return fmt.Errorf("puzzle %d: %w", item.Index, err)
		}
		r.Progress(i+1, len(items))
	}
	return t.keep(r, cfg)
}

// see adds a puzzle.
func (t *pruneTally) see(ctx context.Context, cfg Config, f minigrid.Fillings, b board.Board) error {
	o, err := newOracle(b.Shape())
	if err != nil {
		return err
	}
	grids, complete, err := o.all(ctx, b, cfg.Solutions)
	if err != nil {
		return err
	}
	if !complete {
		t.skipped++
		return nil
	}
	graphs := make([]*minigrid.Graph, len(rules))
	for i, rule := range rules {
		if graphs[i], err = build(ctx, b, cfg.reading(f, minigrid.Disjoint, rule)); err != nil {
			return err
		}
		switch {
		case graphs[i] == nil && len(grids) > 0:
			return fmt.Errorf("phases 1 and 2 refute a board with %d solutions", len(grids))
		case graphs[i] == nil:
			t.refuted++
			return nil
		case graphs[i].Capped():
			t.capped++
			return nil
		}
	}
	used, err := inSolutions(graphs[0].Permutations(), grids)
	if err != nil {
		return err
	}
	t.puzzles++
	m := graphs[0].Metrics()
	t.vertices = append(t.vertices, float64(m.Vertices))
	least := compare(graphs[0], used).left
	for i, g := range graphs {
		t.rules[rules[i]].see(g, used, least)
	}
	if f == minigrid.BoxOnly {
		same, err := endsAsLines(ctx, cfg, b, graphs[0])
		if err != nil {
			return err
		}
		t.asLines += stats.Indicator[int](same)
	}
	return t.confirm(ctx, cfg, graphs[0], used)
}

// endsAsLines reports whether a pruned graph has the fillings left that the listing with masks
// leaves. It must: a filling that a given of its line refuses repeats a digit of every filling of
// the given's box.
func endsAsLines(ctx context.Context, cfg Config, b board.Board, g *minigrid.Graph) (bool, error) {
	lines, err := build(ctx, b, cfg.reading(minigrid.Lines, minigrid.Disjoint, minigrid.Supported))
	if err != nil || lines == nil || lines.Capped() {
		return false, err
	}
	for box := range b.Shape().Side() {
		if !slices.EqualFunc(slices.Collect(g.AliveVertices(box)), slices.Collect(lines.AliveVertices(box)), func(v, w int) bool {
			return slices.Equal(g.Permutations().Filling(box, v), lines.Permutations().Filling(box, w))
		}) {
			return false, nil
		}
	}
	return true, nil
}

// see adds a graph; least is what the rule of a supporter in each dependent box leaves.
func (t *ruleTally) see(g *minigrid.Graph, used [][]bool, least int64) {
	x := compare(g, used)
	t.left += x.left
	t.missed += x.left - least
	t.wrong += x.wrong
	t.strays = append(t.strays, float64(x.strays))
	bin := 0
	for bin+1 < len(bins) && x.strays >= bins[bin+1] {
		bin++
	}
	t.bins[bin]++
	m := g.Metrics()
	bound := float64(m.Vertices) * float64(m.Vertices+m.Edges)
	t.rounds = append(t.rounds, float64(m.Rounds))
	t.share = append(t.share, float64(g.Prune.Steps)/bound)
	t.loop = max(t.loop, float64(m.Rounds)*float64(m.Vertices+2*m.Edges)/bound)
}

// confirm compares the marks with those of the library's own search.
func (t *pruneTally) confirm(ctx context.Context, cfg Config, g *minigrid.Graph, used [][]bool) error {
	if g.Metrics().Alive > int64(cfg.Confirm) {
		return nil
	}
	again, err := g.InSolutions(ctx)
	if err != nil {
		return err
	}
	for box := range used {
		if !slices.Equal(used[box], again[box]) {
			return fmt.Errorf("box %d: the vertices in solutions are not those of the exact search", box+1)
		}
	}
	t.confirmed++
	return nil
}

func (t *pruneTally) keep(r *lab.Run, cfg Config) error {
	n := t.puzzles
	exact := func(name string, v float64, unit string) { r.Exact(name, v, unit, n) }
	exact("puzzles", float64(n), "puzzles")
	exact("refuted", float64(t.refuted), "puzzles")
	exact("capped", float64(t.capped), "puzzles")
	exact("skipped", float64(t.skipped), "puzzles")
	if t.capped+t.skipped > 0 {
		r.Cap(fmt.Sprintf("%d puzzles outgrew %d vertices or %d bytes, %d have more than %d solutions",
			t.capped, cfg.Graph.MaxVertices, cfg.Graph.MaxBytes, t.skipped, cfg.Solutions))
	}
	if n == 0 {
		return nil
	}
	exact("confirmed", float64(t.confirmed), "puzzles")
	exact("as-lines", float64(t.asLines), "puzzles")
	v, err := stats.Summarize(t.vertices)
	if err != nil {
		return err
	}
	exact("vertices.sum", floats.Sum(t.vertices), "vertices")
	exact("vertices.median", v.Median, "vertices")
	exact("vertices.max", v.Max, "vertices")
	for _, rule := range rules {
		u := t.rules[rule]
		metric := func(name string, v float64, unit string) { exact(string(rule)+"."+name, v, unit) }
		metric("left", float64(u.left), "vertices")
		metric("missed", float64(u.missed), "vertices")
		metric("wrong", float64(u.wrong), "vertices")
		s, err := stats.Summarize(u.strays)
		if err != nil {
			return err
		}
		metric("strays", floats.Sum(u.strays), "vertices")
		metric("strays.median", s.Median, "vertices")
		metric("strays.max", s.Max, "vertices")
		metric("with-strays", float64(n-u.bins[0]), "puzzles")
		for i := range bins {
			metric(binName(i), float64(u.bins[i]), "puzzles")
		}
		p, err := stats.Quantiles(u.rounds, 0.5, 0.9, 1)
		if err != nil {
			return err
		}
		metric("rounds.median", p[0], "passes")
		metric("rounds.p90", p[1], "passes")
		metric("rounds.max", p[2], "passes")
		if p, err = stats.Quantiles(u.share, 0.5, 0.9, 1); err != nil {
			return err
		}
		metric("visits.median", p[0], "of the bound")
		metric("visits.p90", p[1], "of the bound")
		metric("visits.max", p[2], "of the bound")
		for _, most := range upToPasses {
			metric(roundsWithin(most), atMost(u.rounds, most), "puzzles")
		}
		for _, most := range upToShare {
			metric(visitsWithin(most), atMost(u.share, most), "puzzles")
		}
		// The paper's loop looks at every vertex in every pass and then at edges from both ends:
		// at most passes · (|V| + 2|E|) visits.
		metric("loop.max", u.loop, "of the bound")
	}
	return nil
}

// atMost counts the values of at most a limit.
func atMost(x []float64, limit float64) (n float64) {
	for _, v := range x {
		n += stats.Indicator[float64](v <= limit)
	}
	return n
}
