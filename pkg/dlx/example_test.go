package dlx_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"sudokulab/pkg/dlx"
)

// Ann has a red shirt, Bob a blue and a red one; on the photograph the colors must agree.
func Example() {
	var b dlx.Builder
	ann, bob, shirt := b.Primary("ann"), b.Primary("bob"), b.Secondary("shirt")
	red, blue := b.Color("red"), b.Color("blue")
	b.Option(dlx.Element{Item: ann}, dlx.Element{Item: shirt, Color: red})
	b.Option(dlx.Element{Item: bob}, dlx.Element{Item: shirt, Color: blue})
	b.Option(dlx.Element{Item: bob}, dlx.Element{Item: shirt, Color: red})
	p, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := dlx.NewSolver(p, dlx.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	res, err := s.Solve(context.Background(), nil, dlx.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Solutions, res.First, res.Stop)
	for _, o := range res.First {
		fmt.Println(p.OptionText(o))
	}
	// Output:
	// 1 [0 2] exhausted
	// ann shirt:red
	// bob shirt:red
}

const domino = `| dominoes on a board of 2×3 cells
a1 b1 c1 a2 b2 c2
a1 b1
b1 c1
a2 b2
b2 c2
a1 a2
b1 b2
c1 c2
`

func ExampleSolver_Solutions() {
	p, err := dlx.Read(strings.NewReader(domino), "domino")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := dlx.NewSolver(p, dlx.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	for options, err := range s.Solutions(context.Background(), nil) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(options)
	}
	fmt.Printf("%+v\n", s.Counters())
	// Output:
	// [0 2 6]
	// [1 3 4]
	// [4 5 6]
	// {Nodes:9 Updates:28 Cleansings:0 Branches:4 Backtracks:0 MaxDepth:3 GivenUpdates:0 GivenCleansings:0}
}

func ExampleSolver_Solve() {
	p, err := dlx.Read(strings.NewReader(domino), "domino")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := dlx.NewSolver(p, dlx.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, given := range [][]int{nil, {6}, {5, 6}, {0, 4}} {
		res, err := s.Solve(context.Background(), given, dlx.Limits{Solutions: 2})
		fmt.Println(given, res.Solutions, res.First, res.Stop, err)
	}
	// Output:
	// [] 2 [0 2 6] solution limit <nil>
	// [6] 2 [0 2 6] solution limit <nil>
	// [5 6] 1 [4 5 6] exhausted <nil>
	// [0 4] 0 [] exhausted <nil>
}

func ExampleRead() {
	_, err := dlx.Read(strings.NewReader("a b | x\na x:red\nb x:blue c\na b:red\n"), "wrong.dlx")
	fmt.Println(err)
	// Output:
	// dlx: wrong.dlx:3: item "c" is unknown
	// dlx: wrong.dlx:4: primary item "b" has a color
}

func ExampleProblem_Write() {
	var b dlx.Builder
	a, x := b.Primary("a"), b.Secondary("x")
	b.Option(dlx.Element{Item: a})
	b.Option(dlx.Element{Item: a}, dlx.Element{Item: x, Color: b.Color("red")})
	p, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := p.Write(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// a | x
	// a
	// a x:red
}
