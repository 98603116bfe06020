package csp

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
)

// MaxVariables bounds a network, so that its indices fit in 32 bits with room to spare.
const MaxVariables = 1 << 20

// Network is a binary constraint network: variables 0…V−1 with domains, and constraints
// between pairs of them. It is immutable and may be shared by any number of solvers.
//
// Each constraint between i and j makes two arcs, (i, j) and (j, i); arc (i, j) is the duty
// to revise the domain of i against that of j. Arcs are numbered by i, then j, both rising:
//
//	arc      0 1 2 3 4 5 …
//	of i     0 0 0 1 1 1 …      first[i] is the first arc of i
//	to j     1 2 5 0 2 3 …      to[arc]
//	reverse  3 … the number of arc (j, i)
//	table   −1 −1 0 …           −1: not equal; t ≥ 0: a general relation, whose supports
//	                            of value a of i are support[64·t + a], a Set over j
//
// Methods that take a variable panic for one that the Network lacks.
type Network struct {
	domains []Set
	first   []int32 // V+1 entries
	of      []int32
	to      []int32
	reverse []int32
	table   []int32
	support []Set

	// The two kinds apart, for the events discipline: for each variable its neighbours by
	// not-equal constraints, and its arcs of general relations.
	unequalFirst []int32
	unequal      []int32
	generalFirst []int32
	general      []int32
}

// Variables returns the number of variables.
func (n *Network) Variables() int { return len(n.domains) }

// Domain returns the initial domain of variable i.
func (n *Network) Domain(i int) Set { return n.domains[i] }

// Constraints returns the number of constrained pairs of variables.
func (n *Network) Constraints() int { return len(n.to) / 2 }

// Arcs returns the number of directed arcs, twice the constraints.
func (n *Network) Arcs() int { return len(n.to) }

// Degree returns the number of neighbours of variable i.
func (n *Network) Degree(i int) int { return int(n.first[i+1] - n.first[i]) }

// Neighbours yields the variables that share a constraint with i, in rising order.
func (n *Network) Neighbours(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, j := range n.to[n.first[i]:n.first[i+1]] {
			if !yield(int(j)) {
				return
			}
		}
	}
}

// Allowed reports whether i = a and j = b may stand together: always if no constraint
// joins them. It costs a binary search.
func (n *Network) Allowed(i, a, j, b int) bool {
	lo, hi := n.first[i], n.first[i+1]
	k, ok := slices.BinarySearch(n.to[lo:hi], int32(j))
	return !ok || n.revise(lo+int32(k), 1<<a, 1<<b) != 0
}

// Check returns nil if the values, one per variable, lie in the initial domains and satisfy
// every constraint; otherwise an error that names the first fault.
func (n *Network) Check(values []int) error {
	if len(values) != len(n.domains) {
		return fmt.Errorf("csp: %d values, want %d", len(values), len(n.domains))
	}
	for i, v := range values {
		if v < 0 || v >= MaxValues || !n.domains[i].Has(v) {
			return fmt.Errorf("csp: variable %d is %d, want one of %v", i, v, n.domains[i])
		}
	}
	for arc, j := range n.to {
		i := n.of[arc]
		if n.revise(int32(arc), 1<<values[i], 1<<values[j]) == 0 {
			return fmt.Errorf("csp: variables %d = %d and %d = %d break their constraint", i, values[i], j, values[j])
		}
	}
	return nil
}

// Builder collects a network. The first bad input makes every later call idle and is
// returned by [Builder.Build], so that the calls in between need no checks. The zero
// Builder is ready to use.
type Builder struct {
	domains []Set
	pairs   map[[2]int32]*relation // i < j
	err     error
}

// relation is the constraint of a pair i < j.
type relation struct {
	unequal bool
	support *[MaxValues]Set // of the values of i, over j; nil if only unequal
}

func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("csp: "+format, args...)
	}
}

// Variable adds a variable and returns its index. Its domain must not be empty.
func (b *Builder) Variable(domain Set) int {
	i := len(b.domains)
	switch {
	case domain == 0:
		b.fail("variable %d has an empty domain", i)
	case i >= MaxVariables:
		b.fail("more than %d variables", MaxVariables)
	default:
		b.domains = append(b.domains, domain)
	}
	return i
}

// Variables adds count variables of one domain and returns the first one's index.
func (b *Builder) Variables(count int, domain Set) int {
	first := len(b.domains)
	if count < 0 {
		b.fail("%d variables, want 0 or more", count)
	}
	for k := 0; k < count && b.err == nil; k++ {
		b.Variable(domain)
	}
	return first
}

// pair returns the constraint of i and j, new if there is none, and whether its direction
// is turned round (i > j); nil after an error.
func (b *Builder) pair(i, j int) (r *relation, turned bool) {
	for _, x := range [...]int{i, j} {
		if x < 0 || x >= len(b.domains) {
			b.fail("constraint (%d, %d): variable %d, want 0 to %d", i, j, x, len(b.domains)-1)
		}
	}
	if i == j {
		b.fail("constraint (%d, %d): a variable with itself", i, j)
	}
	if b.err != nil {
		return nil, false
	}
	if turned = i > j; turned {
		i, j = j, i
	}
	if b.pairs == nil {
		b.pairs = make(map[[2]int32]*relation)
	}
	key := [2]int32{int32(i), int32(j)}
	if r = b.pairs[key]; r == nil {
		r = new(relation)
		b.pairs[key] = r
	}
	return r, turned
}

// NotEqual demands that i and j differ.
func (b *Builder) NotEqual(i, j int) {
	if r, _ := b.pair(i, j); r != nil {
		r.unequal = true
	}
}

// AllDifferent demands that the variables differ pairwise. A pair that already has this
// constraint gets no second one, so overlapping cliques may be added as they come.
func (b *Builder) AllDifferent(variables ...int) {
	for k, i := range variables {
		for _, j := range variables[k+1:] {
			b.NotEqual(i, j)
		}
	}
}

// AddRelation demands that allowed(a, b) holds for the values a of i and b of j. It asks
// about each pair of the two domains once, at once. Constraints of one pair add up: what
// remains is their intersection.
func (b *Builder) AddRelation(i, j int, allowed func(a, b int) bool) {
	if allowed == nil {
		b.fail("constraint (%d, %d): relation is nil", i, j)
	}
	r, turned := b.pair(i, j)
	if r == nil {
		return
	}
	lo, hi := i, j
	if turned {
		lo, hi = j, i
	}
	var table [MaxValues]Set
	for x := range b.domains[lo].All() {
		for y := range b.domains[hi].All() {
			v, w := x, y
			if turned {
				v, w = y, x
			}
			if allowed(v, w) {
				table[x] |= 1 << y
			}
		}
	}
	if r.support != nil {
		for v := range table {
			table[v] &= r.support[v]
		}
	}
	r.support = &table
}

// Build returns the network, or the first error of the calls before. The Builder may be
// used on afterwards; the network does not change with it.
func (b *Builder) Build() (*Network, error) {
	if b.err != nil {
		return nil, b.err
	}
	if len(b.domains) == 0 {
		return nil, errors.New("csp: network without variables")
	}
	type directed struct {
		i, j int32
		r    *relation
	}
	arcs := make([]directed, 0, 2*len(b.pairs))
	for key, r := range b.pairs {
		arcs = append(arcs, directed{key[0], key[1], r}, directed{key[1], key[0], r})
	}
	byEnds := func(x, y directed) int { return cmp.Or(cmp.Compare(x.i, y.i), cmp.Compare(x.j, y.j)) }
	slices.SortFunc(arcs, byEnds)

	v := len(b.domains)
	n := &Network{
		domains:      slices.Clone(b.domains),
		first:        make([]int32, v+1),
		of:           make([]int32, len(arcs)),
		to:           make([]int32, len(arcs)),
		reverse:      make([]int32, len(arcs)),
		table:        make([]int32, len(arcs)),
		unequalFirst: make([]int32, v+1),
		generalFirst: make([]int32, v+1),
	}
	for k, a := range arcs {
		n.of[k], n.to[k] = a.i, a.j
		n.first[a.i+1] = int32(k + 1)
		n.table[k] = -1
		if a.r.support == nil {
			n.unequal = append(n.unequal, a.j)
			n.unequalFirst[a.i+1] = int32(len(n.unequal))
			continue
		}
		n.table[k] = int32(len(n.support) / MaxValues)
		n.support = append(n.support, a.r.directed(a.i > a.j)...)
		n.general = append(n.general, int32(k))
		n.generalFirst[a.i+1] = int32(len(n.general))
	}
	for i := range v { // a variable without arcs starts where its predecessor ends
		n.first[i+1] = max(n.first[i+1], n.first[i])
		n.unequalFirst[i+1] = max(n.unequalFirst[i+1], n.unequalFirst[i])
		n.generalFirst[i+1] = max(n.generalFirst[i+1], n.generalFirst[i])
	}
	for k, a := range arcs {
		j, _ := slices.BinarySearchFunc(arcs, directed{i: a.j, j: a.i}, byEnds)
		n.reverse[k] = int32(j)
	}
	return n, nil
}

// directed returns the 64 support sets of the relation seen from i, or from j if turned.
func (r *relation) directed(turned bool) []Set {
	table := make([]Set, MaxValues)
	for a, supporters := range r.support {
		if r.unequal {
			supporters &^= 1 << a
		}
		if !turned {
			table[a] = supporters
			continue
		}
		for b := range supporters.All() {
			table[b] |= 1 << a
		}
	}
	return table
}
