// Package tensorpictures draws the tensor network at work on one puzzle of each set, step by step, and holds the
// drawings against the trace of the run: the SVG of every frame is read back, place by place, and what it
// shows as possible, as struck and as kept in mind by the stack is compared with the stamps. It decides T10a
// and T10b.
package tensorpictures

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/gif"
	"slices"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/film"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/render"
	"sudokulab/pkg/render/animate"
	"sudokulab/pkg/tensornet"
	"sudokulab/pkg/tensornet/plain"
)

var sets = []string{
	"own-4x4", "own-easy", "own-medium", "own-hard", "own-minimal", "own-mixed",
	"17clue", "magictour", "forum-11-half", "forum-1106", "norvig-10k", "norvig-hardest", "acs-9x9-half", "kaggle",
}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Network tensornet.Config `json:"network"`
	Sample  int              `json:"sample"`  // puzzles of a set of which one is drawn
	Returns int              `json:"returns"` // that its search should make
	Steps   int              `json:"steps"`   // drawn at most
	Cell    float64          `json:"cell"`    // side of a cell, in units of the SVG
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "tensor-pictures",
		Title:    "The tensor network in pictures",
		Question: "Do the frames of an animation show, cell by cell, the candidates of the network's steps, what each strikes, and what its stack keeps in mind?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Network: tensornet.DefaultConfig(), Sample: 10, Returns: 2, Steps: 120, Cell: 60}
	switch p {
	case lab.Smoke:
		cfg.Sample, cfg.Steps = 4, 60
	case lab.Full, lab.GPU:
		cfg.Sample, cfg.Steps = 100, 1000
	}
	pl := lab.Plan{Config: cfg, Seed: 17}
	for _, id := range sets {
		pl.Cases = append(pl.Cases, lab.Case{
			Dims: lab.OnSet(id), Corpus: id, Limit: cfg.Sample,
			Run: func(ctx context.Context, r *lab.Run) error { return draw(ctx, cfg, r) },
		})
	}
	return pl
}

// draw traces the network on a puzzle of the set, draws the film of it and compares the two.
func draw(ctx context.Context, cfg Config, r *lab.Run) error {
	items, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	puzzle, err := choose(cfg, corpus.Boards(items))
	if err != nil {
		return err
	}
	t, err := trace(ctx, cfg, puzzle, r)
	if err != nil {
		return err
	}
	frames, err := film.Search(t, film.Options{Title: "The tensor network, step by step"})
	if err != nil {
		return err
	}
	var c comparison
	if err := c.all(ctx, cfg, t, frames, r); err != nil {
		return err
	}
	var animation bytes.Buffer
	o := render.DefaultOptions()
	o.Cell, o.Scale = cfg.Cell, 0.75
	if err := animate.GIF(&animation, frames, o); err != nil {
		return err
	}
	images, err := gif.DecodeAll(&animation)
	if err != nil {
		return err
	}
	loops, err := plain.Follow(puzzle, plain.Search{Limit: 1}, t.Rules, len(t.Frames)-1)
	if err != nil {
		return err
	}
	same := 0
	for i, f := range t.Frames[:min(len(t.Frames), len(loops.Frames))] {
		if g := loops.Frames[i]; f.Outcome == g.Outcome && f.Guesses == g.Guesses && slices.Equal(f.Stamps, g.Stamps) {
			same++
		}
	}
	r.Count("steps as in plain loops", int64(same-1), "steps")
	r.Text("puzzle", puzzle.String())
	r.Count("animation frames", int64(len(images.Image)), "frames")
	c.keep(t, r)
	return nil
}

// turns returns how many guesses a search makes, how many it takes back, and how many are open at most.
func turns(t plain.Trace) (guesses, returns, deepest int) {
	for i, f := range t.Frames {
		switch {
		case f.Outcome == plain.Push:
			guesses++
		case i > 0 && f.Guesses < t.Frames[i-1].Guesses:
			returns++
		}
		deepest = max(deepest, f.Guesses)
	}
	return guesses, returns, deepest
}

// choose returns, of puzzles whose search takes back as many guesses as asked for, the one with the fewest steps to its
// first solution; if none takes back so many, of those that come nearest: fewer, a guess without a return, none.
func choose(cfg Config, puzzles []board.Board) (board.Board, error) {
	var best board.Board
	var bestWorth, bestSteps int
	for _, b := range puzzles {
		t, err := plain.Follow(b, plain.Search{Limit: 1}, cfg.Network.Rules, cfg.Steps)
		if err != nil {
			return best, err
		}
		guesses, returns, _ := turns(t)
		worth := min(guesses, 1) + min(returns, cfg.Returns)
		steps := len(t.Frames)
		if t.Frames[steps-1].End == plain.Open { // cut
			worth = -1
		}
		if best.IsZero() || worth > bestWorth || worth == bestWorth && steps < bestSteps {
			best, bestWorth, bestSteps = b, worth, steps
		}
	}
	if best.IsZero() {
		return best, errors.New("the set has no puzzle")
	}
	return best, nil
}

// trace runs the network on a puzzle up to its first solution.
func trace(ctx context.Context, cfg Config, puzzle board.Board, r *lab.Run) (plain.Trace, error) {
	t := plain.Trace{Puzzle: puzzle, Rules: cfg.Network.Rules, Sweeps: cfg.Network.Sweeps}
	choice, err := backend.Open(ctx, accel.NameGo)
	if err != nil {
		return t, err
	}
	defer choice.Close()
	n, err := tensornet.New(choice.Backend, puzzle.Shape(), cfg.Network)
	if err != nil {
		return t, err
	}
	defer n.Close()
	for f, err := range n.Trace(ctx, puzzle, 1) {
		if err != nil {
			return t, err
		}
		t.Frames = append(t.Frames, f)
		if f.Step == cfg.Steps && f.End == plain.Open {
			r.Cap(fmt.Sprintf("the first %d steps are drawn, the search goes on", cfg.Steps))
			break
		}
	}
	return t, nil
}
