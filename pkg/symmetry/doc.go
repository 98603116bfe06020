// Package symmetry holds the group of transforms that turn plain Sudoku boards into plain
// Sudoku boards, and picks one board, the canonical form, out of every class of boards that the
// group makes equal.
//
//	puzzle, err := board.Parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
//	if err != nil { … }
//	other := symmetry.Random(rng, puzzle.Shape()).MustApply(puzzle)
//	t, same, err := symmetry.Equivalent(puzzle, other)
//	fmt.Println(same, t) // true, and t maps puzzle to other
//	seen, err := symmetry.NewSeen(symmetry.DefaultLimits())
//	if err != nil { … }
//	fresh, err := seen.Add(puzzle) // true the first time any member of the class is added
//	fresh, err = seen.Add(other)   // false
//
// A [Transform] transposes a board or not, permutes its rows and its columns so that bands
// and stacks stay whole, and relabels its digits. On a board with boxes of k×k cells the
// geometric part has 2·(k!)^(2k+2) members and the relabelling n! ([GeometricOrder],
// [GroupOrder]): 3,359,232 and 362,880 at 9×9, together 1,218,998,108,160 (E. Russell and
// F. Jarvis, "Mathematics of Sudoku II", Mathematical Spectrum 39, 2006; they count
// 5,472,730,538 classes of full 9×9 grids under it). Every solver, counter and rating that
// knows no more than the rules must treat the members of a class alike, and training
// and test puzzles are disjoint only if their classes are.
//
// The canonical form is the min-lex form of the Sudoku literature: write a board as the
// string of its n² digits, row by row, 0 for an empty cell; the canonical form is the
// smallest string over the whole group in lexicographic order. So empty cells sort before
// digits, and digits are numbered 1, 2, 3, … in the order of their first appearance, since
// any other numbering of the same geometry is larger. The definition is the same for
// puzzles and for full grids; file minlex.go tells how it is found, file full.go how [Forms] finds
// it for full 9×9 grids.
//
// Invariants: a Transform that passes Validate is a bijection on boards of its size which
// keeps conflicts, solutions and their number; Canonical(T(b)) equals Canonical(b) for
// every T; the transform returned with a canonical form maps the board to it. The choice
// among several such transforms is fixed, so equal boards give equal results.
//
// Cost: a [Canonicalizer] allocates only while its lists grow. The time depends on how many
// partial transforms tie, which is few for puzzles, dozens for full grids and about the order
// of the automorphism group for symmetric boards; BenchmarkCanonical measures it by set. Up to 9×9 a
// canonical form is always found. From 16×16 on a search that exceeds its [Limits] returns
// [ErrLimit], never a form that may be wrong.
//
// What it does not do: a canonical form is defined here for boards in which no row or
// column holds a digit twice; others are an error. The package does not solve, does not
// recognise symmetries of a puzzle's solution that its givens lack, and lists no classes. It
// takes plain boards only: most of the group moves cells off a diagonal or out of a region, and
// what is left on a board with those differs from one to the next. Such boards are an error.
package symmetry
