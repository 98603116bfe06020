package pipeline

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
)

// closed is a writer that nothing can be written to.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestOutletPasses: whatever the speed of both ends, the text arrives whole and in order, and
// the pieces add up.
func TestOutletPasses(t *testing.T) {
	for _, size := range []int{0, 1, 100, 10_000} {
		o := NewOutlet()
		const pieces = 5000
		go func() {
			for i := range pieces {
				if err := o.Put(t.Context(), fmt.Appendf(nil, "%d%s\n", i, strings.Repeat("x", i%(size+1))), 1); err != nil {
					t.Error(err)
				}
			}
			o.End()
		}()
		var out bytes.Buffer
		w := bufio.NewWriterSize(&out, 4096)
		n := 0
		if err := o.Drain(w, func(k int) { n += k }); err != nil || w.Flush() != nil || n != pieces {
			t.Errorf("%d pieces, error %v; want %d", n, err, pieces)
		}
		for i, l := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
			if want := fmt.Sprintf("%d%s", i, strings.Repeat("x", i%(size+1))); l != want {
				t.Fatalf("line %d is %.50q, want %.50q", i, l, want)
			}
		}
	}
}

// TestOutletBounded: while nothing is taken, putting stops, and goes on when there is room.
func TestOutletBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		o := NewOutlet()
		var put atomic.Int64
		done := make(chan error, 1)
		piece := bytes.Repeat([]byte("x"), 1000)
		go func() {
			for {
				if err := o.Put(ctx, piece, 1); err != nil {
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
		o := NewOutlet()
		start := time.Now()
		go func() {
			for i := range 20 {
				time.Sleep(time.Duration(i%3) * time.Hour)
				if err := o.Put(t.Context(), []byte(time.Since(start).String()+"\n"), 1); err != nil {
					t.Error(err)
				}
			}
			time.Sleep(time.Hour)
			o.End()
		}()
		r, out := io.Pipe()
		done := make(chan error, 1)
		go func() {
			done <- o.Drain(bufio.NewWriter(out), func(int) {})
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
	o := NewOutlet()
	if err := o.Put(t.Context(), []byte("text"), 1); err != nil {
		t.Fatal(err)
	}
	err := o.Drain(bufio.NewWriter(closed{}), func(int) {})
	if !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v, want %v", err, io.ErrClosedPipe)
	}
}
