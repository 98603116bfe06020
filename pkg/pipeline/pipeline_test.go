package pipeline

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"runtime"
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

// each is the same work for a number of workers.
func each[F any](workers int, f F) []F { return slices.Repeat([]F{f}, workers) }

func same(_ context.Context, i int) (int, error) { return i, nil }

// TestMap: whatever the number of workers, the speed of each item, and where a fault
// lies, exactly the items before the first fault come out, in order.
func TestMap(t *testing.T) {
	errRead, errWork, errIdle := errors.New("read"), errors.New("work"), errors.New("idle")
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 3000).Draw(t, "items")
		jobs := rapid.IntRange(1, 5).Draw(t, "jobs")
		failWork := rapid.IntRange(-1, n).Draw(t, "failing item")
		leave := rapid.IntRange(-1, n).Draw(t, "consumer leaves at")
		failIdle := rapid.IntRange(-1, n).Draw(t, "idle fails from")
		o := Options{Live: rapid.Bool().Draw(t, "live")}
		var readErr error
		if rapid.Bool().Draw(t, "unreadable end") {
			readErr = errRead
		}
		slow := rapid.SampledFrom([]int{1, 100, 20_000}).Draw(t, "work")
		seed := rapid.Uint64().Draw(t, "seed")
		workers := make([]func(context.Context, int) (int, error), jobs)
		for w := range workers {
			rng := rand.New(rand.NewPCG(seed, uint64(w)))
			workers[w] = func(_ context.Context, i int) (int, error) {
				for range rng.IntN(slow) {
					rng.Uint64()
				}
				if i == failWork {
					return 0, errWork
				}
				return 10 * i, nil
			}
		}
		var got []int
		o.Idle = func() error {
			if failIdle >= 0 && len(got) >= failIdle {
				return errIdle
			}
			return nil
		}
		var err error
		for r, e := range Map(context.Background(), numbers(n, readErr), workers, o) {
			if err != nil {
				t.Fatalf("the sequence goes on behind %v", err)
			}
			if err = e; err != nil {
				continue
			}
			got = append(got, r)
			if r == 10*leave {
				break // to go on then is a panic
			}
		}
		if errors.Is(err, errIdle) && failIdle >= 0 && len(got) >= failIdle {
			n = len(got) // where it waited is a matter of timing, the order is not
			failWork, leave, readErr, err = -1, -1, nil, nil
		}
		want, wantErr := n, readErr
		if failWork >= 0 && failWork < want {
			want, wantErr = failWork, errWork
		}
		if leave >= 0 && leave < want {
			want, wantErr = leave+1, nil
		}
		if !errors.Is(err, wantErr) || err == nil != (wantErr == nil) {
			t.Fatalf("error %v, want %v", err, wantErr)
		}
		if len(got) != want || !slices.IsSorted(got) || want > 0 && (got[0] != 0 || got[want-1] != 10*(want-1)) {
			t.Fatalf("results %v, want those of the first %d items", got, want)
		}
	})
}

// TestBounded: while nothing is taken from the end, the reader stops, and goes on when there is room.
func TestBounded(t *testing.T) {
	const jobs, taken = 3, 5000
	for _, live := range []bool{false, true} {
		most := 0
		synctest.Test(t, func(t *testing.T) {
			var read atomic.Int64
			endless := func(yield func(int, error) bool) {
				for i := 0; yield(i, nil); i++ {
					read.Add(1)
				}
			}
			n := 0
			for _, err := range Map(t.Context(), endless, each(jobs, same), Options{Live: live}) {
				n++
				if n == taken || err != nil {
					break
				}
				synctest.Wait() // until everything else is stuck
				most = max(most, int(read.Load())-n)
			}
		})
		if limit := mostItems * (4*jobs + 2); most > limit || most < limit/2 {
			t.Errorf("live %t: %d items read ahead, want at most %d", live, most, limit)
		}
		ahead := 0
		synctest.Test(t, func(t *testing.T) {
			var read atomic.Int64
			endless := func(yield func(int, error) bool) {
				for i := 0; yield(i, nil); i++ {
					read.Add(1)
				}
			}
			n := 0
			for _, err := range Each(t.Context(), endless, each(jobs, func(context.Context, int) {}), Options{Live: live}) {
				n++
				if n == 50 || err != nil {
					break
				}
				synctest.Wait()
				ahead = max(ahead, int(read.Load())-n)
			}
		})
		if ahead > 2*jobs+1 || ahead < jobs {
			t.Errorf("live %t: %d items read ahead by Each, want at most %d", live, ahead, 2*jobs+1)
		}
	}
}

// TestSlow: items that take long are handed out one by one, so that no worker waits behind
// another, and the results come one by one too.
func TestSlow(t *testing.T) {
	for _, live := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			second := func(_ context.Context, i int) (int, error) {
				time.Sleep(time.Second)
				return i, nil
			}
			for i, err := range Map(t.Context(), numbers(100, nil), each(4, second), Options{Live: live}) {
				if want := time.Duration(i/4+1) * time.Second; err != nil || time.Since(start) != want {
					t.Fatalf("live %t: item %d after %v, %v, want %v", live, i, time.Since(start), err, want)
				}
			}
		})
	}
}

// TestLive: an answer comes as soon as its item is done, even if the next item is
// long in coming, and the consumer can flush before it waits.
func TestLive(t *testing.T) {
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
		for _, work := range []time.Duration{0, time.Second} {
			start := time.Now()
			worker := func(_ context.Context, i int) (int, error) {
				time.Sleep(work)
				return i, nil
			}
			emitted, flushed := 0, 0
			idle := func() error {
				flushed = emitted
				return nil
			}
			for i, err := range Map(t.Context(), slow, each(1, worker), Options{Live: true, Idle: idle}) {
				emitted++
				if most := time.Duration((i+1)/10)*time.Hour + time.Minute; err != nil || time.Since(start) > most {
					t.Errorf("item %d after %v, %v, want at most %v", i, time.Since(start), err, most)
				}
			}
			if emitted != 50 || flushed < 40 {
				t.Errorf("%d results, %d flushed before the end, want those before the last wait", emitted, flushed)
			}
		}
	})
}

// TestCancel: when the context ends, what was finished comes out, and a live reader or a
// worker that waits does not hold up the end.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		stuck := func(yield func(int, error) bool) {
			for i := range 5 {
				if !yield(i, nil) {
					return
				}
			}
			<-release
		}
		for block, want := range [][]int{{}, {0}, {0, 1}, {0, 1, 2}, {0, 1, 2, 3}, {0, 1, 2, 3, 4}} {
			ctx, cancel := context.WithCancel(t.Context())
			worker := func(ctx context.Context, i int) (int, error) {
				if i == block {
					<-ctx.Done()
				}
				return i, nil
			}
			time.AfterFunc(time.Minute, cancel)
			got := []int{}
			var last error
			for i, err := range Map(ctx, stuck, each(1, worker), Options{Live: true}) {
				if last = err; err == nil {
					got = append(got, i)
				}
			}
			if !errors.Is(last, context.Canceled) || !slices.Equal(got, want) {
				t.Errorf("results %v, error %v, want %v", got, last, want)
			}
			items := 0
			ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
			for _, err := range Each(ctx, stuck, each(2, func(context.Context, int) {}), Options{Live: true}) {
				items++
				if err != nil && (items != 6 || !errors.Is(err, context.DeadlineExceeded)) {
					t.Errorf("item %d: %v", items, err)
				}
			}
			cancel()
		}
		close(release)
	})
}

// TestNothingStays: no goroutine, however the run ends.
func TestNothingStays(t *testing.T) {
	before := runtime.NumGoroutine()
	for stop := range 5 {
		for _, live := range []bool{false, true} {
			n := 0
			for _, err := range Map(t.Context(), numbers(4000, nil), each(3, same), Options{Live: live}) {
				n++
				if n > stop*300 || err != nil {
					break
				}
			}
			n = 0
			for _, err := range Each(t.Context(), numbers(40, nil), each(3, func(context.Context, int) {}), Options{Live: live}) {
				n++
				if n > stop*8 || err != nil {
					break
				}
			}
			if !live {
				// The last goroutine has done its work, and may take a moment to be gone.
				for wait := time.Now(); runtime.NumGoroutine() > before; runtime.Gosched() {
					if time.Since(wait) > 5*time.Second {
						t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
					}
				}
			}
		}
	}
}

// TestEach: items come in order while they are worked on, each worker is called for every item that
// comes, and an error of the items comes last.
func TestEach(t *testing.T) {
	type item struct {
		i    int
		made chan int
	}
	boom := errors.New("boom")
	items := func(yield func(*item, error) bool) {
		for i := range 100 {
			if !yield(&item{i, make(chan int)}, nil) {
				return
			}
		}
		yield(nil, boom)
	}
	for _, live := range []bool{false, true} {
		for jobs := range 4 {
			var called atomic.Int64
			work := func(_ context.Context, j *item) {
				called.Add(1)
				for k := range 3 { // to a consumer who has the item, or it would wait for ever
					j.made <- 10*j.i + k
				}
			}
			var got []int
			var last error
			for j, err := range Each(t.Context(), items, each(jobs, work), Options{Live: live}) {
				if last = err; err != nil {
					continue
				}
				for range 3 {
					got = append(got, <-j.made)
				}
			}
			if jobs == 0 {
				if last == nil || errors.Is(last, boom) {
					t.Errorf("without workers: %v", last)
				}
				continue
			}
			if !errors.Is(last, boom) || len(got) != 300 || !slices.IsSorted(got) || got[299] != 992 || called.Load() != 100 {
				t.Errorf("%d jobs: %d pieces %v, %d calls, error %v", jobs, len(got), got, called.Load(), last)
			}
		}
	}
}

// TestEachAhead: a consumer that does not wait for the workers loses no item, and the reader waits
// for the workers.
func TestEachAhead(t *testing.T) {
	for _, live := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			const jobs = 3
			var read, done atomic.Int64
			items := func(yield func(int, error) bool) {
				for i := range 200 {
					if n := read.Add(1) - done.Load(); n > 2*jobs+jobs+2 {
						t.Errorf("%d items between the reader and the workers' end", n)
					}
					if !yield(i, nil) {
						return
					}
				}
			}
			work := func(context.Context, int) {
				time.Sleep(time.Second)
				done.Add(1)
			}
			n := 0
			for i, err := range Each(t.Context(), items, each(jobs, work), Options{Live: live}) {
				if err != nil || i != n {
					t.Fatalf("item %d, %v, want %d", i, err, n)
				}
				n++
			}
			if n != 200 || done.Load() != 200 {
				t.Errorf("live %t: %d items, %d worked on", live, n, done.Load())
			}
		})
	}
}

// TestFor: each task is done once, or those before the first that fails, whose error it is.
func TestFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "tasks")
		jobs := rapid.IntRange(1, 5).Draw(t, "jobs")
		failing := rapid.SliceOfN(rapid.IntRange(0, 300), 0, 3).Draw(t, "failing")
		done := make([]atomic.Int64, n)
		err := For(context.Background(), n, each(jobs, func(_ context.Context, i int) error {
			done[i].Add(1)
			if slices.Contains(failing, i) {
				return fmt.Errorf("task %d", i)
			}
			return nil
		}))
		first := n
		for _, i := range failing {
			first = min(first, i)
		}
		if (err == nil) != (first == n) || err != nil && err.Error() != fmt.Sprintf("task %d", first) {
			t.Fatalf("error %v, want that of task %d of %d", err, first, n)
		}
		for i := range done {
			if k := done[i].Load(); k > 1 || k == 0 && i <= first {
				t.Fatalf("task %d done %d times, the first that fails is %d", i, k, first)
			}
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	var begun atomic.Int64
	err := For(ctx, 1000, each(3, func(context.Context, int) error {
		switch k := begun.Add(1); {
		case k == 10:
			cancel()
		case k > 10:
			<-ctx.Done() // the tenth may be held up before it cancels
		}
		return nil
	}))
	if !errors.Is(err, context.Canceled) || begun.Load() > 12 {
		t.Errorf("%d tasks begun, error %v", begun.Load(), err)
	}
	if err := For(t.Context(), 1, nil); err == nil {
		t.Error("without workers: no error")
	}
	for _, err := range Map[int, int](t.Context(), numbers(1, nil), nil, Options{}) {
		if err == nil {
			t.Error("without workers: no error")
		}
	}
}

// TestMemory: no allocation an item.
func TestMemory(t *testing.T) {
	run := func(n int) func() {
		return func() {
			for _, err := range Map(t.Context(), numbers(n, nil), each(2, same), Options{}) {
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	few, many := testing.AllocsPerRun(5, run(20_000)), testing.AllocsPerRun(5, run(200_000))
	if many > few+200 {
		t.Errorf("%.0f allocations for 200,000 items, %.0f for 20,000", many, few)
	}
}

func BenchmarkMap(b *testing.B) {
	for _, live := range []bool{false, true} {
		for _, jobs := range []int{1, 2} {
			b.Run(fmt.Sprintf("live=%t/workers=%d", live, jobs), func(b *testing.B) {
				b.ReportAllocs()
				for _, err := range Map(b.Context(), numbers(b.N, nil), each(jobs, same), Options{Live: live}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
