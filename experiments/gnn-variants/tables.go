package gnnvariants

import (
	"fmt"
	"slices"
	"strings"

	"sudokulab/experiments/gnn-training/pairs"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{differenceTable(set), costTable(set), setTable(set)}
}

// percent writes a share with one decimal.
func percent(x float64) string { return fmt.Sprintf("%.1f", x) }

// points writes a difference of shares with its sign.
func points(x float64) string { return strings.Replace(fmt.Sprintf("%+.1f", x), "-", "−", 1) }

// written writes the mean of a sample, "–" of none.
func (s sample) written(write func(float64) string) string {
	m, ok := s.mean()
	if !ok {
		return "–"
	}
	return write(m)
}

// list writes the values of a sample by seed.
func (s sample) list(write func(float64) string) string {
	if len(s.values) == 0 {
		return "–"
	}
	out := make([]string, len(s.values))
	for i, v := range s.values {
		out[i] = write(v)
	}
	return strings.Join(out, ", ")
}

// bounds writes the interval of the mean.
func (s sample) bounds() string {
	i, ok := s.interval()
	if !ok {
		return "–"
	}
	return points(i.Low) + " to " + points(i.High)
}

// describedAs is what an arm is, from its records.
func describedAs(set record.Set, arm string) string {
	text := ""
	for _, r := range pairs.Seeds(set, arm) {
		if text == "" {
			text = r.Texts["arm"]
			if r.Texts["equal"] == "FLOPs" {
				text += ", at equal FLOPs"
			}
		}
	}
	if n := endedEarly(set, arm); n > 0 {
		text += fmt.Sprintf(" (ended early with %d of the seeds)", n)
	}
	if text == "" {
		return "not run"
	}
	return text
}

// countedSets names the sets whose mean arms are compared by.
func countedSets(cfg Config) string {
	var names []string
	for _, s := range cfg.Sets {
		if s.Counts {
			names = append(names, s.Test.Name)
		}
	}
	return strings.Join(names, ", ")
}

func differenceTable(set record.Set) lab.Table {
	cfg := lab.ConfigIn[Config](set)
	t := lab.Table{
		Name:    "differences",
		Title:   "Variants of the candidate network and of its training compared with the base, on held-out boards",
		Columns: []string{"Arm", "What it is"},
	}
	for _, q := range []quantity{solved, right} {
		for _, c := range []string{", %", " by seed, %", ": against the base, points", ": 95 % interval", ": seen"} {
			t.Columns = append(t.Columns, q.title+c)
		}
	}
	if len(cfg.Arms) == 0 {
		return t
	}
	intervals := 0
	base := runsOf(set, baseArm)
	for _, arm := range cfg.Arms {
		row := []string{arm, describedAs(set, arm)}
		runs := runsOf(set, arm)
		for _, q := range []quantity{solved, right} {
			of := func(r run) (float64, bool) { return q.mean(set, cfg, r) }
			values := sampleOf(runs, of)
			row = append(row, values.written(percent), values.list(percent))
			if arm == baseArm {
				row = append(row, "–", "–", "–")
				continue
			}
			d := values.minus(sampleOf(base, of))
			if d.seen() != notKnown {
				intervals++
			}
			row = append(row, d.written(points), d.bounds(), d.seen())
		}
		t.Add(row...)
	}
	t.Notes = []string{
		fmt.Sprintf("Solved: boards with every cell right after %d message-passing steps of one start. Cells: empty cells that are right then. Both are means of the shares on %s, in percent, each a mean over seeds.", cfg.Looks[len(cfg.Looks)-1], countedSets(cfg)),
		fmt.Sprintf("Against the base: the mean of the differences seed by seed, with its 95 %% confidence interval after Student, which assumes normally distributed differences and so may extend beyond what is possible. Won and lost mean that the interval excludes 0, nothing more. One interval in twenty does so by chance, about %.0f of these %d.", (1-confidence)*float64(intervals), intervals),
		"All arms have the learning rate that suited networks like the base; it was not tuned for any arm. Steps are few and networks small: the table shows which arm learns faster at the start, which need not be the one that ends higher. No arm augments its boards, since the network treats a board and its images under symmetries alike by construction.",
	}
	if own := sampleOf(base, func(r run) (float64, bool) { return solved.mean(set, cfg, r) }); len(own.values) > 1 {
		t.Notes = append(t.Notes, fmt.Sprintf("Single seeds of the base solve from %s to %s %%.", percent(slices.Min(own.values)), percent(slices.Max(own.values))))
	}
	if len(cfg.Base.Task.Kinds) > 0 {
		k := cfg.Base.Task.Kinds[0]
		t.Notes = append(t.Notes, fmt.Sprintf("Trained on %d×%d: batches of %d boards, %d training steps, unless the table of costs says otherwise. Seed k has the same stream of puzzles in every arm; an arm that releases boards sooner gets further in it.", k.Puzzles.Side, k.Puzzles.Side, k.Batch, cfg.Base.Train.Steps))
		if k.Puzzles.Side == 4 {
			t.Notes = append(t.Notes, "On 4×4 boards, with a network this small and so few steps, seeds may differ by more than arms do, and nothing is said about 9×9: profile full trains on those.")
		}
	}
	return t
}

func costTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "cost",
		Title:   "Training cost of each variant of the candidate network, mean over seeds",
		Columns: []string{"Arm", "Changes", "Equal in", "Weights", "Training steps", "Board-steps", "GFLOP", "Ratio to the base", "Seconds", "Seconds with compilation", "Last loss, nats", "Backend"},
		Notes: []string{
			"Board-steps: message-passing steps of all boards together. GFLOP: multiplications and additions in matrix products, forward and backward. Means of twice the values have as many products as the softmax of forces and values. Seconds are wall-clock time, on a machine that may have been busy with other work. Last loss: mean of the last twentieth of the steps; without the loss over rows, columns and boxes it is another quantity.",
		},
	}
	base, hasBase := 0.0, false
	for _, r := range runsOf(set, baseArm) {
		base, hasBase = r.Value("flops"), true
	}
	for _, arm := range lab.ConfigIn[Config](set).Arms {
		runs := runsOf(set, arm)
		if len(runs) == 0 {
			t.Add(arm, "–", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–")
			continue
		}
		one := runs[0]
		metric := func(name string) sample {
			return sampleOf(runs, func(r run) (float64, bool) { m, ok := r.Metric(name); return m.Value, ok })
		}
		times := "–"
		if hasBase && base > 0 {
			times = fmt.Sprintf("%.2f", one.Value("flops")/base)
		}
		changes := one.Texts["changes"]
		if arm == baseArm {
			changes = "–"
		}
		last := sampleOf(runs, func(r run) (float64, bool) {
			curve := lossOf(r)
			if len(curve) == 0 {
				return 0, false
			}
			return curve[len(curve)-1].value, true
		})
		t.Add(arm, changes, one.Texts["equal"], lab.NumberOf(one.Record, "weights"), lab.NumberOf(one.Record, "steps"), lab.NumberOf(one.Record, "board-steps"),
			lab.Number(one.Value("flops")/1e9), times, metric("seconds").written(lab.Number), metric("seconds.all").written(lab.Number), last.written(lab.Number), one.Texts["backend"])
	}
	return t
}

func setTable(set record.Set) lab.Table {
	cfg := lab.ConfigIn[Config](set)
	t := lab.Table{Name: "sets", Title: "Solve rate of each variant on each held-out set by number of message-passing steps, mean over seeds, compared with naked and hidden singles", Columns: []string{"Set", "Boards", "Givens", "Arm"}}
	for _, n := range cfg.Looks {
		t.Columns = append(t.Columns, fmt.Sprintf("Solved after %d, %%", n))
	}
	t.Columns = append(t.Columns, "by seed, %", "with a restart, %", "Solved: against the base, points", "Solved: 95 % interval", "Cells right, %", "Cells: against the base, points", "Cells: 95 % interval")
	singles, ok := set.Case(singlesCase)
	if !ok || singles.Status == record.Missing {
		return t
	}
	t.Notes = []string{
		fmt.Sprintf("By seed, cells and differences: after %d steps. With a restart: a board that is not solved by then starts again with noise on its first state and takes as many steps once more. Sets of another side than that of the training are of a size that no arm was trained on. The rows of rules show what each rule fills at its fixpoint.", cfg.Looks[len(cfg.Looks)-1]),
	}
	base := runsOf(set, baseArm)
	for _, s := range cfg.Sets {
		name := s.Test.Name
		head := []string{name, lab.NumberOf(singles, name+".boards"), fmt.Sprintf("%.1f", singles.Value(name+".givens"))}
		for _, rule := range score.Baselines() {
			row := append(append([]string(nil), head...), strings.ReplaceAll(rule.String(), "-", " "))
			for range cfg.Looks {
				row = append(row, "–")
			}
			row[len(row)-1] = percent(100 * singles.Value(setMetric(name, rule.String(), "solved")) / singles.Value(name+".boards"))
			cells := percent(100 * singles.Value(setMetric(name, rule.String(), "right")) / singles.Value(name+".empty"))
			t.Add(append(row, "–", "–", "–", "–", cells, "–", "–")...)
		}
		for _, arm := range cfg.Arms {
			runs := runsOf(set, arm)
			if len(runs) == 0 {
				continue
			}
			of := func(q quantity, row string) func(run) (float64, bool) {
				return func(r run) (float64, bool) { return q.on(set, r, name, row) }
			}
			row := append(append([]string(nil), head...), arm)
			for _, n := range cfg.Looks {
				row = append(row, sampleOf(runs, of(solved, afterSteps(n))).written(percent))
			}
			values := sampleOf(runs, of(solved, mostSteps(cfg)))
			cells := sampleOf(runs, of(right, mostSteps(cfg)))
			row = append(row, values.list(percent), sampleOf(runs, of(solved, restarted)).written(percent))
			if arm == baseArm {
				row = append(row, "–", "–", cells.written(percent), "–", "–")
			} else {
				d := values.minus(sampleOf(base, of(solved, mostSteps(cfg))))
				c := cells.minus(sampleOf(base, of(right, mostSteps(cfg))))
				row = append(row, d.written(points), d.bounds(), cells.written(percent), c.written(points), c.bounds())
			}
			t.Add(row...)
		}
	}
	return t
}
