package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"sudokulab/pkg/nbkernel"
)

// TestSlips: what is told of numbers beyond all bounds, words of one letter, flags that exclude each other, and of folders that are no lab.
func TestSlips(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(nbkernel.EnvRoot, "")
	if err := os.MkdirAll(filepath.Join("tree", "research"), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("tree", "research", "claims.yaml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, says, not string }{
		{"generate --count 99999999999999999999", "--count 99999999999999999999: want 0 to 9223372036854775807", "or more"},
		{"generate --count -99999999999999999999", "want 0 or more", ""},
		{"sheet --per-page 5", "want 1, 2, 4, 6, 9 or 12; see", "did you mean"},
		{"solve --format t .", "did you mean text?", ""},
		{"eval dqn --blanks 70", "--blanks 70: want at most 64 empty cells at side 9", ""},
		{"eval dqn --blanks 60-65", "at most 64", ""},
		{"page", "name it with " + nbkernel.EnvRoot, "--root"},
		{"site --root tree --out site", "site: ", "no lab here"},
		{"accel install none", "sudokulab: accel install: no \"none\"", ""},
		{"score x", "see sudokulab score --help", ""},
		{"results --root tree --status --out x", "--status: measures and writes nothing, so it excludes --out", ""},
		{"results --root tree --status --replace-stale", "so it excludes --out", ""},
		{"results --root tree --replace-stale --only csp-sample --out x", "so it excludes --out and --take", ""},
	} {
		r := sudokulab(t, "", strings.Fields(c.args)...)
		if r.code != exitError || !strings.Contains(r.errOut, c.says) || c.not != "" && strings.Contains(r.errOut, c.not) {
			t.Errorf("sudokulab %s: exit code %d, %q, want %q in it and not %q", c.args, r.code, r.errOut, c.says, c.not)
		}
	}
}

// TestHelpNamesFlags: every flag that a help text speaks of is one.
func TestHelpNamesFlags(t *testing.T) {
	known := map[string]bool{"--help": true}
	said := map[string]string{}
	word := regexp.MustCompile(`--[a-z][a-z0-9-]+`)
	everyCommand(func(cmd *cobra.Command, path []string) {
		usage := cmd.LocalFlags().FlagUsages()
		for line := range strings.SplitSeq(usage, "\n") {
			line = strings.TrimSpace(line)
			if len(line) > 4 && line[0] == '-' && line[1] != '-' { // a short name and a comma stand before the long one
				line = line[4:]
			}
			if flag := word.FindString(line); strings.HasPrefix(line, flag) {
				known[flag] = true
			}
		}
		for _, flag := range word.FindAllString(cmd.Long, -1) {
			said[flag] = strings.Join(path, " ")
		}
	})
	for flag, command := range said {
		if !known[flag] {
			t.Errorf("the help of %q speaks of %s, which no command has", command, flag)
		}
	}
}

// TestNoHome: without a home folder, as in many a container, the sets that are here can be used.
func TestNoHome(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData", nbkernel.EnvRoot} {
		t.Setenv(name, "")
	}
	if got := must(t, "", "solve", "--set", "own-4x4", "--first", "1"); len(got) != 17 {
		t.Errorf("a set in the program: %q", got)
	}
	must(t, "", "data", "list", "own-4x4")
	must(t, "", "data", "verify", "own-4x4")
	must(t, "", "dataset", "audit", "--set", "own-4x4", "--first", "1")
	refused(t, []string{"data", "fetch", "17clue"}, "no place to keep puzzle sets")
	if r := sudokulab(t, "", "doctor"); !strings.Contains(r.out, "no place to keep puzzle sets") {
		t.Errorf("doctor says %s", r.out)
	}
}

// TestUnlessDone: what cannot be interrupted is not waited for.
func TestUnlessDone(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	never := make(chan int)
	if _, err := unlessDone(ctx, func() (int, error) { return <-never, nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if x, err := unlessDone(t.Context(), func() (int, error) { return 3, nil }); x != 3 || err != nil {
		t.Error(x, err)
	}
}
