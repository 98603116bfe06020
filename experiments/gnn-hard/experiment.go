// Package gnnhard measures what the candidate network solves of hard puzzles: alone, with breadth, which is
// many starts with noise of which any whose answer checks counts, and with a little search. Beside each
// row of a search stands the same search without a network, at the same number of branch nodes. It
// also audits the stream of hard puzzles that a training can use, and says how it fares with boards that a
// symmetry has moved, for which an equivariant network needs no votes.
//
// In the smoke and quick profiles the steps are made by package fused in Go, whose answers are exact; in the full
// profile on the path with vectors where there is one, whose answers are a device's and kept as noisy.
package gnnhard

import (
	"context"
	"slices"

	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/record"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Weights string     `json:"weights"` // name of the embedded weights
	SHA256  string     `json:"sha256"`  // of their numbers, so that other weights are measured again
	Path    fused.Path `json:"path"`    // of the steps

	Alone   []int                   `json:"alone"`   // steps of one start that are compared, each more than the one before
	Images  int                     `json:"images"`  // boards of each set that are moved by a symmetry as well
	Breadth candidate.BreadthConfig `json:"breadth"` // the most starts, and how they begin
	Starts  []int                   `json:"starts"`  // numbers of starts that are compared, the last is Breadth's
	Branch  Branch                  `json:"branch"`

	Rungs  puzzles.LadderConfig `json:"rungs"` // of which puzzles of held-out classes are solved
	Boards map[string]int       `json:"boards"`
	Audit  Audit                `json:"audit"`
	Goals  []Goal               `json:"goals"`
}

// Goal is what the project wants of a search with the network on a set; goals of the network alone are
// those of experiment gnn-candidate.
type Goal struct {
	Set    string  `json:"set"`
	Starts int     `json:"starts,omitempty"` // of so many starts
	Nodes  int     `json:"nodes,omitempty"`  // or of a search of so many branch nodes
	CPU    float64 `json:"cpu,omitempty"`    // share of the boards wanted of weights trained on a CPU, 0 for no goal
	GPU    float64 `json:"gpu,omitempty"`    // and on a GPU
}

// goals are those that the project set itself before the weights were trained.
func goals() []Goal {
	return []Goal{
		{Set: "forum-11-half", Starts: 64, CPU: 0.50, GPU: 0.97},
		{Set: "forum-11-half", Nodes: 16, CPU: 0.80},
	}
}

// Branch says which little searches are compared.
type Branch struct {
	Nodes []int `json:"nodes"` // branch nodes at most
	Depth int   `json:"depth"` // steps of the network on each board
	// Unguided has more numbers of nodes, for the search without a network alone.
	Unguided []int `json:"unguided"`
}

// Audit says how many samples of the stream are made and compared with what.
type Audit struct {
	Ladders puzzles.LadderConfig `json:"ladders"`
	Samples int                  `json:"samples"`
	Public  int                  `json:"public"` // puzzles of a public set, 0 for all
}

// Kinds of cases, by set.
const (
	aloneKind   = "alone"
	breadthKind = "breadth"
	branchKind  = "branch"
	auditKind   = "audit"
)

// publicSets are the sets of package corpus that are hard, the easiest first, and the test set of the published
// networks, which a person fetches.
func publicSets() []string {
	return []string{"17clue", "magictour", "forum-11-half", "sudoku-extreme-test"}
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "gnn-hard",
		Title:    "The candidate network on hard puzzles: alone, with breadth, and with a little search",
		Question: "How many hard puzzles does the network solve alone, from many starts, and with few branch nodes, beside a search without it?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

// rungName names the held-out puzzles of a rung of the ladders.
func rungName(r puzzles.Rung) string { return "ladder " + r.String() }

func configOf(p lab.Profile) Config {
	cfg := Config{
		Weights: weights.Candidate, Path: fused.Portable,
		Breadth: candidate.BreadthConfig{Depth: 64, Segment: 8, Scatter: 0.1, Seed: 24},
		Rungs:   puzzles.DefaultLadders(),
		Audit:   Audit{Ladders: puzzles.DefaultLadders()},
		Goals:   goals(),
	}
	// An embedded network that cannot be read is an error of every case, which read it again.
	if m, err := weights.Load(cfg.Weights); err == nil {
		cfg.SHA256 = m.Card.SHA256
	}
	cfg.Rungs.Seed = 0x6861_7264 // not that of a training
	cfg.Audit.Ladders.Seed = 24
	few := func(rungs, public int) {
		cfg.Boards = map[string]int{}
		for _, r := range cfg.Rungs.Rungs {
			cfg.Boards[rungName(r)] = rungs
		}
		for _, id := range publicSets() {
			cfg.Boards[id] = public
		}
	}
	switch p {
	case lab.Smoke:
		cfg.Alone, cfg.Images, cfg.Starts = []int{4}, 1, []int{1, 2}
		cfg.Breadth.Depth, cfg.Breadth.Segment = 4, 4
		cfg.Branch = Branch{Nodes: []int{1}, Depth: 4, Unguided: []int{16}}
		cfg.Rungs.Rungs = cfg.Rungs.Rungs[:1]
		cfg.Rungs.Starts, cfg.Rungs.Steps = 4, 40
		cfg.Audit.Ladders.Starts, cfg.Audit.Ladders.Steps, cfg.Audit.Ladders.Round, cfg.Audit.Samples = 4, 60, 2, 40
		cfg.Audit.Public = 10
		few(1, 1)
	case lab.Quick:
		cfg.Alone, cfg.Images, cfg.Starts = []int{16, 32}, 2, []int{1, 2, 4}
		cfg.Breadth.Depth = 16
		cfg.Branch = Branch{Nodes: []int{4}, Depth: 16, Unguided: []int{16, 64}}
		cfg.Rungs.Rungs = cfg.Rungs.Rungs[:2]
		cfg.Rungs.Starts, cfg.Rungs.Steps = 8, 200
		cfg.Audit.Ladders.Steps, cfg.Audit.Ladders.Round, cfg.Audit.Samples = 300, 4, 800
		cfg.Audit.Public = 200
		few(2, 2)
	default:
		cfg.Path = fused.Best()
		cfg.Alone, cfg.Images, cfg.Starts = []int{32, 64, 128, 256, 512, 1024, 2048, 4096}, 200, []int{1, 2, 4, 8, 16, 32, 64}
		cfg.Breadth.Depth = 256
		cfg.Branch = Branch{Nodes: []int{4, 8, 16}, Depth: 256, Unguided: []int{32, 64, 128}}
		cfg.Audit.Samples = 300_000
		few(1000, 1000)
	}
	cfg.Breadth.Breadth = cfg.Starts[len(cfg.Starts)-1]
	return cfg
}

func plan(p lab.Profile) lab.Plan {
	if p == lab.GPU {
		return lab.Plan{}
	}
	cfg := configOf(p)
	pl := lab.Plan{Config: cfg, Seed: 24}
	add := func(kind string, run func(context.Context, Config, set, *lab.Run) error) {
		for _, s := range sets(cfg) {
			c := lab.Case{Kind: kind, Dims: []record.Dim{record.D("set", s.name)}, Run: func(ctx context.Context, r *lab.Run) error { return run(ctx, cfg, s, r) }}
			if s.rung == nil {
				c.Corpus, c.Limit = s.name, cfg.Boards[s.name]
			}
			pl.Cases = append(pl.Cases, c)
		}
	}
	add(aloneKind, measureAlone)
	add(breadthKind, measureBreadth)
	add(branchKind, measureBranch)
	made := &stream{audit: cfg.Audit}
	for _, s := range sets(cfg) {
		c := lab.Case{Kind: auditKind, Dims: []record.Dim{record.D("set", s.name)}, Run: func(ctx context.Context, r *lab.Run) error { return made.compare(ctx, cfg, s, r) }}
		if s.rung == nil {
			c.Corpus, c.Limit = s.name, cfg.Audit.Public
		}
		pl.Cases = append(pl.Cases, c)
	}
	return pl
}

// set is what is to be solved: held-out puzzles of a rung, or a public set.
type set struct {
	name string
	rung *puzzles.Rung
}

func sets(cfg Config) (out []set) {
	for i := range cfg.Rungs.Rungs {
		out = append(out, set{rungName(cfg.Rungs.Rungs[i]), &cfg.Rungs.Rungs[i]})
	}
	for _, id := range publicSets() {
		out = append(out, set{name: id})
	}
	return out
}

// most is the largest of some numbers.
func most(of []int) int { return slices.Max(of) }
