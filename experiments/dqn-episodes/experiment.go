// Package dqnepisodes trains each of the lab's networks for the agent by the document's settings, and looks at it after as many episodes as
// package originaltraining looks at those of the document's program: the same kind of games, under the same mask, on puzzles with as
// many empty cells. It decides no claim.
//
// The mask is the program's, in policy and target: empty cells, and digits there that break no rule. Episodes and moves count those that fill the
// buffer before the first training step, too. The networks are the lab's, so that curves of one kind of network beside each other are
// of two layouts. All is exact on the pure-Go backend but the time.
package dqnepisodes

import (
	"context"
	"fmt"
	"slices"

	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
)

// run is the kind of the cases: by network.
const run = "run"

// Config is everything that affects a figure of this experiment.
type Config struct {
	Networks []string `json:"networks"`
	Steps    int      `json:"steps"`  // of training
	Every    int      `json:"every"`  // between two looks
	Boards   int      `json:"boards"` // held out, played at each look
	Points   []int    `json:"points"` // episodes after which the next look counts
	Backend  string   `json:"backend"`
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dqn-episodes",
		Title:    "The agent by the number of episodes",
		Question: "What have the lab's networks learned by the document's settings, after as many episodes as trainings by the document's own program have?",
		Plan:     plan,
		Tables:   tables,
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Networks: networks.DocumentedNames(), Steps: 2500, Every: 25, Boards: 220, Points: lab.Points(20_000), Backend: backend.Asked()}
	switch p {
	case lab.Smoke, lab.Quick:
		cfg.Networks, cfg.Steps, cfg.Every, cfg.Boards, cfg.Points = cfg.Networks[:1], 6, 2, 11, lab.Points(1000)
	case lab.Full:
	case lab.GPU:
		return lab.Plan{}
	}
	pl := lab.Plan{Config: cfg, Seed: 1}
	for _, name := range cfg.Networks {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: run, Dims: []record.Dim{record.D("network", name)},
			Run: func(ctx context.Context, r *lab.Run) error { return train(ctx, cfg, name, r) },
		})
	}
	return pl
}

// after begins the names of the figures of a network after so many episodes.
func after(n int) string { return fmt.Sprintf("episodes=%d ", n) }

// The figures of a look.
const (
	right    = "right"    // moves, of all in the games
	solved   = "solved"   // games
	moves    = "moves"    // of the training so far
	episodes = "episodes" // of the training so far
	atEnd    = "at the end "
)

func train(ctx context.Context, cfg Config, name string, r *lab.Run) error {
	recipe, err := dqn.DocumentedRecipe(name, 9, cfg.Steps)
	if err != nil {
		return err
	}
	recipe.Play.Strict = true
	recipe.Validation.Rows, recipe.Validation.Count = []dqn.Row{{Low: 2, High: 56}}, cfg.Boards
	recipe.Train.ValidateEvery, recipe.Train.LogEvery = cfg.Every, cfg.Every
	choice, err := backend.OpenSequential(ctx, cfg.Backend)
	if err != nil {
		return err
	}
	defer choice.Close()
	r.Text("backend", backend.Name(choice))
	k := backend.KeeperOf(r, choice)
	before, err := dqn.Untrained(ctx, choice.Backend, recipe, 1)
	if err != nil {
		return err
	}
	type done struct{ episodes, moves int64 }
	var now done
	by := map[int]done{} // at each step that ends a line of the log
	curve, err := dqn.TrainWatched(ctx, choice.Backend, recipe, 1, dqn.Watch{
		Kept: func(s dqn.Stored) {
			now.moves++
			if s.Ends {
				now.episodes++
			}
		},
		Progress: func(step, steps int) {
			by[step] = now
			r.Progress(step, steps)
		},
	})
	if err != nil {
		return err
	}
	keep := func(name string, p dqn.Point) {
		k.Keep(name+right, p.Metrics["right"], "share", 1)
		k.Keep(name+solved, p.Metrics["solved"]*float64(cfg.Boards), "games", cfg.Boards)
		k.Count(name+moves, by[p.Step].moves, "moves")
		k.Count(name+episodes, by[p.Step].episodes, "episodes")
	}
	keep(after(0), dqn.Point{Metrics: before})
	for i, n := range cfg.Points[1:] {
		// A point that the next look is past, and the next point as well, has none.
		at := slices.IndexFunc(curve.Points, func(p dqn.Point) bool { return by[p.Step].episodes >= int64(n) })
		if at >= 0 && (i+2 == len(cfg.Points) || by[curve.Points[at].Step].episodes < int64(cfg.Points[i+2])) {
			keep(after(n), curve.Points[at])
		}
	}
	if n := len(curve.Points); n > 0 {
		keep(atEnd, curve.Points[n-1])
	}
	k.Count("diverged", int64(map[bool]int{true: 1}[curve.Diverged]), "1 if so")
	r.Noisy("seconds", curve.Seconds, "s", 1)
	return nil
}

func tables(set record.Set) []lab.Table {
	t := lab.Table{
		Name: "curves", Title: "Right moves of the lab's networks, trained by the document's settings with the program's mask, after so many episodes",
		Columns: []string{"Network", "Episodes", "Moves", "Games solved before", "at the end", "0"},
		Notes: append([]string{
			"Greedy games on held-out puzzles with 2 to 56 empty cells, with the mask, to the first mistake: the share of right ones of all moves, at the first look after so many episodes; –: none before the next number. " +
				"Games solved: of as many as are played at each look. One training of each.",
		}, backend.Note(set)...),
	}
	measured := set.Measured().Where(run)
	if len(measured) == 0 {
		return nil
	}
	cfg := lab.ConfigIn[Config](set)
	for _, n := range cfg.Points[1:] {
		t.Columns = append(t.Columns, lab.Number(float64(n)))
	}
	for _, r := range measured {
		row := []string{
			r.Dim("network"), lab.NumberOf(r, atEnd+episodes), lab.NumberOf(r, atEnd+moves), lab.NumberOf(r, after(0)+solved), lab.NumberOf(r, atEnd+solved),
		}
		for _, n := range cfg.Points {
			if figure := after(n) + right; lab.Lacks(r, figure) {
				row = append(row, "–")
			} else {
				row = append(row, lab.Percent(r.Value(figure)))
			}
		}
		t.Add(row...)
	}
	return []lab.Table{t}
}
