package protocol

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/page/wire"
	"sudokulab/pkg/solver"
)

// Limits bound what one call may take, whatever it asks for. Zero bounds nothing.
type Limits struct {
	Time      time.Duration // of a call
	Nodes     int64         // of a search
	Solutions int           // listed or counted
	Frames    int           // of a film
	Puzzles   int           // made, or read from one text
	Text      int           // bytes of a text that is read
	Side      int           // of boards
	Memory    int64         // bytes that a method keeps of one puzzle, where it can bound them
}

// DefaultLimits are for one person at a page.
func DefaultLimits() Limits {
	return Limits{Solutions: 1_000_000, Frames: 2000, Puzzles: 1000, Text: 1 << 20, Side: board.MaxSide}
}

// Code says what kind of error a call ended with.
type Code string

// The codes.
const (
	BadInput    Code = "bad_input"    // the arguments are not as the call wants them
	UnknownCall Code = "unknown_call" // there is no such call
	Refused     Code = "refused"      // the method does not take the board, or is not in this program
	Cancelled   Code = "cancelled"    // whoever asked has gone, or the time of the call is up
	Internal    Code = "internal"     // a defect of the lab
)

// Error is how a call fails.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"` // for a person: what was found, and what is wanted
}

func (e *Error) Error() string { return e.Message }

func bad(format string, args ...any) error { return &Error{BadInput, fmt.Sprintf(format, args...)} }

// Call is one thing that can be asked.
type Call struct {
	Name  string
	About string // a sentence
	// Args and Result are structs with JSON tags; Event is, too, of a call that streams, else nil.
	Args, Event, Result reflect.Type
	do                  func(ctx context.Context, d *Desk, args []byte, emit func(any) error) (any, error)
}

// Streams reports whether the call has events.
func (c Call) Streams() bool { return c.Event != nil }

// of makes a call without events.
func of[A, R any](name, about string, f func(context.Context, *Desk, A) (R, error)) Call {
	return Call{
		Name: name, About: about, Args: reflect.TypeFor[A](), Result: reflect.TypeFor[R](),
		do: func(ctx context.Context, d *Desk, args []byte, _ func(any) error) (any, error) {
			var a A
			if err := d.decode(args, &a); err != nil {
				return nil, err
			}
			return f(ctx, d, a)
		},
	}
}

// streaming makes a call with events.
func streaming[A, E, R any](name, about string, f func(context.Context, *Desk, A, func(E) error) (R, error)) Call {
	c := Call{Name: name, About: about, Args: reflect.TypeFor[A](), Event: reflect.TypeFor[E](), Result: reflect.TypeFor[R]()}
	c.do = func(ctx context.Context, d *Desk, args []byte, emit func(any) error) (any, error) {
		var a A
		if err := d.decode(args, &a); err != nil {
			return nil, err
		}
		return f(ctx, d, a, func(e E) error {
			if emit == nil {
				return nil
			}
			return emit(e)
		})
	}
	return c
}

// Calls lists all calls, in the order of their names.
func Calls() []Call {
	all := slices.Concat(solving(), reasoning(), makingCalls(), reading())
	for i := range all { // they are few: the sort of package slices would be larger in a browser's program than these calls
		for j := i; j > 0 && all[j].Name < all[j-1].Name; j-- {
			all[j], all[j-1] = all[j-1], all[j]
		}
	}
	return all
}

// Desk answers calls. It is safe for many goroutines.
type Desk struct {
	limits  Limits
	calls   map[string]Call
	solvers *pool
	codec   wire.Codec
}

// New opens a desk.
func New(l Limits) *Desk {
	d := &Desk{limits: l, calls: map[string]Call{}, solvers: newPool(l.Memory)}
	for _, c := range Calls() {
		d.calls[c.Name] = c
	}
	return d
}

// decode reads arguments strictly: one JSON object without fields that nobody knows.
func (d *Desk) decode(args []byte, to any) error {
	if len(bytes.TrimSpace(args)) == 0 {
		return nil
	}
	err := d.codec.Unmarshal(args, to)
	if wrong, ok := errors.AsType[*wire.Error](err); ok {
		if wrong.At != "" {
			return bad("arguments, %s: %s", wrong.At, wrong.Text)
		}
		return bad("arguments: %s", wrong.Text)
	}
	return err
}

// Close lets go of solvers and networks. No call may run or follow.
func (d *Desk) Close() error { return d.solvers.close() }

// defect is the error of what panicked.
func defect(name string, r any) error {
	return &Error{Internal, fmt.Sprintf("%s: a defect of the lab: %v", name, r)}
}

// Do answers a call. Events, if it has any, go to emit one by one, on the calling goroutine; an error of emit ends the
// call. Without emit they are left out. The error is always an *Error.
func (d *Desk) Do(ctx context.Context, name string, args []byte, emit func(event any) error) (result any, err error) {
	c, ok := d.calls[name]
	if !ok {
		names := make([]string, 0, len(d.calls))
		for _, c := range Calls() {
			names = append(names, c.Name)
		}
		return nil, &Error{UnknownCall, fmt.Sprintf("no call %q, want one of %s", name, strings.Join(names, ", "))}
	}
	ctx, cancel := solver.Limits{Time: d.limits.Time}.Within(ctx)
	defer cancel()
	defer func() {
		// A defect in one call must not take down the others, or the page.
		if r := recover(); r != nil {
			result, err = nil, defect(name, r)
		}
	}()
	result, err = c.do(ctx, d, args, emit)
	return result, wrap(ctx, err)
}

// wrap makes an *Error of any error.
func wrap(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if ctx.Err() != nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &Error{Cancelled, "the call was stopped before it had an answer"}
	}
	return &Error{BadInput, err.Error()}
}

// within is a limit that was asked for, bounded by that of the desk.
func within[T int | int64 | time.Duration](asked, most T) T {
	if most > 0 && (asked <= 0 || asked > most) {
		return most
	}
	return asked
}

// bounds are the limits of a search that a call may ask for.
type bounds struct {
	Nodes   int64   `json:"nodes,omitempty"`   // of the search, as the method counts them; 0 for none
	Seconds float64 `json:"seconds,omitempty"` // 0 for none
}

// limitsOf are the limits of a search for two solutions.
func (d *Desk) limitsOf(b bounds) (solver.Limits, error) {
	const most = 1e9 // seconds: more is a slip
	if b.Nodes < 0 || b.Seconds < 0 || b.Seconds > most || b.Seconds != b.Seconds {
		return solver.Limits{}, bad("limits: %d nodes and %g seconds, want 0 or more", b.Nodes, b.Seconds)
	}
	return solver.Limits{
		Solutions: 2, Nodes: within(b.Nodes, d.limits.Nodes),
		Time: within(time.Duration(b.Seconds*float64(time.Second)), d.limits.Time),
	}, nil
}
