package speedpeers

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// controlBound is by how much the speed of the control, this project's own engine on both sides,
// may differ from equal before the measurements of its set are named as doubtful.
const controlBound = 0.03

// Standing says on which sets the bitboard engine is faster than a program. A set counts as ahead
// only if the whole 95 % interval of the ratio of speeds lies above 1, as behind only if all of it
// lies below.
type Standing struct {
	Program                string
	Ahead, Behind, Neither []string // sets, in the order of the plan
	Least, Greatest        float64  // ratio of medians over the sets
	Doubtful               []string // of the sets, those whose control is off by more than controlBound
	Unchecked              []string // those without a control
	Puzzles, Rounds        [2]int   // least and greatest of a set
	Where                  []string // processors
	Profile                string   // of the records
}

// Sets returns the number of sets on which both were measured.
func (s Standing) Sets() int { return len(s.Ahead) + len(s.Behind) + len(s.Neither) }

// sound returns those of the sets whose control is there and near equal.
func (s Standing) sound(sets []string) (out []string) {
	for _, set := range sets {
		if !slices.Contains(s.Doubtful, set) && !slices.Contains(s.Unchecked, set) {
			out = append(out, set)
		}
	}
	return out
}

// Standings returns the standing of each program that was measured, in the order of the plan,
// without this project's own builds.
func Standings(set record.Set) []Standing {
	g := gather(set)
	var out []Standing
	for _, program := range g.programs {
		if program == sameBuild || program == simdBuild {
			continue
		}
		if s := g.standing(program); s.Sets() > 0 {
			out = append(out, s)
		}
	}
	return out
}

func (g grid) standing(program string) Standing {
	s := Standing{Program: program, Least: math.Inf(1)}
	for _, id := range g.sets {
		r, ok := g.at[[2]string{program, id}]
		ratio, measured := r.Metric("ratio")
		if !ok || !measured {
			continue
		}
		switch low, high := r.Value("ratio.low"), r.Value("ratio.high"); {
		case low > 1:
			s.Ahead = append(s.Ahead, id)
		case high < 1 && high > 0:
			s.Behind = append(s.Behind, id)
		default:
			s.Neither = append(s.Neither, id)
		}
		s.Least, s.Greatest = min(s.Least, ratio.Value), max(s.Greatest, ratio.Value)
		s.Puzzles, s.Rounds = widen(s.Puzzles, int(r.Value("puzzles"))), widen(s.Rounds, ratio.N)
		switch control := g.ratio(sameBuild, id); {
		case control == 0:
			s.Unchecked = append(s.Unchecked, id)
		case math.Abs(control-1) > controlBound:
			s.Doubtful = append(s.Doubtful, id)
		}
		if cpu := r.Provenance.CPU; !slices.Contains(s.Where, cpu) {
			s.Where = append(s.Where, cpu)
		}
		s.Profile = r.Profile
	}
	return s
}

// widen returns the bounds with x within them; 0 and 0 are no bounds yet.
func widen(b [2]int, x int) [2]int {
	if b == [2]int{} {
		return [2]int{x, x}
	}
	return [2]int{min(b[0], x), max(b[1], x)}
}

// between writes bounds as "400" or "375–400".
func between(b [2]int) string {
	if b[0] == b[1] {
		return lab.Number(float64(b[0]))
	}
	return lab.Number(float64(b[0])) + "–" + lab.Number(float64(b[1]))
}

// Sentence says in words how the engine stands to the program.
func (s Standing) Sentence() string {
	text := fmt.Sprintf("ahead of %s on %d of %d sets", s.Program, len(s.Ahead), s.Sets())
	if n := len(s.Behind); n > 0 {
		text += fmt.Sprintf(", behind on %d (%s)", n, strings.Join(s.Behind, ", "))
	}
	if n := len(s.Neither); n > 0 {
		text += fmt.Sprintf(", undecided on %d (%s)", n, strings.Join(s.Neither, ", "))
	}
	return text + fmt.Sprintf("; %.2f to %.2f times its speed", s.Least, s.Greatest)
}

// Control says in words what the control says of the sets, "" if there is nothing to say.
func (s Standing) Control() string {
	var parts []string
	if n := len(s.Doubtful); n > 0 {
		parts = append(parts, fmt.Sprintf("is off by more than %g %% on %d of these sets (%s)",
			100*controlBound, n, strings.Join(s.Doubtful, ", ")))
	}
	if n := len(s.Unchecked); n > 0 {
		parts = append(parts, fmt.Sprintf("did not run on %d (%s)", n, strings.Join(s.Unchecked, ", ")))
	}
	if len(parts) == 0 {
		return fmt.Sprintf("The control, this engine on both sides, is within %g %% on every set.", 100*controlBound)
	}
	return "The control, this engine on both sides, " + strings.Join(parts, " and ") + fmt.Sprintf("; without them it is ahead on %d of %d.",
		len(s.sound(s.Ahead)), len(s.sound(slices.Concat(s.Ahead, s.Behind, s.Neither))))
}

// Conditions says in words how it was measured.
func (s Standing) Conditions() string {
	return fmt.Sprintf("%s puzzles a set, %s alternating rounds, one thread, %s, profile %s", between(s.Puzzles), between(s.Rounds), strings.Join(s.Where, " and "), s.Profile)
}

// Closest returns the standing with the fewest sets ahead, of those with as many sets as any has;
// false if there is none.
func Closest(all []Standing) (Standing, bool) {
	if len(all) == 0 {
		return Standing{}, false
	}
	return slices.MinFunc(all, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Sets(), a.Sets()), cmp.Compare(len(a.Ahead), len(b.Ahead)), cmp.Compare(a.Least, b.Least))
	}), true
}

func standingTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "standing", Title: "On how many sets the bitboard engine is ahead of each program: one thread, alternating rounds on the same puzzles",
		Columns: []string{"Program", "Sets", "Ahead", "Behind", "Undecided", "Sets with a sound control", "ahead on these", "Least ratio", "Greatest ratio"},
		Notes:   []string{fmt.Sprintf("Ahead: the whole 95 %% interval of the ratio of speeds lies above 1; behind: all of it below. A control is sound if this project's own engine, put on both sides, comes within %g %% of equal on the set.", 100*controlBound)},
	}
	n := func(sets []string) string { return lab.Number(float64(len(sets))) }
	for _, s := range Standings(set) {
		t.Add(s.Program, lab.Number(float64(s.Sets())), n(s.Ahead), n(s.Behind), n(s.Neither),
			n(s.sound(slices.Concat(s.Ahead, s.Behind, s.Neither))), n(s.sound(s.Ahead)), factor(s.Least), factor(s.Greatest))
	}
	return t
}
