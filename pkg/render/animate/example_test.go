package animate_test

import (
	"bytes"
	"fmt"
	"image/gif"
	"log"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/render"
	"sudokulab/pkg/render/animate"
)

// Two pictures of a board, a second apart.
func Example() {
	before := board.MustParse("12..34..2.4..3..")
	after := before.Clone()
	after.Set(2, 3)
	var film bytes.Buffer
	err := animate.GIF(&film, []animate.Frame{
		{Picture: render.Picture{Board: before}, Delay: time.Second},
		{Picture: render.Picture{Board: after}, Delay: 3 * time.Second},
	}, render.DefaultOptions())
	if err != nil {
		log.Fatal(err)
	}
	read, err := gif.DecodeAll(&film)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(read.Image), "frames, shown for", read.Delay, "hundredths of a second")
	// Output: 2 frames, shown for [100 300] hundredths of a second
}
