package wire

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// Marshal writes a value as encoding/json does.
func (c *Codec) Marshal(v any) ([]byte, error) { return c.write(nil, reflect.ValueOf(v)) }

func (c *Codec) write(b []byte, v reflect.Value) ([]byte, error) {
	if !v.IsValid() {
		return append(b, "null"...), nil
	}
	t := v.Type()
	if t.NumMethod() > 0 && t.Kind() != reflect.Interface && t.Kind() != reflect.Pointer && t.Implements(texts) {
		text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
		if err != nil {
			return nil, fmt.Errorf("wire: %s: %w", t, err)
		}
		return quote(b, string(text)), nil
	}
	switch t.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(b, v.Uint(), 10), nil
	case reflect.Float64:
		return number(b, v.Float())
	case reflect.String:
		return quote(b, v.String()), nil
	case reflect.Pointer, reflect.Interface:
		return c.write(b, v.Elem()) // of nil: no value
	case reflect.Slice:
		return c.list(b, v)
	case reflect.Struct:
		b, _, err := c.object(append(b, '{'), v, true)
		return append(b, '}'), err
	}
	return nil, errType(t)
}

func (c *Codec) list(b []byte, v reflect.Value) ([]byte, error) {
	if v.Type().Elem().Kind() == reflect.Uint8 && v.Type().Elem().NumMethod() == 0 {
		return nil, errType(v.Type())
	}
	if v.IsNil() {
		return append(b, "null"...), nil
	}
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		var err error
		if b, err = c.write(b, v.Index(i)); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

// object writes the fields of a struct; first says that none stands before them, and in the end that none was written.
func (c *Codec) object(b []byte, v reflect.Value, first bool) (_ []byte, still bool, err error) {
	for _, f := range c.fields(v.Type()) {
		value := v.Field(f.index)
		if f.embedded {
			if b, first, err = c.object(b, value, first); err != nil {
				return nil, first, err
			}
			continue
		}
		if f.omitEmpty && empty(value) {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		if b, err = c.write(append(quote(b, f.name), ':'), value); err != nil {
			return nil, first, err
		}
	}
	return b, first, nil
}

// empty reports whether omitempty leaves a value out.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String, reflect.Slice:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// number writes a number as JavaScript does: with an exponent where it is very large or very small.
func number(b []byte, f float64) ([]byte, error) {
	size := math.Abs(f)
	if math.IsInf(f, 0) || f != f {
		return nil, fmt.Errorf("wire: no JSON for the number %g", f)
	}
	if size == 0 || size >= 1e-6 && size < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, 64), nil
	}
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	if n := len(b); n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' { // e-09 is e-9
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b, nil
}

const hex = "0123456789abcdef"

// quote writes a text. What HTML or JavaScript would take for its own is escaped, too.
func quote(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); {
		ch := s[i]
		if ch >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			switch {
			case r == utf8.RuneError && size == 1:
				b = append(b, `\ufffd`...)
			case r == '\u2028' || r == '\u2029':
				b = append(b, `\u202`...)
				b = append(b, hex[r&15])
			default:
				b = append(b, s[i:i+size]...)
			}
			i += size
			continue
		}
		i++
		switch {
		case ch == '"' || ch == '\\':
			b = append(b, '\\', ch)
		case ch == '\b':
			b = append(b, `\b`...)
		case ch == '\f':
			b = append(b, `\f`...)
		case ch == '\n':
			b = append(b, `\n`...)
		case ch == '\r':
			b = append(b, `\r`...)
		case ch == '\t':
			b = append(b, `\t`...)
		case ch < ' ' || ch == '<' || ch == '>' || ch == '&':
			b = append(b, `\u00`...)
			b = append(b, hex[ch>>4], hex[ch&15])
		default:
			b = append(b, ch)
		}
	}
	return append(b, '"')
}
