package draw

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/render"
)

// How long the frames of a path stand: one that only places a digit, one that needs more thought, and
// the last.
const (
	singleStands = 1200 * time.Millisecond
	reasonStands = 3 * time.Second
	lastStands   = 4 * time.Second
)

// sign says how a role is drawn.
type sign struct {
	letter  byte
	outline render.Outline
	word    string
}

// signs are those of the candidates' roles. The ends of a chain stand for themselves, so a chain's
// start, which is on or off as well, keeps the letter of the start.
var signs = map[explain.Role]sign{
	explain.RoleUnit:  {'u', render.Circle, "place in the unit"},
	explain.RoleSet:   {'s', render.Circle, "of the set"},
	explain.RoleBase:  {'b', render.Box, "base line"},
	explain.RoleCover: {'c', render.Circle, "cover line"},
	explain.RoleFin:   {'f', render.Diamond, "fin"},
	explain.RolePivot: {'p', render.Box, "pivot"},
	explain.RoleWing:  {'w', render.Circle, "wing"},
	explain.RoleLink:  {'k', render.Box, "strong link"},
	explain.RoleFloor: {'l', render.Circle, "floor"},
	explain.RoleRoof:  {'r', render.Box, "roof"},
	explain.RoleExtra: {'x', render.Diamond, "extra"},
	explain.RoleOn:    {'y', render.Circle, "on"},
	explain.RoleOff:   {'n', render.Box, "off"},
	explain.RoleStart: {'a', render.Diamond, "start"},
	explain.RoleEnd:   {'z', render.Diamond, "end"},
}

// Position returns the picture of a position: its digits and pencil marks.
func Position(p *explain.Position) (render.Picture, error) {
	if p == nil || p.Shape() == nil {
		return render.Picture{}, errors.New("draw: no position")
	}
	pic := render.Picture{
		Board: p.Board(), Candidates: p.Candidates(), Removed: make([]board.Digits, p.Shape().Cells()),
		Strong: make([]board.Digits, p.Shape().Cells()), Marks: make([]render.Mark, p.Shape().Cells()), Rulers: true,
	}
	for c, m := range pic.Candidates {
		if pic.Board.At(c) == 0 && m != 0 { // a lone candidate is not decided yet
			pic.Marks[c] = render.Open
		}
	}
	return pic, nil
}

// Step returns the picture of a step on the position in which it is the next, with its sentence.
func Step(p *explain.Position, s *explain.Step) (render.Picture, error) {
	pic, err := Position(p)
	if err != nil {
		return pic, err
	}
	if s == nil || len(s.Places)+len(s.Strikes) == 0 {
		return pic, errors.New("draw: no step")
	}
	if s.Shape() != nil && s.Shape() != p.Shape() {
		return pic, fmt.Errorf("draw: a step on a board of shape %v, the position has %v", s.Shape(), p.Shape())
	}
	for _, x := range slices.Concat(s.Places, s.Strikes) {
		if err := holds(p, x); err != nil {
			return pic, err
		}
	}
	if err := reason(&pic, p, s.Digits, s.Units, s.Cells, s.Candidates); err != nil {
		return pic, err
	}
	for _, x := range s.Places {
		pic.Marks[x.Cell] |= render.Focus
		pic.Strong[x.Cell] = pic.Strong[x.Cell].With(x.Digit)
	}
	for _, x := range s.Strikes {
		pic.Removed[x.Cell] = pic.Removed[x.Cell].With(x.Digit)
	}
	for _, l := range s.Links {
		for _, x := range [...]explain.Candidate{l.From, l.To} {
			if err := holds(p, x); err != nil {
				return pic, err
			}
		}
		if l.From != l.To {
			pic.Links = append(pic.Links, render.Link{From: l.From.Cell, FromDigit: l.From.Digit, To: l.To.Cell, ToDigit: l.To.Digit, Weak: !l.Strong})
		}
	}
	pic.Caption = s.String()
	return pic, nil
}

// Hint returns the picture of what a hint shows at its level.
func Hint(p *explain.Position, h *explain.Hint) (render.Picture, error) {
	if h != nil && h.Step != nil {
		return Step(p, h.Step)
	}
	pic, err := Position(p)
	if err != nil {
		return pic, err
	}
	if h == nil {
		return pic, errors.New("draw: no hint")
	}
	if err := reason(&pic, p, 0, h.Units, nil, h.Candidates); err != nil {
		return pic, err
	}
	for _, x := range h.Cells {
		if x.Cell < 0 || x.Cell >= p.Shape().Cells() {
			return pic, fmt.Errorf("draw: cell %d, board has %d", x.Cell, p.Shape().Cells())
		}
		pic.Marks[x.Cell] |= render.Focus
	}
	pic.Caption = h.Text
	return pic, nil
}

// holds reports why a candidate is none of a position.
func holds(p *explain.Position, x explain.Candidate) error {
	if x.Cell < 0 || x.Cell >= p.Shape().Cells() || x.Digit < 1 || x.Digit > p.Shape().Side() {
		return fmt.Errorf("draw: digit %d for cell %d on a board of side %d", x.Digit, x.Cell, p.Shape().Side())
	}
	if !p.Marks(x.Cell).Has(x.Digit) {
		return fmt.Errorf("draw: %s has no candidate %d: the step is of another position", p.Shape().CellName(x.Cell), x.Digit)
	}
	return nil
}

// reason tags candidates by their roles and tints the units that the reason looks at. A cell with a role
// of its own gives it to its candidates among the digits that the reason is about, or to all.
func reason(pic *render.Picture, p *explain.Position, digits board.Digits, units []explain.UnitRole, cells []explain.CellRole, candidates []explain.CandidateRole) error {
	shape := p.Shape()
	n := shape.Side()
	roles := make([]explain.Role, n*shape.Cells())
	for _, x := range cells {
		if x.Cell < 0 || x.Cell >= shape.Cells() {
			return fmt.Errorf("draw: cell %d, board has %d", x.Cell, shape.Cells())
		}
		m := p.Marks(x.Cell)
		if digits&m != 0 {
			m &= digits
		}
		for d := range m.All() {
			roles[x.Cell*n+d-1] = x.Role
		}
	}
	told := make([]bool, len(roles)) // the role is the candidate's own
	for _, x := range candidates {
		if err := holds(p, x.Candidate); err != nil {
			return err
		}
		if i := x.Cell*n + x.Digit - 1; !told[i] || x.Role > roles[i] {
			roles[i], told[i] = x.Role, true
		}
	}
	for i, r := range roles {
		if s, ok := signs[r]; ok {
			pic.Tags = append(pic.Tags, render.Tag{Cell: i / n, Digit: i%n + 1, Letter: s.letter, Outline: s.outline, Word: s.word})
		}
	}
	for _, u := range units {
		if u.Unit < 0 || u.Unit >= len(shape.Units()) {
			return fmt.Errorf("draw: unit %d, board has %d", u.Unit, len(shape.Units()))
		}
		if u.Role == explain.RoleCover {
			continue
		}
		for _, c := range shape.Units()[u.Unit] {
			pic.Marks[c] |= render.Highlight
		}
	}
	return nil
}

// Path returns the film of a path: a frame for each step, on the position before it, and the end.
func Path(path *explain.Path) ([]render.Frame, error) {
	if path == nil || path.Start == nil || path.Start.Shape() == nil {
		return nil, errors.New("draw: no path")
	}
	at := path.Start.Clone()
	givens := at.Board()
	frames := make([]render.Frame, 0, len(path.Steps)+1)
	for i := range path.Steps {
		s := &path.Steps[i]
		pic, err := Step(at, s)
		if err == nil && s.Shape() == nil {
			err = errors.New("draw: a step without a board, so nothing can follow it")
		}
		if err != nil {
			return nil, fmt.Errorf("%w (step %d)", err, i+1)
		}
		pic.Givens = givens
		pic.Caption = fmt.Sprintf("%d. %s", i+1, pic.Caption)
		stands := reasonStands
		if len(s.Places) > 0 && len(s.Links) == 0 {
			stands = singleStands
		}
		frames = append(frames, render.Frame{Picture: pic, Delay: stands})
		at.Apply(s)
	}
	end, err := Position(at)
	if err != nil {
		return nil, err
	}
	end.Givens, end.Caption = givens, End(path)
	return append(frames, render.Frame{Picture: end, Delay: lastStands}), nil
}

// End says in a sentence how a path ends.
func End(path *explain.Path) string {
	how := fmt.Sprintf("Solved in %d steps", path.Count)
	if path.Stuck() {
		how = fmt.Sprintf("Stuck after %d steps with %d empty cells", path.Count, path.Open)
	}
	if path.Hardest == explain.None {
		return how + "."
	}
	hardest := path.Hardest.String()
	if slices.Contains(explain.Techniques(), path.Hardest) {
		hardest = path.Hardest.Info().Name
	}
	return fmt.Sprintf("%s. The hardest is %s. Score %d, %v; rating %d.%d.", how, hardest, path.Score, path.Level, path.SE/10, path.SE%10)
}
