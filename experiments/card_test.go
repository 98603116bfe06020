package experiments_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/experiments"
	"sudokulab/pkg/accel"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// TestCardRecordsAreTaken: records of a card are of the plan whether the environment names its plugin by a path, by its platform or not at all.
func TestCardRecordsAreTaken(t *testing.T) {
	for _, asked := range []string{"", accel.NameGo, accel.NameCUDA, "xla:/some/where/plugin.so"} {
		t.Setenv(accel.EnvBackend, asked)
		l := &lab.Lab{Root: t.TempDir(), Experiments: experiments.All()}
		for id, name := range map[string]string{
			"dqn-pipeline":    "steps/backend=xla",
			"tensor-backends": "answers/backend=xla/form=literal/set=own-mixed",
		} {
			config := []byte("{}")
			data, err := record.Marshal(record.Set{{Schema: record.Schema, Experiment: id, Profile: string(lab.GPU), Case: name, Status: record.OK, Config: config, ConfigHash: record.Hash(config)}})
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(l.Root, "results", id, "taken.jsonl")
			if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, data, 0o600); err != nil {
				t.Fatal(err)
			}
			if taken, err := l.Take(t.Context(), file); err != nil || taken.Records != 1 {
				t.Errorf("%s with %q: %d taken over, %v", id, asked, taken.Records, err)
			}
			got, err := os.ReadFile(filepath.Join(filepath.Dir(file), "records.jsonl"))
			if err != nil || !strings.Contains(string(got), name) {
				t.Errorf("%s with %q: records %s, %v", id, asked, got, err)
			}
		}
	}
}
