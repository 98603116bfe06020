package nbexec_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/jupyter"
	"sudokulab/pkg/jupyter/kerneltest"
	"sudokulab/pkg/nbexec"
	"sudokulab/pkg/nbexec/nbformat"
)

func TestOutputs(t *testing.T) {
	t.Parallel()
	for _, transport := range []string{jupyter.TCP, jupyter.IPC} {
		t.Run(transport, func(t *testing.T) {
			t.Parallel()
			o := fake(t, kerneltest.Normal)
			o.Transport = transport
			cases := []struct{ source, want string }{
				{`print a\n` + "\n" + `print b\n` + "\nstderr c\nprint d", "stdout: a\nb\n|stderr: c|stdout: d"},
				{"result 7", "execute_result: 7"},
				{"display - plain", "display_data: plain"},
				{"display one first\nprint x", "display_data: changed again|stdout: x"},
				{"display one second", "display_data: changed again"},
				{"update one changed again\nprint done", "stdout: done"},
				{"update nothing x", ""},
				{"print a\nclear\nprint b", "stdout: b"},
				{"print a\nclear wait\nsleep 10ms\nprint b", "stdout: b"},
				{"print a\nclear wait", "stdout: a"},
				{"display two x\nclear\ndisplay two y\nupdate two z", "display_data: z"},
				{"#tags:raises-exception\nprint a\nerror KeyError k\nprint b", "stdout: a|error: KeyError: k"},
				{"#tags:raises-exception\nreplyerror KeyError k", "error: KeyError: k"},
				{"#tags:raises-exception\nprint fine", "stdout: fine"},
				{"replyfirst\nprint late", "stdout: late"},
				{"strayidle\nsleep 20ms\nprint on", "stdout: on"},
				{"mode", "stdout: 600"},
			}
			var sources []string
			for _, c := range cases {
				sources = append(sources, c.source)
			}
			before := notebook(sources...)
			kept := before.Clone()
			r, err := nbexec.Run(t.Context(), before, o)
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range cases {
				got := r.Notebook.Cells[i]
				if shown(got) != c.want {
					t.Errorf("cell %q:\n got %q\nwant %q", c.source, shown(got), c.want)
				}
				if got.ExecutionCount == nil || *got.ExecutionCount != i+1 {
					t.Errorf("cell %q: count %v, want %d", c.source, got.ExecutionCount, i+1)
				}
			}
			if d := cmp.Diff(kept, before); d != "" {
				t.Errorf("the notebook passed in was changed:\n%s", d)
			}
			if r.Kernel.Implementation != "kerneltest" || len(r.Cells) != len(cases) {
				t.Errorf("result %+v", r)
			}
			data, err := r.Notebook.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			back, err := nbformat.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			if again, _ := back.Bytes(); !bytes.Equal(again, data) {
				t.Error("the executed notebook is not written as it is read")
			}
			if !strings.Contains(string(data), `"n": 1.5`) {
				t.Error("metadata of an output is missing")
			}
		})
	}
}

func TestSkippedAndEmptyCells(t *testing.T) {
	t.Parallel()
	n := notebook("#tags:skip-execution\nerror A a", " \n ", "print on")
	for _, c := range n.Cells[:2] {
		c.Outputs = []*nbformat.Output{{Type: nbformat.Stream, Name: "stdout", Text: "old"}}
	}
	o := fake(t, kerneltest.Normal)
	var phases []nbexec.Phase
	o.Progress = func(e nbexec.Event) {
		phases = append(phases, e.Phase)
		if e.Total != 3 || e.Number != e.Index+1 {
			t.Errorf("event %+v", e)
		}
	}
	r, err := nbexec.Run(t.Context(), n, o)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range r.Notebook.Cells {
		got = append(got, shown(c))
	}
	if want := []string{"stdout: old", "", "stdout: on"}; !slices.Equal(got, want) {
		t.Errorf("outputs %q, want %q", got, want)
	}
	want := []nbexec.Phase{nbexec.CellSkipped, nbexec.CellSkipped, nbexec.CellStarted, nbexec.CellDone}
	if !slices.Equal(phases, want) {
		t.Errorf("phases %v, want %v", phases, want)
	}
}

func TestErrorEndsTheRun(t *testing.T) {
	t.Parallel()
	r, err := nbexec.Run(t.Context(), notebook("print a", "error KeyError no such key", "print c"), fake(t, kerneltest.Normal))
	var cell *nbexec.CellError
	var raised *nbexec.ExecutionError
	if !errors.As(err, &cell) || cell.Index != 1 || !errors.As(err, &raised) || raised.Name != "KeyError" {
		t.Fatalf("error %v", err)
	}
	for _, part := range []string{"cell 2 (", `"error KeyError no such key"`, "KeyError: no such key"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q lacks %q", err, part)
		}
	}
	if strings.Contains(err.Error(), "\x1b") {
		t.Error("the error has colours")
	}
	if got := shown(r.Notebook.Cells[2]); got != "" {
		t.Errorf("the cell after the error gave %q", got)
	}
	o := fake(t, kerneltest.Normal)
	o.AllowErrors = true
	if r, err = nbexec.Run(t.Context(), notebook("error A a", "print c"), o); err != nil || shown(r.Notebook.Cells[1]) != "stdout: c" {
		t.Errorf("errors allowed: %v", err)
	}
}

// TestDeathIsNoticed: at once, also if a child of the kernel lives on and holds its pipes, which it
// would for five minutes.
func TestDeathIsNoticed(t *testing.T) {
	for _, source := range []string{"die 7", "die -9", "child\nspawn\ndie 1"} {
		o := fake(t, kerneltest.Normal)
		var begun time.Time
		o.Progress = func(e nbexec.Event) {
			if e.Phase == nbexec.CellStarted {
				begun = time.Now()
			} else if took := time.Since(begun); took > time.Minute {
				t.Errorf("%q: noticed after %v", source, took)
			}
		}
		_, err := nbexec.Run(t.Context(), notebook(source), o)
		if _, ok := errors.AsType[*jupyter.DeadError](err); !ok {
			t.Errorf("%q: error %v", source, err)
		}
	}
}

// TestFaults: each fault ends the run with an error that says what happened, and no process is left.
// What a busy machine may delay has much time; short are only those that pass in any case, and the
// time of a cell leaves a light one before it plenty.
func TestFaults(t *testing.T) {
	t.Parallel()
	limit := func(o *nbexec.Options) { o.MaxOutput = 1 << 20 }
	short := func(o *nbexec.Options) { o.CellTimeout = 3 * time.Second }
	killed := func(o *nbexec.Options) { o.CellTimeout, o.Grace = 3*time.Second, time.Second }
	cases := []struct {
		name, mode, source string
		set                func(*nbexec.Options)
		want               string
		as                 any
	}{
		{name: "dies", source: "print a\ndie 7", want: "exit status 7; it wrote last:\nfatal: told to die", as: new(*jupyter.DeadError)},
		{name: "killed", source: "die -9", want: "signal: killed", as: new(*jupyter.DeadError)},
		{name: "dies with a child", source: "child\ndie 1", want: "exit status 1", as: new(*jupyter.DeadError)},
		{name: "slow", source: "sleep 1h", set: short, want: "took longer than 3s; it was interrupted", as: new(*nbexec.TimeoutError)},
		{name: "hangs", source: "hang", set: killed, want: "did not heed the interrupt, so the kernel was killed", as: new(*nbexec.TimeoutError)},
		{name: "ignores SIGINT", mode: kerneltest.IgnoresSIGINT, source: "sleep 1h", set: killed, want: "the kernel was killed", as: new(*nbexec.TimeoutError)},
		{name: "no idle", source: "noidle", set: func(o *nbexec.Options) { o.Grace = time.Second }, want: "the end of the output after the reply took longer", as: new(*nbexec.TimeoutError)},
		{name: "no reply", source: "noreply", set: killed, want: "took longer than 3s", as: new(*nbexec.TimeoutError)},
		{name: "floods", source: "flood 100000000", set: limit, want: "output of more than 1048576 bytes", as: new(*nbexec.OutputLimitError)},
		{name: "floods for ever", source: "endless", set: func(o *nbexec.Options) { o.MaxOutput, o.Grace = 1<<20, time.Second }, want: "output of more than 1048576 bytes; it did not heed", as: new(*nbexec.OutputLimitError)},
		{name: "one large message", source: "big 8000000", set: limit, want: "output of more than 1048576 bytes (one message of 8000", as: new(*nbexec.OutputLimitError)},
		{name: "asks", source: "ask Name?", want: `asks for input ("Name?")`, as: new(*nbexec.InputError)},
		{name: "wrong signature", source: "badsign\nsleep 1h", want: "iopub: message with a wrong signature", as: new(*jupyter.DeadError)},
		{name: "garbage", source: "garbage\nsleep 1h", want: "without a header", as: new(*jupyter.DeadError)},
		{name: "odd status", source: "status aborted", want: `status "aborted"`},
		{name: "dies at start", mode: kerneltest.DiesAtStart, want: "exit status 3; it wrote last:\nno such module", as: new(*jupyter.DeadError)},
		{name: "silent", mode: kerneltest.Silent, set: func(o *nbexec.Options) { o.StartTimeout = 400 * time.Millisecond }, want: "did not answer within 400ms"},
		{name: "mute", mode: kerneltest.Mute, set: func(o *nbexec.Options) { o.StartTimeout = 5 * time.Second }, want: "it replies but publishes nothing"},
		{name: "old protocol", mode: kerneltest.OldProtocol, want: `protocol "4.1", want 5.x`},
		{name: "signs with another key", mode: kerneltest.BadSignatures, want: "wrong signature", as: new(*jupyter.DeadError)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := fake(t, c.mode+map[bool]string{true: kerneltest.Normal}[c.mode == ""])
			o.Grace = 30 * time.Second
			if c.set != nil {
				c.set(&o)
			}
			r, err := nbexec.Run(t.Context(), notebook("pid", c.source+"\n", "print never"), o)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("error %v, want %q in it", err, c.want)
			}
			if c.as != nil && !errors.As(err, c.as) {
				t.Errorf("error %v is no %T", err, c.as)
			}
			if len(r.Notebook.Cells[0].Outputs) > 0 {
				if pid := r.Notebook.Cells[0].Outputs[0].Text; alive(pid) {
					t.Errorf("kernel %s is still there", pid)
				}
			}
			if got := shown(r.Notebook.Cells[2]); got != "" {
				t.Errorf("the cell after the fault gave %q", got)
			}
		})
	}
}

// heapWhile returns by how many bytes the heap grew at most while f ran.
func heapWhile(f func()) int64 {
	var before, after runtime.MemStats
	most := uint64(0)
	done := make(chan struct{})
	stopped := make(chan struct{})
	runtime.GC()
	runtime.ReadMemStats(&before)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				runtime.ReadMemStats(&after)
				most = max(most, after.HeapAlloc)
			}
		}
	}()
	f()
	close(done)
	<-stopped
	return int64(most) - int64(before.HeapAlloc)
}

// TestFloodTakesLittleMemory: of a flood no more is held than the limit and the messages under
// way.
func TestFloodTakesLittleMemory(t *testing.T) {
	o := fake(t, kerneltest.Normal)
	o.MaxOutput = 1 << 20
	o.Grace = time.Second
	var r *nbexec.Result
	var err error
	grown := heapWhile(func() { r, err = nbexec.Run(t.Context(), notebook("endless"), o) })
	if _, ok := errors.AsType[*nbexec.OutputLimitError](err); !ok {
		t.Fatalf("error %v", err)
	}
	if n := len(r.Notebook.Cells[0].Outputs[0].Text); n > o.MaxOutput {
		t.Errorf("%d bytes of output, more than %d", n, o.MaxOutput)
	}
	if grown > 40<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
}

// TestLargeMessage: one message beyond all bounds is dropped while it comes, and the kernel lives to
// end in order; of a stream the beginning stays.
func TestLargeMessage(t *testing.T) {
	o := fake(t, kerneltest.Normal)
	o.MaxOutput, o.Grace = 1000, time.Minute
	most := heapWhile(func() {
		r, err := nbexec.Run(t.Context(), notebook("print before\nbig 100000000"), o)
		flood, ok := errors.AsType[*nbexec.OutputLimitError](err)
		if !ok || flood.Killed || flood.Message < 100_000_000 {
			t.Errorf("error %v", err)
		}
		if got := shown(r.Notebook.Cells[0]); got != "stdout: before" {
			t.Errorf("kept is %q", got)
		}
	})
	if most > 40<<20 {
		t.Errorf("the heap grew by %d bytes", most)
	}
	r, err := nbexec.Run(t.Context(), notebook("print "+strings.Repeat("ä", 300)+"\nprint "+strings.Repeat("ä", 300)), o)
	if _, ok := errors.AsType[*nbexec.OutputLimitError](err); !ok {
		t.Errorf("error %v", err)
	}
	if got, want := shown(r.Notebook.Cells[0]), "stdout: "+strings.Repeat("ä", 500); got != want {
		t.Errorf("kept is %q, want %q", got, want)
	}
	o.MaxOutput = 1001
	if r, _ = nbexec.Run(t.Context(), notebook("print "+strings.Repeat("ä", 600)), o); shown(r.Notebook.Cells[0]) != "stdout: "+strings.Repeat("ä", 500) {
		t.Errorf("kept is %q", shown(r.Notebook.Cells[0]))
	}
}

func TestDescendantsAreGone(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("processes of other groups are found on Linux only")
	}
	for _, last := range []string{"print fine", "die 1", "hang"} {
		t.Run(last, func(t *testing.T) {
			t.Parallel()
			o := fake(t, kerneltest.IgnoresEnd)
			o.CellTimeout, o.Grace = 3*time.Second, time.Second
			r, _ := nbexec.Run(t.Context(), notebook("child", "spawn", last), o)
			for _, c := range r.Notebook.Cells[:2] {
				pid := c.Outputs[0].Text
				if _, err := strconv.Atoi(pid); err != nil {
					t.Fatalf("%q is no process", pid)
				}
				if alive(pid) {
					t.Errorf("%s: process %s is still there", c.Source, pid)
				}
			}
		})
	}
}

func TestInterruptByMessage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := kerneltest.Install(dir, "fake", kerneltest.Normal, "message"); err != nil {
		t.Fatal(err)
	}
	o := nbexec.Options{Kernel: "fake", KernelDirs: []string{dir}, CellTimeout: 2 * time.Second, Grace: 30 * time.Second}
	r, err := nbexec.Run(t.Context(), notebook("sleep 1h"), o)
	var timeout *nbexec.TimeoutError
	if !errors.As(err, &timeout) || timeout.Killed {
		t.Fatalf("error %v, want a time-out without a kill", err)
	}
	if got := shown(r.Notebook.Cells[0]); got != "error: KeyboardInterrupt: " {
		t.Errorf("outputs %q", got)
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	for _, source := range []string{"sleep 1h", "hang", "endless"} {
		ctx, cancel := context.WithCancel(t.Context())
		o := fake(t, kerneltest.Normal)
		o.Grace = 300 * time.Millisecond
		o.Progress = func(e nbexec.Event) {
			if e.Phase == nbexec.CellStarted && e.Index == 1 {
				time.AfterFunc(100*time.Millisecond, cancel)
			}
		}
		begin := time.Now()
		r, err := nbexec.Run(ctx, notebook("pid", source), o)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", source, err)
		}
		if took := time.Since(begin); took > time.Minute {
			t.Errorf("%s: took %v", source, took)
		}
		if pid := r.Notebook.Cells[0].Outputs[0].Text; alive(pid) {
			t.Errorf("%s: kernel %s is still there", source, pid)
		}
		cancel()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := nbexec.Run(ctx, notebook("print a"), fake(t, kerneltest.Silent)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("while starting: error %v", err)
	}
}

func TestRestarts(t *testing.T) {
	t.Parallel()
	o := fake(t, kerneltest.PortTaken)
	o.Env = []string{"NBEXEC_TEST_DIR=" + t.TempDir()}
	if _, err := nbexec.Run(t.Context(), notebook("print a"), o); err != nil {
		t.Errorf("a port that was taken: %v", err)
	}
	// The kernel dies each time, so all restarts are used up.
	o = fake(t, kerneltest.Normal)
	o.Restarts = 2
	begun := 0
	o.Progress = func(e nbexec.Event) {
		if e.Phase == nbexec.CellStarted {
			begun++
		}
	}
	r, err := nbexec.Run(t.Context(), notebook("print a", "die 1"), o)
	var dead *jupyter.DeadError
	if !errors.As(err, &dead) || r.Restarted != 2 || begun != 6 {
		t.Errorf("error %v after %d restarts and %d cells, want 2 and 6", err, r.Restarted, begun)
	}
	// Other errors are not helped by a new kernel.
	if r, err = nbexec.Run(t.Context(), notebook("error A a"), o); err == nil || r.Restarted != 0 {
		t.Errorf("error %v after %d restarts", err, r.Restarted)
	}
}

func TestLateSubscription(t *testing.T) {
	t.Parallel()
	r, err := nbexec.Run(t.Context(), notebook("print a"), fake(t, kerneltest.LateSubscriber))
	if err != nil || shown(r.Notebook.Cells[0]) != "stdout: a" {
		t.Fatalf("error %v", err)
	}
}

func TestMissingKernel(t *testing.T) {
	t.Parallel()
	o := fake(t, kerneltest.Normal)
	o.Kernel = "fortran"
	_, err := nbexec.Run(t.Context(), notebook("print a"), o)
	if _, ok := errors.AsType[*jupyter.MissingError](err); !ok {
		t.Fatalf("error %v", err)
	}
	for _, part := range []string{`no kernel "fortran"`, "found ", "fake", "looked in " + o.KernelDirs[0], "/usr/share/jupyter/kernels"} {
		if runtime.GOOS != "windows" && !strings.Contains(err.Error(), part) {
			t.Errorf("error %q lacks %q", err, part)
		}
	}
	o.Kernel = ""
	if _, err = nbexec.Run(t.Context(), notebook("print a"), o); err == nil || !strings.Contains(err.Error(), "names no kernel") {
		t.Errorf("error %v", err)
	}
	n := notebook("print a")
	n.Metadata["kernelspec"] = nbformat.Object{"name": "Fake"}
	if _, err = nbexec.Run(t.Context(), n, o); err != nil {
		t.Errorf("the notebook's own kernel: %v", err)
	}
}

func TestRunFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.ipynb"), filepath.Join(dir, "out.ipynb")
	write := func(n *nbformat.Notebook) {
		t.Helper()
		if err := n.WriteFile(in); err != nil {
			t.Fatal(err)
		}
	}
	o := fake(t, kerneltest.Normal)
	o.Provenance = true
	o.Sanitize = nbexec.DefaultSanitizer()
	o.Sanitize.Roots = map[string]string{dir: "here"}
	write(notebook("cwd", "print 0%\\r50%\\r100%", "stderr e\nprint a"))
	if _, err := nbexec.RunFile(t.Context(), in, out, o); err != nil {
		t.Fatal(err)
	}
	first, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	n, err := nbformat.Parse(first)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"stdout: here", "stdout: 100%", "stdout: a|stderr: e"} {
		if got := shown(n.Cells[i]); got != want {
			t.Errorf("cell %d: %q, want %q", i+1, got, want)
		}
	}
	if p, _ := n.Metadata[nbexec.ProvenanceKey].(nbformat.Object); p["kernel"] != "fake" || p["source_sha256"] != nbexec.SourceHash(n, nil) {
		t.Errorf("provenance %v", n.Metadata[nbexec.ProvenanceKey])
	}
	// The same bytes again, in place.
	if _, err := nbexec.RunFile(t.Context(), out, out, o); err != nil {
		t.Fatal(err)
	}
	if second, _ := os.ReadFile(out); !bytes.Equal(first, second) {
		t.Error("executed again, the notebook has other bytes")
	}
	// A failure leaves the old file.
	write(notebook("print new", "error A a"))
	if _, err := nbexec.RunFile(t.Context(), in, out, o); err == nil || !strings.Contains(err.Error(), in) {
		t.Fatalf("error %v, want one with the path", err)
	}
	if now, _ := os.ReadFile(out); !bytes.Equal(first, now) {
		t.Error("a failed run changed the file")
	}
	o.KeepFailed = true
	if _, err := nbexec.RunFile(t.Context(), in, out, o); err == nil {
		t.Fatal("no error")
	}
	if n, err = nbformat.ReadFile(out); err != nil || shown(n.Cells[1]) != "error: A: a" {
		t.Errorf("the failed notebook was not kept: %v", err)
	}
	// A place that cannot be written to.
	write(notebook("print a"))
	if _, err := nbexec.RunFile(t.Context(), in, filepath.Join(dir, "none", "out.ipynb"), o); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	if err := os.WriteFile(in, []byte(`{"cells": [`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := nbexec.RunFile(t.Context(), in, out, o); err == nil || !strings.Contains(err.Error(), "ends in the middle") {
		t.Errorf("error %v", err)
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 2 {
		t.Errorf("%d files in the folder, want 2: %v", len(entries), entries)
	}
}

// TestFullDisk writes to a device that has no room.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	dir := t.TempDir()
	out := filepath.Join(dir, "out.ipynb")
	if err := os.WriteFile(out, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = full.Close() }()
	if err := notebook("print a").Write(full); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("error %v", err)
	}
}

func TestTiming(t *testing.T) {
	t.Parallel()
	o := fake(t, kerneltest.Normal)
	o.Timing = true
	r, err := nbexec.Run(t.Context(), notebook("sleep 50ms"), o)
	if err != nil {
		t.Fatal(err)
	}
	times, _ := r.Notebook.Cells[0].Metadata["execution"].(nbformat.Object)
	for _, key := range []string{"iopub.status.busy", "iopub.execute_input", "shell.execute_reply", "iopub.status.idle"} {
		if text, ok := times[key].(string); !ok || text == "" {
			t.Errorf("no %s", key)
		}
	}
	if c := r.Cells[0]; c.Kernel < 50*time.Millisecond || c.Elapsed < c.Kernel {
		t.Errorf("cell %v, kernel %v", c.Elapsed, c.Kernel)
	}
	o.Timing = false
	if r, err = nbexec.Run(t.Context(), r.Notebook, o); err != nil || r.Notebook.Cells[0].Metadata["execution"] != nil {
		t.Errorf("old times stay: %v", err)
	}
}

func TestParameters(t *testing.T) {
	t.Parallel()
	o := fake(t, kerneltest.Normal) // its language counts as Python, where the injected cell is comments and errors
	o.Parameters = []nbexec.Parameter{{Name: "Steps", Value: 20}}
	o.AllowErrors = true
	n := notebook("print first", "#tags:parameters\n# Steps below\nSteps = 3", "print last")
	r, err := nbexec.Run(t.Context(), n, o)
	if err != nil {
		t.Fatal(err)
	}
	if c := r.Notebook.Cells[2]; c.Source != "# Parameters\nSteps = 20" || !c.HasTag(nbexec.TagInjectedParameters) {
		t.Errorf("injected %q", c.Source)
	}
	o.Parameters[0].Value = 21
	if r, err = nbexec.Run(t.Context(), r.Notebook, o); err != nil || len(r.Notebook.Cells) != 4 || r.Notebook.Cells[2].Source != "# Parameters\nSteps = 21" {
		t.Errorf("a second time: %v, %d cells", err, len(r.Notebook.Cells))
	}
	o.Parameters[0].Name = "Stpes"
	if _, err = nbexec.Run(t.Context(), n, o); err == nil || !strings.Contains(err.Error(), "Stpes is not declared in the cell tagged parameters, only Steps") {
		t.Errorf("error %v", err)
	}
}

func TestOptionsValidate(t *testing.T) {
	for _, o := range []nbexec.Options{{CellTimeout: -1}, {MaxOutput: -1}, {Restarts: -1}, {Transport: "udp"}} {
		if _, err := nbexec.Run(t.Context(), notebook(), o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
}
