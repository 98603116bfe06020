package render

import (
	"image"
	"math"

	"golang.org/x/image/vector"
)

// outline is a set of closed contours in pixels. Contours of one direction unite, one of
// the other direction cuts a hole: the rasteriser adds signed coverage and clips the sum.
type outline struct {
	segments []segment
}

type segment struct {
	op byte // m, l, q, c as in SVG's paths
	p  [3]point
}

func (o *outline) moveTo(p point)    { o.segments = append(o.segments, segment{'m', [3]point{p}}) }
func (o *outline) lineTo(p point)    { o.segments = append(o.segments, segment{'l', [3]point{p}}) }
func (o *outline) quadTo(c, p point) { o.segments = append(o.segments, segment{'q', [3]point{c, p}}) }

func (o *outline) cubeTo(c, d, p point) {
	o.segments = append(o.segments, segment{'c', [3]point{c, d, p}})
}

// to adds a corner, as the first of a contour or not.
func (o *outline) to(first bool, x, y float64) {
	if first {
		o.moveTo(point{x, y})
	} else {
		o.lineTo(point{x, y})
	}
}

// roundRect adds a rectangle with corners of radius r, clockwise or, as a hole, the other
// way round.
func (o *outline) roundRect(x, y, w, h, r float64, hole bool) {
	// The cubic that is nearest to a quarter of a circle has its control points at this share
	// of the radius from the ends.
	const kappa = 0.5522847498
	r = min(r, w/2, h/2)
	q := r * (1 - kappa)
	// Each corner: where its arc begins, two control points, where it ends.
	corners := [4][4]point{
		{{x, y + r}, {x, y + q}, {x + q, y}, {x + r, y}},
		{{x + w - r, y}, {x + w - q, y}, {x + w, y + q}, {x + w, y + r}},
		{{x + w, y + h - r}, {x + w, y + h - q}, {x + w - q, y + h}, {x + w - r, y + h}},
		{{x + r, y + h}, {x + q, y + h}, {x, y + h - q}, {x, y + h - r}},
	}
	for i := range corners {
		c := corners[i]
		if hole {
			c = corners[3-i]
			c[0], c[1], c[2], c[3] = c[3], c[2], c[1], c[0]
		}
		o.to(i == 0, c[0].x, c[0].y)
		o.cubeTo(c[1], c[2], c[3])
	}
}

// bounds returns the pixels that the outline can touch.
func (o *outline) bounds() image.Rectangle {
	if len(o.segments) == 0 {
		return image.Rectangle{}
	}
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, s := range o.segments {
		for _, p := range s.p[:s.points()] {
			lo = point{min(lo.x, p.x), min(lo.y, p.y)}
			hi = point{max(hi.x, p.x), max(hi.y, p.y)}
		}
	}
	return image.Rect(int(math.Floor(lo.x)), int(math.Floor(lo.y)), int(math.Ceil(hi.x)), int(math.Ceil(hi.y)))
}

func (s *segment) points() int {
	switch s.op {
	case 'q':
		return 2
	case 'c':
		return 3
	default:
		return 1
	}
}

// feed hands the outline to a rasteriser whose origin lies at the given pixel.
func (o *outline) feed(z *vector.Rasterizer, origin image.Point) {
	at := func(p point) (x, y float32) {
		return float32(p.x - float64(origin.X)), float32(p.y - float64(origin.Y))
	}
	for i, s := range o.segments {
		ax, ay := at(s.p[0])
		bx, by := at(s.p[1])
		cx, cy := at(s.p[2])
		switch s.op {
		case 'm':
			if i > 0 {
				z.ClosePath()
			}
			z.MoveTo(ax, ay)
		case 'l':
			z.LineTo(ax, ay)
		case 'q':
			z.QuadTo(ax, ay, bx, by)
		case 'c':
			z.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	if len(o.segments) > 0 {
		z.ClosePath()
	}
}

// flatten returns points along the curve, scaled.
func (c curve) flatten(scale float64) []point {
	const steps = 24
	out := make([]point, 0, steps+1)
	for i := range steps + 1 {
		t := float64(i) / steps
		a, b, d := (1-t)*(1-t), 2*t*(1-t), t*t
		out = append(out, point{
			(a*c.x1 + b*c.cx + d*c.x2) * scale,
			(a*c.y1 + b*c.cy + d*c.y2) * scale,
		})
	}
	return out
}

// stroke returns the outline of a line through the points with round caps. The points must
// turn gently, as on a flattened curve: corners are not mitred. One contour, out along the
// left side and back along the right, has even edges; a union of one piece for each step
// would add up the coverage of half-covered pixels where pieces meet.
func stroke(points []point, width float64) outline {
	r := width / 2
	n := len(points)
	normals := make([]point, n)
	for i := range points {
		ux, uy := unit(points[max(i-1, 0)], points[min(i+1, n-1)])
		normals[i] = point{-uy * r, ux * r}
	}
	var o outline
	for i, p := range points {
		o.to(i == 0, p.x+normals[i].x, p.y+normals[i].y)
	}
	o.halfTurn(points[n-1], normals[n-1])
	for i := n - 1; i >= 0; i-- {
		o.to(false, points[i].x-normals[i].x, points[i].y-normals[i].y)
	}
	o.halfTurn(points[0], point{-normals[0].x, -normals[0].y})
	return o
}

// halfTurn adds the half circle about c from c+v to c−v, over the side that lies clockwise
// of v (y down: towards v turned by −90°).
func (o *outline) halfTurn(c, v point) {
	const steps = 12
	for i := 1; i < steps; i++ {
		sin, cos := math.Sincos(math.Pi * float64(i) / steps)
		o.lineTo(point{c.x + v.x*cos + v.y*sin, c.y + v.y*cos - v.x*sin})
	}
}
