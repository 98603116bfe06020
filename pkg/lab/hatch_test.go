package lab

import (
	"regexp"
	"slices"
	"testing"

	"gonum.org/v1/plot/plotter"
)

// TestStackApart: the series of a stack differ where no colour is seen.
func TestStackApart(t *testing.T) {
	colour := regexp.MustCompile(`#[0-9A-Fa-f]{6}`)
	var seen []string
	for i := range int(patterns) {
		p := NewPlot("title", "x", "y")
		if _, err := Stack(p, plotter.Values{1, 2}, 20, nil, i, "name"); err != nil {
			t.Fatal(err)
		}
		f, err := Draw(p, "stack", "title", 300, 200)
		if err != nil {
			t.Fatal(err)
		}
		svg := colour.ReplaceAllString(string(f.SVG), "")
		if slices.Contains(seen, svg) {
			t.Errorf("series %d looks like an earlier one", i)
		}
		seen = append(seen, svg)
	}
}

// TestStackWithoutValues: a series of nothing is an error.
func TestStackWithoutValues(t *testing.T) {
	if _, err := Stack(NewPlot("title", "x", "y"), nil, 20, nil, 0, "name"); err == nil {
		t.Error("bars of no values were drawn")
	}
}
