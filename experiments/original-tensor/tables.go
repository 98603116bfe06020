package originaltensor

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// modules are those of a pass of the program, by its names.
var modules = []string{
	"remove_box", "digits_in_one_line_at_box_h", "digits_in_one_line_at_box_v", "uniq_h", "uniq_v", "uniq_box", "doubles_h", "doubles_v", "doubles_box",
	"sudoku_solved", "sudoku_recursion",
}

// promised are the units that the names of the checks promise.
var promised = []string{"box", "row", "column", "row", "column", "box", "row", "column", "box"}

func tables(set record.Set) []lab.Table {
	measured := set.Measured()
	var out []lab.Table
	for _, table := range []func(record.Set) lab.Table{solved, sets, checked, pairs, stack, operations, statements, speed} {
		if t := table(measured); len(t.Rows) > 0 {
			out = append(out, t)
		}
	}
	return out
}

// sum is a figure of several records, and over how many it was taken.
func sum(records record.Set, figure string) (total, n float64) {
	for _, r := range records {
		m, _ := r.Metric(figure)
		total, n = total+m.Value, n+float64(m.N)
	}
	return total, n
}

// part writes a sum as a part of what it was taken of.
func part(records record.Set, figure string) string {
	total, n := sum(records, figure)
	return lab.Number(total) + " of " + lab.Number(n)
}

func solved(measured record.Set) lab.Table {
	all := measured.Where(solveCase)
	most := 0
	for _, r := range all {
		most = max(most, r.Int("passes"))
	}
	marks := slices.DeleteFunc([]int{4, 16, 32, 50, 100, 200, 500, 1000}, func(k int) bool { return k > most })
	t := lab.Table{
		Name:    "solved",
		Title:   "Puzzles that the program solves, by set, checks and passes; the document shows pictures of three puzzles and states no rate",
		Columns: []string{"Set", "Doubles", "Recursion", "Puzzles"},
		Notes: []string{
			"Right: a full valid grid that keeps the givens, checked by ours. Wrong: said to be solved and not right. Passes: mean and most of those solved. Doubles: with the checks for doubles.",
			"The program's test of speed takes 50 passes, its interactive mode at most 1,000. A dash: not run. The set puzzles0_kaggle is not in the checkout.",
		},
	}
	for _, k := range marks {
		t.Columns = append(t.Columns, fmt.Sprintf("Right after %d", k))
	}
	t.Columns = append(t.Columns, "Wrong", "Passes", "Needed a guess", "Right of these", "Guesses", "Returns")
	for _, g := range all.GroupBy("set", "doubles", "recursion", "passes") {
		_, n := sum(g.Set, "right after 4")
		row := []string{g.Dims[0].Value, g.Dims[1].Value, g.Dims[2].Value, lab.Number(n)}
		wrong := 0.0
		for _, k := range marks {
			if k > g.Set[0].Int("passes") {
				row = append(row, "–")
				continue
			}
			right, _ := sum(g.Set, fmt.Sprintf("right after %d", k))
			wrong, _ = sum(g.Set, fmt.Sprintf("wrong after %d", k))
			row = append(row, lab.Number(right))
		}
		passes, answers, longest := 0.0, 0.0, 0.0
		for _, r := range g.Set {
			if m, ok := r.Metric("passes.mean"); ok {
				passes, answers, longest = passes+m.Value*float64(m.N), answers+float64(m.N), max(longest, r.Value("passes.max"))
			}
		}
		row = append(row, lab.Number(wrong), "–")
		if answers > 0 {
			row[len(row)-1] = fmt.Sprintf("%.1f, %.0f", passes/answers, longest)
		}
		for _, figure := range []string{"left open by the checks", "left open by the checks and right", "guesses", "returns"} {
			total, n := sum(g.Set, figure)
			row = append(row, map[bool]string{true: lab.Number(total), false: "–"}[n > 0])
		}
		t.Add(row...)
	}
	return t
}

func sets(measured record.Set) lab.Table {
	t := lab.Table{
		Name:    "sets",
		Title:   "The sets in the program's folder",
		Columns: []string{"Set", "Puzzles", "Givens", "One solution", "Read at once by the program"},
		Notes:   []string{"One solution: of so many puzzles from the beginning of the set, by a search of ours. The program ends with an error at a line that is neither comment nor puzzle; where it says no, that is an empty line."},
	}
	for _, r := range measured.Where(filesCase) {
		t.Add(r.Dim("set"), lab.NumberOf(r, "puzzles"), lab.NumberOf(r, "givens.min")+" to "+lab.NumberOf(r, "givens.max"), part(record.Set{r}, "one solution"),
			map[bool]string{true: "yes", false: "no"}[r.Value("puzzles that the program reads at once") > 0])
	}
	return t
}

func checked(measured record.Set) lab.Table {
	all := measured.Where(checksCase)
	t := lab.Table{
		Name:    "checks",
		Title:   "The program's checks against plain loops of ours on the boards of its passes; the document states that each strikes with certainty",
		Columns: []string{"Check", "Units by its name", "Boards", "Struck as by loops", "Boards with strikes", "Strikes"},
		Notes:   []string{"All sets together, without recursion, board by board as the checks follow each other. doubles_h is built for columns, as doubles_v is."},
	}
	if len(all) == 0 {
		return t
	}
	for k, unit := range promised {
		equal, n := sum(all, modules[k]+": boards as by loops, "+unit)
		with, _ := sum(all, modules[k]+": boards with strikes")
		strikes, _ := sum(all, modules[k]+": strikes")
		t.Add(modules[k], unit, lab.Number(n), lab.Number(equal), lab.Number(with), lab.Number(strikes))
	}
	strikes, _ := sum(all, "strikes")
	wrong, _ := sum(all, "strikes of a digit of a solution")
	singles, _ := sum(all, "naked singles")
	hidden, _ := sum(all, "hidden singles")
	left, _ := sum(all, "naked singles left")
	open, _ := sum(all, "hidden singles left")
	columns := part(all, "doubles_h: boards as by loops, column")
	t.Notes = append(t.Notes,
		fmt.Sprintf("doubles_h strikes as loops over columns do on %s boards; the same class built for rows strikes as loops over rows do on %s.", columns, part(all, "doubles built for rows: boards as by loops, row")),
		fmt.Sprintf("Of %s strikes %s are of a digit of a solution of the puzzle. After a pass %s of %s naked singles still have their digit elsewhere in a unit, and %s of %s hidden singles are open.",
			lab.Number(strikes), lab.Number(wrong), lab.Number(left), lab.Number(singles), lab.Number(open), lab.Number(hidden)))
	return t
}

func pairs(measured record.Set) lab.Table {
	all := measured.Where(checksCase)
	t := lab.Table{
		Name:    "pairs",
		Title:   "Strikes that pairs of digits allow before the program's checks for doubles, and those of them that a pass does; the document states that two digits of two cells go from the other cells",
		Columns: []string{"Pairs", "Strikes by plain loops", "Done by the pass", "Share"},
		Notes:   []string{"All sets together. Naked: two cells with the same two digits, struck from the rest of the unit. Hidden: two digits with the same two places, from which the rest is struck. A strike may be counted for several units."},
	}
	if len(all) == 0 {
		return t
	}
	for _, rule := range []string{"naked pairs", "hidden pairs"} {
		for _, unit := range []string{"row", "column", "box"} {
			allowed, _ := sum(all, rule+", "+unit+": strikes by loops")
			done, _ := sum(all, rule+", "+unit+": strikes of these done")
			t.Add(rule+" of a "+unit, lab.Number(allowed), lab.Number(done), lab.Share(done, allowed))
		}
	}
	example, _ := sum(all, "cells of 1, 8 and 9 that a column leaves 9")
	t.Notes = append(t.Notes, "As in the document's example, "+lab.Number(example)+" cells of 1, 8 and 9 were left 9 by a check of columns.")
	return t
}

func stack(measured record.Set) lab.Table {
	t := lab.Table{
		Name:    "stack",
		Title:   "The program's recursion against a plain stack of whole boards; the document states that odd entries are guesses and even ones what the checks struck",
		Columns: []string{"Set", "Puzzles", "Guesses", "Other digits odd", "Strikes below a guess", "Strikes even", "Returns", "As by the stack", "Passes without either", "Most guesses at a time"},
		Notes:   []string{"Up to 300 passes a puzzle, with doubles; entries are counted from 1. As by the stack: the board of the guess, without its digit. Even: numbers of what the checks struck below the guess."},
	}
	for _, r := range measured.Where(stackCase) {
		m, _ := r.Metric("guesses")
		t.Add(r.Dim("set"), lab.Number(float64(m.N)), lab.NumberOf(r, "guesses"), lab.NumberOf(r, "guesses whose other digits get an odd number"), lab.NumberOf(r, "strikes below a guess"),
			lab.NumberOf(r, "strikes below a guess that get an even number"), lab.NumberOf(r, "returns"), lab.NumberOf(r, "returns to the board kept, without the guess"),
			lab.NumberOf(r, "passes without either"), lab.NumberOf(r, "most guesses at a time"))
	}
	return t
}

func operations(measured record.Set) lab.Table {
	kinds := []string{"convolution", "ReLU", "max-pooling", "inverse of max-pooling", "multiplication", "addition and subtraction", "minimum and maximum", "clamping", "nearest upsampling", "lerp"}
	t := lab.Table{
		Name:    "operations",
		Title:   "Operations of each module of a pass, and numbers computed per puzzle; a comment of the program states 0.02 MFlops for the checks without doubles and more than 2 for a check of doubles",
		Columns: append(append([]string{"Module"}, kinds...), "Others", "Multiply-adds", "Other results", "Sequences", "Values read by Python"),
		Notes: []string{
			"Operations that move or reshape are left out. Multiply-adds: of convolutions. Other results: numbers that other operations give. Others: absolute value and maximum of a puzzle, which the document does not name, nor upsampling.",
			"Sequences: different sequences of operations in so many passes of a search, with guesses and returns; values: those of a tensor that Python reads in all these passes, without which it cannot branch on them.",
		},
	}
	for _, r := range measured.Where(operationsCase) {
		var rest, doubles float64
		for _, module := range modules {
			row := []string{module}
			for _, kind := range kinds {
				row = append(row, lab.NumberOf(r, module+": "+kind))
			}
			if strings.HasPrefix(module, "doubles") {
				doubles += r.Value(module + ": multiply-adds")
			} else if !strings.HasPrefix(module, "sudoku") {
				rest += r.Value(module + ": multiply-adds")
			}
			others := r.Value(module+": absolute value") + r.Value(module+": maximum of a puzzle") + r.Value(module+": another operation")
			t.Add(append(row, lab.Number(others), lab.NumberOf(r, module+": multiply-adds"), lab.NumberOf(r, module+": numbers otherwise computed"),
				part(record.Set{r}, module+": sequences of operations"), lab.NumberOf(r, module+": values read by Python"))...)
		}
		t.Notes = append(t.Notes, fmt.Sprintf("The checks for doubles have %s of the multiply-adds of all checks (%s of %s). At two operations each, convolutions take %.4f MFlops in the checks without doubles and %.4f in one for doubles.",
			lab.Share(doubles, doubles+rest), lab.Number(doubles), lab.Number(doubles+rest), 2*rest/1e6, 2*doubles/3e6))
	}
	return t
}

// statements are what was tried of the document's other statements: of each kind of case, the figures and what they say.
func statements(measured record.Set) lab.Table {
	t := lab.Table{
		Name:    "statements",
		Title:   "Other statements of the document, tried on the program; it states 36 pairs, tensors [N, 9, 9, 9], no training, one element at a time, int8 for all and int4 for almost all",
		Columns: []string{"Of", "Figure", "Observed", "Out of", "Unit"},
		Notes: []string{
			"Structure: the network with recursion and doubles; 1 says yes, 0 no. One of the three pictures that the document shows is not in the repository.",
			"Iterate2D stands alone: no module of the network calls it. Batches: 16 passes with recursion against the same puzzles one by one. Forms: each call of a run made again of convolution and ReLU alone, to the bit.",
			"Precision: every number that is computed in a pass of the search, over the puzzles; cut off at the ends of the type, or wrapped around as a machine does.",
			"Pictures: the frames of the interactive mode, in which squares of even numbers are drawn with no opacity.",
		},
	}
	for _, kind := range []string{structureCase, iterateCase, batchesCase, formsCase, precisionCase, picturesCase} {
		for _, r := range measured.Where(kind) {
			of := kind
			if r.Has("set") {
				of += " " + r.Dim("set")
			}
			for _, figure := range slices.Sorted(maps.Keys(r.Exact)) {
				if m := r.Exact[figure]; !strings.HasPrefix(figure, "side by side") {
					t.Add(of, figure, lab.Number(m.Value), map[bool]string{true: lab.Number(float64(m.N))}[m.N > 1], m.Unit)
				}
			}
		}
	}
	return t
}

func speed(measured record.Set) lab.Table {
	t := lab.Table{
		Name:    "speed",
		Title:   "Time per puzzle on the processor; the program's test of speed asks for a graphics card, on which nothing was run",
		Columns: []string{"Set or module", "Passes", "Doubles", "Recursion", "Threads", "Batch", "Time per puzzle", "Puzzles per second", "Solved", "Peak memory, MiB"},
		Notes:   []string{"Means with 95 % intervals, nothing else at work. Below: one call of each module of a pass, in a batch. The document's section on speed states no time."},
	}
	runs := slices.SortedStableFunc(slices.Values(measured.Where(speedCase)), func(a, b record.Record) int {
		return cmp.Or(cmp.Compare(a.Int("threads"), b.Int("threads")), cmp.Compare(a.Int("batch"), b.Int("batch")))
	})
	for _, r := range runs {
		t.Add(r.Dim("set"), r.Dim("passes"), r.Dim("doubles"), r.Dim("recursion"), r.Dim("threads"), r.Dim("batch"), mean(r, "time"), lab.Number(1/r.Value("time")), part(record.Set{r}, "solved"),
			lab.NumberOf(r, "peak memory"))
	}
	for _, r := range measured.Where(costCase) {
		for _, module := range modules {
			t.Add(module, "1", "", "", r.Dim("threads"), r.Dim("batch"), mean(r, module), "", "", "")
		}
	}
	return t
}

// mean is a mean of seconds with its interval.
func mean(r record.Record, figure string) string {
	return fmt.Sprintf("%s (%s to %s)", lab.Seconds(r.Value(figure)), lab.Seconds(r.Value(figure+".low")), lab.Seconds(r.Value(figure+".high")))
}
