// Package animate draws pictures of boards as the frames of one animation.
//
// A GIF holds at most 256 colours in a frame, one of which is transparent here. A board has a handful and the shades between
// them, at the edges of its digits; the colours that fill the most pixels over all frames are
// kept, and each other one is replaced by the nearest of them. There is no dithering: it would
// put specks into even cells. Of a frame that repeats most of the one before, the rectangle that
// differs is stored, and in it the pixels that differ: the others are transparent, which packs
// to a third.
//
//	frames := []animate.Frame{{Picture: before, Delay: time.Second}, {Picture: after, Delay: 3 * time.Second}}
//	if err := animate.GIF(w, frames, render.DefaultOptions()); err != nil { … }
//
// Invariants: the same frames give the same bytes; all frames are of one width; those that are
// lower than the highest, because their captions have fewer lines, have more of the page below them.
//
// Cost: that of render.Image for each frame and a pass over its pixels; an 81-cell board at the
// default size takes some tens of milliseconds per frame.
//
// It does not move anything between frames, and it writes no video.
package animate

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
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
	height := 0
	for i, f := range frames {
		if f.Delay < tick || f.Delay > maxDelay {
			return fmt.Errorf("animate: frame %d stands for %v, want %v to %v", i+1, f.Delay, tick, maxDelay)
		}
		img, err := render.Image(f.Picture, o)
		if err != nil {
			return fmt.Errorf("animate: frame %d: %w", i+1, err)
		}
		if width := img.Bounds().Dx(); i > 0 && width != images[0].Bounds().Dx() {
			return fmt.Errorf("animate: frame %d is %d pixels wide, the first one %d", i+1, width, images[0].Bounds().Dx())
		}
		images[i] = img
		height = max(height, img.Bounds().Dy())
	}
	pixels := map[color.RGBA]int{}
	for i := range images {
		img := onPage(images[i], height, o.Theme.Page)
		images[i] = img
		for p := 0; p < len(img.Pix); p += 4 {
			pixels[color.RGBA{img.Pix[p], img.Pix[p+1], img.Pix[p+2], img.Pix[p+3]}]++
		}
	}
	palette := commonest(pixels)
	nothing := uint8(len(palette))
	index := make(map[color.RGBA]uint8, len(pixels))
	for c := range pixels {
		index[c] = uint8(palette.Index(c))
	}
	palette = append(palette, color.RGBA{})
	out := gif.GIF{Config: image.Config{ColorModel: palette, Width: images[0].Bounds().Dx(), Height: images[0].Bounds().Dy()}}
	var before *image.Paletted
	for i, img := range images {
		whole := image.NewPaletted(img.Bounds(), palette)
		for p := range whole.Pix {
			whole.Pix[p] = index[color.RGBA{img.Pix[4*p], img.Pix[4*p+1], img.Pix[4*p+2], img.Pix[4*p+3]}]
		}
		frame := whole
		if before != nil {
			frame = difference(before, whole, nothing)
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

// onPage returns the image on a page of that height. It is opaque: where sizes are no whole number
// of pixels, the last row and column of an image are not, and a GIF has no half tones of nothing.
func onPage(img *image.RGBA, height int, page color.Color) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, img.Bounds().Dx(), height))
	draw.Draw(out, out.Bounds(), image.NewUniform(page), image.Point{}, draw.Src)
	draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Over)
	return out
}

// difference is the part of the image that differs from the one before it, with nothing for the
// pixels in it that do not.
func difference(before, whole *image.Paletted, nothing uint8) *image.Paletted {
	r := changed(before, whole)
	out := image.NewPaletted(r, whole.Palette)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if c := whole.ColorIndexAt(x, y); c != before.ColorIndexAt(x, y) {
				out.SetColorIndex(x, y, c)
			} else {
				out.SetColorIndex(x, y, nothing)
			}
		}
	}
	return out
}

// commonest returns the colours that fill the most pixels, 255 at most: one is kept for what is
// transparent.
func commonest(pixels map[color.RGBA]int) color.Palette {
	all := slices.SortedFunc(maps.Keys(pixels), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(pixels[b], pixels[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B), cmp.Compare(a.A, b.A))
	})
	palette := make(color.Palette, 0, 256)
	for _, c := range all[:min(len(all), 255)] {
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
