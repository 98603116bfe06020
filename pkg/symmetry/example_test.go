package symmetry_test

import (
	"fmt"
	"math/rand/v2"

	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

func Example() {
	puzzle := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	rng := rand.New(rand.NewPCG(1, 2))
	other := symmetry.Random(rng, puzzle.Shape()).MustApply(puzzle)

	t, same, err := symmetry.Equivalent(puzzle, other)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("equal:", puzzle.Equal(other))
	fmt.Println("equivalent:", same)
	fmt.Println("mapped:", t.MustApply(puzzle).Equal(other))
	// Output:
	// equal: false
	// equivalent: true
	// mapped: true
}

func ExampleCanonical() {
	b := board.MustParse("43...2.......1..")
	form, t, err := symmetry.Canonical(b)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(form)
	fmt.Println(t)
	fmt.Println(t.MustApply(b).Equal(form))
	// Output:
	// ...........1.234
	// t:3412:3421:2341
	// true
}

func ExampleTransform_Apply() {
	turn, err := symmetry.ParseTransform("t:1234:4321:1234") // a quarter turn: transpose, mirror the columns
	if err != nil {
		fmt.Println(err)
		return
	}
	b, err := turn.Apply(board.MustParse("12..34.........."))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(b)
	// Output: ..31..42........
}

func ExampleAutomorphisms() {
	grid := board.MustParse("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
	count, err := symmetry.Automorphisms(grid)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(count, "of", symmetry.GeometricOrder(grid.Shape()))
	// Output: 648 of 3359232
}

func ExampleGroupOrder() {
	fmt.Println(symmetry.GroupOrder(board.Standard()))
	// Output: 1218998108160
}

func ExampleSeen() {
	seen, err := symmetry.NewSeen(symmetry.DefaultLimits())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range []string{"12..34..........", "..........13..24", "1234341221434321"} {
		fresh, err := seen.Add(board.MustParse(line))
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(line, fresh)
	}
	fmt.Println(seen.Len(), "classes")
	// Output:
	// 12..34.......... true
	// ..........13..24 false
	// 1234341221434321 true
	// 2 classes
}
