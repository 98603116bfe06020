package main

import (
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/method"
)

// TestAuto: without --method, or with auto, each puzzle goes to the fastest method for its board, and
// the output names that method.
func TestAuto(t *testing.T) {
	regions := "111222111222333444333444555666555666"
	for _, tc := range []struct{ args, want string }{
		{easy, "bitboard"},
		{"--method auto " + easy, "bitboard"},
		{four, "csp"},
		{"--diagonal " + strings.Repeat(".", 16), "wide"},
		{"--regions " + regions + " 123456" + strings.Repeat(".", 30), "wide"},
		{"--max-solutions 1 " + strings.Repeat(".", 256), "wide"},
	} {
		var s solved
		decode(t, sudokulab(t, "", arguments("solve --format json "+tc.args)...).out, &s)
		if s.Method != tc.want || s.Solution == "" {
			t.Errorf("solve %s: by %s, solution %q; want %s", tc.args, s.Method, s.Solution, tc.want)
		}
	}
	var c classRecord
	decode(t, must(t, "", "classify", "--format", "json", several), &c)
	if c.Method != "bitboard" || c.Solutions != 3 {
		t.Errorf("classify: %+v, want 3 solutions by bitboard", c)
	}
	var n countRecord
	decode(t, must(t, "", "enumerate", "--count-only", "--format", "json", "--diagonal", blank4), &n)
	if n.Method != "wide" || n.Solutions != 48 {
		t.Errorf("enumerate: %+v, want 48 diagonal grids by wide", n)
	}
	// Boards of several sizes in one input keep their order.
	r := sudokulab(t, "", "solve", "--format", "csv", "--jobs", "3", easy, four, easy)
	var by []string
	for _, line := range lines(r.out)[1:] {
		by = append(by, strings.Split(line, ",")[5])
	}
	if !slices.Equal(by, []string{"bitboard", "csp", "bitboard"}) {
		t.Errorf("methods of the lines: %q", by)
	}
}

// TestMethodsInHelp: the help of each command with --method lists its methods with their
// descriptions, auto first, those that ask a network apart, and only where they are taken.
func TestMethodsInHelp(t *testing.T) {
	for _, command := range []string{"solve", "enumerate", "classify"} {
		help := must(t, "", command, "--help")
		exact, learned, apart := strings.Cut(help, "Methods that ask a network:")
		if apart != (command == "solve") {
			t.Errorf("%s: methods that ask a network: %v", command, apart)
		}
		if _, list, _ := strings.Cut(exact, "\nMethods:\n  "); !strings.HasPrefix(list, method.Auto+" ") {
			t.Errorf("%s: the list of methods does not begin with auto:\n%s", command, help)
		}
		for _, m := range method.All() {
			part := exact
			if m.Learned {
				part = learned
			}
			if listed := strings.Contains(part, "  "+m.Name+" ") && strings.Contains(part, "  "+m.About); listed != (!m.Learned || apart) {
				t.Errorf("%s: %s in the help: %v", command, m.Name, listed)
			}
		}
	}
}

// TestEnumerateNeedsALister: a method that cannot list solutions says which can, and can count.
func TestEnumerateNeedsALister(t *testing.T) {
	r := sudokulab(t, "", "enumerate", "--method", "wide-sat", four)
	if r.code != exitError || !strings.Contains(r.errOut, "all solutions are listed by csp, ") || r.out != "" {
		t.Errorf("%+v, want an error that names the methods which list solutions", r)
	}
	if n := must(t, "", "enumerate", "--count-only", "--method", "wide-sat", four); n != "1\n" {
		t.Errorf("%q, want 1", n)
	}
}

// TestExplainByPropagation: a method of the csp family tells what it struck.
func TestExplainByPropagation(t *testing.T) {
	text := must(t, "", "solve", "--method", "csp", "--explain", easy)
	for _, want := range []string{"initial domains: 81 variables", "single", "exactly one solution"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
