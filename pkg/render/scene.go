package render

import "math"

// A scene is a picture after layout: primitives in drawing order, in user units, y down. It
// names colours by role, so one scene serves every theme. Backends switch on the type of
// the shape and draw it; they move and size nothing.
//
// The alternative, drawing SVG and rasterising that, would have needed an SVG renderer; the
// other, each backend with its own layout, drifts apart with the first change.
type scene struct {
	w, h        float64
	title, desc string
	items       []item
}

type item struct {
	layer int // the same in all scenes: what is sorted by it may be drawn together
	style style
	shape shape
}

// style is what an item shares with its neighbours: backends may batch equal styles.
type style struct {
	fill, stroke paint
	width        float64 // of the stroke
	face         face    // of a label
	size         float64 // em of a label
	anchor       anchor  // of a label
}

// shape is one of rect, line, curve, path, label.
type shape interface{ isShape() }

type (
	// rect is filled, or stroked within its bounds (the whole stroke lies inside); r is the
	// outer radius of its corners. A filled rect without r is drawn on whole pixels.
	rect struct{ x, y, w, h, r float64 }
	// line is stroked with round caps.
	line struct{ x1, y1, x2, y2 float64 }
	// curve is a quadratic Bézier curve from 1 to 2 with the control point c, stroked with
	// round caps.
	curve struct{ x1, y1, cx, cy, x2, y2 float64 }
	// path is a filled polygon.
	path []point
	// label is one line of text; x is its start, middle or end by the anchor, y its baseline.
	label struct {
		x, y float64
		text string
	}
	point struct{ x, y float64 }
)

func (rect) isShape()  {}
func (line) isShape()  {}
func (curve) isShape() {}
func (path) isShape()  {}
func (label) isShape() {}

type anchor uint8

const (
	start anchor = iota
	middle
	end
)

// paint is a colour of a theme by role; 0 means no colour.
type paint uint8

const (
	noPaint paint = iota
	pagePaint
	paperPaint
	shadePaint
	highlightBedPaint
	conflictBedPaint
	singleBedPaint
	strongBedPaint
	rulePaint
	framePaint
	focusPaint
	linkPaint
	labelPaint
	givenPaint
	filledPaint
	openPaint
	singlePaint
	guessPaint
	removedPaint
	conflictPaint
	strongPaint
	square1Paint // and those after it: squares by their number
	square2Paint
	square3Paint
	square4Paint
	heat1Paint // and those after it: shades of heat, the strongest last
	heat2Paint
	heat3Paint
	heat4Paint
	heat5Paint
	paints
)

// palette lists the theme's colours in the order of the paints.
func (t Theme) palette() [paints]RGB {
	return [...]RGB{
		pagePaint:         t.Page,
		paperPaint:        t.Paper,
		shadePaint:        t.Shade,
		highlightBedPaint: t.HighlightBed,
		conflictBedPaint:  t.ConflictBed,
		singleBedPaint:    t.SingleBed,
		strongBedPaint:    t.StrongBed,
		rulePaint:         t.Rule,
		framePaint:        t.Frame,
		focusPaint:        t.Focus,
		linkPaint:         t.Link,
		labelPaint:        t.Label,
		givenPaint:        t.Given,
		filledPaint:       t.Filled,
		openPaint:         t.Open,
		singlePaint:       t.Single,
		guessPaint:        t.Guess,
		removedPaint:      t.Removed,
		conflictPaint:     t.Conflict,
		strongPaint:       t.Strong,
		square1Paint:      t.Square1,
		square2Paint:      t.Square2,
		square3Paint:      t.Square3,
		square4Paint:      t.Square4,
		heat1Paint:        t.Heat1,
		heat2Paint:        t.Heat2,
		heat3Paint:        t.Heat3,
		heat4Paint:        t.Heat4,
		heat5Paint:        t.Heat5,
	}
}

// inkPaint returns the paint of a role of the ink.
func inkPaint(m Mark) paint {
	switch m {
	case Given:
		return givenPaint
	case Filled:
		return filledPaint
	case Single:
		return singlePaint
	case Guess:
		return guessPaint
	case Removed:
		return removedPaint
	case Conflict:
		return conflictPaint
	default:
		return openPaint
	}
}

// hundredth rounds a coordinate so that it is written, and rasterised, the same wherever it
// was computed: fused multiply-add differs between processors in the last bit.
func hundredth(x float64) float64 { return math.Round(x*100) / 100 }
