package csp

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"
)

// Limits bounds a search. The zero value bounds nothing.
type Limits struct {
	Solutions int   `json:"solutions,omitempty"` // stop after this many, 0 for all
	Nodes     int64 `json:"nodes,omitempty"`     // stop before the node that would exceed it, 0 for no bound
}

// Stop says why a search ended.
type Stop uint8

// The reasons.
const (
	// Exhausted: the whole space was searched, so Solutions is the exact number.
	Exhausted Stop = iota
	// SolutionLimit: as many solutions as asked for were found, or the loop was left.
	SolutionLimit
	// NodeLimit: one more node would have exceeded the bound.
	NodeLimit
	// Cancelled: the context ended.
	Cancelled
)

// String returns the reason in words.
func (s Stop) String() string {
	names := [...]string{"exhausted", "solution limit", "node limit", "cancelled"}
	if int(s) >= len(names) {
		return fmt.Sprintf("stop(%d)", uint8(s))
	}
	return names[s]
}

// Result is what a search found.
type Result struct {
	Stop      Stop
	Solutions int
	// First is the first solution, one value per variable, nil if there is none. It belongs
	// to the Solver and holds until its next call.
	First []int
	Stats Stats
}

// PropagationResult is what arc consistency alone found.
type PropagationResult struct {
	// Consistent reports whether every domain kept a value. If not, the problem has no
	// solution, and the domains are as they were when the first one ran empty.
	Consistent bool
	// Wiped is the variable whose domain ran empty, −1 if none did.
	Wiped int
	// Domains are the reduced domains. They belong to the Solver and hold until its next
	// call.
	Domains []Set
	// Open is the number of domains with more than one value.
	Open     int
	Counters Counters
}

// Solver is the workspace that searches one network, again and again, for problems that
// differ in their initial domains. Once its buffers have grown to the problems' needs a
// call allocates nothing. It serves one goroutine at a time; any number of Solvers may
// share a Network.
type Solver struct {
	net *Network
	cfg Config

	dom      []Set   // the current domains: levels[depth], or the one array of the trail
	levels   [][]Set // Copy: the domains by depth; Trail: only the first
	trail    []saved
	frames   []frame
	assigned []bool  // searched without MAC: the variables with a fixed value
	values   []uint8 // value lists of the frames, 64 per depth; nil if values go by magnitude
	queue    queue
	waiting  []bool // entries of the queue, by arc or by variable
	rng      *rand.Rand
	seeded   *rand.PCG // source of rng, nil after SetRand

	// cfg in the form that the inner loops ask for
	mac, trailing, unique, stack bool

	// of the current call
	c             Counters
	depth         int
	wiped         int32
	stop          Stop
	credit        int // arcs until the context is asked again
	nodeLimit     int64
	solutionLimit int64
	current       []int
	firstFound    []int
	yield         func([]int) bool
	ctx           context.Context // only during a call: asked deep in the propagation
	busy          bool

	clock   func() time.Duration // nil: propagation is not timed
	clocked time.Duration        // in propagation, of the current call

	hook      func(Event)
	traceArcs bool
	seq       int64
}

// saved is a trail entry: a domain as it was before a reduction.
type saved struct {
	variable int32
	domain   Set
}

// pollEvery is the number of arcs between two looks at the context: some ten microseconds.
const pollEvery = 1 << 14

// ErrBusy is returned by a call on a Solver that is in the middle of another one, such as
// from the body of a loop over its own [Solver.Solutions].
var ErrBusy = errors.New("csp: solver is in use")

// NewSolver returns a workspace for the network.
func NewSolver(net *Network, cfg Config) (*Solver, error) {
	if net == nil {
		return nil, errors.New("csp: network is nil")
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	v := net.Variables()
	s := &Solver{
		net:        net,
		cfg:        cfg,
		levels:     [][]Set{make([]Set, v)},
		frames:     make([]frame, v),
		assigned:   make([]bool, v),
		current:    make([]int, v),
		firstFound: make([]int, v),
		mac:        cfg.Propagation == MAC,
		trailing:   cfg.Store == Trail,
		unique:     cfg.Queue == FIFOSet,
		stack:      cfg.Queue == LIFO,
	}
	if cfg.Queue == Events {
		s.queue, s.waiting = newQueue(v), make([]bool, v)
	} else {
		s.queue, s.waiting = newQueue(net.Arcs()), make([]bool, net.Arcs())
	}
	if cfg.ValueOrder == LeastConstraining || cfg.ValueOrder == Random {
		s.values = make([]uint8, MaxValues*v)
	}
	s.seeded = rand.NewPCG(0, 0)
	s.rng = rand.New(s.seeded)
	return s, nil
}

// Network returns the network that the Solver works on.
func (s *Solver) Network() *Network { return s.net }

// Config returns the Solver's configuration.
func (s *Solver) Config() Config { return s.cfg }

// SetRand makes the Random value order draw from r, which moves on from call to call,
// instead of starting each call from Config.Seed. A nil r restores that.
func (s *Solver) SetRand(r *rand.Rand) {
	s.seeded = nil
	if r == nil {
		s.seeded = rand.NewPCG(0, 0)
		r = rand.New(s.seeded)
	}
	s.rng = r
}

// SetClock makes every call time its propagation, the filling of the queue included, into
// Stats.Propagation; a nil clock ends that. The clock returns the time since some fixed
// moment. Reading it twice per node costs what two calls of time.Since cost.
func (s *Solver) SetClock(clock func() time.Duration) { s.clock = clock }

// timed returns what propagate returns, and records its time if there is a clock.
func (s *Solver) timed(propagate func() bool) bool {
	begin := s.clock()
	ok := propagate()
	s.clocked += s.clock() - begin
	return ok
}

// Solve searches for solutions within the domains, one for each variable and inside the
// network's own; nil stands for the latter. An empty domain is not an error: it means that
// there is no solution. The domains are left as they are. Errors are for domains that do
// not fit the network; a limit or the end of ctx is told in Result.Stop.
func (s *Solver) Solve(ctx context.Context, domains []Set, limits Limits) (Result, error) {
	return s.solve(ctx, domains, limits, nil)
}

// Solutions yields every solution within the domains, in the order of the configured
// search. Each slice holds until the next step only. The sequence ends with an error if
// the domains do not fit the network or ctx ends. Leaving the loop ends the search at once.
func (s *Solver) Solutions(ctx context.Context, domains []Set) iter.Seq2[[]int, error] {
	return func(yield func([]int, error) bool) {
		left := false
		res, err := s.solve(ctx, domains, Limits{}, func(values []int) bool {
			left = !yield(values, nil)
			return !left
		})
		switch {
		case left:
		case err != nil:
			yield(nil, err)
		case res.Stop == Cancelled:
			yield(nil, fmt.Errorf("csp: enumeration after %d solutions: %w", res.Solutions, ctx.Err()))
		}
	}
}

// Propagate makes the domains arc consistent, by the queue discipline of the configuration,
// and does not search. It returns an error if the domains do not fit the network or ctx
// ends.
func (s *Solver) Propagate(ctx context.Context, domains []Set) (PropagationResult, error) {
	if err := s.acquire(ctx, domains, nil); err != nil {
		return PropagationResult{}, err
	}
	defer s.release()
	ok := s.arcConsistency()
	if s.stop == Cancelled {
		return PropagationResult{}, fmt.Errorf("csp: propagation: %w", ctx.Err())
	}
	s.c.QueuePeak = int64(s.queue.peak)
	return PropagationResult{
		Consistent: ok,
		Wiped:      int(s.wiped),
		Domains:    s.dom,
		Open:       s.countOpen(),
		Counters:   s.c,
	}, nil
}

func (s *Solver) solve(ctx context.Context, domains []Set, limits Limits, yield func([]int) bool) (Result, error) {
	if limits.Solutions < 0 || limits.Nodes < 0 {
		return Result{}, fmt.Errorf("csp: limits of %d solutions and %d nodes, want 0 or more", limits.Solutions, limits.Nodes)
	}
	if err := s.acquire(ctx, domains, yield); err != nil {
		return Result{}, err
	}
	defer s.release()
	s.solutionLimit, s.nodeLimit = int64(limits.Solutions), limits.Nodes

	var stats Stats
	ok := s.root()
	stats.RootOpen = s.countOpen()
	stats.Root, s.c = s.c, Counters{}
	stats.Root.QueuePeak, s.queue.peak = int64(s.queue.peak), 0
	if ok {
		s.search()
	}
	stats.Search = s.c
	stats.Search.QueuePeak = int64(s.queue.peak)
	stats.Propagation = s.clocked

	res := Result{Stop: s.stop, Solutions: int(s.c.Solutions), Stats: stats}
	if res.Solutions > 0 {
		res.First = s.firstFound
	}
	return res, nil
}

// acquire takes the Solver for one call and loads the domains.
func (s *Solver) acquire(ctx context.Context, domains []Set, yield func([]int) bool) error {
	switch {
	case s.net == nil:
		return errors.New("csp: the zero Solver, want one of NewSolver")
	case ctx == nil:
		return errors.New("csp: the context is nil, want context.Background() at least")
	case s.busy:
		return ErrBusy
	}
	own := s.net.domains
	if domains == nil {
		domains = own
	}
	if len(domains) != len(own) {
		return fmt.Errorf("csp: %d domains, want %d", len(domains), len(own))
	}
	for x, d := range domains {
		if d&^own[x] != 0 {
			return fmt.Errorf("csp: domain %d is %v, want a subset of %v", x, d, own[x])
		}
	}
	s.busy = true
	s.ctx, s.yield = ctx, yield
	s.dom = s.levels[0]
	copy(s.dom, domains)
	s.trail = s.trail[:0]
	s.c = Counters{}
	s.clocked = 0
	s.queue.peak = 0
	s.depth, s.wiped, s.seq, s.stop = 0, -1, 0, Exhausted
	s.credit = 0 // ask once at the start
	if s.seeded != nil {
		s.seeded.Seed(s.cfg.Seed, 0)
	}
	return nil
}

func (s *Solver) release() {
	s.ctx, s.yield, s.busy = nil, nil, false
}

// root prepares the domains for the search; false if they cannot hold a solution.
func (s *Solver) root() bool {
	var ok bool
	if s.cfg.RootAC3 {
		ok = s.arcConsistency()
	} else {
		ok = s.noneEmpty() && s.poll(0) && s.singlesAgree()
	}
	for x, d := range s.dom {
		s.assigned[x] = d.Single()
	}
	return ok
}

// arcConsistency runs the configured discipline from a queue of everything.
func (s *Solver) arcConsistency() bool {
	if !s.noneEmpty() || !s.poll(0) {
		return false
	}
	if s.hook != nil {
		s.emit(Event{Kind: Start, Var: -1, By: -1})
	}
	if s.clock != nil {
		return s.timed(s.fromAll)
	}
	return s.fromAll()
}

// fromAll propagates from a queue of everything.
func (s *Solver) fromAll() bool {
	s.resetQueue()
	if s.cfg.Queue == Events {
		s.allVariables()
	} else {
		s.allArcs()
	}
	return s.propagate()
}

func (s *Solver) propagate() bool {
	if s.cfg.Queue == Events {
		return s.events()
	}
	return s.ac3()
}

// resetQueue drops what a contradiction left in the queue.
func (s *Solver) resetQueue() {
	for !s.queue.empty() {
		s.waiting[s.queue.pop()] = false
	}
}

// noneEmpty looks for a domain that is empty before anything is propagated.
func (s *Solver) noneEmpty() bool {
	for x, d := range s.dom {
		if d == 0 {
			s.wiped = int32(x)
			if s.hook != nil {
				s.emit(Event{Kind: Wipeout, Var: x, By: -1})
			}
			return false
		}
	}
	return true
}

func (s *Solver) countOpen() int {
	n := 0
	for _, d := range s.dom {
		if d&(d-1) != 0 {
			n++
		}
	}
	return n
}

// poll asks the context once in pollEvery arcs; false if the call must end.
func (s *Solver) poll(arcs int) bool {
	s.credit -= arcs
	return s.credit > 0 || s.ask()
}

func (s *Solver) ask() bool {
	s.credit = pollEvery
	if s.ctx.Err() != nil {
		s.stop = Cancelled
		return false
	}
	return true
}

// reduce replaces the domain of i, which lost values on its arc to j.
func (s *Solver) reduce(i, j int32, before, after Set) {
	if s.trailing {
		s.trail = append(s.trail, saved{i, before})
	}
	s.dom[i] = after
	s.c.Effective++
	s.c.Reductions += int64((before &^ after).Len())
	if after&(after-1) == 0 {
		if after == 0 {
			s.c.Wipeouts++
			s.wiped = i
		} else {
			s.c.Singletons++
		}
	}
	if s.hook != nil {
		s.traceReduction(i, j, before, after)
	}
}
