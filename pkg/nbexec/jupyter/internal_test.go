package jupyter

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSignature compares with a signature from RFC 4231, test case 2.
func TestSignature(t *testing.T) {
	s := &session{key: []byte("Jefe")}
	got := string(s.sign([][]byte{[]byte("what do ya want "), []byte("for nothing?")}))
	if want := "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"; got != want {
		t.Errorf("signature %s, want %s", got, want)
	}
}

func TestPackAndUnpack(t *testing.T) {
	s := newSession()
	parent := s.header("a_request")
	frames, err := s.pack(s.header("an_answer"), &parent, Object{"x": 1})
	if err != nil {
		t.Fatal(err)
	}
	routed := append([][]byte{[]byte("identity")}, frames...)
	routed = append(routed, []byte("binary data"))
	m, err := s.unpack(Shell, routed)
	if err != nil || m.Header.Type != "an_answer" || m.Parent.ID != parent.ID || string(m.Content) != `{"x":1}` {
		t.Fatalf("%+v, %v", m, err)
	}
	for i := 1; i < len(frames); i++ {
		bad := make([][]byte, len(frames))
		for j := range frames {
			bad[j] = bytes.Clone(frames[j])
		}
		bad[i][0] ^= 1
		if _, err := s.unpack(Shell, bad); !errors.Is(err, ErrSignature) {
			t.Errorf("frame %d changed: error %v", i, err)
		}
	}
	for n := range frames {
		if _, err := s.unpack(Shell, frames[:n]); err == nil {
			t.Errorf("%d frames were accepted", n)
		}
	}
	if _, err := s.pack(parent, nil, func() {}); err == nil {
		t.Error("a function was packed")
	}
}

// stream is a connection that reads from a buffer.
type stream struct {
	net.Conn
	io.Reader
}

func (s stream) Read(p []byte) (int, error) { return s.Reader.Read(p) }

// TestGuard: a message that claims to be huge is refused at its head, others pass unchanged.
func TestGuard(t *testing.T) {
	frame := func(flags byte, size uint64, body string) string {
		if flags&2 == 0 {
			return string([]byte{flags, byte(size)}) + body
		}
		return string(binary.BigEndian.AppendUint64([]byte{flags}, size)) + body
	}
	greeting := strings.Repeat("g", greetingSize)
	fine := greeting + frame(0, 3, "abc") + frame(2, 300, strings.Repeat("x", 300)) + frame(1, 0, "") + frame(0, 2, "yz")
	read := func(text string) (string, error) {
		g := newGuard(stream{Reader: strings.NewReader(text)}, 400)
		data, err := io.ReadAll(io.MultiReader(g))
		return string(data), err
	}
	if got, err := read(fine); err != nil || got != fine {
		t.Errorf("%d bytes of %d, %v", len(got), len(fine), err)
	}
	for name, bad := range map[string]string{
		"huge frame":    frame(2, 1<<62, ""),
		"largest frame": frame(2, 1<<64-1, ""),
		"many frames":   frame(1, 250, strings.Repeat("x", 250)) + frame(0, 151, ""),
	} {
		_, err := read(fine + bad)
		if _, ok := errors.AsType[*TooLargeError](err); !ok {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := read(fine + frame(1, 250, strings.Repeat("x", 250)) + frame(0, 150, strings.Repeat("x", 150))); err != nil {
		t.Errorf("a message of the limit: %v", err)
	}
}

func TestCommand(t *testing.T) {
	prefix := t.TempDir()
	dir := filepath.Join(prefix, "share", "jupyter", "kernels", "k")
	s := Spec{Dir: dir, Argv: []string{"python3", "{connection_file}", "--{resource_dir}", "{prefix}/x"}}
	check := func(first string) {
		t.Helper()
		got := s.command("/run/c.json")
		if got[0] != first || got[1] != "/run/c.json" || got[2] != "--"+dir || got[3] != prefix+"/x" {
			t.Errorf("command %q", got)
		}
	}
	check("python3")
	own := filepath.Join(prefix, "bin", "python3")
	if err := os.MkdirAll(filepath.Dir(own), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	check(own)
	s.Argv[0] = "julia"
	check("julia")
}

func TestTail(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var end tail
	done := make(chan struct{})
	go func() {
		end.copyFrom(r)
		close(done)
	}()
	for range 5000 {
		if _, err := w.WriteString("a line of some length\n"); err != nil {
			t.Fatal(err)
		}
	}
	_, _ = w.WriteString("last\xff\n")
	_ = w.Close()
	<-done
	if got := end.last(2); got != "a line of some length\nlast?" {
		t.Errorf("%q", got)
	}
	if len(end.text) > tailSize {
		t.Errorf("%d bytes kept", len(end.text))
	}
}
