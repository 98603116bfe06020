package method

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"sudokulab/pkg/board"
	"sudokulab/pkg/solver"
)

// Proof says what is known when a run has ended and no limit ended it.
type Proof string

// The kinds of proof.
const (
	// Decides: the run proves that the puzzle has no solution, one or several.
	Decides Proof = "decides"
	// Finds: a grid is a solution. Nothing is known about others, and nothing where there is no
	// grid.
	Finds Proof = "finds"
)

// Account says what a method can tell about its way to an answer.
type Account string

// The accounts.
const (
	NoAccount Account = ""
	// Propagation: the candidates that arc consistency struck, each under what struck it.
	Propagation Account = "propagation"
	// Rounds: what a network thought of the board in each round, and what was done with that.
	Rounds Account = "rounds"
	// Stepwise: what each step of the tensor network struck, guessed and took back.
	Stepwise Account = "steps"
	// Moves: what an agent put where, one move after the other, and what it took each for.
	Moves Account = "moves"
)

// Method is a way to answer puzzles.
type Method struct {
	Name string
	// Family is the name of the method that this one is a variant of, its own if of none.
	Family  string
	About   string // one line
	Learned bool   // it asks a model that was trained
	Proves  Proof
	// Boards are the boards that it takes, in words. Takes returns nil for these, else an error
	// that says why not; weights may narrow it further, see [Solver.Takes].
	Boards string
	Takes  func(*board.Shape) error
	// Enumerates: all solutions can be listed one by one.
	Enumerates bool
	Explains   Account
	// Nodes is what Limits.Nodes bounds, in words; empty if the method counts nothing of the
	// kind and only time bounds it. No two methods' nodes are of one size.
	Nodes string
	// Options are those of [Options] that Make reads.
	Options []Option
	// Config is all that decides its answers unless options change it: a struct with JSON tags,
	// for the records.
	Config any
	// Make opens the method. The options are checked: none is set that it does not take.
	Make func(ctx context.Context, o Options) (Opened, error)
}

// Opened is a method that is ready to make solvers.
type Opened struct {
	// New returns a solver for one goroutine. One that is an io.Closer is closed with the
	// [Solver] before it.
	New func() (solver.Solver, error)
	// Abreast is how many solvers answer puzzles fastest together, if that is more than one for each
	// core: a method that works on batches has it.
	Abreast int
	// Takes, if it is there, replaces Method.Takes: the boards that these weights are for.
	Takes func(*board.Shape) error
	// Close, if it is there, lets go of what the solvers share. It runs once, after the last of
	// them is closed.
	Close func() error
}

// TakesPlain is Method.Takes of methods that know rows, columns and square boxes only.
func TakesPlain(s *board.Shape) error {
	switch {
	case s == nil:
		return errNoShape
	case !s.Plain():
		return fmt.Errorf("method: the networks know rows, columns and square boxes only, not the shape %s", s)
	}
	return nil
}

// registry holds the methods that other packages have registered, in the order in which they were.
var registry struct {
	sync.Mutex
	methods []Method
}

// Register adds a method to those that this program knows, for good. It is for the init functions
// of packages with methods. It panics if the method is not complete, or its name is taken.
func Register(m Method) {
	if err := m.check(); err != nil {
		panic(fmt.Sprintf("method: Register of %q: %v", m.Name, err))
	}
	registry.Lock()
	defer registry.Unlock()
	taken := func(other Method) bool { return other.Name == m.Name }
	if m.Name == Auto || slices.Contains(exactNames, m.Name) || slices.ContainsFunc(registry.methods, taken) {
		panic(fmt.Sprintf("method: Register of %q: there is a method of that name already", m.Name))
	}
	registry.methods = append(registry.methods, m)
}

// check reports the first thing that a method lacks.
func (m Method) check() error {
	switch {
	case m.Name == "" || strings.ContainsAny(m.Name, " \t\r\n,"):
		return errors.New("want a name without blanks and commas")
	case m.Family == "":
		return errors.New("want a family, its own name if it is a variant of none")
	case m.About == "" || strings.ContainsAny(m.About, "\r\n"):
		return errors.New("want a description of one line")
	case m.Proves != Decides && m.Proves != Finds:
		return fmt.Errorf("it proves %q, want %q or %q", m.Proves, Decides, Finds)
	case m.Boards == "" || m.Takes == nil:
		return errors.New("want the boards that it takes, in words and as a function")
	case m.Config == nil:
		return errors.New("want its configuration, for the records")
	case m.Make == nil:
		return errors.New("want a function that makes it")
	}
	return nil
}

// Exact returns the exact methods in their fixed order. The list is the caller's.
func Exact() []Method { return exact() }

// All returns the exact methods, then the registered ones in the order of their registration. The
// list is the caller's. [Auto] is not in it, since it is always one of the others.
func All() []Method {
	all := exact()
	registry.Lock()
	defer registry.Unlock()
	return append(all, registry.methods...)
}

// Names returns the names of all methods, Auto first.
func Names() []string {
	names := []string{Auto}
	for _, m := range All() {
		names = append(names, m.Name)
	}
	return names
}

// Which returns the names of the methods for which keep is true, in the order of [All].
func Which(keep func(Method) bool) (names []string) {
	for _, m := range All() {
		if keep(m) {
			names = append(names, m.Name)
		}
	}
	return names
}

// ByName returns the method of a name; none stands for [Auto]. The error of an unknown name gives
// the names that may be meant, or all of them.
func ByName(name string) (Method, error) {
	if name == "" || name == Auto {
		return auto(), nil
	}
	all := All()
	for _, m := range all {
		if m.Name == name {
			return m, nil
		}
	}
	names := make([]string, len(all))
	for i, m := range all {
		names[i] = m.Name
	}
	if near := nearest(name, names); len(near) > 0 {
		return Method{}, fmt.Errorf("method: no method %q; did you mean %s?", name, strings.Join(near, " or "))
	}
	return Method{}, fmt.Errorf("method: no method %q, want %s or one of %s", name, Auto, strings.Join(names, ", "))
}

// nearest returns the names that differ from the word in the fewest letters, in three or half of its
// own at most.
func nearest(word string, names []string) (near []string) {
	least := min(3, (len(word)+1)/2)
	for _, name := range names {
		switch d := distance(word, name); {
		case d < least:
			least, near = d, []string{name}
		case d == least && d > 0:
			near = append(near, name)
		}
	}
	return near
}

// distance is the number of letters to insert, delete or replace that make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := before
			if a[i] != b[j] {
				replaced++
			}
			before = row[j+1]
			row[j+1] = min(replaced, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
