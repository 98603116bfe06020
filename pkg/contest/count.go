package contest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// Counting is a run in which a program counts solutions and times itself: for engines that take about as long for a puzzle as reading its
// line does. The program is started with three arguments behind its own:
//
//	FILE LIMIT SECONDS
//
// FILE has a puzzle a line, 81 characters, row by row, 1–9 for givens and . for blanks, all of which it reads first. Then it
// counts, on one thread, the solutions of each puzzle up to LIMIT, in passes over the whole file, and stops after the first
// pass at whose end SECONDS have gone by: with 0, after one. On a file that takes it several times SECONDS it may end within the first pass.
// Before the clock starts it may solve some puzzles to warm up, unless SECONDS is 0. At the end it writes a line of JSON, [Counted].
type Counting struct {
	File    string
	Puzzles int // in the file
	Limit   int // of solutions
	Seconds float64
	Timeout time.Duration // 0 for none
}

// Counted is what such a program says of a run. Fields that it adds are not read.
type Counted struct {
	Puzzles int64   `json:"puzzles"` // of all passes
	Seconds float64 `json:"seconds"` // of all passes, without reading
	Zero    int64   `json:"zero"`    // puzzles of the first pass by number of solutions
	One     int64   `json:"one"`
	Many    int64   `json:"many"`    // with several
	Guesses int64   `json:"guesses"` // of all passes; −1 if it does not count them
	Passes  int64   `json:"passes"`  // whole ones
	// Core is how long the program had cores meanwhile, in seconds; 0 if it does not say.
	Core float64 `json:"cpu_seconds,omitempty"`
}

// ErrProgram is wrapped by an error that is a program's own: it did not start, failed, or wrote what the protocol does not have.
var ErrProgram = errors.New("the program")

// Count has a program count. It runs under the same watch as those that answer: what it writes is bounded, and its process group
// is killed when it ends, when its time is up and when ctx ends.
func Count(ctx context.Context, p Program, c Counting) (Counted, error) {
	p.Command = append(slices.Clip(p.Command), c.File, strconv.Itoa(c.Limit), fmt.Sprintf("%f", c.Seconds))
	r, err := p.run(ctx, nil, 1, 1, bounds{timeout: c.Timeout})
	switch {
	case err != nil:
		return Counted{}, err
	case r.fault != nil && r.fault.Ending == TimedOut:
		return Counted{}, fmt.Errorf("%w did not end within %s", ErrProgram, c.Timeout)
	case r.fault != nil:
		return Counted{}, fmt.Errorf("%w %s", ErrProgram, r.fault)
	}
	return readCounted(r.out, int64(c.Puzzles))
}

// readCounted checks what a program wrote of a file of n puzzles.
func readCounted(out []byte, n int64) (a Counted, err error) {
	if err := json.Unmarshal(out, &a); err != nil {
		return a, fmt.Errorf("%w wrote %.60q, want a line of JSON", ErrProgram, out)
	}
	switch counted := a.Zero + a.One + a.Many; {
	case a.Puzzles < 1 || a.Seconds <= 0:
		return a, fmt.Errorf("%w reports %d puzzles in %g s, want more of both", ErrProgram, a.Puzzles, a.Seconds)
	case a.Passes > 0 && (a.Puzzles != n*a.Passes || counted != n):
		return a, fmt.Errorf("%w reports %d puzzles in %d passes, %d counted, of a file of %d", ErrProgram, a.Puzzles, a.Passes, counted, n)
	}
	return a, nil
}
