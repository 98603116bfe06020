package wide_test

import (
	"slices"
	"testing"

	"sudokulab/pkg/bitboard/wide"
)

func TestLuby(t *testing.T) {
	var got []int64
	for i := range uint64(15) {
		got = append(got, wide.Luby(i+1))
	}
	if want := []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
