package stats

import "fmt"

// MaxBins bounds a histogram, so that one outlier cannot ask for all memory.
const MaxBins = 1 << 20

// Bin counts the values from Low to High, both included.
type Bin struct {
	Low   int `json:"low"`
	High  int `json:"high"`
	Count int `json:"count"`
}

// Histogram counts x in adjacent bins of the given width, from the bin of the smallest
// value to that of the largest, empty ones between included. Bins start at multiples of
// the width, so histograms of different samples line up. Width 1 counts each value.
func Histogram(x []int, width int) ([]Bin, error) {
	if len(x) == 0 {
		return nil, fmt.Errorf("stats: histogram of 0 values, want at least 1: %w", ErrTooFew)
	}
	if width < 1 {
		return nil, fmt.Errorf("stats: histogram with bins of width %d, want at least 1: %w", width, ErrDomain)
	}
	first, last := floorDiv(x[0], width), floorDiv(x[0], width)
	for _, v := range x {
		b := floorDiv(v, width)
		first, last = min(first, b), max(last, b)
	}
	// As uint, the difference is right even where it overflows int.
	if n := uint(last) - uint(first); n >= MaxBins {
		return nil, fmt.Errorf("stats: histogram of more than %d bins: take them wider than %d: %w", MaxBins, width, ErrDomain)
	}
	bins := make([]Bin, last-first+1)
	for i := range bins {
		low := (first + i) * width
		bins[i] = Bin{Low: low, High: low + width - 1}
	}
	for _, v := range x {
		bins[floorDiv(v, width)-first].Count++
	}
	return bins, nil
}

// floorDiv rounds the quotient down, where Go's division rounds toward 0.
func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
