package tensornet

import (
	"slices"
	"testing"
)

// TestMeter: the loop is counted by the steps that it takes, idle slots included, in one piece or unrolled.
func TestMeter(t *testing.T) {
	backend := goBackend(t)
	puzzles := boards(t, 2, 20)
	for _, unrolled := range []int{0, 4} {
		cfg := DefaultConfig()
		cfg.Batch, cfg.Steps, cfg.Unrolled = 24, 4, unrolled
		n, err := New(backend, puzzles[0].Shape(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(n.Close)
		if m := n.Meter(); m != (Meter{}) {
			t.Errorf("before the first call: %+v", m)
		}
		var taken int64
		for a, err := range n.Solve(t.Context(), slices.Values(puzzles), 2) {
			if err != nil {
				t.Fatal(err)
			}
			taken += int64(a.Steps)
		}
		m := n.Meter()
		if m.Calls == 0 || m.Spent <= 0 || m.Steps < int64(m.Calls) || m.Steps > int64(m.Calls)*int64(cfg.Steps) || m.Slots < taken || m.Slots > m.Steps*24 {
			t.Errorf("unrolled %d: %+v for %d steps of %d puzzles", unrolled, m, taken, len(puzzles))
		}
		if unrolled > 0 && m.Steps != int64(m.Calls)*int64(unrolled) {
			t.Errorf("%d steps in %d calls of %d steps", m.Steps, m.Calls, unrolled)
		}
	}
}

// TestState: the state is what Bytes counts, and begins with the stamps.
func TestState(t *testing.T) {
	shape := boards(t, 3, 1)[0].Shape()
	for _, form := range []Form{Packed, Literal} {
		cfg := DefaultConfig()
		cfg.Form, cfg.Batch = form, 60
		state, err := cfg.State(shape)
		if err != nil {
			t.Fatal(err)
		}
		bytes := 0
		for _, field := range state {
			bytes += int(field.ByteSize())
		}
		if want := cfg.Batch * cfg.Bytes(shape); bytes > want || bytes <= want-cfg.Batch {
			t.Errorf("%s: a state of %d bytes, want %d", form, bytes, want)
		}
		if dims := state[0].Dimensions; form == Literal && !slices.Equal(dims, []int{60, 9, 9, 9}) {
			t.Errorf("candidates of shape %v", dims)
		}
		if _, err := cfg.State(nil); err == nil {
			t.Error("no error for no shape")
		}
	}
}
