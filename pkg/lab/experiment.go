package lab

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sudokulab/pkg/corpus"
	"sudokulab/pkg/original"
	"sudokulab/pkg/record"
)

// Profile is a size of the whole programme of measurements. It changes how many puzzles,
// seeds or rounds an experiment takes, never what it measures.
type Profile string

// The profiles, smallest first.
const (
	Smoke Profile = "smoke" // a minute or two, for continuous integration
	Quick Profile = "quick" // the default: minutes
	Full  Profile = "full"  // hours on a processor
	GPU   Profile = "gpu"   // what needs an accelerator
)

var profiles = []Profile{Smoke, Quick, Full, GPU}

// ParseProfile returns the profile of that name.
func ParseProfile(name string) (Profile, error) {
	p := Profile(name)
	if !slices.Contains(profiles, p) {
		return "", fmt.Errorf("lab: profile %q, want one of %v", name, profiles)
	}
	return p, nil
}

// Experiment is one question with everything that answers it.
type Experiment struct {
	ID       string // the folder under experiments/ and results/: lower case, hyphens
	Title    string
	Question string // what the reader will know afterwards
	// Plan returns the experiment's configuration and cases for a profile. It is called
	// before anything runs and measures nothing.
	Plan func(p Profile) Plan
	// Tables, Figures and Judges are pure functions of the experiment's records, all of one
	// profile but for those of a card (see [Best]). Figures is called only where something was measured.
	Tables  func(record.Set) []Table
	Figures func(record.Set) ([]Figure, error)
	Judges  []Judge
	// Control returns what the control of a record's rounds reads, if the record itself does not
	// say so because it is older than [Run.Rounds] is in its case; false if no control ran. nil: no
	// record has such a control.
	Control func(set record.Set, r record.Record) (reading float64, ok bool)
	// Times is the version of what the experiment times. It is raised on purpose, where a change of code is meant to change times or what they are
	// of: records with times of an earlier version have to be measured again.
	Times int
}

// Plan is an experiment at the size of one profile.
type Plan struct {
	Config any // plain struct with JSON tags: everything that affects a figure
	Seed   uint64
	Cases  []Case
}

// Case is the unit of measuring, keeping and resuming: one record.
type Case struct {
	// Kind and Dims tell the case from others of the plan: what is measured, and of what. Records
	// know it by the key that they make; see [record.Key].
	Kind string
	Dims []record.Dim
	// Corpus is the id of the puzzle set the case reads, if it reads one; a set that is not
	// on this machine gives a record with status missing.
	Corpus string
	// Limit bounds how many puzzles of the corpus are taken: a sample drawn with the plan's
	// seed, that of 100 being part of that of 1000; 0 for all.
	Limit int
	// Peer is the name of another project's program that the case measures, a file of the
	// folder that [PeersVariable] names; where it is not, the record has status missing.
	Peer string
	// Control is the name of the program in that folder that stands for our own side in the
	// control of the rounds ([Run.Rounds]), where sides are programs; without it, too, the record
	// has status missing.
	Control string
	// Original is a document's program, which the case observes by [Observe]. Where it, Python or a module is not on this machine,
	// or what its driver printed cannot be taken, the record has status missing and says why.
	Original *original.Program
	// Timed asks for the machine alone: no other case runs at the same time.
	Timed bool
	Run   func(ctx context.Context, r *Run) error
}

// Key returns the key of the case: that of its kind and dimensions.
func (c Case) Key() string { return record.Key(c.Kind, c.Dims...) }

// Run is what a case under measurement sees: its puzzles, its seed, and the record it
// fills.
type Run struct {
	Seed     uint64
	store    *corpus.Store
	corpus   string
	limit    int
	peer     peer
	control  peer
	original string // the folder of the document's program
	dims     []record.Dim
	again    *allowance       // for Rounds
	now      func() time.Time // a clock for Rounds; nil for the machine's
	rec      *record.Record
	progress func(done, total int)
}

// Puzzles returns the puzzles of the case's corpus and notes in the record how many were
// taken.
func (r *Run) Puzzles(ctx context.Context) ([]corpus.Item, error) {
	var sel corpus.Selection
	if r.limit > 0 {
		sel.Sample, sel.Seed = r.limit, r.Seed
	}
	items, err := r.store.Select(ctx, r.corpus, sel)
	if err != nil {
		return nil, err
	}
	r.rec.Corpus.Puzzles = len(items)
	return items, nil
}

// PuzzlesOf returns all puzzles of a set that a case reads beside its own, and keeps the set's hash. A case that hands on the error of a
// set that is not on this machine is missing.
func PuzzlesOf(ctx context.Context, r *Run, id string) ([]corpus.Item, error) {
	d, err := r.store.Digest(ctx, id)
	if err != nil {
		return nil, err
	}
	r.Text("sha256 of "+id, d.SHA256)
	return r.store.Select(ctx, id, corpus.Selection{})
}

// Count keeps an exact figure that counts something once, such as nodes of all puzzles.
func (r *Run) Count(name string, value int64, unit string) { r.Exact(name, float64(value), unit, 1) }

// Exact keeps a deterministic figure, over n observations.
func (r *Run) Exact(name string, value float64, unit string, n int) {
	r.rec.Exact = with(r.rec.Exact, name, record.Metric{Value: value, Unit: unit, N: n})
}

// Noisy keeps a figure that differs from run to run, over n observations.
func (r *Run) Noisy(name string, value float64, unit string, n int) {
	r.rec.Noisy = with(r.rec.Noisy, name, record.Metric{Value: value, Unit: unit, N: n})
}

// Text keeps a deterministic piece of text, such as a trace or a counterexample.
func (r *Run) Text(name, text string) {
	if r.rec.Texts == nil {
		r.rec.Texts = map[string]string{}
	}
	if _, twice := r.rec.Texts[name]; twice {
		panic("lab: text " + name + " kept twice")
	}
	r.rec.Texts[name] = text
}

// Picture keeps a picture, a file by its name, such as a screenshot. It may differ from machine to machine: nothing is judged by
// it, and no check compares it.
func (r *Run) Picture(name string, data []byte) {
	if r.rec.Pictures == nil {
		r.rec.Pictures = map[string][]byte{}
	}
	r.rec.Pictures[name] = data
}

// Cap marks the record: a stated limit ended some of what was to be measured.
func (r *Run) Cap(note string) {
	r.rec.Status = record.Capped
	if r.rec.Note != "" {
		note = r.rec.Note + "; " + note
	}
	r.rec.Note = note
}

// Progress shows how far the case is.
func (r *Run) Progress(done, total int) {
	if r.progress != nil {
		r.progress(done, total)
	}
}

func with(m map[string]record.Metric, name string, v record.Metric) map[string]record.Metric {
	if m == nil {
		m = map[string]record.Metric{}
	}
	if _, twice := m[name]; twice {
		panic("lab: metric " + name + " kept twice")
	}
	m[name] = v
	return m
}

// OnSet is the dimension of a case that reads one puzzle set: its id.
func OnSet(id string) []record.Dim { return []record.Dim{record.D("set", id)} }
