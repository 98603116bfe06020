package tensorsearch

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/stats"
	"sudokulab/pkg/tensornet"
	"sudokulab/pkg/tensornet/plain"
)

// branches counts, in the step as it is built for a backend, the operations that choose what is computed next.
func branches(ctx context.Context, cfg Config, form tensornet.Form, r *lab.Run) error {
	choice, err := open(ctx)
	if err != nil {
		return err
	}
	defer choice.Close()
	tensor := cfg.Tensor
	tensor.Form = form
	list, err := tensornet.Operations(choice.Backend, board.Standard(), tensor)
	if err != nil {
		return err
	}
	var step, inStep, around int64
	for _, o := range list {
		switch {
		case o.Part == tensornet.Step && o.Class == tensornet.Branches:
			inStep += int64(o.Count)
			step += int64(o.Count)
		case o.Part == tensornet.Step:
			step += int64(o.Count)
		case o.Part == tensornet.Whole:
			around += int64(o.Count)
		}
	}
	r.Count("operations in the step", step, "operations")
	r.Count("branches in the step", inStep, "operations")
	r.Count("branches around it", around-inStep, "operations")
	return nil
}

// trace follows the searches of the puzzles of a set that need guesses, as read from the network's tensors
// after each step, until there were enough returns.
func trace(ctx context.Context, cfg Config, form tensornet.Form, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	boards := corpus.Boards(items)
	all, err := answers(ctx, cfg.Tensor, boards, toProof, r)
	if err != nil {
		return err
	}
	choice, err := open(ctx)
	if err != nil {
		return err
	}
	defer choice.Close()
	tensor, enough := cfg.Tensor, int64(cfg.Returns[form])
	tensor.Form, tensor.Batch = form, 1
	n, err := tensornet.New(choice.Backend, board.Standard(), tensor)
	if err != nil {
		return err
	}
	defer n.Close()
	f := newFollower(board.Standard().Side())
	for i, b := range boards {
		if f.returns >= enough {
			break
		}
		if all[i].Guesses == 0 {
			continue
		}
		f.begin()
		for frame, err := range n.Trace(ctx, b, toProof) {
			if err != nil {
				return err
			}
			f.see(frame)
		}
		f.puzzles++
	}
	f.keep(r)
	return nil
}

// follower holds what a stack with levels from 0 has to do against the frames of a trace.
type follower struct {
	side    int
	last    tensornet.Frame
	guesses []guess // open ones

	puzzles, returns   int64
	outcomes           map[plain.Outcome]int64
	pushes, oddPushes  int64 // entries made by guesses; those of one cell at an odd level
	passes, evenPasses int64 // entries made by the rules; those at the even level
	odd, even, rest    int64 // returns whose odd entries, even entries and other candidates became what they should
	held               int64 // returns with all three
	erased, merged     int64 // candidates that came back, by level
	difference         string
}

// guess is a digit that was guessed in a cell.
type guess struct{ cell, digit int }

func newFollower(side int) *follower {
	return &follower{side: side, outcomes: map[plain.Outcome]int64{}}
}

func (f *follower) begin() { f.last, f.guesses = tensornet.Frame{}, nil }

// see takes the next frame.
func (f *follower) see(now tensornet.Frame) {
	before := f.last
	f.last = now
	if now.Step == 0 {
		return
	}
	f.outcomes[now.Outcome]++
	switch {
	case now.Outcome == plain.Push:
		f.pushed(before, now)
	case now.Outcome == plain.Pass:
		f.passes++
		f.evenPasses += stats.Indicator[int64](struckAt(before, now, 2*before.Guesses))
	case now.Guesses < before.Guesses:
		f.returned(before, now)
	}
}

// struckAt reports whether what a step changed are candidates, struck at a level.
func struckAt(before, now tensornet.Frame, level int) bool {
	for i, stamp := range now.Stamps {
		if was := before.Stamps[i]; stamp != was && (was != 0 || int(stamp) != level+1) {
			return false
		}
	}
	return true
}

// pushed notes a guess: the one cell that lost candidates, and the digit that it kept.
func (f *follower) pushed(before, now tensornet.Frame) {
	g := guess{-1, -1}
	cells := map[int]bool{}
	for i, stamp := range now.Stamps {
		if stamp != before.Stamps[i] {
			cells[i/f.side] = true
			g.cell = i / f.side
		}
	}
	kept := 0
	for d := range f.side {
		if g.cell >= 0 && now.Stamps[g.cell*f.side+d] == 0 {
			g.digit = d
			kept++
		}
	}
	f.guesses = append(f.guesses, g)
	f.pushes++
	f.oddPushes += stats.Indicator[int64](len(cells) == 1 && kept == 1 && struckAt(before, now, 2*now.Guesses-1))
}

// returned compares a return from guess g with what is asked: the entries of level 2g−1 are those of the guess,
// which come back, and its digit is struck at level 2g−2; those of level 2g come back; nothing else changes.
func (f *follower) returned(before, now tensornet.Frame) {
	level := before.Guesses
	g := guess{-1, -1}
	if len(f.guesses) == level && now.Guesses == level-1 {
		g, f.guesses = f.guesses[level-1], f.guesses[:level-1]
	}
	odd, even, rest := g.digit >= 0, true, true
	for i, was := range before.Stamps {
		is := now.Stamps[i]
		switch {
		case i == g.cell*f.side+g.digit:
			odd = odd && (was == 0 || int(was) == 2*level+1) && int(is) == 2*level-1
		case int(was) == 2*level:
			odd = odd && i/f.side == g.cell && is == 0
			f.erased++
		case int(was) == 2*level+1:
			even = even && is == 0
			f.merged++
		default:
			rest = rest && is == was
		}
	}
	f.returns++
	f.odd += stats.Indicator[int64](odd)
	f.even += stats.Indicator[int64](even)
	f.rest += stats.Indicator[int64](rest)
	held := odd && even && rest
	f.held += stats.Indicator[int64](held)
	if !held && f.difference == "" {
		f.difference = fmt.Sprintf("step %d, return from guess %d: odd entries as stated %v, even ones %v, the rest left alone %v", now.Step, level, odd, even, rest)
	}
}

func (f *follower) keep(r *lab.Run) {
	r.Count("puzzles", f.puzzles, "puzzles")
	for _, o := range []plain.Outcome{plain.Pass, plain.Push, plain.Pop, plain.Solve} {
		r.Count(o.String(), f.outcomes[o], "steps")
	}
	r.Count("guesses at odd levels", f.oddPushes, "guesses")
	r.Count("passes at even levels", f.evenPasses, "steps")
	r.Count("returns", f.returns, "returns")
	r.Count("odd entries erased", f.odd, "returns")
	r.Count("even entries merged", f.even, "returns")
	r.Count("rest left alone", f.rest, "returns")
	r.Count("as stated", f.held, "returns")
	r.Count("candidates back from guesses", f.erased, "candidates")
	r.Count("candidates back from rules", f.merged, "candidates")
	if f.difference != "" {
		r.Text("difference", f.difference)
	}
}
