package protocol

import (
	"context"
	"errors"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/film"
	"sudokulab/pkg/method"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/watch"
)

func solving() []Call {
	return []Call{
		of("methods", "Lists the methods that answer puzzles, and what each proves, takes and can show.", methods),
		of("solve", "Solves a puzzle by a method.", solve),
		streaming("watch", "Solves a puzzle by a method and shows how, picture by picture.", watchCall),
		streaming("enumerate", "Lists the solutions of a puzzle.", enumerate),
		of("classify", "Says whether a puzzle has no, one or several solutions.", classify),
		of("validate", "Judges a board by arc consistency alone, as the document's page does, and gives the exact answer beside it.", validate),
		of("check", "Says at once what is on a board: conflicts, and the digits that arc consistency leaves each cell.", check),
		of("outcomes", "Says of each candidate how many solutions the puzzle has with it: none, one, or several.", outcomes),
	}
}

// densities are how finely a method's film can show the way.
func densities(m method.Method) (out []string) {
	for _, d := range watch.Densities(m) {
		out = append(out, string(d))
	}
	return out
}

// MethodsArgs are the arguments of methods.
type MethodsArgs struct {
	Board *Board `json:"board,omitempty"` // says which methods take it
}

// Methods is the result of methods.
type Methods struct {
	Methods []Method `json:"methods"`
	Fastest string   `json:"fastest,omitempty"` // the one that answers the board if none is named
}

// Method is a method.
type Method struct {
	Name       string `json:"name"`
	Family     string `json:"family"`
	About      string `json:"about"`
	Proves     string `json:"proves"`
	Boards     string `json:"boards"`
	Learned    bool   `json:"learned,omitempty"`
	Enumerates bool   `json:"enumerates,omitempty"`
	Watched    bool   `json:"watched,omitempty"` // watch shows how it solves
	// Frames are how finely watch can show the way, the default first.
	Frames    []string `json:"frames,omitempty"`
	Unwatched string   `json:"unwatched,omitempty"` // why watch does not show how it solves
	Nodes     string   `json:"nodes,omitempty"`     // what its nodes are, in words
	Refuses   string   `json:"refuses,omitempty"`   // why it does not take the board
}

func methods(_ context.Context, d *Desk, a MethodsArgs) (Methods, error) {
	var shape *board.Shape
	if a.Board != nil {
		b, err := d.board(*a.Board)
		if err != nil {
			return Methods{}, err
		}
		shape = b.Shape()
	}
	var out Methods
	// The learned ones last: the order of what is registered depends on all that the program imports.
	var all, learned []method.Method
	for _, m := range method.All() {
		if m.Learned {
			learned = append(learned, m)
		} else {
			all = append(all, m)
		}
	}
	for _, m := range append(all, learned...) {
		one := Method{
			Name: m.Name, Family: m.Family, About: m.About, Proves: string(m.Proves), Boards: m.Boards, Learned: m.Learned,
			Enumerates: m.Enumerates, Watched: watch.Filmed(m) == nil, Frames: densities(m), Nodes: m.Nodes,
		}
		if err := watch.Filmed(m); err != nil {
			one.Unwatched = plainly(err)
		}
		if shape != nil {
			if err := m.Takes(shape); err != nil {
				one.Refuses = plainly(err)
			}
		}
		out.Methods = append(out.Methods, one)
	}
	if shape != nil {
		var err error
		if out.Fastest, err = method.Fastest(shape); err != nil {
			return out, err
		}
	}
	return out, nil
}

// SolveArgs are the arguments of solve and watch.
type SolveArgs struct {
	Board  Board  `json:"board"`
	Method string `json:"method,omitempty"` // "" for the fastest
	bounds
	// Frames says how finely watch shows the way: "strikes", "decisions" or "guesses" of the csp family, "steps" or
	// "guesses" of most others, as the call methods lists them; "" for what suits. Solve does not look at it.
	Frames string `json:"frames,omitempty"`
}

// Solved is the result of solve and watch.
type Solved struct {
	Method     string    `json:"method"`
	Status     string    `json:"status"` // unsat, unique, multiple, found, capped or cancelled
	Grid       string    `json:"grid,omitempty"`
	Solutions  int       `json:"solutions"`
	Nodes      int64     `json:"nodes"`
	Backtracks int64     `json:"backtracks"`
	Counters   []Counter `json:"counters,omitempty"`
	Seconds    float64   `json:"seconds"`
}

// Counter is an exact figure of a run.
type Counter struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
}

func toSolved(name string, r solver.Result) Solved {
	s := Solved{
		Method: name, Status: r.Status.String(), Grid: gridOf(r.Grid), Solutions: r.Solutions,
		Nodes: r.Stats.Nodes, Backtracks: r.Stats.Backtracks, Seconds: r.Stats.Elapsed.Seconds(),
	}
	for _, c := range r.Stats.Counters {
		s.Counters = append(s.Counters, Counter(c))
	}
	return s
}

// by opens what a call that solves needs.
func (d *Desk) by(ctx context.Context, a SolveArgs, f func(*method.Solver, board.Board, solver.Limits) error) error {
	b, err := d.board(a.Board)
	if err != nil {
		return err
	}
	limits, err := d.limitsOf(a.bounds)
	if err != nil {
		return err
	}
	name := a.Method
	if name == "" {
		name = method.Auto
	}
	return d.solvers.with(ctx, name, func(s *method.Solver) error {
		if err := s.Takes(b.Shape()); err != nil {
			return &Error{Refused, plainly(err)}
		}
		if s.Method().Proves == method.Finds {
			limits.Solutions = 1 // it cannot say whether there is a second one, and would seem stopped by a limit
		}
		return f(s, b, limits)
	})
}

func solve(ctx context.Context, d *Desk, a SolveArgs) (out Solved, err error) {
	err = d.by(ctx, a, func(s *method.Solver, b board.Board, limits solver.Limits) error {
		r, err := s.Solve(ctx, b, limits)
		out = toSolved(s.NameFor(b.Shape()), r)
		return err
	})
	return out, err
}

func watchCall(ctx context.Context, d *Desk, a SolveArgs, emit func(Frame) error) (out Solved, err error) {
	err = d.by(ctx, a, func(s *method.Solver, b board.Board, limits solver.Limits) error {
		if err := watch.Filmed(s.Method()); err != nil {
			return &Error{Refused, plainly(err) + "; these can: " + strings.Join(watched(), ", ")}
		}
		most := d.limits.Frames
		if most > 0 {
			most = max(most, 3)
		}
		r, err := watch.Frames(ctx, s, b, watch.Options{Limits: limits, Density: film.Density(a.Frames), Most: most}, func(f watch.Frame) error {
			out, err := toFrame(f.Picture, f.Delay)
			if err != nil {
				return err
			}
			out.Beside = toBeside(f.Beside)
			return emit(out)
		})
		out = toSolved(s.NameFor(b.Shape()), r)
		return err
	})
	return out, err
}

func watched() []string {
	return method.Which(func(m method.Method) bool { return watch.Filmed(m) == nil })
}

// EnumerateArgs are the arguments of enumerate.
type EnumerateArgs struct {
	Board  Board  `json:"board"`
	Method string `json:"method,omitempty"`
	Most   int    `json:"most,omitempty"` // solutions listed; 0 for 100
}

// Solution is an event of enumerate.
type Solution struct {
	Grid string `json:"grid"`
}

// Enumerated is the result of enumerate.
type Enumerated struct {
	Solutions int    `json:"solutions"`
	Complete  bool   `json:"complete"`         // there are no others
	Differ    []bool `json:"differ,omitempty"` // by cell: those listed have different digits there
}

func enumerate(ctx context.Context, d *Desk, a EnumerateArgs, emit func(Solution) error) (out Enumerated, err error) {
	if a.Most < 0 {
		return out, bad("most: %d solutions, want 0 or more", a.Most)
	}
	if a.Most == 0 {
		a.Most = 100
	}
	most := within(a.Most, d.limits.Solutions)
	err = d.by(ctx, SolveArgs{Board: a.Board, Method: a.Method}, func(s *method.Solver, b board.Board, _ solver.Limits) error {
		var first board.Board
		for grid, err := range s.Solutions(ctx, b) {
			if err != nil {
				return err
			}
			if out.Solutions == most {
				return nil
			}
			out.Solutions++
			if first.IsZero() {
				first, out.Differ = grid, make([]bool, len(grid.Cells()))
			}
			for c, digit := range grid.Cells() {
				out.Differ[c] = out.Differ[c] || int(digit) != first.At(c)
			}
			if err := emit(Solution{grid.String()}); err != nil {
				return err
			}
		}
		out.Complete = true
		return nil
	})
	return out, err
}

// ClassifyArgs are the arguments of classify.
type ClassifyArgs struct {
	Board Board `json:"board"`
	bounds
	Most int `json:"most,omitempty"` // solutions counted; 0 for 2
}

// Class is the result of classify.
type Class struct {
	Status    string `json:"status"` // unsat, unique, multiple or, if a limit came first, capped
	Solutions int    `json:"solutions"`
	Complete  bool   `json:"complete"` // all of them were counted
	Method    string `json:"method"`
	Grid      string `json:"grid,omitempty"` // the first
}

func classify(ctx context.Context, d *Desk, a ClassifyArgs) (out Class, err error) {
	if a.Most < 0 || a.Most == 1 {
		return out, bad("most: %d solutions, want 2 or more, or 0 for 2", a.Most)
	}
	most := a.Most
	if most == 0 {
		most = 2
	}
	most = within(most, d.limits.Solutions)
	err = d.by(ctx, SolveArgs{Board: a.Board, bounds: a.bounds}, func(s *method.Solver, b board.Board, limits solver.Limits) error {
		limits.Solutions = most
		r, err := s.Solve(ctx, b, limits)
		out = Class{Status: r.Status.String(), Solutions: r.Solutions, Method: s.NameFor(b.Shape()), Grid: gridOf(r.Grid)}
		out.Complete = r.Status == solver.Unsat || r.Status == solver.Unique || r.Status == solver.Multiple && r.Solutions < most
		return err
	})
	return out, err
}

// BoardArgs are the arguments of calls that want a board only.
type BoardArgs struct {
	Board Board `json:"board"`
}

// ValidateArgs are the arguments of validate.
type ValidateArgs struct {
	Board Board `json:"board"`
	bounds
}

func validate(ctx context.Context, d *Desk, a ValidateArgs) (engine.Validation, error) {
	b, err := d.board(a.Board)
	if err != nil {
		return engine.Validation{}, err
	}
	limits, err := d.limitsOf(a.bounds)
	if err != nil {
		return engine.Validation{}, err
	}
	return engine.Validate(ctx, b, limits)
}

// Checked is the result of check.
type Checked struct {
	Conflicts []Conflict `json:"conflicts,omitempty"`
	// Domains are the digits that arc consistency leaves each cell; where it finds a contradiction, those of the moment
	// when a cell ran out of them.
	Domains Masks `json:"domains"`
	Emptied int   `json:"emptied"` // that cell, −1 if there is none
	Filled  int   `json:"filled"`  // cells with a digit
	Open    int   `json:"open"`    // cells with several digits left
}

// Conflict is a pair of cells of one unit with one digit.
type Conflict struct {
	A     int    `json:"a"`
	B     int    `json:"b"`
	Digit int    `json:"digit"`
	Unit  string `json:"unit"` // such as "row 3"
}

func check(ctx context.Context, d *Desk, a BoardArgs) (Checked, error) {
	b, err := d.board(a.Board)
	if err != nil {
		return Checked{}, err
	}
	out := Checked{Filled: b.Filled()}
	for _, c := range board.Conflicts(b) {
		out.Conflicts = append(out.Conflicts, Conflict(c))
	}
	err = d.solvers.with(ctx, "csp", func(s *method.Solver) error {
		by, ok := method.As[interface {
			Domains(context.Context, board.Board) ([]board.Digits, int, error)
		}](s)
		if !ok {
			return errors.New("protocol: csp does not tell its domains")
		}
		domains, emptied, err := by.Domains(ctx, b)
		out.Domains, out.Emptied = toMasks(domains), emptied
		for _, set := range domains {
			if set.Count() > 1 {
				out.Open++
			}
		}
		return err
	})
	return out, err
}

// Outcomes is the result of outcomes: sets of candidates of the empty cells.
type Outcomes struct {
	None    Masks `json:"none"`    // no solution is left with it
	One     Masks `json:"one"`     // exactly one
	Several Masks `json:"several"` // two or more
	Unknown Masks `json:"unknown"` // a limit came first
}

func outcomes(ctx context.Context, d *Desk, a ClassifyArgs) (out Outcomes, err error) {
	err = d.by(ctx, SolveArgs{Board: a.Board, bounds: a.bounds}, func(s *method.Solver, b board.Board, limits solver.Limits) error {
		n := len(b.Cells())
		out = Outcomes{make(Masks, n), make(Masks, n), make(Masks, n), make(Masks, n)}
		limits.Solutions = 2
		with := b.Clone()
		for c, candidates := range board.Candidates(b) {
			if b.At(c) != 0 {
				continue
			}
			for digit := range candidates.All() {
				with.Set(c, digit)
				r, err := s.Solve(ctx, with, limits)
				if err != nil {
					return err
				}
				set := out.Unknown
				switch r.Status {
				case solver.Unsat:
					set = out.None
				case solver.Unique:
					set = out.One
				case solver.Multiple:
					set = out.Several
				case solver.Cancelled:
					return errors.Join(ctx.Err(), context.Canceled)
				}
				set[c] |= 1 << (digit - 1)
			}
			with.Set(c, 0)
		}
		return nil
	})
	return out, err
}
