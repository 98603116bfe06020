package dqn

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/tensors"

	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// Play decides which games an agent plays while it learns, and how.
type Play struct {
	Game         environment.Config `json:"game"`
	Puzzles      puzzles.Config     `json:"puzzles"`
	Environments int                `json:"environments"` // games at a time, N
	// Mask leaves the policy the legal actions only, random and greedy: those on empty cells; with Strict,
	// those that break no rule that can be seen (dqn.md, "Action masking").
	Mask   bool `json:"mask"`
	Strict bool `json:"strict,omitempty"`
	// Epsilon is the share of random moves.
	Epsilon Epsilon `json:"epsilon"`
	// Again is the chance that a game that ended with a mistake is taken up again where the mistake was
	// made; else another puzzle begins.
	Again float64 `json:"again,omitempty"`
	// Stages are the ranges of givens that follow one another; none leaves them to Puzzles.
	Stages []Stage `json:"stages,omitempty"`
	Seed   uint64  `json:"seed"` // of the random moves
}

// Epsilon falls in a straight line from From to To over Steps training steps.
type Epsilon struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`
	Steps int     `json:"steps"`
}

// at returns the share of random moves after a number of steps.
func (e Epsilon) at(step int) float64 {
	if step >= e.Steps {
		return e.To
	}
	return e.From + (e.To-e.From)*float64(step)/float64(e.Steps)
}

// Stage is a range of givens of a curriculum, and when it ends: after Steps training steps if that is
// not 0, as in the document, or as soon as the share Gate of the last [Window] greedy moves was right.
type Stage struct {
	Low   int     `json:"low"`
	High  int     `json:"high"`
	Steps int     `json:"steps,omitempty"`
	Gate  float64 `json:"gate,omitempty"`
}

// Window is the number of greedy moves that a stage's gate looks at.
const Window = 2000

// Validate reports what is wrong with the configuration.
func (p Play) Validate() error {
	if err := p.Game.Validate(); err != nil {
		return err
	}
	if err := p.Puzzles.Validate(); err != nil {
		return err
	}
	share := func(v float64) bool { return v >= 0 && v <= 1 }
	switch {
	case p.Puzzles.Side != p.Game.Side:
		return fmt.Errorf("dqn: puzzles of side %d for a game of side %d", p.Puzzles.Side, p.Game.Side)
	case p.Game.TakeBack:
		return errors.New("dqn: a game in which moves may be taken back, whose givens the networks do not see: want take_back false")
	case p.Environments < 1 || p.Environments > 1<<16:
		return fmt.Errorf("dqn: %d environments, want 1…65536", p.Environments)
	case p.Strict && !p.Mask:
		return errors.New("dqn: a strict mask, and no mask: want one of them")
	case !share(p.Epsilon.From) || !share(p.Epsilon.To) || p.Epsilon.Steps < 0:
		return fmt.Errorf("dqn: random moves from %v to %v over %d steps, want shares from 0 to 1 and 0 or more steps", p.Epsilon.From, p.Epsilon.To, p.Epsilon.Steps)
	case !share(p.Again):
		return fmt.Errorf("dqn: chance %v that a game is taken up again, want 0 to 1", p.Again)
	}
	for i, s := range p.Stages {
		if err := s.difficulty().Validate(p.Game.Side); err != nil {
			return fmt.Errorf("dqn: stage %d: %w", i+1, err)
		}
		last := i == len(p.Stages)-1
		if s.Steps < 0 || !share(s.Gate) || (!last && (s.Steps == 0) == (s.Gate == 0)) {
			return fmt.Errorf("dqn: stage %d ends after %d steps or at a share of %v, want one of both", i+1, s.Steps, s.Gate)
		}
	}
	return nil
}

// Policy is what moves are drawn among, in the default game.
func (p Play) Policy() Policy { return Policy{Mask: p.Mask, Strict: p.Strict} }

func (s Stage) difficulty() puzzles.Difficulty {
	return puzzles.Difficulty{Givens: puzzles.Mix{{Low: s.Low, High: s.High, Weight: 1}}}
}

// transition is a step of one game: what a learner is given.
type transition struct {
	game    int
	before  []uint8 // [N] cells; valid until the next step
	action  int32
	reward  float32
	after   []uint8 // [N] cells; valid until the next step
	ended   bool    // terminated: nothing follows
	cut     bool    // truncated: what follows is not seen
	greedy  bool
	outcome environment.Outcome
}

// actor plays a number of games at a time.
type actor struct {
	play    Play
	games   *environment.Vector
	source  *puzzles.Stream
	workers int
	pcg     *rand.PCG
	state   actorState

	last    last
	before  []uint8 // boards before the last step
	legal   []bool  // scratch of one game
	actions []int32
	random  []bool
}

// actorState is what an actor has to remember beside its games.
type actorState struct {
	Step    int `json:"step"`    // training steps
	Stage   int `json:"stage"`   // of the curriculum
	Since   int `json:"since"`   // training steps in the stage
	Greedy  int `json:"greedy"`  // greedy moves in the gate's window
	Correct int `json:"correct"` // of them, right ones
	// Played counts moves, Illegal those on cells that may not be changed, Solved and Games ended games.
	Played  int64 `json:"played"`
	Illegal int64 `json:"illegal"`
	Solved  int64 `json:"solved"`
	Games   int64 `json:"games"`
}

func newActor(ctx context.Context, p Play, workers int) (*actor, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	games, err := environment.NewVector(p.Game, p.Environments)
	if err != nil {
		return nil, err
	}
	stream := p.Puzzles
	if len(p.Stages) > 0 {
		stream.Givens, stream.Hard = p.Stages[0].difficulty().Givens, 0
	}
	source, err := puzzles.New(ctx, stream, workers)
	if err != nil {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	n := p.Game.Actions()
	return &actor{
		play: p, games: games, source: source, workers: workers, pcg: rand.NewPCG(p.Seed, 0xac70),
		before: make([]uint8, len(games.Boards())), legal: make([]bool, n),
		actions: make([]int32, p.Environments), random: make([]bool, p.Environments),
	}, nil
}

// close stops the making of puzzles.
func (a *actor) close() { a.source.Close() }

// fill begins a game wherever none is going on. With an error nothing has changed.
func (a *actor) fill(ctx context.Context) error {
	vacant := 0
	for i := range a.games.Len() {
		if a.games.Done(i) {
			vacant++
		}
	}
	samples, err := a.source.Batch(ctx, vacant)
	if err != nil {
		return fmt.Errorf("dqn: %w", err)
	}
	for i := range a.games.Len() {
		if a.games.Done(i) {
			a.games.Start(i, samples[0].Puzzle, samples[0].Solution)
			samples = samples[1:]
		}
	}
	return nil
}

// boards returns the boards as they stand: [N, cells] int32.
func (a *actor) boards() *tensors.Tensor {
	return boardsOf(a.games.Boards(), a.games.Len())
}

// boardsOf returns boards of n games as a tensor [n, cells] int32.
func boardsOf(cells []uint8, n int) *tensors.Tensor {
	wide := make([]int32, len(cells))
	for i, d := range cells {
		wide[i] = int32(d)
	}
	return tensors.FromFlatDataAndDimensions(wide, n, len(cells)/n)
}

// act makes a move in every game: the greedy ones given, or random ones by chance. see is called with
// each transition. Games that end are left to [actor.fill], or taken up again.
func (a *actor) act(greedy []int32, epsilon float64, see func(transition)) {
	rng := rand.New(a.pcg)
	a.last = last{}
	copy(a.before, a.games.Boards())
	cells := len(a.before) / a.games.Len()
	for i := range a.actions {
		a.random[i] = rng.Float64() < epsilon || greedy == nil
		if !a.random[i] {
			a.actions[i] = greedy[i]
			continue
		}
		a.actions[i] = randomAction(a.games, i, a.play.Policy(), a.legal, rng)
	}
	a.games.Step(a.actions)
	boards, rewards, outcomes := a.games.Boards(), a.games.Rewards(), a.games.Outcomes()
	for i := range a.actions {
		at := i * cells
		t := transition{
			game: i, before: a.before[at : at+cells], action: a.actions[i], reward: rewards[i], after: boards[at : at+cells],
			ended: a.games.Terminated()[i], cut: a.games.Truncated()[i], greedy: !a.random[i], outcome: outcomes[i],
		}
		right := t.outcome == environment.Right || t.outcome == environment.Solved
		a.state.Played++
		a.last.blanks += int(a.games.Blanks()[i])
		if right {
			a.last.right++
		}
		switch t.outcome {
		case environment.Filled:
			a.state.Illegal++
			a.last.filled++
		case environment.Broken:
			a.last.broken++
		}
		if t.greedy {
			a.state.Greedy++
			if right {
				a.state.Correct++
			}
		}
		if t.ended || t.cut {
			a.state.Games++
			if t.outcome == environment.Solved {
				a.state.Solved++
				a.last.solved++
				a.last.extra += int(a.games.Moves()[i]) - blanksOf(a.games.Puzzles()[at:at+cells], 1)[0]
			}
		}
		see(t)
		if t.ended && !right && a.play.Again > 0 && rng.Float64() < a.play.Again {
			a.games.Position(i, a.games.Puzzles()[at:at+cells], a.games.Solutions()[at:at+cells], t.before)
		}
	}
}

// randomAction draws among the actions of game i that a policy allows, or among all where it has no mask. legal is [n³],
// to work in.
func randomAction(games *environment.Vector, i int, p Policy, legal []bool, rng *rand.Rand) int32 {
	if !p.Mask {
		return int32(rng.IntN(len(legal)))
	}
	count := games.Legal(i, p.Strict, legal)
	if count == 0 { // a dead end under the strict mask: any move shows it
		return int32(rng.IntN(len(legal)))
	}
	nth := rng.IntN(count)
	for action, ok := range legal {
		if !ok {
			continue
		}
		if nth == 0 {
			return int32(action)
		}
		nth--
	}
	panic("dqn: fewer legal actions than were counted")
}

// advance counts a training step and moves on in the curriculum.
func (a *actor) advance() error {
	a.state.Step++
	a.state.Since++
	if a.state.Stage >= len(a.play.Stages)-1 {
		return nil
	}
	s := a.play.Stages[a.state.Stage]
	over := s.Steps > 0 && a.state.Since >= s.Steps
	if s.Gate > 0 && a.state.Greedy >= Window {
		over = float64(a.state.Correct) >= s.Gate*float64(a.state.Greedy)
		a.state.Greedy, a.state.Correct = 0, 0
	}
	if !over {
		return nil
	}
	a.state.Stage, a.state.Since = a.state.Stage+1, 0
	if _, err := a.source.Set(a.play.Stages[a.state.Stage].difficulty()); err != nil {
		return fmt.Errorf("dqn: stage %d: %w", a.state.Stage+1, err)
	}
	return nil
}

// last are the counts of the last step. extra are the moves of games that were solved beyond the empty cells of their
// puzzles.
type last struct{ right, filled, broken, blanks, solved, extra int }

// metrics are those of a step, over its moves: the shares that were right, on cells that may not be changed, that broke
// a rule, and that solved a puzzle; empty cells; and, without games that are taken up again, moves of solved games
// beyond the empty cells of their puzzles.
func (a *actor) metrics() train.Metrics {
	n := float64(a.games.Len())
	m := train.Metrics{
		"right": float64(a.last.right) / n, "filled": float64(a.last.filled) / n, "broken": float64(a.last.broken) / n,
		"blanks": float64(a.last.blanks) / n, "won": float64(a.last.solved) / n,
		"stage": float64(a.state.Stage + 1), "epsilon": a.play.Epsilon.at(a.state.Step),
	}
	if a.play.Again == 0 {
		m["extra"] = float64(a.last.extra) / n
	}
	return m
}

// savedActor is the JSON of an actor in a checkpoint.
type savedActor struct {
	State  actorState    `json:"state"`
	RNG    []byte        `json:"rng"`
	Stream puzzles.State `json:"stream"`
	Games  []savedGame   `json:"games"`
}

type savedGame struct {
	Puzzle     []uint8 `json:"puzzle"`
	Solution   []uint8 `json:"solution"`
	Board      []uint8 `json:"board"`
	Moves      int32   `json:"moves"`
	Terminated bool    `json:"terminated"`
	Truncated  bool    `json:"truncated"`
}

func (a *actor) save() (savedActor, error) {
	rng, err := a.pcg.MarshalBinary()
	if err != nil {
		return savedActor{}, fmt.Errorf("dqn: %w", err)
	}
	s := savedActor{State: a.state, RNG: rng, Stream: a.source.State()}
	cells := len(a.before) / a.games.Len()
	for i := range a.games.Len() {
		at := i * cells
		s.Games = append(s.Games, savedGame{
			Puzzle: a.games.Puzzles()[at : at+cells], Solution: a.games.Solutions()[at : at+cells],
			Board: a.games.Boards()[at : at+cells], Moves: a.games.Moves()[i], Terminated: a.games.Terminated()[i], Truncated: a.games.Truncated()[i],
		})
	}
	return s, nil
}

func (a *actor) load(s savedActor) error {
	if len(s.Games) != a.games.Len() {
		return fmt.Errorf("dqn: checkpoint of %d games, want %d", len(s.Games), a.games.Len())
	}
	cells := len(a.before) / a.games.Len()
	for i, g := range s.Games {
		if len(g.Puzzle) != cells || len(g.Solution) != cells || len(g.Board) != cells {
			return fmt.Errorf("dqn: checkpoint: game %d has %d, %d and %d cells, want %d", i+1, len(g.Puzzle), len(g.Solution), len(g.Board), cells)
		}
	}
	if err := a.pcg.UnmarshalBinary(s.RNG); err != nil {
		return fmt.Errorf("dqn: checkpoint: random state: %w", err)
	}
	source, err := puzzles.Resume(context.Background(), s.Stream, a.workers)
	if err != nil {
		return fmt.Errorf("dqn: checkpoint: %w", err)
	}
	a.source.Close()
	a.source, a.state = source, s.State
	for i, g := range s.Games {
		a.games.Resume(i, g.Puzzle, g.Solution, g.Board, g.Moves, g.Terminated, g.Truncated)
	}
	return nil
}
