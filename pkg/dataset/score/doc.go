// Package score scores other programs' answers to a set of puzzles: what they solve exactly, by the rules and the givens alone, how near
// the rest is, how sure these figures are, and what simple methods reach on the same puzzles.
//
//	f, err := predictions.Open(file, predictions.Options{Name: "answers.txt", Side: 9})
//	if err != nil { … }
//	p, err := predictions.Pair(ctx, f, "")
//	if err != nil { … }
//	defer p.Close()
//	report, err := score.Run(ctx, score.Set{Name: "17clue", Puzzles: puzzles},
//		[]score.Entrant{{Name: "mine", Files: []*predictions.Pairing{p}}}, engines, score.DefaultConfig(), nil)
//	if err != nil { … }
//	err = report.Text(os.Stdout)
//
// # Method
//
// An answer is right if board.Solves accepts it, so that any solution counts where a puzzle has several. The cells of other answers are
// compared with the solution that the set states, or else with the first that the engine finds. Every figure is over all puzzles of the
// set: what is missing, malformed or blank counts as wrong in each of them.
//
//   - solved: puzzles, with Wilson's interval.
//   - cells: right ones among those that the puzzles leave blank, all puzzles together. units: rows, columns and boxes that hold every
//     digit once. Both have bootstrap intervals over puzzles, since the cells of a puzzle are not right or wrong by themselves.
//   - altered: answers with another digit at a given.
//
// Bands of difficulty are those of package audit (what solves a puzzle), and numbers of givens.
//
// Several answers to a puzzle are scored in three ways, see [Way]. Two systems are compared on the puzzles that each of them solves alone,
// by McNemar's exact test, and by the bootstrap of the differences of a puzzle.
//
// The baselines are the rules of package learn/score, and a depth-first search that fills singles and guesses at the choice with the
// fewest options; what it has not solved within a bound on guesses it leaves blank.
//
// # JSON
//
// [Report] and [Record] are written as their fields are tagged; the documentation of each field is its description, and [Schema] changes
// with their meaning. Shares are from 0 to 1. A record holds what a table of many programs needs: the hashes of the set and of the
// predictions, the program's commit, n, the figures with their intervals.
//
// # Invariants
//
// A report depends on the set, the files and the [Config] alone, not on the number of engines. The bootstrap draws from Config.Seed.
//
// # Cost
//
// Solving and rating take most of the time, some tens of microseconds a puzzle at side 9, and the baselines several times that. Memory
// does not grow with the number of puzzles: what is resampled are counts of equal values.
//
// # What it does not do
//
// It draws no pictures, knows no published figures, and takes plain boards only.
package score
