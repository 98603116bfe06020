package corpus

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"

	"sudokulab/pkg/board"
)

func TestOwnSets(t *testing.T) {
	text, err := fs.ReadFile(ownFiles, OwnManifest)
	if err != nil {
		t.Fatal(err)
	}
	list, err := ParseOwnManifest(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{"manifest.json": true}
	for _, o := range list {
		named[o.File] = true
	}
	entries, err := fs.ReadDir(ownFiles, "own")
	if err != nil {
		t.Fatal(err)
	}
	size := int64(0)
	for _, e := range entries {
		if !named[e.Name()] {
			t.Errorf("own/%s is embedded but not in the list", e.Name())
		}
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	if size >= 400<<10 {
		t.Errorf("%d bytes embedded, want less than 400 KiB", size)
	}

	// Without any folder: what is embedded is always there.
	s := &Store{}
	rows, err := s.Verify(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, c := range rows {
		if !c.Set.Embedded {
			continue
		}
		seen++
		if c.Err != nil || !c.HashOK() || !c.CountOK() || c.Digest.Bytes != c.Set.Bytes {
			t.Errorf("%s: %v, %d puzzles, %+v", c.Set.ID, c.Err, c.Puzzles, c.Digest)
		}
	}
	if seen != len(list) {
		t.Errorf("%d embedded sets, list has %d", seen, len(list))
	}
}

func TestOwnSetsHoldWhatTheySay(t *testing.T) {
	s := &Store{}
	for _, set := range All() {
		if !set.Embedded {
			continue
		}
		seen := map[string]int{}
		index := 0
		for p, err := range s.Open(t.Context(), set.ID) {
			if err != nil {
				t.Fatal(err)
			}
			if other, twice := seen[p.Board.String()]; twice {
				t.Errorf("%s: puzzle %d is puzzle %d again", set.ID, index, other)
			}
			seen[p.Board.String()] = index
			if p.Count < 0 && len(board.Conflicts(p.Board)) > 0 {
				t.Errorf("%s: puzzle %d has conflicts", set.ID, index)
			}
			index++
		}
	}
}

func TestParseOwnManifestIsStrict(t *testing.T) {
	good := `{"id":"own-x","title":"x","description":"x","side":4,"unique":"yes","format":"line","file":"x.txt",` +
		`"puzzles":1,"recipe":"make","sha256":"` + hashOf("x") + `","bytes":1}`
	if list, err := ParseOwnManifest(strings.NewReader("[" + good + "]\n")); err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	for name, text := range map[string]string{
		"nothing":           "",
		"no list":           good,
		"a trailing list":   "[" + good + "][]",
		"an unknown field":  "[" + strings.Replace(good, `"side"`, `"sides"`, 1) + "]",
		"an unknown format": "[" + strings.Replace(good, `"line"`, `"lines"`, 1) + "]",
		"no recipe":         "[" + strings.Replace(good, `"make"`, `""`, 1) + "]",
		"no hash":           "[" + strings.Replace(good, hashOf("x"), Unknown, 1) + "]",
	} {
		if _, err := ParseOwnManifest(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), "corpus: ") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
