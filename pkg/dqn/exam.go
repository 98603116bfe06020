package dqn

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// Row is a range of numbers of empty cells, both ends among them: a row of a table of solve rates.
type Row struct {
	Low  int `json:"low"`
	High int `json:"high"`
}

// Name is the row's name in metrics: "10" for 10 empty cells, "1-10" for a range.
func (r Row) Name() string {
	if r.Low == r.High {
		return strconv.Itoa(r.Low)
	}
	return fmt.Sprintf("%d-%d", r.Low, r.High)
}

// Validation says on which held-out puzzles an agent is measured between training steps.
type Validation struct {
	Rows  []Row  `json:"rows"`
	Count int    `json:"count"` // puzzles of each row
	Batch int    `json:"batch"` // games at a time
	Seed  uint64 `json:"seed"`  // of the puzzles
}

// DefaultRows are the rows of the goals: up to 10 empty cells, then 20 to 55; at side 4 up to 4, 6, 8, 10, 12.
func DefaultRows(side int) []Row {
	if side == 4 {
		return []Row{{1, 4}, {6, 6}, {8, 8}, {10, 10}, {12, 12}}
	}
	return []Row{{1, 10}, {20, 20}, {30, 30}, {40, 40}, {50, 50}, {55, 55}}
}

// Validate reports what is wrong with the configuration, for boards of side n.
func (v Validation) Validate(n int) error {
	if len(v.Rows) == 0 || v.Count < 1 || v.Batch < 1 {
		return errors.New("dqn: validation without rows, puzzles or games at a time, want 1 or more of each")
	}
	for _, r := range v.Rows {
		if r.Low < 1 || r.High < r.Low || r.High > n*n-n {
			return fmt.Errorf("dqn: validation on %d to %d empty cells, want 1 to %d in rising order", r.Low, r.High, n*n-n)
		}
	}
	return nil
}

// HeldOut makes the first puzzles of a row, whose classes no stream ever gives.
func HeldOut(ctx context.Context, side int, r Row, count int, seed uint64) ([]puzzles.Sample, error) {
	cells := side * side
	set := puzzles.TestSet{
		Name: fmt.Sprintf("%dx%d, %s empty", side, side, r.Name()), Side: side, Low: cells - r.High, High: cells - r.Low,
		Seed: seed + uint64(r.Low)<<32 + uint64(r.High)<<40,
	}
	return puzzles.HeldOut(ctx, set, count, 0)
}

// Player plays with a network's weights: greedily, one move at a time. It is for one goroutine.
type Player struct {
	learner
	exec  *model.Exec
	batch int
	game  environment.Config
}

// Policy says which actions a player may take, and by which rules its games end.
type Policy struct {
	Mask   bool `json:"mask"`
	Strict bool `json:"strict,omitempty"`
	// Game is the game that is played, with a known solution; nil is one that ends at the first mistake of
	// any kind.
	Game *environment.Config `json:"game,omitempty"`
}

// gameOf is the policy's game on boards of a side.
func gameOf(p Policy, side int) (environment.Config, error) {
	if p.Game == nil {
		game := environment.Default(side)
		game.EndAtFilled = true
		return game, game.Validate()
	}
	if err := p.Game.Validate(); err != nil {
		return environment.Config{}, err
	}
	if p.Game.Side != side {
		return environment.Config{}, fmt.Errorf("dqn: a game of side %d for a player of side %d", p.Game.Side, side)
	}
	return *p.Game, nil
}

// NewPlayer returns a player of so many games at a time, with weights that lie under train.ScopePath of a
// store, which it does not change. The backend and the store stay open as long as it.
func NewPlayer(backend compute.Backend, n Network, weights *model.Store, s *board.Shape, p Policy, batch int) (*Player, error) {
	if err := n.Takes(s); err != nil {
		return nil, err
	}
	if batch < 1 || batch > 1<<16 {
		return nil, fmt.Errorf("dqn: %d games at a time, want 1…65536", batch)
	}
	game, err := gameOf(p, s.Side())
	if err != nil {
		return nil, err
	}
	player := &Player{
		learner: learner{actor: &actor{play: Play{Mask: p.Mask, Strict: p.Strict}}, network: n, shape: s}, batch: batch, game: game,
	}
	exec, err := model.NewExec(backend, weights, func(scope *model.Scope, in []*Node) []*Node {
		at := scope.Store().Scope(train.ScopePath)
		all := player.online(at, in[0])
		greedy, value := player.policy(at, in[0])
		return []*Node{greedy, value, all[len(all)-1]}
	})
	if err != nil {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	player.exec = exec
	return player, nil
}

// Close frees what was compiled.
func (p *Player) Close() { p.exec.Finalize() }

// Choice is what a network thinks of a board.
type Choice struct {
	Action int       // the best of the legal ones
	Value  float32   // its value
	Values []float32 // of all actions, [n³], unmasked; the slice is the caller's
}

// Choose values boards [any number·cells] and returns a choice for each. Values are filled only if asked for.
func (p *Player) Choose(cells []uint8, values bool) ([]Choice, error) {
	size := p.shape.Cells()
	if len(cells) == 0 || len(cells)%size != 0 {
		return nil, fmt.Errorf("dqn: %d cells, want a multiple of %d", len(cells), size)
	}
	boards := len(cells) / size
	choices := make([]Choice, 0, boards)
	for from := 0; from < boards; from += p.batch {
		to := min(from+p.batch, boards)
		padded := make([]uint8, p.batch*size)
		copy(padded, cells[from*size:to*size])
		out, err := p.exec.Exec(boardsOf(padded, p.batch))
		if err != nil {
			return nil, fmt.Errorf("dqn: %w", err)
		}
		greedy, err := flat[int32](out[0])
		if err != nil {
			return nil, err
		}
		best, err := flat[float32](out[1])
		if err != nil {
			return nil, err
		}
		var all []float32
		if values {
			if all, err = flat[float32](out[2]); err != nil {
				return nil, err
			}
		} else if err := out[2].FinalizeAll(); err != nil {
			return nil, fmt.Errorf("dqn: %w", err)
		}
		n3 := size * p.shape.Side()
		for i := range to - from {
			c := Choice{Action: int(greedy[i]), Value: best[i]}
			if values {
				c.Values = all[i*n3 : (i+1)*n3]
			}
			choices = append(choices, c)
		}
	}
	return choices, nil
}

// Game is how a game of a player went.
type Game struct {
	Solved bool
	Blanks int // empty cells of the puzzle
	Moves  int // all that were made
	Right  int // of them, right ones
	Filled int // of them, on cells that may not be changed
	// Mistake is the board on which the first move was made that is not right, [N] cells, nil without one, and
	// Wrong that move.
	Mistake []uint8
	Wrong   int
}

// Play plays the samples, one move after the other, until the games end.
func (p *Player) Play(ctx context.Context, samples []puzzles.Sample) ([]Game, error) {
	return play(ctx, p.game, samples, true, func(_ *environment.Vector, _ []int, cells []uint8) ([]Choice, error) {
		return p.Choose(cells, false)
	})
}

// PlayRandom plays the samples with random moves, drawn by a seed among those that the policy allows: what its rules give
// without any network.
func PlayRandom(ctx context.Context, side int, samples []puzzles.Sample, p Policy, seed uint64) ([]Game, error) {
	game, err := gameOf(p, side)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, 0x4a9d))
	legal := make([]bool, game.Actions())
	return play(ctx, game, samples, false, func(games *environment.Vector, open []int, _ []uint8) ([]Choice, error) {
		choices := make([]Choice, len(open))
		for k, i := range open {
			choices[k].Action = int(randomAction(games, i, p, legal, rng))
		}
		return choices, nil
	})
}

// play plays the samples until the games end. choose is given the games that are open, by number, and their boards
// [any number·N], and returns a choice for each; sure says that it makes the same choice on the same board.
func play(ctx context.Context, game environment.Config, samples []puzzles.Sample, sure bool, choose func(games *environment.Vector, open []int, cells []uint8) ([]Choice, error)) ([]Game, error) {
	if len(samples) == 0 {
		return nil, nil
	}
	games, err := environment.NewVector(game, len(samples))
	if err != nil {
		return nil, err
	}
	size := game.Side * game.Side
	out := make([]Game, len(samples))
	for i, s := range samples {
		if len(s.Puzzle) != size || len(s.Solution) != size {
			return nil, fmt.Errorf("dqn: puzzle %d has %d cells and its solution %d, want %d", i+1, len(s.Puzzle), len(s.Solution), size)
		}
		games.Start(i, s.Puzzle, s.Solution)
		out[i].Blanks = int(games.Blanks()[i])
	}
	actions, stuck := make([]int32, len(samples)), make([]bool, len(samples))
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var open []int
		var cells []uint8
		for i := range samples {
			if !games.Done(i) && !stuck[i] {
				open = append(open, i)
				cells = append(cells, games.Boards()[i*size:(i+1)*size]...)
			}
		}
		if len(open) == 0 {
			return out, nil
		}
		choices, err := choose(games, open, cells)
		if err != nil {
			return nil, err
		}
		for k, i := range open {
			actions[i] = int32(choices[k].Action)
		}
		games.Step(actions)
		for k, i := range open {
			g := &out[i]
			g.Moves++
			switch games.Outcomes()[i] {
			case environment.Solved:
				g.Solved = true
				g.Right++
				continue
			case environment.Right:
				g.Right++
				continue
			case environment.Filled:
				g.Filled++
			}
			if g.Mistake == nil {
				g.Mistake, g.Wrong = cells[k*size:(k+1)*size:(k+1)*size], choices[k].Action
			}
			if left := game.Limit - g.Moves; sure && !games.Done(i) && game.Limit > 0 && bytes.Equal(cells[k*size:(k+1)*size], games.Boards()[i*size:(i+1)*size]) {
				// The board is as it was, so the same move is made again up to the limit.
				g.Moves += left
				if games.Outcomes()[i] == environment.Filled {
					g.Filled += left
				}
				stuck[i] = true
			}
		}
	}
}

// exam measures a network between training steps.
type exam struct {
	backend compute.Backend
	config  Validation
	policy  Policy
	tests   map[string][]puzzles.Sample
	player  *Player
	weights *model.Store
}

// policyOf is how an agent that learns by play is looked at: under its own mask, in a game that ends at the first
// mistake unless its own goes on.
func policyOf(play Play) Policy {
	p := play.Policy()
	if !play.Game.EndAtMistake {
		game := play.Game
		p.Game = &game
	}
	return p
}

// newLearner makes what the tasks share.
func newLearner(ctx context.Context, backend compute.Backend, n Network, play Play, learn Learn, v Validation, workers int) (learner, error) {
	if err := v.Validate(play.Game.Side); err != nil {
		return learner{}, err
	}
	shape, err := board.ShapeOfSide(play.Game.Side)
	if err != nil {
		return learner{}, fmt.Errorf("dqn: %w", err)
	}
	if err := n.Takes(shape); err != nil {
		return learner{}, err
	}
	a, err := newActor(ctx, play, workers)
	if err != nil {
		return learner{}, err
	}
	return learner{
		actor: a, network: n, shape: shape, learn: learn,
		exam: &exam{backend: backend, config: v, policy: policyOf(play), tests: map[string][]puzzles.Sample{}},
	}, nil
}

// Validate plays the held-out puzzles. Its metrics are, by the row's name, the shares of puzzles that are solved,
// of moves that are right and of moves on cells that may not be changed; "solved" is the mean of the
// first over the rows, "right" the second over all moves. "played" and "illegal" are the moves of the training so far,
// those before the first update among them, and those of them on cells that may not be changed.
func (l *learner) Validate(ctx context.Context, weights *model.Store) (train.Metrics, error) {
	e := l.exam
	if e.player == nil || e.weights != weights {
		player, err := NewPlayer(e.backend, l.network, weights, l.shape, e.policy, e.config.Batch)
		if err != nil {
			return nil, err
		}
		if e.player != nil {
			e.player.Close()
		}
		e.player, e.weights = player, weights
	}
	metrics := train.Metrics{"played": float64(l.state.Played), "illegal": float64(l.state.Illegal)}
	var all Tally
	for _, row := range e.config.Rows {
		name := row.Name()
		if e.tests[name] == nil {
			samples, err := HeldOut(ctx, l.shape.Side(), row, e.config.Count, e.config.Seed)
			if err != nil {
				return nil, fmt.Errorf("dqn: validation: %w", err)
			}
			e.tests[name] = samples
		}
		games, err := e.player.Play(ctx, e.tests[name])
		if err != nil {
			return nil, err
		}
		t := TallyOf(games)
		metrics["solved "+name], metrics["right "+name], metrics["filled "+name] = t.SolvedRate(), t.RightRate(), float64(t.Filled)/float64(t.Moves)
		metrics["solved"] += t.SolvedRate() / float64(len(e.config.Rows))
		all.Moves += t.Moves
		all.Right += t.Right
	}
	metrics["right"] = all.RightRate()
	return metrics, nil
}

// Tally adds up games.
type Tally struct {
	Games  int `json:"games"`
	Solved int `json:"solved"`
	Moves  int `json:"moves"`
	Right  int `json:"right"`
	Filled int `json:"filled"`
	// Extra are the moves of solved games beyond their empty cells.
	Extra int `json:"extra"`
}

// TallyOf adds up games.
func TallyOf(games []Game) Tally {
	t := Tally{Games: len(games)}
	for _, g := range games {
		t.Moves += g.Moves
		t.Right += g.Right
		t.Filled += g.Filled
		if g.Solved {
			t.Solved++
			t.Extra += g.Moves - g.Blanks
		}
	}
	return t
}

// SolvedRate is the share of games that are solved; 0 of none.
func (t Tally) SolvedRate() float64 { return float64(t.Solved) / float64(max(1, t.Games)) }

// RightRate is the share of moves that are right; 0 of none.
func (t Tally) RightRate() float64 { return float64(t.Right) / float64(max(1, t.Moves)) }
