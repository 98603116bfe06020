package original

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Observation is one figure that was observed, as a driver prints it: a line of JSON such as
//
//	{"dims": {"level": "easy"}, "figure": "givens", "value": 42, "unit": "givens", "n": 1000, "low": 42, "high": 43, "exact": true}
type Observation struct {
	Dims   map[string]string `json:"dims,omitempty"` // what was observed: those of the case
	Figure string            `json:"figure"`         // what was counted or measured of it
	Value  float64           `json:"value"`
	Unit   string            `json:"unit"`
	N      int               `json:"n"`              // over how many things it was taken, 1 or more
	Low    *float64          `json:"low,omitempty"`  // the ends of an interval, both or neither
	High   *float64          `json:"high,omitempty"` // not below the value
	Exact  bool              `json:"exact"`          // the same in every run
}

// ErrDriver is wrapped by errors that are a driver's or its program's: what it printed, or how it ended.
var ErrDriver = errors.New("original: the driver")

// Longest is the longest line of an observation, in bytes.
const Longest = 64 << 10

// Read reads observations, a line each, of a case with these dimensions: no other case, no figure twice, at least one. Whatever else a
// line is, is an error that names the line.
func Read(r io.Reader, dims map[string]string) ([]Observation, error) {
	var out []Observation
	seen := map[string]int{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, Longest)
	n := 0
	for lines.Scan() {
		n++
		o, err := parse(lines.Bytes())
		if err == nil && !maps.Equal(o.Dims, dims) {
			err = fmt.Errorf("observes the case %s, want %s", nameOf(o.Dims), nameOf(dims))
		}
		if first, twice := seen[o.Figure]; err == nil && twice {
			err = fmt.Errorf("%s stands in line %d already", o.Figure, first)
		}
		if err != nil {
			return nil, fmt.Errorf("%w wrote, in line %d, %.60q: %w", ErrDriver, n, lines.Text(), err)
		}
		seen[o.Figure] = n
		out = append(out, o)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("%w wrote a line of more than %d bytes after %d lines", ErrDriver, Longest, n)
	case err != nil:
		return nil, fmt.Errorf("original: %w", err)
	case len(out) == 0:
		return nil, fmt.Errorf("%w wrote nothing, want a line for each observation", ErrDriver)
	}
	return out, nil
}

func parse(line []byte) (o Observation, err error) {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(line, &given); err != nil {
		return o, fmt.Errorf("want an object of JSON (which has no NaN): %w", err)
	}
	for _, name := range []string{"figure", "value", "unit", "n", "exact"} {
		if text, ok := given[name]; !ok || string(text) == "null" {
			return o, fmt.Errorf("there is no %s", name)
		}
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		return o, fmt.Errorf("want an observation: %w", err)
	}
	if o.Figure == "" || o.Unit == "" || strings.ContainsAny(o.Figure+o.Unit, "\n\t") {
		return o, errors.New("figure and unit, want words")
	}
	if o.N < 1 {
		return o, fmt.Errorf("n is %d, want 1 or more", o.N)
	}
	if (o.Low == nil) != (o.High == nil) {
		return o, errors.New("want both ends of an interval, or neither")
	}
	if o.Low != nil && (*o.Low > o.Value || *o.High < o.Value) {
		return o, fmt.Errorf("the interval from %g to %g is not around %g", *o.Low, *o.High, o.Value)
	}
	return o, nil
}

// nameOf writes dimensions as cases are named.
func nameOf(dims map[string]string) string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(dims)) {
		b.WriteString("/" + k + "=" + dims[k])
	}
	return "“" + strings.TrimPrefix(b.String(), "/") + "”"
}
