// Package dqnspeed times the training of this project's Q-networks and of an established library's deep Q-learning
// (Stable-Baselines3) side by side: on one thread each, in alternating rounds, with networks of the same layers and
// sizes, the same game and as many updates. Experiment dqn-models has what both have learned after as many moves; its
// rates count the compiling of our programs, which is the same for a short training as for a long one, so it is left
// out here.
//
// The library takes part in the full profile, as the program dqn-library of experiment dqn-models; smoke
// times ours alone. All figures are times.
package dqnspeed

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"

	dqnmodels "sudokulab/experiments/dqn-models"
	"sudokulab/pkg/accel"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Backend   string                `json:"backend"`
	Libraries []dqnmodels.Library   `json:"libraries"`
	Beside    bool                  `json:"beside"` // whether the library takes part
	Rounds    int                   `json:"rounds"`
	Seed      uint64                `json:"seed"`
	Bootstrap stats.BootstrapConfig `json:"bootstrap"`
}

const kind = "pace" // by boards

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dqn-speed",
		Title:    "How fast the Q-networks train beside an established library's",
		Question: "How many moves a second does a training make, updates included, beside one by an established library?",
		Plan:     plan,
		Tables:   tables,
	}
}

// arms are ours: conv, whose layers and sizes the library's network has.
func arms() []dqnmodels.Arm { return dqnmodels.LibraryArms(networks.Conv) }

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Backend: backend.Asked(), Libraries: dqnmodels.Libraries(), Rounds: 7, Seed: 1, Bootstrap: stats.DefaultBootstrap()}
	switch p {
	case lab.Smoke:
		// That the parts run, on 4×4 boards.
		cfg.Backend, cfg.Rounds, cfg.Libraries = accel.NameGo, 1, cfg.Libraries[:1]
		cfg.Libraries[0].Moves, cfg.Libraries[0].Training = 80, 100
	case lab.Full:
		cfg.Beside = true
	case lab.Quick, lab.GPU: // minutes do not suffice
		return lab.Plan{}
	}
	return planOf(cfg)
}

func planOf(cfg Config) lab.Plan {
	pl := lab.Plan{Config: cfg, Seed: 31}
	for i := range cfg.Libraries {
		l := &cfg.Libraries[i]
		l.Tests = 10 // what is learned is not asked here
		c := lab.Case{
			Kind: kind, Dims: []record.Dim{record.D("boards", l.Study.Name)}, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return measure(ctx, cfg, *l, r) },
		}
		if cfg.Beside {
			c.Peer = dqnmodels.LibraryPeer
		}
		pl.Cases = append(pl.Cases, c)
	}
	return pl
}

// Figures. Those of an arm have its name behind them.
const (
	library = "library" // seconds of a move
	ours    = "ours"
	gain    = "gain" // of the library's time by ours
)

// measure times all agents. A program that fails leaves a capped record that says how.
func measure(ctx context.Context, cfg Config, l dqnmodels.Library, r *lab.Run) error {
	err := compare(ctx, cfg, l, r)
	if errors.Is(err, dqnmodels.ErrLibrary) {
		r.Cap(err.Error())
		return nil
	}
	return err
}

func compare(ctx context.Context, cfg Config, l dqnmodels.Library, r *lab.Run) error {
	choice, err := backend.OpenSequential(ctx, cfg.Backend)
	if err != nil {
		return err
	}
	defer choice.Close()
	r.Text("backend", backend.Name(choice))
	of := dqnmodels.Config{Backend: cfg.Backend, Watched: 50, Points: 12, Seed: 19}
	how := lab.Interleaving{Rounds: cfg.Rounds}
	names := make([]string, 0, 1+len(arms())) // of the sides' figures
	name := ""
	if cfg.Beside {
		names = append(names, library)
		how.Sides = append(how.Sides, lab.Timed(func(ctx context.Context, round int) (perMove float64, err error) {
			perMove, name, err = dqnmodels.TimeLibrary(ctx, r, l, of, cfg.Seed+uint64(round))
			return perMove, err
		}))
	}
	for _, a := range arms() {
		names = append(names, ours+" "+dqnmodels.Says(a))
		how.Sides = append(how.Sides, lab.Timed(func(ctx context.Context, round int) (float64, error) {
			return dqnmodels.TimeOurs(ctx, choice, l, a, of, cfg.Seed+uint64(round))
		}))
	}
	readings, err := r.Interleave(ctx, how)
	if err != nil {
		return err
	}
	r.Count("moves", int64(l.Moves), "moves")
	rng := rand.New(rand.NewPCG(r.Seed, uint64(l.Study.Side)))
	for i, name := range names {
		if err := lab.KeepMedian(r.Noisy, rng, name, "s", readings[i][0]); err != nil {
			return err
		}
	}
	if !cfg.Beside {
		return nil
	}
	r.Text(library, name)
	for i, a := range arms() {
		if _, err := lab.KeepRatio(r, rng, gain+" "+dqnmodels.Says(a), "of the library's time", readings[0][0], readings[i+1][0], cfg.Bootstrap); err != nil {
			return err
		}
	}
	return nil
}

func tables(set record.Set) []lab.Table {
	t := lab.Table{
		Name: "pace", Title: "Moves of the environment a second in training, updates included",
		Columns: []string{"Boards", "Agent", "Moves per second", "Of the library's", "95 % interval", "Rounds"},
		Notes: []string{
			"One thread each, alternating rounds, medians. The library's network has the layers and sizes of conv; base and unmasked have its replay, batches and updates, one for eight moves; pqn has no replay. Ours make their puzzles on the way, the library has them ready. Compiling, which ours do once before a training, is left out.",
		},
	}
	for _, r := range set.Measured().Where(kind) {
		if m, ok := r.Metric(library); ok {
			t.Add(r.Dim("boards"), r.Texts[library], lab.Number(1/m.Value), "1 ×", "–", strconv.Itoa(m.N))
		}
		for _, a := range arms() {
			m, _ := r.Metric(ours + " " + dqnmodels.Says(a))
			ratio, interval := "–", "–"
			if g, ok := r.Metric(gain + " " + dqnmodels.Says(a)); ok {
				ratio = fmt.Sprintf("%.2f ×", g.Value)
				interval = fmt.Sprintf("%.2f–%.2f", r.Value(gain+" "+dqnmodels.Says(a)+".low"), r.Value(gain+" "+dqnmodels.Says(a)+".high"))
			}
			t.Add(r.Dim("boards"), dqnmodels.Says(a), lab.Number(1/m.Value), ratio, interval, strconv.Itoa(m.N))
		}
	}
	return []lab.Table{t}
}
