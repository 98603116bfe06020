package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestContest: a program is measured beside an engine, its record can be read, and what is wrong with it ends with exit code 1.
func TestContest(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(beMain, "1")
	file := filepath.Join(t.TempDir(), "record.jsonl")
	args := []string{"bench", "--set", "own-mixed", "--first", "20", "--rounds", "2", "--beside", "bitboard"}
	out := must(t, "", append(args, "--record", file, "--", self, serveCommand, "wide")...)
	for _, want := range []string{"Answers to 20 puzzles", "Times as fast as bitboard", "ontrol"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in %s", want, out)
		}
	}
	var kept benchRecord
	if err := json.Unmarshal([]byte(content(t, file)), &kept); err != nil || kept.Report == nil || len(kept.Entrant) != 64 || len(kept.Set) != 64 || kept.Results[0].Score.Puzzles != 20 {
		t.Errorf("%v: %+v", err, kept)
	}
	if r := sudokulab(t, "", append(args, "--", self, "version")...); r.code != exitError || !strings.Contains(r.out, "malformed") || !strings.Contains(r.errOut, "wrong, malformed") {
		t.Errorf("a program that answers nothing: exit code %d, %s%s", r.code, r.out, r.errOut)
	}
	for want, args := range map[string][]string{
		"behind --":            args,
		"no-such-program":      append(args, "--", "no-such-program"),
		"no method":            {"bench", easy, "--beside", "nobody", "--", self},
		"of that name already": {"bench", easy, "--name", "dlx", "--", self},
		"want one":             {"bench", easy, "--name", "a,b", "--", self},
		"plain boards":         {"bench", "--diagonal", easy, "--", self},
	} {
		if r := sudokulab(t, "", args...); r.code != exitError || !strings.Contains(r.errOut, want) {
			t.Errorf("%v: exit code %d, %q, want %q", args, r.code, r.errOut, want)
		}
	}
}
