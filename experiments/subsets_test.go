package experiments

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// public is what not every machine has: sets that are not embedded.
var public = func() map[string]bool {
	ids := map[string]bool{}
	for _, s := range corpus.All() {
		ids[s.ID] = !s.Embedded
	}
	return ids
}()

func fromSet(r record.Record) bool  { return r.Corpus != nil && public[r.Corpus.ID] }
func fromPeer(r record.Record) bool { return strings.HasPrefix(r.Note, "peer ") }

// rules returns the rule of each claim.
func rules(t *testing.T) map[string]lab.Rule {
	t.Helper()
	claims, err := readClaims()
	if err != nil {
		t.Fatal(err)
	}
	return claims.Rules()
}

var readClaims = sync.OnceValues(func() (*lab.Claims, error) { return lab.ReadClaims("..") })

// notNumbers are what a division by a figure that is not there leaves in a text.
var notNumbers = regexp.MustCompile(`\bNaN\b|\bInf\b|∞|%!`)

// tell makes everything that follows from the records and looks for traces of what is not there.
func tell(t *testing.T, e *lab.Experiment, set record.Set) lab.Story {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("panic: %v", p)
		}
	}()
	story, err := e.Tell(set, rules(t))
	if err != nil {
		t.Error(err)
	}
	for _, table := range story.Tables {
		if err := table.WriteCSV(&bytes.Buffer{}); err != nil {
			t.Errorf("table %s: %v", table.Name, err)
		}
		md, err := table.Markdown()
		if err != nil {
			t.Errorf("table %s: %v", table.Name, err)
		}
		if at := notNumbers.FindIndex(md); at != nil {
			t.Errorf("table %s holds %s", table.Name, md[max(0, at[0]-80):min(len(md), at[1]+40)])
		}
	}
	for _, f := range story.Figures {
		if at := notNumbers.FindIndex(f.SVG); at != nil {
			t.Errorf("figure %s holds %s", f.Name, f.SVG[at[0]:at[1]])
		}
	}
	for claim, f := range story.Findings {
		if text := f.Figure + " " + f.Because; f.Verdict == "" || notNumbers.MatchString(text) {
			t.Errorf("%s: verdict %q of %s", claim, f.Verdict, text)
		}
	}
	return story
}

// eachCommitted calls each with the committed records of every experiment and profile.
func eachCommitted(t *testing.T, each func(t *testing.T, e *lab.Experiment, set record.Set)) {
	t.Helper()
	for _, e := range All() {
		all, err := record.ReadFile(filepath.Join("..", "results", e.ID, "records.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []lab.Profile{lab.Smoke, lab.Quick, lab.Full, lab.GPU} {
			if set := lab.Only(all, p); len(set.Measured()) > 0 {
				t.Run(e.ID+" "+string(p), func(t *testing.T) { each(t, e, set) })
			}
		}
	}
}

// TestSubsetsOfPublicSets tells everything as on machines that lack a public set, all of them, or
// other people's programs: whatever is missing, the rest is told.
func TestSubsetsOfPublicSets(t *testing.T) {
	eachCommitted(t, func(t *testing.T, e *lab.Experiment, set record.Set) {
		gone := map[string]func(record.Record) bool{}
		for _, r := range set.Measured() {
			if fromSet(r) {
				id := r.Corpus.ID
				gone["set "+id] = func(r record.Record) bool { return r.Corpus != nil && r.Corpus.ID == id }
				gone["sets"] = fromSet
			}
			if fromPeer(r) {
				gone["peers"] = fromPeer
				gone["sets and peers"] = func(r record.Record) bool { return fromSet(r) || fromPeer(r) }
			}
		}
		for _, name := range slices.Sorted(maps.Keys(gone)) {
			t.Run("without "+name, func(t *testing.T) {
				left := slices.Clone(set)
				for i, r := range left {
					if gone[name](r) {
						left[i].Status, left[i].Note = record.Missing, "not on this machine"
						left[i].Exact, left[i].Noisy, left[i].Texts = nil, nil, nil
					}
				}
				tell(t, e, left)
			})
		}
	})
}

// raw makes tables, figures and findings without a look at machines.
func raw(t *testing.T, e *lab.Experiment, set record.Set) lab.Story {
	t.Helper()
	s := lab.Story{Findings: map[string]lab.Finding{}}
	if e.Tables != nil {
		s.Tables = e.Tables(set)
	}
	for _, j := range e.Judges {
		s.Findings[j.Claim] = j.On(set, rules(t)[j.Claim])
	}
	if e.Figures != nil && len(set.Measured()) > 0 {
		var err error
		if s.Figures, err = e.Figures(set); err != nil {
			t.Error(err)
		}
	}
	return s
}

// texts are the texts of a story, each under its place.
func texts(s lab.Story) map[string]string {
	out := map[string]string{}
	for _, table := range s.Tables {
		for r, row := range table.Rows {
			for c, cell := range row {
				out[fmt.Sprintf("table %s, row %d, %s", table.Name, r+1, table.Columns[c])] = cell
			}
		}
	}
	for _, f := range s.Figures {
		out["figure "+f.Name] = string(f.SVG)
	}
	for claim, f := range s.Findings {
		out["claim "+claim] = string(f.Verdict) + " " + f.Figure + " " + f.Because
	}
	return out
}

// TestTwoMachines tells everything where the public sets were measured on another machine than the
// rest. What is told must be what the records of one machine say, or a text that does not answer to
// the times of both, as the tables, figures and judges themselves show when one machine and then
// the other is made slower.
func TestTwoMachines(t *testing.T) {
	eachCommitted(t, func(t *testing.T, e *lab.Experiment, set record.Set) {
		mixed := slices.Clone(lab.WithoutVoid(set)) // what is void is TestVoid's
		for i := range mixed {
			if fromSet(mixed[i]) {
				mixed[i].Provenance.CPU = "another processor"
			}
		}
		slower := func(other bool) map[string]string {
			out := slices.Clone(mixed)
			for i, r := range out {
				if fromSet(r) != other {
					continue
				}
				out[i].Noisy = maps.Clone(r.Noisy)
				for name, m := range r.Noisy {
					m.Value *= 1.7
					out[i].Noisy[name] = m
				}
			}
			return texts(raw(t, e, out))
		}
		plain, one := texts(raw(t, e, mixed)), texts(raw(t, e, lab.OneMachine(mixed)))
		here, there := slower(false), slower(true)
		for place, text := range texts(tell(t, e, mixed)) {
			if both := here[place] != plain[place] && there[place] != plain[place]; both && text != "–" && text != one[place] {
				t.Errorf("%s is computed from times of two machines: %.200q", place, text)
			}
		}
	})
}

// controlled are the experiments whose rounds have controls.
var controlled = []string{
	"csp-design", "csp-speed", "dlx-speed", "dqn-counter", "dqn-generator", "dqn-pipeline", "generate-sets", "minigrid-cores", "minigrid-methods", "speed-cores", "speed-peers",
}

// TestVoid tells everything where the control of every other timed record is off: whatever these times
// are, what is told is the same.
func TestVoid(t *testing.T) {
	eachCommitted(t, func(t *testing.T, e *lab.Experiment, set record.Set) {
		if set[0].Profile != string(lab.Quick) || !slices.Contains(controlled, e.ID) {
			return
		}
		times := func(factor float64) record.Set {
			out, timed := slices.Clone(set), 0
			for i, r := range out {
				if len(r.Noisy) == 0 {
					continue
				}
				timed++
				if timed%2 == 0 {
					continue
				}
				out[i].Noisy = maps.Clone(r.Noisy)
				for name, m := range r.Noisy {
					if m.Unit != "cores" {
						m.Value *= factor
					}
					out[i].Noisy[name] = m
				}
				out[i].Noisy[lab.ControlRatio] = record.Metric{Value: 0.72, Unit: "of the same contender's time", N: 5}
			}
			return out
		}
		plain, slower := texts(tell(t, e, times(1))), texts(tell(t, e, times(1.7)))
		for place, text := range plain {
			if slower[place] != text {
				t.Errorf("%s rests on void times: %.200q and %.200q", place, text, slower[place])
			}
		}
		if len(plain) != len(slower) {
			t.Errorf("%d texts and %d", len(plain), len(slower))
		}
	})
}
