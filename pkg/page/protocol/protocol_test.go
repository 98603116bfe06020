package protocol_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"sudokulab/pkg/page/protocol"
	"sudokulab/pkg/page/protocol/protocoltest"
)

// TestDesk runs the suite of all carriers on a desk itself.
func TestDesk(t *testing.T) {
	d := protocol.New(protocol.DefaultLimits())
	defer func() { _ = d.Close() }()
	protocoltest.Run(t, func(ctx context.Context, call string, args []byte, event func([]byte) error) ([]byte, error) {
		result, err := d.Do(ctx, call, args, func(e any) error {
			b, err := json.Marshal(e)
			if err != nil {
				return err
			}
			return event(b)
		})
		if err != nil {
			return nil, err
		}
		return json.Marshal(result)
	})
}

// TestLimits: what a desk allows holds whatever is asked.
func TestLimits(t *testing.T) {
	d := protocol.New(protocol.Limits{Nodes: 1, Solutions: 3, Frames: 5, Puzzles: 2, Text: 100, Side: 9})
	defer func() { _ = d.Close() }()
	cells := strings.Repeat(".", 81)
	ask := func(call, args string) (any, int, error) {
		events := 0
		r, err := d.Do(context.Background(), call, []byte(args), func(any) error {
			events++
			return nil
		})
		return r, events, err
	}
	if r, n, err := ask("enumerate", `{"board":{"cells":"`+cells+`"},"most":100}`); err != nil || n != 3 {
		t.Errorf("%v, %d solutions, %v; want 3", r, n, err)
	}
	if _, n, err := ask("watch", `{"board":{"cells":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"},"method":"csp"}`); err != nil || n != 5 {
		t.Errorf("%d frames, %v; want 5", n, err)
	}
	for call, args := range map[string]string{
		"solve":    `{"board":{"cells":"` + strings.Repeat(".", 256) + `"}}`,
		"read":     `{"text":"` + strings.Repeat(".", 101) + `"}`,
		"generate": `{"count":3}`,
	} {
		if _, _, err := ask(call, args); err == nil || !strings.Contains(err.Error(), "at most") && !strings.Contains(err.Error(), "1 to 2") {
			t.Errorf("%s: %v", call, err)
		}
	}
	if r, _, err := ask("solve", `{"board":{"cells":"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."},"nodes":1000000}`); err != nil || r.(protocol.Solved).Status != "capped" {
		t.Errorf("%+v, %v; want capped", r, err)
	}
}

// TestCalls: calls are listed once, in order, with a sentence each.
func TestCalls(t *testing.T) {
	var names []string
	for _, c := range protocol.Calls() {
		names = append(names, c.Name)
		if !strings.HasSuffix(c.About, ".") || c.Args == nil || c.Result == nil {
			t.Errorf("%s: %q", c.Name, c.About)
		}
	}
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("%q", names)
	}
}

// TestTogether: many goroutines ask one desk.
func TestTogether(t *testing.T) {
	d := protocol.New(protocol.DefaultLimits())
	defer func() { _ = d.Close() }()
	const puzzle = `{"board":{"cells":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"}}`
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			for _, call := range []string{"solve", "check", "rate", "enumerate"} {
				if _, err := d.Do(context.Background(), call, []byte(puzzle), nil); err != nil {
					t.Errorf("%s: %v", call, err)
				}
			}
		})
	}
	all.Wait()
}

// TestEmit: an error of whoever takes the events ends the call.
func TestEmit(t *testing.T) {
	d := protocol.New(protocol.DefaultLimits())
	defer func() { _ = d.Close() }()
	n := 0
	_, err := d.Do(context.Background(), "enumerate", []byte(`{"board":{"cells":"`+strings.Repeat(".", 81)+`"}}`), func(any) error {
		n++
		return errors.New("gone")
	})
	if err == nil || n != 1 {
		t.Errorf("%v after %d events", err, n)
	}
}
