package tensoroperations

import (
	"fmt"
	"math"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "T02a", Decide: suffices},
		{Claim: "T02b", Decide: func(e *lab.Evidence) lab.Finding { return reduces(e, "add", "sub") }},
		{Claim: "T02c", Decide: func(e *lab.Evidence) lab.Finding { return reduces(e, "clamp", "minimum", "maximum") }},
		{Claim: "T11", Decide: untrained},
	}
}

func suffices(e *lab.Evidence) lab.Finding {
	others, boards, same, computing, sums := 0.0, 0.0, 0.0, 0.0, 0.0
	for _, rule := range rules {
		at := func(sums string) string {
			return record.Key(checkKind, record.D("form", tensornet.Literal), record.D("rule", rule), record.D("sums", sums))
		}
		reduced := at(byConvolutions)
		others += e.Value(reduced, "others")
		computing += e.Value(reduced, string(tensornet.Computes))
		boards, same = boards+e.Value(reduced, "boards"), same+e.Value(reduced, "same")
		sums += e.Value(at(bySums), "others")
	}
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%s others among %s computing operations of %d checks", lab.Number(others), lab.Number(computing), len(rules)),
		Because: fmt.Sprintf("built with sums and differences as convolutions, every check left what package plain leaves on %s of %s boards; as the network uses them, the checks have %s additions and subtractions of tensors besides",
			lab.Number(same), lab.Number(boards), lab.Number(sums)),
	}
	switch {
	case boards == 0:
		f.Verdict, f.Because = lab.Pending, "no boards were compared"
	case others <= e.Limit("others") && same == boards:
		f.Verdict = lab.Reproduced
	}
	return f
}

// reduces decides by operations that the document reduces to others.
func reduces(e *lab.Evidence, operations ...string) lab.Finding {
	tensors, same, fewest, foreign, fractions, drawn := 0.0, 0.0, math.Inf(1), 0.0, 0.0, 0.0
	for _, operation := range operations {
		for _, number := range numbers {
			at := record.Key(reduceKind, record.D("operation", operation), record.D("number", number.name))
			n := e.Value(at, "tensors")
			tensors, same, fewest = tensors+n, same+e.Value(at, "same"), min(fewest, n)
			foreign += e.Value(at, "others")
			if number.name == "float32" {
				fractions, drawn = fractions+e.Value(at, "fractions same"), drawn+n
			}
		}
	}
	v, reason := e.Always(same, tensors)
	f := lab.Finding{
		Verdict: v,
		Figure:  fmt.Sprintf("%s of %s random tensors", lab.Number(same), lab.Number(tensors)),
		Because: fmt.Sprintf("%s, whole numbers in float32 and int8 within the range of int8, to the bit; of tensors of fractions in float32, which the network has none of, %s of %s",
			reason, lab.Number(fractions), lab.Number(drawn)),
	}
	switch enough, why := e.Enough("cases", fewest); {
	case v == lab.Reproduced && foreign > 0:
		f.Verdict, f.Because = lab.Pending, "what was compared has other operations than convolution and ReLU"
	case v == lab.Reproduced && enough != "":
		f.Verdict, f.Because = enough, why
	}
	return f
}

func untrained(e *lab.Evidence) lab.Finding {
	foreign, constants, weights := 0.0, 0.0, 0.0
	for _, r := range e.Where(inputKind) {
		all := e.Value(r.Case, string(tensornet.RoleConstant))
		// Constants inside the program are counted here: they were not recomputed.
		foreign += all - e.Value(r.Case, "derived") + e.Value(r.Case, string(tensornet.RoleInner)) + e.Value(r.Case, string(tensornet.RoleOther))
		constants, weights = constants+all, weights+e.Value(r.Case, "weights")
	}
	f := lab.Finding{
		Verdict: lab.Refuted,
		Figure:  fmt.Sprintf("%s of %s constants of both forms, with %s numbers, do not follow from the rules", lab.Number(foreign), lab.Number(constants), lab.Number(weights)),
		Because: "all that the built programs read is puzzles, the state of the searches, numbers of steps, and these constants, each recomputed by separate code",
	}
	if foreign <= e.Limit("trained") && constants > 0 {
		f.Verdict = lab.Reproduced
	}
	return f
}
