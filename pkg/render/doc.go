// Package render draws one picture of a board wherever the lab shows one: as plain text and
// ANSI-coloured text, as SVG, as HTML, and as a PNG, on boards of every size from 4×4 to 36×36
// and of every variant of package board: thick lines follow irregular regions, and the cells of
// diagonals that count are shaded and joined by strokes, or signed in text.
//
//	puzzle := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
//	pic := render.Picture{
//		Board:      puzzle,
//		Candidates: board.Candidates(puzzle),
//		Title:      "Before propagation",
//		Rulers:     true,
//	}
//	err := render.SVG(w, pic, render.DefaultOptions())
//	err = render.Text(os.Stdout, pic, render.TextOptions{Wide: true})
//
// A [Picture] says what is to be seen: the board, which digits are givens, the candidates
// of its empty cells and which of them were removed, a shade behind each for a value that it
// has ([Heat]), a [Tag] at a candidate for what it does in a proof, a [Mark] for each cell, links from cause to effect, a title and a caption. The roles of the marks follow the demonstrator of
// constraint propagation that this lab examines: a domain of one digit is green, a larger
// one grey, an empty one a red cross. One layout pass turns a Picture into a scene of
// styled primitives (rectangles, lines, text, paths) that name their colours by role; the
// backends draw the scene and decide nothing about places or sizes, so a new backend is one
// type switch. HTML is the SVG as an image with its own bytes, which viewers show that do not
// trust a page; several pictures make a row, a strip of steps, or a film: stills for every reader,
// and a player in their place where scripts run. Colours come from a [Theme] that states and
// checks its own contrasts by the formula of WCAG 2.2. The PNG is rasterised from the outlines
// of the embedded Go fonts.
//
// [Sheets] are the other kind of picture: rectangles of numbers, such as the channels of a tensor and the kernels
// that slide over them, in a row with signs between them or one behind the other (sheet.go).
//
// Invariants: equal arguments give equal bytes; nothing is written when an error is
// returned other than the writer's own; SVG and HTML are well-formed XML for every title and
// caption and name nothing outside of themselves; coloured text without its escape sequences
// is the plain text; given, single, guess, removed, conflict and focus are told by weight or
// shape as well as by colour.
//
// Cost: layout and SVG are linear in the number of digits shown. A PNG costs its pixels and
// one outline for each distinct glyph, size and fraction of a pixel; compressing it takes
// about as long again. A film writes each shape once: after the first frame it grows with what
// changes.
//
// The package neither solves nor judges: it draws conflicts that the caller marks (see
// [ConflictMarks]) and does not look at terminals or environment variables.
package render
