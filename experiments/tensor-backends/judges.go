package tensorbackends

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "T01", Needs: []string{"answers/backend=xla/form=literal/set=own-mixed"}, Decide: manyAtOnce},
		{Claim: "T09", Needs: []string{"equal/backend=xla/form=literal"}, Decide: bothBackends},
		{Claim: "T12", Needs: []string{"equal/backend=xla/form=literal"}, Decide: onAccelerators},
	}
}

// literal is the dimension of the form that the document describes.
func literal() record.Dim { return record.D("form", string(tensornet.Literal)) }

func manyAtOnce(e *lab.Evidence) lab.Finding {
	var compared, equal, missing, misshapen, largest float64
	for _, r := range e.Where(answersKind, literal()) {
		v := func(name string) float64 { return e.Value(r.Case, name) }
		compared, equal = compared+v("answers"), equal+v("same")
		missing += v("sizes asked") - v("sizes")
		misshapen += v("sizes") - v("shaped")
		largest = max(largest, v("largest"))
	}
	f := lab.Finding{Figure: fmt.Sprintf("%s of %s answers equal those of one puzzle at a time, N by doubling, at most %s", lab.Number(equal), lab.Number(compared), lab.Number(largest))}
	least := e.Limit("largest")
	f.Verdict, f.Because = e.Always(equal, compared)
	switch {
	case f.Verdict == lab.Refuted:
	case missing > 0:
		f.Verdict, f.Because = lab.Refuted, fmt.Sprintf("%s of the sizes cannot be run", lab.Number(missing))
	case misshapen > 0:
		f.Verdict, f.Because = lab.Refuted, fmt.Sprintf("the tensor has another shape at %s of the sizes", lab.Number(misshapen))
	case f.Verdict == lab.Reproduced && largest < least:
		f.Verdict, f.Because = lab.Pending, fmt.Sprintf("no more than %s puzzles at once were tried, %s decide", lab.Number(largest), lab.Number(least))
	default:
		f.Because += "; the tensor of the literal form is [N, 9, 9, 9] at every size"
	}
	return f
}

// held are the cases in which a backend's answers were held against those of the one in Go, of a form or of all
// forms, those of cards alone or those of others.
func held(e *lab.Evidence, card bool, of ...record.Dim) (out record.Set) {
	for _, r := range e.Where(equalKind, of...) {
		if (lab.ClassOf(e.Text(r, "backend")) == lab.Card) == card {
			out = append(out, r)
		}
	}
	return out
}

func bothBackends(e *lab.Evidence) lab.Finding {
	count := func(set record.Set) (answers, equal, refused float64) {
		for _, r := range set {
			if e.Value(r.Case, "taken") == 0 {
				refused++
				continue
			}
			answers, equal = answers+e.Value(r.Case, "answers"), equal+e.Value(r.Case, "same")
		}
		return answers, equal, refused
	}
	cards := held(e, true, literal())
	answers, equal, refused := count(cards)
	others, othersEqual, _ := count(held(e, false))
	beside := fmt.Sprintf("without a card %s of %s answers of both forms equal those of the backend in Go running one operation after the other", lab.Number(othersEqual), lab.Number(others))
	f := lab.Finding{Figure: fmt.Sprintf("%s of %s answers equal on a card", lab.Number(equal), lab.Number(answers))}
	f.Verdict, f.Because = e.Always(equal, answers)
	if refused > 0 {
		f.Verdict, f.Because = lab.Refuted, "the card does not take the network"
	}
	if len(cards) == 0 {
		f.Verdict, f.Figure, f.Because = lab.Pending, beside, "a card decides: sudokulab gpu run --job tensor-throughput on a machine with one"
		return f
	}
	f.Because += "; " + beside
	return f
}

func onAccelerators(e *lab.Evidence) lab.Finding {
	var kinds, native, whole float64
	cards := held(e, true, literal())
	for _, r := range cards {
		kinds, native = kinds+e.Value(r.Case, "kinds"), native+e.Value(r.Case, "native")
		if e.Value(r.Case, "taken") > 0 && e.Value(r.Case, "native") == e.Value(r.Case, "kinds") {
			whole++
		}
	}
	least, partly := e.Limit("backends"), e.Limit("partly_low")
	f := lab.Finding{Verdict: lab.Refuted, Figure: fmt.Sprintf("%s of %s kinds of computing operation, pooling and its inverse apart", lab.Number(native), lab.Number(kinds))}
	f.Because = fmt.Sprintf("%s of %s accelerators at hand take all of the network in one program", lab.Number(whole), lab.Number(float64(len(cards))))
	switch {
	case len(cards) == 0 || kinds == 0:
		f.Verdict = lab.Pending
		for _, r := range held(e, false, literal()) {
			f.Figure = fmt.Sprintf("on %s, which is no accelerator, %s of %s kinds", e.Text(r, "backend"), lab.Number(e.Value(r.Case, "native")), lab.Number(e.Value(r.Case, "kinds")))
		}
		f.Because = "an accelerator decides: sudokulab gpu run --job tensor-throughput on a machine with one"
	case whole >= least && whole > 0:
		f.Verdict = lab.Reproduced
	case native >= partly*kinds:
		f.Verdict = lab.Partly
	}
	return f
}
