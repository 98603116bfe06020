package protocol

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"sudokulab/pkg/method"
)

// kept is how many idle solvers of a method are kept.
const kept = 8

// pool lends solvers, so that a call does not open a method anew. The first solver of a method stays, and the others are
// its forks, which share what it opened.
type pool struct {
	memory int64 // of Limits
	mu     sync.Mutex
	opened map[string]*opening
	idle   map[string][]*method.Solver
}

// opening is the first solver of a method, or how opening it failed, once done is closed.
type opening struct {
	done   chan struct{}
	solver *method.Solver
	err    error
}

func newPool(memory int64) *pool {
	return &pool{memory: memory, opened: map[string]*opening{}, idle: map[string][]*method.Solver{}}
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
	if n := len(p.idle[name]); n > 0 {
		s := p.idle[name][n-1]
		p.idle[name] = p.idle[name][:n-1]
		p.mu.Unlock()
		return s, nil
	}
	first := p.opened[name]
	if first == nil {
		first = &opening{done: make(chan struct{})}
		p.opened[name] = first
		// Not the call's context: what is opened outlives it. And not in anybody's way: weights take a moment to load.
		go p.open(context.WithoutCancel(ctx), name, first)
	}
	p.mu.Unlock()
	select {
	case <-first.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if first.err != nil {
		return nil, first.err
	}
	return first.solver.Fork()
}

// open opens a method. One that fails is tried again by the next call.
func (p *pool) open(ctx context.Context, name string, first *opening) {
	defer func() {
		if r := recover(); r != nil {
			first.err = defect(name, r)
		}
		if first.err != nil {
			p.mu.Lock()
			delete(p.opened, name)
			p.mu.Unlock()
		}
		close(first.done)
	}()
	var o method.Options
	if m, err := method.ByName(name); err == nil && slices.Contains(m.Options, method.Bytes) {
		o.Bytes = p.memory
	}
	var err error
	if first.solver, err = method.Open(ctx, name, o); err != nil {
		first.err = &Error{Refused, plainly(err)}
	}
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
	var all []*opening
	for _, first := range p.opened {
		all = append(all, first)
	}
	p.mu.Unlock()
	for _, first := range all {
		<-first.done // what is being opened is closed, too
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, all := range p.idle {
		for _, s := range all {
			errs = append(errs, s.Close())
		}
	}
	for _, first := range p.opened {
		errs = append(errs, first.solver.Close())
	}
	p.idle, p.opened = map[string][]*method.Solver{}, map[string]*opening{}
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
