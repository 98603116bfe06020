package supply

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// item is what the tests make: a number that depends on all of its order.
type item struct {
	Index, Difficulty int
	Draw              uint64
}

var errBad = errors.New("bad item")

// numbers makes items that take a random time, by a clock that is no part of the order. Each
// item whose draw is divisible by fail is an error.
func numbers(clock *rand.Rand, fail uint64) func() Make[int, item] {
	return func() Make[int, item] {
		rng := rand.New(rand.NewPCG(clock.Uint64(), 0)) // of one worker
		return func(ctx context.Context, o Order[int]) (item, error) {
			select {
			case <-time.After(time.Duration(rng.IntN(20)) * time.Millisecond):
			case <-ctx.Done():
				return item{}, ctx.Err()
			}
			x := item{Index: o.Index, Difficulty: o.Difficulty, Draw: o.Rand().Uint64()}
			if fail > 0 && x.Draw%fail == 0 {
				return item{}, errBad
			}
			return x, nil
		}
	}
}

// model is the sequence by its definition: a difficulty written down for each index.
type model struct {
	seed       uint64
	lookahead  int
	difficulty []int
	next       int
}

func newModel(cfg Config, difficulty, length int) *model {
	return &model{seed: cfg.Seed, lookahead: cfg.Lookahead, difficulty: slices.Repeat([]int{difficulty}, length)}
}

func (m *model) set(from, d int) {
	for i := from; i < len(m.difficulty); i++ {
		m.difficulty[i] = d
	}
}

// take returns the next item, or false if it fails.
func (m *model) take(fail uint64) (item, bool) {
	o := Order[int]{Seed: m.seed, Index: m.next, Difficulty: m.difficulty[m.next]}
	m.next++
	x := item{Index: o.Index, Difficulty: o.Difficulty, Draw: o.Rand().Uint64()}
	return x, fail == 0 || x.Draw%fail != 0
}

// play runs a script on a supply and on the model in a bubble with its own clock, each byte one
// act of the consumer, and reports where they differ.
func play(t *testing.T, script []byte, cfg Config, clock uint64) {
	t.Helper()
	const fail = 7
	m := newModel(cfg, -1, 32*len(script)+cfg.Lookahead+1) // no act takes more than 31 items
	synctest.Test(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(clock, 1))
		s, err := New(t.Context(), cfg, -1, numbers(rng, fail))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { s.Close() }()
		for k, b := range script {
			arg := int(b) / 8
			switch b % 8 {
			case 0, 1, 2: // a batch
				takes(t, s, m, arg, fail)
			case 3:
				if got, want := s.Set(arg), m.next+m.lookahead; got != want {
					t.Fatalf("Set at %d holds from %d, want %d", m.next, got, want)
				}
				m.set(m.next+m.lookahead, arg)
			case 4:
				if got := s.SetNow(arg); got != m.next {
					t.Fatalf("SetNow at %d holds from %d", m.next, got)
				}
				m.set(m.next, arg)
			case 5:
				if err := s.SetFrom(m.next+arg, k); err != nil {
					t.Fatal(err)
				}
				m.set(m.next+arg, k)
			case 6: // the consumer is busy
				time.Sleep(time.Duration(arg) * 10 * time.Millisecond)
			case 7: // a checkpoint, taken up with another number of workers
				s = reborn(t, s, 1+arg%5, numbers(rng, fail))
			}
			if p := s.Position(); p != m.next {
				t.Fatalf("position %d, want %d", p, m.next)
			}
		}
		takes(t, s, m, cfg.Lookahead+1, fail)
	})
}

func takes(t *testing.T, s *Supply[int, item], m *model, n int, fail uint64) {
	t.Helper()
	for range n {
		want, ok := m.take(fail)
		got, err := s.Next(t.Context())
		var failed *ItemError
		switch {
		case !ok && (!errors.As(err, &failed) || !errors.Is(err, errBad) || failed.Index != want.Index):
			t.Fatalf("item %d: error %v, want that of the item", want.Index, err)
		case ok && (err != nil || got != want):
			t.Fatalf("item %+v, %v, want %+v", got, err, want)
		}
	}
}

// reborn closes a supply and goes on from its state, through JSON.
func reborn(t *testing.T, s *Supply[int, item], workers int, newMake func() Make[int, item]) *Supply[int, item] {
	t.Helper()
	data, err := json.Marshal(s.State())
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	var state State[int]
	if err := json.Unmarshal(data, &state); err != nil {
		t.Fatal(err)
	}
	s, err = Resume(t.Context(), state, workers, newMake)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(state, s.State()); diff != "" {
		t.Fatal(diff)
	}
	return s
}

// TestSequence plays random scripts with several numbers of workers, each under several clocks.
func TestSequence(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		script := make([]byte, 30)
		for i := range script {
			script[i] = byte(rng.Uint32())
		}
		cfg := Config{Seed: rng.Uint64(), Lookahead: 1 + rng.IntN(12)}
		for _, workers := range []int{1, 2, 3, 8} {
			cfg.Workers = workers
			play(t, script, cfg, uint64(round)<<8|uint64(workers))
		}
	}
}

func FuzzSequence(f *testing.F) {
	f.Add([]byte{4, 12, 0x33, 0x80}, uint64(1), uint8(3), uint8(2))
	f.Add([]byte(strings.Repeat("\xfa", 30)), uint64(46), uint8(3), uint8(72))
	f.Add([]byte{3, 11, 3, 0xff, 7, 4}, uint64(2), uint8(0), uint8(7))
	f.Fuzz(func(t *testing.T, script []byte, clock uint64, lookahead, workers uint8) {
		if len(script) > 64 {
			script = script[:64]
		}
		play(t, script, Config{Seed: clock, Lookahead: 1 + int(lookahead)%20, Workers: 1 + int(workers)%10}, clock)
	})
}

// TestWindow looks from inside Make: no item is begun beyond position + lookahead, whatever
// the changes.
func TestWindow(t *testing.T) {
	const lookahead = 5
	for _, workers := range []int{1, 4, 5} {
		synctest.Test(t, func(t *testing.T) {
			var s *Supply[int, int]
			ready := make(chan struct{})
			most := 0
			s, err := New(t.Context(), Config{Lookahead: lookahead, Workers: workers}, 0, func() Make[int, int] {
				return func(_ context.Context, o Order[int]) (int, error) {
					<-ready
					time.Sleep(time.Millisecond)
					s.mu.Lock()
					most = max(most, o.Index-s.next)
					s.mu.Unlock()
					return o.Index, nil
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			close(ready)
			for k := range 40 {
				if k%3 == 0 {
					s.SetNow(k)
				}
				time.Sleep(time.Duration(k%7) * time.Millisecond)
				if _, err := s.Next(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(time.Second)
			if st := s.Stats(); most != lookahead-1 || st.HighWater != lookahead {
				t.Errorf("%d workers: %d items ahead at most, %d ready at most, want %d and %d", workers, most, st.HighWater, lookahead-1, lookahead)
			}
		})
	}
}

// TestNothingDropped: a change by Set throws nothing away, one by SetNow all that was made.
func TestNothingDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(t.Context(), Config{Lookahead: 6, Workers: 2}, 0, numbers(rand.New(rand.NewPCG(3, 0)), 0))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		time.Sleep(time.Second) // the queue fills
		s.Set(1)
		s.Set(1)
		s.SetNow(0) // nothing else was made
		if st := s.Stats(); st.Dropped != 0 || st.Made != 6 {
			t.Errorf("%+v, want 6 made and none dropped", st)
		}
		s.SetNow(2)
		time.Sleep(time.Second)
		if st := s.Stats(); st.Dropped != 6 || st.Made != 12 {
			t.Errorf("%+v, want 12 made and 6 dropped", st)
		}
		if n := len(s.State().Changes); n != 1 {
			t.Errorf("%d changes in the state, want 1", n)
		}
	})
}

// TestScheduleStaysShort: a curriculum that sets its range at every step leaves no trace of it.
func TestScheduleStaysShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(t.Context(), Config{Lookahead: 4, Workers: 1}, 0, numbers(rand.New(rand.NewPCG(4, 0)), 0))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for k := range 200 {
			s.Set(k / 10)
			if _, err := s.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := len(s.State().Changes); n > 2 {
				t.Fatalf("%d changes kept at item %d", n, k)
			}
		}
	})
}

// TestWaited measures with a clock that only sleeps move: one worker that takes 10 ms an item,
// and a consumer that takes items at once, then one that takes 15 ms for each.
func TestWaited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(t.Context(), Config{Lookahead: 3, Workers: 1}, 0, func() Make[int, int] {
			return func(_ context.Context, o Order[int]) (int, error) {
				time.Sleep(10 * time.Millisecond)
				return o.Index, nil
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if _, err := s.Batch(t.Context(), 20); err != nil {
			t.Fatal(err)
		}
		hurried := s.Stats()
		if hurried.Waited != 200*time.Millisecond || hurried.Waits != 20 || hurried.Delivered != 20 {
			t.Errorf("%+v, want 20 waits of 10 ms", hurried)
		}
		for range 20 {
			time.Sleep(15 * time.Millisecond)
			if _, err := s.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if st := s.Stats(); st.Waited != hurried.Waited || st.Waits != hurried.Waits {
			t.Errorf("%+v, want no wait more than %+v", st, hurried)
		}
		if st := s.Stats(); st.Making != time.Duration(st.Made)*10*time.Millisecond {
			t.Errorf("%v in Make for %d items, want 10 ms each", st.Making, st.Made)
		}
	})
}

// TestWorkersShare: with w workers the same items come w times as fast, by the bubble's clock.
func TestWorkersShare(t *testing.T) {
	for _, workers := range []int{1, 2, 4} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			s, err := New(t.Context(), Config{Lookahead: 8, Workers: workers}, 0, func() Make[int, int] {
				return func(context.Context, Order[int]) (int, error) {
					time.Sleep(12 * time.Millisecond)
					return 0, nil
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if _, err := s.Batch(t.Context(), 24); err != nil {
				t.Fatal(err)
			}
			if got, want := time.Since(begin), 24/time.Duration(workers)*12*time.Millisecond; got != want {
				t.Errorf("%d workers: %v, want %v", workers, got, want)
			}
		})
	}
}

// TestContextOfTheCall: a consumer that gives up waiting has taken nothing.
func TestContextOfTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(t.Context(), Config{Lookahead: 2, Workers: 1}, 0, func() Make[int, int] {
			return func(_ context.Context, o Order[int]) (int, error) {
				time.Sleep(time.Second)
				return o.Index, nil
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 2500*time.Millisecond)
		defer cancel()
		batch, err := s.Batch(ctx, 5)
		if !errors.Is(err, context.DeadlineExceeded) || !slices.Equal(batch, []int{0, 1}) {
			t.Fatalf("%v, %v, want two items and the end of the context", batch, err)
		}
		if st := s.Stats(); st.Waited != 2500*time.Millisecond || st.Waits != 3 {
			t.Errorf("%+v, want 3 waits of 2.5 s in all", st)
		}
		if x, err := s.Next(t.Context()); x != 2 || err != nil {
			t.Errorf("then %d, %v, want item 2", x, err)
		}
		if _, err := s.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a context that has ended: %v", err)
		}
	})
}

// TestClose closes while workers are at work, while they wait for room, while the consumer waits,
// and twice. A goroutine that stays ends the bubble with a deadlock.
func TestClose(t *testing.T) {
	for name, after := range map[string]time.Duration{"at once": 0, "at work": time.Millisecond, "full": time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			s, err := New(t.Context(), Config{Lookahead: 5, Workers: 3}, 0, numbers(rand.New(rand.NewPCG(5, 0)), 0))
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(after)
			s.Close()
			s.Close()
			if _, err := s.Next(t.Context()); !errors.Is(err, ErrClosed) {
				t.Errorf("%s: %v, want ErrClosed", name, err)
			}
			s.Set(1)
			s.SetNow(2)
		})
	}
	synctest.Test(t, func(t *testing.T) { // several consumers wait
		s, err := New(t.Context(), Config{Lookahead: 2, Workers: 2}, 0, func() Make[int, int] {
			return func(ctx context.Context, _ Order[int]) (int, error) {
				<-ctx.Done()
				return 0, ctx.Err()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		errs := make(chan error, 3)
		for range 3 {
			go func() {
				_, err := s.Next(t.Context())
				errs <- err
			}()
		}
		synctest.Wait()
		s.Close()
		for range 3 {
			if err := <-errs; !errors.Is(err, ErrClosed) {
				t.Errorf("%v, want ErrClosed", err)
			}
		}
	})
}

// TestDroppedItemEnds: the one worker is at an item that only its context ends; a change that throws
// it away does so.
func TestDroppedItemEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(t.Context(), Config{Lookahead: 2, Workers: 1}, 0, func() Make[int, int] {
			return func(ctx context.Context, o Order[int]) (int, error) {
				if o.Difficulty == 0 {
					<-ctx.Done()
				}
				return o.Difficulty, ctx.Err()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		synctest.Wait()
		s.SetNow(1)
		if x, err := s.Next(t.Context()); x != 1 || err != nil {
			t.Errorf("%d, %v, want the item of difficulty 1", x, err)
		}
	})
}

// TestConsumersOutOfOrder: two consumers wait, and item 1 is finished before item 0. Both must be
// woken by the end of item 0.
func TestConsumersOutOfOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := New(t.Context(), Config{Lookahead: 2, Workers: 2}, 0, func() Make[int, int] {
			return func(ctx context.Context, o Order[int]) (int, error) {
				switch o.Index {
				case 0:
					time.Sleep(time.Second)
				case 2, 3:
					<-ctx.Done()
				}
				return o.Index, ctx.Err()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		got := make(chan int, 2)
		for range 2 {
			go func() {
				x, err := s.Next(t.Context())
				if err != nil {
					t.Error(err)
				}
				got <- x
			}()
		}
		if sum := <-got + <-got; sum != 1 {
			t.Errorf("items that add up to %d, want 0 and 1", sum)
		}
		s.Close()
	})
}

// TestCloseWaits for a worker whose item does not mind its context.
func TestCloseWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		running := 0
		s, err := New(t.Context(), Config{Lookahead: 2, Workers: 1}, 0, func() Make[int, int] {
			return func(context.Context, Order[int]) (int, error) {
				running++
				time.Sleep(time.Second)
				running--
				return 0, nil
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		s.Close()
		if running != 0 {
			t.Error("Close came back before a worker")
		}
	})
}

// watched is a context that counts who waits for its end.
type watched struct {
	context.Context

	done     chan struct{}
	watchers int
}

func (w *watched) Done() <-chan struct{} { return w.done }

func (w *watched) AfterFunc(func()) func() bool {
	w.watchers++
	return func() bool { w.watchers--; return true }
}

// TestNothingLeftAtTheContext: a long training opens and closes many supplies under one context.
func TestNothingLeftAtTheContext(t *testing.T) {
	ctx := &watched{Context: t.Context(), done: make(chan struct{})}
	s, err := New(ctx, Config{Lookahead: 1, Workers: 1}, 0, numbers(rand.New(rand.NewPCG(1, 0)), 0))
	if err != nil {
		t.Fatal(err)
	}
	if ctx.watchers != 1 {
		t.Errorf("%d watch the context, want 1", ctx.watchers)
	}
	s.Close()
	if ctx.watchers != 0 {
		t.Errorf("%d watch the context after Close", ctx.watchers)
	}
}

// TestContextOfTheSupply: its end ends the supply without Close, and says why.
func TestContextOfTheSupply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		why := errors.New("training is over")
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		s, err := New(ctx, Config{Lookahead: 3, Workers: 2}, 0, numbers(rand.New(rand.NewPCG(6, 0)), 0))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, err := range s.All(t.Context()) {
			if err != nil {
				if !errors.Is(err, why) || n != 10 {
					t.Errorf("after %d items %v", n, err)
				}
				break
			}
			n++
			if n == 10 {
				cancel(why)
				synctest.Wait()
			}
		}
		s.Close()
		if _, err := s.Next(t.Context()); !errors.Is(err, why) {
			t.Errorf("closed as well: %v, want the first reason", err)
		}
	})
}

// TestAll goes past failed items, and leaves the rest where it was.
func TestAll(t *testing.T) {
	const fail = 3
	synctest.Test(t, func(t *testing.T) {
		cfg := Config{Seed: 8, Lookahead: 4, Workers: 2}
		s, err := New(t.Context(), cfg, 0, numbers(rand.New(rand.NewPCG(7, 0)), fail))
		if err != nil {
			t.Fatal(err)
		}
		m := newModel(cfg, 0, 100)
		bad := 0
		for x, err := range s.All(t.Context()) {
			want, ok := m.take(fail)
			if ok != (err == nil) || ok && x != want {
				t.Fatalf("%+v, %v, want %+v", x, err, want)
			}
			if !ok {
				bad++
			}
			if m.next == 30 {
				break
			}
		}
		if st := s.Stats(); bad == 0 || st.Failed != bad || st.Delivered != 30 {
			t.Errorf("%d failed, %+v", bad, st)
		}
		takes(t, s, m, 5, fail)
		s.Close()
	})
}

// TestSharedBySeveral: all methods at once, in real time, for the race detector. Each item goes to
// one of the consumers, and those of one come in order.
func TestSharedBySeveral(t *testing.T) {
	before := runtime.NumGoroutine()
	s, err := New(t.Context(), Config{Seed: 1, Lookahead: 16, Workers: 4}, 0, func() Make[int, item] {
		return func(_ context.Context, o Order[int]) (item, error) {
			return item{Index: o.Index, Difficulty: o.Difficulty, Draw: o.Rand().Uint64()}, nil
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	const consumers, each = 3, 2000
	parts := make(chan []item, consumers)
	for range consumers {
		go func() {
			batch, err := s.Batch(context.Background(), each)
			if err != nil {
				t.Error(err)
			}
			parts <- batch
		}()
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for k := range 300 {
			s.Set(k)
			s.SetNow(-k)
			_ = s.SetFrom(s.Position()+40, k)
			_ = s.State()
			_ = s.Stats()
			runtime.Gosched()
		}
	}()
	seen := map[int]bool{}
	for range consumers {
		part := <-parts
		for i, x := range part {
			if seen[x.Index] || i > 0 && part[i-1].Index >= x.Index {
				t.Fatalf("item %d twice or out of order", x.Index)
			}
			seen[x.Index] = true
		}
	}
	<-done
	s.Close()
	if len(seen) != consumers*each || s.Position() != consumers*each {
		t.Errorf("%d items, position %d", len(seen), s.Position())
	}
	for range 100 { // the consumers' own goroutines may take a moment
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

func TestBadArguments(t *testing.T) {
	newMake := numbers(rand.New(rand.NewPCG(1, 0)), 0)
	for want, err := range map[string]error{
		"supply: lookahead of 0 items, want at least 1": func() error {
			_, err := New(t.Context(), Config{}, 0, newMake)
			return err
		}(),
		"supply: -1 workers, want 0 or more": func() error {
			_, err := New(t.Context(), Config{Lookahead: 1, Workers: -1}, 0, newMake)
			return err
		}(),
		"supply: nothing that makes items": func() error {
			_, err := New[int, item](t.Context(), DefaultConfig(), 0, nil)
			return err
		}(),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for _, state := range []State[int]{
		{Lookahead: 1, Next: -1, Changes: []Change[int]{{From: -1}}},
		{Lookahead: 1, Next: 3},
		{Lookahead: 0, Changes: []Change[int]{{}}},
		{Lookahead: 1, Next: 3, Changes: []Change[int]{{From: 4}}},
		{Lookahead: 1, Next: 3, Changes: []Change[int]{{From: 2}, {From: 5}, {From: 5, Difficulty: 1}}},
	} {
		if s, err := Resume(t.Context(), state, 1, newMake); err == nil {
			s.Close()
			t.Errorf("%+v was taken", state)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		s, err := New(t.Context(), Config{Lookahead: 3, Workers: 1}, 5, numbers(rand.New(rand.NewPCG(1, 0)), 0))
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if _, err := s.Batch(t.Context(), -1); err == nil {
			t.Error("a batch of -1 items")
		}
		if _, err := s.Batch(t.Context(), 4); err != nil {
			t.Fatal(err)
		}
		if err := s.SetFrom(3, 1); err == nil || s.State().Changes[0].Difficulty != 5 {
			t.Errorf("a change of item 3, which is out: %v", err)
		}
		if err := s.SetFrom(6, 1); err != nil {
			t.Fatal(err)
		}
		for i, want := range []int{4: 5, 5: 5, 6: 1, 7: 1} {
			if d := s.plan.at(max(i, 4)); i >= 4 && d != want {
				t.Errorf("item %d of difficulty %d, want %d", i, d, want)
			}
		}
	})
}

func TestOrderRand(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(20) {
		for i := range 20 {
			o := Order[int]{Seed: seed, Index: i}
			a, b := o.Rand(), o.Rand()
			x, y := a.Uint64(), b.Uint64()
			if x != y {
				t.Fatal("two sources of one order differ")
			}
			seen[fmt.Sprint(x)] = true
		}
	}
	if len(seen) != 400 {
		t.Errorf("%d different draws of 400 orders", len(seen))
	}
}
