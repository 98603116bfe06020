package tensorpictures

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/render"
)

// sight is what a drawing shows: in each cell a large digit, 0 for none, small digits and the struck ones among
// them; at cell·n + digit−1 how the square for a digit looks, "" for none.
type sight struct {
	large         []int
	small, struck []board.Digits
	squares       []string
}

// look names how a square looks, by its colour from 0.
func look(colour int, hollow bool) string {
	if hollow {
		return fmt.Sprintf("outline %d", colour+1)
	}
	return fmt.Sprintf("filled %d", colour+1)
}

// chart knows where the digits of a board stand in drawings of one size. It is made by drawing a board on which
// every candidate is struck out, and reading where the strokes are.
type chart struct {
	shape   *board.Shape
	colours []string  // of squares
	xs, ys  []float64 // of the places of candidates, n·k in each direction
	size    float64   // of small digits
	slant   float64   // width of the stroke through a small digit
}

// mark is a stroke or a rectangle by its middle, label a text by its anchor and baseline.
type (
	mark  struct{ x, y, w, h float64 }
	label struct {
		x, y, size float64
		text       string
	}
)

// drawn is what matters of an SVG.
type drawn struct {
	labels  []label
	strokes []mark
	rects   map[string][]mark // by colour, "fill:" or "stroke:" before it
}

func newChart(like render.Picture, o render.Options) (*chart, error) {
	shape := like.Board.Shape()
	c := &chart{shape: shape}
	for _, rgb := range []render.RGB{o.Theme.Square1, o.Theme.Square2, o.Theme.Square3, o.Theme.Square4} {
		c.colours = append(c.colours, rgb.String())
	}
	all := make([]board.Digits, shape.Cells())
	for cell := range all {
		all[cell] = board.AllDigits(shape.Side())
	}
	var out bytes.Buffer
	p := render.Picture{Board: board.New(shape), Removed: all, Title: like.Title, Caption: like.Caption, Rulers: like.Rulers}
	if err := render.SVG(&out, p, o); err != nil {
		return nil, err
	}
	d, err := parse(out.Bytes())
	if err != nil {
		return nil, err
	}
	n := shape.Side()
	if len(d.strokes) != n*n*n {
		return nil, fmt.Errorf("%d strokes through %d candidates", len(d.strokes), n*n*n)
	}
	for _, s := range d.strokes {
		c.xs, c.ys = append(c.xs, s.x), append(c.ys, s.y)
	}
	slices.Sort(c.xs)
	slices.Sort(c.ys)
	near := func(a, b float64) bool { return math.Abs(a-b) < 0.05 }
	c.xs, c.ys = slices.CompactFunc(c.xs, near), slices.CompactFunc(c.ys, near)
	if places := n * shape.Box(); len(c.xs) != places || len(c.ys) != places {
		return nil, fmt.Errorf("%d columns and %d rows of places, want %d", len(c.xs), len(c.ys), places)
	}
	c.slant = d.strokes[0].w
	for _, l := range d.labels {
		if _, digit := c.place(l.x, l.y); digit != 0 {
			c.size = l.size
		}
	}
	return c, nil
}

// place returns the cell and the digit of the nearest place for a candidate, digit 0 for a point off the board.
func (c *chart) place(x, y float64) (cell, digit int) {
	k, far := c.shape.Box(), 0.75*(c.xs[1]-c.xs[0])
	nearest := func(all []float64, v float64) (at int) {
		for i := range all {
			if math.Abs(all[i]-v) < math.Abs(all[at]-v) {
				at = i
			}
		}
		return at
	}
	col, row := nearest(c.xs, x), nearest(c.ys, y)
	if math.Abs(c.xs[col]-x) > far || math.Abs(c.ys[row]-y) > far {
		return 0, 0
	}
	return c.shape.Cell(row/k, col/k), row%k*k + col%k + 1
}

// read returns what a drawing shows.
func (c *chart) read(svg []byte) (sight, error) {
	n := c.shape.Side()
	s := sight{
		large: make([]int, c.shape.Cells()), small: make([]board.Digits, c.shape.Cells()), struck: make([]board.Digits, c.shape.Cells()),
		squares: make([]string, c.shape.Cells()*n),
	}
	d, err := parse(svg)
	if err != nil {
		return s, err
	}
	for _, l := range d.labels {
		cell, place := c.place(l.x, l.y-l.size*0.3) // the middle of a digit is some way above its baseline
		digit, err := strconv.Atoi(l.text)
		switch {
		case place == 0:
		case err != nil || digit < 1 || digit > n:
			return s, fmt.Errorf("%q stands on the board", l.text)
		case math.Abs(l.size-c.size) > 0.01 && s.large[cell] == 0:
			s.large[cell] = digit
		case math.Abs(l.size-c.size) > 0.01 || s.small[cell].Has(digit) || place != digit:
			return s, fmt.Errorf("%s: %d stands twice, or at the place of %d", c.shape.CellName(cell), digit, place)
		default:
			s.small[cell] = s.small[cell].With(digit)
		}
	}
	for _, m := range d.strokes {
		if cell, digit := c.place(m.x, m.y); digit != 0 && math.Abs(m.w-c.slant) < 0.05 {
			s.struck[cell] = s.struck[cell].With(digit)
		}
	}
	for i, colour := range c.colours {
		for paint, hollow := range map[string]bool{"fill:" + colour: false, "stroke:" + colour: true} {
			for _, m := range d.rects[paint] {
				cell, digit := c.place(m.x, m.y)
				if digit == 0 {
					return s, errors.New("a square off the board")
				}
				if digit == s.large[cell] && n == 9 { // the place of the 5 is covered
					digit = 5
				}
				at := cell*n + digit - 1
				if s.squares[at] != "" {
					return s, fmt.Errorf("%s: two squares for %d", c.shape.CellName(cell), digit)
				}
				s.squares[at] = look(i, hollow)
			}
		}
	}
	return s, nil
}

// parse reads texts, strokes and rectangles.
func parse(svg []byte) (d drawn, err error) {
	d.rects = map[string][]mark{}
	number := func(s string) float64 {
		v, parseErr := strconv.ParseFloat(s, 64)
		if parseErr != nil && err == nil {
			err = parseErr
		}
		return v
	}
	group, at := map[string]string{}, map[string]string{}
	for dec := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, tokenErr := dec.Token()
		if errors.Is(tokenErr, io.EOF) {
			return d, err
		}
		if tokenErr != nil {
			return d, tokenErr
		}
		switch e := token.(type) {
		case xml.CharData:
			if at["text"] == "" {
				continue
			}
			d.labels = append(d.labels, label{number(at["x"]), number(at["y"]), number(group["font-size"]), string(e)})
			at = map[string]string{}
		case xml.StartElement:
			at = map[string]string{}
			for _, a := range e.Attr {
				at[a.Name.Local] = a.Value
			}
			switch e.Name.Local {
			case "g":
				group = at
			case "text":
				at["text"] = "yes"
			case "rect":
				m := mark{w: number(at["width"]), h: number(at["height"])}
				m.x, m.y = number(at["x"])+m.w/2, number(at["y"])+m.h/2
				paint := "fill:" + at["fill"]
				if at["stroke"] != "" {
					paint = "stroke:" + at["stroke"]
				}
				d.rects[paint] = append(d.rects[paint], m)
			case "path":
				for _, part := range strings.Split(at["d"], "M")[1:] {
					v := strings.FieldsFunc(part, func(r rune) bool { return strings.ContainsRune(" Lhvz", r) })
					switch {
					case strings.Contains(part, "h") && len(v) == 5: // a rectangle by its corner and sides
						m := mark{w: number(v[2]), h: number(v[3])}
						m.x, m.y = number(v[0])+m.w/2, number(v[1])+m.h/2
						d.rects["fill:"+at["fill"]] = append(d.rects["fill:"+at["fill"]], m)
					case strings.Contains(part, "L") && len(v) == 4 && at["stroke"] != "":
						x1, y1, x2, y2 := number(v[0]), number(v[1]), number(v[2]), number(v[3])
						d.strokes = append(d.strokes, mark{x: (x1 + x2) / 2, y: (y1 + y2) / 2, w: x2 - x1, h: y2 - y1})
					}
				}
			}
		}
	}
}
