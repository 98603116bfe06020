package infer_test

import (
	"testing"

	"sudokulab/pkg/engine"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/method/learned"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

// way is a named configuration.
type way struct {
	Name   string
	Config infer.Config
}

// entries are the configurations of the command line.
func entries() (all []way) {
	for _, m := range learned.Methods() {
		all = append(all, entry(m.Name))
	}
	return all
}

// entry is that of a name.
func entry(name string) way {
	cfg, err := learned.Config(name)
	if err != nil {
		panic(err)
	}
	return way{name, cfg}
}

func runner(tb testing.TB, p learn.Predictor, c infer.Config, exact solver.Solver) *infer.Runner {
	tb.Helper()
	r, err := infer.NewRunner(p, c, exact)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func named(tb testing.TB, name string, p learn.Predictor) *infer.Solver {
	tb.Helper()
	e := entry(name)
	s, err := infer.NewSolver(name, runner(tb, p, e.Config, nil))
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func fakes() map[string]learn.Predictor {
	return map[string]learn.Predictor{
		"oracle":    oracle(0, 0.9, 1),
		"noise-5":   oracle(0.05, 0.9, 2),
		"noise-50":  oracle(0.5, 0.5, 3),
		"uniform":   uniform(),
		"adversary": adversary(),
		"noisy":     noisy(4),
	}
}

// TestConformance: the complete methods keep the promises of every engine whatever the model
// says; the others in what they claim.
func TestConformance(t *testing.T) {
	for name, p := range fakes() {
		for _, e := range entries() {
			o := solvertest.Options{Sides: []int{4, 9, 16}, Variants: true}
			if !e.Config.Complete() {
				// Of side 4 only: the suite interrupts a search of all solutions of a larger
				// board, and an incomplete method is ready before that.
				o = solvertest.Options{Sides: []int{4}, Variants: true, Incomplete: true, NoNodes: true}
			}
			if testing.Short() {
				if name != "adversary" && name != "noise-50" || e.Name == "gnn-cascade" || e.Name == "gnn-start" {
					continue
				}
				o.Sides = o.Sides[:1+len(o.Sides)/3] // 4 and 9, or 4
			}
			t.Run(name+"/"+e.Name, func(t *testing.T) { solvertest.Run(t, named(t, e.Name, p), o) })
		}
	}
}

// TestConformanceWide: with another exact engine.
func TestConformanceWide(t *testing.T) {
	s, err := infer.NewSolver("hybrid-wide", runner(t, oracle(0.3, 0.5, 5), infer.CorrectedConfig(), engine.Wide(engine.DefaultWide())))
	if err != nil {
		t.Fatal(err)
	}
	solvertest.Run(t, s, solvertest.Options{Sides: []int{4, 9, 16}, Variants: true})
}

func FuzzHybrid(f *testing.F) {
	solvertest.FuzzCounts(f, named(f, "gnn-hybrid", oracle(0.2, 0.5, 6)), solvertest.Options{Variants: true})
}

func FuzzHybridCorrected(f *testing.F) {
	solvertest.FuzzCounts(f, named(f, "gnn-hybrid-corrected", noisy(6)), solvertest.Options{Variants: true})
}
