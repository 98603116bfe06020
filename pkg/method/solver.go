package method

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"strings"
	"sync"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

var (
	errNoShape   = errors.New("method: no shape")
	errNoContext = errors.New("method: the context is nil, want context.Background() if there is none")
)

// Solver is an opened method. It implements solver.Solver, solver.Enumerator and [Explainer],
// serves one goroutine at a time, and is closed after use; [Solver.Fork] makes one for another
// goroutine. What the method cannot do is an error that says so.
type Solver struct {
	method Method
	shared *shared
	by     solver.Solver // nil once it is closed
}

// shared is what the forks of a solver have together.
type shared struct {
	sync.Mutex
	opened Opened
	users  int // solvers that are not closed
}

// Open opens the method of a name; an empty name stands for [Auto]. The error says that there is no such
// method or that it does not take an option, or is the method's own, of weights that do not exist
// for example. What an error leaves behind is closed.
func Open(ctx context.Context, name string, o Options) (*Solver, error) {
	m, err := ByName(name)
	if err != nil {
		return nil, err
	}
	if ctx == nil {
		return nil, errNoContext
	}
	if err := cmp.Or(o.Validate(), taken(m, o)); err != nil {
		return nil, err
	}
	opened, err := m.Make(ctx, o)
	if err != nil {
		return nil, fmt.Errorf("method: %s: %w", m.Name, err)
	}
	by, err := opened.New()
	if err != nil {
		err = fmt.Errorf("method: %s: %w", m.Name, err)
		if opened.Close != nil {
			err = errors.Join(err, opened.Close())
		}
		return nil, err
	}
	return &Solver{method: m, shared: &shared{opened: opened, users: 1}, by: by}, nil
}

// Fork returns a solver for another goroutine, which shares what was opened and is closed by
// itself. It answers as this one does.
func (s *Solver) Fork() (*Solver, error) {
	if s.by == nil {
		return nil, s.closed()
	}
	s.shared.Lock()
	defer s.shared.Unlock()
	by, err := s.shared.opened.New()
	if err != nil {
		return nil, fmt.Errorf("method: %s: %w", s.method.Name, err)
	}
	s.shared.users++
	return &Solver{method: s.method, shared: s.shared, by: by}, nil
}

// Close ends the use of the solver. The last of its forks lets go of what they share. To close a
// solver again does nothing.
func (s *Solver) Close() error {
	if s.by == nil {
		return nil
	}
	var err error
	if c, ok := s.by.(io.Closer); ok {
		err = c.Close()
	}
	s.by = nil
	s.shared.Lock()
	defer s.shared.Unlock()
	s.shared.users--
	if s.shared.users == 0 && s.shared.opened.Close != nil {
		err = errors.Join(err, s.shared.opened.Close())
	}
	return err
}

// Name returns the method's name, [Auto] as such.
func (s *Solver) Name() string { return s.method.Name }

// Method returns the method.
func (s *Solver) Method() Method { return s.method }

// NameFor returns the name of the method that answers boards of a shape: the chosen one if this is
// [Auto], else Name.
func (s *Solver) NameFor(shape *board.Shape) string {
	if s.method.Name == Auto && shape != nil {
		return choices[chosen(shape)].Method
	}
	return s.method.Name
}

// Abreast returns how many forks of the solver answer puzzles fastest together: one for each core, or as
// many as fill the batches of a method that works on batches.
func (s *Solver) Abreast() int { return max(s.shared.opened.Abreast, runtime.GOMAXPROCS(0)) }

// Takes returns nil if the solver takes boards of a shape, else an error that says why not.
func (s *Solver) Takes(shape *board.Shape) error {
	if err := s.method.Takes(shape); err != nil || s.shared.opened.Takes == nil {
		return err
	}
	return s.shared.opened.Takes(shape)
}

func (s *Solver) closed() error {
	if s.shared == nil {
		return errors.New("method: the zero Solver cannot be used; Open returns solvers")
	}
	return fmt.Errorf("method: %s is closed", s.method.Name)
}

// ready returns why a call cannot begin.
func (s *Solver) ready(ctx context.Context, puzzle board.Board) error {
	switch {
	case s.by == nil:
		return s.closed()
	case ctx == nil:
		return errNoContext
	case puzzle.IsZero():
		return fmt.Errorf("method: %s: puzzle is the zero board", s.method.Name)
	}
	return nil
}

// Solve implements solver.Solver.
func (s *Solver) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (solver.Result, error) {
	if err := s.ready(ctx, puzzle); err != nil {
		return solver.Result{}, err
	}
	return s.by.Solve(ctx, puzzle, limits)
}

// Solutions implements solver.Enumerator. A method that does not list solutions gives one error,
// which names those that do.
func (s *Solver) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
	if err := s.ready(ctx, puzzle); err != nil {
		return failed(err)
	}
	if all, ok := s.by.(solver.Enumerator); ok && s.method.Enumerates {
		return all.Solutions(ctx, puzzle)
	}
	return failed(s.lacks("does not list solutions", func(m Method) bool { return m.Enumerates }))
}

// failed is the sequence that is nothing but an error.
func failed(err error) iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) { yield(board.Board{}, err) }
}

// lacks says what the method cannot do, and which methods can.
func (s *Solver) lacks(what string, can func(Method) bool) error {
	return fmt.Errorf("method: %s %s; these do: %s", s.method.Name, what, strings.Join(Which(can), ", "))
}

// As returns what is behind a solver as a T, for what only this method can do: the engine of an
// exact method, such as *engine.CSPSolver, or the solver that a learned one makes.
func As[T any](s *Solver) (t T, ok bool) {
	if t, ok = s.by.(T); ok {
		return t, true
	}
	if p, isPropagator := s.by.(propagator); isPropagator {
		t, ok = any(p.CSPSolver).(T)
	}
	return t, ok
}
