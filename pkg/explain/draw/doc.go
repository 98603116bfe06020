// Package draw turns the steps of package explain into pictures: a position with the reason for the
// next step, and the film of a path.
//
//	step, err := e.Next(p)
//	if err != nil { … }
//	picture, err := draw.Step(p, &step)
//	if err != nil { … }
//	err = render.SVG(w, picture, render.DefaultOptions())
//	path, err := e.Path(puzzle)
//	if err != nil { … }
//	err = render.HTMLFilm(w, draw.Path(path), render.DefaultOptions())
//
// The candidates that prove a step have a letter and an outline by their role (render.Tag), with a legend.
// The units that the reason looks at are tinted, chains have arrows, weak inferences dashed ones. A cell
// that gets its digit is framed and the digit set off; what is struck is struck out. The sentence is the
// caption. All this is told without colour as well, in text too.
//
// Invariants: equal arguments give equal pictures; pictures share no memory with positions and steps.
//
// Cost: a copy of the board and its candidates for each picture.
//
// It finds and judges nothing: it draws the step that it is given.
package draw
