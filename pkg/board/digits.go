package board

import (
	"iter"
	"math/bits"
	"strconv"
	"strings"
)

// Digits is a set of digits 1…36 as a bit mask: digit d is bit d−1.
//
//	bit   35 … 8 7 6 5 4 3 2 1 0
//	digit 36 … 9 8 7 6 5 4 3 2 1
type Digits uint64

// DigitsOf returns the set of the given digits. Digits outside 1…[MaxSide] are a
// programming error and panic.
func DigitsOf(digits ...int) Digits {
	var s Digits
	for _, d := range digits {
		if d < 1 || d > MaxSide {
			panic("board: digit " + strconv.Itoa(d) + " outside 1…" + strconv.Itoa(MaxSide))
		}
		s |= 1 << (d - 1)
	}
	return s
}

// AllDigits returns {1, …, n}, which is empty for n below 1.
func AllDigits(n int) Digits { return 1<<uint(max(n, 0)) - 1 }

// Has reports whether d is in the set. No number outside 1…64 is.
func (s Digits) Has(d int) bool { return s>>uint(d-1)&1 != 0 }

// With returns the set with d added. A number outside 1…64 changes nothing.
func (s Digits) With(d int) Digits { return s | 1<<uint(d-1) }

// Without returns the set with d removed.
func (s Digits) Without(d int) Digits { return s &^ (1 << uint(d-1)) }

// Count returns the number of digits in the set.
func (s Digits) Count() int { return bits.OnesCount64(uint64(s)) }

// Single reports whether exactly one digit is in the set.
func (s Digits) Single() bool { return s != 0 && s&(s-1) == 0 }

// First returns the smallest digit of the set, or 0 if it is empty.
func (s Digits) First() int {
	if s == 0 {
		return 0
	}
	return bits.TrailingZeros64(uint64(s)) + 1
}

// All yields the digits in rising order.
func (s Digits) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.First()) {
				return
			}
		}
	}
}

// String writes the set as {1,2,4}.
func (s Digits) String() string {
	var b strings.Builder
	b.WriteByte('{')
	for d := range s.All() {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(d))
	}
	b.WriteByte('}')
	return b.String()
}
