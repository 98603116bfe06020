package supply_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/supply"
)

func Example() {
	ctx := context.Background()
	cfg := supply.Config{Seed: 7, Lookahead: 3}
	puzzles := supply.Puzzles(generate.DefaultConfig(), generate.UniqueWithin(0))
	s, err := supply.New(ctx, cfg, generate.Range{Low: 70, High: 80}, puzzles)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	for range 4 {
		batch, err := s.Batch(ctx, 2)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, p := range batch {
			fmt.Println(p.Index, p.Givens)
		}
		if s.Position() == 2 {
			fmt.Println("harder from puzzle", s.Set(generate.Range{Low: 30, High: 40}))
		}
	}
	// Output:
	// 0 70
	// 1 80
	// harder from puzzle 5
	// 2 75
	// 3 72
	// 4 80
	// 5 34
	// 6 34
	// 7 39
}

// The items are the caller's own: here a puzzle with the number of candidates of each cell.
func ExampleNew() {
	type example struct {
		puzzle generate.Puzzle
		counts []int
	}
	newMake := func() supply.Make[generate.Range, example] {
		puzzle := supply.Puzzles(generate.DefaultConfig(), generate.NakedSingles)()
		return func(ctx context.Context, o supply.Order[generate.Range]) (example, error) {
			p, err := puzzle(ctx, o)
			if err != nil {
				return example{}, err
			}
			e := example{puzzle: p}
			for _, digits := range board.Candidates(p.Board) {
				e.counts = append(e.counts, digits.Count())
			}
			return e, nil
		}
	}
	ctx := context.Background()
	s, err := supply.New(ctx, supply.DefaultConfig(), generate.Range{Low: 36, High: 40}, newMake)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	e, err := s.Next(ctx)
	fmt.Println(e.puzzle.Givens, len(e.counts), err)
	// Output:
	// 38 81 <nil>
}

// A checkpoint holds the rest of the sequence.
func ExampleSupply_State() {
	ctx := context.Background()
	puzzles := supply.Puzzles(generate.DefaultConfig(), generate.NakedSingles)
	s, err := supply.New(ctx, supply.Config{Seed: 1, Lookahead: 8}, generate.Range{Low: 70, High: 80}, puzzles)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := s.Batch(ctx, 5); err != nil {
		fmt.Println(err)
		return
	}
	s.Set(generate.Range{Low: 50, High: 75})
	checkpoint, err := json.Marshal(s.State())
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Close()
	fmt.Println(string(checkpoint))

	var state supply.State[generate.Range]
	if err := json.Unmarshal(checkpoint, &state); err != nil {
		fmt.Println(err)
		return
	}
	s, err = supply.Resume(ctx, state, 0, puzzles)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	p, err := s.Next(ctx)
	fmt.Println(p.Index, err)
	// Output:
	// {"seed":1,"lookahead":8,"next":5,"changes":[{"from":0,"difficulty":{"low":70,"high":80}},{"from":13,"difficulty":{"low":50,"high":75}}]}
	// 5 <nil>
}

// TestPuzzles: the items are those of package generate, each of its range, on both sides of a
// change.
func TestPuzzles(t *testing.T) {
	ctx := t.Context()
	easy, hard := generate.Range{Low: 60, High: 70}, generate.Range{Low: 30, High: 36}
	cfg := generate.DefaultConfig()
	of := func(r generate.Range) *generate.Generator {
		c := cfg
		c.Level, c.Givens, c.Seed = "", r, 3
		g, err := generate.New(c, generate.NakedSingles)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	s, err := supply.New(ctx, supply.Config{Seed: 3, Lookahead: 6, Workers: 3}, easy, supply.Puzzles(cfg, generate.NakedSingles))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	from := s.Set(hard)
	for i := range 15 {
		got, err := s.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		g := of(easy)
		if i >= from {
			g = of(hard)
		}
		want, err := g.Item(ctx, i)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b board.Board) bool { return a.Equal(b) })); diff != "" {
			t.Fatal(diff)
		}
		if err := board.CheckSolution(got.Board, got.Solution); err != nil {
			t.Error(err)
		}
	}
	s.SetNow(generate.Range{Low: 90, High: 99})
	var failed *supply.ItemError
	if _, err := s.Next(ctx); !errors.As(err, &failed) || failed.Index != 15 {
		t.Errorf("90–99 givens: %v", err)
	}
	s.SetNow(easy)
	if p, err := s.Next(ctx); err != nil || p.Index != 16 || !easy.Contains(p.Givens) {
		t.Errorf("after the error %+v, %v", p, err)
	}
}

// BenchmarkNext is what handing out an item costs apart from making it, by the number of workers,
// with the consumer always waiting; beside it the design with a channel for each item.
func BenchmarkNext(b *testing.B) {
	for _, workers := range counts() {
		b.Run(fmt.Sprintf("design=ring/workers=%d", workers), func(b *testing.B) {
			cfg := supply.DefaultConfig()
			cfg.Workers = workers
			s, err := supply.New(b.Context(), cfg, 0, func() supply.Make[int, int] {
				return func(_ context.Context, o supply.Order[int]) (int, error) { return o.Index, nil }
			})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Next(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("design=channels/workers=%d", workers), func(b *testing.B) {
			b.ReportAllocs()
			next, stop := channels(b.Context(), workers, 128)
			defer stop()
			for b.Loop() {
				next()
			}
		})
	}
}

// channels is the design that lost: a channel for each item, in a channel that keeps the order.
func channels(ctx context.Context, workers, ahead int) (next func() int, stop func()) {
	type job struct {
		index int
		out   chan int
	}
	ctx, cancel := context.WithCancel(ctx)
	jobs, ordered := make(chan job, workers), make(chan chan int, ahead)
	var wg sync.WaitGroup
	wg.Go(func() {
		defer close(jobs)
		for i := 0; ; i++ {
			j := job{i, make(chan int, 1)}
			select {
			case jobs <- j:
			case <-ctx.Done():
				return
			}
			select {
			case ordered <- j.out:
			case <-ctx.Done():
				return
			}
		}
	})
	for range workers {
		wg.Go(func() {
			for j := range jobs {
				j.out <- j.index
			}
		})
	}
	return func() int { return <-<-ordered }, func() { cancel(); wg.Wait() }
}

// BenchmarkPuzzles is the time between two puzzles for a consumer that does nothing else.
func BenchmarkPuzzles(b *testing.B) {
	hard := generate.Range{Low: 25, High: 55}
	cfg := generate.DefaultConfig()
	b.Run("design=ondemand", func(b *testing.B) {
		item := supply.Puzzles(cfg, generate.UniqueWithin(0))()
		i := 0
		for b.Loop() {
			if _, err := item(b.Context(), supply.Order[generate.Range]{Index: i, Difficulty: hard}); err != nil {
				b.Fatal(err)
			}
			i++
		}
	})
	for _, workers := range counts() {
		b.Run(fmt.Sprintf("design=ring/workers=%d", workers), func(b *testing.B) {
			c := supply.DefaultConfig()
			c.Workers = workers
			s, err := supply.New(b.Context(), c, hard, supply.Puzzles(cfg, generate.UniqueWithin(0)))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			for b.Loop() {
				if _, err := s.Next(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// counts returns 1, 2, 4, … workers, up to the number of cores.
func counts() (n []int) {
	for w := 1; w < runtime.GOMAXPROCS(0); w *= 2 {
		n = append(n, w)
	}
	return append(n, runtime.GOMAXPROCS(0))
}
