package acceltest

import (
	"testing"

	"github.com/gomlx/compute"

	"sudokulab/pkg/accel"
)

// Go returns the backend in Go, open until the test ends.
func Go(t testing.TB) compute.Backend {
	t.Helper()
	return Choose(t).Backend
}

// Choose returns the backend in Go, open until the test ends, with what is known of it.
func Choose(t testing.TB) *accel.Choice {
	t.Helper()
	choice, err := accel.Choose(t.Context(), accel.Options{Backend: accel.NameGo})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(choice.Close)
	return choice
}
