package job

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestCheckInput: input that was written again counts as changed by its bytes, unpacked, and not by its time.
func TestCheckInput(t *testing.T) {
	s := put(t, "operation: upper\ninput: {files: [a.txt, b.gz]}\nshards: 2\noutput: out\n", map[string]string{"a.txt": "a\nb\n", "b.gz": "c\nd\n"})
	j := opened(t, s, Options{})
	at := func(name string) string { return filepath.Join(filepath.Dir(s.path), name) }
	later := time.Now()
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(at(name), data, 0o600); err != nil {
			t.Fatal(err)
		}
		later = later.Add(time.Minute) // clocks of file systems are coarse
		if err := os.Chtimes(at(name), later, later); err != nil {
			t.Fatal(err)
		}
	}
	pack := func(text string) []byte {
		t.Helper()
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	check := func(what, want string) {
		t.Helper()
		err := CheckInput(t.Context(), j)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: error %v, want %q in it", what, err, want)
		}
	}
	check("as it was", "")
	write("a.txt", []byte("a\nb\n"))
	write("b.gz", pack("c\nd\n"))
	check("the same again", "")
	write("a.txt", []byte("a\nB\n"))
	check("another letter", "a.txt is later than")
	write("a.txt", []byte("a\nb\n"))
	write("b.gz", pack("c\nd\ne\n"))
	check("a line more", "the input was changed since the job was planned")
	write("b.gz", []byte("\x1f\x8b"))
	check("cut off", "b.gz")
	if err := os.Remove(at("b.gz")); err != nil {
		t.Fatal(err)
	}
	check("gone, which whoever reads it says", "")
}
