package graphio

import (
	"fmt"
	"math"
	"slices"

	"sudokulab/pkg/minigrid"
)

// counts draws a line with its number of edges for each pair of panels in a row or column.
func (l *layout) counts() {
	type label struct {
		x, y   float64
		text   string
		turned bool
		ink    paint
	}
	var labels []label
	for i, pair := range l.g.Pairs() {
		if slices.Contains(l.unlined, i) {
			continue
		}
		_, alive := l.g.PairEdges(i)
		st := stroke{paint: openPaint, width: 1 + 0.5*math.Log10(float64(max(alive, 1)))}
		lab := label{text: thousands(alive), ink: labelPaint}
		if alive == 0 {
			st, lab.ink = stroke{paint: conflictPaint, width: 1.5, dash: "2 3"}, conflictPaint
		}
		var d string
		d, lab.x, lab.y, lab.turned = l.way(i, pair)
		l.path(d, st)
		labels = append(labels, lab)
	}
	for _, lab := range labels {
		w, h := averageChar*textSize*float64(len(lab.text))+4, float64(textSize)+2
		if lab.turned {
			w, h = h, w
		}
		l.rect(lab.x-w/2, lab.y-h/2, w, h, 0, pagePaint, stroke{})
		l.text(lab.x, lab.y, script{size: textSize, ink: lab.ink, anchor: "middle", turned: lab.turned}, lab.text)
	}
}

// way returns the line between two panels of a row or column and the place of its number.
func (l *layout) way(i int, pair minigrid.Pair) (d string, x, y float64, turned bool) {
	a, b := &l.panels[pair.A], &l.panels[pair.B]
	ra, ca := l.place(pair.A)
	rb, cb := l.place(pair.B)
	at := gutterPad + lane*(float64(l.lanes[i])+0.5)
	// Ports of a panel: the middle of a side is for neighbours, the half nearer to the other
	// panel for the others, the longest way next to the middle.
	port := func(length, longest int) float64 {
		return 0.08 + 0.34*(float64(longest-length)+0.5)/float64(max(longest-1, 1))
	}
	switch {
	case ra == rb && cb == ca+1:
		y = a.y + a.height/2
		return fmt.Sprintf("M%s %sH%s", number(a.x+l.width), number(y), number(b.x)), b.x - gutterPad - l.labelWidth()/2 + 5, y, false
	case ca == cb && rb == ra+1:
		x = a.x + l.width/2
		return fmt.Sprintf("M%s %sV%s", number(x), number(a.y+a.height), number(b.y)), x, b.y - gutterPad - textSize*0.7, false
	case ra == rb:
		y = a.y + a.height + at
		from := a.x + l.width*(0.5+port(cb-ca, l.columns-1-ca))
		to := b.x + l.width*(0.5-port(cb-ca, cb))
		return fmt.Sprintf("M%s %sV%sH%sV%s", number(from), number(a.y+a.height), number(y), number(to), number(b.y+b.height)),
			l.panels[pair.A+1].x + l.width*0.27, y, false
	default:
		x = a.x + l.width + at
		from := a.y + a.height*(0.5+port(rb-ra, l.rowsOfPanels()-1-ra))
		to := b.y + b.height*(0.5-port(rb-ra, rb))
		between := &l.panels[pair.A+l.columns]
		return fmt.Sprintf("M%s %sH%sV%sH%s", number(a.x+l.width), number(from), number(x), number(to), number(b.x+l.width)),
			x, between.y + between.height*0.27, true
	}
}

// edges draws each edge from filling to filling, with a dot at either end: a line that passes
// behind a filling has none there.
func (l *layout) edges() {
	type mark struct {
		x, y float64
		ink  paint
	}
	var ends []mark
	for i, pair := range l.g.Pairs() {
		if slices.Contains(l.unlined, i) {
			continue
		}
		a, b := &l.panels[pair.A], &l.panels[pair.B]
		nth := 0
		for _, f := range a.shown {
			for _, t := range b.shown {
				if !l.g.Adjacent(minigrid.Vertex{Box: pair.A, Filling: f}, minigrid.Vertex{Box: pair.B, Filling: t}) {
					continue
				}
				from, to := a.chips[f], b.chips[t]
				st := stroke{paint: openPaint, width: 1.1}
				switch {
				case from.state == inSolution && to.state == inSolution:
					st = stroke{paint: singlePaint, width: 1.4}
				case from.state == inNone || to.state == inNone:
					st = stroke{paint: focusPaint, width: 1.2, dash: "4 3"}
				}
				d, tips := l.thread(i, nth, pair, from, to)
				nth++
				l.path(d, st)
				ends = append(ends, mark{tips[0], tips[1], st.paint}, mark{tips[2], tips[3], st.paint})
			}
		}
	}
	for _, e := range ends {
		l.dot(e.x, e.y, 2.2, e.ink)
	}
}

// thread returns the way of an edge, the nth of its pair, and its ends. Neighbours meet in a curve,
// the others go around. Ends use parts of a side by where the way leads, and within them other
// places for fillings that stand beside each other: lines that only run along one another would
// look like one.
func (l *layout) thread(i, nth int, pair minigrid.Pair, from, to chip) (d string, tips [4]float64) {
	a, b := &l.panels[pair.A], &l.panels[pair.B]
	ra, ca := l.place(pair.A)
	rb, cb := l.place(pair.B)
	part := func(low float64, i, of int) float64 { return low + 0.24*float64(i+1)/float64(of+1) }
	const back, middle, ahead = 0.06, 0.38, 0.7
	const tracks = 4 // in a lane
	at := gutterPad + lane*(float64(l.lanes[i])+(float64(nth%tracks)+0.5)/tracks)
	switch {
	case ra == rb && cb == ca+1:
		tips = [4]float64{from.x + from.w, from.y + from.h*part(middle, from.col, from.cols), to.x, to.y + to.h*part(middle, to.col, to.cols)}
		return bridge(tips, a.x+l.width, b.x, true), tips
	case ca == cb && rb == ra+1:
		tips = [4]float64{from.x + from.w*part(middle, from.row, from.rows), from.y + from.h, to.x + to.w*part(middle, to.row, to.rows), to.y}
		return bridge(tips, a.y+a.height, b.y, false), tips
	case ra == rb:
		tips = [4]float64{from.x + from.w*part(ahead, from.row, from.rows), from.y + from.h, to.x + to.w*part(back, to.row, to.rows), to.y + to.h}
		return around(tips, a.y+a.height+at, false), tips
	default:
		tips = [4]float64{from.x + from.w, from.y + from.h*part(ahead, from.col, from.cols), to.x + to.w, to.y + to.h*part(back, to.col, to.cols)}
		return around(tips, a.x+l.width+at, true), tips
	}
}

// around returns a way with round corners from the first tip out to the track at x, or at y, along
// it, and back to the second.
func around(tips [4]float64, track float64, upright bool) string {
	const r = 7.0
	n := number
	if upright {
		return fmt.Sprintf("M%s %sH%sQ%s %s %s %sV%sQ%s %s %s %sH%s", n(tips[0]), n(tips[1]),
			n(track-r), n(track), n(tips[1]), n(track), n(tips[1]+r),
			n(tips[3]-r), n(track), n(tips[3]), n(track-r), n(tips[3]), n(tips[2]))
	}
	return fmt.Sprintf("M%s %sV%sQ%s %s %s %sH%sQ%s %s %s %sV%s", n(tips[0]), n(tips[1]),
		n(track-r), n(tips[0]), n(track), n(tips[0]+r), n(track),
		n(tips[2]-r), n(tips[2]), n(track), n(tips[2]), n(track-r), n(tips[3]))
}

// bridge returns a way that runs straight within the panels and bends only in the gutter between
// the edges given, where there are no words.
func bridge(tips [4]float64, out, in float64, sideways bool) string {
	n := number
	mid := (out + in) / 2
	if sideways {
		return fmt.Sprintf("M%s %sH%sC%s %s %s %s %s %sH%s", n(tips[0]), n(tips[1]), n(out),
			n(mid), n(tips[1]), n(mid), n(tips[3]), n(in), n(tips[3]), n(tips[2]))
	}
	return fmt.Sprintf("M%s %sV%sC%s %s %s %s %s %sV%s", n(tips[0]), n(tips[1]), n(out),
		n(tips[0]), n(mid), n(tips[2]), n(mid), n(tips[2]), n(in), n(tips[3]))
}
