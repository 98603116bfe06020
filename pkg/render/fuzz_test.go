package render

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
)

// FuzzRender gives the backends pictures made of arbitrary bytes, valid or not: they must
// refuse them with an error of this package or draw them.
func FuzzRender(f *testing.F) {
	f.Add([]byte(easy), []byte{1, 2, 3}, []byte{0, 255, 17}, "title", "caption\nlines", uint16(0))
	f.Add([]byte("1234341221434321"), []byte{255}, []byte{4}, "<&>\x00\"", "\xff\u202e]]>", uint16(7))
	f.Add([]byte{}, []byte{}, []byte{}, "", "", uint16(1<<15))
	f.Add([]byte{1, 2, 3, 4, 5, 6}, []byte{3, 7, 63}, []byte{4, 9}, "jigsaw", "", uint16(128+32))
	f.Add([]byte{1, 0, 3}, []byte{3, 7}, []byte{16}, "", "", uint16(64))
	f.Fuzz(func(t *testing.T, cells, masks, marks []byte, title, caption string, flags uint16) {
		s := shapeWith(t, []int{4, 9, 16}[flags%3], flags&64 != 0, "")
		if flags&128 != 0 {
			s = shapeWith(t, 6, flags&64 != 0, steps6)
		}
		p := Picture{Board: board.New(s), Title: title, Caption: caption, Rulers: flags&8 != 0}
		for i, c := range cells[:min(len(cells), s.Cells())] {
			p.Board.Cells()[i] = c % 18 // at times more than the side
		}
		digits := func(from int) []board.Digits {
			out := make([]board.Digits, s.Cells())
			for i := range out {
				if len(masks) > 0 {
					out[i] = board.Digits(masks[(i+from)%len(masks)])<<(i%2*int(flags>>12)) | board.Digits(masks[(i*from)%len(masks)])
				}
			}
			return out[:len(out)-int(flags>>15)] // at times one too few
		}
		p.Candidates, p.Removed = digits(1), digits(2)
		for _, m := range marks {
			p.Marks = append(p.Marks, Mark(m)<<(flags%2))
			p.Links = append(p.Links, Link{From: int(m), To: len(p.Links), FromDigit: int(m) % 7})
		}
		if flags&16 != 0 {
			p.Marks = append(p.Marks, make([]Mark, max(0, s.Cells()-len(p.Marks)))...)
		}
		want := p.Validate()
		if want != nil && !strings.HasPrefix(want.Error(), "render: ") {
			t.Fatalf("error %v", want)
		}
		o := DefaultOptions()
		o.Cell, o.Scale = MinCell, 0.25
		var svg, png, html, film bytes.Buffer
		for name, got := range map[string]error{
			"text": Text(io.Discard, p, TextOptions{Wide: flags&32 != 0, Colour: true}),
			"svg":  SVG(&svg, p, o),
			"png":  PNG(&png, p, o),
			"html": HTML(&html, p, o),
			"film": HTMLFilm(&film, []Frame{{p, time.Second}, {p, time.Millisecond}}, o),
		} {
			if (got == nil) != (want == nil) {
				t.Fatalf("%s: error %v, Validate says %v", name, got, want)
			}
		}
		if want != nil {
			return
		}
		for name, data := range map[string][]byte{"SVG": svg.Bytes(), "HTML": html.Bytes(), "film": film.Bytes()} {
			if _, _, err := elements(data); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	})
}
