package minigrid

import (
	"iter"
	"math/bits"
	"slices"
)

// relation holds which classes of one face are joined to which of another: a row for each class of
// the first, as a set of bits or as a list, whichever takes fewer bytes. One of the two forms is
// present.
//
//	bits  row c at bits[c·words:(c+1)·words], bit x of it for class x
//	list  row c at list[start[c]:start[c+1]], rising
//
// Between full boxes of a 9×9 board a class of three rows is joined to 56 of 1680, and the forms
// are about equal; on larger boards lists win, on nearly filled ones bits.
type relation struct {
	words int
	bits  []uint64
	start []int
	list  []int32
}

// bitBytes and listBytes return what the two forms of a relation take.
func bitBytes(from, to int) int64 { return 8 * int64(from) * int64((to+63)/64) }

func listBytes(from int, joined int64) int64 { return 8*int64(from+1) + 4*joined }

func newBits(from, to int) relation {
	words := (to + 63) / 64
	return relation{words: words, bits: make([]uint64, from*words)}
}

// newList returns a relation with rows of the given lengths, still to be filled, and the
// place of the next entry of each row.
func newList(degrees []int32) (r relation, next []int) {
	r.start = make([]int, len(degrees)+1)
	for c, d := range degrees {
		r.start[c+1] = r.start[c] + int(d)
	}
	r.list = make([]int32, r.start[len(degrees)])
	return r, append([]int(nil), r.start...)
}

// toList returns the other form of a relation held as bits.
func toList(r *relation, from int, joined int64) relation {
	out := relation{start: make([]int, 1, from+1), list: make([]int32, 0, joined)}
	for c := range from {
		for x := range r.row(int32(c)) {
			out.list = append(out.list, x)
		}
		out.start = append(out.start, len(out.list))
	}
	return out
}

// sortRows brings lists into rising order: the joiner meets the second face's classes in order,
// but those of the first out of order.
func (r *relation) sortRows() {
	for c := range max(len(r.start)-1, 0) {
		slices.Sort(r.list[r.start[c]:r.start[c+1]])
	}
}

func (r *relation) isList() bool { return r.start != nil }

// bytes returns the size of the form held.
func (r *relation) bytes() int64 {
	return 8*int64(len(r.bits)) + 8*int64(len(r.start)) + 4*int64(len(r.list))
}

// has reports whether classes c and x are joined.
func (r *relation) has(c, x int32) bool {
	if !r.isList() {
		return r.bits[int(c)*r.words+int(x>>6)]>>(x&63)&1 != 0
	}
	_, found := slices.BinarySearch(r.list[r.start[c]:r.start[c+1]], x)
	return found
}

// row yields the classes joined to c in rising order.
func (r *relation) row(c int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		if r.isList() {
			for _, x := range r.list[r.start[c]:r.start[c+1]] {
				if !yield(x) {
					return
				}
			}
			return
		}
		for i, w := range r.bits[int(c)*r.words : (int(c)+1)*r.words] {
			for ; w != 0; w &= w - 1 {
				if !yield(int32(i<<6 + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}
