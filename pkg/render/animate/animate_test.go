package animate_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"io"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/render"
	"sudokulab/pkg/render/animate"
)

func frames(t *testing.T) []animate.Frame {
	t.Helper()
	puzzle := board.MustParse("12..34..2.4..3.1")
	grid := puzzle.Clone()
	all := []animate.Frame{{Picture: render.Picture{Board: grid.Clone(), Givens: puzzle, Caption: "step 0"}, Delay: time.Second}}
	grid.Set(2, 3)
	all = append(all, animate.Frame{Picture: render.Picture{Board: grid.Clone(), Givens: puzzle, Caption: "step 1"}, Delay: 2 * time.Second})
	return append(all, all[1])
}

// TestGIF: what a player shows after each frame is the picture of that frame, up to the
// shades that a palette cannot hold.
func TestGIF(t *testing.T) {
	var out, again bytes.Buffer
	all := frames(t)
	for _, w := range []io.Writer{&out, &again} {
		if err := animate.GIF(w, all, render.DefaultOptions()); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Error("the same frames gave other bytes")
	}
	g, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != 3 || g.Delay[1] != 200 || g.LoopCount != 0 {
		t.Fatalf("%d frames with delays %v and loop count %d, want 3 of 100, 200 and 200, for ever", len(g.Image), g.Delay, g.LoopCount)
	}
	if whole, part := g.Image[0].Bounds().Size(), g.Image[1].Bounds().Size(); part.X*part.Y >= whole.X*whole.Y {
		t.Errorf("the second frame is stored as %v of %v, want the part that differs", part, whole)
	}
	shown := image.NewRGBA(g.Image[0].Bounds())
	for i, frame := range g.Image {
		draw.Draw(shown, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
		want, err := render.Image(all[i].Picture, render.DefaultOptions())
		if err != nil {
			t.Fatal(err)
		}
		for p := range want.Pix {
			if diff := int(want.Pix[p]) - int(shown.Pix[p]); diff > 24 || diff < -24 {
				t.Fatalf("frame %d: byte %d is %d, want %d", i+1, p, shown.Pix[p], want.Pix[p])
			}
		}
	}
}

// Frames whose captions have fewer lines stand on a page as high as the highest, and what is shown
// is opaque even where sizes are no whole number of pixels.
func TestHeightsAndFractions(t *testing.T) {
	all := frames(t)
	all[1].Picture.Caption = "one line\nand another\nand a third"
	options := render.DefaultOptions()
	options.Scale = 1.37
	var out bytes.Buffer
	if err := animate.GIF(&out, all, options); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	highest, err := render.Image(all[1].Picture, options)
	if err != nil {
		t.Fatal(err)
	}
	if g.Config.Height != highest.Bounds().Dy() {
		t.Errorf("%d pixels high, the highest frame has %d", g.Config.Height, highest.Bounds().Dy())
	}
	shown := image.NewRGBA(g.Image[0].Bounds())
	for i, frame := range g.Image {
		draw.Draw(shown, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
		want, err := render.Image(all[i].Picture, options)
		if err != nil {
			t.Fatal(err)
		}
		for y := range shown.Bounds().Dy() {
			for x := range shown.Bounds().Dx() {
				got, page := shown.RGBAAt(x, y), options.Theme.Page
				if got.A != 0xff {
					t.Fatalf("frame %d: %v at %d, %d", i+1, got, x, y)
				}
				below := y >= want.Bounds().Dy()
				if below && (got.R != page.R || got.G != page.G || got.B != page.B) {
					t.Fatalf("frame %d: %v below the picture, at %d, %d", i+1, got, x, y)
				}
				if w := want.RGBAAt(x, y); !below && w.A == 0xff && (max(w.R, got.R)-min(w.R, got.R) > 24 || max(w.B, got.B)-min(w.B, got.B) > 24) {
					t.Fatalf("frame %d: %v at %d, %d, want %v", i+1, got, x, y, w)
				}
			}
		}
	}
}

func TestErrors(t *testing.T) {
	all := frames(t)
	other := append([]animate.Frame(nil), all...)
	other[1].Picture = render.Picture{Board: board.New(board.Standard())}
	for _, tc := range []struct {
		want   string
		frames []animate.Frame
	}{
		{"no frames", nil},
		{"frame 2 stands for 0s", []animate.Frame{all[0], {Picture: all[1].Picture}}},
		{"frame 2 is", other},
		{"frame 1:", []animate.Frame{{Delay: time.Second}}},
	} {
		if err := animate.GIF(io.Discard, tc.frames, render.DefaultOptions()); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("error %v, want one with %q", err, tc.want)
		}
	}
}
