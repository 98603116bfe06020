package main

import (
	"context"
	"io"
	"iter"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	jobfile "sudokulab/pkg/job"
)

// findSet lets a job read the puzzle set that it names, if it names one.
func findSet(s *jobfile.Spec) error {
	if s.Input.Set == "" {
		return nil
	}
	store, err := openStore("")
	if err != nil {
		return err
	}
	if err := knownSet(store, "input: set: "+s.Input.Set, s.Input.Set); err != nil {
		return err
	}
	s.Input.Open = func(set string) (io.ReadCloser, error) {
		if _, err := store.Locate(set); err != nil {
			return nil, err
		}
		next, stop := iter.Pull2(store.Open(context.Background(), set))
		return &setLines{next: next, stop: stop}, nil
	}
	return nil
}

// setLines reads a puzzle set as text: each puzzle, and nothing else, on the line that it has in the set.
type setLines struct {
	next func() (format.Puzzle, error, bool)
	stop func()
	line int // lines written so far
	text []byte
}

// Read implements io.Reader.
func (l *setLines) Read(to []byte) (int, error) {
	if len(l.text) == 0 {
		p, err, ok := l.next()
		if err != nil {
			return 0, err
		}
		if !ok {
			return 0, io.EOF
		}
		l.text = l.text[:0]
		for l.line++; l.line < p.Line; l.line++ {
			l.text = append(l.text, '\n')
		}
		l.text = append(p.Board.AppendText(l.text, board.Numeric), '\n')
	}
	n := copy(to, l.text)
	l.text = l.text[n:]
	return n, nil
}

// Close ends reading.
func (l *setLines) Close() error {
	l.stop()
	return nil
}
