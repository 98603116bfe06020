package predictions_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dataset/predictions"
)

// puzzlesOf reads a file of puzzles as text, a board a line.
func puzzlesOf(t *testing.T, text string, o predictions.Options) (got []string, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := os.Open(path) // an archive needs a file
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	o.Puzzles = true
	f, err := predictions.Open(r, o)
	if err != nil {
		return nil, err
	}
	for row, err := range f.Rows(t.Context()) {
		if err != nil {
			return got, err
		}
		if row.Fault != "" {
			got = append(got, row.Fault)
			continue
		}
		b, err := board.FromCells(row.Puzzle)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, b.String())
	}
	return got, nil
}

// member is an array of an archive.
type member struct{ name, text string }

func archive(t *testing.T, members ...member) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		w, err := z.Create(m.name + ".npy")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(m.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPuzzles: sets of puzzles are read in every form and type of number that people keep them in.
func TestPuzzles(t *testing.T) {
	want := []string{puzzle, "1.......34......"}
	var cells []uint8
	for _, line := range want {
		cells = append(cells, board.MustParse(line).Cells()...)
	}
	shifted := func(by int) (out []int8) {
		for _, d := range cells {
			out = append(out, int8(int(d)+by))
		}
		return out
	}
	as := func(descr, shape string, order binary.ByteOrder, put func(d uint8) any) string {
		text := array(descr, shape)
		for _, d := range cells {
			var b bytes.Buffer
			if err := binary.Write(&b, order, put(d)); err != nil {
				t.Fatal(err)
			}
			text += b.String()
		}
		return text
	}
	fortran := func(dims ...int) string {
		shape := strings.Trim(strings.ReplaceAll(fmt.Sprint(dims), " ", ", "), "[]")
		text := strings.NewReplacer("False,", "True,", "\n", " \n").Replace(array("'<i4'", "("+shape+")"))
		at := make([]int, len(dims))
		for range cells {
			from := 0
			for i, n := range dims {
				from = from*n + at[i]
			}
			var b bytes.Buffer
			_ = binary.Write(&b, binary.LittleEndian, int32(cells[from]))
			text += b.String()
			for i := range dims { // the first axis runs fastest
				at[i]++
				if at[i] < dims[i] {
					break
				}
				at[i] = 0
			}
		}
		return text
	}
	wide := func() (out []uint32) {
		for _, line := range want {
			for _, c := range line {
				out = append(out, uint32(c))
			}
		}
		return out
	}
	rows := func(pattern string) string {
		var out []string
		for i := range want {
			list := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(shifted(0)[16*i:16*i+16])), ","), "[]")
			out = append(out, strings.NewReplacer("TEXT", want[i], "LIST", "["+list+"]").Replace(pattern))
		}
		return strings.Join(out, "\n") + "\n"
	}
	type texts struct {
		Source   string `parquet:"source"`
		Question string `parquet:"question"`
		Answer   string `parquet:"answer"`
	}
	type lists struct {
		Puzzle []int64 `parquet:"puzzle,list"`
	}
	var asTexts, asLists bytes.Buffer
	long := func(from int) (out []int64) {
		for _, d := range cells[from : from+16] {
			out = append(out, int64(d))
		}
		return out
	}
	if err := parquet.Write(&asTexts, []texts{{"a", want[0], answer}, {"b", want[1], answer}}); err != nil {
		t.Fatal(err)
	}
	if err := parquet.Write(&asLists, []lists{{long(0)}, {long(16)}}); err != nil {
		t.Fatal(err)
	}
	flat, square := "(2, 16)", "(2, 4, 4)"
	one, minus := 1, -1
	solutions := array("'|u1'", "(1, 16)", cellsOf(answer))
	for name, c := range map[string]struct {
		text string
		o    predictions.Options
	}{
		"u1":                {array("'|u1'", flat, cells), predictions.Options{}},
		"i1, squares":       {array("'|i1'", square, shifted(0)), predictions.Options{}},
		"i4":                {as("'<i4'", flat, binary.LittleEndian, func(d uint8) any { return int32(d) }), predictions.Options{}},
		"i8, squares":       {as("'<i8'", square, binary.LittleEndian, func(d uint8) any { return int64(d) }), predictions.Options{}},
		"u2, big end first": {as("'>u2'", flat, binary.BigEndian, func(d uint8) any { return uint16(d) }), predictions.Options{}},
		"f4":                {as("'<f4'", flat, binary.LittleEndian, func(d uint8) any { return float32(d) }), predictions.Options{}},
		"f8, squares":       {as("'<f8'", square, binary.LittleEndian, func(d uint8) any { return float64(d) }), predictions.Options{}},
		"texts of bytes":    {array("'|S16'", "(2,)", []byte(strings.Join(want, ""))), predictions.Options{}},
		"texts":             {array("'<U16'", "(2,)", wide()), predictions.Options{}},
		"Fortran":           {fortran(2, 16), predictions.Options{}},
		"Fortran, squares":  {fortran(2, 4, 4), predictions.Options{}},
		"packed":            {packed(array("'|u1'", flat, cells)), predictions.Options{}},
		"tokens from 1":     {array("'|i1'", flat, shifted(1)), predictions.Options{Blank: &one}},
		"digits from 0":     {array("'|i1'", flat, shifted(-1)), predictions.Options{Blank: &minus}},
		"npz":               {archive(t, member{"puzzles", array("'|u1'", flat, cells)}, member{"solutions", solutions}), predictions.Options{}},
		"npz, others first": {archive(t, member{"solutions", solutions}, member{"guesses", solutions}, member{"Quizzes", array("'|u1'", square, cells)}), predictions.Options{}},
		"npz, named":        {archive(t, member{"a", solutions}, member{"b", array("'|u1'", flat, cells)}), predictions.Options{Array: "b"}},
		"npz, the only one": {archive(t, member{"mine", array("'|u1'", flat, cells)}), predictions.Options{}},
		"jsonl":             {rows(`{"puzzle":"TEXT","solution":"` + answer + `"}`), predictions.Options{}},
		"jsonl, questions":  {rows(`{"question":"TEXT","answer":"` + answer + `","rating":3}`), predictions.Options{}},
		"jsonl, quizzes":    {rows(`{"Quizzes":LIST}`), predictions.Options{}},
		"jsonl, inputs":     {packed(rows(`{"inputs":LIST,"labels":[]}`)), predictions.Options{}},
		"Parquet":           {asTexts.String(), predictions.Options{}},
		"Parquet, lists":    {asLists.String(), predictions.Options{}},
	} {
		got, err := puzzlesOf(t, c.text, c.o)
		if err != nil || strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for name, c := range map[string]struct{ text, says string }{
		"tokens from 1, not said":   {array("'|i1'", "(1, 16)", []int8{5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}), "cell 1 is 5, want 1 to 4, or 0 for a blank cell"},
		"answers alone":             {archive(t, member{"a", solutions}, member{"b", solutions}), `the arrays ["a" "b"], want one of ["puzzle" `},
		"no key":                    {`{"answer":"` + answer + `"}` + "\n", `no puzzle, want a key that is one of ["puzzle" `},
		"probabilities":             {array("'<f4'", "(1, 16, 4)", make([]float32, 64)), "an array of shape [1 16 4], want N × cells"},
		"Fortran, cut short":        {fortran(2, 16)[:200], "the array is cut short"},
		"Parquet, damaged":          {asTexts.String()[:60] + "PAR1", "reading Parquet: "},
		"Parquet, of other columns": {otherParquet(t), `the columns ["moves"], want one of ["puzzle" `},
	} {
		got, err := puzzlesOf(t, c.text, predictions.Options{Name: "x"})
		if said := fmt.Sprint(strings.Join(got, " "), err); !strings.Contains(said, c.says) {
			t.Errorf("%s: %s, want %s", name, said, c.says)
		}
	}
}

func otherParquet(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	if err := parquet.Write(&b, []struct {
		Moves int64 `parquet:"moves"`
	}{{3}}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestParquetAnswers: answers in a Parquet file are paired as those of JSON Lines are.
func TestParquetAnswers(t *testing.T) {
	var b bytes.Buffer
	type line struct {
		Puzzle     string `parquet:"puzzle"`
		Prediction string `parquet:"prediction"`
	}
	if err := parquet.Write(&b, []line{{"................", second}, {puzzle, answer}}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.parquet")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	f, err := predictions.Open(r, predictions.Options{Name: path})
	if err != nil {
		t.Fatal(err)
	}
	p, err := predictions.Pair(t.Context(), f, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	row, err := p.Next(t.Context(), board.MustParse(puzzle))
	if err != nil || row.Fault != "" || !bytes.Equal(row.Answers[0].Cells, cellsOf(answer)) {
		t.Errorf("%+v, %v", row, err)
	}
}
