package gnncandidate

import (
	"fmt"
	"strconv"
	"strings"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{goalTable(set), stepTable(set), speedTable(set), twinTable(set), auditTable(set), sizeTable(set), cardTable(set)}
}

// looks are the numbers of steps of a record, in order.
func looks(r record.Record) []int { return r.Numbers("solved steps=", "") }

// lastRow is the row of the most steps without a restart.
func lastRow(r record.Record) string {
	if most(r) == 0 {
		return ""
	}
	return afterSteps(most(r))
}

// onGPU reports whether the weights come from a graphics card.
func onGPU(set record.Set) bool {
	card, _ := set.Case(cardCase)
	return strings.Contains(card.Texts["trained on"], accel.PlatformCUDA)
}

// measured returns the hits and trials that a goal is about.
func (g Goal) measured(r record.Record) (hits, trials float64) {
	row := lastRow(r)
	if g.Restarts {
		row = withRestarts
	}
	if g.Of == ofCells {
		return r.Value("right " + row), r.Value("empty")
	}
	return r.Value("solved " + row), r.Value("boards")
}

func goalTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "goals",
		Title:   "Goals for the candidate network alone, set before training, and measured solve rates",
		Columns: []string{"Set", "Share of", "Goal, trained on a CPU", "Goal, trained on a GPU", "After", "Boards", "Measured", "95 % interval", "Outcome"},
	}
	gpu := onGPU(set)
	by := "CPU"
	if gpu {
		by = "GPU"
	}
	t.Notes = []string{fmt.Sprintf("Goals were set before training. Met: the measured share is not below the goal for weights trained as these were, on a %s. Open: the goal lies within the interval, so that more boards may change the answer. Shares of cells are of those that a puzzle leaves empty. The interval of cells treats them as independent, although those of one board are not.", by)}
	for _, g := range lab.ConfigIn[Config](set).Goals {
		r, ok := set.Case(setCase(g.Set))
		if !ok {
			continue
		}
		want := g.CPU
		if gpu {
			want = g.GPU
		}
		made, boards, share, within, met := "–", "–", "–", "–", "not run"
		if r.Status != record.Missing {
			hits, trials := g.measured(r)
			made, boards, share, within = after(r, most(r), g.Restarts), lab.NumberOf(r, "boards"), lab.Share(hits, trials), lab.ShareRange(hits, trials)
			met = lab.Outcome(hits, trials, want)
		}
		t.Add(g.Set, g.Of, lab.Goal(g.CPU), lab.Goal(g.GPU), made, boards, share, within, met)
	}
	return t
}

// after says how many steps a row of figures is after: those of a look, or the most and restarts.
func after(r record.Record, steps int, restarts bool) string {
	if !restarts {
		return strconv.Itoa(steps) + " steps"
	}
	all := looks(r)
	if len(all) == 0 {
		return withRestarts
	}
	return fmt.Sprintf("%d steps, with restarts", all[len(all)-1])
}

// most is the most steps of a record, 0 if it has none.
func most(r record.Record) int {
	all := looks(r)
	if len(all) == 0 {
		return 0
	}
	return all[len(all)-1]
}

func stepTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "steps",
		Title:   "Solve rate of the candidate network alone, by set and number of message-passing steps, compared with naked singles, hidden singles and both",
		Columns: []string{"Set", "Boards", "Givens", "After", "Solved", "95 % interval", "Empty cells right", "Units kept", "Solved by naked / hidden / both singles", "Cells by naked / hidden / both singles", "Board-steps", "GFLOP"},
		Notes: []string{
			"Solved: every cell right, as the independent checker says. Units kept: rows, columns and boxes that hold each digit once. Steps are message-passing steps; a solved board stops. With restarts: a board that is not solved after the most steps starts again with noise added to its first state, and an answer counts if the checker accepts it; the cells and units of a board that stays unsolved are those of its last start. Singles: cells filled by the rule at its fixpoint. GFLOP: multiplications and additions in the products of all board-steps. Public sets are samples.",
			"Smoke and quick are exact on the pure-Go backend of one build; in full the steps are made by package fused with vectors where there are any, whose answers are kept as noisy. Where a build or a processor fuses products with sums (arm64, GOAMD64=v3) or uses vectors (GOEXPERIMENT=simd), numbers may round differently, and a borderline board may get another answer.",
		},
	}
	for _, r := range set.Where(setKind, record.Any("set")) {
		name := r.Dim("set")
		if r.Status == record.Missing {
			t.Add(name, "not run", "–", "–", "–", "–", "–", "–", "–", "–", "–", "–")
			continue
		}
		for _, n := range append(looks(r), 0) { // 0 stands for the row with restarts
			row := afterSteps(n)
			if n == 0 {
				row = withRestarts
			}
			boards := r.Value("boards")
			made := r.Value("board-steps " + row)
			t.Add(name, lab.NumberOf(r, "boards"), fmt.Sprintf("%.1f", r.Value("givens")), after(r, n, n == 0),
				lab.Share(r.Value("solved "+row), boards), lab.ShareRange(r.Value("solved "+row), boards),
				lab.Share(r.Value("right "+row), r.Value("empty")), lab.Share(r.Value("kept "+row), r.Value("units")),
				byRules(r, "solved", boards), byRules(r, "right", r.Value("empty")),
				lab.Number(made), lab.Number(made*r.Value("flops a board-step")/1e9))
		}
	}
	return t
}

// byRules writes the shares that the three baselines reach.
func byRules(r record.Record, metric string, of float64) string {
	var out []string
	for _, rule := range score.Baselines() {
		out = append(out, strings.TrimSuffix(lab.Share(r.Value(metric+" "+rule.String()), of), " %"))
	}
	return strings.Join(out, " / ") + " %"
}

func speedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "speed",
		Title:   "Throughput of the candidate network, all starts of all boards together",
		Columns: []string{"Set", "Board", "Backend", "Boards per second", "Board-steps per second", "GFLOP/s", "Time"},
		Notes:   []string{"Wall-clock time, compilation included, in batches of about as many candidates at every size. Hard boards take all their steps, so a set's boards per second also reflect its difficulty."},
	}
	for _, r := range set.Measured().Where(setKind, record.Any("set")) {
		t.Add(r.Dim("set"), sideName(int(r.Value("side"))), r.Texts["backend"],
			lab.NumberOf(r, "boards a second"), lab.NumberOf(r, "board-steps a second"),
			lab.Number(r.Value("board-steps a second")*r.Value("flops a board-step")/1e9), lab.SecondsOf(r, "time"))
	}
	return t
}

func twinTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "twins",
		Title:   "Whether the candidate network gives a board moved by a symmetry, its digits renamed, the moved answer",
		Columns: []string{"Set", "Boards", "All digits agree", "Empty cells", "Cells agree", "Boards solved"},
		Notes:   []string{"Each board is compared with its image under one random symmetry. The network treats both alike by construction; sums computed in another order round differently, which can change a cell whose digits are almost equally likely."},
	}
	for _, r := range set.Measured().Where(twinsKind) {
		v := func(m string) string { return lab.NumberOf(r, m) }
		t.Add(r.Dim("set"), v("boards"), v("boards.agree"), v("cells"), v("cells.agree"), v("boards.solved"))
	}
	return t
}

func auditTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "overlap",
		Title:   "Overlap of the puzzles that the candidate network was trained on with those that it is tested on",
		Columns: []string{"Board", "Tests", "Puzzles tested", "Classes tested", "Training samples", "Classes trained on", "Samples that equal a test", "Tests that equal a sample"},
		Notes: []string{
			"The training stream is generated a second time from the recipe on the card. Two puzzles are equal if a symmetry and a renaming of digits turn one into the other: they are one class. At 4×4 there are few classes, and the stream repeats those that are not held out. Nothing was trained on at 16×16 and 25×25 unless the card says so. In the full profile the stream holds as many puzzles as the training can have taken, those of its ladders among them, by each of its recipes, and those of the small weights that it began from; shorter profiles look at the first of the plain puzzles.",
		},
	}
	for _, r := range set.Where(auditKind) {
		board, with := sideName(r.Int("side")), r.Dim("set")
		if r.Status == record.Missing {
			t.Add(board, with, "not run", "–", "–", "–", "–", "–")
			continue
		}
		v := func(m string) string { return lab.NumberOf(r, m) }
		t.Add(board, with, v("tests"), v("tests.classes"), v("samples"), v("classes"), v("equal.samples"), v("equal.classes"))
	}
	return t
}

func sizeTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "sizes",
		Title:   "A small candidate network trained on boards of three sizes, mixed step by step or one size after the other",
		Columns: []string{"Order", "Board", "Seeds", "Steps per seed", "Loss, first tenth", "Loss, last tenth", "Empty cells right at the end"},
		Notes:   []string{"Both orders take as many steps at each size, on the same puzzles, and are tested on held-out boards after the last step. In the order one size after the other, each size starts with fresh optimizer moments. This pair shows that both can be trained, and is far too small to say which is better."},
	}
	for _, name := range []string{mixedCase, orderedCase} {
		r, ok := set.Case(name)
		if !ok || r.Status == record.Missing {
			continue
		}
		order := "mixed"
		if name == orderedCase {
			order = r.Texts["order"]
		}
		for _, side := range sidesOf(r) {
			v := func(m string) string { return lab.NumberOf(r, sideMetric(m, side)) }
			t.Add(order, sideName(side), lab.NumberOf(r, "seeds"), v("steps"), v("loss.first"), v("loss.last"),
				lab.Share(r.Value(sideMetric("right", side)), r.Value(sideMetric("empty", side))))
		}
	}
	return t
}

// sidesOf are the sides of boards that a record of a training tells of.
func sidesOf(r record.Record) []int { return r.Numbers("steps side=", "") }

func cardTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "card",
		Title:   "How the weights of the candidate network were trained",
		Columns: []string{"Weights", "Sizes of boards", "Trained on", "Steps", "Boards taken a segment further", "Training", "PFLOP", "Finished"},
		Notes:   []string{"From the card of the weights."},
	}
	r, ok := set.Case(cardCase)
	if !ok || r.Status == record.Missing {
		return t
	}
	finished := "no"
	if r.Value("finished") == 1 {
		finished = "yes"
	}
	t.Add(lab.NumberOf(r, "weights"), r.Texts["sizes"], r.Texts["trained on"], lab.NumberOf(r, "steps"), lab.NumberOf(r, "board-segments"),
		lab.SecondsOf(r, "time"), lab.Number(r.Value("flops")/1e15), finished)
	return t
}
