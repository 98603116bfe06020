package lab

import (
	"slices"
	"testing"
)

func TestPoints(t *testing.T) {
	for most, want := range map[int][]int{9: {0}, 20: {0, 10, 20}, 200: {0, 10, 20, 50, 100, 200}} {
		if got := Points(most); !slices.Equal(got, want) {
			t.Errorf("points to %d: %v, want %v", most, got, want)
		}
	}
}
