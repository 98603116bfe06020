package main

import (
	"bufio"
	"bytes"
	"testing"
)

// TestHeld: a first result that may be the only one waits for the second, and nothing is
// lost or doubled.
func TestHeld(t *testing.T) {
	for _, tc := range []struct {
		textIfAlone bool
		form        form
		results     []string
		want        string
		waits       bool
	}{
		{false, formLine, []string{"a\n", "b\n"}, "a\nb\n", false},
		{false, formText, []string{"a\n", "b\n"}, "a\n\nb\n", false},
		{true, formLine, []string{"a\n", "b\n", "c\n"}, "a\nb\nc\n", false},
		{true, formLine, []string{"a\n"}, "", true},
		{false, formLine, []string{"a\n"}, "a\n", false},
		{true, formLine, nil, "", false},
	} {
		var out bytes.Buffer
		w := bufio.NewWriter(&out)
		h := held[int]{textIfAlone: tc.textIfAlone}
		for i, text := range tc.results {
			if err := h.write(w, tc.form, i+1, &entry{source: text}, i, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if out.String() != tc.want || h.waits() != tc.waits || h.alone() != (len(tc.results) == 1) {
			t.Errorf("%+v: wrote %q, waits %v, alone %v", tc, out.String(), h.waits(), h.alone())
		}
	}
}
