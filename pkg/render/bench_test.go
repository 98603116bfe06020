package render

import (
	"fmt"
	"io"
	"testing"

	"sudokulab/pkg/board"
)

func BenchmarkRender(b *testing.B) {
	for _, k := range []int{3, 6} {
		grid, _ := patternBoard(b, k, 0.6)
		pic := Picture{Board: grid, Candidates: board.Candidates(grid), Rulers: true}
		o := DefaultOptions()
		o.Scale = 1
		backends := []struct {
			name string
			draw func() error
		}{
			{"text", func() error { return Text(io.Discard, pic, TextOptions{Wide: true}) }},
			{"svg", func() error { return SVG(io.Discard, pic, o) }},
			{"image", func() error { _, err := Image(pic, o); return err }},
			{"png", func() error { return PNG(io.Discard, pic, o) }},
		}
		for _, backend := range backends {
			b.Run(fmt.Sprintf("backend=%s/n=%d", backend.name, k*k), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := backend.draw(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
