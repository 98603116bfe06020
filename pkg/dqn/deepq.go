package dqn

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/train"
)

// DQN is deep Q-learning (Mnih et al., "Human-level control through deep reinforcement learning", Nature
// 518, 2015, and dqn.md, "Deep Q-Network (DQN) Algorithm"):
//
//	y = r + γ · max over legal a' of Q(s', a'; θ⁻)      0 in place of the second term where nothing follows
//	L = smooth L1 of Q(s, a; θ) − y, over a batch of transitions drawn from the replay buffer
//
// A training step makes one move in each of the N games with the network as it is, keeps the N
// transitions, and makes one update.
type DQN struct {
	Learn
	Replay int `json:"replay"` // transitions kept
	Begin  int `json:"begin"`  // transitions before the first update, by random moves
	Copy   int `json:"copy"`   // the target network becomes the online one every so many steps
	// MaskTarget leaves the target's maximum the legal actions only.
	MaskTarget bool `json:"mask_target"`
	// Double chooses the target's action by the online network (van Hasselt, Guez and Silver, 2016,
	// arXiv:1509.06461).
	Double bool `json:"double,omitempty"`
	// Latest takes the latest transitions in place of random draws.
	Latest bool `json:"latest,omitempty"`
	// Steps is the number of steps whose rewards a target adds up before the value of what follows.
	Steps int `json:"steps"`
	// Prioritised draws where there is most to learn; nil draws with equal chances.
	Prioritised *Prioritised `json:"prioritised,omitempty"`
	// Episode adds a training step after each episode that ends: see [EpisodeOwn] and [EpisodeDrawn]. Empty adds none.
	Episode string `json:"episode,omitempty"`
}

// The training steps after an episode, which make no moves.
const (
	// EpisodeOwn learns from all transitions of the episode, as they are. The document (dqn.md) calls this hindsight
	// experience replay, but nothing is relabelled: Andrychowicz and others, "Hindsight Experience Replay", 2017,
	// arXiv:1707.01495, keep transitions again with a goal that was reached in place of the one that was wanted. That
	// has no meaning here. A goal must be free to change while the state stays; of a puzzle with one solution the givens,
	// which are in every state, determine the goal, and the board that a wrong move leaves is the solution of no
	// puzzle with these givens.
	EpisodeOwn = "own"
	// EpisodeDrawn learns from as many transitions of the buffer, drawn as in other steps: the same amount of training
	// without the order.
	EpisodeDrawn = "drawn"
)

// longest is the largest number of moves in an episode of a game.
func longest(play Play) int {
	g := play.Game
	if !g.EndAtMistake || !g.EndAtFilled && !play.Mask {
		return g.Limit
	}
	most := g.Side * g.Side // each move fills a cell or ends the episode
	if len(play.Stages) > 0 {
		fewest := most
		for _, s := range play.Stages {
			fewest = min(fewest, s.Low)
		}
		most -= fewest
	}
	if g.Limit > 0 {
		most = min(most, g.Limit)
	}
	return most
}

// DocumentedDQN returns the document's settings (dqn.md, "Training Setup and Hyperparameters"), the
// middle of its ranges where it states one.
func DocumentedDQN() DQN {
	return DQN{
		Learn:  Learn{Gamma: 0.99, Scale: 1, Batch: 64, Loss: SmoothL1},
		Replay: 100_000, Begin: 1000, Copy: 1000, MaskTarget: true, Steps: 1,
	}
}

// maxReplay bounds the memory of a replay buffer.
const maxReplay = 4 << 30

// Validate reports what is wrong with the configuration, for boards of side n.
func (c DQN) Validate(n int) error {
	if err := c.Learn.Validate(); err != nil {
		return err
	}
	switch {
	case c.Replay < c.Batch:
		return fmt.Errorf("dqn: a replay buffer of %d transitions for batches of %d, want as many at least", c.Replay, c.Batch)
	case ReplayBytes(c.Replay, n) > maxReplay:
		return fmt.Errorf("dqn: a replay buffer of %d transitions takes %d MiB at side %d, want %d at most",
			c.Replay, ReplayBytes(c.Replay, n)>>20, n, maxReplay>>20)
	case c.Begin < 1 || c.Begin > c.Replay:
		return fmt.Errorf("dqn: %d transitions before the first update, want 1…%d", c.Begin, c.Replay)
	case c.Copy < 1:
		return fmt.Errorf("dqn: target copied every %d steps, want 1 or more", c.Copy)
	case c.Steps < 1 || c.Steps > 1000:
		return fmt.Errorf("dqn: returns of %d steps, want 1…1000", c.Steps)
	case c.Episode != "" && c.Episode != EpisodeOwn && c.Episode != EpisodeDrawn:
		return fmt.Errorf("dqn: step after an episode %q, want %s, %s or none", c.Episode, EpisodeOwn, EpisodeDrawn)
	case c.Latest && c.Prioritised != nil:
		return errors.New("dqn: the latest transitions, and prioritised draws: want one of them")
	}
	if c.Prioritised != nil {
		return c.Prioritised.Validate()
	}
	return nil
}

// TaskDQN trains a Q-network by [DQN]. It implements train.Task.
type TaskDQN struct {
	learner
	config DQN
	replay *replay
	steps  *nStep
	pcg    *rand.PCG // of the draws
	batch  sampled   // of the step being made
	watch  Watch

	// With Episode only: places in the buffer.
	longest int       // transitions of an episode, at most
	running [][]int32 // by game: of the episode that goes on
	ended   [][]int32 // of the episodes whose training steps are still to come, first to last
}

// Stored is a transition as it is kept. Its slices are valid during the call that is given it.
type Stored struct {
	Game     int     // that made it; 0 in a training step
	Before   []uint8 // board before the action, [N]
	Action   int32
	Outcome  environment.Outcome
	Reward   float32 // in units of Learn.Scale, discounted and added up over Steps
	After    []uint8 // board whose value counts, [N]
	Discount float32 // of that value, 0 where nothing follows
	Ends     bool    // the episode ends with it; not known in a training step
}

// Watch is told what a training does.
type Watch struct {
	Progress func(step, steps int)      // after each line of the log
	Kept     func(Stored)               // each transition that the buffer is given
	Episode  func(transitions []Stored) // those of a training step after an episode
}

// Watch has w told. It is called before training.
func (t *TaskDQN) Watch(w Watch) { t.watch = w }

// NewDQN makes the task; workers goroutines make puzzles, 0 for one a core. Validations run on the backend,
// which stays open as long as the task.
func NewDQN(ctx context.Context, backend compute.Backend, n Network, play Play, c DQN, v Validation, workers int) (*TaskDQN, error) {
	if err := c.Validate(play.Game.Side); err != nil {
		return nil, err
	}
	l, err := newLearner(ctx, backend, n, play, c.Learn, v, workers)
	if err != nil {
		return nil, err
	}
	t := &TaskDQN{
		learner: l, config: c, replay: newReplay(c.Replay, l.shape.Cells()), pcg: rand.NewPCG(play.Seed, 0x5e91a),
		steps: &nStep{n: c.Steps, gamma: float32(c.Gamma), open: make([][]pending, play.Environments)},
	}
	if c.Episode != "" {
		t.longest, t.running = longest(play), make([][]int32, play.Environments)
		if least := t.longest * play.Environments; c.Replay < least {
			t.Close()
			return nil, fmt.Errorf("dqn: a replay buffer of %d transitions, want %d: %d games of up to %d moves that are learned from when they end", c.Replay, least, play.Environments, t.longest)
		}
	}
	if c.Prioritised != nil {
		t.replay.order = newPriorities(*c.Prioritised, c.Replay)
	}
	return t, nil
}

// Close stops the making of puzzles.
func (t *TaskDQN) Close() { t.close() }

// keep pushes the moves whose returns a transition completes.
func (t *TaskDQN) keep(s transition) {
	ends := s.ended || s.cut
	t.steps.add(s, s.reward/float32(t.config.Scale), func(p pending, after []uint8, discount float32) {
		place := t.replay.push(p.Before, p.Action, environment.Outcome(p.Outcome), p.Return, after, discount)
		if t.config.Episode != "" {
			t.running[s.game] = append(t.running[s.game], int32(place))
		}
		if t.watch.Kept != nil {
			t.watch.Kept(Stored{s.game, p.Before, p.Action, environment.Outcome(p.Outcome), p.Return, after, discount, ends})
		}
	})
	if t.config.Episode != "" && ends {
		t.ended = append(t.ended, t.running[s.game])
		t.running[s.game] = nil
	}
}

// Next begins games, fills the buffer as far as it must be, and returns the boards to play on [N, cells], and of a batch
// the boards before and after [B, cells] int32, actions [B] int32, rewards, discounts and weights [B] float32, and
// whether the target is to be copied, [] float32. As long as steps after episodes are to come, it returns these: see
// [TaskDQN.nextEpisode].
func (t *TaskDQN) Next(ctx context.Context) (train.Batch, error) {
	if len(t.ended) > 0 {
		return t.nextEpisode(), nil
	}
	if err := t.fill(ctx); err != nil {
		return train.Batch{}, err
	}
	for t.replay.count < t.config.Begin {
		t.act(nil, 1, t.keep)
		if err := t.fill(ctx); err != nil {
			return train.Batch{}, err
		}
	}
	t.ended = nil // episodes before the first update
	if t.config.Latest {
		t.batch = t.replay.latest(t.config.Batch)
	} else {
		t.batch = t.replay.draw(rand.New(t.pcg), t.config.Batch)
	}
	if t.batch.weight == nil {
		t.batch.weight = make([]float32, t.config.Batch)
		for i := range t.batch.weight {
			t.batch.weight[i] = 1
		}
	}
	copies := float32(0)
	if t.state.Step%t.config.Copy == 0 {
		copies = 1
	}
	return train.Batch{Kind: kindPlay, Samples: t.games.Len(), Inputs: append(t.batch.inputs(), tensors.FromScalar(copies), t.boards())}, nil
}

// The kinds of batches.
const (
	kindPlay    = "dqn"
	kindEpisode = "episode"
)

// inputs are the boards before and after [B, cells] int32, actions [B] int32, rewards, discounts and weights [B]
// float32 of a batch.
func (b sampled) inputs() []*tensors.Tensor {
	n := len(b.action)
	return []*tensors.Tensor{
		boardsOf(b.before, n), boardsOf(b.after, n),
		tensors.FromFlatDataAndDimensions(b.action, n),
		tensors.FromFlatDataAndDimensions(b.reward, n),
		tensors.FromFlatDataAndDimensions(b.discount, n),
		tensors.FromFlatDataAndDimensions(b.weight, n),
	}
}

// nextEpisode returns the step after the episode that ended first: a batch as of [TaskDQN.Next] without what playing
// needs. It has room for the longest episode; what is left over weighs nothing, so that the loss is the mean over the
// episode.
func (t *TaskDQN) nextEpisode() train.Batch {
	places := make([]int, t.longest)
	for i, place := range t.ended[0] {
		places[i] = int(place)
	}
	own := len(t.ended[0])
	if t.config.Episode == EpisodeDrawn {
		copy(places, t.replay.draw(rand.New(t.pcg), own).places)
	}
	t.batch = t.replay.gather(places)
	t.batch.weight = make([]float32, t.longest)
	for i := range own {
		t.batch.weight[i] = float32(t.longest) / float32(own)
	}
	return train.Batch{Kind: kindEpisode, Inputs: t.batch.inputs()}
}

// Loss is the loss of the batch. Outputs are the values of the batch's actions [B] and of their targets [B], and the
// greedy actions on the boards to play on [N] int32, if there are any.
func (t *TaskDQN) Loss(scope *model.Scope, kind string, in []*Node) (loss *Node, outputs []*Node) {
	before, after, action, reward, discount, weight := in[0], in[1], in[2], in[3], in[4], in[5]
	copies := ScalarZero(before.Graph(), dtypes.Float32)
	if kind == kindPlay {
		copies = in[6]
	}
	values := t.online(scope, before)
	follows := t.target(scope, after, copies)
	// The product alone would make nothing of a masked value of −10¹⁰ where all actions are illegal,
	// and would keep it where the game was cut off.
	targets := StopGradient(Add(reward, Where(GreaterThan(discount, ZerosLike(discount)), Mul(discount, follows), ZerosLike(discount))))
	loss, taken := t.learn.towards(values, action, targets, weight)
	outputs = []*Node{StopGradient(taken), targets}
	if kind == kindPlay {
		greedy, _ := t.policy(scope, in[7])
		outputs = append(outputs, greedy)
	}
	return loss, outputs
}

// target is the value of what follows: boards [B, N] → [B].
func (t *TaskDQN) target(scope *model.Scope, after, copies *Node) *Node {
	values, legal := t.estimate(scope, after, copies)
	if !t.config.Double {
		return guarded(ReduceMax(seen(values, legal), -1), legal)
	}
	own := t.online(scope, after)
	last := seen(own[len(own)-1], legal)
	return guarded(chosen(values, StopGradient(ArgMax(last, -1, dtypes.Int32))), legal)
}

// estimate is what the target network makes of boards [B, N]: the values of all actions [B, A], and the mask
// of those that its maximum may take, nil without one.
func (t *TaskDQN) estimate(scope *model.Scope, boards, copies *Node) (values, legal *Node) {
	all := t.network.Values(sync(scope, copies), boards, t.shape)
	if t.config.MaskTarget {
		legal = t.legal(boards)
	}
	return all[len(all)-1], legal
}

// Observe makes the moves. Its metrics are the actor's, the mean value of the batch's actions and their spread, and
// how far values are from targets and from what the actions are worth, all in rewards. A step after an episode makes
// no move; its metric is the number of the episode's transitions.
func (t *TaskDQN) Observe(kind string, outputs []*tensors.Tensor) (train.Metrics, error) {
	taken, err := flat[float32](outputs[0])
	if err != nil {
		return nil, err
	}
	targets, err := flat[float32](outputs[1])
	if err != nil {
		return nil, err
	}
	if kind == kindEpisode {
		return t.observeEpisode(), nil
	}
	greedy, err := flat[int32](outputs[2])
	if err != nil {
		return nil, err
	}
	if t.replay.order != nil {
		for i, place := range t.batch.places {
			t.replay.order.learned(place, float64(taken[i]-targets[i]))
		}
	}
	t.act(greedy, t.play.Epsilon.at(t.state.Step), t.keep)
	m := t.metrics()
	t.judge(m, taken, targets, t.batch)
	return m, t.advance()
}

// observeEpisode ends the step after an episode.
func (t *TaskDQN) observeEpisode() train.Metrics {
	own := len(t.ended[0])
	t.ended = t.ended[1:]
	if t.watch.Episode != nil {
		cells := t.shape.Cells()
		learned := make([]Stored, own)
		for i := range learned {
			b := &t.batch
			learned[i] = Stored{
				Before: b.before[i*cells : (i+1)*cells], Action: b.action[i], Outcome: environment.Outcome(b.outcome[i]), Reward: b.reward[i],
				After: b.after[i*cells : (i+1)*cells], Discount: b.discount[i],
			}
		}
		t.watch.Episode(learned)
	}
	return train.Metrics{"episode": float64(own)}
}

// Save returns the games, the position in the puzzles and the replay buffer.
func (t *TaskDQN) Save() (train.TaskState, error) {
	return saveWith(t.actor, t.pcg, t.replay, &kept{Open: t.steps.open, Running: t.running, Ended: t.ended})
}

// Load goes on from what Save returned.
func (t *TaskDQN) Load(from train.TaskState) error {
	k := kept{Open: t.steps.open, Running: t.running}
	if err := loadWith(t.actor, t.pcg, t.replay, &k, t.steps.n, t.longest, from); err != nil {
		return err
	}
	t.steps.open, t.running, t.ended = k.Open, k.Running, k.Ended
	return nil
}
