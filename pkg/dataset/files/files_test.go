package files_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"codeberg.org/sbinet/npyio/npy"
	"codeberg.org/sbinet/npyio/npz"
	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/dataset/files"
)

// boards are rows of sides 4, 9 and 16: the last one has letters.
func rowsOf(t *testing.T, side int) (files.Rows, []files.Row) {
	t.Helper()
	lines := map[int][2]string{
		4:  {"1.......34......", "1243342121344312"},
		9:  {"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", "534678912672195348198342567859761423426853791713924856961537284287419635345286179"},
		16: {strings.Repeat(".", 252) + "G1A9", ""},
	}[side]
	puzzle := board.MustParse(lines[0])
	solution := puzzle
	if lines[1] != "" {
		solution = board.MustParse(lines[1])
	}
	var all []files.Row
	for i := range 3 {
		all = append(all, files.Row{
			Puzzle: puzzle.Cells(), Solution: solution.Cells(), Source: `a "set", or two`, Band: "easy", Index: int64(i), Copy: i % 2,
			Difficulty: "hidden-singles", Guesses: int64(i) << 33, Givens: puzzle.Filled(),
		})
	}
	return files.Rows{Side: side, Count: int64(len(all)), All: func(yield func(files.Row, error) bool) {
		for _, row := range all {
			if !yield(row, nil) {
				return
			}
		}
	}}, all
}

func written(t *testing.T, f files.Format, ending string, r files.Rows) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := files.Write(&b, f, ending, r); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := files.Write(&again, f, ending, r); err != nil || !bytes.Equal(b.Bytes(), again.Bytes()) {
		t.Errorf("%s: other bytes the second time, %v", f, err)
	}
	return b.Bytes()
}

// line is a row as the lines of JSON and the rows of Parquet have it.
type line struct {
	Puzzle     string `json:"puzzle" parquet:"puzzle"`
	Solution   string `json:"solution" parquet:"solution"`
	Difficulty string `json:"difficulty" parquet:"difficulty"`
	Guesses    int64  `json:"guesses" parquet:"guesses"`
	Givens     int32  `json:"givens" parquet:"givens"`
	Band       string `json:"band" parquet:"band"`
	Index      int64  `json:"index" parquet:"index"`
	Copy       int32  `json:"copy" parquet:"copy"`
}

func text(t *testing.T, cells []uint8) string {
	t.Helper()
	b, err := board.FromCells(cells)
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func linesOf(t *testing.T, rows []files.Row) (out []line) {
	t.Helper()
	for _, r := range rows {
		out = append(out, line{text(t, r.Puzzle), text(t, r.Solution), r.Difficulty, r.Guesses, int32(r.Givens), r.Band, r.Index, int32(r.Copy)})
	}
	return out
}

// TestText: what is written as text is read by package format, also packed.
func TestText(t *testing.T) {
	rows, all := rowsOf(t, 9)
	for f, head := range map[files.Format]string{
		files.CSV:     "puzzle,solution,difficulty,guesses,givens,band,index,copy\n",
		files.Extreme: "source,question,answer,rating\n",
	} {
		ending := f.Endings()[0]
		data := written(t, f, ending, rows)
		if !bytes.HasPrefix(data, []byte(head)) {
			t.Errorf("%s begins %.80q", f, data)
		}
		z, err := gzip.NewReader(bytes.NewReader(written(t, f+".gz", ending+".gz", rows)))
		if err != nil {
			t.Fatal(err)
		}
		if !z.ModTime.IsZero() || z.Name != "" {
			t.Errorf("%s: a time or a name: %+v", f, z.Header)
		}
		if plain, err := io.ReadAll(z); err != nil || !bytes.Equal(plain, data) {
			t.Errorf("%s: packed it is another text, %v", f, err)
		}
		n := 0
		for p, err := range format.ReadMany(bytes.NewReader(data), format.Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(p.Board.Cells(), all[n].Puzzle) || !bytes.Equal(p.Solution.Cells(), all[n].Solution) {
				t.Errorf("%s: row %d is %v", f, n, p)
			}
			n++
		}
		if n != len(all) {
			t.Errorf("%s: %d rows, want %d", f, n, len(all))
		}
	}
}

// TestJSONL: a line is an object with all that is known of a row.
func TestJSONL(t *testing.T) {
	for _, side := range []int{4, 9, 16} {
		rows, all := rowsOf(t, side)
		d := json.NewDecoder(bytes.NewReader(written(t, files.JSONL, ".jsonl", rows)))
		d.DisallowUnknownFields()
		var got []line
		for d.More() {
			var l line
			if err := d.Decode(&l); err != nil {
				t.Fatal(err)
			}
			got = append(got, l)
		}
		if diff := cmp.Diff(linesOf(t, all), got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestParquet: the rows come back.
func TestParquet(t *testing.T) {
	for _, side := range []int{4, 9, 16} {
		rows, all := rowsOf(t, side)
		data := written(t, files.Parquet, ".parquet", rows)
		got, err := parquet.Read[line](bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(linesOf(t, all), got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestNumPy: another reader finds the shape, the type and the numbers.
func TestNumPy(t *testing.T) {
	for _, side := range []int{4, 9, 16} {
		rows, all := rowsOf(t, side)
		var puzzles, solutions []uint8
		var guesses []int64
		for _, r := range all {
			puzzles, solutions, guesses = append(puzzles, r.Puzzle...), append(solutions, r.Solution...), append(guesses, r.Guesses)
		}
		shape := []int{len(all), side, side}
		for ending, want := range map[string][]uint8{".puzzles.npy": puzzles, ".solutions.npy": solutions} {
			data := written(t, files.NPY, ending, rows)
			if at := bytes.IndexByte(data, '\n') + 1; at%64 != 0 {
				t.Errorf("numbers begin at byte %d, want a multiple of 64", at)
			}
			checkNPY(t, bytes.NewReader(data), shape, want)
		}
		data := written(t, files.NPZ, ".npz", rows)
		z, err := npz.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"puzzles.npy", "solutions.npy", "guesses.npy"}, z.Keys()); diff != "" {
			t.Error(diff)
		}
		for name, want := range map[string][]uint8{"puzzles.npy": puzzles, "solutions.npy": solutions} {
			var got []uint8
			if err := z.Read(name, &got); err != nil || !bytes.Equal(got, want) || !cmp.Equal(z.Header(name).Descr.Shape, shape) {
				t.Errorf("%s: %v, %v", name, z.Header(name), err)
			}
		}
		var got []int64
		if err := z.Read("guesses.npy", &got); err != nil || !cmp.Equal(got, guesses) {
			t.Errorf("%v, %v", got, err)
		}
	}
}

func checkNPY(t *testing.T, r io.Reader, shape []int, want []uint8) {
	t.Helper()
	in, err := npy.NewReader(r)
	if err != nil {
		t.Fatal(err)
	}
	var got []uint8
	if err := in.Read(&got); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d numbers, %v", len(got), err)
	}
	if h := in.Header.Descr; h.Fortran || strings.Trim(h.Type, "'") != "|u1" || !cmp.Equal(h.Shape, shape) {
		t.Errorf("%+v, want %v", h, shape)
	}
}

// TestFaults: an unknown format or ending, rows that fail and a writer that fails are errors.
func TestFaults(t *testing.T) {
	rows, _ := rowsOf(t, 9)
	for _, c := range [][2]string{{"xlsx", ".xlsx"}, {"csv", ".npy"}, {"npz.gz", ".npz.gz"}, {".gz", ".gz"}} {
		if err := files.Write(io.Discard, files.Format(c[0]), c[1], rows); err == nil {
			t.Errorf("%v: no error", c)
		}
	}
	broken := errors.New("broken")
	bad := files.Rows{Side: 9, Count: 3, All: func(yield func(files.Row, error) bool) { yield(files.Row{}, broken) }}
	for _, f := range files.Formats() {
		for _, ending := range f.Endings() {
			if err := files.Write(io.Discard, f, ending, bad); !errors.Is(err, broken) {
				t.Errorf("%s: %v", f, err)
			}
			if err := files.Write(full{}, f, ending, rows); err == nil {
				t.Errorf("%s: no error of a full disk", f)
			}
		}
	}
}

// full is a writer without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }
