package format_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"sudokulab/pkg/board/format"
)

func gzipped(t testing.TB, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func zstandard(t testing.TB, text string) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll([]byte(text), nil)
}

// count ranges over a sequence until its first error.
func count(seq iter.Seq2[format.Puzzle, error]) (n int, err error) {
	for _, err := range seq {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

func TestCompressed(t *testing.T) {
	const lines = 5000
	text := strings.Repeat(easy+"\n", lines)
	z, s := gzipped(t, text), zstandard(t, text)
	for name, data := range map[string][]byte{
		"gzip": z, "zstd": s,
		"gzip in two members": append(bytes.Clone(z), z...),
		"zstd in two frames":  append(bytes.Clone(s), s...),
	} {
		want := lines
		if strings.Contains(name, "two") {
			want *= 2
		}
		if n, err := count(format.Read(bytes.NewReader(data), format.Options{})); n != want || err != nil {
			t.Errorf("%s: %d puzzles, want %d; %v", name, n, want, err)
		}
	}
	for name, data := range map[string][]byte{
		"gzip without its end":  z[:len(z)-9],
		"gzip, half":            z[:len(z)/2],
		"gzip, only the magic":  z[:2],
		"gzip, broken checksum": append(bytes.Clone(z[:len(z)-8]), 1, 2, 3, 4, 5, 6, 7, 8),
		"zstd without its end":  s[:len(s)-3],
		"zstd, only the magic":  s[:4],
	} {
		skipped := 0
		o := format.Options{File: "f", KeepGoing: true, Skipped: &skipped}
		n, err := count(format.Read(bytes.NewReader(data), o))
		var e *format.Error
		switch {
		case !errors.As(err, &e):
			t.Errorf("%s: %d puzzles, error %v", name, n, err)
		case e.Line < 1 || !strings.Contains(e.Msg, "reading"):
			t.Errorf("%s: %v", name, err)
		case e.Unwrap() == nil:
			t.Errorf("%s: no error beneath", name)
		case strings.Contains(name, "gzip") && !strings.Contains(name, "checksum") && !errors.Is(err, io.ErrUnexpectedEOF):
			t.Errorf("%s: %v, want an unexpected end", name, err)
		case skipped != 0:
			t.Errorf("%s: %d skipped, want the error to end the sequence", name, skipped)
		}
	}
}

// What stands before the place where reading fails is yielded; half a line is not.
func TestReadFails(t *testing.T) {
	broken := errors.New("disk on fire")
	text := easy + "\n" + easy + "\n" + four // the start of a line, to the reader
	r := io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))
	n, err := count(format.Read(r, format.Options{File: "f", KeepGoing: true}))
	if n != 2 || !errors.Is(err, broken) || err.Error() != "f:3: reading: disk on fire" {
		t.Errorf("%d puzzles, %v", n, err)
	}
	if n, err := count(format.Read(iotest.ErrReader(broken), format.Options{})); n != 0 || !errors.Is(err, broken) {
		t.Errorf("%d puzzles, %v", n, err)
	}
	r = io.MultiReader(strings.NewReader(easy+"\n"+easy), stuck{})
	if n, err := count(format.Read(r, format.Options{})); n != 1 || !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("%d puzzles, %v", n, err)
	}
	if n, err := count(format.Read(stuck{}, format.Options{})); n != 0 || !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("%d puzzles, %v", n, err)
	}
}

// stuck never delivers and never fails.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

func TestReadersInPieces(t *testing.T) {
	text := "\uFEFF" + strings.Repeat(easy+"\r\n"+gridOf(easy)+"\r\n", 200) + strings.Repeat("1", 70000) + "\n" + easy
	for name, r := range map[string]io.Reader{
		"one byte":                iotest.OneByteReader(strings.NewReader(text)),
		"half":                    iotest.HalfReader(strings.NewReader(text)),
		"data and error together": iotest.DataErrReader(strings.NewReader(text)),
	} {
		skipped := 0
		n, err := count(format.Read(r, format.Options{KeepGoing: true, Skipped: &skipped}))
		if n != 401 || err != nil || skipped != 1 {
			t.Errorf("%s: %d puzzles, %d skipped, %v", name, n, skipped, err)
		}
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, device := range []string{"/dev/zero", "/dev/stdin", dir} { // read, the first would never end
		if _, err := os.Stat(device); err != nil {
			continue
		}
		if n, err := count(format.ReadFile(device, format.Options{})); n > 0 || err == nil || !strings.Contains(err.Error(), "want a regular file") {
			t.Errorf("%s: %d puzzles, %v", device, n, err)
		}
	}
	plain := write("a.txt", []byte(easy+"\n"+easy[1:]))
	seq := format.ReadFile(plain, format.Options{})
	for range 2 { // a file can be ranged over again
		n, err := count(seq)
		if n != 1 || err == nil || err.Error() != plain+":2: 80 cells, want 81" {
			t.Errorf("%d puzzles, %v", n, err)
		}
	}
	sections := "#AAnn\n" + gridOf(easy)
	for name, data := range map[string][]byte{
		"a.sdk": []byte(sections), "b.SDK": []byte(sections),
		"a.sdk.gz": gzipped(t, sections), "a.sdk.zst": zstandard(t, sections),
	} {
		for p, err := range format.ReadFile(write(name, data), format.Options{}) {
			if err != nil || p.Source != "Ann" {
				t.Errorf("%s: source %q, %v", name, p.Source, err)
			}
		}
	}
	if n, err := count(format.ReadFile(filepath.Join(dir, "none"), format.Options{KeepGoing: true})); n != 0 || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%d puzzles, %v", n, err)
	}
}

// endless repeats a block until a number of bytes has been delivered.
type endless struct {
	block []byte
	at    int
	left  int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := 0
	for n < len(p) && e.left > 0 {
		m := copy(p[n:min(len(p), n+e.left)], e.block[e.at:])
		n += m
		e.left -= m
		e.at = (e.at + m) % len(e.block)
	}
	return n, nil
}

// Hundreds of megabytes pass through a heap of a few.
func TestFlatMemory(t *testing.T) {
	size := 300 << 20
	if testing.Short() {
		size = 8 << 20
	}
	block := []byte(strings.Repeat(easy+"\n", 1000) + gridOf(easy) + "\n")
	// Whole blocks, then one line without an end that would fill the memory if kept.
	blocks := size / len(block)
	r := io.MultiReader(
		&endless{block: block, left: blocks * len(block)},
		&endless{block: []byte("1"), left: size / 4},
		strings.NewReader("\n"+easy),
	)
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	most, n, skipped := uint64(0), 0, 0
	for _, err := range format.Read(r, format.Options{KeepGoing: true, Skipped: &skipped}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if n%200_000 == 0 {
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc)
		}
	}
	runtime.ReadMemStats(&now)
	most = max(most, now.HeapAlloc)
	if want := blocks*1001 + 1; n != want || skipped != 1 {
		t.Errorf("%d puzzles, want %d; %d skipped, want 1", n, want, skipped)
	}
	const limit = 16 << 20 // the collector lets garbage reach its minimum heap of 4 MB and more
	if grown := int64(most) - int64(before.HeapAlloc); grown > limit {
		t.Errorf("heap grew by %d bytes over %d MB of input, want at most %d", grown, size>>20, limit)
	}
}

// Reading a line costs its cells and no more: a slab now and then.
func TestAllocations(t *testing.T) {
	const lines = 2000
	text := strings.Repeat(easy+"\n", lines)
	for name, input := range map[string]string{
		"line":   text,
		"kaggle": "puzzle,solution\n" + strings.Repeat(easy+","+easySolved+"\n", lines),
		"grid":   strings.Repeat(gridOf(easy), lines),
	} {
		per := testing.AllocsPerRun(3, func() {
			if n, err := count(format.Read(strings.NewReader(input), format.Options{})); n != lines || err != nil {
				t.Fatalf("%s: %d puzzles, %v", name, n, err)
			}
		}) / lines
		if per > 0.1 {
			t.Errorf("%s: %.2f allocations for a puzzle, want at most 0.1", name, per)
		}
	}
}

func TestLineNumbersBehindLongLines(t *testing.T) {
	for _, length := range []int{1<<16 - 1, 1 << 16, 1<<16 + 1, 1<<16 + 2, 1<<17 - 1, 1 << 17, 1<<17 + 1, 1 << 18} {
		text := easy + "\n#" + strings.Repeat("x", length-1) + "\r\n" + easy
		var got []string
		var errs []string
		got, errs = readAll(text, format.Options{File: "f", KeepGoing: true})
		want := []string{at(1, easy), at(3, easy)}
		if d := diff(got, want); d != "" {
			t.Errorf("%d: %s", length, d)
		}
		var wantErrs []string
		if length > 1<<16 {
			wantErrs = []string{fmt.Sprintf("f:2: line is longer than %d bytes", 1<<16)}
		}
		if d := diff(errs, wantErrs); d != "" {
			t.Errorf("%d: %s", length, d)
		}
	}
}

// nulBytes is a line without an end; it counts the bytes that were read.
type nulBytes struct{ n int64 }

func (e *nulBytes) Read(p []byte) (int, error) {
	clear(p)
	e.n += int64(len(p))
	return len(p), nil
}

// TestEndlessLine: reading ends at the bound of a line, or, where it keeps going, not far behind.
func TestEndlessLine(t *testing.T) {
	for keepGoing, most := range map[bool]int64{false: 1 << 18, true: 1<<28 + 1<<20} {
		r := &nulBytes{}
		var errs []string
		for _, err := range format.Read(r, format.Options{File: "f", KeepGoing: keepGoing, OnError: func(err error) { errs = append(errs, err.Error()) }}) {
			if err == nil {
				t.Fatal("a puzzle")
			}
			errs = append(errs, err.Error())
		}
		want := []string{"f:1: line is longer than 65536 bytes"}
		if keepGoing {
			want = append(want, "f:1: reading: no end of this line within 268435456 bytes")
		}
		if d := diff(errs, want); d != "" || r.n > most {
			t.Errorf("keep going %v: %s, %d bytes read, want at most %d", keepGoing, d, r.n, most)
		}
	}
}
