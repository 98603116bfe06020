// Package dlxspeed runs package dlx on known exact-cover problems, compares its counts with
// the published ones, and measures it against other people's programs where these are at
// hand: D. E. Knuth's DLX1 and DLX2 (https://cs.stanford.edu/~knuth/programs.html) on the
// same text, node for node and process against process, and exact-cover solvers written in Go on the same Sudoku
// puzzles. It decides no claim.
package dlxspeed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"time"

	"sudokulab/pkg/dlx"
	"sudokulab/pkg/dlx/classic"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// problem is an exact-cover problem. Solutions is the published number of solutions of the
// raw problem, symmetric solutions counted apart; 0 if none has been published.
type problem struct {
	Name      string `json:"name"`
	Solutions int64  `json:"solutions,omitempty"`
	Source    string `json:"source,omitempty"`
	Peer      string `json:"peer"` // Knuth's program for problems of the kind

	make func() (*dlx.Problem, error)
}

const (
	dlx1 = "knuth-dlx1"
	dlx2 = "knuth-dlx2" // for problems with colours
	// own is this project's engine in the form of such a program: folder cmd/peer.
	own = "sudokulab-dlx"
)

// problems returns the problems of the profile, small ones first.
func problems(p lab.Profile) []problem {
	queens := func(n int, solutions int64) problem {
		return problem{fmt.Sprintf("queens-%d", n), solutions, "OEIS A000170", dlx1, func() (*dlx.Problem, error) { return classic.Queens(n) }}
	}
	langford := func(n int, pairs int64) problem {
		return problem{fmt.Sprintf("langford-%d", n), 2 * pairs, "twice OEIS A014552", dlx1, func() (*dlx.Problem, error) { return classic.Langford(n) }}
	}
	pentominoes := func(rows, columns int, packings int64) problem {
		return problem{fmt.Sprintf("pentominoes-%dx%d", rows, columns), 4 * packings, "C. B. and J. Haselgrove 1960, four times", dlx1, func() (*dlx.Problem, error) {
			return classic.Pentominoes(rows, columns)
		}}
	}
	// Squares of five-letter words across and down: the cells are secondary items and the
	// letters their colours.
	squares := func(words int) problem {
		return problem{fmt.Sprintf("squares-of-%d-words", words), 0, "", dlx2, func() (*dlx.Problem, error) {
			return classic.WordRectangles(5, 5, randomWords(words))
		}}
	}
	all := []problem{queens(4, 2), queens(8, 92), langford(3, 1), langford(7, 26), pentominoes(3, 20, 2)}
	if p != lab.Smoke {
		all = append(all, queens(10, 724), queens(11, 2680), langford(8, 150), langford(11, 17_792), pentominoes(4, 15, 368), squares(150))
	}
	if p == lab.Full {
		all = append(all, queens(12, 14_200), langford(12, 108_144), pentominoes(5, 12, 1010), pentominoes(6, 10, 2339))
	}
	return all
}

// randomWords returns different words of five letters from an alphabet of eight, drawn from
// their own seed.
func randomWords(n int) []string {
	rng := rand.New(rand.NewPCG(5, uint64(n)))
	seen := map[string]bool{}
	for len(seen) < n {
		var w [5]byte
		for i := range w {
			w[i] = "abcdefgh"[rng.IntN(8)]
		}
		seen[string(w[:])] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// timed returns the problems measured against Knuth's programs: those that take long enough,
// and at the lesser sizes not too long.
func timed(p lab.Profile) []string {
	names := []string{"queens-10", "queens-11", "langford-11", "pentominoes-3x20", "squares-of-150-words"}
	if p == lab.Full {
		names = append(names, "queens-12", "langford-12", "pentominoes-4x15", "pentominoes-5x12", "pentominoes-6x10")
	}
	return names
}

// goPeers are the other exact-cover solvers in Go, by the name of the program that wraps
// each: it reads a puzzle a line and writes for each the number of its solutions up to two.
// Each is named for the owner of its repository, dancing-cells for itself.
var goPeers = []string{"go-dancing-cells", "go-dimchansky", "go-evjrob", "go-goverture", "go-jiangyang", "go-kappeh", "go-sjnam", "go-zanicar", "go-zigloo"}

var sets = []string{"own-minimal", "17clue", "forum-1106"}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Problems []problem  `json:"problems"`
	Solver   dlx.Config `json:"solver"`
	GoPeers  []string   `json:"go_peers,omitempty"`
	Puzzles  int        `json:"puzzles"` // a set
	Rounds   int        `json:"rounds"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dlx-speed",
		Title:    "Dancing links on known problems and compared with other programs",
		Question: "Does the exact-cover engine find the published numbers of solutions, and how does it compare with Knuth's own programs and with other solvers in Go?",
		Plan:     plan,
		Tables:   tables,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Problems: problems(p), Solver: dlx.DefaultConfig(), Puzzles: 40, Rounds: 9}
	if p == lab.Full {
		cfg.Puzzles, cfg.Rounds = 2000, 21
	}
	if p != lab.Smoke {
		cfg.GoPeers = goPeers
	}
	pl := lab.Plan{Config: cfg, Seed: 5}
	for _, q := range cfg.Problems {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: countKind, Dims: []record.Dim{record.D("problem", q.Name)},
			Run: func(ctx context.Context, r *lab.Run) error { return count(ctx, cfg, q, r) },
		})
	}
	if p == lab.Smoke {
		return pl // programs of other people are no matter for continuous integration
	}
	for _, q := range cfg.Problems {
		if slices.Contains(timed(p), q.Name) {
			pl.Cases = append(pl.Cases, lab.Case{
				Kind: knuthKind, Dims: []record.Dim{record.D("peer", q.Peer), record.D("problem", q.Name)}, Peer: q.Peer, Control: own, Timed: true,
				Run: func(ctx context.Context, r *lab.Run) error { return besideKnuth(ctx, cfg, q, r) },
			})
		}
	}
	for _, peer := range cfg.GoPeers {
		for _, set := range sets {
			pl.Cases = append(pl.Cases, lab.Case{
				Kind: goKind, Dims: []record.Dim{record.D("peer", peer), record.D("set", set)}, Peer: peer, Corpus: set, Limit: cfg.Puzzles, Timed: true,
				Run: func(ctx context.Context, r *lab.Run) error { return besideGo(ctx, cfg, r) },
			})
		}
	}
	return pl
}

// Kinds of cases.
const (
	countKind = "count" // by problem
	knuthKind = "knuth" // by peer and problem
	goKind    = "go"    // by peer and set
)

// count solves a problem and fails if the number of solutions is not the published one.
func count(ctx context.Context, cfg Config, q problem, r *lab.Run) error {
	p, err := q.make()
	if err != nil {
		return err
	}
	s, err := dlx.NewSolver(p, cfg.Solver)
	if err != nil {
		return err
	}
	begin := time.Now()
	res, err := s.Solve(ctx, nil, dlx.Limits{})
	if err != nil {
		return err
	}
	elapsed := time.Since(begin)
	if res.Stop == dlx.Cancelled {
		return ctx.Err()
	}
	if q.Source != "" && res.Solutions != q.Solutions {
		return fmt.Errorf("%d solutions, published %d (%s)", res.Solutions, q.Solutions, q.Source)
	}
	r.Count("items", int64(p.Items()), "items")
	r.Count("options", int64(p.Options()), "options")
	r.Count("solutions", res.Solutions, "solutions")
	if q.Source != "" {
		r.Count("published", q.Solutions, "solutions")
	}
	r.Count("nodes", res.Counters.Nodes, "nodes")
	r.Count("updates", res.Counters.Updates, "updates")
	r.Noisy("time", elapsed.Seconds(), "s", 1)
	return nil
}

// knuthFigures finds the figures in what Knuth's programs write to standard error, such as
// "Altogether 92 solutions, 3000+50000 mems, 9000 updates, 400 bytes, 2000 nodes".
var knuthFigures = regexp.MustCompile(`(\d+) (solution|updates|nodes)`)

// knuthRun is one run of a program of Knuth's: what it counted. The programs end without a
// defined exit status, so that only the figures tell success.
func knuthRun(cmd *exec.Cmd) (map[string]int64, error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	var status *exec.ExitError
	if err := cmd.Run(); err != nil && (!errors.As(err, &status) || !status.Exited()) {
		return nil, fmt.Errorf("%w: %s", err, stderr.String())
	}
	figures := map[string]int64{}
	for _, m := range knuthFigures.FindAllStringSubmatch(stderr.String(), -1) {
		x, err := strconv.ParseInt(m[1], 10, 64)
		if err != nil {
			return nil, err
		}
		figures[m[2]] = x
	}
	if len(figures) != 3 {
		return nil, fmt.Errorf("no solutions, updates and nodes in %q", stderr.String())
	}
	return figures, nil
}

// besideKnuth runs both programs on the same text in turn: whole processes, which read it and search, ours as the control of
// the case. A run of each before the rounds warms up and compares what was counted; it is not timed.
func besideKnuth(ctx context.Context, cfg Config, q problem, r *lab.Run) error {
	p, err := q.make()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		return err
	}
	ask := func(program func(context.Context, ...string) *exec.Cmd) func(context.Context) (map[string]int64, error) {
		return func(ctx context.Context) (map[string]int64, error) {
			cmd := program(ctx)
			cmd.Stdin = bytes.NewReader(text.Bytes())
			figures, err := knuthRun(cmd)
			return figures, errors.Join(ctx.Err(), err)
		}
	}
	ours, theirs := ask(r.Control), ask(r.Peer)
	counted, err := ours(ctx)
	if err != nil {
		return err
	}
	figures, err := theirs(ctx)
	if err != nil {
		return err
	}
	if figures["solution"] != counted["solution"] {
		return fmt.Errorf("%d solutions, the peer finds %d", counted["solution"], figures["solution"])
	}
	r.Count("nodes", counted["nodes"], "nodes")
	r.Count("updates", counted["updates"], "updates")
	r.Count("peer nodes", figures["nodes"], "nodes")
	r.Count("peer updates", figures["updates"], "updates")
	return alternate(ctx, cfg, r,
		func(ctx context.Context) error { _, err := ours(ctx); return err },
		func(ctx context.Context) error { _, err := theirs(ctx); return err })
}

// alternate times both solvers in rounds, ours once more as the control, and keeps what came out.
func alternate(ctx context.Context, cfg Config, r *lab.Run, ours, theirs func(context.Context) error) error {
	timed := func(solve func(context.Context) error) func(context.Context, int) (float64, error) {
		return func(ctx context.Context, _ int) (float64, error) {
			begin := time.Now()
			err := solve(ctx)
			return time.Since(begin).Seconds(), err
		}
	}
	times, err := r.Alternate(ctx, cfg.Rounds, 0, timed(ours), timed(theirs))
	if err != nil {
		return err
	}
	return compare(r, times[0], times[1])
}

// besideGo has both solvers prove the uniqueness of the same puzzles in turn.
func besideGo(ctx context.Context, cfg Config, r *lab.Run) error {
	puzzles, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	for _, p := range puzzles {
		text.WriteString(p.Board.String() + "\n")
	}
	dancing := engine.DefaultDLX()
	dancing.Config = cfg.Solver
	e := engine.DLX(dancing)
	solve := func(ctx context.Context) error {
		for _, p := range puzzles {
			res, err := e.Solve(ctx, p.Board, solver.Limits{Solutions: 2})
			if err != nil {
				return err
			}
			if res.Status != solver.Unique {
				return fmt.Errorf("puzzle %d: %s, want unique", p.Index, res.Status)
			}
		}
		return nil
	}
	ask := func(ctx context.Context) ([][]byte, error) {
		cmd := r.Peer(ctx)
		cmd.Stdin = bytes.NewReader(text.Bytes())
		out, err := cmd.Output()
		if err != nil {
			return nil, err
		}
		counts := bytes.Fields(out)
		if len(counts) != len(puzzles) {
			return nil, fmt.Errorf("the peer answers %d of %d puzzles", len(counts), len(puzzles))
		}
		return counts, nil
	}
	if err := solve(ctx); err != nil {
		return err
	}
	counts, err := ask(ctx)
	if err != nil {
		return err
	}
	right := 0
	for _, c := range counts {
		if string(c) == "1" {
			right++
		}
	}
	n := len(puzzles)
	r.Exact("peer right", float64(right), "puzzles", n)
	r.Exact("puzzles", float64(n), "puzzles", n)
	return alternate(ctx, cfg, r, solve, func(ctx context.Context) error { _, err := ask(ctx); return err })
}

// compare keeps the medians of both and the ratio of ours to theirs.
func compare(r *lab.Run, ours, theirs []float64) error {
	for name, times := range map[string][]float64{"time": ours, "peer time": theirs} {
		median, err := stats.Median(times)
		if err != nil {
			return err
		}
		r.Noisy(name, median, "s", len(times))
	}
	_, err := lab.KeepRatio(r, rand.New(rand.NewPCG(r.Seed, 0)), "ratio", "of the peer's time", ours, theirs, stats.DefaultBootstrap())
	return err
}
