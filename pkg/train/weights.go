package train

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/safetensors"
)

// formats maps GoMLX's number formats to those of the files, and back.
var formats = []struct {
	tensor dtypes.DType
	file   safetensors.DType
}{
	{dtypes.Float32, safetensors.F32},
	{dtypes.Float64, safetensors.F64},
	{dtypes.Float16, safetensors.F16},
	{dtypes.BFloat16, safetensors.BF16},
	{dtypes.Bool, safetensors.Bool},
	{dtypes.Uint8, safetensors.U8},
	{dtypes.Int8, safetensors.I8},
	{dtypes.Uint16, safetensors.U16},
	{dtypes.Int16, safetensors.I16},
	{dtypes.Uint32, safetensors.U32},
	{dtypes.Int32, safetensors.I32},
	{dtypes.Uint64, safetensors.U64},
	{dtypes.Int64, safetensors.I64},
}

// toFile copies a tensor from wherever it lies.
func toFile(name string, t *tensors.Tensor) (safetensors.Tensor, error) {
	out := safetensors.Tensor{Name: name, Shape: append([]int{}, t.Shape().Dimensions...)}
	for _, f := range formats {
		if f.tensor == t.DType() {
			out.DType = f.file
		}
	}
	if out.DType == "" {
		return out, fmt.Errorf("%s is %s, which files do not hold", name, t.DType())
	}
	err := t.ConstBytes(func(data []byte) { out.Data = slices.Clone(data) })
	return out, err
}

func fromFile(t safetensors.Tensor) (*tensors.Tensor, error) {
	for _, f := range formats {
		if f.file != t.DType {
			continue
		}
		out := tensors.FromShape(shapes.Make(f.tensor, t.Shape...))
		var short bool
		if err := out.MutableBytes(func(data []byte) { short = copy(data, t.Data) != len(t.Data) || len(data) != len(t.Data) }); err != nil {
			return nil, err
		}
		if short {
			return nil, fmt.Errorf("%s: %d bytes for %s", t.Name, len(t.Data), out.Shape())
		}
		return out, nil
	}
	return nil, fmt.Errorf("%s: number format %q is not known", t.Name, string(t.DType))
}

// StoreOf makes a store of the tensors, each at [ScopePath]/name: the store that a network
// runs on. Names may hold slashes. F16 and BF16 become float32, which is what the networks'
// variables are.
func StoreOf(weights []safetensors.Tensor) (*model.Store, error) {
	store := model.NewStore()
	for _, w := range weights {
		if w.DType == safetensors.F16 || w.DType == safetensors.BF16 {
			values, err := w.Float32()
			if err != nil {
				return nil, fmt.Errorf("train: %w", err)
			}
			if w, err = safetensors.New(w.Name, w.Shape, values); err != nil {
				return nil, fmt.Errorf("train: %w", err)
			}
		}
		value, err := fromFile(w)
		if err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
		if _, err := store.CreateVariable(ScopePath+"/"+w.Name, value); err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
	}
	return store, nil
}

// TensorsOf returns the variables of a store under [ScopePath], named without it, by
// name. With format F16 or BF16 those that are float32 are rounded to it; F32 keeps all.
func TensorsOf(store *model.Store, format safetensors.DType) ([]safetensors.Tensor, error) {
	var weights []safetensors.Tensor
	for v := range store.IterVariables() {
		name, ok := strings.CutPrefix(v.Path(), ScopePath+"/")
		if !ok {
			continue
		}
		value, err := v.Value()
		if err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
		w, err := toFile(name, value)
		if err != nil {
			return nil, fmt.Errorf("train: %w", err)
		}
		if w.DType == safetensors.F32 && format != safetensors.F32 {
			values, err := w.Float32()
			if err != nil {
				return nil, fmt.Errorf("train: %w", err)
			}
			if w, err = safetensors.FromFloat32(name, format, w.Shape, values); err != nil {
				return nil, fmt.Errorf("train: %w", err)
			}
		}
		weights = append(weights, w)
	}
	slices.SortFunc(weights, func(a, b safetensors.Tensor) int { return strings.Compare(a.Name, b.Name) })
	return weights, nil
}

// averaged fills to, which may hold an earlier state, with the variables of from under
// [ScopePath]: the averages where there are any, else the values themselves. Variables keep
// their identity, so what was compiled for to stays valid.
func averaged(from, to *model.Store) error {
	for v := range from.IterVariables() {
		if !strings.HasPrefix(v.Path(), ScopePath+"/") {
			continue
		}
		source := v
		if a := from.GetVariable(averagePath + v.Path()); a != nil {
			source = a
		}
		value, err := source.Value()
		if err != nil {
			return err
		}
		if value, err = value.Clone(); err != nil {
			return err
		}
		if old := to.GetVariable(v.Path()); old != nil {
			if err := old.SetValue(value); err != nil {
				return err
			}
			continue
		}
		created, err := to.CreateVariable(v.Path(), value)
		if err != nil {
			return err
		}
		created.SetTrainable(v.Trainable)
	}
	return nil
}

// Part names a set of weights in a checkpoint.
type Part string

// The parts of a checkpoint that hold weights.
const (
	PartLast    Part = "last"    // as the last step left them
	PartAverage Part = "average" // averaged; the last ones if training does not average
	PartBest    Part = "best"    // as validated best by the configuration's Watch
)

// ReadWeights returns the weights in a checkpoint file, by name, for [StoreOf] or a file.
func ReadWeights(path string, part Part) ([]safetensors.Tensor, error) {
	file, err := readFile(path)
	if err != nil {
		return nil, fmt.Errorf("train: %w", err)
	}
	if !slices.Contains([]Part{PartLast, PartAverage, PartBest}, part) {
		return nil, fmt.Errorf("train: part %q is not known, want %s, %s or %s", part, PartLast, PartAverage, PartBest)
	}
	weights := map[string]safetensors.Tensor{}
	take := func(prefix string) {
		for _, t := range file.Tensors {
			if name, ok := strings.CutPrefix(t.Name, prefix+ScopePath+"/"); ok {
				t.Name = name
				weights[name] = t
			}
		}
	}
	if part == PartBest {
		take(bestPrefix)
	} else {
		take(variablePrefix)
		if part == PartAverage {
			take(variablePrefix + averagePath)
		}
	}
	if len(weights) == 0 {
		return nil, fmt.Errorf("train: %s: %w", path, ErrNoWeights)
	}
	return slices.SortedFunc(maps.Values(weights), func(a, b safetensors.Tensor) int { return strings.Compare(a.Name, b.Name) }), nil
}

// ErrNoWeights is wrapped when a checkpoint has no weights of a part.
var ErrNoWeights = errors.New("no weights of that part; nothing was validated yet")
