package predictions_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dataset/predictions"
)

const (
	puzzle = "12..34.........."
	answer = "1234341221434321"
	second = "2134341212434321"
)

func cellsOf(text string) []uint8 { return board.MustParse(text).Cells() }

// rows reads all rows of a text, and the error that ends them.
func rows(t *testing.T, text string, o predictions.Options) (all []predictions.Row, err error) {
	t.Helper()
	f, err := predictions.Open(strings.NewReader(text), o)
	if err != nil {
		return nil, err
	}
	for row, err := range f.Rows(t.Context()) {
		if err != nil {
			return all, err
		}
		all = append(all, row)
	}
	return all, nil
}

// array writes a file of NumPy.
func array(descr, shape string, data ...any) string {
	var b bytes.Buffer
	head := fmt.Sprintf("{'descr': %s, 'fortran_order': False, 'shape': %s, }", descr, shape)
	head += strings.Repeat(" ", 63-(10+len(head))%64) + "\n"
	b.WriteString("\x93NUMPY\x01\x00")
	_ = binary.Write(&b, binary.LittleEndian, uint16(len(head)))
	b.WriteString(head)
	for _, d := range data {
		_ = binary.Write(&b, binary.LittleEndian, d)
	}
	return b.String()
}

func packed(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}

// TestForms: each form says the same.
func TestForms(t *testing.T) {
	list := strings.Trim(strings.Join(strings.Split(answer, ""), ","), ",")
	for name, c := range map[string]struct {
		text string
		o    predictions.Options
		form predictions.Form
		line int64
	}{
		"lines":           {answer + "\n", predictions.Options{}, predictions.Lines, 1},
		"no last end":     {"# by me\r\n" + answer, predictions.Options{}, predictions.Lines, 2},
		"as solve says":   {answer + " found # nothing more\n", predictions.Options{}, predictions.Lines, 1},
		"spaces":          {strings.ReplaceAll(list, ",", " "), predictions.Options{}, predictions.Lines, 1},
		"list":            {"[" + list + "]\n", predictions.Options{}, predictions.Lines, 1},
		"gzip":            {packed(answer + "\n"), predictions.Options{}, predictions.Lines, 1},
		"csv":             {"\xef\xbb\xbfid;Answer\r\n7;" + answer + "\r\n", predictions.Options{}, predictions.CSV, 2},
		"csv, its own":    {"solution,prediction\n" + second + "," + answer + "\n", predictions.Options{}, predictions.CSV, 2},
		"csv, quoted":     {"answer,note\n\"[" + list + "]\",\"a, b\"\n", predictions.Options{}, predictions.CSV, 2},
		"csv, one column": {"prediction\n" + answer + "\n", predictions.Options{}, predictions.CSV, 2},
		"json text":       {`{"answer": "` + answer + `"}`, predictions.Options{}, predictions.JSONL, 1},
		"json numbers":    {`{"Answer": [` + list + `]}`, predictions.Options{}, predictions.JSONL, 1},
		"json rows":       {`{"solution": ["1234","3412","2143","4321"]}`, predictions.Options{}, predictions.JSONL, 1},
		"json matrix":     {`{"answers": [[[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]]]}`, predictions.Options{}, predictions.JSONL, 1},
		"zero":            {"0123230110323210\n", predictions.Options{Alphabet: board.ZeroBased}, predictions.Lines, 1},
		"letters":         {"abcdcdabbadcdcba\n", predictions.Options{Side: 4}, predictions.Lines, 1},
		"npy":             {array("'|u1'", "(1, 16)", cellsOf(answer)), predictions.Options{}, predictions.NPY, 1},
		"npy, texts":      {array("'|S18'", "(1,)", []byte(answer+"\x00\x00")), predictions.Options{}, predictions.NPY, 1},
		"npy, packed":     {packed(array("'|u1'", "(1, 4, 4)", cellsOf(answer))), predictions.Options{}, predictions.NPY, 1},
	} {
		f, err := predictions.Open(strings.NewReader(c.text), c.o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		all, err := rows(t, c.text, c.o)
		want := []predictions.Row{{Line: c.line, Index: -1, Answers: []predictions.Answer{{Cells: cellsOf(answer)}}}}
		if diff := cmp.Diff(want, all); diff != "" || err != nil || f.Form() != c.form {
			t.Errorf("%s: %v, %v, %s", name, f.Form(), err, diff)
		}
	}
}

// TestNumbers: all types of elements and both byte orders say the same.
func TestNumbers(t *testing.T) {
	cells := cellsOf(answer)
	numbers := func(to func(d uint8) any) (out []any) {
		for _, d := range cells {
			out = append(out, to(d))
		}
		return out
	}
	swapped := func(d uint8) any { return []byte{0, d} }
	for descr, data := range map[string][]any{
		"'|i1'":  numbers(func(d uint8) any { return int8(d) }), //nolint:gosec // a digit
		"'<u2'":  numbers(func(d uint8) any { return uint16(d) }),
		"'<i2'":  numbers(func(d uint8) any { return int16(d) }),
		"'>i2'":  numbers(swapped),
		"'>u2'":  numbers(swapped),
		"'<u4'":  numbers(func(d uint8) any { return uint32(d) }),
		"'<i4'":  numbers(func(d uint8) any { return int32(d) }),
		"'<u8'":  numbers(func(d uint8) any { return uint64(d) }),
		"'<i8'":  numbers(func(d uint8) any { return int64(d) }),
		"'<f4'":  numbers(func(d uint8) any { return float32(d) }),
		"'<f8'":  numbers(func(d uint8) any { return float64(d) }),
		"'<f2'":  numbers(func(d uint8) any { return []uint16{0, 0x3c00, 0x4000, 0x4200, 0x4400}[d] }),
		"'<U16'": numbers(func(d uint8) any { return uint32('0' + d) }),
	} {
		shape := "(1, 16)"
		if strings.Contains(descr, "U") {
			shape = "(1,)"
		}
		all, err := rows(t, array(descr, shape, data...), predictions.Options{})
		if err != nil || len(all) != 1 || !bytes.Equal(all[0].Answers[0].Cells, cells) {
			t.Errorf("%s: %+v, %v", descr, all, err)
		}
	}
}

// TestSeveral: lists of answers, and arrays with an axis of answers, keep their order; a null and a grid of another kind stay in it.
func TestSeveral(t *testing.T) {
	all, err := rows(t, `{"puzzle": "`+puzzle+`", "answers": ["`+answer+`", null, "12", [[2,1,3,4],[3,4,1,2],[1,2,4,3],[4,3,2,1]]]}`, predictions.Options{Side: 4})
	want := []predictions.Row{{Line: 1, Index: -1, Puzzle: cellsOf(puzzle), Answers: []predictions.Answer{
		{Cells: cellsOf(answer)}, {}, {Fault: "2 cells, want 16"}, {Cells: cellsOf(second)},
	}}}
	if diff := cmp.Diff(want, all); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	for _, shape := range []string{"(1, 2, 16)", "(1, 2, 4, 4)"} {
		all, err := rows(t, array("'|u1'", shape, cellsOf(answer), cellsOf(second)), predictions.Options{})
		if err != nil || len(all) != 1 || len(all[0].Answers) != 2 || !bytes.Equal(all[0].Answers[1].Cells, cellsOf(second)) {
			t.Errorf("%s: %+v, %v", shape, all, err)
		}
	}
	// Sixteen answers of side 4 are no board of side 16 where the side is known.
	lines := strings.Repeat(`"`+answer+`",`, 16)
	if all, err = rows(t, `{"answers": [`+lines[:len(lines)-1]+`]}`, predictions.Options{Side: 4}); err != nil || len(all[0].Answers) != 16 {
		t.Errorf("%+v, %v", all, err)
	}
}

// likely are probabilities that hold the digits of a grid likeliest.
func likely(text string) (p []float32) {
	for _, d := range cellsOf(text) {
		for digit := range uint8(4) {
			x := float32(0.1)
			if digit+1 == d {
				x = 0.7
			}
			p = append(p, x)
		}
	}
	return p
}

// TestProbabilities: the likeliest digits are the answer, and what is no probability is named.
func TestProbabilities(t *testing.T) {
	for _, shape := range []string{"(1, 16, 4)", "(1, 4, 4, 4)"} {
		all, err := rows(t, array("'<f4'", shape, likely(answer)), predictions.Options{})
		if err != nil || len(all) != 1 || !bytes.Equal(all[0].Answers[0].Cells, cellsOf(answer)) || !cmp.Equal(all[0].Answers[0].P, likely(answer)) {
			t.Errorf("%s: %+v, %v", shape, all, err)
		}
	}
	var text []string
	for _, x := range likely(answer) {
		text = append(text, fmt.Sprint(x))
	}
	all, err := rows(t, `{"index": 3, "probabilities": [[`+strings.Join(text[:4], ",")+`],[`+strings.Join(text[4:], ",")+`]]}`, predictions.Options{})
	if err != nil || all[0].Index != 3 || !bytes.Equal(all[0].Answers[0].Cells, cellsOf(answer)) {
		t.Errorf("%+v, %v", all, err)
	}
	for says, change := range map[string]func(p []float32){
		"cell 2, digit 3 has no probability (NaN)":                                   func(p []float32) { p[6] = float32(math.NaN()) },
		"cell 2, digit 3 has the probability -1, want 0 to 1; logits need a softmax": func(p []float32) { p[6] = -1 },
		"cell 2, digit 3 has the probability 2, want 0 to 1":                         func(p []float32) { p[6] = 2 },
		"the probabilities of cell 2 add up to 0.9, want 1":                          func(p []float32) { p[6] = 0 },
	} {
		p := likely(answer)
		change(p)
		all, err := rows(t, array("'<f4'", "(1, 16, 4)", p), predictions.Options{})
		if err != nil || all[0].Answers[0].Fault != says || all[0].Answers[0].P != nil {
			t.Errorf("%s: %+v, %v", says, all, err)
		}
	}
}

// TestAlphabets: the characters of large boards are told from full grids, also where these are wrong.
func TestAlphabets(t *testing.T) {
	grid := make([]byte, 256)
	for i := range grid {
		grid[i] = byte(1 + (i%16+i/16*4+i/64)%16)
	}
	grid[5] = grid[6]
	for _, a := range []board.Alphabet{board.Numeric, board.ZeroBased, board.Letters} {
		var text []byte
		for _, d := range grid {
			text = append(text, a[d-1])
		}
		for _, text := range []string{string(text), strings.ToLower(string(text)), `{"answers": ["` + string(text) + `"]}`} {
			all, err := rows(t, text+"\n"+text+"\n", predictions.Options{Side: 16})
			if err != nil || len(all) != 2 || !bytes.Equal(all[1].Answers[0].Cells, grid) {
				t.Errorf("%s: %+v, %v", a, all, err)
			}
		}
	}
}

// TestFaults: what is wrong with a row is said in it, and the rows behind it are read.
func TestFaults(t *testing.T) {
	long := strings.Repeat("1", predictions.MaxLine+5)
	for _, c := range []struct{ text, says string }{
		{"123\n", "3 cells, want 16"},
		{"x234341221434321\n", "cell 1 is 'x', want a digit 1 to 4"},
		{"5234341221434321\n", "cell 1 is '5', want a digit 1 to 4"},
		{"é34341221434321\n", "cell 1 is 'é', want a digit 1 to 4"},
		{"1 2 3 x\n", "4 cells, want 16"},
		{"9 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n", "cell 1 is 9, want 1 to 4, or 0 for a blank cell"},
		{"nan 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n", "cell 1 is not a number (NaN)"},
		{"x 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1\n", `cell 1 is "x", want a number`},
		{"\n", "an empty line"},
		{long + "\n", fmt.Sprintf("a line of %d bytes, want at most %d", len(long)+1, predictions.MaxLine)},
	} {
		all, err := rows(t, answer+"\n"+c.text+answer+"\n", predictions.Options{Side: 4})
		if err != nil || len(all) != 3 || all[1].Fault != c.says || all[1].Line != 2 || all[1].Answers != nil || all[2].Fault != "" {
			t.Errorf("%.40q: %+v, %v", c.text, all, err)
		}
	}
	for _, c := range []struct{ text, says string }{
		{"[1]\n", "a JSON array, want an object a line"},
		{"{\"answer\"\n", "no JSON object: unexpected end of JSON input"},
		{"{\"answer\": [NaN]}\n", "no JSON object: NaN is none of its numbers"},
		{"{\"reply\": 1}\n", `no answer, want a key "answer", "answers" or "probabilities"`},
		{"{\"puzzle\": \"1\", \"answer\": 1}\n", "the puzzle: 1 cells, want 16"},
		{"{\"index\": 1.5, \"answer\": 1}\n", "index 1.5, want a whole number"},
		{"{\"index\": -1, \"answer\": 1}\n", "index -1, want 0 or more"},
		{"{\"index\": \"a\", \"answer\": 1}\n", `index "a", want a whole number`},
	} {
		all, err := rows(t, "{\"answer\": null}\n"+c.text, predictions.Options{Side: 4})
		if err != nil || len(all) != 2 || all[1].Fault != c.says {
			t.Errorf("%q: %+v, %v", c.text, all, err)
		}
	}
	for _, c := range []struct{ text, says string }{
		{"1\n", "1 fields, want 2 as in the header"},
		{"x," + answer + "\n", `index "x", want a whole number`},
		{"1,\"" + answer + "\n", `character 20: extraneous or missing " in quoted-field`},
	} {
		all, err := rows(t, "index,answer\n"+c.text, predictions.Options{Side: 4})
		if err != nil || len(all) != 1 || all[0].Fault != c.says {
			t.Errorf("%q: %+v, %v", c.text, all, err)
		}
	}
}

// TestCut: files that end too early give what is there, and say behind which row they end.
func TestCut(t *testing.T) {
	whole := array("'|u1'", "(3, 16)", cellsOf(answer), cellsOf(answer), cellsOf(answer))
	for cut, want := range map[int]int{len(whole) - 16: 2, len(whole) - 17: 1, len(whole) - 48: 0} {
		all, err := rows(t, whole[:cut], predictions.Options{Name: "a.npy"})
		fault, ok := errors.AsType[*predictions.FileError](err)
		if !ok || len(all) != want || fault.Line != int64(want) || !strings.Contains(fault.Cause, "its header says 3 rows") {
			t.Errorf("%d bytes: %d rows, %v", cut, len(all), err)
		}
	}
	if all, err := rows(t, whole+"x", predictions.Options{}); err == nil || len(all) != 3 {
		t.Errorf("a byte too many: %d rows, %v", len(all), err)
	}
	z := packed(strings.Repeat(answer+"\n", 100))
	if _, err := rows(t, z[:len(z)-10], predictions.Options{Name: "a.gz"}); err == nil || !strings.Contains(err.Error(), "the file is cut short") {
		t.Errorf("gzip: %v", err)
	}
}

// TestRefused: files that are nothing to read are refused as a whole.
func TestRefused(t *testing.T) {
	good := array("'|u1'", "(1, 16)", cellsOf(answer))
	for _, c := range []struct {
		text string
		o    predictions.Options
		says string
	}{
		{answer, predictions.Options{Form: "xml"}, `form "xml"`},
		{answer, predictions.Options{Side: 5}, "side 5"},
		{answer, predictions.Options{IndexBase: 2}, "want 0 or 1"},
		{answer, predictions.Options{Alphabet: "12"}, "want 36 characters"},
		{"", predictions.Options{Form: predictions.NPY}, "the file is empty"},
		{answer, predictions.Options{Form: predictions.NPY}, "magic number"},
		{answer, predictions.Options{Form: predictions.NPZ}, "rather than a stream"},
		{answer, predictions.Options{Form: predictions.CSV}, "want a column prediction, answer or solution"},
		{"a,b\n1,2\n", predictions.Options{Name: "x.csv"}, `the header is "a,b"`},
		{"puzzle,rating\n", predictions.Options{}, "want a column prediction, answer or solution"},
		{"PAR1\x00", predictions.Options{}, "a Parquet file"},
		{"\x00\x01", predictions.Options{}, "no text"},
		{"\x1f\x8b\x00", predictions.Options{}, "reading gzip"},
		{good[:40], predictions.Options{}, "the header is cut short"},
		{strings.Replace(good, "'descr'", "'descx'", 1), predictions.Options{}, "reading npy"},
		{strings.Replace(good, "\n", " ", 1), predictions.Options{}, "the header is damaged"},
		{strings.Replace(good, "False", " True", 1), predictions.Options{}, "reading npy"},
		{strings.Replace(good, "False,", "True, ", 1), predictions.Options{}, "reading npy"},
		{strings.Replace(good, "|u1", "|O1", 1), predictions.Options{}, "elements of the type '|O1'"},
		{strings.Replace(good, "|u1", "<c8", 1), predictions.Options{}, "elements of the type"},
		{array("'|u1'", "()"), predictions.Options{}, "an array of shape []"},
		{array("'|u1'", "(16,)"), predictions.Options{}, "an array of shape [16]"},
		{array("'|u1'", "(1, 17)"), predictions.Options{}, "an array of shape [1 17]"},
		{array("'|u1'", "(1, 16)"), predictions.Options{Side: 9}, "an array of shape [1 16]"},
		{array("'<f4'", "(1, 16, 5)"), predictions.Options{}, "5 numbers for each of 16 cells, want 4"},
		{array("'<f4'", "(1, 1000000, 1000000)"), predictions.Options{}, "a row of no bytes, or of more than"},
		{array("'|S900000000'", "(1,)"), predictions.Options{}, "elements of the type"},
		{array("'|S9'", "(1, 1, 1)"), predictions.Options{}, "texts in an array"},
	} {
		if _, err := rows(t, c.text, c.o); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.40q: %v, want %q in it", c.text, err, c.says)
		}
	}
	if _, err := predictions.Open(nil, predictions.Options{}); err == nil {
		t.Error("no reader")
	}
}

// TestArchive: an archive is read by the name of its array, and its hash is that of all its bytes.
func TestArchive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.npz")
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"loss.npy", "votes.npy"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, array("'|u1'", "(1, 16)", cellsOf(answer))); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for array, says := range map[string]string{"": `the arrays ["loss" "votes"]`, "x": `no array "x"`, "votes": ""} {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := predictions.Open(file, predictions.Options{Name: "a.npz", Array: array})
		if says != "" {
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("array %q: %v", array, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for row, err := range f.Rows(t.Context()) {
			if err != nil || !bytes.Equal(row.Answers[0].Cells, cellsOf(answer)) {
				t.Errorf("%+v, %v", row, err)
			}
		}
		if f.Bytes() != int64(b.Len()) {
			t.Errorf("%d bytes of %d", f.Bytes(), b.Len())
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// paired returns the lines of the rows for puzzles, 0 for those without one, and the summary.
func paired(t *testing.T, text string, o predictions.Options, puzzles ...string) (lines []int64, _ predictions.Summary) {
	t.Helper()
	f, err := predictions.Open(strings.NewReader(text), o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := predictions.Pair(t.Context(), f, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(p.Close(), p.Close()); err != nil {
			t.Error(err)
		}
	}()
	for _, text := range puzzles {
		row, err := p.Next(t.Context(), board.MustParse(text))
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, row.Line)
	}
	if err := p.Finish(t.Context()); err != nil {
		t.Fatal(err)
	}
	return lines, p.Summary()
}

// TestPair: rows find their puzzles by order, by index and by puzzle, and what is left is named.
func TestPair(t *testing.T) {
	a, b, c := puzzle, "1...............", "...............1"
	for name, x := range map[string]struct {
		text    string
		o       predictions.Options
		by      predictions.By
		lines   []int64
		counts  [4]int64 // missing, malformed, surplus, strangers
		causes  []string
		puzzles []string
	}{
		"order": {
			answer + "\n\nx\n" + answer + "\n",
			predictions.Options{Side: 4},
			predictions.ByOrder,
			[]int64{1, 2, 3},
			[4]int64{0, 2, 1, 0},
			[]string{"an empty line", "1 cells, want 16", "the set has 3 puzzles, this is row 4"},
			[]string{a, b, c},
		},
		"too few": {"1\n" + answer + "\n\n\n", predictions.Options{Side: 4}, predictions.ByOrder, []int64{1, 2, 0}, [4]int64{1, 1, 0, 0}, []string{"1 cells, want 16"}, []string{a, b, c}},
		"index": {
			"index,answer\n2," + answer + "\n0," + answer + "\n2," + second + "\n7," + answer + "\n-1," + answer + "\n",
			predictions.Options{},
			predictions.ByIndex,
			[]int64{3, 0, 2},
			[4]int64{1, 1, 2, 1},
			[]string{"index -1, want 0 or more", "a second row for the index of line 2", "index 7, the set has 0 to 2"},
			[]string{a, b, c},
		},
		"index from 1": {
			"{\"index\": 3, \"answer\": \"" + answer + "\"}\n{\"index\": 1, \"answer\": \"" + answer + "\"}\n",
			predictions.Options{IndexBase: 1},
			predictions.ByIndex,
			[]int64{2, 0, 1},
			[4]int64{1, 0, 0, 0},
			[]string{},
			[]string{a, b, c},
		},
		"puzzle": {
			"answer,quiz\n" + answer + "," + c + "\n" + answer + "," + a + "\n" + answer + "," + a + "\n" + answer + ",..3.............\n1," + b + "\n",
			predictions.Options{Side: 4},
			predictions.ByPuzzle,
			[]int64{3, 6, 2},
			[4]int64{0, 1, 2, 1},
			[]string{"1 cells, want 16", "a second row for the puzzle of line 3", "its puzzle is not in the set"},
			[]string{a, b, c},
		},
		"equal puzzles": {a + " " + answer + "\n" + a + " " + second + "\n", predictions.Options{}, predictions.ByPuzzle, []int64{1, 2, 2}, [4]int64{}, []string{}, []string{a, a, a}},
		"mixed": {
			"{\"puzzle\": \"" + a + "\", \"answer\": null}\n{\"answer\": null}\n",
			predictions.Options{},
			predictions.ByPuzzle,
			[]int64{1},
			[4]int64{0, 1, 0, 0},
			[]string{"it names no puzzle, as the rows before it do"},
			[]string{a},
		},
		"mixed, in order": {
			"{\"answer\": null}\n{\"puzzle\": \"" + a + "\", \"answer\": null}\n",
			predictions.Options{},
			predictions.ByOrder,
			[]int64{1, 2},
			[4]int64{0, 1, 0, 0},
			[]string{"it names a puzzle or an index, the rows before it are in order"},
			[]string{a, a},
		},
		"puzzle, digits from 0": {
			a[:2] + strings.ReplaceAll(a[2:], ".", "0") + " 0123230110323210\n{",
			predictions.Options{Alphabet: board.ZeroBased, Side: 4},
			predictions.ByPuzzle,
			[]int64{1},
			[4]int64{0, 1, 0, 0},
			[]string{"1 cells, want 16"},
			[]string{a},
		},
		"another size": {"[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]\n", predictions.Options{}, predictions.ByOrder, []int64{1}, [4]int64{0, 1, 0, 0}, []string{"16 cells, the puzzle has 81"}, []string{strings.Repeat(".", 81)}},
		"empty":        {"", predictions.Options{}, predictions.ByOrder, []int64{0}, [4]int64{1, 0, 0, 0}, []string{}, []string{a}},
	} {
		lines, s := paired(t, x.text, x.o, x.puzzles...)
		got := [4]int64{s.Missing, s.Malformed, s.Surplus, s.Strangers}
		causes := []string{}
		for _, f := range s.Faults {
			causes = append(causes, f.Cause)
		}
		if s.By != x.by || !cmp.Equal(lines, x.lines) || got != x.counts || !cmp.Equal(causes, x.causes) || s.Bad() != (x.counts != [4]int64{}) {
			t.Errorf("%s: %v, lines %v, counts %v, %q; want %v, %v, %v, %q", name, s.By, lines, got, causes, x.by, x.lines, x.counts, x.causes)
		}
	}
}

// TestManyFaults: ten faults are named, the others counted.
func TestManyFaults(t *testing.T) {
	all := make([]string, 25)
	for i := range all {
		all[i] = puzzle
	}
	_, s := paired(t, strings.Repeat("1\n", 25), predictions.Options{Side: 4, Name: "a"}, all...)
	if len(s.Faults) != 10 || s.More != 15 || s.Malformed != 25 || s.Faults[9].Error() != "a:10: 1 cells, want 16" {
		t.Errorf("%+v", s)
	}
}

// TestSpooled: what goes through the temporary file comes back as it was.
func TestSpooled(t *testing.T) {
	var text []string
	for _, x := range likely(answer) {
		text = append(text, fmt.Sprint(x))
	}
	f, err := predictions.Open(strings.NewReader(`{"puzzle": "`+puzzle+`", "probabilities": [`+strings.Join(text, ",")+`]}`), predictions.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := predictions.Pair(t.Context(), f, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.Close() }()
	row, err := p.Next(t.Context(), board.MustParse(puzzle))
	want := predictions.Row{Line: 1, Index: -1, Puzzle: cellsOf(puzzle), Answers: []predictions.Answer{{Cells: cellsOf(answer), P: likely(answer)}}}
	if diff := cmp.Diff(want, row); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
}

// TestInterrupted: the end of the context ends reading, with its error.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, text := range []string{answer + "\n", puzzle + " " + answer + "\n", array("'|u1'", "(1, 16)", cellsOf(answer))} {
		f, err := predictions.Open(strings.NewReader(text), predictions.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := predictions.Pair(ctx, f, "")
		if err == nil {
			_, err = p.Next(ctx, board.MustParse(puzzle))
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// FuzzOpen: no bytes make reading panic, and each row has answers or a fault.
func FuzzOpen(f *testing.F) {
	for _, text := range []string{
		answer + "\n", "puzzle,answer\n" + puzzle + "," + answer + "\n", `{"answers": [[1,2],["` + answer + `"]]}`, array("'|u1'", "(1, 16)", cellsOf(answer)),
		array("'<f4'", "(1, 16, 4)", likely(answer)), packed(answer), "index;prediction\n1;\"" + answer + "\"\n",
	} {
		f.Add([]byte(text), 0)
		f.Add([]byte(text), 4)
	}
	f.Fuzz(func(t *testing.T, data []byte, side int) {
		file, err := predictions.Open(bytes.NewReader(data), predictions.Options{Side: side})
		if err != nil {
			return
		}
		n := 0
		for row, err := range file.Rows(t.Context()) {
			if err != nil {
				return
			}
			if row.Fault != "" && row.Answers != nil {
				t.Errorf("%+v has a fault and answers", row)
			}
			n++
			if n > 1000 {
				return
			}
		}
	})
}
