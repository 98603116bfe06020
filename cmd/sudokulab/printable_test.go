package main

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// hostileText would clear a terminal, set its title, ring, turn the direction of writing and begin a sequence in one character.
const hostileText = "n\x1b[2Jam\x1b]0;t\x07e\u009b5m\u202ex\u2066y\x7fz"

// steering finds what a terminal obeys.
var steering = regexp.MustCompile(`[\x00-\x08\x0b-\x1f\x7f\x{80}-\x{9f}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}]`)

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"a\tb\nc": "a\tb\nc", "": "", "äöü 数独 │": "äöü 数独 │", "\x1b[31m": `\x1b[31m`, "a\xffb": `a\xffb`, "a\rb": `a\x0db`, "\u0085\u202e": `\x85\u202e`, "\ufffd\x00": "\ufffd\\x00", "a\u2028": `a\u2028`,
		hostileText: `n\x1b[2Jam\x1b]0;t\x07e\x9b5m\u202ex\u2066y\x7fz`,
	} {
		if got := printable(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{
		strings.Repeat("a", 11): "aaaaaaaaa…", strings.Repeat("a", 10): "aaaaaaaaaa", "ab\n" + strings.Repeat("数", 1000) + "\ncd": "ab\n数数数数数数数数数…\ncd", strings.Repeat("\x1b", 20): `\x1b\x1b\x…`[:9] + "…",
	} {
		if got := clipped(in, 10); got != want {
			t.Errorf("%.40q became %q, want %q", in, got, want)
		}
	}
}

// TestHostileNames: no command that reads puzzles lets what a file calls them steer a terminal, in text or in errors, and those that
// write JSON give it back to the letter.
func TestHostileNames(t *testing.T) {
	named := write(t, "named.txt", easy+" # "+hostileText+"\n")
	bad := write(t, "bad.txt", easy[:80]+hostileText+"\n"+strings.Repeat("7", 1<<20)+"\n")
	seen := 0
	everyCommand(func(cmd *cobra.Command, path []string) {
		if len(path) != 1 || !strings.Contains(cmd.Use, "[puzzle | file | -]") && path[0] != "hint" || cmd.Flags().Lookup("format") == nil {
			return
		}
		seen++
		for _, file := range []string{named, bad} {
			for _, more := range [][]string{nil, {"--format", "text"}, {"--format", "markdown"}} {
				r := sudokulab(t, "", append(append(path, more...), file)...)
				if strings.Contains(r.errOut, "--format") { // it has no such form
					continue
				}
				if at := steering.FindString(r.out + r.errOut); at != "" {
					t.Errorf("%q: %q in\n%.2000q\n%.500q", append(path, more...), at, r.out, r.errOut)
				}
				for l := range strings.SplitSeq(r.errOut, "\n") {
					if n := utf8.RuneCountInString(l); n > mostMessage+200 {
						t.Errorf("%q: a line of %d characters on standard error", path, n)
					}
				}
			}
		}
		if r := sudokulab(t, "", append(path, "--format", "json", named)...); r.code == exitOK && strings.Contains(r.out, `"name":"n`) && !strings.Contains(r.out, `n\u001b[2Jam\u001b]0;t\u0007e`) {
			t.Errorf("%q: JSON does not hold the name as it is: %q", path, r.out)
		}
	})
	if seen < 9 {
		t.Errorf("%d commands that read puzzles", seen)
	}
}

// TestHostileSources: the same of exact cover problems, jobs and notebooks.
func TestHostileSources(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	l := newNotebookLab(t)
	book := l.notebook("a.ipynb", "print "+hostileText, "error "+hostileText)
	other := l.notebook("b.ipynb", "print other", "error "+long)
	for _, args := range [][]string{
		{"cover", write(t, "cover.txt", "a\x1b[2J\u202e b\na\x1b[2J\u202e b\n")},
		{"cover", write(t, "cover.txt", "a b\n"+hostileText+long+"\n")},
		{"cover", write(t, "cover.txt", "a "+long+hostileText+"|\n")},
		{"job", "run", write(t, "job.yaml", "operation: \""+hostileText+"\"\n"+long+": 1\n")},
		{"job", "run", write(t, "job.yaml", "operation: \"\\e[2J"+long+"\"\nshards: 1\n")},
		{"dataset", "make", write(t, "recipe.yaml", "name: \"\\e[2J\\u202e\"\n")},
		{"notebook", "run", "--root", l.root, "--no-cache", "--out", t.TempDir() + "/o.ipynb", book},
		{"notebook", "check", "--root", l.root, "--no-cache", "--allow-errors", book},
		{"notebook", "diff", book, other},
		{"solve", "no\x1b[2Jfile.txt"},
		{"solve", "--method", hostileText, easy},
		{"sol\x1b[2Jve"},
		{"validate", "--format", "text", "53\x1b[2J"},
	} {
		r := sudokulab(t, "", args...)
		if at := steering.FindString(r.out + r.errOut); at != "" || r.out+r.errOut == "" {
			t.Errorf("%.200q: %q in\n%.1000q\n%.1000q", args, at, r.out, r.errOut)
		}
		if len(r.errOut) > 20*mostMessage {
			t.Errorf("%.200q: %d bytes on standard error", args, len(r.errOut))
		}
	}
}
