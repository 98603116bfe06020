package symmetry

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"sudokulab/pkg/board"
)

// Key stands for a class of boards: the first 16 bytes of the SHA-256 of the canonical
// form, one byte a cell, row by row. It is the same on every machine and in every run, so
// it may be stored. Boards of one class have equal keys. Two classes share a key with
// probability 2^−128, any two among N classes with less than N²/2^129: 1.5·10^−27 for a
// million. (A 64-bit hash, half as large, would be at 2.7·10^−8 for a million but at 3 % for
// a billion.)
type Key [16]byte

// String returns the key in 32 hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// MarshalText returns the key in 32 hexadecimal digits.
func (k Key) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, k[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (k *Key) UnmarshalText(text []byte) error {
	var u Key
	if len(text) != hex.EncodedLen(len(u)) {
		return fmt.Errorf("symmetry: key %q has %d characters, want %d", text, len(text), hex.EncodedLen(len(u)))
	}
	if _, err := hex.Decode(u[:], text); err != nil {
		return fmt.Errorf("symmetry: key %q: %w", text, err)
	}
	*k = u
	return nil
}

// Key returns the key of the class of b. Errors are as for [Canonicalizer.Canonical].
func (c *Canonicalizer) Key(b board.Board) (Key, error) {
	if err := c.run(b); err != nil {
		return Key{}, err
	}
	sum := sha256.Sum256(c.form[:len(b.Cells())])
	return Key(sum[:len(Key{})]), nil
}

// CanonicalKey returns the key of the class of b, with [DefaultLimits]; see
// [Canonicalizer.Key]. Use a [Canonicalizer], a [Seen] or [Keys] for many boards.
func CanonicalKey(b board.Board) (Key, error) {
	c := Canonicalizer{m: minlex{limits: DefaultLimits()}}
	return c.Key(b)
}

// Keys returns the keys of many boards, computed by the given number of goroutines. It
// stops at the first board, by position in the slice, that has no key, and when ctx is
// done.
func Keys(ctx context.Context, boards []board.Board, workers int, l Limits) ([]Key, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	if ctx == nil {
		return nil, errors.New("symmetry: the context is nil, want context.Background() at least")
	}
	if workers < 1 {
		return nil, fmt.Errorf("symmetry: %d workers, want at least 1", workers)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	keys := make([]Key, len(boards))
	errs := make([]error, len(boards))
	// Boards are handed out in order, so every board before a bad one has been taken when
	// the bad one stops the rest, and the first error does not depend on timing.
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(workers, len(boards)) {
		wg.Go(func() {
			c := Canonicalizer{m: minlex{limits: l}}
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(boards) {
					return
				}
				if keys[i], errs[i] = c.Key(boards[i]); errs[i] != nil {
					stop(errBoard)
				}
			}
		})
	}
	wg.Wait()
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errBoard):
		for i, err := range errs {
			if err != nil {
				return nil, fmt.Errorf("%w (board %d of %d)", err, i+1, len(boards))
			}
		}
	case cause != nil:
		return nil, fmt.Errorf("symmetry: keys of %d boards: %w", len(boards), cause)
	}
	return keys, nil
}

// errBoard is the cause with which Keys stops its goroutines when a board has no key.
var errBoard = errors.New("symmetry: a board has no key")
