package dqn

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	. "github.com/gomlx/gomlx/core/graph" //nolint:revive // graph building reads as formulas
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/learn/candidates"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

func backend(t testing.TB) compute.Backend {
	t.Helper()
	choice, err := accel.Choose(context.Background(), accel.Options{Backend: accel.NameGo, Sequential: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { choice.Close() })
	return choice.Backend
}

// small is a candidate network that a test can train in seconds.
func small(t testing.TB) Network {
	t.Helper()
	n, err := networks.NewCandidate(candidates.Config{Hidden: 8, Channels: 4, Pool: candidates.PoolSoftmax, Steps: 3, Seed: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// play4 are games on 4×4 boards.
func play4() Play {
	p := Play{
		Game: environment.Default(4), Puzzles: puzzles.DefaultConfig(4), Environments: 8, Mask: true,
		Epsilon: Epsilon{From: 1, To: 0.1, Steps: 30}, Again: 0.5, Seed: 5,
		Stages: []Stage{{Low: 12, High: 14, Steps: 7}, {Low: 5, High: 12}},
	}
	p.Puzzles.Lookahead = 16
	return p
}

func exam4() Validation {
	return Validation{Rows: []Row{{2, 4}, {9, 9}}, Count: 20, Batch: 16, Seed: 3}
}

// tasks are the three algorithms, with all their switches on.
func tasks(t testing.TB, b compute.Backend, n Network) map[string]func() (train.OpenTask, error) {
	learn := Learn{Gamma: 0.9, Scale: 100, Batch: 16, Loss: SmoothL1}
	ctx := t.Context()
	return map[string]func() (train.OpenTask, error){
		"dqn": func() (train.OpenTask, error) {
			return opened(NewDQN(ctx, b, n, play4(), DQN{Learn: learn, Replay: 200, Begin: 40, Copy: 5, MaskTarget: true, Steps: 1}, exam4(), 1))
		},
		"dqn, all switches": func() (train.OpenTask, error) {
			c := DQN{Learn: learn, Replay: 100, Begin: 40, Copy: 5, MaskTarget: true, Steps: 3, Double: true, Prioritised: DefaultPrioritised()}
			return opened(NewDQN(ctx, b, n, play4(), c, exam4(), 1))
		},
		"dqn, steps after episodes": func() (train.OpenTask, error) {
			c := DQN{Learn: learn, Replay: 200, Begin: 40, Copy: 5, MaskTarget: true, Steps: 2, Episode: EpisodeOwn}
			return opened(NewDQN(ctx, b, n, play4(), c, exam4(), 1))
		},
		"dqn, drawn steps after episodes": func() (train.OpenTask, error) {
			c := DQN{Learn: learn, Replay: 200, Begin: 40, Copy: 5, MaskTarget: true, Steps: 1, Episode: EpisodeDrawn}
			return opened(NewDQN(ctx, b, n, play4(), c, exam4(), 1))
		},
		"pqn": func() (train.OpenTask, error) {
			return opened(NewPQN(ctx, b, n, play4(), PQN{Learn: learn, Rollout: 4, Epochs: 2, Lambda: 0.65}, exam4(), 1))
		},
		"twin": func() (train.OpenTask, error) {
			return opened(NewTwin(ctx, b, n, play4(), Twin{Learn: learn, Replay: 200, Begin: 40}, exam4(), 1))
		},
	}
}

func trained(t testing.TB, b compute.Backend, task train.Task, folder string, steps, every int, resume bool) *train.Trainer {
	t.Helper()
	c := train.DefaultConfig()
	c.Steps, c.ValidateEvery, c.Watch, c.WatchHigher, c.LogEvery, c.SaveSeconds = steps, every, "solved", true, 5, 0
	c.Optimizer.LearningRate = 5e-3
	tr, err := train.New(b, task, c, train.Options{Folder: folder, Resume: resume})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tr.Close)
	return tr
}

// checkpoint returns what a checkpoint holds, without the times.
func checkpoint(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, train.CheckpointName))
	if err != nil {
		t.Fatal(err)
	}
	file, err := safetensors.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, tensor := range file.Tensors {
		out[tensor.Name] = tensor.Data
	}
	return out
}

// TestResume: a training that is broken off goes on to the same bytes: weights, moments, buffers.
func TestResume(t *testing.T) {
	b := backend(t)
	for name, open := range tasks(t, b, small(t)) {
		t.Run(name, func(t *testing.T) {
			run := func(folder string, steps int, resume bool) {
				task, err := open()
				if err != nil {
					t.Fatal(err)
				}
				defer task.Close()
				if _, err := trained(t, b, task, folder, steps, 0, resume).Run(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			straight, broken := t.TempDir(), t.TempDir()
			run(straight, 23, false)
			for _, steps := range []int{1, 9, 14, 23} {
				run(broken, steps, steps > 1)
			}
			want, got := checkpoint(t, straight), checkpoint(t, broken)
			if len(want) < 20 || len(want) != len(got) {
				t.Fatalf("%d tensors in the checkpoint after a break, %d without", len(got), len(want))
			}
			for name, data := range want {
				if !bytes.Equal(data, got[name]) {
					t.Errorf("%s differs after a break", name)
				}
			}
		})
	}
}

// TestLearns: on 4×4 boards every algorithm learns to solve within seconds.
func TestLearns(t *testing.T) {
	if testing.Short() {
		t.Skip("trains three networks for seconds each")
	}
	b := backend(t)
	for name, open := range tasks(t, b, small(t)) {
		if strings.Contains(name, "after episodes") {
			continue // most of its steps are made without a move, so it has seen little after so few
		}
		t.Run(name, func(t *testing.T) {
			task, err := open()
			if err != nil {
				t.Fatal(err)
			}
			defer task.Close()
			report, err := trained(t, b, task, "", 150, 150, false).Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if solved := report.Validation["solved 2-4"]; solved < 0.7 {
				t.Errorf("%.0f %% of boards with 2 to 4 empty cells are solved after 150 steps, want 70 at least: %v", 100*solved, report.Validation)
			}
		})
	}
}

// fixed is a network whose values are given: one table of actions for all boards.
type fixed struct{ values []float32 }

func (fixed) Name() string             { return "fixed" }
func (fixed) Takes(*board.Shape) error { return nil }
func (f fixed) Values(scope *model.Scope, boards *Node, _ *board.Shape) []*Node {
	bias := scope.VariableWithValue("bias", f.values).NodeValue(boards.Graph()) // [A]
	return []*Node{BroadcastToDims(ExpandAxes(bias, 0), boards.Shape().Dimensions[0], len(f.values))}
}

// TestPlayer: a player takes the best legal action, and its games are counted as they go.
func TestPlayer(t *testing.T) {
	s, err := board.ShapeOfSide(4)
	if err != nil {
		t.Fatal(err)
	}
	solution := []uint8{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	puzzle := append([]uint8{}, solution...)
	puzzle[0], puzzle[15] = 0, 0
	values := make([]float32, 64)
	values[4*4] = 9   // on a given
	values[15*4] = 5  // right: 1 in the last cell
	values[0*4+1] = 4 // wrong: 2 in the first
	samples := []puzzles.Sample{{Puzzle: puzzle, Solution: solution}}
	for _, c := range []struct {
		policy Policy
		want   Game
		strict bool
	}{
		{Policy{Mask: true}, Game{Blanks: 2, Moves: 2, Right: 1, Wrong: 1}, false},
		{Policy{Mask: true, Strict: true}, Game{Blanks: 2, Moves: 2, Right: 2, Solved: true}, true},
		{Policy{}, Game{Blanks: 2, Moves: 1, Filled: 1, Wrong: 16}, false},
	} {
		p, err := NewPlayer(backend(t), fixed{values}, model.NewStore(), s, c.policy, 3)
		if err != nil {
			t.Fatal(err)
		}
		games, err := p.Play(t.Context(), samples)
		if err != nil {
			t.Fatal(err)
		}
		mistake := games[0].Mistake
		games[0].Mistake = nil
		if fmt.Sprint(games[0]) != fmt.Sprint(c.want) || (mistake == nil) != c.strict {
			t.Errorf("mask %v, strict %v: %+v after %v, want %+v", c.policy.Mask, c.policy.Strict, games[0], mistake, c.want)
		}
		p.Close()
	}
}

// TestReturns compares the returns of a rollout with their definition, by plain loops.
func TestReturns(t *testing.T) {
	b := backend(t)
	play := play4()
	play.Environments, play.Again = 3, 0
	learn := Learn{Gamma: 0.8, Scale: 10, Batch: 3, Loss: SmoothL1}
	task, err := NewPQN(t.Context(), b, small(t), play, PQN{Learn: learn, Rollout: 5, Epochs: 1, Lambda: 0.3}, exam4(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer task.Close()
	r := rollout{moves: 5}
	for at := range 15 {
		r.before = append(r.before, bytes.Repeat([]byte{uint8(at)}, 16)...)
		r.action = append(r.action, int32(at))
		r.outcome = append(r.outcome, uint8(environment.Right))
		r.reward = append(r.reward, float32(at%7)-2)
		r.value = append(r.value, float32(at)/3)
		r.ended = append(r.ended, at == 4)
		r.cut = append(r.cut, at == 8)
	}
	task.now = r
	follows := []float32{7, 8, 9}
	task.complete(follows)
	var value func(move, game int) float64
	var worth func(move, game int) (float64, bool)
	value = func(move, game int) float64 {
		if move == 5 {
			return float64(follows[game])
		}
		return float64(r.value[move*3+game])
	}
	worth = func(move, game int) (float64, bool) {
		at := move*3 + game
		if move == 5 {
			return float64(follows[game]), true
		}
		if r.cut[at] {
			return float64(r.value[at]), false
		}
		if r.ended[at] {
			return float64(r.reward[at]), true
		}
		next, _ := worth(move+1, game)
		return float64(r.reward[at]) + 0.8*(0.3*next+0.7*value(move+1, game)), true
	}
	for at := range 15 {
		want, counts := worth(at/3, at%3)
		got := float64(task.ready.reward[at])
		if math.Abs(got-want) > 1e-4 || (task.ready.discount[at] == 1) != counts {
			t.Errorf("move %d of game %d: return %v, weight %v; want %v, counting %v", at/3, at%3, got, task.ready.discount[at], want, counts)
		}
	}
}

// TestNotFinite: a loss that is no number ends the training with an error that says so, and where.
func TestNotFinite(t *testing.T) {
	b := backend(t)
	values := make([]float32, 64)
	values[3] = float32(math.NaN())
	task, err := NewDQN(t.Context(), b, fixed{values}, play4(), DQN{Learn: DocumentedDQN().Learn, Replay: 100, Begin: 64, Copy: 5, MaskTarget: true, Steps: 1}, exam4(), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer task.Close()
	if _, err := trained(t, b, task, "", 3, 0, false).Run(t.Context()); !errors.Is(err, train.ErrNotFinite) {
		t.Errorf("a network of NaN: error %v, want one that wraps %v", err, train.ErrNotFinite)
	}
}

// TestStuck: a game that goes on where the greedy move changes nothing counts up to its limit, as if it were played.
func TestStuck(t *testing.T) {
	s, err := board.ShapeOfSide(4)
	if err != nil {
		t.Fatal(err)
	}
	solution := []uint8{1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}
	puzzle := append([]uint8{}, solution...)
	puzzle[0], puzzle[15] = 0, 0
	values := make([]float32, 64)
	values[15*4] = 5 // right: 1 in the last cell
	values[5*4] = 4  // then for ever on a given
	game := environment.Default(4)
	game.EndAtMistake = false
	p, err := NewPlayer(backend(t), fixed{values}, model.NewStore(), s, Policy{Game: &game}, 3)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	games, err := p.Play(t.Context(), []puzzles.Sample{{Puzzle: puzzle, Solution: solution}})
	if err != nil {
		t.Fatal(err)
	}
	if g := games[0]; g.Moves != game.Limit || g.Right != 1 || g.Filled != game.Limit-1 || g.Solved {
		t.Errorf("%d moves, %d right, %d on filled cells; want %d, 1 and the rest", g.Moves, g.Right, g.Filled, game.Limit)
	}
}

// TestRun: a run ends at its steps or at its moves; an untrained network is measured as its seed left it, whatever
// the training.
func TestRun(t *testing.T) {
	b := backend(t)
	r, err := DocumentedRecipe(networks.Conv, 4, 12)
	if err != nil {
		t.Fatal(err)
	}
	r.Network.Width, r.Network.Hidden, r.DQN.Begin, r.Validation.Count = 4, 8, 64, 10
	r.Train.ValidateEvery, r.Train.LogEvery = 2, 2
	r.DQN.Episode = EpisodeOwn
	run := func(r Recipe) *Curve {
		t.Helper()
		learned, kept := 0, 0
		curve, err := TrainWatched(t.Context(), b, r, 1, Watch{
			Kept:    func(Stored) { kept++ },
			Episode: func(transitions []Stored) { learned += len(transitions) },
		})
		if err != nil {
			t.Fatal(err)
		}
		if learned == 0 || kept < learned {
			t.Errorf("%d transitions kept, %d learned from after episodes", kept, learned)
		}
		return curve
	}
	curve := run(r)
	end := curve.Points[len(curve.Points)-1]
	if end.Step != 12 || end.Moves >= 12*8 {
		t.Errorf("%d steps made %d moves, want 12 and less than 96: some follow episodes", end.Step, end.Moves)
	}
	r.Moves, r.Train.Steps = 40, 1000
	curve = run(r)
	if end := curve.Points[len(curve.Points)-1]; end.Moves < 40 || end.Moves > 40+2*8 || end.Step == 1000 {
		t.Errorf("an end after 40 moves came after %d, at step %d", end.Moves, end.Step)
	}
	one, err := Untrained(t.Context(), b, r, 1)
	if err != nil {
		t.Fatal(err)
	}
	r.DQN.Gamma, r.Train.Optimizer.LearningRate = 0.5, 1
	two, err := Untrained(t.Context(), b, r, 1)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(one) != fmt.Sprint(two) {
		t.Errorf("untrained %v and %v", one, two)
	}
}

// TestEpisodeRefused: a buffer that may lose an episode before it is learned from is refused, as is an unknown
// kind of step.
func TestEpisodeRefused(t *testing.T) {
	b, n := backend(t), small(t)
	c := DQN{Learn: Learn{Gamma: 0.9, Scale: 100, Batch: 16, Loss: SmoothL1}, Replay: 60, Begin: 40, Copy: 5, Steps: 1, Episode: EpisodeOwn}
	if _, err := NewDQN(t.Context(), b, n, play4(), c, exam4(), 1); err == nil {
		t.Error("60 transitions are accepted for 8 games of 11 moves")
	}
	c.Replay, c.Episode = 200, "all"
	if _, err := NewDQN(t.Context(), b, n, play4(), c, exam4(), 1); err == nil {
		t.Error("a step of an unknown kind is accepted")
	}
}
