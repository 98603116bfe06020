package contest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestReadCounted(t *testing.T) {
	for _, c := range []struct {
		text string
		ok   bool
	}{
		{`{"program":"x","puzzles":20,"seconds":0.5,"zero":1,"one":7,"many":2,"guesses":-1,"passes":2}`, true},
		{`{"puzzles":7,"seconds":0.5,"zero":0,"one":7,"many":0,"guesses":3,"passes":0}`, true}, // ended within the first pass
		{`{"puzzles":20,"seconds":0.5,"zero":1,"one":7,"many":1,"guesses":-1,"passes":2}`, false},
		{`{"puzzles":19,"seconds":0.5,"zero":1,"one":7,"many":2,"guesses":-1,"passes":2}`, false},
		{`{"puzzles":0,"seconds":0.5,"zero":0,"one":0,"many":0,"guesses":-1,"passes":0}`, false},
		{`{"puzzles":10,"seconds":0,"zero":0,"one":10,"many":0,"guesses":-1,"passes":1}`, false},
		{"solved 10 puzzles", false},
	} {
		if _, err := readCounted([]byte(c.text), 10); (err == nil) != c.ok {
			t.Errorf("%s: error %v", c.text, err)
		}
	}
}

// TestCount runs programs that count, and some that do not.
func TestCount(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	dir := t.TempDir()
	for _, c := range []struct{ script, want string }{
		{`test "$*" = "more puzzles 2 0.500000" && echo '{"puzzles":3,"seconds":0.5,"one":3,"guesses":-1,"passes":1}'`, ""},
		{`echo 3 puzzles`, `wrote "3 puzzles`},
		{`echo no room >&2; exit 3`, "crashed: exit status 3; its last words: no room"},
		{`sleep 60 & exec sleep 60`, "did not end within 200ms"},
		{`yes`, "flooded"},
	} {
		file := filepath.Join(dir, "program")
		if err := os.WriteFile(file, []byte("#!/bin/sh\n"+c.script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		counting := Counting{File: "puzzles", Puzzles: 3, Limit: 2, Seconds: 0.5, Timeout: 10 * time.Second}
		if strings.HasPrefix(c.script, "sleep") {
			counting.Timeout = 200 * time.Millisecond
		}
		begin := time.Now()
		got, err := Count(t.Context(), Program{Command: []string{file, "more"}}, counting)
		switch {
		case c.want == "" && (err != nil || got.One != 3 || got.Guesses != -1):
			t.Errorf("%s: %+v, %v", c.script, got, err)
		case c.want != "" && (!errors.Is(err, ErrProgram) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: error %v, want %q in it", c.script, err, c.want)
		}
		if d := time.Since(begin); d > 5*time.Second {
			t.Errorf("%s: took %s", c.script, d)
		}
	}
	if _, err := Count(t.Context(), Program{Command: []string{filepath.Join(dir, "absent")}}, Counting{Puzzles: 1, Limit: 2}); !errors.Is(err, ErrProgram) {
		t.Errorf("a program that is not there: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Count(ctx, Program{Command: []string{filepath.Join(dir, "program")}}, Counting{Puzzles: 1, Limit: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
}
