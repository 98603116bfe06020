package render

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"sudokulab/pkg/board"
)

// Sizes that do not follow the cell, in user units.
const (
	margin       = 16
	minContent   = 208 // width kept for titles and captions of small boards
	stripContent = 132 // the same in a strip
	titleSize    = 17
	captionSize  = 13
	leading      = 1.35 // line height over em
)

// geometry says where things lie. The board is a row of stripes in both directions,
//
//	thick cell thin cell … cell thick cell … thick
//
// with lines between the cells, not over them: all cells are equal squares at whole units,
// and every line covers whole pixels at whole scales. On a board with regions every stripe
// between cells is a thick one, since a border may run anywhere in it; a thin line then lies
// in its middle.
type geometry struct {
	n, k        int // k = 0: regions
	cell        float64
	thin, thick float64
	x, y        float64   // upper left corner of the frame
	at          []float64 // offset of cell i from the frame's edge
	side        float64   // of the frame
	cols        int       // of the grid of candidates
	pad, top    float64   // its margins in the cell, left and above
	sub         float64   // the side of a place in it
}

func newGeometry(n, k int, cell float64) geometry {
	g := geometry{n: n, k: k, cell: cell, thin: 1, thick: 3}
	if cell < 32 && k > 0 {
		g.thick = 2
	}
	g.at = make([]float64, n+1)
	for i := range g.at {
		thick := i // stripes of this width before the cell, the frame's apart
		if k > 0 {
			thick = i / k
		}
		g.at[i] = g.thick + float64(i)*(cell+g.thin) + float64(thick)*(g.thick-g.thin)
	}
	g.side = g.at[n]
	var rows int
	g.cols, rows = candidateGrid(n, k)
	// A whole number of units for a place lets small digits, too, fall on pixels alike.
	g.sub = max(1, math.Floor((cell-2*math.Round(cell*0.05))/float64(g.cols)))
	g.pad = (cell - g.sub*float64(g.cols)) / 2
	g.top = (cell - g.sub*float64(rows)) / 2
	return g
}

// candidateGrid returns the columns and rows in which a cell shows n candidates: k×k, or
// nearly a square for a side that has no boxes.
func candidateGrid(n, k int) (cols, rows int) {
	if k > 0 {
		return k, k
	}
	for cols = 1; cols*cols < n; {
		cols++
	}
	return cols, (n + cols - 1) / cols
}

// corner returns the upper left corner of a cell.
func (g *geometry) corner(cell int) (x, y float64) {
	return g.x + g.at[cell%g.n], g.y + g.at[cell/g.n]
}

// centre returns the middle of a cell, or of a candidate's place in it.
func (g *geometry) centre(cell, digit int) point {
	x, y := g.corner(cell)
	if digit == 0 {
		return point{x + g.cell/2, y + g.cell/2}
	}
	col, row := float64((digit-1)%g.cols), float64((digit-1)/g.cols)
	return point{x + g.pad + (col+0.5)*g.sub, y + g.top + (row+0.5)*g.sub}
}

// squareCentre returns the middle of a square for a digit in a cell that holds another one, 0 for none;
// see [Square].
func (g *geometry) squareCentre(cell, digit, holds int) point {
	switch {
	case holds == 0 || g.k == 2 || g.k == 3 && digit != 5:
		return g.centre(cell, digit)
	case g.k == 3:
		return g.centre(cell, holds)
	}
	// Places around the rim.
	last := g.rimPlaces()
	i := digit - 1
	col, row := min(i, last), min(max(i-last, 0), last)
	if back := i - 2*last; back > 0 {
		col, row = last-min(back, last), last-max(back-last, 0)
	}
	x, y := g.corner(cell)
	step := g.cell * (1 - 2*rim) / float64(last)
	return point{x + g.cell*rim + float64(col)*step, y + g.cell*rim + float64(row)*step}
}

// squareSide returns the side of a square in a cell that holds a digit, 0 for none.
func (g *geometry) squareSide(holds int) float64 {
	if holds == 0 || g.k == 2 || g.k == 3 {
		return g.sub * 0.46
	}
	return g.cell * min(0.09, 0.8*(1-2*rim)/float64(g.rimPlaces()))
}

// rimPlaces returns the number of the last place along a side of the rim, from 0: as few as give every
// digit a place.
func (g *geometry) rimPlaces() int { return (g.n + 3) / 4 }

// rim is how far from the edge of a cell the squares around its digit are centred, in cells.
const rim = 0.11

// The layers of a scene from back to front. Inside a layer nothing but links overlaps what
// has another paint, so the items of the others are sorted by style for backends to batch.
const (
	pageLayer = iota
	surfaceLayer
	diagonalLayer
	bedLayer
	ruleLayer
	frameLayer
	tickLayer // where a diagonal passes from cell to cell
	chipLayer // behind single candidates, and squares
	linkLayer
	signLayer // rings and crosses
	tagLayer  // behind the letters of tags
	textLayer
	strikeLayer
	layers
)

// layout places everything that a picture shows. p and o are valid.
func layout(p *Picture, o *Options, alphabet board.Alphabet) scene {
	s := p.Board.Shape()
	looks := p.looks()
	l := layouter{
		geometry: newGeometry(s.Side(), s.Box(), o.cellOf(p, looks)),
		p:        p,
		alphabet: alphabet,
		words:    minContent,
	}
	if o.narrow {
		l.words = stripContent
	}
	w, h := l.arrange()
	l.add(pageLayer, style{fill: pagePaint}, rect{0, 0, w, h, 0})
	l.grid()
	for cell, look := range looks {
		l.cellSigns(cell, look)
		if look.digit != 0 {
			l.digit(cell, look)
		} else {
			l.candidates(cell, look)
		}
	}
	for _, q := range p.Squares {
		l.square(q, looks[q.Cell])
	}
	for _, t := range p.Tags {
		l.tag(t)
	}
	for _, link := range p.Links {
		l.link(link)
	}
	sc := scene{w: w, h: h}
	sc.title, sc.desc = describe(p, looks, alphabet)
	sc.items = l.sorted()
	return sc
}

func compareStyles(a, b style) int {
	return cmp.Or(
		cmp.Compare(a.fill, b.fill), cmp.Compare(a.stroke, b.stroke), cmp.Compare(a.width, b.width),
		cmp.Compare(a.face, b.face), cmp.Compare(a.size, b.size), cmp.Compare(a.anchor, b.anchor),
	)
}

type layouter struct {
	geometry
	p        *Picture
	alphabet board.Alphabet
	words    float64 // the least width of a title and a caption
	layers   [layers][]item
}

// sorted returns the items of all layers, in each but that of the links neighbours of one style together.
func (l *layouter) sorted() (items []item) {
	for i := range l.layers {
		if i != linkLayer {
			slices.SortStableFunc(l.layers[i], func(a, b item) int { return compareStyles(a.style, b.style) })
		}
		items = append(items, l.layers[i]...)
	}
	return items
}

func (l *layouter) add(layer int, st style, sh shape) {
	l.layers[layer] = append(l.layers[layer], item{layer, st, sh})
}

// text adds a label whose digits and capitals are centred on y.
func (l *layouter) text(x, y float64, st style, text string) {
	l.add(textLayer, st, label{hundredth(x), hundredth(y + st.size*capHeight/2), text})
}

// arrange fixes the place of the frame, writes what stands around it and returns the size
// of the picture.
func (l *layouter) arrange() (w, h float64) {
	rulerSize := math.Round(min(max(l.cell*0.24, 9), 13))
	left, top := 0.0, 0.0
	if l.p.Rulers {
		left = math.Ceil(textWidth("00"[:len(strconv.Itoa(l.n))], regular, rulerSize)) + 7
		top = rulerSize + 5
	}
	content := left + l.side
	if l.p.Title != "" || l.p.Caption != "" {
		content = max(content, l.words)
	}
	if l.p.Heat.Values != nil {
		content = max(content, left+l.legendWidth())
	}
	w = content + 2*margin
	l.x = margin + left

	y := float64(margin)
	titleStyle := style{fill: labelPaint, face: bold, size: titleSize, anchor: start}
	captionStyle := style{fill: labelPaint, face: regular, size: captionSize, anchor: start}
	// Lines are left some air: other fonts than Go's, in an SVG, may run wider.
	write := func(s string, st style) {
		for _, text := range wrap(lines(s), st.face, st.size, 0.94*content) {
			if text != "" {
				l.text(margin, y+st.size*leading/2, st, text)
			}
			y += st.size * leading
		}
	}
	write(l.p.Title, titleStyle)
	if y > margin {
		y = math.Ceil(y) + 6
	}
	l.y = y + top
	if l.p.Rulers {
		st := style{fill: labelPaint, size: rulerSize}
		for i := range l.n {
			name, c := strconv.Itoa(i+1), l.at[i]+l.cell/2
			st.anchor = middle
			l.text(l.x+c, l.y-5-rulerSize*capHeight/2, st, name)
			st.anchor = end
			l.text(l.x-6, l.y+c, st, name)
		}
	}
	y = l.y + l.side
	if l.p.Heat.Values != nil {
		l.legend(margin+left, y+legendGap)
		y += legendGap + swatch
	}
	if len(l.p.Tags) > 0 {
		y = l.tagLegend(margin+left, y+legendGap, content-left)
	}
	if l.p.Caption != "" {
		y += 9
		write(l.p.Caption, captionStyle)
	}
	return w, math.Ceil(y) + margin
}

// Sizes of the legend of heat in user units.
const (
	legendGap = 10 // above it
	swatch    = 14 // the side of a shade
	wordGap   = 6  // between the shades and the words
)

// legendWidth is how wide the legend of heat is, with some air for fonts that run wider than Go's.
func (l *layouter) legendWidth() float64 {
	words := textWidth(l.p.Heat.Low, regular, captionSize) + textWidth(l.p.Heat.High, regular, captionSize)
	return math.Ceil(1.06*words) + (HeatShades+1)*swatch + 2*wordGap
}

// legend draws the shades of heat from none to the strongest, between the words for both ends.
func (l *layouter) legend(x, y float64) {
	st := style{fill: labelPaint, size: captionSize, anchor: start}
	l.text(x, y+swatch/2, st, lines(l.p.Heat.Low)[0])
	x += math.Ceil(1.06*textWidth(l.p.Heat.Low, regular, captionSize)) + wordGap
	for shade := range HeatShades + 1 {
		fill := paperPaint
		if shade > 0 {
			fill = heat1Paint + paint(shade-1)
		}
		l.add(surfaceLayer, style{fill: fill}, rect{x + float64(shade)*swatch, y, swatch, swatch, 0})
	}
	l.add(frameLayer, style{stroke: framePaint, width: 1}, rect{x, y, (HeatShades + 1) * swatch, swatch, 1})
	l.text(x+(HeatShades+1)*swatch+wordGap, y+swatch/2, st, lines(l.p.Heat.High)[0])
}

// grid draws the cells' surfaces, box by box, and the lines. Every other box of a plain
// board is shaded; on other boards regions have no such pattern, and the shade belongs to the
// diagonals.
func (l *layouter) grid() {
	k := l.k
	v := l.p.Board.Shape().Variant()
	if k == 0 {
		side := l.side - 2*l.thick
		l.add(surfaceLayer, style{fill: paperPaint}, rect{l.x + l.thick, l.y + l.thick, side, side, 0})
	} else {
		for bandStack := range l.n {
			band, stack := bandStack/k, bandStack%k
			x, y := l.corner(band*k*l.n + stack*k)
			side := l.at[k-1] + l.cell - l.at[0]
			fill := paperPaint
			if (band+stack)%2 == 1 && !v.Diagonals {
				fill = shadePaint
			}
			l.add(surfaceLayer, style{fill: fill}, rect{x, y, side, side, 0})
		}
	}
	if v.Diagonals {
		l.diagonals()
	}
	// Lines end under the frame, so that none shows beyond it when a scale rounds its end up.
	line := func(layer int, p paint, at, width float64) {
		in := l.thin
		l.add(layer, style{fill: p}, rect{l.x + at, l.y + in, width, l.side - 2*in, 0})
		l.add(layer, style{fill: p}, rect{l.x + in, l.y + at, l.side - 2*in, width, 0})
	}
	for i := 1; i < l.n; i++ {
		switch {
		case k == 0:
			line(ruleLayer, rulePaint, l.at[i]-(l.thick+l.thin)/2, l.thin)
		case i%k != 0:
			line(ruleLayer, rulePaint, l.at[i]-l.thin, l.thin)
		default:
			line(frameLayer, framePaint, l.at[i]-l.thick, l.thick)
		}
	}
	if k == 0 {
		l.borders()
	}
	l.add(frameLayer, style{stroke: framePaint, width: l.thick}, rect{l.x, l.y, l.side, l.side, l.thick})
}

// borders draws the thick lines between different regions. Each run of them goes on over the
// crossings at its ends, so that runs in both directions join.
func (l *layouter) borders() {
	s := l.p.Board.Shape()
	differ := func(i, j int, turned bool) bool { // across stripe i, in row or column j
		if turned {
			return s.BoxOf(s.Cell(i-1, j)) != s.BoxOf(s.Cell(i, j))
		}
		return s.BoxOf(s.Cell(j, i-1)) != s.BoxOf(s.Cell(j, i))
	}
	for i := 1; i < l.n; i++ {
		for _, turned := range []bool{false, true} {
			for j := 0; j < l.n; j++ {
				if !differ(i, j, turned) {
					continue
				}
				from := j
				for j+1 < l.n && differ(i, j+1, turned) {
					j++
				}
				// As with all lines, the ends lie under the frame, not beyond it.
				begin, end := max(l.at[from]-l.thick, l.thin), min(l.at[j]+l.cell+l.thick, l.side-l.thin)
				r := rect{l.x + l.at[i] - l.thick, l.y + begin, l.thick, end - begin, 0}
				if turned {
					r = rect{l.x + begin, l.y + l.at[i] - l.thick, end - begin, l.thick, 0}
				}
				l.add(frameLayer, style{fill: framePaint}, r)
			}
		}
	}
}

// diagonals shades the cells of both diagonals and draws a stroke across each crossing that
// they pass, from near the corner of one cell to near that of the next.
func (l *layouter) diagonals() {
	tick := style{stroke: framePaint, width: hundredth(max(1, l.cell*0.03))}
	reach := l.cell * 0.09
	left := func(i int) float64 { return l.x + l.at[i] }
	top := func(i int) float64 { return l.y + l.at[i] }
	for row := range l.n {
		cols := []int{row, l.n - 1 - row}
		for i, col := range cols {
			if i == 0 || col != cols[0] { // the middle is shaded once
				side := l.cell + 2*l.thin
				l.add(diagonalLayer, style{fill: shadePaint}, rect{left(col) - l.thin, top(row) - l.thin, side, side, 0})
			}
		}
		if row == l.n-1 {
			break
		}
		y1, y2 := hundredth(top(row)+l.cell-reach), hundredth(top(row+1)+reach)
		main, other := cols[0], cols[1]
		l.add(tickLayer, tick, line{hundredth(left(main) + l.cell - reach), y1, hundredth(left(main+1) + reach), y2})
		l.add(tickLayer, tick, line{hundredth(left(other) + reach), y1, hundredth(left(other-1) + l.cell - reach), y2})
	}
}

// cellSigns draws what marks the cell as a whole. Beds reach under the lines around the
// cell, so that no seam shows when a scale puts those between pixels.
func (l *layouter) cellSigns(cell int, look look) {
	x, y := l.corner(cell)
	bed := noPaint
	switch {
	case look.ink == Conflict:
		bed = conflictBedPaint
	case look.highlight:
		bed = highlightBedPaint
	}
	if bed != noPaint {
		l.add(bedLayer, style{fill: bed}, rect{x - l.thin, y - l.thin, l.cell + 2*l.thin, l.cell + 2*l.thin, 0})
	}
	ring := 0.0
	if look.focus {
		ring = max(2, math.Round(l.cell*0.05))
		l.add(signLayer, style{stroke: focusPaint, width: ring}, rect{x, y, l.cell, l.cell, 2})
	}
	switch {
	case look.ink == Conflict && look.digit == 0 && look.left|look.struck == 0:
		l.cross(l.centre(cell, 0), l.cell*0.17, max(1.5, l.cell*0.07))
	case look.ink == Conflict:
		// In the corner, clear of a digit; among candidates it takes the little room there is.
		r, inset, width := l.cell*0.075, max(4, l.cell*0.16), max(1.2, l.cell*0.035)
		if look.digit == 0 {
			r, inset, width = l.cell*0.042, max(2.5, l.cell*0.068)+ring, max(1, l.cell*0.024)
		}
		l.cross(point{x + l.cell - inset, y + inset}, r, width)
	case look.ink == Single && look.digit != 0:
		w, h := math.Round(l.cell*0.34), max(1, math.Round(l.cell*0.05))
		low := max(2, math.Round(l.cell*0.07))
		if look.squares { // which stand where the bar would
			low = 1
		}
		l.add(signLayer, style{fill: singlePaint}, rect{x + (l.cell-w)/2, y + l.cell - h - low, w, h, 0})
	}
}

// cross draws the × of a conflict.
func (l *layouter) cross(c point, r, width float64) {
	st := style{stroke: conflictPaint, width: hundredth(width)}
	x1, y1, x2, y2 := hundredth(c.x-r), hundredth(c.y-r), hundredth(c.x+r), hundredth(c.y+r)
	l.add(signLayer, st, line{x1, y1, x2, y2})
	l.add(signLayer, st, line{x1, y2, x2, y1})
}

func (l *layouter) digit(cell int, look look) {
	c := l.centre(cell, 0)
	st := style{fill: inkPaint(look.ink), size: math.Round(l.cell * 0.64), anchor: middle}
	if look.squares {
		st.size = math.Round(l.cell * 0.47)
	}
	switch {
	case look.given:
		st.face = bold
	case look.ink == Guess:
		st.face = italic
	}
	l.text(c.x, c.y, st, l.glyph(look.digit))
	if look.ink == Removed {
		r := l.cell * 0.27
		l.strike(c, r, max(1.5, l.cell*0.05))
	}
}

// candidates draws the small digits of an empty cell, digit d at row (d−1)/k and column
// (d−1) mod k of the cell's k×k grid; see candidateGrid for boards without boxes.
func (l *layouter) candidates(cell int, look look) {
	for d := range (look.left | look.struck).All() {
		c := l.centre(cell, d)
		st := style{fill: inkPaint(look.ink), size: hundredth(l.sub * 0.8), anchor: middle}
		struck := look.struck.Has(d)
		chip := noPaint
		shade := 0
		if !struck {
			shade = l.p.Heat.shade(l.n, cell, d)
		}
		switch {
		case struck:
			st.fill = removedPaint
		case look.ink == Single && look.left.Single():
			st.face = bold
			chip = singleBedPaint
		}
		switch strong := look.strong.Has(d); {
		case strong && l.p.Heat.Values != nil:
			st.face = bold
			side, width := l.sub-0.5, max(1.5, l.sub*0.12)
			ring := rect{hundredth(c.x - side/2), hundredth(c.y - side/2), hundredth(side), hundredth(side), hundredth(l.sub * 0.22)}
			l.add(signLayer, style{stroke: focusPaint, width: hundredth(width)}, ring)
		case strong:
			chip = strongBedPaint
			if !struck && look.ink != Conflict {
				st.fill, st.face = strongPaint, bold
			}
		}
		if shade > 0 {
			chip, st.fill = heat1Paint+paint(shade-1), givenPaint
			if shade > 3 {
				st.fill = paperPaint
			}
		}
		if chip != noPaint {
			side := math.Round(l.sub * 0.96)
			l.add(chipLayer, style{fill: chip}, rect{hundredth(c.x - side/2), hundredth(c.y - side/2), side, side, hundredth(l.sub * 0.22)})
		}
		l.text(c.x, c.y, st, l.glyph(d))
		if struck {
			l.strike(c, l.sub*0.33, max(1, l.sub*0.07))
		}
	}
}

// square draws a square.
func (l *layouter) square(q Square, look look) {
	c, side := l.squareCentre(q.Cell, q.Digit, look.digit), l.squareSide(look.digit)
	if look.struck.Has(q.Digit) { // beside it
		side = l.sub * 0.28
		c = point{c.x + l.sub/2 - side*0.6, c.y + l.sub/2 - side*0.6}
	}
	paint := square1Paint + paint((q.Number-1)%SquareColours)
	r := rect{hundredth(c.x - side/2), hundredth(c.y - side/2), hundredth(side), hundredth(side), 0}
	if !q.Hollow {
		l.add(chipLayer, style{fill: paint}, r)
		return
	}
	r.r = hundredth(side * 0.15) // a stroked one without is no element of its own in SVG
	l.add(chipLayer, style{stroke: paint, width: hundredth(side * 0.22)}, r)
}

// strike draws the stroke through a digit that was removed.
func (l *layouter) strike(c point, r, width float64) {
	st := style{stroke: conflictPaint, width: hundredth(width)}
	l.add(strikeLayer, st, line{hundredth(c.x - r), hundredth(c.y + r), hundredth(c.x + r), hundredth(c.y - r)})
}

// link draws an arrow that bows to the left of its way, so that it passes beside the
// digits on a straight way and an arrow back takes the other side. A halo of paper parts it
// from what it crosses; digits stay above it.
func (l *layouter) link(link Link) {
	from, to := l.centre(link.From, link.FromDigit), l.centre(link.To, link.ToDigit)
	dx, dy := to.x-from.x, to.y-from.y
	length := math.Hypot(dx, dy)
	width := max(1.5, l.cell*0.035)
	// The curve leaves its chord by half of the bow at most, and must not leave the picture.
	room := func(n, low, high, x1, x2 float64) float64 {
		switch {
		case n < 0:
			return 2 * (min(x1, x2) - low) / -n
		case n > 0:
			return 2 * (high - max(x1, x2)) / n
		}
		return math.Inf(1)
	}
	edge := margin - width
	bow := min(0.16*length, 0.7*l.cell,
		room(dy/length, l.x-edge, l.x+l.side+edge, from.x, to.x),
		room(-dx/length, l.y-edge, l.y+l.side+edge, from.y, to.y))
	c := point{(from.x+to.x)/2 + dy/length*bow, (from.y+to.y)/2 - dx/length*bow}

	reach := func(digit int) float64 {
		if digit == 0 {
			return min(0.36*l.cell, 0.3*length)
		}
		return min(0.5*l.sub, 0.3*length)
	}
	head := min(max(5, l.cell*0.15), 0.35*length)
	ux, uy := unit(from, c)
	vx, vy := unit(c, to)
	a := point{from.x + ux*reach(link.FromDigit), from.y + uy*reach(link.FromDigit)}
	tip := point{to.x - vx*reach(link.ToDigit), to.y - vy*reach(link.ToDigit)}
	base := point{tip.x - vx*head, tip.y - vy*head}

	shaft := curve{hundredth(a.x), hundredth(a.y), hundredth(c.x), hundredth(c.y), hundredth(base.x), hundredth(base.y)}
	barb := head * 0.5
	l.add(linkLayer, style{stroke: paperPaint, width: hundredth(width + 2.5)}, shaft)
	for _, part := range shaft.dashes(link.Weak, 4*width) {
		l.add(linkLayer, style{stroke: linkPaint, width: hundredth(width)}, part)
	}
	dot := hundredth(width * 2.4)
	l.add(linkLayer, style{fill: linkPaint}, rect{hundredth(a.x - dot/2), hundredth(a.y - dot/2), dot, dot, hundredth(dot / 2)})
	l.add(linkLayer, style{fill: linkPaint}, path{
		{hundredth(tip.x), hundredth(tip.y)},
		{hundredth(base.x - vy*barb), hundredth(base.y + vx*barb)},
		{hundredth(base.x + vy*barb), hundredth(base.y - vx*barb)},
	})
}

// dashes returns the curve or, if it is to be dashed, every other part of it, each about so long.
func (c curve) dashes(dashed bool, long float64) []curve {
	if !dashed {
		return []curve{c}
	}
	chord := math.Hypot(c.x2-c.x1, c.y2-c.y1)
	n := 2*max(1, int(chord/(2*long))) + 1 // begins and ends with a dash
	var parts []curve
	for i := 0; i < n; i += 2 {
		parts = append(parts, c.between(float64(i)/float64(n), float64(i+1)/float64(n)))
	}
	return parts
}

// between returns the part of the curve between two of its parameters, from 0 to 1.
func (c curve) between(t, u float64) curve {
	blossom := func(s, t float64) point {
		mix := func(a, b, d float64) float64 { return hundredth((1-s)*(1-t)*a + (s*(1-t)+t*(1-s))*b + s*t*d) }
		return point{mix(c.x1, c.cx, c.x2), mix(c.y1, c.cy, c.y2)}
	}
	a, m, b := blossom(t, t), blossom(t, u), blossom(u, u)
	return curve{a.x, a.y, m.x, m.y, b.x, b.y}
}

// unit returns the direction from a to b.
func unit(a, b point) (x, y float64) {
	d := math.Hypot(b.x-a.x, b.y-a.y)
	return (b.x - a.x) / d, (b.y - a.y) / d
}

func (l *layouter) glyph(digit int) string { return string(l.alphabet[digit-1]) }
