package tensorbackends

import (
	"context"
	"errors"
	"slices"

	"golang.org/x/sync/errgroup"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/tensornet"
)

// subject is a form of the network on a backend.
type subject struct {
	cfg     Config
	backend string
	form    tensornet.Form
}

// network is the configuration of a network with so many puzzles side by side.
func (s subject) network(n int) tensornet.Config {
	c := s.cfg.Network
	c.Form, c.Batch = s.form, n
	return c
}

// crew is networks that share puzzles, one on each of its backends.
type crew []*tensornet.Network

// crewOf opens a network on each choice.
func crewOf(choices []*accel.Choice, c tensornet.Config) (out crew, err error) {
	for _, choice := range choices {
		n, err := tensornet.New(choice.Backend, board.Standard(), c)
		if err != nil {
			out.close()
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

func (c crew) close() {
	for _, n := range c {
		n.Close()
	}
}

// solve answers puzzles up to a limit of solutions, network i every len(c)-th one from i.
func (c crew) solve(ctx context.Context, puzzles []board.Board, limit int) ([]tensornet.Answer, error) {
	out := make([]tensornet.Answer, len(puzzles))
	group, ctx := errgroup.WithContext(ctx)
	for i, n := range c {
		group.Go(func() error {
			every := func(yield func(board.Board) bool) {
				for j := i; j < len(puzzles); j += len(c) {
					if !yield(puzzles[j]) {
						return
					}
				}
			}
			for a, err := range n.Solve(ctx, every, limit) {
				if err != nil {
					return err
				}
				a.Index = i + a.Index*len(c)
				out[a.Index] = a
			}
			return nil
		})
	}
	return out, group.Wait()
}

// meter adds up what the networks took, seconds as a mean.
func (c crew) meter() (steps, slots, seconds float64) {
	for _, n := range c {
		m := n.Meter()
		steps, slots, seconds = steps+float64(m.Steps), slots+float64(m.Slots), seconds+m.Spent.Seconds()/float64(len(c))
	}
	return steps, slots, seconds
}

// repeated returns n puzzles, those of a list again and again.
func repeated(list []board.Board, n int) []board.Board {
	if len(list) >= n {
		return list[:n]
	}
	return slices.Repeat(list, (n+len(list)-1)/len(list))[:n]
}

// puzzlesOf returns the puzzles of the case's set.
func puzzlesOf(ctx context.Context, r *lab.Run) ([]board.Board, error) {
	items, err := r.Puzzles(ctx)
	if err == nil && len(items) == 0 {
		err = errors.New("tensor-backends: a set without puzzles")
	}
	return corpus.Boards(items), err
}
