// Package comparemethods puts every method of the registry to every set of puzzles that it takes: what each solved, proved, got wrong
// and left, in which time, with how many guesses and how much memory. Three documents' programs, as published, stand beside (originals.go).
// It decides no claim; research/REPORT.md tells of it.
package comparemethods

import (
	"context"
	"slices"
	"time"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/learn/score"
	"sudokulab/pkg/method"
	_ "sudokulab/pkg/method/agent"   // registers the methods that ask an agent
	_ "sudokulab/pkg/method/learned" // those that ask a network
	_ "sudokulab/pkg/method/tensor"  // and those of the tensor network
	"sudokulab/pkg/record"
)

// Kinds of cases.
const (
	onSets    = "set"       // a family of methods on a set of puzzles
	byBlanks  = "blanks"    // on made puzzles of so many givens, which no network was trained on
	listing   = "solutions" // all solutions of boards that have many
	buildCost = "cost"      // what a family costs to build
)

// rules is the family of the baselines, which are no methods of the registry: they stop where they no longer decide.
const rules = "rules"

// Size says how many puzzles of a set a family's methods are put to, on boards of a side.
type Size struct {
	Side    int `json:"side"`
	Puzzles int `json:"puzzles"`
}

// Family is the methods of one family, and the sizes for them.
type Family struct {
	Name    string   `json:"name"`
	Methods []Method `json:"methods"`
	Sizes   []Size   `json:"sizes"`
}

// Method is a method under its name with all that it is told.
type Method struct {
	Name   string `json:"name"`
	Config any    `json:"config"`
}

// Config is everything that affects a figure of this experiment.
type Config struct {
	Families []Family `json:"families"`
	// Cap ends a puzzle; what it ended counts as not solved, and its time as the cap.
	Cap time.Duration `json:"cap_ns"`
	// Every has methods that are put to each n-th of their family's puzzles only.
	Every map[string]int `json:"every"`
	// Held is how many held-out puzzles of each band of givens there are for a method.
	Held int `json:"held"`
	// Solutions are how many solutions the boards have whose solutions are listed, about; Boards how many there are of each.
	Solutions []int `json:"solutions"`
	Boards    int   `json:"boards"`
}

// puzzles returns how many puzzles of a set the methods of the family are put to.
func (f Family) puzzles(side int) int {
	for _, s := range f.Sizes {
		if s.Side == side {
			return s.Puzzles
		}
	}
	return 0
}

// sides of boards for which there are sizes.
var sides = []int{4, 9, 16, 25}

// at makes sizes of the numbers for 4×4, 9×9, 16×16 and 25×25 boards.
func at(puzzles ...int) (out []Size) {
	for i, n := range puzzles {
		out = append(out, Size{sides[i], n})
	}
	return out
}

// whole are the sizes of the full profile: 1,000 puzzles for what takes micro- or milliseconds, fewer for what takes longer and on
// large boards, on which most methods run into the cap.
var whole = map[string][]Size{
	"csp":      at(100, 1000, 20, 8),
	"dlx":      at(100, 1000, 200, 50),
	"bitboard": at(0, 1000, 0, 0),
	"wide":     at(100, 1000, 200, 50),
	"sat":      at(100, 1000, 200, 50),
	"minigrid": at(100, 1000, 40, 8),
	"tensor":   at(100, 500, 20, 4),
	"gnn":      at(100, 100, 8, 2),
	"dqn":      at(100, 200, 8, 4),
	rules:      at(100, 1000, 200, 50),
}

// sparse are methods that are put to each n-th puzzle of their family's only, since the cap ends most of them.
var sparse = map[string]int{"csp-plain": 50}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "compare-methods",
		Title:    "Every method on every set",
		Question: "What does each method solve and prove of each set, in which time, with how many guesses and how much memory, and what does it cost to build?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
	}
}

// families groups the methods of the registry; each is complete in itself and a case.
func families(sizes map[string][]Size) (out []Family) {
	for _, m := range method.All() {
		i := slices.IndexFunc(out, func(f Family) bool { return f.Name == m.Family })
		if i < 0 {
			i, out = len(out), append(out, Family{Name: m.Family, Sizes: sizes[m.Family]})
		}
		out[i].Methods = append(out[i].Methods, Method{m.Name, m.Config})
	}
	baselines := Family{Name: rules, Sizes: sizes[rules]}
	for _, rule := range score.Baselines() {
		baselines.Methods = append(baselines.Methods, Method{rule.String(), rule})
	}
	return append(out, baselines)
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{Cap: 2 * time.Second, Every: sparse, Held: 100, Solutions: []int{10, 100, 1000, 10_000}, Boards: 10}
	sizes, sets := whole, corpus.All()
	learned := true
	keep := func(ids ...string) {
		sets = slices.DeleteFunc(slices.Clone(sets), func(s corpus.Set) bool { return !slices.Contains(ids, s.ID) })
	}
	switch p {
	case lab.Smoke:
		cfg.Every, cfg.Cap, cfg.Held, cfg.Solutions, cfg.Boards = nil, 20*time.Second, 0, []int{10}, 2
		sizes, learned = same(2), false
		keep("own-4x4", "own-minimal")
	case lab.Quick:
		cfg.Every, cfg.Cap, cfg.Held, cfg.Solutions, cfg.Boards = nil, 20*time.Second, 3, []int{10, 100, 1000}, 3
		sizes = same(4)
		keep("own-4x4", "own-minimal")
	case lab.Full:
	case lab.GPU:
		return lab.Plan{}
	}
	cfg.Families = families(sizes)
	pl := lab.Plan{Config: cfg, Seed: 53}
	for _, s := range sets {
		for _, f := range cfg.Families {
			n := f.puzzles(s.Side)
			if n == 0 || !learned && slow(f.Name) {
				continue
			}
			pl.Cases = append(pl.Cases, lab.Case{
				Kind: onSets, Dims: []record.Dim{record.D("set", s.ID), record.D("family", f.Name)}, Corpus: s.ID, Limit: n, Timed: true,
				Run: func(ctx context.Context, r *lab.Run) error { return onSet(ctx, cfg, f, r) },
			})
		}
		pl.Cases = append(pl.Cases, programCases(cfg, s, p)...)
	}
	pl.Cases = append(pl.Cases, growth(cfg)...)
	if p == lab.Full { // lines of code change with each commit, so no smaller profile is to give the same ones again
		pl.Cases = append(pl.Cases, lab.Case{Kind: buildCost, Run: costs})
	}
	return pl
}

// same are sizes that are the same for all.
func same(n int) map[string][]Size {
	out := map[string][]Size{}
	for name := range whole {
		out[name] = at(n, n, n, n)
	}
	return out
}

// slow reports whether the methods of a family take seconds to open.
func slow(family string) bool { return family == "gnn" || family == "dqn" || family == "tensor" }
