package film_test

import (
	"math"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/film"
	"sudokulab/pkg/render"
)

// played returns an agent's moves: right ones in the order of the cells, valued at what they are worth, every other
// action at what a wrong one is.
func played(puzzle, solution board.Board) (moves []film.Move) {
	n := puzzle.Shape().Side()
	for cell, d := range puzzle.Cells() {
		if d != 0 {
			continue
		}
		m := film.Move{Values: make([]float64, n*len(puzzle.Cells())), Right: 100, Wrong: -5, Action: cell*n + solution.At(cell) - 1}
		for a := range m.Values {
			m.Values[a] = m.Wrong
		}
		m.Values[m.Action] = m.Right
		moves = append(moves, m)
	}
	return moves
}

func TestEpisodeEndsWithTheSolution(t *testing.T) {
	puzzle, grid := board.MustParse(smallPuzzle), board.MustParse(smallSolution)
	moves := played(puzzle, grid)
	frames, err := film.Episode(puzzle, grid, moves)
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, frames)
	if len(frames) != len(moves)+1 || !frames[0].Picture.Board.Equal(puzzle) || !frames[len(moves)].Picture.Board.Equal(grid) {
		t.Fatalf("%d frames from %s to %s", len(frames), frames[0].Picture.Board, frames[len(frames)-1].Picture.Board)
	}
	for i, m := range moves {
		p, cell, digit := frames[i].Picture, m.Action/4, board.DigitsOf(m.Action%4+1)
		hot := 0
		for a, v := range p.Heat.Values {
			if v == 1 && a == m.Action {
				hot++
			} else if v != 0 {
				t.Errorf("move %d: heat %v of action %d", i+1, v, a)
			}
		}
		if hot != 1 || p.Strong[cell] != digit || p.Marks[cell]&render.Focus == 0 {
			t.Errorf("move %d: heat of %d actions, %v ringed, mark %v", i+1, hot, p.Strong[cell], p.Marks[cell])
		}
		if i+1 < len(moves) && frames[i+1].Picture.Board.At(cell) != m.Action%4+1 {
			t.Errorf("move %d is not on the next board", i+1)
		}
	}
	if c := frames[len(moves)].Picture.Caption; !strings.HasPrefix(c, "Solved") {
		t.Errorf("the end is called %q", c)
	}
	cut, err := film.Episode(puzzle, grid, moves[:2])
	if err != nil {
		t.Fatal(err)
	}
	if c := cut[2].Picture.Caption; !strings.HasPrefix(c, "Cut off after 2 moves") {
		t.Errorf("an episode that was cut off is called %q", c)
	}
}

func TestEpisodeEndsAtAMistake(t *testing.T) {
	puzzle, grid := board.MustParse(smallPuzzle), board.MustParse(smallSolution)
	moves := played(puzzle, grid)[:2]
	m := &moves[1]
	cell := m.Action / 4
	right := grid.At(cell)
	wrong := right%4 + 1
	m.Action = cell*4 + wrong - 1
	m.Values[m.Action], m.Values[cell*4+right-1] = 90, 30
	m.Legal = make([]bool, 64) // but the action itself nothing is allowed
	m.Legal[m.Action] = true
	frames, err := film.Episode(puzzle, grid, moves)
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, frames)
	if len(frames) != 3 {
		t.Fatalf("%d frames, want 3", len(frames))
	}
	before, end := frames[1].Picture, frames[2].Picture
	if !before.Removed[cell].Has(right) || before.Removed[cell].Has(wrong) {
		t.Errorf("barred are %v, want %d, which is valued and masked", before.Removed[cell], right)
	}
	if end.Board.At(cell) != 0 || !end.Removed[cell].Has(wrong) || end.Strong[cell] != board.DigitsOf(right) || end.Marks[cell]&render.Conflict == 0 {
		t.Errorf("the mistake is %v, struck %v, ringed %v", end.Marks[cell], end.Removed[cell], end.Strong[cell])
	}
	for _, want := range []string{"Wrong", "at 90.0", "at 30.0"} {
		if !strings.Contains(end.Caption, want) {
			t.Errorf("the mistake's caption %q lacks %q", end.Caption, want)
		}
	}
}

func TestEpisodeRefuses(t *testing.T) {
	puzzle, grid := board.MustParse(smallPuzzle), board.MustParse(smallSolution)
	change := func(f func(m *film.Move)) []film.Move {
		moves := played(puzzle, grid)
		f(&moves[0])
		return moves
	}
	given := 0
	for puzzle.At(given) == 0 {
		given++
	}
	for name, tt := range map[string]struct {
		solution board.Board
		moves    []film.Move
		want     string
	}{
		"solution": {puzzle, played(puzzle, grid), "film: episode: "},
		"values":   {grid, change(func(m *film.Move) { m.Values = m.Values[1:] }), "move 1: values of 63 actions and a mask of 0, want 64"},
		"mask":     {grid, change(func(m *film.Move) { m.Legal = make([]bool, 3) }), "a mask of 3, want 64"},
		"action":   {grid, change(func(m *film.Move) { m.Action = 64 }), "action 64, want 0 to 63"},
		"filled":   {grid, change(func(m *film.Move) { m.Action = 4 * given }), "which is filled"},
		"number":   {grid, change(func(m *film.Move) { m.Values[7] = math.NaN() }), "value NaN of action 7"},
		"worth":    {grid, change(func(m *film.Move) { m.Right = m.Wrong }), "want more for the right one"},
		"after":    {grid, change(func(m *film.Move) { m.Action = m.Action/4*4 + (m.Action+1)%4 }), "move 2: it follows a wrong one"},
	} {
		if frames, err := film.Episode(puzzle, tt.solution, tt.moves); err == nil || !strings.Contains(err.Error(), tt.want) || frames != nil {
			t.Errorf("%s: %d frames, error %v, want %s", name, len(frames), err, tt.want)
		}
	}
	if _, err := film.MistakePicture(puzzle, puzzle, grid, played(puzzle, grid)[0]); err == nil || !strings.Contains(err.Error(), "is right") {
		t.Errorf("a right move as a mistake: %v", err)
	}
}
