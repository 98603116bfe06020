package audit

import (
	"context"
	"errors"
	"fmt"

	"sudokulab/pkg/rate"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/symmetry/distinct"
)

// Set is one of the two sets of puzzles.
type Set int

// The sets, in the order in which their puzzles are added.
const (
	Training Set = iota
	Test
	sets
)

// String names the set.
func (s Set) String() string {
	if s == Training {
		return "training"
	}
	return "test"
}

// Config bounds the memory and what is shown.
type Config struct {
	Keys distinct.Config `json:"keys"` // of each of four streams
	// Shown is how many puzzles with a fault are named of each kind.
	Shown int `json:"shown"`
}

// DefaultConfig takes about 40 MB and names ten puzzles of each kind.
func DefaultConfig() Config {
	return Config{Keys: distinct.Config{Keys: 1 << 18}, Shown: 10}
}

// Validate reports what is wrong with the configuration.
func (c Config) Validate() error {
	if err := c.Keys.Validate(); err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	if c.Shown < 0 {
		return fmt.Errorf("audit: %d puzzles shown, want no negative number", c.Shown)
	}
	return nil
}

// Place is where a puzzle stands: the file, and the number of the puzzle in it, from 1.
type Place struct {
	File   string `json:"file"`
	Puzzle int64  `json:"puzzle"`
}

// String names the place.
func (p Place) String() string { return fmt.Sprintf("puzzle %d of %s", p.Puzzle, p.File) }

// Audit gathers what was found out about the puzzles of two sets. It is for one goroutine.
type Audit struct {
	cfg   Config
	parts [sets]*Part
	files [sets][]began
	both  keyed // the training and behind it the test
	test  keyed // the test alone
	last  Set
}

// keyed are two streams of keys, of the puzzles' cells and of their classes. A puzzle without a class has its cells' key there.
type keyed struct{ cells, class *distinct.Stream }

// began says which of a set's puzzles, from 0, is the first of a file.
type began struct {
	file string
	at   int64
}

// New returns an audit without puzzles.
func New(cfg Config) (*Audit, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	a := &Audit{cfg: cfg}
	for s := range a.parts {
		a.parts[s] = newPart()
	}
	for _, s := range []**distinct.Stream{&a.both.cells, &a.both.class, &a.test.cells, &a.test.class} {
		var err error
		if *s, err = distinct.New(cfg.Keys); err != nil {
			return nil, errors.Join(fmt.Errorf("audit: %w", err), a.Close())
		}
	}
	return a, nil
}

// Close removes temporary files. It may be called twice.
func (a *Audit) Close() error {
	var errs []error
	for _, s := range []*distinct.Stream{a.both.cells, a.both.class, a.test.cells, a.test.class} {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	return errors.Join(errs...)
}

// Add adds a puzzle of a file to a set. No puzzle of the training comes after one of the test.
func (a *Audit) Add(to Set, file string, f Finding) error {
	if to < a.last || to >= sets {
		return fmt.Errorf("audit: a puzzle of the %s after the %s", to, a.last)
	}
	a.last = to
	p := a.parts[to]
	if all := a.files[to]; len(all) == 0 || all[len(all)-1].file != file {
		a.files[to] = append(all, began{file, p.Puzzles})
	}
	p.add(f, a.cfg.Shown, a.placeOf(to, p.Puzzles))
	streams := []keyed{a.both}
	if to == Test {
		streams = append(streams, a.test)
	}
	class := f.class
	if !f.classed {
		class = f.cells
	}
	for _, k := range streams {
		if err := errors.Join(k.cells.Add(f.cells), k.class.Add(class)); err != nil {
			return fmt.Errorf("audit: %w", err)
		}
	}
	return nil
}

// Unreadable counts a puzzle that could not be read, and why.
func (a *Audit) Unreadable(of Set, why error) {
	p := a.parts[of]
	p.Unreadable++
	if len(p.Faults) < a.cfg.Shown {
		p.Faults = append(p.Faults, why.Error())
	}
}

// placeOf says where a set's puzzle stands, counted from 0.
func (a *Audit) placeOf(s Set, at int64) Place {
	all := a.files[s]
	i := len(all) - 1
	for all[i].at > at {
		i--
	}
	return Place{all[i].file, at - all[i].at + 1}
}

// Report returns what was found. Puzzles can be added no more.
func (a *Audit) Report(ctx context.Context) (*Report, error) {
	var all struct {
		both, test struct{ cells, class distinct.Bits }
	}
	for _, f := range []struct {
		from *distinct.Stream
		to   *distinct.Bits
	}{
		{a.both.cells, &all.both.cells}, {a.both.class, &all.both.class}, {a.test.cells, &all.test.cells}, {a.test.class, &all.test.class},
	} {
		var err error
		if *f.to, err = f.from.First(ctx); err != nil {
			return nil, fmt.Errorf("audit: %w", err)
		}
	}
	training, test := a.parts[Training], a.parts[Test]
	r := &Report{Training: training}
	training.repeats(all.both.cells, all.both.class)
	if test.Puzzles+test.Unreadable == 0 {
		return r, nil
	}
	test.repeats(all.test.cells, all.test.class)
	r.Test, r.Leak = test, &Leak{Shown: []Place{}}
	for i := range test.Puzzles {
		there := training.Puzzles + i
		if all.test.class.Has(i) {
			r.Leak.Classes++
			if !all.both.class.Has(there) {
				r.Leak.Shared++
				if len(r.Leak.Shown) < a.cfg.Shown {
					r.Leak.Shown = append(r.Leak.Shown, a.placeOf(Test, i))
				}
			}
		}
		if all.test.cells.Has(i) && !all.both.cells.Has(there) {
			r.Leak.Identical++
		}
	}
	return r, nil
}

// repeats counts puzzles of a set that repeat an earlier one of it, by the places of the first ones; those of the training are the
// first ones of a longer stream.
func (p *Part) repeats(cells, class distinct.Bits) {
	for i := range p.Puzzles {
		switch {
		case !cells.Has(i):
			p.Identical++
		case !class.Has(i):
			p.Twins++
		}
	}
}

// add counts a puzzle that stands at a place.
func (p *Part) add(f Finding, shown int, at Place) {
	p.Puzzles++
	if !f.classed && f.Status != solver.Unsat {
		p.Unclassed++
	}
	p.sides[f.Side]++
	p.givens[f.Givens]++
	name := func(list *[]Place) {
		if len(*list) < shown {
			*list = append(*list, at)
		}
	}
	switch f.Status {
	case solver.Unique:
		p.Unique++
		p.techniques[f.Technique]++
		if f.Technique == rate.Guesses {
			p.guesses[bandOf(f.Guesses)]++
		}
	case solver.Unsat:
		p.None++
		name(&p.NoneAt)
	case solver.Multiple:
		p.Several++
		name(&p.SeveralAt)
	default:
		p.Undecided++
	}
}
