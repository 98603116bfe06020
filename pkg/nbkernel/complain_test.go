package nbkernel

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// complaining starts a complaint and returns its connection.
func complaining(t *testing.T) (connection, <-chan error) {
	t.Helper()
	c, err := freePorts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "c.json")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		done <- complain(t.Context(), file, &NotReadyError{What: "The go has gone", Remedy: "Bring it back"})
	}()
	return c, done
}

func TestComplain(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	c, done := complaining(t)
	info, err := c.kernelInfo(ctx)
	if err != nil || info.Implementation != complaintName || !strings.Contains(info.Banner, "The go has gone. Bring it back") {
		t.Fatalf("%+v, %v", info, err)
	}

	// The heart beats.
	hb := dialAs(t, c, c.HBPort, "REQ")
	long := bytes.Repeat([]byte("beat"), 100)
	if err := hb.send(nil, long); err != nil {
		t.Fatal(err)
	}
	if frames, err := hb.receive(); err != nil || len(frames) != 2 || !bytes.Equal(frames[1], long) {
		t.Errorf("%d frames, %v", len(frames), err)
	}

	// A message that another signed goes unanswered; the next is answered.
	wrong := c
	wrong.Key = "another"
	shell := dialAs(t, c, c.ShellPort, "DEALER")
	for _, key := range []connection{wrong, c} {
		frames, err := key.encode(newHeader("s", "is_complete_request"), nil, object{"code": "x"})
		if err != nil {
			t.Fatal(err)
		}
		if err := shell.send(frames...); err != nil {
			t.Fatal(err)
		}
	}
	frames, err := shell.receive()
	if err != nil {
		t.Fatal(err)
	}
	if m, err := c.decode(frames); err != nil || m.header.Type != "is_complete_reply" {
		t.Errorf("%+v, %v", m.header, err)
	}

	// A cell ends with the error, on both channels.
	iopub := dialAs(t, c, c.IOPubPort, "SUB")
	if err := iopub.send([]byte{1}); err != nil {
		t.Fatal(err)
	}
	published := make(chan [][]byte, 1000)
	go func() {
		defer close(published)
		for {
			frames, err := iopub.receive()
			if err != nil {
				return
			}
			published <- frames
		}
	}()
	for heard := false; !heard; { // until it is among the subscribers, it hears nothing
		if _, err := c.kernelInfo(ctx); err != nil {
			t.Fatal(err)
		}
		select {
		case _, heard = <-published:
			if !heard {
				t.Fatal("nothing is published")
			}
		case <-time.After(10 * time.Millisecond):
		}
	}
	content, err := c.request(ctx, c.ShellPort, "execute_request", object{"code": "1"})
	var reply struct {
		Status, EName, EValue string
		Traceback             []string
		Count                 int `json:"execution_count"`
	}
	if err == nil {
		err = json.Unmarshal(content, &reply)
	}
	if err != nil || reply.Status != "error" || reply.Count != 1 || len(reply.Traceback) != 2 || !strings.Contains(reply.EValue, "gone") {
		t.Errorf("%s, %v", content, err)
	}
	var kinds []string
	for len(kinds) < 3 {
		frames, ok := <-published
		if !ok {
			t.Fatalf("published %q and no more", kinds)
		}
		m, err := c.decode(frames)
		if err != nil {
			t.Fatal(err)
		}
		// What belongs to the cell names it as its parent.
		if slices.ContainsFunc(frames, func(f []byte) bool { return bytes.Contains(f, []byte("execute_request")) }) {
			kinds = append(kinds, m.header.Type)
		}
	}
	if got := strings.Join(kinds, " "); got != "status error status" {
		t.Errorf("published %s", got)
	}

	if _, err := c.request(ctx, c.ControlPort, "shutdown_request", object{"restart": false}); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-ctx.Done():
		t.Error("it does not end when asked to")
	}
}

func dialAs(t *testing.T, c connection, port int, kind string) *peer {
	t.Helper()
	network, address := c.address(port)
	conn, err := (&net.Dialer{}).DialContext(t.Context(), network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	p, err := greet(conn, kind)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestComplainFails(t *testing.T) {
	for name, content := range map[string]string{"none": "", "half": "{", "scheme": `{"signature_scheme": "md5"}`} {
		file := filepath.Join(t.TempDir(), "c.json")
		if name != "none" {
			file = put(t, file, content, 0o600)
		}
		if err := complain(t.Context(), file, &NotReadyError{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestAsk: kernels that do not start, end at once, or never answer are told apart, and none
// is left.
func TestAsk(t *testing.T) {
	l := fakeClone(t)
	script := func(text string) Spec {
		return Spec{Argv: []string{put(t, filepath.Join(t.TempDir(), "k"), "#!/bin/sh\n"+text, 0o755), "{connection_file}"}}
	}
	for name, c := range map[string]struct {
		spec Spec
		wait time.Duration
		want string
	}{
		"no program":  {Spec{}, time.Second, "no program"},
		"gone":        {Spec{Argv: []string{l.Root + "/gone"}}, time.Second, "no such file"},
		"ends":        {script("echo I cannot >&2; exit 3\n"), 10 * time.Second, "it said: I cannot"},
		"is silent":   {script("exec sleep 60\n"), 300 * time.Millisecond, "no answer"},
		"has a child": {script("sleep 60 &\nexit 1\n"), 300 * time.Millisecond, "no answer"},
	} {
		began := time.Now()
		_, err := Ask(t.Context(), c.spec, c.wait)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("%s: it took %v", name, took)
		}
	}
	// The launcher's complaint comes through.
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	remaining := l.spec(self, l.fakeToolchain())
	remaining.Env[envPart] = "launcher"
	if err := os.Remove(l.bin(gonb)); err != nil {
		t.Fatal(err)
	}
	if _, err := Ask(t.Context(), remaining, 20*time.Second); err == nil || !strings.Contains(err.Error(), "GoNB is missing") {
		t.Errorf("%v, want the complaint", err)
	}
}

// EnvTestKernel asks for the test that builds the kernel in this clone.
const EnvTestKernel = "SUDOKULAB_TEST_KERNEL"

// TestKernel starts the real kernel.
func TestKernel(t *testing.T) {
	l := Lab{repository(t)}
	if os.Getenv(EnvTestKernel) != "" {
		built, err := l.Build(t.Context(), BuildOptions{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v", built)
	}
	for _, c := range append(l.checkPrograms(), second(l.checkSpec())) {
		if c.State != OK {
			t.Skipf("the kernel is not built (%s: %s); make kernel or %s=1 does it", c.Part, c.Found, EnvTestKernel)
		}
	}
	spec, err := ReadSpec(l.SpecDir())
	if err != nil {
		t.Fatal(err)
	}
	answer, err := Ask(t.Context(), spec, 30*time.Second)
	if err != nil || answer.Implementation != gonb {
		t.Fatalf("%+v, %v", answer, err)
	}
	t.Logf("%s answered after %v", answer.Implementation, answer.Ready)
}

func second[A, B any](_ A, b B) B { return b }

// FuzzReceive feeds the frame reader with noise.
func FuzzReceive(f *testing.F) {
	f.Add([]byte{0, 1, 'x'})
	f.Add([]byte{1, 1, 'x', 2, 0, 0, 0, 0, 0, 0, 0, 1, 'y'})
	f.Add([]byte{4, 2, 'a', 'b', 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1 && data[0]&frameLong != 0 {
			data[1] = 0xff // a length beyond the bound, not megabytes to allocate
		}
		p := &peer{conn: noise{bytes.NewReader(data)}}
		size := 0
		for {
			frames, err := p.receive()
			if err != nil {
				return
			}
			for _, frame := range frames {
				size += len(frame)
			}
			if size > len(data) {
				t.Fatalf("%d bytes out of %d", size, len(data))
			}
		}
	})
}

type noise struct{ *bytes.Reader }

func (noise) Close() error                     { return nil }
func (noise) LocalAddr() net.Addr              { return nil }
func (noise) RemoteAddr() net.Addr             { return nil }
func (noise) SetDeadline(time.Time) error      { return nil }
func (noise) SetReadDeadline(time.Time) error  { return nil }
func (noise) SetWriteDeadline(time.Time) error { return nil }
func (noise) Write(p []byte) (int, error)      { return len(p), nil }
