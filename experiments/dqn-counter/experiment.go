// Package dqncounter takes the solution counter of the document on the DQN agent apart: MRV,
// sets for the validity check and a list of the blanks are switched one by one on the same
// boards, nodes and looks at cells are counted, and the whole of a generation case like the
// document's own (54 blanks, 64 calls, 24 key cells) is timed with the draft and with the
// finished counter. It decides R16a to R16d.
package dqncounter

import (
	"context"

	"sudokulab/pkg/board"
	"sudokulab/pkg/generate/counter"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// askedSet stands for the boards that the generator itself asks about.
const askedSet = "asked"

var (
	// counted are the sets whose trees are counted.
	counted = []string{"own-easy", "own-hard", "own-minimal", "17clue", "forum-1106", askedSet}
	// priced are those on which all forms are timed: most of their boards have trees small
	// enough even in a fixed order.
	priced = []string{"own-hard", "own-minimal", askedSet}
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Forms     []counter.Config `json:"forms"`
	Case      []counter.Config `json:"case"`    // forms that the whole case is timed with
	Puzzles   int              `json:"puzzles"` // of a set, at most
	Asked     int              `json:"asked"`   // deals whose boards make the set of boards asked about
	Nodes     int64            `json:"nodes"`   // of a board in fixed order, at most
	MRVNodes  int64            `json:"mrv_nodes"`
	Price     int64            `json:"price"`  // nodes of a timed board in fixed order, at most
	Priced    int              `json:"priced"` // timed boards, at most
	Rounds    int              `json:"rounds"`
	Cases     int              `json:"cases"`  // generation cases with the stated figures; the hardest and the median one are timed
	Hunted    int              `json:"hunted"` // deals among which they are looked for
	CaseRuns  int              `json:"case_runs"`
	CaseNodes int64            `json:"case_nodes"` // of each count of a case, at most
	Sides     []int            `json:"sides"`
	Share     float64          `json:"share"`  // of blanks, on boards of other sides
	Boards    int              `json:"boards"` // of each side
}

// caseForms are the draft, the draft with each improvement alone, the finished counter without
// each, the finished counter, and the same with hash sets as the document has them.
func caseForms() []counter.Config {
	return []counter.Config{
		{Validity: counter.Scan},
		{Validity: counter.Scan, MRV: true},
		{Validity: counter.Masks},
		{Validity: counter.Scan, Blanks: true},
		{Validity: counter.Masks, Blanks: true},
		{Validity: counter.Scan, MRV: true, Blanks: true},
		{Validity: counter.Masks, MRV: true},
		counter.DefaultConfig(),
		{Validity: counter.Maps, MRV: true, Blanks: true},
	}
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "dqn-counter",
		Title:    "Counting solutions, improvement by improvement",
		Question: "What do MRV, sets and a list of the blanks each save a backtracking counter, in nodes and in time, and do they bring a case from ten minutes to a second?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Forms: counter.Configs(), Case: caseForms(), Puzzles: 40, Asked: 12, Nodes: 2_000_000, MRVNodes: 100_000_000,
		Price: 30_000, Priced: 40, Rounds: 7, Cases: 8, Hunted: 40_000, CaseRuns: 3, CaseNodes: 100_000_000, Sides: []int{4, 9, 16, 25}, Share: 0.4, Boards: 3,
	}
	switch p {
	case lab.Smoke:
		cfg.Puzzles, cfg.Asked, cfg.Nodes, cfg.Price, cfg.Priced, cfg.Rounds, cfg.Cases, cfg.Hunted, cfg.CaseRuns, cfg.Boards = 6, 1, 50_000, 2000, 6, 2, 1, 5000, 2, 3
		cfg.CaseNodes, cfg.Sides = 5000, []int{4, 9, 16}
	case lab.Full:
		cfg.Puzzles, cfg.Asked, cfg.Nodes, cfg.Price, cfg.Priced, cfg.Rounds, cfg.Cases, cfg.CaseRuns, cfg.Boards = 300, 60, 100_000_000, 300_000, 200, 15, 40, 7, 30
		cfg.Hunted = 600_000
	}
	pl := lab.Plan{Config: cfg, Seed: 17}
	onSet := func(kind, set string, timed bool, run func(context.Context, Config, *lab.Run, []board.Board) error) {
		c := lab.Case{Kind: kind, Dims: []record.Dim{record.D("set", set)}, Timed: timed, Run: func(ctx context.Context, r *lab.Run) error {
			all, err := boards(ctx, cfg, r, set)
			if err != nil {
				return err
			}
			return run(ctx, cfg, r, all)
		}}
		if set != askedSet {
			c.Corpus, c.Limit = set, cfg.Puzzles
		}
		pl.Cases = append(pl.Cases, c)
	}
	for _, set := range counted {
		onSet(treeKind, set, false, trees)
	}
	for _, set := range priced {
		onSet(priceKind, set, true, price)
	}
	for _, side := range cfg.Sides {
		pl.Cases = append(pl.Cases, lab.Case{
			Kind: growthKind, Dims: []record.Dim{record.D("side", side)}, Timed: true,
			Run: func(ctx context.Context, r *lab.Run) error { return growth(ctx, cfg, side, r) },
		})
	}
	pl.Cases = append(pl.Cases, lab.Case{Kind: wholeCase, Timed: true, Run: func(ctx context.Context, r *lab.Run) error { return whole(ctx, cfg, r) }})
	return pl
}
