package lab

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"time"

	"sudokulab/pkg/record"
)

// A machine that is lent for minutes, and forgets everything, measures an experiment slice by slice into a
// folder that is carried home, and writes nothing else: see package accel/gpuqueue for the contract. Here
// the finished records are taken over.

// Files of a slice's folder.
const (
	SliceRecords = "records.jsonl" // what is measured, written when the slice ends
	sliceJournal = "journal.jsonl" // of the cases so far
)

// Slice is where and how long to measure.
type Slice struct {
	Out    string        // the folder, made if it is not there
	Budget time.Duration // 0 for no bound
	// Resume goes on where earlier slices ended: with the cases in the folder, and with committed records of the same
	// profile that this code measured, by this Go release, with this configuration and seed.
	Resume bool
	// Cases says which cases of the plan are measured, by their place in it, from 0; nil for all.
	Cases func(place int) bool
}

// chosen reports whether a case is one of the slice's.
func (s Slice) chosen(place int) bool { return s.Cases == nil || s.Cases(place) }

// ErrMore is wrapped when a slice's time is up and cases are left.
var ErrMore = errors.New("cases are left to measure")

// Slice measures the one experiment that o.Only names, case after case, and keeps each in the slice's folder. When
// it ends, also before its time, it writes those that there are to [SliceRecords], with those that earlier slices left
// in the folder, whichever cases it measured itself. o.Jobs and o.Force are not looked at.
//
// Errors: [ErrMore], if the budget may not be enough for another case; several experiments; a set or a program that
// is not on the machine, before anything is measured; a folder with cases of earlier slices if s.Resume is not
// set; a case that takes longer than the budget.
func (l *Lab) Slice(ctx context.Context, o Options, s Slice) (err error) {
	begin := time.Now()
	chosen, err := l.Select(o.Only)
	if err != nil {
		return err
	}
	if len(chosen) != 1 {
		return fmt.Errorf("lab: a slice of %d experiments, want one", len(chosen))
	}
	sources, err := l.readSources(ctx)
	if err != nil {
		return err
	}
	bounded := ctx
	if s.Budget > 0 {
		var cancel context.CancelFunc
		bounded, cancel = context.WithTimeout(ctx, s.Budget)
		defer cancel()
	}
	r := &runner{
		lab: l, exp: chosen[0], opts: o, sources: sources, host: record.Host(ctx, WrittenFiles()...),
		sum: &Summary{}, again: newAllowance(o.Profile.Again()/againParts, nil),
	}
	if s.Budget > 0 {
		r.again = newAllowance(min(o.Profile.Again(), s.Budget)/againParts, nil)
	}
	if err := r.schedule(); err != nil {
		return err
	}
	measured := 0
	for i, c := range r.plan.Cases {
		if !s.chosen(i) {
			continue
		}
		measured++
		rec, _, err := r.prepare(bounded, c)
		if err == nil && rec.Status == record.Missing {
			err = errors.New(rec.Note)
		}
		if err != nil {
			return fmt.Errorf("lab: %s: %s: %w", r.exp.ID, c.Key(), err)
		}
	}
	if r.journal, err = record.OpenJournal(filepath.Join(s.Out, sliceJournal)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.journal.Close()) }()
	if n := r.journal.Len(); n > 0 && !s.Resume {
		return fmt.Errorf("lab: %s holds %d cases of an earlier slice: resume it, or name another folder", s.Out, n)
	}
	r.records = make(record.Set, len(r.plan.Cases))
	if s.Resume {
		for i := range r.plan.Cases {
			if kept, ok := r.kept(bounded, i); ok {
				r.records[i] = kept
			}
		}
		if err := r.goOn(bounded); err != nil {
			return err
		}
	}
	r.bar = newProgress(o.Progress, o.Terminal, r.exp.ID, measured)
	defer r.bar.close()
	defer func() { err = errors.Join(err, r.write(filepath.Join(s.Out, SliceRecords))) }()
	var longest time.Duration
	done := 0
	for i := range r.plan.Cases {
		if !s.chosen(i) {
			continue
		}
		cached, start := r.bar.cached, time.Now()
		if s.Budget > 0 && longest > 0 && time.Since(begin)+longest > s.Budget {
			if _, kept := r.kept(bounded, i); !kept {
				return fmt.Errorf("lab: %s: %w: %d of %d are done", r.exp.ID, ErrMore, done, measured)
			}
		}
		if err := r.measure(bounded, i); err != nil {
			if bounded.Err() != nil && ctx.Err() == nil && longest > 0 {
				return fmt.Errorf("lab: %s: %w: %d of %d are done", r.exp.ID, ErrMore, done, measured)
			}
			return fmt.Errorf("lab: %s: %w", r.exp.ID, err)
		}
		done++
		if r.bar.cached == cached {
			longest = max(longest, time.Since(start))
		}
	}
	return nil
}

// write writes the records of the cases that were measured, if there are any.
func (r *runner) write(file string) error {
	var done record.Set
	for _, rec := range r.records {
		if rec.Case != "" {
			done = append(done, rec)
		}
	}
	if len(done) == 0 {
		return nil
	}
	data, err := record.Marshal(done)
	if err != nil {
		return err
	}
	return record.ReplaceFile(file, data)
}

// goOn puts committed records into the journal that this code would measure again in the same way. Those of cases with
// another project's program are not: a record does not say enough of it.
func (r *runner) goOn(ctx context.Context) error {
	set, err := record.ReadFile(r.lab.recordsPath(r.exp))
	if err != nil {
		return err
	}
	set = Only(set, r.opts.Profile)
	for _, c := range r.plan.Cases {
		committed, ok := set.Case(c.Key())
		if !ok || committed.Status == record.Missing || c.Peer != "" || c.Control != "" || c.Original != nil {
			continue
		}
		asked, key, err := r.prepare(ctx, c)
		if err != nil {
			return fmt.Errorf("lab: %s: %s: %w", r.exp.ID, c.Key(), err)
		}
		if _, ok := r.journal.Get(key); ok || !answers(committed, *asked) || !sameCorpus(committed, *asked) {
			continue
		}
		of, now := committed.Provenance, asked.Provenance
		if of.Code != now.Code || !maps.Equal(of.Modules, now.Modules) || of.Go != now.Go || of.Arch != now.Arch {
			continue
		}
		if err := r.journal.Put(key, committed); err != nil {
			return fmt.Errorf("lab: %s: %s: %w", r.exp.ID, c.Key(), err)
		}
	}
	return nil
}

func sameCorpus(one, other record.Record) bool {
	if one.Corpus == nil || other.Corpus == nil {
		return one.Corpus == other.Corpus
	}
	return *one.Corpus == *other.Corpus
}

// kept returns what the journal has of a case.
func (r *runner) kept(ctx context.Context, i int) (record.Record, bool) {
	_, key, err := r.prepare(ctx, r.plan.Cases[i])
	if err != nil {
		return record.Record{}, false // measuring it says why
	}
	return r.journal.Get(key)
}

// Taken says what [Lab.Take] took over.
type Taken struct {
	Experiment string
	Records    int
	Dropped    []string // records that went, see [Summary]
	// Unidentified says why records keep the sum of a program for their code, and so are stale; nil if none does.
	Unidentified error
}

// Take takes the records of slices over into the results: they take the place of those of their profile, as
// those of a run do. Where the slices have not come to their end, committed records of other cases of the plan stay.
// Those that name a program as their code get the identity of the code that it was built from, see program.go.
//
// Errors: a file that does not hold records of one experiment of the lab and of one profile.
func (l *Lab) Take(ctx context.Context, file string) (Taken, error) {
	set, err := record.ReadFile(file)
	if err != nil {
		return Taken{}, err
	}
	if len(set) == 0 {
		return Taken{}, fmt.Errorf("lab: %s: no records", file)
	}
	chosen, err := l.Select([]string{set[0].Experiment})
	if err != nil {
		return Taken{}, fmt.Errorf("%s: %w", file, err)
	}
	profile, err := ParseProfile(set[0].Profile)
	if err != nil {
		return Taken{}, fmt.Errorf("%s: %w", file, err)
	}
	for _, r := range set {
		if r.Experiment != set[0].Experiment || r.Profile != set[0].Profile {
			return Taken{}, fmt.Errorf("lab: %s: records of %s %s and %s %s, want one experiment and one profile",
				file, set[0].Experiment, set[0].Profile, r.Experiment, r.Profile)
		}
	}
	sources, err := l.readSources(ctx)
	if err != nil {
		return Taken{}, err
	}
	set, unidentified := l.identified(ctx, set)
	if ctx.Err() != nil {
		return Taken{}, ctx.Err()
	}
	r := &runner{
		lab: l, exp: chosen[0], opts: Options{Profile: profile}, sources: sources, sum: &Summary{},
		host: record.Host(ctx, WrittenFiles()...),
	}
	committed, err := record.ReadFile(l.recordsPath(r.exp))
	if err != nil {
		return Taken{}, err
	}
	committed = Only(committed, profile)
	for _, c := range r.exp.planOf(profile).Cases {
		if rec, ok := set.Case(c.Key()); ok {
			r.records = append(r.records, rec)
		} else if rec, ok := committed.Case(c.Key()); ok {
			r.others = append(r.others, rec)
		}
	}
	for _, rec := range set {
		if _, ok := r.records.Case(rec.Case); !ok {
			return Taken{}, fmt.Errorf("lab: %s: %s is no case of the plan of %s", file, rec.Case, profile)
		}
	}
	_, err = r.keep()
	return Taken{r.exp.ID, len(set), r.sum.Dropped, unidentified}, err
}
