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

// TestGuard: frames of a message that is too large are dropped as they come, others pass unchanged,
// and noise ends the stream.
func TestGuard(t *testing.T) {
	frame := func(flags byte, size uint64, body string) string {
		if flags&2 == 0 {
			return string([]byte{flags, byte(size)}) + body
		}
		return string(binary.BigEndian.AppendUint64([]byte{flags}, size)) + body
	}
	filled := func(flags byte, size int) string { return frame(flags, uint64(size), strings.Repeat("x", size)) }
	fine := strings.Repeat("g", greetingSize) + frame(0, 3, "abc") + filled(2, 300) + frame(1, 0, "") + frame(0, 2, "yz")
	read := func(text string) (string, uint64, error) {
		g := newGuard(stream{Reader: strings.NewReader(text)}, 400)
		data, err := io.ReadAll(io.MultiReader(g))
		return string(data), g.cut, err
	}
	for name, tc := range map[string]struct {
		in, out string
		cut     uint64
	}{
		"fine":       {fine, fine, 0},
		"limit":      {fine + filled(1, 250) + filled(0, 150), fine + filled(1, 250) + filled(0, 150), 0},
		"huge frame": {fine + filled(2, 5<<20) + frame(0, 1, "a"), fine + frame(0, 0, "") + frame(0, 1, "a"), 5 << 20},
		"many frames": {
			fine + filled(1, 250) + filled(1, 151) + filled(3, 400) + frame(0, 2, "zz") + frame(0, 1, "a"),
			fine + filled(1, 250) + frame(1, 0, "") + frame(1, 0, "") + frame(0, 0, "") + frame(0, 1, "a"), 803,
		},
	} {
		if got, cut, err := read(tc.in); err != nil || got != tc.out || cut != tc.cut {
			t.Errorf("%s: %d bytes, %d wanted; cut %d, %d wanted; %v", name, len(got), len(tc.out), cut, tc.cut, err)
		}
	}
	for name, bad := range map[string]string{
		"noise": frame(2, 1<<62, ""), "largest frame": frame(2, 1<<64-1, ""),
	} {
		_, _, err := read(fine + bad)
		if _, ok := errors.AsType[*TooLargeError](err); !ok {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, _, err := read(fine + frame(2, 1<<20, "the end")); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a dropped frame that ends in the middle: %v", err)
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
