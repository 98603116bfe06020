package method

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Options are what can be said to a method apart from its name. The zero value leaves everything to
// the method. An option that the method does not take is an error, an [*OptionError].
type Options struct {
	// Workers is the number of goroutines that work on one puzzle.
	Workers int `json:"workers,omitempty"`
	// Vertices and Bytes bound the graph of the minigrid methods: box fillings, and bytes.
	// [NoBound] takes the method's own bound away.
	Vertices int64 `json:"max_vertices,omitempty"`
	Bytes    int64 `json:"max_bytes,omitempty"`
	// Weights are those of the network: the name of embedded ones, or a file.
	Weights string `json:"weights,omitempty"`
	// Steps is how many steps of message passing a network may take over a board.
	Steps int `json:"steps,omitempty"`
	// Backend is what computes the network, as package accel names it. PluginDirs are folders in
	// which to look for its plugins in addition to the usual ones; alone they are no option.
	Backend    string   `json:"backend,omitempty"`
	PluginDirs []string `json:"plugin_dirs,omitempty"`
}

// NoBound as a bound in [Options] means no bound.
const NoBound = -1

// Option is the name of one of [Options], as the command line calls it.
type Option string

// The options.
const (
	Workers  Option = "workers"
	Vertices Option = "max-vertices"
	Bytes    Option = "max-bytes"
	Weights  Option = "weights"
	Steps    Option = "steps"
	Backend  Option = "backend"
)

// given returns the options that are set.
func (o Options) given() (all []Option) {
	for _, set := range []struct {
		is     bool
		option Option
	}{
		{o.Workers != 0, Workers},
		{o.Vertices != 0, Vertices},
		{o.Bytes != 0, Bytes},
		{o.Weights != "", Weights},
		{o.Steps != 0, Steps},
		{o.Backend != "", Backend},
	} {
		if set.is {
			all = append(all, set.option)
		}
	}
	return all
}

// Validate reports the first option whose value has no meaning for any method.
func (o Options) Validate() error {
	for _, n := range []struct {
		option     Option
		value, low int64
	}{
		{Workers, int64(o.Workers), 0}, {Vertices, o.Vertices, NoBound}, {Bytes, o.Bytes, NoBound}, {Steps, int64(o.Steps), 0},
	} {
		if n.value >= n.low {
			continue
		}
		want := "want 1 or more, or 0 for the method's own number"
		if n.low == NoBound {
			want = "want 1 or more, 0 for the method's own bound, or -1 for none"
		}
		return &ValueError{Option: n.option, Value: strconv.FormatInt(n.value, 10), Err: errors.New(want)}
	}
	return nil
}

// ValueError says that an option has a value that the method cannot use.
type ValueError struct {
	Option Option
	Value  string
	Err    error // why not
}

// Error names the option and its value.
func (e *ValueError) Error() string {
	return fmt.Sprintf("method: %s %s: %v", e.Option, e.Value, e.Err)
}

// Unwrap returns the reason.
func (e *ValueError) Unwrap() error { return e.Err }

// bound reads a bound of [Options] for a configuration in which 0 means no bound.
func bound(option, own int64) int64 {
	switch option {
	case 0:
		return own
	case NoBound:
		return 0
	}
	return option
}

// taken returns an error if an option is set that the method does not take. Like [Open] it is no
// method of Method: that reaches every engine, and a package that only registers a Method need not.
func taken(m Method, o Options) error {
	for _, given := range o.given() {
		if !slices.Contains(m.Options, given) {
			return &OptionError{Option: given, Method: m.Name, Takers: Takers(given)}
		}
	}
	return nil
}

// Takers returns the methods that take an option.
func Takers(o Option) (all []Method) {
	for _, m := range All() {
		if slices.Contains(m.Options, o) {
			all = append(all, m)
		}
	}
	return all
}

// OptionError says that a method was given an option that it does not take.
type OptionError struct {
	Option Option
	Method string
	Takers []Method // the methods that take it
}

// Error names the option, the method, and the methods that take the option.
func (e *OptionError) Error() string {
	if len(e.Takers) == 0 {
		return fmt.Sprintf("method: %s takes no option %s, and neither does any other method of this program", e.Method, e.Option)
	}
	names := make([]string, len(e.Takers))
	for i, m := range e.Takers {
		names[i] = m.Name
	}
	return fmt.Sprintf("method: %s takes no option %s; it is for %s", e.Method, e.Option, strings.Join(names, ", "))
}
