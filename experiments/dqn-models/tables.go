package dqnmodels

import (
	"fmt"
	"slices"
	"strings"

	"sudokulab/experiments/dqn-models/heldout"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{
		networkTable(set), solvedTable(set, documented), solvedTable(set, small), trainingTable(set), depthTable(set), probeTable(set), libraryTable(set),
	}
}

func networkTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "networks", Title: "The lab's networks of the kinds that the document names, for 9×9 boards",
		Columns: []string{"Network", "Convolutions", "Dense layers", "Outputs", "Parameters", "MFLOP per board, forward", "Layers"},
		Notes:   []string{"The document draws one network, which is conv, and names four; what it leaves open is this project's choice. Its program has other layouts."},
	}
	for _, r := range set.Measured().Where(layersKind) {
		t.Add(r.Dim("network"), lab.NumberOf(r, "convolutions"), lab.NumberOf(r, "dense"), lab.NumberOf(r, "outputs"), lab.NumberOf(r, "parameters"), fmt.Sprintf("%.2f", r.Value("flops")/1e6), r.Texts["layers"])
	}
	return t
}

// settingIn is a setting of the records' configuration.
func settingIn(set record.Set, name string) (Setting, bool) {
	all := lab.ConfigIn[Config](set).Settings
	i := slices.IndexFunc(all, func(s Setting) bool { return s.Study.Name == name })
	if i < 0 {
		return Setting{}, false
	}
	return all[i], true
}

func solvedTable(set record.Set, setting string) lab.Table {
	t := lab.Table{
		Name: "solved-" + setting, Title: "Share of held-out " + setting + " puzzles solved by the greedy policy, in per cent, by the number of empty cells",
		Columns: []string{"Agent or method", "Trained by", "Seeds", "Training moves"},
	}
	s, ok := settingIn(set, setting)
	if !ok {
		return t
	}
	for _, row := range s.all() {
		name := row.Name() + " empty"
		if row == s.Last {
			name += ", the last stage"
		}
		t.Columns = append(t.Columns, name)
	}
	measured := set.Measured()
	line := func(records record.Set, begin string, head ...string) {
		if len(records) == 0 {
			return
		}
		for _, row := range s.all() {
			head = append(head, heldout.Cell(records, row, begin))
		}
		t.Add(head...)
	}
	for _, r := range measured.Where(baselineKind, record.D("setting", setting)) {
		line(record.Set{r}, "", r.Dim("rule"), "–", "–", "–")
	}
	for _, network := range networks.Names() {
		of := measured.Where(runKind, record.D("setting", setting), record.D("network", network))
		for i, group := range of.GroupBy("arm") {
			if i == 0 {
				line(group.Set, before, network, "nothing", lab.Number(float64(len(group.Set))), "0")
			}
			line(group.Set, "", network, armSays[group.Dims[0].Value], lab.Number(float64(len(group.Set))), lab.NumberOf(group.Set[0], "moves"))
		}
	}
	if setting == documented {
		t.Notes = append(t.Notes, "Published, not measured here: a deep Q-network solved 7 % of easy, 2.1 % of medium and 1.2 % of hard puzzles (arXiv:2102.06019), by classes of its own. They are the only rates for reinforcement learning on Sudoku that were found.")
	}
	t.Notes = append(t.Notes,
		"Games end at the first mistake. In brackets the 95 % interval after Wilson, over the games of all seeds together, which says nothing of how much seeds differ. Every row of an agent has the same puzzles.",
		"Random: random moves on empty cells. Naked singles and hidden singles: filled until the rule does nothing more. PQN and the twin make as many updates as DQN; the twin is told what every legal action is worth.",
	)
	t.Notes = append(t.Notes, backend.Note(set.Measured())...)
	return t
}

func trainingTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "training", Title: "Training of each network: right moves on held-out boards of the last stage before and after, mean over seeds",
		Columns: []string{"Setting", "Network", "Trained by", "Seeds", "Steps", "Moves", "Right before, %", "Right after, %", "Gain (95 % interval)", "Diverged", "Last loss", "Last |Q − Q*|", "Seconds"},
		Notes:   []string{"Boards in the middle of a game: of a held-out puzzle's empty cells a random number is filled rightly. |Q − Q*|: mean distance of the values of the batch's actions from what they are worth under the best policy, in rewards. Seconds of training alone, on a machine that may have been busy. Losses of different algorithms and units are different quantities."},
	}
	for _, group := range set.Measured().Where(runKind).GroupBy("setting", "network", "arm") {
		runs := group.Set
		share := func(name string) string {
			var values []float64
			for _, r := range runs {
				values = append(values, r.Value(name)/r.Value("boards"))
			}
			return fmt.Sprintf("%.1f", 100*mean(values))
		}
		t.Add(group.Dims[0].Value, group.Dims[1].Value, armSays[group.Dims[2].Value], lab.Number(float64(len(runs))), lab.NumberOf(runs[0], "steps"), lab.NumberOf(runs[0], "moves"),
			share(before+"right"), share("right"), spread(learnt(runs), points), lab.Number(runs.Sum("diverged")), lastOf(runs, "loss"), lastOf(runs, "off"), lab.Number(runs.Sum("seconds")/float64(len(runs))))
	}
	return t
}

// lastOf is the mean of the runs' last points of a curve.
func lastOf(runs record.Set, name string) string {
	var values []float64
	for _, r := range runs {
		if steps := r.Numbers(name+" step=", ""); len(steps) > 0 {
			values = append(values, r.Value(at(name, slices.Max(steps))))
		}
	}
	if len(values) == 0 {
		return "–"
	}
	return lab.Number(mean(values))
}

func depthTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "depth", Title: "resnet by depth, with residual connections and without, mean over seeds",
		Columns: []string{"Setting", "Convolutions after the first", "Residual", "Seeds", "Solved, % (95 % interval)", "by seed, %", "Untrained, %", "Diverged", "First norm of gradients", "Last norm", "Last loss", "Last |Q − Q*|"},
	}
	cfg := lab.ConfigIn[Config](set)
	var rows []string
	for _, row := range cfg.Depths.Rows {
		rows = append(rows, row.Name())
	}
	t.Notes = []string{"Solved: of all held-out puzzles with " + strings.Join(rows, ", ") + " empty cells. Initial weights and their distribution are the same with and without."}
	for _, group := range set.Measured().Where(depthKind).GroupBy("depth", "residual") {
		var shares, first, norms []float64
		var list []string
		untrained := 0.0
		for i, r := range group.Set {
			shares = append(shares, solvedShare(r, cfg.Depths.Rows))
			list = append(list, fmt.Sprintf("%.1f", 100*shares[i]))
			for _, row := range cfg.Depths.Rows {
				untrained += r.Value(before+heldout.Metric(row, "solved")) / r.Value(before+heldout.Metric(row, "games")) / float64(len(group.Set)*len(cfg.Depths.Rows))
			}
			if steps := r.Numbers("norm step=", ""); len(steps) > 0 {
				first = append(first, r.Value(at("norm", slices.Min(steps))))
				norms = append(norms, r.Value(at("norm", slices.Max(steps))))
			}
		}
		t.Add(cfg.Depths.Study.Name, group.Dims[0].Value, group.Dims[1].Value, lab.Number(float64(len(group.Set))), spread(shares, lab.Percent), strings.Join(list, ", "), fmt.Sprintf("%.1f", 100*untrained),
			lab.Number(group.Set.Sum("diverged")), lab.Number(mean(first)), lab.Number(mean(norms)), lastOf(group.Set, "loss"), lastOf(group.Set, "off"))
	}
	return t
}

func probeTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "probe", Title: "A linear probe for conflicts on the features of the last convolution: boards told apart, in per cent, mean over seeds",
		Columns: []string{"Setting", "Network", "Trained by", "Seeds", "Boards", "Trained", "Untrained", "Trained less untrained", "Each cell its weights: trained", "untrained", "The same weights in every cell: trained", "untrained"},
		Notes:   []string{"Boards come in pairs that differ in one cell, which holds its right digit in the one and a digit that breaks a rule in the other; chance is a half. Ridge regression, fitted on boards of their own; its penalty and whether cells have weights of their own are chosen on others, and all three are of held-out puzzles."},
	}
	for _, group := range set.Measured().Where(runKind).GroupBy("setting", "network", "arm") {
		if _, ok := group.Set[0].Metric("probe.boards"); !ok {
			continue
		}
		share := func(name string) (values []float64) {
			for _, r := range group.Set {
				if m, ok := r.Metric(name); ok {
					values = append(values, m.Value/r.Value("probe.boards"))
				}
			}
			return values
		}
		written := func(name string) string {
			if v := share(name); len(v) > 0 {
				return lab.Percent(mean(v))
			}
			return "–"
		}
		var gains []float64
		for i, v := range share("probe.hits") {
			gains = append(gains, v-share(before + "probe.hits")[i])
		}
		t.Add(group.Dims[0].Value, group.Dims[1].Value, armSays[group.Dims[2].Value], lab.Number(float64(len(group.Set))), lab.NumberOf(group.Set[0], "probe.boards"),
			written("probe.hits"), written(before+"probe.hits"), spread(gains, points),
			written("probe.flat.hits"), written(before+"probe.flat.hits"), written("probe.pooled.hits"), written(before+"probe.pooled.hits"))
	}
	return t
}
