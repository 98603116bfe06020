package literal

import (
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/board"
)

// featureCount is the number of features of a node: value, given, row, column, box.
const featureCount = 5

// Features returns the feature matrix of a board, row by row: [N+3n, 5]. A cell has its
// value over n (0 if empty), 1 if it has a value, and the number of its row, column and box
// over n, counted from 0. A filled cell counts as given: a board does not tell who filled
// it.
func Features(b board.Board, units Units) []float32 {
	s := b.Shape()
	n := float32(s.Side())
	out := fixedFeatures(s, units)
	for cell, v := range b.Cells() {
		if v != 0 {
			out[cell*featureCount] = float32(v) / n
			out[cell*featureCount+1] = 1
		}
	}
	return out
}

// fixedFeatures is the matrix of the empty board.
func fixedFeatures(s *board.Shape, units Units) []float32 {
	n := s.Side()
	out := make([]float32, (s.Cells()+kinds*n)*featureCount)
	for cell := range s.Cells() {
		row := out[cell*featureCount:]
		row[2] = float32(s.Row(cell)) / float32(n)
		row[3] = float32(s.Col(cell)) / float32(n)
		row[4] = float32(s.BoxOf(cell)) / float32(n)
	}
	if units == PlacedUnits {
		for kind := range kinds {
			for u := range n {
				out[(s.Cells()+kind*n+u)*featureCount+2+kind] = float32(u) / float32(n)
			}
		}
	}
	return out
}

// features is Features as nodes: boards [B, N] → [B, V, 5].
func features(boards *graph.Node, s *board.Shape, units Units) *graph.Node {
	g := boards.Graph()
	batch, cells, nodes := boards.Shape().Dimensions[0], s.Cells(), s.Cells()+kinds*s.Side()
	fixed := graph.ConstTensor(g, tensors.FromFlatDataAndDimensions(fixedFeatures(s, units), 1, nodes, featureCount))
	fixed = graph.BroadcastToDims(fixed, batch, nodes, featureCount) // [B, V, 5]
	cellsOf := graph.Slice(fixed, graph.AxisRange(), graph.AxisRange(0, cells), graph.AxisRange(2))
	unitsOf := graph.Slice(fixed, graph.AxisRange(), graph.AxisRange(cells, nodes))

	value := graph.ConvertDType(graph.InsertAxes(boards, -1), dtypes.Float32) // [B, N, 1]
	given := graph.ConvertDType(graph.GreaterThan(value, graph.ScalarZero(g, dtypes.Float32)), dtypes.Float32)
	value = graph.DivScalar(value, float64(s.Side()))
	x := graph.Concatenate([]*graph.Node{value, given, cellsOf}, -1) // [B, N, 5]
	x.AssertDims(batch, cells, featureCount)
	return graph.Concatenate([]*graph.Node{x, unitsOf}, 1) // [B, V, 5]
}
