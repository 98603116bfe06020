// Package contest measures other people's solvers beside the lab's engines: programs that read puzzles on standard input and write
// answers on standard output, in any language.
//
//	report, err := contest.Measure(ctx, puzzles, []contest.Program{
//		{Name: "mine", Command: []string{"./solver"}},
//		{Name: "bitboard", Command: []string{"sudokulab", "bench-serve", "bitboard"}},
//	}, contest.DefaultConfig(), nil)
//	if err != nil { … }
//	err = report.Text(os.Stdout)
//
// # The protocol
//
// A puzzle is a line of one character a cell, row by row: a dot for an empty cell, then 1 to 9 and A to Z. The answer is a line in the
// same order: a grid, or - for none. Behind it may stand the number of solutions that the program has proved (0, 1, or 2 for
// several) and guesses=N. With batches a line is JSON, {"puzzles": ["…", …]}, and so is its answer, {"answers": ["…", …]}. The program ends
// when its input does. research/protocol.md says the same for people.
//
// # Method
//
// Programs run in turn, each on all puzzles in a process of its own, in rounds; ratios are of the pairs of a round. Before each run
// comes one on an empty input, which is the start. The last program, an engine of the lab, runs once more in each round: the control. Every
// answer is judged by board.Solves and what is known of the puzzle's solutions. A wrong grid is looked for among the solutions of
// the other puzzles, so that answers out of order are told from wrong ones.
//
// # Invariants
//
// What a program does never ends the contest: a crash, a hang, a flood or a wrong answer is in its result, with the answers until
// then, and what is missing is not solved. No process of a program's group outlives its run, as far as the system has process groups.
// Memory is bounded by the size of the answers.
//
// # Cost
//
// A run costs a process and two pipes; looking at it, a reading of /proc fifty times a second on Linux.
//
// # What it does not do
//
// It knows no files, compiles nothing, and runs programs with all rights of the caller: it is no sandbox.
package contest
