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

// Standing says on which sets the bitboard engine is faster than a program. A set counts as ahead
// only if the whole 95 % interval of the ratio of speeds lies above 1, as behind only if all of it
// lies below. A set whose control, this project's own engine on both sides, is off counts as neither:
// it is void.
type Standing struct {
	Program                string
	Ahead, Behind, Neither []string // sets, in the order of the plan
	Void                   []string // sets that are not among these
	Unchecked              []string // of the others, those without a control
	Least, Greatest        float64  // ratio of medians over the sets
	Puzzles, Rounds        [2]int   // least and greatest of a set
	Where                  []string // processors
	Profile                string   // of the records
}

// Sets returns the number of sets on which both were measured and the control was not off.
func (s Standing) Sets() int { return len(s.Ahead) + len(s.Behind) + len(s.Neither) }

// Standings returns the standing of each program that was measured, in the order of the plan,
// without this project's own builds.
func Standings(set record.Set) []Standing {
	g := gather(set)
	var out []Standing
	for _, program := range g.programs {
		if program == own || program == scalar {
			continue
		}
		if s := g.standing(program); s.Sets()+len(s.Void) > 0 {
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
		if !ok || !measured || differs(r) {
			continue
		}
		s.Puzzles, s.Rounds = widen(s.Puzzles, int(r.Value("puzzles"))), widen(s.Rounds, ratio.N)
		if cpu := r.Provenance.CPU; !slices.Contains(s.Where, cpu) {
			s.Where = append(s.Where, cpu)
		}
		s.Profile = r.Profile
		if g.void(program, id) {
			s.Void = append(s.Void, id)
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
		if _, ok := controlOf(g.all, r); !ok {
			s.Unchecked = append(s.Unchecked, id)
		}
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
	if s.Sets() == 0 {
		return fmt.Sprintf("compared with %s on no set, all %d being %s", s.Program, len(s.Void), lab.VoidCell)
	}
	text := fmt.Sprintf("ahead of %s on %d of %d sets", s.Program, len(s.Ahead), s.Sets())
	if n := len(s.Behind); n > 0 {
		text += fmt.Sprintf(", behind on %d (%s)", n, strings.Join(s.Behind, ", "))
	}
	if n := len(s.Neither); n > 0 {
		text += fmt.Sprintf(", undecided on %d (%s)", n, strings.Join(s.Neither, ", "))
	}
	if n := len(s.Void); n > 0 {
		text += fmt.Sprintf(", %d more being %s (%s)", n, lab.VoidCell, strings.Join(s.Void, ", "))
	}
	return text + fmt.Sprintf("; %.2f to %.2f times its speed", s.Least, s.Greatest)
}

// Control says in words what the control says of the sets.
func (s Standing) Control() string {
	const control = "The control, this engine on both sides, "
	var parts []string
	if n := len(s.Void); n > 0 {
		parts = append(parts, fmt.Sprintf("is off by more than %g %% where a set is %s", 100*lab.ControlBound, lab.VoidCell))
	}
	if n := len(s.Unchecked); n > 0 {
		parts = append(parts, fmt.Sprintf("did not run on %d sets (%s)", n, strings.Join(s.Unchecked, ", ")))
	}
	if len(parts) == 0 {
		return fmt.Sprintf(control+"is within %g %% on every set.", 100*lab.ControlBound)
	}
	return control + strings.Join(parts, " and ") + "."
}

// Conditions says in words how it was measured.
func (s Standing) Conditions() string {
	return fmt.Sprintf("%s puzzles per set, %s alternating rounds, one thread, %s, profile %s", between(s.Puzzles), between(s.Rounds), strings.Join(s.Where, " and "), s.Profile)
}

// Closest returns the standing with the least share of sets ahead, of those with as many sets, the void
// ones included, as any has; false if there is none.
func Closest(all []Standing) (Standing, bool) {
	sound := slices.DeleteFunc(slices.Clone(all), func(s Standing) bool { return s.Sets() == 0 })
	if len(sound) == 0 {
		return Standing{}, false
	}
	return slices.MinFunc(sound, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Sets()+len(b.Void), a.Sets()+len(a.Void)), cmp.Compare(len(a.Ahead)*b.Sets(), len(b.Ahead)*a.Sets()), cmp.Compare(a.Least, b.Least))
	}), true
}

func standingTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "standing", Title: "On how many sets the bitboard engine is ahead of each program: one thread, alternating rounds on the same puzzles",
		Columns: []string{"Program", "Sets", "Ahead", "Behind", "Undecided", "Void", "Least ratio", "Greatest ratio"},
		Notes:   []string{fmt.Sprintf("Ahead: the whole 95 %% interval of the ratio of speeds lies above 1; behind: all of it below. Void, and not among the sets: those on which the control, this project's own engine on both sides, is off by more than %g %%.", 100*lab.ControlBound)},
	}
	n := func(sets []string) string { return lab.Number(float64(len(sets))) }
	for _, s := range Standings(set) {
		least, greatest := lab.VoidCell, lab.VoidCell
		if s.Sets() > 0 {
			least, greatest = factor(s.Least), factor(s.Greatest)
		}
		t.Add(s.Program, lab.Number(float64(s.Sets())), n(s.Ahead), n(s.Behind), n(s.Neither), n(s.Void), least, greatest)
	}
	return t
}
