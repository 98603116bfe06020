package datasetscore

import (
	"testing"
	"testing/fstest"

	"sudokulab/pkg/lab/labtest"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

// TestEntries: the committed entries can be read, and bad ones are refused by name.
func TestEntries(t *testing.T) {
	all, err := entries()
	if err != nil || len(all) == 0 {
		t.Errorf("%d entries, %v", len(all), err)
	}
	const score = `{"schema": "sudokulab-score/1", "program": {"commit": "0123456789abcdef"}, "set": {"name": "s", "sha256": "ab"},
		"system": {"name": "mine", "files": [{"sha256": "cd"}], "scores": [{"solved": {"successes": 1, "trials": 4, "rate": 0.25}}]}}`
	for name, c := range map[string]struct {
		file, text string
		want       int
	}{
		"published":   {"a.yaml", "- {system: x, set: s, solved: 0.5, source: y}\n", 1},
		"submitted":   {"a.jsonl", score + "\n" + score, 2},
		"no source":   {"a.yaml", "- {system: x, set: s, solved: 0.5}\n", 0},
		"percent":     {"a.yaml", "- {system: x, set: s, solved: 50, source: y}\n", 0},
		"another key": {"a.yaml", "- {name: x, set: s, solved: 0.5, source: y}\n", 0},
		"cut":         {"a.jsonl", score[:40], 0},
		"schema":      {"a.jsonl", `{"schema": "other"}`, 0},
		"no score":    {"a.jsonl", `{"schema": "sudokulab-score/1"}`, 0},
		"another":     {"a.txt", "x", 0},
	} {
		got, err := read(fstest.MapFS{"entries/" + c.file: {Data: []byte(c.text)}}, "entries")
		if len(got) != c.want || (err == nil) != (c.want > 0) {
			t.Errorf("%s: %d entries, %v", name, len(got), err)
		}
	}
}
