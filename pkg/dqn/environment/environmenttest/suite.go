package environmenttest

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/environment"
)

// Environment is what the suite checks; *environment.Environment is one.
type Environment interface {
	ActionSpace() environment.Discrete
	ObservationSpace() environment.Box
	Reset(seed *uint64, o environment.Options) (environment.Observation, environment.Info, error)
	Step(action int) (environment.Transition, error)
	// RandomState is what later puzzles are drawn from.
	RandomState() []byte
	RenderModes() []environment.Mode
	Render(environment.Mode) (environment.Frame, error)
	Close() error
}

// reporter is the part of *testing.T that checks use, so that the suite's own tests can watch a check fail.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// suite is one kind of environment under test.
type suite struct {
	reporter
	new func() (Environment, error)
}

type check struct {
	name string
	run  func(x *suite)
}

// checks returns all promises in the order in which they are tested: later ones make little sense if earlier
// ones fail.
func checks() []check {
	return []check{
		{"spaces", (*suite).checkSpaces},
		{"reset", (*suite).checkReset},
		{"reset repeats", (*suite).checkResetRepeats},
		{"seeds differ", (*suite).checkSeedsDiffer},
		{"options", (*suite).checkOptions},
		{"step repeats", (*suite).checkStepRepeats},
		{"episodes", (*suite).checkEpisodes},
		{"wrong time", (*suite).checkWrongTime},
		{"action outside", (*suite).checkActionOutside},
		{"data kept", (*suite).checkDataKept},
		{"data apart", (*suite).checkDataApart},
		{"render", (*suite).checkRender},
		{"close", (*suite).checkClose},
	}
}

// Run tests that the environments that a function makes keep the contract, each promise in a subtest: see
// checks in suite.go for the list.
func Run(t *testing.T, newEnvironment func() (Environment, error)) {
	t.Helper()
	for _, c := range checks() {
		t.Run(c.name, func(t *testing.T) { c.run(&suite{reporter: t, new: newEnvironment}) })
	}
}

// open makes an environment; ok is false if it cannot.
func (x *suite) open() (e Environment, ok bool) {
	x.Helper()
	e, err := x.new()
	if err != nil || e == nil {
		x.Errorf("no environment is made: %v", err)
		return nil, false
	}
	return e, true
}

// begun makes an environment and resets it with seed 1.
func (x *suite) begun() (e Environment, o environment.Observation, info environment.Info, ok bool) {
	x.Helper()
	if e, ok = x.open(); !ok {
		return nil, nil, environment.Info{}, false
	}
	o, info, ok = x.reset(e, new(uint64(1)))
	return e, o, info, ok
}

func (x *suite) reset(e Environment, seed *uint64) (o environment.Observation, info environment.Info, ok bool) {
	x.Helper()
	o, info, err := e.Reset(seed, environment.Options{})
	if err != nil {
		x.Errorf("reset: %v", err)
	}
	return o, info, err == nil
}

// result is what a step returned, or a reset.
type result struct{ environment.Transition }

func resultOf(o environment.Observation, info environment.Info) result {
	return result{environment.Transition{Observation: o, Info: info}}
}

func (x *suite) step(e Environment, action int) (r result, ok bool) {
	x.Helper()
	t, err := e.Step(action)
	if err != nil {
		x.Errorf("step with action %d: %v", action, err)
	}
	return result{t}, err == nil
}

// clone copies what was returned, so that a later change shows.
func (r result) clone() result {
	r.Observation, r.Info = slices.Clone(r.Observation), cloneInfo(r.Info)
	return r
}

func cloneInfo(i environment.Info) environment.Info {
	i.Legal, i.Strict = slices.Clone(i.Legal), slices.Clone(i.Strict)
	return i
}

// equal compares by value. Rewards that are no numbers equal nothing.
func (r result) equal(s result) bool {
	return slices.Equal(r.Observation, s.Observation) && r.Reward == s.Reward && r.Terminated == s.Terminated &&
		r.Truncated == s.Truncated && equalInfo(r.Info, s.Info)
}

func equalInfo(a, b environment.Info) bool {
	return slices.Equal(a.Legal, b.Legal) && slices.Equal(a.Strict, b.Strict) && a.Outcome == b.Outcome && a.Blanks == b.Blanks && a.Moves == b.Moves
}

func (x *suite) checkSpaces() {
	e, ok := x.open()
	if !ok {
		return
	}
	actions, observations := e.ActionSpace(), e.ObservationSpace()
	if actions.N < 1 {
		x.Errorf("%d actions, want 1 at least", actions.N)
	}
	if len(observations.Shape) == 0 || observations.Size() < 1 {
		x.Errorf("observations of the shape %v, want each length 1 at least", observations.Shape)
		return
	}
	if observations.Low >= observations.High {
		x.Errorf("observations from %d to %d, want more than one number", observations.Low, observations.High)
		return
	}
	if actions.N >= 1 {
		rng := rand.New(rand.NewPCG(1, 1))
		if a := actions.Sample(rng, nil); !actions.Contains(a) {
			x.Errorf("the action %d that is drawn is not in the space", a)
		}
		if o := observations.Sample(rng); !observations.Contains(o) {
			x.Errorf("the observation that is drawn is not in the space")
		}
	}
	x.spacesStay(e, actions, observations)
}

// spacesStay: a reset changes no space.
func (x *suite) spacesStay(e Environment, actions environment.Discrete, observations environment.Box) {
	x.Helper()
	if _, _, ok := x.reset(e, nil); ok && (e.ActionSpace() != actions || !reflect.DeepEqual(e.ObservationSpace(), observations)) {
		x.Errorf("a reset changes a space")
	}
}

// within checks one observation and its info.
func (x *suite) within(e Environment, when string, o environment.Observation, info environment.Info) {
	x.Helper()
	if !e.ObservationSpace().Contains(o) {
		x.Errorf("%s: the observation %v is not in its space", when, o)
	}
	if n := e.ActionSpace().N; len(info.Legal) != n || len(info.Strict) != n {
		x.Errorf("%s: masks of %d and %d actions, want %d", when, len(info.Legal), len(info.Strict), n)
		return
	}
	for a, strict := range info.Strict {
		if strict && !info.Legal[a] {
			x.Errorf("%s: action %d is legal by the strict mask alone", when, a)
		}
	}
}

func (x *suite) checkReset() {
	e, ok := x.open()
	if !ok {
		return
	}
	seed := uint64(123)
	for _, s := range []struct {
		when string
		seed *uint64
	}{{"first reset, no seed", nil}, {"reset with a seed", &seed}, {"reset without a seed", nil}} {
		if o, info, ok := x.reset(e, s.seed); ok {
			x.within(e, s.when, o, info)
			if info.Moves != 0 || info.Outcome != environment.None {
				x.Errorf("%s: an episode begins after %d moves with the outcome %v", s.when, info.Moves, info.Outcome)
			}
		}
	}
}

// start is what two resets gave: one with a seed, and one that goes on from there.
type start struct {
	first, second result
	state         []byte // after the first
}

func (x *suite) start(e Environment, seed uint64) (s start, ok bool) {
	x.Helper()
	o, info, ok := x.reset(e, &seed)
	if !ok {
		return start{}, false
	}
	s.first, s.state = resultOf(o, info).clone(), bytes.Clone(e.RandomState())
	if o, info, ok = x.reset(e, nil); !ok {
		return start{}, false
	}
	s.second = resultOf(o, info).clone()
	return s, true
}

func (x *suite) checkResetRepeats() {
	e, ok := x.open()
	if !ok {
		return
	}
	other, ok := x.open()
	if !ok {
		return
	}
	a, ok1 := x.start(e, 123)
	b, ok2 := x.start(e, 123)
	c, ok3 := x.start(other, 123)
	if !ok1 || !ok2 || !ok3 {
		return
	}
	for _, pair := range []struct {
		what string
		s    start
	}{{"again", b}, {"in another environment", c}} {
		if !a.first.equal(pair.s.first) {
			x.Errorf("%s: two resets with one seed differ", pair.what)
		}
		if !bytes.Equal(a.state, pair.s.state) {
			x.Errorf("%s: the random states after two resets with one seed differ", pair.what)
		}
		if !a.second.equal(pair.s.second) {
			x.Errorf("%s: the resets after two resets with one seed differ", pair.what)
		}
	}
}

func (x *suite) checkSeedsDiffer() {
	e, ok := x.open()
	if !ok {
		return
	}
	const seeds = 20
	var states, boards [][]byte
	note := func(list [][]byte, b []byte) [][]byte {
		if slices.ContainsFunc(list, func(c []byte) bool { return bytes.Equal(b, c) }) {
			return list
		}
		return append(list, bytes.Clone(b))
	}
	for seed := range uint64(seeds) {
		o, _, ok := x.reset(e, &seed)
		if !ok {
			return
		}
		states, boards = note(states, e.RandomState()), note(boards, o)
	}
	if len(states) != seeds {
		x.Errorf("%d seeds lead to %d random states", seeds, len(states))
	}
	if len(boards) < 2 {
		x.Errorf("%d seeds all begin with the board %v", seeds, boards[0])
	}
	// Without a seed the random numbers go on.
	before := bytes.Clone(e.RandomState())
	if _, _, ok := x.reset(e, nil); ok && bytes.Equal(before, e.RandomState()) {
		x.Errorf("a reset without a seed leaves the random state as it was")
	}
}

// checkOptions: a puzzle that is named is played, and one that is refused leaves the game as it was.
func (x *suite) checkOptions() {
	e, o, info, ok := x.begun()
	if !ok {
		return
	}
	shape := e.ObservationSpace().Shape
	side := shape[len(shape)-1]
	cells := slices.Clone(o[:side*side])
	puzzle, err := board.FromCells(cells)
	if err != nil {
		x.Errorf("the first observation holds no board: %v", err)
		return
	}
	seed := uint64(2)
	if named, namedInfo, err := e.Reset(&seed, environment.Options{Puzzle: puzzle}); err != nil {
		x.Errorf("a puzzle that was played before is refused: %v", err)
	} else if !slices.Equal(named, o) || !equalInfo(namedInfo, info) {
		x.Errorf("a puzzle that is named is not what is played")
	}
	state := bytes.Clone(e.RandomState())
	other := 4
	if side == 4 {
		other = 9
	}
	for _, bad := range []struct {
		what string
		side int
	}{{"with several solutions", side}, {"of another side", other}} {
		s, err := board.ShapeOfSide(bad.side)
		if err != nil {
			x.Errorf("side %d: %v", bad.side, err)
			return
		}
		if _, _, err := e.Reset(nil, environment.Options{Puzzle: board.New(s)}); err == nil {
			x.Errorf("a puzzle %s is no error", bad.what)
		}
		if !bytes.Equal(state, e.RandomState()) {
			x.Errorf("a puzzle %s changes the random state", bad.what)
		}
	}
	fresh, _, _, ok := x.begun()
	if !ok {
		return
	}
	a, ok1 := x.step(e, 0)
	b, ok2 := x.step(fresh, 0)
	if ok1 && ok2 && !a.equal(b) {
		x.Errorf("a puzzle that is refused changes the game")
	}
}

// episode plays an episode with drawn actions, and returns all that it gave. Half of the actions are drawn
// among the strictly legal ones, so that some get further than a few moves.
func (x *suite) episode(e Environment, seed uint64) (all []result, state []byte, ok bool) {
	x.Helper()
	_, info, ok := x.reset(e, &seed)
	if !ok {
		return nil, nil, false
	}
	rng := rand.New(rand.NewPCG(seed, 7))
	mask := info.Strict
	for len(all) < mostSteps {
		if rng.IntN(2) == 0 {
			mask = nil
		}
		action := -1
		if len(mask) == 0 || len(mask) == e.ActionSpace().N {
			action = e.ActionSpace().Sample(rng, mask)
		}
		if action < 0 {
			action = e.ActionSpace().Sample(rng, nil)
		}
		r, ok := x.step(e, action)
		if !ok {
			return nil, nil, false
		}
		all = append(all, r.clone())
		if r.Over() {
			break
		}
		mask = r.Info.Strict
	}
	return all, bytes.Clone(e.RandomState()), true
}

const (
	episodes  = 20
	mostSteps = 2000 // of one

	// Those of which everything is kept.
	keptEpisodes = 3
	keptSteps    = 200
)

func (x *suite) checkStepRepeats() {
	e, ok := x.open()
	if !ok {
		return
	}
	for seed := range uint64(episodes) {
		a, stateA, ok1 := x.episode(e, seed)
		b, stateB, ok2 := x.episode(e, seed)
		if !ok1 || !ok2 {
			return
		}
		if !slices.EqualFunc(a, b, result.equal) {
			x.Errorf("seed %d: the same actions after the same reset lead to two episodes", seed)
		}
		if !bytes.Equal(stateA, stateB) {
			x.Errorf("seed %d: the same actions after the same reset lead to two random states", seed)
		}
	}
}

func (x *suite) checkEpisodes() {
	e, ok := x.open()
	if !ok {
		return
	}
	for seed := range uint64(episodes) {
		all, _, ok := x.episode(e, seed)
		if !ok {
			return
		}
		for i, r := range all {
			x.within(e, "step", r.Observation, r.Info)
			if math.IsNaN(r.Reward) || math.IsInf(r.Reward, 0) {
				x.Errorf("seed %d, move %d: the reward is %v", seed, i+1, r.Reward)
			}
			if r.Terminated && r.Truncated {
				x.Errorf("seed %d, move %d: terminated and truncated", seed, i+1)
			}
			if i == 0 && r.Truncated {
				x.Errorf("seed %d: cut off after one move", seed)
			}
			if r.Info.Moves != i+1 {
				x.Errorf("seed %d, move %d: info counts %d moves", seed, i+1, r.Info.Moves)
			}
		}
	}
}

// over plays episodes until one is over.
func (x *suite) over(e Environment) bool {
	x.Helper()
	for seed := range uint64(episodes) {
		all, _, ok := x.episode(e, seed)
		if !ok {
			return false
		}
		if all[len(all)-1].Over() {
			return true
		}
	}
	x.Errorf("none of %d episodes ends within %d moves", episodes, mostSteps)
	return false
}

func (x *suite) checkWrongTime() {
	e, ok := x.open()
	if !ok {
		return
	}
	if _, err := e.Step(0); err == nil {
		x.Errorf("a step before the first reset is no error")
	}
	if modes := e.RenderModes(); len(modes) > 0 {
		if _, err := e.Render(modes[0]); err == nil {
			x.Errorf("a picture before the first reset is no error")
		}
	}
	if !x.over(e) {
		return
	}
	if _, err := e.Step(0); err == nil {
		x.Errorf("a step after the end is no error")
	}
	if o, info, ok := x.reset(e, nil); ok {
		x.within(e, "reset after the end", o, info)
	}
}

func (x *suite) checkActionOutside() {
	e, o, info, ok := x.begun()
	if !ok {
		return
	}
	first := resultOf(o, info)
	before := first.clone()
	for _, a := range []int{-1, e.ActionSpace().N, math.MaxInt, math.MinInt} {
		if _, err := e.Step(a); err == nil {
			x.Errorf("action %d is no error", a)
		}
	}
	if !before.equal(first) {
		x.Errorf("an action outside the space changes what was returned before")
	}
	x.goesOn(e, "an action outside the space")
}

// goesOn requires that a game that has just begun goes on like another one, whatever was done to it.
func (x *suite) goesOn(e Environment, what string) {
	other, _, _, ok := x.begun()
	if !ok {
		return
	}
	a, ok1 := x.step(e, 0)
	b, ok2 := x.step(other, 0)
	if ok1 && ok2 && !a.equal(b) {
		x.Errorf("%s changes the game", what)
	}
}

// checkDataKept: what was returned is the caller's own: later calls neither change it nor return it again.
func (x *suite) checkDataKept() {
	e, o, info, ok := x.begun()
	if !ok {
		return
	}
	first := resultOf(o, info)
	returned, was := []result{first}, []result{first.clone()}
	keep := func(r result) {
		returned, was = append(returned, r), append(was, r.clone())
	}
	for seed := range uint64(keptEpisodes) {
		o, info, ok := x.reset(e, &seed)
		if !ok {
			return
		}
		keep(resultOf(o, info))
		for a := range min(e.ActionSpace().N, keptSteps) {
			r, ok := x.step(e, a)
			if !ok {
				return
			}
			keep(r)
			if r.Over() {
				break
			}
		}
	}
	numbers, masks := map[*uint8]bool{}, map[*bool]bool{} // where the slices begin
	for i, r := range returned {
		if !r.equal(was[i]) {
			x.Errorf("what call %d returned is changed by later calls", i+1)
			return
		}
		for _, mask := range [][]bool{r.Info.Legal, r.Info.Strict} {
			if len(mask) > 0 && masks[&mask[0]] {
				x.Errorf("call %d returns a mask a second time", i+1)
				return
			} else if len(mask) > 0 {
				masks[&mask[0]] = true
			}
		}
		if len(r.Observation) > 0 && numbers[&r.Observation[0]] {
			x.Errorf("call %d returns an observation a second time", i+1)
			return
		} else if len(r.Observation) > 0 {
			numbers[&r.Observation[0]] = true
		}
	}
}

// checkDataApart: writing to what was returned changes no game.
func (x *suite) checkDataApart() {
	e, o, info, ok := x.begun()
	if !ok {
		return
	}
	other, _, _, ok := x.begun()
	if !ok {
		return
	}
	spoil := func(o environment.Observation, info environment.Info) {
		for i := range o {
			o[i] = 99
		}
		for i := range info.Legal {
			info.Legal[i] = !info.Legal[i]
		}
		clear(info.Strict)
	}
	spoil(o, info)
	for a := range min(e.ActionSpace().N, mostSteps) {
		r, ok1 := x.step(e, a)
		s, ok2 := x.step(other, a)
		if !ok1 || !ok2 {
			return
		}
		if !r.equal(s) {
			x.Errorf("writing to what was returned changes the game")
			return
		}
		if r.Over() {
			return
		}
		spoil(r.Observation, r.Info)
	}
}

func (x *suite) checkRender() {
	e, _, _, ok := x.begun()
	if !ok {
		return
	}
	modes := e.RenderModes()
	if len(modes) == 0 {
		x.Errorf("no mode of rendering")
	}
	for _, m := range modes {
		f, err := e.Render(m)
		if err != nil {
			x.Errorf("mode %q: %v", m, err)
			continue
		}
		switch isPicture := m == environment.RGB; {
		case isPicture && (f.Image == nil || f.Image.Bounds().Empty()):
			x.Errorf("mode %q: no picture", m)
		case !isPicture && f.Text == "":
			x.Errorf("mode %q: no text", m)
		}
		if again, err := e.Render(m); err != nil || !reflect.DeepEqual(f, again) {
			x.Errorf("mode %q: two pictures of one position differ, or %v", m, err)
		}
	}
	if _, err := e.Render("no such mode"); err == nil {
		x.Errorf("a mode that is none is no error")
	}
	x.goesOn(e, "rendering")
}

func (x *suite) checkClose() {
	fresh, ok := x.open()
	if !ok {
		return
	}
	used, _, _, ok := x.begun()
	if !ok {
		return
	}
	for _, e := range []Environment{fresh, used} {
		for range 2 {
			if err := e.Close(); err != nil {
				x.Errorf("close: %v", err)
			}
		}
		if _, _, err := e.Reset(nil, environment.Options{}); err == nil {
			x.Errorf("a reset after close is no error")
		}
		if _, err := e.Step(0); err == nil {
			x.Errorf("a step after close is no error")
		}
		for _, m := range e.RenderModes() {
			if _, err := e.Render(m); err == nil {
				x.Errorf("a picture after close is no error")
			}
		}
	}
}
