package wire_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"sudokulab/pkg/page/wire"
	"sudokulab/pkg/solver"
)

func Example() {
	var codec wire.Codec
	var args struct {
		Cells string `json:"cells"`
		Most  int    `json:"most,omitempty"`
	}
	err := codec.Unmarshal([]byte(`{"cells": "53..7", "most": 2}`), &args)
	text, _ := codec.Marshal(args)
	fmt.Println(string(text), err)
	fmt.Println(codec.Unmarshal([]byte(`{"cells": 5}`), &args))
	// Output:
	// {"cells":"53..7","most":2} <nil>
	// cells: found a JSON number, want a text
}

type inner struct {
	Low  int   `json:"low"`
	High int16 `json:"high,omitempty"`
}

type bounds struct {
	Nodes   int64   `json:"nodes,omitempty"`
	Seconds float64 `json:"seconds"`
}

// every has all that the package takes.
type every struct {
	Text string `json:"text"`
	bounds
	Status solver.Status `json:"-"`
	Bare   bool
	Masks  []uint64  `json:"masks,omitempty"`
	Names  []string  `json:"names"`
	List   []inner   `json:"list,omitempty"`
	In     inner     `json:"in"`
	To     *inner    `json:"to,omitempty"`
	Always *inner    `json:"always"`
	Bits   uint16    `json:"bits,omitempty"`
	Floats []float64 `json:"floats,omitempty"`
	hidden int
}

func standard(text []byte) (v every, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err = d.Decode(&v); err == nil {
		if _, rest := d.Token(); !errors.Is(rest, io.EOF) {
			err = errors.New("something stands behind")
		}
	}
	return v, err
}

// TestWrite: like encoding/json, to the byte.
func TestWrite(t *testing.T) {
	var c wire.Codec
	for _, v := range []any{
		nil, true, "a", 5, -3, uint64(math.MaxUint64), solver.Unique,
		[]solver.Status{solver.Unsat, solver.Multiple},
		[]int(nil),
		[]int{},
		(*inner)(nil), &inner{1, 2},
		0.0, 0.1, -2.5, 1e20, 1e21, 1e-6, 1e-7, 123e-9, 1e-10, 5e-324, math.MaxFloat64, 3.0, 1.0 / 3,
		"é \u2028 \u2029 \x00\x1f \b\f\n\r\t \"\\/ <a&b> \x7f \xff\xfe \xed\xa0\x80 😀",
		every{},
		every{hidden: 3},
		every{Text: "x", bounds: bounds{5, 0.25}, Bare: true, Masks: []uint64{1, 1 << 63}, List: []inner{{}, {1, 2}}, To: &inner{}, Floats: []float64{1, 2.5}},
		struct{ A any }{[]any{1, "b", nil, 2.5, inner{}}},
	} {
		want, err := json.Marshal(v)
		got, failed := c.Marshal(v)
		if err != nil || failed != nil || !bytes.Equal(got, want) {
			t.Errorf("%#v:\n%s, %v, want\n%s, %v", v, got, failed, want, err)
		}
	}
	for _, v := range []any{math.NaN(), math.Inf(-1), []byte("a"), map[string]int{}, make(chan int), func() {}} {
		if got, err := c.Marshal(v); err == nil {
			t.Errorf("%T is written as %s", v, got)
		}
	}
}

// texts are right and wrong texts for every.
var texts = []string{
	`{}`, ` { } `, `null`, `{"text":"a"}`, `{"nodes":3,"seconds":1.5e0,"text":null}`, `{"Bare":true}`, `{"masks":[1,18446744073709551615]}`, `{"masks":[]}`, `{"masks":null}`,
	`{"list":[{"low":-5,"high":3},{}]}`, `{"in":{"low":1}}`, `{"to":{"low":1},"always":null}`, `{"to":null}`, `{"floats":[0,-0,0.5,1E+2,1e-3]}`,
	`{"text":"\u00e9\n\"\\\/\b\f\r\t\ud83d\ude00\ud83dx\ud83d\u0041\ude00"}`, "{\"text\":\"\xff\xc3\"}", `{"text":"a","text":"b"}`, `{"in":{"low":1},"in":{"high":2}}`,
	``, ` `, `{`, `{"text"`, `{"text":`, `{"text":"a`, `{"text":"a"`, `{"text":"a",}`, `{,}`, `{"text" "a"}`, `{"text":"\x"}`, `{"text":"\u12"}`, `{"text":"\u12g4"}`, "{\"text\":\"a\nb\"}", "{\"text\":\"\x01\"}",
	`[]`, `5`, `"a"`, `{} {}`, `{}x`, `{"bord":1}`, `{"-":1}`, `{"Status":1}`, `{"hidden":1}`, `{"bounds":{}}`, `{"text":5}`, `{"text":[]}`, `{"text":{}}`, `{"text":true}`, `{"Bare":1}`, `{"Bare":tru}`, `{"Bare":nul}`,
	`{"masks":[-1]}`, `{"masks":[1.0]}`, `{"masks":[1e2]}`, `{"masks":[18446744073709551616]}`, `{"masks":[1,]}`, `{"masks":[1 2]}`, `{"masks":{}}`, `{"masks":["1"]}`, `{"masks":[01]}`, `{"masks":[+1]}`, `{"masks":[1`, `{"masks":[`,
	`{"bits":65536}`, `{"bits":65535}`, `{"in":{"high":32768}}`, `{"in":[]}`, `{"nodes":1.5}`, `{"seconds":1e999}`, `{"seconds":.5}`, `{"seconds":1.}`, `{"seconds":1e}`, `{"seconds":-}`, `{"seconds":NaN}`, `{"list":[5]}`,
}

// TestRead: what encoding/json takes is taken, and nothing else is.
func TestRead(t *testing.T) {
	for _, text := range texts {
		same(t, []byte(text))
	}
	var c wire.Codec
	for _, text := range []string{`{"Text":"a"}`, `{"bare":true}`} {
		if _, err := standard([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := c.Unmarshal([]byte(text), new(every)); err == nil || !strings.Contains(err.Error(), "unknown field") {
			t.Errorf("%s, in other capitals: %v", text, err)
		}
	}
	for text, want := range map[string]string{
		`{"list":[{"low":"x"}]}`: "list.low: found a JSON string, want a whole number",
		`{"masks":[-1]}`:         "masks: found a JSON number -1, want a whole number from 0 on",
		`[]`:                     "found a JSON array, want an object",
		`{"in":{"lo":1}}`:        `in: unknown field "lo"`,
		`{"text":`:               "text: the JSON text ends early, want a JSON value",
		`{"text";1}`:             `found ';' at byte 8, want a colon`,
		`{} 1`:                   "something stands behind the JSON value, at byte 4",
	} {
		err := c.Unmarshal([]byte(text), new(every))
		if _, ok := errors.AsType[*wire.Error](err); !ok || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for _, to := range []any{every{}, nil, (*every)(nil), new(map[string]int), &struct {
		B []byte `json:"b"`
	}{}} {
		if err := c.Unmarshal([]byte(`{"b":[1]}`), to); err == nil {
			t.Errorf("%T is read into", to)
		}
	}
}

// same holds a text to encoding/json, but for the capitals in names of fields.
func same(t *testing.T, text []byte) {
	t.Helper()
	want, err := standard(text)
	var c wire.Codec
	var got every
	failed := c.Unmarshal(text, &got)
	if failed != nil && err == nil && strings.Contains(failed.Error(), "unknown field") {
		return
	}
	if (err == nil) != (failed == nil) || err == nil && !reflect.DeepEqual(got, want) {
		t.Errorf("%q: %+v, %v, want %+v, %v", text, got, failed, want, err)
	}
	if failed == nil {
		written, err := c.Marshal(got)
		if like, _ := json.Marshal(got); err != nil || !bytes.Equal(written, like) {
			t.Errorf("%q is written as %s, %v, want %s", text, written, err, like)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { same(t, text) })
}
