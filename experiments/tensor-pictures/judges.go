package tensorpictures

import (
	"fmt"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "T10a", Spares: []string{"kaggle"}, Decide: candidates},
		{Claim: "T10b", Spares: []string{"kaggle"}, Decide: squares},
	}
}

// every decides that all frames of all animations are right, if at least as many as the limit sets says are of
// those that count.
func every(e *lab.Evidence, counts func(record.Record) bool, respects ...string) (v lab.Verdict, reason string, sets, frames float64) {
	wrong := 0.0
	for _, r := range e.Where("") {
		n := e.Value(r.Case, "frames")
		if counts(r) {
			sets++
			frames += n
		}
		for _, respect := range respects {
			wrong += n - e.Value(r.Case, respect)
		}
		if text := r.Texts["difference"]; text != "" && reason == "" {
			reason = "; " + r.Dim("set") + ", " + text
		}
	}
	v = lab.Reproduced
	if few, why := e.Enough("sets", sets); few != "" {
		v, reason = few, "; "+why
	}
	if wrong != 0 {
		v = lab.Refuted
	}
	return v, "the SVG of each frame read back and compared with the stamps of the run, cell by cell" + reason, sets, frames
}

func candidates(e *lab.Evidence) lab.Finding {
	struck := 0.0
	v, reason, sets, frames := every(e, func(r record.Record) bool {
		struck += e.Value(r.Case, "candidates struck")
		return r.Value("frames") > 0
	}, "frames with the candidates", "frames with the strikes")
	return lab.Finding{
		Verdict: v, Figure: fmt.Sprintf("%s frames of %s animations, %s candidates struck", lab.Number(frames), lab.Number(sets), lab.Number(struck)), Because: reason,
	}
}

func squares(e *lab.Evidence) lab.Finding {
	shown := 0.0
	v, reason, sets, frames := every(e, func(r record.Record) bool {
		shown += e.Value(r.Case, "squares")
		return e.Value(r.Case, "returns") > 0
	}, "frames with the squares")
	return lab.Finding{
		Verdict: v, Figure: fmt.Sprintf("%s squares in %s frames of %s animations with returns", lab.Number(shown), lab.Number(frames), lab.Number(sets)),
		Because: reason + ". A square stands at the place of the digit that it keeps, in the document beside another digit of the cell",
	}
}
