package wire

import (
	"fmt"
	"reflect"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Error is what is wrong with a text that should be JSON for a value.
type Error struct {
	At   string // the field, such as board.cells; "" for the whole
	Text string // what was found, and what is wanted
}

func (e *Error) Error() string {
	if e.At == "" {
		return e.Text
	}
	return e.At + ": " + e.Text
}

// Unmarshal reads one value from a text into what to points to. Fields that the text lacks keep their values.
func (c *Codec) Unmarshal(text []byte, to any) error {
	v := reflect.ValueOf(to)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return errType(reflect.TypeOf(to))
	}
	r := reader{codec: c, text: text}
	if err := r.value(v.Elem()); err != nil {
		return err
	}
	r.space()
	if r.at < len(text) {
		return r.errorf("something stands behind the JSON value, at byte %d", r.at+1)
	}
	return nil
}

type reader struct {
	codec *Codec
	text  []byte
	at    int
	path  []string // fields
}

func (r *reader) errorf(format string, args ...any) error {
	e := &Error{Text: fmt.Sprintf(format, args...)}
	for i, name := range r.path {
		if i > 0 {
			e.At += "."
		}
		e.At += name
	}
	return e
}

func (r *reader) space() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// next returns the next byte that is no space, 0 at the end.
func (r *reader) next() byte {
	r.space()
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

// unexpected says that something else stands at the place.
func (r *reader) unexpected(want string) error {
	if r.at >= len(r.text) {
		return r.errorf("the JSON text ends early, want %s", want)
	}
	found, _ := utf8.DecodeRune(r.text[r.at:])
	return r.errorf("found %q at byte %d, want %s", found, r.at+1, want)
}

// word passes over a word.
func (r *reader) word(w string) error {
	for i := range len(w) {
		if r.at >= len(r.text) || r.text[r.at] != w[i] {
			return r.unexpected(w)
		}
		r.at++
	}
	return nil
}

// value reads a value into v.
func (r *reader) value(v reflect.Value) error {
	ch := r.next()
	if ch == 'n' {
		if err := r.word("null"); err != nil {
			return err
		}
		if k := v.Kind(); k == reflect.Pointer || k == reflect.Slice || k == reflect.Interface {
			v.SetZero()
		}
		return nil
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return r.value(v.Elem())
	}
	switch {
	case ch == '{':
		if v.Kind() != reflect.Struct {
			return r.mismatch("object", v)
		}
		return r.object(v)
	case ch == '[':
		if v.Kind() != reflect.Slice {
			return r.mismatch("array", v)
		}
		return r.list(v)
	case ch == '"':
		if v.Kind() != reflect.String {
			return r.mismatch("string", v)
		}
		s, err := r.str()
		v.SetString(s)
		return err
	case ch == 't' || ch == 'f':
		word := map[bool]string{true: "true", false: "false"}[ch == 't']
		if err := r.word(word); err != nil {
			return err
		}
		if v.Kind() != reflect.Bool {
			return r.mismatch("bool", v)
		}
		v.SetBool(ch == 't')
		return nil
	case ch == '-' || ch >= '0' && ch <= '9':
		return r.number(v)
	}
	return r.unexpected("a JSON value")
}

// mismatch says that JSON of another kind stands at the place.
func (r *reader) mismatch(found string, v reflect.Value) error {
	return r.errorf("found a JSON %s, want %s", found, wordOf(v.Type()))
}

// wordOf names what JSON holds a type.
func wordOf(t reflect.Type) string {
	switch k := t.Kind(); {
	case k == reflect.Pointer:
		return wordOf(t.Elem())
	case k == reflect.String:
		return "a text"
	case k == reflect.Bool:
		return "true or false"
	case k == reflect.Slice:
		return "a list"
	case k == reflect.Struct:
		return "an object"
	case k == reflect.Float64:
		return "a number"
	case k >= reflect.Uint && k <= reflect.Uintptr:
		return "a whole number from 0 on"
	}
	return "a whole number"
}

func (r *reader) object(v reflect.Value) error {
	r.at++
	if r.next() == '}' {
		r.at++
		return nil
	}
	for {
		if r.next() != '"' {
			return r.unexpected("the name of a field")
		}
		name, err := r.str()
		if err != nil {
			return err
		}
		to, ok := r.codec.find(v, name)
		if !ok {
			return r.errorf("unknown field %q", name)
		}
		if r.next() != ':' {
			return r.unexpected("a colon")
		}
		r.at++
		r.path = append(r.path, name)
		if err := r.value(to); err != nil {
			return err
		}
		r.path = r.path[:len(r.path)-1]
		switch r.next() {
		case ',':
			r.at++
		case '}':
			r.at++
			return nil
		default:
			return r.unexpected("a comma or the end of the object")
		}
	}
}

func (r *reader) list(v reflect.Value) error {
	r.at++
	t := v.Type()
	if t.Elem().Kind() == reflect.Uint8 {
		return errType(t)
	}
	out := reflect.MakeSlice(t, 0, 0)
	if r.next() == ']' {
		r.at++
		v.Set(out)
		return nil
	}
	for {
		one := reflect.New(t.Elem()).Elem()
		if err := r.value(one); err != nil {
			return err
		}
		out = reflect.Append(out, one)
		switch r.next() {
		case ',':
			r.at++
		case ']':
			r.at++
			v.Set(out)
			return nil
		default:
			return r.unexpected("a comma or the end of the list")
		}
	}
}

// digits passes over digits and reports whether there are any.
func (r *reader) digits() bool {
	from := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at > from
}

// is passes over one of some bytes if it is there.
func (r *reader) is(a, b byte) bool {
	if r.at < len(r.text) && (r.text[r.at] == a || r.text[r.at] == b) {
		r.at++
		return true
	}
	return false
}

func (r *reader) number(v reflect.Value) error {
	from := r.at
	r.is('-', '-')
	if !r.is('0', '0') && !r.digits() {
		return r.unexpected("a digit")
	}
	if r.is('.', '.') && !r.digits() {
		return r.unexpected("a digit")
	}
	if r.is('e', 'E') {
		r.is('+', '-')
		if !r.digits() {
			return r.unexpected("a digit")
		}
	}
	text := string(r.text[from:r.at])
	var err error
	switch k := v.Kind(); {
	case k >= reflect.Int && k <= reflect.Int64:
		var n int64
		n, err = strconv.ParseInt(text, 10, v.Type().Bits())
		v.SetInt(n)
	case k >= reflect.Uint && k <= reflect.Uint64:
		var n uint64
		n, err = strconv.ParseUint(text, 10, v.Type().Bits())
		v.SetUint(n)
	case k == reflect.Float64:
		var f float64
		f, err = strconv.ParseFloat(text, 64)
		v.SetFloat(f)
	default:
		return r.mismatch("number", v)
	}
	if err != nil {
		return r.mismatch("number "+text, v)
	}
	return nil
}

// str reads a text. What is no UTF-8, or half of a pair in UTF-16, becomes U+FFFD.
func (r *reader) str() (string, error) {
	r.at++
	var out []byte
	for r.at < len(r.text) {
		switch ch := r.text[r.at]; {
		case ch == '"':
			r.at++
			return string(out), nil
		case ch == '\\':
			r.at++
			char, err := r.escaped()
			if err != nil {
				return "", err
			}
			out = utf8.AppendRune(out, char)
		case ch < ' ':
			return "", r.unexpected("no such character within a text")
		default:
			char, size := utf8.DecodeRune(r.text[r.at:])
			out = utf8.AppendRune(out, char)
			r.at += size
		}
	}
	return "", r.unexpected("the end of a text")
}

// escaped reads what stands behind a backslash.
func (r *reader) escaped() (rune, error) {
	if r.at >= len(r.text) {
		return 0, r.unexpected("an escaped character")
	}
	ch := r.text[r.at]
	switch ch {
	case '"', '\\', '/':
		r.at++
		return rune(ch), nil
	case 'u':
		r.at++
		char, ok := r.unit()
		if !ok {
			return 0, r.unexpected("four hexadecimal digits")
		}
		if !utf16.IsSurrogate(char) {
			return char, nil
		}
		back := r.at
		if r.is('\\', '\\') && r.is('u', 'u') {
			if low, ok := r.unit(); ok {
				if pair := utf16.DecodeRune(char, low); pair != utf8.RuneError {
					return pair, nil
				}
			}
		}
		r.at = back // whatever it is, it is no second half
		return utf8.RuneError, nil
	}
	for i, name := range "bfnrt" {
		if ch == byte(name) {
			r.at++
			return rune("\b\f\n\r\t"[i]), nil
		}
	}
	return 0, r.unexpected("an escaped character")
}

// unit reads four hexadecimal digits. Where they are not, it stands still.
func (r *reader) unit() (rune, bool) {
	if r.at+4 > len(r.text) {
		return 0, false
	}
	n, err := strconv.ParseUint(string(r.text[r.at:r.at+4]), 16, 16)
	if err != nil {
		return 0, false
	}
	r.at += 4
	return rune(n), true
}
