// Package animate draws pictures of boards as the frames of one animation.
//
// A GIF holds at most 256 colours in a frame. A board has a handful and the shades between
// them, at the edges of its digits; the colours that fill the most pixels over all frames are
// kept, and each other one is replaced by the nearest of them. There is no dithering: it would
// put specks into even cells. A frame that repeats most of the one before is stored as the
// rectangle that differs.
//
//	frames := []animate.Frame{{Picture: before, Delay: time.Second}, {Picture: after, Delay: 3 * time.Second}}
//	if err := animate.GIF(w, frames, render.DefaultOptions()); err != nil { … }
//
// Invariants: the same frames give the same bytes; all frames have the size of the first.
//
// Cost: that of render.Image for each frame and a pass over its pixels; an 81-cell board at the
// default size takes some tens of milliseconds a frame.
//
// It does not move anything between frames, and it writes no video.
package animate

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"maps"
	"slices"
	"time"

	"sudokulab/pkg/render"
)

// Frame is a picture and how long it stands, in a GIF in steps of 10 ms.
type Frame = render.Frame

// Delays that a GIF can hold.
const (
	tick     = 10 * time.Millisecond
	maxDelay = 65535 * tick
)

// GIF writes the frames as an animation that plays for ever.
func GIF(w io.Writer, frames []Frame, o render.Options) error {
	if len(frames) == 0 {
		return errors.New("animate: no frames")
	}
	images := make([]*image.RGBA, len(frames))
	pixels := map[color.RGBA]int{}
	for i, f := range frames {
		if f.Delay < tick || f.Delay > maxDelay {
			return fmt.Errorf("animate: frame %d stands for %v, want %v to %v", i+1, f.Delay, tick, maxDelay)
		}
		img, err := render.Image(f.Picture, o)
		if err != nil {
			return fmt.Errorf("animate: frame %d: %w", i+1, err)
		}
		images[i] = img
		if size := images[0].Bounds().Size(); img.Bounds().Size() != size {
			return fmt.Errorf("animate: frame %d is %v large, the first one %v", i+1, img.Bounds().Size(), size)
		}
		for p := 0; p < len(img.Pix); p += 4 {
			pixels[color.RGBA{img.Pix[p], img.Pix[p+1], img.Pix[p+2], img.Pix[p+3]}]++
		}
	}
	palette := commonest(pixels)
	index := make(map[color.RGBA]uint8, len(pixels))
	for c := range pixels {
		index[c] = uint8(palette.Index(c))
	}
	out := gif.GIF{Config: image.Config{ColorModel: palette, Width: images[0].Bounds().Dx(), Height: images[0].Bounds().Dy()}}
	var before *image.Paletted
	for i, img := range images {
		whole := image.NewPaletted(img.Bounds(), palette)
		for p := range whole.Pix {
			whole.Pix[p] = index[color.RGBA{img.Pix[4*p], img.Pix[4*p+1], img.Pix[4*p+2], img.Pix[4*p+3]}]
		}
		frame := whole
		if before != nil {
			frame = whole.SubImage(changed(before, whole)).(*image.Paletted)
		}
		before = whole
		out.Image = append(out.Image, frame)
		out.Delay = append(out.Delay, int(frames[i].Delay/tick))
		out.Disposal = append(out.Disposal, gif.DisposalNone)
	}
	if err := gif.EncodeAll(w, &out); err != nil {
		return fmt.Errorf("animate: %w", err)
	}
	return nil
}

// commonest returns the colours that fill the most pixels, 256 at most.
func commonest(pixels map[color.RGBA]int) color.Palette {
	all := slices.SortedFunc(maps.Keys(pixels), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(pixels[b], pixels[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B), cmp.Compare(a.A, b.A))
	})
	palette := make(color.Palette, 0, 256)
	for _, c := range all[:min(len(all), 256)] {
		palette = append(palette, c)
	}
	return palette
}

// changed is the smallest rectangle outside of which two images of a size are equal; a single
// pixel if they are equal everywhere, since a frame must have one.
func changed(a, b *image.Paletted) image.Rectangle {
	var r image.Rectangle
	for y := b.Rect.Min.Y; y < b.Rect.Max.Y; y++ {
		for x := b.Rect.Min.X; x < b.Rect.Max.X; x++ {
			if a.ColorIndexAt(x, y) != b.ColorIndexAt(x, y) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if r.Empty() {
		return image.Rectangle{Min: b.Rect.Min, Max: b.Rect.Min.Add(image.Pt(1, 1))}
	}
	return r
}
