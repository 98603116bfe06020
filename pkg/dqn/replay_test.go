package dqn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/dqn/environment"
)

// TestReplay: the ring holds the latest transitions, and what a checkpoint keeps of it is all.
func TestReplay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size, pushed := rapid.IntRange(1, 9).Draw(t, "size"), rapid.IntRange(1, 30).Draw(t, "pushed")
		byPriority := rapid.Bool().Draw(t, "by priority")
		fresh := func() *replay {
			r := newReplay(size, 2)
			if byPriority {
				r.order = newPriorities(*DefaultPrioritised(), size)
			}
			return r
		}
		r := fresh()
		for i := range pushed {
			v := uint8(i)
			r.push([]uint8{v, v}, int32(i), environment.Right, float32(i), []uint8{v, v + 1}, float32(i)/2)
			if byPriority && i%3 == 0 {
				r.order.learned(i%size, float64(i))
			}
		}
		kept := min(size, pushed)
		b := r.latest(kept)
		for i := range kept {
			want := int32(pushed - 1 - i)
			if b.action[i] != want || b.before[2*i] != uint8(want) || b.after[2*i+1] != uint8(want)+1 || b.reward[i] != float32(want) || b.discount[i] != float32(want)/2 {
				t.Fatalf("transition %d from the end is %d, want %d with all its parts", i, b.action[i], want)
			}
		}
		again := fresh()
		if err := again.restore(r.count, r.next, r.tensors()); err != nil {
			t.Fatal(err)
		}
		one, two := r.draw(rand.New(rand.NewPCG(1, 2)), 50), again.draw(rand.New(rand.NewPCG(1, 2)), 50)
		if !slices.Equal(one.action, two.action) || !slices.Equal(one.weight, two.weight) {
			t.Fatalf("after a checkpoint %v %v is drawn, want %v %v", two.action, two.weight, one.action, one.weight)
		}
		if byPriority && !slices.Equal(r.order.sums, again.order.sums) {
			t.Fatal("the sums of priorities differ after a checkpoint")
		}
	})
}

// TestPriorities: transitions are drawn in proportion to their priorities, and the weights undo it.
func TestPriorities(t *testing.T) {
	c := Prioritised{Alpha: 1, Beta: 1, Floor: 1e-6}
	p := newPriorities(c, 5)
	differences := []float64{1, 2, 3, 0, 4}
	for i, d := range differences {
		p.learned(i, d)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	counts, weighed := make([]float64, 5), make([]float64, 5)
	const draws, n = 4000, 10
	for range draws {
		places, weights := p.draw(rng, n, 5)
		for i, at := range places {
			counts[at]++
			weighed[at] += float64(weights[i])
		}
	}
	for i, d := range differences {
		share := counts[i] / (draws * n)
		if math.Abs(share-d/10) > 0.01 {
			t.Errorf("place %d is drawn in %.3f of the cases, want %.3f", i, share, d/10)
		}
	}
	// With β = 1 each place counts the same, however often it is drawn.
	for i, d := range differences {
		if d > 0 && math.Abs(weighed[i]/weighed[0]-1) > 0.15 {
			t.Errorf("place %d weighs %.3f times place 0, want as much", i, weighed[i]/weighed[0])
		}
	}
}

// TestNStep compares the returns with their definition.
func TestNStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, length := rapid.IntRange(1, 5).Draw(t, "n"), rapid.IntRange(1, 12).Draw(t, "length")
		ended := rapid.Bool().Draw(t, "ended")
		const gamma = 0.5
		rewards := rapid.SliceOfN(rapid.Float32Range(-8, 8), length, length).Draw(t, "rewards")
		s := nStep{n: n, gamma: gamma, open: make([][]pending, 1)}
		seen := 0
		for i, r := range rewards {
			last := i == length-1
			move := transition{before: []uint8{uint8(i)}, action: int32(i), after: []uint8{uint8(i + 1)}, ended: last && ended, cut: last && !ended}
			s.add(move, r, func(p pending, after []uint8, discount float32) {
				from := seen
				seen++
				to := min(from+n, length)
				want := 0.0
				for k := from; k < to; k++ {
					want += math.Pow(gamma, float64(k-from)) * float64(rewards[k])
				}
				follows := math.Pow(gamma, float64(to-from))
				if to == length && ended {
					follows = 0
				}
				if int(p.Action) != from || int(p.Before[0]) != from || int(after[0]) != to ||
					math.Abs(float64(p.Return)-want) > 1e-4 || math.Abs(float64(discount)-follows) > 1e-6 {
					t.Fatalf("move %d: return %v, then board %d times %v; want move %d, %v, board %d, %v", p.Action, p.Return, after[0], discount, from, want, to, follows)
				}
			})
		}
		if seen != length || len(s.open[0]) != 0 {
			t.Fatalf("%d of %d moves were handed out, %d are open", seen, length, len(s.open[0]))
		}
	})
}
