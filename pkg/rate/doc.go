// Package rate says which technique a puzzle needs, of a fixed ladder that people climb.
//
//	r := rate.New(board.Standard())
//	rating, err := r.Rate(puzzle, guesses) // guesses: a search of the caller's, asked where techniques fail
//	if err != nil { … }                    // the techniques found that there is no solution
//	fmt.Println(rating.Technique, rating.Steps.Hidden, rating.Guesses)
//
// The ladder, from its foot:
//
//	naked singles      a cell has one candidate left
//	hidden singles     a digit has one place left in a unit
//	locked candidates  a digit's places in one unit all lie in another: it goes elsewhere there
//	pairs              two cells of a unit share their only two candidates (naked), or two
//	                   digits their only two places (hidden)
//	guesses            none of the above gets further
//
// A puzzle's technique is the last one of the shortest piece of the ladder that solves it.
// The names and rules are those of the Sudoku literature (e.g. T. Davis, "The Mathematics of
// Sudoku", 2006); the ladder is cut where counting guesses says more than further names.
//
// Invariants: the rating depends on the puzzle alone and not on an order of search. Work goes
// in rounds. A round takes the lowest technique that can do anything now, finds all that it
// can do on the board as it is, does it, and returns to the foot of the ladder. What a
// technique can do never vanishes when others act first, so any order ends with the same
// board, and the highest technique used is the least that suffices; the numbers of steps are
// those of this order. Ratings are equal for boards that a symmetry maps to each other.
//
// Cost: a [Rater] allocates nothing after [New]. BenchmarkRate measures it by set.
//
// What it does not do: it does not look for a second solution. If techniques solve a
// puzzle, it has one solution; if they do not, the guesses are what the caller's search
// counts. Locked candidates and pairs are taken for all units alike, on boards with
// diagonals or regions as well, so that the same words mean the same there.
package rate
