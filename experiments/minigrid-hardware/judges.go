package minigridhardware

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "M20d", Capped: true, Decide: onACard},
		{Claim: "M20e", Capped: true, Decide: apart},
	}
}

// seen is what was compared, of boards of a side and more. A board counts once for each reading.
type seen struct {
	boards, held     float64 // listed ones, and those with the same fillings and the same answer
	all              float64
	fillings         float64
	sides            []string
	backends         []string
	slowest, fastest float64 // median ratios of the cases
	difference       string
}

func look(e *lab.Evidence, least float64, readings ...minigrid.Fillings) seen {
	s := seen{fastest: math.Inf(1)}
	for _, r := range append(e.Where(madeKind), e.Where("")...) {
		if r.Value("side") < least {
			continue
		}
		for _, reading := range readings {
			p := string(reading) + " "
			v := func(metric string) float64 { return e.Value(r.Case, p+metric) }
			listed, same := v("listed"), v("same")
			s.boards += listed
			s.all += listed + v("beyond") + v("table")
			s.held += same - (v("answered") - v("answers same"))
			s.fillings += v("fillings")
			if listed > 0 {
				s.slowest, s.fastest = max(s.slowest, v("ratio.median")), min(s.fastest, v("ratio.median"))
			}
			if text := r.Texts[p+"difference"]; text != "" && s.difference == "" {
				s.difference = "; " + says(reading) + ", " + text
			}
		}
		s.sides = add(s.sides, lab.Number(r.Value("side")))
		s.backends = add(s.backends, e.Text(r, "backend"))
	}
	return s
}

func add(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// where says on what, and how fast.
func (s seen) where() string {
	if s.slowest == 0 {
		return "on " + strings.Join(s.backends, " and ")
	}
	return fmt.Sprintf("on %s phase 2 takes %s to %s times the library's on one core, medians of the sets", strings.Join(s.backends, " and "),
		lab.Number(round(s.fastest)), lab.Number(round(s.slowest)))
}

// round leaves two decimals.
func round(x float64) float64 { return math.Round(100*x) / 100 }

func (s seen) figure() string {
	return fmt.Sprintf("the same fillings and the same answer on %s of %s boards listed, n = %s, %s fillings",
		lab.Number(s.held), lab.Number(s.boards), strings.Join(s.sides, ", "), lab.Number(s.fillings))
}

func apart(e *lab.Evidence) lab.Finding {
	s := look(e, 0, readings...)
	v, reason := e.Always(s.held, s.boards)
	return lab.Finding{
		Verdict: v, Figure: s.figure(),
		Because: fmt.Sprintf("%s; phase 2 as tensor operations, phases 3 to 5 by the library from its fillings, in both readings, each board counted in each; %s%s. The time on a card is not part of this claim",
			reason, s.where(), s.difference),
	}
}

func onACard(e *lab.Evidence) lab.Finding {
	s := look(e, e.Limit("side"), minigrid.Lines)
	share := lab.Exactly(0)
	if s.all > 0 {
		share = lab.Exactly(s.boards / s.all)
	}
	taken, _ := e.Band(share)
	v, reason := e.Always(s.held, s.boards)
	f := lab.Finding{
		Verdict: v, Figure: s.figure() + fmt.Sprintf(", %s of those tried", lab.Share(s.boards, s.all)),
		Because: fmt.Sprintf("%s; with masks; %s%s", reason, s.where(), s.difference),
	}
	card := len(s.backends) > 0
	for _, b := range s.backends {
		card = card && lab.ClassOf(b) == lab.Card
	}
	switch {
	case v == lab.Refuted: // on whatever backend
	case !card:
		f.Verdict = lab.Pending
		f.Because = "the version is there and waits for a card; without one: " + f.Because
	case v == lab.Reproduced:
		f.Verdict = taken
	}
	return f
}
