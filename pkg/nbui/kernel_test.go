//go:build unix

package nbui

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gotool"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/render"
)

// cellVariable makes the test's program a cell: it shows one of everything and ends at once.
const cellVariable = "NBUI_TEST_CELL"

func TestMain(m *testing.M) {
	if os.Getenv(cellVariable) != "" {
		cell()
		return
	}
	os.Exit(m.Run())
}

func cell() {
	puzzle := board.MustParse("1.3.3.1...4..3.1")
	pic := render.Picture{Board: puzzle, Title: "A board"}
	frames := []render.Frame{{Picture: pic, Delay: time.Second}, {Picture: pic, Delay: time.Second}}
	table := lab.Table{Title: "A table", Columns: []string{"a"}, Rows: [][]string{{"1"}}}
	p := lab.NewPlot("A plot", "x", "y")
	Board(pic)
	Boards(pic, pic)
	Strip(pic, pic)
	Film(frames)
	Table(table)
	Plot(p)
	Claims("csp", "C01a")
	Records("csp-hard")
	Markdown("Some *words*")
	Text("%d words", 2)
	for range Each("Counting", 3) {
	}
	for i := range Each("Stopping", 3) {
		if i == 1 {
			break
		}
	}
	Board(render.Picture{})   // an error, which ends the cell
	Markdown("never reached") // so this is not seen
}

// want are the first words of the displays of a cell as text, in their order.
var want = []string{"A board", "A board", "A board", "A board", "A table", "Figure: A plot", "Propagation", "Records of csp-hard", "Some *words*", "2 words", "Counting: 3 of 3", "Stopping: 1 of 3, stopped"}

// program returns the command that runs the cell in a repository of its own.
func program(t *testing.T) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	root := t.TempDir()
	write := func(name string, data []byte) {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", []byte("module "+gotool.Module()+"\n"))
	write("results/claims/ledger.json", []byte(`{"documents":[{"id":"csp","title":"Propagation"}],"entries":[{"claim":{"id":"C01a","document":"csp"},"finding":{"verdict":"pending"}}]}`))
	write("results/csp-hard/records.jsonl", []byte(`{"schema":1,"experiment":"csp-hard","profile":"smoke","case":"a","status":"ok","config":{},"config_hash":"44136fa355b3678a","seed":1,"exact":{"nodes":{"value":3,"unit":"nodes","n":1}},"provenance":{"commit":"","dirty":false,"code":"f1be9f5536ba7ff7","go":"go1.26","os":"linux","arch":"amd64","cpu":"a processor","cores":2,"started":"2026-01-02T03:04:05Z","duration_ns":1}}`+"\n"))
	cmd = exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = []string{cellVariable + "=1", RootVariable + "=" + root}
	cmd.WaitDelay = 10 * time.Second
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	return cmd, stdout, stderr
}

func TestWithoutKernelTextIsPrinted(t *testing.T) {
	cmd, stdout, stderr := program(t)
	endsWithError(t, cmd.Run(), stderr)
	at := 0
	for _, w := range want {
		i := strings.Index(stdout.String()[at:], w)
		if i < 0 {
			t.Fatalf("%q is not in its place in\n%s", w, stdout)
		}
		at += i + len(w)
	}
	if strings.Contains(stdout.String(), "<div") || strings.Contains(stdout.String(), "\r") {
		t.Errorf("printed\n%s", stdout)
	}
}

// endsWithError holds a cell to its last display: that error ends it, in words on standard error.
func endsWithError(t *testing.T, err error, stderr *bytes.Buffer) {
	t.Helper()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() == 0 {
		t.Errorf("the cell ended with %v, want its error", err)
	}
	if want := "panic: nbui: board: render: picture without a board\n"; !strings.HasPrefix(stderr.String(), want) {
		t.Errorf("said %.200q, want %q first", stderr, want)
	}
}

// kernel plays GoNB's part: it takes displays from one pipe and answers a cell that waits on the
// other.
func kernel(t *testing.T, cmd *exec.Cmd) (displays []protocol.DisplayData) {
	t.Helper()
	dir := t.TempDir()
	in, back := filepath.Join(dir, "in"), filepath.Join(dir, "back")
	for _, p := range []string{in, back} {
		if err := syscall.Mkfifo(p, 0o600); err != nil {
			t.Skip(err)
		}
	}
	cmd.Env = append(cmd.Env, protocol.GONB_PIPE_ENV+"="+in, protocol.GONB_PIPE_BACK_ENV+"="+back)
	done := make(chan error, 1)
	go func() {
		done <- func() error {
			r, err := os.Open(in)
			if err != nil {
				return err
			}
			defer func() { _ = r.Close() }()
			w, err := os.OpenFile(back, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer func() { _ = w.Close() }()
			decoder, encoder := gob.NewDecoder(r), gob.NewEncoder(w)
			for {
				var d protocol.DisplayData
				if err := decoder.Decode(&d); errors.Is(err, io.EOF) {
					return nil
				} else if err != nil {
					return err
				}
				if v, ok := d.Data[protocol.MIMECommValue].(protocol.CommValue); ok {
					if err := encoder.Encode(&protocol.CommValue{Address: protocol.GonbuiSyncAckAddress, Value: v.Value}); err != nil {
						return err
					}
					continue
				}
				displays = append(displays, d)
			}
		}()
	}()
	stderr, _ := cmd.Stderr.(*bytes.Buffer)
	endsWithError(t, cmd.Run(), stderr)
	select {
	case err := <-done:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the pipe stays open when the cell has ended")
	}
	return displays
}

// A cell that ends at once has shown everything: each display in its forms and in its place, bars
// replaced in theirs.
func TestWithKernelDisplaysAreSent(t *testing.T) {
	cmd, stdout, _ := program(t)
	displays := kernel(t, cmd)
	if stdout.Len() > 0 {
		t.Errorf("printed %q", stdout)
	}
	var order []string
	last := map[string]protocol.DisplayData{}
	for i, d := range displays {
		id := d.DisplayID
		if id == "" {
			id = fmt.Sprint(i)
		}
		if _, seen := last[id]; !seen {
			order = append(order, id)
		}
		last[id] = d
	}
	if len(order) != len(want) {
		t.Fatalf("%d displays, want %d", len(order), len(want))
	}
	for i, id := range order {
		d := last[id]
		text, _ := d.Data[protocol.MIMETextPlain].(string)
		if !strings.HasPrefix(text, want[i]) {
			t.Errorf("display %d is %q, want %q", i, text, want[i])
		}
		html, rich := d.Data[protocol.MIMETextHTML].(string)
		switch want[i] {
		case "Some *words*":
			if d.Data[protocol.MIMETextMarkdown] != text {
				t.Errorf("Markdown %v", d.Data)
			}
		case "2 words":
			if len(d.Data) != 1 {
				t.Errorf("text %v", d.Data)
			}
		default:
			if !rich || !strings.HasPrefix(html, `<div class="sudokulab `) {
				t.Errorf("%s has the HTML %.80q", want[i], html)
			}
		}
		if bar := strings.Contains(text, " of 3"); bar != (d.DisplayID != "") {
			t.Errorf("%s has the identifier %q", want[i], d.DisplayID)
		}
	}
	// Again, the same: apart from the identifiers of bars, which no file holds.
	cmd, _, _ = program(t)
	again := kernel(t, cmd)
	for i := range displays {
		if displays[i].DisplayID == "" && fmt.Sprint(displays[i].Data) != fmt.Sprint(again[i].Data) {
			t.Errorf("display %d differs the second time", i)
		}
		if displays[i].DisplayID != "" && displays[i].DisplayID == again[i].DisplayID {
			t.Errorf("two cells share the bar %s", displays[i].DisplayID)
		}
	}
}
