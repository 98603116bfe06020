package nbexec

import (
	"slices"

	"sudokulab/pkg/nbexec/nbformat"
)

// cellPair is the places of a cell in two notebooks, from 0; -1 where it is not.
type cellPair struct{ a, b int }

// alignment is a cell of either notebook or of both.
type alignment struct {
	cellPair
	moved bool // other cells that are in both stand on another side of it
}

// haveIDs says whether each cell has an id.
func haveIDs(n *nbformat.Notebook) bool {
	return !slices.ContainsFunc(n.Cells, func(c *nbformat.Cell) bool { return c.ID == "" })
}

// alignCells finds the cells that correspond, in the order of a; those that are only in b follow
// what they follow there.
func alignCells(a, b []*nbformat.Cell, byID bool) []alignment {
	if !byID {
		var list []alignment
		for i := range max(len(a), len(b)) {
			p := cellPair{i, i}
			if i >= len(a) {
				p.a = -1
			}
			if i >= len(b) {
				p.b = -1
			}
			list = append(list, alignment{cellPair: p})
		}
		return list
	}
	id := func(c *nbformat.Cell) string { return c.ID }
	list := alignBy(a, b, spanOf(len(a)), spanOf(len(b)), id)

	// The same cell deleted here and inserted there was moved.
	inserted := map[string]int{}
	for _, p := range list {
		if p.a < 0 {
			inserted[b[p.b].ID] = p.b
		}
	}
	to := map[int]int{} // from places in a to places in b
	fromElsewhere := map[int]bool{}
	for _, p := range list {
		if p.b >= 0 {
			continue
		}
		if j, ok := inserted[a[p.a].ID]; ok {
			to[p.a], fromElsewhere[j] = j, true
			delete(inserted, a[p.a].ID) // an id that stands twice, against the format, is moved once
		}
	}
	var out []alignment
	var gap [2][]int // cells of a and of b that correspond to none, between two that do
	flush := func() {
		source := func(c *nbformat.Cell) string { return string(c.Type) + "\x00" + c.Source }
		out = append(out, alignBy(a, b, gap[0], gap[1], source)...)
		gap = [2][]int{}
	}
	for _, p := range list {
		switch {
		case p.a < 0:
			if !fromElsewhere[p.b] {
				gap[1] = append(gap[1], p.b)
			}
		case p.b < 0:
			if j, ok := to[p.a]; ok {
				flush()
				out = append(out, alignment{cellPair{p.a, j}, true})
			} else {
				gap[0] = append(gap[0], p.a)
			}
		default:
			flush()
			out = append(out, p)
		}
	}
	flush()
	return out
}

func spanOf(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// alignBy aligns some cells of a and b, by a longest common subsequence of their keys.
func alignBy(a, b []*nbformat.Cell, inA, inB []int, key func(*nbformat.Cell) string) []alignment {
	keys := func(cells []*nbformat.Cell, places []int) []string {
		list := make([]string, len(places))
		for i, p := range places {
			list[i] = key(cells[p])
		}
		return list
	}
	list := make([]alignment, 0, len(inA)+len(inB))
	for _, e := range editScript(keys(a, inA), keys(b, inB)) {
		p := cellPair{-1, -1}
		if e.mark != '+' {
			p.a, inA = inA[0], inA[1:]
		}
		if e.mark != '-' {
			p.b, inB = inB[0], inB[1:]
		}
		list = append(list, alignment{cellPair: p})
	}
	return list
}
