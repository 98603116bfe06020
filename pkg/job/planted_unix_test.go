//go:build unix

package job

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// ends fails the test if f takes long, as what waits for the writer of a FIFO does, and returns its error.
func ends(t *testing.T, what string, f func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- f() }()
	select {
	case err := <-done:
		return err
	case <-time.After(20 * time.Second):
		t.Fatalf("%s waits", what)
		return nil
	}
}

// TestFIFO: a FIFO in the place of the job file, of an input, the plan, a shard or a manifest is an error at once.
func TestFIFO(t *testing.T) {
	fifo := func(path string) {
		_ = os.Remove(path)
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Skip(err)
		}
	}
	s := sample(t, 2)
	j := opened(t, s, Options{})
	if err := j.Run(t.Context(), all(j), 1, nil); err != nil {
		t.Fatal(err)
	}
	fifo(j.outputPath(1))
	if err := ends(t, "merging a FIFO", func() error { return j.Merge(t.Context()) }); err == nil {
		t.Error("a FIFO was merged")
	}
	fifo(j.manifestPath(0))
	if err := ends(t, "merging by a FIFO", func() error { return j.Merge(t.Context()) }); err == nil {
		t.Error("a FIFO is a manifest")
	}
	s = sample(t, 2)
	fifo(filepath.Join(filepath.Dir(s.path), "a.txt"))
	err := ends(t, "planning a FIFO", func() error { _, err := Open(t.Context(), s, Options{Code: "one", Do: upper}); return err })
	if err == nil || !strings.Contains(err.Error(), "a.txt") || !strings.Contains(err.Error(), "FIFO") {
		t.Errorf("a FIFO is planned: %v", err)
	}
	fifo(s.path)
	if err := ends(t, "reading a FIFO", func() error { _, err := Read(s.path); return err }); err == nil {
		t.Error("a FIFO is a job file")
	}
}

// TestPlantedFolder: shards go into no folder that a link leads to, and none is cleaned there.
func TestPlantedFolder(t *testing.T) {
	s, outside := sample(t, 2), t.TempDir()
	theirs := filepath.Join(outside, "0.out")
	if err := os.WriteFile(theirs, []byte("theirs"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, s.Folder()); err != nil {
		t.Skip(err)
	}
	if _, err := Open(t.Context(), s, Options{Code: "one", Do: upper}); err == nil {
		t.Error("a job was planned in a folder elsewhere")
	}
	if err := Clean(s); err == nil {
		t.Error("a folder elsewhere was cleaned")
	}
	if text, err := os.ReadFile(theirs); err != nil || string(text) != "theirs" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestKilledRun: the next run removes what a killed one left of shards, and the next merge what a killed one left of the output.
func TestKilledRun(t *testing.T) {
	s := sample(t, 3)
	j := opened(t, s, Options{})
	left := []string{filepath.Join(s.Folder(), ".0.out.new-abcdefghij"), filepath.Join(s.Folder(), ".2.json.new-abcdefghij"), filepath.Join(filepath.Dir(s.OutputPath()), ".out.txt.new-abcdefghij")}
	for _, name := range left {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Run(t.Context(), all(j), 2, nil); err != nil {
		t.Fatal(err)
	}
	merged1(t, j)
	for _, name := range left {
		if fileThere(name) {
			t.Errorf("%s stays", name)
		}
	}
}
