package tensorprecision

import (
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
)

func tables(set record.Set) []lab.Table {
	set = set.Measured()
	list := gathered(set.Where(setKind), ofRecord)
	return []lab.Table{ruleTable(list), operationTable(list), roundedTable(set), typeTable(set), substituteTable(set)}
}

// least is the smallest precision that has room for an intermediate.
func least(x result) string {
	for _, precision := range []string{toInt1, toInt4, toInt8, toInt16} {
		if x.holds(precision) {
			return precision
		}
	}
	return "wider"
}

func number(n int) string { return lab.Number(float64(n)) }

func ruleTable(list []result) lab.Table {
	t := lab.Table{
		Name: "rules", Title: "Intermediates of the literal network by rule and by the least precision that holds them over whole searches",
		Columns: []string{"Rule", "Intermediates", "int1", "int4", "int8", "int16", "Wider", "Within int8", "Within int4", "Two values", "0 and 1 alone", "Numbers per puzzle", "Within int4", "Two values"},
		Notes: []string{
			"An intermediate is the result of one operation of our literal network, with max-unpool itself, over all sets and all steps of their searches. int1: one or two values, whatever they are. Columns int1 to wider count each intermediate once, at its least precision.",
			"Of the guess: the weights of cells and the score that orders guesses are ours, the document names none. Slots whose search has ended go on computing until another puzzle takes them and are counted in.",
			"The last three columns count numbers of a step instead of operations, so that a tensor with more numbers counts for more. The counters of steps and guesses since the host's last look are counted as if they reached the number of steps between looks.",
			"The fixed kernels of the convolutions and the numbers that are added or multiplied by are no intermediates; the greatest of them is " + number(tensornet.GreatestConstant()) + ".",
		},
	}
	row := func(name string, keep func(x result) bool) {
		count, total := map[string]int{}, 0
		var of []result
		for _, x := range list {
			if keep(x) {
				of = append(of, x)
				count[least(x)]++
				total++
			}
		}
		if total == 0 {
			return
		}
		flags := 0
		for _, x := range of {
			if x.Values <= 2 && x.Least >= 0 && x.Most <= 1 {
				flags++
			}
		}
		share := func(precision string) string { return lab.Share(float64(fits(of, precision)), float64(total)) }
		t.Add(name, number(total), number(count[toInt1]), number(count[toInt4]), number(count[toInt8]), number(count[toInt16]), number(count["wider"]),
			share(toInt8), share(toInt4), share(toInt1), lab.Share(float64(flags), float64(total)),
			number(size(of, "")), lab.Share(float64(size(of, toInt4)), float64(size(of, ""))), lab.Share(float64(size(of, toInt1)), float64(size(of, ""))))
	}
	var rules []string
	for _, x := range list {
		if !slices.Contains(rules, x.rule()) {
			rules = append(rules, x.rule())
		}
	}
	for _, rule := range rules {
		row(rule, func(x result) bool { return x.rule() == rule })
	}
	row("all", func(result) bool { return true })
	row("all but choose and weight", func(x result) bool { return !ours(x) })
	row("all but numbers per puzzle", func(x result) bool { return x.Size > 1 })
	row("all but doubles", func(x result) bool { return !strings.HasSuffix(x.rule(), "doubles") })
	return t
}

// size is how many numbers per puzzle the intermediates have for which a precision has room; "" for all.
func size(list []result, precision string) (n int) {
	for _, x := range list {
		if precision == "" || x.holds(precision) {
			n += x.Size
		}
	}
	return n
}

func operationTable(list []result) lab.Table {
	t := lab.Table{
		Name: "operations", Title: "What each operation of the literal network gives over whole searches, and the least precision that holds it",
		Columns: []string{"Rule", "Quantity", "Operation", "Least", "Greatest", "Values", "Least precision"},
		Notes:   []string{"In the order in which they are computed. Values: 1 or 2, or – for more."},
	}
	for _, x := range list {
		_, quantity, _ := strings.Cut(x.Name, ": ")
		values := "–"
		if x.Values <= 2 {
			values = number(x.Values)
		}
		t.Add(x.rule(), quantity, x.Op, number(x.Least), number(x.Most), values, least(x))
	}
	return t
}

func roundedTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "rounded", Title: "Searches with the results of operations rounded to a precision wherever it has room for them, and in int8 itself, against float32",
		Columns: []string{"Set", "Puzzles recorded", "Precision", "Intermediates rounded", "of", "Searches compared", "Same"},
		Notes:   []string{"The same: solution, end, number of solutions, steps, guesses, and most guesses open at once. int8 and int4: the nearest number of the range. int1: a truth value, which stands for the greater of the two values if it is true. In int8: computed by the backend in that type."},
	}
	for _, r := range set.Where(setKind) {
		for _, precision := range roundings {
			t.Add(r.Dim("set"), lab.NumberOf(r, "puzzles"), precision, lab.NumberOf(r, precision+" rounded"), lab.NumberOf(r, "intermediates"),
				lab.NumberOf(r, precision+" compared"), lab.NumberOf(r, precision+" same"))
		}
		t.Add(r.Dim("set"), lab.NumberOf(r, "puzzles"), inInt8, lab.NumberOf(r, "intermediates"), lab.NumberOf(r, "intermediates"),
			lab.NumberOf(r, inInt8+" compared"), lab.NumberOf(r, inInt8+" same"))
	}
	return t
}

func typeTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "types", Title: "Searches in each type of number against float32, by max-unpool and by its substitute, all sets together",
		Columns: []string{"Backend", "Place of the greatest by", "Type", "Sets", "Searches compared", "Same", "First difference"},
		Notes:   []string{"Rounded: computed in float32, each result rounded to the type. The network refuses float16, bfloat16 and int8 for the substitute, whose keys they do not hold."},
	}
	records := set.Where(typeKind)
	row := func(unpool, label, name string) {
		same, compared, first := 0.0, 0.0, ""
		for _, r := range records {
			same += r.Value(name + " same")
			compared += r.Value(name + " compared")
			if first == "" {
				first = r.Texts[name+" difference"]
			}
		}
		t.Add(records[0].Texts["backend"], unpool, label, number(len(records)), lab.Number(compared), lab.Number(same), first)
	}
	if len(records) == 0 {
		return t
	}
	for _, unpool := range unpools {
		for _, number := range lab.ConfigIn[Config](records).Types {
			if unpool == tensornet.MaxUnpool || !slices.Contains(small, number) {
				row(unpool, number, unpool+" "+number)
			}
		}
	}
	for _, to := range emulated {
		row(tensornet.Substitute, string(to)+", rounded", "substitute rounded to "+string(to))
	}
	return t
}

func substituteTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "substitute", Title: "Results of operations beyond int8 where a substitute stands for max-unpool, in the order in which they are computed",
		Columns: []string{"Set", "Rule and quantity", "Operation", "Least", "Greatest", "Numbers that bfloat16 lacks", "that float16 lacks", "Least precision"},
		Notes:   []string{"The first with numbers that a type lacks is where a search in that type first goes wrong."},
	}
	for _, r := range set.Where(typeKind) {
		for _, x := range gathered(record.Set{r}, ofRecord) {
			t.Add(r.Dim("set"), x.Name, x.Op, number(x.Least), number(x.Most), number(x.InexactBF16), number(x.InexactFP16), least(x))
		}
	}
	return t
}
