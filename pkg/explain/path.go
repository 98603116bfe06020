package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
)

// Rating says how hard a puzzle is by the steps of its path.
type Rating struct {
	// Hardest is the highest technique of the path, in the order of [Techniques].
	Hardest Technique `json:"hardest"`
	// Score is the sum of the steps' scores on HoDoKu's scale.
	Score int `json:"score"`
	// Level is the highest level of a technique used, or the one that the score reaches if that is
	// higher, as HoDoKu counts. It is Extreme where the path is stuck.
	Level Level `json:"level"`
	// SE is the highest rating of a step on Sudoku Explainer's scale, in tenths. Sudoku Explainer
	// takes the steps in the order of its own scale, so this is its rating of the puzzle, as far as
	// the techniques go, in the order [BySE]; in HoDoKu's it may be higher.
	SE int `json:"se"`
	// Count is the number of steps.
	Count int `json:"count"`
	// Open is the number of cells that are empty at the end; 0 says that the path solves the puzzle.
	Open int `json:"open"`
}

// Path is the way to a puzzle's solution, step by step, each the next one of [Explainer.Next].
type Path struct {
	Rating
	Steps []Step `json:"steps"`
	// Start and End are the positions before the first step and after the last.
	Start *Position `json:"start"`
	End   *Position `json:"end"`
}

// Stuck reports whether the techniques did not solve the puzzle.
func (p *Path) Stuck() bool { return p.Open > 0 }

// String lists the steps, numbered, a sentence a line, and says how the path ends.
func (p *Path) String() string {
	var b strings.Builder
	for i := range p.Steps {
		fmt.Fprintf(&b, "%d. %v\n", i+1, &p.Steps[i])
	}
	if p.Count == 0 && !p.Stuck() {
		return "The board is full, there is no step to take.\n"
	}
	if p.Stuck() {
		fmt.Fprintf(&b, "Stuck with %d empty cells", p.Open)
	} else {
		b.WriteString("Solved")
	}
	fmt.Fprintf(&b, "; hardest step: %s; score %d, %v; rating %d.%d\n", p.Hardest.title(), p.Score, p.Level.Word(), p.SE/10, p.SE%10)
	return b.String()
}

// First returns the number of the first step of a technique, counted from 0, or −1.
func (p *Path) First(t Technique) int {
	return slices.IndexFunc(p.Steps, func(s Step) bool { return s.Technique == t })
}

// Before returns the position in which a step was the next, counted from 0; Before(len(Steps)) is the
// end. It panics for a number outside, and for steps of another board, which no Explainer returns.
func (p *Path) Before(step int) *Position {
	if step < 0 || step > len(p.Steps) {
		panic("explain: step " + strconv.Itoa(step) + " of a path of " + strconv.Itoa(len(p.Steps)))
	}
	at := p.Start.Clone()
	for i := range p.Steps[:step] {
		at.Apply(&p.Steps[i])
	}
	return at
}

// Path solves a puzzle step by step. It errs with [ErrContradiction] if the board shows one or the
// steps lead to one, and if the board has another shape. Of a full board the path is empty. The same
// puzzle has the same path.
func (e *Explainer) Path(puzzle board.Board) (*Path, error) {
	start, err := e.Position(puzzle, nil)
	if err != nil {
		return nil, err
	}
	return e.PathFrom(start)
}

// PathFrom is like [Explainer.Path] from a position with the person's own marks.
func (e *Explainer) PathFrom(start *Position) (*Path, error) {
	if err := e.takes(start); err != nil {
		return nil, err
	}
	path := &Path{Start: start.Clone()}
	at := start.Clone()
	var err error
	path.Rating, err = e.climb(at, func(s *Step) { path.Steps = append(path.Steps, s.Clone()) })
	if err != nil {
		return nil, err
	}
	path.End = at
	return path, nil
}

// Rate rates a puzzle by its path, without keeping the steps: it allocates nothing once its room has
// grown. Errors are those of [Explainer.Path].
func (e *Explainer) Rate(puzzle board.Board) (Rating, error) {
	if err := e.fits(puzzle); err != nil {
		return Rating{}, err
	}
	e.work.load(puzzle.Cells(), nil)
	return e.climb(e.work, nil)
}

// RateFrom is like [Explainer.Rate] from a position with the person's own marks. The position is not
// changed.
func (e *Explainer) RateFrom(start *Position) (Rating, error) {
	if err := e.takes(start); err != nil {
		return Rating{}, err
	}
	e.work.copy(start)
	return e.climb(e.work, nil)
}

// climb takes step after step until the position is full, broken or stuck.
func (e *Explainer) climb(p *Position, each func(*Step)) (Rating, error) {
	var r Rating
	for {
		if p.broken {
			return Rating{}, p.Check()
		}
		if p.left == 0 {
			break
		}
		s := e.next(p)
		if err := e.stopped(); err != nil {
			return Rating{}, err
		}
		if s == nil {
			break
		}
		if each != nil {
			each(s)
		}
		p.Apply(s)
		info := &table[s.Technique].Info
		r.Count++
		r.Hardest = max(r.Hardest, s.Technique)
		r.Score += info.Score
		r.Level = max(r.Level, info.Level)
		r.SE = max(r.SE, s.SE)
	}
	if r.Open = p.left; r.Open > 0 {
		r.Level = Extreme
	}
	for int(r.Level) < len(levelScores) && r.Level > NoLevel && 81*r.Score > levelScores[r.Level]*max(81, len(p.digits)) {
		r.Level++
	}
	return r, nil
}
