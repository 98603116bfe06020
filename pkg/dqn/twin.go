package dqn

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/train"
)

// Twin is the agent's supervised twin: the same network plays the same games in the same way, and is told the
// worth of every legal action by [Ruler], where the agent sees what one action earned. What lies between
// the two is the price of learning from rewards.
type Twin struct {
	Learn
	Replay int `json:"replay"` // boards kept, to draw from
	Begin  int `json:"begin"`  // boards before the first update, by random moves
}

// Validate reports what is wrong with the configuration, for boards of side n.
func (c Twin) Validate(n int) error {
	return DQN{Learn: c.Learn, Replay: c.Replay, Begin: c.Begin, Copy: 1, Steps: 1}.Validate(n)
}

// TaskTwin trains a network by [Twin]. It implements train.Task.
type TaskTwin struct {
	learner
	config Twin
	boards *replay // boards, with their solutions in place of what followed
	pcg    *rand.PCG
}

// NewTwin makes the task; workers goroutines make puzzles, 0 for one a core. Validations run on the backend,
// which stays open as long as the task.
func NewTwin(ctx context.Context, backend compute.Backend, n Network, play Play, c Twin, v Validation, workers int) (*TaskTwin, error) {
	if err := c.Validate(play.Game.Side); err != nil {
		return nil, err
	}
	if !play.Game.EndAtMistake {
		return nil, errors.New("dqn: a supervised twin in a game that goes on after a mistake, where actions have no known worth: want end_at_mistake")
	}
	l, err := newLearner(ctx, backend, n, play, c.Learn, v, workers)
	if err != nil {
		return nil, err
	}
	return &TaskTwin{learner: l, config: c, boards: newReplay(c.Replay, l.shape.Cells()), pcg: rand.NewPCG(play.Seed, 0x7319)}, nil
}

// Close stops the making of puzzles.
func (t *TaskTwin) Close() { t.close() }

// keep notes a board and its solution.
func (t *TaskTwin) keep(s transition) {
	at, size := s.game*t.shape.Cells(), t.shape.Cells()
	t.boards.push(s.before, s.action, s.outcome, 0, t.games.Solutions()[at:at+size], 0)
}

// Next begins games and returns the boards to play on [N, cells] and of a batch the boards and their
// solutions [B, cells] int32.
func (t *TaskTwin) Next(ctx context.Context) (train.Batch, error) {
	if err := t.fill(ctx); err != nil {
		return train.Batch{}, err
	}
	for t.boards.count < t.config.Begin {
		t.act(nil, 1, t.keep)
		if err := t.fill(ctx); err != nil {
			return train.Batch{}, err
		}
	}
	batch := t.boards.draw(rand.New(t.pcg), t.config.Batch)
	return train.Batch{Kind: "twin", Samples: t.games.Len(), Inputs: []*tensors.Tensor{
		t.actor.boards(), boardsOf(batch.before, t.config.Batch), boardsOf(batch.after, t.config.Batch),
	}}, nil
}

// Loss is the mean loss over the legal actions of the batch. The output is the greedy actions on the boards
// to play on, [N] int32.
func (t *TaskTwin) Loss(scope *model.Scope, _ string, in []*Node) (loss *Node, outputs []*Node) {
	boards, before, solution := in[0], in[1], in[2]
	n, b := t.shape.Side(), t.config.Batch
	legal := t.legal(before)
	if legal == nil {
		legal = legalOf(before, n)
	}
	weight := ConvertDType(legal, dtypes.Float32) // [B, A]
	right := Reshape(OneHot(AddScalar(solution, -1), n, dtypes.Float32), b, t.shape.Cells()*n)
	worth := Add(Mul(right, ExpandAxes(t.worth(before), -1)), MulScalar(OneMinus(right), t.ruler().Wrong()/t.config.Scale))
	count := ReduceAllSum(weight)
	values := t.online(scope, before)
	for i, v := range values {
		part := Div(ReduceAllSum(Mul(weight, t.learn.loss(Sub(v, worth)))), count)
		if i == 0 {
			loss = part
		} else {
			loss = Add(loss, part)
		}
	}
	greedy, _ := t.policy(scope, boards)
	return DivScalar(loss, float64(len(values))), []*Node{greedy}
}

// worth is what a right move is worth on each board, by the number of its empty cells: [B, N] → [B].
func (t *TaskTwin) worth(boards *Node) *Node {
	table := make([]float32, t.shape.Cells()+1)
	for blanks := 1; blanks < len(table); blanks++ {
		table[blanks] = float32(t.ruler().Right(blanks) / t.config.Scale)
	}
	blanks := ReduceSum(ConvertDType(Equal(boards, ZerosLike(boards)), dtypes.Int32), -1)
	return Dot(OneHot(blanks, len(table), dtypes.Float32), Const(boards.Graph(), table)).Product()
}

// Observe makes the moves. Its metrics are the actor's.
func (t *TaskTwin) Observe(_ string, outputs []*tensors.Tensor) (train.Metrics, error) {
	greedy, err := flat[int32](outputs[0])
	if err != nil {
		return nil, err
	}
	t.act(greedy, t.play.Epsilon.at(t.state.Step), t.keep)
	return t.metrics(), t.advance()
}

// Save returns the games, the position in the puzzles and the boards kept.
func (t *TaskTwin) Save() (train.TaskState, error) { return saveWith(t.actor, t.pcg, t.boards, nil) }

// Load goes on from what Save returned.
func (t *TaskTwin) Load(from train.TaskState) error {
	return loadWith(t.actor, t.pcg, t.boards, nil, 0, 0, from)
}
