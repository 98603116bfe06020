package lab

import (
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// curve draws a line in the second colour of the palette.
func curve(t *testing.T, title string) string {
	t.Helper()
	p := NewPlot("Title", "x", "y")
	line, err := plotter.NewLine(plotter.XYs{{X: 1, Y: 1e-5}, {X: 20_000, Y: 1}, {X: 40_000, Y: 10}})
	if err != nil {
		t.Fatal(err)
	}
	line.Color = Color(1)
	p.Add(line)
	p.Legend.Add("series", line)
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, TimeTicks{}
	f, err := Draw(p, "f", title, 900, 400)
	if err != nil {
		t.Fatal(err)
	}
	return string(f.SVG)
}

// TestDrawForNarrowScreens: no figure is wider than what can be read at on a telephone; its caption is in it, broken into lines.
func TestDrawForNarrowScreens(t *testing.T) {
	long := strings.Repeat("a caption of many words ", 8)
	svg := curve(t, long)
	if !strings.Contains(svg, `width="460pt"`) {
		t.Error("it is wider, or narrower, than 460 points")
	}
	if n := strings.Count(svg, "caption of many"); n < 3 || strings.Contains(svg, strings.TrimSpace(long)+"<") {
		t.Errorf("%d pieces of the caption, want it broken into lines", n)
	}
	if strings.Contains(curve(t, "Title"), ">Title<") && strings.Count(curve(t, "Title"), ">Title<") != 1 {
		t.Error("a caption that is the title stands twice")
	}
}

// TestDrawWithoutColours: lines of different colours have different dashes, and times the unit that suits them.
func TestDrawWithoutColours(t *testing.T) {
	svg := curve(t, "c")
	if !strings.Contains(svg, "stroke-dasharray") {
		t.Error("the second line is solid")
	}
	for _, want := range []string{">10 µs<", ">100 ms<", ">10 s<", ">20,000<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no tick %s", want)
		}
	}
	if strings.Contains(svg, "1e-05") {
		t.Error("a tick reads 1e-05")
	}
}

func TestTickOf(t *testing.T) {
	for x, want := range map[float64]string{0.001: "0.001", 1e-5: "10⁻⁵", 1e9: "10⁹", 20_000: "20,000", 0.25: "0.25", 0: "0", -40: "-40", 12_500: "12,500"} {
		if got := tickOf(x); got != want {
			t.Errorf("%g reads %s, want %s", x, got, want)
		}
	}
}

// TestTicksStay: ticks that a figure keeps are not changed by drawing it.
func TestTicksStay(t *testing.T) {
	own := plot.ConstantTicks{{Value: 0.5, Label: "0.5"}, {Value: 20_000, Label: "20000"}}
	if got := (written{own}).Ticks(1, 30_000); len(got) != 1 || got[0].Label != "20,000" {
		t.Errorf("%v", got)
	}
	if own[0].Value != 0.5 || own[1].Label != "20000" {
		t.Errorf("the figure's own ticks are now %v", own)
	}
}

func TestIntervals(t *testing.T) {
	dots, bars, err := Intervals([]Span{{X: 1, Y: 2, Low: 1.5, High: 4}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, low, high := bars.DataRange(); len(dots.XYs) != 1 || low != 1.5 || high != 4 {
		t.Errorf("from %g to %g", low, high)
	}
	if long(vg.Path{{Type: vg.MoveComp}, {Type: vg.LineComp, Pos: vg.Point{Y: 50}}}) {
		t.Error("an upright bar counts as a curve")
	}
}
