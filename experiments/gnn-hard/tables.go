package gnnhard

import (
	"fmt"
	"slices"
	"strconv"

	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{goalTable(set), startsTable(set), branchTable(set), auditTable(set)}
}

// gigaflops writes the operations of a record's board-steps.
func gigaflops(r record.Record, steps string) string {
	if steps == "" { // of some rows only
		return "–"
	}
	return lab.Number(r.Value(steps) * r.Value("flops a board-step") / r.Value("boards") / 1e9)
}

// pathNote says what made the steps.
func pathNote(set record.Set) []string {
	var notes []string
	seen := map[string]bool{}
	for _, r := range set {
		if p := r.Texts["path"]; p != "" && !seen[p] {
			seen[p] = true
			notes = append(notes, fmt.Sprintf("Steps by %s.", p))
		}
	}
	return notes
}

func startsTable(set record.Set) lab.Table {
	cfg := lab.ConfigIn[Config](set)
	t := lab.Table{
		Name:    "starts",
		Title:   "Hard puzzles solved by the candidate network without search: from one start after some steps, and from many starts with noise",
		Columns: []string{"Set", "Boards", "Guesses", "Way", "Solved", "95 % interval", "GFLOP a board"},
		Notes: append([]string{
			fmt.Sprintf("Guesses: of the scalar engine's proof that there is one solution, on average. A ladder's sets are made by this lab, of classes that no training meets. A start has %d steps at most and ends when its answer checks; the first is without noise, and each number of each candidate's first state of the others gets a normal number of deviation %v. Every answer is checked against the rules, so none that counts is wrong.", cfg.Breadth.Depth, cfg.Breadth.Scatter),
			"Images: the first of the boards, each moved by a random symmetry. The network gives a board and its image the same answer but for roundings, so votes over images have nothing to add: where the two differ, a board stands at the edge of being solved.",
			"GFLOP: multiplications and additions in products.",
		}, pathNote(set.Measured())...),
	}
	for _, r := range set.Where(aloneKind, record.Any("set")) {
		name := r.Dim("set")
		if r.Status == record.Missing {
			t.Add(name, "the set is not on this machine", "–", "–", "–", "–", "–")
			continue
		}
		guesses := fmt.Sprintf("%.1f", r.Value("guesses"))
		addOf := func(r record.Record, of, way, solved, steps string) {
			hits, trials := r.Value(solved), r.Value(of)
			t.Add(name, lab.NumberOf(r, of), guesses, way, lab.Share(hits, trials), lab.ShareRange(hits, trials), gigaflops(r, steps))
		}
		add := func(r record.Record, way, solved, steps string) { addOf(r, "boards", way, solved, steps) }
		for _, n := range cfg.Alone {
			add(r, fmt.Sprintf("alone, %d steps", n), "solved "+bySteps(n), "board-steps "+bySteps(n))
		}
		addOf(r, "moved", fmt.Sprintf("some alone, %d steps", most(cfg.Alone)), "solved moved", "")
		addOf(r, "moved", fmt.Sprintf("images of these, %d steps", most(cfg.Alone)), "solved images", "")
		addOf(r, "moved", "one of these or its image", "solved either", "")
		b, ok := set.Case(record.Key(breadthKind, record.D("set", name)))
		if !ok || b.Status == record.Missing {
			continue
		}
		for _, n := range cfg.Starts {
			add(b, starts(n), "solved "+byStarts(n), "board-steps "+byStarts(n))
		}
	}
	return t
}

// found returns how many boards of a goal's set were solved in its way, of how many.
func (g Goal) found(set record.Set) (hits, trials float64, ok bool) {
	cfg := lab.ConfigIn[Config](set)
	if !slices.Contains(cfg.Starts, g.Starts) && !slices.Contains(cfg.Branch.Nodes, g.Nodes) {
		return 0, 0, false // the profile has no such row
	}
	kind, names := breadthKind, []string{"solved " + byStarts(g.Starts)}
	if g.Nodes > 0 {
		kind, names = branchKind, nil
		for _, guide := range candidate.Guides() {
			if guide != candidate.Unguided {
				names = append(names, "solved "+byNodes(guide, false, g.Nodes), "solved "+byNodes(guide, true, g.Nodes))
			}
		}
	}
	r, ok := set.Case(record.Key(kind, record.D("set", g.Set)))
	if !ok || r.Status == record.Missing {
		return 0, 0, false
	}
	for _, name := range names {
		hits = max(hits, r.Value(name))
	}
	return hits, r.Value("boards"), true
}

func goalTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "goals",
		Title:   "Goals for searches with the candidate network, set before its weights were trained, and what they solve",
		Columns: []string{"Set", "Way", "Goal, trained on a CPU", "Goal, trained on a GPU", "Boards", "Solved", "95 % interval", "Goal for a CPU"},
		Notes:   []string{"Open: the goal lies within the interval, so that more boards may change the answer. Of the searches by branch nodes, the one that solves most counts."},
	}
	for _, g := range lab.ConfigIn[Config](set).Goals {
		way := starts(g.Starts)
		if g.Nodes > 0 {
			way = fmt.Sprintf("%d branch nodes at most", g.Nodes)
		}
		boards, share, within, met := "–", "–", "–", "not run"
		if hits, trials, ok := g.found(set); ok {
			boards, share, within = lab.Number(trials), lab.Share(hits, trials), lab.ShareRange(hits, trials)
			met = lab.Outcome(hits, trials, g.CPU)
		}
		t.Add(g.Set, way, lab.Goal(g.CPU), lab.Goal(g.GPU), boards, share, within, met)
	}
	return t
}

func branchTable(set record.Set) lab.Table {
	cfg := lab.ConfigIn[Config](set)
	t := lab.Table{
		Name:    "branches",
		Title:   "Hard puzzles solved within a number of branch nodes, with the candidate network and without",
		Columns: []string{"Set", "Boards", "Branch nodes", "Goes on from", "No network", "95 % interval", "Network finishes", "95 % interval", "Network finishes and orders", "95 % interval"},
		Notes: append([]string{
			fmt.Sprintf("A branch node is a board in one of whose cells, the first with the fewest candidates, a digit is assumed; naked and hidden singles then fill what they can. No network: digits come in a random order. Finishes: the network thinks %d steps about each board, and a board is done if the answer checks. Orders: digits come by what it thought of the board before. Last: the search goes on from the assumption made last, first: from the one made first.", cfg.Branch.Depth),
		}, pathNote(set.Measured())...),
	}
	for _, r := range set.Where(branchKind, record.Any("set")) {
		name := r.Dim("set")
		if r.Status == record.Missing {
			t.Add(name, "the set is not on this machine", "–", "–", "–", "–", "–", "–", "–", "–")
			continue
		}
		for _, n := range cfg.Branch.nodes(candidate.Unguided) {
			for _, broad := range []bool{false, true} {
				row := []string{name, lab.NumberOf(r, "boards"), strconv.Itoa(n), map[bool]string{false: "the last", true: "the first"}[broad]}
				for _, guide := range candidate.Guides() {
					if !slices.Contains(cfg.Branch.nodes(guide), n) {
						row = append(row, "–", "–")
						continue
					}
					solved := r.Value("solved " + byNodes(guide, broad, n))
					row = append(row, lab.Share(solved, r.Value("boards")), lab.ShareRange(solved, r.Value("boards")))
				}
				t.Add(row...)
			}
		}
	}
	return t
}

func auditTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "audit",
		Title:   "Are test puzzles, or twins of them, in the stream of hard puzzles that a training uses?",
		Columns: []string{"Set", "Boards", "In the stream", "Samples of the stream", "Classes", "By rung"},
		Notes:   []string{"Every puzzle is compared by its canonical form. A stream is the first samples of the ladders; rungs are ranges of guesses."},
	}
	cfg := lab.ConfigIn[Config](set)
	for _, r := range set.Where(auditKind, record.Any("set")) {
		if r.Status == record.Missing {
			t.Add(r.Dim("set"), "the set is not on this machine", "–", "–", "–", "–")
			continue
		}
		rungs := ""
		for _, rung := range cfg.Audit.Ladders.Rungs {
			if rungs != "" {
				rungs += ", "
			}
			rungs += rung.String() + ": " + lab.NumberOf(r, "samples "+rung.String())
		}
		t.Add(r.Dim("set"), lab.NumberOf(r, "boards"), lab.NumberOf(r, "met"), lab.NumberOf(r, "samples"), lab.NumberOf(r, "classes"), rungs)
	}
	return t
}

// starts writes a number of starts.
func starts(n int) string {
	if n == 1 {
		return "1 start"
	}
	return strconv.Itoa(n) + " starts"
}
