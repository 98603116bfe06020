package page_test

import (
	"fmt"
	"io/fs"

	"sudokulab/pkg/page"
)

func Example() {
	info, err := fs.Stat(page.Files(), "index.html")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(info.Name(), info.Size() > 0)
	// Output: index.html true
}
