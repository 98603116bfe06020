package csp

import (
	"bufio"
	"fmt"
	"io"
)

// TextOptions shapes the text of a tree.
type TextOptions struct {
	Names    Names
	MaxDepth int // levels under the root, 0 for all
	MaxLines int // lines in all, 0 for no bound; the last one tells what is missing
}

// WriteText writes the tree in lines, drawn with box characters:
//
//	initial domains: 81 variables, 30 with one value
//	├─ r1c1 = 5 given
//	│  ├─ #1 r1c3 {1,2,3,4,5,6,7,8,9} → {1,2,3,4,6,7,8,9}
//	…
//
// Reductions and tries carry their order number in time.
func (t *Tree) WriteText(w io.Writer, o TextOptions) error {
	if err := t.drawable(w); err != nil {
		return err
	}
	p := &textPrinter{w: bufio.NewWriter(w), o: o, nodes: t.Nodes}
	p.line("", fmt.Sprintf("initial domains: %d variables, %d with one value", t.Variables, t.Single))
	p.children(t.Root, "", 1)
	if p.err == nil && p.shown < t.Nodes && p.full() {
		_, p.err = fmt.Fprintf(p.w, "… %d nodes more\n", t.Nodes-p.shown)
	}
	if p.err != nil {
		return fmt.Errorf("csp: tree text: %w", p.err)
	}
	if err := p.w.Flush(); err != nil {
		return fmt.Errorf("csp: tree text: %w", err)
	}
	return nil
}

type textPrinter struct {
	w     *bufio.Writer
	o     TextOptions
	nodes int
	lines int
	shown int
	err   error
}

// full reports whether one line is left of MaxLines, the one that tells what is missing;
// the whole tree may take it if it fits.
func (p *textPrinter) full() bool {
	return p.o.MaxLines > 0 && p.nodes >= p.o.MaxLines && p.lines >= p.o.MaxLines-1
}

func (p *textPrinter) line(indent, text string) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, "%s%s\n", indent, text)
		p.lines++
	}
}

func (p *textPrinter) children(n *TreeNode, indent string, depth int) {
	if p.o.MaxDepth > 0 && depth > p.o.MaxDepth && len(n.Children) > 0 {
		if !p.full() {
			p.line(indent, fmt.Sprintf("└─ … %d nodes below", size(n)-1))
		}
		p.shown += size(n) - 1
		return
	}
	for i, c := range n.Children {
		if p.full() || p.err != nil {
			return
		}
		branch, under := "├─ ", "│  "
		if i == len(n.Children)-1 {
			branch, under = "└─ ", "   "
		}
		p.line(indent+branch, p.o.Names.label(c))
		p.shown++
		p.children(c, indent+under, depth+1)
	}
}

// size returns the number of nodes of a subtree, its root included.
func size(n *TreeNode) int {
	s := 1
	for _, c := range n.Children {
		s += size(c)
	}
	return s
}

// label returns the node in words.
func (n Names) label(t *TreeNode) string {
	switch t.Kind {
	case NodeGiven:
		return fmt.Sprintf("%s = %s given", n.variable(t.Var), n.value(t.Value))
	case NodeTry:
		s := fmt.Sprintf("#%d try %s = %s of %s", t.Order, n.variable(t.Var), n.value(t.Value), n.set(t.Before))
		if t.Failed {
			s += ", taken back"
		}
		return s
	case NodeReduction:
		s := fmt.Sprintf("#%d %s %s → %s", t.Order, n.variable(t.Var), n.set(t.Before), n.set(t.After))
		switch {
		case t.Wiped():
			s += " no value left"
		case t.Single():
			s += " single"
		}
		return s
	case NodeConflict:
		if t.By < 0 {
			return n.variable(t.Var) + " has no value"
		}
		return fmt.Sprintf("%s = %s contradicts %s", n.variable(t.Var), n.set(t.Before), n.variable(t.By))
	case NodeSolution:
		return "solution"
	}
	return t.Kind.String()
}
