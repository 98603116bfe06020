package explainhodoku

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/explain"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// What the comparison is held to, set before anything was measured.
const (
	leastAgreement = 0.99
	leastRho       = 0.95
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{
		agreementTable(set), scoresTable(set), unforcedTable(set), differencesTable(set), techniquesTable(set), ownTable(set), speedTable(set),
	}
}

// armNames say what the program uses.
var armNames = map[string]string{sharedArm: "only those of explain", defaultArm: "HoDoKu's default"}

// drawNames say how puzzles are drawn.
var drawNames = map[draw]string{
	minimalDraw: "minimal, as they come", fullerDraw: "26 to 35 givens", beyondDraw: "minimal, beyond pairs", guessesDraw: "minimal, 10 guesses or more", all: "all",
}

// rows are the draws in the order of tables.
var rows = append(slices.Clone(draws), all)

// absent says which cases of the program's did not run, and why.
func absent(set record.Set) (notes []string) {
	asked := slices.Concat(set.Where(pathsKind), set.Where(speedKind))
	if len(asked) == 0 {
		return []string{"HoDoKu did not run: this profile asks no other program."}
	}
	for _, r := range asked {
		note := r.Case + ": " + r.Note + "."
		switch r.Status {
		case record.Missing:
			notes = append(notes, "HoDoKu did not run. "+note)
		case record.Capped:
			notes = append(notes, "HoDoKu's part ended early. "+note)
		}
	}
	return notes
}

// each adds a row for each arm and draw that was compared.
func each(set record.Set, t *lab.Table, cells func(r record.Record, value func(string) float64, d draw) []string) {
	for _, r := range set.Measured().Where(pathsKind) {
		for _, d := range rows {
			value := func(name string) float64 { return r.Value(string(d) + " " + name) }
			if _, ok := r.Metric(string(d) + " puzzles"); ok && value("puzzles") > 0 {
				t.Add(append([]string{armNames[r.Dim("arm")], drawNames[d]}, cells(r, value, d)...)...)
			}
		}
	}
	t.Notes = append(t.Notes, absent(set)...)
}

// met says whether a figure of all puzzles reaches what it is held to.
func met(d draw, figure, least float64) string {
	switch {
	case d != all:
		return "–"
	case figure >= least:
		return "yes"
	}
	return "no"
}

func agreementTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "agreement", Title: "Hardest technique of the solve paths of package explain and of HoDoKu (hodoku-py), puzzle by puzzle",
		Columns: []string{
			"HoDoKu's techniques", "Puzzles", "n", "Within the shared list", "Same hardest technique (95 % interval, Wilson)", "At least 99 %", "Same level",
			"Left out: HoDoKu uses one that explain lacks", "Left out: brute force alone", "Same, of all n",
		},
		Notes: []string{
			"Within the shared list: both paths solve the puzzle with techniques that both programs have, brute force being none. The hardest technique is that of the highest level, and within a level the last in HoDoKu's default order. The field is held to the same hardest technique on 99 % of these puzzles. In the last column brute force and techniques that explain lacks count like any other.",
		},
	}
	each(set, &t, func(_ record.Record, v func(string) float64, d draw) []string {
		agreed := fmt.Sprintf("%s (%s)", lab.Share(v("agree"), v("within")), lab.ShareRange(v("agree"), v("within")))
		if v("within") == 0 {
			return []string{lab.Number(v("puzzles")), "0", "–", "–", "–", lab.Number(v("foreign")), lab.Number(v("guessed")), lab.Share(v("same"), v("puzzles"))}
		}
		return []string{
			lab.Number(v("puzzles")), lab.Number(v("within")), agreed, met(d, v("agree")/v("within"), leastAgreement), lab.Share(v("same level"), v("within")),
			lab.Number(v("foreign")), lab.Number(v("guessed")), lab.Share(v("same"), v("puzzles")),
		}
	})
	return t
}

func scoresTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "scores", Title: "Scores of puzzles by package explain and by HoDoKu (hodoku-py): rank correlation over the puzzles that both solve with no forcing",
		Columns: []string{"HoDoKu's techniques", "Puzzles", "n", "Rank correlation (95 % interval)", "At least 0.95", "Equal scores"},
		Notes: []string{
			"Spearman's correlation; equal scores share the mean of their ranks; interval by Bonett and Wright. No forcing: no forcing chain, forcing net or brute force. A score is the sum over the steps, so it depends on which of several steps of one technique comes first: equal scores are not expected. A draw selected for difficulty has a narrower range of scores than all.",
		},
	}
	each(set, &t, func(r record.Record, v func(string) float64, d draw) []string {
		name := string(d) + " rho"
		if _, ok := r.Metric(name); !ok {
			return []string{lab.Number(v("both unforced")), "–", "–", lab.Share(v("equal scores"), v("both unforced"))}
		}
		return []string{
			lab.Number(v("both unforced")), lab.WithInterval(r, name, lab.Decimals(4)), met(d, v("rho"), leastRho), lab.Share(v("equal scores"), v("both unforced")),
		}
	})
	return t
}

func unforcedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "unforced", Title: "Puzzles that package explain and HoDoKu (hodoku-py) solve with no forcing chain, forcing net or brute force",
		Columns: []string{"HoDoKu's techniques", "Puzzles", "n", "explain (95 % interval, Wilson)", "HoDoKu (95 % interval, Wilson)", "Both", "explain alone", "HoDoKu alone", "With a wrong step of HoDoKu's"},
		Notes:   []string{"A wrong step places a digit or strikes a candidate against the puzzle's solution. A wrong step of explain's ends the experiment."},
	}
	each(set, &t, func(_ record.Record, v func(string) float64, _ draw) []string {
		share := func(name string) string {
			return fmt.Sprintf("%s (%s)", lab.Share(v(name), v("puzzles")), lab.ShareRange(v(name), v("puzzles")))
		}
		return []string{
			lab.Number(v("puzzles")), share("ours unforced"), share("theirs unforced"), lab.Number(v("both unforced")),
			lab.Number(v("ours unforced") - v("both unforced")), lab.Number(v("theirs unforced") - v("both unforced")), lab.Number(v("wrong")),
		}
	})
	return t
}

// heldIn reads a list that a record keeps as a text; none if it keeps none.
func heldIn[T any](r record.Record, name string) (list []T) {
	if json.Unmarshal([]byte(r.Texts[name]), &list) != nil {
		return nil
	}
	return list
}

// levelOf writes the level of a technique of HoDoKu's.
func levelOf(name string) string {
	i, err := named(name)
	if err != nil {
		return "–"
	}
	return ladder[i].level().String()
}

func differencesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "differences", Title: "Puzzles whose hardest techniques by package explain and by HoDoKu (hodoku-py) differ, by class",
		Columns: []string{"HoDoKu's techniques", "Class", "Harder path", "its hardest technique", "Level", "the other's hardest", "Level of that", "The other's step there", "Puzzles", "Example"},
		Notes: []string{
			"Within the shared list: there is the position in which the harder path takes its hardest technique for the first time. Class lower: the other program has a lower step there, which the first does not find or defines more narrowly. Class order: it has none; other steps were taken before. Class wrong: a step of HoDoKu's is wrong.",
			"Not within it: class lacks: HoDoKu's path uses a technique that explain lacks. Class guess: one path ends in brute force. Techniques have HoDoKu's names.",
		},
	}
	compared := set.Measured().Where(pathsKind)
	for _, r := range compared {
		for _, d := range heldIn[difference](r, "differences") {
			t.Add(armNames[r.Dim("arm")], d.Class, d.Harder, d.Hardest, levelOf(d.Hardest), d.Other, levelOf(d.Other), lab.OrDash(d.Next), lab.Number(float64(d.Count)), d.Example)
		}
	}
	if len(t.Rows) == 0 && len(compared) > 0 {
		t.Notes = append(t.Notes, "There is no such puzzle.")
	}
	t.Notes = append(t.Notes, absent(set)...)
	return t
}

func techniquesTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "techniques", Title: "Techniques on the solve paths of package explain and of HoDoKu (hodoku-py), puzzles of all draws: paths of which each is the hardest, and its steps",
		Columns: []string{"HoDoKu's techniques", "Technique", "explain's name", "Level", "Score of a step", "Hardest by explain", "by HoDoKu", "by both", "Steps of explain", "of HoDoKu"},
		Notes: []string{
			"In HoDoKu's order, with its names; without techniques that are on no path. Scores of puzzles differ by the last two columns: where a position has several steps of a technique the programs need not take the same one, and it may take more of them or fewer.",
		},
	}
	for _, r := range set.Measured().Where(pathsKind) {
		for _, u := range heldIn[usage](r, "techniques") {
			n := func(x int) string { return lab.Number(float64(x)) }
			t.Add(armNames[r.Dim("arm")], u.Technique, oursOf(u.Technique), levelOf(u.Technique), scoreOf(u.Technique), n(u.Ours), n(u.Theirs), n(u.Both), n(u.OurSteps), n(u.TheirSteps))
		}
	}
	t.Notes = append(t.Notes, absent(set)...)
	return t
}

// scoreOf writes what a step of a technique of HoDoKu's adds to a score.
func scoreOf(name string) string {
	i, err := named(name)
	if err != nil {
		return "–"
	}
	return lab.Number(float64(ladder[i].score()))
}

// oursOf writes our name of a technique of HoDoKu's.
func oursOf(name string) string {
	if i, err := named(name); err == nil && ladder[i].Ours != explain.None {
		return ladder[i].Ours.String()
	}
	return "–"
}

func ownTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "own", Title: "What package explain alone makes of the puzzles: solved with no forcing chain, forcing net or brute force, and the hardest techniques of all, the most frequent first",
		Columns: []string{"Puzzles", "n", "With no forcing (95 % interval, Wilson)", "Hardest techniques, with their numbers of puzzles"},
		Notes:   []string{"Every step is checked against the puzzle's solution; a wrong one ends the experiment."},
	}
	for _, r := range set.Measured().Where(ownKind) {
		for _, d := range rows {
			n, solved := r.Value(string(d)+" puzzles"), r.Value(string(d)+" unforced")
			if n == 0 {
				continue
			}
			list := "–"
			if d == all {
				list = mostly(r)
			}
			t.Add(drawNames[d], lab.Number(n), fmt.Sprintf("%s (%s)", lab.Share(solved, n), lab.ShareRange(solved, n)), list)
		}
	}
	return t
}

// mostly lists the hardest techniques of a record of our half.
func mostly(r record.Record) string {
	var found []explain.Technique
	count := func(t explain.Technique) float64 {
		m, _ := r.Metric("hardest " + t.String()) // a technique that is younger than the record is on none of its paths
		return m.Value
	}
	for _, t := range explain.Techniques() {
		if count(t) > 0 {
			found = append(found, t)
		}
	}
	slices.SortStableFunc(found, func(a, b explain.Technique) int { return int(count(b) - count(a)) })
	words := make([]string, len(found))
	for i, t := range found {
		words[i] = t.String() + " " + lab.Number(count(t))
	}
	return strings.Join(words, ", ")
}

// speedNames say what is timed.
var speedNames = []struct{ metric, what string }{
	{pathSide, "explain, the path with its steps"}, {ratingSide, "explain, the rating alone"}, {programSide, "HoDoKu (hodoku-py), the path with its steps"},
}

func speedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "speed", Title: "Puzzles per second by package explain and by HoDoKu (hodoku-py) with the same techniques, one thread, alternating rounds on the same puzzles",
		Columns: []string{"Program", "Puzzles", "Puzzles per second (95 % interval)", "Times HoDoKu's speed (95 % interval)"},
		Notes: []string{
			"Medians over the rounds. HoDoKu's time is what its program takes for each puzzle by its own clock, without starting. It is written in Python, parts of it in C; HoDoKu itself, in Java, was not run, so this says nothing of it.",
		},
	}
	for _, r := range set.Measured().Where(speedKind) {
		for _, s := range speedNames {
			if _, ok := r.Metric(s.metric + " rate"); !ok {
				continue
			}
			ratio := "1"
			if s.metric != programSide {
				ratio = lab.WithInterval(r, s.metric+" ratio", lab.Number)
			}
			t.Add(s.what, lab.NumberOf(r, "puzzles"), lab.WithInterval(r, s.metric+" rate", lab.Number), ratio)
		}
	}
	t.Notes = append(t.Notes, absent(set)...)
	return t
}
