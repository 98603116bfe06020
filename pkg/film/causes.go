package film

import (
	"slices"

	"sudokulab/pkg/csp"
)

// SearchTree returns what a propagation tree tells of the search: the guesses and, under each,
// the variables that it decided or emptied. What happened before the first guess is left out,
// as are losses that left several values. Order numbers are kept, the tree is left as it is.
func SearchTree(tree *csp.Tree) *csp.Tree {
	out := tree.Condense()
	out.Root.Children = slices.DeleteFunc(out.Root.Children, func(n *csp.TreeNode) bool {
		return n.Kind != csp.NodeTry
	})
	out.Nodes = below(out.Root)
	return out
}

// below returns the number of nodes under a node.
func below(n *csp.TreeNode) int {
	count := len(n.Children)
	for _, c := range n.Children {
		count += below(c)
	}
	return count
}

// Causes returns the part of a propagation tree that explains the given variables: what they
// lost, and above each loss all that it hangs under, up to the root. Order numbers are kept.
// The tree is left as it is.
func Causes(tree *csp.Tree, variables ...int) *csp.Tree {
	out := &csp.Tree{Variables: tree.Variables, Single: tree.Single}
	var keep func(n *csp.TreeNode) *csp.TreeNode
	keep = func(n *csp.TreeNode) *csp.TreeNode {
		copied := *n
		copied.Children = nil
		for _, c := range n.Children {
			if k := keep(c); k != nil {
				copied.Children = append(copied.Children, k)
			}
		}
		asked := n.Kind == csp.NodeReduction && slices.Contains(variables, n.Var)
		if len(copied.Children) == 0 && !asked {
			return nil
		}
		return &copied
	}
	out.Root = keep(tree.Root)
	if out.Root == nil {
		out.Root = &csp.TreeNode{Kind: csp.NodeRoot, Var: -1, By: -1}
		return out
	}
	out.Nodes = below(out.Root)
	return out
}
