package worker_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sudokulab/pkg/page"
	"sudokulab/pkg/page/protocol"
	"sudokulab/pkg/page/protocol/protocoltest"
	"sudokulab/pkg/page/worker"
)

var root = filepath.Join("..", "..", "..")

// built compiles the lab for browsers.
func built(t *testing.T, which worker.Program) page.Engine {
	t.Helper()
	if testing.Short() {
		t.Skip("it compiles the lab for browsers")
	}
	e, err := worker.Build(t.Context(), root, which, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestBuild: what was built is kept and found again.
func TestBuild(t *testing.T) {
	e := built(t, worker.Exact)
	again, err := worker.Build(t.Context(), root, worker.Exact, func(name string) { t.Errorf("%s is compiled again", name) })
	if err != nil || !bytes.Equal(again.Wasm, e.Wasm) {
		t.Errorf("another program, %v", err)
	}
	if !strings.HasPrefix(string(e.Wasm), "\x1f\x8b") || !strings.Contains(string(e.Exec), "class") {
		t.Error("no gzip, or no program of Go's for it")
	}
	// The goal is 1.2 MB.
	t.Logf("%d bytes", len(e.Wasm))
	if len(e.Wasm) > 1_200_000 {
		t.Errorf("%d bytes, want at most 1,200,000", len(e.Wasm))
	}
	html, err := page.Single(&e)
	t.Logf("%d bytes of page", len(html))
	if err != nil || len(html) > 1_850_000 {
		t.Errorf("a page of %d bytes, %v, want at most 1,850,000", len(html), err)
	}
}

// TestBuildRefuses: a folder without sources, and a program that there is not.
func TestBuildRefuses(t *testing.T) {
	if _, err := worker.Build(t.Context(), t.TempDir(), worker.Exact, nil); err == nil || !strings.Contains(err.Error(), "not the lab's source tree") {
		t.Error(err)
	}
	if _, err := worker.Build(t.Context(), root, "all", nil); err == nil || !strings.Contains(err.Error(), `"all", want exact or networks`) {
		t.Error(err)
	}
}

// host gives Node the surroundings of a browser's worker: messages are lines of JSON.
const host = `
const { gunzipSync } = require("node:zlib"), { readFileSync } = require("node:fs");
let take;
globalThis.addEventListener = (_, f) => { take = f; };
globalThis.postMessage = (m) => process.stdout.write(JSON.stringify(m) + "\n");
require("node:vm").runInThisContext(readFileSync(process.argv[2], "utf8"));
take({ data: { module: new WebAssembly.Module(gunzipSync(readFileSync(process.argv[3]))) } });
require("node:readline").createInterface({ input: process.stdin })
  .on("line", (l) => take({ data: JSON.parse(l) })).on("close", () => process.exit(0));
`

type message struct {
	ID   int    `json:"id"`
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// process is a worker under Node.
type process struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	last int // call
}

// node writes an engine to disk and returns what starts it under Node, which the test is skipped without.
func node(t *testing.T, e page.Engine) func() (*process, error) {
	t.Helper()
	program, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node on the PATH to run WebAssembly")
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{"host.js": []byte(host), "worker.js": e.Script(), "engine.wasm.gz": e.Wasm} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return func() (*process, error) {
		cmd := exec.Command(program, "host.js", "worker.js", "engine.wasm.gz")
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		p := &process{cmd: cmd, in: in, out: bufio.NewReader(out)}
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		if m, err := p.next(); err != nil || m.Kind != "ready" {
			p.end()
			return nil, fmt.Errorf("the worker begins with %+v, %w", m, err)
		}
		return p, nil
	}
}

func (p *process) next() (m message, err error) {
	line, err := p.out.ReadBytes('\n')
	if err != nil {
		return m, err
	}
	err = json.Unmarshal(line, &m)
	return m, err
}

func (p *process) end() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait() // it was killed
}

// errGone says that the process has ended before its answer.
var errGone = errors.New("the worker has ended")

// ask answers a call. When the context ends it ends the worker, as the page does.
func (p *process) ask(ctx context.Context, call string, args []byte, event func([]byte) error) ([]byte, error) {
	p.last++
	b, err := json.Marshal(map[string]any{"id": p.last, "name": call, "args": string(args)})
	if err != nil {
		return nil, err
	}
	if _, err := p.in.Write(append(b, '\n')); err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = p.cmd.Process.Kill() })
	defer stop()
	for {
		m, err := p.next()
		if err != nil {
			p.end()
			return nil, errors.Join(errGone, err, ctx.Err())
		}
		switch {
		case m.ID != p.last:
			return nil, fmt.Errorf("a message %+v", m)
		case m.Kind == "event":
			if err := event([]byte(m.Text)); err != nil {
				return nil, err
			}
		case m.Kind == "result":
			return []byte(m.Text), nil
		default:
			failed := &protocol.Error{}
			return nil, errors.Join(json.Unmarshal([]byte(m.Text), failed), failed)
		}
	}
}

// TestCarrier runs the suite of all carriers on the worker's program, under Node.
func TestCarrier(t *testing.T) {
	start := node(t, built(t, worker.Exact))
	var mu sync.Mutex
	var p *process
	defer func() {
		if p != nil {
			p.end()
		}
	}()
	protocoltest.Run(t, func(ctx context.Context, call string, args []byte, event func([]byte) error) ([]byte, error) {
		mu.Lock()
		defer mu.Unlock()
		if p == nil {
			var err error
			if p, err = start(); err != nil {
				return nil, err
			}
		}
		result, err := p.ask(ctx, call, args, event)
		if errors.Is(err, errGone) {
			p = nil
		}
		return result, err
	})
}
