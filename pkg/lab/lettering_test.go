package lab

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/plotter"
)

// TestEms: lines are as wide as Chromium sets them in DejaVu Sans, or a little wider, since it moves some letters together.
func TestEms(t *testing.T) {
	for line, want := range map[string]float64{ // getComputedTextLength over the font's size
		"Share of all 9×9 puzzles that each method solves":                    24.84671875,
		"Distance of values from the exact ones, 4x4, mean |Q − Q*|, rewards": 34.72171875,
		"hidden=double-flops": 10.4346875,
		"10⁻⁵ × 25 %":         6.21546875,
	} {
		if got := ems(line); got < want-0.001 || got > 1.06*want {
			t.Errorf("%q is %g wide, Chromium has %g", line, got, want)
		}
	}
}

// TestDrawForWideFonts: a picture with long texts in all places has each of them within it.
func TestDrawForWideFonts(t *testing.T) {
	long := strings.Repeat("illicit little tactics = { } ", 3)
	p := NewPlot(long, long, long)
	s, err := Scatter(plotter.XYs{{X: 0, Y: 1}, {X: 2, Y: 3}}, 1)
	if err != nil {
		t.Fatal(err)
	}
	p.Add(s)
	p.Legend.Add("series", s)
	p.NominalY("a", "the names of rows", "are of any length", "last")
	NameX(p, []string{"a", "a name that is not short", "a long name that is last"})
	f, err := Draw(p, "f", long+long, 900, 460)
	if err != nil {
		t.Fatal(err)
	}
	if n := checkTexts(t, f.Name, f.SVG); n < 15 {
		t.Errorf("%d texts, want 11, and more for each of the four long ones that is broken into lines", n)
	}
	for _, anchor := range []string{"middle", "end"} {
		if !bytes.Contains(f.SVG, []byte(`"text-anchor:`+anchor+";")) {
			t.Errorf("no text is anchored at its %s", anchor)
		}
	}
	width, height, texts, err := textsOf(bytes.ReplaceAll(f.SVG, []byte("tactics"), []byte("tactics, tactics")))
	if err != nil || width != widest {
		t.Fatalf("%g wide, %v", width, err)
	}
	cut := 0
	for _, l := range texts {
		if !l.within(width, height) {
			cut++
		}
	}
	if cut == 0 {
		t.Error("longer lines count as within the picture, too, so the test shows nothing")
	}
}

// TestCommittedFiguresFit: no text of a committed plot is cut where readers have a wide font, and those of all figures name fonts down to
// the reader's own.
func TestCommittedFiguresFit(t *testing.T) {
	pictures, texts := 0, 0
	err := filepath.WalkDir(filepath.Join("..", "..", "results"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".svg" {
			return err
		}
		svg, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		pictures++
		texts += checkTexts(t, file, svg)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if pictures < 50 || texts < 10*pictures {
		t.Errorf("%d pictures with %d texts", pictures, texts)
	}
}

// checkTexts fails the test unless each text of a picture names fonts that end with a generic one; in a plot they are Fonts, and the text
// must lie within the picture. It returns the number of texts.
func checkTexts(t *testing.T, name string, svg []byte) int {
	t.Helper()
	width, height, texts, err := textsOf(svg)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	plotted := bytes.Contains(svg, []byte("Plotinum VG"))
	for _, l := range texts {
		switch {
		case plotted && l.fonts != Fonts, !strings.HasSuffix(l.fonts, ",sans-serif") && !strings.HasSuffix(l.fonts, ",monospace"):
			t.Errorf("%s: %q names the fonts %q", name, l.said, l.fonts)
		case plotted && !l.within(width, height):
			t.Errorf("%s: %q is cut: from %.1f, %.1f to %.1f, %.1f in %g × %g", name, l.said, l.left, l.top, l.right, l.bottom, width, height)
		default:
			continue
		}
		break // one of a picture tells enough
	}
	return len(texts)
}

// placed is a text of a picture, with the fonts that it names and the place that it takes in DejaVu Sans, in the picture's units.
type placed struct {
	said, fonts              string
	left, top, right, bottom float64
}

func (l placed) within(width, height float64) bool {
	const rounded = 0.1 // numbers have five digits
	return l.left > -rounded && l.top > -rounded && l.right < width+rounded && l.bottom < height+rounded
}

// element is one of an SVG file.
type element struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Said    string     `xml:",chardata"`
	Within  []element  `xml:",any"`
}

var (
	styled   = regexp.MustCompile(`([\w-]+):([^;]*)`)
	sheeted  = regexp.MustCompile(`\btext\{font:[\d.]+px ([^;}]*)`)
	movement = regexp.MustCompile(`(\w+)\(([^)]*)\)`)
)

// textsOf reads an SVG file. The places of texts hold for plots, whose texts say all in a style attribute.
func textsOf(svg []byte) (width, height float64, texts []placed, err error) {
	var root element
	if err := xml.Unmarshal(svg, &root); err != nil {
		return 0, 0, nil, err
	}
	sheet := ""
	var walk func(e element, at affine, fonts string)
	walk = func(e element, at affine, fonts string) {
		has := map[string]string{}
		for _, a := range e.Attrs {
			has[a.Name.Local] = a.Value
		}
		for _, s := range styled.FindAllStringSubmatch(has["style"], -1) {
			has[s[1]] = s[2]
		}
		at, fonts = at.moved(has["transform"]), cmp.Or(has["font-family"], fonts)
		switch e.XMLName.Local {
		case "style":
			if m := sheeted.FindStringSubmatch(e.Said); m != nil {
				sheet = m[1]
			}
		case "text":
			x, y, size := number(has["x"]), number(has["y"]), number(has["font-size"])
			wide := ems(e.Said) * size
			x += map[string]float64{"middle": -wide / 2, "end": -wide}[has["text-anchor"]]
			l := placed{e.Said, cmp.Or(fonts, sheet), math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
			for _, corner := range [4]affine{{e: x, f: y}, {e: x + wide, f: y}, {e: x, f: y - 0.73*size}, {e: x + wide, f: y - 0.73*size}} { // to the top of capitals
				c := at.times(corner)
				l.left, l.top, l.right, l.bottom = min(l.left, c.e), min(l.top, c.f), max(l.right, c.e), max(l.bottom, c.f)
			}
			texts = append(texts, l)
		}
		for _, w := range e.Within {
			walk(w, at, fonts)
		}
	}
	for _, a := range root.Attrs {
		if box := strings.Fields(a.Value); a.Name.Local == "viewBox" && len(box) == 4 {
			width, height = number(box[2]), number(box[3])
		}
	}
	walk(root, affine{a: 1, d: 1}, "")
	return width, height, texts, nil
}

// number reads a number with or without its unit, px; 0 for what is none.
func number(s string) float64 {
	x, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(s), "px"), 64)
	if err != nil {
		return 0
	}
	return x
}

// affine maps x, y to a·x + c·y + e, b·x + d·y + f, as the letters are in SVG.
type affine struct{ a, b, c, d, e, f float64 }

func (m affine) times(n affine) affine {
	return affine{
		m.a*n.a + m.c*n.b, m.b*n.a + m.d*n.b, m.a*n.c + m.c*n.d, m.b*n.c + m.d*n.d,
		m.a*n.e + m.c*n.f + m.e, m.b*n.e + m.d*n.f + m.f,
	}
}

// moved is m after what a transform attribute says.
func (m affine) moved(transform string) affine {
	for _, part := range movement.FindAllStringSubmatch(transform, -1) {
		first, second, _ := strings.Cut(part[2], ",")
		x, y := number(first), number(second)
		switch part[1] {
		case "translate":
			m = m.times(affine{1, 0, 0, 1, x, y})
		case "scale":
			m = m.times(affine{x, 0, 0, y, 0, 0})
		case "rotate":
			sin, cos := math.Sincos(x * math.Pi / 180)
			m = m.times(affine{cos, sin, -sin, cos, 0, 0})
		}
	}
	return m
}
