package safetensors

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Value is a Go type that has its own number format.
type Value interface {
	bool | uint8 | int8 | uint16 | int16 | uint32 | int32 | uint64 | int64 | float32 | float64
}

func dtypeOf[T Value]() DType {
	var v T
	switch any(v).(type) {
	case bool:
		return Bool
	case uint8:
		return U8
	case int8:
		return I8
	case uint16:
		return U16
	case int16:
		return I16
	case uint32:
		return U32
	case int32:
		return I32
	case uint64:
		return U64
	case int64:
		return I64
	case float32:
		return F32
	default:
		return F64
	}
}

// New makes a tensor of values in their own format. It is an error if the shape holds
// another number of them.
func New[T Value](name string, shape []int, values []T) (Tensor, error) {
	t := Tensor{Name: name, DType: dtypeOf[T](), Shape: append([]int{}, shape...)}
	t.Data = make([]byte, 0, len(values)*t.DType.Size())
	t.Data, _ = binary.Append(t.Data, binary.LittleEndian, values) // a slice of fixed-size values cannot fail
	if err := t.check(); err != nil {
		return Tensor{}, fmt.Errorf("safetensors: %q: %w", name, err)
	}
	return t, nil
}

// Values returns the tensor's values. It is an error if T is not the type of its format.
func Values[T Value](t Tensor) ([]T, error) {
	if want := dtypeOf[T](); t.DType != want {
		return nil, fmt.Errorf("safetensors: %q is %s, want %s", t.Name, t.DType, want)
	}
	if err := t.check(); err != nil {
		return nil, fmt.Errorf("safetensors: %q: %w", t.Name, err)
	}
	values := make([]T, len(t.Data)/t.DType.Size())
	if _, err := binary.Decode(t.Data, binary.LittleEndian, values); err != nil {
		return nil, fmt.Errorf("safetensors: %q: %w", t.Name, err)
	}
	return values, nil
}

// FromFloat32 makes a tensor of values in the format F32, F16 or BF16. The last two round
// to nearest, ties to even; a finite value that would become infinite is an error.
func FromFloat32(name string, d DType, shape []int, values []float32) (Tensor, error) {
	var half func(float32) uint16
	switch d {
	case F32:
		return New(name, shape, values)
	case F16:
		half = toF16
	case BF16:
		half = toBF16
	default:
		return Tensor{}, fmt.Errorf("safetensors: %q: float32 values as %q, want F32, F16 or BF16", name, string(d))
	}
	t := Tensor{Name: name, DType: d, Shape: append([]int{}, shape...), Data: make([]byte, 0, 2*len(values))}
	back := fromHalf(d)
	for i, v := range values {
		h := half(v)
		if math.IsInf(float64(back(h)), 0) && !math.IsInf(float64(v), 0) {
			return Tensor{}, fmt.Errorf("safetensors: %q: value %d is %g, too large for %s", name, i, v, d)
		}
		t.Data = binary.LittleEndian.AppendUint16(t.Data, h)
	}
	if err := t.check(); err != nil {
		return Tensor{}, fmt.Errorf("safetensors: %q: %w", name, err)
	}
	return t, nil
}

// Float32 returns the values of a tensor in the format F32, F16 or BF16, all of which
// float32 holds exactly.
func (t Tensor) Float32() ([]float32, error) {
	if t.DType == F32 {
		return Values[float32](t)
	}
	convert := fromHalf(t.DType)
	if convert == nil {
		return nil, fmt.Errorf("safetensors: %q is %s, want F32, F16 or BF16", t.Name, t.DType)
	}
	if err := t.check(); err != nil {
		return nil, fmt.Errorf("safetensors: %q: %w", t.Name, err)
	}
	values := make([]float32, len(t.Data)/2)
	for i := range values {
		values[i] = convert(binary.LittleEndian.Uint16(t.Data[2*i:]))
	}
	return values, nil
}

func fromHalf(d DType) func(uint16) float32 {
	switch d {
	case F16:
		return fromF16
	case BF16:
		return fromBF16
	}
	return nil
}

func fromBF16(h uint16) float32 { return math.Float32frombits(uint32(h) << 16) }

// toBF16 adds just under half of the last kept digit, or just half if that digit is odd,
// and cuts. The carry may run into the exponent, as it should.
func toBF16(v float32) uint16 {
	bits := math.Float32bits(v)
	if v != v {
		return uint16(bits>>16) | 0x40 // keeps a NaN from becoming an infinity
	}
	return uint16((bits + 0x7fff + bits>>16&1) >> 16)
}

// fromF16: binary16 has 1 sign, 5 exponent (bias 15) and 10 fraction bits.
func fromF16(h uint16) float32 {
	sign, exponent, fraction := uint32(h>>15)<<31, uint32(h>>10&0x1f), uint32(h&0x3ff)
	switch exponent {
	case 0: // subnormal: fraction · 2⁻²⁴, exact in float32
		return math.Float32frombits(math.Float32bits(float32(fraction)*0x1p-24) | sign)
	case 0x1f:
		return math.Float32frombits(sign | 0xff<<23 | fraction<<13)
	}
	return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<13)
}

func toF16(v float32) uint16 {
	bits := math.Float32bits(v)
	sign, magnitude := uint16(bits>>16&0x8000), bits&0x7fffffff
	switch {
	case magnitude > 0x7f800000: // NaN
		return sign | 0x7e00
	case magnitude >= 0x47800000: // 2¹⁶ and above, and infinity
		return sign | 0x7c00
	case magnitude >= 0x38800000: // 2⁻¹⁴ and above: normal
		// As in toBF16, with 13 digits cut; then the exponent's bias changes.
		return sign | uint16((magnitude+0xfff+magnitude>>13&1-(127-15)<<23)>>13)
	}
	// Subnormal: adding 1/2 makes float32's own addition round at 2⁻²⁴.
	return sign | uint16(math.Float32bits(math.Float32frombits(magnitude)+0.5)-math.Float32bits(0.5))
}
