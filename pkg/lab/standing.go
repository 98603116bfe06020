package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/record"
)

// A record names the identity of the code that measured it. When the code changes, the record need
// not be measured again to be trusted: it is verified for the new code where cases measured again
// give the same exact figures. How a record stands follows from three files alone, all committed:
// the records, results/code.json with the identity of each experiment's code, and
// results/<id>/verified.json with what was verified for which identity.
//
// What counts as verified:
//
//   - smoke records: those of an earlier code of which some were measured again with the same exact
//     figures, and none with others;
//   - quick records, by the smoke cases: where these came out the same and their records are of the
//     same code as the quick ones, or of one that was verified to be equal to it before. Where they
//     are of another, cases of the quick profile itself must come out the same;
//   - records of any profile, by a run of that profile that gives the same exact figures and leaves
//     them in place (see settle.go).
//
// Records of the profiles full and gpu are never verified by smaller ones. Records that the plan
// would now measure with another configuration or seed are not verified at all. Times are not
// verified: the foot of a table says that they are the earlier code's.

// State says how a record stands to the code that is here.
type State string

// The states of a measured record, best first.
const (
	Current  State = "current"  // measured by this code
	Verified State = "verified" // by an earlier one that gives the same exact figures
	Stale    State = "stale"    // by an earlier one, and not verified, or on other puzzles than those that are here
)

// codeFile holds the identities that states are computed with, by experiment.
const codeFile = "results/code.json"

// Verification is what results/<id>/verified.json says: for which code records of earlier code were
// verified, and by what.
type Verification struct {
	Identity string             `json:"identity"`
	By       map[Profile]string `json:"by,omitempty"` // how many cases came out the same
	Go       string             `json:"go"`           // toolchain, commit and state of the tree that did it
	Commit   string             `json:"commit"`
	Dirty    bool               `json:"dirty,omitempty"`
	// From are the identities in the records that are verified, by their profile.
	From map[Profile][]string `json:"from,omitempty"`
	// Changed are the identities in the records of which it is known that they gave other figures:
	// nothing is inferred for them.
	Changed []string `json:"changed,omitempty"`
}

// standing is what states are computed from, beside the records.
type standing struct {
	code     map[string]string        // experiment → identity
	verified map[string]*Verification // by experiment, those that there are
	sets     func(id string) string   // the hash of a puzzle set as it is here, "" where that is not known
	history  history
}

func verifiedFile(id string) string { return path.Join("results", id, "verified.json") }

// standing reads the committed files.
func (l *Lab) standing() (standing, error) {
	s := standing{code: map[string]string{}, verified: map[string]*Verification{}, sets: hashes(l.Corpora)}
	if err := readJSON(l.Root, historyFile, &s.history.commits); err != nil {
		return s, err
	}
	if err := readJSON(l.Root, codeFile, &s.code); err != nil {
		return s, err
	}
	for _, e := range l.Experiments {
		var v Verification
		if err := readJSON(l.Root, verifiedFile(e.ID), &v); err != nil {
			return s, err
		}
		if v.Identity != "" {
			s.verified[e.ID] = &v
		}
	}
	return s, nil
}

// readJSON reads a file of the lab's own; one that is not there leaves the value as it is.
func readJSON(root, name string, into any) error {
	data, err := atomicfile.ReadFile(filepath.Join(root, filepath.FromSlash(name)), 1<<24)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("lab: %s: %w", name, err)
	}
	return nil
}

// files returns the content of the files that hold the standing; nil for one that is not to be.
func (s standing) files(experiments []*Experiment) (site, error) {
	out := site{}
	put := func(name string, v any) error {
		data, err := json.MarshalIndent(v, "", "\t")
		if err != nil {
			return fmt.Errorf("lab: %w", err)
		}
		out[name] = append(data, '\n')
		return nil
	}
	if err := put(codeFile, s.code); err != nil {
		return nil, err
	}
	for _, e := range experiments {
		name := verifiedFile(e.ID)
		out[name] = nil
		if v := s.verified[e.ID]; v != nil {
			if err := put(name, v); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// clone returns a copy that can be changed by experiment.
func (s standing) clone() standing {
	s.code, s.verified = maps.Clone(s.code), maps.Clone(s.verified)
	return s
}

// stand takes over the identity of an experiment's code and what is verified for it.
func (s standing) stand(e *Experiment, identity string, all record.Set, measured map[Profile]*comparison, host record.Provenance) error {
	v, err := verify(e, identity, s.verified[e.ID], all, measured, host)
	if err != nil {
		return fmt.Errorf("lab: %s: %w", e.ID, err)
	}
	s.code[e.ID] = identity
	delete(s.verified, e.ID)
	if v != nil {
		s.verified[e.ID] = v
	}
	return nil
}

// of returns the state of a measured record, "" where the identity of the code is not known.
func (s standing) of(r record.Record) State {
	code := s.code[r.Experiment]
	v := s.verified[r.Experiment]
	switch {
	case code == "":
		return ""
	case s.otherPuzzles(r):
		return Stale
	case r.Provenance.Code == code:
		return Current
	case v != nil && v.Identity == code && slices.Contains(v.From[Profile(r.Profile)], r.Provenance.Code):
		return Verified
	}
	return Stale
}

// worst returns the worst state of the measured records, and how many of them have it.
func (s standing) worst(set record.Set) (worst State, n int) {
	counts := map[State]int{}
	for _, r := range set.Measured() {
		counts[s.of(r)]++
	}
	for _, worst := range []State{Stale, Verified, Current} {
		if counts[worst] > 0 {
			return worst, counts[worst]
		}
	}
	return "", 0
}

// foot says in one line how the records stand; "" where that is not known. timed tells whether what
// stands above it shows times.
func (s standing) foot(set record.Set, timed bool) string {
	worst, n := s.worst(set)
	switch worst {
	case Current:
		return "Current: the code that measured this has not changed."
	case Verified:
		text := "Verified: the code that measured this has changed since; with the new code, " + s.verified[set[0].Experiment].evidence() + " gave the same exact figures."
		if timed {
			text += " The times are those of the earlier code."
		}
		return text
	case Stale:
		var stale record.Set
		for _, r := range set.Measured() {
			if s.of(r) == Stale {
				stale = append(stale, r)
			}
		}
		changed := fmt.Sprintf("Stale: the code that measured this has changed since, and %d of %d records are not verified for the new code", n, len(set.Measured()))
		if sets := s.othersOf(stale); len(sets) > 0 {
			changed = fmt.Sprintf("Stale: the code that measured this or its puzzles, of the sets %s, have changed since, and %d of %d records are not verified for the new ones",
				strings.Join(sets, ", "), n, len(set.Measured()))
		}
		return fmt.Sprintf("%s; to measure again: %s.", changed, commandsFor(stale))
	}
	return ""
}

// IsState reports whether a note at the foot of a table says how its records stand. Such a note
// changes with the code, and not with the table.
func IsState(note string) bool {
	return slices.ContainsFunc([]string{"Current: ", "Verified: ", "Stale: "}, func(s string) bool { return strings.HasPrefix(note, s+"the code that measured this ") })
}

// evidence says which cases were measured again.
func (v *Verification) evidence() string {
	var parts []string
	for _, p := range profiles {
		if v.By[p] != "" {
			parts = append(parts, v.By[p])
		}
	}
	return strings.Join(parts, " and ")
}

// marked returns the tables of an experiment's records with their states at the foot.
func (s standing) marked(e *Experiment, set record.Set) []Table {
	tables := e.tables(set)
	worst, _ := s.worst(set)
	timed := make([]bool, len(tables))
	if worst == Verified {
		timed = e.timed(set, len(tables))
	}
	for i := range tables {
		if foot := s.foot(set, timed[i]); foot != "" {
			tables[i].Notes = append(tables[i].Notes, foot)
		}
		if marks := s.history.marks(set); marks != "" {
			tables[i].Notes = append(tables[i].Notes, marks)
		}
	}
	return tables
}

// mark fills in the states of the records that decided the claims.
func (s standing) mark(l *Ledger, sets map[string]record.Set) {
	for i := range l.Entries {
		entry := &l.Entries[i]
		if entry.Records == "" {
			continue
		}
		by := decided(entry.Finding, sets[entry.Claim.Experiment])
		entry.State, _ = s.worst(by)
		entry.Marks = s.history.marks(by)
	}
}

// Basis says which records decided: their profile, and that they are stale where they are.
func (e Entry) Basis() string {
	if e.State == Stale {
		return e.Profile + ", stale"
	}
	return e.Profile
}

// timed tells which of the n tables answer to the times in the records. Where that cannot be told,
// all are taken to.
func (e *Experiment) timed(set record.Set, n int) []bool {
	out := make([]bool, n)
	var positions []int
	for i, r := range set {
		if len(r.Noisy) > 0 {
			positions = append(positions, i)
		}
	}
	if len(positions) == 0 {
		return out
	}
	compute := func(s record.Set) ([]string, error) {
		var texts []string
		for _, t := range e.Tables(s) {
			texts = append(texts, fmt.Sprint(t.Rows, t.Notes))
		}
		return texts, nil
	}
	plain, err := guarded(set, compute)
	if err == nil && len(plain) == n {
		all := func(probe int) record.Set { return disturbed(set, positions, probe, nil) }
		if moved, ok := touched(plain, all, compute); ok {
			return moved
		}
	}
	for i := range out {
		out[i] = true
	}
	return out
}

// comparison is what was measured again of one experiment and profile.
type comparison struct {
	same, other record.Set // committed records, by whether their exact figures came out the same
	planned     int        // cases of the profile
	whole       bool       // all that this machine can measure was measured
}

// add takes a case that was measured again, and reports whether everything deterministic came out the same.
func (c *comparison) add(p Comparison) (same bool, err error) {
	same, err = p.Same()
	switch {
	case err != nil:
		return false, err
	case same:
		c.same = append(c.same, p.Committed)
	default:
		c.other = append(c.other, p.Committed)
	}
	return same, nil
}

func codes(set record.Set) map[string]bool {
	out := map[string]bool{}
	for _, r := range set {
		out[r.Provenance.Code] = true
	}
	return out
}

// verify returns what is verified of an experiment's records for the identity, after cases were
// measured again; nil where there is nothing to verify. all are its records as they will stand.
func verify(e *Experiment, identity string, before *Verification, all record.Set, measured map[Profile]*comparison, host record.Provenance) (*Verification, error) {
	var earlier record.Set
	for _, r := range all.Measured() {
		if r.Provenance.Code != identity {
			earlier = append(earlier, r)
		}
	}
	if len(earlier) == 0 {
		return nil, nil
	}
	v := &Verification{
		Identity: identity, By: map[Profile]string{}, From: map[Profile][]string{},
		Go: host.Go, Commit: host.Commit, Dirty: host.Dirty,
	}
	changed := map[string]bool{}
	if before != nil {
		for _, code := range before.Changed {
			changed[code] = true
		}
		if before.Identity == identity {
			v.By = maps.Clone(before.By)
			if v.By == nil {
				v.By = map[Profile]string{}
			}
			for p, from := range before.From {
				v.From[p] = slices.Clone(from)
			}
			if before.Commit != "" && !record.Known(host.Commit) { // it holds the same code, and a commit that is known stays
				v.Commit, v.Dirty = before.Commit, before.Dirty
			}
		}
	}
	for _, m := range measured {
		for code := range codes(m.other) {
			for like := range before.like(code) {
				changed[like] = like != identity
			}
		}
	}
	present := codes(earlier)
	maps.DeleteFunc(changed, func(code string, yes bool) bool { return !yes || !present[code] })

	for p, m := range measured {
		if len(m.same) == 0 {
			continue
		}
		added := v.direct(p, m, earlier)
		if p == Smoke && len(m.other) == 0 {
			more, err := v.infer(e, before, m, measured[Quick], changed, earlier)
			if err != nil {
				return nil, err
			}
			added = added || more
		}
		if added {
			v.note(p, m)
		}
	}
	v.Changed = slices.Sorted(maps.Keys(changed))
	for p := range v.From {
		left := codes(Only(earlier, p))
		v.From[p] = slices.DeleteFunc(v.From[p], func(code string) bool { return !left[code] })
		slices.Sort(v.From[p])
		v.From[p] = slices.Compact(v.From[p])
		if len(v.From[p]) == 0 {
			delete(v.From, p)
		}
	}
	if before != nil && (len(v.From)+len(v.Changed) == 0 || v.says(before)) {
		return before, nil
	}
	if len(v.From)+len(v.Changed) == 0 {
		return nil, nil
	}
	return v, nil
}

// note keeps how many cases of the profile came out the same.
func (v *Verification) note(p Profile, m *comparison) {
	v.By[p] = fmt.Sprintf("%d of %d %s cases", len(m.same), m.planned, p)
	if m.whole && len(m.same) < m.planned {
		v.By[p] += " (the others need what was not on that machine)"
	}
}

// says reports whether two verifications come to the same.
func (v *Verification) says(o *Verification) bool {
	return v.Identity == o.Identity && maps.EqualFunc(v.From, o.From, slices.Equal) && slices.Equal(v.Changed, o.Changed)
}

// like returns the identities that are known to give the same figures as one: itself, and those
// that were verified together with it.
func (v *Verification) like(code string) map[string]bool {
	group := map[string]bool{}
	if v != nil {
		group[v.Identity] = true
		for _, from := range v.From {
			for _, c := range from {
				group[c] = true
			}
		}
	}
	if !group[code] {
		return map[string]bool{code: true}
	}
	return group
}

// direct verifies the records of a profile by cases of the same profile: those of an earlier code
// of which none is left that could have been measured again and was not, or, where this machine
// lacks something, of which none came out otherwise.
func (v *Verification) direct(p Profile, m *comparison, earlier record.Set) (added bool) {
	if !m.whole {
		return false
	}
	other := codes(m.other)
	for code := range codes(Only(earlier, p)) {
		left, same := 0, 0
		for _, r := range Only(earlier, p) {
			if r.Provenance.Code != code {
				continue
			}
			if again, ok := m.same.Case(r.Case); ok && again.Provenance.Code == code {
				same++
			} else {
				left++
			}
		}
		if same > 0 && (left == 0 || !other[code]) {
			v.From[p] = append(v.From[p], code)
			added = true
		}
	}
	return added
}

// infer verifies quick records by smoke cases that all came out the same, and, where these are of
// another code, by the quick cases that did.
func (v *Verification) infer(e *Experiment, before *Verification, smoke, quick *comparison, changed map[string]bool, earlier record.Set) (added bool, err error) {
	measured := codes(smoke.same)
	for code := range codes(Only(earlier, Quick)) {
		like := before.like(code)
		known := true // nothing but codes like this one was measured again
		for c := range measured {
			known = known && like[c]
		}
		for c := range like {
			if changed[c] {
				like = nil
			}
		}
		if like == nil {
			continue
		}
		asked, err := e.asks(Quick, earlier, code)
		if err != nil {
			return false, err
		}
		switch {
		case !asked:
		case known:
			v.From[Quick] = append(v.From[Quick], code)
			added = true
		case quick != nil && codes(quick.same)[code] && !codes(quick.other)[code]:
			v.From[Quick] = append(v.From[Quick], code)
			v.note(Quick, quick)
			added = true
		}
	}
	return added, nil
}

// asks reports whether the plan still asks for all records of a profile and code, with the
// configuration and seed that they were measured with.
func (e *Experiment) asks(p Profile, set record.Set, code string) (bool, error) {
	plan := e.planOf(p)
	config, err := plan.encode(p)
	if err != nil {
		return false, err
	}
	for _, r := range Only(set, p) {
		if r.Provenance.Code != code {
			continue
		}
		i := slices.IndexFunc(plan.Cases, func(c Case) bool { return c.Key() == r.Case })
		if i < 0 || !bytes.Equal(r.Config, config) || r.Seed != plan.Seed || (r.Corpus == nil) != (plan.Cases[i].Corpus == "") ||
			r.Corpus != nil && r.Corpus.ID != plan.Cases[i].Corpus {
			return false, nil
		}
	}
	return true, nil
}

// write replaces files of the tree, all or, as far as preparing them shows, none: nothing is
// renamed before every one is complete. Files that already are so are not touched; nil removes one.
// It returns the names of those that changed.
func (l *Lab) write(files site) (changed []string, err error) {
	var staged []*atomicfile.File
	defer func() {
		for _, f := range staged {
			err = errors.Join(err, f.Discard()) // nothing where it was committed
		}
	}()
	var gone []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		full, err := atomicfile.Inside(l.Root, name)
		if err != nil {
			return nil, fmt.Errorf("lab: %w", err)
		}
		old, rerr := atomicfile.ReadFile(full, atomicfile.Most)
		switch {
		case files[name] == nil && rerr != nil, files[name] != nil && rerr == nil && bytes.Equal(old, files[name]):
			continue
		case files[name] == nil:
			gone = append(gone, full)
		default:
			if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
				return nil, fmt.Errorf("lab: %w", err)
			}
			f, err := atomicfile.Create(full)
			if err != nil {
				return nil, fmt.Errorf("lab: %w", err)
			}
			staged = append(staged, f)
			if _, err := f.Write(files[name]); err != nil {
				return nil, fmt.Errorf("lab: %w", err)
			}
		}
		changed = append(changed, name)
	}
	for _, f := range staged {
		if err := f.Commit(); err != nil {
			return nil, fmt.Errorf("lab: %w", err)
		}
	}
	for _, name := range gone {
		if err := os.Remove(name); err != nil {
			return nil, fmt.Errorf("lab: %w", err)
		}
	}
	return changed, nil
}

// Status is how the records of an experiment and profile stand to the code in the tree.
type Status struct {
	Experiment string
	Profile    Profile // "" where there are no records
	Cases      int     // records
	Missing    int     // of those, without figures
	Current    int
	Verified   int
	Stale      int
	Identity   string // of the code in the tree
}

// State returns the worst state, "" where there is none.
func (s Status) State() State {
	switch {
	case s.Stale > 0:
		return Stale
	case s.Verified > 0:
		return Verified
	case s.Current > 0:
		return Current
	}
	return ""
}

// Status returns how the records of the experiments stand to the code in the tree, by profile. It
// measures and writes nothing. Away from the sources the committed identities count.
func (l *Lab) Status(ctx context.Context, only []string) ([]Status, error) {
	chosen, err := l.Select(only)
	if err != nil {
		return nil, err
	}
	standing, err := l.standing()
	if err != nil {
		return nil, err
	}
	sources, err := l.readSources(ctx)
	if err != nil {
		return nil, err
	}
	var out []Status
	for _, e := range chosen {
		if sources.known() {
			standing.code[e.ID] = sources.Code(e.ID)
		}
		all, err := record.ReadFile(l.recordsPath(e))
		if err != nil {
			return nil, err
		}
		before := len(out)
		for _, p := range profiles {
			set := Only(all, p)
			if len(set) == 0 {
				continue
			}
			s := Status{Experiment: e.ID, Profile: p, Cases: len(set), Missing: len(set) - len(set.Measured()), Identity: standing.code[e.ID]}
			for _, r := range set.Measured() {
				switch standing.of(r) {
				case Current:
					s.Current++
				case Verified:
					s.Verified++
				case Stale:
					s.Stale++
				}
			}
			out = append(out, s)
		}
		if len(out) == before {
			out = append(out, Status{Experiment: e.ID, Identity: standing.code[e.ID]})
		}
	}
	return out, nil
}
