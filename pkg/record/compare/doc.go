// Package compare sets the records of two runs side by side, such as those of two machines or of two commits: the exact figures
// that differ, which should be none, and by how much the noisy ones do, with intervals.
//
//	a, err := record.ReadFile("here/results/csp-sample/records.jsonl")
//	if err != nil { … }
//	b, err := record.ReadFile("there/results/csp-sample/records.jsonl")
//	if err != nil { … }
//	report := compare.Sets(compare.Side{Name: "here", Records: a}, compare.Side{Name: "there", Records: b})
//	err = report.Text(os.Stdout)
//
// Two records are of the same case if experiment, profile and case agree. If one asks another question, since its configuration, its
// puzzles or its seed differ, no figure of the two is compared, and the report says so. Otherwise each exact figure and each text must be the same, value, unit
// and number of observations; what differs is named with both values.
//
// Noisy figures that are more than 0 are compared as the ratio of B to A, gathered over the cases of an experiment: the median of
// the ratios with its bootstrap interval where there are two cases or more ([stats.Bootstrap]); of one case, the interval that
// follows from those kept with the two figures ([stats.IndependentRatio]), if there are such. Figures whose control was off (see
// [lab.Sound]) are left out and counted. A ratio that was measured on two machines says so: it compares machines as much as code.
//
// Invariants: the report is a pure function of the records, to the byte; nothing is left out but what it counts; swapping the sides
// swaps the figures and inverts the ratios.
//
// Cost: linear in the figures, and a thousand resamples for each noisy figure of an experiment.
//
// It does not judge which side is right, nor whether a difference matters, and it opens no files.
package compare
