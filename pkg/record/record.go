package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Schema is the version of the record layout, written into every record.
const Schema = 1

// Status says how the measurement of a record ended.
type Status string

// The statuses of a record.
const (
	OK      Status = "ok"      // measured as configured
	Capped  Status = "capped"  // a stated limit ended some of it; the figures say how much
	Missing Status = "missing" // not measured here: a corpus or a device is not on this machine
)

// Metric is one figure with its unit and the number of observations behind it.
type Metric struct {
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	N     int     `json:"n"`
}

// Corpus names the puzzles that were measured.
type Corpus struct {
	ID      string `json:"id"`
	SHA256  string `json:"sha256"`
	Puzzles int    `json:"puzzles"` // read, of those the set holds
}

// Record is one measured case of an experiment with all that is needed to trust it and to
// make it again. Exact and Texts are deterministic: the same code, configuration and corpus
// give the same bytes on any machine. Noisy holds times, rates and memory.
type Record struct {
	Schema     int               `json:"schema"`
	Experiment string            `json:"experiment"`
	Profile    string            `json:"profile"`
	Case       string            `json:"case"` // the key of kind and dimensions, unique within experiment and profile; see [Key]
	Status     Status            `json:"status"`
	Note       string            `json:"note,omitempty"` // what is missing or capped, and how to get it
	Config     json.RawMessage   `json:"config"`
	ConfigHash string            `json:"config_hash"`
	Corpus     *Corpus           `json:"corpus,omitempty"`
	Seed       uint64            `json:"seed"`
	Exact      map[string]Metric `json:"exact,omitempty"`
	Texts      map[string]string `json:"texts,omitempty"`
	Noisy      map[string]Metric `json:"noisy,omitempty"`
	Times      int               `json:"times,omitempty"`    // the version of what is timed
	Pictures   map[string][]byte `json:"pictures,omitempty"` // files by name, such as screenshots; as noisy as times
	Provenance Provenance        `json:"provenance"`

	// Asked notes what the record is asked for; nil where nothing is noted. See [Set.Watch].
	Asked *Asked `json:"-"`
}

// Validate reports the first reason why the record is not fit to be kept.
func (r *Record) Validate() error {
	switch {
	case r.Schema != Schema:
		return fmt.Errorf("record: schema %d, want %d", r.Schema, Schema)
	case r.Experiment == "" || r.Profile == "" || r.Case == "":
		return fmt.Errorf("record: experiment %q, profile %q, case %q: none may be empty", r.Experiment, r.Profile, r.Case)
	case badKey(r.Case) != nil:
		return badKey(r.Case)
	case r.Status != OK && r.Status != Capped && r.Status != Missing:
		return fmt.Errorf("record: %s/%s: status %q, want ok, capped or missing", r.Experiment, r.Case, r.Status)
	case r.Status == Missing && r.Note == "":
		return fmt.Errorf("record: %s/%s: a missing record must note what is missing", r.Experiment, r.Case)
	case r.ConfigHash != Hash(r.Config):
		return fmt.Errorf("record: %s/%s: config_hash does not match config", r.Experiment, r.Case)
	}
	for _, metrics := range []map[string]Metric{r.Exact, r.Noisy} {
		for name, m := range metrics {
			if math.IsNaN(m.Value) || math.IsInf(m.Value, 0) {
				return fmt.Errorf("record: %s/%s: metric %s is %v", r.Experiment, r.Case, name, m.Value)
			}
			if m.Unit == "" {
				return fmt.Errorf("record: %s/%s: metric %s has no unit", r.Experiment, r.Case, name)
			}
		}
	}
	return nil
}

func badKey(key string) error {
	_, _, err := ParseKey(key)
	return err
}

// Deterministic returns the part of the record that must come out the same, byte by byte,
// whenever and wherever it is measured again.
func (r *Record) Deterministic() ([]byte, error) {
	d := struct {
		Experiment string            `json:"experiment"`
		Profile    string            `json:"profile"`
		Case       string            `json:"case"`
		Status     Status            `json:"status"`
		Config     json.RawMessage   `json:"config"`
		Corpus     *Corpus           `json:"corpus,omitempty"`
		Seed       uint64            `json:"seed"`
		Exact      map[string]Metric `json:"exact,omitempty"`
		Texts      map[string]string `json:"texts,omitempty"`
	}{r.Experiment, r.Profile, r.Case, r.Status, r.Config, r.Corpus, r.Seed, r.Exact, r.Texts}
	return Encode(d)
}

// Set is the records of one experiment, in the order in which they were planned.
type Set []Record

// Case returns the record of the named case.
func (s Set) Case(name string) (Record, bool) {
	for _, r := range s {
		if r.Case == name {
			return r, true
		}
	}
	return Record{}, false
}

// Measured returns the records that hold figures: those not [Missing].
func (s Set) Measured() Set {
	var out Set
	for _, r := range s {
		if r.Status != Missing {
			out = append(out, r)
		}
	}
	return out
}

// Metric returns an exact or noisy metric of the record, and whether it has one of that name.
func (r *Record) Metric(name string) (Metric, bool) {
	r.Asked.note(name)
	if m, ok := r.Exact[name]; ok {
		return m, true
	}
	m, ok := r.Noisy[name]
	return m, ok
}

// Value returns the value of an exact or noisy metric. It panics with an [AbsentError] if the record has
// none of that name, as a map of constants would not: a figure that was never measured is not 0. Ask
// [Record.Metric] where a record may lack it.
func (r *Record) Value(name string) float64 {
	m, ok := r.Metric(name)
	if !ok {
		panic(&AbsentError{r.Case, "metric", name})
	}
	return m.Value
}

// Count is [Record.Value] of a metric that is kept only where it is more than 0: it returns 0 if the
// record has none of that name.
func (r *Record) Count(name string) float64 {
	m, _ := r.Metric(name)
	return m.Value
}

// ErrNoRecord is wrapped by errors about a record or metric that is not there.
var ErrNoRecord = errors.New("no such record")

// Lookup returns the value of a metric of a case, or an error wrapping [ErrNoRecord].
func (s Set) Lookup(caseName, metric string) (Metric, error) {
	r, ok := s.Case(caseName)
	if !ok {
		return Metric{}, fmt.Errorf("record: case %q: %w", caseName, ErrNoRecord)
	}
	m, ok := r.Metric(metric)
	if !ok {
		return Metric{}, fmt.Errorf("record: case %q has no metric %q: %w", caseName, metric, ErrNoRecord)
	}
	return m, nil
}
