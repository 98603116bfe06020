package watch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/film"
	"sudokulab/pkg/method"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

// Frame is a picture of a method at work.
type Frame struct {
	Picture render.Picture
	Delay   time.Duration // how long it stands when played at normal speed
	Beside  *Beside       // nil where the method has nothing but the board
}

// Beside is what is left of the method's own structure at a frame, to be drawn beside the board.
type Beside struct {
	Title string
	// Bars are amounts that shrink, such as the fillings left of each box.
	Bars []Bar
	// Rows and Columns are those of a table, one character each: '.' is gone, '#' is left, '*' is chosen; empty
	// where there is no table. RowNames and ColumnNames say what they are.
	Rows, Columns         string
	RowNames, ColumnNames string
}

// Bar is how many are left of so many.
type Bar struct {
	Name     string
	Left, Of int
}

// Options shape a film.
type Options struct {
	Limits solver.Limits // of the method
	// Density says how finely the way is shown, "" as suits the family: see [Densities].
	Density film.Density
	// Most bounds the frames; 0 for no bound, else 3 at least. A film that is cut still ends with the end.
	Most  int
	Title string
}

// Family makes the films of a family of methods.
type Family struct {
	Densities []film.Density // that it knows, the default first
	// Film answers the puzzle by a method of the family and hands out the frames. The options are checked, the
	// method takes the board.
	Film func(ctx context.Context, by *method.Solver, puzzle board.Board, o Options, emit func(Frame) error) (solver.Result, error)
}

// unfilmed says why there is no film of some methods.
var unfilmed = map[string]string{
	"sat":      "it learns clauses over all candidates, which no picture of a board shows",
	"wide-sat": "its second half learns clauses over all candidates, which no picture of a board shows; watch wide for the first",
}

var registry = struct {
	sync.Mutex
	families map[string]Family
}{families: map[string]Family{
	"csp":      {[]film.Density{film.Decisions, film.Strikes, film.Guesses}, propagation},
	"tensor":   {[]film.Density{film.Steps, film.Guesses}, steps},
	"gnn":      {[]film.Density{film.Steps}, rounds},
	"dlx":      {[]film.Density{film.Steps, film.Guesses}, cover},
	"bitboard": {[]film.Density{film.Steps, film.Guesses}, words},
	"wide":     {[]film.Density{film.Steps, film.Guesses}, masks},
	"minigrid": {[]film.Density{film.Steps, film.Guesses}, fillings},
}}

// Register adds the films of a family, for good. It is for the init functions of packages with such films, and panics
// if the family has one already or it is not complete.
func Register(family string, f Family) {
	registry.Lock()
	defer registry.Unlock()
	if _, taken := registry.families[family]; taken || family == "" || f.Film == nil || len(f.Densities) == 0 {
		panic(fmt.Sprintf("watch: Register of family %q: it has films already, or this is not complete", family))
	}
	registry.families[family] = f
}

// of returns the films of a method, or why there are none.
func of(m method.Method) (Family, error) {
	if why, ok := unfilmed[m.Name]; ok {
		return Family{}, fmt.Errorf("watch: %s cannot be watched: %s", m.Name, why)
	}
	registry.Lock()
	defer registry.Unlock()
	f, ok := registry.families[m.Family]
	if !ok {
		return Family{}, fmt.Errorf("watch: %s cannot be watched: this program has no films of the family %s", m.Name, m.Family)
	}
	return f, nil
}

// Filmed returns nil if a method can be watched, else an error that says why not. [method.Auto] can: the method that
// it gives the board to is watched.
func Filmed(m method.Method) error {
	if m.Name == method.Auto {
		return nil
	}
	_, err := of(m)
	return err
}

// Densities returns how finely films of a method can show the way, the default first; nil if it has none.
func Densities(m method.Method) []film.Density {
	f, err := of(m)
	if err != nil {
		return nil
	}
	return slices.Clone(f.Densities)
}

// Frames answers a puzzle by a method and hands every frame of its film to a function, while the method works where it
// tells as it goes. The result is that of the method. It errs if the method cannot be watched or does not take the
// board, if the options do not hold, and with an error of the function, which ends the film.
func Frames(ctx context.Context, by *method.Solver, puzzle board.Board, o Options, emit func(Frame) error) (solver.Result, error) {
	none := solver.Result{}
	switch {
	case ctx == nil:
		return none, errors.New("watch: the context is nil, want context.Background() if there is none")
	case by == nil || emit == nil:
		return none, errors.New("watch: no method, or no function for its frames")
	case puzzle.IsZero():
		return none, errors.New("watch: the zero board")
	case o.Most < 0 || o.Most == 1 || o.Most == 2:
		return none, fmt.Errorf("watch: %d frames at most, want 3 or more, or 0 for all", o.Most)
	}
	if by.Name() == method.Auto {
		chosen, err := method.Open(ctx, by.NameFor(puzzle.Shape()), method.Options{})
		if err != nil {
			return none, err
		}
		res, err := Frames(ctx, chosen, puzzle, o, emit)
		return res, cmp.Or(err, chosen.Close())
	}
	f, err := of(by.Method())
	if err != nil {
		return none, err
	}
	if err := by.Takes(puzzle.Shape()); err != nil {
		return none, err
	}
	switch {
	case o.Density == "":
		o.Density = f.Densities[0]
	case !slices.Contains(f.Densities, o.Density):
		return none, fmt.Errorf("watch: density %q of %s, want one of %q", o.Density, by.Name(), f.Densities)
	}
	return f.Film(ctx, by, puzzle, o, emit)
}

// Collect returns all frames of a film for whoever draws them at once, as [Frames] hands them out. All have a legend of
// heat if one has, so that they are of one size.
func Collect(ctx context.Context, by *method.Solver, puzzle board.Board, o Options) (frames []render.Frame, r solver.Result, err error) {
	var heat render.Heat
	r, err = Frames(ctx, by, puzzle, o, func(f Frame) error {
		frames = append(frames, render.Frame{Picture: f.Picture, Delay: f.Delay})
		if f.Picture.Heat.Values != nil {
			heat = f.Picture.Heat
		}
		return nil
	})
	if heat.Values != nil {
		for i := range frames {
			if p := &frames[i].Picture; p.Heat.Values == nil {
				p.Heat = render.Heat{Values: make([]float64, len(heat.Values)), Low: heat.Low, High: heat.High}
			}
		}
	}
	return frames, r, err
}

// Hand gives frames that are there already to a function, for the films of package film.
func Hand(frames []render.Frame, emit func(Frame) error) error {
	for _, f := range frames {
		if err := emit(Frame{Picture: f.Picture, Delay: f.Delay}); err != nil {
			return err
		}
	}
	return nil
}
