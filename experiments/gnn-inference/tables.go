package gnninference

import (
	"fmt"
	"slices"
	"strconv"

	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{methodTable(set), bandTable(set), latencyTable(set), shareTable(set), answerTable(set), adviceTable(set), searchTable(set), passTable(set)}
}

// networks are those of the records, in their order.
func networks(set record.Set) []string {
	return set.Measured().Values("network")
}

// whose says which network it is.
func whose(network string) string {
	if network == literalNetwork {
		return "document's"
	}
	return "candidate"
}

// onBands are the records of a network on the bands.
func onBands(set record.Set, network string) record.Set {
	return set.Measured().Where(bandKind, of(network))
}

// stated is what the document says of a method: solved, time.
var stated = map[string][2]string{
	single:  {"85–90 %", "10–20 ms"},
	refine:  {"95–98 %", "30–50 ms"},
	beam:    {"98–99 %", "50–100 ms"},
	start:   {"100 %", "5–50 ms"},
	hybrid:  {"100 %", "10–100 ms, mean 25 ms, 95 % under 50 ms"},
	cascade: {"100 %", "10–100 ms"},
}

// mean writes a sum over boards as a mean.
func mean(total, boards float64) string {
	if boards == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f", total/boards)
}

// documentedBoards is the document's training, 60 epochs of a million puzzles.
const documentedBoards = 60 * 1_000_000

// documentedNote says what the document's network is here.
func documentedNote(set record.Set) string {
	r, _ := set.Case(trainedCase)
	if r.Count("trained") == 0 {
		return "The document's network has no trained weights."
	}
	text := fmt.Sprintf("The document's network takes its %d message-passing steps and was trained on %s boards, where the document has %s in all epochs.",
		literal.Default().Iterations, lab.Number(r.Value("boards trained on")), lab.Number(documentedBoards))
	if d := r.Texts["differs"]; d != "" {
		text += " Its training differs from the document's as follows: " + d + "."
	}
	return text + " Methods without a row for it were not run."
}

// measured reports whether a method was run on the bands.
func measured(records record.Set, method string) bool {
	return slices.ContainsFunc(records, func(r record.Record) bool {
		_, ok := r.Metric("solved " + method)
		return ok
	})
}

func methodTable(set record.Set) lab.Table {
	cfg := lab.ConfigIn[Config](set)
	bound := "beams have no limit"
	if cfg.BeamRounds > 0 {
		bound = fmt.Sprintf("beams end after %d rounds here", cfg.BeamRounds)
	}
	t := lab.Table{
		Name:    "methods",
		Title:   "Inference methods over all bands",
		Columns: []string{"Network", "Method", "Stated", "Boards", "Solved", "95 % interval", "Wrong", "Open", "Predictions per puzzle, mean", "Nodes, mean", "Stated time", "Mean time", "Medians of the bands", "Under 50 ms"},
		Notes: []string{
			fmt.Sprintf("Every grid is checked, and compared with the only solution. Open: no answer. The candidate network takes at most %d message-passing steps, and %s. gnn: single pass. gnn-refine: method 2 as documented; guarded: without fills that conflict, trying the first digits in each round. gnn-start: exact cover from the network's digits, dropping the least confident first. gnn-guided: exact cover with guesses in the order of its confidence. gnn-hybrid: methods 2, 3, 4 in turn; corrected: with the guarded refinement and the guided search. gnn-cascade: method 1 before them.", cfg.Steps, bound),
			documentedNote(set),
			"Times are per puzzle, one puzzle at a time: a prediction is computed and timed once per board and counted for every method that uses it; the time of the method itself is added. The document's figures are about its own network.",
		},
	}
	for _, network := range networks(set) {
		records := onBands(set, network)
		boards := records.Sum("boards")
		for _, m := range cfg.Methods {
			if !measured(records, m.Name) {
				continue
			}
			solved := records.Sum("solved " + m.Name)
			average := 0.0
			for _, r := range records {
				average += r.Value("time.mean "+m.Name) * r.Value("boards") / records.Sum("boards")
			}
			t.Add(whose(network), m.Name, lab.OrDash(stated[m.Name][0]), lab.Number(boards), lab.Share(solved, boards), lab.ShareRange(solved, boards),
				lab.Number(records.Sum("wrong "+m.Name)), lab.Number(records.Sum("open "+m.Name)),
				mean(records.Sum("asked "+m.Name), boards), mean(records.Sum("nodes "+m.Name), boards),
				lab.OrDash(stated[m.Name][1]), lab.Seconds(average), medians(records, m.Name), lab.Share(records.Sum("under 50 ms "+m.Name), boards))
		}
	}
	return t
}

// medians writes the least and the greatest median of the bands.
func medians(set record.Set, method string) string {
	var all []float64
	for _, r := range set {
		if m, ok := r.Metric("time.p50 " + method); ok {
			all = append(all, m.Value)
		}
	}
	if len(all) == 0 {
		return "–"
	}
	return lab.Seconds(slices.Min(all)) + " to " + lab.Seconds(slices.Max(all))
}

func bandTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "bands",
		Title:   "Solve rate by band and inference method",
		Columns: []string{"Network", "Band", "Boards", "Givens", "Empty cells right in one pass"},
		Notes:   []string{"In brackets: how many beams reached their limit of rounds without an answer. The document's chart calls the solve rate of the single pass accuracy: the cell accuracy is in the column next to it."},
	}
	cfg := lab.ConfigIn[Config](set)
	for _, m := range cfg.Methods {
		t.Columns = append(t.Columns, m.Name)
	}
	for _, network := range networks(set) {
		for _, r := range onBands(set, network) {
			row := []string{whose(network), r.Dim("set"), lab.NumberOf(r, "boards"), fmt.Sprintf("%.1f", r.Value("givens")), lab.Share(r.Value("cells right"), r.Value("cells"))}
			for _, m := range cfg.Methods {
				if !measured(record.Set{r}, m.Name) {
					row = append(row, "not run")
					continue
				}
				cell := lab.Share(r.Value("solved "+m.Name), r.Value("boards"))
				if n := r.Value("bounded " + m.Name); n > 0 {
					cell += " (" + lab.Number(n) + ")"
				}
				row = append(row, cell)
			}
			t.Add(row...)
		}
	}
	return t
}

func latencyTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "latency",
		Title:   "Time per puzzle by band and inference method: one at a time, and over all puzzles of a band at once",
		Columns: []string{"Network", "Band", "Method", "Backend", "Median", "95th percentile", "Mean", "Greatest", "At once, per puzzle", "Batch"},
		Notes:   []string{"At once: each round of a method asks the network about all open puzzles, in batches; a dash marks methods that were not timed this way."},
	}
	for _, network := range networks(set) {
		for _, r := range onBands(set, network) {
			for _, m := range lab.ConfigIn[Config](set).Methods {
				if !measured(record.Set{r}, m.Name) {
					continue
				}
				batched, batch := "–", "–"
				if slices.Contains(lab.ConfigIn[Config](record.Set{r}).Batched, m.Name) {
					if of, ok := r.Metric("batched " + m.Name); ok { // of the candidate network only
						batched, batch = lab.Seconds(of.Value), lab.NumberOf(r, "batch")
					}
				}
				t.Add(whose(network), r.Dim("set"), m.Name, r.Texts["backend"], lab.SecondsOf(r, "time.p50 "+m.Name), lab.SecondsOf(r, "time.p95 "+m.Name),
					lab.SecondsOf(r, "time.mean "+m.Name), lab.SecondsOf(r, "time.p100 "+m.Name), batched, batch)
			}
		}
	}
	return t
}

// stages are those of the document's hybrid from method 1 on, with what it states.
var stages = []struct {
	method infer.Method
	label  string
	stated string
}{
	{infer.Single, "Single pass", "85–90 %"},
	{infer.Refine, "Refinement", "5–8 %"},
	{infer.Beam, "Beam", "2–3 %"},
	{infer.Start, "Exact cover", "1–2 %"},
}

func shareTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "shares",
		Title:   "Which method gives the answer, for the hybrid that begins with the single pass and the one that begins with refinement",
		Columns: []string{"Network", "Band", "Hybrid", "Answers"},
		Notes:   []string{"The document states its shares for a typical corpus, which it does not name; all bands together are this project's mixture."},
	}
	row := []string{"stated", "typical", "from method 1", "–"}
	for _, s := range stages {
		t.Columns = append(t.Columns, s.label)
		row = append(row, s.stated)
	}
	t.Add(row...)
	add := func(network, band, method, label string, records record.Set) {
		all := records.Sum("solved " + method)
		row := []string{whose(network), band, label, lab.Number(all)}
		for _, s := range stages {
			if s.method == infer.Single && method == hybrid {
				row = append(row, "–")
				continue
			}
			row = append(row, lab.Share(records.Sum(byMetric(s.method, method)), all))
		}
		t.Add(row...)
	}
	for _, network := range networks(set) {
		records := onBands(set, network)
		for _, h := range []struct{ method, label string }{{cascade, "from method 1"}, {hybrid, "from method 2"}} {
			if !measured(records, h.method) {
				continue
			}
			for _, r := range records {
				add(network, r.Dim("set"), h.method, h.label, record.Set{r})
			}
			if len(records) > 0 {
				add(network, "all", h.method, h.label, records)
			}
		}
	}
	return t
}

func answerTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "answers",
		Title:   "Answers of the methods that promise one, on boards with no, one and several solutions, and on boards whose givens conflict",
		Columns: []string{"Network", "Method", "Boards", "None", "One", "Several", "Conflict", "Named right", "Named wrong", "No answer"},
		Notes:   []string{"Named right: unsolvable, unique or ambiguous, as the counts stated with the set say, with a grid that passes the check where there is one."},
	}
	for _, network := range networks(set) {
		r, ok := set.Case(mixedCase(network))
		if !ok || r.Status == record.Missing {
			continue
		}
		for _, m := range lab.ConfigIn[Config](set).complete() {
			v := func(name string) string { return lab.Number(r.Count(name)) }
			t.Add(whose(network), m.Name, v("boards"), v("of no solution"), v("of one solution"), v("of several solutions"), v("of conflict"),
				v("right "+m.Name), v("wrong "+m.Name), v("open "+m.Name))
		}
	}
	return t
}

func adviceTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "advice",
		Title:   "Solve rate of the methods that promise an answer, with networks that know nothing",
		Columns: []string{"Set", "Method", "Boards", "Solved", "Wrong", "No answer", "Attempts, mean", "Nodes, mean"},
		Notes:   []string{"Each puzzle twice: with a network whose probabilities are drawn at random, and with one that is certain of a wrong digit in each cell. Attempts: exact searches, each with one fewer of the network's digits."},
	}
	for _, r := range set.Measured().Where(adviceKind) {
		for _, m := range lab.ConfigIn[Config](set).complete() {
			v := func(name string) string { return lab.Number(r.Value(name + " " + m.Name)) }
			t.Add(r.Dim("set"), m.Name, lab.Number(r.Value("boards")), v("solved"), v("wrong"), v("open"),
				mean(r.Value("attempts "+m.Name), r.Value("boards")), mean(r.Value("nodes "+m.Name), r.Value("boards")))
		}
	}
	return t
}

func searchTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "search",
		Title:   "An exact search with and without the network's advice, up to the first solution, mean per puzzle",
		Columns: []string{"Network", "Set", "Boards", "Search", "Order", "Guesses", "Nodes", "Backtracks", "Time of the search", "With the network"},
		Notes: []string{
			"cells: branches on the cell with the fewest candidates, no propagation. cover: exact cover, branches on the cell or place with the fewest options. ascending: digits in ascending order. shuffled: in random order, the mean of several orders per puzzle. confidence: in the order of the network's confidence. fixed: the network's digits are put into the board and the least confident removed until exact cover completes it, all attempts together. Nodes include forced digits, guesses only choices. Time of the search: without setting it up.",
		},
	}
	for _, r := range set.Where(searchKind) {
		network, id := r.Dim("network"), r.Dim("set")
		if r.Status == record.Missing {
			t.Add(whose(network), id, "not run", "–", "–", "–", "–", "–", "–", "–")
			continue
		}
		boards := r.Value("boards")
		asked := r.Value("network time") / boards
		row := func(name, form, order string) {
			took := r.Value("time "+name) / boards
			with := "–"
			if order == string(infer.Confidence) || order == fixed {
				with = lab.Seconds(took + asked)
			}
			t.Add(whose(network), id, lab.Number(boards), form, order, mean(r.Value("guesses "+name), boards), mean(r.Value("nodes "+name), boards),
				mean(r.Value("backtracks "+name), boards), lab.Seconds(took), with)
		}
		for _, w := range ways() {
			row(w.String(), string(w.form), string(w.order))
		}
		row(fixed, string(infer.Cover), fixed)
	}
	return t
}

func passTable(set record.Set) lab.Table {
	t := lab.Table{
		Name:    "pass",
		Title:   "A single pass of the document's network, untrained, on one 9×9 board",
		Columns: []string{"Form", "Backend", "Passes", "Steps", "Numbers per node", "Weights", "Stated", "Median", "95th percentile", "Mean", "In a batch, per board"},
		Notes:   []string{"As drawn: computed edge by edge; fast: the same values with sums over the board's axes. Time does not depend on the values of the weights."},
	}
	r, ok := set.Case(passCase)
	if !ok || r.Status == record.Missing {
		return t
	}
	for _, form := range []struct{ name, label string }{{"fast", "fast"}, {"plain", "as drawn"}} {
		batched := "–"
		if form.name == "fast" {
			batched = lab.SecondsOf(r, "batched") + " (of " + lab.NumberOf(r, "batch") + ")"
		}
		passes := "–"
		if m, ok := r.Metric("time.p50 " + form.name); ok {
			passes = strconv.Itoa(m.N)
		}
		t.Add(form.label, r.Texts["backend"], passes, lab.NumberOf(r, "rounds"), lab.NumberOf(r, "hidden"), lab.NumberOf(r, "parameters"), "10–20 ms",
			lab.SecondsOf(r, "time.p50 "+form.name), lab.SecondsOf(r, "time.p95 "+form.name), lab.SecondsOf(r, "time.mean "+form.name), batched)
	}
	return t
}
