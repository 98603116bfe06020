package distinct

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"sudokulab/pkg/symmetry"
)

// key is the i-th of keys that are as even as hashes are.
func key(i uint64) (k symmetry.Key) {
	var seed [32]byte
	for b := range 8 {
		seed[b] = byte(i >> (8 * b))
	}
	c := rand.NewChaCha8(seed)
	_, _ = c.Read(k[:]) // never fails
	return k
}

// TestFirst: streams of all kinds against a set in memory, with so little memory that files are split several times.
func TestFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	kinds := map[string]func(i int) uint64{
		"all different": func(i int) uint64 { return uint64(i) },
		"all equal":     func(int) uint64 { return 7 },
		"few":           func(int) uint64 { return uint64(rng.IntN(5)) },
		"many twice":    func(int) uint64 { return uint64(rng.IntN(4000)) },
		"in turns":      func(i int) uint64 { return uint64(i % 300) },
	}
	for name, of := range kinds {
		for _, keys := range []int{1, 3, 100, 5000} {
			for _, n := range []int{0, 1, 2, 4, 300, 5000} {
				if keys < 100 && n > 300 {
					continue // thousands of files
				}
				t.Run(fmt.Sprintf("%s/%d in memory/%d", name, keys, n), func(t *testing.T) {
					folder := t.TempDir()
					s, err := New(Config{Keys: keys, Folder: folder})
					if err != nil {
						t.Fatal(err)
					}
					seen := map[symmetry.Key]bool{}
					var want []bool
					for i := range n {
						k := key(of(i))
						if err := s.Add(k); err != nil {
							t.Fatal(err)
						}
						want = append(want, !seen[k])
						seen[k] = true
					}
					if s.Len() != int64(n) {
						t.Errorf("%d keys, want %d", s.Len(), n)
					}
					first, err := s.First(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					for i, w := range want {
						if first.Has(int64(i)) != w {
							t.Fatalf("place %d: %v, want %v", i, !w, w)
						}
					}
					if first.Len() != int64(len(seen)) || first.Has(int64(n)) || first.Has(-1) {
						t.Errorf("%d places, want %d and none outside", first.Len(), len(seen))
					}
					if err := s.Add(key(0)); err == nil {
						t.Error("a key after the result")
					}
					if err := errors.Join(s.Close(), s.Close()); err != nil {
						t.Error(err)
					}
					if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
						t.Errorf("%d files left, %v", len(left), err)
					}
				})
			}
		}
	}
}

// TestAdversary: keys that share all bytes but the last are split down to it.
func TestAdversary(t *testing.T) {
	s, err := New(Config{Keys: 2, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	for i := range 600 {
		k := symmetry.Key{15: byte(i % 200)}
		if err := s.Add(k); err != nil {
			t.Fatal(err)
		}
	}
	first, err := s.First(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(600) {
		if first.Has(i) != (i < 200) {
			t.Errorf("place %d: %v", i, first.Has(i))
		}
	}
}

// TestErrors: what cannot be is said, and stays said.
func TestErrors(t *testing.T) {
	if _, err := New(Config{}); err == nil {
		t.Error("no memory at all")
	}
	s, err := New(Config{Keys: 1, Folder: filepath.Join(t.TempDir(), "missing")})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Add(key(1)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Add(key(2)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%v, want that the folder is missing", err)
		}
	}
	if _, err := s.First(t.Context()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want that the folder is missing", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestCancelled: a result that is not waited for leaves nothing.
func TestCancelled(t *testing.T) {
	folder := t.TempDir()
	s, err := New(Config{Keys: 4, Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	for i := range uint64(100) {
		if err := s.Add(key(i)); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.First(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%d files left, %v", len(left), err)
	}
}

func BenchmarkAdd(b *testing.B) {
	keys := make([]symmetry.Key, 1<<16)
	for i := range keys {
		keys[i] = key(uint64(i))
	}
	for _, memory := range []int{1 << 20, 1 << 8} {
		b.Run(fmt.Sprintf("keys=%d", memory), func(b *testing.B) {
			s, err := New(Config{Keys: memory, Folder: b.TempDir()})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				if err := s.Add(keys[i%len(keys)]); err != nil {
					b.Fatal(err)
				}
				i++
			}
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		})
	}
}
