package dqnenvironment

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
)

// countActions maps each action to row, column and digit and back.
func countActions(side int, r *lab.Run) error {
	c := environment.Default(side)
	space := c.ActionSpace()
	back, triples := 0, map[[3]int]bool{}
	for a := range space.N {
		row, column, digit := c.Move(a)
		for _, part := range []int{row, column, digit - 1} {
			if part < 0 || part >= side {
				return fmt.Errorf("action %d is digit %d in row %d, column %d at side %d", a, digit, row, column, side)
			}
		}
		triples[[3]int{row, column, digit}] = true
		if c.Action(row, column, digit) == a {
			back++
		}
	}
	r.Count("actions", int64(space.N), "actions")
	r.Count("triples", int64(len(triples)), "actions")
	r.Count("back", int64(back), "actions")
	return nil
}

// playEpisodes plays random moves, half of the episodes among all actions, half among those on empty cells, a quarter
// with a low limit of moves, and holds each reset and each step to the contract.
func playEpisodes(ctx context.Context, cfg Config, r *lab.Run) error {
	all, err := samples(ctx, cfg.Short, cfg.Episodes)
	if err != nil {
		return err
	}
	list := make([]board.Board, len(all))
	for i, s := range all {
		list[i] = s.Board()
	}
	source, err := environment.List(list)
	if err != nil {
		return err
	}
	game := environment.Default(9)
	patient, err := environment.New(game, source)
	if err != nil {
		return err
	}
	game.Limit = cfg.Limit
	hurried, err := environment.New(game, source)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, 1))
	t := trial{counts: map[string]int{}}
	held := 0
	for i, s := range all {
		t.env = patient
		if i/2%4 == 0 {
			t.env = hurried
		}
		ok, err := t.play(s, list[i], rng, i%2 == 0)
		if err != nil {
			return err
		}
		if ok {
			held++
		}
	}
	if err := errors.Join(patient.Close(), hurried.Close()); err != nil {
		return err
	}
	r.Exact("episodes", float64(len(all)), "episodes", len(all))
	r.Exact("held", float64(held), "episodes", len(all))
	for _, name := range []string{"solved", "mistakes", "truncated", "refused after the end"} {
		r.Exact(name, float64(t.counts[name]), "episodes", len(all))
	}
	for _, name := range []string{"steps", "filled", "done"} {
		r.Exact(name, float64(t.counts[name]), "steps", t.counts["steps"])
	}
	r.Exact("unexplained", float64(t.counts["unexplained"]), "cells", t.counts["steps"])
	return nil
}

// trial plays episodes and counts.
type trial struct {
	env    *environment.Environment
	counts map[string]int
}

// play plays one episode and reports whether the contract held in all of it.
func (t *trial) play(s puzzles.Sample, puzzle board.Board, rng *rand.Rand, free bool) (held bool, err error) {
	before, info, err := t.env.Reset(nil, environment.Options{Puzzle: puzzle})
	if err != nil {
		return false, err
	}
	held = slices.Equal([]uint8(before), s.Puzzle) && info.Moves == 0 && info.Blanks == len(puzzles.Empty(before)) && t.env.ObservationSpace().Contains(before)
	for moves := 1; ; moves++ {
		var legal []bool
		if !free {
			legal = info.Legal
		}
		action := t.env.ActionSpace().Sample(rng, legal)
		cell, digit := action/9, uint8(action%9+1)
		step, err := t.env.Step(action)
		if err != nil {
			return false, err
		}
		next, after := step.Observation, step.Info
		t.counts["steps"]++
		filled := before[cell] != 0
		mistake := !filled && s.Solution[cell] != digit
		solved := slices.Equal([]uint8(next), s.Solution)
		for c, d := range next {
			if d != before[c] && (c != cell || d != digit || filled) {
				t.counts["unexplained"]++
				held = false
			}
		}
		held = held && t.env.ObservationSpace().Contains(next) && !math.IsNaN(step.Reward) && !math.IsInf(step.Reward, 0) &&
			step.Terminated == (solved || mistake) && step.Truncated == (!step.Terminated && moves >= t.env.Config().Limit) &&
			after.Moves == moves && after.Blanks == len(puzzles.Empty(next)) && len(after.Legal) == t.env.ActionSpace().N && after.Outcome != environment.None
		for name, is := range map[string]bool{"filled": filled, "done": step.Terminated, "solved": solved, "mistakes": mistake, "truncated": step.Truncated} {
			if is {
				t.counts[name]++
			}
		}
		before, info = next, after
		if step.Terminated || step.Truncated {
			break
		}
	}
	_, err = t.env.Step(0)
	if errors.Is(err, environment.ErrOver) {
		t.counts["refused after the end"]++
	} else {
		held = false
	}
	return held, nil
}

// earn makes moves of each kind and keeps what they earn, and plays whole games to the solution.
func earn(ctx context.Context, cfg Config, variant string, r *lab.Run) error {
	all, err := samples(ctx, cfg.Long, cfg.Puzzles)
	if err != nil {
		return err
	}
	game := environment.Default(9)
	game.Rewards = rewardsOf(variant)
	v, err := environment.NewVector(game, 1)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, 2))
	earned := map[string]*span{}
	for _, kind := range moves {
		earned[kind] = &span{}
		// On one board in two there is a move of each kind at least.
		for try := 0; earned[kind].count < cfg.Moves && try < 20*cfg.Moves; try++ {
			s := all[try%len(all)]
			of := len(puzzles.Empty(s.Puzzle))
			cells := position(rng, s, 2+rng.IntN(of-2))
			var choice []int32
			for a := range game.Actions() {
				if kindOf(s, cells, a) == kind {
					choice = append(choice, int32(a))
				}
			}
			if len(choice) == 0 {
				continue
			}
			v.Position(0, s.Puzzle, s.Solution, cells)
			v.Step([]int32{choice[rng.IntN(len(choice))]})
			earned[kind].add(float64(v.Rewards()[0]))
		}
		earned[kind].keep(r, kind, "reward")
	}
	var last, before span
	for i := range cfg.Moves {
		s := all[i%len(all)]
		cells := position(rng, s, cfg.Empty)
		v.Position(0, s.Puzzle, s.Solution, cells)
		order := puzzles.Empty(cells)
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for k, cell := range order {
			v.Step([]int32{int32(cell*9) + int32(s.Solution[cell]) - 1})
			if k == len(order)-1 {
				last.add(float64(v.Rewards()[0]))
			} else {
				before.add(float64(v.Rewards()[0]))
			}
		}
	}
	last.keep(r, "last", "reward")
	before.keep(r, "before", "reward")
	return nil
}

// tryAll makes every action on boards with few empty cells, and looks which a mask leaves.
func tryAll(ctx context.Context, cfg Config, r *lab.Run) error {
	all, err := samples(ctx, cfg.Long, cfg.Puzzles)
	if err != nil {
		return err
	}
	game := environment.Default(9)
	actions := game.Actions()
	v, err := environment.NewVector(game, actions)
	if err != nil {
		return err
	}
	every := make([]int32, actions)
	for a := range every {
		every[a] = int32(a)
	}
	rng := rand.New(rand.NewPCG(r.Seed, 3))
	var pointless span
	penalties := 0
	counts, left := map[environment.Outcome]int{}, map[string]*tally{blankMask: {}, strictMask: {}}
	legal := make([]bool, actions)
	for i := range cfg.Boards {
		s := all[i%len(all)]
		cells := position(rng, s, cfg.Empty)
		for a := range actions {
			v.Position(a, s.Puzzle, s.Solution, cells)
		}
		for _, mask := range masks {
			v.Legal(0, mask == strictMask, legal)
			left[mask].before = append(left[mask].before[:0], legal...)
		}
		v.Step(every)
		penalised := 0
		for a, o := range v.Outcomes() {
			counts[o]++
			bad := v.Rewards()[a] < 0
			if bad {
				penalised++
			}
			for _, mask := range masks {
				left[mask].add(a, bad, cells[a/9] != 0)
			}
		}
		pointless.add(float64(penalised))
		penalties += penalised
	}
	n := cfg.Boards
	r.Exact("boards", float64(n), "boards", n)
	r.Exact("empty", float64(cfg.Empty), "cells", n)
	r.Exact("actions", float64(actions), "actions", n)
	r.Exact("pointless", float64(penalties), "actions", n)
	r.Exact("pointless.least", pointless.least, "actions", n)
	r.Exact("pointless.greatest", pointless.greatest, "actions", n)
	for _, o := range []environment.Outcome{environment.Filled, environment.Broken, environment.Off, environment.Right} {
		r.Exact(o.String(), float64(counts[o]), "actions", n)
	}
	for _, mask := range masks {
		t := left[mask]
		r.Exact(mask+" left", float64(t.left), "actions", n)
		r.Exact(mask+" pointless", float64(t.pointless), "actions", n)
		r.Exact(mask+" filled", float64(t.filled), "actions", n)
	}
	return nil
}

// tally counts the actions that a mask leaves.
type tally struct {
	before                  []bool // the mask of a board
	left, pointless, filled int
}

func (t *tally) add(action int, pointless, filled bool) {
	if !t.before[action] {
		return
	}
	t.left++
	if pointless {
		t.pointless++
	}
	if filled {
		t.filled++
	}
}

// askAgent asks the document's agent about boards, and holds its mask to the boards.
func askAgent(ctx context.Context, cfg Config, mask string, r *lab.Run) error {
	all, err := samples(ctx, cfg.Long, cfg.Puzzles)
	if err != nil {
		return err
	}
	recipe, err := dqn.DocumentedRecipe(cfg.Agent.Network, 9, 1000)
	if err != nil {
		return err
	}
	recipe.Network.Width, recipe.Network.Hidden = cfg.Agent.Width, cfg.Agent.Hidden
	recipe.Play.Strict = mask == strictMask
	choice, err := backend.OpenNoted(ctx, accel.NameGo, r)
	if err != nil {
		return err
	}
	defer choice.Close()
	rng := rand.New(rand.NewPCG(r.Seed, 4))
	var cells []uint8
	for i := range cfg.Boards {
		s := all[i%len(all)]
		cells = append(cells, position(rng, s, 1+rng.IntN(len(puzzles.Empty(s.Puzzle))))...)
	}
	saw, err := dqn.Inspect(choice.Backend, recipe, cells, cfg.Agent.Draws)
	if err != nil {
		return err
	}
	const actions = 9 * 9 * 9
	legal := func(i, action int) bool {
		of := cells[i*81 : (i+1)*81]
		if of[action/9] != 0 {
			return false
		}
		return mask == blankMask || !slices.ContainsFunc(board.Standard().Peers(action/9), func(p int) bool { return of[p] == uint8(action%9+1) })
	}
	illegal := func(chosen []int32, draws int) (count int64) {
		for i, a := range chosen {
			if !legal(i/draws, int(a)) {
				count++
			}
		}
		return count
	}
	r.Count("boards", int64(cfg.Boards), "boards")
	r.Count("drawn", int64(len(saw.Random)), "moves")
	r.Count("drawn illegal", illegal(saw.Random, cfg.Agent.Draws), "moves")
	r.Count("chosen illegal", illegal(saw.Greedy, 1), "moves")
	for _, place := range []struct {
		name       string
		seen, bare []float32
	}{{"policy", saw.Policy, saw.Online}, {"target", saw.Follow, saw.Target}} {
		var of span
		changed := 0
		for i, x := range place.seen {
			if !legal(i/actions, i%actions) {
				of.add(float64(x))
			} else if x != place.bare[i] {
				changed++
			}
		}
		of.keep(r, place.name, "value")
		r.Count(place.name+" changed", int64(changed), "values")
	}
	return nil
}
