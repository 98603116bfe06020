package corpus

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"sudokulab/pkg/board/format"
)

// Selection says which puzzles of a set to take. The zero value takes all. Its meaning
// depends on the order of the set's text alone, never on the machine or the Go release, so
// a record that holds the set's hash and the Selection names the puzzles.
type Selection struct {
	// Every keeps puzzles 0, Every, 2·Every, …; 0 and 1 keep all.
	Every int `json:"every,omitempty"`
	// First keeps the first so many of those; 0 keeps all.
	First int `json:"first,omitempty"`
	// Sample keeps so many of those, drawn without replacement; 0 keeps all. First and
	// Sample exclude each other.
	Sample int `json:"sample,omitempty"`
	// Seed chooses the sample.
	Seed uint64 `json:"seed,omitempty"`
}

// Validate reports a selection that cannot be meant.
func (s Selection) Validate() error {
	switch {
	case s.Every < 0 || s.First < 0 || s.Sample < 0:
		return fmt.Errorf("corpus: selection %+v, want no negative number", s)
	case s.First > 0 && s.Sample > 0:
		return fmt.Errorf("corpus: selection %+v, want first or sample, not both", s)
	case s.Seed != 0 && s.Sample == 0:
		return fmt.Errorf("corpus: selection %+v has a seed but no sample", s)
	}
	return nil
}

// Item is a puzzle with its place in the set.
type Item struct {
	Index int // 0-based, counting puzzles, not lines
	format.Puzzle
}

// Select returns the chosen puzzles in the order of the set. With Sample or First it holds
// no more than that many in memory, for a set of any size.
func (s *Store) Select(ctx context.Context, id string, sel Selection) ([]Item, error) {
	return sel.Apply(s.Open(ctx, id))
}

// Sample returns n puzzles of the set drawn without replacement, in the order of the set;
// all of them if it has no more than n.
func (s *Store) Sample(ctx context.Context, id string, n int, seed uint64) ([]Item, error) {
	if n <= 0 {
		return nil, fmt.Errorf("corpus: sample of %d, want 1 or more", n)
	}
	return s.Select(ctx, id, Selection{Sample: n, Seed: seed})
}

// Apply returns the chosen puzzles of a sequence, in its order.
//
// A sample is the n puzzles with the smallest sampleKey(seed, index). Every subset of n is
// as likely as the key is random; the keys need one pass and a heap of n, and no knowledge
// of the set's size. Reservoir sampling does so, too, but here the samples are nested: that
// of 100 is part of that of 1000, so a larger run contains the smaller one's puzzles.
func (s Selection) Apply(puzzles iter.Seq2[format.Puzzle, error]) ([]Item, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if puzzles == nil {
		return nil, errors.New("corpus: no puzzles: the sequence is nil")
	}
	every := max(s.Every, 1)
	var kept keyedItems
	index := -1
	for p, err := range puzzles {
		if err != nil {
			return nil, err
		}
		index++
		if index%every != 0 {
			continue
		}
		it := keyedItem{Item: Item{Index: index, Puzzle: p}}
		if s.Sample == 0 {
			if kept = append(kept, it); len(kept) == s.First {
				break
			}
			continue
		}
		it.key = sampleKey(s.Seed, index)
		if len(kept) == s.Sample && it.key > kept[0].key {
			continue
		}
		// Boards of one reader share blocks of memory, and one that is kept holds its block.
		it.Board, it.Solution = it.Board.Clone(), it.Solution.Clone()
		if len(kept) < s.Sample {
			heap.Push(&kept, it)
		} else {
			kept[0] = it
			heap.Fix(&kept, 0)
		}
	}
	slices.SortFunc(kept, func(a, b keyedItem) int { return cmp.Compare(a.Index, b.Index) })
	out := make([]Item, len(kept))
	for i, k := range kept {
		out[i] = k.Item
	}
	return out, nil
}

// sampleKey hashes a puzzle's index under a seed: two rounds of the finaliser of SplitMix64
// (Steele, Lea and Flood, OOPSLA 2014, doi 10.1145/2660193.2660195). For one seed it is
// injective in the index, so there are no ties.
func sampleKey(seed uint64, index int) uint64 {
	const gamma = 0x9e3779b97f4a7c15
	return mix64(mix64(seed+gamma) + uint64(index)*gamma)
}

func mix64(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

type keyedItem struct {
	key uint64
	Item
}

// keyedItems is a heap with the largest key on top.
type keyedItems []keyedItem

func (k keyedItems) Len() int           { return len(k) }
func (k keyedItems) Less(i, j int) bool { return k[i].key > k[j].key }
func (k keyedItems) Swap(i, j int)      { k[i], k[j] = k[j], k[i] }
func (k *keyedItems) Push(x any)        { *k = append(*k, x.(keyedItem)) }
func (k *keyedItems) Pop() any {
	last := (*k)[len(*k)-1]
	*k = (*k)[:len(*k)-1]
	return last
}
