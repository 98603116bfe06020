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

// push keeps a transition, in the place of the oldest if the ring is full, and returns the place.
func (r *replay) push(before []uint8, action int32, outcome environment.Outcome, reward float32, after []uint8, discount float32) (at int) {
	at = r.next
	copy(r.before[at*r.cells:], before)
	copy(r.after[at*r.cells:], after)
	r.action[at], r.outcome[at], r.reward[at], r.discount[at] = action, uint8(outcome), reward, discount
	if r.order != nil {
		r.order.set(at, r.order.largest)
	}
	r.next = (r.next + 1) % r.size
	r.count = min(r.count+1, r.size)
	return at
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
	kept
}

// kept is what a checkpoint keeps of the games' moves beside the buffer; nil where there is none.
type kept struct {
	// Open are the moves whose returns are not complete, by game.
	Open [][]pending `json:"open,omitempty"`
	// Running are the places in the buffer of the episodes that go on, by game, and Ended those of the episodes
	// whose training steps are still to come: see [DQN.Episode].
	Running [][]int32 `json:"running,omitempty"`
	Ended   [][]int32 `json:"ended,omitempty"`
}

// check reports what is wrong with what was read, where as many games as in now are wanted, returns of n steps
// and episodes of the longest length, in a buffer.
func (k kept) check(now kept, n, longest int, r *replay) error {
	if len(k.Open) != len(now.Open) || len(k.Running) != len(now.Running) {
		return fmt.Errorf("dqn: checkpoint: open returns of %d games and episodes of %d, want %d and %d", len(k.Open), len(k.Running), len(now.Open), len(now.Running))
	}
	for i, queue := range k.Open {
		for _, p := range queue {
			if len(p.Before) != r.cells || p.Steps < 1 || p.Steps >= n {
				return fmt.Errorf("dqn: checkpoint: open return of game %d: %d cells after %d steps, want %d and fewer than %d", i+1, len(p.Before), p.Steps, r.cells, n)
			}
		}
	}
	for _, places := range append(append([][]int32{}, k.Running...), k.Ended...) {
		if len(places) > longest {
			return fmt.Errorf("dqn: checkpoint: an episode of %d moves, want %d at most", len(places), longest)
		}
		for _, place := range places {
			if place < 0 || int(place) >= r.count {
				return fmt.Errorf("dqn: checkpoint: place %d of %d in the buffer", place, r.count)
			}
		}
	}
	return nil
}

// saveWith returns the state of an actor, of random draws and of a buffer, and what is kept beside it.
func saveWith(a *actor, pcg *rand.PCG, r *replay, k *kept) (train.TaskState, error) {
	if k == nil {
		k = &kept{}
	}
	actor, err := a.save()
	if err != nil {
		return train.TaskState{}, err
	}
	rng, err := pcg.MarshalBinary()
	if err != nil {
		return train.TaskState{}, fmt.Errorf("dqn: %w", err)
	}
	text, err := json.Marshal(savedWith{Actor: actor, RNG: rng, Count: r.count, Next: r.next, kept: *k})
	if err != nil {
		return train.TaskState{}, fmt.Errorf("dqn: %w", err)
	}
	state := train.TaskState{JSON: text}
	if r.count > 0 {
		state.Tensors = r.tensors()
	}
	return state, nil
}

// loadWith goes on from what saveWith returned. k holds as many games as there are and is filled; n are the steps of
// returns and longest the moves of an episode at most.
func loadWith(a *actor, pcg *rand.PCG, r *replay, k *kept, n, longest int, from train.TaskState) error {
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
	if k != nil {
		if err := s.check(*k, n, longest, r); err != nil {
			return err
		}
		*k = s.kept
	}
	return a.load(s.Actor)
}
