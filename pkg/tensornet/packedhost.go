package tensornet

import (
	"math/bits"

	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/tensornet/plain"
)

// at returns where a slot's lane is: the word, and the shift within it.
func (p *packed) at(slot int) (word, shift int) {
	return slot / p.perWord, slot % p.perWord * p.width
}

// cell returns a cell's place in its box, and where the cell's word is in the tensor of that place.
func (p *packed) cell(cell, word int) (place, index int) {
	row, col := cell/p.n, cell%p.n
	return row%p.k*p.k + col%p.k, (row/p.k*p.k+col/p.k)*p.words + word
}

// packedStage is an entry being written, its tensors as slices.
type packedStage struct {
	*packed
	flat [][]uint64
}

func (p *packed) stage() stage {
	st := &packedStage{packed: p}
	for _, shape := range p.entry() {
		st.flat = append(st.flat, make([]uint64, shape.Size()))
	}
	return st
}

func (st *packedStage) clear() {
	for _, flat := range st.flat {
		clear(flat)
	}
}

func (st *packedStage) place(slot int, givens []uint8, limit int) {
	word, shift := st.at(slot)
	every := uint64(1)<<st.n - 1
	for cell, given := range givens {
		place, index := st.cell(cell, word)
		digits := every
		if given != 0 {
			digits = 1 << (given - 1)
		}
		st.flat[place][index] |= digits << shift
	}
	st.mark(st.n, slot, limit)
}

func (st *packedStage) resume(slot, limit int) { st.mark(st.n+1, slot, limit) }

// mark sets a slot in a mask of the entry, and its limit.
func (st *packedStage) mark(mask, slot, limit int) {
	word, shift := st.at(slot)
	all := uint64(1<<st.n-1) << shift
	st.flat[mask][word] |= all
	for b := range tallyBits {
		if limit>>b&1 != 0 {
			st.flat[st.n+2+b][word] |= all
		}
	}
}

func (st *packedStage) tensors() []*tensors.Tensor {
	out := make([]*tensors.Tensor, len(st.flat))
	for i, shape := range st.entry() {
		out[i] = tensors.FromFlatDataAndDimensions(st.flat[i], shape.Dimensions...)
	}
	return out
}

func (p *packed) read(s []*tensors.Tensor, out []reading) {
	clear(out)
	ends := make([]uint8, len(out))
	fields := s[(stampBits+2)*p.n:]
	number := func(length int, add func(slot int, bit int)) {
		for b := range length {
			tensors.MustConstFlatData(fields[b], func(flat []uint64) {
				for word, lanes := range flat {
					for slot := word * p.perWord; lanes != 0; slot++ {
						if lanes&1 != 0 {
							add(slot, 1<<b)
						}
						lanes >>= p.width
					}
				}
			})
		}
		fields = fields[length:]
	}
	number(depthBits, func(slot, bit int) { out[slot].guesses += bit })
	number(depthBits, func(slot, bit int) { out[slot].deepest += bit })
	number(tallyBits, func(slot, bit int) { out[slot].guessed += bit })
	number(tallyBits, func(slot, bit int) { out[slot].steps += bit })
	number(tallyBits, func(slot, bit int) { out[slot].found += bit })
	fields = fields[tallyBits:]
	number(2, func(slot, bit int) { ends[slot] += uint8(bit) })
	for slot, end := range ends {
		out[slot].end = [...]plain.End{plain.Exhausted, plain.Limited, plain.TooDeep, plain.Open}[end]
	}
}

func (p *packed) solutions(s []*tensors.Tensor, slots []int, grids [][]uint8) {
	for place := range p.n {
		tensors.MustConstFlatData(s[stampBits*p.n+place], func(flat []uint64) {
			for i, slot := range slots {
				word, shift := p.at(slot)
				for box := range p.n {
					digits := flat[box*p.words+word] >> shift & (1<<p.n - 1)
					row, col := box/p.k*p.k+place/p.k, box%p.k*p.k+place%p.k
					grids[i][row*p.n+col] = uint8(bits.Len64(digits & -digits))
				}
			}
		})
	}
}

func (p *packed) stamps(s []*tensors.Tensor, slot int, stamps []int8) {
	clear(stamps)
	word, shift := p.at(slot)
	for b := range stampBits {
		for place := range p.n {
			tensors.MustConstFlatData(s[b*p.n+place], func(flat []uint64) {
				for box := range p.n {
					digits := flat[box*p.words+word] >> shift
					row, col := box/p.k*p.k+place/p.k, box%p.k*p.k+place%p.k
					for d := range p.n {
						stamps[(row*p.n+col)*p.n+d] |= int8(digits>>d&1) << b
					}
				}
			})
		}
	}
}

func (p *packed) weights(s []*tensors.Tensor, slot int, weights []int8) {
	word, shift := p.at(slot)
	for place := range p.n {
		tensors.MustConstFlatData(s[(stampBits+1)*p.n+place], func(flat []uint64) {
			for box := range p.n {
				row, col := box/p.k*p.k+place/p.k, box%p.k*p.k+place%p.k
				weights[row*p.n+col] = int8(flat[box*p.words+word] >> shift & (1<<p.n - 1))
			}
		})
	}
}

// move copies slots of one state into the first slots of another of the same board, the state of a
// smaller form; the rest of that has ended.
func (p *packed) move(s []*tensors.Tensor, slots []int, to form) []*tensors.Tensor {
	q := to.(*packed)
	out := make([]*tensors.Tensor, len(s))
	for i, shape := range q.fields() {
		out[i] = tensors.FromShape(shape)
		tensors.MustConstFlatData(s[i], func(from []uint64) {
			tensors.MustMutableFlatData(out[i], func(flat []uint64) {
				for j, slot := range slots {
					word, shift := p.at(slot)
					toWord, toShift := q.at(j)
					for row := 0; row*p.words < len(from); row++ {
						flat[row*q.words+toWord] |= from[row*p.words+word] >> shift & (1<<p.n - 1) << toShift
					}
				}
			})
		})
	}
	return out
}
