package film

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/csp"
	"sudokulab/pkg/encode"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

// Density says how many events of a propagation make a frame.
type Density string

// The densities.
const (
	// Strikes makes a frame of every candidate struck: eight for each cell that is decided,
	// so it is for a film of the first steps.
	Strikes Density = "strikes"
	// Decisions makes a frame of every cell that comes down to one candidate, with all that
	// was struck since the frame before: as many as there are empty cells, where no search
	// takes any back.
	Decisions Density = "decisions"
	// Guesses makes a frame of every guess and one of what follows from it: for searches.
	Guesses Density = "guesses"
)

// Options shape a film of propagation or of a search. The zero value shows every decision, or every step.
type Options struct {
	Density Density `json:"density"` // "" stands for Decisions, of a search for Steps
	// Most bounds the frames; 0 for no bound, else 3 at least: a film that is cut still ends
	// with the end.
	Most  int    `json:"most,omitempty"`
	Title string `json:"title,omitempty"`
	// Brief makes the captions of decisions short enough for frames that follow each other
	// quickly: which cell has which digit, not what it lost to which others, as the arrows say.
	Brief bool `json:"brief,omitempty"`
	// End says why the film is not to be made to its end, nil if it is; nil for no such question.
	End func() error `json:"-"`
}

// end asks it.
func (o Options) end() error {
	if o.End == nil {
		return nil
	}
	return o.End()
}

// Validate reports the first setting that is out of bounds for every film.
func (o Options) Validate() error { return o.validate(Strikes, Decisions, Guesses, Steps) }

// validate allows the given densities.
func (o Options) validate(densities ...Density) error {
	switch {
	case o.Density != "" && !slices.Contains(densities, o.Density):
		return fmt.Errorf("film: density %q, want one of %q", o.Density, densities)
	case o.Most < 0 || o.Most == 1 || o.Most == 2:
		return fmt.Errorf("film: %d frames at most, want 3 or more, or 0 for all", o.Most)
	}
	return nil
}

// How long frames stand: those that tell of something other than a strike stand longer.
const (
	strikeDelay = 900 * time.Millisecond
	turnDelay   = 1800 * time.Millisecond
)

// Propagation returns the film of a trace of the puzzle. It begins with the candidates as
// they were at the start, all digits in each empty cell, and ends with the solution if one
// was found, else with what is left.
//
// In each frame, what was struck since the frame before is struck out. Arrows lead from the
// cells that hold a digit to the cell in focus, which lost it for that. A cell that comes
// down to one candidate shows how in that frame, and is a green digit from the next one on;
// a guess is a digit in italics, and crossed when it is taken back.
//
// It errs if the trace is not of the puzzle or the options do not hold.
func Propagation(puzzle board.Board, trace engine.CSPTrace, o Options) ([]render.Frame, error) {
	if err := o.validate(Strikes, Decisions, Guesses); err != nil {
		return nil, err
	}
	if err := fits(puzzle, trace); err != nil {
		return nil, err
	}
	p := &projector{
		replay:  newReplay(puzzle, trace.Domains),
		density: cmp.Or(o.Density, Decisions),
		most:    o.Most,
		title:   o.Title,
		brief:   o.Brief,
	}
	p.show(-1, p.startCaption())
	for _, e := range trace.Events {
		if err := o.end(); err != nil {
			return nil, err
		}
		if err := p.add(e); err != nil {
			return nil, err
		}
	}
	p.end(trace)
	return p.frames, nil
}

// Moments returns pictures of the turning points of a trace of the puzzle, for a strip: the
// start, what is left after the givens alone have struck, what is left when arc consistency
// ends, if there was a search its first dead end, and the end as [Propagation] shows it.
func Moments(puzzle board.Board, trace engine.CSPTrace) ([]render.Picture, error) {
	frames, err := Propagation(puzzle, trace, Options{Density: Guesses})
	if err != nil {
		return nil, err
	}
	r := newReplay(puzzle, trace.Domains)
	out := []render.Picture{r.picture(nil)}
	out[0].Caption = r.startCaption()

	wave := newReplay(puzzle, trace.Domains)
	wave.strike(wave.singles())
	pic := wave.picture(nil)
	pic.Caption = fmt.Sprintf("Every given has struck its digit from its peers: %s.", wave.openCaption())
	out = append(out, pic)

	// What follows the last strike at the root are guesses, if anything.
	guess := slices.IndexFunc(trace.Events, func(e csp.Event) bool { return e.Kind == csp.Try })
	root := trace.Events
	if guess >= 0 {
		root = trace.Events[:guess]
	}
	r.reduce(root)
	pic = r.picture(nil)
	pic.Caption = fmt.Sprintf("Arc consistency ends: %s.", r.openCaption())
	if guess < 0 {
		pic.Caption = frames[len(frames)-1].Picture.Caption
		return append(out, pic), nil
	}
	out = append(out, pic)
	dead := slices.IndexFunc(frames, func(f render.Frame) bool { return len(f.Picture.Links) > 0 })
	if dead >= 0 {
		out = append(out, frames[dead].Picture)
	}
	return append(out, frames[len(frames)-1].Picture), nil
}

// Domains returns a picture of domains of the puzzle's cells, as they are at some moment:
// variable = cell, value = digit − 1. It errs if their number is not that of the cells.
func Domains(puzzle board.Board, domains []csp.Set) (render.Picture, error) {
	if len(domains) != len(puzzle.Cells()) || puzzle.IsZero() {
		return render.Picture{}, fmt.Errorf("film: %d domains for a puzzle of %d cells", len(domains), len(puzzle.Cells()))
	}
	r := newReplay(puzzle, domains)
	return r.picture(nil), nil
}

// fits reports why a trace cannot be one of the puzzle.
func fits(puzzle board.Board, trace engine.CSPTrace) error {
	if puzzle.IsZero() {
		return errors.New("film: no puzzle")
	}
	if !slices.Equal(trace.Domains, encode.Domains(nil, puzzle)) {
		return fmt.Errorf("film: the trace began with other domains than those of the puzzle %v", puzzle)
	}
	return nil
}

// replay holds the state of a run at some event.
type replay struct {
	puzzle  board.Board
	shape   *board.Shape
	domains []csp.Set
	guessed []bool
	stack   []standing // by depth, what a guess that is taken back returns to
}

// singles returns the cells with one candidate.
func (r *replay) singles() (cells []int) {
	for cell, d := range r.domains {
		if d.Single() {
			cells = append(cells, cell)
		}
	}
	return cells
}

// strike takes from the peers of each cell, all of which have one candidate, that candidate,
// and returns what each cell lost.
func (r *replay) strike(cells []int) []csp.Set {
	lost := make([]csp.Set, len(r.domains))
	for _, cell := range cells {
		for _, peer := range r.shape.Peers(cell) {
			lost[peer] |= r.domains[cell]
		}
	}
	for cell := range lost {
		lost[cell] &= r.domains[cell]
		r.domains[cell] &^= lost[cell]
	}
	return lost
}

// reduce applies reductions.
func (r *replay) reduce(events []csp.Event) {
	for _, e := range events {
		if e.Kind == csp.Reduction {
			r.domains[e.Var] = e.After
		}
	}
}

// openCaption says how many of the empty cells are decided.
func (r *replay) openCaption() string {
	decided := len(r.singles()) - r.puzzle.Filled()
	return fmt.Sprintf("%s decided, %s open", count(decided, "cell"), count(r.open(), "cell"))
}

// standing is the state before a guess.
type standing struct {
	domains []csp.Set
	guessed []bool
	deeper  bool // a further guess was made under the guess
	solved  bool // a solution was found under it
}

func newReplay(puzzle board.Board, domains []csp.Set) replay {
	return replay{
		puzzle:  puzzle,
		shape:   puzzle.Shape(),
		domains: slices.Clone(domains),
		guessed: make([]bool, len(domains)),
	}
}

// picture shows the state. The cells in fresh stay open though they have one candidate, so
// that what they just lost can be seen in them.
func (r *replay) picture(fresh map[int]bool) render.Picture {
	p := render.Picture{
		Board:      r.puzzle.Clone(),
		Givens:     r.puzzle.Clone(),
		Candidates: make([]board.Digits, len(r.domains)),
		Removed:    make([]board.Digits, len(r.domains)),
		Marks:      make([]render.Mark, len(r.domains)),
		Rulers:     true,
	}
	for cell, d := range r.domains {
		p.Candidates[cell] = encode.Digits(d)
		switch {
		case r.puzzle.At(cell) != 0:
			if d == 0 {
				p.Marks[cell] = render.Conflict
			}
		case !d.Single() || fresh[cell]: // the number of candidates decides the mark
		case r.guessed[cell]:
			p.Board.Set(cell, d.Min()+1)
			p.Marks[cell] = render.Guess
		default:
			p.Board.Set(cell, d.Min()+1)
			p.Marks[cell] = render.Single
		}
	}
	return p
}

// projector makes frames of events.
type projector struct {
	replay
	density Density
	most    int
	title   string
	brief   bool

	frames  []render.Frame
	left    int         // frames left out
	pending []csp.Event // strikes since the last frame
	tries   int
	told    bool // the last frame is about the end already
}

func (p *projector) add(e csp.Event) error {
	cells := len(p.domains)
	if needs := e.Kind != csp.Start && e.Kind != csp.Solution; needs && (e.Var < 0 || e.Var >= cells) || e.By >= cells {
		return fmt.Errorf("film: event %d: cells %d and %d, want 0 to %d", e.Seq, e.Var, e.By, cells-1)
	}
	switch e.Kind {
	case csp.Start, csp.ArcRevised:
		return nil
	case csp.Reduction:
		p.domains[e.Var] = e.After
		p.pending = append(p.pending, e)
		if p.density == Strikes {
			p.strikes(e.Var, strikeDelay, p.strikeCaption(e))
		}
	case csp.Singleton:
		if p.density == Decisions {
			p.strikes(e.Var, strikeDelay, p.decisionCaption(e.Var))
		}
	case csp.Wipeout:
		p.strikes(e.Var, turnDelay, p.wipeoutCaption(e))
	case csp.Conflict:
		p.flush()
		p.show(e.Var, fmt.Sprintf("%s contradicts %s.", p.name(e.Var), p.name(e.By)))
		p.mark(e.Var, render.Conflict)
	case csp.Try:
		p.flush()
		p.try(e)
	case csp.Backtrack:
		p.flush()
		return p.takeBack(e)
	case csp.Solution:
		p.flush()
		p.solution()
	}
	p.told = e.Kind == csp.Solution || e.Kind == csp.Wipeout && len(p.stack) == 0
	return nil
}

// show appends a frame of the state with a cell in focus, −1 for none.
func (p *projector) show(focus int, caption string) {
	p.put(p.picture(nil), turnDelay, focus, caption)
}

// put appends a frame, or leaves it out where the film is full: the last place is kept for the end.
func (p *projector) put(pic render.Picture, delay time.Duration, focus int, caption string) {
	if p.most > 0 && len(p.frames) >= p.most-1 {
		p.left++
		return
	}
	pic.Title, pic.Caption = p.title, caption
	p.frames = append(p.frames, render.Frame{Picture: pic, Delay: delay})
	p.mark(focus, render.Focus)
}

// last returns the picture of the frame that show appended last, nil if it was left out.
func (p *projector) last() *render.Picture {
	if p.left > 0 {
		return nil
	}
	return &p.frames[len(p.frames)-1].Picture
}

func (p *projector) mark(cell int, m render.Mark) {
	if pic := p.last(); pic != nil && cell >= 0 {
		pic.Marks[cell] |= m
	}
}

// strikes appends a frame of the strikes that wait, with arrows to the cell in focus.
func (p *projector) strikes(focus int, delay time.Duration, caption string) {
	fresh := map[int]bool{}
	for _, e := range p.pending {
		fresh[e.Var] = true
	}
	pic := p.picture(fresh)
	for _, e := range p.pending {
		pic.Removed[e.Var] |= encode.Digits(e.Removed())
		if e.Var == focus && e.By >= 0 {
			pic.Links = append(pic.Links, render.Link{From: e.By, To: e.Var, ToDigit: e.Removed().Min() + 1})
		}
	}
	p.put(pic, delay, focus, caption)
	p.pending = p.pending[:0]
}

// flush shows the strikes that wait before something else happens.
func (p *projector) flush() {
	if len(p.pending) > 0 {
		p.strikes(-1, strikeDelay, p.waitingCaption())
	}
}

func (p *projector) try(e csp.Event) {
	if n := len(p.stack); n > 0 {
		p.stack[n-1].deeper = true
	}
	p.stack = append(p.stack, standing{domains: slices.Clone(p.domains), guessed: slices.Clone(p.guessed)})
	p.domains[e.Var], p.guessed[e.Var] = e.After, true
	p.tries++
	p.show(e.Var, fmt.Sprintf("Guess %d (depth %d): %s is %s, of %s.",
		p.tries, len(p.stack), p.name(e.Var), digits(e.After), digits(e.Before)))
}

func (p *projector) takeBack(e csp.Event) error {
	if len(p.stack) == 0 {
		return fmt.Errorf("film: event %d: %s is taken back, but no guess stands", e.Seq, p.name(e.Var))
	}
	top := p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	why := "it led to a contradiction"
	if top.deeper {
		why = "every way on from it failed"
	}
	if top.solved {
		why = "it led to a solution, and there may be another"
		if n := len(p.stack); n > 0 {
			p.stack[n-1].solved = true
		}
	}
	p.domains, p.guessed = top.domains, top.guessed
	p.told = false
	p.show(e.Var, fmt.Sprintf("%s = %d is taken back, with all that followed from it: %s.", p.name(e.Var), e.Value+1, why))
	if pic := p.last(); pic != nil {
		pic.Board.Set(e.Var, e.Value+1)
		pic.Marks[e.Var] = render.Removed | render.Focus
	}
	return nil
}

func (p *projector) solution() {
	if n := len(p.stack); n > 0 {
		p.stack[n-1].solved = true
	}
	caption := "Every cell has one digit and no two peers are equal: a solution."
	if p.tries == 0 {
		caption = "Every cell is decided without a guess, so this is the only solution."
	}
	p.show(-1, caption)
}

// end makes sure that the last frame shows how the run ended.
func (p *projector) end(trace engine.CSPTrace) {
	p.flush()
	grid := trace.Result.Grid
	if p.told && p.left == 0 {
		return
	}
	p.most = 0 // the last place was kept
	pic := p.picture(nil)
	pic.Title, pic.Caption = p.title, p.endCaption(trace)
	if !grid.IsZero() {
		for cell := range p.domains {
			if pic.Board.At(cell) == 0 {
				pic.Marks[cell] = render.Filled
			}
		}
		pic.Board = grid.Clone()
	}
	p.frames = append(p.frames, render.Frame{Picture: pic, Delay: turnDelay})
}

func (r *replay) name(cell int) string { return r.shape.CellName(cell) }

// open returns the number of cells with several candidates.
func (r *replay) open() int {
	n := 0
	for _, d := range r.domains {
		if d.Len() > 1 {
			n++
		}
	}
	return n
}

// digits writes a domain as "3", "3 or 7", "3, 5 or 7" or "nothing".
func digits(d csp.Set) string {
	var names []string
	for v := range d.All() {
		names = append(names, strconv.Itoa(v+1))
	}
	switch n := len(names); n {
	case 0:
		return "nothing"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
	}
}

func (r *replay) startCaption() string {
	givens := r.puzzle.Filled()
	return fmt.Sprintf("The start: %s, and %s with every digit from 1 to %d.",
		count(givens, "given"), count(len(r.domains)-givens, "empty cell"), r.shape.Side())
}

// count writes a number with its noun.
func count(n int, noun string) string { return counted(n, noun, noun+"s") }

// counted writes a number with what follows it.
func counted(n int, one, several string) string { return strconv.Itoa(n) + " " + verb(n, one, several) }

func (p *projector) strikeCaption(e csp.Event) string {
	s := fmt.Sprintf("%s loses %s: %s holds it", p.name(e.Var), digits(e.Removed()), p.name(e.By))
	if e.After.Single() {
		s += fmt.Sprintf(". Only %s is left", digits(e.After))
	}
	return s + "."
}

// decisionCaption tells of the cell that was just decided, from the strikes that wait.
func (p *projector) decisionCaption(cell int) string {
	if p.brief {
		return fmt.Sprintf("%s is %s: its peers hold the other digits.", p.name(cell), digits(p.domains[cell]))
	}
	var own []string
	for _, e := range p.pending {
		if e.Var == cell {
			own = append(own, fmt.Sprintf("%s to %s", digits(e.Removed()), p.name(e.By)))
		}
	}
	s := fmt.Sprintf("%s is %s: it loses %s", p.name(cell), digits(p.domains[cell]), strings.Join(own, ", "))
	if others := len(p.pending) - len(own); others > 0 {
		s += fmt.Sprintf(". On the way, other cells lose %s", count(others, "candidate"))
	}
	return s + "."
}

func (p *projector) wipeoutCaption(e csp.Event) string {
	s := fmt.Sprintf("%s has no candidate", p.name(e.Var))
	if e.By >= 0 {
		s = fmt.Sprintf("%s loses %s, its last candidate: %s holds it", p.name(e.Var), digits(e.Removed()), p.name(e.By))
	}
	if len(p.stack) == 0 {
		return s + ". The board has no solution."
	}
	return s + ". The guess was wrong."
}

func (p *projector) waitingCaption() string {
	decided := map[int]bool{}
	for _, e := range p.pending {
		if e.After.Single() {
			decided[e.Var] = true
		}
	}
	s := fmt.Sprintf("%s %s", count(len(p.pending), "candidate"), verb(len(p.pending), "falls", "fall"))
	if len(decided) == 0 {
		return s + ", and no cell is decided."
	}
	return fmt.Sprintf("%s, and %s %s down to one digit.", s, count(len(decided), "cell"), verb(len(decided), "comes", "come"))
}

func verb(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

func (p *projector) endCaption(trace engine.CSPTrace) string {
	var s string
	open := p.open()
	switch r := trace.Result; {
	case r.Status == solver.Unique && p.tries == 0:
		s = "Every cell is decided without a guess, so this is the only solution."
	case r.Status == solver.Unique:
		s = "Every other guess failed: the only solution."
	case r.Status == solver.Multiple:
		s = "More than one solution: the first that was found."
	case r.Status == solver.Found:
		s = "A solution."
	case r.Status == solver.Unsat:
		s = "Every guess failed: the board has no solution."
	case p.tries == 0:
		s = fmt.Sprintf("Nothing more can be struck: %s %s several candidates.", count(open, "cell"), verb(open, "keeps", "keep"))
	default:
		s = "The search ends at its limit."
	}
	if p.left > 0 {
		s += fmt.Sprintf(" (%s not shown.)", count(p.left, "step"))
	}
	if trace.Dropped > 0 {
		s += " (The trace was cut before the end.)"
	}
	return s
}
