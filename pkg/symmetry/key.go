package symmetry

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/pipeline"
)

// Key stands for a class of boards: the first 16 bytes of the SHA-256 of the canonical
// form, one byte per cell, row by row. It is the same on every machine and in every run, so
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
	keys := make([]Key, len(boards))
	work := make([]func(context.Context, int) error, max(1, min(workers, len(boards))))
	for w := range work {
		c := Canonicalizer{m: minlex{limits: l}}
		work[w] = func(_ context.Context, i int) (err error) {
			if keys[i], err = c.Key(boards[i]); err != nil {
				err = fmt.Errorf("%w (board %d of %d)", err, i+1, len(boards))
			}
			return err
		}
	}
	switch err := pipeline.For(ctx, len(boards), work); {
	case err == nil:
		return keys, nil
	case errors.Is(err, ctx.Err()):
		return nil, fmt.Errorf("symmetry: keys of %d boards: %w", len(boards), context.Cause(ctx))
	default:
		return nil, err
	}
}
