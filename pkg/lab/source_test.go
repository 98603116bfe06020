package lab

import (
	"strings"
	"testing"
)

func source() Source {
	return Source{
		Authors: "A. Writer", Repository: "https://example.org/a/sudoku", Commit: strings.Repeat("0a", 20), Date: "2025-12-01", File: "docs/my paper.md", Language: "Rust",
		Headings: map[string]string{"Drawing": "The Drawing"},
	}
}

func TestSectionAddress(t *testing.T) {
	at := "https://example.org/a/sudoku/blob/" + strings.Repeat("0a", 20) + "/docs/my%20paper.md"
	for section, want := range map[string]string{
		"Algorithms, 1. Arc Consistency (AC-3)":     "#1-arc-consistency-ac-3",
		"Optimizing count_solutions()":              "#optimizing-count_solutions",
		"рекурсия":                                  "#рекурсия",
		"Drawing, Stage 2: Features":                "#the-drawing",
		"3. Complexity, Time & Space":               "#time--space",
		"Solver, 6. MRV (Minimum Remaining Values)": "#6-mrv-minimum-remaining-values",
	} {
		if got := source().SectionAddress(section); got != at+want {
			t.Errorf("%s: %s, want %s", section, got, at+want)
		}
	}
	if got := (Source{}).SectionAddress("1. A") + (Source{}).Address(); got != "" {
		t.Errorf("without a repository: %q", got)
	}
}

func TestSourceRefused(t *testing.T) {
	if err := source().check(); err != nil {
		t.Error(err)
	}
	if err := (Source{}).check(); err != nil {
		t.Errorf("none: %v", err)
	}
	for want, change := range map[string]func(*Source){
		`repository "http://example.org/a/b"`:    func(s *Source) { s.Repository = "http://example.org/a/b" },
		`repository "https://example.org/a/b/"`:  func(s *Source) { s.Repository = "https://example.org/a/b/" },
		`commit "25c18bc", want its 40 hex`:      func(s *Source) { s.Commit = "25c18bc" },
		`date "1 May 2025", want year-month-day`: func(s *Source) { s.Date = "1 May 2025" },
		`authors, file and language may not`:     func(s *Source) { s.Authors = "" },
		`"Draw" begins "Drawing", want one`:      func(s *Source) { s.Headings["Draw"] = "A" },
	} {
		s := source()
		change(&s)
		if err := s.check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestCitation(t *testing.T) {
	s := source()
	if got, want := s.Citation(), "[docs/my paper.md]("+s.Address()+") by A. Writer, in [sudoku](https://example.org/a/sudoku) at commit 0a0a0a0 of 2025-12-01, beside its program in Rust (no licence found)"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	s.License = "MIT"
	if got := s.Citation(); !strings.HasSuffix(got, "(licence MIT)") {
		t.Error(got)
	}
}
