package cspdesign

import "sudokulab/pkg/record"

// A way is a solver with one thing exchanged. Its time is compared with that of the way it
// stands against: the document's choice.
type way struct {
	name    string
	against string
	form    form
	order   order
	broken  bool // expected to go wrong: counted, not timed
}

// An axis is one choice of the document with its alternatives, and the sets on which they
// are compared.
type axis struct {
	subject
	sets     []string
	searched bool // only puzzles that AC-3 leaves open
	long     bool // also puzzles whose search is not short
	lean     bool // no way takes long: several tries per round
	shuffled bool // each puzzle under a random symmetry
	ways     func(seed uint64) []way
}

// A subject is what cases compare: an axis or, under a separate kind, an operation. Each case of an axis is of
// one set.
type subject struct {
	kind string
	dim  record.Dim // in addition to the set: the body of the solver, or how puzzles are taken; zero for none
}

// Subjects. Queues and peers are exchanged under both solvers: what they are worth depends on what
// the rest of an arc costs.
var (
	layoutAxis    = subject{kind: "layout"}
	domainsAxis   = subject{kind: "domains"}
	queueOnLean   = subject{"queue", record.D("body", "lean")}
	queueOnSets   = subject{"queue", record.D("body", "sets")}
	peersOnLean   = subject{"peers", record.D("body", "lean")}
	peersOnSets   = subject{"peers", record.D("body", "sets")}
	storeAxis     = subject{kind: "store"}
	orderAxis     = subject{orderKind, record.D("puzzles", "given")}
	orderShuffled = subject{orderKind, record.D("puzzles", "shuffled")}

	accessOperation = subject{kind: "layout/access"}
	memberOperation = subject{kind: "domains/operations"}
	copyOperation   = subject{kind: "store/copy"}
)

const orderKind = "order"

// dims are the dimensions that all cases of a subject have.
func (s subject) dims() []record.Dim {
	if s.dim == (record.Dim{}) {
		return nil
	}
	return []record.Dim{s.dim}
}

// on returns the dimensions of an axis' case on a set.
func (s subject) on(set string) []record.Dim { return append(s.dims(), record.D("set", set)) }

// of returns the measured records of a subject.
func (s subject) of(set record.Set) record.Set { return set.Measured().Where(s.kind, s.dims()...) }

// puzzles returns the number of puzzles of a subject's record: 1 for an operation, which has none. Nothing
// else was counted where it is 0.
func (s subject) puzzles(r record.Record) float64 {
	if !r.Has("set") {
		return 1
	}
	return r.Value("puzzles")
}

// side is one of the things that a subject compares, and which figures there are of it.
type side struct {
	name, against  string // against: what its time is divided by; "" for none
	counted, timed bool   // ways are counted, and timed unless they are broken; operations are timed only
}

// sides returns what a subject compares, in its order.
func (s subject) sides() []side {
	var out []side
	for _, a := range axes() {
		if a.subject == s {
			for _, w := range a.ways(0) {
				out = append(out, side{w.name, w.against, true, !w.broken})
			}
		}
	}
	for _, o := range operations() {
		if o.subject == s {
			for _, c := range o.contenders(0) {
				out = append(out, side{c.name, c.against, false, true})
			}
		}
	}
	return out
}

// subjects are all of them, in the order of the plan.
func subjects() []subject {
	var out []subject
	for _, a := range axes() {
		out = append(out, a.subject)
	}
	for _, o := range operations() {
		out = append(out, o.subject)
	}
	return out
}

// Names of the choices, and of the ways that ask by member.
const (
	againstFlat   = "flat"
	againstSet    = "set"
	againstRing   = "ring"
	againstStored = "stored"
	againstDeep   = "sets deep"
	againstMRV    = "mrv"
	memberSuffix  = " by member"
)

func axes() []axis {
	return []axis{
		{subject: layoutAxis, lean: true, sets: []string{"own-medium", "own-minimal", "magictour"}, ways: func(uint64) []way {
			return []way{
				{name: againstFlat, form: newLean()},
				{name: "rows-array", against: againstFlat, form: newRows()},
				{name: "rows-slices", against: againstFlat, form: newSliced()},
				{name: "rows-array pairs", against: againstFlat, form: newRowPairs()},
			}
		}},
		{subject: domainsAxis, sets: []string{"own-easy", "own-hard", "own-minimal", "magictour"}, ways: func(uint64) []way {
			return []way{
				{name: againstSet, form: newBody[set]()},
				{name: "list", against: againstSet, form: newBody[list]()},
				{name: "bitmask", against: againstSet, form: newBody[mask]()},
				{name: againstSet + memberSuffix, form: newBody(readByMember[set])},
				{name: "list" + memberSuffix, against: againstSet + memberSuffix, form: newBody(readByMember[list])},
				{name: "bitmask" + memberSuffix, against: againstSet + memberSuffix, form: newBody(readByMember[mask])},
				{name: "lean", against: againstSet + memberSuffix, form: newLean()},
			}
		}},
		{subject: queueOnLean, lean: true, sets: []string{"own-easy", "own-hard", "magictour"}, ways: func(uint64) []way {
			return []way{
				{name: againstRing, form: newLean()},
				{name: "shifted", against: againstRing, form: newLeanShifted()},
				{name: "resliced", against: againstRing, form: newLeanResliced()},
				{name: "bits", against: againstRing, form: newLeanBits()},
			}
		}},
		{subject: queueOnSets, sets: []string{"own-easy", "own-hard", "magictour"}, ways: func(uint64) []way {
			bits := newBitQueue(newPeerTable())
			return []way{
				{name: againstRing, form: newBody[set]()},
				{name: "shifted", against: againstRing, form: newBody(withQueue[set](&shifted{}))},
				{name: "resliced", against: againstRing, form: newBody(withQueue[set](&resliced{}))},
				{name: "bits", against: againstRing, form: newBody(withQueue[set](&bits))},
			}
		}},
		{subject: peersOnLean, lean: true, sets: []string{"own-easy", "own-hard", "magictour"}, ways: func(uint64) []way {
			return []way{
				{name: againstStored, form: newLean()},
				{name: "computed", against: againstStored, form: newLeanComputed()},
			}
		}},
		{subject: peersOnSets, sets: []string{"own-easy", "own-hard", "magictour"}, ways: func(uint64) []way {
			return []way{
				{name: againstStored, form: newBody[set]()},
				{name: "computed", against: againstStored, form: newBody(withPeers[set](&computed{}))},
			}
		}},
		{subject: storeAxis, sets: []string{"own-minimal", "magictour"}, searched: true, ways: func(uint64) []way {
			return []way{
				{name: againstDeep, form: newBody[set]()},
				{name: "sets shallow", form: newBody(withCopies(shallow)), broken: true},
				{name: "sets trail", against: againstDeep, form: newBody(onTrail[set])},
				{name: "bitmasks array", against: againstDeep, form: newLean()},
				{name: "bitmasks trail", against: "bitmasks array", form: newLeanTrail()},
			}
		}},
		{subject: orderAxis, sets: []string{"own-minimal", "magictour", "forum-1106"}, searched: true, long: true, ways: byOrder},
		{subject: orderShuffled, sets: []string{"forum-1106"}, searched: true, long: true, shuffled: true, ways: byOrder},
	}
}

func byOrder(seed uint64) []way {
	return []way{
		{name: againstMRV, form: newLean()},
		{name: "fixed", against: againstMRV, form: newLean(), order: fixed{}},
		{name: "random", against: againstMRV, form: newLean(), order: newRandom(seed)},
	}
}
