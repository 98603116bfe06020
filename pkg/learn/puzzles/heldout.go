package puzzles

import (
	"context"
	"fmt"
	"slices"

	"sudokulab/pkg/supply"
	"sudokulab/pkg/symmetry"
)

// heldOut reports whether a class of boards is held out. The key's bits look random, so this
// splits each kind of puzzles in proportion, and no list of test puzzles has to be held: a
// set of any seed and length is apart from any stream. One class in 16 at side 9, where
// nothing is scarce but the time to make test puzzles; one in 4 at other sides: there are
// few classes at side 4, and above 9 a puzzle thrown away costs up to a tenth of a second.
func heldOut(side int, k symmetry.Key) bool {
	if side == 9 {
		return k[0]&15 == 0
	}
	return k[0]&3 == 0
}

// TestSet describes a held-out set.
type TestSet struct {
	Name string `json:"name"`
	Side int    `json:"side"`
	Low  int    `json:"low"` // givens
	High int    `json:"high"`
	// Minimal says that the puzzles have no given to spare, and that their numbers of givens
	// come up as often as they do; else each number in the range is wanted equally often.
	Minimal bool   `json:"minimal,omitempty"`
	Seed    uint64 `json:"seed"`
}

// TestSets returns the held-out sets, in the order of tables: bands of givens at side 9, 4×4,
// and 16×16 with 40 to 58 % and with 63 % of the cells empty.
func TestSets() []TestSet {
	const seed = 0x6865_6c64_6f75_7401
	most := Blank(16, 0.40, 0.58)
	return []TestSet{
		{Name: "9x9-36-45", Side: 9, Low: 36, High: 45, Seed: seed},
		{Name: "9x9-30-35", Side: 9, Low: 30, High: 35, Seed: seed + 1},
		{Name: "9x9-25-29", Side: 9, Low: 25, High: 29, Seed: seed + 2},
		{Name: "9x9-22-24", Side: 9, Low: 22, High: 24, Minimal: true, Seed: seed + 3},
		{Name: "4x4", Side: 4, Low: 4, High: 10, Seed: seed + 4},
		{Name: "16x16-40-58", Side: 16, Low: most.Low, High: most.High, Seed: seed + 5},
		{Name: "16x16-63", Side: 16, Low: 94, High: 96, Seed: seed + 6},
	}
}

// TestSetOf returns the set of a name; the error of an unknown name lists them.
func TestSetOf(name string) (TestSet, error) {
	var names []string
	for _, t := range TestSets() {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return TestSet{}, fmt.Errorf("puzzles: no held-out set %q, want one of %v", name, names)
}

// Validate reports what is wrong with the description.
func (t TestSet) Validate() error {
	if !slices.Contains(Sides(), t.Side) {
		return fmt.Errorf("puzzles: held-out set of side %d, want one of %v", t.Side, Sides())
	}
	if t.Minimal && t.Side != 9 {
		return fmt.Errorf("puzzles: held-out set of minimal puzzles at side %d, want side 9", t.Side)
	}
	m := Mix{{Low: t.Low, High: t.High, Weight: 1}}
	return m.validate(t.Side)
}

// maxTestTries bounds the boards made for one held-out puzzle.
const maxTestTries = 100_000

// HeldOut makes the first count puzzles of a set, with a number of workers, 0 for one a core.
// They are the same for every number; those of a smaller count are the first of a larger one.
// Their classes never come up in a stream.
func HeldOut(ctx context.Context, t TestSet, count, workers int) ([]Sample, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	cfg := DefaultConfig(t.Side)
	cfg.Seed, cfg.Lookahead = t.Seed, 64
	// Below 17 givens no 9×9 puzzle is unique, so a minimal one stays as it is.
	wanted := Band{Low: t.Low, High: t.High, Weight: 1}
	if t.Minimal {
		cfg.Tries, wanted = 1, Band{Low: 9, High: 9, Weight: 1}
	}
	d := Difficulty{Givens: Mix{wanted}}
	s, err := supply.New(ctx, supply.Config{Seed: t.Seed, Lookahead: cfg.Lookahead, Workers: workers}, d, func() supply.Make[Difficulty, Sample] {
		m := newMaker(cfg, nil)
		return func(ctx context.Context, o supply.Order[Difficulty]) (Sample, error) { return m.test(ctx, o, t) }
	})
	if err != nil {
		return nil, fmt.Errorf("puzzles: %w", err)
	}
	defer s.Close()
	samples, err := s.Batch(ctx, count)
	if err != nil {
		return nil, fmt.Errorf("puzzles: held-out set %s: %w", t.Name, err)
	}
	return samples, nil
}

// test makes one held-out puzzle.
func (m *maker) test(ctx context.Context, o supply.Order[Difficulty], t TestSet) (Sample, error) {
	for try := range maxTestTries {
		s, key, known, err := m.try(ctx, &o, try)
		if err != nil {
			return Sample{}, err
		}
		if known && heldOut(t.Side, key) && t.Low <= s.Givens && s.Givens <= t.High {
			return s, nil
		}
	}
	return Sample{}, fmt.Errorf("puzzles: none of %d boards has %d to %d givens and a class that is held out", maxTestTries, t.Low, t.High)
}
