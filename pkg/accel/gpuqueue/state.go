package gpuqueue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/jsonfile"
)

// Outcomes of a slice.
const (
	OutcomeDone   = "done"   // the command says that the job is complete
	OutcomeMore   = "more"   // the budget is spent, there is more to do
	OutcomeFailed = "failed" // anything else; Message says what
)

// Slice records one run of a job's command.
type Slice struct {
	Job            string    `json:"job"`
	Number         int       `json:"number"` // from 1, within the job
	Started        time.Time `json:"started"`
	ElapsedSeconds float64   `json:"elapsed_s"`
	BudgetSeconds  float64   `json:"budget_s"`
	Args           []string  `json:"args"` // as run, without the program's name; OUT stands for the output folder
	Resumed        bool      `json:"resumed"`
	Machine        string    `json:"machine"` // what the caller's check said of it
	Exit           int       `json:"exit"`    // -1 if the process was killed or never began
	Outcome        string    `json:"outcome"`
	Message        string    `json:"message,omitempty"`
	Files          []File    `json:"files"`
}

// File is one file of an output folder.
type File struct {
	Name   string `json:"name"` // relative, with slashes
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// State is all slices so far, in the order in which they were collected.
type State struct {
	Slices []Slice `json:"slices"`
}

// last returns the job's last slice and the last one that did not fail, whose files
// are those in the job's folder; nil if there is none.
func (s State) last(job string) (latest, kept *Slice) {
	for i := range s.Slices {
		if slice := &s.Slices[i]; slice.Job == job {
			latest = slice
			if slice.Outcome != OutcomeFailed {
				kept = slice
			}
		}
	}
	return latest, kept
}

// Names within a folder of results and within an output folder.
const (
	stateName = "state.json"
	sliceName = "slice.json"
	logName   = "log.txt"
)

// LoadState reads the state of a results folder. A folder without one has run nothing.
func LoadState(dir string) (State, error) {
	var s State
	err := readJSON(filepath.Join(dir, stateName), &s)
	if errors.Is(err, fs.ErrNotExist) {
		return State{}, nil
	}
	return s, err
}

// readJSON reads one JSON value of exactly the fields of v.
func readJSON(path string, v any) error {
	const most = 16 << 20 // bytes
	data, err := atomicfile.ReadFile(path, most)
	if err != nil {
		return fmt.Errorf("gpuqueue: %w", err)
	}
	if err := jsonfile.Bounded(data, jsonfile.Depth, jsonfile.Values); err != nil {
		return fmt.Errorf("gpuqueue: %s: %w", path, err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		line := 1 + bytes.Count(data[:min(d.InputOffset(), int64(len(data)))], []byte("\n"))
		return fmt.Errorf("gpuqueue: %s:%d: %w", path, line, err)
	}
	return nil
}

// writeJSON replaces a file whole or not at all.
func writeJSON(path string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("gpuqueue: %s: %w", path, err)
	}
	if err := atomicfile.WriteBytes(path, append(data, '\n')); err != nil {
		return fmt.Errorf("gpuqueue: %s: %w", path, err)
	}
	return nil
}
