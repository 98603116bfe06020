package hlo

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/go-xla/stablehlo"
	"github.com/gomlx/go-xla/types"
)

// Operations on pairs. GoMLX lets a scalar stand for a tensor of equal values, StableHLO does not.

type pair = func(a, b *stablehlo.Value) (*stablehlo.Value, error)

func (f *function) pair(op pair, a, b compute.Value) (compute.Value, error) {
	x, y, err := matched(valueOf(a), valueOf(b))
	if err != nil {
		return nil, err
	}
	return op(x, y)
}

// matched brings a scalar, or axes of length 1, to the shape of the other value.
func matched(a, b *stablehlo.Value) (x, y *stablehlo.Value, err error) {
	dims := slices.Clone(a.Shape().Dimensions)
	other := b.Shape().Dimensions
	switch {
	case len(dims) == 0:
		dims = slices.Clone(other)
	case len(other) == len(dims):
		for i := range dims {
			dims[i] = max(dims[i], other[i])
		}
	}
	if x, err = broadcast(a, dims); err != nil {
		return nil, nil, err
	}
	y, err = broadcast(b, dims)
	return x, y, err
}

func broadcast(v *stablehlo.Value, dims []int) (*stablehlo.Value, error) {
	if slices.Equal(v.Shape().Dimensions, dims) {
		return v, nil
	}
	axes := make([]int, len(v.Shape().Dimensions))
	for i := range axes {
		axes[i] = i
	}
	return stablehlo.BroadcastInDim(v, theirs(shapes.Make(v.Shape().DType, dims...)), axes)
}

func (f *function) Add(a, b compute.Value) (compute.Value, error) { return f.pair(stablehlo.Add, a, b) }

func (f *function) Sub(a, b compute.Value) (compute.Value, error) {
	return f.pair(stablehlo.Subtract, a, b)
}

func (f *function) Mul(a, b compute.Value) (compute.Value, error) {
	return f.pair(stablehlo.Multiply, a, b)
}

func (f *function) Max(a, b compute.Value) (compute.Value, error) {
	return f.pair(stablehlo.Maximum, a, b)
}

func (f *function) Min(a, b compute.Value) (compute.Value, error) {
	return f.pair(stablehlo.Minimum, a, b)
}

func (f *function) BitwiseAnd(a, b compute.Value) (compute.Value, error) {
	return f.pair(stablehlo.And, a, b)
}

func (f *function) BitwiseOr(a, b compute.Value) (compute.Value, error) {
	return f.pair(stablehlo.Or, a, b)
}

func (f *function) BitwiseXor(a, b compute.Value) (compute.Value, error) {
	return f.pair(stablehlo.Xor, a, b)
}

func (f *function) LogicalAnd(a, b compute.Value) (compute.Value, error) {
	return f.pair(stablehlo.And, a, b)
}

func (f *function) ShiftLeft(a, b compute.Value) (compute.Value, error) {
	return f.pair(stablehlo.ShiftLeft, a, b)
}

func (f *function) ShiftRightLogical(a, b compute.Value) (compute.Value, error) {
	return f.pair(stablehlo.ShiftRightLogical, a, b)
}

func (f *function) compare(d types.ComparisonDirection, a, b compute.Value) (compute.Value, error) {
	kind := types.CompareUnsigned
	switch dtype := valueOf(a).Shape().DType; {
	case dtype.IsFloat():
		kind = types.CompareFloat
	case !dtype.IsUnsigned() && dtype != dtypes.Bool:
		kind = types.CompareSigned
	}
	return f.pair(func(x, y *stablehlo.Value) (*stablehlo.Value, error) { return stablehlo.Compare(x, y, d, kind) }, a, b)
}

func (f *function) Equal(a, b compute.Value) (compute.Value, error) {
	return f.compare(types.CompareEQ, a, b)
}

func (f *function) LessThan(a, b compute.Value) (compute.Value, error) {
	return f.compare(types.CompareLT, a, b)
}

// Operations on one value.

func (f *function) Identity(x compute.Value) (compute.Value, error) { return x, nil }

func (f *function) BitCount(x compute.Value) (compute.Value, error) {
	return stablehlo.Popcnt(valueOf(x))
}

func (f *function) ConvertDType(x compute.Value, dtype dtypes.DType) (compute.Value, error) {
	return stablehlo.Convert(valueOf(x), dtype)
}

func (f *function) Reshape(x compute.Value, dims ...int) (compute.Value, error) {
	return stablehlo.Reshape(valueOf(x), theirs(shapes.Make(valueOf(x).Shape().DType, dims...)))
}

func (f *function) Transpose(x compute.Value, permutation ...int) (compute.Value, error) {
	return stablehlo.Transpose(valueOf(x), permutation...)
}

func (f *function) BroadcastInDim(x compute.Value, shape shapes.Shape, axes []int) (compute.Value, error) {
	return stablehlo.BroadcastInDim(valueOf(x), theirs(shape), axes)
}

func (f *function) Slice(x compute.Value, starts, limits, strides []int) (compute.Value, error) {
	return stablehlo.Slice(valueOf(x), starts, limits, strides)
}

func (f *function) ReduceSum(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(stablehlo.Add, x, axes)
}

func (f *function) ReduceBitwiseOr(x compute.Value, axes ...int) (compute.Value, error) {
	return f.reduce(stablehlo.Or, x, axes)
}

// reduce combines along axes, all of them if none is named, by an operation with which 0 changes nothing.
func (f *function) reduce(op pair, x compute.Value, axes []int) (compute.Value, error) {
	v := valueOf(x)
	dtype := v.Shape().DType
	if len(axes) == 0 {
		for axis := range v.Shape().Dimensions {
			axes = append(axes, axis)
		}
	}
	zero, err := f.fn.ConstantFromScalar(reflect.Zero(dtype.GoType()).Interface())
	if err != nil {
		return nil, err
	}
	combine := f.fn.Closure()
	scalar := theirs(shapes.Make(dtype))
	a, err := combine.Input(scalar)
	if err != nil {
		return nil, err
	}
	b, err := combine.Input(scalar)
	if err != nil {
		return nil, err
	}
	both, err := op(a, b)
	if err != nil {
		return nil, err
	}
	if err := combine.Return(both); err != nil {
		return nil, err
	}
	return stablehlo.Reduce(v, zero, combine, axes...)
}

// Operations on several.

func (f *function) Concatenate(axis int, operands ...compute.Value) (compute.Value, error) {
	return stablehlo.Concatenate(axis, valuesOf(operands)...)
}

func (f *function) Where(condition, yes, no compute.Value) (compute.Value, error) {
	a, b, err := matched(valueOf(yes), valueOf(no))
	if err != nil {
		return nil, err
	}
	c := valueOf(condition)
	if a, err = broadcast(a, c.Shape().Dimensions); err != nil {
		return nil, err
	}
	if b, err = broadcast(b, c.Shape().Dimensions); err != nil {
		return nil, err
	}
	return stablehlo.Select(c, a, b)
}

func (f *function) While(cond, body compute.Function, state ...compute.Value) ([]compute.Value, error) {
	c, okCond := cond.(*function)
	b, okBody := body.(*function)
	if !okCond || !okBody {
		return nil, fmt.Errorf("a loop of %T and %T", cond, body)
	}
	values, err := stablehlo.While(c.fn, b.fn, valuesOf(state)...)
	if err != nil {
		return nil, err
	}
	out := make([]compute.Value, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out, nil
}
