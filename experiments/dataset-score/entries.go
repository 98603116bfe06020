package datasetscore

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"sudokulab/pkg/dataset/score"
	"sudokulab/pkg/yamlfile"
)

//go:embed entries/*.yaml entries/*.jsonl
var entryFiles embed.FS

// entry is a figure from elsewhere.
type entry struct {
	System  string  `yaml:"system"`
	Set     string  `yaml:"set"`
	Puzzles int     `yaml:"puzzles"` // 0: not stated
	Solved  float64 `yaml:"solved"`  // share
	From    string  `yaml:"source"`
	Note    string  `yaml:"note"`
}

// entries reads the folder: published figures from lists in YAML, submitted ones from the lines that `sudokulab score --record` writes. The
// answers of the submitted ones lie beside them, for a test alone.
func entries() ([]entry, error) { return read(entryFiles, "entries") }

func read(files fs.FS, dir string) (all []entry, err error) {
	list, err := fs.ReadDir(files, dir)
	if err != nil {
		return nil, err
	}
	var bad []error
	for _, f := range list {
		name := path.Join(dir, f.Name())
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		var some []entry
		switch path.Ext(name) {
		case ".yaml":
			if err = yamlfile.Unmarshal(f.Name(), "a list of published figures", text, &some, "puzzles"); err == nil {
				for i := range some {
					some[i].From = "published, " + some[i].From
				}
			}
		case ".jsonl":
			some, err = submitted(text)
		default:
			err = errors.New("want a list of published figures in .yaml, or lines of score --record in .jsonl")
		}
		for i, e := range some {
			if err == nil && (e.System == "" || e.Set == "" || !(e.Solved >= 0 && e.Solved <= 1) || e.From == "published, ") {
				err = fmt.Errorf("entry %d: want a system, a set, a source and a share from 0 to 1", i+1)
			}
		}
		if err != nil {
			bad = append(bad, fmt.Errorf("%s: %w", name, err))
			continue
		}
		all = append(all, some...)
	}
	slices.SortStableFunc(all, func(a, b entry) int { return strings.Compare(a.Set, b.Set) })
	return all, errors.Join(bad...)
}

// submitted reads records of scores.
func submitted(text []byte) (all []entry, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var r score.Record
		switch err := d.Decode(&r); {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		case r.Schema != score.Schema:
			return nil, fmt.Errorf("schema %q, want %s", r.Schema, score.Schema)
		case len(r.System.Scores) == 0 || len(r.System.Files) == 0:
			return nil, errors.New("a record without a score or a file of answers")
		}
		s := r.System.Scores[0] // of several answers the first
		all = append(all, entry{
			System: r.System.Name, Set: r.Set.Name, Puzzles: s.Solved.Trials, Solved: s.Solved.Rate,
			From: fmt.Sprintf("submitted, scored by commit %.10s", r.Program.Commit),
			Note: strings.TrimPrefix(fmt.Sprintf("%s; set %.12s…, answers %.12s…", r.Note, r.Set.SHA256, r.System.Files[0].SHA256), "; "),
		})
	}
}
