package weights

import (
	"fmt"
	"strings"

	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/learn/weights"
)

// Commands names the commands that write the weights and their scores.
func (r Recipe) Commands() string { return "`sudokulab train export` and `sudokulab eval dqn --card`" }

// Sections is what a card as a text says of the agent and its training, up to the runs.
func (r Recipe) Sections(t weights.Training, extent string) string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	p := r.Play
	n := p.Game.Side
	say("## Agent\n\nThe network %s values the %d moves of a %d×%d board in one pass. The agent makes the best one on an "+
		"empty cell, one after the other, takes none back and does no search.\n\n", r.Network.Name, n*n*n, n, n)
	w := p.Game.Rewards
	say("## Training\n\n- Game: %+g for a right move, %+g for a wrong one, %+g for one on a filled cell, %+g for the last", w.Right, w.Wrong, w.Filled, w.Solved)
	if !w.LastOnce {
		say(" in addition")
	}
	if w.Step != 0 {
		say(", %+g for each", w.Step)
	}
	say("; right is %s", map[environment.Judge]string{
		environment.BySolution: "the digit of the only solution", environment.ByRules: "a digit that breaks no rule yet",
	}[p.Game.Judge])
	if p.Game.EndAtMistake {
		say("; it ends at the first mistake")
	}
	say(".\n- Choice: %s, random at first in %g, at last in %g of the moves.\n", map[bool]string{
		true: "moves on empty cells alone", false: "moves on all cells",
	}[p.Mask], p.Epsilon.From, p.Epsilon.To)
	r.sayAlgorithm(say)
	var givens []string
	for _, s := range p.Stages {
		givens = append(givens, fmt.Sprintf("%d to %d", s.Low, s.High))
	}
	if len(givens) == 0 {
		for _, band := range p.Puzzles.Givens.Bands() {
			givens = append(givens, fmt.Sprintf("%d to %d", band.Low, band.High))
		}
	}
	say("- Boards: %d×%d with %s givens, endless streams of package puzzles, held-out classes left out.\n", n, n, strings.Join(givens, ", then "))
	say("- %d steps (%s), %d moves in %d games at a time, %.0f s, %.3g floating-point operations in products.\n",
		t.Steps, extent, t.Samples, p.Environments, t.Seconds, t.FLOPs)
	say("- Seeds: weights %d, moves %d, puzzles %d, trainer %d. Weights taken: %s.\n", r.Network.Seed, p.Seed, p.Puzzles.Seed, r.Train.Seed, t.Part)
	return b.String()
}

// sayAlgorithm tells how the recipe learns.
func (r Recipe) sayAlgorithm(say func(string, ...any)) {
	l := learned(r.Recipe)
	switch {
	case r.DQN != nil:
		say("- Deep Q-learning: %d transitions kept, target network copied every %d steps, rewards of %d moves added up", r.DQN.Replay, r.DQN.Copy, r.DQN.Steps)
	case r.PQN != nil:
		say("- Parallelised Q-network: rollouts of %d moves, each learned from %d times, λ %g", r.PQN.Rollout, r.PQN.Epochs, r.PQN.Lambda)
	default:
		say("- Supervised twin, told what every legal move is worth: %d boards kept", r.Twin.Replay)
	}
	say("; batches of %d, γ %g, rewards in units of %g, loss %s.\n", l.Batch, l.Gamma, l.Scale, l.Loss)
}
