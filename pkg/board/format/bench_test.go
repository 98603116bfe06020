package format_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

// benchText returns puzzles of one side in one form.
func benchText(tb testing.TB, f format.Format, k, puzzles int) string {
	tb.Helper()
	var out bytes.Buffer
	w := format.NewWriter(&out, f)
	rng := newRand(7)
	for range puzzles {
		p := format.Puzzle{Board: partial(rng, k, 0.35), Solution: full(k), Count: 1, Source: "made", Rating: "3"}
		if err := w.Write(p); err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return out.String()
}

func BenchmarkRead(b *testing.B) {
	for _, c := range []struct {
		f     format.Format
		boxes []int
	}{
		{format.Line, []int{2, 3, 4, 5, 6}},
		{format.KaggleCSV, []int{3, 4}},
		{format.ExtremeCSV, []int{3}},
		{format.CountLine, []int{3}},
		{format.Grid, []int{3, 4}},
		{format.Integers, []int{3, 4, 5}},
		{format.SDK, []int{3}},
	} {
		for _, k := range c.boxes {
			b.Run(fmt.Sprintf("format=%s/side=%d", c.f, k*k), func(b *testing.B) {
				const puzzles = 2000
				text := benchText(b, c.f, k, puzzles)
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					n, err := count(format.Read(strings.NewReader(text), format.Options{}))
					if n != puzzles || err != nil {
						b.Fatalf("%d puzzles, %v", n, err)
					}
				}
				b.ReportMetric(float64(b.N)*puzzles/b.Elapsed().Seconds(), "puzzles/s")
			})
		}
	}
}

func BenchmarkParseOne(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := format.ParseOne(easy, format.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	for _, f := range []format.Format{format.Line, format.Grid, format.Integers, format.KaggleCSV} {
		b.Run(fmt.Sprintf("format=%s/side=9", f), func(b *testing.B) {
			p := format.Puzzle{Board: board.MustParse(easy), Solution: board.MustParse(easySolved), Count: 1}
			w := format.NewWriter(discard{}, f)
			b.ReportAllocs()
			for b.Loop() {
				if err := w.Write(p); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}

// discard is io.Discard without its string fast path.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
