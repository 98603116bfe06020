package gnnhard

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/symmetry"
)

// Metrics by a number of steps, of starts or of branch nodes.
func bySteps(n int) string  { return "steps=" + strconv.Itoa(n) }
func byStarts(n int) string { return "starts=" + strconv.Itoa(n) }

func byNodes(guide candidate.Guide, broad bool, n int) string {
	order := "last"
	if broad {
		order = "first"
	}
	return fmt.Sprintf("%s %s nodes=%d", guide, order, n)
}

// boardsOf returns the puzzles of a set, and how many of a public one were left out because they have no solution
// or several; and the mean of their guesses.
func boardsOf(ctx context.Context, cfg Config, s set, r *lab.Run) (boards []board.Board, err error) {
	leftOut, guesses := 0, int64(0)
	if s.rung != nil {
		ladders := cfg.Rungs
		all, err := puzzles.HeldOutLadders(ctx, ladders, cfg.Boards[s.name])
		if err != nil {
			return nil, err
		}
		for i, samples := range all {
			if ladders.Rungs[i] == *s.rung {
				for _, x := range samples {
					guesses += x.Guesses
				}
				boards = puzzles.Boards(samples)
			}
		}
	} else {
		items, err := r.Puzzles(ctx)
		if err != nil {
			return nil, err
		}
		scalar := bitboard.NewScalar()
		for _, it := range items {
			if it.Board.Shape() != board.Standard() {
				return nil, fmt.Errorf("puzzle %d of %s is of shape %v, want 9×9", it.Index+1, s.name, it.Board.Shape())
			}
			if scalar.CountUpTo((*bitboard.Cells)(it.Board.Cells()), 2) != 1 {
				leftOut++
				continue
			}
			guesses += scalar.Guesses()
			boards = append(boards, it.Board)
		}
	}
	if len(boards) == 0 {
		return nil, fmt.Errorf("no puzzle of %s has one solution", s.name)
	}
	r.Count("boards", int64(len(boards)), "boards")
	r.Count("left out", int64(leftOut), "boards")
	r.Exact("guesses", float64(guesses)/float64(len(boards)), "guesses", len(boards))
	return boards, nil
}

// opened are thinkers, with what keeps their figures.
type opened struct {
	*candidate.Thinkers
	keep     backend.Keeper
	progress func(done, total int)
}

// begin returns the puzzles of a set, and what thinks about them.
func begin(ctx context.Context, cfg Config, s set, r *lab.Run) ([]board.Board, *opened, error) {
	boards, err := boardsOf(ctx, cfg, s, r)
	if err != nil {
		return nil, nil, err
	}
	th, err := open(cfg, r)
	return boards, th, err
}

func open(cfg Config, r *lab.Run) (*opened, error) {
	m, err := weights.Load(cfg.Weights)
	if err != nil {
		return nil, err
	}
	th, err := weights.Thinkers(m, cfg.Path)
	if err != nil {
		return nil, err
	}
	r.Text("path", cfg.Path.Name())
	r.Exact("flops a board-step", m.Card.Recipe.Network.FLOPs(9), "FLOP", 1)
	var lock sync.Mutex
	return &opened{th, backend.KeeperOn(r, nil, cfg.Path), func(done, total int) {
		lock.Lock()
		defer lock.Unlock()
		r.Progress(done, total)
	}}, nil
}

// measureAlone counts what one start without noise solves after several numbers of steps, and what it solves of the first boards'
// images under a symmetry each, as a test of whether votes over images could add anything.
func measureAlone(ctx context.Context, cfg Config, s set, r *lab.Run) error {
	boards, th, err := begin(ctx, cfg, s, r)
	if err != nil {
		return err
	}
	c := cfg.Breadth
	c.Breadth, c.Depth = 1, most(cfg.Alone)
	tries, err := th.Try(ctx, c, boards, th.progress)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, uint64(len(boards))))
	moved := make([]board.Board, min(cfg.Images, len(boards)))
	for i, b := range boards[:len(moved)] {
		moved[i] = symmetry.Random(rng, b.Shape()).MustApply(b)
	}
	images, err := th.Try(ctx, c, moved, th.progress)
	if err != nil {
		return err
	}
	for _, n := range cfg.Alone {
		solved, steps := 0, 0
		for _, t := range tries {
			if t.Solved && t.Steps <= n {
				solved++
			}
			steps += min(t.Steps, n)
		}
		th.keep.Count("solved "+bySteps(n), int64(solved), "boards")
		th.keep.Count("board-steps "+bySteps(n), int64(steps), "board-steps")
	}
	own, image, either := 0, 0, 0
	for i := range moved {
		if tries[i].Solved {
			own++
		}
		if images[i].Solved {
			image++
		}
		if images[i].Solved || tries[i].Solved {
			either++
		}
	}
	r.Count("moved", int64(len(moved)), "boards")
	th.keep.Count("solved moved", int64(own), "boards")
	th.keep.Count("solved images", int64(image), "boards")
	th.keep.Count("solved either", int64(either), "boards")
	return nil
}

// measureBreadth counts what some starts solve.
func measureBreadth(ctx context.Context, cfg Config, s set, r *lab.Run) error {
	boards, th, err := begin(ctx, cfg, s, r)
	if err != nil {
		return err
	}
	tries, err := th.Try(ctx, cfg.Breadth, boards, th.progress)
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
			if t.Solved && t.Starts <= n {
				solved++
				steps += t.Steps
			} else {
				steps += n * cfg.Breadth.Depth
			}
		}
		th.keep.Count("solved "+byStarts(n), int64(solved), "boards")
		th.keep.Count("board-steps "+byStarts(n), int64(steps), "board-steps")
	}
	th.keep.Count("full and wrong", int64(full), "starts")
	return nil
}

// measureBranch counts what little searches solve, with and without the network.
func measureBranch(ctx context.Context, cfg Config, s set, r *lab.Run) error {
	boards, th, err := begin(ctx, cfg, s, r)
	if err != nil {
		return err
	}
	for _, guide := range candidate.Guides() {
		for _, broad := range []bool{false, true} {
			nodes, count := cfg.Branch.nodes(guide), th.keep.Count
			if guide == candidate.Unguided { // its answers are exact on every machine
				count = r.Count
			}
			c := candidate.BranchConfig{Guide: guide, Nodes: most(nodes), Broad: broad, Depth: cfg.Branch.Depth, Segment: cfg.Breadth.Segment, Starts: 1, Seed: r.Seed}
			out, err := th.Branch(ctx, c, boards, th.progress)
			if err != nil {
				return err
			}
			for _, n := range nodes {
				solved := 0
				for _, b := range out {
					if b.Solved && b.Nodes <= n {
						solved++
					}
				}
				count("solved "+byNodes(guide, broad, n), int64(solved), "boards")
			}
			steps := 0
			for _, b := range out {
				steps += b.Steps
			}
			count("board-steps "+byNodes(guide, broad, most(nodes)), int64(steps), "board-steps")
		}
	}
	return nil
}

// nodes are the numbers of branch nodes that a guide is given; the search without a network is given more.
func (b Branch) nodes(guide candidate.Guide) []int {
	if guide == candidate.Unguided {
		return slices.Concat(b.Nodes, b.Unguided)
	}
	return b.Nodes
}
