package tensorbackends

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/tensornet"
	"sudokulab/pkg/tensornet/plain"
)

// rate times puzzles to the end, uniqueness proved, by the number of puzzles side by side.
func (s subject) rate(ctx context.Context, r *lab.Run) error {
	how := s.cfg.Rates[s.form]
	list, err := puzzlesOf(ctx, r)
	if err != nil {
		return err
	}
	list = repeated(list, how.Puzzles)
	choices, closeAll, err := s.open(ctx, r, networks)
	if err != nil {
		return err
	}
	defer closeAll()
	var sides []*side
	defer func() { closeSides(sides) }()
	add := func(n, count int) error {
		c, err := crewOf(choices[:count], s.network(n))
		if err == nil {
			sides = append(sides, &side{name: sideName(n, count), crew: c, puzzles: list, limit: limit})
		}
		return err
	}
	for _, n := range how.Batches {
		if err := add(n, 1); err != nil {
			return err
		}
	}
	if len(choices) > 1 {
		if err := add(how.Usual, len(choices)); err != nil {
			return err
		}
	}
	bandwidth := 0.0
	if card, ok := choices[0].Card(ctx); ok {
		bandwidth = 1e9 * card.MemoryGB
	}
	r.Noisy("bandwidth", bandwidth, "bytes/s that the card's maker states, 0 for none", 1)
	r.Exact("bytes", float64(s.network(1).Bytes(board.Standard())), "bytes of state per puzzle", 1)
	return timed(ctx, s.cfg, backend.KeeperOf(r, choices[0]), r, sides)
}

// networks side by side are tried on the backend in Go, which runs one operation after the other: as many
// everywhere, since the steps that they take together are an exact figure.
const networks = 2

// sideName names what is timed of so many puzzles side by side in each of some networks.
func sideName(n, count int) string { return fmt.Sprintf("N=%d networks=%d ", n, count) }

// open opens so many backends in Go, or one of any other kind.
func (s subject) open(ctx context.Context, r *lab.Run, count int) (out []*accel.Choice, closeAll func(), err error) {
	closeAll = func() {
		for _, c := range out {
			c.Close()
		}
	}
	for range count {
		choice, err := backend.OpenSequential(ctx, s.backend)
		if err != nil {
			closeAll()
			return nil, nil, err
		}
		if out = append(out, choice); choice.Platform != accel.PlatformGo {
			break
		}
	}
	r.Text("backend", backend.Name(out[0]))
	return out, closeAll, nil
}

// side is one of the things that are timed in turns.
type side struct {
	name    string
	crew    crew
	puzzles []board.Board
	limit   int
	answers []tensornet.Answer // of the first run
	first   float64            // seconds of that, compiling included
}

func closeSides(sides []*side) {
	for _, x := range sides {
		x.crew.close()
	}
}

// turn answers the puzzles again and again until a time has gone by, once at least, and returns means of one such
// pass: the seconds that it took, those in the backend, and the steps of the loop and of its slots.
func (x *side) turn(ctx context.Context, slot time.Duration) (seconds, inside, steps, slots float64, err error) {
	steps0, slots0, inside0 := x.crew.meter()
	begin := time.Now()
	for passes := 1.0; ; passes++ {
		answers, err := x.crew.solve(ctx, x.puzzles, x.limit)
		spent := time.Since(begin)
		if x.answers == nil {
			x.answers, x.first = answers, spent.Seconds()
		}
		if err != nil || spent >= slot {
			steps, slots, inside := x.crew.meter()
			return spent.Seconds() / passes, (inside - inside0) / passes, (steps - steps0) / passes, (slots - slots0) / passes, err
		}
	}
}

// timed compiles and runs each side once and then times them in turns, with the last as the control. It keeps what
// they answered, once, and the times of each.
func timed(ctx context.Context, cfg Config, keep backend.Keeper, r *lab.Run, sides []*side) error {
	how := lab.Interleaving{Rounds: cfg.Rounds, Control: len(sides) - 1}
	for i, x := range sides {
		_, _, steps, slots, err := x.turn(ctx, 0)
		if err != nil {
			return err
		}
		if i == 0 {
			keepAnswers(keep, x)
		}
		keep.Keep(x.name+"steps", steps, "steps of the loop", 1)
		keep.Keep(x.name+"slots", slots, "steps of slots", 1)
		r.Noisy(x.name+"first", x.first, "s", 1)
		how.Sides = append(how.Sides, func(ctx context.Context, _ int) ([]float64, error) {
			seconds, inside, _, _, err := x.turn(ctx, cfg.Slot)
			return []float64{seconds, inside}, err
		})
	}
	readings, err := r.Interleave(ctx, how)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, 1))
	for i, x := range sides {
		for k, name := range []string{"time", "inside"} {
			if err := lab.KeepMedian(r.Noisy, rng, x.name+name, "s", readings[i][k]); err != nil {
				return err
			}
		}
		if i == 0 {
			continue
		}
		if _, err := lab.KeepRatio(r, rng, x.name+"ratio", "of the first side's speed", readings[0][0], readings[i][0], cfg.Bootstrap); err != nil {
			return err
		}
	}
	return nil
}

// keepAnswers keeps what a side answered.
func keepAnswers(keep backend.Keeper, x *side) {
	var steps, guesses, correct, unique int64
	for i, a := range x.answers {
		steps, guesses = steps+int64(a.Steps), guesses+int64(a.Guesses)
		if right(x.puzzles[i], a) {
			correct++
		}
		if a.End == plain.Exhausted && a.Solutions == 1 {
			unique++
		}
	}
	keep.Count("puzzles", int64(len(x.puzzles)), "puzzles")
	keep.Count("passes", steps, "steps of puzzles")
	keep.Count("guesses", guesses, "guesses")
	keep.Count("right", correct, "puzzles")
	keep.Count("unique", unique, "puzzles")
}

// Sides of a case of loopKind.
const (
	inLoop   = "loop "
	unrolled = "unrolled "
	stepwise = "stepwise "
)

// loop times the loop of a chunk of steps against the same steps one after the other without a loop, and against
// a look of the host after every step.
func (s subject) loop(ctx context.Context, r *lab.Run) error {
	how := s.cfg.Rates[s.form]
	n := how.Usual
	list, err := puzzlesOf(ctx, r)
	if err != nil {
		return err
	}
	list = repeated(list, n)
	choices, closeAll, err := s.open(ctx, r, 1)
	if err != nil {
		return err
	}
	defer closeAll()
	var sides []*side
	defer func() { closeSides(sides) }()
	for _, name := range []string{unrolled, stepwise, inLoop} {
		c := s.network(n)
		c.Steps = s.cfg.Chunk
		switch name {
		case unrolled:
			c.Unrolled = c.Steps
		case stepwise:
			c.Steps = 1
		}
		networks, err := crewOf(choices, c)
		if err != nil {
			return err
		}
		sides = append(sides, &side{name: name, crew: networks, puzzles: list, limit: limit})
	}
	keep := backend.KeeperOf(r, choices[0])
	keep.Count("chunk", int64(s.cfg.Chunk), "steps")
	keep.Count("batch", int64(n), "puzzles")
	return timed(ctx, s.cfg, keep, r, sides)
}

// byteSizes are the numbers of puzzles whose memory is measured.
var byteSizes = []int{1, 4, 16, 64, 256, 1024, 4096}

// bytes measures what puzzles take: the state by its shapes, and the program's memory after a step of as many
// boards as there is room for. They contradict themselves, so that one step is enough.
func (s subject) bytes(ctx context.Context, r *lab.Run) error {
	choices, closeAll, err := s.open(ctx, r, 1)
	if err != nil {
		return err
	}
	defer closeAll()
	contradiction := board.New(board.Standard())
	contradiction.Set(0, 1)
	contradiction.Set(1, 1)
	for _, n := range byteSizes {
		cfg := s.network(n)
		state, err := cfg.State(board.Standard())
		if err != nil {
			return err
		}
		total := 0
		for _, field := range state {
			total += int(field.ByteSize())
		}
		r.Exact(bytesName(n)+"state", float64(total), "bytes", n)
		before := lab.LiveHeap()
		c, err := crewOf(choices, cfg)
		if err != nil {
			return err
		}
		_, err = c.solve(ctx, repeated([]board.Board{contradiction}, n), limit)
		r.Noisy(bytesName(n)+"heap", max(0, lab.LiveHeap()-before), "bytes", n)
		c.close()
		if err != nil {
			return err
		}
	}
	r.Exact("bytes", float64(s.network(1).Bytes(board.Standard())), "bytes per puzzle", 1)
	return nil
}

func bytesName(n int) string { return fmt.Sprintf("N=%d ", n) }
