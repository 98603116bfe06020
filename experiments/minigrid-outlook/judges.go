package minigridoutlook

import (
	"fmt"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

func judges() []lab.Judge {
	return []lab.Judge{
		{Claim: "M20a", Decide: tellsDifficulty},
		{Claim: "M20b", Decide: sharesKnown},
		{Claim: "M20c", Decide: carriesOver},
	}
}

const (
	// strong is the rank correlation, in absolute value, that a measure of difficulty must
	// surpass with its whole interval.
	strong = 0.5
	// variedEnough is the share of puzzles that must differ in effort from the most frequent
	// effort of a set: where nearly all are alike there is nothing to tell.
	variedEnough = 0.25
	fewest       = 20 // puzzles
)

// trial is a set with an effort that varies.
type trial struct {
	record.Record
	effort string
}

// trials are the sets of puzzles with one solution each, once for each deciding effort.
func trials(set record.Set) (out []trial) {
	for _, r := range set {
		if !strings.HasPrefix(r.Case, difficultyPrefix+"set=") || r.Value("puzzles") < fewest {
			continue
		}
		for _, effort := range deciding {
			if r.Value(effort+" varied") >= variedEnough {
				out = append(out, trial{r, effort})
			}
		}
	}
	return out
}

// standing says how a measure does over trials.
type standing struct {
	feature                  string
	trials, beyond, nonzero  int
	mean, least, most, bound float64 // of the correlations in the measure's direction
}

// stand takes the direction that the mean of the correlations has. A trial in which a measure is
// the same for all puzzles counts as a correlation of 0.
func stand(list []trial, feature string) standing {
	s := standing{feature: feature, trials: len(list)}
	for _, t := range list {
		s.mean += t.Value(pairOf(t.effort, feature)) / float64(max(len(list), 1))
	}
	sign := 1.0
	if s.mean < 0 {
		sign = -1
	}
	s.mean *= sign
	for i, t := range list {
		name := pairOf(t.effort, feature)
		rho, bound := sign*t.Value(name), t.Value(name+".low")
		if sign < 0 {
			bound = -t.Value(name + ".high")
		}
		if i == 0 {
			s.least, s.most, s.bound = rho, rho, bound
		}
		s.least, s.most, s.bound = min(s.least, rho), max(s.most, rho), min(s.bound, bound)
		if bound > strong {
			s.beyond++
		}
		if bound > 0 {
			s.nonzero++
		}
	}
	return s
}

func (s standing) String() string {
	return fmt.Sprintf("%s: ρ from %.2f to %.2f, mean %.2f, counted in the direction of the mean", s.feature, s.least, s.most, s.mean)
}

// best returns the measure with the most intervals beyond the threshold, then the most that
// exclude 0, then the greatest mean.
func best(list []trial) standing {
	var top standing
	for i, feature := range features() {
		s := stand(list, feature)
		better := s.beyond > top.beyond || s.beyond == top.beyond && (s.nonzero > top.nonzero || s.nonzero == top.nonzero && s.mean > top.mean)
		if i == 0 || better {
			top = s
		}
	}
	return top
}

func tellsDifficulty(e *lab.Evidence) lab.Finding {
	set := e.Cases(difficultyPrefix, "puzzles")
	list := trials(set)
	var f lab.Finding
	if len(list) == 0 {
		f.Verdict = lab.Pending
		return f
	}
	top, plain := best(list), stand(list, givens)
	f.Figure = top.String() + "; number of givens: " + strings.TrimPrefix(plain.String(), givens+": ")
	f.Because = fmt.Sprintf("over %d pairs of a set that varies and an effort (nodes of backtracking, guesses of dancing links), the interval of the best of %d measures lies beyond %.1f on %d and excludes 0 on %d; to give a measure is read as beyond %.1f on all, the measure being chosen on the same puzzles, which flatters it",
		top.trials, len(features()), strong, top.beyond, top.nonzero, strong)
	for _, name := range []string{difficultyPooled, difficultyLevels} {
		if r, ok := set.Case(name); ok {
			effort := cspNodes
			if name == difficultyLevels {
				effort = level
			}
			f.Because += fmt.Sprintf("; %s, %s: ρ %s, of the number of givens %s", strings.TrimPrefix(name, difficultyPrefix), effort,
				rho(r, pairOf(effort, top.feature)), rho(r, pairOf(effort, givens)))
		}
	}
	switch {
	case top.beyond == top.trials:
		f.Verdict = lab.Reproduced
	case 2*top.nonzero > top.trials:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

// sharesKnown asks whether the shares are there: what was to be investigated.
func sharesKnown(e *lab.Evidence) lab.Finding {
	set := e.Cases(sharePrefix, "puzzles", none, one, many, undecided, "side")
	var puzzles, people, open, openHere float64
	var figures []string
	for _, r := range set {
		n := r.Value("puzzles")
		puzzles += n
		open += r.Value(undecided)
		if r.Value("side") == 9 {
			people += n
			openHere += r.Value(undecided)
		}
		text := fmt.Sprintf("%s %s", strings.TrimPrefix(r.Case, sharePrefix), lab.Share(r.Value(many), n))
		if v := r.Value(none); v > 0 {
			text += fmt.Sprintf(" (without solution %s)", lab.Share(v, n))
		}
		if v := r.Value(undecided); v > 0 {
			text += fmt.Sprintf(" (undecided %s)", lab.Share(v, n))
		}
		figures = append(figures, text)
	}
	f := lab.Finding{
		Figure: "ambiguous: " + strings.Join(figures, ", "),
		Because: fmt.Sprintf("the solutions of %s puzzles of %d published sets were counted, %s of them decided", lab.Number(puzzles), len(set), lab.Share(puzzles-open, puzzles)) +
			"; the share is read as known if every puzzle of the sets of side 9 is decided: the larger boards are test instances, mostly with hardly a given",
	}
	switch {
	case people == 0:
		f.Verdict = lab.Pending
	case openHere == 0:
		f.Verdict = lab.Reproduced
	case 2*openHere < people:
		f.Verdict = lab.Partly
	default:
		f.Verdict = lab.Refuted
	}
	return f
}

func carriesOver(e *lab.Evidence) lab.Finding {
	set := e.Cases(variantPrefix, "boards", "equal", "beyond-limits", "solutions")
	var boards, equal, beyond, solutions, whole float64
	var literal string
	for _, r := range set {
		boards += r.Value("boards")
		equal += r.Value("equal")
		beyond += r.Value("beyond-limits")
		solutions += r.Value("solutions")
		if r.Value("equal") == r.Value("boards") {
			whole++
		}
		if text := e.Text(r, "literal"); strings.Contains(text, "square") && strings.HasPrefix(text, "minigrid:") {
			literal = text
		}
	}
	f := lab.Finding{
		Figure:  fmt.Sprintf("%s of %s boards of %d variants answered as exact cover and backtracking do, %s solutions in all", lab.Number(equal), lab.Number(boards), len(set), lab.Number(solutions)),
		Because: "boards of diagonals and of irregular regions, with no, one and several solutions: status, number and every solution are compared; two boxes depend on each other there if another unit has cells in both",
	}
	if literal != "" {
		f.Because += "; the rules to the paper's letter know square boxes only and refuse regions (" + literal + ")"
	}
	switch {
	case boards == 0:
		f.Verdict = lab.Pending
	case equal == boards:
		f.Verdict = lab.Reproduced
	case equal+beyond == boards && whole > 0:
		f.Verdict = lab.Partly
		f.Because += fmt.Sprintf("; %s boards exceed the limits", lab.Number(beyond))
	default:
		f.Verdict = lab.Refuted
	}
	return f
}
