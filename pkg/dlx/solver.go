package dlx

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Counters counts the work of a search as Knuth's programs do.
type Counters struct {
	// Nodes of the search tree, root and solutions included.
	Nodes int64 `json:"nodes"`
	// Updates: items covered and elements taken out of their item's list.
	Updates int64 `json:"updates"`
	// Cleansings: purifications, and elements that one of them found to agree in color.
	Cleansings int64 `json:"cleansings,omitempty"`
	// Branches: options tried at items that had more than one left, the guesses.
	Branches int64 `json:"branches"`
	// Backtracks: options tried and taken back without a solution below them.
	Backtracks int64 `json:"backtracks"`
	// MaxDepth: the most options in a partial solution, the given ones not counted.
	MaxDepth int64 `json:"max_depth"`
	// GivenUpdates and GivenCleansings: those that forced the given options, before the
	// search; they are not in Updates and Cleansings.
	GivenUpdates    int64 `json:"given_updates,omitempty"`
	GivenCleansings int64 `json:"given_cleansings,omitempty"`
}

// Result is what a search found.
type Result struct {
	Stop      Stop
	Solutions int64
	// First has the option numbers of the first solution, the given ones included, rising;
	// nil if there is none. It is the caller's own.
	First    []int
	Counters Counters
}

// ErrBusy is returned by a call on a Solver that is in the middle of another one, such as
// from the body of a loop over its own [Solver.Solutions].
var ErrBusy = errors.New("dlx: solver is in use")

// Solver is a workspace that searches one problem, again and again. Calls allocate nothing
// but what they return. It serves one goroutine at a time; any number of Solvers may share
// a Problem.
type Solver struct {
	p     *Problem
	first bool // Choice is First
	links
	frames []frame
	level  int
	given  []int32
	chosen []int
	c      Counters
	found  int64
	busy   bool
}

// NewSolver returns a workspace for the problem.
func NewSolver(p *Problem, cfg Config) (*Solver, error) {
	if p == nil {
		return nil, errors.New("dlx: problem is nil")
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	depth := min(p.primaries, p.Options())
	s := &Solver{
		p:      p,
		first:  cfg.Choice == First,
		frames: make([]frame, depth+1),
		given:  make([]int32, 0, depth),
		chosen: make([]int, 0, depth),
	}
	s.init(p)
	return s, nil
}

// Problem returns the problem that the Solver works on.
func (s *Solver) Problem() *Problem { return s.p }

// Counters returns those of the run that is under way or, if there is none, of the last.
func (s *Solver) Counters() Counters { return s.c }

// Solve counts the solutions that contain all the given options.
func (s *Solver) Solve(ctx context.Context, given []int, limits Limits) (Result, error) {
	if limits.Solutions < 0 || limits.Nodes < 0 {
		return Result{}, fmt.Errorf("dlx: limits of %d solutions and %d nodes, want 0 or more", limits.Solutions, limits.Nodes)
	}
	if err := s.begin(ctx, given); err != nil {
		return Result{}, err
	}
	defer s.end()
	var res Result
	if !s.force() {
		res.Counters = s.c
		return res, nil
	}
	res.Stop = s.search(ctx, 1, limits.Nodes, false)
	if s.found == 1 {
		res.First = slices.Clone(s.solution())
		if limits.Solutions != 1 {
			res.Stop = s.search(ctx, limits.Solutions, limits.Nodes, true)
		}
	}
	res.Solutions, res.Counters = s.found, s.c
	return res, nil
}

func (s *Solver) begin(ctx context.Context, given []int) error {
	switch {
	case s.p == nil:
		return errors.New("dlx: the zero Solver, want one of NewSolver")
	case ctx == nil:
		return errors.New("dlx: the context is nil, want context.Background() at least")
	case s.busy:
		return ErrBusy
	}
	s.given = s.given[:0]
	for _, o := range given {
		if o < 0 || o >= s.p.Options() {
			return fmt.Errorf("dlx: given option %d, want one of 0 … %d", o, s.p.Options()-1)
		}
		s.given = append(s.given, int32(o))
	}
	slices.Sort(s.given)
	s.given = slices.Compact(s.given)
	s.busy = true
	s.c, s.found, s.level = Counters{}, 0, 0
	return nil
}

func (s *Solver) end() {
	s.reset()
	s.busy = false
}
