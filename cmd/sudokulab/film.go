package main

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"path/filepath"
	"slices"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/film"
	"sudokulab/pkg/method"
	"sudokulab/pkg/render"
	"sudokulab/pkg/render/animate"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/watch"
)

// htmlFrames bounds the frames of a film with buttons, all of which lie in one page.
const htmlFrames = 2000

// watched shows how a method answers a puzzle, in a file whose ending says the form.
func watched(ctx context.Context, path string, by *method.Solver, puzzle board.Board, limits solver.Limits, density film.Density, alphabet board.Alphabet) (solver.Result, error) {
	options, most := render.DefaultOptions(), htmlFrames
	animated := strings.EqualFold(filepath.Ext(path), ".gif")
	if animated {
		options, most = filmSize(puzzle)
	}
	if alphabet != "" {
		options.Alphabet = alphabet
	}
	o := watch.Options{Limits: limits, Density: density, Most: most}
	frames, r, err := watch.Collect(ctx, by, puzzle, o)
	if err == nil && len(frames) == most && density == "" && slices.Contains(watch.Densities(by.Method()), film.Guesses) {
		o.Density = film.Guesses // so that more of it has room
		frames, r, err = watch.Collect(ctx, by, puzzle, o)
	}
	if err != nil {
		return r, err
	}
	if animated {
		return r, writeFrames(ctx, path, frames, options)
	}
	return r, writeHTMLFilm(ctx, path, by.NameFor(puzzle.Shape())+" at work", frames, options)
}

// writeHTMLFilm writes a page that is one film with buttons.
func writeHTMLFilm(ctx context.Context, path, title string, frames []render.Frame, options render.Options) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title></head><body>\n", html.EscapeString(title))
	if err := render.HTMLFilm(&out, frames, options); err != nil {
		return err
	}
	out.WriteString("</body></html>\n")
	return writeNamed(ctx, path, out.Bytes())
}

// writeGIF writes an animation of frames as they are.
func writeGIF(ctx context.Context, path string, frames []render.Frame, options render.Options) error {
	var out bytes.Buffer
	if err := animate.GIF(&out, frames, options); err != nil {
		return err
	}
	return writeNamed(ctx, path, out.Bytes())
}
