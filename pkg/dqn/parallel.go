package dqn

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/train"
)

// PQN is the parallelised Q-network (Gallici and others, "Simplifying Deep Temporal Difference Learning",
// ICLR 2025, arXiv:2407.04811): no replay buffer and no target network. N games are played for Rollout moves;
// the λ-returns of these moves are the targets of the updates.
//
//	G(t) = r(t) + γ · (λ·G(t+1) + (1−λ)·max over legal a of Q(s(t+1), a))     r(t) alone where nothing follows
//
// A training step makes one move in each game and one update. Its batch are N·Epochs transitions of
// the rollout before, so that each is learned from Epochs times while the next one is played: the published
// method plays and updates in turn.
type PQN struct {
	Learn
	Rollout int     `json:"rollout"` // moves in each game
	Epochs  int     `json:"epochs"`  // updates that each transition is in
	Lambda  float64 `json:"lambda"`
}

// DefaultPQN returns γ 0.99, λ 0.65 and rollouts of 16 moves, each learned from twice.
func DefaultPQN() PQN {
	return PQN{Learn: Learn{Gamma: 0.99, Scale: 100, Batch: 128, Loss: SmoothL1}, Rollout: 16, Epochs: 2, Lambda: 0.65}
}

// Validate reports what is wrong with the configuration, for so many environments.
func (c PQN) Validate(environments int) error {
	if err := c.Learn.Validate(); err != nil {
		return err
	}
	switch {
	case c.Rollout < 1 || c.Rollout > 4096:
		return fmt.Errorf("dqn: rollouts of %d moves, want 1…4096", c.Rollout)
	case c.Epochs < 1 || c.Epochs > 64:
		return fmt.Errorf("dqn: %d epochs, want 1…64", c.Epochs)
	case !(c.Lambda >= 0 && c.Lambda <= 1):
		return fmt.Errorf("dqn: lambda %v, want 0 to 1", c.Lambda)
	case c.Batch != environments*c.Epochs:
		return fmt.Errorf("dqn: batches of %d, want %d: %d environments in %d epochs", c.Batch, environments*c.Epochs, environments, c.Epochs)
	}
	return nil
}

// TaskPQN trains a Q-network by [PQN]. It implements train.Task.
type TaskPQN struct {
	learner
	config PQN
	pcg    *rand.PCG // of the order of transitions
	now    rollout   // being played
	ready  *replay   // the one before, with its returns as rewards
	order  []int32   // of the transitions of ready, Epochs times
	batch  sampled   // of the step being made
}

// rollout holds the moves of N games, one after the other: [moves·N].
type rollout struct {
	moves   int
	before  []uint8
	action  []int32
	outcome []uint8
	reward  []float32
	value   []float32 // of the best action before the move
	ended   []bool
	cut     []bool
}

// NewPQN makes the task; workers goroutines make puzzles, 0 for one a core. Validations run on the backend,
// which stays open as long as the task.
func NewPQN(ctx context.Context, backend compute.Backend, n Network, play Play, c PQN, v Validation, workers int) (*TaskPQN, error) {
	if err := c.Validate(play.Environments); err != nil {
		return nil, err
	}
	l, err := newLearner(ctx, backend, n, play, c.Learn, v, workers)
	if err != nil {
		return nil, err
	}
	return &TaskPQN{learner: l, config: c, pcg: rand.NewPCG(play.Seed, 0x9a17), ready: newReplay(c.Rollout*play.Environments, l.shape.Cells())}, nil
}

// Close stops the making of puzzles.
func (t *TaskPQN) Close() { t.close() }

// Next begins games and returns the boards to play on [N, cells], and of a batch the boards [B, cells] int32, actions
// [B] int32, returns [B] float32 and weights [B] float32, which are 0 as long as no rollout is complete.
func (t *TaskPQN) Next(ctx context.Context) (train.Batch, error) {
	if err := t.fill(ctx); err != nil {
		return train.Batch{}, err
	}
	b, cells := t.config.Batch, t.shape.Cells()
	if t.ready.count == 0 {
		t.batch = sampled{before: make([]uint8, b*cells), action: make([]int32, b), reward: make([]float32, b), weight: make([]float32, b)}
	} else {
		if len(t.order) == 0 {
			t.shuffle()
		}
		places := make([]int, b)
		for i, at := range t.order[:b] {
			places[i] = int(at)
		}
		t.order = t.order[b:]
		t.batch = t.ready.gather(places)
		t.batch.weight = t.batch.discount
	}
	return train.Batch{Kind: "pqn", Samples: t.games.Len(), Inputs: []*tensors.Tensor{
		t.boards(), boardsOf(t.batch.before, b),
		tensors.FromFlatDataAndDimensions(t.batch.action, b),
		tensors.FromFlatDataAndDimensions(t.batch.reward, b),
		tensors.FromFlatDataAndDimensions(t.batch.weight, b),
	}}, nil
}

// shuffle orders the transitions of a complete rollout, Epochs times.
func (t *TaskPQN) shuffle() {
	rng := rand.New(t.pcg)
	for range t.config.Epochs {
		for _, at := range rng.Perm(t.ready.count) {
			t.order = append(t.order, int32(at))
		}
	}
}

// Loss is the loss of the batch. Outputs are the greedy actions on the boards to play on [N] int32, their
// values [N], and the values of the batch's actions [B].
func (t *TaskPQN) Loss(scope *model.Scope, _ string, in []*Node) (loss *Node, outputs []*Node) {
	boards, before, action, returns, weight := in[0], in[1], in[2], in[3], in[4]
	loss, taken := t.learn.towards(t.online(scope, before), action, returns, weight)
	greedy, value := t.policy(scope, boards)
	return loss, []*Node{greedy, value, StopGradient(taken)}
}

// Observe makes the moves, and the returns of a rollout that is complete. Its metrics are those of [TaskDQN.Observe].
func (t *TaskPQN) Observe(_ string, outputs []*tensors.Tensor) (train.Metrics, error) {
	greedy, err := flat[int32](outputs[0])
	if err != nil {
		return nil, err
	}
	value, err := flat[float32](outputs[1])
	if err != nil {
		return nil, err
	}
	taken, err := flat[float32](outputs[2])
	if err != nil {
		return nil, err
	}
	if t.now.moves == t.config.Rollout {
		t.complete(value)
	}
	r := &t.now
	t.act(greedy, t.play.Epsilon.at(t.state.Step), func(s transition) {
		r.before = append(r.before, s.before...)
		r.action = append(r.action, s.action)
		r.outcome = append(r.outcome, uint8(s.outcome))
		r.reward = append(r.reward, s.reward/float32(t.config.Scale))
		r.value = append(r.value, value[s.game])
		r.ended, r.cut = append(r.ended, s.ended), append(r.cut, s.cut)
	})
	r.moves++
	m := t.metrics()
	if t.batch.outcome != nil {
		t.judge(m, taken, t.batch.reward, t.batch)
	}
	return m, t.advance()
}

// complete makes the returns of the rollout, given the values of the boards that followed it [N].
func (t *TaskPQN) complete(follows []float32) {
	r, games, cells := &t.now, t.games.Len(), t.shape.Cells()
	gamma, lambda := float32(t.config.Gamma), float32(t.config.Lambda)
	returns, weight := make([]float32, len(r.action)), make([]float32, len(r.action))
	for i := range games {
		next, value := follows[i], follows[i] // return and value of what follows
		for m := r.moves - 1; m >= 0; m-- {
			at := m*games + i
			weight[at] = 1
			switch {
			case r.ended[at]:
				returns[at] = r.reward[at]
			case r.cut[at]:
				weight[at] = 0 // what follows was not seen
				returns[at] = r.value[at]
			default:
				returns[at] = r.reward[at] + gamma*(lambda*next+(1-lambda)*value)
			}
			next, value = returns[at], r.value[at]
		}
	}
	t.ready.count, t.ready.next = 0, 0
	for at, a := range r.action {
		before := r.before[at*cells : (at+1)*cells]
		t.ready.push(before, a, environment.Outcome(r.outcome[at]), returns[at], before, weight[at])
	}
	t.order = nil
	*r = rollout{before: r.before[:0], action: r.action[:0], outcome: r.outcome[:0], reward: r.reward[:0], value: r.value[:0], ended: r.ended[:0], cut: r.cut[:0]}
}

// savedPQN is the JSON of a checkpoint.
type savedPQN struct {
	Actor savedActor `json:"actor"`
	RNG   []byte     `json:"rng"`
	Count int        `json:"count"`
	Next  int        `json:"next"`
	Order []int32    `json:"order"`
	Now   savedRoll  `json:"now"`
}

type savedRoll struct {
	Moves   int       `json:"moves"`
	Before  []byte    `json:"before"`
	Action  []int32   `json:"action"`
	Outcome []byte    `json:"outcome"`
	Reward  []float32 `json:"reward"`
	Value   []float32 `json:"value"`
	Ended   []bool    `json:"ended"`
	Cut     []bool    `json:"cut"`
}

// Save returns the games, the position in the puzzles, and both rollouts.
func (t *TaskPQN) Save() (train.TaskState, error) {
	actor, err := t.save()
	if err != nil {
		return train.TaskState{}, err
	}
	rng, err := t.pcg.MarshalBinary()
	if err != nil {
		return train.TaskState{}, fmt.Errorf("dqn: %w", err)
	}
	r := t.now
	text, err := json.Marshal(savedPQN{
		Actor: actor, RNG: rng, Count: t.ready.count, Next: t.ready.next, Order: t.order,
		Now: savedRoll{r.moves, r.before, r.action, r.outcome, r.reward, r.value, r.ended, r.cut},
	})
	if err != nil {
		return train.TaskState{}, fmt.Errorf("dqn: %w", err)
	}
	state := train.TaskState{JSON: text}
	if t.ready.count > 0 {
		state.Tensors = t.ready.tensors()
	}
	return state, nil
}

// Load goes on from what Save returned.
func (t *TaskPQN) Load(from train.TaskState) error {
	var s savedPQN
	if err := json.Unmarshal(from.JSON, &s); err != nil {
		return fmt.Errorf("dqn: checkpoint: %w", err)
	}
	want := s.Now.Moves * t.games.Len()
	for what, have := range map[string]int{
		"boards": len(s.Now.Before) / t.shape.Cells(), "actions": len(s.Now.Action), "outcomes": len(s.Now.Outcome), "rewards": len(s.Now.Reward),
		"values": len(s.Now.Value), "ends": len(s.Now.Ended), "cuts": len(s.Now.Cut),
	} {
		if have != want {
			return fmt.Errorf("dqn: checkpoint: a rollout of %d %s, want %d", have, what, want)
		}
	}
	if s.Count > 0 {
		if err := t.ready.restore(s.Count, s.Next, from.Tensors); err != nil {
			return err
		}
	}
	for _, at := range s.Order {
		if int(at) >= s.Count || at < 0 {
			return fmt.Errorf("dqn: checkpoint: transition %d in an order of %d", at, s.Count)
		}
	}
	if err := t.pcg.UnmarshalBinary(s.RNG); err != nil {
		return fmt.Errorf("dqn: checkpoint: random state: %w", err)
	}
	t.order = s.Order
	t.now = rollout{s.Now.Moves, s.Now.Before, s.Now.Action, s.Now.Outcome, s.Now.Reward, s.Now.Value, s.Now.Ended, s.Now.Cut}
	return t.load(s.Actor)
}
