package dqn

import (
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/train"
)

// bare is the task of a recipe of [DQN] without games and puzzles: its graph can be built, and no step made.
func (r Recipe) bare() (*TaskDQN, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if r.DQN == nil {
		return nil, fmt.Errorf("dqn: a recipe of %s, want one of %s: it has a target network", r.Algorithm, AlgorithmDQN)
	}
	network, err := r.network()
	if err != nil {
		return nil, err
	}
	shape, err := r.Shape()
	if err != nil {
		return nil, err
	}
	return &TaskDQN{learner: learner{actor: &actor{play: r.Play}, network: network, shape: shape, learn: r.DQN.Learn}, config: *r.DQN}, nil
}

// apart are the values that the target network gives with initial weights of its own: boards [B, N] → [B, A].
// Built first, it keeps [sync] from making the target network's variables.
func (t *TaskDQN) apart(scope *model.Scope, boards *Node) *Node {
	all := t.network.Values(scope.Store().Scope(train.ScopePath).At(targetScope), boards, t.shape)
	return all[len(all)-1]
}

// Inspection is what an agent that has learned nothing yet makes of B boards, in the three places where a mask
// counts. A are the actions.
type Inspection struct {
	Random []int32   // [B·draws] moves drawn at random, board by board
	Greedy []int32   // [B] the greedy choices
	Online []float32 // [B·A] values by the online network
	Policy []float32 // [B·A] values among which the greedy choice is made
	Target []float32 // [B·A] values by the target network, whose initial weights differ from the online one's
	Follow []float32 // [B·A] values of which the largest is the target's
}

// Inspect asks the agent of a recipe, built as for training, about boards [B·N], of which it draws a number of
// random moves each. The random numbers are those of the recipe's Play.Seed.
func Inspect(backend compute.Backend, r Recipe, cells []uint8, draws int) (seenBy Inspection, err error) {
	defer func() {
		if p := recover(); p != nil { // graph building panics by convention
			seenBy, err = Inspection{}, fmt.Errorf("dqn: %v", p)
		}
	}()
	t, err := r.bare()
	if err != nil {
		return Inspection{}, err
	}
	size := t.shape.Cells()
	if len(cells) == 0 || len(cells)%size != 0 || draws < 0 {
		return Inspection{}, fmt.Errorf("dqn: %d cells and %d draws, want a multiple of %d, and 0 or more", len(cells), draws, size)
	}
	boards := len(cells) / size
	if err := t.place(cells); err != nil {
		return Inspection{}, err
	}
	rng := rand.New(rand.NewPCG(r.Play.Seed, 0xac70))
	for i := range boards {
		for range draws {
			seenBy.Random = append(seenBy.Random, randomAction(t.games, i, r.Play.Policy(), t.actor.legal, rng))
		}
	}
	store := model.NewStore()
	defer store.Finalize()
	exec, err := model.NewExec(backend, store, func(scope *model.Scope, in []*Node) []*Node {
		at := scope.Store().Scope(train.ScopePath)
		online := t.online(at, in[0])
		t.apart(scope, in[0])
		greedy, _ := t.policy(at, in[0])
		values, legal := t.estimate(at, in[0], in[1])
		return []*Node{greedy, online[len(online)-1], t.choices(at, in[0]), values, seen(values, legal)}
	})
	if err != nil {
		return Inspection{}, fmt.Errorf("dqn: %w", err)
	}
	defer exec.Finalize()
	out, err := exec.Exec(boardsOf(cells, boards), tensors.FromScalar(float32(0)))
	if err != nil {
		return Inspection{}, fmt.Errorf("dqn: %w", err)
	}
	if seenBy.Greedy, err = flat[int32](out[0]); err != nil {
		return Inspection{}, err
	}
	for i, into := range []*[]float32{&seenBy.Online, &seenBy.Policy, &seenBy.Target, &seenBy.Follow} {
		if *into, err = flat[float32](out[i+1]); err != nil {
			return Inspection{}, err
		}
	}
	return seenBy, nil
}

// place puts boards [B·N] in front of the actor, which can draw random moves on them then.
func (t *TaskDQN) place(cells []uint8) error {
	size := t.shape.Cells()
	for _, d := range cells {
		if int(d) > t.shape.Side() {
			return fmt.Errorf("dqn: digit %d on a board of side %d", d, t.shape.Side())
		}
	}
	games, err := environment.NewVector(t.play.Game, len(cells)/size)
	if err != nil {
		return err
	}
	unknown := make([]uint8, size) // no solution: no move is made
	for i := range games.Len() {
		board := cells[i*size : (i+1)*size]
		games.Position(i, board, unknown, board)
	}
	t.games, t.actor.legal = games, make([]bool, t.play.Game.Actions())
	return nil
}
