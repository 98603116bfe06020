package main

import (
	"path/filepath"
	"strings"
	"testing"

	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/learn/puzzles/rungs"
)

// TestDatasetLadders: the audit reads what is made; a folder of other ladders is refused, and so is what has no meaning.
func TestDatasetLadders(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "an odd folder")
	cfg := puzzles.DefaultLadders()
	cfg.Round, cfg.Steps = 1, 60
	made, err := rungs.Make(t.Context(), dir, cfg, 10, rungs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	audit := must(t, "", "dataset", "audit", filepath.Join(dir, rungs.PartName(0)), "--against-set", "own-hard", "--format", "json")
	if made.Puzzles < 10 || !strings.Contains(audit, `"puzzles"`) {
		t.Errorf("%d puzzles, of which the audit says %s", made.Puzzles, audit)
	}
	for want, args := range map[string][]string{
		"another configuration": {"--output", dir},
		"want a value":          {"--output", ""},
		`"output" not set`:      {},
		"--count":               {"--output", dir, "--count", "0"},
		"--seed":                {"--output", dir, "--seed", "-1"},
	} {
		r := sudokulab(t, "", append([]string{"dataset", "ladders"}, args...)...)
		if r.code == exitOK || r.out != "" || !strings.Contains(r.errOut, want) {
			t.Errorf("%v: exit code %d\n%s%s, want an error with %q", args, r.code, r.out, r.errOut, want)
		}
	}
}
