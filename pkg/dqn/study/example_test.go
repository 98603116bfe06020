package study_test

import (
	"fmt"

	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/dqn/study"
)

// An arm is the base recipe but for one change.
func Example() {
	for _, name := range []string{study.Base, study.Unmasked} {
		arm, err := study.ArmOf(name)
		if err != nil {
			panic(err)
		}
		r, err := arm.Recipe(study.Few(), networks.UnitConv, 2400, 1)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %s; mask %v, γ %g, stages from %d givens\n", arm.Name, arm.About, r.Play.Mask, r.DQN.Gamma, r.Play.Stages[0].Low)
	}
	// Output:
	// base: the document's settings; mask true, γ 0.99, stages from 76 givens
	// unmasked: no mask in policy and target; mask false, γ 0.99, stages from 76 givens
}
