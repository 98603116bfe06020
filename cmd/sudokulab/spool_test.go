package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sudokulab/pkg/board/format"
)

// spooled runs spool on the lines of a reader, the same work for each worker.
func spooled(ctx context.Context, t *testing.T, r io.Reader, out io.Writer, jobs int, work func(context.Context, *job) error) (*tally, error) {
	t.Helper()
	in := &input{opts: format.Options{Side: 4}, variant: &variant{}, sources: []source{{name: "in", stdin: r}}}
	tl := &tally{name: "test", w: io.Discard, in: in, start: time.Now(), counts: map[string]int{}}
	workers := make([]func(context.Context, *job) error, jobs)
	for i := range workers {
		workers[i] = work
	}
	err := spool(ctx, in, workers, tl, bufio.NewWriter(out), func(*job) error { return nil })
	return tl, err
}

// TestSpoolError: the first error in the order of the input ends the run; what precedes it is
// written, and nothing after it.
func TestSpoolError(t *testing.T) {
	input := strings.Repeat(one4+"\n", 500)
	for _, jobs := range []int{1, 3} {
		var out bytes.Buffer
		boom := errors.New("boom")
		_, err := spooled(t.Context(), t, strings.NewReader(input), &out, jobs, func(ctx context.Context, j *job) error {
			if j.e.index == 200 || j.e.index == 203 {
				return boom
			}
			return j.out.Put(ctx, fmt.Appendf(nil, "%d\n", j.e.index), 1)
		})
		if got := lines(out.String()); !errors.Is(err, boom) || !strings.HasPrefix(err.Error(), "in:200: ") || len(got) != 199 || got[198] != "199" {
			t.Errorf("%d jobs: error %v after %d lines", jobs, err, len(got))
		}
	}
}

// TestSpoolSlowFirst: a long first job does not grow the memory by what later ones find, and
// when the writer fails, all workers end.
func TestSpoolSlowFirst(t *testing.T) {
	var ahead atomic.Int64
	out := &failing{left: 10_000, err: io.ErrClosedPipe}
	_, err := spooled(t.Context(), t, strings.NewReader(strings.Repeat(one4+"\n", 100)), out, 4, func(ctx context.Context, j *job) error {
		for i := 0; ; i++ {
			if err := j.out.Put(ctx, []byte("0123456789\n"), 1); err != nil {
				return err
			}
			if j.e.index > 1 {
				ahead.Add(1)
			}
		}
	})
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v, want %v", err, io.ErrClosedPipe)
	}
	if n := ahead.Load(); n > 3*((64<<10)/10+2) {
		t.Errorf("%d pieces put ahead by three workers, want at most the size of their outlets", n)
	}
}

// TestSpoolBlockedReader: the end of the context does not wait for a reader that blocks, and
// what was finished is written before.
func TestSpoolBlockedReader(t *testing.T) {
	r, ask := io.Pipe()
	answers, out := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := spooled(ctx, t, r, out, 2, func(ctx context.Context, j *job) error { return j.out.Put(ctx, []byte("done\n"), 1) })
		done <- err
	}()
	read := bufio.NewScanner(answers)
	for range 2 {
		if _, err := io.WriteString(ask, one4+"\n"); err != nil {
			t.Fatal(err)
		}
		if !read.Scan() || read.Text() != "done" {
			t.Fatalf("read %q, error %v", read.Text(), read.Err())
		}
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	_ = ask.Close()
}
