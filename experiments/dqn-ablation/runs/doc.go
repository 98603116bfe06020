// Package runs trains the arms of package pkg/dqn/study for the experiments that compare them, and reads the records
// of what the runs showed: curves as texts, ends as figures, pairs by seed.
//
//	c := runs.Case(study.Few(), study.Unmasked, networks.CNN1, 1)
//	c.Run = func(ctx context.Context, r *lab.Run) error { return runs.Measure(ctx, sizes, c, r) }
package runs
