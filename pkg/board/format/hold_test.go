package format_test

import (
	"io"
	"testing"
	"time"

	"sudokulab/pkg/board/format"
)

// TestReadDoesNotHoldBack writes one puzzle into a pipe and keeps the pipe open: the puzzle
// must come out all the same.
func TestReadDoesNotHoldBack(t *testing.T) {
	in, out := io.Pipe()
	defer func() { _ = out.Close() }()
	got := make(chan string)
	go func() {
		for p, err := range format.Read(in, format.Options{}) {
			if err != nil {
				got <- err.Error()
				return
			}
			got <- p.Board.String()
		}
	}()
	const line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	for range 2 {
		if _, err := io.WriteString(out, line+"\n"); err != nil {
			t.Fatal(err)
		}
		select {
		case s := <-got:
			if s != line {
				t.Fatalf("got %q", s)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("the puzzle is held back until more input comes")
		}
	}
}
