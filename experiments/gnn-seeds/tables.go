package gnnseeds

import (
	"fmt"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table { return []lab.Table{pairsTable(set), armsTable(set)} }

// pairsTable has a row a seed.
func pairsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:  "pairs",
		Title: "Trainings of a small form of the document's network with equal seeds: best validation cell accuracy in %, on all boards and those with the fewest givens, and steps",
		Columns: []string{
			"Seed", "Uniform", "Curriculum", "Steps to equal accuracy, uniform", "Curriculum", "Fewest givens, λ 0.1", "λ 0",
		},
		Notes: []string{"Uniform has λ 0.1 and is one side of both pairs. Steps are interpolated linearly between validations, up to the accuracy that both runs reach; for a run that collapsed, all its steps."},
	}
	set = set.Measured()
	collapsed := collapsedIn(set)
	for _, seed := range set.GroupBy("seed") {
		one := seed.Set
		if len(pairs.Seeds(one, uniformArm)) == 0 {
			continue
		}
		best := func(arm, metric string) string {
			if of := pairs.Seeds(one, arm); len(of) > 0 {
				return fmt.Sprintf("%.1f", 100*of[0].Value(metric))
			}
			return "–"
		}
		uniform, curriculum := "–", "–"
		for _, s := range pairs.SpeedUps(one, curriculumArm, uniformArm, collapsed) {
			curriculum, uniform = fmt.Sprintf("%.0f", s.First), fmt.Sprintf("%.0f", s.Other)
		}
		t.Add(seed.Dims[0].Value, best(uniformArm, pairs.BestCells), best(curriculumArm, pairs.BestCells), uniform, curriculum,
			best(uniformArm, pairs.BestHardCells), best(plainArm, pairs.BestHardCells))
	}
	return t
}

// collapsedIn returns a function that reports whether a run of the set collapsed.
func collapsedIn(set record.Set) func(record.Record) bool {
	base, _ := set.Case(baselineCase)
	m, _ := base.Metric("cells." + constant) // 0 where it is missing: no run counts as collapsed
	return collapsedBelow(m.Value)
}

// armsTable has a row for each way to answer.
func armsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "arms",
		Title:   "Cell accuracy over empty cells, %, with a small form of the document's network (best validation, mean over seeds, least to greatest) and without a network",
		Columns: []string{"Answers", "Network", "Seeds", "All boards", "Fewest givens", "Before the first step", "Collapsed"},
		Notes:   []string{"Collapsed: trainings that ended no better than before their first step, or than the most frequent digit in every cell. On 4×4 naked singles alone solve these boards."},
	}
	set = set.Measured()
	collapsed := collapsedIn(set)
	for _, arm := range []string{uniformArm, curriculumArm, plainArm} {
		runs := pairs.Seeds(set, arm)
		if len(runs) == 0 {
			continue
		}
		lost := 0
		for _, r := range runs {
			if collapsed(r) {
				lost++
			}
		}
		spread := func(metric string) string {
			low, high := pairs.Range(runs, metric)
			return fmt.Sprintf("%.1f (%.1f to %.1f)", 100*pairs.Mean(runs, metric), 100*low, 100*high)
		}
		t.Add(arm, pairs.NetworkOf(runs), lab.Number(float64(len(runs))), spread(pairs.BestCells), spread(pairs.BestHardCells), spread(pairs.FirstCells), lab.Number(float64(lost)))
	}
	if base, ok := set.Case(baselineCase); ok {
		for _, row := range [][2]string{{constant, "the most frequent digit everywhere"}, {frequent, "each cell's most frequent candidate"}, {naked, "naked singles"}} {
			of := func(name string) string { return fmt.Sprintf("%.1f", 100*base.Value(name+"."+row[0])) }
			t.Add(row[1], "none", "–", of("cells"), of("cells."+pairs.HardSet), "–", "–")
		}
	}
	return t
}
