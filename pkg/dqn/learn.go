package dqn

import (
	"fmt"
	"math"
	"strings"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive,staticcheck // graph building reads as formulas
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/train"
)

// The losses.
const (
	SmoothL1 = "smooth-l1"
	Squared  = "squared"
)

// Learn is what all algorithms have in common.
type Learn struct {
	Gamma float64 `json:"gamma"` // discount
	// Scale is the reward that counts as one: networks value actions in its units. Rewards reach 100 and
	// values 500 (see package ruler), which the first weights are far from.
	Scale float64 `json:"scale"`
	Batch int     `json:"batch"` // transitions in an update, B
	Loss  string  `json:"loss"`  // smooth-l1 or squared
}

// Validate reports what is wrong with the configuration.
func (l Learn) Validate() error {
	switch {
	case !(l.Gamma >= 0 && l.Gamma <= 1):
		return fmt.Errorf("dqn: gamma %v, want 0 to 1", l.Gamma)
	case !(l.Scale > 0) || math.IsInf(l.Scale, 1):
		return fmt.Errorf("dqn: scale %v, want above 0", l.Scale)
	case l.Batch < 1 || l.Batch > 1<<16:
		return fmt.Errorf("dqn: batches of %d, want 1…65536", l.Batch)
	case l.Loss != SmoothL1 && l.Loss != Squared:
		return fmt.Errorf("dqn: loss %q, want %s or %s", l.Loss, SmoothL1, Squared)
	}
	return nil
}

// loss is the loss of differences, item by item.
func (l Learn) loss(difference *Node) *Node {
	if l.Loss == Squared {
		return MulScalar(Square(difference), 0.5)
	}
	size := Abs(difference)
	bent := AddScalar(size, -0.5)
	return Where(LessThan(size, OnesLike(size)), MulScalar(Square(difference), 0.5), bent)
}

// towards is the mean loss of the values that a network gives to actions, over its scored steps, and the
// values of the last: actions [B] int32, targets [B], weights [B] → scalar, [B].
func (l Learn) towards(values []*Node, actions, targets, weights *Node) (loss, taken *Node) {
	for i, v := range values {
		taken = chosen(v, actions)
		part := ReduceAllMean(Mul(weights, l.loss(Sub(taken, targets))))
		if i == 0 {
			loss = part
		} else {
			loss = Add(loss, part)
		}
	}
	return DivScalar(loss, float64(len(values))), taken
}

// learner is what the algorithms' tasks share: who plays, which network values, and how it is looked at.
type learner struct {
	*actor
	network Network
	shape   *board.Shape
	learn   Learn
	exam    *exam
}

// online is the network that plays and learns, valuing boards [B, N].
func (l *learner) online(scope *model.Scope, boards *Node) []*Node {
	return l.network.Values(scope.At(onlineScope), boards, l.shape)
}

// legal is the mask of the policy: boards [B, N] → [B, A] bool; nil without a mask.
func (l *learner) legal(boards *Node) *Node {
	switch {
	case !l.play.Mask:
		return nil
	case l.play.Strict:
		return strictOf(boards, l.shape.Box())
	}
	return legalOf(boards, l.shape.Side())
}

// policy is the greedy choice and its value: boards [B, N] → actions [B] int32, values [B]. Where no action is legal the choice is
// the first action, which the game ends or punishes, and its value 0.
func (l *learner) policy(scope *model.Scope, boards *Node) (actions, values *Node) {
	last := l.choices(scope, boards)
	return StopGradient(ArgMax(last, -1, dtypes.Int32)), StopGradient(guarded(ReduceMax(last, -1), l.legal(boards)))
}

// choices are the values among which the greedy choice is made: boards [B, N] → [B, A].
func (l *learner) choices(scope *model.Scope, boards *Node) *Node {
	all := l.online(scope, boards)
	return seen(all[len(all)-1], l.legal(boards))
}

// sync makes the target network's variables those of the online one where copy [] is 1, and leaves them
// else; it returns the scope to build the target network in, behind a barrier to gradients.
func sync(scope *model.Scope, copies *Node) *model.Scope {
	g := copies.Graph()
	online, target := scope.At(onlineScope), scope.At(targetScope)
	from := online.Scope() + "/"
	now := GreaterThan(copies, ZerosLike(copies))
	var names []string
	for v := range online.IterVariables() {
		names = append(names, strings.TrimPrefix(v.Path(), from))
	}
	store := scope.Store()
	for _, name := range names {
		v := store.GetVariable(from + name)
		path := target.Scope() + "/" + name
		t := store.GetVariable(path)
		if t == nil {
			t = store.VariableWithValue(path, tensors.FromShape(v.Shape()))
		}
		t.SetTrainable(false)
		value := v.NodeValue(g)
		t.SetNodeValue(Where(BroadcastToShape(Reshape(now, ones(value.Rank())...), shapes.Make(dtypes.Bool, value.Shape().Dimensions...)), StopGradient(value), t.NodeValue(g)))
	}
	return target
}

func ones(rank int) []int {
	dims := make([]int, rank)
	for i := range dims {
		dims[i] = 1
	}
	return dims
}

// seen are values [B, A] as a maximum sees them: [masked], or as they are where there is no mask.
func seen(values, legal *Node) *Node {
	if legal == nil {
		return values
	}
	return masked(values, legal)
}

// flat reads an output and frees it.
func flat[T int32 | float32](t *tensors.Tensor) ([]T, error) {
	values, err := tensors.CopyFlatData[T](t)
	if err != nil {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	if err := t.FinalizeAll(); err != nil {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	return values, nil
}

// mean is the mean of values.
func mean(values []float32) float64 {
	sum := 0.0
	for _, v := range values {
		sum += float64(v)
	}
	return sum / float64(len(values))
}

// spread is the standard deviation of values about their mean.
func spread(values []float32) float64 {
	m, sum := mean(values), 0.0
	for _, v := range values {
		sum += (float64(v) - m) * (float64(v) - m)
	}
	return math.Sqrt(sum / float64(len(values)))
}

// blanksOf counts the empty cells of each board of a batch.
func blanksOf(cells []uint8, boards int) []int {
	counts := make([]int, boards)
	size := len(cells) / boards
	for i, d := range cells {
		if d == 0 {
			counts[i/size]++
		}
	}
	return counts
}

// ruler is what actions are worth in the agent's game.
func (l *learner) ruler() Ruler { return NewRuler(l.play.Game.Rewards, l.learn.Gamma) }

// judge adds to the metrics what a batch's values show.
func (l *learner) judge(m train.Metrics, taken, targets []float32, batch sampled) {
	scale := l.learn.Scale
	residual := 0.0
	for i := range taken {
		residual += math.Abs(float64(taken[i] - targets[i]))
	}
	m["value"], m["spread"], m["residual"] = mean(taken)*scale, spread(taken)*scale, residual*scale/float64(len(taken))
	if !l.play.Game.EndAtMistake {
		return // no ruler
	}
	ruler := l.ruler()
	blanks := blanksOf(batch.before, len(taken))
	off := 0.0
	for i, v := range taken {
		var worth float64
		switch environment.Outcome(batch.outcome[i]) {
		case environment.Right, environment.Solved:
			worth = ruler.Right(blanks[i])
		case environment.Filled:
			worth = ruler.Filled(blanks[i], l.play.Game.EndAtFilled)
		default:
			worth = ruler.Wrong()
		}
		off += math.Abs(float64(v)*scale - worth)
	}
	m["off"] = off / float64(len(taken))
}
