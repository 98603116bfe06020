package weights

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/record"
)

// RunsName is the file in a training's folder that lists its runs.
const RunsName = "runs.json"

// Run is one run of a training, from its start or a resumption to its end. A run that was
// killed is not in the list; its steps lie between those of its neighbours.
type Run struct {
	Provenance record.Provenance `json:"provenance"`
	From       int               `json:"from"`    // steps done before it
	To         int               `json:"to"`      // and after it
	Seconds    float64           `json:"seconds"` // by the clock, compilation included
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
	if err := json.Unmarshal(text, &runs); err != nil {
		return nil, fmt.Errorf("weights: %s: %w", filepath.Join(folder, RunsName), err)
	}
	return runs, nil
}

// AppendRun adds a run to the list.
func AppendRun(folder string, r Run) error {
	runs, err := ReadRuns(folder)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(append(runs, r), "", "  ")
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	if err := atomicfile.WriteBytes(filepath.Join(folder, RunsName), append(text, '\n')); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	return nil
}
