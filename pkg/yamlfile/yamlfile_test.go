package yamlfile_test

import (
	"fmt"
	"strings"
	"testing"

	"sudokulab/pkg/yamlfile"
)

type list struct {
	Count int     `yaml:"count"`
	Rate  float64 `yaml:"rate"`
	Of    []struct {
		Name string `yaml:"name"`
		Many int64  `yaml:"many"`
	} `yaml:"of"`
}

func Example() {
	var l struct {
		Shards int `yaml:"shards"`
	}
	fmt.Println(yamlfile.Unmarshal("a.yaml", "a job", []byte("# a job\nshards: 1.5\n"), &l, "shards"))
	fmt.Println(yamlfile.Unmarshal("a.yaml", "a job", []byte("shards: 4\n"), &l, "shards"), l.Shards)
	// Output:
	// a.yaml:2: shards: 1.5, want a whole number
	// <nil> 4
}

func TestUnmarshal(t *testing.T) {
	const good = "count: 3\nrate: 1.5\nof:\n  - name: a\n    many: 7\n  - {name: b, many: 8}\n"
	var l list
	if err := yamlfile.Unmarshal("f", "a list", []byte(good), &l, "count", "many"); err != nil || l.Count != 3 || l.Rate != 1.5 || len(l.Of) != 2 || l.Of[1].Many != 8 {
		t.Fatalf("%+v, %v", l, err)
	}
	for _, c := range []struct{ from, to, want string }{
		{"count: 3", "count: 3.0", "f:1: count: 3.0, want a whole number"},
		{"count: 3", "count: 1e3", "f:1: count: 1e3, want a whole number"},
		{"count: 3", "count: soon", "f:1: "},
		{"count: 3", "count: 99999999999999999999", "f:1: "},
		{"many: 7", "many: 7.5", "f:5: many: 7.5, want a whole number"},
		{"many: 8", "many: 0.8", "f:6: many: 0.8, want a whole number"},
		{"rate: 1.5", "rat: 1.5", "f:2: unknown field"},
		{"rate: 1.5", "count: 3", "f:2: "},
		{"rate: 1.5", "rate: [1.5", "f:"},
		{"rate: 1.5", "rate: *x", "f"},
	} {
		err := yamlfile.Unmarshal("f", "a list", []byte(strings.Replace(good, c.from, c.to, 1)), new(list), "count", "many")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q on one line", c.to, err, c.want)
		}
	}
}

func TestLine(t *testing.T) {
	text := []byte("count: 3\nof:\n  - name: a\n  - name: b\n    many: 8\n")
	for at, want := range map[string]int{
		"count": 1, "of[0].name": 3, "of[1].many": 5, "of[0].many": 3, "of[7].name": 3, "rate": 0, "": 0, "of[x": 3,
	} {
		if got := yamlfile.Line(text, at); got != want {
			t.Errorf("%s: line %d, want %d", at, got, want)
		}
	}
	if got := yamlfile.Place("f", text, "of[1].many"); got != "f:5" {
		t.Error(got)
	}
	if got := yamlfile.Place("f", text, "rate"); got != "f" {
		t.Error(got)
	}
	if got := yamlfile.Line([]byte("[\n"), "count"); got != 0 {
		t.Error(got)
	}
}

func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte("count: 3\nof:\n  - name: a\n"))
	f.Add([]byte("count: &a 3\nrate: *a\n? x\n: y\n--- !!int\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var l list
		if err := yamlfile.Unmarshal("f", "a list", data, &l, "count", "many"); err != nil && !strings.HasPrefix(err.Error(), "f:") {
			t.Errorf("%q names no file", err)
		}
		yamlfile.Line(data, "of[0].name")
	})
}
