package nbkernel

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
)

// The logo is a box of nine cells, five of them filled. Its measures are in a square of 64.
const (
	logoCell   = 16
	logoGap    = 2
	logoMargin = (64 - 3*logoCell - 2*logoGap) / 2
)

var (
	logoGround = color.RGBA{0x1d, 0x3a, 0x4f, 0xff}
	logoColors = [...]color.RGBA{
		{0x5d, 0xc9, 0xe2, 0xff},
		{0x34, 0x58, 0x70, 0xff},
		{0xf2, 0xb1, 0x34, 0xff},
		{0x34, 0x58, 0x70, 0xff},
		{0x5d, 0xc9, 0xe2, 0xff},
		{0x34, 0x58, 0x70, 0xff},
		{0x34, 0x58, 0x70, 0xff},
		{0xf2, 0xb1, 0x34, 0xff},
		{0x5d, 0xc9, 0xe2, 0xff},
	}
)

func logoSVG() []byte {
	var b bytes.Buffer
	fill := func(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">` + "\n")
	fmt.Fprintf(&b, `<rect width="64" height="64" rx="6" fill="%s"/>`+"\n", fill(logoGround))
	for i, c := range logoColors {
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" rx="2" fill="%s"/>`+"\n", logoAt(i%3), logoAt(i/3), logoCell, logoCell, fill(c))
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func logoAt(i int) int { return logoMargin + i*(logoCell+logoGap) }

// logoPNG draws the logo with square corners, since it is small.
func logoPNG(size int) []byte {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			c := logoGround
			u, v := (2*x+1)*64/(2*size), (2*y+1)*64/(2*size)
			for i := range logoColors {
				dx, dy := u-logoAt(i%3), v-logoAt(i/3)
				if dx >= 0 && dx < logoCell && dy >= 0 && dy < logoCell {
					c = logoColors[i]
				}
			}
			img.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err) // a buffer takes everything, and the picture has a size
	}
	return b.Bytes()
}
