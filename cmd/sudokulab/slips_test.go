package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"sudokulab/pkg/nbkernel"
)

// TestSlips: what is told of flags that exclude each other, and of folders that are no lab.
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
		{"page", "name it with " + nbkernel.EnvRoot, "--root"},
		{"site --root tree --out site", "site: ", "no lab here"},
		{"accel install none", "sudokulab: accel install: no \"none\"", ""},
		{"score x", "see sudokulab score --help", ""},
		{"results --root tree --status --out x", "--status: measures and writes nothing, so it excludes --out", ""},
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
