package gnnseeds

import "sudokulab/pkg/lab"

// judges decide by seeds in pairs: the mean of the differences with its 95 % interval after
// Student. What follows was written down before the first run of the full profile.
//
// Curriculum (G15): of each pair the logarithm of the ratio of the steps that both sides need to
// the accuracy that both reach, so that changing the sides turns the sign and nothing else. The
// mean, taken back to a share of steps saved, is held against 20 to 30 %; from half of 20 % on
// it is the stated direction.
//
// Violation term (G17b): of each pair the difference of the best share of right cells on the
// boards with the fewest givens. The mean is held against 5 to 10 points; from half of 5 points
// on it is the stated direction.
//
// A run whose last validation is no better than its first, before any step, or than one digit
// everywhere has collapsed. It stays in the statistic and is named. Of a pair with one such run, the accuracy to reach is the best of the
// other run, and the collapsed one counts with all its steps; with two it counts as no difference.
// The seeds are 24, chosen by what an hour of one core measures.
func judges() []lab.Judge { return nil }
