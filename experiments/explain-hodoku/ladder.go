package explainhodoku

import (
	"fmt"
	"slices"

	"sudokulab/pkg/explain"
)

// rung is a technique of HoDoKu's ladder: what its default settings say of it, and which technique of package
// explain it is.
type rung struct {
	// Names are HoDoKu's, as hodoku-py writes them; several where one setting covers several forms.
	Names []string
	// Ours is the technique of package explain; [explain.None] if it has none. A technique of ours has HoDoKu's score
	// and level, so those stand here of the others only.
	Ours  explain.Technique
	Score int
	Level explain.Level
	// Forced says that the step is a last resort: trial, or chains and nets from an assumption.
	Forced bool
}

// ladder holds the techniques that HoDoKu looks for by default, in its order. Facts: HoDoKu 2.2.0, default options.
var ladder = []rung{
	{Names: []string{"Full House"}, Ours: explain.FullHouse},
	{Names: []string{"Naked Single"}, Ours: explain.NakedSingle},
	{Names: []string{"Hidden Single"}, Ours: explain.HiddenSingle},
	{Names: []string{"Locked Pair"}, Ours: explain.LockedPair},
	{Names: []string{"Locked Triple"}, Ours: explain.LockedTriple},
	{Names: []string{"Locked Candidates Type 1 (Pointing)"}, Ours: explain.Pointing},
	{Names: []string{"Locked Candidates Type 2 (Claiming)"}, Ours: explain.Claiming},
	{Names: []string{"Naked Pair"}, Ours: explain.NakedPair},
	{Names: []string{"Naked Triple"}, Ours: explain.NakedTriple},
	{Names: []string{"Hidden Pair"}, Ours: explain.HiddenPair},
	{Names: []string{"Hidden Triple"}, Ours: explain.HiddenTriple},
	{Names: []string{"Naked Quadruple"}, Ours: explain.NakedQuad},
	{Names: []string{"Hidden Quadruple"}, Ours: explain.HiddenQuad},
	{Names: []string{"X-Wing"}, Ours: explain.XWing},
	{Names: []string{"Swordfish"}, Ours: explain.Swordfish},
	{Names: []string{"Jellyfish"}, Ours: explain.Jellyfish},
	{Names: []string{"Remote Pair"}, Ours: explain.RemotePair},
	{Names: []string{"Bivalue Universal Grave + 1"}, Ours: explain.BUGPlusOne},
	{Names: []string{"Skyscraper"}, Ours: explain.Skyscraper},
	{Names: []string{"2-String Kite", "Dual 2-String Kite"}, Ours: explain.TwoStringKite},
	{Names: []string{"Turbot Fish"}, Ours: explain.TurbotFish},
	{Names: []string{"Empty Rectangle", "Dual Empty Rectangle"}, Ours: explain.EmptyRectangle},
	{Names: []string{"W-Wing"}, Ours: explain.WWing},
	{Names: []string{"XY-Wing"}, Ours: explain.XYWing},
	{Names: []string{"XYZ-Wing"}, Ours: explain.XYZWing},
	{Names: []string{"Uniqueness Test 1"}, Ours: explain.UniqueRectangle1},
	{Names: []string{"Uniqueness Test 2"}, Ours: explain.UniqueRectangle2},
	{Names: []string{"Uniqueness Test 3"}, Ours: explain.UniqueRectangle3},
	{Names: []string{"Uniqueness Test 4"}, Ours: explain.UniqueRectangle4},
	{Names: []string{"Uniqueness Test 5"}, Score: 100, Level: explain.Hard},
	{Names: []string{"Uniqueness Test 6"}, Score: 100, Level: explain.Hard},
	{Names: []string{"Hidden Rectangle"}, Score: 100, Level: explain.Hard},
	{Names: []string{"Avoidable Rectangle Type 1"}, Score: 100, Level: explain.Hard},
	{Names: []string{"Avoidable Rectangle Type 2"}, Score: 100, Level: explain.Hard},
	{Names: []string{"Finned X-Wing"}, Ours: explain.FinnedXWing},
	{Names: []string{"Sashimi X-Wing"}, Ours: explain.SashimiXWing},
	{Names: []string{"Finned Swordfish"}, Ours: explain.FinnedSwordfish},
	{Names: []string{"Sashimi Swordfish"}, Ours: explain.SashimiSwordfish},
	{Names: []string{"Finned Jellyfish"}, Ours: explain.FinnedJellyfish},
	{Names: []string{"Sashimi Jellyfish"}, Ours: explain.SashimiJellyfish},
	{Names: []string{"Sue de Coq"}, Score: 250, Level: explain.Unfair},
	{Names: []string{"Simple Colors Trap", "Simple Colors Wrap"}, Ours: explain.SimpleColouring},
	{Names: []string{"Multi-Colors 1", "Multi-Colors 2"}, Score: 200, Level: explain.Hard},
	{Names: []string{"X-Chain"}, Ours: explain.XChain},
	{Names: []string{"XY-Chain"}, Ours: explain.XYChain},
	{Names: []string{"Continuous Nice Loop", "Discontinuous Nice Loop", "AIC"}, Ours: explain.AIC},
	{Names: []string{"Grouped Continuous Nice Loop", "Grouped Discontinuous Nice Loop", "Grouped AIC"}, Ours: explain.GroupedAIC},
	{Names: []string{"Almost Locked Set XZ-Rule"}, Score: 300, Level: explain.Unfair},
	{Names: []string{"Almost Locked Set XY-Wing"}, Score: 320, Level: explain.Unfair},
	{Names: []string{"Almost Locked Set XY-Chain"}, Score: 340, Level: explain.Unfair},
	{Names: []string{"Franken X-Wing"}, Score: 300, Level: explain.Unfair},
	{Names: []string{"Franken Swordfish"}, Score: 350, Level: explain.Unfair},
	{Names: []string{"Finned Franken X-Wing"}, Score: 390, Level: explain.Unfair},
	{Names: []string{"Finned Franken Swordfish"}, Score: 410, Level: explain.Unfair},
	{Names: []string{"Forcing Chain Contradiction", "Forcing Chain Verity"}, Ours: explain.ForcingChain, Forced: true},
	{Names: []string{"Forcing Net Contradiction", "Forcing Net Verity"}, Ours: explain.ForcingNet, Forced: true},
	{Names: []string{"Brute Force"}, Ours: explain.BruteForce, Forced: true},
}

// none is no rung: of a path without steps.
const none = -1

// onLadder returns the rung of a technique of ours.
func onLadder(t explain.Technique) (int, error) {
	i := slices.IndexFunc(ladder, func(r rung) bool { return r.Ours == t })
	if i < 0 {
		return none, fmt.Errorf("explain-hodoku: %v is on no rung of HoDoKu's ladder", t)
	}
	return i, nil
}

// named returns the rung with one of HoDoKu's names.
func named(name string) (int, error) {
	i := slices.IndexFunc(ladder, func(r rung) bool { return slices.Contains(r.Names, name) })
	if i < 0 {
		return none, fmt.Errorf("%w names the technique %q, which is on no rung of HoDoKu's default ladder", errProgram, name)
	}
	return i, nil
}

// shared reports whether both programs have the technique. Brute force gives no reason, so it is none.
func (r rung) shared() bool { return r.Ours != explain.None && r.Ours != explain.BruteForce }

// score returns what a step adds to a puzzle's score.
func (r rung) score() int {
	if r.Ours != explain.None {
		return r.Ours.Info().Score
	}
	return r.Score
}

// level returns the level of a puzzle that needs the technique.
func (r rung) level() explain.Level {
	if r.Ours != explain.None {
		return r.Ours.Info().Level
	}
	return r.Level
}

// name is what tables call the technique.
func nameOf(i int) string {
	if i == none {
		return "none"
	}
	return ladder[i].Names[0]
}

// harder reports whether rung i is harder than rung j: of a higher level, or of the same and later in HoDoKu's order.
func harder(i, j int) bool {
	if i == none || j == none {
		return i > j
	}
	if a, b := ladder[i].level(), ladder[j].level(); a != b {
		return a > b
	}
	return i > j
}

// foreign are HoDoKu's names of the techniques that package explain lacks.
func foreign() (names []string) {
	for _, r := range ladder {
		if r.Ours == explain.None {
			names = append(names, r.Names...)
		}
	}
	return names
}

// way is a solve path as the comparison sees it.
type way struct {
	rungs  []int // of its steps
	score  int
	solved bool
}

// hardest returns the hardest rung of the path.
func (w way) hardest() int {
	most := none
	for _, i := range w.rungs {
		if harder(i, most) {
			most = i
		}
	}
	return most
}

// shared reports whether every step is of a technique that both programs have.
func (w way) shared() bool {
	return w.solved && !slices.ContainsFunc(w.rungs, func(i int) bool { return !ladder[i].shared() })
}

// unforced reports whether the path solves the puzzle without a last resort.
func (w way) unforced() bool {
	return w.solved && !slices.ContainsFunc(w.rungs, func(i int) bool { return ladder[i].Forced })
}

// guessed reports whether brute force had to help, or nothing could.
func (w way) guessed() bool {
	return !w.solved || slices.ContainsFunc(w.rungs, func(i int) bool { return ladder[i].Ours == explain.BruteForce })
}

// foreign reports whether a step is of a technique that package explain lacks.
func (w way) foreign() bool {
	return slices.ContainsFunc(w.rungs, func(i int) bool { return ladder[i].Ours == explain.None })
}
