package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	const toy = "| the example of Knuth's paper\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"
	var out bytes.Buffer
	if err := run(t.Context(), strings.NewReader(toy), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "Altogether 1 solutions, ") || !strings.HasSuffix(out.String(), " nodes.\n") {
		t.Errorf("%q", out.String())
	}
	if err := run(t.Context(), strings.NewReader("a b\nz\n"), &out); err == nil || !strings.Contains(err.Error(), "2") {
		t.Errorf("an option with an unknown item: %v", err)
	}
}
