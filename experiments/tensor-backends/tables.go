package tensorbackends

import (
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{answersTable(set), equalTable(set), rateTable(set), loopTable(set), bytesTable(set), torchTable(set)}
}

// of returns the measured records of a kind.
func of(set record.Set, kind string) record.Set { return set.Measured().Where(kind) }

func answersTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "answers", Title: "Answers of the tensor network for N puzzles at once against those of the same puzzles one at a time, by form, set and backend",
		Columns: []string{"Form", "Set", "Backend", "Sizes", "of", "Largest N", "[N, 9, 9, 9]", "Different puzzles", "Answers", "Same", "Right", "Answers to N = 0"},
		Notes: []string{
			"Sizes are the powers of two. An answer is the first solution, the number of solutions up to two, how the search ended, and its steps, guesses and depth. Puzzles are repeated to fill a batch; those of own-mixed have no, one or several solutions.",
			"[N, 9, 9, 9]: sizes at which the candidates are one tensor of that shape; the packed form holds them as bits of words.",
		},
	}
	for _, r := range of(set, answersKind) {
		n := func(name string) string { return lab.NumberOf(r, name) }
		t.Add(r.Dim("form"), r.Dim("set"), r.Texts["backend"], n("sizes"), n("sizes asked"), n("largest"), n("shaped"), n("distinct"), n("answers"),
			lab.Share(r.Value("same"), r.Value("answers")), lab.Share(r.Value("right"), r.Value("answers")), n("answers to none"))
	}
	return t
}

func equalTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "equal", Title: "Answers of the tensor network on a backend against those on the backend in Go running one operation after the other, and kinds of operation that the backend has",
		Columns: []string{"Form", "Backend", "Program", "Answers", "Same", "Right", "Kinds that compute", "which it has", "it lacks", "Pooling and inverse"},
		Notes:   []string{"Pure Go stands here with its operations in parallel. The program is the loop with all steps, compiled as one. Kinds of operation that only move numbers or branch are not counted."},
	}
	for _, r := range of(set, equalKind) {
		n := func(name string) string { return lab.NumberOf(r, name) }
		row := []string{r.Dim("form"), r.Texts["backend"], "refused", "–", "–", "–"}
		if r.Value("taken") > 0 {
			row = []string{r.Dim("form"), r.Texts["backend"], "taken", n("answers"), lab.Share(r.Value("same"), r.Value("answers")), lab.Share(r.Value("right"), r.Value("answers"))}
		}
		t.Add(append(row, n("kinds"), n("native"), r.Texts["lacking"], n("pools"))...)
	}
	return t
}

// sizesOf calls each for what was timed in a record of rateKind.
func sizesOf(r record.Record, each func(n, count int, name string)) {
	how := lab.ConfigOf[Config](r).Rates[tensornet.Form(r.Dim("form"))]
	for _, n := range how.Batches {
		each(n, 1, sideName(n, 1))
	}
	if r.Texts["backend"] == pureGo {
		each(how.Usual, networks, sideName(how.Usual, networks))
	}
}

// pureGo is what records call the backend in Go.
const pureGo = "pure Go"

// per returns how often something happens in a second, a dash where it was not timed.
func per(r record.Record, n float64, time string) string {
	if seconds := r.Value(time); seconds > 0 {
		return lab.Number(n / seconds)
	}
	return "–"
}

func rateTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "rate", Title: "Speed of the tensor network to the end with proof of uniqueness, by form, set, backend and number of puzzles side by side, medians of interleaved rounds",
		Columns: []string{"Form", "Set", "Backend", "Puzzles", "Right", "Unique", "N", "Networks", "Puzzles/s", "Puzzle-passes/s", "Step of a full batch", "Slots in use", "In the backend", "State moved, GB/s", "of the card's limit"},
		Notes: []string{
			"A puzzle-pass is a step of a puzzle that has not ended. Networks work side by side, each on a backend of its own. Slots in use: puzzle-passes of all steps of slots. In the backend: of the time, for one network; the rest places puzzles and takes answers out.",
			"State moved: the state read and written once a step, the least that a step can move, per second in the backend.",
		},
	}
	for _, r := range of(set, rateKind) {
		sizesOf(r, func(n, count int, name string) {
			puzzles, passes, slots := r.Value("puzzles"), r.Value("passes"), r.Value(name+"slots")
			inside := r.Value(name + "inside")
			step, share, moved, limit := "–", "–", "–", "–"
			if slots > 0 && inside > 0 {
				rate := slots / inside // steps of slots a second
				step, share = lab.Seconds(float64(n*count)/rate), lab.Share(passes, slots)
				bytes := 2 * r.Value("bytes") * rate
				moved = lab.Number(bytes / 1e9)
				if most := r.Value("bandwidth"); most > 0 && bytes > 0 {
					limit = lab.Percent(bytes / most)
				}
			}
			t.Add(r.Dim("form"), r.Dim("set"), r.Texts["backend"], lab.Number(puzzles), lab.Share(r.Value("right"), puzzles), lab.Share(r.Value("unique"), puzzles),
				lab.Number(float64(n)), lab.Number(float64(count)), per(r, puzzles, name+"time"), per(r, passes, name+"time"), step, share,
				lab.Share(inside, r.Value(name+"time")), moved, limit)
		})
	}
	return t
}

func loopTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "loop", Title: "Steps of the tensor network in a compiled loop against the same steps unrolled and one step per call, own-minimal, by form and backend, medians of interleaved rounds",
		Columns: []string{"Form", "Backend", "N", "Steps", "Way", "Steps taken", "Per step", "All puzzles", "Speed against unrolled", "First run, with compiling"},
		Notes:   []string{"Steps taken: of the program, for all puzzles; unrolled steps are taken to the end of a chunk even when no puzzle needs them. Per step: time in the backend."},
	}
	for _, r := range of(set, loopKind) {
		for _, way := range []string{unrolled, inLoop, stepwise} {
			chunk := lab.NumberOf(r, "chunk")
			if way == stepwise {
				chunk = "1"
			}
			ratio := "1"
			if way != unrolled {
				ratio = lab.WithInterval(r, way+"ratio", lab.Decimals(2))
			}
			t.Add(r.Dim("form"), r.Texts["backend"], lab.NumberOf(r, "batch"), chunk, strings.TrimSpace(way), lab.NumberOf(r, way+"steps"),
				lab.Seconds(r.Value(way+"inside")/max(1, r.Value(way+"steps"))), lab.SecondsOf(r, way+"time"), ratio, lab.SecondsOf(r, way+"first"))
		}
	}
	return t
}

func bytesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "bytes", Title: "Memory of the tensor network per puzzle by the number of puzzles side by side, side 9, depth of 63 guesses",
		Columns: []string{"Form", "N", "State per puzzle, bytes", "Go heap per puzzle, bytes"},
		Notes:   []string{"State: what the loop carries from step to step; the packed form fills words of several puzzles. Heap: what can be reached after a step, compiled programs included, on the backend in Go."},
	}
	for _, r := range of(set, bytesKind) {
		for _, n := range byteSizes {
			t.Add(r.Dim("form"), lab.Number(float64(n)), lab.Number(r.Value(bytesName(n)+"state")/float64(n)), lab.Number(r.Value(bytesName(n)+"heap")/float64(n)))
		}
	}
	return t
}

func torchTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "pytorch", Title: "The tensor network on the backend in Go beside the public PyTorch implementation of the design, 17-clue puzzles, on the same cores, medians of interleaved rounds",
		Columns: []string{"PyTorch", "Cores", "Puzzles", "Network", "Solved", "Wrong", "Puzzles/s", "Puzzle-passes/s", "Speed against PyTorch"},
		Notes: append([]string{
			"PyTorch in float32 goes on with a whole batch until all its puzzles are solved or given up, or for the passes stated; what it leaves open is not counted against its time. Its state for an exhausted search is missing, so it stops at the first solution, as the first two rows of ours do; the third proves uniqueness.",
			"Reading, encoding and checking answers are left out of PyTorch's time and included in ours.",
		}, lab.NotRun(set.Where(torchKind))...),
	}
	for _, r := range of(set, torchKind) {
		puzzles := r.Count("puzzles")
		if puzzles == 0 {
			continue // the program failed; the note of the record says how
		}
		head := []string{"torch " + r.Texts["torch"] + ", " + r.Dim("way"), r.Dim("threads"), lab.Number(puzzles)}
		row := func(network, prefix, wrong, ratio string) {
			t.Add(append(head[:3:3], network, lab.Share(r.Value(prefix+"solved"), puzzles), wrong, per(r, puzzles, prefix+"time"), per(r, r.Value(prefix+"passes"), prefix+"time"), ratio)...)
		}
		row("PyTorch", "", lab.NumberOf(r, "wrong"), "1")
		for _, s := range torchSides {
			name := string(s.form)
			if s.limit > 1 {
				name += ", proving uniqueness"
			}
			row(name, s.name, lab.Number(0), lab.WithInterval(r, s.name+"ratio", lab.Decimals(1)))
		}
	}
	return t
}
