package corpus

import (
	"path/filepath"
	"strings"
	"testing"
)

// benchStore holds one set of 20,000 9×9 puzzles.
func benchStore(b *testing.B) (*Store, int64) {
	b.Helper()
	text := strings.Repeat(strings.ReplaceAll(unsolved, "0", ".")+"\n", 20_000)
	set := tinySet()
	set.Side, set.SHA256, set.Puzzles = 9, hashOf(text), 20_000
	s := &Store{DataDir: b.TempDir(), Sets: []Set{set}}
	write(b, filepath.Join(s.DataDir, "tiny.txt"), text)
	return s, int64(len(text))
}

func BenchmarkDigest(b *testing.B) {
	s, size := benchStore(b)
	b.SetBytes(size)
	for b.Loop() {
		fresh := &Store{DataDir: s.DataDir, Sets: s.Sets}
		if _, err := fresh.Digest(b.Context(), "tiny"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSample(b *testing.B) {
	s, size := benchStore(b)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		if items, err := s.Sample(b.Context(), "tiny", 100, 1); err != nil || len(items) != 100 {
			b.Fatal(len(items), err)
		}
	}
}
