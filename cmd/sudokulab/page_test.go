package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPageRefuses: what page cannot use is told, and leaves no file.
func TestPageRefuses(t *testing.T) {
	for _, args := range [][]string{{"page", "more"}, {"page", "--output", ""}, {"page", "--colour", "red"}, {"page", "--networks=perhaps"}, {"page", "--networks", "--output", ""}} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); code != exitError || stderr.Len() == 0 {
			t.Errorf("%q: code %d, %s", args, code, stderr.String())
		}
	}
	if left, err := filepath.Glob("lab.html"); err != nil || len(left) > 0 {
		t.Errorf("%q is left, %v", left, err)
	}
}

// TestPageNetworks: the page with the networks is the page with another program.
func TestPageNetworks(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles the lab for browsers, twice")
	}
	write := func(args ...string) int {
		t.Helper()
		file := filepath.Join(t.TempDir(), "lab.html")
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), append([]string{"page", "--output", file}, args...), strings.NewReader(""), &stdout, &stderr); code != exitOK || stdout.String() != file+"\n" {
			t.Fatalf("%q: code %d, %s%s", args, code, stdout.String(), stderr.String())
		}
		html, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(html, []byte("<!doctype html>")) || !bytes.Contains(html, []byte(`id="sudokulab-wasm"`)) {
			t.Errorf("%q: %.80s", args, html)
		}
		return len(html)
	}
	exact, networks := write(), write("--networks")
	t.Logf("%d bytes, with networks %d", exact, networks)
	if networks < exact+1<<20 {
		t.Errorf("%d bytes with networks, %d without", networks, exact)
	}
}
