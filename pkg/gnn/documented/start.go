package documented

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

// Start names initial values that a recipe asks for in place of the network's own.
type Start string

const (
	// StartDrawn is the network's own, drawn as its configuration says.
	StartDrawn Start = ""
	// StartIdentity lets the update of the literal network pass the old state on, see doc.go.
	StartIdentity Start = "identity"
)

// What the identity start is made of.
const (
	// heard is the share of the mean message that a round adds to the state. Over 32 rounds
	// it comes to one message; 0.1 lets the scores grow to 21 and the gradients of the update
	// to 950, three hundred times those of the encoder.
	heard = 0.03
	// spoken is the scale of the decoder's last layer: the first answers are all but even.
	spoken = 0.2
)

// startLayer is a layer of the identity start.
type startLayer struct {
	name    string
	in, out int
	weights func(w matrix, rng *rand.Rand)
	biases  func(b []float32, rng *rand.Rand) // nil: 0
}

// matrix is the weights of a layer, [in, out] in rows.
type matrix struct {
	values []float32
	out    int
}

func (m matrix) add(i, o int, v float64) { m.values[i*m.out+o] += float32(v) }

// spread returns normal weights with which a ReLU keeps the size of what is below it.
func spread(in int, scale float64) func(matrix, *rand.Rand) {
	deviation := scale * math.Sqrt(2/float64(in))
	return func(w matrix, rng *rand.Rand) {
		for i := range w.values {
			w.values[i] = float32(deviation * rng.NormFloat64())
		}
	}
}

// checkIdentity says why a network has no identity start.
func checkIdentity(c literal.Config) error {
	if c.Reading != literal.Hidden {
		return fmt.Errorf("start %q passes the state on through a hidden layer of its width: want reading %q, not %q", StartIdentity, literal.Hidden, c.Reading)
	}
	if c.Hidden < c.Side+2 {
		return fmt.Errorf("start %q has %d hidden values for the digits: want hidden %d at least, not %d", StartIdentity, c.Side+2, c.Side+2, c.Hidden)
	}
	return nil
}

// identity returns the values of the identity start, drawn by the seed of the network's own.
func identity(c literal.Config) ([]safetensors.Tensor, error) {
	h, n := c.Hidden, c.Side
	kinks := n + 2 // of the encoder's hidden values: n+1 for the number of the digit, one for "given"
	layers := []startLayer{
		{"encoder/first", features, h, func(w matrix, rng *rand.Rand) {
			for o := range h {
				switch {
				case o <= n:
					w.add(0, o, float64(n))
				case o == n+1:
					w.add(1, o, 1)
				default:
					for i := range features {
						w.add(i, o, rng.NormFloat64())
					}
				}
			}
		}, func(b []float32, rng *rand.Rand) {
			for o := range b {
				switch {
				case o <= n:
					b[o] = -float32(o)
				case o >= kinks:
					b[o] = float32(2*rng.Float64() - 1)
				}
			}
		}},
		{"encoder/last", h, h, func(w matrix, rng *rand.Rand) {
			spread(h, 1)(matrix{w.values[kinks*h:], h}, rng)
			// max(n·v−d+1, 0) − 2·max(n·v−d, 0) + max(n·v−d−1, 0) is 1 at digit d and 0 at
			// every other number.
			for d := 1; d <= n; d++ {
				for o := range h {
					code := rng.NormFloat64()
					w.add(d-1, o, code)
					w.add(d, o, -2*code)
					if d < n {
						w.add(d+1, o, code)
					}
				}
			}
		}, nil},
		{"message/first", 2 * h, h, spread(2*h, 1), nil},
		{"message/last", h, h, spread(h, 1), nil},
		{"update/first", 2 * h, h, func(w matrix, _ *rand.Rand) {
			for i := range h {
				w.add(i, i, 1)
				w.add(h+i, i, heard)
			}
		}, nil},
		{"update/last", h, h, func(w matrix, _ *rand.Rand) {
			for i := range h {
				w.add(i, i, 1)
			}
		}, nil},
		{"decoder/first", h, h, spread(h, 1), nil},
		{"decoder/last", h, n, spread(h, spoken*math.Sqrt(0.5)), nil},
	}
	var out []safetensors.Tensor
	for _, l := range layers {
		hash := fnv.New64a()
		fmt.Fprint(hash, l.name)
		rng := rand.New(rand.NewPCG(c.Start.Seed, hash.Sum64()))
		w, b := matrix{make([]float32, l.in*l.out), l.out}, make([]float32, l.out)
		l.weights(w, rng)
		if l.biases != nil {
			l.biases(b, rng)
		}
		for _, part := range []struct {
			name   string
			shape  []int
			values []float32
		}{{l.name + "/weights", []int{l.in, l.out}, w.values}, {l.name + "/biases", []int{l.out}, b}} {
			t, err := safetensors.New(part.name, part.shape, part.values)
			if err != nil {
				return nil, fmt.Errorf("documented: %w", err)
			}
			out = append(out, t)
		}
	}
	return out, nil
}

// StartStore returns the initial values that the recipe asks for, for train.Options.Start;
// nil if they are the network's own.
func (r Recipe) StartStore() (*model.Store, error) {
	if r.Start == StartDrawn {
		return nil, nil //nolint:nilnil // no store is train.Options' word for the network's own values
	}
	if err := r.Validate(); err != nil {
		return nil, err
	}
	values, err := identity(*r.Literal)
	if err != nil {
		return nil, err
	}
	store, err := train.StoreOf(values)
	if err != nil {
		return nil, fmt.Errorf("documented: %w", err)
	}
	return store, nil
}
