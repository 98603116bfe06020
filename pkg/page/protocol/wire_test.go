package protocol_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"sudokulab/pkg/page/protocol"
	"sudokulab/pkg/page/wire"
)

// fill puts anything into a value.
func fill(rng *rand.Rand, v reflect.Value, deep int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(rng.Int64N(200) - 100)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(rng.Uint64N(3)) // some are names of something
	case reflect.Float64:
		v.SetFloat(rng.NormFloat64())
	case reflect.String:
		v.SetString([]string{"", "r1c1", "5 < 6 & \"7\"", "→ é"}[rng.IntN(4)])
	case reflect.Slice:
		if n := rng.IntN(4); n > 0 && deep < 6 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				fill(rng, v.Index(i), deep+1)
			}
		}
	case reflect.Pointer:
		if rng.IntN(2) == 0 && deep < 6 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(rng, v.Elem(), deep+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() || f.Anonymous {
				fill(rng, v.Field(i), deep+1)
			}
		}
	default:
		panic(v.Kind())
	}
}

// TestWire: whatever arguments, events and results hold, the page's engine writes them as the server does, and the desk
// reads them as they were.
func TestWire(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var c wire.Codec
	types := map[reflect.Type]bool{reflect.TypeFor[protocol.Error](): false}
	for _, call := range protocol.Calls() {
		types[call.Args], types[call.Result] = true, false
		if call.Streams() {
			types[call.Event] = false
		}
	}
	for typ, read := range types {
		for range 50 {
			v := reflect.New(typ)
			fill(rng, v.Elem(), 0)
			want, err := json.Marshal(v.Interface())
			if err != nil {
				t.Fatalf("%s: %v", typ, err)
			}
			got, err := c.Marshal(v.Interface())
			if err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%s is written as\n%s, %v, want\n%s", typ, got, err, want)
			}
			if !read {
				continue
			}
			back, like := reflect.New(typ), reflect.New(typ)
			if err := json.Unmarshal(want, like.Interface()); err != nil {
				t.Fatal(err)
			}
			if err := c.Unmarshal(got, back.Interface()); err != nil || !reflect.DeepEqual(back.Interface(), like.Interface()) {
				t.Fatalf("%s\nis read as %+v, %v", got, back.Elem(), err)
			}
		}
	}
}
