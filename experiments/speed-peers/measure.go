package speedpeers

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"sudokulab/experiments/speed-peers/coretime"
	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/bitboard/triad"
	"sudokulab/pkg/contest"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

// tally is what one pass over a set counts.
type tally struct {
	zero, one, many int64 // puzzles by number of solutions
	guesses         int64
	unguessed       int64 // puzzles solved without a guess
}

// side is a solver with its puzzles: passes over them can be timed.
type side struct {
	puzzles []bitboard.Cells
	limit   int
	counter *bitboard.Counter
}

// puzzlesOf returns the puzzles of the case's corpus as the set wants them.
func puzzlesOf(ctx context.Context, s Set, r *lab.Run) ([]bitboard.Cells, error) {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, fmt.Errorf("speed-peers: %s has no puzzles", s.Corpus)
	}
	out := make([]bitboard.Cells, len(items))
	for i, item := range items {
		if out[i], err = bitboard.FromBoard(item.Board); err != nil {
			return nil, fmt.Errorf("speed-peers: %s, puzzle %d: %w", s.Corpus, item.Index, err)
		}
		rng := rand.New(rand.NewPCG(r.Seed, uint64(item.Index)))
		for range s.Less {
			lessOne(&out[i], rng)
		}
	}
	return out, nil
}

// lessOne takes a given drawn by rng; a board without givens stays.
func lessOne(c *bitboard.Cells, rng *rand.Rand) {
	var givens []int
	for i, d := range c {
		if d != 0 {
			givens = append(givens, i)
		}
	}
	if len(givens) > 0 {
		c[givens[rng.IntN(len(givens))]] = 0
	}
}

func newSide(limit int, puzzles []bitboard.Cells) *side {
	return &side{puzzles: puzzles, limit: limit, counter: bitboard.NewCounter()}
}

// limit returns how many solutions of a puzzle of the set are counted.
func (cfg Config) limit(s Set) int { return cmp.Or(s.Limit, cfg.Limit) }

// searcher is a search for solutions that needs the same guesses on any processor.
type searcher interface {
	CountUpTo(puzzle *bitboard.Cells, limit int) int
	Guesses() int64
}

// vectors is package triad's search, which takes the same steps on words where there are no vectors.
type vectors struct{ *triad.Engine }

func (v vectors) CountUpTo(puzzle *bitboard.Cells, limit int) int {
	return v.Engine.CountUpTo((*[81]uint8)(puzzle), limit)
}

// count lets a search count the solutions and its guesses.
func (s *side) count(by searcher) (t tally) {
	for i := range s.puzzles {
		switch by.CountUpTo(&s.puzzles[i], s.limit) {
		case 0:
			t.zero++
		case 1:
			t.one++
		default:
			t.many++
		}
		g := by.Guesses()
		t.guesses += g
		if g == 0 {
			t.unguessed++
		}
	}
	return t
}

// spell is the time a puzzle of one round, in seconds: by the clock on the wall, and as long
// as the thread had a core, 0 where that is not known. On a machine with other work only
// the second says anything.
type spell struct{ wall, core float64 }

// pass goes over the puzzles until the slot is over.
func (s *side) pass(ctx context.Context, slot time.Duration) (t spell, err error) {
	runtime.LockOSThread() // whose time is taken
	defer runtime.UnlockOSThread()
	begin := time.Now()
	used, _ := coretime.Thread()
	for passes := 1; ; passes++ {
		for i := range s.puzzles {
			s.counter.CountUpTo(&s.puzzles[i], s.limit)
		}
		if spent := time.Since(begin); spent >= slot || ctx.Err() != nil {
			n := float64(passes * len(s.puzzles))
			t.wall = spent.Seconds() / n
			if now, ok := coretime.Thread(); ok {
				t.core = (now - used).Seconds() / n
			}
			return t, ctx.Err()
		}
	}
}

// best is the time on a core if it is known, else that by the clock.
func (t spell) best() float64 {
	if t.core > 0 {
		return t.core
	}
	return t.wall
}

func (t tally) keep(r *lab.Run, prefix string) {
	r.Count(prefix+"zero", t.zero, "puzzles")
	r.Count(prefix+"one", t.one, "puzzles")
	r.Count(prefix+"many", t.many, "puzzles")
	if t.guesses >= 0 {
		r.Count(prefix+"guesses", t.guesses, "guesses")
	}
}

// alone counts guesses and measures the rate while no other program runs.
func alone(ctx context.Context, cfg Config, set Set, r *lab.Run) error {
	puzzles, err := puzzlesOf(ctx, set, r)
	if err != nil {
		return err
	}
	s := newSide(cfg.limit(set), puzzles)
	t := s.count(bitboard.NewScalar())
	t.keep(r, "")
	r.Count("puzzles", int64(len(puzzles)), "puzzles")
	r.Count("unguessed", t.unguessed, "puzzles")
	if s.limit == 2 { // to which the counter uses vectors
		v := s.count(vectors{triad.New()})
		v.keep(r, "vector ")
		r.Count("vector unguessed", v.unguessed, "puzzles")
	}
	vector := 0.0
	if s.counter.Vector() {
		vector = 1
	}
	r.Noisy("vectors", vector, "1 if the processor has them", 1)
	rates := make([]float64, cfg.Rounds)
	for i := range rates {
		t, err := s.pass(ctx, cfg.Slot)
		if err != nil {
			return err
		}
		rates[i] = 1 / t.best()
	}
	rate, err := stats.Median(rates)
	if err != nil {
		return err
	}
	r.Noisy("rate", rate, "puzzles/s", len(rates))
	keepBuild(r)
	return nil
}

// keepBuild notes the level of amd64 that the running program was built for. It stands among the noisy
// figures because it belongs to the run, not to the experiment.
func keepBuild(r *lab.Run) {
	level := 0.0
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "GOAMD64" {
				if _, err := fmt.Sscanf(s.Value, "v%g", &level); err != nil {
					level = 0
				}
			}
		}
	}
	r.Noisy("level", level, "GOAMD64, 0 if not known", 1)
}

// withAndWithout compares boards that lack a given with the puzzles they come from.
func withAndWithout(ctx context.Context, cfg Config, less Set, r *lab.Run) error {
	whole, err := puzzlesOf(ctx, Set{Corpus: less.Corpus}, r)
	if err != nil {
		return err
	}
	part, err := puzzlesOf(ctx, less, r)
	if err != nil {
		return err
	}
	a, b := newSide(cfg.Limit, whole), newSide(cfg.Limit, part)
	a.count(bitboard.NewScalar()).keep(r, "whole ")
	b.count(bitboard.NewScalar()).keep(r, "less ")
	r.Count("puzzles", int64(len(whole)), "puzzles")
	timed := func(s *side) func(context.Context, int) (float64, error) {
		return func(ctx context.Context, _ int) (float64, error) {
			t, err := s.pass(ctx, cfg.Slot)
			return t.best(), err
		}
	}
	times, err := r.Alternate(ctx, cfg.Rounds, 0, timed(a), timed(b))
	if err != nil {
		return err
	}
	return compare(r, cfg, "less ", "of the speed on the whole puzzles", times[1], times[0])
}

// times returns the seconds a puzzle of both sides, ours first. Time on a core is compared if
// both sides know theirs. A program's is that of all its threads, so it may exceed that by
// the clock, which then stands.
func times(a contest.Counted, ours spell) (our, their float64) {
	n := float64(a.Puzzles)
	if a.Core > 0 && ours.core > 0 {
		return ours.core, min(a.Core, a.Seconds) / n
	}
	return ours.wall, a.Seconds / n
}

// ask has a program, the case's own or that of its control, count.
func ask(ctx context.Context, program func(context.Context, ...string) *exec.Cmd, cfg Config, file string, limit, n int, seconds float64) (contest.Counted, error) {
	return contest.Count(ctx, programOf(ctx, program), contest.Counting{File: file, Puzzles: n, Limit: limit, Seconds: seconds, Timeout: cfg.Patience})
}

// programOf is a program of the folder of peers as package contest runs it.
func programOf(ctx context.Context, program func(context.Context, ...string) *exec.Cmd) contest.Program {
	cmd := program(ctx)
	return contest.Program{Name: filepath.Base(cmd.Path), Command: cmd.Args, Path: cmd.Path}
}

// beside has both sides and the control solve the same puzzles in turn. A first pass of both, not timed,
// warms up and compares what they count. A program that fails leaves a capped record that
// says how.
func beside(ctx context.Context, cfg Config, set Set, peer Peer, r *lab.Run) error {
	err := alternate(ctx, cfg, set, peer, r)
	if errors.Is(err, contest.ErrProgram) {
		r.Cap(err.Error())
		return nil
	}
	return err
}

func alternate(ctx context.Context, cfg Config, set Set, peer Peer, r *lab.Run) (err error) {
	puzzles, err := puzzlesOf(ctx, set, r)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "sudokulab-peers-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	file := filepath.Join(dir, "puzzles")
	if err := os.WriteFile(file, lines(puzzles), 0o600); err != nil {
		return err
	}

	s := newSide(cfg.limit(set), puzzles)
	s.count(bitboard.NewScalar()).keep(r, "")
	r.Count("puzzles", int64(len(puzzles)), "puzzles")
	first, err := ask(ctx, r.Peer, cfg, file, s.limit, len(puzzles), 0)
	if err != nil {
		return err
	}
	tally{first.Zero, first.One, first.Many, first.Guesses, 0}.keep(r, "peer ")

	rounds := cfg.Rounds
	if peer.Part > 1 {
		rounds = cfg.Slow
	}
	// A program may not end within a pass, so ask for the time of one at least.
	seconds := max(cfg.Slot.Seconds(), first.Seconds)
	d := &duel{cfg: cfg, file: file, limit: s.limit, puzzles: len(puzzles), seconds: seconds, program: r.Peer, control: r.Control}
	if peer.Name == own {
		d.control = nil
	}
	var ours, theirs []float64
	if err := r.Rounds(ctx, func(ctx context.Context) (control lab.Control, err error) {
		ours, theirs = nil, nil
		for round := range rounds {
			t, err := d.round(ctx, s, round)
			if err != nil {
				return control, err
			}
			ours, theirs = append(ours, t.ours), append(theirs, t.theirs)
			control.One, control.Other = append(control.One, t.control), append(control.Other, t.controlled)
			r.Progress(round+1, rounds)
		}
		return control, nil
	}); err != nil {
		return err
	}
	return compare(r, cfg, "", "of the peer's speed", ours, theirs)
}

// duel compares this project's engine with a program, and as a control with itself in the form of a
// program.
type duel struct {
	cfg     Config
	file    string
	limit   int // of solutions
	puzzles int
	seconds float64 // that a program is asked for
	program func(context.Context, ...string) *exec.Cmd
	control func(context.Context, ...string) *exec.Cmd // nil: the program is itself the control
}

// bout holds the seconds per puzzle of a round: of the pair, and of the control and of our side beside
// it, by the clock that the pair is compared by.
type bout struct{ ours, theirs, control, controlled float64 }

// round has all sides solve the puzzles once, each round another one first.
func (d *duel) round(ctx context.Context, s *side, round int) (b bout, err error) {
	var ours spell
	var theirs, control contest.Counted
	turns := []func() error{
		func() (err error) { ours, err = s.pass(ctx, d.cfg.Slot); return err },
		func() (err error) {
			theirs, err = ask(ctx, d.program, d.cfg, d.file, d.limit, d.puzzles, d.seconds)
			return err
		},
	}
	if d.control != nil {
		turns = append(turns, func() (err error) {
			control, err = ask(ctx, d.control, d.cfg, d.file, d.limit, d.puzzles, d.cfg.Slot.Seconds())
			if errors.Is(err, contest.ErrProgram) { // which is ours here, so the case fails
				err = fmt.Errorf("speed-peers: the control: %s", err.Error())
			}
			return err
		})
	}
	for k := range turns {
		if err := turns[(round+k)%len(turns)](); err != nil {
			return bout{}, err
		}
	}
	b.ours, b.theirs = times(theirs, ours)
	if d.control == nil {
		b.controlled, b.control = b.ours, b.theirs
		return b, nil
	}
	if theirs.Core == 0 {
		control.Core = 0
	}
	b.controlled, b.control = times(control, ours)
	return b, nil
}

// compare keeps the medians of seconds a puzzle as rates, and how many times as fast ours
// is as theirs: the median over the rounds.
func compare(r *lab.Run, cfg Config, prefix, unit string, ours, theirs []float64) error {
	for name, seconds := range map[string][]float64{"rate": ours, "peer rate": theirs} {
		median, err := stats.Median(seconds)
		if err != nil {
			return err
		}
		r.Noisy(prefix+name, 1/median, "puzzles/s", len(seconds))
	}
	_, err := lab.KeepRatio(r, rand.New(rand.NewPCG(r.Seed, 0)), prefix+"ratio", unit, theirs, ours, cfg.Bootstrap)
	return err
}

// lines writes puzzles as the programs read them.
func lines(puzzles []bitboard.Cells) []byte {
	var out bytes.Buffer
	out.Grow(82 * len(puzzles))
	for i := range puzzles {
		for _, d := range puzzles[i] {
			if d == 0 {
				out.WriteByte('.')
			} else {
				out.WriteByte('0' + d)
			}
		}
		out.WriteByte('\n')
	}
	return out.Bytes()
}
