package tensorprecision

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/tensornet"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "T08a", Spares: []string{"kaggle"}, Decide: allInt8},
		{Claim: "T08b", Spares: []string{"kaggle"}, Decide: func(e *lab.Evidence) lab.Finding { return most(e, toInt4, "lie within −8 to 7") }},
		{Claim: "T08c", Spares: []string{"kaggle"}, Decide: func(e *lab.Evidence) lab.Finding { return most(e, toInt1, "hold two values only") }},
	}
}

// union adds what the searches of another set gave. Sets whose lists are not of the same operations have none.
func union(a, b []result) []result {
	if a == nil {
		return b
	}
	if len(a) != len(b) {
		return []result{}
	}
	out := slices.Clone(a)
	for i, x := range out {
		y := b[i]
		if x.Op != y.Op || x.Name != y.Name {
			return []result{}
		}
		ends := []int{x.Least, x.Most, y.Least, y.Most}
		slices.Sort(ends)
		values := len(slices.Compact(slices.Clone(ends)))
		out[i].Least, out[i].Most, out[i].Values = ends[0], ends[3], min(3, max(values, x.Values, y.Values))
	}
	return out
}

// gathered is the union of the lists of records; none if one cannot be read.
func gathered(set record.Set, text func(r record.Record, name string) string) (list []result) {
	for _, r := range set {
		var of []result
		if err := json.Unmarshal([]byte(text(r, "intermediates")), &of); err != nil {
			return []result{}
		}
		list = union(list, of)
	}
	return list
}

// ofRecord is the text of a record for [gathered].
func ofRecord(r record.Record, name string) string { return r.Texts[name] }

// fits is how many of a list a precision has room for.
func fits(list []result, precision string) (n int) {
	for _, x := range list {
		if x.holds(precision) {
			n++
		}
	}
	return n
}

// ours reports whether an intermediate is of the order of guesses, which the document does not name.
func ours(x result) bool { return x.rule() == "choose" || x.rule() == "weight" }

func (x result) rule() string {
	rule, _, _ := strings.Cut(x.Name, ": ")
	return rule
}

// seen is what the sets show of a precision.
type seen struct {
	list           []result
	puzzles        float64 // recorded, and for int8 searched in int8 itself
	same, compared float64 // answers of the rounded searches, and in the type itself
	difference     string
}

func look(e *lab.Evidence, precision string) (s seen) {
	sets := e.Where(setKind)
	s.list = gathered(sets, e.Text)
	add := func(r record.Record, name string) {
		s.same += e.Value(r.Case, name+" same")
		s.compared += e.Value(r.Case, name+" compared")
		if text := r.Texts[name+" difference"]; text != "" && s.difference == "" {
			s.difference = "; " + text
		}
	}
	for _, r := range sets {
		s.puzzles += e.Value(r.Case, "puzzles")
		add(r, precision)
	}
	if precision == toInt8 {
		inType := 0.0
		for _, r := range sets {
			add(r, inInt8)
			inType += e.Value(r.Case, inInt8+" compared")
		}
		s.puzzles = min(s.puzzles, inType)
	}
	return s
}

// share is that of the intermediates for which there is room.
func (s seen) share(precision string) float64 {
	if len(s.list) == 0 {
		return 0
	}
	return float64(fits(s.list, precision)) / float64(len(s.list))
}

// finding says what was seen.
func (s seen) finding(v lab.Verdict, precision, what, reason string) lab.Finding {
	of := func(keep func(x result) bool) string {
		list := slices.DeleteFunc(slices.Clone(s.list), func(x result) bool { return !keep(x) })
		return fmt.Sprintf("%s of %s", number(fits(list, precision)), number(len(list)))
	}
	how, constant := "rounded to "+precision, ""
	switch precision {
	case toInt8:
		how = "computed in int8 itself or rounded to it"
	case toInt1:
		one := slices.DeleteFunc(slices.Clone(s.list), func(x result) bool { return x.Values > 1 })
		constant = fmt.Sprintf(", %s of them one only", number(len(one)))
	}
	return lab.Finding{
		Verdict: v,
		Figure: fmt.Sprintf("%s intermediates %s%s over the searches of %s puzzles (%s)", of(func(result) bool { return true }), what, constant,
			lab.Number(s.puzzles), lab.Share(float64(fits(s.list, precision)), float64(len(s.list)))),
		Because: fmt.Sprintf("%s; with these %s, %s of %s searches are the same in solution, end, steps and guesses; without the order of guesses, which the document does not name, %s; without tensors of one number per puzzle, %s%s",
			reason, how, lab.Number(s.same), lab.Number(s.compared), of(func(x result) bool { return !ours(x) }), of(func(x result) bool { return x.Size > 1 }), s.difference),
	}
}

// changed is the verdict where an answer changed, or where there is nothing to decide by; else none.
func (s seen) changed() (lab.Verdict, string) {
	switch {
	case len(s.list) == 0 || s.compared <= 0 || s.same > s.compared:
		return lab.Pending, "the records do not fit together"
	case s.same < s.compared:
		return lab.Refuted, "answers change"
	}
	return "", ""
}

func allInt8(e *lab.Evidence) lab.Finding {
	s := look(e, toInt8)
	v, reason := s.changed()
	few, tooFew := e.Enough("cases", s.puzzles)
	share := s.share(toInt8)
	switch {
	case v != "":
	case share < e.Limit("partly_low"):
		v, reason = lab.Refuted, "some are wider"
	case few != "":
		v, reason = few, tooFew
	case share < 1:
		v, reason = lab.Partly, "some are wider"
	default:
		v, reason = lab.Reproduced, "counted, not estimated"
	}
	f := s.finding(v, toInt8, "lie within −128 to 127", reason)
	same, compared, greatest := 0.0, 0.0, 0
	for _, r := range e.Where(typeKind) {
		for _, number := range []string{toInt16, "float32"} {
			same += e.Value(r.Case, tensornet.Substitute+" "+number+" same")
			compared += e.Value(r.Case, tensornet.Substitute+" "+number+" compared")
		}
		for _, x := range gathered(record.Set{r}, e.Text) {
			greatest = max(greatest, x.Most, -x.Least)
		}
	}
	f.Because += fmt.Sprintf(". Beside: the substitute for max-unpool reaches %s, and %s of %s searches with it in int16 and float32 are the same",
		lab.Number(float64(greatest)), lab.Number(same), lab.Number(compared))
	return f
}

func most(e *lab.Evidence, precision, what string) lab.Finding {
	s := look(e, precision)
	v, reason := e.Band(lab.Exactly(s.share(precision)))
	if changed, why := s.changed(); changed != "" {
		v, reason = changed, why
	}
	return s.finding(v, precision, what, reason)
}
