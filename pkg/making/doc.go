// Package making makes puzzles as a person asks for them: by level, by the number of givens, minimal, of a difficulty or
// score, or the position just before a technique is needed.
//
//	cfg := making.DefaultConfig(9)
//	cfg.Seed = 7
//	cfg.Want.Hardest = explain.XWing
//	s, err := making.New(cfg)
//	if err != nil { … }
//	for p, err := range s.Puzzles(ctx, 0, 10, runtime.NumCPU()) {
//		if err != nil { … }
//		fmt.Println(p.Board)
//	}
//
// It brings together what knows nothing of each other: package generate, which makes puzzles, the engines that count
// solutions for it, and packages rate and explain, which say how hard a puzzle is. The command line and the page make
// their puzzles by it.
//
// Invariants: puzzle i depends on the configuration, on i and on nothing else (with Families, on the puzzles before it in
// its family), so any number of goroutines makes the same puzzles.
//
// A level is a word for that: [Levels]. What is made for easy, medium, hard, expert or extreme is what `sudokulab rate` calls so.
//
// It holds no rules of its own on what is hard: see package explain on techniques and scores, package rate on its ladder.
package making
