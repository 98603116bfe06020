package lab

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/record"
	"sudokulab/pkg/stats"
)

// The sample of quick cases that a check measures again.
const (
	// sampleLimit ends the sample, whatever is left of it.
	sampleLimit = 2 * time.Minute
	// sampleBudget is how much time the cases of a sample took, for each that runs at once, when
	// their records were made. It leaves room for a machine half as fast.
	sampleBudget = 50 * time.Second
	// patience is how long a case may go on after the end of its context.
	patience = 2 * time.Second
)

// CheckReport says what Check compared and what it could not.
type CheckReport struct {
	Files       int      // generated files compared
	Digests     int      // files compared with a digest, by Options.Beside
	Cases       int      // smoke cases measured again and compared
	Sample      int      // quick cases measured again and compared
	Differences []string // each is a failure
	NotChecked  []string // smoke cases whose corpus or device is not on this machine
	NotCompared []string // quick cases of the sample that the limit of time cut off, by experiment
	Verified    []string // what was verified for changed code, one sentence an experiment
	Stale       []string // records of the profiles full and gpu that are stale, one sentence an experiment
	Written     []string // files that say so now, and those of what nothing rests on any more, which were removed
	Notes       []string // what else there is to know, one sentence each
}

func (r *CheckReport) differ(format string, args ...any) {
	r.Differences = append(r.Differences, fmt.Sprintf(format, args...))
}

// Check compares every generated file with what the committed records produce, and what o.Beside says besides. With
// o.FilesOnly that is all. Then it measures the smoke profile again and a sample of the quick one, and compares the deterministic
// part of each record with the committed one, byte by byte. The sample is another one for each commit. The report holds what
// was found also where an error ends the check, such as that of a context.
//
// Where the code of an experiment has changed since its records were made, the cases that came out the same are verified for the new code (see
// standing.go), and what shows their state is written again. A smoke or quick record that is neither current nor verified is a difference where this machine has what it needs, and so is
// one of any profile that differs. Where there is any difference, nothing is written but which cases differ.
func (l *Lab) Check(ctx context.Context, o Options) (CheckReport, error) {
	c := checking{lab: l, opts: o}
	parts := []func(context.Context) error{c.read, c.files, c.beside}
	if !o.FilesOnly {
		parts = append(parts, c.tell, c.identify, c.smoke, c.sample, c.verify)
	}
	for _, part := range parts {
		err := part(ctx)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return c.rep, err
		}
	}
	return c.rep, nil
}

// checking is one check.
type checking struct {
	lab     *Lab
	opts    Options
	now     standing
	sources *Sources
	host    record.Provenance
	site    site // what the records produce
	records map[string]record.Set
	trials  []*trial
	rep     CheckReport
}

// trial is a case to be measured again.
type trial struct {
	exp     *Experiment
	profile Profile
	of      Case
	was     record.Record
	is      *record.Record
	err     error
	done    bool
}

func (t *trial) name() string { return t.exp.ID + " " + t.of.Key() }

// read reads the records and how they stand, and computes what they produce.
func (c *checking) read(context.Context) (err error) {
	if c.now, err = c.lab.standing(); err != nil {
		return err
	}
	if c.records, err = c.lab.records(); err != nil {
		return err
	}
	c.site, err = c.lab.renderBy(c.now, c.records)
	return err
}

// beside compares what the caller adds.
func (c *checking) beside(ctx context.Context) error {
	if c.opts.Beside == nil {
		return nil
	}
	files, differences, err := c.opts.Beside(ctx)
	c.rep.Digests = files
	c.rep.Differences = append(c.rep.Differences, differences...)
	return err
}

// tell says in the progress what files differ, before anything is measured: the check may be killed on the way.
func (c *checking) tell(context.Context) error {
	if c.opts.Progress == nil || len(c.rep.Differences) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(c.opts.Progress, "Before anything is measured:\n%s\n", strings.Join(c.rep.Differences, "\n"))
	return err
}

// identify finds out which code is here. It refuses to verify records with a program that may run other code than
// the sources are.
func (c *checking) identify(ctx context.Context) (err error) {
	if c.sources, err = c.lab.readSources(ctx); err != nil {
		return err
	}
	c.host = record.Host(ctx, WrittenFiles()...)
	var unverified []string
	for _, e := range c.lab.Experiments {
		if c.sources.known() && c.unverified(e) {
			unverified = append(unverified, e.ID)
		}
	}
	if len(unverified) == 0 {
		return nil
	}
	if err := c.lab.built(); err != nil {
		return fmt.Errorf("lab: the code of %s has changed, and its records cannot be verified: %w", strings.Join(unverified, ", "), err)
	}
	return nil
}

// unverified reports whether an experiment has smoke or quick records that are stale for the code
// as it is.
func (c *checking) unverified(e *Experiment) bool {
	now := c.now.clone()
	now.code[e.ID] = c.sources.Code(e.ID)
	all := c.records[e.ID]
	state := now.worst(slices.Concat(Only(all, Smoke), Only(all, Quick)))
	return state.Stale()
}

// files compares the generated files.
func (c *checking) files(context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(c.site)) {
		c.rep.Files++
		old, err := atomicfile.ReadFile(filepath.Join(c.lab.Root, filepath.FromSlash(name)), atomicfile.Most)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			c.rep.differ("%s: missing; the records produce it", name)
		case err != nil:
			return fmt.Errorf("lab: %w", err)
		case !bytes.Equal(old, c.site[name]):
			c.rep.differ("%s: line %d differs from what the records produce", name, differs(old, c.site[name]))
		}
	}
	stray, err := c.lab.stray(c.site)
	for _, name := range stray {
		c.rep.differ("%s: no record produces it", name)
	}
	return err
}

// differs returns the number of the first line that is not the same.
func differs(a, b []byte) int {
	line := 1
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			break
		}
		if a[i] == '\n' {
			line++
		}
	}
	return line
}

// smoke measures the smoke profile again.
func (c *checking) smoke(ctx context.Context) error {
	for _, e := range c.lab.Experiments {
		committed := Only(c.records[e.ID], Smoke)
		r, err := c.runner(e, Smoke)
		if err != nil {
			return err
		}
		if len(committed) != len(r.plan.Cases) {
			c.rep.differ("results/%s/records.jsonl: %d smoke records, the plan has %d cases", e.ID, len(committed), len(r.plan.Cases))
		}
		for _, of := range r.plan.Cases {
			was, ok := committed.Case(of.Key())
			if !ok {
				c.rep.differ("results/%s/records.jsonl: no smoke record of %s", e.ID, of.Key())
				continue
			}
			is, _, err := r.prepare(ctx, of)
			if err != nil {
				return fmt.Errorf("lab: %s: %s: %w", e.ID, of.Key(), err)
			}
			if is.Status == record.Missing || was.Status == record.Missing {
				c.rep.NotChecked = append(c.rep.NotChecked, e.ID+" "+of.Key())
				continue
			}
			c.trials = append(c.trials, &trial{exp: e, profile: Smoke, of: of, was: was, is: is})
		}
	}
	err := c.measure(ctx, "check", c.trials)
	c.rep.Cases = done(c.trials)
	return errors.Join(err, c.compare(c.trials))
}

// done counts the trials that came to their end.
func done(trials []*trial) (n int) {
	for _, t := range trials {
		n += stats.Indicator[int](t.done)
	}
	return n
}

func (c *checking) runner(e *Experiment, p Profile) (*runner, error) {
	o := c.opts
	o.Profile = p
	r := &runner{lab: c.lab, exp: e, opts: o, sources: c.sources, host: c.host}
	if err := r.schedule(); err != nil {
		return nil, fmt.Errorf("lab: %s: %w", e.ID, err)
	}
	return r, nil
}

func (c *checking) jobs() int { return max(1, cmp.Or(c.opts.Jobs, runtime.GOMAXPROCS(0))) }

// measure runs the trials, several at once: times do not count here. It returns when ctx ends;
// a case that overlooks that goes on in the background and is not done.
func (c *checking) measure(ctx context.Context, title string, trials []*trial) error {
	bar := newProgress(c.opts.Progress, c.opts.Terminal, title, len(trials))
	defer bar.close()
	var group errgroup.Group
	group.SetLimit(c.jobs())
	for _, t := range trials {
		group.Go(func() error { c.try(ctx, t, bar); return nil })
	}
	return errors.Join(group.Wait(), c.ended(ctx))
}

// try runs a trial unless ctx has ended.
func (c *checking) try(ctx context.Context, t *trial, bar *progress) {
	if ctx.Err() != nil {
		return
	}
	bar.begin(t.name())
	rec := *t.is // what a case that is given up still writes is not looked at
	ended := make(chan error, 1)
	go func() {
		ended <- c.lab.runCase(ctx, t.of, &rec, nil, func(done, total int) { bar.step(t.name(), done, total) })
	}()
	select {
	case t.err = <-ended:
	case <-ctx.Done():
		select {
		case t.err = <-ended:
		case <-time.After(patience):
			return
		}
	}
	if t.err != nil && ctx.Err() != nil {
		return
	}
	t.done, t.is = true, &rec
	bar.finish(t.name(), rec, false)
}

// ended returns the error of a context that ended otherwise than by the limit of the sample.
func (c *checking) ended(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), errSampled) {
		return nil
	}
	return ctx.Err()
}

var errSampled = errors.New("the time for the sample is over")

// compare looks for what came out otherwise.
func (c *checking) compare(trials []*trial) error {
	for _, t := range trials {
		switch {
		case !t.done:
			continue
		case t.err != nil:
			c.rep.differ("%s (%s): %v", t.name(), t.profile, t.err)
			continue
		}
		same, err := Comparison{Committed: t.was, Measured: *t.is}.Same()
		if err != nil {
			return err
		}
		if !same {
			c.rep.differ("%s (%s): measured again, %s", t.name(), t.profile, firstDifference(t.was, *t.is))
		}
	}
	return nil
}

// firstDifference names what did not come out the same.
func firstDifference(was, is record.Record) string {
	names := maps.Clone(was.Exact)
	if names == nil {
		names = map[string]record.Metric{}
	}
	maps.Copy(names, is.Exact)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		w, had := was.Exact[name]
		i, has := is.Exact[name]
		switch {
		case !has:
			return fmt.Sprintf("%s is not measured, committed %v", name, w.Value)
		case !had:
			return fmt.Sprintf("%s is %v, committed nothing", name, i.Value)
		case w != i:
			return fmt.Sprintf("%s is %v, committed %v", name, i.Value, w.Value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(was.Texts)) {
		if was.Texts[name] != is.Texts[name] {
			return "text " + name + " differs"
		}
	}
	switch {
	case !answers(was, is):
		return "the plan asks for another configuration or seed than that of the record"
	case was.Corpus != nil && is.Corpus != nil && *was.Corpus != *is.Corpus:
		return fmt.Sprintf("the set %s has other puzzles: %d with sha256 %s, committed %d with %s",
			is.Corpus.ID, is.Corpus.Puzzles, is.Corpus.SHA256, was.Corpus.Puzzles, was.Corpus.SHA256)
	case was.Status != is.Status:
		return fmt.Sprintf("status %s, committed %s", is.Status, was.Status)
	}
	return "the list of texts differs"
}

// sample measures some of the quick cases again.
func (c *checking) sample(ctx context.Context) error { return c.sampleFor(ctx, sampleLimit-patience) }

func (c *checking) sampleFor(ctx context.Context, limit time.Duration) error {
	chosen, err := c.choose(ctx)
	if err != nil {
		return err
	}
	if len(chosen) == 0 {
		return nil
	}
	limited, cancel := context.WithTimeoutCause(ctx, limit, errSampled)
	defer cancel()
	err = c.measure(limited, "check quick", chosen)
	c.rep.Sample = done(chosen)
	left := map[string][]string{}
	for _, t := range chosen {
		if !t.done && err == nil {
			left[t.exp.ID] = append(left[t.exp.ID], t.of.Key())
		}
	}
	for _, id := range slices.Sorted(maps.Keys(left)) {
		c.rep.NotCompared = append(c.rep.NotCompared, id+" "+strings.Join(left[id], ", "))
	}
	c.trials = append(c.trials, chosen...)
	return errors.Join(err, c.compare(chosen))
}

// choose takes quick cases that can be measured here, in an order that the commit decides, as many
// as the budget holds.
func (c *checking) choose(ctx context.Context) ([]*trial, error) {
	seed := c.host.Commit
	if !record.Known(seed) {
		seed = fmt.Sprint(c.now.code)
	}
	now := c.now.clone()
	type candidate struct {
		*trial
		stale int
		place string
	}
	var all []candidate
	for _, e := range c.lab.Experiments {
		now.code[e.ID] = c.sources.Code(e.ID)
		again, err := c.again(ctx, e, Quick, Only(c.records[e.ID], Quick).Measured())
		if err != nil {
			return nil, err
		}
		for _, t := range again.here {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s %s", seed, t.name()))
			all = append(all, candidate{t, stats.Indicator[int](now.of(t.was).Stale()), string(sum[:])})
		}
	}
	// Cases that are stale come first: a sample of cases that are known already finds less.
	slices.SortFunc(all, func(a, b candidate) int { return cmp.Or(b.stale-a.stale, strings.Compare(a.place, b.place)) })
	budget := sampleBudget * time.Duration(min(c.jobs(), runtime.GOMAXPROCS(0)))
	var chosen []*trial
	for _, t := range all {
		if d := t.was.Provenance.Duration; d <= budget {
			budget -= d
			chosen = append(chosen, t.trial)
		}
	}
	return chosen, nil
}

// verify takes over the identities of the code, and writes what follows unless something differs.
func (c *checking) verify(ctx context.Context) error {
	if !c.sources.known() {
		c.rep.Notes = append(c.rep.Notes, "The sources or the go command are not here, so whether code has changed is not reported.")
		return nil
	}
	next := c.now.clone()
	maps.DeleteFunc(next.code, func(id, _ string) bool { return !slices.Contains(c.lab.ids(), id) })
	for _, e := range c.lab.Experiments {
		if err := c.verifyOne(ctx, e, next); err != nil {
			return err
		}
	}
	if len(c.rep.Differences) > 0 {
		c.rep.Verified = nil
		return c.differing(next)
	}
	site, err := c.lab.renderBy(next, c.records)
	if err != nil {
		return err
	}
	files, err := next.files(c.lab.Experiments)
	if err != nil {
		return err
	}
	maps.Copy(site, files)
	if c.rep.Written, err = c.lab.write(site); err != nil {
		c.rep.Notes = append(c.rep.Notes, fmt.Sprintf("What was verified could not be written here: %v.", err))
	}
	for i, name := range c.rep.Written {
		if site[name] == nil {
			c.rep.Written[i] += " (removed: no record rests on it any more)"
		}
	}
	return nil
}

// differing writes down which cases came out otherwise, and nothing else, so that no later check passes by leaving them out of its sample.
func (c *checking) differing(next standing) error {
	files := site{}
	for _, e := range c.lab.Experiments {
		v := next.verified[e.ID]
		if v == nil || len(v.Differs) == 0 {
			continue
		}
		only := &Verification{Identity: v.Identity, Go: v.Go, Commit: v.Commit, Dirty: v.Dirty, Differs: v.Differs}
		if before := c.now.verified[e.ID]; before != nil {
			if maps.EqualFunc(before.Differs, v.Differs, maps.Equal[map[string]string]) {
				continue
			}
			only = new(*before)
			only.Differs = v.Differs
		}
		now := standing{verified: map[string]*Verification{e.ID: only}}
		made, err := now.files([]*Experiment{e})
		if err != nil {
			return err
		}
		files[verifiedFile(e.ID)] = made[verifiedFile(e.ID)]
	}
	var err error
	if c.rep.Written, err = c.lab.write(files); err != nil {
		c.rep.Notes = append(c.rep.Notes, fmt.Sprintf("Which cases differ could not be written here: %v.", err))
	}
	return nil
}

// verifyOne says how an experiment's records stand to its code as it is.
func (c *checking) verifyOne(ctx context.Context, e *Experiment, next standing) error {
	all := c.records[e.ID]
	identity := c.sources.Code(e.ID)
	if identity == "" {
		c.rep.differ("%s: the source tree has no such experiment", e.ID)
		return nil
	}
	measured := map[Profile]*comparison{Smoke: {}, Quick: {}}
	for _, t := range c.trials {
		if t.exp == e && t.done && t.err == nil {
			if _, err := measured[t.profile].add(Comparison{Committed: t.was, Measured: *t.is}); err != nil {
				return err
			}
		}
	}
	before := c.now.verified[e.ID]
	next.stand(e, identity, all, measured, c.host)
	for _, p := range profiles {
		set := Only(all, p)
		counts, small := next.count(set), p == Smoke || p == Quick
		stale, total := next.stale(set), len(set.Measured())
		switch {
		case counts[Differs] > 0:
			names := make([]string, 0, counts[Differs])
			for _, r := range stale {
				if next.of(r) == Differs {
					names = append(names, r.Case)
				}
			}
			c.rep.differ("%s: %d of %d %s records differ from what was measured again: %s; to measure them anew: sudokulab results --profile %s --only %s",
				e.ID, counts[Differs], total, p, few(names), p, e.ID)
		case len(stale) > 0 && small:
			again, err := c.again(ctx, e, p, stale)
			if err != nil {
				return err
			}
			if again.elsewhere > 0 {
				c.rep.Stale = append(c.rep.Stale, fmt.Sprintf("%s: %d of %d %s records are neither current nor verified, and need what is not on this machine", e.ID, again.elsewhere, total, p))
			}
			here := len(stale) - again.elsewhere
			if here == 0 {
				break
			}
			c.rep.differ("%s: %d of %d %s records are neither current nor verified; to measure them again: sudokulab results --profile %s --only %s",
				e.ID, here, total, p, p, e.ID)
		case len(stale) > 0:
			c.rep.Stale = append(c.rep.Stale, fmt.Sprintf("%s: %d of %d %s records are neither current nor verified; verdicts that rest on them are marked", e.ID, len(stale), total, p))
		}
	}
	if v := next.verified[e.ID]; v != nil && v != before && len(v.Same) > 0 {
		c.rep.Verified = append(c.rep.Verified, fmt.Sprintf("%s: verified for code %s: %s gave the same exact figures", e.ID, identity, v.tried(all)))
	}
	return nil
}

// remeasure says which records of an experiment and profile can be measured again on this machine.
type remeasure struct {
	here      []*trial
	elsewhere int // need a set, a program or a device that is not here
	replanned int // the plan has the case no more, or asks for it with another configuration, seed or version of what is timed
}

// again looks which of some records of an experiment and profile can be measured again here.
func (c *checking) again(ctx context.Context, e *Experiment, p Profile, set record.Set) (out remeasure, err error) {
	if len(set) == 0 {
		return out, nil
	}
	r, err := c.runner(e, p)
	if err != nil {
		return out, err
	}
	for _, was := range set {
		i := slices.IndexFunc(r.plan.Cases, func(of Case) bool { return of.Key() == was.Case })
		if i < 0 || !answers(was, record.Record{Config: r.config, Seed: r.plan.Seed}) || timesDiffer(was, e.Times) {
			out.replanned++
			continue
		}
		is, _, err := r.prepare(ctx, r.plan.Cases[i])
		if err != nil {
			return out, fmt.Errorf("lab: %s: %s: %w", e.ID, was.Case, err)
		}
		if is.Status == record.Missing {
			out.elsewhere++
			continue
		}
		out.here = append(out.here, &trial{exp: e, profile: p, of: r.plan.Cases[i], was: was, is: is})
	}
	return out, nil
}

// built returns an error if this program may be another one than the sources in the tree make: one
// of them was written after it. What go run and go test have just built is not asked.
func (l *Lab) built() error {
	if l.sources != nil || record.JustBuilt() {
		return nil
	}
	path, err := os.Executable()
	if err != nil {
		return fmt.Errorf("this program does not know its file: %w", err)
	}
	return newerThan(path, l.Root)
}

// newerThan returns an error if a source in the folder was written after the program's file.
func newerThan(path, root string) error {
	program, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("this program's file is gone: %w", err)
	}
	return filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name != root && (d.Name()[0] == '.' || d.Name() == "results") {
				return fs.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".go" && d.Name() != "go.mod" {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if info.ModTime().After(program.ModTime()) {
			return fmt.Errorf("%s was written after this program was built, so that it may run other code; build it again", name)
		}
		return nil
	})
}
