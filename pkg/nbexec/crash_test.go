package nbexec_test

import (
	"errors"
	"strings"
	"testing"

	"sudokulab/pkg/jupyter/kerneltest"
	"sudokulab/pkg/nbexec"
	"sudokulab/pkg/nbexec/nbformat"
)

// The end of a crashed cell as GoNB sends it, in the language of the kernel of tests: the trace on
// standard error, and an error that gives the status alone. CELL stands where GoNB may name a cell.
const (
	trace = `stderr noise\npanic: the board is broken: 0\n\tof two lines\n\ngoroutine 1 [running]:\n` +
		`panic({0x4b9040?, 0x591300?})\n\t/go/src/runtime/panic.go:860 +0x13a\n` +
		`sudokulab/pkg/board.MustParse(...)\n\t/clone/pkg/board/text.go:69\n` +
		`main.deep(0x497760?, 0xARG)\n\tCELL/tmp/gonb_3e5a71db/main.go:10 +0x78\n` +
		`main.main()\n\tCELL/tmp/gonb_3e5a71db/main.go:19 +0x9d\n` +
		`\ngoroutine 7 [select]:\nmain.other()\n\t/tmp/gonb_3e5a71db/main.go:33\nexit status 2\n`
	deadlock = `stderr fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:\nmain.main()\n\t/tmp/gonb_3e5a71db/main.go:12 +0x85\nexit status 2\n`
	frame    = ` \e[7m[[ Cell [2] Line 3 ]]\e[0m `
)

// TestCrash: what a program wrote before its end stands in the error and in the error's output.
func TestCrash(t *testing.T) {
	t.Parallel()
	decorated := strings.ReplaceAll(trace, "CELL", frame)
	for _, tc := range []struct {
		name, source, value string
		traceback           []string
		text                []string // in this order in the error
		none                string   // not in the error
	}{
		{
			name: "panic", source: decorated + "\nerror ERROR exit status 2", value: "panic: the board is broken: 0 … (exit status 2)",
			traceback: []string{
				"panic: the board is broken: 0", "\tof two lines", "sudokulab/pkg/board.MustParse()", "\t/clone/pkg/board/text.go:69",
				"main.deep()", "\t [[ Cell [2] Line 3 ]] /tmp/gonb_3e5a71db/main.go:10", "main.main()", "\t [[ Cell [2] Line 3 ]] /tmp/gonb_3e5a71db/main.go:19", "exit status 2",
			},
			text: []string{"cell 1 (", "ERROR: panic: the board is broken: 0", "of two lines", "main.deep()", "[[ Cell [2] Line 3 ]]", "main.main()"},
			none: "main.other",
		},
		{
			name: "deadlock", source: deadlock + "\nerror ERROR exit status 2", value: "fatal error: all goroutines are asleep - deadlock! (exit status 2)",
			traceback: []string{"fatal error: all goroutines are asleep - deadlock!", "main.main()", "\t/tmp/gonb_3e5a71db/main.go:12", "exit status 2"},
			text:      []string{"deadlock! (exit status 2)\nmain.main()\n\t/tmp/gonb_3e5a71db/main.go:12"},
		},
		{
			name: "no trace", source: `stderr panic: only said\nno such thing\nexit status 1\n` + "\nerror ERROR exit status 1", value: "exit status 1; it wrote last: no such thing",
			traceback: []string{"panic: only said", "no such thing", "exit status 1"}, text: []string{"it wrote last: no such thing"},
		},
		{
			name: "killed", source: strings.Repeat(`stderr line\n`+"\n", 12) + "error ERROR signal: killed", value: "signal: killed; it wrote last: line",
			traceback: append(append([]string{"…"}, strings.Split(strings.Repeat("line ", 10), " ")[:10]...), "signal: killed"), text: []string{"signal: killed"},
		},
		{name: "silent", source: `print x` + "\nerror ERROR exit status 3", value: "exit status 3", traceback: []string{"\x1b[31mERROR\x1b[0m: exit status 3"}, text: []string{"ERROR: exit status 3"}},
		{name: "another error", source: decorated + "\nerror KeyError k", value: "k", traceback: []string{"\x1b[31mKeyError\x1b[0m: k"}, text: []string{"KeyError: k"}, none: "panic"},
		{name: "in the reply only", source: deadlock + "\nreplyerror ERROR exit status 2", value: "fatal error: all goroutines are asleep - deadlock! (exit status 2)", text: []string{"main.main()"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r, err := nbexec.Run(t.Context(), notebook(tc.source), fake(t, kerneltest.Normal))
			if _, ok := errors.AsType[*nbexec.ExecutionError](err); !ok {
				t.Fatalf("error %v", err)
			}
			rest := err.Error()
			for _, want := range tc.text {
				var found bool
				if _, rest, found = strings.Cut(rest, want); !found {
					t.Errorf("the error is\n%v\nwant %q in it, in this order", err, tc.text)
					break
				}
			}
			if tc.none != "" && strings.Contains(strings.SplitN(err.Error(), "):", 2)[1], tc.none) {
				t.Errorf("the error is\n%v\nwant no %q in it", err, tc.none)
			}
			outputs := r.Notebook.Cells[0].Outputs
			last := outputs[len(outputs)-1]
			if last.Type != nbformat.Error || last.ErrorValue != tc.value {
				t.Errorf("output %+v, want the value %q", last, tc.value)
			}
			if tc.traceback != nil && strings.Join(last.Traceback, "\n") != strings.Join(tc.traceback, "\n") {
				t.Errorf("traceback %q,\nwant %q", last.Traceback, tc.traceback)
			}
		})
	}
}

// TestFrameCells: whether GoNB got to name a frame's cell, and what stood in memory, makes no
// difference to the outputs of a cell that may fail, nor to those of one that only prints a trace.
func TestFrameCells(t *testing.T) {
	t.Parallel()
	var texts []string
	for _, cell := range []struct{ name, argument string }{{"", "e812186008?"}, {frame, "219b271e0390"}} {
		text := strings.ReplaceAll(strings.ReplaceAll(trace, "CELL", cell.name), "ARG", cell.argument)
		o := fake(t, kerneltest.Normal)
		o.Sanitize = nbexec.DefaultSanitizer()
		n := notebook(text, "#tags:raises-exception\n"+text+"\nerror ERROR exit status 2")
		r, err := nbexec.Run(t.Context(), n, o)
		if err != nil {
			t.Fatal(err)
		}
		got := shown(r.Notebook.Cells[0]) + shown(r.Notebook.Cells[1]) + strings.Join(r.Notebook.Cells[1].Outputs[1].Traceback, "\n")
		if !strings.Contains(got, "main.deep(…)\n\t[tmp]") || !strings.Contains(got, "panic: the board is broken: 0 …") {
			t.Errorf("the outputs are\n%s", got)
		}
		texts = append(texts, got)
	}
	if texts[0] != texts[1] {
		t.Errorf("without the names of cells\n%s\nwith them\n%s", texts[0], texts[1])
	}
}

// TestSave: the notebook is handed out after each cell as far as it has come, sanitized, and without
// outputs of an earlier run in the cells to come.
func TestSave(t *testing.T) {
	t.Parallel()
	n := notebook("print 0%\\r100%", "#tags:skip-execution\nprint kept", "#tags:raises-exception\nerror A a", "print c", "error B b", "print e")
	for _, c := range n.Cells {
		c.Outputs = []*nbformat.Output{{Type: nbformat.Stream, Name: "stdout", Text: "old"}}
	}
	o := fake(t, kerneltest.Normal)
	o.Sanitize = nbexec.DefaultSanitizer()
	var saved []string
	o.Save = func(n *nbformat.Notebook) error {
		var cells []string
		for _, c := range n.Cells {
			cells = append(cells, shown(c))
		}
		saved = append(saved, strings.Join(cells, "; "))
		return nil
	}
	r, err := nbexec.Run(t.Context(), n, o)
	if err == nil {
		t.Fatal("no error")
	}
	want := []string{
		"stdout: 100%; stdout: old; ; ; ; ",
		"stdout: 100%; stdout: old; error: A: a; ; ; ",
		"stdout: 100%; stdout: old; error: A: a; stdout: c; ; ",
	}
	if strings.Join(saved, "\n") != strings.Join(want, "\n") {
		t.Errorf("saved\n%s\nwant\n%s", strings.Join(saved, "\n"), strings.Join(want, "\n"))
	}
	if got := shown(r.Notebook.Cells[5]); got != "" {
		t.Errorf("behind the failed cell stands %q", got)
	}
	full := errors.New("no room")
	o.Save = func(*nbformat.Notebook) error { return full }
	if r, err = nbexec.Run(t.Context(), notebook("print a", "print b"), o); !errors.Is(err, full) || shown(r.Notebook.Cells[1]) != "" {
		t.Errorf("saving failed: %v", err)
	}
}
