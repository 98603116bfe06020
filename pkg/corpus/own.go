package corpus

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

// The project's own sets are made by its own generator, so they may be part of it. Their
// bytes and the list of them are written by package ownsets (experiments/own-sets), which
// also re-makes them in a test; this package only embeds, names and hashes them, because
// it may not import a generator.
//
//go:embed own
var ownFiles embed.FS

// OwnManifest is the path, below this package, of the list of embedded sets.
const OwnManifest = "own/manifest.json"

// OwnSet is one entry of the list of embedded sets.
type OwnSet struct {
	ID          string     `json:"id"`
	Title       string     `json:"title"`
	Description string     `json:"description"`
	Side        int        `json:"side"`
	Unique      Uniqueness `json:"unique"`
	Format      string     `json:"format"` // as package format names it
	File        string     `json:"file"`   // below own/
	Puzzles     int        `json:"puzzles"`
	Recipe      string     `json:"recipe"` // the call that makes it, with its seed
	SHA256      string     `json:"sha256"`
	Bytes       int64      `json:"bytes"`
}

// ParseOwnManifest reads the list of embedded sets: a JSON array of [OwnSet]. Unknown
// fields and text after the array are errors.
func ParseOwnManifest(r io.Reader) ([]OwnSet, error) {
	if r == nil {
		return nil, fmt.Errorf("corpus: %s: no reader", OwnManifest)
	}
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	var list []OwnSet
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("corpus: %s: %w", OwnManifest, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("corpus: %s: text after the list", OwnManifest)
	}
	for _, o := range list {
		s, err := o.set()
		if err == nil {
			err = s.validate()
		}
		if err != nil {
			return nil, fmt.Errorf("%w (%s)", err, OwnManifest)
		}
	}
	return list, nil
}

func (o OwnSet) set() (Set, error) {
	f, err := format.ParseFormat(o.Format)
	if err != nil {
		return Set{}, fmt.Errorf("corpus: set %q: %w", o.ID, err)
	}
	return Set{
		ID:          o.ID,
		Title:       o.Title,
		Description: o.Description,
		Side:        o.Side,
		Unique:      o.Unique,
		Puzzles:     o.Puzzles,
		File:        "own/" + o.File,
		Format:      f,
		Alphabet:    board.Numeric, // what package format writes
		SHA256:      o.SHA256,
		Bytes:       o.Bytes,
		Origin:      "this project, experiments/own-sets",
		Licence:     "as the project",
		Embedded:    true,
		Recipe:      o.Recipe,
	}, nil
}

var ownList = sync.OnceValue(func() []Set {
	text, err := ownFiles.ReadFile(OwnManifest)
	if err != nil {
		panic(err) // embedded at build time
	}
	list, err := ParseOwnManifest(bytes.NewReader(text))
	if err != nil {
		panic(err) // the package's own test reads the same bytes
	}
	sets := make([]Set, len(list))
	for i, o := range list {
		if sets[i], err = o.set(); err != nil {
			panic(err)
		}
	}
	return sets
})

func ownSets() []Set { return ownList() }
