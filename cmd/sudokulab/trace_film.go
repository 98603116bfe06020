package main

import (
	"bytes"
	"context"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/film"
	"sudokulab/pkg/render"
	"sudokulab/pkg/render/animate"
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
	// Small cells drawn large: captions are still legible at half of the size.
	options := render.DefaultOptions()
	options.Scale, options.Cell = 1.4, 45
	side := puzzle.Shape().Side()
	if side > 9 {
		options.Scale, options.Cell = 1, float64(5*side)
	}
	frame := int(options.Scale*options.Cell) * (side + 2)
	most := max(3, min(filmFrames, filmPixels/(frame*frame)))
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
	frames[len(frames)-1].Delay = endStands
	var out bytes.Buffer
	if err := animate.GIF(&out, frames, options); err != nil {
		return err
	}
	return writeNamed(ctx, path, out.Bytes())
}
