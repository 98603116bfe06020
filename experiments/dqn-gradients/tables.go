package dqngradients

import (
	"strconv"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table { return []lab.Table{batchesTable(set), gradientsTable(set)} }

func batchesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "batches", Title: "Moves at 9×9 whose gradients are taken, by network, by what counts of what follows, and by loss",
		Columns: []string{"Network", "Weights", "Game", "Loss", "Batches", "Moves", "that end the game", "onto a full board", "that does not end it", "Gradient to the target network if nothing held it back: least norm"},
		Notes: []string{
			"Game: documented, what follows counts unless the move ends the game; ends-ignored, it always counts, as the formula of the target reads; taken-back, the game goes on after mistakes, and a full board need not be solved.",
		},
	}
	for _, r := range set.Measured().Where(batchesKind) {
		n := func(metric string) string { return lab.NumberOf(r, metric) }
		t.Add(r.Dim("network"), n("parameters"), r.Dim("game"), r.Dim("loss"), n("batches"), n("moves"), n("ended"), n("full"), n("full and open"), n("unheld.least"))
	}
	return t
}

func gradientsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "gradients", Title: "Gradients of the online network's loss over batches at 9×9, by how the target's values are masked",
		Columns: []string{"Network", "Game", "Loss", "Mask", "Batches", "as added, to the bit", "apart at most, units in the last place", "gradient gone", "infinite", "Norm: least", "median", "greatest", "Least cosine to the guarded gradient", "Greatest target", "Greatest loss", "Batches with a gradient to the target network"},
		Notes: []string{
			"In place: −10¹⁰ is written over the target network's values in the memory where they lie. Added: a mask of 0 and −10¹⁰ is added. Guarded: as the agent does it, value by value, and 0 where nothing follows or no action is legal.",
			"Targets and losses by size, targets as rewards. Smooth L1 bounds the gradient of each move, whatever the target: a false one shows in the direction. A return is at most 100 over one less the discount.",
		},
	}
	for _, r := range set.Measured().Where(batchesKind) {
		for _, way := range dqn.Maskings() {
			n := func(metric string) string { return lab.Written(r, string(way)+" "+metric, short) }
			t.Add(r.Dim("network"), r.Dim("game"), r.Dim("loss"), string(way), lab.NumberOf(r, "batches"), n("same"), n("ulps"), n("vanished"), n("infinite"),
				n("norm.least"), n("norm.median"), n("norm.greatest"), n("cosine.least"), n("target.greatest"), n("loss.greatest"), n("reached"))
		}
	}
	return t
}

// short writes large figures with a power of ten.
func short(x float64) string {
	if x >= 1e6 {
		return strconv.FormatFloat(x, 'e', 2, 64)
	}
	return lab.Number(x)
}
