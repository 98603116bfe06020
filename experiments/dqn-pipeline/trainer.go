package dqnpipeline

import (
	"sync/atomic"
	"time"
)

// The trainers. A step of either takes about the same time if the cores are free.
const (
	apart  = "apart"   // waits, as for a GPU that trains, and leaves the cores alone
	onCore = "on-core" // multiplies matrices on one core
)

var trainers = []string{apart, onCore}

// side of the matrices: their product takes a fraction of a millisecond.
const side = 48

// flops of one product: a multiplication and an addition for each pair.
const flops = 2 * side * side * side

// trainer is a step of fixed work: a pause, or a number of products.
type trainer struct {
	pause    time.Duration
	products int
	a, b, c  []float64
}

// newTrainer returns a trainer whose step takes about the given seconds on its own core.
func newTrainer(kind string, seconds float64) *trainer {
	if kind == apart {
		return &trainer{pause: time.Duration(seconds * float64(time.Second))}
	}
	t := &trainer{a: make([]float64, side*side), b: make([]float64, side*side), c: make([]float64, side*side)}
	for i := range t.a {
		t.a[i], t.b[i] = float64(i%7), float64(i%5)
	}
	t.products = max(1, int(seconds/t.productSeconds()+0.5))
	return t
}

// productSeconds returns the least time of several groups of products: other programs only ever
// add to it.
func (t *trainer) productSeconds() float64 {
	const group = 4
	t.products = group
	least := time.Duration(1 << 62)
	for range 12 {
		begin := time.Now()
		t.step()
		least = min(least, time.Since(begin))
	}
	return least.Seconds() / group
}

// sink keeps the products from being left out.
var sink atomic.Uint64

func (t *trainer) step() {
	if t.a == nil {
		time.Sleep(t.pause)
		return
	}
	for range t.products {
		product(t.c, t.a, t.b)
	}
	sink.Store(uint64(t.c[side+1]))
}

// product keeps a·b in c, all of them side × side, row by row.
func product(c, a, b []float64) {
	clear(c)
	for i := range side {
		row := c[i*side : (i+1)*side]
		for k := range side {
			x := a[i*side+k]
			for j, y := range b[k*side : (k+1)*side] {
				row[j] += x * y
			}
		}
	}
}
