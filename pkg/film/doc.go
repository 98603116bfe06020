// Package film turns what an engine did into pictures: films to be played step by step and
// strips of the moments that matter. An engine's trace tells everything, in the order in
// which the machine came to it; a film tells as much of it as a viewer can follow, each frame
// with a caption in words.
//
//	puzzle := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
//	by := engine.CSP(engine.CSPConfig{Name: "film", Config: csp.DocumentConfig()})
//	trace, err := by.Trace(ctx, puzzle, solver.Limits{}, engine.TraceOptions{})
//	if err != nil { … }
//	frames, err := film.Propagation(puzzle, trace, film.Options{Density: film.Decisions})
//	if err != nil { … }
//	err = render.HTMLFilm(w, frames, render.DefaultOptions()) // or nbui.Film(frames)
//	strip, err := film.Moments(puzzle, trace)                 // or a few pictures of it
//
// File propagation.go shows arc consistency and search from the events of package csp. A
// frame is the state of the candidates after some events, with the candidates that these
// events struck, an arrow from each cell that made another lose one, the cell that was
// decided, guesses, and what is taken back. [Density] says how many events make a frame.
// File search.go shows a search of the tensor network from its trace, with squares for what the stack keeps.
// Every other file has another subject and says in its first comment what it shows.
//
// Invariants: equal arguments give equal frames; a candidate struck by the events is struck
// in one frame and no other, as long as the film is not cut; the last frame shows the
// solution if one was found; frames share no memory with the trace nor with each other.
//
// Cost: one pass over the events and one copy of the board and its candidates per frame.
//
// What it does not do: it solves nothing and judges nothing, draws nothing (that is package
// render's work), and knows neither notebooks nor GoMLX.
package film
