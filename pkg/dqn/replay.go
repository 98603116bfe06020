package dqn

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/train"
)

// replay keeps the latest transitions in a ring. One takes 2·cells + 13 bytes: the board before and
// after, the action, what it was, the reward, and what to multiply the value of what follows by.
type replay struct {
	cells, size int
	count, next int
	before      []uint8 // [size·cells]
	after       []uint8 // [size·cells]
	action      []int32
	outcome     []uint8 // an environment.Outcome
	reward      []float32
	discount    []float32   // γ to the number of steps, 0 where nothing follows
	order       *priorities // nil for draws with equal chances
}

// ReplayBytes is the memory of a replay buffer of so many transitions on boards of side n.
func ReplayBytes(transitions, n int) int64 { return int64(transitions) * int64(2*n*n+13) }

func newReplay(size, cells int) *replay {
	return &replay{
		cells: cells, size: size,
		before: make([]uint8, size*cells), after: make([]uint8, size*cells),
		action: make([]int32, size), outcome: make([]uint8, size), reward: make([]float32, size), discount: make([]float32, size),
	}
}

// push keeps a transition, in the place of the oldest if the ring is full.
func (r *replay) push(before []uint8, action int32, outcome environment.Outcome, reward float32, after []uint8, discount float32) {
	at := r.next
	copy(r.before[at*r.cells:], before)
	copy(r.after[at*r.cells:], after)
	r.action[at], r.outcome[at], r.reward[at], r.discount[at] = action, uint8(outcome), reward, discount
	if r.order != nil {
		r.order.set(at, r.order.largest)
	}
	r.next = (r.next + 1) % r.size
	r.count = min(r.count+1, r.size)
}

// sampled is a batch of transitions.
type sampled struct {
	places                   []int
	before, after, outcome   []uint8
	action                   []int32
	reward, discount, weight []float32
}

func (r *replay) gather(places []int) sampled {
	b := sampled{
		places: places,
		before: make([]uint8, 0, len(places)*r.cells), after: make([]uint8, 0, len(places)*r.cells),
		action: make([]int32, len(places)), outcome: make([]uint8, len(places)), reward: make([]float32, len(places)), discount: make([]float32, len(places)),
	}
	for i, at := range places {
		b.before = append(b.before, r.before[at*r.cells:(at+1)*r.cells]...)
		b.after = append(b.after, r.after[at*r.cells:(at+1)*r.cells]...)
		b.action[i], b.outcome[i], b.reward[i], b.discount[i] = r.action[at], r.outcome[at], r.reward[at], r.discount[at]
	}
	return b
}

// draw returns n transitions, drawn with equal chances or by priority, and the weights of their losses.
func (r *replay) draw(rng *rand.Rand, n int) sampled {
	if r.order != nil {
		places, weights := r.order.draw(rng, n, r.count)
		b := r.gather(places)
		b.weight = weights
		return b
	}
	places := make([]int, n)
	for i := range places {
		places[i] = rng.IntN(r.count)
	}
	return r.gather(places)
}

// latest returns the last n transitions.
func (r *replay) latest(n int) sampled {
	places := make([]int, n)
	for i := range places {
		places[i] = ((r.next-1-i%r.count)%r.size + r.size) % r.size
	}
	return r.gather(places)
}

// tensors returns what a checkpoint keeps of the ring.
func (r *replay) tensors() map[string]*tensors.Tensor {
	n := r.count
	kept := map[string]*tensors.Tensor{
		"replay/before":   tensors.FromFlatDataAndDimensions(append([]uint8{}, r.before[:n*r.cells]...), n, r.cells),
		"replay/after":    tensors.FromFlatDataAndDimensions(append([]uint8{}, r.after[:n*r.cells]...), n, r.cells),
		"replay/action":   tensors.FromFlatDataAndDimensions(append([]int32{}, r.action[:n]...), n),
		"replay/outcome":  tensors.FromFlatDataAndDimensions(append([]uint8{}, r.outcome[:n]...), n),
		"replay/reward":   tensors.FromFlatDataAndDimensions(append([]float32{}, r.reward[:n]...), n),
		"replay/discount": tensors.FromFlatDataAndDimensions(append([]float32{}, r.discount[:n]...), n),
	}
	if r.order != nil {
		leaves := append([]float64{r.order.largest}, r.order.sums[r.order.leaves:r.order.leaves+n]...)
		kept["replay/priorities"] = tensors.FromFlatDataAndDimensions(leaves, n+1)
	}
	return kept
}

// restore fills the ring from what tensors returned.
func (r *replay) restore(count, next int, from map[string]*tensors.Tensor) error {
	if count < 0 || count > r.size || next < 0 || next >= r.size {
		return fmt.Errorf("dqn: checkpoint: %d transitions, the next at %d, want up to %d", count, next, r.size)
	}
	bytes := func(name string, into []uint8, size int) error {
		flat, err := flatOf[uint8](from, name, count*size)
		copy(into, flat)
		return err
	}
	if err := bytes("replay/before", r.before, r.cells); err != nil {
		return err
	}
	if err := bytes("replay/after", r.after, r.cells); err != nil {
		return err
	}
	if err := bytes("replay/outcome", r.outcome, 1); err != nil {
		return err
	}
	action, err := flatOf[int32](from, "replay/action", count)
	if err != nil {
		return err
	}
	reward, err := flatOf[float32](from, "replay/reward", count)
	if err != nil {
		return err
	}
	discount, err := flatOf[float32](from, "replay/discount", count)
	if err != nil {
		return err
	}
	if r.order != nil {
		leaves, err := flatOf[float64](from, "replay/priorities", count+1)
		if err != nil {
			return err
		}
		r.order.largest = leaves[0]
		for place, priority := range leaves[1:] {
			r.order.set(place, priority)
		}
	}
	copy(r.action, action)
	copy(r.reward, reward)
	copy(r.discount, discount)
	r.count, r.next = count, next
	return nil
}

// flatOf returns the values of a carried tensor, of which there must be so many.
func flatOf[T uint8 | int32 | float32 | float64](from map[string]*tensors.Tensor, name string, want int) ([]T, error) {
	t := from[name]
	if t == nil {
		return nil, fmt.Errorf("dqn: checkpoint without %s", name)
	}
	flat, err := tensors.CopyFlatData[T](t)
	if err != nil {
		return nil, fmt.Errorf("dqn: checkpoint: %s: %w", name, err)
	}
	if len(flat) != want {
		return nil, fmt.Errorf("dqn: checkpoint: %s has %d values, want %d", name, len(flat), want)
	}
	return flat, nil
}

// savedWith is the JSON of a checkpoint of a task with a buffer.
type savedWith struct {
	Actor savedActor `json:"actor"`
	RNG   []byte     `json:"rng"`
	Count int        `json:"count"`
	Next  int        `json:"next"`
	// Open are the moves whose returns are not complete, by game.
	Open [][]pending `json:"open,omitempty"`
}

// saveWith returns the state of an actor, of random draws and of a buffer.
func saveWith(a *actor, pcg *rand.PCG, r *replay, open [][]pending) (train.TaskState, error) {
	actor, err := a.save()
	if err != nil {
		return train.TaskState{}, err
	}
	rng, err := pcg.MarshalBinary()
	if err != nil {
		return train.TaskState{}, fmt.Errorf("dqn: %w", err)
	}
	text, err := json.Marshal(savedWith{Actor: actor, RNG: rng, Count: r.count, Next: r.next, Open: open})
	if err != nil {
		return train.TaskState{}, fmt.Errorf("dqn: %w", err)
	}
	state := train.TaskState{JSON: text}
	if r.count > 0 {
		state.Tensors = r.tensors()
	}
	return state, nil
}

// loadWith goes on from what saveWith returned.
func loadWith(a *actor, pcg *rand.PCG, r *replay, steps *nStep, from train.TaskState) error {
	var s savedWith
	if err := json.Unmarshal(from.JSON, &s); err != nil {
		return fmt.Errorf("dqn: checkpoint: %w", err)
	}
	if s.Count > 0 {
		if err := r.restore(s.Count, s.Next, from.Tensors); err != nil {
			return err
		}
	}
	if err := pcg.UnmarshalBinary(s.RNG); err != nil {
		return fmt.Errorf("dqn: checkpoint: random state: %w", err)
	}
	if steps != nil {
		if len(s.Open) != len(steps.open) {
			return fmt.Errorf("dqn: checkpoint: open returns of %d games, want %d", len(s.Open), len(steps.open))
		}
		for i, queue := range s.Open {
			for _, p := range queue {
				if len(p.Before) != r.cells || p.Steps < 1 || p.Steps >= steps.n {
					return fmt.Errorf("dqn: checkpoint: open return of game %d: %d cells after %d steps, want %d and fewer than %d", i+1, len(p.Before), p.Steps, r.cells, steps.n)
				}
			}
		}
		steps.open = s.Open
	}
	return a.load(s.Actor)
}
