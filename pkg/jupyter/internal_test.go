package jupyter

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
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
	s := newSession("test")
	parent := s.header("a_request")
	head, err := json.Marshal(parent)
	if err != nil {
		t.Fatal(err)
	}
	frames, err := s.pack(s.header("an_answer"), head, Object{"x": 1})
	if err != nil {
		t.Fatal(err)
	}
	routed := append([][]byte{[]byte("identity")}, frames...)
	routed = append(routed, []byte("binary data"))
	m, err := s.unpack(Shell, routed)
	if err != nil || m.Header.Type != "an_answer" || m.Header.Username != "test" || m.Parent.ID != parent.ID || string(m.Content) != `{"x":1}` {
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
