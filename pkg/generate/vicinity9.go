package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

// Counter9 counts the solutions of 9×9 boards and finds second ones.
type Counter9 interface {
	Rival
	// Count returns the number of solutions, at most limit, and the first one, which need
	// hold until the next call only. The puzzle must be left as it is.
	Count(puzzle *[81]uint8, limit int) (solutions int, first *[81]uint8)
}

// swap takes out givens at random and puts others in, in cells that were empty, with digits
// that no unit holds. It reports false where such a cell or digit does not come up. About
// 1 exchange in 120 leaves one solution.
//
// Aiming at a second solution that is open once the givens are out lost: as few left one
// solution, more led to puzzles met before (603 of 963, where 33 of 654 do here), and a
// search for few givens got caught.
func swap(rng *rand.Rand, puzzle *[81]uint8, out, in int) bool {
	var given, empty [81]uint8
	g, e := 0, 0
	for c, d := range puzzle {
		if d != 0 {
			given[g] = uint8(c)
			g++
		} else {
			empty[e] = uint8(c)
			e++
		}
	}
	if g < out || e < in {
		return false
	}
	for i := range out {
		j := i + rng.IntN(g-i)
		given[i], given[j] = given[j], given[i]
		puzzle[given[i]] = 0
	}
	for i := range in {
		j := i + rng.IntN(e-i)
		empty[i], empty[j] = empty[j], empty[i]
		c := empty[i]
		var held uint16
		for p, d := range puzzle {
			u, v := &unitsOf9[p], &unitsOf9[c]
			if u[0] == v[0] || u[1] == v[1] || u[2] == v[2] {
				held |= 1 << d
			}
		}
		var may [9]uint8
		n := 0
		for d := uint8(1); d <= 9; d++ {
			if held>>d&1 == 0 {
				may[n] = d
				n++
			}
		}
		if n == 0 {
			return false
		}
		puzzle[c] = may[rng.IntN(n)]
	}
	return true
}

// VicinityConfig decides what a search for hard puzzles does, together with its start, its
// counter and its rating.
type VicinityConfig struct {
	Seed uint64 `json:"seed"`
	Pool int    `json:"pool"` // puzzles kept
	// Swaps is the number of exchanges tried in a step, by turns one given for one and two
	// for two.
	Swaps int `json:"swaps"`
}

// DefaultVicinity returns a configuration with a pool of 64 puzzles and 200 exchanges per step.
func DefaultVicinity() VicinityConfig { return VicinityConfig{Pool: 64, Swaps: 200} }

// Validate reports what is wrong with the configuration.
func (c VicinityConfig) Validate() error {
	if c.Pool < 1 || c.Swaps < 1 {
		return fmt.Errorf("generate: a pool of %d puzzles and %d exchanges a step, want at least 1 of each", c.Pool, c.Swaps)
	}
	return nil
}

// VicinityPuzzle is a puzzle of the pool.
type VicinityPuzzle struct {
	Puzzle string `json:"puzzle"` // 81 characters, a dot for an empty cell
	Rating int64  `json:"rating"`
	Steps  int    `json:"steps"` // steps that began with it
}

// VicinityState is all that a search has to remember between steps. Written as JSON, it takes
// 35 bytes for each class of puzzles met and 120 for each puzzle of the pool.
type VicinityState struct {
	Config VicinityConfig   `json:"config"`
	Step   int              `json:"step"`  // steps done
	Stats  VicinityStats    `json:"stats"` // over all steps
	Pool   []VicinityPuzzle `json:"pool"`  // best first
	Seen   []symmetry.Key   `json:"seen"`  // classes rated, in the order they came up
}

// VicinityStats counts what a search did.
type VicinityStats struct {
	Swaps  int `json:"swaps"`  // exchanges tried
	Unique int `json:"unique"` // boards among them with one solution
	Twins  int `json:"twins"`  // minimal puzzles of classes that had come up
	Rated  int `json:"rated"`  // minimal puzzles rated
}

// Vicinity searches for hard 9×9 puzzles in the vicinity of others: it exchanges givens, keeps
// what has one solution, makes it minimal, and goes on from the best ("{−1,+1}" and
// "{−2,+2}" searches, as the forum that collects the hardest puzzles calls them). Puzzles
// that a symmetry turns into one another count once. The step taken next begins with the
// puzzle of the pool that has the highest rating per step begun with it, plus one.
//
// A search is resumed from its [VicinityState]: step n is the same whether the steps before
// it ran in this process or not, and depends on the configuration, the start and the
// ratings only.
type Vicinity struct {
	state  VicinityState
	seen   *symmetry.Seen
	keys   *symmetry.Canonicalizer
	count  Counter9
	rate   func(puzzle *[81]uint8) int64
	reduce *Minimal9
	pool   []vicinityEntry
}

type vicinityEntry struct {
	puzzle [81]uint8
	rating int64
	steps  int
}

// NewVicinity begins a search from puzzles with one solution each, which are made minimal. rate
// returns a rating, higher for harder, such as the guesses of a solver; it must depend on
// the puzzle alone.
func NewVicinity(cfg VicinityConfig, start []board.Board, count Counter9, rate func(puzzle *[81]uint8) int64) (*Vicinity, error) {
	v, err := ResumeVicinity(VicinityState{Config: cfg}, count, rate)
	if err != nil {
		return nil, err
	}
	if len(start) == 0 {
		return nil, errors.New("generate: no puzzle to begin with")
	}
	rng := itemSource(mix(cfg.Seed), -1)
	for i, b := range start {
		if b.Shape() != board.Standard() {
			return nil, fmt.Errorf("generate: start %d has the shape %v, want a plain 9×9 board", i, b.Shape())
		}
		p := [81]uint8(b.Cells())
		if n, solution := count.Count(&p, 2); n != 1 {
			return nil, fmt.Errorf("generate: start %d has %d solutions (counted up to 2), want 1", i, n)
		} else if err := v.meet(rng, &p, solution); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// ResumeVicinity goes on with a search.
func ResumeVicinity(state VicinityState, count Counter9, rate func(puzzle *[81]uint8) int64) (*Vicinity, error) {
	if err := state.Config.Validate(); err != nil {
		return nil, err
	}
	if count == nil || rate == nil {
		return nil, errors.New("generate: no counter or no rating")
	}
	v := &Vicinity{state: state, count: count, rate: rate}
	v.state.Seen = slices.Clone(state.Seen)
	var err error
	if v.seen, err = symmetry.NewSeen(symmetry.DefaultLimits()); err != nil {
		return nil, err
	}
	if v.keys, err = symmetry.NewCanonicalizer(symmetry.DefaultLimits()); err != nil {
		return nil, err
	}
	if v.reduce, err = NewMinimal9(DefaultMinimal9(), count); err != nil {
		return nil, err
	}
	for _, k := range state.Seen {
		v.seen.AddKey(k)
	}
	for i, p := range state.Pool {
		b, err := board.Parse(p.Puzzle)
		if err != nil || b.Shape() != board.Standard() {
			return nil, fmt.Errorf("generate: puzzle %d of the pool: %q is no 9×9 board", i, p.Puzzle)
		}
		v.pool = append(v.pool, vicinityEntry{[81]uint8(b.Cells()), p.Rating, p.Steps})
	}
	return v, nil
}

// State returns what [ResumeVicinity] needs to go on.
func (v *Vicinity) State() VicinityState {
	s := v.state
	s.Seen = slices.Clone(v.state.Seen)
	s.Pool = make([]VicinityPuzzle, len(v.pool))
	for i, e := range v.pool {
		s.Pool[i] = VicinityPuzzle{Puzzle: text9(&e.puzzle), Rating: e.rating, Steps: e.steps}
	}
	return s
}

// Best returns the hardest puzzle so far; the zero VicinityPuzzle if there is none, as in the zero
// Vicinity.
func (v *Vicinity) Best() VicinityPuzzle {
	if len(v.pool) == 0 {
		return VicinityPuzzle{}
	}
	e := v.pool[0]
	return VicinityPuzzle{Puzzle: text9(&e.puzzle), Rating: e.rating, Steps: e.steps}
}

func text9(p *[81]uint8) string {
	var text [81]byte
	for c, d := range p {
		text[c] = '.'
		if d != 0 {
			text[c] = '0' + d
		}
	}
	return string(text[:])
}

// Run takes a number of steps, or fewer if the context ends, whose error it then returns.
// A step is taken whole or not at all.
func (v *Vicinity) Run(ctx context.Context, steps int) error {
	if len(v.pool) == 0 {
		return errors.New("generate: no puzzle to begin with")
	}
	if ctx == nil {
		return errNoContext
	}
	for range steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := v.step(); err != nil {
			return err
		}
	}
	return nil
}

func (v *Vicinity) step() error {
	best := &v.pool[0]
	for i := range v.pool {
		if e := &v.pool[i]; e.rating*int64(best.steps+1) > best.rating*int64(e.steps+1) {
			best = e
		}
	}
	best.steps++
	from := best.puzzle
	rng := itemSource(mix(v.state.Config.Seed), v.state.Step)
	for i := range v.state.Config.Swaps {
		v.state.Stats.Swaps++
		p, n := from, 1+i%2
		if !swap(rng, &p, n, n) {
			continue
		}
		solutions, solution := v.count.Count(&p, 2)
		if solutions != 1 {
			continue
		}
		v.state.Stats.Unique++
		if err := v.meet(rng, &p, solution); err != nil {
			return err
		}
	}
	v.state.Step++
	return nil
}

// meet makes a puzzle minimal, rates it if its class is new, and keeps it if it is among the
// best. Among equals, the earlier stays.
func (v *Vicinity) meet(rng *rand.Rand, p, solution *[81]uint8) error {
	var minimal Puzzle9
	grid := *solution
	if err := v.reduce.Reduce(rng, p, &grid, &minimal); err != nil {
		return err
	}
	b, err := board.FromCells(minimal.Puzzle[:])
	if err != nil {
		return err
	}
	key, err := v.keys.Key(b)
	if err != nil {
		return err
	}
	if !v.seen.AddKey(key) {
		v.state.Stats.Twins++
		return nil
	}
	v.state.Seen = append(v.state.Seen, key)
	v.state.Stats.Rated++
	e := vicinityEntry{puzzle: minimal.Puzzle, rating: v.rate(&minimal.Puzzle)}
	at, _ := slices.BinarySearchFunc(v.pool, e, func(x, e vicinityEntry) int {
		if x.rating >= e.rating {
			return -1
		}
		return 1
	})
	v.pool = slices.Insert(v.pool, at, e)
	if len(v.pool) > v.state.Config.Pool {
		v.pool = v.pool[:v.state.Config.Pool]
	}
	return nil
}
