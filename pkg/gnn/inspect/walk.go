package inspect

import "github.com/gomlx/gomlx/core/graph"

// walk is a look over the nodes of a graph that its outputs need, in the order in which
// they were built.
type walk struct {
	nodes   []*graph.Node
	outputs []*graph.Node
	forward graph.NodeId // the last node of the forward pass
	root    map[graph.NodeId]*graph.Node
}

func newWalk(g *graph.Graph, outputs []*graph.Node, forward *graph.Node) *walk {
	w := &walk{outputs: outputs, forward: forward.Id(), root: map[graph.NodeId]*graph.Node{}}
	needed := map[graph.NodeId]bool{}
	stack := append([]*graph.Node(nil), outputs...)
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if needed[n.Id()] {
			continue
		}
		needed[n.Id()] = true
		stack = append(stack, n.Inputs()...)
	}
	for _, n := range g.Nodes() {
		if !needed[n.Id()] {
			continue
		}
		w.nodes = append(w.nodes, n)
		w.root[n.Id()] = n
		if isView(n) {
			w.root[n.Id()] = w.root[n.Inputs()[0].Id()]
		}
	}
	return w
}

// isView reports that a node only shows its input's values again.
func isView(n *graph.Node) bool {
	switch n.Type() {
	case graph.NodeTypeReshape, graph.NodeTypeIdentity, graph.NodeTypeOptimizationBarrier, graph.NodeTypeSchedulingBarrier:
		return true
	}
	return false
}

// lasting reports that a value is there before the step and stays: not an intermediate one.
func lasting(n *graph.Node) bool {
	return n.Type() == graph.NodeTypeParameter || n.Type() == graph.NodeTypeConstant
}

// bytes of a node's value. A node of several results counts by the nodes that split it.
func bytes(n *graph.Node) int64 {
	if n.NumOutputs() != 1 {
		return 0
	}
	return n.Shape().ByteSize()
}

// products counts the matrix products of the forward pass: [m, k]·[k, o] takes 2·m·k·o.
func (w *walk) products() (total int64) {
	for _, n := range w.nodes {
		if n.Id() > w.forward || n.Type() != graph.NodeTypeDotGeneral {
			continue
		}
		shared := n.Inputs()[0].Shape().Size() * n.Inputs()[1].Shape().Size() / n.Shape().Size() // k²
		k := 1
		for k*k < shared {
			k++
		}
		total += 2 * int64(n.Shape().Size()) * int64(k)
	}
	return total
}

// held sums what the backward pass reads of the forward pass.
func (w *walk) held() (total int64) {
	counted := map[graph.NodeId]bool{}
	for _, n := range w.nodes {
		if n.Id() <= w.forward {
			continue
		}
		for _, in := range n.Inputs() {
			r := w.root[in.Id()]
			if r.Id() > w.forward || lasting(r) || counted[r.Id()] {
				continue
			}
			counted[r.Id()] = true
			total += bytes(r)
		}
	}
	return total
}

// peak runs over the nodes in order and follows the sum of what is alive.
func (w *walk) peak() int64 {
	lastUse := map[graph.NodeId]int{}
	var alive int64
	for i, n := range w.nodes {
		lastUse[w.root[n.Id()].Id()] = i
		for _, in := range n.Inputs() {
			lastUse[w.root[in.Id()].Id()] = i
		}
		if lasting(n) {
			alive += bytes(n)
		}
	}
	for _, n := range w.outputs {
		lastUse[w.root[n.Id()].Id()] = len(w.nodes)
	}
	ends := make([][]*graph.Node, len(w.nodes)+1)
	for _, n := range w.nodes {
		if w.root[n.Id()] == n && !lasting(n) {
			ends[lastUse[n.Id()]] = append(ends[lastUse[n.Id()]], n)
		}
	}
	most := alive
	for i, n := range w.nodes {
		if w.root[n.Id()] == n && !lasting(n) {
			alive += bytes(n)
		}
		most = max(most, alive)
		for _, dead := range ends[i] {
			alive -= bytes(dead)
		}
	}
	return most
}
