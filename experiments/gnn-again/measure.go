package gnnagain

import (
	"context"
	"fmt"
	"slices"

	gnncard "sudokulab/experiments/gnn-card"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/rate/trial"
	"sudokulab/pkg/stats"
)

// boardsOf returns the boards of a set.
func boardsOf(ctx context.Context, cfg Config, s gnncard.Set, r *lab.Run) (boards []board.Board, err error) {
	switch s.Name {
	case heldPool:
		boards, err = poolBoards(ctx, true, s.Boards)
	case wholePool:
		boards, err = poolBoards(ctx, false, s.Boards)
	case laddersSet:
		boards, err = ladderBoards(ctx, cfg, s.Boards)
	default:
		return gnncard.BoardsOf(ctx, s, r)
	}
	if err == nil && len(boards) == 0 {
		err = fmt.Errorf("no puzzle in %s", s.Name)
	}
	r.Count("boards", int64(len(boards)), "boards")
	return boards, err
}

// ladderBoards returns the puzzles of the highest rung of the first ladders of the recipe, at most so many; where none is climbed, those
// of the lowest rung of a short one.
func ladderBoards(ctx context.Context, cfg Config, most int) ([]board.Board, error) {
	recipe, err := recipeOf(plainName)
	if err != nil {
		return nil, err
	}
	c, ladders := *recipe.Task.Kinds[0].Ladders, cfg.Ladders
	rung := c.Rungs[len(c.Rungs)-1]
	if ladders == 0 {
		c.Steps, ladders, rung = 200, 1, c.Rungs[0]
	}
	makers, err := puzzles.LadderMakers(ctx, c, 1)
	if err != nil {
		return nil, err
	}
	var found []puzzles.Sample
	for i := range ladders {
		samples, err := makers[0].Ladder(ctx, i)
		if err != nil {
			return nil, err
		}
		for _, s := range samples {
			if rung.Holds(s.Guesses) && len(found) < most {
				found = append(found, s)
			}
		}
	}
	return puzzles.Boards(found), nil
}

// thinkers returns what thinks with weights.
func thinkers(cfg Config, name string, r *lab.Run) (*candidate.Thinkers, error) {
	m, err := load(name)
	if err != nil {
		return nil, err
	}
	r.Exact(gnncard.FLOPsOf(name), m.Card.Recipe.Network.FLOPs(9), "FLOP", 1)
	return weights.Thinkers(m, cfg.Path)
}

// measureAlone lets all weights think about the boards of a set, one start without noise each. An answer counts if it obeys the
// rules.
func measureAlone(ctx context.Context, cfg Config, s gnncard.Set, r *lab.Run) error {
	boards, err := boardsOf(ctx, cfg, s, r)
	if err != nil {
		return err
	}
	r.Text("path", cfg.Path.Name())
	keep := backend.KeeperOn(r, nil, cfg.Path)
	progress := gnncard.Bar(r, len(boards)*len(cfg.Weights))
	most := slices.Max(s.Steps)
	solved := make([][]bool, len(cfg.Weights))
	for i, named := range cfg.Weights {
		th, err := thinkers(cfg, named.Name, r)
		if err != nil {
			return err
		}
		tries, err := th.Try(ctx, candidate.BreadthConfig{Depth: most, Segment: cfg.Segment, Breadth: 1}, boards, progress)
		if err != nil {
			return err
		}
		for _, t := range tries {
			solved[i] = append(solved[i], t.Solved)
		}
		for _, n := range s.Steps {
			hits, steps := within(tries, n)
			keep.Count(gnncard.SolvedBy(named.Name, n), int64(hits), "boards")
			keep.Count(gnncard.StepsBy(named.Name, n), int64(steps), "board-steps")
		}
		more, fewer := 0, 0
		for j, now := range solved[i] {
			more += stats.Indicator[int](now && !solved[0][j])
			fewer += stats.Indicator[int](!now && solved[0][j])
		}
		if i > 0 {
			keep.Count(gnncard.Gained(named.Name), int64(more), "boards")
			keep.Count(gnncard.Lost(named.Name), int64(fewer), "boards")
		}
	}
	return nil
}

// within counts the boards that are solved within so many steps, and the steps that all take until then.
func within(tries []candidate.Try, most int) (hits, steps int) {
	for _, t := range tries {
		hits += stats.Indicator[int](t.Solved && t.Steps <= most)
		steps += min(t.Steps, most)
	}
	return hits, steps
}

// measureBreadth counts what the weights deep solve from several starts with noise, of which any whose answer obeys the rules
// counts.
func measureBreadth(ctx context.Context, cfg Config, s gnncard.Set, r *lab.Run) error {
	boards, err := boardsOf(ctx, cfg, s, r)
	if err != nil {
		return err
	}
	r.Text("path", cfg.Path.Name())
	keep := backend.KeeperOn(r, nil, cfg.Path)
	th, err := thinkers(cfg, deepName, r)
	if err != nil {
		return err
	}
	tries, err := th.Try(ctx, cfg.Breadth, boards, gnncard.Bar(r, len(boards)))
	if err != nil {
		return err
	}
	full := 0
	for _, t := range tries {
		full += t.Full
	}
	for _, n := range cfg.Starts {
		solved, steps := 0, 0
		for _, t := range tries {
			if !t.Solved || t.Starts > n {
				steps += n * cfg.Breadth.Depth
				continue
			}
			solved++
			steps += t.Steps
		}
		keep.Count(gnncard.StartsBy("solved", n), int64(solved), "boards")
		keep.Count(gnncard.StartsBy("board-steps", n), int64(steps), "board-steps")
	}
	keep.Count("full and wrong", int64(full), "starts")
	return nil
}

// Metrics of trials.
var depthNames = []string{"by singles", "by trials", "beyond trials"}

// rateSet counts the puzzles of a set by whether singles solve them, trials do, or neither.
func rateSet(ctx context.Context, cfg Config, s gnncard.Set, r *lab.Run) error {
	boards, err := boardsOf(ctx, cfg, s, r)
	if err != nil {
		return err
	}
	trier := trial.New()
	var depths [3]int64
	var left []float64
	for i, b := range boards {
		if err := ctx.Err(); err != nil {
			return err
		}
		rating := trier.Rate((*[81]uint8)(b.Cells()))
		if rating.Broken {
			return fmt.Errorf("%s: puzzle %d has no solution", s.Name, i+1)
		}
		depths[rating.Depth()]++
		if rating.Depth() == 2 {
			left = append(left, float64(rating.Left))
		}
	}
	for depth, n := range depths {
		r.Count(depthNames[depth], n, "boards")
	}
	if len(left) == 0 {
		return nil
	}
	median, err := stats.Median(left)
	if err != nil {
		return err
	}
	r.Exact("candidates left", median, "candidates", len(left))
	return nil
}
