package dqnpipeline

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
)

// How a change of the range takes effect.
const (
	lag    = "set"    // a lookahead of puzzles later, Supply.Set
	now    = "now"    // from the next puzzle, Supply.SetNow
	letter = "shared" // whenever the workers see it and the queue has run dry of older puzzles
)

var rules = []string{lag, now, letter}

// log is what a trainer saw of a curriculum.
type log struct {
	puzzles []generate.Puzzle
	ranges  []generate.Range // in which each puzzle was ordered
	at      []time.Time      // when the batch of each step was there
	waits   []float64        // seconds that each step waited
	changes []shift
}

// shift is one change of the range.
type shift struct {
	step     int // before whose batch it was made
	position int // puzzles handed out before
	from     int // the first puzzle that it holds for; for the letter's rule, the one after the last old one
	old, new generate.Range
}

// change runs a trainer through a curriculum and compares the gaps between its batches after each
// change with those before it.
func change(ctx context.Context, cfg Config, st stages, rule string, r *lab.Run) error {
	slowest := st.Ranges[len(st.Ranges)-1]
	seconds, err := cfg.stepSeconds(ctx, r.Seed, slowest, cfg.ChangeLoad)
	if err != nil {
		return err
	}
	t := newTrainer(apart, seconds)
	run := cfg.follow
	if rule == letter {
		run = cfg.followShared
	}
	runtime.GC()
	l, dropped, err := run(ctx, st, rule, t, r)
	if err != nil {
		return err
	}
	r.Noisy("cores", float64(runtime.GOMAXPROCS(0)), "cores", 1)
	r.Noisy("step", seconds, "s", 1)
	r.Noisy("dropped", float64(dropped), "puzzles", len(l.changes))
	return cfg.judgeable(r, rule, l)
}

// curriculum calls set before the batch of each step that begins a stage, but for the first, and
// takes steps until every change has had its time.
func (cfg Config) curriculum(st stages, t *trainer, r *lab.Run, set func(step int, old, to generate.Range), batch func() error, l *log) error {
	for step := range cfg.Every * (cfg.Changes + 1) {
		if step > 0 && step%cfg.Every == 0 {
			stage := step / cfg.Every
			set(step, st.Ranges[(stage-1)%len(st.Ranges)], st.Ranges[stage%len(st.Ranges)])
			r.Progress(stage, cfg.Changes)
		}
		begin := time.Now()
		if err := batch(); err != nil {
			return err
		}
		l.at = append(l.at, time.Now())
		l.waits = append(l.waits, l.at[step].Sub(begin).Seconds())
		t.step()
	}
	return nil
}

// follow runs the curriculum on a supply.
func (cfg Config) follow(ctx context.Context, st stages, rule string, t *trainer, r *lab.Run) (*log, int, error) {
	s, err := cfg.supply(ctx, r.Seed, cfg.Lookahead, 0, st.Ranges[0])
	if err != nil {
		return nil, 0, err
	}
	defer s.Close()
	l := &log{}
	err = cfg.curriculum(st, t, r, func(step int, old, to generate.Range) {
		c := shift{step: step, position: s.Position(), old: old, new: to}
		if rule == now {
			c.from = s.SetNow(to)
		} else {
			c.from = s.Set(to)
		}
		l.changes = append(l.changes, c)
	}, func() error {
		batch, err := s.Batch(ctx, cfg.Batch)
		l.puzzles = append(l.puzzles, batch...)
		return err
	}, l)
	if err != nil {
		return nil, 0, err
	}
	// The ranges follow from the indices that the setters returned.
	l.ranges = slices.Repeat(st.Ranges[:1], len(l.puzzles))
	for _, c := range l.changes {
		for i := c.from; i < len(l.ranges); i++ {
			l.ranges[i] = c.new
		}
	}
	return l, s.Stats().Dropped, nil
}

// followShared runs it on the document's arrangement, in which each puzzle has to say in which
// range it was ordered.
func (cfg Config) followShared(ctx context.Context, st stages, _ string, t *trainer, r *lab.Run) (*log, int, error) {
	s := newShared(ctx, cfg, r.Seed, runtime.GOMAXPROCS(0), st.Ranges[0])
	defer s.close()
	l := &log{}
	err := cfg.curriculum(st, t, r, func(step int, old, to generate.Range) {
		l.changes = append(l.changes, shift{step: step, position: len(l.puzzles), old: old, new: to})
		s.set(to)
	}, func() error {
		batch, err := s.batch(ctx, cfg.Batch)
		for _, x := range batch {
			l.puzzles = append(l.puzzles, x.puzzle)
			l.ranges = append(l.ranges, x.givens)
		}
		return err
	}, l)
	for i := range l.changes {
		c := &l.changes[i]
		end := min(c.position+cfg.Every*cfg.Batch, len(l.ranges))
		c.from = c.position
		for j := c.position; j < end; j++ {
			if l.ranges[j] == c.old {
				c.from = j + 1
			}
		}
	}
	return l, 0, err
}

// judgeable keeps what the log shows.
func (cfg Config) judgeable(r *lab.Run, rule string, l *log) error {
	inRange, switches := 0, 0
	for i, p := range l.puzzles {
		if l.ranges[i].Contains(p.Givens) && p.Board.Filled() == p.Givens {
			inRange++
		}
	}
	var stale, after, before, waitAfter, waitBefore []float64
	for _, c := range l.changes {
		stale = append(stale, float64(c.from-c.position))
		if c.old.Contains(l.puzzles[c.from-1].Givens) && c.new.Contains(l.puzzles[c.from].Givens) {
			switches++
		}
		gaps := func(first int) (longest, wait float64) {
			for step := first; step < first+cfg.Window; step++ {
				longest = max(longest, l.at[step].Sub(l.at[step-1]).Seconds())
				wait = max(wait, l.waits[step])
			}
			return longest, wait
		}
		gap, wait := gaps(c.step)
		after, waitAfter = append(after, gap), append(waitAfter, wait)
		gap, wait = gaps(c.step - cfg.Window)
		before, waitBefore = append(before, gap), append(waitBefore, wait)
	}
	n := len(l.changes)
	// By the letter the order of the puzzles, and so how many are drawn in each range, is chance.
	metric := r.Exact
	if rule == letter {
		metric = r.Noisy
	}
	r.Exact("changes", float64(n), "changes", n)
	r.Exact("puzzles", float64(len(l.puzzles)), "puzzles", len(l.puzzles))
	metric("in-range", float64(inRange), "puzzles", len(l.puzzles))
	metric("switches", float64(switches), "changes", n)
	metric("old.min", slices.Min(stale), "puzzles", n)
	metric("old.max", slices.Max(stale), "puzzles", n)
	median, err := stats.Median(stale)
	if err != nil {
		return err
	}
	metric("old.median", median, "puzzles", n)
	for name, seconds := range map[string][]float64{"gap after": after, "gap before": before, "wait after": waitAfter, "wait before": waitBefore} {
		if err := keepSpan(r, name, "s", seconds); err != nil {
			return err
		}
	}
	_, err = lab.KeepRatio(r, rand.New(rand.NewPCG(r.Seed, 1)), "gaps", "times", after, before, cfg.Bootstrap)
	return err
}
