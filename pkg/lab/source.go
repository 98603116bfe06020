package lab

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"time"
	"unicode"
)

// Source is where a document stands, as its repository publishes it. The zero Source is that of a document which stands in none.
type Source struct {
	Authors    string `yaml:"authors" json:"authors"`       // as the history of the repository names them
	Repository string `yaml:"repository" json:"repository"` // its address
	Commit     string `yaml:"commit" json:"commit"`         // 40 hex digits
	Date       string `yaml:"date" json:"date"`             // of the commit: year-month-day
	File       string `yaml:"file" json:"file"`             // the document, in the repository
	Language   string `yaml:"language" json:"language"`     // of the program beside it
	License    string `yaml:"license" json:"license"`       // empty where the repository holds none
	// Headings names, for sections that begin so and are no heading of the file themselves, the heading under which they stand.
	Headings map[string]string `yaml:"headings" json:"headings,omitempty"`
}

var commitID = regexp.MustCompile(`^[0-9a-f]{40}$`)

func (s Source) check() error {
	if s.IsZero() {
		return nil
	}
	at, err := url.Parse(s.Repository)
	switch {
	case err != nil || at.Scheme != "https" || at.Host == "" || strings.HasSuffix(s.Repository, "/"):
		return fmt.Errorf("repository %q, want an https address without a slash at its end", s.Repository)
	case !commitID.MatchString(s.Commit):
		return fmt.Errorf("commit %q, want its 40 hex digits", s.Commit)
	case s.Authors == "" || s.File == "" || s.Language == "":
		return errors.New("authors, file and language may not be empty")
	}
	for a := range s.Headings {
		for b := range s.Headings {
			if a != b && strings.HasPrefix(a, b) {
				return fmt.Errorf("headings: %q begins %q, want one of them", b, a)
			}
		}
	}
	if _, err := time.Parse(time.DateOnly, s.Date); err != nil {
		return fmt.Errorf("date %q, want year-month-day", s.Date)
	}
	return nil
}

// IsZero reports whether nothing is said.
func (s Source) IsZero() bool {
	return reflect.ValueOf(s).IsZero()
}

// name is the repository's.
func (s Source) name() string { return s.Repository[strings.LastIndex(s.Repository, "/")+1:] }

// Address is that of the document at its commit, "" if it stands in no repository.
func (s Source) Address() string {
	if s.IsZero() {
		return ""
	}
	return s.Repository + "/blob/" + s.Commit + "/" + (&url.URL{Path: s.File}).EscapedPath()
}

// SectionAddress is the address of a claim's section, whose name is the headings that lead to it, joined by commas: of the last.
func (s Source) SectionAddress(section string) string {
	if s.IsZero() {
		return ""
	}
	heading := section[strings.LastIndex(section, ", ")+1:]
	for begin, under := range s.Headings { // of which none begins another: see check
		if strings.HasPrefix(section, begin) {
			heading = under
		}
	}
	return s.Address() + "#" + anchor(heading)
}

// anchor is what a repository's page makes of a heading: lower case, letters, digits, hyphens and underscores only, a hyphen for each space.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(heading))
}

// short is as much of a commit as tells it from the others of a repository.
const short = 7

// Citation names the document, its authors and the program beside it, in Markdown, as part of a sentence.
func (s Source) Citation() string {
	if s.IsZero() {
		return "it stands in no repository"
	}
	license := "no licence found"
	if s.License != "" {
		license = "licence " + s.License
	}
	return fmt.Sprintf("[%s](%s) by %s, in [%s](%s) at commit %s of %s, beside its program in %s (%s)",
		s.File, s.Address(), s.Authors, s.name(), s.Repository, s.Commit[:short], s.Date, s.Language, license)
}
