package weights

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/jsonfile"
	"sudokulab/pkg/record"
)

// RunsName is the file in a training's folder that lists its runs.
const RunsName = "runs.json"

// Run is one run of a training, from its start or a resumption to its end. It is noted before its first step, so that one
// that was killed leaves a note too.
type Run struct {
	Provenance record.Provenance `json:"provenance"`
	From       int               `json:"from"`    // steps done before it
	To         int               `json:"to"`      // and after it; of one that was killed, those of the checkpoint that it left
	Seconds    float64           `json:"seconds"` // by the clock, compilation included; 0 until it ends, and of one that was killed
}

// ReadRuns returns the runs listed in a training's folder; none if there is no list.
func ReadRuns(folder string) ([]Run, error) {
	text, err := atomicfile.ReadFile(filepath.Join(folder, RunsName), maxCard)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	var runs []Run
	if err := jsonfile.Unmarshal(text, &runs); err != nil {
		return nil, fmt.Errorf("weights: %s: %w", filepath.Join(folder, RunsName), err)
	}
	return runs, nil
}

// BeginRun notes a run before its first step. A run before it that has not ended was killed, and counts up to where this one begins.
func BeginRun(folder string, r Run) error {
	runs, err := ReadRuns(folder)
	if err != nil {
		return err
	}
	if n := len(runs); n > 0 && runs[n-1].Seconds == 0 {
		runs[n-1].To = max(runs[n-1].From, r.From)
	}
	r.To, r.Seconds = r.From, 0
	return writeRuns(folder, append(runs, r))
}

// EndRun notes the end of the run that [BeginRun] noted last.
func EndRun(folder string, r Run) error {
	runs, err := ReadRuns(folder)
	if err != nil {
		return err
	}
	n := len(runs)
	if n == 0 || runs[n-1].Seconds != 0 || runs[n-1].From != r.From {
		return fmt.Errorf("weights: %s lists no run that began at step %d and goes on", filepath.Join(folder, RunsName), r.From)
	}
	runs[n-1] = r
	return writeRuns(folder, runs)
}

func writeRuns(folder string, runs []Run) error {
	text, err := json.MarshalIndent(runs, "", "  ")
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	if err := atomicfile.WriteBytes(filepath.Join(folder, RunsName), append(text, '\n')); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	return nil
}
