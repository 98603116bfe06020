package csp

import (
	"fmt"
	"slices"
)

// EventKind says what happened.
type EventKind uint8

// The kinds of events, in the order in which a run meets them.
const (
	// Start: arc consistency begins at the root.
	Start EventKind = iota
	// ArcRevised: arc (Var, By) was revised and nothing was removed. Only sent on request,
	// see [Trace].
	ArcRevised
	// Reduction: Var lost Before − After on its arc to By.
	Reduction
	// Singleton: the reduction just before left Var with one value.
	Singleton
	// Wipeout: the reduction just before left Var with none, or (By −1) Var had none.
	Wipeout
	// Conflict: Var's value contradicts that of its assigned neighbour By.
	Conflict
	// Try: Var is assigned Value; Depth counts the assignments, this one included.
	Try
	// Backtrack: the Try of the same Depth is taken back. Also sent when solutions were
	// found under it and the search goes on, which the counter Backtracks leaves out.
	Backtrack
	// Solution: every variable has one value, consistently.
	Solution
)

var eventNames = [...]string{
	"start", "arc-revised", "reduction", "singleton", "wipeout", "conflict", "try", "backtrack", "solution",
}

// String returns the kind in lower case.
func (k EventKind) String() string {
	if int(k) >= len(eventNames) {
		return fmt.Sprintf("event(%d)", uint8(k))
	}
	return eventNames[k]
}

// MarshalText writes the kind as [EventKind.String] does.
func (k EventKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (k *EventKind) UnmarshalText(text []byte) error {
	i := slices.Index(eventNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("csp: event %q, want one of %v", text, eventNames)
	}
	*k = EventKind(i)
	return nil
}

// Event is one step of a run. Replaying the reductions and tries of a run on the initial
// domains, with a copy at each try and a return to it at each backtrack, gives the domains
// of the run at every step.
type Event struct {
	Seq    int64     `json:"seq"` // 1, 2, 3, … within a call
	Kind   EventKind `json:"kind"`
	Depth  int       `json:"depth"`  // assignments that stand
	Var    int       `json:"var"`    // variable concerned, −1 if none
	By     int       `json:"by"`     // variable that it was revised against, −1 if none
	Value  int       `json:"value"`  // value assigned (Try, Backtrack)
	Before Set       `json:"before"` // domain of Var
	After  Set       `json:"after"`
}

// Removed returns the values that the event took from the domain of Var.
func (e Event) Removed() Set { return e.Before &^ e.After }

// Trace asks a Solver for its events.
type Trace struct {
	Hook func(Event) // called for each event, on the calling goroutine; nil for none
	Arcs bool        // send ArcRevised too: most revisions are of that kind
}

// SetTrace installs or, with a nil hook, removes a trace. Without one, the cost is a test
// for nil at each reduction.
func (s *Solver) SetTrace(t Trace) {
	s.hook = t.Hook
	s.traceArcs = t.Arcs && t.Hook != nil
}

func (s *Solver) emit(e Event) {
	s.seq++
	e.Seq, e.Depth = s.seq, s.depth
	s.hook(e)
}

func (s *Solver) traceReduction(i, j int32, before, after Set) {
	e := Event{Kind: Reduction, Var: int(i), By: int(j), Before: before, After: after}
	s.emit(e)
	switch {
	case after == 0:
		e.Kind = Wipeout
	case after.Single():
		e.Kind, e.Value = Singleton, after.Min()
	default:
		return
	}
	s.emit(e)
}

// Recorder keeps the events of a run up to a number, because a search can send millions.
type Recorder struct {
	Max     int // events kept, 0 for all
	Events  []Event
	Dropped int64 // events beyond Max
}

// Record is the hook: csp.Trace{Hook: r.Record}.
func (r *Recorder) Record(e Event) {
	if r.Max > 0 && len(r.Events) >= r.Max {
		r.Dropped++
		return
	}
	r.Events = append(r.Events, e)
}

// Reset forgets everything recorded and keeps the memory.
func (r *Recorder) Reset() { r.Events, r.Dropped = r.Events[:0], 0 }
