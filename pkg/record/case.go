package record

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A case has a kind and dimensions. The kind says what is measured, such as "nodes" or
// "within/unique"; it may be empty where an experiment measures one thing only. The dimensions say
// of what: the puzzle set, the side, the seed. Its key, under which records keep it, is written by
// [Key] and read by [ParseKey], and by nothing else:
//
//	nodes/set=17clue/variant=mac+mrv

// Dim is one dimension of a case.
type Dim struct{ Name, Value string }

// D returns the dimension of that name with a string or a number as its value.
func D[V ~string | ~int | ~int64 | ~uint64 | ~float64](name string, value V) Dim {
	return Dim{name, fmt.Sprint(value)}
}

// String returns name=value.
func (d Dim) String() string { return d.Name + "=" + d.Value }

// Key writes a kind and dimensions, in their order. It panics if [ParseKey] would not read the same
// back: names and values are written by programmers.
func Key(kind string, dims ...Dim) string {
	var b strings.Builder
	b.WriteString(kind)
	for _, d := range dims {
		if b.Len() > 0 {
			b.WriteByte('/')
		}
		b.WriteString(d.Name + "=" + d.Value)
	}
	key := b.String()
	if k, ds, err := ParseKey(key); err != nil || k != kind || !slices.Equal(ds, dims) {
		panic(fmt.Sprintf("record: kind %q with dimensions %q makes the key %q, which does not read back as such: %v", kind, dims, key, err))
	}
	return key
}

// word is what parts of a kind and names of dimensions are.
var word = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// ParseKey reads what [Key] writes: parts between slashes, those with a name and an equals sign being
// dimensions, which come last. Parts of the kind and names of dimensions are lower-case letters, digits
// and hyphens; each dimension stands once, and no value is empty or holds a slash or an equals sign.
func ParseKey(key string) (kind string, dims []Dim, err error) {
	if key == "" {
		return "", nil, errors.New("record: empty key of a case")
	}
	var kinds []string
	for part := range strings.SplitSeq(key, "/") {
		name, value, ok := strings.Cut(part, "=")
		switch {
		case !word.MatchString(name):
			return "", nil, fmt.Errorf("record: case %q: %q, want lower-case letters, digits and hyphens", key, name)
		case !ok && len(dims) > 0:
			return "", nil, fmt.Errorf("record: case %q: %q stands behind a dimension, want name=value", key, part)
		case !ok:
			kinds = append(kinds, part)
			continue
		case value == "" || strings.Contains(value, "="):
			return "", nil, fmt.Errorf("record: case %q: dimension %q, want name=value", key, part)
		case slices.ContainsFunc(dims, func(d Dim) bool { return d.Name == name }):
			return "", nil, fmt.Errorf("record: case %q: dimension %s stands twice", key, name)
		}
		dims = append(dims, Dim{name, value})
	}
	return strings.Join(kinds, "/"), dims, nil
}

// An AbsentError is what [Record.Value], [Record.Dim] and [Record.Int] panic with, and what a harness
// turns into an error: a record was asked for something that it does not have. It wraps [ErrNoRecord].
type AbsentError struct{ Case, What, Name string }

// Error says which case lacks what.
func (e *AbsentError) Error() string {
	return fmt.Sprintf("record: case %q has no %s %q", e.Case, e.What, e.Name)
}

// Unwrap returns [ErrNoRecord].
func (e *AbsentError) Unwrap() error { return ErrNoRecord }

// parts reads the key of the record's case.
func (r *Record) parts() (kind string, dims []Dim) {
	kind, dims, err := ParseKey(r.Case)
	if err != nil {
		panic(&AbsentError{r.Case, "kind and dimensions", r.Case})
	}
	return kind, dims
}

// Kind returns the kind of the record's case.
func (r *Record) Kind() string {
	kind, _ := r.parts()
	return kind
}

// Dims returns the dimensions of the record's case, in their order.
func (r *Record) Dims() []Dim {
	_, dims := r.parts()
	return dims
}

// Has reports whether the record's case has a dimension.
func (r *Record) Has(dim string) bool {
	return slices.ContainsFunc(r.Dims(), func(d Dim) bool { return d.Name == dim })
}

// Dim returns the value of a dimension. It panics with an [AbsentError] if the case does not have it.
func (r *Record) Dim(name string) string {
	for _, d := range r.Dims() {
		if d.Name == name {
			return d.Value
		}
	}
	panic(&AbsentError{r.Case, "dimension", name})
}

// Int returns the value of a dimension that is a whole number. It panics with an [AbsentError] if the case
// does not have it, or as something else.
func (r *Record) Int(name string) int {
	n, err := strconv.Atoi(r.Dim(name))
	if err != nil {
		panic(&AbsentError{r.Case, "whole number as dimension", name})
	}
	return n
}

// Any is a dimension of that name with any value, for [Set.Where].
func Any(name string) Dim { return Dim{name, anyValue} }

const anyValue = "*"

// matches reports whether a case is of a kind with these dimensions, among others.
func matches(key, kind string, dims []Dim) bool {
	k, have, err := ParseKey(key)
	if err != nil || k != kind {
		return false
	}
	for _, d := range dims {
		if !slices.ContainsFunc(have, func(h Dim) bool { return h.Name == d.Name && (d.Value == anyValue || h.Value == d.Value) }) {
			return false
		}
	}
	return true
}

// Match reports whether the key of a case matches a pattern, which is written like a key: the kind is
// that of the pattern, and the case has the pattern's dimensions, among others; * stands for any value.
func Match(pattern, key string) bool {
	kind, dims, err := ParseKey(pattern)
	return err == nil && matches(key, kind, dims)
}

// Where returns the records of a kind whose cases have these dimensions, among others; see [Any].
func (s Set) Where(kind string, dims ...Dim) Set {
	return s.filter(func(r *Record) bool { return matches(r.Case, kind, dims) })
}

// Like returns the records whose cases match a pattern; see [Match].
func (s Set) Like(pattern string) Set {
	return s.filter(func(r *Record) bool { return Match(pattern, r.Case) })
}

// With returns the records whose cases have each of these dimensions, whatever their kinds.
func (s Set) With(names ...string) Set {
	return s.filter(func(r *Record) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return !r.Has(name) })
	})
}

func (s Set) filter(keep func(*Record) bool) Set {
	var out Set
	for i := range s {
		if keep(&s[i]) {
			out = append(out, s[i])
		}
	}
	return out
}

// Values returns the values that a dimension has in the records, in the order in which they come
// first. Records without the dimension have none.
func (s Set) Values(dim string) []string {
	var out []string
	for _, r := range s.With(dim) {
		if v := r.Dim(dim); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// Group is the records that have the same values of some dimensions.
type Group struct {
	Dims []Dim // of those asked for, in the order asked
	Set  Set
}

// GroupBy gathers the records that have the same values of the named dimensions, in the order in which
// these values come first. Records that lack one of the dimensions are left out.
func (s Set) GroupBy(names ...string) []Group {
	var out []Group
	for _, r := range s.With(names...) {
		dims := make([]Dim, len(names))
		for i, name := range names {
			dims[i] = Dim{name, r.Dim(name)}
		}
		at := slices.IndexFunc(out, func(g Group) bool { return slices.Equal(g.Dims, dims) })
		if at < 0 {
			at = len(out)
			out = append(out, Group{Dims: dims})
		}
		out[at].Set = append(out[at].Set, r)
	}
	return out
}

// Asked notes by name which metrics and texts records were asked for; see [Set.Watch].
type Asked struct {
	names map[string]bool
	known map[string]bool
}

// Watch returns the records such that what is asked of them is noted. A test finds misspelt names
// by it: those that no record at all has.
func (s Set) Watch() (Set, *Asked) {
	a := &Asked{map[string]bool{}, map[string]bool{}}
	out := slices.Clone(s)
	for i := range out {
		out[i].Asked = a
		for _, metrics := range []map[string]Metric{out[i].Exact, out[i].Noisy} {
			for name := range metrics {
				a.known[name] = true
			}
		}
		for name := range out[i].Texts {
			a.known[name] = true
		}
	}
	return out, a
}

// NamesOf returns the names that were asked for, sorted.
func NamesOf(a *Asked) []string { return slices.Sorted(maps.Keys(a.names)) }

// Unknown returns the names that were asked for and that no record has, sorted.
func (a *Asked) Unknown() []string {
	var out []string
	for name := range a.names {
		if !a.known[name] {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func (a *Asked) note(name string) {
	if a != nil {
		a.names[name] = true
	}
}

// Numbers returns the whole numbers that, between a beginning and an end, make names of the record's
// metrics, ascending: with "solved steps=" and "", the numbers of steps for which it has a figure.
func (r *Record) Numbers(begin, end string) []int {
	var out []int
	for _, metrics := range []map[string]Metric{r.Exact, r.Noisy} {
		for name := range metrics {
			value, begins := strings.CutPrefix(name, begin)
			value, ends := strings.CutSuffix(value, end)
			if n, err := strconv.Atoi(value); begins && ends && err == nil {
				out = append(out, n)
			}
		}
	}
	slices.Sort(out)
	return out
}
