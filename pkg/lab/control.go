package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Rounds in which contenders take turns cancel slow spells of a machine only if these meet all of
// them alike. A control tells whether they did: one contender that is timed twice in each round,
// as if it were two. What it reads, the median over the rounds of one time by the other, is 1 but
// for what disturbed the rounds. The policy:
//
//   - A control whose reading is off 1 by more than [ControlBound] makes its set of rounds void. The
//     reading alone decides, not its interval: a wide interval is a sign of disturbed rounds, and
//     would excuse just these.
//   - A void set is measured again as a whole, at most [ControlAttempts] times in all, and only as
//     long as the profile's allowance lasts (see [Profile.Again]).
//   - What is kept is the first set whose control is within the bound, whatever else it says, and
//     if there is none the last one. The record holds the reading and the number of attempts, and
//     void.go keeps callers from reading times whose control is off.

const (
	// ControlBound is by how much the reading of a control may differ from 1.
	ControlBound = 0.03
	// ControlAttempts is how often a set of rounds is measured at most.
	ControlAttempts = 5
)

// Metrics of a record whose rounds had a control.
const (
	controlPrefix   = "control."
	ControlRatio    = controlPrefix + "ratio"
	controlAttempts = controlPrefix + "attempts"
)

// Control holds the times of one contender that ran twice in each round, in any unit, a value for
// each round.
type Control struct{ One, Other []float64 }

// reading returns the median over the rounds of one time by the other.
func (c Control) reading() (float64, error) {
	if len(c.One) != len(c.Other) {
		return 0, fmt.Errorf("lab: a control of %d times beside %d", len(c.One), len(c.Other))
	}
	ratios := make([]float64, len(c.One))
	for i, one := range c.One {
		if ratios[i] = one / c.Other[i]; !(one > 0) || !(ratios[i] > 0) || math.IsInf(ratios[i], 0) {
			return 0, fmt.Errorf("lab: round %d of a control took %g beside %g, want more than 0", i+1, one, c.Other[i])
		}
	}
	return stats.Median(ratios)
}

// Sound reports whether the reading of a control is near enough to 1.
func Sound(reading float64) bool { return math.Abs(reading-1) <= ControlBound }

// allowance is the time that is left for measuring rounds again.
type allowance struct {
	left atomic.Int64
	of   *allowance // what it is a part of; nil for the whole
}

func newAllowance(d time.Duration, of *allowance) *allowance {
	a := &allowance{of: of}
	a.left.Store(int64(d))
	return a
}

// take takes d if there is so much left, of the whole, too, and reports whether there was. A nil
// allowance is empty.
func (a *allowance) take(d time.Duration) bool {
	if a == nil {
		return false
	}
	if a.left.Add(-int64(d)) < 0 || a.of != nil && !a.of.take(d) {
		a.left.Add(int64(d))
		return false
	}
	return true
}

// Again is how long a run of the profile may measure rounds again, all its experiments together. The
// smoke profile compares exact figures, so it never does.
func (p Profile) Again() time.Duration {
	switch p {
	case Quick:
		return 75 * time.Second
	case Full, GPU:
		return 5 * time.Hour
	}
	return 0
}

// againParts is the number of parts of that of which one experiment may take one, so that none takes
// all.
const againParts = 5

// Rounds has measure time a set of rounds that hold a control, again while the control is off as the
// policy above has it, and keeps the control's reading. measure starts again at each call and keeps
// no figure of the record: what its last call measured counts. All times of a case belong to its
// one control, so a case calls Rounds once.
func (r *Run) Rounds(ctx context.Context, measure func(ctx context.Context) (Control, error)) error {
	now := r.now
	if now == nil {
		now = time.Now
	}
	for attempt := 1; ; attempt++ {
		begin := now()
		control, err := measure(ctx)
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		reading, err := control.reading()
		if err != nil {
			return err
		}
		if Sound(reading) || attempt == ControlAttempts || !r.again.take(now().Sub(begin)) {
			r.Noisy(ControlRatio, reading, "of the same contender's time", len(control.One))
			r.Noisy(controlAttempts, float64(attempt), "sets of rounds", 1)
			return nil
		}
	}
}

// Turns returns the order of the turns in a round of n sides: their positions, and n for the second
// turn of the control. That comes half way round, so that of three sides or more neither turn follows
// the other, with caches and branches as it has left them. A round begins one turn after the last.
func Turns(n, control int) []int {
	turns := make([]int, n)
	for i := range turns {
		turns[i] = i
	}
	at := control + (n+2)/2
	if at > n {
		at -= n
	}
	return slices.Insert(turns, at, n)
}

// Interleaving is how sides are timed against each other: in rounds, all of them in each, so that a
// slow spell of the machine meets all.
type Interleaving struct {
	Rounds int
	// Tries is how often each side runs in a round, the sides still taking turns; the least of each
	// reading counts, since what other programs take of a core only ever adds. 0 for once.
	Tries int
	// Control is the position of the side that runs once more in each turn, as if it were another.
	Control int
	Sides   []Side
}

// Side is one thing that is timed. It is told the round, from 0, and returns what it reads of its turn,
// in any unit: the same number of readings each time, the first of which the control uses.
type Side func(ctx context.Context, round int) ([]float64, error)

// Timed is a side with one reading.
func Timed(f func(ctx context.Context, round int) (float64, error)) Side {
	return func(ctx context.Context, round int) ([]float64, error) {
		t, err := f(ctx, round)
		return []float64{t}, err
	}
}

// Interleave times sides and returns what they read: by side and reading, a value a round. The first
// side is another one in each round, and the control has its turns as [Turns] says; it is that of
// [Run.Rounds]. Garbage is collected before each turn or, where there are several tries, before each
// try of all: hardly any side pays for the garbage of another.
func (r *Run) Interleave(ctx context.Context, how Interleaving) (readings [][][]float64, err error) {
	n := len(how.Sides)
	if how.Rounds < 1 || how.Tries < 0 || how.Control < 0 || how.Control >= n {
		return nil, fmt.Errorf("lab: %d sides in %d rounds of %d tries with side %d as control, want 1 round or more, no negative number of tries, and a control among the sides",
			n, how.Rounds, how.Tries, how.Control)
	}
	entered := append(slices.Clone(how.Sides), how.Sides[how.Control])
	turns := Turns(n, how.Control)
	err = r.Rounds(ctx, func(ctx context.Context) (Control, error) {
		readings = make([][][]float64, len(entered))
		for round := range how.Rounds {
			least, err := lap(ctx, round, max(how.Tries, 1), entered, turns)
			if err != nil {
				return Control{}, err
			}
			for i, values := range least {
				if readings[i] == nil {
					readings[i] = make([][]float64, len(values))
				}
				if len(values) == 0 || len(values) != len(readings[i]) {
					return Control{}, fmt.Errorf("lab: side %d gave %d readings in round %d, %d before", i, len(values), round+1, len(readings[i]))
				}
				for k, v := range values {
					readings[i][k] = append(readings[i][k], v)
				}
			}
			r.Progress(round+1, how.Rounds)
		}
		return Control{One: readings[n][0], Other: readings[how.Control][0]}, nil
	})
	if err != nil {
		return nil, err
	}
	return readings[:n], nil
}

// lap runs every side in turn, several times, and returns the least that each read.
func lap(ctx context.Context, round, tries int, sides []Side, turns []int) ([][]float64, error) {
	least := make([][]float64, len(sides))
	for k := range tries * len(turns) {
		if tries == 1 || k%len(turns) == 0 {
			runtime.GC()
		}
		i := turns[(round+k)%len(turns)]
		values, err := sides[i](ctx, round)
		if err := errors.Join(err, ctx.Err()); err != nil {
			return nil, err
		}
		if least[i] == nil {
			least[i] = values
			continue
		}
		if len(values) != len(least[i]) {
			return nil, fmt.Errorf("lab: side %d gave %d readings in a try, %d before", i, len(values), len(least[i]))
		}
		for j, v := range values {
			least[i][j] = min(least[i][j], v)
		}
	}
	return least, nil
}

// Alternate is [Run.Interleave] of sides with one reading each and one try: it returns the times of each
// side, a value a round.
func (r *Run) Alternate(ctx context.Context, rounds, control int, sides ...func(ctx context.Context, round int) (float64, error)) ([][]float64, error) {
	how := Interleaving{Rounds: rounds, Control: control}
	for _, f := range sides {
		how.Sides = append(how.Sides, Timed(f))
	}
	readings, err := r.Interleave(ctx, how)
	if err != nil {
		return nil, err
	}
	times := make([][]float64, len(readings))
	for i := range readings {
		times[i] = readings[i][0]
	}
	return times, nil
}

// Void reports whether a record's own control says that its times count for nothing. Of records
// that may be older than their case's control, [Experiment.Void] knows more.
func Void(r record.Record) bool {
	m, ok := r.Metric(ControlRatio)
	return ok && !Sound(m.Value)
}
