package dqn

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Prioritised draws transitions in proportion to how far their values were from their targets when they were
// last learned from (Schaul, Quan, Antonoglou and Silver, "Prioritized Experience Replay", 2016,
// arXiv:1511.05952): transition i with chance ∝ (|difference| + Floor)^Alpha. A new one has the largest priority
// so far. The loss of each is weighed by (size·chance)^−Beta over the largest such weight in the batch.
type Prioritised struct {
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
	Floor float64 `json:"floor"` // in units of Learn.Scale
}

// DefaultPrioritised returns α 0.6, β 0.4 and a floor of 0.01.
func DefaultPrioritised() *Prioritised { return &Prioritised{Alpha: 0.6, Beta: 0.4, Floor: 0.01} }

// Validate reports what is wrong with the configuration.
func (p Prioritised) Validate() error {
	if !(p.Alpha >= 0 && p.Alpha <= 1) || !(p.Beta >= 0 && p.Beta <= 1) || !(p.Floor > 0) || math.IsInf(p.Floor, 1) {
		return fmt.Errorf("dqn: prioritised draws with alpha %v, beta %v and floor %v, want 0 to 1, 0 to 1, and above 0", p.Alpha, p.Beta, p.Floor)
	}
	return nil
}

// priorities hold a priority for each place of a ring as the leaves of a binary tree of sums. A sum depends on the leaves
// below it alone, not on the order in which they were set.
//
//	sums[1] the total; sums[i] = sums[2i] + sums[2i+1]; sums[leaves+place] the priority of a place
type priorities struct {
	config  Prioritised
	leaves  int
	sums    []float64
	largest float64 // priority so far, for new transitions
}

func newPriorities(c Prioritised, size int) *priorities {
	leaves := 1
	for leaves < size {
		leaves *= 2
	}
	return &priorities{config: c, leaves: leaves, sums: make([]float64, 2*leaves), largest: 1}
}

// set gives a place its priority.
func (p *priorities) set(place int, priority float64) {
	at := p.leaves + place
	p.sums[at] = priority
	for at >>= 1; at > 0; at >>= 1 {
		p.sums[at] = p.sums[2*at] + p.sums[2*at+1]
	}
}

// learned gives a place the priority of a difference.
func (p *priorities) learned(place int, difference float64) {
	priority := math.Pow(math.Abs(difference)+p.config.Floor, p.config.Alpha)
	p.largest = max(p.largest, priority)
	p.set(place, priority)
}

// find returns the place at which the sum of priorities passes a value.
func (p *priorities) find(value float64) int {
	at := 1
	for at < p.leaves {
		at *= 2
		if value >= p.sums[at] && p.sums[at+1] > 0 {
			value -= p.sums[at]
			at++
		}
	}
	return at - p.leaves
}

// draw returns n places, one from each nth part of the total, and the weights of their losses.
func (p *priorities) draw(rng *rand.Rand, n, count int) (places []int, weights []float32) {
	places, weights = make([]int, n), make([]float32, n)
	raw, largest := make([]float64, n), 0.0
	for i := range places {
		places[i] = p.find((float64(i) + rng.Float64()) * p.sums[1] / float64(n))
		chance := p.sums[p.leaves+places[i]] / p.sums[1]
		raw[i] = math.Pow(float64(count)*chance, -p.config.Beta)
		largest = max(largest, raw[i])
	}
	for i, w := range raw {
		weights[i] = float32(w / largest)
	}
	return places, weights
}
