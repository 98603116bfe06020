package supply

import (
	"fmt"
	"math/rand/v2"
	"runtime"
)

// Config decides a supply, together with what makes its items and the changes of difficulty.
type Config struct {
	Seed uint64 `json:"seed"`
	// Lookahead is the number of items, finished or begun, that the workers may be ahead of the
	// consumer: the bound on memory, and the number of items after which [Supply.Set] shows. It
	// shapes the sequence, so it does not follow the number of cores. With less than two batches
	// and an item for each worker, some wait for room while the consumer takes its time.
	Lookahead int `json:"lookahead"`
	// Workers is the number of goroutines, 0 for one per core (GOMAXPROCS). Items do not depend
	// on it. More workers than Lookahead are not started.
	Workers int `json:"workers"`
}

// DefaultConfig returns a lookahead of 128 items, a worker for each core, seed 0.
func DefaultConfig() Config { return Config{Lookahead: 128} }

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	switch {
	case c.Lookahead < 1:
		return fmt.Errorf("supply: lookahead of %d items, want at least 1", c.Lookahead)
	case c.Workers < 0:
		return fmt.Errorf("supply: %d workers, want 0 or more", c.Workers)
	}
	return nil
}

// workers returns the number of goroutines to start.
func (c Config) workers() int {
	n := c.Workers
	if n == 0 {
		n = runtime.GOMAXPROCS(0)
	}
	return min(n, c.Lookahead)
}

// Order says which item to make. A [Make] may depend on nothing else.
type Order[D comparable] struct {
	Seed       uint64 // of the supply
	Index      int    // 0 or more
	Difficulty D
}

// Rand returns the item's own random source: seed and index pass through a mixer, because
// generators with neighbouring states start with similar numbers.
func (o Order[D]) Rand() *rand.Rand {
	return rand.New(rand.NewPCG(mix(o.Seed), mix(uint64(o.Index))))
}

// mix is the output function of SplitMix64, a bijection (Steele, Lea and Flood, "Fast
// Splittable Pseudorandom Number Generators", OOPSLA 2014, doi:10.1145/2660193.2660195).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
