package csp

import (
	"iter"
	"math/bits"
	"strconv"
	"strings"
)

// MaxValues is the number of values that a domain can tell apart: 0 … MaxValues−1.
const MaxValues = 64

// Set is a set of values 0…63 as a bit mask, value v at bit v.
//
//	bit   63 … 3 2 1 0
//	value 63 … 3 2 1 0
//
// A mask lost to nothing in the comparison with a map or a sorted list: union, difference
// and "one value left" are single instructions, and copying a domain is copying a word.
type Set uint64

// SetOf returns the set of the given values. Values outside 0…63 are a programming error
// and panic; [Builder] takes its input as sets, so data cannot get here.
func SetOf(values ...int) Set {
	var s Set
	for _, v := range values {
		if v < 0 || v >= MaxValues {
			panic("csp: value " + strconv.Itoa(v) + " outside 0…63")
		}
		s |= 1 << v
	}
	return s
}

// Range returns {0, …, n−1} for n from 0 to 64.
func Range(n int) Set {
	if n < 0 || n > MaxValues {
		panic("csp: range of " + strconv.Itoa(n) + " values, want 0…64")
	}
	return Set(1)<<n - 1
}

// Has reports whether v is in the set.
func (s Set) Has(v int) bool { return s>>uint(v)&1 != 0 }

// Len returns the number of values.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// Single reports whether exactly one value is in the set.
func (s Set) Single() bool { return s != 0 && s&(s-1) == 0 }

// Min returns the smallest value, or −1 if the set is empty.
func (s Set) Min() int {
	if s == 0 {
		return -1
	}
	return bits.TrailingZeros64(uint64(s))
}

// Max returns the greatest value, or −1 if the set is empty.
func (s Set) Max() int { return bits.Len64(uint64(s)) - 1 }

// All yields the values in rising order.
func (s Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.Min()) {
				return
			}
		}
	}
}

// String writes the set as {0,2,5}.
func (s Set) String() string { return s.Format(strconv.Itoa) }

// Format writes the set with the given names of the values.
func (s Set) Format(name func(value int) string) string {
	var b strings.Builder
	b.WriteByte('{')
	for v := range s.All() {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(name(v))
	}
	b.WriteByte('}')
	return b.String()
}

// MarshalJSON writes the set as a list of values, because a number of 64 bits does not
// survive a reader that keeps numbers as floats.
func (s Set) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for v := range s.All() {
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(v), 10)
	}
	return append(b, ']'), nil
}
