package nbformat

import (
	"errors"
	"testing"
)

// endless is a reader that does not end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

// TestEndless: a text that does not end is read up to the limit, of which one byte more is known.
func TestEndless(t *testing.T) {
	if data, err := readAll(endless{}, 1<<20); !errors.Is(err, errTooLarge) || len(data) != 1<<20+1 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}
