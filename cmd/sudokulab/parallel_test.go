package main

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

// numbers yields 0 … n−1, then an error if there is one.
func numbers(n int, err error) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
		if err != nil {
			yield(0, err)
		}
	}
}

func never() error { return nil }

// TestInOrder: whatever the number of workers, the speed of each item, and where a fault
// lies, exactly the items before the first fault come out, in order.
func TestInOrder(t *testing.T) {
	errRead, errWork, errEmit := errors.New("read"), errors.New("work"), errors.New("emit")
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 500).Draw(t, "items")
		jobs := rapid.IntRange(1, 5).Draw(t, "jobs")
		failWork := rapid.IntRange(-1, n).Draw(t, "failing item")
		failEmit := rapid.IntRange(-1, n).Draw(t, "failing result")
		var readErr error
		if rapid.Bool().Draw(t, "unreadable end") {
			readErr = errRead
		}
		seed := rapid.Uint64().Draw(t, "seed")
		workers := make([]func(context.Context, int) (int, error), jobs)
		for w := range workers {
			rng := rand.New(rand.NewPCG(seed, uint64(w)))
			workers[w] = func(_ context.Context, i int) (int, error) {
				for range rng.IntN(2000) {
					rng.Uint64()
				}
				if i == failWork {
					return 0, errWork
				}
				return 10 * i, nil
			}
		}
		var got []int
		err := inOrder(context.Background(), numbers(n, readErr), workers, func(r int) error {
			if r == 10*failEmit {
				return errEmit
			}
			got = append(got, r)
			return nil
		}, never)

		want, wantErr := n, readErr
		if failWork >= 0 && failWork < want {
			want, wantErr = failWork, errWork
		}
		if failEmit >= 0 && failEmit < want {
			want, wantErr = failEmit, errEmit
		}
		if !errors.Is(err, wantErr) || err == nil != (wantErr == nil) {
			t.Fatalf("error %v, want %v", err, wantErr)
		}
		if len(got) != want || !slices.IsSorted(got) || want > 0 && (got[0] != 0 || got[want-1] != 10*(want-1)) {
			t.Fatalf("results %v, want those of the first %d items", got, want)
		}
	})
}

// TestInOrderBounded: while nothing is taken from the end, the reader stops.
func TestInOrderBounded(t *testing.T) {
	var read atomic.Int64
	endless := func(yield func(int, error) bool) {
		for i := 0; yield(i, nil); i++ {
			read.Add(1)
		}
	}
	const jobs = 3
	workers := make([]func(context.Context, int) (int, error), jobs)
	for w := range workers {
		workers[w] = func(_ context.Context, i int) (int, error) { return i, nil }
	}
	stop := errors.New("enough")
	synctest.Test(t, func(t *testing.T) {
		err := inOrder(t.Context(), endless, workers, func(int) error {
			synctest.Wait() // until everything else is stuck
			return stop
		}, never)
		if !errors.Is(err, stop) {
			t.Errorf("error %v, want %v", err, stop)
		}
	})
	if limit := int64(batchSize * (4*jobs + 4)); read.Load() > limit {
		t.Errorf("%d items read ahead, want at most %d", read.Load(), limit)
	}
}

// TestInOrderAnswers: an answer comes as soon as its item is done, even if the next item is
// long in coming, and what is written is flushed before waiting.
func TestInOrderAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(yield func(int, error) bool) {
			for i := range 50 {
				if i%10 == 9 {
					time.Sleep(time.Hour)
				}
				if !yield(i, nil) {
					return
				}
			}
		}
		start := time.Now()
		worker := func(_ context.Context, i int) (int, error) {
			time.Sleep(time.Second)
			return i, nil
		}
		emitted, flushed := 0, 0
		err := inOrder(t.Context(), slow, []func(context.Context, int) (int, error){worker}, func(i int) error {
			emitted++
			if most := time.Duration(i/9)*time.Hour + time.Minute; time.Since(start) > most {
				t.Errorf("item %d after %v, want at most %v", i, time.Since(start), most)
			}
			return nil
		}, func() error {
			flushed = emitted
			return nil
		})
		if err != nil || emitted != 50 {
			t.Errorf("%d results, error %v", emitted, err)
		}
		if flushed < 40 {
			t.Errorf("%d results flushed before the end, want those before the last wait", flushed)
		}
	})
}

// TestInOrderCancel: when the context ends, what was finished comes out, and a reader or a
// worker that waits does not hold up the end.
func TestInOrderCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		release := make(chan struct{})
		stuck := func(yield func(int, error) bool) {
			for i := range 5 {
				if !yield(i, nil) {
					return
				}
			}
			<-release
		}
		worker := func(ctx context.Context, i int) (int, error) {
			if i == 3 {
				<-ctx.Done()
			}
			return i, nil
		}
		time.AfterFunc(time.Minute, cancel)
		var got []int
		err := inOrder(ctx, stuck, []func(context.Context, int) (int, error){worker}, func(i int) error {
			got = append(got, i)
			return nil
		}, never)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
		diff(t, "results", got, []int{0, 1, 2})
		close(release)
	})
}
