//go:build !js

package render

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"slices"
)

// PNG writes the picture as an opaque PNG with a palette.
func PNG(w io.Writer, p Picture, o Options) error {
	img, err := Image(p, o)
	if err != nil {
		return err
	}
	var buf bytes.Buffer
	// The best level of compression takes four times as long to save a tenth of the bytes.
	if err := png.Encode(&buf, paletted(img, o.Theme)); err != nil {
		return fmt.Errorf("render: encoding PNG: %w", err)
	}
	_, err = w.Write(buf.Bytes())
	return err
}

// paletted returns an opaque image with at most 256 colours: the theme's, then the most
// frequent ones. A pixel of any other colour, as some at the edges of glyphs in a picture
// of many roles, takes the nearest. The palette is for size: the file without it is about
// twice as large.
func paletted(img *image.RGBA, theme Theme) *image.Paletted {
	type tally struct {
		c     RGB
		count int
	}
	index := make(map[RGB]int) // first of colours, later of the palette
	var colours []tally
	last := -1
	for i := 0; i < len(img.Pix); i += 4 {
		c := RGB{img.Pix[i], img.Pix[i+1], img.Pix[i+2]}
		if last < 0 || colours[last].c != c { // most pixels equal the one before them
			n, ok := index[c]
			if !ok {
				n = len(colours)
				index[c] = n
				colours = append(colours, tally{c: c})
			}
			last = n
		}
		colours[last].count++
	}
	for _, c := range theme.palette() {
		if n, ok := index[c]; ok {
			colours[n].count = len(img.Pix) // more than any count
		}
	}
	slices.SortStableFunc(colours, func(a, b tally) int { return cmp.Compare(b.count, a.count) })

	out := image.NewPaletted(img.Rect, nil)
	for i, t := range colours {
		if i < 256 {
			out.Palette = append(out.Palette, color.RGBA{t.c.R, t.c.G, t.c.B, 0xff})
			index[t.c] = i
		} else {
			index[t.c] = out.Palette.Index(t.c)
		}
	}
	var previous RGB
	number := index[previous]
	for i := range out.Pix {
		if c := (RGB{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2]}); c != previous {
			previous, number = c, index[c]
		}
		out.Pix[i] = uint8(number)
	}
	return out
}
