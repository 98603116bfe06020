package score

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dataset/audit"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// pair is a numerator with its denominator, of one puzzle.
type pair struct{ over, under int }

// sum adds up outcomes. Its memory is bounded by how many different pairs there are on a board.
type sum struct {
	n, answered, solved        int
	changed                    int // answers with a given altered
	blanks, right, units, kept int64
	givens, altered            int64
	rightPairs, keptPairs      map[pair]int
}

func newSum() *sum { return &sum{rightPairs: map[pair]int{}, keptPairs: map[pair]int{}} }

func (s *sum) add(o outcome) {
	s.n++
	s.answered += stats.Indicator[int](o.answered)
	s.solved += stats.Indicator[int](o.solved)
	s.changed += stats.Indicator[int](o.altered > 0)
	s.blanks += int64(o.blanks)
	s.right += int64(o.right)
	s.units += int64(o.units)
	s.kept += int64(o.kept)
	s.altered += int64(o.altered)
	if o.answered {
		s.givens += int64(o.givens)
	}
	s.rightPairs[pair{o.right, o.blanks}]++
	s.keptPairs[pair{o.kept, o.units}]++
}

// bandKind is one of the two ways in which puzzles are put into bands.
type bandKind int

const (
	byTechnique bandKind = iota
	byGivens
)

// band is a band of difficulty. Its order is by side, then by rank.
type band struct {
	kind       bandKind
	side, rank int
}

// The bands behind those of package audit, and the one before them.
const rankFull = -1

const (
	rankSeveral = 1000 + iota
	rankNone
	rankUndecided
)

// givensWidth is how many numbers of givens a band holds: about a twentieth of the cells.
func givensWidth(side int) int { return max(1, side*side/20) }

var techniques = audit.Bands()

func bandsOf(f audit.Finding) [2]band {
	rank := rankUndecided
	switch f.Status {
	case solver.Unique:
		rank = slices.Index(techniques, f.Band()) // rankFull where nothing is left to solve
	case solver.Multiple:
		rank = rankSeveral
	case solver.Unsat:
		rank = rankNone
	}
	return [2]band{{byTechnique, 0, rank}, {byGivens, f.Side, f.Givens / givensWidth(f.Side)}}
}

func (b band) name(sides int) string {
	if b.kind == byTechnique {
		switch b.rank {
		case rankSeveral:
			return "several solutions"
		case rankNone:
			return "no solution"
		case rankUndecided:
			return "undecided"
		case rankFull:
			return "no blank cell"
		}
		return techniques[b.rank]
	}
	width := givensWidth(b.side)
	low := b.rank * width
	text := strconv.Itoa(low)
	if width > 1 {
		text += " to " + strconv.Itoa(low+width-1)
	}
	text += " givens"
	if sides > 1 {
		side := strconv.Itoa(b.side)
		text = side + "×" + side + ", " + text
	}
	return text
}

// system is what is counted of an entrant.
type system struct {
	ways        [3]*sum
	bands       [3]map[band]*sum
	least, most int // answers a puzzle
	total       int64
	bins        [bins]Bin
	calibrated  int // puzzles

	// What answers to the puzzles look like that are not as they should be.
	fromZero, next, previous, tried int
	last                            []uint8 // the answer to the puzzle before
}

// contest is what is counted of two entrants, by way.
type contest struct {
	both, first, second, neither int
	right, kept                  map[pair]int // second minus first
}

type count struct {
	cfg       Config
	puzzles   int
	sides     map[int]int
	status    map[solver.Status]int
	systems   []*system
	contests  [][3]*contest // of each entrant behind the first with the first
	baselines []*sum
	before    board.Board
	streams   uint64
}

func newCount(cfg Config, entrants []Entrant) *count {
	c := &count{cfg: cfg, sides: map[int]int{}, status: map[solver.Status]int{}}
	for i := range entrants {
		s := &system{}
		for w := range s.ways {
			s.ways[w], s.bands[w] = newSum(), map[band]*sum{}
		}
		for b := range s.bins {
			s.bins[b].From, s.bins[b].To = float64(b)/bins, float64(b+1)/bins
		}
		c.systems = append(c.systems, s)
		if i > 0 {
			var all [3]*contest
			for w := range all {
				all[w] = &contest{right: map[pair]int{}, kept: map[pair]int{}}
			}
			c.contests = append(c.contests, all)
		}
	}
	return c
}

func (c *count) add(r *result) {
	c.puzzles++
	c.sides[r.finding.Side]++
	status := r.finding.Status
	if status == solver.Found { // one solution, and a bound before the proof
		status = solver.Capped
	}
	c.status[status]++
	in := bandsOf(r.finding)
	for i, s := range c.systems {
		s.add(r, i, in, c.before)
		if i == 0 {
			continue
		}
		for w, x := range c.contests[i-1] {
			x.add(r.outcomes[0][w], r.outcomes[i][w])
		}
	}
	for len(c.baselines) < len(r.baselines) {
		c.baselines = append(c.baselines, newSum())
	}
	for i, o := range r.baselines {
		c.baselines[i].add(o)
	}
	c.before = r.puzzle.Board
}

func (s *system) add(r *result, i int, in [2]band, before board.Board) {
	answers := r.answers[i]
	if n := len(answers); s.ways[0].n == 0 {
		s.least, s.most = n, n
	} else {
		s.least, s.most = min(s.least, n), max(s.most, n)
	}
	for w, o := range r.outcomes[i] {
		s.ways[w].add(o)
		for _, b := range in {
			if s.bands[w][b] == nil {
				s.bands[w][b] = newSum()
			}
			s.bands[w][b].add(o)
		}
	}
	for _, a := range answers {
		s.total += stats.Indicator[int64](a.Cells != nil)
	}
	if k := r.calibration[i]; k != nil {
		s.calibrated++
		for b := range k {
			s.bins[b].Cells += k[b].cells
			s.bins[b].Right += k[b].right
			s.bins[b].sum += k[b].sum
		}
	}
	cells := answers[0].Cells
	b := r.puzzle.Board
	if cells != nil && b.Filled() > 0 {
		s.tried++
		if !keeps(b, cells, 0) {
			s.fromZero += stats.Indicator[int](keeps(b, cells, 1))
			s.previous += stats.Indicator[int](!before.IsZero() && keeps(before, cells, 0))
		}
	}
	if s.last != nil && !keeps(before, s.last, 0) && keeps(b, s.last, 0) {
		s.next++
	}
	s.last = cells
}

func (x *contest) add(a, b outcome) {
	switch {
	case a.solved && b.solved:
		x.both++
	case a.solved:
		x.first++
	case b.solved:
		x.second++
	default:
		x.neither++
	}
	x.right[pair{b.right - a.right, a.blanks}]++
	x.kept[pair{b.kept - a.kept, a.units}]++
}

// end finishes what is a mean of sums.
func (c *count) end() {
	for _, s := range c.systems {
		for i := range s.bins {
			if b := &s.bins[i]; b.Cells > 0 {
				b.Confidence = b.sum / float64(b.Cells)
			}
		}
	}
}

// Ratio is a share over all puzzles: of their cells, of their units.
type Ratio struct {
	Over  int64   `json:"over"`
	Under int64   `json:"under"`
	Value float64 `json:"value"` // 0 if Under is
	// Interval is by the bootstrap over the puzzles; nil where it has none, as for a single puzzle.
	Interval *stats.Interval `json:"interval"`
}

// ratio resamples puzzles by their pairs.
func (c *count) ratio(of map[pair]int) (Ratio, error) {
	var r Ratio
	n := 0
	var all []stats.Tallied
	keys := slices.SortedFunc(maps.Keys(of), func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.under, b.under), cmp.Compare(a.over, b.over))
	})
	for _, p := range keys {
		k := of[p]
		n += k
		r.Over += int64(p.over) * int64(k)
		r.Under += int64(p.under) * int64(k)
		all = append(all, stats.Tallied{Over: float64(p.over), Under: float64(p.under), Count: k})
	}
	c.streams++
	if r.Under == 0 {
		return r, nil
	}
	r.Value = float64(r.Over) / float64(r.Under)
	if n < 2 {
		return r, nil
	}
	e, err := stats.BootstrapTallied(rand.New(rand.NewPCG(c.cfg.Seed, c.streams)), all, c.cfg.Bootstrap)
	if err != nil {
		return r, err
	}
	r.Interval = &e.Interval
	return r, nil
}
