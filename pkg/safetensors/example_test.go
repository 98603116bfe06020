package safetensors_test

import (
	"bytes"
	"fmt"

	"sudokulab/pkg/safetensors"
)

func Example() {
	weights, err := safetensors.FromFloat32("decoder/weights", safetensors.BF16, []int{2, 2}, []float32{1, 0.5, -3, 0.1})
	if err != nil {
		fmt.Println(err)
		return
	}
	var b bytes.Buffer
	if err := safetensors.Write(&b, []safetensors.Tensor{weights}, map[string]string{"task": "gnn"}); err != nil {
		fmt.Println(err)
		return
	}

	file, err := safetensors.Read(&b)
	if err != nil {
		fmt.Println(err)
		return
	}
	t, _ := file.Tensor("decoder/weights")
	values, err := t.Float32()
	fmt.Println(file.Metadata["task"], t.DType, t.Shape, values, err)
	// Output: gnn BF16 [2 2] [1 0.5 -3 0.100097656] <nil>
}

func ExampleFromFloat32() {
	_, err := safetensors.FromFloat32("w", safetensors.F16, []int{2}, []float32{1, 70000})
	fmt.Println(err)
	// Output: safetensors: "w": value 1 is 70000, too large for F16
}
