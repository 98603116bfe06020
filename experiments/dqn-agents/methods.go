package dqnagents

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/method"
	"sudokulab/pkg/method/agent"
	"sudokulab/pkg/record"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/stats"
)

// Asked is a set of puzzles that the methods of the command line are put to, and how many of them.
type Asked struct {
	Set     string `json:"set"`
	Puzzles int    `json:"puzzles"`
}

// methodCases are those of the methods that play with the embedded agent, as the command line opens them.
func methodCases(asked []Asked) (out []lab.Case) {
	if agent.DefaultWeights() == "" {
		return nil
	}
	for _, a := range asked {
		out = append(out, lab.Case{
			Kind: methodKind, Dims: []record.Dim{record.D("weights", agent.DefaultWeights()), record.D("set", a.Set)}, Corpus: a.Set, Limit: a.Puzzles, Timed: true,
			Run: ask,
		})
	}
	return out
}

// ask puts the puzzles of a set to each method, asked for all that it proves.
func ask(ctx context.Context, r *lab.Run) error {
	list, err := r.Puzzles(ctx)
	if err != nil {
		return err
	}
	r.Count("puzzles", int64(len(list)), "puzzles")
	for _, m := range agent.Methods() {
		if err := askOne(ctx, m, list, r); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
	}
	return nil
}

func askOne(ctx context.Context, m method.Method, list []corpus.Item, r *lab.Run) (err error) {
	s, err := method.Open(ctx, m.Name, method.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	by, ok := method.As[*agent.Solver](s)
	if !ok {
		return fmt.Errorf("behind %s is no agent", s.Name())
	}
	r.Text(m.Name+" computed by", backend.NameOf(by.Backend(), by.Path()))
	keep := backend.KeeperOn(r, by.Backend(), by.Path())
	limits := solver.Limits{}
	if m.Proves == method.Finds {
		limits.Solutions = 1
	}
	solved, proved, nodes := 0, 0, int64(0)
	var times []float64
	for i, p := range list {
		begin := time.Now()
		res, err := s.Solve(ctx, p.Board, limits)
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", p.Index+1, err)
		}
		times = append(times, time.Since(begin).Seconds())
		switch res.Status {
		case solver.Unique:
			proved++
			solved++
		case solver.Found:
			solved++
		}
		nodes += res.Stats.Nodes
		r.Progress(i+1, len(list))
	}
	median, err := stats.Median(times)
	if err != nil {
		return err
	}
	keep.Count(m.Name+" solved", int64(solved), "puzzles")
	keep.Count(m.Name+" proved", int64(proved), "puzzles")
	keep.Count(m.Name+" nodes", nodes, "nodes")
	r.Noisy(m.Name+" median", median, "s", len(times))
	return nil
}

// methodTable shows the methods beside each other, by set.
func methodTable(set record.Set) lab.Table {
	t := lab.Table{
		Name: "methods", Title: "The methods that play with the embedded agent, one puzzle at a time, as the command line answers",
		Columns: []string{"Set", "Method", "Puzzles", "Solved", "Proved the only solution", "Guesses of the exact engine", "Time per puzzle, median"},
	}
	for _, r := range set.Measured().Where(methodKind) {
		if by := r.Texts[agent.Methods()[0].Name+" computed by"]; by != "" && len(t.Notes) == 0 {
			t.Notes = append(t.Notes, "The network's steps: "+by+".")
		}
		n := r.Value("puzzles")
		for _, m := range agent.Methods() {
			nodes := "–"
			if m.Proves == method.Decides {
				nodes = lab.Number(r.Value(m.Name + " nodes"))
			}
			t.Add(r.Dim("set"), m.Name, lab.Number(n), lab.Share(r.Value(m.Name+" solved"), n), lab.Share(r.Value(m.Name+" proved"), n), nodes, lab.SecondsOf(r, m.Name+" median"))
		}
	}
	return t
}
