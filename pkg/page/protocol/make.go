package protocol

import (
	"context"
	"errors"
	"math"
	"time"

	"sudokulab/pkg/board/format"
	"sudokulab/pkg/explain/draw"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/making"
)

func makingCalls() []Call {
	return []Call{
		streaming("generate", "Makes puzzles by level, number of givens, technique or score.", makePuzzles),
		streaming("practise", "Makes a puzzle that needs a technique, and the position just before it.", practise),
	}
}

// GenerateArgs are the arguments of generate. Of level, givens, technique and minimal one is named, or none for an easy
// puzzle; a score goes with a technique or alone.
type GenerateArgs struct {
	Side      int    `json:"side,omitempty"`      // 0 for 9
	Level     string `json:"level,omitempty"`     // easy, medium, hard, expert or extreme, as rate calls it; document-easy, -medium or -hard: by givens
	Givens    *Range `json:"givens,omitempty"`    // of puzzles with one solution
	Technique string `json:"technique,omitempty"` // of the hardest step
	Score     *Range `json:"score,omitempty"`     // on HoDoKu's scale
	Minimal   bool   `json:"minimal,omitempty"`   // no given can be spared
	Symmetry  string `json:"symmetry,omitempty"`  // of the givens, such as rotational180
	Seed      uint64 `json:"seed,omitempty"`
	Count     int    `json:"count,omitempty"` // 0 for 1
}

// Range is a range of numbers, with its ends.
type Range struct {
	Low  int `json:"low"`
	High int `json:"high"`
}

// Puzzle is an event of generate.
type Puzzle struct {
	Board    Board  `json:"board"`
	Solution string `json:"solution"`
	Givens   int    `json:"givens"`
	Index    int    `json:"index"` // of the seed
}

// Made is the result of generate.
type Made struct {
	Count int    `json:"count"`
	Seed  uint64 `json:"seed"`
}

// config reads what is asked for.
func (d *Desk) config(a GenerateArgs) (making.Config, error) {
	side := a.Side
	if side == 0 {
		side = 9
	}
	if most := d.limits.Side; most > 0 && side > most {
		return making.Config{}, bad("side: %d, want at most %d here", side, most)
	}
	c := making.DefaultConfig(side)
	if err := c.SetLevel(making.Level(a.Level)); err != nil {
		return c, bad("%s", plainly(err))
	}
	c.Minimal, c.Seed = a.Minimal, a.Seed
	if a.Symmetry != "" {
		c.Pattern = generate.Pattern(a.Symmetry)
	}
	if a.Seed > math.MaxInt64 {
		return c, bad("seed: %d, want at most %d", a.Seed, int64(math.MaxInt64))
	}
	if a.Givens != nil {
		c.Givens, c.Accept = generate.Range(*a.Givens), making.Unique
		if *a.Givens == (Range{}) {
			return c, bad("givens: 0 to 0, want a range of numbers from 1 on")
		}
	}
	if a.Technique != "" {
		if err := c.Want.Hardest.UnmarshalText([]byte(a.Technique)); err != nil {
			return c, bad("technique: %s", plainly(err))
		}
	}
	if a.Score != nil {
		c.Want.Scored, c.Want.Score = true, generate.Range(*a.Score)
	}
	return c, nil
}

// Making is an event of generate: a puzzle, or how far it is with one.
type Making struct {
	Puzzle *Puzzle `json:"puzzle,omitempty"`
	Tried  int     `json:"tried,omitempty"` // puzzles looked at so far; there is none now
}

// Looking is an event of practise: how far it is.
type Looking struct {
	Tried int `json:"tried"` // puzzles looked at so far
}

// often is how much time lies at least between two events that say how far it is.
const often = 200 * time.Millisecond

// telling returns what makes puzzles and tells now and then how many it has looked at; gone is the error of what was told.
func telling(s *making.Source, tell func(tried int) error) (maker making.Maker, gone func() error) {
	var err error
	last := time.Now()
	maker = s.Watched(func(tried int) {
		if now := time.Now(); err == nil && now.Sub(last) >= often {
			last, err = now, tell(tried)
		}
	})
	return maker, func() error { return err }
}

func makePuzzles(ctx context.Context, d *Desk, a GenerateArgs, emit func(Making) error) (out Made, err error) {
	c, err := d.config(a)
	if err != nil {
		return out, err
	}
	count := a.Count
	if count == 0 {
		count = 1
	}
	if most := d.limits.Puzzles; count < 0 || most > 0 && count > most {
		return out, bad("count: %d, want 1 to %d", a.Count, most)
	}
	s, err := making.New(c)
	if err != nil {
		return out, bad("%s", plainly(err))
	}
	out.Seed = a.Seed
	maker, gone := telling(s, func(tried int) error { return emit(Making{Tried: tried}) })
	for i := range count {
		p, err := maker(ctx, i)
		if err := errors.Join(gone(), err); err != nil {
			return out, err
		}
		b, err := toBoard(p.Board)
		if err != nil {
			return out, err
		}
		if err := emit(Making{Puzzle: &Puzzle{b, p.Solution.String(), p.Givens, p.Index}}); err != nil {
			return out, err
		}
		out.Count++
	}
	return out, nil
}

// PractiseArgs are the arguments of practise.
type PractiseArgs struct {
	Technique string `json:"technique"`
	Seed      uint64 `json:"seed,omitempty"`
}

// Practice is the result of practise.
type Practice struct {
	Puzzle   Board  `json:"puzzle"`
	Solution string `json:"solution"`
	Position Board  `json:"position"` // just before the technique is needed first
	Marks    Masks  `json:"marks"`    // the candidates that are left there
	Text     string `json:"text"`     // what the technique shows
	Frame    Frame  `json:"frame"`    // the same as a picture
}

func practise(ctx context.Context, d *Desk, a PractiseArgs, emit func(Looking) error) (out Practice, err error) {
	if a.Technique == "" {
		return out, bad("technique: there is none, want one of those that techniques lists")
	}
	c, err := d.config(GenerateArgs{Technique: a.Technique, Seed: a.Seed})
	if err != nil {
		return out, err
	}
	s, err := making.New(c)
	if err != nil {
		return out, bad("%s", plainly(err))
	}
	by, err := s.Practices("")
	if err != nil {
		return out, err
	}
	maker, gone := telling(s, func(tried int) error { return emit(Looking{tried}) })
	p, err := maker(ctx, 0)
	if err := errors.Join(gone(), err); err != nil {
		return out, err
	}
	at, err := by.Of(p.Board)
	if err != nil {
		return out, err
	}
	pic, err := draw.Step(at.At, &at.Step)
	if err != nil {
		return out, err
	}
	out.Solution, out.Text = p.Solution.String(), at.Step.String()
	out.Marks = toMasks(at.At.Candidates())
	var errs [3]error
	out.Puzzle, errs[0] = toBoard(p.Board)
	out.Position, errs[1] = toBoard(at.At.Board())
	out.Frame, errs[2] = toFrame(pic, 0)
	return out, errors.Join(errs[:]...)
}

func reading() []Call {
	return []Call{of("read", "Reads puzzles, with pencil marks if there are any, from a text in any form that people keep them in.", read)}
}

// ReadArgs are the arguments of read.
type ReadArgs struct {
	Text      string `json:"text"`
	Side      int    `json:"side,omitempty"` // 0: as the text says
	Diagonals bool   `json:"diagonals,omitempty"`
	Regions   string `json:"regions,omitempty"`
}

// Read is the result of read.
type Read struct {
	Puzzles []ReadPuzzle `json:"puzzles"`
	More    bool         `json:"more,omitempty"` // the text has others, beyond the limit
}

// ReadPuzzle is a puzzle of a text.
type ReadPuzzle struct {
	Board Board  `json:"board"`
	Marks Masks  `json:"marks,omitempty"`
	Name  string `json:"name,omitempty"`
}

func read(_ context.Context, d *Desk, a ReadArgs) (out Read, err error) {
	if most := d.limits.Text; most > 0 && len(a.Text) > most {
		return out, bad("text: %d bytes, want at most %d", len(a.Text), most)
	}
	o := format.Options{File: "text", Side: a.Side}
	if a.Diagonals || a.Regions != "" {
		side := a.Side
		if side == 0 {
			side = 9
		}
		if o.Shape, err = d.shape(side*side, a.Diagonals, a.Regions); err != nil {
			return out, err
		}
	}
	puzzles, failed := d.puzzles(a.Text, o, &out.More)
	if failed == nil && len(puzzles) > 0 {
		out.Puzzles = puzzles
		return out, nil
	}
	// A grid of candidates is no puzzle of any other form.
	if b, m, err := format.ParseMarks(a.Text, o); err == nil {
		p := ReadPuzzle{Marks: toMasks(m)}
		p.Board, err = toBoard(b)
		out.Puzzles = []ReadPuzzle{p}
		return out, err
	}
	if failed == nil {
		failed = bad("text: there is no puzzle in it")
	}
	return out, failed
}

func (d *Desk) puzzles(text string, o format.Options, more *bool) (all []ReadPuzzle, err error) {
	for p, err := range format.ReadText(text, o) {
		if err != nil {
			return nil, bad("%s", plainly(err))
		}
		if most := d.limits.Puzzles; most > 0 && len(all) == most {
			*more = true
			return all, nil
		}
		if most := d.limits.Side; most > 0 && p.Board.Shape().Side() > most {
			return nil, bad("text, line %d: side %d, want at most %d here", p.Line, p.Board.Shape().Side(), most)
		}
		b, err := toBoard(p.Board)
		if err != nil {
			return nil, err
		}
		all = append(all, ReadPuzzle{Board: b, Name: p.Name})
	}
	return all, nil
}
