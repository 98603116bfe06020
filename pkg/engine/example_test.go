package engine_test

import (
	"context"
	"fmt"
	"os"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/solver"
)

func Example() {
	puzzle := board.MustParse("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
	e := engine.CSP(engine.DefaultCSP())
	res, err := e.Solve(context.Background(), puzzle, solver.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Grid)
	fmt.Println(res.Status, "after", res.Stats.Nodes, "nodes,", res.Stats.Counter(engine.CounterRootOpen), "cells left to the search")
	// Output:
	// 162857493534129678789643521475312986913586742628794135356478219241935867897261354
	// unique after 230 nodes, 58 cells left to the search
}

func ExampleValidate() {
	b := board.MustParse("12..34..2.......")
	v, err := engine.Validate(context.Background(), b, solver.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Verdict, v.Open, v.Exact.Status)
	b.Set(15, 1)
	b.Set(3, 1)
	if v, err = engine.Validate(context.Background(), b, solver.Limits{}); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Verdict, v.Conflicts, v.Exact.Status)
	// Output:
	// not decided by AC-3 10 multiple
	// contradictory [{r1c1 r1c4 1 row 1} {r1c4 r4c4 1 column 4}] unsat
}

func ExampleCSPSolver_Trace() {
	e := engine.CSP(engine.DefaultCSP())
	t, err := e.Trace(context.Background(), board.MustParse("12..3...2......1"), solver.Limits{}, engine.TraceOptions{PropagateOnly: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := t.Tree.Condense().WriteText(os.Stdout, csp.TextOptions{Names: t.Names}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// initial domains: 16 variables, 5 with one value
	// ├─ r1c1 = 1 given
	// ├─ r1c2 = 2 given
	// ├─ r2c1 = 3 given
	// │  └─ #10 r2c2 {3,4} → {4} single
	// │     ├─ #23 r2c4 {2,4} → {2} single
	// │     │  └─ #27 r2c3 {1,2} → {1} single
	// │     └─ #25 r4c2 {3,4} → {3} single
	// │        ├─ #28 r3c2 {1,3} → {1} single
	// │        └─ #29 r4c3 {2,3} → {2} single
	// ├─ r3c1 = 2 given
	// │  └─ #16 r4c1 {2,4} → {4} single
	// └─ r4c4 = 1 given
}
