package learned

import (
	"context"
	"fmt"
	"strings"

	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/method"
)

//nolint:gochecknoinits // the import of the package is what registers them
func init() {
	for _, m := range Methods() {
		method.Register(m)
	}
}

// Methods returns the methods of this package, in the order of their registration. Their Config is
// an infer.Config. The list is the caller's.
func Methods() []method.Method {
	documented := func(prove bool, stages ...infer.Method) infer.Config {
		c := infer.DefaultConfig()
		c.Stages, c.Prove = stages, prove
		return c
	}
	guarded := documented(false, infer.Refine)
	guarded.Refine.Guard, guarded.Refine.Finish = true, infer.ArgmaxEach
	guided := documented(true, infer.Start)
	guided.Start.Mode = infer.Guide
	return []method.Method{
		of("gnn", "single pass: the network's first digit in each cell", documented(false, infer.Single)),
		of("gnn-refine", "fills confident cells and asks again, ten rounds, as documented", documented(false, infer.Refine)),
		of("gnn-refine-guarded", "as gnn-refine, without conflicting fills, trying the first digits in each round", guarded),
		of("gnn-beam", "carries on the five best partial grids, as documented", documented(false, infer.Beam)),
		of("gnn-start", "exact cover from the network's digits, the least confident given up first", documented(true, infer.Start)),
		of("gnn-guided", "exact cover with guesses in the order of the network's confidence", guided),
		of("gnn-hybrid", "refinement, beam and exact cover in turn, as documented: always an answer", infer.DefaultConfig()),
		of("gnn-hybrid-corrected", "as gnn-hybrid, with the guarded refinement and the guided search", infer.CorrectedConfig()),
		of("gnn-cascade", "the single pass, then as gnn-hybrid: for the share of each method", documented(true, infer.Single, infer.Refine, infer.Beam, infer.Start)),
	}
}

// Config returns the configuration of a method of this package, for a runner with a network of the
// caller's own.
func Config(name string) (infer.Config, error) {
	var names []string
	for _, m := range Methods() {
		if cfg, ok := m.Config.(infer.Config); ok && m.Name == name {
			return cfg, nil
		}
		names = append(names, m.Name)
	}
	return infer.Config{}, fmt.Errorf("learned: no method %q, want one of %s", name, strings.Join(names, ", "))
}

// of returns the method that answers by a configuration of package infer.
func of(name, about string, cfg infer.Config) method.Method {
	m := method.Method{
		Name: name, Family: "gnn", About: about, Learned: true, Proves: method.Finds, Boards: "plain boards",
		Takes: method.TakesPlain, Explains: method.Rounds, Options: []method.Option{method.Weights, method.Steps, method.Backend}, Config: cfg,
		Make: func(ctx context.Context, o method.Options) (method.Opened, error) { return open(ctx, name, cfg, o) },
	}
	if cfg.Complete() {
		m.Proves, m.Nodes = method.Decides, "options tried by all exact searches together"
	}
	return m
}
