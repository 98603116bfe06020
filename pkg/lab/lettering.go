package lab

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// Fonts are the families that a figure's text names: the one whose heights it is laid out with, two with the same widths of letters, and the
// reader's own for text without serifs.
const Fonts = "'Liberation Sans',Arial,Helvetica,sans-serif"

// lettering measures a figure's texts and writes them. Readers who have none of the named fonts see a wider one: a text has the room that it
// takes in DejaVu Sans, the widest of the usual ones, and is anchored at its end, or its middle, by which it is placed. So it stands
// where it should in every font, and is not cut in the widest. Fonts embedded in it would make a figure many times larger; textLength
// would squeeze the letters.
type lettering struct {
	text.Plain
	spare vg.Length // by what the caller multiplies a width
}

// spared is by what wrap multiplies widths. The widths of texts that it breaks count nowhere else.
const spared = 1.08

// Box implements text.Handler.
func (l lettering) Box(line string, f font.Font) (width, height, depth vg.Length) {
	width, height, depth = l.Plain.Box(line, f)
	return max(width, vg.Length(ems(line))*f.Size/l.spare), height, depth
}

// The library's canvas writes no anchors. Lines that are to have one begin with a character for private use until named replaces it.
const middle, end = "\ue000", "\ue001"

// Draw implements text.Handler.
func (l lettering) Draw(c vg.Canvas, txt string, style text.Style, at vg.Point) {
	if anchor := map[text.XAlignment]string{text.XCenter: middle, text.XRight: end}[style.XAlign]; anchor != "" && txt != "" {
		style.XAlign = text.XLeft
		txt = anchor + strings.ReplaceAll(strings.TrimRight(txt, "\n"), "\n", "\n"+anchor)
	}
	l.Plain.Draw(c, txt, style, at)
}

var lettered = regexp.MustCompile(`style="font-family:[^;"]*;((?:font-(?:variant|weight|style):normal;)*)([^"]*)">([` + middle + end + `]?)`)

// named gives the texts of a drawn figure all fonts, once for all of them, and their anchors to those that are to have one. What
// the library writes at each text and is so anyway is left out.
func named(svg []byte) []byte {
	svg = lettered.ReplaceAllFunc(svg, func(text []byte) []byte {
		part := lettered.FindSubmatch(text)
		anchor := map[string]string{middle: "text-anchor:middle;", end: "text-anchor:end;"}[string(part[3])]
		return fmt.Appendf(nil, `style="%s%s">`, anchor, part[2])
	})
	return bytes.Replace(svg, []byte("<svg "), fmt.Appendf(nil, `<svg font-family="%s" `, Fonts), 1)
}

// ems returns the width of a line in DejaVu Sans, in units of the font's size, without kerning.
func ems(line string) float64 {
	units := 0
	for _, r := range line {
		switch {
		case r >= ' ' && r <= '~':
			units += advances[r-' ']
		case strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹", r):
			units += raised
		default:
			units += symbol
		}
	}
	return float64(units) / 2048
}

// advances are the widths of the characters from space to tilde in DejaVu Sans 2.37, in 2048ths of its size, as DejaVuSans.ttf has them.
var advances = [...]int{
	651, 821, 942, 1716, 1303, 1946, 1597, 563, 799, 799, 1024, 1716, 651, 739, 651, 690,
	1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 1303, 690, 690, 1716, 1716, 1716, 1087,
	2048, 1401, 1405, 1430, 1577, 1294, 1178, 1587, 1540, 604, 604, 1343, 1141, 1767, 1532, 1612,
	1235, 1612, 1423, 1300, 1251, 1499, 1401, 2025, 1403, 1251, 1403, 799, 690, 799, 1716, 1024,
	1024, 1255, 1300, 1126, 1300, 1260, 721, 1300, 1298, 569, 569, 1186, 569, 1995, 1298, 1253,
	1300, 1300, 842, 1067, 803, 1298, 1212, 1675, 1212, 1212, 1075, 1303, 690, 1303, 1716,
}

// The widths of a raised digit there, and of ×, − and →, which are as wide as any other character that figures have.
const raised, symbol = 821, 1716
