package graphio

import (
	"cmp"
	"math"
	"slices"
)

// Sizes in user units.
const (
	margin      = 16
	titleSize   = 17
	textSize    = 12
	nameSize    = 14
	leading     = 1.3
	panelPad    = 10
	chipPad     = 4  // around the digits of a filling
	chipGap     = 9  // between fillings, with room for the marks
	headerLine  = 15 // of the words beside the givens
	headerGap   = 12 // between the givens and the fillings below
	wordsGap    = 20 // between the givens and the words
	lane        = 16 // of a line that goes around boxes
	gutterPad   = 10
	badge       = 5.5 // radius of a mark
	averageChar = 0.56
)

// layout says where things lie. Panels, one for each box, stand in a grid of equal columns, as
// the boxes do on the board; regions stand in the order of their numbers.
//
// A line between panels that are neighbours crosses the gutter between them. One between others
// of a row of panels goes around those in between through the gutter below the row, one of a
// column through the gutter at its right. If the lines are numbers of edges, each has its own
// lane in the gutter, nearer to the panels the shorter it is.
type layout struct {
	view
	canvas
	o       SVGOptions
	columns int
	panels  []panel
	width   float64 // of each panel
	drawn   bool    // edges from filling to filling
	lanes   []int   // for each pair, 0 at the panels; -1 for pairs that need none
	laneRow int     // lanes below a row of panels
	laneCol int     // lanes at the right of a column
	cell    float64 // side of a digit's place in a filling
	given   float64 // side of a cell in the grid of givens
	unlined []int   // pairs without a line
}

// panel is the place of one box.
type panel struct {
	x, y, height float64
	bounds       bounds
	shown        []int // fillings drawn, rising
	left         int   // alive
	perRow       int
	header       float64
	chips        map[int]chip
}

// chip is the place of a filling.
type chip struct {
	x, y, w, h float64
	row, col   int // in the panel
	rows, cols int // of the panel
	state      state
}

// bounds is the smallest rectangle of cells around a box or region.
type bounds struct{ row, col, rows, cols int }

func newLayout(v view, o SVGOptions) *layout {
	l := &layout{view: v, o: o}
	l.colours, l.classes = palette(o.Theme), o.Dark != nil
	k := v.shape.Box()
	l.columns = k
	l.cell = [...]float64{0: 11, 2: 16, 3: 12, 4: 11, 5: 11, 6: 11}[k]
	l.given = [...]float64{0: 14, 2: 26, 3: 20, 4: 18, 5: 13, 6: 12}[k]
	if k == 0 {
		l.columns = int(math.Ceil(math.Sqrt(float64(v.boxes()))))
	}
	l.panels = make([]panel, v.boxes())
	hidden := false
	for box := range l.panels {
		p := &l.panels[box]
		p.bounds = l.boundsOf(box)
		alive := v.alive(box)
		p.left = len(alive)
		p.shown = l.choose(box, alive)
		hidden = hidden || len(p.shown) < len(alive)
	}
	l.drawn = k > 0 && !hidden && v.g.AliveEdges() <= int64(o.MaxDrawnEdges)
	l.assignLanes()
	return l
}

func (l *layout) boundsOf(box int) bounds {
	b := bounds{row: l.shape.Side(), col: l.shape.Side()}
	last, right := 0, 0
	for _, c := range l.perms.Cells(box) {
		b.row, b.col = min(b.row, l.shape.Row(c)), min(b.col, l.shape.Col(c))
		last, right = max(last, l.shape.Row(c)), max(right, l.shape.Col(c))
	}
	b.rows, b.cols = last-b.row+1, right-b.col+1
	return b
}

// choose returns the fillings of a box that are drawn, rising. If there is no room for all, those
// in solutions come first but take no more than half of it while others want it.
func (l *layout) choose(box int, alive []int) []int {
	room := l.o.MaxFillings
	if len(alive) <= room {
		return alive
	}
	var used, rest []int
	for _, i := range alive {
		if l.state(box, i) == inSolution {
			used = append(used, i)
		} else {
			rest = append(rest, i)
		}
	}
	first := min(len(used), max((room+1)/2, room-len(rest)))
	out := slices.Concat(used[:first], rest[:room-first])
	slices.Sort(out)
	return out
}

// place returns the row and column of a panel.
func (l *layout) place(box int) (row, col int) { return box / l.columns, box % l.columns }

func (l *layout) rowsOfPanels() int { return (len(l.panels) + l.columns - 1) / l.columns }

// assignLanes gives each pair that is not of neighbours the lowest lane in which no other lies
// beside it, the short ones first. Pairs of a diagonal and of regions have no line at all: it would
// run across panels, and along rows and columns of panels it would say what is not so.
func (l *layout) assignLanes() {
	pairs := l.g.Pairs()
	l.lanes = make([]int, len(pairs))
	type span struct{ pair, from, to int }
	lines := map[int][]span{} // rows of panels at 0, 1, …, columns at −1, −2, …
	for i, p := range pairs {
		l.lanes[i] = -1
		ra, ca := l.place(p.A)
		rb, cb := l.place(p.B)
		switch {
		case l.shape.Box() == 0 || ra != rb && ca != cb:
			l.unlined = append(l.unlined, i)
		case ra == rb && cb-ca > 1:
			lines[ra] = append(lines[ra], span{i, ca, cb})
		case ca == cb && rb-ra > 1:
			lines[-1-ca] = append(lines[-1-ca], span{i, ra, rb})
		}
	}
	for line, spans := range lines {
		slices.SortFunc(spans, func(a, b span) int {
			return cmp.Or(cmp.Compare(a.to-a.from, b.to-b.from), cmp.Compare(a.from, b.from))
		})
		var taken [][]span
		for _, s := range spans {
			at := slices.IndexFunc(taken, func(in []span) bool {
				return !slices.ContainsFunc(in, func(t span) bool { return s.from < t.to && t.from < s.to })
			})
			if at < 0 {
				at = len(taken)
				taken = append(taken, nil)
			}
			taken[at] = append(taken[at], s)
			l.lanes[s.pair] = at
		}
		if line >= 0 {
			l.laneRow = max(l.laneRow, len(taken))
		} else {
			l.laneCol = max(l.laneCol, len(taken))
		}
	}
}

// gutters returns the width between columns of panels and behind the last, and the height
// between rows and below the last.
func (l *layout) gutters() (between, behind, under, below float64) {
	switch {
	case l.shape.Box() == 0, l.drawn && l.g.AliveEdges() == 0:
		return 1.5 * gutterPad, 0, 1.5 * gutterPad, 0
	case l.drawn:
		between, under = 48+lane*float64(l.laneCol), 48+lane*float64(l.laneRow)
	default:
		between = 2*gutterPad + lane*float64(l.laneCol) + l.labelWidth()
		under = 2*gutterPad + lane*float64(l.laneRow) + 1.5*textSize
	}
	if l.laneCol > 0 {
		behind = gutterPad + lane*float64(l.laneCol)
		below = gutterPad + lane*float64(l.laneRow)
	}
	return between, behind, under, below
}

// labelWidth returns the room for the longest number of edges.
func (l *layout) labelWidth() float64 {
	longest := 2
	for i := range l.g.Pairs() {
		_, alive := l.g.PairEdges(i)
		longest = max(longest, len(thousands(alive)))
	}
	return averageChar*textSize*float64(longest) + 10
}

// arrange fixes the places of everything from the given height on and returns the size of the
// picture so far.
func (l *layout) arrange(top float64) (w, h float64) {
	l.width = 0
	for box := range l.panels {
		p := &l.panels[box]
		header := float64(p.bounds.cols)*l.given + 3 + wordsGap
		longest := 0.0
		for _, line := range l.words(box) {
			longest = max(longest, line.indent+averageChar*line.size*float64(len([]rune(line.text))))
		}
		inner := header + longest
		perRow := math.Ceil(math.Sqrt(1.2 * float64(len(p.shown))))
		w, _ := l.chipSize(box)
		l.width = max(l.width, math.Ceil(2*panelPad+max(inner, perRow*(w+chipGap)-chipGap)))
	}
	between, behind, under, below := l.gutters()
	y := top
	for row := range l.rowsOfPanels() {
		height := 0.0
		last := min((row+1)*l.columns, len(l.panels))
		for box := row * l.columns; box < last; box++ {
			p := &l.panels[box]
			p.x, p.y = margin+float64(box%l.columns)*(l.width+between), y
			height = max(height, l.arrangePanel(box))
		}
		for box := row * l.columns; box < last; box++ {
			l.panels[box].height = height
		}
		y += height + under
	}
	return math.Ceil(2*margin + float64(l.columns)*(l.width+between) - between + behind), y - under + below
}

func (l *layout) chipSize(box int) (w, h float64) {
	b := l.panels[box].bounds
	return float64(b.cols)*l.cell + 2*chipPad, float64(b.rows)*l.cell + 2*chipPad
}

// arrangePanel fixes the places of a box's fillings and returns the height of its panel.
func (l *layout) arrangePanel(box int) float64 {
	p := &l.panels[box]
	w, h := l.chipSize(box)
	p.header = max(float64(p.bounds.rows)*l.given+3, headerLine*float64(len(l.words(box))))
	inner := l.width - 2*panelPad
	p.perRow = max(1, min(int((inner+chipGap)/(w+chipGap)), len(p.shown)))
	rows := (len(p.shown) + p.perRow - 1) / p.perRow
	y := p.y + panelPad + p.header + headerGap
	p.chips = make(map[int]chip, len(p.shown))
	for n, i := range p.shown {
		row, col := n/p.perRow, n%p.perRow
		p.chips[i] = chip{
			x: p.x + panelPad + float64(col)*(w+chipGap), y: y + float64(row)*(h+chipGap), w: w, h: h,
			row: row, col: col, rows: rows, cols: p.perRow, state: l.state(box, i),
		}
	}
	y += float64(rows)*(h+chipGap) - chipGap
	if rows == 0 {
		y = p.y + panelPad + p.header
	}
	if p.left > len(p.shown) {
		y += headerLine + 4
	}
	return math.Ceil(y + panelPad - p.y)
}
