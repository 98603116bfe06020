package tensorpictures

import (
	"bytes"
	"fmt"
	"slices"

	"sudokulab/pkg/board"
	"sudokulab/pkg/film"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
	"sudokulab/pkg/render"
	"sudokulab/pkg/tensornet"
	"sudokulab/pkg/tensornet/plain"
)

func tables(set record.Set) []lab.Table {
	t := lab.Table{
		Name: "table",
		Title: "One animation per set of the packed tensor network's search up to the first solution: frames read back from their SVG " +
			"that show what the trace of the run has, cell by cell",
		Columns: []string{"Set", "Steps", "As in plain loops", "Guesses", "Returns", "Frames", "with all candidates", "with all strikes", "with all squares", "Candidates struck", "Squares", "Most in a frame"},
		Notes: []string{
			"Of a sample of the set the puzzle with the shortest search that takes two guesses back is drawn, or the nearest to that. The frames are the board before the first step and one for each step.",
			"A square is a candidate that was struck under an open guess and comes back if the guess fails. Squares are counted in every frame in which they stand.",
		},
	}
	for _, r := range set.Measured() {
		row := []string{r.Dim("set")}
		for _, m := range []string{
			"steps", "steps as in plain loops", "guesses", "returns", "frames", "frames with the candidates", "frames with the strikes", "frames with the squares",
			"candidates struck", "squares", "most squares",
		} {
			row = append(row, lab.Number(r.Value(m)))
		}
		t.Add(row...)
	}
	return []lab.Table{t}
}

// strips are the sets of whose puzzles strips are shown, where they are measured.
var strips = []string{"own-minimal", "magictour"}

// figures draws the moments of a search. The plain loops go through it again: the records say that the network's
// frames are theirs.
func figures(set record.Set) ([]lab.Figure, error) {
	var out []lab.Figure
	for _, r := range set.Measured() {
		id := r.Dim("set")
		if !slices.Contains(strips, id) || r.Value("steps as in plain loops") != r.Value("steps") {
			continue
		}
		puzzle, err := board.Parse(r.Texts["puzzle"])
		if err != nil {
			return nil, err
		}
		t, err := plain.Follow(puzzle, plain.Search{Limit: 1}, tensornet.DefaultConfig().Rules, int(r.Value("steps")))
		if err != nil {
			return nil, err
		}
		pictures, err := film.SearchMoments(t)
		if err != nil {
			return nil, err
		}
		dark := render.DarkTheme()
		o := render.DefaultOptions()
		o.Dark, o.Cell = &dark, 44
		var svg bytes.Buffer
		if err := render.SVGStrip(&svg, pictures, 2, o); err != nil {
			return nil, err
		}
		out = append(out, lab.Figure{
			Name: id, SVG: svg.Bytes(),
			Title: fmt.Sprintf("Moments of the tensor network's search on a puzzle of %s, %s steps: candidates left, struck out and given back, and squares for what the stack keeps in mind", id, lab.Number(r.Value("steps"))),
		})
	}
	return out, nil
}
