package bitboard_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"sudokulab/pkg/bitboard"
)

func mixed(n int) []bitboard.Cells {
	rng := rand.New(rand.NewPCG(7, 0))
	s := bitboard.New()
	out := make([]bitboard.Cells, n)
	for i := range out {
		out[i] = randomBoard(rng, s)
	}
	return out
}

// Whatever the number of workers, results stand where their puzzles stood.
func TestBatchAndStreamKeepOrder(t *testing.T) {
	puzzles := mixed(3000)
	want := make([]bitboard.Result, len(puzzles))
	s := bitboard.New()
	for i := range puzzles {
		want[i] = bitboard.Result{Solutions: s.CountUpTo(&puzzles[i], 5), First: *s.First(), Guesses: s.Guesses()}
	}
	for _, n := range []int{0, 1, 63, 64, 65, 3000} {
		for _, workers := range []int{-1, 1, 2, 7} {
			got := make([]bitboard.Result, n)
			if err := bitboard.Batch(t.Context(), puzzles[:n], 5, workers, got); err != nil || !slices.Equal(got, want[:n]) {
				t.Fatalf("batch of %d with %d workers: %v, equal %t", n, workers, err, slices.Equal(got, want[:n]))
			}
			var streamed []bitboard.Result
			for r, err := range bitboard.Stream(t.Context(), slices.Values(puzzles[:n]), 5, workers) {
				if err != nil {
					t.Fatal(err)
				}
				streamed = append(streamed, r)
			}
			if !slices.Equal(streamed, want[:n]) {
				t.Fatalf("stream of %d with %d workers: %d results, not those of one solver", n, workers, len(streamed))
			}
		}
	}
}

func TestBatchArguments(t *testing.T) {
	if err := bitboard.Batch(t.Context(), make([]bitboard.Cells, 2), 2, 1, nil); err == nil {
		t.Error("2 puzzles, no room for results: no error")
	}
	if err := bitboard.Batch(t.Context(), nil, 0, 1, nil); err == nil {
		t.Error("batch with limit 0: no error")
	}
	for _, err := range bitboard.Stream(t.Context(), slices.Values(make([]bitboard.Cells, 1)), 0, 1) {
		if err == nil {
			t.Error("stream with limit 0: no error")
		}
	}
}

// An empty board up to a limit that no one lives to see.
func TestBatchCancelled(t *testing.T) {
	empty := make([]bitboard.Cells, 3)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	if err := bitboard.Batch(ctx, empty, 1<<40, 2, make([]bitboard.Result, 3)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("batch: %v", err)
	}
	n := 0
	for _, err := range bitboard.Stream(ctx, slices.Values(empty), 1<<40, 2) {
		n++
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("stream: %v", err)
		}
	}
	if n != 1 {
		t.Errorf("stream: %d results and errors, want one error", n)
	}
}

// A consumer that stops early leaves no goroutine behind.
func TestStreamStopped(t *testing.T) {
	puzzles := mixed(4000)
	before := runtime.NumGoroutine()
	for stop := range 5 {
		n := 0
		for _, err := range bitboard.Stream(t.Context(), slices.Values(puzzles), 2, 3) {
			if err != nil {
				t.Fatal(err)
			}
			n++
			if n > stop*300 {
				break
			}
		}
		// A goroutine that has done its last work takes a moment to be gone.
		for wait := time.Now(); runtime.NumGoroutine() > before; runtime.Gosched() {
			if time.Since(wait) > 5*time.Second {
				t.Fatalf("%d goroutines after %d results, %d before", runtime.NumGoroutine(), n, before)
			}
		}
	}
}
