// Package solvertest is the conformance suite that every engine of the lab passes, with the
// oracle that judges it and the yardstick that engines are measured against.
//
// [Run] puts a solver through a table of boards ([Cases]) of several sizes, on demand of
// several variants too ([VariantCases]), and through the promises of package solver: statuses
// that are proofs, grids that board.CheckSolution accepts, limits that hold, counters that
// repeat, contexts that end a run. [Metamorphic] demands equal verdicts on images of a board
// under the game's symmetries (of a variant, under those of the square); [FuzzCounts] compares
// an engine with the oracle [Count] on random boards. [Plain9] is a plain backtracking solver
// for 9×9, against which speed is quoted.
//
//	func TestConformance(t *testing.T) {
//		solvertest.Run(t, dlxsolver.New(), solvertest.Options{Variants: true})
//	}
//
//	func FuzzAgainstOracle(f *testing.F) {
//		solvertest.FuzzCounts(f, dlxsolver.New(), solvertest.Options{Variants: true})
//	}
//
// Invariants: the oracle and the yardstick share no code with an engine or with each other;
// every check of the suite is itself tested with a solver that breaks the promise it is
// about; the number of solutions of every board in the table is proved by the oracle.
//
// Cost: the suite takes well under a second for an engine that solves its hardest board
// (some 4,000 nodes of maintained arc consistency, for 15 solutions of an image of a 9×9
// board) in milliseconds; part of that is waiting for interrupted runs. Plain9 searches
// about six million nodes per second.
//
// It does not measure speed and does not look inside an engine: whether a counter counts the
// right thing is for the engine's own tests.
package solvertest
