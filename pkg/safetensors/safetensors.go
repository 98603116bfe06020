package safetensors

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// DType is the number format of an array, in the words of the format.
type DType string

// The formats this package knows.
const (
	Bool DType = "BOOL" // one byte, 0 or 1
	U8   DType = "U8"
	I8   DType = "I8"
	U16  DType = "U16"
	I16  DType = "I16"
	U32  DType = "U32"
	I32  DType = "I32"
	U64  DType = "U64"
	I64  DType = "I64"
	F16  DType = "F16"  // IEEE 754 binary16
	BF16 DType = "BF16" // the upper half of binary32
	F32  DType = "F32"
	F64  DType = "F64"
)

// Size returns the bytes of one value, 0 for a format that is not known.
func (d DType) Size() int {
	switch d {
	case Bool, U8, I8:
		return 1
	case U16, I16, F16, BF16:
		return 2
	case U32, I32, F32:
		return 4
	case U64, I64, F64:
		return 8
	}
	return 0
}

// Tensor is one named array.
type Tensor struct {
	Name  string
	DType DType
	Shape []int  // no axes for a scalar; an axis may be 0
	Data  []byte // little end first, last axis fastest
}

// Size returns the number of values, or an error if the shape has a negative axis or is
// too large to count in bytes.
func (t Tensor) Size() (int, error) { return size(t.DType, t.Shape) }

// check reports what is wrong with the tensor, without its name.
func (t Tensor) check() error {
	n, err := t.Size()
	if err != nil {
		return err
	}
	if want := n * t.DType.Size(); len(t.Data) != want {
		return fmt.Errorf("%d bytes, want %d for %s %v", len(t.Data), want, t.DType, t.Shape)
	}
	return nil
}

func size(d DType, shape []int) (int, error) {
	width := d.Size()
	if width == 0 {
		return 0, fmt.Errorf("number format %q is not known", string(d))
	}
	n, empty := 1, false
	for _, axis := range shape {
		if axis < 0 {
			return 0, fmt.Errorf("shape %v has a negative axis", shape)
		}
		empty = empty || axis == 0
		if axis > 0 && n > math.MaxInt/axis/width {
			return 0, fmt.Errorf("shape %v of %s has more bytes than can be counted", shape, d)
		}
		n *= max(axis, 1)
	}
	if empty {
		n = 0
	}
	return n, nil
}

// File is the content of a file.
type File struct {
	Tensors  []Tensor          // by name
	Metadata map[string]string // nil if the file has none
}

// Tensor returns the array of a name.
func (f *File) Tensor(name string) (Tensor, bool) {
	i, ok := slices.BinarySearchFunc(f.Tensors, name, func(t Tensor, name string) int { return cmp.Compare(t.Name, name) })
	if !ok {
		return Tensor{}, false
	}
	return f.Tensors[i], true
}
