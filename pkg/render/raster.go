package render

import (
	"fmt"
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Image draws the picture as PNG does, without encoding it.
func Image(p Picture, o Options) (*image.RGBA, error) {
	sc, err := compose(p, o)
	if err != nil {
		return nil, err
	}
	w, h := math.Ceil(sc.w*o.Scale), math.Ceil(sc.h*o.Scale)
	if w*h > MaxPixels {
		return nil, fmt.Errorf("render: picture of %.0f×%.0f pixels, want at most %d in all", w, h, MaxPixels)
	}
	c := canvas{
		dst:    image.NewRGBA(image.Rect(0, 0, int(w), int(h))),
		scale:  o.Scale,
		glyphs: make(map[glyphKey]*image.Alpha),
	}
	for i, col := range o.Theme.palette() {
		c.inks[i] = image.NewUniform(col)
	}
	for _, it := range sc.items {
		c.draw(it)
	}
	return c.dst, nil
}

// canvas rasterises a scene: whole-pixel rectangles by filling, everything else by the
// coverage of its outline.
type canvas struct {
	dst    *image.RGBA
	scale  float64 // pixels per unit
	inks   [paints]*image.Uniform
	raster vector.Rasterizer
	buf    sfnt.Buffer
	glyphs map[glyphKey]*image.Alpha
}

func (c *canvas) draw(it item) {
	st, k := it.style, c.scale
	switch s := it.shape.(type) {
	case rect:
		if st.stroke == noPaint && s.r == 0 {
			c.fillRect(s, st.fill)
			return
		}
		var o outline
		o.roundRect(s.x*k, s.y*k, s.w*k, s.h*k, s.r*k, false)
		p := st.fill
		if st.stroke != noPaint {
			p = st.stroke
			in := st.width
			o.roundRect((s.x+in)*k, (s.y+in)*k, (s.w-2*in)*k, (s.h-2*in)*k, max(0, s.r-in)*k, true)
		}
		c.fill(o, p)
	case line:
		c.fill(stroke([]point{{s.x1 * k, s.y1 * k}, {s.x2 * k, s.y2 * k}}, st.width*k), st.stroke)
	case curve:
		c.fill(stroke(s.flatten(k), st.width*k), st.stroke)
	case path:
		var o outline
		for i, p := range s {
			o.to(i == 0, p.x*k, p.y*k)
		}
		c.fill(o, st.fill)
	case label:
		c.label(s, st)
	}
}

// fillRect covers whole pixels. Lines keep one thickness wherever they fall, at least a
// pixel; larger rectangles keep their edges, so that neighbours meet.
func (c *canvas) fillRect(s rect, p paint) {
	span := func(at, length float64) (int, int) {
		from := math.Round(at * c.scale)
		if length < 8 {
			return int(from), int(from + max(1, math.Round(length*c.scale)))
		}
		return int(from), int(math.Round((at + length) * c.scale))
	}
	x0, x1 := span(s.x, s.w)
	y0, y1 := span(s.y, s.h)
	draw.Draw(c.dst, image.Rect(x0, y0, x1, y1), c.inks[p], image.Point{}, draw.Src)
}

// fill covers the inside of an outline.
func (c *canvas) fill(o outline, p paint) {
	r := o.bounds().Intersect(c.dst.Bounds())
	if r.Empty() {
		return
	}
	draw.DrawMask(c.dst, r, c.inks[p], image.Point{}, c.coverage(&o, r), r.Min, draw.Over)
}

// coverage returns the share of each pixel of r that the outline covers, in sixteenths:
// finer steps are not seen, while so a picture keeps to few enough colours for a palette,
// and float32 that rounds otherwise on another processor hardly ever shows.
func (c *canvas) coverage(o *outline, r image.Rectangle) *image.Alpha {
	mask := image.NewAlpha(r)
	c.raster.Reset(r.Dx(), r.Dy())
	c.raster.DrawOp = draw.Src
	o.feed(&c.raster, r.Min)
	c.raster.Draw(mask, r, image.Opaque, image.Point{})
	for i, a := range mask.Pix {
		mask.Pix[i] = uint8((int(a) + 8) / 17 * 17) // the nearest multiple of 17 up to 255
	}
	return mask
}

// glyphKey names a rasterised glyph. Its place is known to an eighth of a pixel: finer is
// not seen, and cells at whole pixels then share the glyphs.
type glyphKey struct {
	face   face
	index  sfnt.GlyphIndex
	size   float64 // pixels
	fx, fy int     // eighths of a pixel, 0…7
}

func (c *canvas) label(l label, st style) {
	x, y := l.x, l.y
	switch st.anchor {
	case middle:
		x -= textWidth(l.text, st.face, st.size) / 2
	case end:
		x -= textWidth(l.text, st.face, st.size)
	}
	f := fontOf(st.face)
	size := st.size * c.scale
	for _, r := range l.text {
		index, err := f.GlyphIndex(&c.buf, r)
		if err != nil {
			index = 0
		}
		ex, ey := int(math.Round(x*c.scale*8)), int(math.Round(y*c.scale*8))
		key := glyphKey{st.face, index, size, ex & 7, ey & 7}
		mask, ok := c.glyphs[key]
		if !ok {
			mask = c.glyph(key)
			c.glyphs[key] = mask
		}
		if mask != nil {
			at := mask.Rect.Add(image.Pt(ex>>3, ey>>3))
			draw.DrawMask(c.dst, at, c.inks[st.fill], image.Point{}, mask, mask.Rect.Min, draw.Over)
		}
		x += float64(st.face.advance(&c.buf, r)) * st.size / unitsPerEm
	}
}

// glyph rasterises a glyph about its origin, nil if it has no ink.
func (c *canvas) glyph(key glyphKey) *image.Alpha {
	segments, err := fontOf(key.face).LoadGlyph(&c.buf, key.index, unitsPerEm, nil)
	if err != nil {
		panic("render: embedded font: " + err.Error())
	}
	var o outline
	at := func(p fixed.Point26_6) point {
		return point{
			float64(p.X)*key.size/unitsPerEm + float64(key.fx)/8,
			float64(p.Y)*key.size/unitsPerEm + float64(key.fy)/8,
		}
	}
	for _, s := range segments {
		switch a := s.Args; s.Op {
		case sfnt.SegmentOpMoveTo:
			o.moveTo(at(a[0]))
		case sfnt.SegmentOpLineTo:
			o.lineTo(at(a[0]))
		case sfnt.SegmentOpQuadTo:
			o.quadTo(at(a[0]), at(a[1]))
		case sfnt.SegmentOpCubeTo:
			o.cubeTo(at(a[0]), at(a[1]), at(a[2]))
		}
	}
	r := o.bounds()
	if r.Empty() {
		return nil
	}
	return c.coverage(&o, r)
}
