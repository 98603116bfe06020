package puzzles_test

import (
	"context"
	"fmt"

	"sudokulab/pkg/learn/puzzles"
)

func Example() {
	cfg := puzzles.DefaultConfig(9)
	cfg.Seed = 7
	s, err := puzzles.New(context.Background(), cfg, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	batch, err := s.Batch(context.Background(), 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, sample := range batch {
		fmt.Println(sample.Board(), sample.Givens, sample.Guesses)
	}
	fmt.Println(s.Position())
	// Output:
	// .4.....87..9.73...7...5.4.......16......6287..26.4519..13.94....7.2...4.6..3..921 33 0
	// 2..75..488..96.57..7.3.4.9...2.3..1..1.54.923..8..74.5.........78.4..236.61..3... 36 0
	// .14...832....38.649.324.51..49...25.82.9.....135.8.67..68...7.1.926.7385.71..3496 45 0
	// 3
}

func ExampleCurriculum_At() {
	for _, epoch := range []int{1, 20, 60} {
		band := puzzles.Documented().At(epoch).Givens[0]
		fmt.Println(epoch, band.Low, band.High)
	}
	// Output:
	// 1 30 40
	// 20 22 35
	// 60 17 45
}

func ExampleHeldOut() {
	set, err := puzzles.TestSetOf("4x4")
	if err != nil {
		fmt.Println(err)
		return
	}
	samples, err := puzzles.HeldOut(context.Background(), set, 2, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range samples {
		fmt.Printf("%v,%v\n", s.Board(), s.Grid())
	}
	// Output:
	// .4.3.2....3....4,1423324141322314
	// ......32...3.4..,2314413212433421
}

func ExampleNewFinite() {
	cfg := puzzles.FiniteConfig{Stream: puzzles.DefaultConfig(4), Size: 6, Shuffle: 1}
	f, err := puzzles.NewFinite(context.Background(), cfg, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	batch, err := f.Batch(context.Background(), 10)
	fmt.Println(len(batch), f.Position(), f.Epoch(), err)
	// Output: 10 10 2 <nil>
}

// Puzzles of rising difficulty, from a seed alone.
func ExampleLadderMakers() {
	cfg := puzzles.DefaultLadders()
	cfg.Seed, cfg.Starts, cfg.Steps = 1, 4, 100
	makers, err := puzzles.LadderMakers(context.Background(), cfg, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	samples, err := makers[0].Ladder(context.Background(), 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, r := range cfg.Rungs {
		n := 0
		for _, s := range samples {
			if cfg.RungOf(s.Guesses) == i {
				n++
			}
		}
		fmt.Println(r, "guesses, some of them:", n > 0)
	}
	// Output:
	// 1-4 guesses, some of them: true
	// 5-19 guesses, some of them: true
	// 20-59 guesses, some of them: true
	// 60+ guesses, some of them: false
}
