package smoke

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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
	return errors.Join(replace(dir, JSONName, append(data, '\n')), replace(dir, TextName, text.Bytes()))
}

func replace(dir, name string, data []byte) error {
	f, err := os.CreateTemp(dir, "."+name+"-*")
	if err != nil {
		return fmt.Errorf("smoke: %w", err)
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("smoke: %s: %w", name, err)
	}
	return nil
}
