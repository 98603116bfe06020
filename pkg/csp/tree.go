package csp

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// NodeKind says what a node of a [Tree] stands for.
type NodeKind uint8

// The kinds of nodes.
const (
	// NodeRoot: the initial domains.
	NodeRoot NodeKind = iota
	// NodeGiven: a variable with one value from the start, shown if it reduced another.
	NodeGiven
	// NodeTry: an assignment of the search.
	NodeTry
	// NodeReduction: a domain that lost values.
	NodeReduction
	// NodeConflict: two fixed values that contradict each other, or a domain that was empty
	// from the start (By −1).
	NodeConflict
	// NodeSolution: every variable has one value.
	NodeSolution
)

var nodeNames = [...]string{"root", "given", "try", "reduction", "conflict", "solution"}

// String returns the kind in lower case.
func (k NodeKind) String() string {
	if int(k) >= len(nodeNames) {
		return fmt.Sprintf("node(%d)", uint8(k))
	}
	return nodeNames[k]
}

// MarshalText writes the kind as [NodeKind.String] does.
func (k NodeKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (k *NodeKind) UnmarshalText(text []byte) error {
	i := slices.Index(nodeNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("csp: tree node %q, want one of %v", text, nodeNames)
	}
	*k = NodeKind(i)
	return nil
}

// TreeNode is a node of a [Tree].
type TreeNode struct {
	Kind     NodeKind    `json:"kind"`
	Order    int         `json:"order,omitempty"` // 1, 2, 3, … over reductions and tries in time; 0 for the others
	Var      int         `json:"var"`             // −1 if none
	By       int         `json:"by"`              // variable that Var was revised against, −1 if none
	Value    int         `json:"value"`           // value given or tried
	Before   Set         `json:"before"`
	After    Set         `json:"after"`
	Failed   bool        `json:"failed,omitempty"` // a try taken back without a solution under it
	Children []*TreeNode `json:"children,omitempty"`
}

// Single reports whether the node is a reduction that left one value.
func (n *TreeNode) Single() bool { return n.Kind == NodeReduction && n.After.Single() }

// Wiped reports whether the node is a reduction that left none.
func (n *TreeNode) Wiped() bool { return n.Kind == NodeReduction && n.After == 0 }

// Tree shows why each domain shrank: every reduction hangs under the event that caused it,
// the last change of the variable that it was revised against. That is a given, an earlier
// reduction of the same propagation, or the assignment that started it; assignments hang
// under the assignment before them, as in a search tree.
//
//	initial domains
//	├─ given ─┬─ reduction
//	│         └─ reduction to one value ─┬─ reduction …
//	└─ try ───┬─ reduction …
//	          └─ try …
type Tree struct {
	Root      *TreeNode `json:"root"`
	Variables int       `json:"variables"`
	Single    int       `json:"single"` // variables with one value from the start
	Nodes     int       `json:"nodes"`  // nodes of the tree, the root not counted
}

// NewTree builds the tree of a run from its initial domains and its events, which may stop
// anywhere but must be complete up to there. It errs on events that do not fit.
func NewTree(domains []Set, events []Event) (*Tree, error) {
	t := &Tree{Root: &TreeNode{Kind: NodeRoot, Var: -1, By: -1}, Variables: len(domains)}
	for _, d := range domains {
		if d.Single() {
			t.Single++
		}
	}
	b := treeBuilder{
		tree:   t,
		start:  domains,
		last:   make([]*TreeNode, len(domains)),
		givens: make([]*TreeNode, len(domains)),
		path:   []*TreeNode{t.Root},
	}
	for _, e := range events {
		if err := b.add(e); err != nil {
			return nil, err
		}
	}
	return t, nil
}

type treeBuilder struct {
	tree   *Tree
	start  []Set
	last   []*TreeNode // by variable: its last change, taken back or not, nil for none
	givens []*TreeNode // by variable: its node under the root, nil for none yet
	path   []*TreeNode // root, try at depth 1, try at depth 2, …
	order  int
}

func (b *treeBuilder) add(e Event) error {
	if e.Var < -1 || e.Var >= len(b.start) || e.By < -1 || e.By >= len(b.start) {
		return fmt.Errorf("csp: event %d: variables %d and %d, want −1 to %d", e.Seq, e.Var, e.By, len(b.start)-1)
	}
	if needsVar := e.Kind != Start && e.Kind != Solution; needsVar && e.Var < 0 {
		return fmt.Errorf("csp: event %d: %v without a variable", e.Seq, e.Kind)
	}
	here := b.path[len(b.path)-1]
	switch e.Kind {
	case Try:
		if e.Depth != len(b.path) {
			return fmt.Errorf("csp: event %d: try at depth %d, want %d", e.Seq, e.Depth, len(b.path))
		}
		node := b.hang(here, NodeTry, e)
		b.path = append(b.path, node)
		b.last[e.Var] = node
	case Backtrack:
		if e.Depth != len(b.path)-1 || e.Depth < 1 {
			return fmt.Errorf("csp: event %d: backtrack at depth %d, want %d", e.Seq, e.Depth, len(b.path)-1)
		}
		here.Failed = !here.solved()
		b.path = b.path[:len(b.path)-1]
	case Reduction:
		if e.By < 0 {
			return fmt.Errorf("csp: event %d: reduction without a cause", e.Seq)
		}
		b.last[e.Var] = b.hang(b.cause(e.By, here), NodeReduction, e)
	case Conflict:
		b.hang(here, NodeConflict, e)
	case Wipeout:
		if e.By < 0 {
			b.hang(here, NodeConflict, e)
		}
	case Solution:
		b.hang(here, NodeSolution, e)
	}
	return nil
}

// cause returns the node under which a reduction by variable x hangs. A change that another
// try made, standing or taken back, cannot be x's last: the propagation after a try starts
// from that try alone, so x has changed since.
func (b *treeBuilder) cause(x int, here *TreeNode) *TreeNode {
	if node := b.last[x]; node != nil {
		return node
	}
	if here != b.tree.Root || !b.start[x].Single() {
		return here
	}
	if b.givens[x] == nil {
		b.givens[x] = b.hang(here, NodeGiven, Event{Var: x, By: -1, Value: b.start[x].Min(), Before: b.start[x], After: b.start[x]})
	}
	return b.givens[x]
}

func (b *treeBuilder) hang(parent *TreeNode, kind NodeKind, e Event) *TreeNode {
	node := &TreeNode{Kind: kind, Var: e.Var, By: e.By, Value: e.Value, Before: e.Before, After: e.After}
	if kind == NodeTry || kind == NodeReduction {
		b.order++
		node.Order = b.order
	}
	parent.Children = append(parent.Children, node)
	b.tree.Nodes++
	return node
}

// solved reports whether a solution hangs under the search node.
func (n *TreeNode) solved() bool {
	for _, c := range n.Children {
		if c.Kind == NodeSolution || c.Kind == NodeTry && !c.Failed {
			return true
		}
	}
	return false
}

// drawable says why the tree cannot be written.
func (t *Tree) drawable(w io.Writer) error {
	switch {
	case t.Root == nil:
		return errors.New("csp: the zero Tree, want one of NewTree")
	case w == nil:
		return errors.New("csp: no writer")
	}
	return nil
}

// Condense returns a copy without the reductions that left two values or more, the
// skeleton of the cascade: what hung under one of them hangs under the nearest node that
// stays. Order numbers are kept.
func (t *Tree) Condense() *Tree {
	out := &Tree{Variables: t.Variables, Single: t.Single}
	if t.Root == nil {
		return out
	}
	var condense func(n, under *TreeNode)
	condense = func(n, under *TreeNode) {
		for _, c := range n.Children {
			next := under
			if c.Kind != NodeReduction || c.After.Len() < 2 {
				node := *c
				node.Children = nil
				next = &node
				under.Children = append(under.Children, next)
				out.Nodes++
			}
			condense(c, next)
		}
	}
	root := *t.Root
	root.Children = nil
	out.Root = &root
	condense(t.Root, &root)
	return out
}

// Names gives variables and values the names of the problem at hand. A nil function stands
// for the plain numbers, x3 for a variable and 3 for a value.
type Names struct {
	Variable func(variable int) string
	Value    func(value int) string
}

func (n Names) variable(x int) string {
	if n.Variable == nil {
		return fmt.Sprintf("x%d", x)
	}
	return n.Variable(x)
}

func (n Names) value(v int) string {
	if n.Value == nil {
		return strconv.Itoa(v)
	}
	return n.Value(v)
}

func (n Names) set(s Set) string { return s.Format(n.value) }
