package main

import (
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTraceAnimation: each decision is a frame, turns of the search stand longer, and the trace is
// printed as it is without.
func TestTraceAnimation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "film.gif")
	puzzle := "12...3.....1.4.2"
	plain := must(t, "", "trace", "--search", puzzle)
	diff(t, "trace", must(t, "", "trace", "--search", "--animation", path, puzzle), plain)
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	g, err := gif.DecodeAll(f)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(g.Image); n < 4 || n > filmFrames || g.Delay[0] != 150 || g.Delay[1] != 20 || g.Delay[n-1] != 400 || g.LoopCount != 0 {
		t.Errorf("%d frames with delays %v, loop count %d", n, g.Delay, g.LoopCount)
	}

	gone := filepath.Join(t.TempDir(), "film.png")
	for _, args := range [][]string{{"--animation", gone, puzzle}, {"--animation", path, puzzle, puzzle}} {
		var out, errs strings.Builder
		if code := run(t.Context(), append([]string{"trace"}, args...), strings.NewReader(""), &out, &errs); code != exitError || !strings.Contains(errs.String(), "--animation") {
			t.Errorf("trace %q: exit code %d, %s", args, code, &errs)
		}
	}
	if _, err := os.Stat(gone); err == nil {
		t.Error("a file that is no .gif was written")
	}
}

// TestSearchAnimation: the tensor network's steps are told and drawn.
func TestSearchAnimation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "film.gif")
	const puzzle = "1.3.3.1...4..3.."
	text := must(t, "", "solve", "--method", "tensor", "--explain", "--animation", path, puzzle)
	for _, want := range []string{"The board before the first step: 6 givens", "Guess 1: ", "at least 2 solutions"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	g, err := gif.DecodeAll(f)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(g.Image); n < 4 || g.Delay[n-1] != 400 {
		t.Errorf("%d frames with delays %v", n, g.Delay)
	}
	if json := must(t, "", "solve", "--method", "tensor", "--explain", "--format", "json", puzzle); !strings.Contains(json, `"outcome": "push"`) {
		t.Errorf("no guess in %s", json)
	}
}
