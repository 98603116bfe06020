package experiments

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	speedpeers "sudokulab/experiments/speed-peers"
	"sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// Overview returns what the README shows of several experiments at once: the methods side by
// side, and how the fast engine compares with the fastest other programs.
func Overview() lab.Overview {
	return lab.Overview{
		Tables:    func(sets map[string]record.Set) []lab.Table { return []lab.Table{methodTable(sets)} },
		Sentences: sentences,
	}
}

// method is a row of the table of methods.
type method struct {
	name string
	// proves says whether an answer is proved the only one, where no record says so.
	proves string
	// readings are places to look for its figures, the best first.
	readings []reading
	// solves are places to look for sides of boards that it solved.
	solves []solves
}

// reading names the figures of a method on a set, in records of an experiment.
type reading struct {
	experiment string
	kase       string // its key
	set        string
	solved, of string   // metrics: puzzles solved, puzzles tried
	proved     string   // metric: solved and proved unique; "" if no record says so
	median     string   // metric: time per puzzle
	total      []string // metrics: times of all puzzles together, where there is no median
}

// onSet is the key of a case about a set.
func onSet(kind, set string, more ...record.Dim) string {
	return record.Key(kind, append(more, record.D("set", set))...)
}

// solves names the boards that a method solved.
type solves struct {
	experiment, kind string
	dims             []record.Dim // that the cases have, among others
	solved           string       // metric
	side             int          // 0: the record's own metric "side"
}

// measured returns the records of these boards.
func (s solves) measured(sets map[string]record.Set) record.Set {
	return sets[s.experiment].Measured().Where(s.kind, s.dims...)
}

// anySet stands for the cases of all sets.
var anySet = record.Any("set")

// sets on which the methods stand side by side: a public one that nearly all were measured on, and
// an embedded one for machines without it.
const (
	publicSet = "17clue"
	ownSet    = "own-minimal"
)

// bounded is an exact engine as speed-engines measures it, which bounds the nodes of a puzzle.
func bounded(name, engine string) method {
	at := func(set string) reading {
		return reading{
			experiment: "speed-engines", kase: onSet("", set), set: set,
			solved: engine + " settled", proved: engine + " settled", of: "puzzles", median: engine + " median",
		}
	}
	return method{name: name, readings: []reading{at(publicSet), at(ownSet)}, solves: []solves{settled(engine)}}
}

// compared is a method as minigrid-methods measures it, without a bound; engine is its name in
// other experiments.
func compared(name, inRecords, engine string) method {
	at := func(set string) reading {
		return reading{
			experiment: "minigrid-methods", kase: onSet("unique", set), set: set,
			solved: inRecords + " solved", proved: inRecords + " proved", of: "puzzles", median: inRecords + " time.median",
		}
	}
	return method{name: name, readings: []reading{at(publicSet), at(ownSet)}, solves: []solves{settled(engine)}}
}

// settled are the boards of all sides that speed-engines puts to an exact engine, large those of
// side 36 that speed-large makes.
func settled(engine string) solves {
	return solves{"speed-engines", "", []record.Dim{anySet}, engine + " settled", 0}
}

func large(engine string) solves {
	return solves{"speed-large", "beside", []record.Dim{record.Any("made")}, engine + " solved", 36}
}

// with adds to the boards that a method solved.
func (m method) with(more ...solves) method {
	m.solves = append(slices.Clone(m.solves), more...)
	return m
}

// alone is what gnn-candidate measures on its sets: the network without search, or a rule.
func alone(metric string, timed bool) []reading {
	var out []reading
	for _, set := range []string{publicSet, "9x9-22-24"} { // the second is held out from training
		r := reading{experiment: "gnn-candidate", kase: onSet("", set), set: set, solved: "solved " + metric, of: "boards"}
		if timed {
			r.total = []string{"time"}
		}
		out = append(out, r)
	}
	return out
}

// asked is a method of gnn-inference on the embedded set.
func asked(network, name string) reading {
	return reading{
		experiment: "gnn-inference", kase: onSet("methods", ownSet, record.D("network", network)), set: ownSet,
		solved: "solved " + name, of: "boards", median: "time.p50 " + name,
	}
}

// inferred are the boards that gnn-inference puts to a method with a network.
func inferred(network, name string) solves {
	return solves{"gnn-inference", "methods", []record.Dim{record.D("network", network), anySet}, "solved " + name, 9}
}

// played is a method with the embedded agent, as dqn-agents measures it.
func played(name, inRecords string, proves bool) method {
	of := record.D("weights", weights.Default)
	m := method{name: name, proves: "no", solves: []solves{{"dqn-agents", "methods", []record.Dim{of, anySet}, inRecords + " solved", 9}}}
	for _, set := range []string{publicSet, ownSet} {
		at := reading{experiment: "dqn-agents", kase: onSet("methods", set, of), set: set, solved: inRecords + " solved", of: "puzzles", median: inRecords + " median"}
		if proves {
			at.proved = inRecords + " proved"
		}
		m.readings = append(m.readings, at)
	}
	return m
}

var methods = []method{
	bounded("`bitboard`: bit masks for 9×9", "bitboard"),
	bounded("`wide`: bit masks for any board", "wide").with(large("wide")),
	compared("`dlx`: exact cover by dancing links", "dlx", "dlx").with(large("dlx")),
	bounded("`sat`: clauses for a SAT solver", "sat").with(large("sat")),
	compared("`minigrid`: fillings of boxes", "minigrid", "minigrid"),
	compared("`csp`: AC-3 with search (MAC)", "backtracking", "csp").with(large("csp")),
	bounded("`tensor`: the hand-coded tensor network", "tensor"),
	{
		name: "`gnn-start`: the candidate network, then exact cover", proves: "yes",
		readings: []reading{{
			experiment: "gnn-inference", kase: onSet("search", publicSet, record.D("network", "candidate")), set: publicSet,
			solved: "solved gnn-start", of: "boards", total: []string{"network time", "time fixed"},
		}, asked("candidate", "gnn-start")},
		solves: []solves{inferred("candidate", "gnn-start")},
	},
	{
		name: "the candidate network alone, with restarts, no search", proves: "no",
		readings: alone("restarts", true),
		solves:   []solves{{"gnn-candidate", "", []record.Dim{anySet}, "solved restarts", 0}},
	},
	{
		name: "the document's network alone, no search", proves: "no",
		readings: []reading{asked("literal", "gnn")},
		solves:   []solves{inferred("literal", "gnn")},
	},
	played("`dqn`: the agent alone, move by move", "dqn", false),
	played("`dqn-guided`: the agent's moves, then exact search", "dqn-guided", true),
	{
		name: "naked and hidden singles, no search", proves: "if it solves",
		readings: alone("singles", false),
		solves:   []solves{{"gnn-candidate", "", []record.Dim{anySet}, "solved singles", 0}},
	},
	{
		name: "AC-3 alone, no search", proves: "if it solves",
		readings: []reading{
			{experiment: "minigrid-methods", kase: onSet("unique", publicSet), set: publicSet, solved: "propagation solved", of: "puzzles", median: "propagation time.median"},
			{experiment: "minigrid-methods", kase: onSet("unique", ownSet), set: ownSet, solved: "propagation solved", of: "puzzles", median: "propagation time.median"},
		},
		solves: []solves{{"minigrid-methods", "unique", []record.Dim{anySet}, "propagation solved", 9}},
	},
}

func methodTable(sets map[string]record.Set) lab.Table {
	t := lab.Table{
		Name: "methods", Title: "The methods side by side",
		Columns: []string{"Method", "Solves", "Proves one solution", "Time per puzzle", "Boards", "Measured on"},
	}
	machines := map[string][]string{}
	for _, m := range methods {
		r, at, ok := m.find(sets)
		if !ok {
			t.Add(m.name, "not measured", cmp.Or(m.proves, "–"), "–", m.sides(sets), "–")
			continue
		}
		n := r.Value(at.of)
		t.Add(m.name, lab.Share(r.Value(at.solved), n), m.proof(r, at), at.time(r, n), m.sides(sets),
			fmt.Sprintf("%s of %s, %s", lab.Number(n), at.set, r.Profile))
		p := r.Provenance
		machine := fmt.Sprintf("%s, %s, %s, %s", p.CPU, p.CoresText(), p.Go, p.Started.Format("2006-01-02"))
		if !slices.Contains(machines[machine], at.experiment) {
			machines[machine] = append(machines[machine], at.experiment)
		}
	}
	t.Notes = []string{
		"Measured on: how many puzzles of which set, and the profile; " + publicSet + " is public, 17 givens each, " + ownSet + " is in this repository. " +
			"Time: the median over these puzzles; exact engines run on one thread, the proof included, the tensor network on all cores with these " +
			"few puzzles in one batch, the time divided by their number. Mean: of gnn-start, over searches for the first solution; " +
			"of the network alone, over whole batches, with compilation and restarts. Boards: smallest and largest side of which a record holds a solved board.",
	}
	var where []string
	for _, machine := range slices.Sorted(maps.Keys(machines)) {
		where = append(where, fmt.Sprintf("%s on %s", strings.Join(machines[machine], ", "), machine))
	}
	if len(where) > 0 {
		t.Notes = append(t.Notes, strings.Join(where, "; ")+". Times of different experiments come from different runs: do not divide them by each other.")
	}
	return t
}

// find returns the first record that holds a reading.
func (m method) find(sets map[string]record.Set) (record.Record, reading, bool) {
	for _, at := range m.readings {
		r, ok := sets[at.experiment].Case(at.kase)
		if !ok || r.Status == record.Missing {
			continue
		}
		if _, ok := r.Metric(at.solved); ok && r.Count(at.of) > 0 {
			return r, at, true
		}
	}
	return record.Record{}, reading{}, false
}

// proof says whether answers are proved.
func (m method) proof(r record.Record, at reading) string {
	if at.proved == "" {
		return m.proves
	}
	if solved := r.Value(at.solved); r.Value(at.proved) != solved {
		return lab.Share(r.Value(at.proved), solved)
	}
	return "yes"
}

func (at reading) time(r record.Record, n float64) string {
	if lab.Void(r) {
		return lab.VoidCell
	}
	if at.total == nil {
		return lab.SecondsOf(r, at.median)
	}
	sum := 0.0
	for _, metric := range at.total {
		m, ok := r.Metric(metric)
		if !ok {
			return "–"
		}
		sum += m.Value
	}
	return lab.Seconds(sum/n) + " (mean)"
}

// sides writes the least and the greatest side of a board that was solved.
func (m method) sides(sets map[string]record.Set) string {
	var sides []int
	for _, s := range m.solves {
		for _, r := range s.measured(sets) {
			if m, ok := r.Metric(s.solved); ok && m.Value > 0 { // not every method takes every board
				sides = append(sides, s.side)
				if s.side == 0 {
					sides[len(sides)-1] = int(r.Value("side"))
				}
			}
		}
	}
	if len(sides) == 0 {
		return "–"
	}
	low, high := slices.Min(sides), slices.Max(sides)
	if low == high {
		return fmt.Sprintf("%d×%d", low, low)
	}
	return fmt.Sprintf("%d×%d to %d×%d", low, low, high, high)
}

// rival is the program that the README puts the fast engine beside.
const rival = "tdoku"

func sentences(sets map[string]record.Set) map[string]string {
	all := speedpeers.Standings(sets["speed-peers"])
	i := slices.IndexFunc(all, func(s speedpeers.Standing) bool { return s.Program == rival })
	if i < 0 {
		return map[string]string{"rivals": "not measured, no record holds this engine and " + rival + "."}
	}
	text := fmt.Sprintf("the 9×9 engine is %s (%s). %s", all[i].Sentence(), all[i].Conditions(), all[i].Control())
	if closest, ok := speedpeers.Closest(all); ok && closest.Program != rival {
		text += fmt.Sprintf(" Of the %d programs and builds that were measured, %s comes closest: this engine is %s.", len(all), closest.Program, closest.Sentence())
	}
	return map[string]string{"rivals": text}
}
