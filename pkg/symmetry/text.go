package symmetry

import (
	"bytes"
	"fmt"
	"strings"

	"sudokulab/pkg/board"
)

// The text form is four fields joined by colons: 't' or 's' (transposed or straight), the
// source of each row, the source of each column, the label of each digit, all counted from
// 1 in the [board.Numeric] alphabet:
//
//	t:231456789:123456789:987654321
//
// It is one word without quotes or commas, so that it fits a line of a puzzle file, a
// table and, through encoding.TextMarshaler, a JSON string.

// String returns the text form of t, or a remark if t is not valid.
func (t Transform) String() string {
	text, err := t.MarshalText()
	if err != nil {
		return "(" + err.Error() + ")"
	}
	return string(text)
}

// MarshalText returns the text form. It errs if t is not valid.
func (t Transform) MarshalText() ([]byte, error) { return t.AppendText(nil) }

// AppendText appends the text form to dst. It errs if t is not valid.
func (t Transform) AppendText(dst []byte) ([]byte, error) {
	if err := t.Validate(); err != nil {
		return dst, err
	}
	n := t.side()
	kind := byte('s')
	if t.Transpose {
		kind = 't'
	}
	dst = append(dst, kind, ':')
	for _, r := range t.Rows[:n] {
		dst = append(dst, board.Numeric[r])
	}
	dst = append(dst, ':')
	for _, c := range t.Cols[:n] {
		dst = append(dst, board.Numeric[c])
	}
	dst = append(dst, ':')
	for _, d := range t.Digits[1 : n+1] {
		dst = append(dst, board.Numeric[d-1])
	}
	return dst, nil
}

// UnmarshalText reads the text form; the length of the fields decides the size. It errs,
// and leaves t as it was, if the text is not the form of a valid transform.
func (t *Transform) UnmarshalText(text []byte) error {
	fields := bytes.Split(text, []byte(":"))
	if len(fields) != 4 {
		return fmt.Errorf("symmetry: transform %q has %d fields, want 4", text, len(fields))
	}
	var u Transform
	switch string(fields[0]) {
	case "s":
	case "t":
		u.Transpose = true
	default:
		return fmt.Errorf("symmetry: transform %q begins with %q, want \"s\" or \"t\"", text, fields[0])
	}
	s, err := board.ShapeOfSide(len(fields[1]))
	if err != nil {
		return fmt.Errorf("symmetry: transform %q: %w", text, err)
	}
	u.Box = uint8(s.Box())
	for i, to := range [][]uint8{u.Rows[:], u.Cols[:], u.Digits[1:]} {
		field := fields[i+1]
		if len(field) != s.Side() {
			return fmt.Errorf("symmetry: transform %q: field %d has %d characters, want %d", text, i+2, len(field), s.Side())
		}
		for j, c := range field {
			v := strings.IndexByte(string(board.Numeric[:s.Side()]), c)
			if v < 0 {
				return fmt.Errorf("symmetry: transform %q: field %d holds %q, want %q to %q",
					text, i+2, c, board.Numeric[0], board.Numeric[s.Side()-1])
			}
			to[j] = uint8(v)
		}
	}
	for d := range s.Side() {
		u.Digits[d+1]++
	}
	if err := u.Validate(); err != nil {
		return fmt.Errorf("%w in transform %q", err, text)
	}
	*t = u
	return nil
}

// ParseTransform reads the text form that [Transform.String] writes.
func ParseTransform(text string) (Transform, error) {
	var t Transform
	err := t.UnmarshalText([]byte(text))
	return t, err
}
