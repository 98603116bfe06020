package protocol

import (
	"context"
	"errors"
	"strings"
	"sync"

	"sudokulab/pkg/method"
)

// kept is how many idle solvers of a method are kept.
const kept = 8

// pool lends solvers, so that a call does not open a method anew. The first solver of a method stays, and the others are
// its forks, which share what it opened.
type pool struct {
	mu     sync.Mutex
	opened map[string]*method.Solver
	idle   map[string][]*method.Solver
}

func newPool() *pool {
	return &pool{opened: map[string]*method.Solver{}, idle: map[string][]*method.Solver{}}
}

// with runs f with a solver of a method.
func (p *pool) with(ctx context.Context, name string, f func(*method.Solver) error) error {
	s, err := p.take(ctx, name)
	if err != nil {
		return err
	}
	defer func() {
		// A solver that panicked is not used again: its state is anything.
		if s != nil {
			_ = s.Close() // nobody waits for what it says
		}
	}()
	err = f(s)
	lent := s
	s = nil
	return errors.Join(err, p.give(name, lent))
}

func (p *pool) take(ctx context.Context, name string) (*method.Solver, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.idle[name]); n > 0 {
		s := p.idle[name][n-1]
		p.idle[name] = p.idle[name][:n-1]
		return s, nil
	}
	first := p.opened[name]
	if first == nil {
		var err error
		// Not the call's context: what is opened outlives it.
		if first, err = method.Open(context.WithoutCancel(ctx), name, method.Options{}); err != nil {
			return nil, &Error{Refused, plainly(err)}
		}
		p.opened[name] = first
	}
	return first.Fork()
}

func (p *pool) give(name string, s *method.Solver) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.idle[name]) < kept {
		p.idle[name] = append(p.idle[name], s)
		return nil
	}
	return s.Close()
}

func (p *pool) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, all := range p.idle {
		for _, s := range all {
			errs = append(errs, s.Close())
		}
	}
	for _, s := range p.opened {
		errs = append(errs, s.Close())
	}
	p.idle, p.opened = map[string][]*method.Solver{}, map[string]*method.Solver{}
	return errors.Join(errs...)
}

// plainly writes an error for a person, without the name of the package that it comes from.
func plainly(err error) string {
	text := err.Error()
	if name, rest, ok := strings.Cut(text, ": "); ok && !strings.ContainsAny(name, " 0123456789") {
		return rest
	}
	return text
}
