// Package nbui shows what a notebook on the Go kernel has to show, in one import: boards,
// films of a solve, sheets of numbers, tables, figures, plots, claims with their verdicts,
// committed records, Markdown and progress.
//
//	puzzle := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
//	nbui.Board(render.Picture{Board: puzzle, Candidates: board.Candidates(puzzle)})
//	nbui.Film(frames)                       // stills, and a player where scripts run
//	nbui.Result("gnn-candidate", "goals")   // a committed table or figure
//	nbui.Claims("csp", "C07")               // what was found of them
//	nbui.Again(csphard.Experiment())        // measured again, with the committed figures
//	for i := range nbui.Each("Solving", len(puzzles)) { // a bar that moves
//		solve(puzzles[i])
//	}
//	chart := nbui.NewChart("Guesses", "givens", "guesses")
//	chart.Points("own-hard", 0, xy)
//	chart.Show()
//
// Each display goes to the kernel by GoNB's display protocol (package gonbui) as one bundle: HTML
// that stands by itself in light and dark pages, needs nothing from elsewhere and can be read
// without scripts, and the same as plain text, for terminals and differences. The package waits
// after each display until the kernel has it: what is still under way when a cell's program
// ends is lost. Outside of a notebook the plain text goes to standard output, so the same code
// runs as a program and in tests.
//
// Most people see a notebook before they trust it, or on a page that trusts none: there the style
// sheets and scripts of a display are dropped, and drawings that stand in its HTML. So every picture
// is an image with its own bytes (see [render.HTML]), a film has stills below its player, a table
// is a plain table that its style sheet only makes nicer, and a verdict has a sign beside its colour.
//
// A cell has no caller that an error could be returned to: every function here ends the cell with
// it, by a panic, as [Must] does with the errors of other packages. What a machine could not measure
// because it lacks a public set is no error: it is left out and named; see [Source].
//
// Invariants: equal arguments give equal bytes, so that a notebook that has not changed is
// executed to the same file: identifiers are hashes of contents, and no time is shown but
// while a bar moves. Displays appear in the order of the calls. What a program prints by
// itself takes another way to the kernel and may be seen late; [Text] keeps to the order.
//
// Cost: that of drawing, and a fraction of a millisecond for the kernel's answer.
//
// The package draws what it is given and reads what is committed under results/; it computes
// nothing but what it has an experiment measure again. It has no widgets that talk back to the
// cell.
package nbui
