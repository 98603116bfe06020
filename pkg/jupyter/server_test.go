package jupyter

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// answering starts a kernel that answers each request by a reply of the same content.
func answering(t *testing.T, transport string) (*connection, <-chan error) {
	t.Helper()
	c, err := newConnection(transport, "test", []byte("the key"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.remove() })
	done := make(chan error, 1)
	go func() {
		done <- Serve(t.Context(), c.path(), func(request *Message, publish Publish) (string, any) {
			kind, ok := strings.CutSuffix(request.Header.Type, "_request")
			if !ok {
				return "", nil
			}
			if err := publish("echo", request.Content); err != nil {
				t.Error(err)
			}
			return kind + "_reply", request.Content
		})
	}()
	return c, done
}

func TestServe(t *testing.T) {
	for _, transport := range []string{TCP, IPC} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		c, done := answering(t, transport)
		to := func(port int, kind socketType) *wire {
			network, address := c.address(port)
			w, err := dial(ctx, network, address, kind, "ada", 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = w.raw.Close() })
			if err := w.raw.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
				t.Fatal(err)
			}
			return w
		}
		mine := newSession("client")
		mine.key = []byte(c.Key)
		send := func(w *wire, s *session, kind, text string) {
			frames, err := s.pack(s.header(kind), nil, Object{"text": text})
			if err == nil {
				err = w.write(frames...)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		receive := func(w *wire) *Message {
			frames, err := w.read()
			if err != nil {
				t.Fatal(err)
			}
			m, err := mine.unpack(Shell, frames)
			if err != nil {
				t.Fatal(err)
			}
			return m
		}

		// The heart beats.
		beat := to(c.HeartbeatPort, req)
		long := bytes.Repeat([]byte("beat"), 100)
		if err := beat.write(nil, long); err != nil {
			t.Fatal(err)
		}
		if frames, err := beat.read(); err != nil || len(frames) != 2 || !bytes.Equal(frames[1], long) {
			t.Errorf("%d frames, %v", len(frames), err)
		}

		// Noise, a message that another signed, and one that is no request go unanswered; the next is
		// answered.
		shell := to(c.ShellPort, dealer)
		if err := shell.write([]byte("noise")); err != nil {
			t.Fatal(err)
		}
		another := newSession("another")
		send(shell, another, "a_request", "forged")
		send(shell, mine, "a_statement", "said")
		send(shell, mine, "a_request", "asked")
		if m := receive(shell); m.Header.Type != "a_reply" || string(m.Content) != `{"text":"asked"}` || m.Parent.Type != "a_request" {
			t.Errorf("%+v %s", m.Header, m.Content)
		}

		// What is published comes to all subscribers, between busy and idle, and names its request.
		first, second := to(c.IOPubPort, sub), to(c.IOPubPort, sub)
		for _, w := range []*wire{first, second} {
			if err := w.write([]byte{1}); err != nil {
				t.Fatal(err)
			}
			heard := make(chan *Message, 1)
			go func() { heard <- receive(w) }()
			for waiting := true; waiting; { // until it is among the subscribers, it hears nothing
				send(shell, mine, "early_request", "")
				receive(shell)
				select {
				case <-heard:
					waiting = false
				case <-time.After(10 * time.Millisecond):
				}
			}
		}
		send(shell, mine, "b_request", "to all")
		receive(shell)
		for _, w := range []*wire{first, second} {
			var kinds []string
			for len(kinds) < 3 {
				if m := receive(w); m.Parent.Type == "b_request" {
					kinds = append(kinds, m.Header.Type+string(m.Content))
				}
			}
			if want := []string{`status{"execution_state":"busy"}`, `echo{"text":"to all"}`, `status{"execution_state":"idle"}`}; !slices.Equal(kinds, want) {
				t.Errorf("published %q, want %q", kinds, want)
			}
		}
		// One that goes takes nothing with it.
		if err := first.raw.Close(); err != nil {
			t.Fatal(err)
		}
		send(shell, mine, "c_request", "")
		receive(shell)

		send(to(c.ControlPort, dealer), mine, "shutdown_request", "")
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		case <-ctx.Done():
			t.Error("it does not end when asked to")
		}
		cancel()
	}
}

func TestServeFails(t *testing.T) {
	for name, content := range map[string]string{"none": "", "half": "{", "scheme": `{"signature_scheme": "md5"}`, "address": `{"transport": "tcp", "ip": "no host"}`} {
		file := filepath.Join(t.TempDir(), "c.json")
		if name != "none" {
			if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := Serve(t.Context(), file, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestServeCancel: the end of the context is no error.
func TestServeCancel(t *testing.T) {
	c, err := newConnection(TCP, "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.remove() }()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if err := Serve(ctx, c.path(), nil); err != nil {
		t.Error(err)
	}
}
