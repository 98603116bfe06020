package minigrid_test

import (
	"context"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
)

func Example() {
	puzzle := board.MustParse("..3.7....7.....3.4..4..8...1.82.7..6.4...69.8...4......3...2.97.1....542...8.....")
	a, err := minigrid.Analyse(context.Background(), puzzle, minigrid.DefaultConfig(), solver.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Class, a.Permutations.Total(), "fillings,", a.Graph.Metrics().Alive, "after pruning")
	fmt.Println(a.First)
	// Output:
	// well-formed 395 fillings, 148 after pruning
	// 983674251761925384524318679158297436247536918396481725635142897819763542472859163
}

// Phase by phase, on a board of three givens.
func Example_phases() {
	ctx, cfg := context.Background(), minigrid.DefaultConfig()
	masks, err := minigrid.Mask(board.MustParse(".....2...43....."))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("1: row 3 uses", masks.Used(2))
	p, err := minigrid.Permute(ctx, masks, cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("2: fillings of the boxes:", p.Count(0), p.Count(1), p.Count(2), p.Count(3))
	g, err := minigrid.Connect(ctx, p, cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("3: edges:", g.Edges(), "of", g.Product())
	if err := g.PruneToFixedPoint(ctx); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("4: vertices left:", g.Metrics().Alive, "after", g.Rounds(), "rounds")
	var stats minigrid.ExtractStats
	for _, err := range g.Solutions(ctx, &stats) {
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println("5: solutions:", stats.Solutions)
	used, err := g.InSolutions(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	for box := range used {
		for v := range g.AliveVertices(box) {
			if !used[box][v] {
				fmt.Printf("box %d filled with %d survives and is in no solution\n", box+1, p.Filling(box, v))
			}
		}
	}
	// Output:
	// 1: row 3 uses {3,4}
	// 2: fillings of the boxes: 4 6 3 4
	// 3: edges: 28 of 72
	// 4: vertices left: 17 after 1 rounds
	// 5: solutions: 9
	// box 2 filled with [2 1 4 3] survives and is in no solution
}

func ExampleDependent() {
	for _, k := range []int{2, 3, 4} {
		shape, err := board.ShapeOf(k)
		if err != nil {
			fmt.Println(err)
			return
		}
		pairs := minigrid.Dependent(shape)
		fmt.Println(shape.Side(), "boxes,", len(pairs), "pairs, the first shares", len(pairs[0].Units), "rows")
	}
	// Output:
	// 4 boxes, 4 pairs, the first shares 2 rows
	// 9 boxes, 18 pairs, the first shares 3 rows
	// 16 boxes, 48 pairs, the first shares 4 rows
}

// The letter of section 3.3 finds no solution of any puzzle.
func ExampleLiteralConfig() {
	puzzle := board.MustParse("31..4....3.1.4..")
	for _, cfg := range []minigrid.Config{minigrid.DefaultConfig(), minigrid.LiteralConfig()} {
		a, err := minigrid.Analyse(context.Background(), puzzle, cfg, solver.Limits{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(cfg.Compatibility, a.Class, a.Status)
	}
	// Output:
	// disjoint well-formed unique
	// identical unsolvable capped
}

func ExampleGraph_Solutions() {
	ctx := context.Background()
	masks, err := minigrid.Mask(board.MustParse("................"))
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := minigrid.Permute(ctx, masks, minigrid.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := minigrid.Connect(ctx, p, minigrid.DefaultConfig())
	if err != nil {
		fmt.Println(err)
		return
	}
	count := 0
	for solution, err := range g.Solutions(ctx, nil) {
		if err != nil {
			fmt.Println(err)
			return
		}
		count++
		if count == 1 {
			fmt.Println(solution)
		}
	}
	fmt.Println(count)
	// Output:
	// 1234341221434321
	// 288
}
