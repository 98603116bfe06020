package predictions

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"codeberg.org/sbinet/npyio/npy"
	"codeberg.org/sbinet/npyio/npy/float16"
)

// array is an array of NumPy whose first axis are the puzzles.
type array struct {
	r    io.Reader
	rows int64
	// A row has so many answers of side² cells each, or the probabilities of one.
	side, answers int
	p             bool
	whole         bool // elements are whole numbers
	size          int  // bytes of an element
	value         func([]byte) float64
	text          func([]byte) []byte // of an array of texts, in place of value
}

// maxRow bounds the bytes of a row of an array.
const maxRow = 64 << 20

// openArray reads the header of an array. The header is the library's matter; what follows is read here, since the library takes an array
// that is cut short for one of zeros.
func (f *File) openArray(r interface {
	io.Reader
	Peek(n int) ([]byte, error)
},
) error {
	head, err := r.Peek(12)
	if err != nil {
		return f.wrong("reading npy: the header is cut short")
	}
	if !bytes.HasPrefix(head, []byte("\x93NUMPY")) {
		return f.wrong("reading npy: it begins with %q, want the magic number of NumPy", clip(string(head[:6])))
	}
	length, start := uint64(binary.LittleEndian.Uint16(head[8:])), 10
	if head[6] > 1 {
		length, start = uint64(binary.LittleEndian.Uint32(head[8:])), 12
	}
	if length > headBytes/2 { // the library makes room for whatever is said here
		return f.wrong("reading npy: a header of %d bytes", length)
	}
	whole, err := r.Peek(start + int(length)) //nolint:gosec // just bounded
	if err != nil {
		return f.wrong("reading npy: the header is cut short")
	}
	h, err := header(whole)
	if err != nil {
		return f.wrong("reading npy: %v", err)
	}
	if _, err := io.CopyN(io.Discard, r, int64(len(whole))); err != nil {
		return f.broken(0, err)
	}
	a := &f.array
	a.r = r
	if err := a.element(h.Descr.Type); err != nil {
		return f.wrong("%v", err)
	}
	if err := a.layout(h.Descr.Shape, f.o.Side); err != nil {
		return f.wrong("%v", err)
	}
	if f.o.Puzzles && (a.p || a.answers != 1) {
		return f.wrong("an array of shape %v, want N × cells or N × side × side, of puzzles", h.Descr.Shape)
	}
	if h.Descr.Fortran && len(h.Descr.Shape) > 1 {
		return f.inOrder(h.Descr.Shape)
	}
	return nil
}

// maxFortran bounds the bytes of an array in Fortran order, which is held in memory.
const maxFortran = 1 << 30

// inOrder reads an array in Fortran order, whose rows are spread over all of it, and puts their elements side by side.
func (f *File) inOrder(shape []int) error {
	a := &f.array
	elements := 1
	for _, n := range shape {
		if n > 0 && elements > maxFortran/a.size/n {
			return f.wrong("an array of shape %v in Fortran order, want at most %d bytes, or C order (numpy.ascontiguousarray)", shape, maxFortran)
		}
		elements *= n
	}
	data, err := io.ReadAll(io.LimitReader(a.r, int64(elements*a.size)))
	if err != nil {
		return f.broken(0, err)
	}
	if len(data) < elements*a.size {
		return f.wrong("the array is cut short: %d bytes, its header says %d", len(data), elements*a.size)
	}
	rows := make([]byte, 0, len(data))
	at := make([]int, len(shape))
	for range elements {
		from, stride := 0, a.size
		for i, n := range shape {
			from += at[i] * stride
			stride *= n
		}
		rows = append(rows, data[from:from+a.size]...)
		for i := len(shape) - 1; i >= 0; i-- {
			at[i]++
			if at[i] < shape[i] {
				break
			}
			at[i] = 0
		}
	}
	a.r = io.MultiReader(bytes.NewReader(rows), a.r)
	return nil
}

// header has the library read a header, which panics at what is none.
func header(whole []byte) (h npy.Header, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("the header is damaged")
		}
	}()
	r, err := npy.NewReader(bytes.NewReader(whole))
	if err != nil {
		return h, err
	}
	return r.Header, nil
}

// element tells how an element becomes a number or a text.
func (a *array) element(descr string) error {
	kind := strings.Trim(descr, "'")
	bad := fmt.Errorf("elements of the type %s, want integers, floats or texts", clip(descr))
	if len(kind) < 3 {
		return bad
	}
	var order binary.ByteOrder = binary.LittleEndian
	if kind[0] == '>' {
		order = binary.BigEndian
	}
	n, err := strconv.Atoi(kind[2:])
	if err != nil || n < 1 || n > maxRow {
		return bad
	}
	a.size = n
	a.whole = kind[1] == 'i' || kind[1] == 'u'
	switch kind[1:] {
	case "b1", "u1":
		a.value = func(b []byte) float64 { return float64(b[0]) }
	case "i1":
		a.value = func(b []byte) float64 { return float64(int8(b[0])) } //nolint:gosec // two's complement
	case "u2":
		a.value = func(b []byte) float64 { return float64(order.Uint16(b)) }
	case "i2":
		a.value = func(b []byte) float64 { return float64(int16(order.Uint16(b))) } //nolint:gosec // two's complement
	case "u4":
		a.value = func(b []byte) float64 { return float64(order.Uint32(b)) }
	case "i4":
		a.value = func(b []byte) float64 { return float64(int32(order.Uint32(b))) } //nolint:gosec // two's complement
	case "u8":
		a.value = func(b []byte) float64 { return float64(order.Uint64(b)) }
	case "i8":
		a.value = func(b []byte) float64 { return float64(int64(order.Uint64(b))) } //nolint:gosec // two's complement
	case "f2":
		a.value = func(b []byte) float64 { return float64(float16.Float16Frombits(order.Uint16(b)).Float32()) }
	case "f4":
		a.value = func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }
	case "f8":
		a.value = func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }
	default:
		switch kind[1] {
		case 'S':
			a.text = func(b []byte) []byte { return bytes.TrimRight(b, "\x00") }
		case 'U':
			a.size = 4 * n
			a.text = func(b []byte) (out []byte) {
				for ; len(b) >= 4; b = b[4:] {
					c := order.Uint32(b)
					if c == 0 {
						break
					}
					out = append(out, byte(min(c, 0xff))) // no character of a grid is beyond 127
				}
				return out
			}
		default:
			return bad
		}
	}
	return nil
}

// layout tells what the axes are. Side is that of the boards, 0 if it is not known.
func (a *array) layout(shape []int, side int) error {
	const want = "N × cells, N × side × side or N × answers × cells of digits, or N × cells × digits of probabilities"
	bad := fmt.Errorf("an array of shape %v, want %s", shape, want)
	if len(shape) == 0 || slices.Min(shape) < 0 {
		return bad
	}
	a.rows, a.answers = int64(shape[0]), 1
	rest := shape[1:]
	if a.text != nil {
		if len(rest) > 1 {
			return fmt.Errorf("texts in an array of shape %v, want N, or N × answers", shape)
		}
		if len(rest) == 1 {
			a.answers = rest[0]
		}
		if a.answers > maxRow/a.size {
			return fmt.Errorf("texts in an array of shape %v: a row of more than %d bytes", shape, maxRow)
		}
		return nil
	}
	size := a.size
	for _, n := range rest {
		if n == 0 || size > maxRow/n {
			return fmt.Errorf("an array of shape %v: a row of no bytes, or of more than %d", shape, maxRow)
		}
		size *= n
	}
	// fits reports whether a board has so many cells.
	fits := func(cells int) bool {
		n := sideOf(cells)
		return n > 0 && (side == 0 || n == side)
	}
	square := func(i int) bool { return fits(rest[i]*rest[i+1]) && rest[i] == rest[i+1] }
	switch len(rest) {
	case 1:
		if fits(rest[0]) {
			a.side = sideOf(rest[0])
			return nil
		}
	case 2:
		switch {
		case square(0):
			a.side = rest[0]
			return nil
		case fits(rest[0]) && rest[1] == sideOf(rest[0]):
			a.side, a.p = rest[1], true
			return nil
		case fits(rest[1]):
			a.side, a.answers = sideOf(rest[1]), rest[0]
			return nil
		case fits(rest[0]):
			return fmt.Errorf("%d numbers for each of %d cells, want %d: a probability for each digit and none for a blank", rest[1], rest[0], sideOf(rest[0]))
		}
	case 3:
		switch {
		case square(0) && rest[2] == rest[0] && !a.whole: // of whole numbers, so many answers
			a.side, a.p = rest[0], true
			return nil
		case square(1):
			a.side, a.answers = rest[1], rest[0]
			return nil
		}
	}
	return bad
}

// arrayRows yields the rows of an array.
func (f *File) arrayRows() iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		a := &f.array
		elements := a.answers
		if a.text == nil {
			elements *= a.side * a.side
			if a.p {
				elements *= a.side
			}
		}
		buf := make([]byte, elements*a.size)
		for i := range a.rows {
			switch n, err := io.ReadFull(a.r, buf); {
			case err != nil && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)):
				yield(Row{}, &FileError{File: f.o.Name, Line: i, Cause: fmt.Sprintf(
					"the array is cut short behind this row, %d bytes into the next one; its header says %d rows", n, a.rows)})
				return
			case err != nil:
				yield(Row{}, f.broken(i, err))
				return
			}
			row := Row{Line: i + 1, Index: -1, Answers: make([]Answer, a.answers)}
			switch {
			case f.o.Puzzles:
				if row.Puzzle, row.Fault = f.arrayGrid(buf, 0); row.Puzzle == nil {
					row.Fault = cmp.Or(row.Fault, "no grid")
				}
				row.Answers = nil
			case a.p:
				row.Answers[0] = a.probabilities(buf)
			default:
				for j := range row.Answers {
					row.Answers[j].Cells, row.Answers[j].Fault = f.arrayGrid(buf, j)
				}
			}
			if !yield(row, nil) {
				return
			}
		}
		var more [1]byte
		if n, _ := io.ReadFull(a.r, more[:]); n > 0 { // what else may be wrong behind the last row does not matter
			yield(Row{}, &FileError{File: f.o.Name, Line: a.rows, Cause: "there are bytes behind the last row"})
		}
	}
}

// arrayGrid reads the j-th answer of a row.
func (f *File) arrayGrid(row []byte, j int) (cells []uint8, fault string) {
	a := &f.array
	if a.text != nil {
		word := a.text(row[j*a.size : (j+1)*a.size])
		if len(word) == 0 {
			return nil, ""
		}
		return f.digits.grid(word)
	}
	n := a.side * a.side
	cells = make([]uint8, n)
	for c := range cells {
		at := (j*n + c) * a.size
		if cells[c], fault = f.digits.number(a.value(row[at:at+a.size]), a.side, c); fault != "" {
			return nil, fault
		}
	}
	return cells, ""
}

func (a *array) probabilities(row []byte) (out Answer) {
	p := make([]float32, len(row)/a.size)
	for i := range p {
		p[i] = float32(a.value(row[i*a.size : (i+1)*a.size]))
	}
	if out.Cells, out.Fault = likeliest(p, a.side); out.Fault == "" {
		out.P = p
	}
	return out
}
