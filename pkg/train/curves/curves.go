package curves

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/train"
)

const (
	width, height = 560, 320
	spread        = 20   // largest by smallest value from which on a scale is logarithmic
	most          = 2000 // points of a line
)

// series are the lines of one picture by their names, each a row of (step, value).
type series map[string]plotter.XYs

// Save draws the log in the folder into files curve-<name>.svg beside it.
func Save(folder string) error {
	records, err := train.ReadLog(filepath.Join(folder, train.LogName))
	if err != nil {
		return fmt.Errorf("curves: %w", err)
	}
	figures, err := Figures(records)
	if err != nil {
		return err
	}
	for _, f := range figures {
		if err := atomicfile.WriteBytes(filepath.Join(folder, f.Name+".svg"), f.SVG); err != nil {
			return fmt.Errorf("curves: %w", err)
		}
	}
	return nil
}

// Figures draws the records. Figures are named curve-<metric>, in the order of the names.
func Figures(records []train.Record) ([]lab.Figure, error) {
	pictures := map[string]series{}
	add := func(picture, line string, step int, value float64) {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return
		}
		if pictures[picture] == nil {
			pictures[picture] = series{}
		}
		pictures[picture][line] = append(pictures[picture][line], plotter.XY{X: float64(step), Y: value})
	}
	for _, r := range records {
		line := "training"
		if r.Kind == train.KindValidate {
			line = "validation"
		} else {
			add("loss", line, r.Step, float64(r.Loss))
			add("rate", "learning rate", r.Step, r.Rate)
			add("norm", "gradients", r.Step, float64(r.Norm))
			for kind, v := range r.Losses {
				add("loss", line+" "+kind, r.Step, float64(v))
			}
		}
		for name, v := range r.Metrics {
			add(name, line, r.Step, v)
		}
	}
	var figures []lab.Figure
	for _, name := range slices.Sorted(maps.Keys(pictures)) {
		f, err := draw(name, pictures[name])
		if err != nil {
			return nil, err
		}
		figures = append(figures, f)
	}
	return figures, nil
}

var titles = map[string]string{"loss": "Loss", "rate": "Learning rate", "norm": "Norm of the gradients before clipping"}

func draw(name string, lines series) (lab.Figure, error) {
	title := titles[name]
	if title == "" {
		title = name
	}
	p := lab.NewPlot(title, "steps", "")
	low, high := math.Inf(1), math.Inf(-1)
	for i, key := range slices.Sorted(maps.Keys(lines)) {
		xy := thin(lines[key])
		line, err := plotter.NewLine(xy)
		if err != nil {
			return lab.Figure{}, fmt.Errorf("curves: %s: %w", name, err)
		}
		line.Color, line.Width = lab.Color(i), vg.Points(1.5)
		p.Add(line)
		if len(xy) <= 30 { // a validation's few points should be seen as such
			points, err := lab.Scatter(xy, i)
			if err != nil {
				return lab.Figure{}, err
			}
			points.Radius = vg.Points(2.5)
			p.Add(points)
		}
		if len(lines) > 1 {
			p.Legend.Add(key, line)
		}
		for _, v := range xy {
			low, high = min(low, v.Y), max(high, v.Y)
		}
	}
	if low > 0 && high > spread*low {
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
		p.Y.Min, p.Y.Max = math.Pow(10, math.Floor(math.Log10(low))), math.Pow(10, math.Ceil(math.Log10(high))) // whole decades have labels
	}
	file := "curve-" + strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r == ' ' || r < ' ' {
			return '-'
		}
		return r
	}, name)
	return lab.Draw(p, file, fmt.Sprintf("%s over the steps of training: %s", title, strings.Join(slices.Sorted(maps.Keys(lines)), ", ")), width, height)
}

// thin keeps every k-th point of a long line and its last one: a picture has fewer columns
// than that.
func thin(xy plotter.XYs) plotter.XYs {
	k := (len(xy) + most - 1) / most
	if k <= 1 {
		return xy
	}
	var out plotter.XYs
	for i := 0; i < len(xy); i += k {
		out = append(out, xy[i])
	}
	if last := xy[len(xy)-1]; out[len(out)-1] != last {
		out = append(out, last)
	}
	return out
}
