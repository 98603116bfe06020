package film

import (
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

// Confidence returns the film of a method of package infer from its trace and its result alone: the puzzle, a frame
// for each round, and the end. A round shows what [Rounds] shows, with the probabilities that the network gave the
// digits of the empty cells as heat. The last frame shows the solution, if one was found, else the puzzle and why
// there is none. Options.Most leaves rounds out before the end. The only density is [Steps].
func Confidence(t *infer.Trace, r solver.Result, o Options) ([]render.Frame, error) {
	if err := o.validate(Steps); err != nil {
		return nil, err
	}
	puzzle, err := board.ParseOn(t.Shape, t.Puzzle)
	if err != nil {
		return nil, fmt.Errorf("film: trace: %w", err)
	}
	start := render.Picture{Board: puzzle, Givens: puzzle, Title: o.Title, Rulers: true}
	start.Caption = fmt.Sprintf("The start: %s, %s.", count(puzzle.Filled(), "given"), count(t.Shape.Cells()-puzzle.Filled(), "empty cell"))
	frames := []render.Frame{{Picture: start, Delay: firstStands}}
	shown := t.Rounds
	if o.Most > 0 {
		shown = shown[:min(len(shown), o.Most-2)]
	}
	for _, round := range shown {
		b, err := t.BoardOf(round)
		if err != nil {
			return nil, fmt.Errorf("film: %w", err)
		}
		p := roundPicture(puzzle, b, round)
		p.Title, p.Rulers = o.Title, true
		p.Heat = render.Heat{Values: make([]float64, len(round.P)), Low: "probability 0", High: "probability 1"}
		for i, v := range round.P {
			if b.At(i/t.Shape.Side()) == 0 {
				p.Heat.Values[i] = min(max(float64(v), 0), 1)
			}
		}
		frames = append(frames, render.Frame{Picture: p, Delay: roundStands})
	}
	end := render.Picture{Board: puzzle, Givens: puzzle, Title: o.Title, Rulers: true}
	if !r.Grid.IsZero() {
		end.Board = r.Grid.Clone()
		end.Caption = fmt.Sprintf("A solution after %s of the network.", count(len(t.Rounds), "round"))
	} else {
		end.Caption = fmt.Sprintf("No solution after %s of the network: %s.", count(len(t.Rounds), "round"), r.Status)
	}
	if left := len(t.Rounds) - len(shown); left > 0 {
		end.Caption += fmt.Sprintf(" (%s not shown.)", count(left, "round"))
	}
	return append(frames, render.Frame{Picture: end, Delay: lastStands}), nil
}

// OfRounds is [Confidence] of what a method told of its rounds; it errs if that is something else.
func OfRounds(told any, r solver.Result, o Options) ([]render.Frame, error) {
	t, ok := told.(*infer.Trace)
	if !ok {
		return nil, fmt.Errorf("film: an account %T of rounds", told)
	}
	return Confidence(t, r, o)
}
