package comparemethods

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// tables tells all of it: the methods over all 9×9 sets, each set, growth, operations and costs.
func tables(set record.Set) []lab.Table {
	out := []lab.Table{overview(set)}
	for _, r := range distinct(set.Measured().Where(onSets, record.Any("set")), "set") {
		out = append(out, onOne(set, r.Dim("set"), onSets, "on "+r.Dim("set")))
	}
	if t := programsTable(set); len(t.Rows) > 0 {
		out = append(out, t)
	}
	return append(out, sidesTable(set), blanksTable(set), solutionsTable(set), operations(set), costTable(set))
}

// distinct returns the first record of each value of a dimension.
func distinct(set record.Set, dim string) (out record.Set) {
	for _, r := range set {
		if !slices.ContainsFunc(out, func(o record.Record) bool { return o.Dim(dim) == r.Dim(dim) }) {
			out = append(out, r)
		}
	}
	return out
}

// names are what the plan says of a record: families with their methods, and the cap.
type names struct {
	Families []struct {
		Name    string `json:"name"`
		Methods []struct {
			Name string `json:"name"`
		} `json:"methods"`
	} `json:"families"`
	Cap time.Duration `json:"cap_ns"`
}

// methodsOf returns the methods that were measured, and the documents' programs.
func methodsOf(set record.Set) (out []string) {
	for _, f := range lab.ConfigIn[names](set).Families {
		for _, m := range f.Methods {
			out = append(out, m.Name)
		}
	}
	for _, p := range programs {
		out = append(out, p.row())
	}
	return out
}

// holder returns the record, among some, that has figures of a method.
func holder(set record.Set, method string) (record.Record, bool) {
	for _, r := range set {
		if _, ok := r.Metric(figureOf(method, "solved")); ok {
			return r, true
		}
	}
	return record.Record{}, false
}

// tried is the number of puzzles that a method was put to.
func tried(r record.Record, method string) float64 {
	m, _ := r.Metric(figureOf(method, "solved"))
	return float64(m.N)
}

// pooled is a method over several records.
type pooled struct {
	method                                                 string
	puzzles, solved, proved, wrong, capped, open, searched float64
	guesses, nodes, time                                   float64
	sets                                                   int
	median, p99                                            []float64 // of each record
}

// pool sums what a method did over records.
func pool(set record.Set, method string) pooled {
	p := pooled{method: method}
	for _, r := range set {
		if _, ok := r.Metric(figureOf(method, "solved")); !ok {
			continue
		}
		v := func(what string) float64 { return r.Value(figureOf(method, what)) }
		n := tried(r, method)
		p.puzzles += n
		p.solved += v("solved")
		p.proved += v("proved")
		p.wrong += v("wrong")
		p.capped += v("capped")
		p.open += v("open")
		p.searched += v("searched")
		p.guesses += v("guesses")
		p.nodes += v("nodes")
		p.time += v("mean") * n
		p.median, p.p99 = append(p.median, v("median")), append(p.p99, v("p99"))
		p.sets++
	}
	return p
}

// onNine are the measured records of the sets of 9×9 puzzles.
func onNine(set record.Set) (out record.Set) {
	for _, r := range set.Measured().Where(onSets, record.Any("set")) {
		if r.Value("side") == 9 {
			out = append(out, r)
		}
	}
	return out
}

// capOf writes the cap of the records.
func capOf(set record.Set) string { return lab.Seconds(lab.ConfigIn[names](set).Cap.Seconds()) }

func overview(set record.Set) lab.Table {
	t := lab.Table{
		Name: "methods", Title: "Every method on all 9×9 sets together",
		Columns: []string{"Method", "Puzzles", "Sets", "Solved", "95 % interval", "Proved", "Wrong", "Capped", "No answer", "Of the solved by search", "Guesses per solved puzzle", "Mean time", "Medians", "p99, worst set"},
		Notes: []string{
			outcomes(set),
			"Methods that take longer have fewer puzzles of each set, the first ones of the same sample: shares of different numbers of puzzles are not of the same puzzles. Medians: of the set on which the method is fastest and of that on which it is slowest. Mean time: over all puzzles, those that the cap ended with the time that they had taken.",
		},
	}
	nine := onNine(set)
	for _, m := range methodsOf(set) {
		p := pool(nine, m)
		if p.puzzles == 0 {
			continue
		}
		t.Add(m, lab.Number(p.puzzles), lab.Number(float64(p.sets)), lab.Share(p.solved, p.puzzles), lab.ShareRange(p.solved, p.puzzles), lab.Share(p.proved, p.puzzles),
			lab.Number(p.wrong), lab.Number(p.capped), lab.Number(p.open), lab.Share(p.searched, p.solved), per(p.guesses, p.solved),
			lab.Seconds(p.time/p.puzzles), lab.Seconds(slices.Min(p.median))+" to "+lab.Seconds(slices.Max(p.median)), upTo(slices.Max(p.p99), set))
	}
	t.Notes = append(t.Notes, absent(set)...)
	return t
}

// upTo writes a time; the cap ends what reaches it, so that beyond it the clock says nothing more.
func upTo(seconds float64, set record.Set) string {
	if seconds >= lab.ConfigIn[names](set).Cap.Seconds() {
		return "≥ " + capOf(set)
	}
	return lab.Seconds(seconds)
}

// outcomes says what the columns count.
func outcomes(set record.Set) string {
	return "Solved: a grid that keeps the rules and the givens, or a right proof that there is none. Proved: the number of solutions, none, one or several, is proved, too, and no other engine contradicts. " +
		"Capped: a limit ended it, of " + capOf(set) + " or of the method's own, such as its memory. No answer: the method says that it has none. Wrong, capped and unanswered puzzles count in every share. " +
		"Guess: what is tried without being forced; each method has a size of its own."
}

// absent names the sets that are not on the machine, and how long the run took.
func absent(set record.Set) (notes []string) {
	var ids []string
	var took time.Duration
	for _, r := range set {
		took += r.Provenance.Duration
		if r.Status == record.Missing && !slices.Contains(ids, r.Dim("set")) {
			ids = append(ids, r.Dim("set"))
		}
	}
	if len(ids) > 0 {
		notes = append(notes, "Sets that were not at hand, so that no method was put to them: "+strings.Join(ids, ", ")+".")
	}
	return append(notes, fmt.Sprintf("All cases together took %s, one after the other.", lab.Seconds(math.Round(took.Seconds()))))
}

// per writes a sum per item.
func per(sum, n float64) string {
	if n == 0 {
		return "–"
	}
	return lab.Number(math.Round(100*sum/n) / 100)
}

// bytes writes a number of bytes with the unit that suits it.
func bytes(r record.Record, figure string) string {
	return lab.Written(r, figure, func(x float64) string {
		units := []string{"B", "kB", "MB", "GB"}
		i := 0
		for ; i < len(units)-1 && x >= 1000; i++ {
			x /= 1000
		}
		return fmt.Sprintf("%.3g %s", x, units[i])
	})
}

// onOne is every method on one set.
func onOne(all record.Set, id, kind, title string) lab.Table {
	set := all.Measured().Where(kind, record.D("set", id), record.Any("family"))
	t := lab.Table{
		Name: kind + "-" + id, Title: "Every method " + title,
		Columns: []string{"Method", "Puzzles", "Solved", "Proved", "Wrong", "Capped", "No answer", "By search", "Guesses per solved puzzle", "Median", "p99", "Allocated per puzzle", "Held"},
		Notes:   []string{outcomes(set), "By search: share of the solved ones that took a guess. Allocated: bytes asked of the memory while solving, freed ones included. Held: bytes that the opened method keeps after its first answer, networks and tables included."},
	}
	for _, m := range methodsOf(set) {
		r, ok := holder(set, m)
		if !ok {
			continue
		}
		n := tried(r, m)
		v := func(what string) float64 { return r.Value(figureOf(m, what)) }
		t.Add(m, lab.Number(n), lab.Share(v("solved"), n), lab.Share(v("proved"), n), lab.Number(v("wrong")), lab.Number(v("capped")), lab.Number(v("open")),
			lab.Share(v("searched"), v("solved")), per(v("guesses"), v("solved")), lab.SecondsOf(r, figureOf(m, "median")), lab.SecondsOf(r, figureOf(m, "p99")),
			bytes(r, figureOf(m, "allocated")), bytes(r, figureOf(m, "held")))
	}
	return t
}

// cell writes what a method did of one record: its median, and how many of how many if not all.
func cell(r record.Record, m string) string {
	n, ok := r.Metric(figureOf(m, "solved"))
	if !ok {
		return "–"
	}
	text := lab.SecondsOf(r, figureOf(m, "median"))
	if of := float64(n.N); n.Value < of {
		text += fmt.Sprintf(" (%s of %s)", lab.Number(n.Value), lab.Number(of))
	}
	return text
}

// growing is a table of methods by columns, each of which is some records.
func growing(name, title string, methods, columns []string, of []record.Set, notes ...string) lab.Table {
	t := lab.Table{Name: name, Title: title, Columns: append([]string{"Method"}, columns...), Notes: notes}
	for _, m := range methods {
		row, measured := []string{m}, false
		for _, set := range of {
			r, ok := holder(set, m)
			measured = measured || ok
			row = append(row, cell(r, m))
		}
		if measured {
			t.Add(row...)
		}
	}
	return t
}

const medianNote = "Median time per puzzle, those that the cap ended with the time that they had taken; (3 of 10): so many were solved, where not all were."

// bySide are the sets of the project's own in which the side grows.
var bySide = []struct {
	set, title string
}{
	{"own-4x4", "4×4"}, {"own-minimal", "9×9, minimal"}, {"own-16x16", "16×16"}, {"own-16x16-search", "16×16, with search"}, {"own-25x25", "25×25"},
}

func sidesTable(set record.Set) lab.Table {
	var columns []string
	var of []record.Set
	for _, s := range bySide {
		if some := set.Measured().Where(onSets, record.D("set", s.set), record.Any("family")); len(some) > 0 {
			columns, of = append(columns, s.title), append(of, some)
		}
	}
	return growing("sides", "Growth with the side of the board: the project's own sets", methodsOf(set), columns, of, medianNote)
}

func blanksTable(set record.Set) lab.Table {
	var columns []string
	var of []record.Set
	all := set.Measured().Where(byBlanks, record.Any("set"), record.Any("family"))
	for _, r := range distinct(all, "set") {
		columns = append(columns, fmt.Sprintf("%.1f blanks", r.Value("blanks")))
		of = append(of, all.Where(byBlanks, record.D("set", r.Dim("set")), record.Any("family")))
	}
	return growing("blanks", "Growth with the number of blanks: 9×9 puzzles held out from every training", methodsOf(set), columns, of, medianNote)
}

func solutionsTable(set record.Set) lab.Table {
	all := set.Measured().Where(listing, record.Any("about"))
	t := lab.Table{
		Name: "solutions", Title: "Growth with the number of solutions: all of them listed", Columns: []string{"Method"},
		Notes: []string{"Minimal 9×9 puzzles with givens taken out; the median of the numbers of solutions stands above. " + medianNote},
	}
	for _, r := range all {
		t.Columns = append(t.Columns, lab.Number(r.Value("solutions"))+" solutions")
	}
	for _, m := range methodsOf(set) {
		if _, ok := holder(all, m); !ok {
			continue
		}
		row := []string{m}
		for _, r := range all {
			row = append(row, cell(r, m))
		}
		t.Add(row...)
	}
	return t
}

// operations puts a learned answer beside a solver's nodes.
func operations(set record.Set) lab.Table {
	t := lab.Table{
		Name: "operations", Title: "Operations of an answer, per solved 9×9 puzzle over all sets", Columns: []string{"Method", "Solved", "Nodes", "Guesses", "Counted by the method", "Calls of its model", "Operations of these calls, at most"},
		Notes: []string{"Counted by the method: arcs revised (csp), updates of the lists (dlx), digits tried while listing fillings (minigrid), candidates struck (wide), conflicts (sat). Operations: multiplications and additions of the network's products, a call taken with all steps that it may make; no such count says how long one takes. Nodes and operations of different methods are not of one size."},
	}
	nine := onNine(set)
	costs, _ := set.Measured().Case(buildCost)
	for _, f := range lab.ConfigIn[names](set).Families {
		for _, m := range f.Methods {
			p := pool(nine, m.Name)
			if p.solved == 0 {
				continue
			}
			sum := func(counter string) (total float64) {
				for _, r := range nine {
					if v, ok := r.Metric(figureOf(m.Name, counter)); ok {
						total += v.Value
					}
				}
				return total
			}
			own := "–"
			for _, c := range counters[:5] {
				if n := sum(c); n > 0 {
					own = per(n, p.solved) + " " + c
					break
				}
			}
			calls, done := sum(counters[5]), "–"
			if a, ok := costs.Metric(figureOf(f.Name, "operations of a call")); ok && calls > 0 {
				done = lab.Number(math.Round(a.Value * calls / p.solved))
			}
			t.Add(m.Name, lab.Number(p.solved), per(p.nodes, p.solved), per(p.guesses, p.solved), own, cmp.Or(positive(calls, p.solved), "–"), done)
		}
	}
	return t
}

func positive(sum, n float64) string {
	if sum <= 0 {
		return ""
	}
	return per(sum, n)
}

func costTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "cost", Title: "What each family costs to build", Columns: []string{"Family", "Lines of its own", "Lines with all it imports here", "Lines of other modules", "Training", "Operations of the training", "Numbers learned"},
		Notes: []string{"Lines: of Go with code in them, tests, comments and blank lines left out, counted in the packages that the family's own ones import; assembly and the standard library are not counted. Training: of the weights that answer where none are named, by their card, on two processor cores."},
	}
	r, ok := set.Measured().Case(buildCost)
	if !ok {
		t.Notes = append(t.Notes, "Measured by the full profile only.")
		return t
	}
	for _, f := range roots {
		v := func(what string) string { return lab.NumberOf(r, figureOf(f.family, what)) }
		training := lab.Written(r, figureOf(f.family, "training"), func(s float64) string { return fmt.Sprintf("%.1f h", s/3600) })
		t.Add(f.family, v("own lines"), v("lines"), v("lines of others"), training, v("training operations"), v("numbers"))
	}
	return t
}
