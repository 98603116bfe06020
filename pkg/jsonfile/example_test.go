package jsonfile_test

import (
	"fmt"
	"strings"

	"sudokulab/pkg/jsonfile"
)

func ExampleUnmarshal() {
	var cells []int
	fmt.Println(jsonfile.Unmarshal([]byte("[5, 3, 0]"), &cells), cells)

	var anything any
	fmt.Println(jsonfile.Unmarshal([]byte("{\"givens\":\n"+strings.Repeat("[", 1000)), &anything))
	// Output:
	// <nil> [5 3 0]
	// line 2: lists and maps nest more than 100 deep, want fewer
}
