package cspdesign

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
	name     string
	sets     []string
	searched bool // only puzzles that AC-3 leaves open
	long     bool // also puzzles whose search is not short
	lean     bool // no way takes long: several tries a round
	shuffled bool // each puzzle under a random symmetry
	ways     func(seed uint64) []way
}

// Names of the axes. Queues and peers are exchanged under both solvers: what they are worth
// depends on what the rest of an arc costs.
const (
	layoutAxis    = "layout"
	domainsAxis   = "domains"
	queueOnLean   = "queue/body=lean"
	queueOnSets   = "queue/body=sets"
	peersOnLean   = "peers/body=lean"
	peersOnSets   = "peers/body=sets"
	storeAxis     = "store"
	orderAxis     = "order"
	orderShuffled = "order/shuffled"
	accessCase    = "layout/access"
	memberCase    = "domains/operations"
	copyCase      = "store/copy"
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
		{name: layoutAxis, lean: true, sets: []string{"own-medium", "own-minimal", "magictour"}, ways: func(uint64) []way {
			return []way{
				{name: againstFlat, form: newLean()},
				{name: "rows-array", against: againstFlat, form: newRows()},
				{name: "rows-slices", against: againstFlat, form: newSliced()},
				{name: "rows-array pairs", against: againstFlat, form: newRowPairs()},
			}
		}},
		{name: domainsAxis, sets: []string{"own-easy", "own-hard", "own-minimal", "magictour"}, ways: func(uint64) []way {
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
		{name: queueOnLean, lean: true, sets: []string{"own-easy", "own-hard", "magictour"}, ways: func(uint64) []way {
			return []way{
				{name: againstRing, form: newLean()},
				{name: "shifted", against: againstRing, form: newLeanShifted()},
				{name: "resliced", against: againstRing, form: newLeanResliced()},
				{name: "bits", against: againstRing, form: newLeanBits()},
			}
		}},
		{name: queueOnSets, sets: []string{"own-easy", "own-hard", "magictour"}, ways: func(uint64) []way {
			bits := newBitQueue(newPeerTable())
			return []way{
				{name: againstRing, form: newBody[set]()},
				{name: "shifted", against: againstRing, form: newBody(withQueue[set](&shifted{}))},
				{name: "resliced", against: againstRing, form: newBody(withQueue[set](&resliced{}))},
				{name: "bits", against: againstRing, form: newBody(withQueue[set](&bits))},
			}
		}},
		{name: peersOnLean, lean: true, sets: []string{"own-easy", "own-hard", "magictour"}, ways: func(uint64) []way {
			return []way{
				{name: againstStored, form: newLean()},
				{name: "computed", against: againstStored, form: newLeanComputed()},
			}
		}},
		{name: peersOnSets, sets: []string{"own-easy", "own-hard", "magictour"}, ways: func(uint64) []way {
			return []way{
				{name: againstStored, form: newBody[set]()},
				{name: "computed", against: againstStored, form: newBody(withPeers[set](&computed{}))},
			}
		}},
		{name: storeAxis, sets: []string{"own-minimal", "magictour"}, searched: true, ways: func(uint64) []way {
			return []way{
				{name: againstDeep, form: newBody[set]()},
				{name: "sets shallow", form: newBody(withCopies(shallow)), broken: true},
				{name: "sets trail", against: againstDeep, form: newBody(onTrail[set])},
				{name: "bitmasks array", against: againstDeep, form: newLean()},
				{name: "bitmasks trail", against: "bitmasks array", form: newLeanTrail()},
			}
		}},
		{name: orderAxis, sets: []string{"own-minimal", "magictour", "forum-1106"}, searched: true, long: true, ways: byOrder},
		{name: orderShuffled, sets: []string{"forum-1106"}, searched: true, long: true, shuffled: true, ways: byOrder},
	}
}

func byOrder(seed uint64) []way {
	return []way{
		{name: againstMRV, form: newLean()},
		{name: "fixed", against: againstMRV, form: newLean(), order: fixed{}},
		{name: "random", against: againstMRV, form: newLean(), order: newRandom(seed)},
	}
}
