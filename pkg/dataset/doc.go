// Package dataset makes data sets of puzzles from recipes: train, validation and test in different classes under symmetry, in files
// that people load, with a card, hashes and an audit beside them.
//
//	r, err := dataset.Read("recipe.yaml") // or dataset.Named("sudokulab-9-small")
//	if err != nil { … }
//	s, err := dataset.Make(ctx, r, "folder", dataset.Options{})
//	if err != nil { … }
//	fmt.Println(s.Test("")) // the hash of the test puzzles
//
// # Recipes
//
// A recipe has parts, one for each kind of board, and these have bands: ranges of givens, of guesses, of the hardest technique, of
// HoDoKu's score or level or of Sudoku Explainer's rating, as package explain finds them, each with a count for every split. It is YAML; unknown keys are errors with their line.
//
// # Method
//
// Puzzle j of a band of a split is the first of a series of attempts that falls into both. The attempts are seeded by the recipe's
// seed, the kind of board, the band's limits, the split and j, and by nothing else: so any number of workers or machines makes the
// same puzzles in any order, and those of a smaller count are the first ones of a larger one. At side 9 an attempt is a minimal
// puzzle of package generate, the attempts at one puzzle a family of them; where the part's puzzles are not minimal, givens are
// put back at random up to a number that is drawn from the band. At other sides package making makes it.
//
// Which split a class belongs to is a function of its key ([SplitOf]), the same for every recipe and seed. Test classes are those that the
// lab's own trainings leave out (package learn/puzzles). A board whose canonical form is not found within the search's limits, which
// can only come above side 9, is passed over. So no test puzzle is a twin of a training puzzle, whoever made the two sets.
//
// Where classes must be distinct, twins of earlier puzzles of a split are left out, and puzzles with higher j take their places until
// the count is there or the classes run out, which is an error unless the recipe takes fewer.
//
// Making is a job of package job, with a record of fixed length for each puzzle. The files are written from the records, and what is done
// outlasts a kill: shards and files are taken over by their hashes.
//
// # Invariants
//
// A recipe decides every byte of the files with puzzles, on every machine. The card and the summary name the program besides.
// [Make] returns a set only if its audit found one solution of every puzzle, no class in two splits and, where that is asked for,
// no twins.
//
// # Cost
//
// A puzzle takes its attempts, of which a test at side 9 needs sixteen on average besides those that miss the band, then a canonical form
// and a rating, and again both with a proof for the audit. Memory does not grow with the set, the bits that say which puzzles are
// twins aside. On disk the records take twice 21 bytes and two a cell for each puzzle, besides the files, until the set is complete.
//
// # What it does not do
//
// It does not draw evenly from all puzzles of a band: package generate says which come up too often. It does not compare
// solutions: puzzles of two splits may share a full grid, as they nearly always do at side 4. It knows no other people's sets;
// `sudokulab dataset audit` looks for their puzzles.
package dataset
