package csp

import (
	"cmp"
	"fmt"
	"slices"
)

// Propagation says what the search does after each assignment.
type Propagation string

// The three levels of look-ahead.
const (
	// MAC maintains arc consistency: the queue starts with the arcs into the assigned
	// variable's neighbours and runs dry. D. Sabin and E. C. Freuder, "Contradicting
	// conventional wisdom in constraint satisfaction", PPCP 1994, LNCS 874,
	// doi:10.1007/3-540-58601-6_86.
	MAC Propagation = "mac"
	// ForwardChecking revises each neighbour of the assigned variable once and goes no
	// further. R. M. Haralick and G. L. Elliott, "Increasing tree search efficiency for
	// constraint satisfaction problems", Artificial Intelligence 14 (1980) 263–313,
	// doi:10.1016/0004-3702(80)90051-X.
	ForwardChecking Propagation = "forward-checking"
	// Plain looks back only: it tests the value against the neighbours assigned before.
	Plain Propagation = "none"
)

// VariableOrder says which open variable is assigned next. Ties go to the lowest index.
type VariableOrder string

// The variable orders.
const (
	// MRV takes a variable with the fewest values left ("fail first", Haralick and Elliott
	// 1980, section 5).
	MRV VariableOrder = "mrv"
	// MRVDegree breaks ties of MRV by the greatest number of open neighbours. D. Brélaz,
	// "New methods to color the vertices of a graph", Communications of the ACM 22 (1979)
	// 251–256, doi:10.1145/359094.359101.
	MRVDegree VariableOrder = "mrv-degree"
	// First takes the open variable of lowest index.
	First VariableOrder = "first"
)

// ValueOrder says in which order the values of a variable are tried.
type ValueOrder string

// The value orders.
const (
	Ascending  ValueOrder = "ascending"
	Descending ValueOrder = "descending"
	// LeastConstraining tries first the value that would remove the fewest values from the
	// neighbours' domains, ties in rising order. D. Frost and R. Dechter, "Look-ahead value
	// ordering for constraint satisfaction problems", IJCAI 1995, 572–578.
	LeastConstraining ValueOrder = "lcv"
	// Random shuffles the values, from Config.Seed or the generator of [Solver.SetRand].
	Random ValueOrder = "random"
)

// Queue says what waits in the propagation queue. All of them reach the same domains; they
// differ in how many arcs they revise on the way.
type Queue string

// The queue disciplines.
const (
	// FIFO is AC-3 to the letter: a queue of arcs that may hold an arc more than once.
	FIFO Queue = "fifo"
	// LIFO takes the arc that was queued last, as a listing that says "pop" of a list may be
	// read.
	LIFO Queue = "lifo"
	// FIFOSet keeps an arc that already waits from being queued again.
	FIFOSet Queue = "fifo-set"
	// Events queues only variables whose change can matter to a neighbour; see events.go.
	Events Queue = "events"
)

// Store says how the search gets back the domains of before an assignment.
type Store string

// The two stores. They change time and memory, no counter.
const (
	// Copy keeps one array of domains for each depth.
	Copy Store = "copy"
	// Trail keeps one array of domains and a log of the old ones.
	Trail Store = "trail"
)

// Config selects the algorithm. Every field can change the counters of a run, except
// Store, so a record of a run holds its Config.
type Config struct {
	Propagation   Propagation   `json:"propagation"`
	RootAC3       bool          `json:"root_ac3"` // arc consistency before the search
	VariableOrder VariableOrder `json:"variable_order"`
	ValueOrder    ValueOrder    `json:"value_order"`
	Queue         Queue         `json:"queue"`
	Store         Store         `json:"store"`
	Seed          uint64        `json:"seed,omitempty"` // of the Random value order; each run starts from it
}

// DefaultConfig returns the fastest configuration measured that still is AC-3, MAC and MRV:
// the events queue, which leaves out the revisions that cannot have an effect, and one copy
// of the domains for each depth. [DocumentConfig] has the queue of the textbook instead.
// [MRVDegree] would visit half the nodes of a hard 9×9 Sudoku or fewer, but a node costs it
// about twice as much; which of the two is faster depends on the set of puzzles.
func DefaultConfig() Config {
	return Config{
		Propagation:   MAC,
		RootAC3:       true,
		VariableOrder: MRV,
		ValueOrder:    Ascending,
		Queue:         Events,
		Store:         Copy,
	}
}

// DocumentConfig returns AC-3 with its plain queue of arcs, MAC, MRV, values in rising
// order and copied domains: the algorithm as it is usually printed.
func DocumentConfig() Config {
	c := DefaultConfig()
	c.Queue = FIFO
	return c
}

// Validate returns an error that names the first field with an unknown value.
func (c Config) Validate() error {
	return cmp.Or(
		oneOf("propagation", c.Propagation, MAC, ForwardChecking, Plain),
		oneOf("variable_order", c.VariableOrder, MRV, MRVDegree, First),
		oneOf("value_order", c.ValueOrder, Ascending, Descending, LeastConstraining, Random),
		oneOf("queue", c.Queue, FIFO, LIFO, FIFOSet, Events),
		oneOf("store", c.Store, Copy, Trail),
	)
}

func oneOf[T ~string](field string, value T, known ...T) error {
	if slices.Contains(known, value) {
		return nil
	}
	return fmt.Errorf("csp: config: %s is %q, want one of %q", field, string(value), known)
}
