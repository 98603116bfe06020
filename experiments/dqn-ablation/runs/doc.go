// Package runs trains the arms of package pkg/dqn/study for the experiments that compare them, reads the records of what
// the runs showed (curves as texts, ends as figures, pairs by seed), and has what their judges share.
//
//	s := study.Few()
//	c := runs.Case(backend, runs.Sizes{Setting: s, Steps: 2400, Boards: 100}, runs.Arm{Arm: study.Unmasked, Network: s.Network}, 1)
package runs
