package lab

import "slices"

// Worst is the verdict of a claim that must hold on every set, or in each of several parts: refuted
// if one of the verdicts is, else pending if one is, else partly, else reproduced; pending of none.
func Worst(verdicts ...Verdict) Verdict {
	for _, v := range []Verdict{Refuted, Pending, Partly, Reproduced} {
		if slices.Contains(verdicts, v) {
			return v
		}
	}
	return Pending
}
