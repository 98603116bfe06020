package minigridrules

import (
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

// positions are the places of a box among the k×k boxes that section 3.4 tells apart.
var positions = []string{"corner", "edge", "interior"}

// position returns the place of a box, an index of positions.
func position(k, box int) int {
	p := 0
	if row := box / k; row > 0 && row < k-1 {
		p++
	}
	if col := box % k; col > 0 && col < k-1 {
		p++
	}
	return p
}

// dependents counts the boxes that each box depends on, by its position, from the cells: boxes
// with a row or a column in common.
func dependents(r *lab.Run, k int) error {
	shape, err := board.ShapeOf(k)
	if err != nil {
		return err
	}
	n := shape.Side()
	depends := make([]map[int]bool, n)
	for box := range depends {
		depends[box] = map[int]bool{}
	}
	for a := range shape.Cells() {
		for b := range shape.Cells() {
			if shape.Row(a) == shape.Row(b) || shape.Col(a) == shape.Col(b) {
				depends[shape.BoxOf(a)][shape.BoxOf(b)] = true
			}
		}
	}
	var boxes, least, most, asked [3]int
	for box := range depends {
		p := position(k, box)
		count := len(depends[box]) - 1 // not itself
		if boxes[p] == 0 {
			least[p] = count
			asked[p] = minigrid.RequiredDegree(k, box)
		}
		if asked[p] != minigrid.RequiredDegree(k, box) {
			return fmt.Errorf("k = %d: two degrees are asked of %s boxes", k, positions[p])
		}
		boxes[p]++
		least[p], most[p] = min(least[p], count), max(most[p], count)
	}
	right := 0
	for p, name := range positions {
		r.Count(name+".boxes", int64(boxes[p]), "boxes")
		if boxes[p] == 0 {
			continue
		}
		r.Count(name+".asked", int64(asked[p]), "boxes")
		r.Count(name+".dependents.min", int64(least[p]), "boxes")
		r.Count(name+".dependents.max", int64(most[p]), "boxes")
		if least[p] == asked[p] && most[p] == asked[p] {
			right += boxes[p]
		}
	}
	r.Count("side", int64(n), "cells")
	r.Count("boxes", int64(n), "boxes")
	r.Count("boxes.as-stated", int64(right), "boxes")
	r.Count("pairs", int64(len(minigrid.Dependent(shape))), "pairs")
	r.Count("pairs.all", int64(n*(n-1)/2), "pairs")
	return nil
}
