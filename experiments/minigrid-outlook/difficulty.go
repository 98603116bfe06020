package minigridoutlook

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
	"sudokulab/pkg/stats"
)

// measures are what the graph gives after pruning. The effort of phase 5 is not among them: it
// would be a search telling of searches.
var measures = []struct {
	name string
	of   func(m minigrid.Metrics) float64
}{
	{"vertices", func(m minigrid.Metrics) float64 { return float64(m.Vertices) }},
	{"alive", func(m minigrid.Metrics) float64 { return float64(m.Alive) }},
	{"edges", func(m minigrid.Metrics) float64 { return float64(m.Edges) }},
	{"alive-edges", func(m minigrid.Metrics) float64 { return float64(m.AliveEdges) }},
	{"largest-box", func(m minigrid.Metrics) float64 { return float64(m.LargestBox) }},
	{"alive-largest-box", func(m minigrid.Metrics) float64 { return float64(m.AliveLargestBox) }},
	{"log-product", func(m minigrid.Metrics) float64 { return m.LogProduct }},
	{"alive-log-product", func(m minigrid.Metrics) float64 { return m.AliveLogProduct }},
	{"density", func(m minigrid.Metrics) float64 { return m.Density }},
	{"alive-density", func(m minigrid.Metrics) float64 { return m.AliveDensity }},
	{"rounds", func(m minigrid.Metrics) float64 { return float64(m.Rounds) }},
	{"alive-share", func(m minigrid.Metrics) float64 { return m.AliveShare }},
	{"solved-boxes", func(m minigrid.Metrics) float64 { return float64(m.SolvedBoxes) }},
}

// givens is the measure that costs nothing, which the others must be worth more than.
const givens = "givens"

// Efforts of other engines, and stated difficulty where there is any.
const (
	cspNodes    = "csp-nodes"
	dlxGuesses  = "dlx-guesses"
	dlxUpdates  = "dlx-updates"
	plain9Nodes = "plain9-nodes"
	level       = "level"
	rating      = "rating"
)

// efforts are in the order of the tables. The first two decide: they stand for search with naked
// singles and for search with naked and hidden singles.
var efforts = []string{cspNodes, dlxGuesses, dlxUpdates, plain9Nodes, level, rating}

var deciding = efforts[:2]

func featureOf(reading minigrid.Fillings, measure string) string {
	return string(reading) + " " + measure
}

// features lists all measures under all readings.
func features() []string {
	var out []string
	for _, reading := range readings {
		for _, m := range measures {
			out = append(out, featureOf(reading, m.name))
		}
	}
	return out
}

// sample is a puzzle with all that is known of it.
type sample struct {
	features, efforts map[string]float64
}

// gauge measures puzzles.
type gauge struct {
	cfg    Config
	search solver.Solver
	cover  solver.Solver
	plain  solver.Solver
}

func newGauge(cfg Config) *gauge {
	return &gauge{
		cfg: cfg, plain: solvertest.NewPlain9(),
		search: engine.CSP(engine.CSPConfig{Config: cfg.Search}), cover: engine.DLX(engine.DLXConfig{Config: cfg.Cover}),
	}
}

// measure returns false for a puzzle that has not exactly one solution.
func (g *gauge) measure(ctx context.Context, b board.Board) (sample, bool, error) {
	s := sample{map[string]float64{givens: float64(b.Filled())}, map[string]float64{}}
	exact, err := g.cover.Solve(ctx, b, solver.Limits{Solutions: 2})
	if err != nil {
		return s, false, err
	}
	if exact.Status != solver.Unique {
		return s, false, ctx.Err()
	}
	s.efforts[dlxGuesses] = float64(exact.Stats.Counter(engine.CounterGuesses))
	s.efforts[dlxUpdates] = float64(exact.Stats.Counter(engine.CounterUpdates))
	for name, e := range map[string]solver.Solver{cspNodes: g.search, plain9Nodes: g.plain} {
		res, err := e.Solve(ctx, b, solver.Limits{Solutions: 2, Nodes: g.cfg.Nodes})
		if err != nil {
			return s, false, err
		}
		s.efforts[name] = float64(res.Stats.Nodes)
	}
	for _, reading := range readings {
		graph, err := g.graph(ctx, b, reading)
		if err != nil {
			return s, false, err
		}
		metrics := graph.Metrics()
		for _, m := range measures {
			s.features[featureOf(reading, m.name)] = m.of(metrics)
		}
	}
	return s, true, ctx.Err()
}

// graph runs phases 1 to 4 on a puzzle that has a solution.
func (g *gauge) graph(ctx context.Context, b board.Board, reading minigrid.Fillings) (*minigrid.Graph, error) {
	method := g.cfg.Method
	method.Fillings = reading
	masks, err := minigrid.Mask(b)
	if err != nil {
		return nil, err
	}
	p, err := minigrid.Permute(ctx, masks, method)
	if err != nil {
		return nil, err
	}
	graph, err := minigrid.Connect(ctx, p, method)
	if err != nil {
		return nil, err
	}
	err = graph.PruneToFixedPoint(ctx)
	return graph, err
}

// difficultyOfSet correlates measures and efforts over the puzzles of a set, with its ratings if
// they are numbers.
func difficultyOfSet(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	samples, err := samplesOf(ctx, newGauge(cfg), items, r)
	if err != nil {
		return err
	}
	r.Exact("left-out", float64(len(items)-len(samples)), "puzzles", len(items))
	return correlate(cfg, r, samples)
}

// difficultyOf does so over several embedded sets together. With levels, the number of the set
// is an effort.
func difficultyOf(ctx context.Context, cfg Config, r *lab.Run, ids []string, levels bool) error {
	g, store := newGauge(cfg), &corpus.Store{}
	var samples []sample
	for i, id := range ids {
		items, err := store.Sample(ctx, id, cfg.Puzzles, r.Seed)
		if err != nil {
			return err
		}
		more, err := samplesOf(ctx, g, items, r)
		if err != nil {
			return err
		}
		if levels {
			for _, s := range more {
				s.efforts[level] = float64(i)
			}
		}
		samples = append(samples, more...)
	}
	return correlate(cfg, r, samples)
}

func samplesOf(ctx context.Context, g *gauge, items []corpus.Item, r *lab.Run) ([]sample, error) {
	var out []sample
	for i, item := range items {
		s, unique, err := g.measure(ctx, item.Board)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", item.Board, err)
		}
		if unique {
			if v, err := strconv.ParseFloat(item.Rating, 64); err == nil {
				s.efforts[rating] = v
			}
			out = append(out, s)
		}
		r.Progress(i+1, len(items))
	}
	return out, nil
}

// correlate keeps the rank correlation of every measure with every effort that all puzzles have,
// where both take more than one value.
func correlate(cfg Config, r *lab.Run, samples []sample) error {
	n := len(samples)
	r.Exact("puzzles", float64(n), "puzzles", n)
	for _, effort := range efforts {
		y, ok := column(samples, func(s sample) (float64, bool) { v, ok := s.efforts[effort]; return v, ok })
		if !ok || n == 0 {
			continue
		}
		r.Exact(effort+" varied", varied(y), "share", n)
		q, err := stats.Quantiles(y, 0.5, 1)
		if err != nil {
			return err
		}
		r.Exact(effort+" median", q[0], "units of effort", n)
		r.Exact(effort+" max", q[1], "units of effort", n)
		for _, feature := range append(features(), givens) {
			x, _ := column(samples, func(s sample) (float64, bool) { return s.features[feature], true })
			c, err := stats.Spearman(x, y, cfg.Confidence)
			if errors.Is(err, stats.ErrDegenerate) || errors.Is(err, stats.ErrTooFew) {
				continue
			}
			if err != nil {
				return err
			}
			name := pairOf(effort, feature)
			r.Exact(name, c.Rho, "rank correlation", c.N)
			lab.KeepInterval(r.Exact, name, "rank correlation", c.Interval, c.N)
		}
	}
	r.Text("points", points(samples[:min(cfg.Points, n)]))
	return nil
}

// pairOf names the correlation of an effort with a measure.
func pairOf(effort, feature string) string { return effort + " ~ " + feature }

// correlated reports whether a record has the correlation of an effort with a measure. No record may have it:
// of puzzles of which all are alike in either there is none. That is why its name is looked up as it stands.
func correlated(r record.Record, effort, feature string) bool {
	_, ok := r.Exact[pairOf(effort, feature)]
	return ok
}

// has reports whether the puzzles of a record have an effort: levels and ratings are stated for some sets only.
func has(r record.Record, effort string) bool {
	_, ok := r.Exact[effort+" varied"]
	return ok
}

func column(samples []sample, of func(sample) (float64, bool)) (out []float64, all bool) {
	for _, s := range samples {
		v, ok := of(s)
		if !ok {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// varied is the share of values that differ from the most frequent one.
func varied(values []float64) float64 {
	times, most := map[float64]int{}, 0
	for _, v := range values {
		times[v]++
		most = max(most, times[v])
	}
	return 1 - float64(most)/float64(len(values))
}

// points writes measures and nodes of puzzles, a line for each below a line of names.
func points(samples []sample) string {
	names := append(features(), givens)
	var b strings.Builder
	b.WriteString(strings.Join(append(names, cspNodes), "\t"))
	for _, s := range samples {
		b.WriteByte('\n')
		for _, name := range names {
			b.WriteString(strconv.FormatFloat(s.features[name], 'g', 5, 64) + "\t")
		}
		b.WriteString(strconv.FormatFloat(s.efforts[cspNodes], 'g', -1, 64))
	}
	return b.String()
}

// readPoints returns one measure and the nodes of the puzzles of such a text.
func readPoints(text, feature string) (x, nodes []float64, err error) {
	at := -1
	for i, line := range strings.Split(text, "\n") {
		cells := strings.Split(line, "\t")
		if i == 0 {
			for j, name := range cells {
				if name == feature {
					at = j
				}
			}
			if at < 0 {
				return nil, nil, fmt.Errorf("minigrid-outlook: points without %q", feature)
			}
			continue
		}
		if len(cells) <= at {
			return nil, nil, fmt.Errorf("minigrid-outlook: points: line %d is short", i+1)
		}
		v, err := strconv.ParseFloat(cells[at], 64)
		if err != nil {
			return nil, nil, fmt.Errorf("minigrid-outlook: points: line %d: %w", i+1, err)
		}
		n, err := strconv.ParseFloat(cells[len(cells)-1], 64)
		if err != nil {
			return nil, nil, fmt.Errorf("minigrid-outlook: points: line %d: %w", i+1, err)
		}
		x, nodes = append(x, v), append(nodes, n)
	}
	return x, nodes, nil
}
