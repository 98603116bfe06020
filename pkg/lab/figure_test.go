package lab

import (
	"bytes"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

func TestDraw(t *testing.T) {
	draw := func() Figure {
		t.Helper()
		p := NewPlot("Title", "x", "y")
		s, err := Scatter(plotter.XYs{{X: 0, Y: 1}, {X: 1, Y: 3}}, 1)
		if err != nil {
			t.Fatal(err)
		}
		p.Add(s)
		p.Legend.Add("series", s)
		NameX(p, []string{"a", "b"})
		f, err := Draw(p, "f", "two points", 400, 300)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := draw()
	for _, want := range []string{"<svg", ">Title<", ">series<", ">a<", ">b<"} {
		if !strings.Contains(string(f.SVG), want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	if !bytes.Equal(f.SVG, draw().SVG) {
		t.Error("drawn twice, the picture differs")
	}
}

func TestDrawWithoutData(t *testing.T) {
	p := NewPlot("Title", "x", "y")
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{}
	NameX(p, nil)
	if _, err := Draw(p, "f", "nothing", 400, 300); err == nil || !strings.Contains(err.Error(), "figure f") {
		t.Errorf("error %v", err)
	}
}
