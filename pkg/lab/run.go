package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/original"
	"sudokulab/pkg/record"
)

// runnerVersion is part of every cache key. It grows when a change to the runner changes
// what a case sees.
const runnerVersion = 1

// Lab is a set of experiments over a source tree.
type Lab struct {
	Root        string // holds results/, research/ and .cache/
	Experiments []*Experiment
	Corpora     *corpus.Store
	Overview    Overview

	sources func(context.Context) (*Sources, error) // of tests; nil for those of the tree
}

// readSources identifies the code of the experiments.
func (l *Lab) readSources(ctx context.Context) (*Sources, error) {
	if l.sources != nil {
		return l.sources(ctx)
	}
	return ReadSources(ctx, l.Root)
}

// Options says what to run and how.
type Options struct {
	Profile Profile
	// Only restricts the run to these experiment or claim ids; empty for all.
	Only []string
	// Jobs is the number of cases measured at once where they are not timed; 0 for one a
	// core.
	Jobs int
	// Force measures again what the cache holds.
	Force bool
	// ReplaceStale drops the records of a larger profile of which any stays stale, so that tables and verdicts are made of
	// what the run measures.
	ReplaceStale bool
	// FilesOnly makes a check compare files and measure nothing.
	FilesOnly bool
	// Beside compares further files for a check, before it measures anything: how many they are, and what differs.
	Beside func(context.Context) (files int, differences []string, err error)
	// Progress receives progress; bars if Terminal, else one line a case.
	Progress io.Writer
	Terminal bool
}

// Summary counts the cases of a run.
type Summary struct {
	Experiments int
	Measured    int // measured now
	Cached      int // taken from an earlier run
	Missing     int // corpus, program or device not here
	Kept        int // of those, that keep the figures of a committed record
	Elapsed     time.Duration

	Records record.Set // what was measured now or by an earlier run here, whatever became of it under results/

	Stayed   int // cases measured now with the same exact figures and other times, whose committed record stays
	Replaced int // cases measured now with the same exact figures, whose committed record gave way

	Same   int      // cases whose exact figures are those of a record of another run
	Others []string // cases whose exact figures are not, or that asked something else then

	Larger []string // experiments whose tables and verdicts are made of a larger profile
	Stale  []string // of those, the ones whose larger profile is stale

	Dropped []string // records with figures that went, by experiment and profile: stale ones of larger profiles, and those of cases no longer planned
}

// String writes the summary as one sentence.
func (s Summary) String() string {
	missing := fmt.Sprintf("%d need what is not on this machine", s.Missing)
	if s.Kept > 0 {
		missing += fmt.Sprintf(" (%d of them keep the figures measured elsewhere)", s.Kept)
	}
	noun := "experiments"
	if s.Experiments == 1 {
		noun = "experiment"
	}
	return fmt.Sprintf("%d %s: %d cases measured, %d from cache, %s, in %s",
		s.Experiments, noun, s.Measured, s.Cached, missing, s.Elapsed.Round(10*time.Millisecond))
}

// Select returns the experiments that the ids name, themselves or by a claim they judge,
// in the lab's order; all of them if there are no ids.
func (l *Lab) Select(ids []string) ([]*Experiment, error) {
	if len(ids) == 0 {
		return l.Experiments, nil
	}
	chosen := map[*Experiment]bool{}
	for _, id := range ids {
		found := false
		for _, e := range l.Experiments {
			if e.ID == id || slices.ContainsFunc(e.Judges, func(j Judge) bool { return j.decides(id) }) {
				chosen[e], found = true, true
			}
		}
		if !found {
			return nil, fmt.Errorf("lab: %q is neither an experiment nor a claim that one judges; experiments: %s", id, strings.Join(l.ids(), ", "))
		}
	}
	var out []*Experiment
	for _, e := range l.Experiments {
		if chosen[e] {
			out = append(out, e)
		}
	}
	return out, nil
}

func (l *Lab) ids() []string {
	ids := make([]string, len(l.Experiments))
	for i, e := range l.Experiments {
		ids[i] = e.ID
	}
	return ids
}

func (l *Lab) recordsPath(e *Experiment) string {
	return filepath.Join(l.Root, "results", e.ID, "records.jsonl")
}

// WrittenFiles returns the files and folders of a source tree that runs and the notebooks write, by their paths from its root. They are no source of
// what is measured.
func WrittenFiles() []string { return []string{"README.md", "research", "results", "notebooks"} }

// replaceRecords writes the records of an experiment, and follows no link that leads out of the tree.
func (l *Lab) replaceRecords(e *Experiment, data []byte) error {
	path, err := atomicfile.Inside(l.Root, "results/"+e.ID+"/records.jsonl")
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	return record.ReplaceFile(path, data)
}

// Run measures what is not measured yet and replaces the records of every experiment all of
// whose cases are done. A failing case ends its experiment, not the others; the errors come
// back joined. If ctx ends, finished cases are kept and the error is ctx.Err().
func (l *Lab) Run(ctx context.Context, o Options) (Summary, error) {
	start := time.Now()
	chosen, err := l.Select(o.Only)
	if err != nil {
		return Summary{}, err
	}
	sources, err := l.readSources(ctx)
	if err != nil {
		return Summary{}, err
	}
	for _, e := range chosen {
		if sources.Code(e.ID) == "" {
			return Summary{}, fmt.Errorf("lab: the source tree in %s has no experiment %s", l.Root, e.ID)
		}
	}
	host := record.Host(ctx, WrittenFiles()...)
	sum := Summary{Experiments: len(chosen)}
	var failed []error
	again := newAllowance(o.Profile.Again(), nil)
	for _, e := range chosen {
		r := &runner{lab: l, exp: e, opts: o, sources: sources, host: host, sum: &sum, again: newAllowance(o.Profile.Again()/againParts, again)}
		err := r.run(ctx)
		if ctx.Err() != nil {
			return sum, ctx.Err()
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("lab: %s: %w", e.ID, err))
		}
	}
	sum.Elapsed = time.Since(start)
	return sum, errors.Join(failed...)
}

// runner runs one experiment.
type runner struct {
	lab     *Lab
	exp     *Experiment
	opts    Options
	sources *Sources
	host    record.Provenance
	sum     *Summary
	again   *allowance

	plan    Plan
	config  []byte
	journal *record.Journal
	bar     *progress
	records record.Set
	others  record.Set // committed ones of cases that were not measured and stay
}

func (r *runner) run(ctx context.Context) (err error) {
	if err := r.schedule(); err != nil || len(r.plan.Cases) == 0 {
		return err
	}
	path := filepath.Join(r.lab.Root, ".cache", "records", string(r.opts.Profile), r.exp.ID+".jsonl")
	if r.journal, err = record.OpenJournal(path); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.journal.Close()) }()
	r.bar = newProgress(r.opts.Progress, r.opts.Terminal, r.exp.ID, len(r.plan.Cases))
	defer r.bar.close()

	r.records = make(record.Set, len(r.plan.Cases))
	var timed []int
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, cmp.Or(r.opts.Jobs, runtime.GOMAXPROCS(0))))
	for i, c := range r.plan.Cases {
		if c.Timed {
			timed = append(timed, i)
			continue
		}
		group.Go(func() error { return r.measure(gctx, i) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, i := range timed {
		if err := r.measure(ctx, i); err != nil {
			return err
		}
	}
	r.sum.Records = append(r.sum.Records, r.records...)
	measured := len(r.records.Measured())
	r.sum.Missing += len(r.records) - measured
	r.sum.Cached += r.bar.cached
	r.sum.Measured += measured - r.bar.cached
	kept, err := r.keep()
	r.sum.Kept += kept
	return err
}

// sameRun reports whether two records are of one measurement.
func sameRun(a, b record.Record) bool {
	return a.Provenance.Started.Equal(b.Provenance.Started) && a.Provenance.Duration == b.Provenance.Duration
}

// larger tells of all the experiment's records whether tables and verdicts are made of a larger profile than the run's, and
// whether that is stale. It drops the records of such profiles that are stale where that is asked for.
func (r *runner) larger(all record.Set) error {
	standing, err := r.lab.standing()
	if err != nil {
		return err
	}
	var stay record.Set
	var larger, stale bool
	for i, p := range profiles {
		set := Only(all, p)
		if i <= slices.Index(profiles, r.opts.Profile) {
			stay = append(stay, set...)
			continue
		}
		worst := standing.worst(set)
		if worst.Stale() && r.opts.ReplaceStale {
			r.sum.Dropped = append(r.sum.Dropped, fmt.Sprintf("%d stale ones of %s %s", len(set.Measured()), r.exp.ID, p))
			continue
		}
		stay = append(stay, set...)
		larger, stale = larger || len(set.Measured()) > 0, stale || worst.Stale()
	}
	if larger {
		r.sum.Larger = append(r.sum.Larger, r.exp.ID)
	}
	if stale {
		r.sum.Stale = append(r.sum.Stale, r.exp.ID)
	}
	if len(stay) == len(all) {
		return nil
	}
	data, err := record.Marshal(stay)
	if err != nil {
		return err
	}
	return r.lab.replaceRecords(r.exp, data)
}

// schedule plans the cases of the profile.
func (r *runner) schedule() (err error) {
	r.plan = r.exp.planOf(r.opts.Profile)
	r.config, err = r.plan.encode(r.opts.Profile)
	return err
}

// keep replaces the profile's records in the experiment's file as [settle] says; those of other
// profiles stay. Then it writes down how they stand to the code. It returns how many records with
// figures stayed for want of what they need.
func (r *runner) keep() (kept int, err error) {
	path := r.lab.recordsPath(r.exp)
	old, err := record.ReadFile(path)
	if err != nil {
		return 0, err
	}
	before := Only(old, r.opts.Profile)
	standing, err := r.lab.standing()
	if err != nil {
		return 0, err
	}
	fresh, kept, err := settle(before, r.records, r.opts.Force, standing.named)
	if err != nil {
		return 0, err
	}
	fresh = append(fresh, r.others...)
	gone := 0
	for _, c := range before.Measured() {
		if _, ok := fresh.Case(c.Case); !ok {
			gone++
		}
	}
	if gone > 0 {
		r.sum.Dropped = append(r.sum.Dropped, fmt.Sprintf("%d of %s %s that the plan has no more", gone, r.exp.ID, r.opts.Profile))
	}
	var all record.Set
	for _, profile := range profiles {
		for _, rec := range old {
			if profile != r.opts.Profile && rec.Profile == string(profile) {
				all = append(all, rec)
			}
		}
		if profile == r.opts.Profile {
			all = append(all, fresh...)
		}
	}
	data, err := record.Marshal(all)
	if err != nil {
		return 0, err
	}
	if err := r.lab.replaceRecords(r.exp, data); err != nil {
		return 0, err
	}
	again := &comparison{}
	for _, f := range r.records.Measured() {
		c, ok := before.Case(f.Case)
		if !ok || c.Status == record.Missing {
			continue
		}
		same, err := again.add(Comparison{Committed: c, Measured: f})
		switch {
		case err != nil:
			return 0, err
		case sameRun(c, f) || len(c.Exact)+len(c.Texts) == 0: // or nothing to compare
		case same:
			r.sum.Same++
			switch is, _ := fresh.Case(f.Case); {
			case !sameRun(is, c):
				r.sum.Replaced++
			case len(f.Noisy) > 0:
				r.sum.Stayed++
			}
		default:
			r.sum.Others = append(r.sum.Others, r.exp.ID+" "+f.Case)
		}
	}
	if err := r.lab.stand(r.exp, r.sources, all, map[Profile]*comparison{r.opts.Profile: again}, r.host); err != nil {
		return kept, err
	}
	return kept, r.larger(all)
}

// stand writes down the identity of an experiment's code and what is verified for it, after
// records were made. Where the sources are not at hand, nothing is known of how records stand. What was verified
// of records that have given way to others says nothing of these, and stays until a check removes it.
func (l *Lab) stand(e *Experiment, sources *Sources, all record.Set, measured map[Profile]*comparison, host record.Provenance) error {
	if !sources.known() {
		return nil
	}
	now, err := l.standing()
	if err != nil {
		return err
	}
	next := now.clone()
	next.stand(e, sources.Code(e.ID), all, measured, host)
	files, err := next.files([]*Experiment{e})
	if err != nil {
		return err
	}
	if files[verifiedFile(e.ID)] == nil {
		delete(files, verifiedFile(e.ID))
	}
	_, err = l.write(files)
	return err
}

// measure fills records[i] from the journal or by running the case.
func (r *runner) measure(ctx context.Context, i int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c := r.plan.Cases[i]
	rec, key, err := r.prepare(ctx, c)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Key(), err)
	}
	kept, ok := r.journal.Get(key)
	if ok && record.Named(r.host) && !record.Named(kept.Provenance) {
		ok = false // measured again, it names its code
	}
	if ok && !r.opts.Force && rec.Status != record.Missing {
		r.records[i] = kept
		r.bar.finish(c.Key(), kept, true)
		return nil
	}
	if rec.Status == record.Missing {
		r.records[i] = *rec
		r.bar.finish(c.Key(), *rec, false)
		return nil
	}
	r.bar.begin(c.Key())
	if err := r.lab.runCase(ctx, c, rec, r.again, func(done, total int) { r.bar.step(c.Key(), done, total) }); err != nil {
		if why := unavailable(err); why != "" { // a set beside the case's own, or what a document's program needs
			rec.Status, rec.Note = record.Missing, why
			rec.Exact, rec.Noisy, rec.Texts = nil, nil, nil
			r.records[i] = *rec
			r.bar.finish(c.Key(), *rec, false)
			return nil
		}
		return fmt.Errorf("%s: %w", c.Key(), err)
	}
	if err := r.journal.Put(key, *rec); err != nil {
		return fmt.Errorf("%s: %w", c.Key(), err)
	}
	r.records[i] = *rec
	r.bar.finish(c.Key(), *rec, false)
	return nil
}

// prepare makes the case's record before measuring and the key under which it is kept.
func (r *runner) prepare(ctx context.Context, c Case) (*record.Record, string, error) {
	rec := &record.Record{
		Schema:     record.Schema,
		Experiment: r.exp.ID,
		Profile:    string(r.opts.Profile),
		Case:       c.Key(),
		Status:     record.OK,
		Config:     r.config,
		ConfigHash: record.Hash(r.config),
		Seed:       r.plan.Seed,
		Times:      r.exp.Times,
		Provenance: r.host,
	}
	rec.Provenance.Code = r.sources.Code(r.exp.ID)
	rec.Provenance.Modules = r.sources.Modules(r.exp.ID)
	sum := ""
	if c.Corpus != "" {
		digest, err := r.lab.Corpora.Digest(ctx, c.Corpus)
		var missing *corpus.MissingError
		switch {
		case errors.As(err, &missing):
			rec.Status, rec.Note = record.Missing, absent(missing)
		case err != nil:
			return nil, "", err
		}
		sum = digest.SHA256
		rec.Corpus = &record.Corpus{ID: c.Corpus, SHA256: sum}
	}
	parts := []any{
		runnerVersion, r.exp.ID, r.opts.Profile, c.Key(), rec.ConfigHash, sum, c.Limit, r.plan.Seed,
		rec.Provenance.Code, rec.Provenance.Modules, rec.Provenance.Go, rec.Provenance.Arch,
	}
	if c.Peer != "" {
		p, missing, err := findPeer(c.Peer)
		switch {
		case err != nil:
			return nil, "", err
		case missing != "":
			rec.Status, rec.Note = record.Missing, missing
		default:
			rec.Note = p.note(c.Peer)
		}
		parts = append(parts, p.sha256)
	}
	if c.Control != "" {
		p, missing, err := findPeer(c.Control)
		switch {
		case err != nil:
			return nil, "", err
		case missing != "":
			rec.Status, rec.Note = record.Missing, missing
		case rec.Status != record.Missing:
			rec.Note += ", control" + strings.TrimPrefix(p.note(c.Control), "peer")
		}
		parts = append(parts, p.sha256)
	}
	if c.Original != nil {
		_, err := c.Original.Find(ctx)
		absent, ok := errors.AsType[*original.AbsentError](err)
		switch {
		case ok:
			rec.Status, rec.Note = record.Missing, absent.Error()
		case err != nil:
			return nil, "", err
		case rec.Status != record.Missing:
			rec.Note = fmt.Sprintf("original %s at commit %.7s", c.Original.Name, c.Original.Commit)
		}
		parts = append(parts, c.Original)
	}
	key, err := record.Encode(parts)
	return rec, record.Hash(key), err
}

// unavailable says what a case did not find on this machine, "" if an error is of another kind. What a driver of a document's program did
// wrong is of this kind: nothing of it is recorded, and the other cases go on.
func unavailable(err error) string {
	if missing, ok := errors.AsType[*corpus.MissingError](err); ok {
		return absent(missing)
	}
	if missing, ok := errors.AsType[*original.AbsentError](err); ok {
		return missing.Error()
	}
	if errors.Is(err, original.ErrDriver) {
		return err.Error()
	}
	return ""
}

// absent says that a set is not on this machine.
func absent(m *corpus.MissingError) string {
	return "corpus " + m.Set.ID + " is not on this machine; " + m.Set.HowToGet()
}

// runCase measures one case into its record. A panic in a case is its error, not the end of
// the run.
func (l *Lab) runCase(ctx context.Context, c Case, rec *record.Record, again *allowance, progress func(done, total int)) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	run := &Run{Seed: rec.Seed, store: l.Corpora, corpus: c.Corpus, limit: c.Limit, rec: rec, again: again, progress: progress, dims: c.Dims}
	if c.Original != nil {
		if run.original, err = c.Original.Find(ctx); err != nil {
			return err
		}
	}
	for _, p := range []struct {
		name string
		to   *peer
	}{{c.Peer, &run.peer}, {c.Control, &run.control}} {
		if p.name == "" {
			continue
		}
		var missing string
		if *p.to, missing, err = findPeer(p.name); err != nil || missing != "" {
			return errors.Join(err, errors.New(missing))
		}
	}
	rec.Provenance.Started = time.Now().UTC().Truncate(time.Second)
	start := time.Now()
	if err := c.Run(ctx, run); err != nil {
		return err
	}
	rec.Provenance.Duration = time.Since(start)
	// A case that overlooked the end of its context may hold half its figures.
	if err := ctx.Err(); err != nil {
		return err
	}
	return rec.Validate()
}
