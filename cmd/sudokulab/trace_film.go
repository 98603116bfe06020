package main

import (
	"context"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/film"
	"sudokulab/pkg/render"
)

// How an animation of a trace runs: decisions follow each other quickly, turns of the search stand
// long enough to be read.
const (
	decisionStands = 200 * time.Millisecond
	turnStands     = 1500 * time.Millisecond
	endStands      = 4 * time.Second
	filmFrames     = 200     // at most
	filmPixels     = 1 << 27 // at most, of all frames: half a gigabyte while they are drawn
)

// writeFilm draws a trace of a puzzle as an animation that is told by its frames alone: it has no
// player that could be stopped.
func writeFilm(ctx context.Context, path string, puzzle board.Board, trace engine.CSPTrace) error {
	options, most := filmSize(puzzle)
	frames, err := film.Propagation(puzzle, trace, film.Options{Density: film.Decisions, Most: most, Brief: true})
	if err != nil {
		return err
	}
	for i := range frames {
		if frames[i].Delay < time.Second {
			frames[i].Delay = decisionStands
		} else {
			frames[i].Delay = turnStands
		}
	}
	return writeFrames(ctx, path, frames, options)
}

// filmSize returns the size of an animation's frames and how many there may be. Small cells are drawn large:
// captions are still legible at half of the size.
func filmSize(puzzle board.Board) (options render.Options, most int) {
	options = render.DefaultOptions()
	options.Scale, options.Cell = 1.4, 45
	side := puzzle.Shape().Side()
	if side > 9 {
		options.Scale, options.Cell = 1, float64(5*side)
	}
	frame := int(options.Scale*options.Cell) * (side + 2)
	return options, max(3, min(filmFrames, filmPixels/(frame*frame)))
}

// writeFrames writes an animation whose last frame stands.
func writeFrames(ctx context.Context, path string, frames []render.Frame, options render.Options) error {
	frames[len(frames)-1].Delay = endStands
	return writeGIF(ctx, path, frames, options)
}
