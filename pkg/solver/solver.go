package solver

import (
	"context"
	"fmt"
	"iter"
	"time"

	"sudokulab/pkg/board"
)

// Status says what a run proved.
type Status uint8

// The statuses. Only Unsat, Unique and Multiple are proofs about the puzzle.
const (
	// Capped: a limit ended the run before it could prove anything more than Result holds.
	Capped Status = iota
	// Cancelled: the context ended the run.
	Cancelled
	// Unsat: the puzzle has no solution.
	Unsat
	// Unique: the puzzle has exactly one solution.
	Unique
	// Multiple: the puzzle has at least two solutions.
	Multiple
	// Found: a solution was found; whether there are others was not asked.
	Found
)

var statusNames = [...]string{"capped", "cancelled", "unsat", "unique", "multiple", "found"}

// String returns the status in lower case.
func (s Status) String() string {
	if int(s) >= len(statusNames) {
		return fmt.Sprintf("status(%d)", uint8(s))
	}
	return statusNames[s]
}

// MarshalText writes the status as [Status.String] does.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (s *Status) UnmarshalText(text []byte) error {
	for i, name := range statusNames {
		if name == string(text) {
			*s = Status(i)
			return nil
		}
	}
	return fmt.Errorf("solver: status %q, want one of %v", text, statusNames)
}

// Limits bounds a run. The zero value asks for a proof of uniqueness without bounds.
type Limits struct {
	// Solutions is the number of solutions after which to stop: 1 for any solution
	// ([Found]), 2 to prove uniqueness. 0 means 2.
	Solutions int `json:"solutions,omitempty"`
	// Nodes bounds the search nodes; 0 for no bound. An engine stops before the node that
	// would exceed it.
	Nodes int64 `json:"nodes,omitempty"`
	// Time bounds the run; 0 for no bound. Runs that a time bound ended differ from machine
	// to machine; Nodes gives the same end everywhere.
	Time time.Duration `json:"time_ns,omitempty"`
}

// MaxSolutions returns Solutions with its default filled in.
func (l Limits) MaxSolutions() int {
	if l.Solutions <= 0 {
		return 2
	}
	return l.Solutions
}

// Stats holds what a run cost. All but Elapsed are exact: equal on every machine.
type Stats struct {
	Nodes      int64         `json:"nodes"`      // assignments tried by the search, 0 if propagation sufficed
	Backtracks int64         `json:"backtracks"` // assignments that failed and were taken back
	Counters   []Counter     `json:"counters,omitempty"`
	Elapsed    time.Duration `json:"elapsed_ns"`
}

// Counter is an exact figure that only some engines have, such as arcs revised.
type Counter struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
}

// Counter returns the named counter, 0 if the engine does not keep it.
func (s Stats) Counter(name string) int64 {
	for _, c := range s.Counters {
		if c.Name == name {
			return c.Value
		}
	}
	return 0
}

// Result is what a run found.
type Result struct {
	Status Status
	// Grid is the first solution found; the zero Board if there is none.
	Grid board.Board
	// Solutions is the number of solutions found, at most the limit asked for. It is the
	// exact number of solutions if it is below that limit and Status is Unsat, Unique or
	// Multiple.
	Solutions int
	Stats     Stats
}

// Solver is an engine that looks for solutions of a puzzle up to a limit. It is safe for
// use by one goroutine at a time. Solve does not change the puzzle. Errors mean that the
// engine cannot take the puzzle (its size, say); no solution, a limit and a cancelled
// context are statuses. A board whose givens conflict is Unsat.
type Solver interface {
	Name() string
	Solve(ctx context.Context, puzzle board.Board, limits Limits) (Result, error)
}

// Enumerator is an engine that yields all solutions of a puzzle, each an independent
// Board, in an order that depends only on the puzzle and the engine's configuration. An
// error ends the sequence, ctx.Err() included.
type Enumerator interface {
	Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error]
}

// Conclude returns the status of a run that found the given number of solutions; complete
// says that the search space was exhausted.
func Conclude(found, limit int, complete bool) Status {
	switch {
	case found >= 2 && (complete || found >= limit):
		return Multiple
	case found == 1 && complete:
		return Unique
	case found == 1 && limit == 1:
		return Found
	case found == 0 && complete:
		return Unsat
	}
	return Capped
}
