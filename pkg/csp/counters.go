package csp

import "time"

// Counters are the exact costs of a run: the same on every machine.
type Counters struct {
	// Arcs is the number of arcs revised: calls of REVISE in AC-3, pairs of neighbours
	// looked at by the other forms of propagation and by the backward check of Plain.
	Arcs int64 `json:"arcs"`
	// Pushes is the number of entries put into the propagation queue, the initial ones
	// included: variables with Events, arcs with the other disciplines.
	Pushes int64 `json:"pushes"`
	// QueuePeak is the greatest number of entries that waited at one time.
	QueuePeak int64 `json:"queue_peak"`
	// Effective is the number of revisions that removed at least one value.
	Effective int64 `json:"effective"`
	// Reductions is the number of values removed. With not-equal constraints alone it
	// equals Effective.
	Reductions int64 `json:"reductions"`
	// Singletons is the number of domains that a revision left with one value. Domains that
	// had one from the start are not counted, nor are assignments.
	Singletons int64 `json:"singletons"`
	// Wipeouts is the number of domains that a revision left empty.
	Wipeouts int64 `json:"wipeouts"`
	// Nodes is the number of assignments tried by the search.
	Nodes int64 `json:"nodes"`
	// Backtracks is the number of assignments taken back with no solution found under them.
	Backtracks int64 `json:"backtracks"`
	// MaxDepth is the greatest number of assignments that stood at one time.
	MaxDepth int64 `json:"max_depth"`
	// Solutions is the number of solutions found.
	Solutions int64 `json:"solutions"`
}

// Plus returns the costs of two phases together: sums, and the greater of the peaks.
func (c Counters) Plus(d Counters) Counters {
	return Counters{
		Arcs:       c.Arcs + d.Arcs,
		Pushes:     c.Pushes + d.Pushes,
		QueuePeak:  max(c.QueuePeak, d.QueuePeak),
		Effective:  c.Effective + d.Effective,
		Reductions: c.Reductions + d.Reductions,
		Singletons: c.Singletons + d.Singletons,
		Wipeouts:   c.Wipeouts + d.Wipeouts,
		Nodes:      c.Nodes + d.Nodes,
		Backtracks: c.Backtracks + d.Backtracks,
		MaxDepth:   max(c.MaxDepth, d.MaxDepth),
		Solutions:  c.Solutions + d.Solutions,
	}
}

// Stats are the counters of a run by phase.
type Stats struct {
	Root   Counters `json:"root"`   // arc consistency before the search
	Search Counters `json:"search"` // everything after it
	// RootOpen is the number of variables with more than one value when the search began,
	// or, if the root phase found a contradiction, when it stopped there.
	RootOpen int `json:"root_open"`
	// Propagation is the time spent in AC-3, root and search, if the Solver has a clock.
	Propagation time.Duration `json:"propagation_ns,omitempty"`
}

// Total returns both phases together.
func (s Stats) Total() Counters { return s.Root.Plus(s.Search) }
