package main

import (
	"fmt"
	"strings"
	"testing"

	"sudokulab/pkg/lab"
)

func TestOutcome(t *testing.T) {
	var many []string
	for i := range maxNamed + 2 {
		many = append(many, fmt.Sprint("exp case=", i))
	}
	for _, c := range []struct {
		name string
		sum  lab.Summary
		want []string // lines
	}{
		{"nothing before", lab.Summary{Measured: 3}, nil},
		{"all the same", lab.Summary{Same: 3}, []string{"Measured by another run before: 3 cases, of which 3 gave the same exact figures."}},
		{"not all", lab.Summary{Same: 1, Others: []string{"exp a"}}, []string{"Measured by another run before: 2 cases, of which 1 gave the same exact figures; not the same: exp a."}},
		{"many others", lab.Summary{Others: many}, []string{"Measured by another run before: 12 cases, of which 0 gave the same exact figures; not the same: " + strings.Join(many[:maxNamed], ", ") + " and 2 more."}},
		{"stay and give way", lab.Summary{Stayed: 2, Replaced: 1, Dropped: []string{"3 stale ones of exp full"}}, []string{
			"With the same exact figures, these stay as they are, with their times: 2 records; --tables prints those of this run, --force replaces them.",
			"With the same exact figures, these gave way to what this run measured, as they were of earlier code, of a changed tree or of a commit that is not known, or by --force: 1 record.",
			"Dropped records: 3 stale ones of exp full.",
		}},
		{"larger", lab.Summary{Larger: []string{"exp"}}, []string{"Tables and verdicts of 1 experiment are made of a larger profile than quick; --tables prints those of this run."}},
		{"stale", lab.Summary{Larger: []string{"exp", "other"}, Stale: []string{"other"}}, []string{
			"Tables and verdicts of 2 experiments are made of a larger profile than quick; --tables prints those of this run.",
			"Earlier code measured that profile of other: measure it again, or let this run take its place by --replace-stale.",
		}},
	} {
		want := ""
		for _, line := range c.want {
			want += line + "\n"
		}
		diff(t, c.name, outcome(c.sum, lab.Quick), want)
	}
}
