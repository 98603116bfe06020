package record_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/record"
)

func sample(caseName string) record.Record {
	cfg := []byte(`{"note":"a < b & c"}`)
	return record.Record{
		Schema: record.Schema, Experiment: "csp-sample", Profile: "quick", Case: caseName, Status: record.OK,
		Config: cfg, ConfigHash: record.Hash(cfg), Seed: 7,
		Exact: map[string]record.Metric{"givens": {Value: 30, Unit: "cells", N: 1}},
		Noisy: map[string]record.Metric{"time": {Value: 1.5e-4, Unit: "s", N: 9}},
		Texts: map[string]string{"tree": "root\n└─ r1c3 <"},
	}
}

func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "records.jsonl")
	want := record.Set{sample("a"), sample("b")}
	data, err := record.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if err := record.ReplaceFile(path, data); err != nil {
		t.Fatal(err)
	}
	got, err := record.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Fatal(d)
	}
	again, err := record.Marshal(got)
	if err != nil || !bytes.Equal(again, data) {
		t.Fatalf("second writing differs (%v)", err)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Fatalf("%d files beside the records, want none", len(files)-1)
	}
}

func TestReadFileAbsent(t *testing.T) {
	set, err := record.ReadFile(filepath.Join(t.TempDir(), "none.jsonl"))
	if err != nil || set != nil {
		t.Fatalf("got %v, %v", set, err)
	}
}

func TestReadRejects(t *testing.T) {
	good, err := record.Marshal(record.Set{sample("a")})
	if err != nil {
		t.Fatal(err)
	}
	line := strings.TrimSpace(string(good))
	for name, tc := range map[string]struct{ text, want string }{
		"twice":     {line + "\n" + line, "f:2: case \"a\" of profile quick stands in line 1"},
		"truncated": {line + "\n" + line[:40], "f:2:"},
		"unknown":   {strings.Replace(line, `"seed"`, `"sead"`, 1), `f:1: record has an unknown field "sead"`},
		"schema":    {strings.Replace(line, `"schema":1`, `"schema":2`, 1), "schema 2, want 1"},
		"tampered":  {strings.Replace(line, "a < b", "a > b", 1), "config_hash does not match"},
		"unit":      {strings.Replace(line, `"unit":"s"`, `"unit":""`, 1), "metric time has no unit"},
		"status":    {strings.Replace(line, `"status":"ok"`, `"status":"fine"`, 1), `status "fine"`},
		"null":      {line + "\n" + strings.Replace(line, `"value":30`, `"value":null`, 1), "f:2: record.exact.givens.value is null, want a value"},
		"absent":    {strings.Replace(line, `"value":30,`, ``, 1), `f:1: record.exact.givens has no "value"`},
		"repeated":  {strings.Replace(line, `"value":30`, `"value":30,"value":0`, 1), `record.exact.givens has the field "value" twice`},
		"renamed":   {strings.Replace(line, `"value":30`, `"value":30,"Value":0`, 1), `record.exact.givens has an unknown field "Value"`},
		"metrics":   {strings.Replace(line, `"givens":{`, `"givens":{"value":1,"unit":"x","n":1},"givens":{`, 1), `record.exact has the field "givens" twice`},
		"list":      {strings.Replace(line, `"texts":`, `"pictures":{"p":[1,2]},"texts":`, 1), "record.pictures.p is a list"},
		"two":       {line + " " + line, "f:1: "},
		"behind":    {line + " ]", "f:1: "},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := record.Read(strings.NewReader(tc.text), "f")
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Fatalf("error %v, want one with %q", err, tc.want)
			}
		})
	}
}

// TestReadWantsAll sets each value of a record to null, and leaves each out, the configuration's insides excepted: only what may be
// left out may be, and nothing may be null.
func TestReadWantsAll(t *testing.T) {
	full := sample("a")
	full.Note, full.Corpus = "capped", &record.Corpus{ID: "17clue", SHA256: "ab", Puzzles: 3}
	full.Pictures = map[string][]byte{"board.png": {1, 2}}
	full.Provenance = record.Provenance{Commit: "c", Modules: map[string]string{"m": "v1"}, Machine: "m", Backend: "go"}
	data, err := record.Marshal(record.Set{full})
	if err != nil {
		t.Fatal(err)
	}
	optional := []string{"note", "corpus", "exact", "texts", "noisy", "pictures", "modules", "machine", "backend", "givens", "time", "tree", "board.png", "m"}
	var root any
	if err := json.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	read := func() error {
		line, err := record.Encode(root)
		if err != nil {
			t.Fatal(err)
		}
		_, err = record.Read(bytes.NewReader(line), "f")
		return err
	}
	tried := 0
	var walk func(of map[string]any, at string)
	walk = func(of map[string]any, at string) {
		for _, name := range slices.Sorted(maps.Keys(of)) {
			was := of[name]
			tried++
			of[name] = nil
			if err := read(); err == nil || !strings.Contains(err.Error(), "f:1: ") {
				t.Errorf("%s.%s is null: error %v, want one with its line", at, name, err)
			}
			delete(of, name)
			if err := read(); (err == nil) != slices.Contains(optional, name) {
				t.Errorf("%s without %s: error %v", at, name, err)
			}
			of[name] = was
			if inner, ok := was.(map[string]any); ok && name != "config" {
				walk(inner, at+"."+name)
			}
		}
	}
	walk(root.(map[string]any), "record")
	if tried < 40 {
		t.Errorf("%d values tried, want at least 40", tried)
	}
	if err := read(); err != nil {
		t.Errorf("the whole record: %v", err)
	}
}

func TestMarshalRefusesNaN(t *testing.T) {
	r := sample("a")
	r.Noisy["time"] = record.Metric{Value: math.NaN(), Unit: "s", N: 1}
	if _, err := record.Marshal(record.Set{r}); err == nil {
		t.Fatal("a record with NaN was written")
	}
}

func TestDeterministicLeavesOutNoise(t *testing.T) {
	a, b := sample("a"), sample("a")
	b.Noisy["time"] = record.Metric{Value: 9, Unit: "s", N: 2}
	b.Provenance.Commit = "other"
	da, errA := a.Deterministic()
	db, errB := b.Deterministic()
	if errA != nil || errB != nil || !bytes.Equal(da, db) {
		t.Fatalf("noise changed the deterministic part:\n%s\n%s", da, db)
	}
	b.Exact["givens"] = record.Metric{Value: 31, Unit: "cells", N: 1}
	if db, _ = b.Deterministic(); bytes.Equal(da, db) {
		t.Fatal("an exact figure did not change the deterministic part")
	}
}

func TestJournalSurvivesACut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.jsonl")
	j, err := record.OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []string{"k1", "k2"} {
		if err := j.Put(k, sample(k)); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// Every prefix of the file is what some kill could have left.
	for cut := range len(data) + 1 {
		if err := os.WriteFile(path, data[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := record.OpenJournal(path)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		lines := strings.Count(string(data[:cut]), "\n")
		for i, k := range []string{"k1", "k2"} {
			if _, ok := j.Get(k); ok != (i < lines) {
				t.Fatalf("cut at %d: %s kept: %v", cut, k, ok)
			}
		}
		if err := j.Put("k3", sample("k3")); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if j, err = record.OpenJournal(path); err != nil {
			t.Fatal(err)
		}
		if _, ok := j.Get("k3"); !ok {
			t.Fatalf("cut at %d: the record after the cut is lost", cut)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestJournalIsHeldByOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.jsonl")
	j, err := record.OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := record.OpenJournal(path); err == nil {
		_ = second.Close()
		t.Fatal("a second run took hold of the journal")
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j, err = record.OpenJournal(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestReplaceFileKeepsTheOldOne(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := record.ReplaceFile(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	// A folder of that name cannot be replaced by a file; nothing may be left behind.
	target := filepath.Join(dir, "folder")
	if err := os.MkdirAll(filepath.Join(target, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := record.ReplaceFile(target, []byte("new")); err == nil {
		t.Fatal("a folder was replaced")
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 2 {
		t.Fatalf("%d entries (%v), want the file and the folder only", len(files), err)
	}
}

func TestLookup(t *testing.T) {
	set := record.Set{sample("a")}
	if m, err := set.Lookup("a", "time"); err != nil || m.N != 9 {
		t.Fatalf("got %v, %v", m, err)
	}
	for _, q := range [][2]string{{"b", "time"}, {"a", "none"}} {
		if _, err := set.Lookup(q[0], q[1]); !errors.Is(err, record.ErrNoRecord) {
			t.Fatalf("%v: error %v", q, err)
		}
	}
}

func Example() {
	lines := `{"schema":1,"experiment":"csp-sample","profile":"quick","case":"sample","status":"ok","config":{},"config_hash":"44136fa355b3678a","seed":1,"exact":{"givens":{"value":30,"unit":"cells","n":1}},"provenance":{"commit":"unknown","dirty":false,"code":"0","go":"go1.26","os":"linux","arch":"amd64","cpu":"","cores":2,"started":"2026-11-20T00:00:00Z","duration_ns":1}}`
	set, err := record.Read(strings.NewReader(lines), "records.jsonl")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range set.Measured() {
		fmt.Println(r.Case, r.Exact["givens"].Value, r.Exact["givens"].Unit)
	}
	// Output: sample 30 cells
}
