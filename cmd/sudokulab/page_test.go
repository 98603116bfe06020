package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// TestPageRefuses: what page cannot use is told, and leaves no file.
func TestPageRefuses(t *testing.T) {
	for _, args := range [][]string{{"page", "more"}, {"page", "--output", ""}, {"page", "--colour", "red"}} {
		var stdout, stderr bytes.Buffer
		if code := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); code != exitError || stderr.Len() == 0 {
			t.Errorf("%q: code %d, %s", args, code, stderr.String())
		}
	}
	if left, err := filepath.Glob("lab.html"); err != nil || len(left) > 0 {
		t.Errorf("%q is left, %v", left, err)
	}
}
