package tensornet

import (
	"context"
	"fmt"
	"iter"

	"github.com/gomlx/compute"

	"sudokulab/pkg/board"
	"sudokulab/pkg/tensornet/plain"
)

// Network solves boards of one shape, many at a time. It serves one goroutine.
type Network struct {
	config  Config
	shape   *board.Shape
	backend compute.Backend

	loops    map[int]*loop // compiled, by slots asked for
	size     int           // slots asked for of the loop in use, 0 before the first
	searches []*search     // by slot of the loop in use, nil where there is none
	live     int
	readings []reading
}

// Answer is what the network found out about a puzzle.
type Answer struct {
	Index     int // of the puzzle in its sequence, from 0
	End       plain.End
	Solutions int         // found, at most the limit; all there are if End is plain.Exhausted
	Grid      board.Board // the first of them; the zero board if there is none
	Steps     int         // taken
	Guesses   int         // made
	Deepest   int         // most guesses that were open at once
}

// most is the largest limit of solutions that a form takes at once.
const most = 1<<tallyBits - 1

// search is a puzzle with what is known of it.
type search struct {
	Answer
	puzzle board.Board
	limit  int // of solutions, at least 1
	open   int // guesses open at the last look
	resume bool

	// stop, if it is there, is asked at every look whether to give the search up.
	stop func(*search) bool
	// each, if it is there, is handed every solution, one by one, and says whether to go on.
	each func(board.Board) bool
	// careful: look after every step.
	careful bool
}

// New returns a network for boards of a shape on a backend, which stays open as long as it.
//
// Errors: a configuration that is not valid; a shape with extra rules, or of a side that the form does
// not take (see [Config.Takes]); more state than Config.Memory.
func New(backend compute.Backend, shape *board.Shape, c Config) (*Network, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if err := c.Takes(shape); err != nil {
		return nil, err
	}
	if _, err := c.newForm(shape.Box(), 1); err != nil {
		return nil, err
	}
	if need := int64(c.Batch) * int64(c.Bytes(shape)); c.Memory > 0 && need > c.Memory {
		return nil, fmt.Errorf("tensornet: the state of %d puzzles of side %d takes %d bytes, the limit is %d: a batch of %d would fit",
			c.Batch, shape.Side(), need, c.Memory, c.Memory/int64(c.Bytes(shape)))
	}
	return &Network{config: c, shape: shape, backend: backend, loops: map[int]*loop{}}, nil
}

// Close frees what was compiled, and the state.
func (n *Network) Close() {
	for _, l := range n.loops {
		l.close()
	}
	n.loops, n.searches, n.size, n.live = map[int]*loop{}, nil, 0, 0
}

// Solve looks for solutions of the puzzles up to a limit for each, as many puzzles side by side as the
// batch holds, and yields the answers as the searches end. Puzzles are read as places become free.
//
// Errors, the last of the sequence: ctx.Err(), noticed after Config.Steps steps at most; a puzzle of
// another shape; a limit below 1; what the backend reports.
func (n *Network) Solve(ctx context.Context, puzzles iter.Seq[board.Board], limit int) iter.Seq2[Answer, error] {
	return func(yield func(Answer, error) bool) {
		if limit < 1 {
			yield(Answer{}, fmt.Errorf("tensornet: a limit of %d solutions, want at least 1", limit))
			return
		}
		next, stop := iter.Pull(puzzles)
		defer stop()
		index, stopped := 0, false
		var wrong error
		err := n.pump(ctx, func(bool) (*search, bool) {
			b, ok := next()
			if !ok {
				return nil, false
			}
			if b.Shape() != n.shape {
				wrong = fmt.Errorf("tensornet: puzzle %d is %s, this network is for %s", index, nameOf(b), n.shape)
				return nil, false
			}
			s := &search{Answer: Answer{Index: index}, puzzle: b, limit: limit}
			index++
			return s, true
		}, func(s *search) bool {
			stopped = stopped || !yield(s.Answer, nil)
			return !stopped
		})
		if err == nil {
			err = wrong
		}
		if err != nil && !stopped {
			yield(Answer{}, err)
		}
	}
}

func nameOf(b board.Board) string {
	if b.IsZero() {
		return "the zero board"
	}
	return b.Shape().String()
}

// pump runs searches until more has none left. more returns the next, or nil if there is none now, and
// whether there may be others later; it may wait for one if it is told that there is nothing else to do.
// done gets every search that has ended and says whether to go on.
func (n *Network) pump(ctx context.Context, more func(wait bool) (*search, bool), done func(*search) bool) error {
	defer n.abandon()
	open := true
	var waiting []*search
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		for open && n.live+len(waiting) < n.config.Batch {
			var s *search
			if s, open = more(n.live+len(waiting) == 0); s == nil {
				break
			}
			waiting = append(waiting, s)
		}
		if n.live+len(waiting) == 0 {
			if !open {
				return nil
			}
			continue
		}
		if err := n.fit(n.live + len(waiting)); err != nil {
			return err
		}
		careful := n.enter(waiting)
		waiting = waiting[:0]
		l, steps := n.loops[n.size], n.config.Steps
		if careful {
			steps = 1
		}
		enough := l.form.slots() - n.live + max(1, n.live/8) // so many places are worth a look at the host
		if !open {
			enough = l.form.slots() - n.live + max(1, n.live*3/4)
		}
		if err := l.run(steps, enough); err != nil {
			return err
		}
		if !n.look(done) {
			return nil
		}
	}
}

// abandon forgets searches that have not ended: their slots go on and are taken by others.
func (n *Network) abandon() {
	clear(n.searches)
	n.live = 0
}

// fit changes to the smallest loop that holds so many searches: a batch, or a quarter of one, or a
// sixteenth, …
func (n *Network) fit(searches int) error {
	size := n.config.Batch
	for size/4 >= searches {
		size /= 4
	}
	if size == n.size {
		return nil
	}
	l, ok := n.loops[size]
	if !ok {
		var err error
		if l, err = n.config.newLoop(n.backend, n.shape, size, n.config.Unrolled); err != nil {
			return err
		}
		n.loops[size] = l
	}
	moved := make([]*search, l.form.slots())
	if n.live > 0 {
		var slots []int
		for slot, s := range n.searches {
			if s != nil {
				moved[len(slots)] = s
				slots = append(slots, slot)
			}
		}
		from := n.loops[n.size]
		state := from.form.move(from.state, slots, l.form)
		for _, t := range l.state {
			t.MustFinalizeAll()
		}
		l.state = state
	}
	n.size, n.searches, n.readings = size, moved, make([]reading, l.form.slots())
	return nil
}

// enter stages the waiting searches in free slots, and those that go on. It says whether to look after
// every step.
func (n *Network) enter(waiting []*search) (careful bool) {
	st := n.loops[n.size].stage
	st.clear()
	for slot, s := range n.searches {
		switch {
		case s == nil && len(waiting) > 0:
			s, waiting = waiting[0], waiting[1:]
			st.place(slot, s.puzzle.Cells(), s.atOnce())
			n.searches[slot] = s
			n.live++
		case s == nil:
			continue
		case s.resume:
			st.resume(slot, s.atOnce())
			s.resume = false
		}
		careful = careful || s.careful
	}
	return careful
}

// atOnce is how many solutions to look for before the next look.
func (s *search) atOnce() int {
	if s.each != nil {
		return 1
	}
	return min(s.limit-s.Solutions, most)
}

// look takes what the loop found out, and hands over the searches that have ended.
func (n *Network) look(done func(*search) bool) bool {
	l := n.loops[n.size]
	l.form.read(l.state, n.readings)
	var solved []int
	var grids [][]uint8
	for slot, s := range n.searches {
		if s == nil {
			continue
		}
		r := n.readings[slot]
		s.Steps += r.steps
		s.Guesses += r.guessed
		s.Deepest, s.End, s.open = max(s.Deepest, r.deepest), r.end, r.guesses
		if r.end != plain.Open && r.found > 0 && (s.Solutions == 0 || s.each != nil) {
			solved = append(solved, slot)
			grids = append(grids, make([]uint8, n.shape.Cells()))
		}
	}
	if len(solved) > 0 {
		l.form.solutions(l.state, solved, grids)
	}
	for slot, s := range n.searches {
		if s == nil {
			continue
		}
		var grid board.Board
		if len(solved) > 0 && solved[0] == slot {
			grid, _ = board.FromCellsOn(n.shape, grids[0]) // of as many cells as the shape has
			solved, grids = solved[1:], grids[1:]
		}
		if n.settle(s, n.readings[slot], grid) {
			continue
		}
		n.searches[slot] = nil
		n.live--
		if !done(s) {
			return false
		}
	}
	return true
}

// settle takes one search's part of a look and says whether it goes on.
func (n *Network) settle(s *search, r reading, grid board.Board) (goesOn bool) {
	if r.end != plain.Open {
		s.Solutions += r.found
		if s.Grid.IsZero() {
			s.Grid = grid
		}
		if s.each != nil && !grid.IsZero() && !s.each(grid) {
			return false
		}
		if r.end == plain.Limited && s.Solutions < s.limit {
			s.resume, s.End = true, plain.Open
		}
	}
	return s.End == plain.Open && (s.stop == nil || !s.stop(s))
}
