package cspdesign

// fixed takes the first open cell in reading order.
type fixed struct{}

func (fixed) begin(int) {}

func (fixed) pick(sizes *[cells]uint8) int {
	for cell, n := range sizes {
		if n > 1 {
			return cell
		}
	}
	return -1
}
