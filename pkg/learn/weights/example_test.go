package weights_test

import (
	"fmt"
	"os"
	"path/filepath"

	"sudokulab/pkg/learn/weights"
	"sudokulab/pkg/safetensors"
)

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "weights-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	card, tensors := aLine() // or those of a training's folder: weights.Trained
	if err := weights.Write(filepath.Join(dir, "mine"), card, tensors, safetensors.F16); err != nil {
		fmt.Println(err)
		return
	}
	set, err := weights.Open[line](filepath.Join(dir, "mine.safetensors"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(set.Card.Title, set.Card.Weights, set.Card.Format)
	// Output: a line of 3 inputs 8 F16
}
