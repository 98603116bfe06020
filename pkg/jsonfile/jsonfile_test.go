package jsonfile_test

import (
	"strings"
	"testing"

	"sudokulab/pkg/jsonfile"
)

// TestBounded: each limit is met where it is, what is within it is read, and brackets and commas in a text count for nothing.
func TestBounded(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	list := func(n int, value string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(value+",", n), ",") + "]"
	}
	const deep, many = "lists and maps nest more than 100 deep, want fewer", "more than 200000 values up to here (a map counts for 5), want fewer"
	for _, c := range []struct{ text, want string }{
		{nested(100), ""},
		{"\n" + nested(101), "line 2: " + deep},
		{strings.Repeat("[", 40_000), "line 1: " + deep},
		{strings.Repeat(`{"a":`, 101), "line 1: " + deep},
		{list(1000, "[]"), ""},
		{list(200_000, "0"), ""},
		{"\n\n" + list(200_001, "0"), "line 3: " + many},
		{list(33_333, "{}"), ""},
		{list(33_400, "{}"), "line 1: " + many},
		{`{"a":"` + strings.Repeat(`[,{:\"\\`, 200_000) + `"}`, ""},
		{`["\\",` + nested(99) + `]`, ""},
		{`["\\",` + nested(100) + `]`, "line 1: " + deep},
	} {
		var into any
		if err := jsonfile.Unmarshal([]byte(c.text), &into); (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%.40q… (%d bytes): %v, want %q", c.text, len(c.text), err, c.want)
		}
	}
	for _, text := range []string{`"`, `"\`, `["a`, "]]]", ""} {
		if err := jsonfile.Unmarshal([]byte(text), new(any)); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
