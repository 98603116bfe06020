package lab

import "strconv"

// Goal writes the share of a set that a project wants, with all its digits; – for 0, which is no goal.
func Goal(share float64) string {
	if share == 0 {
		return "–"
	}
	return strconv.FormatFloat(100*share, 'g', -1, 64) + " %"
}

// Outcome says whether hits of trials meet a goal: met, not met, and open where the goal lies within the interval of [ShareInterval], so
// that more trials may change the answer; – for 0, which is no goal.
func Outcome(hits, trials, goal float64) string {
	if goal == 0 {
		return "–"
	}
	so := "not met"
	if hits >= goal*trials {
		so = "met"
	}
	if ShareInterval(hits, trials).Contains(goal) {
		so += ", open"
	}
	return so
}
