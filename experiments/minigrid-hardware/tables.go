package minigridhardware

import (
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/record"
)

func tables(set record.Set) []lab.Table { return []lab.Table{sameTable(set), timeTable(set)} }

// label names the boards of a case.
func label(r record.Record) string {
	if r.Kind() == madeKind {
		n := r.Dim("n")
		return "made here, " + n + "×" + n
	}
	return r.Dim("set")
}

// says names a reading.
func says(reading minigrid.Fillings) string {
	if reading == minigrid.BoxOnly {
		return "box alone"
	}
	return "with masks"
}

// rows calls each for every record and reading under which boards were listed.
func rows(set record.Set, each func(r record.Record, reading minigrid.Fillings, p string)) {
	for _, r := range set.Measured() {
		for _, reading := range readings {
			if p := string(reading) + " "; r.Value(p+"listed")+r.Value(p+"beyond")+r.Value(p+"table") > 0 {
				each(r, reading, p)
			}
		}
	}
}

func sameTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "same", Title: "Fillings of boxes as tensor operations against those of the library, and answers of phases 3 to 5 from each, by set and reading of phase 2",
		Columns: []string{"Boards", "Reading", "Backend", "Number", "Listed", "Without filling", "Boxes", "Same fillings", "Fillings", "Worked out", "Answered", "Same answers", "Without solution", "Solutions"},
		Notes: []string{
			"Listed: boards with no more fillings than allowed; of the others both forms only count. Made here: parts of full grids, a given exchanged in every other one. Worked out: fillings that the programs compute, rounded up to a power of two for each run.",
			"Answered: phases 3 to 5 on the processor, once from each list; the solutions are compared one by one up to a limit, and how the search ended.",
		},
	}
	rows(set, func(r record.Record, reading minigrid.Fillings, p string) {
		t.Add(label(r), says(reading), r.Texts["backend"], lab.NumberOf(r, "boards"), lab.NumberOf(r, p+"listed"), lab.NumberOf(r, p+"impossible"), lab.NumberOf(r, p+"boxes"),
			lab.Share(r.Value(p+"boxes same"), r.Value(p+"boxes")), lab.NumberOf(r, p+"fillings"), lab.NumberOf(r, p+"rows"), lab.NumberOf(r, p+"answered"),
			lab.Share(r.Value(p+"answers same"), r.Value(p+"answered")), lab.NumberOf(r, p+"no solution"), lab.NumberOf(r, p+"solutions"))
	})
	return t
}

func timeTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "time", Title: "Time of phase 2 per board by the library on one core and as tensor operations on a backend, medians of rounds",
		Columns: []string{"Boards", "Reading", "Backend", "Timed", "Fillings per board", "Library", "Tensors", "Ratio", "least", "greatest", "Hand-over"},
		Notes:   []string{"Counting, listing and the way back from the device included, compiling not. Hand-over: the check of the fillings before phase 3."},
	}
	rows(set, func(r record.Record, reading minigrid.Fillings, p string) {
		timed, ok := r.Metric(p + "timed")
		if !ok || timed.Value == 0 {
			return // none was listed
		}
		n := timed.Value
		ratio := func(of string) string { return lab.Number(round(r.Value(p + "ratio." + of))) }
		t.Add(label(r), says(reading), r.Texts["backend"], lab.Number(n), lab.Number(round(r.Value(p+"timed fillings")/n)),
			lab.SecondsOf(r, p+"library time.median"), lab.SecondsOf(r, p+"tensors time.median"), ratio("median"), ratio("min"), ratio("max"), lab.SecondsOf(r, p+"hand-over time.median"))
	})
	return t
}
