package protocol

import (
	"reflect"

	"sudokulab/pkg/method"
)

// Weight is how long a call may take, judged by its arguments. It is a guess: what it says keeps nobody from stopping a call that
// takes longer.
type Weight int

// The weights.
const (
	Instant Weight = iota // some milliseconds
	Short                 // less than a second as a rule: boards of 9×9 cells
	Fair                  // less than a second perhaps: larger ones
	Long                  // anything
)

// weighed is what arguments are that may take more than a moment.
type weighed interface{ weight() Weight }

// Weigh guesses how long a call takes. What cannot be read takes no time: the call says so. Only servers ask, so nothing of it is in the
// program for browsers.
func (d *Desk) Weigh(name string, args []byte) Weight {
	c, ok := d.calls[name]
	if !ok {
		return Instant
	}
	w, a := Instant, reflect.New(c.Args)
	if err := d.decode(args, a.Interface()); err == nil {
		if one, ok := reflect.TypeAssert[weighed](a.Elem()); ok {
			w = one.weight()
		}
	}
	if c.Streams() {
		w = max(w, Short)
	}
	return w
}

// small reports whether a board has at most 9×9 cells. An exact answer is a matter of milliseconds there.
func (b Board) small() bool { return len(b.Cells) <= 9*9 }

// solving is the weight of a search by a method.
func (b Board) solving(name string) Weight {
	m, err := method.ByName(name)
	switch {
	case err != nil:
		return Instant // it will be refused
	case m.Learned:
		return Long
	case !b.small():
		return Fair
	case name == "" || name == method.Auto || name == "bitboard":
		return Instant
	}
	return Short // csp-plain, for one, may search for long
}

// reasoning is the weight of what people's techniques make of a board.
func (b Board) reasoning(small Weight) Weight {
	if b.small() {
		return small
	}
	return Fair
}

func (a SolveArgs) weight() Weight     { return a.Board.solving(a.Method) }
func (a EnumerateArgs) weight() Weight { return a.Board.solving(a.Method) }

func (a ClassifyArgs) weight() Weight {
	const few = 1000 // solutions, which take no time
	if w := a.Board.solving(""); w != Instant || a.Most <= few {
		return w
	}
	return Short
}

func (a ValidateArgs) weight() Weight { return a.Board.reasoning(Instant) }
func (a HintArgs) weight() Weight     { return a.Board.reasoning(Instant) }
func (a RateArgs) weight() Weight     { return a.Board.reasoning(Short) }

func (a GenerateArgs) weight() Weight {
	if a.Side > 9 || a.Technique != "" || a.Score != nil {
		return Long
	}
	return Short
}

func (PractiseArgs) weight() Weight { return Long }

func (a ReadArgs) weight() Weight {
	const short = 16 << 10 // bytes that take no time
	if len(a.Text) <= short {
		return Instant
	}
	return Short
}
