package film_test

import (
	"reflect"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/film"
	"sudokulab/pkg/method"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

// TestConfidence: the film begins with the puzzle, ends with the result, changes no given, keeps its bound and is the
// same each time, on boards with one, no and several solutions.
func TestConfidence(t *testing.T) {
	for _, name := range []string{"gnn", "gnn-refine", "gnn-hybrid"} {
		s, err := method.Open(t.Context(), name, method.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		for _, text := range []string{
			smallPuzzle, "11..............", "12..............",
			"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		} {
			puzzle := board.MustParse(text)
			var films [2][]render.Frame
			for i := range films {
				e, err := s.Explain(t.Context(), puzzle, solver.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				if films[i], err = film.OfRounds(e.Told, e.Result, film.Options{Most: 4}); err != nil {
					t.Fatal(err)
				}
				last := films[i][len(films[i])-1].Picture.Board
				if want := e.Result.Grid; !want.IsZero() && !last.Equal(want) || want.IsZero() && !last.Equal(puzzle) {
					t.Errorf("%s, %s: ends with %s", name, text, last)
				}
			}
			if !reflect.DeepEqual(films[0], films[1]) || len(films[0]) < 2 || len(films[0]) > 4 || !films[0][0].Picture.Board.Equal(puzzle) {
				t.Errorf("%s, %s: %d frames, from %s", name, text, len(films[0]), films[0][0].Picture.Board)
			}
			for i, f := range films[0] {
				for c, d := range puzzle.Cells() {
					if d != 0 && f.Picture.Board.At(c) != int(d) {
						t.Errorf("%s, %s: frame %d changes a given", name, text, i+1)
					}
				}
			}
		}
	}
	if _, err := film.OfRounds(7, solver.Result{}, film.Options{}); err == nil {
		t.Error("a film of no account")
	}
}
