package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/explain/draw"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/render"
)

// practice is the position in which a puzzle needs a technique for the first time.
type practice struct {
	Technique explain.Technique `json:"technique"`
	Position  string            `json:"position"`
	Struck    string            `json:"struck"`
	Sentence  string            `json:"sentence"` // what the technique shows there

	at *explain.Position
}

// practices returns what finds the position of --practise, nil without that flag.
func (s *generating) practices(p pen) (func(*generate.Puzzle) (*practice, error), error) {
	if s.practise == "" {
		return nil, nil
	}
	by, err := s.source.Practices(p.alphabet)
	if err != nil {
		return nil, err
	}
	return func(z *generate.Puzzle) (*practice, error) {
		a, err := by.Of(z.Board)
		if err != nil {
			return nil, fmt.Errorf("puzzle %d: %w", z.Index, err)
		}
		struck := spelled(a.At.Struck(), board.Numeric, cmp.Or(p.alphabet, board.Numeric))
		return &practice{Technique: a.Technique, Position: p.line(a.At.Board()), Struck: struck, Sentence: a.Step.Sentence(), at: a.At}, nil
	}, nil
}

// drawPractice writes a position to practise on as a picture, with the puzzle.
func (s *generating) drawPractice(w io.Writer, p pen, n int, z *generate.Puzzle, a *practice) error {
	var buf bytes.Buffer
	if n > 0 {
		buf.WriteByte('\n')
	}
	pic, err := draw.Position(a.at)
	if err != nil {
		return err
	}
	pic.Givens = z.Board
	pic.Caption = fmt.Sprintf("Find the next step: %s.\npuzzle %d of seed %d: %s", a.Technique.Info().Name, z.Index, s.seed, p.line(z.Board))
	if err := render.Text(&buf, pic, render.TextOptions{Wide: true, Colour: p.colour, Alphabet: p.alphabet}); err != nil {
		return err
	}
	_, err = w.Write(buf.Bytes())
	return err
}
