package symmetry_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/symmetry"
)

func TestTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, ts := drawTransforms(t, 1)
		back, err := symmetry.ParseTransform(ts[0].String())
		if err != nil {
			t.Fatal(err)
		}
		if back != ts[0] {
			t.Fatalf("%v reads back as %v", ts[0], back)
		}
		data, err := json.Marshal(ts)
		if err != nil {
			t.Fatal(err)
		}
		var fromJSON []symmetry.Transform
		if err := json.Unmarshal(data, &fromJSON); err != nil {
			t.Fatal(err)
		}
		if len(fromJSON) != 1 || fromJSON[0] != ts[0] {
			t.Fatalf("%s reads back as %v", data, fromJSON)
		}
	})
}

func TestTextErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", "", "1 fields"},
		{"a field short", "s:1234:1234", "3 fields"},
		{"kind", "x:1234:1234:1234", `begins with "x"`},
		{"size", "s:12345:12345:12345", "side 5"},
		{"fields differ", "s:1234:123:1234", "field 3 has 3 characters"},
		{"character", "s:1234:1235:1234", "field 3 holds '5'"},
		{"blank digit", "s:1234:1234:.234", "field 4 holds '.'"},
		{"not a permutation", "s:1134:1234:1234", "row 1 is used twice"},
		{"bands mixed", "s:1324:1234:1234", "outside the band"},
		{"digits", "s:1234:1234:1224", "two digits become 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := symmetry.ParseTransform(tt.text)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "symmetry: ") {
				t.Errorf("got %v, want %q in it", err, tt.want)
			}
			kept := symmetry.Identity(board.Standard())
			if kept.UnmarshalText([]byte(tt.text)) == nil || kept != symmetry.Identity(board.Standard()) {
				t.Error("a failed read changed its target")
			}
		})
	}
}

func TestStringOfInvalid(t *testing.T) {
	if got := (symmetry.Transform{}).String(); !strings.Contains(got, "box side 0") {
		t.Errorf("got %q", got)
	}
	if _, err := (symmetry.Transform{}).MarshalText(); err == nil {
		t.Error("the zero transform has a text form")
	}
}

// FuzzParseTransform asks that what is read is valid and is written as it was read.
func FuzzParseTransform(f *testing.F) {
	f.Add("s:1234:1234:1234")
	f.Add("t:231456789:123456789:987654321")
	f.Add("t:4321:2143:")
	f.Add(symmetry.Random(newRand(3), board.Standard()).String())
	f.Fuzz(func(t *testing.T, text string) {
		u, err := symmetry.ParseTransform(text)
		if err != nil {
			return
		}
		if err := u.Validate(); err != nil {
			t.Fatalf("%q is read as an invalid transform: %v", text, err)
		}
		if u.String() != text {
			t.Fatalf("%q is written as %q", text, u)
		}
	})
}
