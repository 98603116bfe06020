package format_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"sudokulab/pkg/board/format"
)

// both reads a text with Read and with ReadMany and reports what differs. It returns the number of puzzles and of errors.
func both(t *testing.T, text string, o format.Options) (puzzles, faults int) {
	t.Helper()
	type told struct{ Puzzle, Error string }
	all := func(read func(io.Reader, format.Options) func(func(format.Puzzle, error) bool), r io.Reader) (out []told) {
		o := o
		o.File = "f"
		o.OnError = func(err error) { out = append(out, told{Error: err.Error()}) }
		for p, err := range read(r, o) {
			e := told{Puzzle: fmt.Sprintf("%+v", p)}
			if err != nil {
				e = told{Error: err.Error()}
			}
			out = append(out, e)
		}
		return out
	}
	one := func(r io.Reader, o format.Options) func(func(format.Puzzle, error) bool) { return format.Read(r, o) }
	many := func(r io.Reader, o format.Options) func(func(format.Puzzle, error) bool) {
		return format.ReadMany(r, o)
	}
	want := all(one, strings.NewReader(text))
	for name, r := range map[string]io.Reader{
		"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text)), "halves": iotest.HalfReader(strings.NewReader(text)),
		"with the end": iotest.DataErrReader(strings.NewReader(text)),
	} {
		if got := all(many, r); !reflect.DeepEqual(got, want) {
			i := 0
			for i < len(got) && i < len(want) && got[i] == want[i] {
				i++
			}
			t.Fatalf("%s: %d events, want %d; event %d is %+v, want %+v\n%.2000q", name, len(got), len(want), i, event(got, i), event(want, i), text)
		}
	}
	for _, e := range want {
		if e.Error == "" {
			puzzles++
		} else {
			faults++
		}
	}
	return puzzles, faults
}

func event[T any](all []T, i int) any {
	if i < len(all) {
		return all[i]
	}
	return "none"
}

// TestReadMany: whatever stands between puzzles that are alike, what is read is the same.
func TestReadMany(t *testing.T) {
	const puzzle, grid = easy, easySolved
	rows := func(s string, end string) string {
		var out strings.Builder
		for i := 0; i < len(s); i += 9 {
			out.WriteString(s[i:i+9] + end)
		}
		return out.String()
	}
	small, wide := "1234341221434321", strings.Repeat(".", 256)
	wrong := "9" + grid[1:]
	pieces := []string{
		// alike
		puzzle + "\n", puzzle + "\n", puzzle + "\r\n", grid + "\n", rows(puzzle, "\n"), "\n" + rows(puzzle, "\n"), rows(puzzle, "\r\n"), "\n", "\r\n",
		puzzle + "," + grid + "\n", puzzle + "," + grid + "\r\n", puzzle + ",\n", strings.ReplaceAll(puzzle, ".", "0") + "," + grid + "\n",
		// not quite
		puzzle + " \n", " " + puzzle + "\n", puzzle + ";8.4;name\n", "name " + puzzle + "\n", puzzle + "1\n", puzzle[1:] + "\n", "x" + puzzle[1:] + "\n",
		puzzle + ":1:" + grid + "\n", puzzle + "," + wrong + "\n", puzzle + "," + grid[1:] + "\n", `"` + puzzle + `",` + grid + "\n", puzzle + "," + grid + ",\n",
		grid + "," + puzzle + "\n", "# comment\n", "Grid 01\n", "\ufeff" + puzzle + "\n", puzzle + "\r\r\n", puzzle + "\x00\n", "1 2 3 4\n",
		rows(puzzle, " \n"), rows(puzzle, "\n\n"), rows(puzzle[:27], "\n") + "\n" + rows(puzzle[27:54]+strings.Repeat(".", 27), "\n") + "\n" + rows(puzzle[54:], "\n"),
		rows(puzzle, "\n")[:40] + "\n", rows(puzzle, "\n")[:83] + "x......\n", "------+------\n", small + "\n", wide + "\n", rows("abcdefghi"+puzzle[9:], "\n"),
		"[Puzzle]\n" + rows(puzzle, "\n"), "[State]\n", puzzle, rows(puzzle, "\n")[:89], strings.Repeat(" ", 1<<16) + "\n", strings.Repeat("1", 1<<17) + "\n",
		strings.ReplaceAll(strings.Repeat("A", 81), "AB", "A.") + "\n",
	}
	heads := []string{
		"", "", "", "puzzle,solution\n", "puzzle,solution\r\n", "\ufeffquizzes,solutions\n", "solution,puzzle\n", "id,puzzle,solution,clues,difficulty\n",
		"source\tquestion\tanswer\trating\n", "puzzle;solution;count\n", "# comment\npuzzle,solution\n", "#S source\n[Puzzle]\n", ";puzzle\n", "[x],puzzle\n", `"puzzle",solution` + "\n", "\n\n",
	}
	records := []string{ // of wider tables
		"7," + puzzle + "," + grid + ",30,1.5\n", "7," + puzzle + "," + grid + ",30,1.5\n", "8," + puzzle + ",,30,\n", "made\t" + puzzle + "\t" + grid + "\t3\n", puzzle + ";" + grid + ";1\n",
		puzzle + ";" + grid + ";\n", grid + "," + puzzle + "\n", grid + "," + grid + "\n",
	}
	rng := rand.New(rand.NewPCG(3, 4))
	options := []format.Options{
		{},
		{KeepGoing: true},
		{KeepGoing: true},
		{KeepGoing: true, Side: 9},
		{KeepGoing: true, Format: format.Grid},
		{KeepGoing: true, Format: format.Line},
		{KeepGoing: true, Format: format.KaggleCSV},
		{KeepGoing: true, Alphabet: "123456789"},
		{KeepGoing: true, Format: format.CountLine},
		{KeepGoing: true, Format: format.SDK},
		{KeepGoing: true, Format: format.Integers},
		{KeepGoing: true, Side: 16},
	}
	puzzles, faults := 0, 0
	for range 3000 {
		var text strings.Builder
		text.WriteString(heads[rng.IntN(len(heads))])
		for range 1 + rng.IntN(8) {
			piece := pieces[rng.IntN(len(pieces))]
			switch {
			case rng.IntN(2) == 0:
				piece = pieces[rng.IntN(13)]
			case rng.IntN(4) == 0:
				piece = records[rng.IntN(len(records))]
			}
			text.WriteString(strings.Repeat(piece, 1+rng.IntN(3)*rng.IntN(2)))
		}
		p, f := both(t, text.String(), options[rng.IntN(len(options))])
		puzzles, faults = puzzles+p, faults+f
	}
	if puzzles < 5000 || faults < 2000 {
		t.Errorf("%d puzzles and %d faults, want many of both", puzzles, faults)
	}
}

// TestReadManyCompressed: what is compressed is read as Read does.
func TestReadManyCompressed(t *testing.T) {
	text := strings.Repeat(easy+"\n", 100)
	for _, data := range [][]byte{gzipped(t, text), zstandard(t, text)} {
		if n, err := count(format.ReadMany(bytes.NewReader(data), format.Options{})); n != 100 || err != nil {
			t.Errorf("%d puzzles, %v", n, err)
		}
	}
	if n, err := count(format.ReadMany(nil, format.Options{})); n != 0 || err == nil {
		t.Errorf("no reader: %d puzzles, %v", n, err)
	}
	if n, err := count(format.ReadMany(iotest.ErrReader(io.ErrClosedPipe), format.Options{})); n != 0 || err == nil {
		t.Errorf("broken reader: %d puzzles, %v", n, err)
	}
}

// TestReadManyStops: after the consumer has left, nothing is taken, and errors end the sequence.
func TestReadManyStops(t *testing.T) {
	r := strings.NewReader(strings.Repeat(easy+"\n", 5000))
	n := 0
	for _, err := range format.ReadMany(r, format.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if n == 2000 {
			break
		}
	}
	if n != 2000 || r.Len() == 0 {
		t.Errorf("%d puzzles, %d bytes left", n, r.Len())
	}
}

func FuzzReadMany(f *testing.F) {
	f.Add([]byte("puzzle,solution\n"+easy+","+easySolved+"\n"+easy+","+easySolved+"\n"), true)
	f.Add([]byte(easy+"\n"+easy+"\n\n"+easy), false)
	f.Add([]byte(strings.Repeat(strings.Repeat(".........\n", 9)+"\n", 3)), false)
	f.Fuzz(func(t *testing.T, data []byte, keepGoing bool) {
		both(t, string(data), format.Options{KeepGoing: keepGoing})
	})
}

func BenchmarkReadMany(b *testing.B) {
	for _, f := range []format.Format{format.Line, format.KaggleCSV, format.ExtremeCSV, format.Grid} {
		for name, read := range map[string]func(io.Reader, format.Options) func(func(format.Puzzle, error) bool){
			"one": func(r io.Reader, o format.Options) func(func(format.Puzzle, error) bool) { return format.Read(r, o) },
			"many": func(r io.Reader, o format.Options) func(func(format.Puzzle, error) bool) {
				return format.ReadMany(r, o)
			},
		} {
			b.Run(fmt.Sprintf("format=%s/read=%s", f, name), func(b *testing.B) {
				const puzzles = 20_000
				text := benchText(b, f, 3, puzzles)
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					if n, err := count(read(strings.NewReader(text), format.Options{})); n != puzzles || err != nil {
						b.Fatalf("%d puzzles, %v", n, err)
					}
				}
				b.ReportMetric(float64(b.N)*puzzles/b.Elapsed().Seconds(), "puzzles/s")
			})
		}
	}
}
