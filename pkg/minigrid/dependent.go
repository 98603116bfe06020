package minigrid

import (
	"slices"

	"sudokulab/pkg/board"
)

// Pair is two dependent boxes (section 2.3), A < B: they share rows or columns, or a diagonal on
// boards that have them, which is to say that cells of both lie in the Units.
type Pair struct {
	A, B  int
	Units []int // rising, numbered as by board.Shape.Units; boxes are not among them
}

// Dependent returns the dependent pairs of a shape by rising A, then B. On a plain board each box
// depends on 2(k−1) others, wherever it stands, which makes n(k−1) pairs: 18 at 9×9, 48 at 16×16.
// It panics without a shape.
func Dependent(s *board.Shape) []Pair {
	if s == nil {
		panic("minigrid: the shape is nil")
	}
	n := s.Side()
	shared := make([][]int, n*n) // units by A·n + B
	var boxes []int
	for u, cells := range s.Units() {
		if u >= 2*n && u < 3*n {
			continue
		}
		boxes = boxes[:0]
		for _, c := range cells {
			if b := s.BoxOf(c); !slices.Contains(boxes, b) {
				boxes = append(boxes, b)
			}
		}
		slices.Sort(boxes)
		for i, a := range boxes {
			for _, b := range boxes[i+1:] {
				shared[a*n+b] = append(shared[a*n+b], u)
			}
		}
	}
	var pairs []Pair
	for i, units := range shared {
		if units != nil {
			pairs = append(pairs, Pair{A: i / n, B: i % n, Units: units})
		}
	}
	return pairs
}
