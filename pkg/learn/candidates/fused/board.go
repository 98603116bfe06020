package fused

import (
	"context"
	"fmt"
	"math"

	"sudokulab/pkg/board"
)

// Board is a board on which a network computes: the states of its candidates, and room for a step. It
// is for one goroutine.
type Board struct {
	network *Network
	shape   *board.Shape

	candidates int       // n³
	state      []float32 // [candidates, hidden], filled up to whole blocks
	inputs     []uint32  // [candidates] what each knows of the puzzle
	members    []uint32  // [candidates, 4] its cell, row, column and box, as rows of sums

	groups [kinds]struct{ from, to int } // the constraints of each kind, filled up to whole blocks
	sums   []float32                     // [constraints, told]
	said   []float32                     // [constraints, 2·hidden]

	block []float32 // [block, 2·hidden, told or lanes]
}

func newBoard(n *Network, s *board.Shape) *Board {
	side, cells := s.Side(), s.Cells()
	b := &Board{network: n, shape: s, candidates: cells * side}
	padded, at := round(b.candidates, block), 0
	for kind, size := range [kinds]int{cells, 2 * cells, cells} {
		b.groups[kind].from = at
		at += round(size, block)
		b.groups[kind].to = at
	}
	b.state = make([]float32, padded*n.hidden)
	b.inputs, b.members = make([]uint32, padded), make([]uint32, 4*padded)
	b.sums, b.said = make([]float32, at*n.told), make([]float32, at*2*n.hidden)
	b.block = make([]float32, block*max(2*n.hidden, n.told, lanes))
	for cell := range cells {
		for digit := range side {
			of := b.members[4*(cell*side+digit):][:4]
			lines, boxes := b.groups[lineKind].from, b.groups[boxKind].from
			of[0] = uint32(cell)
			of[1] = uint32(lines + s.Row(cell)*side + digit)
			of[2] = uint32(lines + cells + s.Col(cell)*side + digit)
			of[3] = uint32(boxes + s.BoxOf(cell)*side + digit)
		}
	}
	return b
}

// Start puts a puzzle [N], 0 for an empty cell, on the board and its candidates into their first states, with
// noise [H] added to all of them unless it is nil.
func (b *Board) Start(cells []uint8, noise []float32) error {
	n, side := b.network, b.shape.Side()
	if len(cells) != b.shape.Cells() {
		return fmt.Errorf("fused: %d cells, want %d", len(cells), b.shape.Cells())
	}
	if noise != nil && len(noise) != n.config.Hidden {
		return fmt.Errorf("fused: noise of %d numbers, want %d", len(noise), n.config.Hidden)
	}
	for cell, d := range cells {
		if int(d) > side {
			return fmt.Errorf("fused: digit %d in %s, want 0…%d", d, b.shape.CellName(cell), side)
		}
		for digit := range side {
			knows := uint32(open)
			switch int(d) {
			case 0:
			case digit + 1:
				knows = given
			default:
				knows = excluded
			}
			candidate := cell*side + digit
			b.inputs[candidate] = knows
			state := b.state[candidate*n.hidden:][:n.hidden]
			copy(state, n.start[int(knows)*n.hidden:])
			for i, v := range noise {
				state[i] += v
			}
		}
	}
	return nil
}

// Steps makes a number of steps. Between them ctx is looked at.
func (b *Board) Steps(ctx context.Context, number int) error {
	for range number {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.step()
	}
	return nil
}

// step is one round of messages, in place: what candidates tell is gathered before any state moves.
func (b *Board) step() {
	n := b.network
	k := n.kernels
	clear(b.sums)
	told := b.block[:block*n.told]
	for from := 0; from < b.candidates; from += block {
		k.product(told, n.bias, b.state[from*n.hidden:], n.hidden, &n.tell)
		if n.softmax() {
			k.exponents(told, block, n.half)
		} else {
			k.tangents(told)
		}
		k.gather(b.sums, told, b.members[4*from:], min(block, b.candidates-from), n.told)
	}
	b.listen()
	wide := 2 * n.hidden
	for kind, g := range b.groups {
		for from := g.from; from < g.to; from += block {
			k.product(b.said[from*wide:], n.zero, b.sums[from*n.told:], n.told, &n.heard[kind])
		}
	}
	moves := b.block[:block*wide]
	for from := 0; from < b.candidates; from += block {
		state := b.state[from*n.hidden:]
		k.hear(moves, b.said, n.base, b.members[4*from:], b.inputs[from:], block, wide)
		k.product(moves, nil, state, n.hidden, &n.update)
		k.update(state, moves, block, n.hidden)
	}
}

// listen turns the sums of the constraints into what they tell their members.
func (b *Board) listen() {
	n := b.network
	switch {
	case n.softmax():
		n.kernels.features(b.sums, len(b.sums)/n.told, n.half)
	case n.mean():
		side := float32(b.shape.Side())
		for i := range b.sums {
			b.sums[i] /= side
		}
	}
}

// Scores sets into [N·n] to the score of each candidate.
func (b *Board) Scores(into []float32) error {
	n := b.network
	if len(into) != b.candidates {
		return fmt.Errorf("fused: room for %d scores, want %d", len(into), b.candidates)
	}
	out := b.block[:block*lanes]
	for from := 0; from < b.candidates; from += block {
		n.kernels.product(out, n.offset, b.state[from*n.hidden:], n.hidden, &n.score)
		for i := range min(block, b.candidates-from) {
			into[from+i] = out[i*lanes]
		}
	}
	return nil
}

// Probabilities sets into [N·n] to the softmax of the scores over the digits of each cell.
func (b *Board) Probabilities(into []float32) error {
	if err := b.Scores(into); err != nil {
		return err
	}
	side := b.shape.Side()
	for from := 0; from < len(into); from += side {
		row := into[from:][:side]
		highest := float32(math.Inf(-1))
		for _, v := range row {
			highest = max(highest, v) // max keeps a NaN
		}
		total := float32(0)
		for i, v := range row {
			row[i] = float32(math.Exp(float64(v - highest)))
			total += row[i]
		}
		for i := range row {
			row[i] /= total
		}
	}
	return nil
}

// States returns a copy of the states [N·n, H].
func (b *Board) States() []float32 {
	h := b.network.config.Hidden
	out := make([]float32, 0, b.candidates*h)
	for i := range b.candidates {
		out = append(out, b.state[i*b.network.hidden:][:h]...)
	}
	return out
}
