package tensornet

import (
	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/tensornet/plain"
)

// literalStage is an entry being written: givens, placed, resumed and limit, as [literal.entry] says.
type literalStage struct {
	*literal
	flat [4][]int
}

func (f *literal) stage() stage {
	st := &literalStage{literal: f}
	for i, shape := range f.entry() {
		st.flat[i] = make([]int, shape.Size())
	}
	return st
}

func (st *literalStage) clear() {
	for _, flat := range st.flat {
		clear(flat)
	}
}

func (st *literalStage) place(slot int, givens []uint8, limit int) {
	cells := st.n * st.n
	for cell, given := range givens[:cells] {
		st.flat[0][slot*cells+cell] = int(given)
	}
	st.flat[1][slot], st.flat[3][slot] = 1, limit
}

func (st *literalStage) resume(slot, limit int) { st.flat[2][slot], st.flat[3][slot] = 1, limit }

func (st *literalStage) tensors() []*tensors.Tensor {
	out := make([]*tensors.Tensor, len(st.flat))
	for i, shape := range st.entry() {
		out[i] = tensorOf(st.number, st.flat[i], shape.Dimensions...)
	}
	return out
}

func (f *literal) read(s []*tensors.Tensor, out []reading) {
	for slot := range out {
		out[slot] = reading{end: plain.Exhausted} // as of a slot that was never entered
	}
	number := func(field int, set func(r *reading, v int)) {
		s[field].MustConstFlatData(func(flat any) {
			for slot := range out {
				set(&out[slot], numberAt(flat, slot))
			}
		})
	}
	number(atGuesses, func(r *reading, v int) { r.guesses = v })
	number(atDeepest, func(r *reading, v int) { r.deepest = v })
	number(atGuessed, func(r *reading, v int) { r.guessed = v })
	number(atSteps, func(r *reading, v int) { r.steps = v })
	number(atFound, func(r *reading, v int) { r.found = v })
	for field, end := range map[int]plain.End{atOpen: plain.Open, atLimited: plain.Limited, atTooDeep: plain.TooDeep} {
		number(field, func(r *reading, v int) {
			if v != 0 {
				r.end = end
			}
		})
	}
}

func (f *literal) solutions(s []*tensors.Tensor, slots []int, grids [][]uint8) {
	cells := f.n * f.n
	s[atSolution].MustConstFlatData(func(flat any) {
		for i, slot := range slots {
			clear(grids[i])
			for at := range f.n * cells {
				if numberAt(flat, slot*f.n*cells+at) != 0 {
					grids[i][at%cells] = uint8(at/cells + 1)
				}
			}
		}
	})
}

func (f *literal) weights(s []*tensors.Tensor, slot int, weights []int8) {
	cells := f.n * f.n
	s[atWeight].MustConstFlatData(func(flat any) {
		for cell := range weights[:cells] {
			weights[cell] = int8(numberAt(flat, slot*cells+cell))
		}
	})
}

func (f *literal) stamps(s []*tensors.Tensor, slot int, stamps []int8) {
	cells := f.n * f.n
	s[atStamps].MustConstFlatData(func(flat any) {
		for at := range f.n * cells {
			stamps[at%cells*f.n+at/cells] = int8(numberAt(flat, slot*f.n*cells+at))
		}
	})
}

// move copies slots of one state into the first slots of another of the same board; the rest of that has
// ended.
func (f *literal) move(s []*tensors.Tensor, slots []int, to form) []*tensors.Tensor {
	out := make([]*tensors.Tensor, len(s))
	for i, shape := range to.fields() {
		out[i] = tensors.FromShape(shape)
		each := shape.Size() / to.slots()
		s[i].MustConstFlatData(func(from any) {
			out[i].MustMutableFlatData(func(flat any) {
				for j, slot := range slots {
					for at := range each {
						setNumber(flat, j*each+at, numberAt(from, slot*each+at))
					}
				}
			})
		})
	}
	return out
}
