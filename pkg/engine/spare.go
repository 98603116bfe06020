package engine

import "sudokulab/pkg/board"

// spare keeps an engine's idle workspaces: one for each plain shape, and that of the variant
// shape used last. A running call has taken its own out, so the body of a loop over
// Solutions may use the engine again.
type spare[W any] struct {
	plain   [board.MaxBox + 1]*W
	variant *W
	shape   *board.Shape // of variant
}

// take takes an idle workspace out, nil if there is none for the shape.
func (s *spare[W]) take(shape *board.Shape) (w *W) {
	if shape.Plain() {
		w, s.plain[shape.Box()] = s.plain[shape.Box()], nil
		return w
	}
	if s.shape == shape {
		w, s.variant, s.shape = s.variant, nil, nil
	}
	return w
}

func (s *spare[W]) put(shape *board.Shape, w *W) {
	if shape.Plain() {
		s.plain[shape.Box()] = w
		return
	}
	s.variant, s.shape = w, shape
}
