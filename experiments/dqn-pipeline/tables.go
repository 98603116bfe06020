package dqnpipeline

import (
	"fmt"
	"slices"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{raceTable(set), projectedTable(set), queueTable(set), changeTable(set), sequenceTable(set), typesTable(set), checksTable(set), stepsTable(set)}
}

// originsOf returns the origins of a race that its record holds.
func originsOf(r record.Record) []origin {
	return slices.DeleteFunc(originsOn(int(r.Value("cores"))), func(o origin) bool {
		_, ok := r.Noisy[o.name+" waiting"]
		return !ok
	})
}

// trainerSays names a trainer in tables and figures.
func trainerSays(trainer string) string {
	if trainer == apart {
		return "apart from the cores"
	}
	return "on a core"
}

func raceTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "table", Title: "A trainer that takes a batch of puzzles for each step: how long it waits, medians of the rounds",
		Columns: []string{"Trainer", "Load", "Step", "Puzzles", "Steps/s", "Speed relative to puzzles at hand", "Waiting", "in the rounds", "Steps that waited", "First batch"},
		Notes: []string{
			"Load: puzzles asked for over what one worker per core makes when nothing else runs, measured in the same rounds. Step: its time with the cores free; a trainer apart sleeps for it, one on a core multiplies matrices.",
			"Waiting: share of the time; the first steps, in which the workers are not ahead yet, are left out, and the first batch stands by itself. At hand: made before. On demand: by the trainer when it needs them.",
			"The trainer got the same puzzles from every source.",
		},
	}
	for _, r := range set.Measured().Where(raceKind) {
		for _, o := range originsOf(r) {
			v := func(m string) float64 { return r.Value(o.name + " " + m) }
			t.Add(trainerSays(r.Dim("trainer")), decimals(r.Value("load")), lab.Seconds(r.Value("step")), o.says, lab.Number(v("rate")),
				decimals(v("speed")), share(v("waiting")), share(v("waiting.low"))+" to "+share(v("waiting.high")), share(v("stalls")), lab.Seconds(v("first")))
		}
	}
	return t
}

func projectedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "projected", Title: "Projection, not measured: share of the time that a trainer apart from the cores waits, one worker per core",
		Columns: []string{"Load"},
		Notes:   []string{"By a clock that counts tests of removals: a puzzle costs what its own tests cost, and nothing else costs anything. Exact on any machine."},
	}
	r, ok := set.Measured().Case(projectedCase)
	if !ok {
		return t
	}
	cfg := lab.ConfigOf[Config](r)
	for _, c := range cfg.Cores {
		t.Columns = append(t.Columns, coresSays(c))
	}
	for _, load := range cfg.ProjectedLoads {
		row := []string{decimals(load)}
		for _, c := range cfg.Cores {
			row = append(row, share(r.Value(projectedMetric(c, load))))
		}
		t.Add(row...)
	}
	return t
}

func coresSays(n int) string {
	if n == 1 {
		return "1 core"
	}
	return fmt.Sprintf("%d cores", n)
}

func queueTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "queue", Title: "How far the workers may run ahead: one worker per core, trainer apart",
		Columns: []string{"Puzzles ahead", "Load", "Waiting", "in the rounds", "Steps that waited"},
	}
	r, ok := set.Measured().Case(queueCase)
	if !ok {
		return t
	}
	var projected []int // numbers of cores
	more, ok := set.Measured().Case(projectedCase)
	if ok {
		projected = lab.ConfigOf[Config](more).Cores
	}
	for _, c := range projected {
		t.Columns = append(t.Columns, "Projected: "+coresSays(c))
	}
	for _, n := range lab.ConfigOf[Config](r).Lookaheads {
		v := func(m string) string { return share(r.Value(aheadName(n) + m)) }
		row := []string{lab.Number(float64(n)), decimals(r.Value("load")), v("waiting"), v("waiting.low") + " to " + v("waiting.high"), v("stalls")}
		for _, c := range projected {
			row = append(row, share(more.Value(aheadMetric(c, n))))
		}
		t.Add(row...)
	}
	t.Notes = append(t.Notes, "A step takes a batch at once, so fewer puzzles ahead than a batch and one for each worker leave workers waiting for space. The projection is that of the table before, at the load that was aimed at.")
	return t
}

// ruleSays names the rules of change.
var ruleSays = map[string]string{lag: "after the lookahead", now: "at once", letter: "the document's queue"}

func changeTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "changes", Title: "The range of givens is changed while one worker per core runs",
		Columns: []string{"Stages", "Rule", "Changes", "Old puzzles after one", "In the range of their order", "Last old and first new in their ranges", "Gap before", "Gap after", "Ratio of the pairs", "95 % interval", "Wait before", "Wait after", "Thrown away"},
		Notes: []string{
			"Gap: the longest time between two batches, of the same number of batches before and after the change; wait: the longest time that one of them was waited for. Medians over the changes. The trainer is apart from the cores, its load half in the stage whose puzzles take longest.",
			"Stages: document, those of its curriculum, which overlap; apart, the same without overlap, so that the givens alone show where a change falls.",
		},
	}
	for _, r := range set.Measured().Where(changeKind) {
		t.Add(r.Dim("stages"), ruleSays[r.Dim("rule")], lab.NumberOf(r, "changes"), oldPuzzles(r), lab.Share(r.Value("in-range"), r.Value("puzzles")), lab.NumberOf(r, "switches"),
			lab.SecondsOf(r, "gap before"), lab.SecondsOf(r, "gap after"), decimals(r.Value("gaps")), decimals(r.Value("gaps.low"))+" to "+decimals(r.Value("gaps.high")),
			lab.SecondsOf(r, "wait before"), lab.SecondsOf(r, "wait after"), lab.NumberOf(r, "dropped"))
	}
	return t
}

// oldPuzzles says how many puzzles of the old range came after a change.
func oldPuzzles(r record.Record) string {
	least, most := lab.NumberOf(r, "old.min"), lab.NumberOf(r, "old.max")
	if least == most {
		return least
	}
	return least + " to " + most
}

func sequenceTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "sequence", Title: "The same puzzles whatever the number of workers: a curriculum with changes by both rules, interrupted and resumed",
		Columns: []string{"Puzzles", "Numbers of workers", "Alike", "As the generator makes them alone", "SHA-256 of the boards", "Two runs of the document's queue agree"},
	}
	if r, ok := set.Measured().Case(sequenceCase); ok {
		t.Add(lab.NumberOf(r, "puzzles"), lab.NumberOf(r, "numbers of workers"), lab.NumberOf(r, "alike"), lab.NumberOf(r, "as made alone"), fmt.Sprintf("%.16s…", r.Texts["sha256"]), lab.Share(r.Value("letter agree"), r.Value("puzzles")))
	}
	return t
}

func typesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "types", Title: "Conversions of a training step on the host: integers kept apart from the planes that the network reads, and types that switch",
		Columns: []string{"Form", "Conversions per step", "Bytes per step", "Time per step", "Ratio of times", "95 % interval"},
		Notes:   []string{"8 boards of games and 64 transitions. Split: the environment, the buffer and the mask have integers, and boards become planes once. Switched: boards are kept as floats, and made integers for the mask and for planes. The document does not say where its types switched. Filling the mask is part of both."},
	}
	r, ok := set.Measured().Case(typesCase)
	if !ok {
		return t
	}
	for _, form := range []string{parted, mixed} {
		ratio, interval := "–", "–"
		if form == mixed {
			ratio, interval = decimals(r.Value("ratio")), decimals(r.Value("ratio.low"))+" to "+decimals(r.Value("ratio.high"))
		}
		t.Add(form, lab.NumberOf(r, form+" conversions"), lab.NumberOf(r, form+" bytes"), lab.SecondsOf(r, form+" time"), ratio, interval)
	}
	return t
}

func checksTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "checks", Title: "Legal moves by sets of what rows, columns and boxes hold: boards with a wrong answer, by the type of the board's numbers",
		Columns: []string{"Numbers", "Boards", "Wrong"},
		Notes:   []string{"Values: the cells' numbers as floats. Planes: read out of the network's one-hot input. Scaled: divided by the side and multiplied again in float32; the document has no such input, and it decides nothing."},
	}
	r, ok := set.Measured().Case(checksCase)
	if !ok {
		return t
	}
	t.Add("integers", lab.NumberOf(r, "boards"), lab.NumberOf(r, "integers wrong"))
	for _, form := range floatForms {
		t.Add("floats, "+form.name, lab.NumberOf(r, "boards"), lab.NumberOf(r, form.name+" wrong"))
	}
	return t
}

func stepsTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "steps", Title: "Training steps of conv on 9×9 boards with helpers that take one item at a time, and a batch",
		Columns: []string{"Backend", "Batch", "Helpers", "Time per step", "Speed relative to loops", "95 % interval", "Tensors to the device in a step, at most", "Bytes per step"},
		Notes:   []string{"Looped: each transition's planes and mask are made on the host and go to the device one after the other. Batched: the buffer lies on the device, which draws from it and makes planes and masks of the whole batch. Counted from the draws up to the loss. Loops in Go cost less than loops in Python, the document's language."},
	}
	for _, r := range set.Measured().Where(stepsKind) {
		for _, form := range []string{dqn.Looped, dqn.Batched} {
			ratio, interval := "–", "–"
			if form == dqn.Batched {
				ratio, interval = decimals(r.Value("ratio")), decimals(r.Value("ratio.low"))+" to "+decimals(r.Value("ratio.high"))
			}
			t.Add(r.Texts["backend"], lab.NumberOf(r, "batch"), form, lab.SecondsOf(r, form+" time"), ratio, interval, lab.NumberOf(r, form+" transfers"), lab.NumberOf(r, form+" bytes"))
		}
	}
	return t
}
