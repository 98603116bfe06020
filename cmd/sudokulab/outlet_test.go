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
	"testing/synctest"
	"time"

	"sudokulab/pkg/board/format"
)

// TestOutletPasses: whatever the speed of both ends, the text arrives whole and in order, and
// the pieces add up.
func TestOutletPasses(t *testing.T) {
	for _, size := range []int{0, 1, 100, 10_000} {
		o := newOutlet()
		const pieces = 5000
		go func() {
			for i := range pieces {
				if err := o.put(t.Context(), fmt.Appendf(nil, "%d%s\n", i, strings.Repeat("x", i%(size+1))), 1); err != nil {
					t.Error(err)
				}
			}
			o.end()
		}()
		var out bytes.Buffer
		w := bufio.NewWriterSize(&out, 4096)
		n := 0
		if err := drain(o, w, func(k int) { n += k }); err != nil || w.Flush() != nil || n != pieces {
			t.Errorf("%d pieces, error %v; want %d", n, err, pieces)
		}
		for i, l := range lines(out.String()) {
			if want := fmt.Sprintf("%d%s", i, strings.Repeat("x", i%(size+1))); l != want {
				t.Fatalf("line %d is %q, want %q", i, clip(l, 50), clip(want, 50))
			}
		}
	}
}

// TestOutletBounded: while nothing is taken, putting stops, and goes on when there is room.
func TestOutletBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		o := newOutlet()
		var put atomic.Int64
		done := make(chan error, 1)
		piece := bytes.Repeat([]byte("x"), 1000)
		go func() {
			for {
				if err := o.put(ctx, piece, 1); err != nil {
					done <- err
					return
				}
				put.Add(1)
			}
		}()
		synctest.Wait()
		full := put.Load()
		if full*1000 < outletSize || full*1000 >= outletSize+1000 {
			t.Errorf("%d bytes put ahead, want %d or little more", full*1000, outletSize)
		}
		text, pieces, ended := o.take(nil)
		if len(text) != int(full)*1000 || pieces != int(full) || ended {
			t.Errorf("took %d bytes of %d pieces, ended %v", len(text), pieces, ended)
		}
		synctest.Wait()
		if put.Load() != 2*full {
			t.Errorf("%d pieces after the room was made, want %d", put.Load(), 2*full)
		}
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want that of the context", err)
		}
	})
}

// TestOutletAtOnce: text is flushed soon after it was put, though the next may be hours away.
func TestOutletAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newOutlet()
		start := time.Now()
		go func() {
			for i := range 20 {
				time.Sleep(time.Duration(i%3) * time.Hour)
				if err := o.put(t.Context(), []byte(time.Since(start).String()+"\n"), 1); err != nil {
					t.Error(err)
				}
			}
			time.Sleep(time.Hour)
			o.end()
		}()
		r, out := io.Pipe()
		done := make(chan error, 1)
		go func() {
			done <- drain(o, bufio.NewWriter(out), func(int) {})
			_ = out.Close()
		}()
		read := bufio.NewScanner(r)
		n := 0
		for ; read.Scan(); n++ {
			put, err := time.ParseDuration(read.Text())
			if late := time.Since(start) - put; err != nil || late > 2*outletPause {
				t.Errorf("line %d came %v after it was put, error %v", n, late, err)
			}
		}
		if err := <-done; err != nil || n != 20 {
			t.Errorf("%d lines, error %v", n, err)
		}
	})
}

// TestOutletWriteError ends the draining.
func TestOutletWriteError(t *testing.T) {
	o := newOutlet()
	if err := o.put(t.Context(), []byte("text"), 1); err != nil {
		t.Fatal(err)
	}
	err := drain(o, bufio.NewWriter(&failing{err: io.ErrClosedPipe}), func(int) {})
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v, want %v", err, io.ErrClosedPipe)
	}
}

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
			return j.out.put(ctx, fmt.Appendf(nil, "%d\n", j.e.index), 1)
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
			if err := j.out.put(ctx, []byte("0123456789\n"), 1); err != nil {
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
	if n := ahead.Load(); n > 3*(outletSize/10+2) {
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
		_, err := spooled(ctx, t, r, out, 2, func(ctx context.Context, j *job) error { return j.out.put(ctx, []byte("done\n"), 1) })
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
