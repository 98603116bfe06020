package lab

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"

	"sudokulab/pkg/record"
)

// Comparison is a case of the smoke profile as its record stands under results/ and as it was
// measured again.
type Comparison struct {
	Committed record.Record
	Measured  record.Record
}

// Same tells whether everything deterministic came out the same: configuration, corpus, status,
// exact figures and texts.
func (c Comparison) Same() (bool, error) {
	was, err := c.Committed.Deterministic()
	if err != nil {
		return false, err
	}
	is, err := c.Measured.Deterministic()
	return bytes.Equal(was, is), err
}

// Again measures those cases of an experiment's smoke profile that choose accepts, one after the
// other, and returns each with its committed record. It writes nothing. progress is told how many
// cases are done, if it is not nil. A case without a committed record, or whose corpus or peer
// is not on this machine, is an error.
func (l *Lab) Again(ctx context.Context, e *Experiment, choose func(Case) bool, progress func(done, total int)) ([]Comparison, error) {
	if progress == nil {
		progress = func(int, int) {}
	}
	path := l.recordsPath(e)
	all, err := record.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("lab: %s: %w", e.ID, err)
	}
	committed := Only(all, Smoke)
	r := &runner{lab: l, exp: e, opts: Options{Profile: Smoke}, sources: &Sources{}}
	if err := r.schedule(); err != nil {
		return nil, fmt.Errorf("lab: %s: %w", e.ID, err)
	}
	var chosen []Case
	for _, c := range r.plan.Cases {
		if choose(c) {
			chosen = append(chosen, c)
		}
	}
	var out []Comparison
	for i, c := range chosen {
		progress(i, len(chosen))
		old, ok := committed.Case(c.Key())
		if !ok {
			return nil, fmt.Errorf("lab: %s: no smoke record of %s in %s", e.ID, c.Key(), filepath.Base(path))
		}
		fresh, _, err := r.prepare(ctx, c)
		if err == nil && fresh.Status == record.Missing {
			err = fmt.Errorf("cannot be measured here: %s", fresh.Note)
		}
		if err == nil {
			err = l.runCase(ctx, c, fresh, nil, func(int, int) {})
		}
		if err != nil {
			return nil, fmt.Errorf("lab: %s: %s: %w", e.ID, c.Key(), err)
		}
		out = append(out, Comparison{Committed: old, Measured: *fresh})
	}
	progress(len(chosen), len(chosen))
	return out, nil
}
