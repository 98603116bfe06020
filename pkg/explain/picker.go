package explain

import "math/bits"

// picker goes through the choices of size masks of a list whose union has no more than limit bits, in
// lexicographic order. Subsets and fish are such choices.
type picker struct {
	masks [64]uint64
	ids   [64]int // what each mask stands for
	n     int     // masks in the list
	size  int
	limit int
	at    [maxSize]int        // the choice, as indices in rising order
	union [maxSize + 1]uint64 // of the first masks of the choice
	depth int
}

// maxSize is the largest size of a choice: quads and jellyfish.
const maxSize = 4

// reset empties the list.
func (k *picker) reset() { k.n = 0 }

// add puts a mask on the list.
func (k *picker) add(id int, mask uint64) {
	k.masks[k.n], k.ids[k.n] = mask, id
	k.n++
}

// start begins to choose.
func (k *picker) start(size, limit int) {
	k.size, k.limit, k.depth = size, limit, 0
	k.at[0] = -1
}

// next goes to the next choice and reports whether there is one.
func (k *picker) next() bool {
	for {
		k.at[k.depth]++
		i := k.at[k.depth]
		if i > k.n-(k.size-k.depth) {
			k.depth--
			if k.depth < 0 {
				return false
			}
			continue
		}
		u := k.union[k.depth] | k.masks[i]
		if bits.OnesCount64(u) > k.limit {
			continue
		}
		k.union[k.depth+1] = u
		if k.depth == k.size-1 {
			return true
		}
		k.depth++
		k.at[k.depth] = i
	}
}

// all returns the union of the choice.
func (k *picker) all() uint64 { return k.union[k.size] }

// chosen returns what the i-th mask of the choice stands for.
func (k *picker) chosen(i int) int { return k.ids[k.at[i]] }

// minimal reports that no smaller choice within this one has a union as short: j masks with j bits,
// less what limit falls short of size.
func (k *picker) minimal() bool {
	var masks [maxSize]uint64
	for i := range k.size {
		masks[i] = k.masks[k.at[i]]
	}
	return minimal(masks[:k.size], k.size-k.limit)
}

// minimal reports that no proper part of some masks, j of them, has a union of j − lack bits or fewer.
func minimal(masks []uint64, lack int) bool {
	for part := uint(1); part < 1<<len(masks)-1; part++ {
		var union uint64
		for i, m := range masks {
			if part>>i&1 != 0 {
				union |= m
			}
		}
		if bits.OnesCount64(union) <= bits.OnesCount(part)-lack {
			return false
		}
	}
	return true
}
