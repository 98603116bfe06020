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

// A record names the identity of the code that measured it. When the code changes, the identity says where to look and no more: the record
// holds for the new code where its very case, measured again, gives the same exact figures. How a record stands follows from
// three files alone, all committed: the records, results/code.json with the identity of each experiment's code, and
// results/<id>/verified.json with the cases that were measured again, for which identity, and how they came out.
//
// Nothing is inferred for a case from others. Where other cases of its experiment and profile came out the same, the state says of how many,
// which is less than verified. A figure that the plan states itself, such as a number of puzzles, is no evidence: a record with no other exact
// figure is current or unverified. A case that came out otherwise differs until it is measured anew, whatever the code becomes. Times are not
// verified: the foot of a table says that they are the earlier code's, and where an experiment has raised its version of what is timed
// ([Experiment.Times]), records with times of an earlier version are unverified.

// State says how a record stands to the code that is here.
type State string

// The states of a measured record, best first.
const (
	Current    State = "current"    // measured by this code
	Verified   State = "verified"   // by an earlier one, and the case measured again by this one gave the same exact figures
	Sampled    State = "sampled"    // by an earlier one, and other cases of the experiment and profile measured again gave the same
	Unverified State = "unverified" // by an earlier one, or on other puzzles than those that are here, and nothing is known
	Differs    State = "differs"    // measured again, the case gave other exact figures
)

// worstFirst are the states, the worst one first.
var worstFirst = []State{Differs, Unverified, Sampled, Verified, Current}

// Stale reports whether nothing is known of the very case for the code that is here, or that it differs.
func (s State) Stale() bool { return s == Sampled || s == Unverified || s == Differs }

// codeFile holds the identities that states are computed with, by experiment.
const codeFile = "results/code.json"

// Verification is what results/<id>/verified.json says: which cases were measured again, by which code, and how they came out. A case is
// named with the mark of its record (see [markOf]), so that it says nothing of another record that has taken its place.
type Verification struct {
	Identity string `json:"identity"` // of the code that measured again
	Go       string `json:"go"`       // toolchain, commit and state of the tree that did it last
	Commit   string `json:"commit"`
	Dirty    bool   `json:"dirty,omitempty"`
	// Same are the cases of records of earlier code that gave the same exact figures, by profile.
	Same map[Profile]map[string]string `json:"same,omitempty"`
	// Of is how many records each profile had then.
	Of map[Profile]int `json:"of,omitempty"`
	// Differs are the cases that gave other exact figures, by whichever code.
	Differs map[Profile]map[string]string `json:"differs,omitempty"`
}

// markOf is what a verification knows a record by: a hash of all of it that must come out the same, and of the code that measured it.
func markOf(r record.Record) string {
	data, err := r.Deterministic()
	if err != nil {
		return ""
	}
	return record.Hash(append(data, r.Provenance.Code...))[:8]
}

// evidence reports whether a record has an exact figure or a text that the plan does not state itself.
func evidence(r record.Record) bool {
	stated := map[string]bool{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, x := range v {
				walk(x)
			}
		case []any:
			for _, x := range v {
				walk(x)
			}
		case float64, string, bool:
			stated[fmt.Sprint(v)] = true
		}
	}
	var config any
	if json.Unmarshal(r.Config, &config) == nil {
		walk(config)
	}
	for _, d := range r.Dims() {
		stated[d.Value] = true
	}
	if r.Corpus != nil {
		stated[fmt.Sprint(float64(r.Corpus.Puzzles))] = true
	}
	for _, m := range r.Exact {
		if !stated[fmt.Sprint(m.Value)] {
			return true
		}
	}
	for name, text := range r.Texts {
		if !stated[text] && !strings.HasPrefix(name, setText) {
			return true
		}
	}
	return false
}

// standing is what states are computed from, beside the records.
type standing struct {
	code     map[string]string        // experiment → identity
	verified map[string]*Verification // by experiment, those that there are
	times    map[string]int           // by experiment, the version of what is timed
	sets     func(id string) string   // the hash of a puzzle set as it is here, "" where that is not known
	history  history
}

func verifiedFile(id string) string { return path.Join("results", id, "verified.json") }

// standing reads the committed files.
func (l *Lab) standing() (standing, error) {
	s := standing{code: map[string]string{}, verified: map[string]*Verification{}, times: map[string]int{}, sets: hashes(l.Corpora)}
	if err := readJSON(l.Root, historyFile, &s.history.commits); err != nil {
		return s, err
	}
	if err := readJSON(l.Root, codeFile, &s.code); err != nil {
		return s, err
	}
	for _, e := range l.Experiments {
		s.times[e.ID] = e.Times
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
func (s standing) stand(e *Experiment, identity string, all record.Set, measured map[Profile]*comparison, host record.Provenance) {
	s.code[e.ID] = identity
	v := verify(identity, s.verified[e.ID], all, measured, host)
	delete(s.verified, e.ID)
	if v != nil {
		s.verified[e.ID] = v
	}
}

// of returns the state of a measured record, "" where the identity of the code is not known.
func (s standing) of(r record.Record) State {
	code := s.code[r.Experiment]
	v := s.verified[r.Experiment]
	if v == nil {
		v = &Verification{}
	}
	p, is := Profile(r.Profile), ""
	if v.Same[p][r.Case]+v.Differs[p][r.Case] != "" {
		is = markOf(r)
	}
	switch {
	case code == "":
		return ""
	case is != "" && v.Differs[p][r.Case] == is:
		return Differs
	case s.otherPuzzles(r) || timesDiffer(r, s.times[r.Experiment]):
		return Unverified
	case r.Provenance.Code == code:
		return Current
	case v.Identity == code && is != "" && v.Same[p][r.Case] == is:
		return Verified
	case v.Identity == code && len(v.Same[p]) > 0:
		return Sampled
	}
	return Unverified
}

// timesDiffer reports whether a record has times of another version than the experiment's.
func timesDiffer(r record.Record, version int) bool { return len(r.Noisy) > 0 && r.Times != version }

// count returns how many of the measured records have each state.
func (s standing) count(set record.Set) map[State]int {
	counts := map[State]int{}
	for _, r := range set.Measured() {
		counts[s.of(r)]++
	}
	return counts
}

// worstOf returns the worst state of which there are any, "" where there is none.
func worstOf(counts map[State]int) State {
	for _, state := range worstFirst {
		if counts[state] > 0 {
			return state
		}
	}
	return ""
}

// worst returns the worst state of the measured records.
func (s standing) worst(set record.Set) State { return worstOf(s.count(set)) }

// footSays follows the state in what [standing.foot] says.
const footSays = ": the code that measured this "

// foot says in one line how the records stand; "" where that is not known. timed tells whether what
// stands above it shows times.
func (s standing) foot(set record.Set, timed bool) string {
	set = set.Measured()
	counts := s.count(set)
	worst := worstOf(counts)
	if worst == "" {
		return ""
	}
	text := strings.ToUpper(string(worst[:1])) + string(worst[1:]) + footSays
	if worst == Current {
		return text + "has not changed."
	}
	if sets := s.othersOf(set); len(sets) > 0 {
		text += fmt.Sprintf("or its puzzles, of the sets %s, have changed since", strings.Join(sets, ", "))
	} else {
		text += "has changed since"
	}
	switch worst {
	case Verified:
		text += fmt.Sprintf(", and %d of %d cases, measured again, gave the same exact figures", counts[Verified], len(set))
		if counts[Verified] < len(set) {
			text += "; the others are of this code"
		}
	case Differs:
		text += fmt.Sprintf(", and %d of %d cases, measured again, gave other exact figures", counts[Differs], len(set))
	default:
		text += fmt.Sprintf(", and %d of %d records were not measured again", counts[Sampled]+counts[Unverified], len(set))
		if v := s.verified[set[0].Experiment]; v != nil && v.Identity == s.code[set[0].Experiment] {
			if tried := v.tried(set); tried != "" {
				text += "; " + tried + " gave the same exact figures"
			}
		}
	}
	if worst.Stale() {
		text += "; to measure again: " + commandsFor(s.stale(set))
	}
	text += "."
	if timed && (worst == Verified || worst == Sampled) {
		text += " The times are those of the earlier code."
	}
	return text
}

// stale returns the measured records of which nothing is known for the code that is here.
func (s standing) stale(set record.Set) (out record.Set) {
	for _, r := range set.Measured() {
		if s.of(r).Stale() {
			out = append(out, r)
		}
	}
	return out
}

// tried says of how many cases of the profiles of some records the very case was measured again; "" for none.
func (v *Verification) tried(set record.Set) string {
	var parts []string
	for _, name := range profilesOf(set) {
		if p := Profile(name); len(v.Same[p]) > 0 {
			parts = append(parts, fmt.Sprintf("%d of %d %s cases", len(v.Same[p]), v.Of[p], p))
		}
	}
	return strings.Join(parts, " and ")
}

// IsState reports whether a note at the foot of a table says how its records stand. Such a note
// changes with the code, and not with the table.
func IsState(note string) bool {
	before, _, ok := strings.Cut(note, footSays)
	return ok && slices.Contains(worstFirst, State(strings.ToLower(before)))
}

// marked returns the tables of an experiment's records with their states at the foot.
func (s standing) marked(e *Experiment, set record.Set) []Table {
	tables := e.tables(set)
	worst := s.worst(set)
	timed := make([]bool, len(tables))
	if worst == Verified || worst == Sampled {
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
func (s standing) mark(l *Ledger, sets map[string]record.Set, experiments []*Experiment) {
	for i := range l.Entries {
		entry := &l.Entries[i]
		if entry.Records == "" {
			continue
		}
		set := sets[entry.Claim.Experiment]
		by := decided(entry.Finding, set)
		entry.State = s.worst(by)
		entry.Marks = s.history.marks(by)
		if entry.State == "" || entry.State == Current {
			continue
		}
		for _, e := range experiments {
			if at := slices.IndexFunc(e.Judges, func(j Judge) bool { return j.Claim == entry.Claim.ID }); at >= 0 {
				entry.Times = answersToTimes(set, 1, func(set record.Set) ([]string, error) {
					f := e.Judges[at].On(set, entry.Claim.Rule)
					return []string{fmt.Sprint(f.Verdict, f.Figure, f.Because)}, nil
				})[0]
			}
		}
	}
}

// Basis says which records decided: their profile, their state where nothing or other is known of them, and whether the verdict answers to times
// of earlier code.
func (e Entry) Basis() string {
	text := e.Profile
	if e.State.Stale() {
		text += ", " + string(e.State)
	}
	if e.Times {
		text += ", times of earlier code"
	}
	return text
}

// timed tells which of the n tables answer to the times in the records. Where that cannot be told,
// all are taken to.
func (e *Experiment) timed(set record.Set, n int) []bool {
	return answersToTimes(set, n, func(s record.Set) ([]string, error) {
		var texts []string
		for _, t := range e.Tables(s) {
			texts = append(texts, fmt.Sprint(t.Rows, t.Notes))
		}
		return texts, nil
	})
}

// answersToTimes tells which of n texts that are made of records change with the times in them.
func answersToTimes(set record.Set, n int, compute func(record.Set) ([]string, error)) []bool {
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

// comparison is what was measured again of one experiment and profile: committed records, by whether their exact figures came out the same.
type comparison struct{ same, other record.Set }

// add takes a case that was measured again, and reports whether everything deterministic came out the same. One that a limit ended, as it may be one of
// time, says nothing where it came out otherwise: it is neither verified nor remembered.
func (c *comparison) add(p Comparison) (same bool, err error) {
	same, err = p.Same()
	switch {
	case err != nil:
		return false, err
	case same:
		c.same = append(c.same, p.Committed)
	case p.Committed.Status != record.Capped && p.Measured.Status != record.Capped:
		c.other = append(c.other, p.Committed)
	}
	return same, nil
}

// verify returns what is verified of an experiment's records for the identity, after cases were
// measured again; nil where there is nothing to say. all are its records as they will stand.
func verify(identity string, before *Verification, all record.Set, measured map[Profile]*comparison, host record.Provenance) *Verification {
	v := &Verification{
		Identity: identity, Go: host.Go, Commit: host.Commit, Dirty: host.Dirty,
		Same: map[Profile]map[string]string{}, Of: map[Profile]int{}, Differs: map[Profile]map[string]string{},
	}
	note := func(in map[Profile]map[string]string, p Profile, name, mark string) {
		if in[p] == nil {
			in[p] = map[string]string{}
		}
		in[p][name] = mark
	}
	stands := map[Profile]map[string]string{} // the marks of the records, those that could be measured again and say something
	for _, r := range all.Measured() {
		note(stands, Profile(r.Profile), r.Case, markOf(r))
	}
	keep := func(in, from map[Profile]map[string]string) {
		for p, cases := range from {
			for name, mark := range cases {
				if stands[p][name] == mark {
					note(in, p, name, mark)
				}
			}
		}
	}
	if before != nil {
		keep(v.Differs, before.Differs)
		if before.Identity == identity {
			keep(v.Same, before.Same)
			if before.Commit != "" && !record.Known(host.Commit) { // it holds the same code, and a commit that is known stays
				v.Commit, v.Dirty = before.Commit, before.Dirty
			}
		}
	}
	for p, m := range measured {
		for _, r := range m.same {
			if mark := markOf(r); stands[p][r.Case] == mark && r.Provenance.Code != identity && evidence(r) {
				note(v.Same, p, r.Case, mark)
			}
		}
		for _, r := range m.other {
			if mark := markOf(r); stands[p][r.Case] == mark {
				note(v.Differs, p, r.Case, mark)
			}
		}
	}
	for p := range v.Same {
		v.Of[p] = len(Only(all, p).Measured())
	}
	switch {
	case len(v.Same)+len(v.Differs) == 0:
		return nil
	case before != nil && v.says(before):
		return before
	}
	return v
}

// says reports whether two verifications come to the same.
func (v *Verification) says(o *Verification) bool {
	alike := func(a, b map[Profile]map[string]string) bool {
		return maps.EqualFunc(a, b, maps.Equal[map[string]string])
	}
	return v.Identity == o.Identity && alike(v.Same, o.Same) && alike(v.Differs, o.Differs) && maps.Equal(v.Of, o.Of)
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
	States     map[State]int
	Identity   string // of the code in the tree
}

// State returns the worst state, "" where there is none.
func (s Status) State() State { return worstOf(s.States) }

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
			s := Status{
				Experiment: e.ID, Profile: p, Cases: len(set), Missing: len(set) - len(set.Measured()), States: standing.count(set), Identity: standing.code[e.ID],
			}
			out = append(out, s)
		}
		if len(out) == before {
			out = append(out, Status{Experiment: e.ID, Identity: standing.code[e.ID]})
		}
	}
	return out, nil
}
