package nbexec_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/jupyter"
	"sudokulab/pkg/nbexec"
	"sudokulab/pkg/nbexec/nbformat"
)

// installed returns options for an installed kernel of one of the names, looked for where Jupyter
// looks and under .jupyter at the root of the source tree. Without one the test is skipped.
func installed(t testing.TB, names ...string) nbexec.Options {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a kernel of another project")
	}
	root, err := filepath.Abs(filepath.Join("..", "..", ".jupyter"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if _, err := jupyter.Find(name, jupyter.Dirs(root)); err == nil {
			return nbexec.Options{Kernel: name, KernelDirs: []string{root}, Dir: t.TempDir(), CellTimeout: 2 * time.Minute, Sanitize: nbexec.DefaultSanitizer()}
		}
	}
	t.Skipf("no kernel %s is installed", strings.Join(names, " or "))
	return nbexec.Options{}
}

// twice executes the notebook two times and wants the same bytes.
func twice(t *testing.T, n *nbformat.Notebook, o nbexec.Options) *nbformat.Notebook {
	t.Helper()
	var first []byte
	for range 2 {
		r, err := nbexec.Run(t.Context(), n, o)
		if err != nil {
			t.Fatal(err)
		}
		data, err := r.Notebook.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if first != nil && !bytes.Equal(first, data) {
			t.Errorf("executed again:\n%s", nbexec.Compare(n, r.Notebook, nbexec.CompareOptions{}))
		}
		first, n = data, r.Notebook
	}
	return n
}

func TestIPyKernel(t *testing.T) {
	o := installed(t, "python3")
	o.Parameters = []nbexec.Parameter{{Name: "Steps", Value: 20}}
	n := twice(t, notebook(
		"#tags:parameters\nSteps = 3",
		"print('steps', Steps)\n7 * 6",
		"import sys\nfor i in range(3):\n    print('\\r%d' % i, end='', flush=True)\nprint('e', file=sys.stderr)",
		"from IPython.display import display, clear_output\nh = display('first', display_id='d')",
		"h.update('second')",
		"print('a'); clear_output(wait=True); print('b')",
		"#tags:raises-exception\n1 / 0",
		"#tags:raises-exception\ninput('name?')",
		"import os, tempfile\nprint(tempfile.mkdtemp(dir='/tmp'), object())",
	), o)
	for i, want := range []string{
		"", "", "stdout: steps 20\n|execute_result: 42", "stdout: 2|stderr: e\n", "display_data: 'second'", "", "stdout: b\n",
		"error: ZeroDivisionError: division by zero",
		"error: StdinNotImplementedError: raw_input was called, but this frontend does not support input requests.",
		"stdout: [tmp] <object object at 0x[address]>\n",
	} {
		if got := shown(n.Cells[i]); got != want {
			t.Errorf("cell %d: %q, want %q", i+1, got, want)
		}
	}
}

func TestIPyKernelFaults(t *testing.T) {
	o := installed(t, "python3")
	for source, want := range map[string]string{
		"import time\ntime.sleep(60)": "was interrupted",
		"import os\nos._exit(5)":      "exit status 5",
		"import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\ntime.sleep(60)": "kernel was killed",
		"print('x' * 100_000_000)": "output of more than",
	} {
		o.CellTimeout, o.Grace = 2*time.Minute, time.Minute
		if strings.Contains(source, "sleep") {
			o.CellTimeout = 5 * time.Second
		}
		if strings.Contains(source, "SIG_IGN") {
			o.Grace = 2 * time.Second
		}
		_, err := nbexec.Run(t.Context(), notebook(source), o)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", source, err, want)
		}
	}
}

func TestGoNB(t *testing.T) {
	o := installed(t, "gonb", "sudokulab")
	o.Parameters = []nbexec.Parameter{{Name: "Steps", Value: 20}, {Name: "Rate", Value: 2}}
	n := twice(t, notebook(
		"%noautoget",
		"//tags:parameters\nvar Steps = 3\nconst Rate = 0.5\n",
		"%%\nfmt.Println(\"steps\", Steps, \"rate\", Rate/4)",
		"%%\nfmt.Fprintln(os.Stderr, \"e\")\nfmt.Println(\"o\")",
		"//tags:raises-exception\n%%\nfmt.Println(undefinedName)",
		"//tags:raises-exception\n%%\npanic(\"boom\")",
	), o)
	for i, want := range []string{
		"", "", "", "stdout: steps 20 rate 0.5\n", "stdout: o\n|stderr: e\n", "undefined: undefinedName", "panic: boom",
	} {
		if got := shown(n.Cells[i]); got != want && (want == "" || !strings.Contains(got, want)) {
			t.Errorf("cell %d: %q, want %q", i+1, got, want)
		}
	}
}

func TestGoNBFaults(t *testing.T) {
	o := installed(t, "gonb", "sudokulab")
	o.Grace, o.MaxOutput = 5*time.Second, 1<<20
	mark := "NBEXEC_TEST=" + filepath.Base(o.Dir) + strconv.Itoa(os.Getpid())
	o.Env = []string{mark}
	for source, want := range map[string]string{
		"%%\ntime.Sleep(time.Hour)":                                              "took longer than 10s",
		"%%\nfor { fmt.Println(strings.Repeat(\"x\", 1000)) }":                   "output of more than 1048576 bytes",
		"%%\nsyscall.Kill(os.Getppid(), syscall.SIGKILL); time.Sleep(time.Hour)": "died",
		"%with_inputs\n!read x; sleep 60":                                        "asks for input",
	} {
		// Compiling may take long on a busy machine; a cell that sleeps for an hour is late in any case.
		o.CellTimeout = 2 * time.Minute
		if strings.HasPrefix(want, "took longer") {
			o.CellTimeout = 10 * time.Second
		}
		_, err := nbexec.Run(t.Context(), notebook("%noautoget", source), o)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", source, err, want)
		}
	}
	// Cells of GoNB are programs of their own: none of this test may be left running.
	environments, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, name := range environments {
		if env, err := os.ReadFile(name); err == nil && slices.Contains(strings.Split(string(env), "\x00"), mark) {
			exe, _ := os.Readlink(filepath.Join(filepath.Dir(name), "exe"))
			t.Errorf("%s is still running", exe)
		}
	}
}

// BenchmarkCell measures one cell that does nothing. The metric overhead-ms/op is what the
// executor adds to the time between busy and idle on the kernel's own clock.
func BenchmarkCell(b *testing.B) {
	for _, kernel := range []struct {
		name    string
		options func() nbexec.Options
		source  string
	}{
		{"fake", func() nbexec.Options { return fake(b, "normal") }, "print x"},
		{"python3", func() nbexec.Options { return installed(b, "python3") }, "print('x')"},
	} {
		b.Run("kernel="+kernel.name, func(b *testing.B) {
			o := kernel.options()
			const cells = 100
			sources := make([]string, cells)
			for i := range sources {
				sources[i] = kernel.source
			}
			n := notebook(sources...)
			var all, own time.Duration
			runs := 0
			for b.Loop() {
				r, err := nbexec.Run(b.Context(), n, o)
				if err != nil {
					b.Fatal(err)
				}
				for _, c := range r.Cells {
					all += c.Elapsed
					own += c.Kernel
				}
				runs++
			}
			b.ReportMetric(float64((all-own).Microseconds())/1000/float64(runs*cells), "overhead-ms/op")
			b.ReportMetric(float64(all.Microseconds())/1000/float64(runs*cells), "cell-ms/op")
		})
	}
}
