package protocol

import (
	"context"
	"errors"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/explain/draw"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
)

func reasoning() []Call {
	return []Call{
		of("techniques", "Lists the techniques that people solve by, the easiest first.", techniques),
		of("hint", "Tells a person where to look next, by which technique, or why, with the person's own pencil marks.", hint),
		of("rate", "Rates a puzzle by the steps that a person needs.", rating),
		streaming("path", "Solves a puzzle as people do, a step and its reason at a time.", path),
	}
}

// NoArgs is for calls without arguments.
type NoArgs struct{}

// Techniques is the result of techniques.
type Techniques struct {
	Techniques []Technique `json:"techniques"`
}

// Technique is a technique.
type Technique struct {
	Name       string `json:"name"`  // for calls
	Title      string `json:"title"` // for people
	Definition string `json:"definition"`
	Level      string `json:"level"`
	Unique     bool   `json:"unique,omitempty"` // it rests on the puzzle's having one solution
}

func techniques(context.Context, *Desk, NoArgs) (out Techniques, err error) {
	for _, t := range explain.Techniques() {
		info := t.Info()
		out.Techniques = append(out.Techniques, Technique{t.String(), info.Name, info.Definition, info.Level.Word(), info.Unique})
	}
	return out, nil
}

// HintArgs are the arguments of hint.
type HintArgs struct {
	Board  Board  `json:"board"`            // as far as the person has come
	Givens string `json:"givens,omitempty"` // the puzzle; with it a wrong digit is told. "" for the board itself
	Marks  Masks  `json:"marks,omitempty"`  // the person's pencil marks; 0 for a cell that is not marked yet
	Level  int    `json:"level"`            // 1 where to look, 2 which technique, 3 why
	bounds
}

// Hint is the result of hint.
type Hint struct {
	Kind      string `json:"kind"` // step, wrong-digit, missing-mark or stale-mark; solved, stuck, unsat or multiple where there is no next step
	Text      string `json:"text"`
	Technique string `json:"technique,omitempty"`
	Frame     *Frame `json:"frame,omitempty"`
	Does             // at level 3 of kind step
}

// Does is what a step does to a board.
type Does struct {
	Places  []Candidate `json:"places,omitempty"`  // digits that it puts in
	Strikes []Candidate `json:"strikes,omitempty"` // pencil marks that it rubs out
}

// Candidate is a digit of a cell.
type Candidate struct {
	Cell  int `json:"cell"`
	Digit int `json:"digit"`
}

// doesOf says what a step does.
func doesOf(s *explain.Step) (d Does) {
	for _, c := range s.Places {
		d.Places = append(d.Places, Candidate(c))
	}
	for _, c := range s.Strikes {
		d.Strikes = append(d.Strikes, Candidate(c))
	}
	return d
}

// known counts the solutions of a puzzle, up to two.
func (d *Desk) known(ctx context.Context, b board.Board, limits solver.Limits) (k explain.Known, err error) {
	err = d.solvers.with(ctx, method.Auto, func(s *method.Solver) error {
		r, err := s.Solve(ctx, b, limits)
		switch {
		case err != nil:
			return err
		case r.Status == solver.Unsat:
			k.Solutions = explain.NoSolution
		case r.Status == solver.Multiple:
			k.Solutions = explain.SeveralSolutions
		case r.Status == solver.Unique:
			k.Solutions, k.Solution = explain.OneSolution, r.Grid
		case r.Status == solver.Cancelled:
			return errors.Join(ctx.Err(), context.Canceled)
		}
		return nil
	})
	return k, err
}

// explainer opens an explainer for a puzzle of which something is known.
func explainer(ctx context.Context, s *board.Shape, k explain.Known, order explain.Order) (*explain.Explainer, error) {
	e, err := explain.New(s, explain.Options{Unique: k.Solutions == explain.OneSolution, Order: order})
	if err == nil {
		e.Within(ctx)
	}
	return e, err
}

// unfit is why nothing can be reasoned about a puzzle, as kind and text; empty if it can.
func unfit(k explain.Known) (kind, text string) {
	switch k.Solutions {
	case explain.NoSolution:
		return "unsat", "There is no solution."
	case explain.SeveralSolutions:
		return "multiple", "There are several solutions, so no reason leads to all digits."
	}
	return "", ""
}

func hint(ctx context.Context, d *Desk, a HintArgs) (out Hint, err error) {
	b, err := d.board(a.Board)
	if err != nil {
		return out, err
	}
	if a.Level < explain.HintWhere || a.Level > explain.HintWhy {
		return out, bad("level: %d, want %d to %d", a.Level, explain.HintWhere, explain.HintWhy)
	}
	m, err := marks(b.Shape(), a.Marks)
	if err != nil {
		return out, err
	}
	puzzle := b
	if a.Givens != "" {
		if puzzle, err = board.ParseOn(b.Shape(), a.Givens); err != nil {
			return out, bad("givens: %s", plainly(err))
		}
		for c, digit := range puzzle.Cells() {
			if digit != 0 && b.At(c) != int(digit) {
				return out, bad("givens: %s is given as %d, the board has another digit or none", b.Shape().CellName(c), digit)
			}
		}
	}
	limits, err := d.limitsOf(a.bounds)
	if err != nil {
		return out, err
	}
	k, err := d.known(ctx, puzzle, limits)
	if err != nil {
		return out, err
	}
	if out.Kind, out.Text = unfit(k); out.Kind != "" {
		return out, nil
	}
	e, err := explainer(ctx, b.Shape(), k, explain.AsListed)
	if err != nil {
		return out, err
	}
	p, err := e.Position(b, m)
	if err != nil {
		return out, err
	}
	h, err := e.Hint(p, a.Level, k)
	switch {
	case errors.Is(err, explain.ErrSolved):
		out.Kind, out.Text = "solved", plainly(err)
		return out, nil
	case errors.Is(err, explain.ErrStuck):
		out.Kind, out.Text = "stuck", plainly(err)
		return out, nil
	case errors.Is(err, explain.ErrContradiction):
		out.Kind, out.Text = "unsat", plainly(err)
		return out, nil
	case err != nil:
		return out, err
	}
	pic, err := draw.Hint(p, &h)
	if err != nil {
		return out, err
	}
	f, err := toFrame(pic, 0)
	out.Kind, out.Text, out.Frame = h.Kind.String(), h.Text, &f
	if h.Technique != explain.None {
		out.Technique = h.Technique.String()
	}
	if h.Step != nil {
		out.Does = doesOf(h.Step)
	}
	return out, err
}

// RateArgs are the arguments of rate and path.
type RateArgs struct {
	Board Board `json:"board"`
	bounds
}

// Rating is the result of rate and path.
type Rating struct {
	Kind    string  `json:"kind"`              // solved, stuck, unsat or multiple
	Hardest string  `json:"hardest,omitempty"` // the technique of the hardest step
	Level   string  `json:"level,omitempty"`
	Score   int     `json:"score"` // on HoDoKu's scale
	SE      float64 `json:"se"`    // on Sudoku Explainer's scale, in its order of steps
	Steps   int     `json:"steps"`
	Open    int     `json:"open"` // cells that the techniques leave empty
}

// Step is an event of path.
type Step struct {
	Technique string `json:"technique"`
	Text      string `json:"text"`
	Frame     Frame  `json:"frame"`
	Does
}

// reasoned opens a puzzle for rate and path and has f reason about it, which returns what it rated. Where nothing can
// be reasoned, the result says why and f is not asked.
func (d *Desk) reasoned(ctx context.Context, a RateArgs, f func(*explain.Explainer, board.Board) (explain.Rating, error)) (out Rating, err error) {
	b, err := d.board(a.Board)
	if err != nil {
		return out, err
	}
	limits, err := d.limitsOf(a.bounds)
	if err != nil {
		return out, err
	}
	k, err := d.known(ctx, b, limits)
	if err != nil {
		return out, err
	}
	if out.Kind, _ = unfit(k); out.Kind != "" {
		return out, nil
	}
	e, err := explainer(ctx, b.Shape(), k, explain.AsListed)
	if err != nil {
		return out, err
	}
	rated, err := f(e, b)
	if err != nil {
		return out, err
	}
	out.put(rated)
	err = out.se(ctx, b, k)
	return out, err
}

// put writes what an explainer rated.
func (r *Rating) put(rated explain.Rating) {
	r.Kind = "solved"
	if rated.Open > 0 {
		r.Kind = "stuck"
	}
	r.Hardest, r.Level, r.Score, r.Steps, r.Open = rated.Hardest.String(), rated.Level.Word(), rated.Score, rated.Count, rated.Open
}

// se rates a puzzle in Sudoku Explainer's order.
func (r *Rating) se(ctx context.Context, b board.Board, k explain.Known) error {
	e, err := explainer(ctx, b.Shape(), k, explain.BySE)
	if err != nil {
		return err
	}
	rated, err := e.Rate(b)
	r.SE = float64(rated.SE) / 10
	return err
}

func rating(ctx context.Context, d *Desk, a RateArgs) (Rating, error) {
	return d.reasoned(ctx, a, (*explain.Explainer).Rate)
}

func path(ctx context.Context, d *Desk, a RateArgs, emit func(Step) error) (Rating, error) {
	return d.reasoned(ctx, a, func(e *explain.Explainer, b board.Board) (explain.Rating, error) {
		way, err := e.Path(b)
		if err != nil {
			return explain.Rating{}, err
		}
		for i := range way.Steps {
			if err := ctx.Err(); err != nil {
				return explain.Rating{}, err
			}
			s := &way.Steps[i]
			pic, err := draw.Step(way.Before(i), s)
			if err != nil {
				return explain.Rating{}, err
			}
			f, err := toFrame(pic, 0)
			if err != nil {
				return explain.Rating{}, err
			}
			if err := emit(Step{s.Technique.String(), s.String(), f, doesOf(s)}); err != nil {
				return explain.Rating{}, err
			}
		}
		return way.Rating, nil
	})
}
