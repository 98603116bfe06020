package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/making"
	"sudokulab/pkg/rate"
)

// givenRange reads 30 or 24-28.
func givenRange(text string) (generate.Range, error) {
	r, err := numberRange(text)
	if err != nil || r.Low < 1 {
		return generate.Range{}, fmt.Errorf("--givens %s: want a number such as 30 or a range such as 24-28", text)
	}
	return r, nil
}

func numberRange(text string) (generate.Range, error) {
	low, high, ranged := strings.Cut(strings.ReplaceAll(text, "–", "-"), "-")
	if !ranged {
		high = low
	}
	a, errA := strconv.Atoi(low)
	b, errB := strconv.Atoi(high)
	if err := errors.Join(errA, errB); err != nil {
		return generate.Range{}, err
	}
	if a < 0 || b < a {
		return generate.Range{}, errors.New("not a range")
	}
	return generate.Range{Low: a, High: b}, nil
}

// difficulties are the words of --difficulty on the ladder of package rate; techniqueNames are the others.
func difficulties() []string {
	var words []string
	for _, t := range rate.Techniques() {
		if t != rate.None {
			words = append(words, t.String())
		}
	}
	return words
}

// wanted reads how hard the puzzles must be.
func (s *generating) wanted() (w making.Want, err error) {
	switch {
	case s.practise != "":
		w.Hardest, err = techniqueOf("practise", s.practise)
	case slices.Contains(techniqueNames(), s.difficulty):
		w.Hardest, err = techniqueOf("difficulty", s.difficulty)
	case s.difficulty != "":
		err = w.Technique.UnmarshalText([]byte(s.difficulty))
		w.Guesses = making.AnyGuesses()
	}
	if err != nil {
		return w, err
	}
	if s.guesses != "" {
		w.Technique = rate.Guesses
		if w.Guesses, err = numberRange(s.guesses); err != nil {
			return w, fmt.Errorf("--guesses %s: want a number such as 5 or a range such as 10-100", s.guesses)
		}
	}
	if s.score != "" {
		w.Scored = true
		if w.Score, err = numberRange(s.score); err != nil {
			return w, fmt.Errorf("--score %s: want a number such as 600 or a range such as 500-900", s.score)
		}
		if w.Technique != rate.None {
			return w, fmt.Errorf("--score: %s is of another scale; want a technique such as x-wing for --difficulty, or none", w.Technique)
		}
	}
	return w, nil
}

// puzzles returns the sequence that the flags ask for, s.count puzzles long.
func (s *generating) puzzles(ctx context.Context) (iter.Seq2[generate.Puzzle, error], error) {
	workers := cmp.Or(s.jobs, runtime.GOMAXPROCS(0))
	if s.distinct {
		return s.source.Distinct(ctx, s.from, s.count, workers)
	}
	return s.source.Puzzles(ctx, s.from, s.count, workers), nil
}
