// Package explain finds the next step of a Sudoku and the reason for it, as people know them: singles,
// locked candidates, subsets, fish and so on, each in words and with the cells that prove it.
//
//	e, err := explain.New(board.Standard(), explain.Options{})
//	if err != nil { … }
//	p, err := e.Position(puzzle, nil) // nil: no pencil marks of a person's own
//	if err != nil { … }
//	step, err := e.Next(p)
//	if err != nil { … }
//	fmt.Println(step.String())  // hidden single: In box 5 the 7 fits r4c5 alone, so r4c5 is 7.
//	path, err := e.Path(puzzle) // the whole way
//	if err != nil { … }
//	fmt.Println(path.Hardest, path.Score, path.Stuck())
//
// A [Position] is a board as a person sees it: digits and pencil marks. A [Technique] looks for a
// pattern in it, and what it finds is a [Step]: the digits that it places, the candidates that it
// strikes, and the units, cells and candidates that prove this, each with a [Role] for drawings.
// [Technique.Info] has the definitions and sources.
//
// [Explainer.Next] takes the techniques one after another, in the order in which HoDoKu tries them by
// default (B. Hobiger's HoDoKu 2.2.0, options), and returns the first step that it finds;
// [Explainer.All] returns every step of every technique; [Explainer.Path] goes on from step to step and
// [Explainer.Rate] only counts: the sum of HoDoKu's scores, and the highest rating of a step on the scale
// of N. Juillerat's Sudoku Explainer 1.2.1, in whose order [Options] can have the techniques tried
// instead. [Explainer.Hint] tells a person where to look, which
// technique is next, or why.
//
// Techniques that rest on the puzzle's having one solution are left out unless [Options] say that this
// is proved; whoever says so has counted with an engine. All others hold on any position: no step
// strikes what a solution of the position has, however many there are. They read the shape's units and
// peers alone, so they work at every side and in every variant of package board. Fish lie in rows and
// columns; lines are rows, columns and diagonals; boxes are boxes or regions.
//
// Invariants: equal positions have equal steps, in the same order. Up to jellyfish the hardest technique
// of a path does not depend on the order of search, and symmetric boards have the same one, because a
// step that could be made can still be made, by the same technique or a lower one, when others come
// first. Two things are excepted. Locked pairs and triples have to strike in two units at once, so a path
// may meet locked candidates in their place. And fish with fins, like other patterns above them, may
// vanish into a pattern that is no lower. The number of steps and the score do depend on the order, and
// so they differ a little between symmetric boards.
//
// Cost: an [Explainer] of side 9 takes some 40 kB, of side 36 some 1.6 MB; a [Position] some 4 kB and 50 kB.
// Where chains are sought, the Explainer's room grows with the square of the candidates; a position with
// more than 8192 candidates and groups of them is not searched for chains, nor a board beyond side 16 for
// forcing nets.
// Next, Hint and Path allocate what they return; [Explainer.Rate] allocates nothing.
// BenchmarkRate measures it by set.
//
// It does not search, but for [BruteForce], the last of all techniques: that tries digits until it has
// seen that the position has one solution, and takes a digit from it, without a reason. Leave it out of
// [Options] to have a path stop where reasons end. Where no technique applies the package says so. It
// neither solves nor counts otherwise, so it cannot know that a puzzle has one solution, or which marks
// of a person's are wrong: the caller tells it ([Known]). Without that, wrong marks lead to wrong steps,
// as they do on paper.
//
// Digits are written in sentences as boards write them, 10 as A, in the alphabet of [Options].
//
// Steps, hints, positions and paths are written to JSON with the side and variant of their board, and read
// back as they were. What is read is checked against that board, but not for being right: a step written
// by hand may strike anything.
package explain
