package datasetscore

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dataset/score"
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

// TestSubmitted: the answers of each submitted entry lie beside its record and are worth what that says, on the test set as its recipe makes
// it here. Nothing else lies there.
func TestSubmitted(t *testing.T) {
	files, err := os.ReadDir("entries")
	if err != nil {
		t.Fatal(err)
	}
	var answers, judged []string
	tests := map[string][]board.Board{}
	for _, f := range files {
		switch filepath.Ext(f.Name()) {
		case ".yaml":
		case ".txt":
			answers = append(answers, f.Name())
		case ".jsonl":
			text, err := os.ReadFile(filepath.Join("entries", f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			for d := json.NewDecoder(bytes.NewReader(text)); ; {
				var r score.Record
				if err := d.Decode(&r); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", f.Name(), err)
				}
				name, isTest := strings.CutSuffix(r.Set.Name, "/test.csv")
				if !isTest || len(r.System.Files) != 1 || r.Note == "" || r.Program.Changed {
					t.Fatalf("%s: want the test of a named recipe, one file of answers, a note, and a program as committed", f.Name())
				}
				if tests[name] == nil {
					if tests[name], err = testOf(t.Context(), name); err != nil {
						t.Fatal(err)
					}
				}
				file := r.System.Files[0]
				if err := worth(filepath.Join("entries", file.Name), file.SHA256, tests[name], &r); err != nil {
					t.Errorf("%s: %s: %v", f.Name(), file.Name, err)
				}
				judged = append(judged, file.Name)
			}
		default:
			t.Errorf("%s: what is it?", f.Name())
		}
	}
	slices.Sort(judged)
	if !slices.Equal(answers, judged) {
		t.Errorf("answers %q, records of %q", answers, judged)
	}
}

// worth holds a record against the answers, a grid a line, by the rules of the game alone.
func worth(file, hash string, puzzles []board.Board, r *score.Record) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var set strings.Builder
	solved := 0
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(lines) != len(puzzles) {
		return fmt.Errorf("%d lines, want %d", len(lines), len(puzzles))
	}
	for i, b := range puzzles {
		set.WriteString(b.String() + "\n")
		grid, _, _ := strings.Cut(lines[i], " ")
		answer, err := board.Parse(grid)
		if err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
		if board.Solves(b, answer) {
			solved++
		}
	}
	sum := func(text string) string {
		h := sha256.Sum256([]byte(text))
		return hex.EncodeToString(h[:])
	}
	if got := r.System.Scores[0].Solved; sum(string(text)) != hash || sum(set.String()) != r.Set.SHA256 || got.Successes != solved || got.Trials != len(puzzles) {
		return fmt.Errorf("%d of %d solved, want %d of %d, or other bytes than recorded: answers %s, set %s", got.Successes, got.Trials, solved, len(puzzles), sum(string(text)), sum(set.String()))
	}
	return nil
}
