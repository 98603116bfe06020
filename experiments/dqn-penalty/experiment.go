// Package dqnpenalty measures with longer runs of new seeds what the penalty for every step does (R20, dqn.md), which
// experiments dqn-rewards, dqn-confirm and dqn-horizon left open.
//
// The arms, boards and figures are theirs, and their 55 seeds are the pilot. Of their pairs half had solved anything in the
// last tenth of 2,400 steps, which is one to four games; the logarithm of the ratio had a standard deviation of 0.6 to 0.7.
// Runs of 4,800 steps have twice as many games in that tenth. So, before the first run: 50 seeds, of which 38 should
// give a pair, with a standard deviation of 0.5; that is an interval of 0.16 to either side, within which a ratio near one
// is told from 1.25.
//
// Every figure but times is exact on the pure-Go backend, which trains unless SUDOKULAB_BACKEND names another.
package dqnpenalty

import (
	"fmt"
	"math"
	"strconv"

	"sudokulab/experiments/dqn-ablation/runs"
	"sudokulab/pkg/accel"
	"sudokulab/pkg/dqn/study"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/record"
)

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dqn-penalty",
		Title:    "The agent's penalty for every step, in longer runs",
		Question: "Does a penalty for every step spare the agent moves?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   []lab.Judge{{Claim: "R20", Decide: efficient}},
	}
}

// first is the seed of the first run. Experiment dqn-horizon had seeds from 301.
const first = 401

func plan(p lab.Profile) lab.Plan {
	cfg := runs.Config{Backend: backend.Asked()}
	s := runs.Sizes{Setting: study.Few(), Steps: 4800, Boards: 100, Seeds: 50}
	switch p {
	case lab.Smoke:
		// That the parts run: what they give in minutes is measured by dqn-rewards.
		cfg.Backend = accel.NameGo
		s = runs.Sizes{Setting: study.Four(), Steps: 8, Boards: 4, Seeds: 1}
	case lab.Full:
	case lab.Quick, lab.GPU: // minutes do not suffice
		return lab.Plan{}
	}
	cfg.Sizes = []runs.Sizes{s}
	pl := lab.Plan{Config: cfg, Seed: first}
	for k := range s.Seeds {
		for _, a := range arms(s.Setting) {
			pl.Cases = append(pl.Cases, runs.Case(cfg.Backend, s, a, first+k))
		}
	}
	return pl
}

// arms are those of a pair, without the penalty and with it.
func arms(s study.Setting) []runs.Arm { return runs.Of(s, study.PlayOn, study.StepPenalty) }

func tables(set record.Set) []lab.Table {
	all := runs.In(set, arms)
	return []lab.Table{runs.Summary(set, all), runs.Effects(set, all, study.PlayOn), spent(set)}
}

// spent shows what the judge reads: moves beyond the empty cells in each pair.
func spent(set record.Set) lab.Table {
	t := lab.Table{
		Name: "moves", Title: "Moves beyond the empty cells per solved puzzle, last tenth of training, by seed",
		Columns: []string{"Seed", "Without the penalty", "With it", "Ratio"},
		Notes:   []string{"–: no puzzle was solved in the last tenth of training, or not by both."},
	}
	for _, s := range runs.In(set, arms) {
		of := func(arm string) record.Set { return runs.Arms(set, s.Setting, arm, s.Setting.Network) }
		t.Rows = append(t.Rows, moves(runs.Pairs(of(study.PlayOn), of(study.StepPenalty)))...)
	}
	return t
}

// moves are the rows of pairs.
func moves(pairs []runs.Pair) (rows [][]string) {
	shown := func(v float64, there bool, digits int) string {
		if !there {
			return "–"
		}
		return fmt.Sprintf("%.*f", digits, v)
	}
	for _, p := range pairs {
		a, ok := runs.ExtraOf(p.One)
		b, also := runs.ExtraOf(p.Other)
		rows = append(rows, []string{strconv.Itoa(p.One.Int("seed")), shown(a, ok, 1), shown(b, also, 1), shown(a/b, ok && also, 2)})
	}
	return rows
}

// figures shows learning curves.
func figures(set record.Set) ([]lab.Figure, error) {
	s := runs.Deciding()
	f, ok, err := runs.Curves(set, s, []string{study.PlayOn, study.StepPenalty}, s.Network, runs.Solved, "curves",
		"Solved by the greedy policy, "+s.Name+", games that go on after a mistake", "% of held-out puzzles", 100)
	if err != nil || !ok {
		return nil, err
	}
	return []lab.Figure{f}, nil
}

func efficient(e *lab.Evidence) lab.Finding {
	var logs, without, with []float64
	for _, p := range runs.Paired(e, study.PlayOn, study.StepPenalty) {
		a, ok := runs.ExtraOf(p.One)
		b, also := runs.ExtraOf(p.Other)
		if ok && also {
			logs, without, with = append(logs, math.Log(a/b)), append(without, a), append(with, b)
		}
	}
	i := runs.OfLogs(logs)
	f := lab.Finding{
		Figure:  fmt.Sprintf("moves beyond the empty cells per solved puzzle, without the penalty to with it: %.2f times as many, %s over %d seeds", math.Exp(runs.Mean(logs)), runs.Between(i, runs.Two), len(logs)),
		Because: fmt.Sprintf("%s, games that go on after a mistake, last tenth of training; %s and %s moves", runs.Boards(), runs.Two(runs.Mean(without)), runs.Two(runs.Mean(with))),
	}
	return runs.Decide(e, len(logs), f, func() (lab.Verdict, string) {
		switch {
		case i.Low > e.Limit("factor"):
			return lab.Reproduced, "the whole interval is above"
		case i.High < e.Limit("worth"):
			return lab.Refuted, fmt.Sprintf("the interval holds no factor of %g or more", e.Limit("worth"))
		}
		return lab.Pending, "the interval tells neither: more seeds decide"
	})
}
