package minigridoutlook

import (
	"sudokulab/pkg/record"
)

// What tables and figures show.
const (
	// strong is the rank correlation, in absolute value, beyond which intervals are counted.
	strong = 0.5
	// variedEnough is the share of puzzles that must differ in effort from the most frequent
	// effort of a set: where nearly all are alike there is nothing to tell.
	variedEnough = 0.25
	fewest       = 20 // puzzles
)

// trial is a set with an effort that varies.
type trial struct {
	record.Record
	effort string
}

// trials are the sets of at least so many puzzles with one solution each, once for each deciding
// effort in which at least such a share of them varies.
func trials(set record.Set, puzzles, share float64) (out []trial) {
	for _, r := range set.Where(difficulty, record.Any("set")) {
		if !(r.Value("puzzles") >= puzzles) {
			continue
		}
		for _, effort := range deciding {
			if r.Value(effort+" varied") >= share {
				out = append(out, trial{r, effort})
			}
		}
	}
	return out
}

// correlation returns the correlation of a measure with the trial's effort and the ends of its interval: 0 for a
// measure that is the same for all puzzles, which has none.
func (t trial) correlation(feature string) (rho, low, high float64) {
	name := pairOf(t.effort, feature)
	m, ok := t.Metric(name)
	if !ok {
		return 0, 0, 0
	}
	return m.Value, t.Value(name + ".low"), t.Value(name + ".high")
}

// standing says how a measure does over trials.
type standing struct {
	feature                  string
	trials, beyond, nonzero  int
	mean, least, most, bound float64 // of the correlations in the measure's direction
}

// stand takes the direction that the mean of the correlations has.
func stand(list []trial, feature string) standing {
	s := standing{feature: feature, trials: len(list)}
	for _, t := range list {
		rho, _, _ := t.correlation(feature)
		s.mean += rho / float64(max(len(list), 1))
	}
	sign := direction(list, feature)
	s.mean *= sign
	for i, t := range list {
		rho, low, high := t.correlation(feature)
		bound := low
		if sign < 0 {
			bound = -high
		}
		rho *= sign
		if i == 0 {
			s.least, s.most, s.bound = rho, rho, bound
		}
		s.least, s.most, s.bound = min(s.least, rho), max(s.most, rho), min(s.bound, bound)
		if bound > strong {
			s.beyond++
		}
		if bound > 0 {
			s.nonzero++
		}
	}
	return s
}

// best returns that of some measures with the greatest mean of the correlations, in its direction.
func best(list []trial, among []string) standing {
	var top standing
	for i, feature := range among {
		if s := stand(list, feature); i == 0 || s.mean > top.mean {
			top = s
		}
	}
	return top
}

// direction is 1 if more of a measure goes with more effort on the mean of the trials, else −1.
func direction(list []trial, feature string) float64 {
	sum := 0.0
	for _, t := range list {
		rho, _, _ := t.correlation(feature)
		sum += rho
	}
	if sum < 0 {
		return -1
	}
	return 1
}
