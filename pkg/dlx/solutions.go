package dlx

import (
	"context"
	"fmt"
	"iter"
	"slices"
)

// Solutions yields every solution that contains all the given options, as option numbers
// that rise, the given ones included, in the order in which the search finds them. The
// slice is the Solver's own until the next step. Leaving the loop ends the search at once. A
// call of this Solver from the body of the loop returns [ErrBusy].
func (s *Solver) Solutions(ctx context.Context, given []int) iter.Seq2[[]int, error] {
	return func(yield func([]int, error) bool) {
		if err := s.begin(ctx, given); err != nil {
			yield(nil, err)
			return
		}
		defer s.end()
		if !s.force() {
			return
		}
		for target := int64(1); ; target++ {
			switch s.search(ctx, target, 0, target > 1) {
			case SolutionLimit:
				if !yield(s.solution(), nil) {
					return
				}
			case Cancelled:
				yield(nil, fmt.Errorf("dlx: enumeration after %d solutions: %w", s.found, ctx.Err()))
				return
			default:
				return
			}
		}
	}
}

// solution collects the options of the current path.
func (s *Solver) solution() []int {
	s.chosen = s.chosen[:0]
	for _, o := range s.given {
		s.chosen = append(s.chosen, int(o))
	}
	for _, f := range s.frames[:s.level] {
		s.chosen = append(s.chosen, int(s.option[f.node]))
	}
	slices.Sort(s.chosen)
	return s.chosen
}
