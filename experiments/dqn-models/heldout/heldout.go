package heldout

import (
	"context"
	"fmt"
	"sync"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/record"
)

// Tests makes the puzzles of each row once for all cases of a run.
type Tests struct {
	seed uint64
	mu   sync.Mutex
	made map[string][]puzzles.Sample
}

// NewTests returns the tests of a seed.
func NewTests(seed uint64) *Tests {
	return &Tests{seed: seed, made: map[string][]puzzles.Sample{}}
}

// Row returns the first puzzles of a row.
func (t *Tests) Row(ctx context.Context, side int, row dqn.Row, count int) ([]puzzles.Sample, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	key := fmt.Sprint(side, row)
	if len(t.made[key]) < count {
		samples, err := dqn.HeldOut(ctx, side, row, count, t.seed)
		if err != nil {
			return nil, err
		}
		t.made[key] = samples
	}
	return t.made[key][:count], nil
}

// Metric names a figure of a row of empty cells.
func Metric(row dqn.Row, what string) string { return fmt.Sprintf("blanks=%s %s", row.Name(), what) }

// Player is what plays held-out puzzles.
type Player interface {
	Play(ctx context.Context, samples []puzzles.Sample) ([]dqn.Game, error)
}

// Keep plays the rows and keeps what came of it, under names that begin with a word. No player solves nothing: of a run
// that diverged.
func (t *Tests) Keep(ctx context.Context, boards, side int, rows []dqn.Row, p Player, k backend.Keeper, begin string) error {
	for _, row := range rows {
		samples, err := t.Row(ctx, side, row, boards)
		if err != nil {
			return err
		}
		tally := dqn.Tally{Games: len(samples)}
		if p != nil {
			games, err := p.Play(ctx, samples)
			if err != nil {
				return err
			}
			tally = dqn.TallyOf(games)
		}
		k.Count(begin+Metric(row, "games"), int64(tally.Games), "puzzles")
		k.Count(begin+Metric(row, "solved"), int64(tally.Solved), "puzzles")
		k.Count(begin+Metric(row, "moves"), int64(tally.Moves), "moves")
		k.Count(begin+Metric(row, "right"), int64(tally.Right), "moves")
	}
	return nil
}

// Random names random moves on empty cells among the rules.
const Random = "random"

// Rules are what a program without a network fills cells by: random moves, and singles.
func Rules() []string {
	names := []string{Random}
	for _, rule := range score.Baselines() {
		names = append(names, rule.String())
	}
	return names
}

// KeepRule keeps what a rule solves of the rows.
func (t *Tests) KeepRule(ctx context.Context, boards, side int, rows []dqn.Row, rule string, r *lab.Run) error {
	for i, row := range rows {
		samples, err := t.Row(ctx, side, row, boards)
		if err != nil {
			return err
		}
		solved := 0
		if rule == Random {
			games, err := dqn.PlayRandom(ctx, side, samples, dqn.Policy{Mask: true}, t.seed+uint64(i))
			if err != nil {
				return err
			}
			solved = dqn.TallyOf(games).Solved
		} else {
			for _, known := range score.Baselines() {
				if known.String() != rule {
					continue
				}
				m, err := score.Baseline(known, samples)
				if err != nil {
					return err
				}
				solved = m.Grids.Hits
			}
		}
		r.Count(Metric(row, "games"), int64(len(samples)), "puzzles")
		r.Count(Metric(row, "solved"), int64(solved), "puzzles")
	}
	return nil
}

// Cell is the share of the puzzles of a row that records solved, with the interval after Wilson over all their
// games.
func Cell(set record.Set, row dqn.Row, begin string) string {
	solved, games := 0.0, 0.0
	for _, r := range set {
		if _, ok := r.Metric(begin + Metric(row, "games")); ok {
			solved += r.Value(begin + Metric(row, "solved"))
			games += r.Value(begin + Metric(row, "games"))
		}
	}
	if games == 0 {
		return "–"
	}
	return fmt.Sprintf("%s (%s)", lab.Share(solved, games), lab.ShareRange(solved, games))
}
