// Package watch shows how any method answers a puzzle: frames of the board as they come, and what is left of the
// method's own structure beside it.
//
//	by, err := method.Open(ctx, "dlx", method.Options{})
//	if err != nil { … }
//	defer by.Close()
//	result, err := watch.Frames(ctx, by, puzzle, watch.Options{}, func(f watch.Frame) error {
//		return draw(f.Picture, f.Beside) // for f.Delay
//	})
//
// There is a film for each family of methods: arcs and guesses of csp; the rows and columns of the cover of dlx; what
// bitboard and wide settle, guess and take back; the fillings of minigrid, box by box; the steps of the tensor network;
// the rounds of gnn. Those of agents are in package watch/agents, so that a program without tensors
// stays one. [Filmed] says of a method why it has none.
//
// Films of csp, tensor and gnn are made of what these methods tell of themselves (package film). For dlx, bitboard, wide
// and minigrid a slower twin of the search runs and tells each step; tests hold solutions, counters and order of the
// twin to those of the engine. The film of bitboard is that of the engine without vector instructions, in every build.
//
// Invariants: the last frame shows how it ended, however the film is cut; the result is the one of the method's own
// Solve or Explain under the same limits; equal arguments give equal frames; frames share no memory.
//
// Cost: that of the method and, for the twins, of a search that looks at every cell after each step, up to
// Options.Most frames.
//
// It draws nothing: packages render and render/animate do.
package watch
