package film_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/film"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/method/learned"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

const (
	smallPuzzle   = "2..........31..4"
	smallSolution = "2431314242131324"
)

// saying is a prediction that gives the digit of a grid the probability p(cell), the others
// sharing the rest.
func saying(b, grid board.Board, p func(cell int) float32) learn.Prediction {
	n := b.Shape().Side()
	out := learn.Prediction{P: make([]float32, b.Shape().Cells()*n)}
	for cell := range b.Cells() {
		q := p(cell)
		if b.At(cell) != 0 {
			q = 1
		}
		of := out.P[cell*n : cell*n+n]
		for i := range of {
			of[i] = (1 - q) / float32(n-1)
		}
		of[grid.At(cell)-1] = q
	}
	return out
}

// model answers each board with the probabilities that p gives the digits of a grid.
type model struct {
	grid board.Board
	p    func(cell int) float32
}

func (m model) Predict(_ context.Context, boards []board.Board) ([]learn.Prediction, error) {
	var out []learn.Prediction
	for _, b := range boards {
		grid := m.grid.Clone()
		for cell, d := range b.Cells() {
			if d != 0 {
				grid.Set(cell, int(d))
			}
		}
		out = append(out, saying(b, grid, m.p))
	}
	return out, nil
}

func always(p float32) func(int) float32 { return func(int) float32 { return p } }

func wellFormed(t *testing.T, frames []render.Frame) {
	t.Helper()
	for i, f := range frames {
		if err := f.Picture.Validate(); err != nil {
			t.Errorf("frame %d: %v", i, err)
		}
		if f.Delay <= 0 {
			t.Errorf("frame %d stands for %v", i, f.Delay)
		}
	}
}

func TestThoughtsEndWithTheSolution(t *testing.T) {
	puzzle, grid := board.MustParse(smallPuzzle), board.MustParse(smallSolution)
	frames := film.Thoughts(puzzle, []film.Thought{
		{Steps: 1, Said: saying(puzzle, grid, always(0.25))},
		{Steps: 2, Said: saying(puzzle, grid, func(cell int) float32 { return []float32{0.96, 0.6}[cell%2] })},
		{Steps: 3, Said: saying(puzzle, grid, always(0.97)), Grid: grid.Cells()},
	})
	wellFormed(t, frames)
	if len(frames) != 4 || !frames[0].Picture.Board.Equal(puzzle) || !frames[3].Picture.Board.Equal(grid) {
		t.Fatalf("%d frames from %s to %s", len(frames), frames[0].Picture.Board, frames[len(frames)-1].Picture.Board)
	}
	empty := puzzle.Shape().Cells() - puzzle.Filled()
	even, mixed := frames[1].Picture, frames[2].Picture
	for cell, d := range puzzle.Cells() {
		switch {
		case d != 0:
			if int(d) != mixed.Board.At(cell) {
				t.Errorf("cell %d: given %d became %d", cell, d, mixed.Board.At(cell))
			}
		case even.Candidates[cell].Count() != 4 || even.Board.At(cell) != 0:
			t.Errorf("cell %d: an even spread shows %v", cell, even.Candidates[cell])
		case cell%2 == 0 && mixed.Board.At(cell) != grid.At(cell):
			t.Errorf("cell %d: sure of %d, shows %d", cell, grid.At(cell), mixed.Board.At(cell))
		case cell%2 == 1 && (mixed.Board.At(cell) != 0 || mixed.Strong[cell] != board.DigitsOf(grid.At(cell))):
			t.Errorf("cell %d: at 60 %% shows %d, strong %v", cell, mixed.Board.At(cell), mixed.Strong[cell])
		}
	}
	if want := fmt.Sprintf("step 1: 0 of %d empty cells", empty); !strings.HasPrefix(even.Caption, want) {
		t.Errorf("caption %q, want %q", even.Caption, want)
	}
}

// An even spread over many digits must not look as if no digit were left.
func TestThoughtOfALargeBoard(t *testing.T) {
	shape, err := board.ShapeOfSide(25)
	if err != nil {
		t.Fatal(err)
	}
	puzzle := board.New(shape)
	said := learn.Prediction{P: make([]float32, puzzle.Shape().Cells()*25)}
	for i := range said.P {
		said.P[i] = 1.0 / 25
	}
	for cell, c := range film.ThoughtPicture(puzzle, film.Thought{Steps: 1, Said: said}).Candidates {
		if c.Count() != 25 {
			t.Fatalf("cell %d shows %d candidates, want 25", cell, c.Count())
		}
	}
}

func TestThoughtMarksWhatBreaksARule(t *testing.T) {
	puzzle, grid := board.MustParse(smallPuzzle), board.MustParse(smallSolution)
	grid.Set(1, 2) // beside the given 2
	p := film.ThoughtPicture(puzzle, film.Thought{Steps: 1, Said: saying(puzzle, grid, always(0.99))})
	if p.Marks[1]&render.Conflict == 0 || p.Marks[0]&render.Conflict == 0 {
		t.Errorf("marks of two equal digits in a row: %v, %v", p.Marks[0], p.Marks[1])
	}
}

// runner answers by a method of the command line, asking a model.
func runner(t *testing.T, name string, p learn.Predictor) *infer.Runner {
	t.Helper()
	cfg, err := learned.Config(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := infer.NewRunner(p, cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRoundsOfEachMethod(t *testing.T) {
	puzzle, grid := board.MustParse(smallPuzzle), board.MustParse(smallSolution)
	hesitant := model{grid, func(cell int) float32 { return []float32{0.96, 0.5, 0.4}[cell%3] }}
	for _, e := range learned.Methods() {
		r := runner(t, e.Name, hesitant)
		a, trace, err := r.Explain(t.Context(), puzzle, solver.Limits{Solutions: 1})
		if err != nil {
			t.Fatal(err)
		}
		frames, err := film.Rounds(a, trace)
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, frames)
		if len(frames) != len(trace.Rounds)+1 {
			t.Errorf("%s: %d frames of %d rounds", e.Name, len(frames), len(trace.Rounds))
		}
		last := frames[len(frames)-1].Picture
		switch {
		case !a.Grid.IsZero() && !last.Board.Equal(a.Grid):
			t.Errorf("%s: the film ends with %s, the answer is %s", e.Name, last.Board, a.Grid)
		case a.Grid.IsZero() && !strings.HasPrefix(last.Caption, "no answer"):
			t.Errorf("%s: without an answer the film ends with %q", e.Name, last.Caption)
		}
		for i, round := range trace.Rounds {
			p := frames[i].Picture
			for _, f := range round.Filled {
				if p.Board.At(f.Cell) != f.Digit || p.Marks[f.Cell] != render.Single {
					t.Errorf("%s, frame %d: cell %d shows %d as %v, was filled with %d", e.Name, i, f.Cell, p.Board.At(f.Cell), p.Marks[f.Cell], f.Digit)
				}
			}
			for _, f := range round.Branches {
				if !p.Strong[f.Cell].Has(f.Digit) || p.Marks[f.Cell]&render.Focus == 0 {
					t.Errorf("%s, frame %d: branch %d of cell %d is not shown", e.Name, i, f.Digit, f.Cell)
				}
			}
		}
	}
}

// A network that is sure of what is wrong: refinement fails, and the search that starts from it
// keeps nothing of the cell.
func TestRoundsTellWhereTheNetworkWasWrong(t *testing.T) {
	puzzle, wrong := board.MustParse(smallPuzzle), board.MustParse(smallSolution)
	wrong.Set(1, 2)
	ask := func(name string) []render.Frame {
		t.Helper()
		r := runner(t, name, model{wrong, always(0.97)})
		a, trace, err := r.Explain(t.Context(), puzzle, solver.Limits{Solutions: 1})
		if err != nil {
			t.Fatal(err)
		}
		frames, err := film.Rounds(a, trace)
		if err != nil {
			t.Fatal(err)
		}
		return frames
	}
	if last := ask("gnn-refine"); !strings.HasPrefix(last[len(last)-1].Picture.Caption, "no answer: ") {
		t.Errorf("refinement ends with %q", last[len(last)-1].Picture.Caption)
	}
	found := ask("gnn-start")
	if last := found[len(found)-1].Picture; last.Marks[1] != render.Highlight || last.Marks[0] != 0 {
		t.Errorf("marks of a cell that the network had wrong and of a given: %v, %v", last.Marks[1], last.Marks[0])
	}
}

func TestRoundsOfNothing(t *testing.T) {
	if _, err := film.Rounds(infer.Answer{}, &infer.Trace{Shape: board.MustParse(smallPuzzle).Shape(), Puzzle: smallPuzzle}); err == nil {
		t.Error("a trace without rounds makes a film")
	}
	if _, err := film.Rounds(infer.Answer{}, &infer.Trace{Shape: board.MustParse(smallPuzzle).Shape(), Puzzle: "1"}); err == nil {
		t.Error("a trace without a puzzle makes a film")
	}
}

func ExampleThoughts() {
	puzzle, grid := board.MustParse(smallPuzzle), board.MustParse(smallSolution)
	frames := film.Thoughts(puzzle, []film.Thought{
		{Steps: 1, Said: saying(puzzle, grid, always(0.6))},
		{Steps: 2, Said: saying(puzzle, grid, always(0.99)), Grid: grid.Cells()},
	})
	for _, f := range frames {
		fmt.Println(f.Picture.Board, f.Picture.Caption)
	}
	// Output:
	// 2..........31..4 12 cells are empty
	// 2..........31..4 step 1: 0 of 12 empty cells above 95 %
	// 2431314242131324 step 2: solved
}

func ExampleRounds() {
	puzzle, grid := board.MustParse(smallPuzzle), board.MustParse(smallSolution)
	r, err := infer.NewRunner(model{grid, always(0.97)}, infer.DefaultConfig(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, trace, err := r.Explain(context.Background(), puzzle, solver.Limits{Solutions: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	frames, err := film.Rounds(a, trace)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range frames {
		fmt.Println(f.Picture.Caption)
	}
	// Output:
	// refine, round 1: 12 cells are open, 12 filled
	// refine answers: 12 cells are the network's, 0 a search's
}
