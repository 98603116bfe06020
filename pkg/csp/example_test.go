package csp_test

import (
	"context"
	"fmt"
	"os"

	"sudokulab/pkg/csp"
)

func Example() {
	var b csp.Builder
	b.Variables(3, csp.Range(2))
	b.NotEqual(0, 1)
	b.AddRelation(1, 2, func(v, w int) bool { return v < w })
	net, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := csp.NewSolver(net, csp.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := s.Solve(context.Background(), nil, csp.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Stop, res.Solutions, res.First)
	// Output: exhausted 1 [1 0 1]
}

// Six queens: one variable a column, its value the row.
func ExampleSolver_Solutions() {
	const n = 6
	var b csp.Builder
	b.Variables(n, csp.Range(n))
	for i := range n {
		for j := range i {
			b.AddRelation(i, j, func(v, w int) bool { return v != w && v-w != i-j && w-v != i-j })
		}
	}
	net, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := csp.NewSolver(net, csp.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	for rows, err := range s.Solutions(context.Background(), nil) {
		fmt.Println(rows, err)
	}
	// Output:
	// [1 3 5 0 2 4] <nil>
	// [2 5 1 4 0 3] <nil>
	// [3 0 4 1 5 2] <nil>
	// [4 2 0 5 3 1] <nil>
}

func ExampleSolver_Propagate() {
	var b csp.Builder
	b.Variables(3, csp.Range(3))
	b.AllDifferent(0, 1, 2)
	net, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := csp.NewSolver(net, csp.DocumentConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := s.Propagate(context.Background(), []csp.Set{csp.SetOf(0), csp.SetOf(0, 1), csp.Range(3)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Consistent, p.Domains)
	fmt.Println(p.Counters.Arcs, "arcs revised,", p.Counters.Reductions, "values removed")
	// Output:
	// true [{0} {1} {2}]
	// 9 arcs revised, 3 values removed
}

func ExampleTree_WriteText() {
	var b csp.Builder
	b.Variables(3, csp.Range(3))
	b.AllDifferent(0, 1, 2)
	net, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := csp.NewSolver(net, csp.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	var rec csp.Recorder
	s.SetTrace(csp.Trace{Hook: rec.Record})
	domains := []csp.Set{csp.SetOf(0), csp.SetOf(0, 1), csp.Range(3)}
	if _, err := s.Propagate(context.Background(), domains); err != nil {
		fmt.Println(err)
		return
	}
	tree, err := csp.NewTree(domains, rec.Events)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := tree.WriteText(os.Stdout, csp.TextOptions{}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// initial domains: 3 variables, 1 with one value
	// └─ x0 = 0 given
	//    ├─ #1 x1 {0,1} → {1} single
	//    │  └─ #3 x2 {1,2} → {2} single
	//    └─ #2 x2 {0,1,2} → {1,2}
}
