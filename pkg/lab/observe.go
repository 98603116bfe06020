package lab

import (
	"context"
	"maps"
	"slices"

	"sudokulab/pkg/original"
	"sudokulab/pkg/record"
)

// Observed is a case in which a driver observes a document's program. The part that it observes is the kind of the case, and its first dimension.
func Observed(p original.Program, d original.Driver, b original.Bounds, timed bool, part string, dims ...record.Dim) Case {
	return Case{
		Kind: part, Dims: append([]record.Dim{record.D("part", part)}, dims...), Original: &p, Timed: timed,
		Run: func(ctx context.Context, r *Run) error { return Observe(ctx, r, d, b) },
	}
}

// Observe runs a driver on the case's original and keeps what it observed: the case's dimensions are the driver's, and each observation is a
// figure, with the ends of its interval, where it has one, under its name and .low and .high. Pictures that it left are the record's. The note names the versions of Python and of
// the modules.
func Observe(ctx context.Context, r *Run, d original.Driver, b original.Bounds) error {
	if r.original == "" {
		panic("lab: the case names no original")
	}
	dims := map[string]string{}
	for _, d := range r.dims {
		dims[d.Name] = d.Value
	}
	seen, err := d.Run(ctx, r.original, b, dims)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(seen.Versions)) {
		r.rec.Note += ", " + name + " " + seen.Versions[name]
	}
	for name, data := range seen.Pictures {
		r.Picture(name, data)
	}
	for _, o := range seen.Observations {
		keep := r.Noisy
		if o.Exact {
			keep = r.Exact
		}
		keep(o.Figure, o.Value, o.Unit, o.N)
		if o.Low != nil {
			keep(o.Figure+".low", *o.Low, o.Unit, o.N)
			keep(o.Figure+".high", *o.High, o.Unit, o.N)
		}
	}
	return nil
}
