package tensoroperations

import (
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
)

func tables(set record.Set) []lab.Table {
	return []lab.Table{checkTable(set), stepTable(set), reduceTable(set), inputTable(set)}
}

func listed(r record.Record, class tensornet.Class) string { return lab.OrDash(r.Texts[string(class)]) }

func checkTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "checks", Title: "Operations of each rule as built, and boards on which it leaves what plain loops leave",
		Columns: []string{"Form", "Rule", "Sums as", "Computing", "Besides the five", "Comparing", "Moving", "Boards", "with strikes", "As in plain loops"},
		Notes: []string{
			"The five: convolution, ReLU, max-pool, max-unpool, multiplication. ReLU is the greater of a number and the constant 0. Moving: the same numbers in another shape or place. Boards: random sets of digits for each cell, a half, a quarter or an eighth of all.",
			"The packed form is not built of the document's operations: a candidate is a bit there.",
		},
	}
	for _, r := range set.Measured().Where(checkKind) {
		t.Add(r.Dim("form"), r.Dim("rule"), r.Dim("sums"), listed(r, tensornet.Computes), lab.NumberOf(r, "others"), lab.NumberOf(r, "comparing"), listed(r, tensornet.Moves),
			lab.NumberOf(r, "boards"), lab.NumberOf(r, "boards struck"), lab.Share(r.Value("same"), r.Value("boards")))
	}
	return t
}

func stepTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "step", Title: "Operations of one whole step with all rules, guesses and stack, by form",
		Columns: []string{"Form", "Computing", "Comparing", "Moving", "Branching", "Loops around the step"},
		Notes:   []string{"Max is the greater of two numbers, which the literal form takes with 0 alone: ReLU. The loop ends after a number of steps, or once enough searches have ended."},
	}
	for _, r := range set.Measured().Where(stepKind) {
		t.Add(r.Dim("form"), listed(r, tensornet.Computes), lab.NumberOf(r, "comparing"), listed(r, tensornet.Moves), listed(r, tensornet.Branches), lab.NumberOf(r, "loops"))
	}
	return t
}

func reduceTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "reduce", Title: "Operations on random tensors and their reductions to convolution and ReLU, compared bit by bit",
		Columns: []string{"Operation", "Numbers", "from", "to", "Built of", "Tensors", "equal", "Fractions, equal"},
		Notes:   []string{"Tensors of 9×9 numbers, whole ones from … to …; fractions are standard normal. Between fractions a difference is rounded, and added back it need not give the number again."},
	}
	for _, r := range set.Measured().Where(reduceKind) {
		t.Add(r.Dim("operation"), r.Dim("number"), lab.NumberOf(r, "least"), lab.NumberOf(r, "most"), listed(r, tensornet.Computes),
			lab.NumberOf(r, "tensors"), lab.Share(r.Value("same"), r.Value("tensors")), lab.NumberOf(r, "fractions same"))
	}
	return t
}

func inputTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "inputs", Title: "All tensors that the built programs read, by what they are, and constants that separate code makes from the rules",
		Columns: []string{"Form", "State", "Entry", "Control", "Constants", "from the rules", "Numbers in them", "from the rules", "Inside the program", "Others, such as variables", "Which constants"},
		Notes:   []string{"State: of the searches. Entry: new puzzles. Control: how many steps, how many searches to wait for, and a 1 to count by."},
	}
	for _, r := range set.Measured().Where(inputKind) {
		n := func(metric string) string { return lab.NumberOf(r, metric) }
		t.Add(r.Dim("form"), n(string(tensornet.RoleState)), n(string(tensornet.RoleEntry)), n(string(tensornet.RoleControl)), n(string(tensornet.RoleConstant)), n("derived"),
			n("weights"), n("weights derived"), n(string(tensornet.RoleInner)), n(string(tensornet.RoleOther)), r.Texts["constants"])
	}
	return t
}
