package dqnenvironment

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"sudokulab/pkg/dqn/environment"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/stats"
)

// Speed sizes the timing of steps. All forms play the same moves of the
// document's game, in which here every mistake ends a game.
type Speed struct {
	Games     int                   `json:"games"`  // stepped together
	Steps     int                   `json:"steps"`  // of all games together, in a turn
	Rounds    int                   `json:"rounds"` // of turns
	Wrong     float64               `json:"wrong"`  // share of moves that are drawn among all actions; the others are right
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
}

// Forms of the game.
const (
	vectorForm = "vector" // environment.Vector
	plainForm  = "plain"  // the game as a plain loop would have it, rewards and ends only
)

// script is what all forms play: moves that are made beforehand.
type script struct {
	side    int
	samples []puzzles.Sample // of one game after the other
	actions []int32          // [steps·games]
	rewards environment.Rewards
	games   int
}

// newScript draws moves by playing them.
func newScript(side int, cfg Speed, all []puzzles.Sample, seed uint64) *script {
	s := &script{side: side, samples: all, rewards: environment.Documented(), games: cfg.Games}
	s.actions = make([]int32, cfg.Steps/cfg.Games*cfg.Games)
	rng := rand.New(rand.NewPCG(seed, 0x57e9))
	p := s.begin()
	for at := range s.actions {
		g := &p.games[at%s.games]
		action := rng.IntN(side * side * side)
		if rng.Float64() >= cfg.Wrong {
			cell := action / side
			for g.board[cell] != 0 {
				cell = (cell + 1) % (side * side)
			}
			action = cell*side + int(g.sample.Solution[cell]) - 1
		}
		s.actions[at] = int32(action)
		p.move(g, s.actions[at])
	}
	return s
}

// plain plays a script without the environment.
type plain struct {
	*script
	games []plainGame
	next  int
}

type plainGame struct {
	sample puzzles.Sample
	board  []uint8
	blanks int
}

func (s *script) begin() *plain {
	p := &plain{script: s, games: make([]plainGame, s.games)}
	for i := range p.games {
		p.games[i].board = make([]uint8, s.side*s.side)
		p.deal(&p.games[i])
	}
	return p
}

// deal begins a game with the next puzzle.
func (p *plain) deal(g *plainGame) {
	g.sample = p.samples[p.next%len(p.samples)]
	p.next++
	copy(g.board, g.sample.Puzzle)
	g.blanks = 0
	for _, d := range g.board {
		if d == 0 {
			g.blanks++
		}
	}
}

// move makes a move by the document's rules, and begins another game where it ends one.
func (p *plain) move(g *plainGame, action int32) (reward float64) {
	cell, digit := int(action)/p.side, uint8(int(action)%p.side+1)
	switch {
	case g.board[cell] != 0:
		p.deal(g)
		return p.rewards.Filled
	case g.sample.Solution[cell] != digit:
		p.deal(g)
		return p.rewards.Wrong
	}
	g.board[cell] = digit
	g.blanks--
	if g.blanks > 0 {
		return p.rewards.Right
	}
	p.deal(g)
	return p.rewards.Right + p.rewards.Solved
}

// playPlain plays the script by a plain loop and returns what it earns.
func (s *script) playPlain() (sum float64) {
	p := s.begin()
	for at, action := range s.actions {
		sum += p.move(&p.games[at%s.games], action)
	}
	return sum
}

// playVector plays the script by the environment.
func (s *script) playVector() (sum float64, err error) {
	c := environment.Default(s.side)
	c.EndAtFilled, c.Limit = true, 0 // every mistake ends a game, as in the plain loop
	v, err := environment.NewVector(c, s.games)
	if err != nil {
		return 0, err
	}
	next := 0
	deal := func(i int) {
		sample := s.samples[next%len(s.samples)]
		v.Start(i, sample.Puzzle, sample.Solution)
		next++
	}
	for i := range s.games {
		deal(i)
	}
	for at := 0; at < len(s.actions); at += s.games {
		v.Step(s.actions[at : at+s.games])
		for i, reward := range v.Rewards() {
			sum += float64(reward)
			if v.Done(i) {
				deal(i)
			}
		}
	}
	return sum, nil
}

// timeSteps times the environment against a plain loop that plays the same moves, beginning new games included.
func timeSteps(ctx context.Context, cfg Config, side int, r *lab.Run) error {
	of := puzzles.DefaultConfig(side)
	of.Seed = r.Seed
	all, err := samples(ctx, of, 64)
	if err != nil {
		return err
	}
	s := newScript(side, cfg.Speed, all, r.Seed)
	earned := s.playPlain()
	if other, err := s.playVector(); err != nil || other != earned {
		return fmt.Errorf("the environment pays %v for the moves that earn %v, error %w", other, earned, err)
	}
	r.Count("games", int64(cfg.Speed.Games), "games")
	r.Count("steps", int64(len(s.actions)), "steps a turn")
	r.Exact("earned", earned, "rewards", 1)
	timed := func(play func() (float64, error)) func(context.Context, int) (float64, error) {
		return func(context.Context, int) (float64, error) {
			begin := time.Now()
			sum, err := play()
			if err == nil && sum != earned {
				err = fmt.Errorf("earned %v, want %v", sum, earned)
			}
			return time.Since(begin).Seconds() / float64(len(s.actions)), err
		}
	}
	times, err := r.Alternate(ctx, cfg.Speed.Rounds, 0, timed(s.playVector), timed(func() (float64, error) { return s.playPlain(), nil }))
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, 3))
	for i, form := range []string{vectorForm, plainForm} {
		if err := lab.KeepMedian(r.Noisy, rng, form+" time", "s a step", times[i]); err != nil {
			return err
		}
	}
	_, err = lab.KeepRatio(r, rng, "ratio", "of the speed of a plain loop", times[1], times[0], cfg.Speed.Bootstrap)
	return err
}
