// Package contest measures programs that answer puzzles, whoever wrote them and in whatever language, and checks every answer.
//
//	cfg := contest.DefaultConfig()
//	program := contest.Program{Command: []string{"./solver", "--fast"}}
//	report, err := contest.Measure(ctx, cfg, puzzles, program, beside, nil)
//	if err != nil { … }
//	err = report.Text(os.Stdout)
//
// A program reads puzzles on standard input, a line each, until that ends, and writes a line for each on standard output, in the same
// order: the grid, or a dash if it has found none. It may add what it has proved and how many guesses it took ([ParseAnswer]). With
// batches a line is JSON for many puzzles, and so is its answer. research/protocol.md is the whole protocol; testdata has programs in five
// languages. [Serve] puts a solver of this project behind it. [Count] runs a program that counts solutions and times itself.
//
// # Method
//
// A run gives a program the puzzles, as often as fills a slot, and gathers what it writes; only when the run has ended are the answers
// checked, by [board.Solves], which knows no engine. A second run, on the first puzzle alone, tells what the start costs. Both are
// repeated in rounds, in which the programs beside it take turns on the same puzzles, by the same protocol and under the same watch; the
// first of these has two turns a round, and what it reads against itself says whether the machine was quiet, as in package lab.
// Speeds are compared in pairs of a round.
//
// # Invariants
//
// Every puzzle is counted once in a score: solved, rightly refuted, wrong, incomplete, given up, malformed or missing. Whatever a program
// does (not start, crash, hang, write without end, answer in another order, leave children behind) has a name in the report, its answers
// until then are scored, and it is killed with all that it started (package descendants). The score is that of the worst pass. What a run may write is bounded.
//
// # Cost
//
// The answers of a run are held in memory, two puzzles' text for a puzzle at most; so are all puzzles with a solution each.
//
// # What it does not do
//
// It does not confine a program, nor find one that remembers answers from one pass or run to the next: with a slot of 0 and fresh puzzles
// there is nothing to remember. On Linux memory is the program's own, looked at some times a second, and where it is more than
// that of the process that measures, the most of it and of the children that it waited for. On Windows children are not killed and memory is not
// known.
package contest
