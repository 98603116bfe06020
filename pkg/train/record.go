package train

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sudokulab/pkg/atomicfile"
)

// LogName is the log's file in the folder: one JSON object a line.
const LogName = "log.jsonl"

// Kinds of [Record].
const (
	KindTrain    = "train"
	KindValidate = "validate"
)

// Record is one line of the log. For training, Loss, Norm, Losses and Metrics are means
// over the steps since the line before (metrics over those steps that gave them).
type Record struct {
	Step    int     `json:"step"`
	Kind    string  `json:"kind"`
	Time    float64 `json:"time"`    // of writing, in seconds since 1970
	Seconds float64 `json:"seconds"` // of training so far, over all resumptions
	Samples int64   `json:"samples"` // so far
	Metrics Metrics `json:"metrics,omitempty"`

	// Of training only.
	Loss             Number            `json:"loss,omitempty"`
	Losses           map[string]Number `json:"losses,omitempty"` // by kind of batch, if there are several
	Norm             Number            `json:"norm,omitempty"`   // of the gradients before clipping
	Rate             float64           `json:"rate,omitempty"`   // learning rate of the next step
	SamplesPerSecond float64           `json:"samples_per_s,omitempty"`

	// Of validation only.
	ValidationSeconds float64 `json:"validation_s,omitempty"`
}

// add takes the figures of one step.
func (s *interval) add(b Batch, loss, norm float64, metrics Metrics, seconds float64) {
	s.Steps++
	s.Samples += int64(b.Samples)
	s.Seconds += seconds
	s.Loss += Number(loss)
	s.Norm += Number(norm)
	if s.Kinds == nil {
		s.Kinds, s.Metrics = map[string]average{}, map[string]average{}
	}
	into := func(m map[string]average, name string, v float64) {
		a := m[name]
		m[name] = average{a.Sum + Number(v), a.Count + 1}
	}
	into(s.Kinds, b.Kind, loss)
	for name, v := range metrics {
		into(s.Metrics, name, v)
	}
}

// record makes the line of the log.
func (s interval) record() Record {
	r := Record{Kind: KindTrain, Loss: s.Loss / Number(s.Steps), Norm: s.Norm / Number(s.Steps)}
	if len(s.Kinds) > 1 {
		r.Losses = map[string]Number{}
		for kind, a := range s.Kinds {
			r.Losses[kind] = Number(a.mean())
		}
	}
	if len(s.Metrics) > 0 {
		r.Metrics = Metrics{}
		for name, a := range s.Metrics {
			r.Metrics[name] = a.mean()
		}
	}
	if s.Seconds > 0 {
		r.SamplesPerSecond = float64(s.Samples) / s.Seconds
	}
	return r
}

// log writes the line that is due and begins the next interval.
func (t *Trainer) log() error {
	r := t.state.Since.record()
	r.Rate = t.rate()
	t.state.Logged, t.state.Since = t.state.Step, interval{}
	return t.record(r)
}

func (t *Trainer) record(r Record) error {
	r.Step, r.Seconds, r.Samples = t.state.Step, t.state.Seconds, t.state.Samples
	r.Time = float64(time.Now().UnixMilli()) / 1000
	if err := t.records.write(r); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	if t.options.Record != nil {
		t.options.Record(r)
	}
	return nil
}

// recorder appends to the log and to TensorBoard's file. It writes each line with one call,
// so a kill leaves whole lines and at most a part of one.
type recorder struct {
	log, events *os.File // nil: none
}

// openRecorder cuts the folder's log back to what was written before the state was saved,
// and rewrites TensorBoard's file from it.
func openRecorder(o Options, s state) (*recorder, error) {
	r := &recorder{}
	if o.Folder == "" {
		return r, nil
	}
	path := filepath.Join(o.Folder, LogName)
	records, err := ReadLog(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	records = slices.DeleteFunc(records, func(r Record) bool { return !s.wrote(r) })
	r.log, err = beginFile(path, func(w io.Writer) error { return WriteLog(w, records) })
	if err == nil && o.Events {
		r.events, err = beginFile(filepath.Join(o.Folder, EventsName), func(w io.Writer) error { return WriteEvents(w, records) })
	}
	if err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// beginFile replaces a file and opens it to be appended to.
func beginFile(path string, write func(io.Writer) error) (*os.File, error) {
	if err := atomicfile.Write(path, write); err != nil {
		return nil, err
	}
	return atomicfile.Open(path, os.O_WRONLY|os.O_APPEND)
}

// wrote reports whether the record was written before the state was saved.
func (s state) wrote(r Record) bool {
	if r.Kind == KindValidate {
		return r.Step <= s.Validated
	}
	return r.Step <= s.Logged
}

func (r *recorder) write(record Record) error {
	if r.log != nil {
		if err := WriteLog(r.log, []Record{record}); err != nil {
			return err
		}
	}
	if r.events != nil {
		return writeRecord(r.events, event(record))
	}
	return nil
}

func (r *recorder) close() {
	if r == nil {
		return
	}
	for _, f := range []*os.File{r.log, r.events} {
		if f != nil {
			_ = f.Close() // every line is written already
		}
	}
}

// WriteLog writes records as lines, each with one call of w.
func WriteLog(w io.Writer, records []Record) error {
	for _, r := range records {
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// maxLog bounds the log, in bytes.
const maxLog = 1 << 28

// ReadLog reads a log. A last line without an end, which a kill leaves, is passed over; any
// other line that is no record is an error.
func ReadLog(path string) ([]Record, error) {
	data, err := atomicfile.ReadFile(path, maxLog)
	if err != nil {
		return nil, err
	}
	var records []Record
	lines := bufio.NewScanner(bytes.NewReader(data[:bytes.LastIndexByte(data, '\n')+1]))
	lines.Buffer(nil, 16<<20)
	for n := 1; lines.Scan(); n++ {
		var r Record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("train: %s, line %d: %w", path, n, err)
		}
		records = append(records, r)
	}
	return records, lines.Err()
}
