package smoke

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"sudokulab/pkg/atomicfile"
)

// Names of the files that [Report.Save] writes.
const (
	JSONName = "smoke.json"
	TextName = "smoke.txt"
)

// Save writes the report into a folder, as JSON and as text. Each file appears whole
// or not at all.
func (r Report) Save(dir string) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("smoke: %w", err)
	}
	var text bytes.Buffer
	if err := r.WriteText(&text); err != nil {
		return fmt.Errorf("smoke: %w", err)
	}
	err = errors.Join(
		atomicfile.WriteBytes(filepath.Join(dir, JSONName), append(data, '\n')),
		atomicfile.WriteBytes(filepath.Join(dir, TextName), text.Bytes()))
	if err != nil {
		return fmt.Errorf("smoke: %w", err)
	}
	return nil
}
