package worker

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// unpacked unpacks by the standard library, which checks lengths and sums.
func unpacked(t *testing.T, packed []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestGzipped: whatever is packed comes back, and a program is packed smaller than by the standard library at its best.
func TestGzipped(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	noise := make([]byte, 70_000)
	for i := range noise {
		noise[i] = byte(rng.Uint32())
	}
	few := make([]byte, piece+1000)
	for i := range few {
		few[i] = byte(rng.IntN(3))
	}
	cases := [][]byte{
		{},
		{0},
		[]byte("a"), []byte("ab"), []byte("aaa"), []byte("abcabcabcabd"), make([]byte, 1000), bytes.Repeat([]byte{1}, 2*piece+7),
		[]byte(strings.Repeat("over and over, with a long period; ", 5000)), noise, bytes.Repeat(noise[:window], 3), bytes.Repeat(noise[:window+1], 3), few,
		append(bytes.Repeat([]byte("x"), 40_000), noise...),
	}
	for n := minMatch; n <= maxMatch; n++ { // every length of a match
		cases = append(cases, append(append(bytes.Clone(noise[:n]), 'a'), noise[:n]...))
	}
	for d := 1; d < window; d += 1 + d/3 { // every symbol of a distance
		cases = append(cases, append(bytes.Clone(noise[:d+10]), noise[10:40]...))
	}
	for i, data := range cases {
		if back := unpacked(t, gzipped(data)); !bytes.Equal(back, data) {
			t.Errorf("case %d, %d bytes: %d come back, others", i, len(data), len(back))
		}
	}
	own, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	program, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	program = program[:1<<20]
	packed := gzipped(program)
	if !bytes.Equal(unpacked(t, packed), program) {
		t.Error("a program does not come back")
	}
	var standard bytes.Buffer
	z, _ := gzip.NewWriterLevel(&standard, gzip.BestCompression)
	_, _ = z.Write(program)
	_ = z.Close()
	t.Logf("%d bytes, %d by the standard library", len(packed), standard.Len())
	if float64(len(packed)) > 0.97*float64(standard.Len()) {
		t.Errorf("%d bytes, want at most 97 %% of %d", len(packed), standard.Len())
	}
}

func FuzzGzipped(f *testing.F) {
	f.Add([]byte("abcabc"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if !bytes.Equal(unpacked(t, gzipped(data)), data) {
			t.Error("something else comes back")
		}
	})
}
