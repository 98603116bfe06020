package safetensors_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/safetensors"
)

// file puts a header and data together.
func file(header, data string) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(b, header...), data...)
}

func must(t testing.TB) func(safetensors.Tensor, error) safetensors.Tensor {
	return func(tensor safetensors.Tensor, err error) safetensors.Tensor {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return tensor
	}
}

func TestBytes(t *testing.T) {
	ok := must(t)
	tensors := []safetensors.Tensor{
		ok(safetensors.New("b", []int{3}, []uint8{1, 2, 3})),
		ok(safetensors.New("z", []int{2}, []float32{1, -2})),
		ok(safetensors.New("a", []int{}, []float32{0.5})),
		ok(safetensors.New("i", []int{1, 1}, []int64{-2})),
	}
	var b bytes.Buffer
	if err := safetensors.Write(&b, tensors, map[string]string{"k": "v\n", "a": "<é>"}); err != nil {
		t.Fatal(err)
	}
	header := `{"__metadata__":{"a":"\u003cé\u003e","k":"v\n"},` +
		`"i":{"dtype":"I64","shape":[1,1],"data_offsets":[0,8]},` +
		`"a":{"dtype":"F32","shape":[],"data_offsets":[8,12]},` +
		`"z":{"dtype":"F32","shape":[2],"data_offsets":[12,20]},` +
		`"b":{"dtype":"U8","shape":[3],"data_offsets":[20,23]}}`
	header += strings.Repeat(" ", (8-len(header)%8)%8)
	want := file(header, "\xfe\xff\xff\xff\xff\xff\xff\xff"+"\x00\x00\x00\x3f"+"\x00\x00\x80\x3f\x00\x00\x00\xc0"+"\x01\x02\x03")
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("bytes (-want +got):\n%s", diff)
	}

	slices.Reverse(tensors)
	var again bytes.Buffer
	if err := safetensors.Write(&again, tensors, map[string]string{"a": "<é>", "k": "v\n"}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Error("another order gives other bytes")
	}
}

func TestRoundTrip(t *testing.T) {
	ok := must(t)
	tensors := []safetensors.Tensor{
		ok(safetensors.New("bool", []int{2, 2}, []bool{true, false, false, true})),
		ok(safetensors.New("empty", []int{3, 0}, []float64{})),
		ok(safetensors.New("f32", []int{4}, []float32{0, float32(math.Copysign(0, -1)), math.MaxFloat32, float32(math.Inf(1))})),
		ok(safetensors.New("f64", nil, []float64{math.Pi})),
		ok(safetensors.New("i16", []int{2}, []int16{math.MinInt16, 7})),
		ok(safetensors.New("i32", []int{1}, []int32{math.MinInt32})),
		ok(safetensors.New("i64", []int{1}, []int64{math.MinInt64})),
		ok(safetensors.New("i8", []int{1}, []int8{-128})),
		ok(safetensors.New(`name with "quotes", ü and \`, []int{1}, []uint8{9})),
		ok(safetensors.New("u16", []int{1}, []uint16{math.MaxUint16})),
		ok(safetensors.New("u32", []int{1}, []uint32{math.MaxUint32})),
		ok(safetensors.New("u64", []int{1}, []uint64{math.MaxUint64})),
		ok(safetensors.FromFloat32("x/bf16", safetensors.BF16, []int{1, 3}, []float32{1, -0.5, 3e38})),
		ok(safetensors.FromFloat32("x/f16", safetensors.F16, []int{3, 1}, []float32{1, -0.5, 65504})),
	}
	for _, metadata := range []map[string]string{nil, {"": "", "step": "12"}} {
		var b bytes.Buffer
		if err := safetensors.Write(&b, tensors, metadata); err != nil {
			t.Fatal(err)
		}
		for name, r := range map[string]io.Reader{"whole": bytes.NewReader(b.Bytes()), "bytewise": iotest.OneByteReader(bytes.NewReader(b.Bytes()))} {
			f, err := safetensors.Read(r)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&safetensors.File{Tensors: tensors, Metadata: metadata}, f); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
			u, found := f.Tensor("u64")
			values, err := safetensors.Values[uint64](u)
			if !found || err != nil || values[0] != math.MaxUint64 {
				t.Errorf("u64: %v %v %v", found, values, err)
			}
			if _, found := f.Tensor("none"); found {
				t.Error("a tensor that is not there")
			}
		}
	}
	var b bytes.Buffer
	if err := safetensors.Write(&b, nil, nil); err != nil {
		t.Fatal(err)
	}
	if f, err := safetensors.Parse(b.Bytes()); err != nil || len(f.Tensors) != 0 || b.Len() != 16 {
		t.Errorf("empty file: %v, %d bytes", err, b.Len())
	}
}

func TestHostileFiles(t *testing.T) {
	entry := func(dtype, shape, from, to string) string {
		return fmt.Sprintf(`{"dtype":%q,"shape":%s,"data_offsets":[%s,%s]}`, dtype, shape, from, to)
	}
	f32 := entry("F32", "[1]", "0", "4")
	for name, test := range map[string]struct {
		file []byte
		want string
	}{
		"nothing":            {nil, "8"},
		"short length":       {[]byte{1, 0, 0}, "8"},
		"huge length":        {[]byte("\xff\xff\xff\xff\xff\xff\xff\xff{}"), "at most"},
		"large length":       {append(binary.LittleEndian.AppendUint64(nil, 100<<20), '{', '}'), ""},
		"no object":          {file("[1]", ""), "{"},
		"empty header":       {file("", ""), "{"},
		"space first":        {file(" {}", ""), "{"},
		"not closed":         {file(`{"a":`+f32, "1234"), ""},
		"more after":         {file(`{} {}`, ""), "after the object"},
		"not UTF-8":          {file("{\"a\xff\":"+f32+"}", "1234"), "UTF-8"},
		"not an entry":       {file(`{"a":1}`, ""), `"a"`},
		"name twice":         {file(`{"a":`+entry("F32", "[0]", "0", "0")+`,"a":`+f32+`}`, "1234"), "twice"},
		"name twice escaped": {file(`{"a":`+entry("F32", "[0]", "0", "0")+`,"\u0061":`+f32+`}`, "1234"), "twice"},
		"key twice":          {file(`{"a":{"dtype":"F32","dtype":"U8","shape":[1],"data_offsets":[0,4]}}`, "1234"), "twice"},
		"no format":          {file(`{"a":{"shape":[1],"data_offsets":[0,4]}}`, "1234"), "no dtype"},
		"format in capitals": {file(`{"a":{"DTYPE":"F32","shape":[1],"data_offsets":[0,4]}}`, "1234"), "no dtype"},
		"null shape":         {file(`{"a":`+entry("F32", "null", "0", "4")+`}`, "1234"), "no shape"},
		"unknown format":     {file(`{"a":`+entry("F31", "[1]", "0", "4")+`}`, "1234"), "F31"},
		"negative axis":      {file(`{"a":`+entry("U8", "[-1,-4]", "0", "4")+`}`, "1234"), "negative"},
		"broken axis":        {file(`{"a":`+entry("U8", "[1.5]", "0", "4")+`}`, "1234"), "shape"},
		"overflowing shape":  {file(`{"a":`+entry("U8", "[4294967296,4294967296]", "0", "0")+`}`, ""), "counted"},
		"overflow by size":   {file(`{"a":`+entry("F64", "[1152921504606846976,2]", "0", "0")+`}`, ""), "counted"},
		"too large number":   {file(`{"a":`+entry("U8", "[18446744073709551617]", "0", "1")+`}`, "1"), "shape"},
		"shape and bytes":    {file(`{"a":`+entry("F32", "[2]", "0", "4")+`}`, "1234"), "want 8"},
		"one offset":         {file(`{"a":{"dtype":"F32","shape":[1],"data_offsets":[4]}}`, "1234"), "data_offsets"},
		"offsets reversed":   {file(`{"a":`+entry("F32", "[1]", "4", "0")+`}`, "1234"), "data_offsets"},
		"negative offset":    {file(`{"a":`+entry("F32", "[1]", "-4", "0")+`}`, "1234"), "data_offsets"},
		"beyond the end":     {file(`{"a":`+entry("F32", "[1]", "0", "4")+`}`, "123"), "of 3"},
		"far beyond the end": {file(`{"a":`+entry("U8", "[9000000000000000000]", "0", "9000000000000000000")+`}`, "123"), "of 3"},
		"overlap":            {file(`{"a":`+f32+`,"b":`+entry("F32", "[1]", "2", "6")+`}`, "123456"), "want 4"},
		"the same bytes":     {file(`{"a":`+f32+`,"b":`+f32+`}`, "1234"), "want 4"},
		"gap":                {file(`{"a":`+f32+`,"b":`+entry("F32", "[1]", "5", "9")+`}`, "123456789"), "want 4"},
		"gap at the front":   {file(`{"a":`+entry("F32", "[1]", "1", "5")+`}`, "12345"), "want 0"},
		"data left over":     {file(`{"a":`+f32+`}`, "12345"), "names 4"},
		"metadata a number":  {file(`{"__metadata__":{"a":1}}`, ""), "not a string"},
		"metadata null":      {file(`{"__metadata__":{"a":null}}`, ""), "not a string"},
		"metadata a list":    {file(`{"__metadata__":[]}`, ""), "__metadata__"},
	} {
		_, err := safetensors.Parse(test.file)
		if err == nil || !strings.HasPrefix(err.Error(), "safetensors: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, test.want)
		}
		if _, err := safetensors.Read(bytes.NewReader(test.file)); err == nil || !strings.HasPrefix(err.Error(), "safetensors: ") {
			t.Errorf("%s, from a reader: %v", name, err)
		}
	}
	good := file(`{"a":`+f32+`}`, "1234")
	for n := range good {
		if _, err := safetensors.Read(bytes.NewReader(good[:n])); err == nil {
			t.Errorf("%d of %d bytes are read as a file", n, len(good))
		}
	}
	boom := errors.New("boom")
	if _, err := safetensors.Read(io.MultiReader(bytes.NewReader(good[:40]), iotest.ErrReader(boom))); !errors.Is(err, boom) {
		t.Errorf("the reader's error: %v", err)
	}
}

// TestReadReservesWhatArrives: a header that promises a lot must not cost memory.
func TestReadReservesWhatArrives(t *testing.T) {
	promise := file(`{"a":{"dtype":"U8","shape":[1099511627776],"data_offsets":[0,1099511627776]}}`, "123")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := safetensors.Read(bytes.NewReader(promise)); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d bytes reserved for a file of %d", n, len(promise))
	}
}

func TestWriteRefuses(t *testing.T) {
	good := must(t)(safetensors.New("a", []int{1}, []uint8{1}))
	with := func(change func(*safetensors.Tensor)) []safetensors.Tensor {
		bad := good
		change(&bad)
		return []safetensors.Tensor{bad}
	}
	for name, test := range map[string]struct {
		tensors  []safetensors.Tensor
		metadata map[string]string
	}{
		"twice":       {[]safetensors.Tensor{good, good}, nil},
		"reserved":    {with(func(t *safetensors.Tensor) { t.Name = "__metadata__" }), nil},
		"name":        {with(func(t *safetensors.Tensor) { t.Name = "\xff" }), nil},
		"size":        {with(func(t *safetensors.Tensor) { t.Shape = []int{2} }), nil},
		"format":      {with(func(t *safetensors.Tensor) { t.DType = "C64" }), nil},
		"negative":    {with(func(t *safetensors.Tensor) { t.Shape = []int{-1} }), nil},
		"metadata":    {nil, map[string]string{"a": "\xff"}},
		"its key too": {nil, map[string]string{"\xff": "a"}},
	} {
		var b bytes.Buffer
		if err := safetensors.Write(&b, test.tensors, test.metadata); err == nil || b.Len() > 0 {
			t.Errorf("%s: error %v, %d bytes written", name, err, b.Len())
		}
	}
	if _, err := safetensors.New("a", []int{2, 2}, []float32{1, 2, 3}); err == nil {
		t.Error("New takes 3 values for [2 2]")
	}
	if _, err := safetensors.FromFloat32("a", safetensors.BF16, []int{2}, []float32{1}); err == nil {
		t.Error("FromFloat32 takes 1 value for [2]")
	}
	if _, err := safetensors.FromFloat32("a", safetensors.I8, []int{1}, []float32{1}); err == nil {
		t.Error("FromFloat32 takes I8")
	}
	if _, err := safetensors.Values[int8](good); err == nil {
		t.Error("U8 is read as int8")
	}
	if _, err := good.Float32(); err == nil {
		t.Error("U8 is read as float32")
	}
}

// halfValue is the value of 16 bits by the definition of the format, for finite ones.
func halfValue(h uint16, exponentBits, fractionBits int) float64 {
	sign := 1 - 2*float64(h>>15)
	exponent := int(h>>fractionBits) & (1<<exponentBits - 1)
	fraction := float64(h & (1<<fractionBits - 1))
	bias := 1<<(exponentBits-1) - 1
	if exponent == 0 {
		return sign * math.Ldexp(fraction, 1-bias-fractionBits)
	}
	return sign * math.Ldexp(1+math.Ldexp(fraction, -fractionBits), exponent-bias)
}

func TestHalfFormats(t *testing.T) {
	for _, test := range []struct {
		d                  safetensors.DType
		exponent, fraction int
	}{{safetensors.F16, 5, 10}, {safetensors.BF16, 8, 7}} {
		infinity := uint16(1<<test.exponent-1) << test.fraction
		convert := func(v float32) (uint16, error) {
			tensor, err := safetensors.FromFloat32("", test.d, nil, []float32{v})
			if err != nil {
				return 0, err
			}
			return binary.LittleEndian.Uint16(tensor.Data), nil
		}
		back := func(h uint16) float32 {
			values, err := safetensors.Tensor{DType: test.d, Data: binary.LittleEndian.AppendUint16(nil, h)}.Float32()
			if err != nil {
				t.Fatal(err)
			}
			return values[0]
		}
		for i := range 1 << 16 {
			h := uint16(i)
			v := back(h)
			switch magnitude := h &^ 0x8000; {
			case magnitude > infinity:
				if v == v {
					t.Fatalf("%s %04x is %v, want NaN", test.d, h, v)
				}
				if again, err := convert(v); err != nil || again&^0x8000 <= infinity || again>>15 != h>>15 {
					t.Fatalf("%s: NaN becomes %04x, %v", test.d, again, err)
				}
				continue
			case magnitude == infinity:
				if !math.IsInf(float64(v), 1-2*int(h>>15)) {
					t.Fatalf("%s %04x is %v, want an infinity", test.d, h, v)
				}
			default:
				if want := halfValue(h, test.exponent, test.fraction); float64(v) != want {
					t.Fatalf("%s %04x is %v, want %v", test.d, h, v, want)
				}
			}
			if again, err := convert(v); err != nil || again != h {
				t.Fatalf("%s %04x comes back as %04x: %v", test.d, h, again, err)
			}
			// Half way to the next value goes to the even one, and a hair beside it to the nearer.
			if magnitude := h &^ 0x8000; magnitude+1 < infinity {
				middle := float32((halfValue(h, test.exponent, test.fraction) + halfValue(h+1, test.exponent, test.fraction)) / 2)
				outward := float32(math.Inf(1 - 2*int(h>>15)))
				for _, c := range []struct {
					v    float32
					want uint16
				}{{middle, h + h&1}, {math.Nextafter32(middle, outward), h + 1}, {math.Nextafter32(middle, 0), h}} {
					if got, err := convert(c.v); err != nil || got != c.want {
						t.Fatalf("%s: %v becomes %04x, want %04x: %v", test.d, c.v, got, c.want, err)
					}
				}
			}
		}
		// The last finite value ends half a step on.
		largest := halfValue(infinity-1, test.exponent, test.fraction)
		step := largest - halfValue(infinity-2, test.exponent, test.fraction)
		limit := float32(largest + step/2)
		if got, err := convert(math.Nextafter32(limit, 0)); err != nil || got != infinity-1 {
			t.Errorf("%s: just below the limit gives %04x, %v", test.d, got, err)
		}
		for _, v := range []float32{limit, -limit, math.MaxFloat32} {
			if got, err := convert(v); err == nil || !strings.Contains(err.Error(), "too large") {
				t.Errorf("%s: %v gives %04x, want an error", test.d, v, got)
			}
		}
	}
}

// TestRoundingAgainstBig rounds random float32 values with exact arithmetic.
func TestRoundingAgainstBig(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		v := math.Float32frombits(rng.Uint32())
		if v != v || math.IsInf(float64(v), 0) || math.Abs(float64(v)) < 0x1p-126 {
			continue
		}
		want, _ := new(big.Float).SetPrec(8).SetMode(big.ToNearestEven).SetFloat64(float64(v)).Float32()
		tensor, err := safetensors.FromFloat32("", safetensors.BF16, nil, []float32{v})
		if err != nil {
			if !math.IsInf(float64(want), 0) && math.Abs(float64(want)) < 0x1p128 {
				t.Fatalf("%v: %v", v, err)
			}
			continue
		}
		if got, err := tensor.Float32(); err != nil || got[0] != want {
			t.Fatalf("BF16 of %v is %v, want %v: %v", v, got, want, err)
		}
	}
}
