package dqn

import "slices"

// pending are the last moves of a game whose return is not complete: of fewer than n steps.
type pending struct {
	Before  []uint8 `json:"before"`
	Action  int32   `json:"action"`
	Outcome uint8   `json:"outcome"`
	Return  float32 `json:"return"` // discounted rewards so far, in units of Learn.Scale
	Steps   int     `json:"steps"`
}

// nStep joins moves to returns of n steps (Sutton, "Learning to Predict by the Methods of Temporal Differences",
// 1988): r(t) + γ·r(t+1) + … + γⁿ⁻¹·r(t+n−1), and what follows counts γⁿ. It hands out each move once.
type nStep struct {
	n     int
	gamma float32
	open  [][]pending // by game
}

// add takes a move of a game, and calls give for each move whose return is complete: n steps long, or
// up to the end of the episode.
func (s *nStep) add(t transition, reward float32, give func(p pending, after []uint8, discount float32)) {
	s.open[t.game] = append(s.open[t.game], pending{Before: slices.Clone(t.before), Action: t.action, Outcome: uint8(t.outcome)})
	queue := s.open[t.game]
	for i := range queue {
		p := &queue[i]
		power := float32(1)
		for range p.Steps {
			power *= s.gamma
		}
		p.Return += power * reward
		p.Steps++
	}
	done := 0
	for _, p := range queue {
		if !t.ended && !t.cut && p.Steps < s.n {
			break
		}
		discount := float32(1)
		for range p.Steps {
			discount *= s.gamma
		}
		if t.ended {
			discount = 0
		}
		give(p, t.after, discount)
		done++
	}
	s.open[t.game] = slices.Delete(queue, 0, done)
}
