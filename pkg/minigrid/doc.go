// Package minigrid solves Sudoku box by box: it lists the fillings of every box, makes a graph of
// the fillings that fit together, prunes it, and reads all solutions off what is left. It classifies
// a puzzle as unsolvable, well-formed or ambiguous, and keeps the graph for study.
//
//	a, err := minigrid.Analyse(ctx, puzzle, minigrid.DefaultConfig(), solver.Limits{})
//	if err != nil { … }
//	switch a.Class {
//	case minigrid.WellFormed: // a.First is the solution
//	case minigrid.Ambiguous:  // a.Solutions or more
//	case minigrid.Unsolvable: // found out by phase a.FoundOut
//	case minigrid.Undecided:  // a limit ended the run, a.Status says
//	}
//
// The method is that of the paper "Minigrid-Based Graph Constraint Propagation for Generic n×n Sudoku
// Solver" (no author or date given). Each of its phases is a function here; section numbers in comments
// are the paper's.
//
//	1 Mask                     section 3.1  digits used in each row, column and box (mask.go)
//	2 Permute                  section 3.2  the fillings P_k of each box k (permute.go, count.go)
//	3 Connect                  section 3.3  edges between compatible fillings (connect.go, compatible.go, face.go)
//	4 Graph.PruneToFixedPoint  section 3.4  vertices of too small a degree removed (prune.go)
//	5 Graph.Solutions          section 3.5  configurations, checked (extract.go), classes (classify.go)
//
// [Analyse] runs all of them.
//
// # Where the paper is wrong or unclear
//
// Both readings are built and selected by [Config]; the constants say which is the paper's letter and
// which is the default.
//
//   - Phase 1 makes masks of rows and columns for phase 2, whose listing does not use them:
//     [BoxOnly] and [Lines].
//   - Phase 3 asks for identical sequences on shared lines, which no solution has; what is meant is
//     that no digit comes twice: [Identical] and [Disjoint].
//   - Phase 4 asks for degrees of 2, 3 and 4 by the position of the box, once counting boxes and once
//     edges. Every box depends on 2(k−1) others: [DegreeBoxes], [DegreeEdges], and [Supported].
//   - Section 4.1 concludes that every vertex left by phase 4 is in a solution, and section 3.4 reads
//     the class off the number of vertices. Neither follows from degrees. [Graph.InSolutions] and
//     [Graph.ClassOf] show how far it holds; phase 5 is a search.
//
// The code differs from the letter in three more ways, which change the work and not the outcome:
// fillings are counted before they are listed (count.go), compared by classes (face.go), and pruned
// by classes (prune.go).
//
// # Invariants
//
// Under [Disjoint], for any values of the other fields, each solution is found once and nothing else is
// found: phases 2 to 4 remove no vertex of a solution, and joined fillings of all boxes make a valid
// board. The order of solutions and every figure but times depend on the puzzle, the configuration and
// the limits only, not on the number of workers. The puzzle is not written to. A graph that a limit
// left incomplete says so ([Graph.Capped]) and refuses to be pruned or searched.
//
// Boards may have any side that package board knows, diagonals, and regions in place of boxes: the
// code goes by board.Shape.Units, "box b" is unit 2n+b, and two boxes depend on each other if another
// unit has cells in both. The readings Identical, DegreeBoxes and DegreeEdges ask for square boxes.
//
// # Cost
//
// Everything hangs on Σ|P_k|. A box of e open cells has e! fillings under BoxOnly; the masks of Lines
// bring a 9×9 puzzle of 17 givens to thousands of vertices in all, and an empty 9×9 board has 9·9!,
// 3.3 million, about 100 MB. A vertex takes n bytes for its digits and four for each face of its box,
// two on a plain board. Phase 3 takes one comparison for each two distinct contents of a unit that
// meet, far fewer than the paper's |P_i|·|P_j| ([Graph.Product]). Phase 5 allocates nothing but the
// boards that it yields. 16×16 boards with less than a third of their cells given, and 25×25 boards
// with less than half, mostly exceed the default limits.
//
// # What it does not do
//
// It does not guess within a box, learn from dead ends, or enforce more than the agreement of two
// boxes at a time. It does not count solutions without visiting them. It does not draw the graph.
package minigrid
