package render

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
)

func pixel(img *image.RGBA, x, y int) RGB {
	c := img.RGBAAt(x, y)
	return RGB{c.R, c.G, c.B}
}

// At whole scales, lines are sharp: each pixel of a row across an empty board is one of the
// board's four colours, in stripes of the right widths.
func TestRasterLinesAreSharp(t *testing.T) {
	theme := DefaultTheme()
	for _, scale := range []float64{1, 2, 3} {
		o := DefaultOptions()
		o.Scale = scale
		img, err := Image(Picture{Board: board.New(board.Standard())}, o)
		if err != nil {
			t.Fatal(err)
		}
		y := int((margin + 10) * scale) // through the first row of cells
		var stripes []int
		previous := RGB{1, 2, 3}
		for x := int(margin * scale); x < int((margin+3*4+9*48+6)*scale); x++ {
			c := pixel(img, x, y)
			if c != theme.Frame && c != theme.Rule && c != theme.Paper && c != theme.Shade {
				t.Fatalf("scale %g: pixel %d,%d is %v", scale, x, y, c)
			}
			if c != previous {
				stripes = append(stripes, 0)
				previous = c
			}
			stripes[len(stripes)-1]++
		}
		s := int(scale)
		var want []int
		for range 3 {
			want = append(want, 3*s, 48*s, s, 48*s, s, 48*s)
		}
		want = append(want, 3*s)
		if len(stripes) != len(want) {
			t.Fatalf("scale %g: stripes %v, want %v", scale, stripes, want)
		}
		for i := range want {
			if stripes[i] != want[i] {
				t.Fatalf("scale %g: stripes %v, want %v", scale, stripes, want)
			}
		}
	}
}

// A digit's ink stands in the middle of its cell: vertically by its height, horizontally by
// its advance, so that the narrow 1 is a little off while columns align.
func TestRasterCentresDigits(t *testing.T) {
	o := DefaultOptions()
	o.Scale, o.Cell = 2, 60
	for d := 1; d <= 9; d++ {
		b := board.New(board.Standard())
		b.Set(40, d)
		img, err := Image(Picture{Board: b, Marks: make([]Mark, 81)}, o)
		if err != nil {
			t.Fatal(err)
		}
		g := newGeometry(9, 3, 60)
		g.x, g.y = margin, margin
		x, y := g.corner(40)
		cell := image.Rect(int(2*x), int(2*y), int(2*x)+120, int(2*y)+120)
		ink := image.Rectangle{}
		full := false
		for y := cell.Min.Y; y < cell.Max.Y; y++ {
			for x := cell.Min.X; x < cell.Max.X; x++ {
				if pixel(img, x, y) != o.Theme.Paper {
					ink = ink.Union(image.Rect(x, y, x+1, y+1))
				}
				full = full || pixel(img, x, y) == o.Theme.Given
			}
		}
		if !full {
			t.Errorf("digit %d: no pixel in full ink", d)
		}
		if h := float64(ink.Dy()) / 120; h < 0.44 || h > 0.5 {
			t.Errorf("digit %d is %.2f cells high", d, h)
		}
		top, bottom := ink.Min.Y-cell.Min.Y, cell.Max.Y-ink.Max.Y
		left, right := ink.Min.X-cell.Min.X, cell.Max.X-ink.Max.X
		if abs(top-bottom) > 3 || abs(left-right) > 6 {
			t.Errorf("digit %d has margins of %d, %d pixels above and below, %d, %d beside", d, top, bottom, left, right)
		}
	}
}

func abs(x int) int { return max(x, -x) }

func TestImageSizeAndLimit(t *testing.T) {
	puzzle := Picture{Board: board.MustParse(easy)}
	for scale, want := range map[float64]image.Point{1: {482, 482}, 2: {964, 964}, 0.5: {241, 241}} {
		o := DefaultOptions()
		o.Scale = scale
		img, err := Image(puzzle, o)
		if err != nil {
			t.Fatal(err)
		}
		if img.Rect.Size() != want {
			t.Errorf("scale %g: %v, want %v", scale, img.Rect.Size(), want)
		}
	}
	huge, _ := patternBoard(t, 6, 0.5)
	o := DefaultOptions()
	o.Cell, o.Scale = MaxCell, MaxScale
	if _, err := Image(Picture{Board: huge}, o); err == nil || !strings.HasPrefix(err.Error(), "render: picture of ") {
		t.Errorf("error %v", err)
	}
	o.Scale = DefaultOptions().Scale
	o.Cell = 0
	if _, err := Image(Picture{Board: huge, Candidates: board.Candidates(huge)}, o); err != nil {
		t.Errorf("largest board with candidates at default options: %v", err)
	}
}

func TestPalettedKeepsTheme(t *testing.T) {
	theme := DefaultTheme()
	img := image.NewRGBA(image.Rect(0, 0, 40, 40))
	for i := range 1600 { // 800 colours, twice each; one pixel of the theme
		img.SetRGBA(i%40, i/40, color.RGBA{uint8(i / 2), uint8(i / 512), 77, 255})
	}
	img.Set(0, 0, theme.Focus)
	pal := paletted(img, theme)
	if len(pal.Palette) != 256 {
		t.Fatalf("%d colours, want 256", len(pal.Palette))
	}
	if got := color.RGBAModel.Convert(pal.At(0, 0)); got != color.RGBAModel.Convert(theme.Focus) {
		t.Errorf("a colour of the theme became %v", got)
	}
	for i := range 1600 {
		if got := color.RGBAModel.Convert(pal.At(i%40, i/40)).(color.RGBA); abs(int(got.R)-int(img.RGBAAt(i%40, i/40).R)) > 4 {
			t.Errorf("pixel %d is %v, want nearly %v", i, got, img.RGBAAt(i%40, i/40))
		}
	}
}

// On the pictures of this package, the palette changes less than one pixel in a thousand,
// and none by more than a quarter of the range.
func TestPalettedIsClose(t *testing.T) {
	for _, p := range pictures(t) {
		img, err := Image(p.pic, p.options())
		if err != nil {
			t.Fatal(err)
		}
		pal := paletted(img, p.theme)
		changed := 0
		for i, index := range pal.Pix {
			r, g, b, _ := pal.Palette[index].RGBA()
			off := 0
			for j, v := range []uint32{r, g, b} {
				off = max(off, abs(int(v>>8)-int(img.Pix[4*i+j])))
			}
			if off > 63 {
				t.Fatalf("%s: pixel %d is %v, want %v", p.name, i, pal.Palette[index], img.Pix[4*i:4*i+3])
			}
			if off > 0 {
				changed++
			}
		}
		if changed*1000 > len(pal.Pix) {
			t.Errorf("%s: %d of %d pixels changed", p.name, changed, len(pal.Pix))
		}
	}
}

func TestOutlineCoverage(t *testing.T) {
	var c canvas
	area := func(o outline) float64 {
		mask := c.coverage(&o, o.bounds())
		sum := 0
		for _, a := range mask.Pix {
			sum += int(a)
		}
		return float64(sum) / 255
	}
	var disc, ring outline
	disc.roundRect(0, 0, 40, 40, 20, false)
	ring.roundRect(0, 0, 40, 40, 4, false)
	ring.roundRect(3, 3, 34, 34, 1, true)
	corner := func(r float64) float64 { return (4 - math.Pi) * r * r } // what rounding cuts off
	bar := stroke([]point{{10, 10}, {40, 10}}, 6)
	bent := stroke(curve{10, 10, 40, 10, 40, 40}.flatten(1), 4)
	for _, tt := range []struct {
		name string
		o    outline
		want float64
	}{
		{"disc", disc, math.Pi * 400},
		{"ring", ring, 1600 - corner(4) - (34*34 - corner(1))},
		{"bar with round caps", bar, 30*6 + math.Pi*9},
		// The length of this curve is 30·(√2 + asinh 1)/√2.
		{"curve with round caps", bent, 30*(math.Sqrt2+math.Asinh(1))/math.Sqrt2*4 + math.Pi*4},
	} {
		if got := area(tt.o); math.Abs(got-tt.want) > 0.015*tt.want {
			t.Errorf("%s covers %.1f pixels, want %.1f", tt.name, got, tt.want)
		}
	}
	if o := (&outline{}); !o.bounds().Empty() {
		t.Error("an empty outline has bounds")
	}
}

// PNG, the most expensive backend, takes any picture and repeats its bytes. Sizes are small
// to keep the test short.
func TestPNGAnyPicture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPicture(t)
		if p.Board.Shape().Side() > 16 {
			return
		}
		o := DefaultOptions()
		o.Cell = float64(rapid.IntRange(MinCell, 24).Draw(t, "cell"))
		o.Scale = rapid.Float64Range(0.25, 1).Draw(t, "scale")
		var a, b bytes.Buffer
		if err := PNG(&a, p, o); err != nil {
			t.Fatal(err)
		}
		if err := PNG(&b, p, o); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Fatal("two drawings of one picture differ")
		}
	})
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestWriterErrorsComeBack(t *testing.T) {
	full := failing{errors.New("disk full")}
	pic := Picture{Board: board.MustParse(easy)}
	for name, err := range map[string]error{
		"text": Text(full, pic, TextOptions{}),
		"svg":  SVG(full, pic, DefaultOptions()),
		"png":  PNG(full, pic, DefaultOptions()),
	} {
		if !errors.Is(err, full.err) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
