package cspsearch

import (
	"image/color"

	"gonum.org/v1/plot"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// endless is where the bar of an interval without a high end is cut off.
const endless = 1e4

// figures compares the nodes of each variant with those of the best one, a series a set, on a logarithmic scale.
func figures(set record.Set) ([]lab.Figure, error) {
	p := lab.NewPlot("Nodes by variant of the search, those of mac+mrv being 1", "", "times the nodes, median puzzle")
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	var names []string
	for _, v := range variants() {
		names = append(names, v.Name)
	}
	for i, id := range searched {
		var xy []lab.Span
		for x, name := range names {
			r, ok := set.Measured().Case(nodesCase(id, name))
			if !ok {
				continue
			}
			m, ok := r.Metric(nodesRatioMetric)
			if !ok { // the variant that all are compared with, or nothing to search
				continue
			}
			at := lab.Span{X: float64(x) + 0.14*(float64(i)-float64(len(searched)-1)/2), Y: m.Value, Low: m.Value, High: m.Value}
			if span := lab.CutRatio(r, nodesRatioMetric); span.Low > 0 {
				at.Low, at.High = span.Low, min(span.High, endless)
			}
			xy = append(xy, at)
		}
		if len(xy) == 0 {
			continue
		}
		points, bars, err := lab.Intervals(xy, i)
		if err != nil {
			return nil, err
		}
		p.Add(bars, points)
		p.Legend.Add(id, points)
	}
	one := lab.Level(1, color.Gray{0x55})
	p.Add(one)
	p.Legend.Add("mac+mrv", one)
	lab.NameX(p, names)
	p.Y.Max = endless
	f, err := lab.Draw(p, "nodes", "How many times the nodes of MAC with MRV each variant of the search takes on four sets, median puzzle with its 95 % interval; a bar to the upper edge has no end, since searches were bounded", 640, 380)
	return []lab.Figure{f}, err
}
