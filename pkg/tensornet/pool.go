package tensornet

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"time"

	"github.com/gomlx/compute"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/tensornet/plain"
)

// ErrDepth is part of the error for a puzzle whose search would have more guesses open at once than
// the stamps have room for.
var ErrDepth = errors.New("more guesses open at once than the network's stack holds")

// Pool answers puzzles one by one, as solver.Solver has it, and many of them side by side all the same:
// whatever its solvers are asked at one time shares the batches of a few networks, one on each backend.
type Pool struct {
	name     string
	config   Config
	backends []compute.Backend

	mu     sync.Mutex
	asked  map[*board.Shape]chan *request // taken by the networks of a shape
	quit   chan struct{}
	closed bool
	done   sync.WaitGroup
}

// request is a search whose end somebody waits for.
type request struct {
	search
	ended chan error
}

// NewPool returns a pool, to which backends are added before it is used. The name is that of its solvers.
func NewPool(name string, c Config) (*Pool, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return &Pool{name: name, config: c, asked: map[*board.Shape]chan *request{}, quit: make(chan struct{})}, nil
}

// Add adds a network for each shape on a backend, which stays open as long as the pool.
func (p *Pool) Add(backend compute.Backend) { p.backends = append(p.backends, backend) }

// Abreast returns how many puzzles fill the batches of the networks of one shape.
func (p *Pool) Abreast() int { return p.config.Batch * len(p.backends) }

// Close ends the networks. Calls that still wait get an error.
func (p *Pool) Close() error {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.quit)
	}
	p.mu.Unlock()
	p.done.Wait()
	return nil
}

var errClosed = errors.New("tensornet: the pool is closed")

// of returns where to ask for boards of a shape, and starts networks for it at the first call.
func (p *Pool) of(shape *board.Shape) (chan *request, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errClosed
	}
	if asked, ok := p.asked[shape]; ok {
		return asked, nil
	}
	if len(p.backends) == 0 {
		return nil, errors.New("tensornet: a pool without a backend, want one added")
	}
	var networks []*Network
	for _, backend := range p.backends {
		n, err := New(backend, shape, p.config)
		if err != nil {
			return nil, err
		}
		networks = append(networks, n)
	}
	asked := make(chan *request)
	p.asked[shape] = asked
	for _, n := range networks {
		p.done.Go(func() { p.serve(n, asked) })
	}
	return asked, nil
}

// serve runs a network until the pool is closed.
func (p *Pool) serve(n *Network, asked chan *request) {
	defer n.Close()
	under := map[*search]*request{}
	more := func(wait bool) (*search, bool) {
		var r *request
		if wait {
			select {
			case r = <-asked:
			case <-p.quit:
				return nil, false
			}
		} else {
			for try := 0; r == nil; try++ {
				select {
				case r = <-asked:
				default:
					if try == 2 {
						return nil, true
					}
					runtime.Gosched() // those that ask may be on their way
				}
			}
		}
		under[&r.search] = r
		return &r.search, true
	}
	for {
		err := n.pump(context.Background(), more, func(s *search) bool {
			under[s].ended <- nil
			delete(under, s)
			return true
		})
		for s, r := range under {
			r.ended <- cmpErr(err, errClosed)
			delete(under, s)
		}
		select {
		case <-p.quit:
			return
		default:
		}
	}
}

func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// Solver is a solver.Solver and solver.Enumerator of a pool. It serves one goroutine.
type Solver struct {
	pool *Pool
	own  map[*board.Shape]*Network // for enumerations, which pause between solutions
}

// Solver returns a solver for one goroutine. What it is asked shares batches with what others are.
func (p *Pool) Solver() *Solver { return &Solver{pool: p, own: map[*board.Shape]*Network{}} }

// Name implements solver.Solver.
func (s *Solver) Name() string { return s.pool.name }

// Close frees what the solver holds itself.
func (s *Solver) Close() error {
	for _, n := range s.own {
		n.Close()
	}
	clear(s.own)
	return nil
}

// Solve implements solver.Solver. Stats.Nodes are guesses; the counters "steps" and "depth" are the
// steps taken and the most guesses open at once.
//
// Errors: a board that the form does not take; [ErrDepth]; what the backend reports.
func (s *Solver) Solve(ctx context.Context, puzzle board.Board, limits solver.Limits) (res solver.Result, err error) {
	begin := time.Now()
	defer func() { res.Stats.Elapsed = time.Since(begin) }()
	if puzzle.IsZero() {
		return res, errors.New("tensornet: the zero board, want one made by package board")
	}
	if ctx.Err() != nil {
		return solver.Result{Status: solver.Cancelled}, nil
	}
	timed, cancel := limits.Within(ctx)
	defer cancel()
	asked, err := s.pool.of(puzzle.Shape())
	if err != nil {
		return res, err
	}
	overdrawn := func(x *search) bool { return limits.Nodes > 0 && int64(x.Guesses) > limits.Nodes }
	r := &request{ended: make(chan error, 1), search: search{
		puzzle: puzzle, limit: limits.MaxSolutions(), careful: limits.Nodes > 0,
		stop: func(x *search) bool { return timed.Err() != nil || overdrawn(x) },
	}}
	select {
	case asked <- r:
		if err := <-r.ended; err != nil {
			return res, err
		}
	case <-timed.Done():
	case <-s.pool.quit:
		return res, errClosed
	}
	a := &r.Answer
	res = solver.Result{Grid: a.Grid, Solutions: a.Solutions, Stats: solver.Stats{
		Nodes: int64(a.Guesses), Backtracks: int64(a.Guesses - r.open),
		Counters: []solver.Counter{{Name: "steps", Value: int64(a.Steps)}, {Name: "depth", Value: int64(a.Deepest)}},
	}}
	switch {
	case a.End == plain.TooDeep:
		return res, fmt.Errorf("tensornet: %s after %d guesses: %w (%d)", puzzle.Shape(), a.Guesses, ErrDepth, s.pool.config.Guesses)
	case a.End != plain.Open:
		res.Status = solver.Conclude(a.Solutions, limits.MaxSolutions(), a.End == plain.Exhausted)
	case ctx.Err() != nil:
		res.Status = solver.Cancelled
	default:
		if overdrawn(&r.search) {
			res.Stats.Nodes, res.Stats.Backtracks = limits.Nodes, min(res.Stats.Backtracks, limits.Nodes)
		}
		res.Status = solver.Capped
	}
	return res, nil
}

// Solutions implements solver.Enumerator: the search goes on from each solution when the next one is
// asked for.
func (s *Solver) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) {
		n, err := s.network(puzzle)
		if err != nil {
			yield(board.Board{}, err)
			return
		}
		for b, err := range n.Solutions(ctx, puzzle) {
			if !yield(b, err) {
				return
			}
		}
	}
}

// network returns the solver's own network for a puzzle's shape, for one puzzle at a time.
func (s *Solver) network(puzzle board.Board) (*Network, error) {
	if puzzle.IsZero() {
		return nil, errors.New("tensornet: the zero board, want one made by package board")
	}
	if n, ok := s.own[puzzle.Shape()]; ok {
		return n, nil
	}
	c := s.pool.config
	c.Batch = 1
	n, err := New(s.pool.backends[0], puzzle.Shape(), c)
	if err == nil {
		s.own[puzzle.Shape()] = n
	}
	return n, err
}

// Solutions yields the solutions of a puzzle one by one. An error ends the sequence: ctx.Err(), [ErrDepth],
// what the backend reports.
func (n *Network) Solutions(ctx context.Context, puzzle board.Board) iter.Seq2[board.Board, error] {
	return func(yield func(board.Board, error) bool) {
		if puzzle.Shape() != n.shape {
			yield(board.Board{}, fmt.Errorf("tensornet: the puzzle is %s, this network is for %s", nameOf(puzzle), n.shape))
			return
		}
		stopped, end := false, plain.Open
		s := &search{puzzle: puzzle, limit: int(^uint(0) >> 1), each: func(b board.Board) bool {
			stopped = !yield(b, nil)
			return !stopped
		}}
		err := n.pump(ctx, func(bool) (*search, bool) {
			one := s
			s = nil
			return one, false
		}, func(s *search) bool {
			end = s.End
			return false
		})
		if err == nil && end == plain.TooDeep {
			err = fmt.Errorf("tensornet: %w (%d)", ErrDepth, n.config.Guesses)
		}
		if err != nil && !stopped {
			yield(board.Board{}, err)
		}
	}
}
