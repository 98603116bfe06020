package render

import (
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// face is one of the embedded Go fonts. They are public, scale without hinting and cover
// Latin, Greek and Cyrillic; characters that they lack become empty boxes in a PNG.
type face uint8

const (
	regular face = iota
	bold
	italic
	faces
)

// unitsPerEm of the Go fonts. Their digits and capitals are capHeight tall and stand on the
// baseline. The fonts that an SVG falls back to differ from that by a few hundredths of an
// em, and the place of a centred digit by half of it.
const (
	unitsPerEm = 2048
	capHeight  = 1480.0 / unitsPerEm
)

// fonts holds what was parsed. It is filled by fontOf and not where it is declared, so that a program that draws nothing
// has no fonts in it.
var fonts [faces]struct {
	sync.Once
	font *sfnt.Font
}

func fontOf(f face) *sfnt.Font {
	p := &fonts[f]
	p.Do(func() {
		switch f {
		case bold:
			p.font = parseFont(gobold.TTF)
		case italic:
			p.font = parseFont(goitalic.TTF)
		default:
			p.font = parseFont(goregular.TTF)
		}
	})
	return p.font
}

func parseFont(ttf []byte) *sfnt.Font {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic("render: embedded font: " + err.Error())
	}
	if f.UnitsPerEm() != unitsPerEm {
		panic("render: embedded font has other units")
	}
	return f
}

// advance returns the width of a character in font units.
func (f face) advance(buf *sfnt.Buffer, r rune) fixed.Int26_6 {
	g, err := fontOf(f).GlyphIndex(buf, r)
	if err != nil {
		g = 0
	}
	a, err := fontOf(f).GlyphAdvance(buf, g, unitsPerEm, font.HintingNone)
	if err != nil {
		panic("render: embedded font: " + err.Error())
	}
	return a
}

// textWidth returns the width of a line in the unit of size.
func textWidth(s string, f face, size float64) float64 {
	var buf sfnt.Buffer
	var sum fixed.Int26_6
	for _, r := range s {
		sum += f.advance(&buf, r)
	}
	return float64(sum) * size / unitsPerEm
}

// wrap breaks lines at spaces so that each is at most width wide, and inside a word only if
// it alone is wider.
func wrap(paragraphs []string, f face, size, width float64) []string {
	var buf sfnt.Buffer
	room := fixed.Int26_6(width * unitsPerEm / size)
	space := f.advance(&buf, ' ')
	var out []string
	for _, p := range paragraphs {
		var current strings.Builder
		var used fixed.Int26_6
		for word := range strings.FieldsSeq(p) {
			need := fixed.Int26_6(0)
			for _, r := range word {
				need += f.advance(&buf, r)
			}
			if current.Len() > 0 {
				if used+space+need <= room {
					current.WriteString(" " + word)
					used += space + need
					continue
				}
				out = append(out, current.String())
				current.Reset()
			}
			used = 0
			for _, r := range word {
				a := f.advance(&buf, r)
				if used+a > room && current.Len() > 0 {
					out = append(out, current.String())
					current.Reset()
					used = 0
				}
				current.WriteRune(r)
				used += a
			}
		}
		out = append(out, current.String())
	}
	return out
}
