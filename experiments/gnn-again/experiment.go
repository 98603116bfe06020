// Package gnnagain asks what a candidate network that was trained for minutes on a GPU still lacks on the hardest puzzles: more of
// the same boards, the boards on which it failed once more (expert iteration), or boards of another kind. It judges no claim.
//
// It measures three sets of weights on the same boards: plain and again, which went on from hard of gnn-card by recipe.json for as many
// steps, again with half of the places that become free for boards on which it had failed; and deep, which went on from plain
// by recipe-deep.json with boards of a pool beside those of the recipe:
//
//	sudokulab train gnn --recipe recipe.json --start hard --again 0 --out FOLDER
//	sudokulab train gnn --recipe recipe.json --start hard --again 50 --out FOLDER
//	sudokulab train gnn --recipe recipe-deep.json --start plain --pool pool.txt --pool-share 30 --out FOLDER
//
// The pool is in pool.txt.gz: puzzles that trials of each candidate do not solve (package rate/trial), which searches in the vicinity of
// random puzzles came by; pool.json says by which commands. One of them is the twin of a puzzle of forum-11-half, which the searches came
// by on their own; it is none of the puzzles that are tested here. The logs of the trainings, from the first step to the last, are in
// training-*.jsonl.gz, what the weights are in plain.md, again.md and deep.md.
package gnnagain

import (
	"context"
	"embed"

	gnncard "sudokulab/experiments/gnn-card"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/candidates/fused"
	learned "sudokulab/pkg/learn/weights"
	"sudokulab/pkg/record"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Weights []gnncard.Weights `json:"weights"` // the first are what the others are held against, board by board
	Path    fused.Path        `json:"path"`    // of the steps
	Segment int               `json:"segment"` // steps between two looks at a board
	Sets    []gnncard.Set     `json:"sets"`

	// Breadth are the starts of the weights deep, the last of Starts that of Breadth, on the sets of that name.
	Breadth     candidate.BreadthConfig `json:"breadth"`
	Starts      []int                   `json:"starts"` // numbers of starts that are compared
	BreadthSets []gnncard.Set           `json:"breadth_sets"`

	// Trials are sets whose puzzles are rated by trials, those of the recipe's ladders among them, Samples of each rung at most.
	Trials  []gnncard.Set `json:"trials"`
	Samples int           `json:"samples"`
	Ladders int           `json:"ladders"` // that are climbed; 0 for a short one

	Pool    PoolFile         `json:"pool"`
	Streams []gnncard.Stream `json:"streams"` // that the trainings used
	Audit   int              `json:"audit"`   // samples of each stream and of the pool that are compared; 0 for all that were used
	Goals   []gnncard.Goal   `json:"goals"`
}

// Kinds of cases, by set.
const (
	aloneKind   = "alone"
	breadthKind = "breadth"
	trialsKind  = "trials"
	auditKind   = "audit"
)

// Names of the weights; of the held-out part of the pool, a set; of the recipe's ladders, and of the set that no method without
// search is near to.
const (
	plainName = "plain"
	againName = "again"
	deepName  = "deep"

	heldPool   = "pool-held-out"
	wholePool  = "pool"
	laddersSet = "ladders"
	forum      = "forum-11-half"
)

//go:embed plain.json plain.safetensors again.json again.safetensors deep.json deep.safetensors
var files embed.FS

// load returns weights by their name.
func load(name string) (*weights.Model, error) {
	set, err := learned.Load[weights.Recipe](files, name)
	if err != nil {
		return nil, err
	}
	return &weights.Model{Set: *set}, nil
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "gnn-again",
		Title:    "What the candidate network lacks on the hardest puzzles: more boards, its failures again, or deeper ones",
		Question: "Does training again on what it failed on help the candidate network on the hardest puzzles, and do puzzles that trials do not solve?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

// goals are those of gnn-card on boards of side 9.
func goals() []gnncard.Goal {
	return []gnncard.Goal{
		{Set: "17clue", CPU: 0.995, GPU: 0.999},
		{Set: "magictour", CPU: 0.90, GPU: 0.99},
		{Set: forum, CPU: 0.25, GPU: 0.85},
		{Set: forum, Starts: 64, CPU: 0.50, GPU: 0.97},
	}
}

func configOf(p lab.Profile) Config {
	cfg := Config{
		Path: fused.Portable, Segment: 8, Goals: goals(), Samples: 2000, Ladders: 16,
		Breadth: candidate.BreadthConfig{Depth: 64, Segment: 8, Scatter: 0.1, Seed: 24}, // as in gnn-hard and gnn-card
	}
	for _, name := range []string{plainName, againName, deepName} {
		w := gnncard.Weights{Name: name}
		// What cannot be read is an error of every case, which reads it again.
		if m, err := load(name); err == nil {
			w.SHA256 = m.Card.SHA256
		}
		cfg.Weights = append(cfg.Weights, w)
	}
	cfg.Pool, _ = poolFile()
	cfg.Streams, _ = used()
	set := gnncard.SetOf
	switch p {
	case lab.Smoke:
		cfg.Segment, cfg.Audit, cfg.Starts, cfg.Samples, cfg.Ladders = 4, 2, []int{1, 2}, 20, 0
		cfg.Breadth.Depth, cfg.Breadth.Segment = 4, 4
		cfg.Sets = []gnncard.Set{set("9x9-22-24", 1, 4), {Name: heldPool, Boards: 1, Steps: []int{4}}}
		cfg.BreadthSets = []gnncard.Set{set(forum, 1)}
	case lab.Quick:
		cfg.Audit, cfg.Starts, cfg.Samples, cfg.Ladders = 20, []int{1, 2}, 200, 1
		cfg.Breadth.Depth = 16
		cfg.Sets = []gnncard.Set{set("9x9-22-24", 4, 16, 32), set("magictour", 2, 16, 32), {Name: heldPool, Boards: 2, Steps: []int{16, 32}}}
		cfg.BreadthSets = []gnncard.Set{set(forum, 2)}
	default:
		cfg.Path = fused.Best()
		steps := []int{16, 32, 64, 128, 256, 512, 1024, 2048}
		cfg.Sets = []gnncard.Set{
			set("9x9-22-24", 1000, steps...), set("17clue", 1000, steps...), set("magictour", 1000, steps...),
			set(forum, 1000, steps...),
			{Name: heldPool, Boards: 1000, Steps: steps},
		}
		cfg.Breadth.Depth = 256
		cfg.Starts = []int{1, 2, 4, 8, 16, 32, 64}
		cfg.BreadthSets = []gnncard.Set{set(forum, 1000)}
	}
	cfg.Breadth.Breadth = cfg.Starts[len(cfg.Starts)-1]
	cfg.Trials = []gnncard.Set{
		set("9x9-22-24", cfg.Samples), set("17clue", cfg.Samples), set("magictour", cfg.Samples), set(forum, cfg.Samples),
		{Name: laddersSet, Boards: cfg.Samples},
		{Name: wholePool, Boards: cfg.Samples},
	}
	return cfg
}

func plan(p lab.Profile) lab.Plan {
	if p == lab.GPU {
		return lab.Plan{}
	}
	cfg := configOf(p)
	pl := lab.Plan{Config: cfg, Seed: 24} // as in gnn-hard and gnn-card, so that the boards are theirs
	add := func(kind string, s gnncard.Set, run func(context.Context, Config, gnncard.Set, *lab.Run) error) {
		c := lab.Case{Kind: kind, Dims: lab.OnSet(s.Name), Run: func(ctx context.Context, r *lab.Run) error { return run(ctx, cfg, s, r) }}
		switch s.Name {
		case heldPool, wholePool, laddersSet:
		default:
			if s.Test == nil {
				c.Corpus, c.Limit = s.Name, s.Boards
			}
		}
		pl.Cases = append(pl.Cases, c)
	}
	for _, s := range cfg.Sets {
		add(aloneKind, s, measureAlone)
	}
	for _, s := range cfg.BreadthSets {
		add(breadthKind, s, measureBreadth)
	}
	for _, s := range cfg.Trials {
		add(trialsKind, s, rateSet)
	}
	seen := &classes{}
	for _, s := range cfg.Sets {
		add(auditKind, s, seen.compare)
		tested := &pl.Cases[len(pl.Cases)-1]
		tested.Dims = append(tested.Dims, record.D("boards", "tested"))
		if tested.Corpus == "" || p != lab.Full {
			continue
		}
		whole := *tested
		whole.Dims, whole.Limit = append(lab.OnSet(s.Name), record.D("boards", "all")), 0
		pl.Cases = append(pl.Cases, whole)
	}
	return pl
}
