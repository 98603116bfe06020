package speedpeers

import (
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table {
	g := gather(set)
	return []lab.Table{aloneTable(set), lessTable(set), g.guessesTable(), g.ratioTable(), standingTable(set), g.rateTable(), pairTable(set), answersTable(set)}
}

// controlRow returns what the row of the control reads for the rounds of a program on a set: of
// records made when the control was no part of these rounds but a separate pair, this engine
// against itself in the form of a program.
func controlRow(set record.Set, r record.Record) (reading float64, ok bool) {
	if !r.Has("peer") {
		return 0, false
	}
	row, ok := set.Case(pairCase(own, r.Dim("set")))
	if !ok || !row.Provenance.SameMachine(r.Provenance) {
		return 0, false
	}
	if m, ok := row.Metric(lab.ControlRatio); ok {
		return m.Value, true
	}
	ratio, ok := row.Metric("ratio")
	return ratio.Value, ok
}

// controlOf returns what the control of a record's rounds reads.
func controlOf(set record.Set, r record.Record) (reading float64, ok bool) {
	if m, ok := r.Metric(lab.ControlRatio); ok {
		return m.Value, true
	}
	return controlRow(set, r)
}

// grid holds the records of programs by program and set, each in the order of the plan.
type grid struct {
	programs, sets []string // with at least one record each that was measured
	absent         []string // programs that are not on this machine
	earlier        []string // of these, programs that were measured beside an earlier form of this engine
	at             map[[2]string]record.Record
	all            record.Set
}

// of returns the program and the set of a pair.
func of(r record.Record) (program, set string) { return r.Dim("peer"), r.Dim("set") }

// pairs returns the records of programs beside the engine as it is. What was measured by another configuration than that of the
// engine alone, which its latest measurement replaces, is of an earlier form of it: earlier names the programs.
func pairs(set record.Set) (pairs record.Set, earlier []string) {
	alone := set.Measured().Where(aloneKind)
	for _, r := range set.With("peer") {
		if r.Status == record.Missing || len(alone) == 0 || r.ConfigHash == alone[0].ConfigHash {
			pairs = append(pairs, r)
		} else if program, _ := of(r); !slices.Contains(earlier, program) {
			earlier = append(earlier, program)
		}
	}
	return pairs, earlier
}

func gather(set record.Set) grid {
	g := grid{at: map[[2]string]record.Record{}, all: set}
	all, earlier := pairs(set)
	g.earlier = earlier
	for _, r := range all {
		program, id := of(r)
		if r.Status == record.Missing {
			if strings.HasPrefix(r.Note, "the program ") && !slices.Contains(g.absent, program) {
				g.absent = append(g.absent, program)
			}
			continue
		}
		if !slices.Contains(g.programs, program) {
			g.programs = append(g.programs, program)
		}
		if !slices.Contains(g.sets, id) {
			g.sets = append(g.sets, id)
		}
		g.at[[2]string{program, id}] = r
	}
	return g
}

// missing says what is not in the table of programs.
func (g grid) missing() (notes []string) {
	if len(g.absent) > 0 {
		notes = append(notes, "Not on this machine, so not measured: "+strings.Join(g.absent, ", ")+".")
	}
	if len(g.earlier) > 0 {
		notes = append(notes, "Measured beside an earlier form of this engine only, and left out: "+strings.Join(g.earlier, ", ")+".")
	}
	return notes
}

// table makes a row for each program and a column for each set. write returns "" for what
// was not measured.
func (g grid) table(name, title string, write func(r record.Record) string, notes ...string) lab.Table {
	t := lab.Table{Name: name, Title: title, Columns: append([]string{"Program"}, g.sets...), Notes: append(notes, g.missing()...)}
	for _, p := range g.programs {
		row := []string{p}
		for _, s := range g.sets {
			cell := ""
			if r, ok := g.at[[2]string{p, s}]; ok {
				cell = write(r)
			}
			if cell == "" {
				cell = "–"
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	return t
}

// each writes a metric per puzzle.
func each(r record.Record, metric string) string {
	if m, ok := r.Metric(metric); ok {
		return fmt.Sprintf("%.2f", m.Value/r.Value("puzzles"))
	}
	return ""
}

func (g grid) guessesTable() lab.Table {
	return g.table("peer-guesses", "Guesses per puzzle of other people's programs, as each counts them",
		func(r record.Record) string { return each(r, "peer guesses") },
		"–: not counted by the program, or not measured. A guess is a branch of the search; what is tried before one differs from program to program. Slow programs are given part of the puzzles, see the table of pairs.")
}

func (g grid) ratioTable() lab.Table {
	t := g.table("ratios", "How many times as fast as other programs the bitboard engine counts solutions, which proves uniqueness: one thread, medians of alternating rounds on the same puzzles",
		func(r record.Record) string {
			if g.void(of(r)) {
				return lab.VoidCell
			}
			return factor(ratioIn(r))
		},
		"Above 1 the bitboard engine is faster. Solutions are counted up to two, or to the number after -to-. Times are those on a core where the program reports them, else by the clock. –: not measured, or the program counts otherwise, see the table of pairs. "+
			own+" is the same engine behind the protocol of the other programs: it shows what the protocol costs, and is the control in their rounds. "+scalar+" is the engine without vector instructions.",
		"Names: rust-sudoku is the crate sudoku; fastdoku the Rust program of that name; sk_bforce2, fsss2, jczsolve, fast_solv_9r2 as tdoku's benchmark has them; gzsudoku is the solver of gzSudoku; programs in Go are named go- and the owner of their repository. -native, -sse: instructions that the program was built for; tdoku itself is built for the machine it runs on.")
	if slices.ContainsFunc(goPeers, func(p string) bool { return slices.Contains(g.programs, p) }) {
		derived := []string{"the fastest in Go of these"}
		for _, s := range g.sets {
			derived = append(derived, g.leastOf(goPeers, s))
		}
		t.Add(derived...)
	}
	return t
}

// ratio returns how many times as fast as a program the engine is on a set, 0 where no record holds
// it or it is void.
func (g grid) ratio(program, set string) float64 {
	if g.void(program, set) {
		return 0
	}
	return ratioIn(g.at[[2]string{program, set}])
}

// ratioIn returns how many times as fast as a program the engine is by a record, 0 where that is not known: no
// record, the program failed before it was timed, or it counts otherwise, so that it did other work.
func ratioIn(r record.Record) float64 {
	if differs(r) {
		return 0
	}
	m, _ := r.Metric("ratio")
	return m.Value
}

// void reports whether the control of a program's rounds on a set is off.
func (g grid) void(program, set string) bool {
	r, ok := g.at[[2]string{program, set}]
	if !ok {
		return false
	}
	reading, ok := controlOf(g.all, r)
	return ok && !lab.Sound(reading)
}

// voids returns how many pairs of these programs and a set are void.
func (g grid) voids(programs []string) (n int) {
	for _, p := range programs {
		for _, s := range g.sets {
			if g.void(p, s) {
				n++
			}
		}
	}
	return n
}

// leastOf writes the least ratio of programs, of those not void.
func (g grid) leastOf(programs []string, set string) string {
	least, void := 0.0, false
	for _, p := range programs {
		void = void || g.void(p, set)
		if x := g.ratio(p, set); x > 0 && (least == 0 || x < least) {
			least = x
		}
	}
	if least == 0 && void {
		return lab.VoidCell
	}
	return factor(least)
}

// factor writes a ratio, "–" for none.
func factor(x float64) string {
	switch {
	case x == 0:
		return "–"
	case x >= 10:
		return fmt.Sprintf("%.0f ×", x)
	}
	return fmt.Sprintf("%.2f ×", x)
}

func (g grid) rateTable() lab.Table {
	return g.table("rates", "Puzzles per second of other people's programs; the ratios say more, because machines slow down and recover",
		func(r record.Record) string {
			if m, ok := r.Metric("peer rate"); ok {
				return lab.Number(m.Value)
			}
			return ""
		})
}

func aloneTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "table", Title: "The bitboard engine, solutions counted: guesses, then speed on one thread",
		Columns: []string{"Set", "Puzzles", "No solution", "One", "Several", "Guesses per puzzle", "on vectors", "Without a guess", "on vectors", "Puzzles/s", "Build"},
		Notes: []string{
			"-less-: so many random givens taken from each puzzle. Counted up to two, or to the number after -to-, which then is what several solutions are; there vectors begin and words go on, whose guesses are shown.",
			"Guesses: of the search on words, then of that on vectors, each the same on any processor. Puzzles/s: of what the processor lets the engine use. Build: the level of amd64 that the program was compiled for, and vectors where the processor has them.",
		},
	}
	var missing []string
	for _, r := range set.Where(aloneKind) {
		id := r.Dim("set")
		if r.Status == record.Missing {
			missing = append(missing, id)
			continue
		}
		v := func(m string) string { return lab.NumberOf(r, m) }
		onVectors, unguessed := each(r, "vector guesses"), "–"
		if onVectors == "" {
			onVectors = "–"
		} else {
			unguessed = lab.Share(r.Value("vector unguessed"), r.Value("puzzles"))
		}
		t.Add(id, v("puzzles"), v("zero"), v("one"), v("many"), each(r, "guesses"), onVectors,
			lab.Share(r.Value("unguessed"), r.Value("puzzles")), unguessed, v("rate"), build(r))
	}
	if len(missing) > 0 {
		t.Notes = append(t.Notes, "Not on this machine, so not measured: "+strings.Join(missing, ", ")+".")
	}
	return t
}

func build(r record.Record) string {
	s := r.Provenance.Arch
	if level, ok := r.Metric("level"); ok && level.Value > 0 {
		s += fmt.Sprintf(" v%g", level.Value)
	}
	if m, ok := r.Metric("vectors"); ok && m.Value > 0 {
		s += " vectors"
	}
	return s
}

func lessTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "less", Title: "Boards with several solutions compared with the puzzles that they were made from by taking one given: two solutions counted, alternating rounds",
		Columns: []string{"Set", "Puzzles", "Of these several solutions", "Guesses per puzzle", "less one", "Speed to that on the whole", "95 % interval"},
	}
	for _, r := range set.Measured().Where(lessKind) {
		t.Add(r.Dim("set"), lab.NumberOf(r, "puzzles"), lab.Share(r.Value("less many"), r.Value("puzzles")),
			each(r, "whole guesses"), each(r, "less guesses"), factor(r.Value("less ratio")), interval(r, "less ratio"))
	}
	return t
}

func interval(r record.Record, metric string) string {
	return fmt.Sprintf("%.2f–%.2f", r.Value(metric+".low"), r.Value(metric+".high"))
}

func pairTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "pairs", Title: "Every pair of the bitboard engine and a program: counts of the same puzzles compared, then speeds",
		Columns: []string{"Set", "Program", "Puzzles", "Counts agree", "Puzzles/s", "its puzzles/s", "Ours to its", "95 % interval", "Control"},
		Notes: []string{
			fmt.Sprintf("Control: this engine against itself in the form of a program, in the same rounds, its median as that of ours to theirs. Rounds whose control is off 1 by more than %g %% are measured again, %d times in all at most; if it stays off, what they say is void.", 100*lab.ControlBound, lab.ControlAttempts),
			"A program that is slow gets part of the puzzles, and so does the bitboard engine in the same rounds; on few puzzles a processor learns to predict the branches of both.",
		},
	}
	all, _ := pairs(set)
	for _, r := range all.Measured() {
		program, id := of(r)
		ratio, between := factor(ratioIn(r)), "–"
		if ratio != "–" {
			between = interval(r, "ratio")
		}
		t.Add(id, program, lab.NumberOf(r, "puzzles"), agree(r), lab.NumberOf(r, "rate"), lab.NumberOf(r, "peer rate"), ratio, between, controlCell(set, r))
	}
	return t
}

// differs reports whether a program counts otherwise than the engine.
func differs(r record.Record) bool {
	for _, m := range []string{"zero", "one", "many"} {
		ours, _ := r.Metric(m)
		if theirs, ok := r.Metric("peer " + m); ok && theirs.Value != ours.Value {
			return true
		}
	}
	return false
}

// controlCell writes what the control of a record's rounds reads.
func controlCell(set record.Set, r record.Record) string {
	if reading, ok := controlOf(set, r); ok {
		return fmt.Sprintf("%.2f ×", reading)
	}
	return "–"
}

// agree says whether both sides count alike, and if not how; none, one and several
// solutions.
func agree(r record.Record) string {
	_, failed, _ := strings.Cut(r.Note, "; ") // after the program's name and hash
	if _, ok := r.Metric("peer zero"); !ok {
		return failed
	}
	counts := func(prefix string) string {
		return fmt.Sprintf("%s/%s/%s", lab.NumberOf(r, prefix+"zero"), lab.NumberOf(r, prefix+"one"), lab.NumberOf(r, prefix+"many"))
	}
	ours, theirs := counts(""), counts("peer ")
	answer := "yes"
	if ours != theirs {
		answer = fmt.Sprintf("no: %s, the program %s", ours, theirs)
	}
	if r.Status == record.Capped {
		answer += "; " + failed
	}
	return answer
}
