package format_test

import (
	"fmt"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

func at(line int, rest string) string { return fmt.Sprintf("%d %s", line, rest) }

// zeros writes a line with '0' for blanks.
func zeros(line string) string { return strings.ReplaceAll(line, ".", "0") }

// spaced puts a separator between all characters.
func spaced(s, separator string) string { return strings.Join(strings.Split(s, ""), separator) }

// numbers writes a board as integers with n on a line.
func numbers(b board.Board, perLine int, separator string) string {
	var out strings.Builder
	for i, d := range b.Cells() {
		switch {
		case i == 0:
		case i%perLine == 0:
			out.WriteByte('\n')
		default:
			out.WriteString(separator)
		}
		fmt.Fprint(&out, d)
	}
	return out.String() + "\n"
}

func TestReadAccepts(t *testing.T) {
	p16 := partial(newRand(1), 4, 0.4)
	p25 := partial(newRand(2), 5, 0.4)
	p36 := partial(newRand(3), 6, 0.4)
	inAlphabet := func(b board.Board, a board.Alphabet) string { return string(b.AppendText(nil, a)) }
	rows := func(line string, n int) string {
		var out strings.Builder
		for i := 0; i < len(line); i += n {
			out.WriteString(line[i:i+n] + "\n")
		}
		return out.String()
	}
	tests := []struct {
		name, text string
		o          format.Options
		want       []string
	}{
		{name: "empty", text: ""},
		{name: "only comments", text: "# a\n\n; b\n// c\n"},

		{name: "line", text: easy, want: []string{at(1, easy)}},
		{name: "zeros, newline", text: zeros(easy) + "\n", want: []string{at(1, easy)}},
		{name: "mixed blanks", text: strings.NewReplacer("53..", "53_*", "..8..", "0.8_.").Replace(easy), want: []string{at(1, easy)}},
		{name: "CRLF", text: easy + "\r\n" + easy + "\r\r\n", want: []string{at(1, easy), at(2, easy)}},
		{name: "BOM of a joined file", text: "\uFEFF" + easy + "\n\uFEFF" + easy + "\n", want: []string{at(1, easy), at(2, easy)}},
		{name: "BOM, comments, blank lines", text: "\uFEFF# list\n\n" + easy + "\n\n; x\n// y\n" + easy, want: []string{at(3, easy), at(7, easy)}},
		{name: "indented", text: "\t " + easy + "  \n", want: []string{at(1, easy)}},
		{name: "rating and name", text: easy + ";8.4;Old Nick;1", want: []string{at(1, easy+` name="Old Nick;1" rating="8.4"`)}},
		{name: "name alone", text: easy + ",Old Nick", want: []string{at(1, easy+` name="Old Nick"`)}},
		{name: "rating alone", text: easy + "\t11.9/1.2/1.2", want: []string{at(1, easy+` rating="11.9/1.2/1.2"`)}},
		{name: "forum list", text: easy + "  ED=10.3/10.3/2.6  coly 13", want: []string{at(1, easy+` name="coly 13" rating="ED=10.3/10.3/2.6"`)}},
		{name: "text", text: easy + " found by ø", want: []string{at(1, easy+` name="found by ø"`)}},
		{name: "comment", text: easy + "# a note", want: []string{at(1, easy+` name="a note"`)}},
		{name: "comment behind a space", text: easy + " # a note", want: []string{at(1, easy+` name="a note"`)}},
		{name: "solution without a header", text: zeros(easy) + "," + easySolved + "\n", want: []string{at(1, easy+" solution="+easySolved)}},
		{name: "solution, rating, name", text: easy + " " + easySolved + " 3 x", want: []string{at(1, easy+" solution="+easySolved+` name="x" rating="3"`)}},
		{name: "4×4 solution without a header", text: four + "," + fourSolved, want: []string{at(1, four+" solution="+fourSolved)}},
		{name: "4×4, 16 letters behind", text: four + ";Difficult_puzzle\n" + four + " ABCDdifficulties", want: []string{at(1, four+` name="Difficult_puzzle"`), at(2, four+` name="ABCDdifficulties"`)}},
		{name: "81 characters that are no cells behind", text: easy + " " + strings.Repeat("(", 81), want: []string{at(1, easy+` name="`+strings.Repeat("(", 81)+`"`)}},
		{name: "nearly a rating", text: easy + ";8.4x\n" + easy + ";SE=\n" + easy + " x 8.4", want: []string{at(1, easy+` name="8.4x"`), at(2, easy+` name="SE="`), at(3, easy+` name="x 8.4"`)}},
		{name: "empty fields", text: easy + ";;\n" + easy + ",\n" + easy + "|", want: []string{at(1, easy), at(2, easy), at(3, easy)}},
		{name: "name before", text: "0000183b305c " + zeros(easy) + "  1.2\n7," + easy + "," + easySolved + ",x\n#3 " + easy + "\né " + easy, want: []string{
			at(1, easy+` name="0000183b305c" rating="1.2"`), at(2, easy+" solution="+easySolved+` name="7 x"`), at(4, easy+` name="é"`),
		}},
		{name: "empty rating", text: easy + ";;x", want: []string{at(1, easy+` name="x"`)}},
		{name: "conflicting givens", text: "55" + strings.Repeat(".", 79), want: []string{at(1, "55"+strings.Repeat(".", 79))}},

		{name: "4×4 line", text: four + "\n", want: []string{at(1, four)}},
		{name: "4×4 lines", text: strings.Repeat(four+"\n", 40), want: func() (w []string) {
			for i := range 40 {
				w = append(w, at(i+1, four))
			}
			return w
		}()},
		{name: "4×4 with text", text: four + " difficult\n" + four + ";2;x", want: []string{at(1, four+` name="difficult"`), at(2, four+` name="x" rating="2"`)}},
		{name: "4×4 letters", text: "AB..CD..B..D.C.A", want: []string{at(1, four)}},
		{name: "4×4 spaced", text: spaced(zeros(four), " "), want: []string{at(1, four)}},
		{name: "4×4 grid", text: "12..\n34..\n2..4\n.3.1\n", want: []string{at(1, four)}},
		{name: "4×4 ruled", text: "1 2 | . .\n3 4 | . .\n----+----\n2 . | . 4\n. 3 | . 1\n", want: []string{at(1, four)}},
		{name: "4×4 empty lines", text: strings.Repeat(".", 16) + "\n" + strings.Repeat("0", 16), want: []string{at(1, strings.Repeat(".", 16)), at(2, strings.Repeat(".", 16))}},
		{name: "9×9 letters", text: inAlphabet(board.MustParse(easy), board.Letters), want: []string{at(1, easy)}},
		{name: "9×9 small letters", text: strings.ToLower(inAlphabet(board.MustParse(easy), board.Letters)), want: []string{at(1, easy)}},
		{name: "9×9 zero-based, as asked", text: inAlphabet(board.MustParse(easy), board.ZeroBased), o: format.Options{Alphabet: board.ZeroBased}, want: []string{at(1, easy)}},

		{name: "16×16 line", text: p16.String(), want: []string{at(1, p16.String())}},
		{name: "16×16 small letters", text: strings.ToLower(p16.String()), want: []string{at(1, p16.String())}},
		{name: "16×16 zeros", text: zeros(p16.String()), want: []string{at(1, p16.String())}},
		{name: "16×16 zero-based", text: inAlphabet(p16, board.ZeroBased), want: []string{at(1, p16.String())}},
		{name: "16×16 zero-based, full", text: inAlphabet(full(4), board.ZeroBased), want: []string{at(1, full(4).String())}},
		{name: "16×16 zero-based by the solution", text: "." + strings.Repeat("_", 255) + ":1:" + strings.ToLower(inAlphabet(full(4), board.ZeroBased)), want: []string{at(1, strings.Repeat(".", 256)+" solution="+full(4).String()+" count=1")}},
		{name: "16×16 letters", text: inAlphabet(p16, board.Letters), want: []string{at(1, p16.String())}},
		{name: "16×16 grid", text: rows(p16.String(), 16), want: []string{at(1, p16.String())}},
		{name: "16×16 empty grid", text: strings.Repeat(strings.Repeat(".", 16)+"\n", 16), want: []string{at(1, strings.Repeat(".", 256))}},
		{name: "16×16 groups of rows on a line", text: strings.ReplaceAll(rows(p16.String(), 16), "\n", " "), want: []string{at(1, p16.String())}},
		{name: "25×25 line", text: p25.String(), want: []string{at(1, p25.String())}},
		{name: "25×25 letters", text: inAlphabet(p25, board.Letters), want: []string{at(1, p25.String())}},
		{name: "25×25 zero-based", text: inAlphabet(p25, board.ZeroBased), want: []string{at(1, p25.String())}},
		{name: "25×25 grid", text: rows(p25.String(), 25), want: []string{at(1, p25.String())}},
		{name: "36×36 line", text: p36.String(), want: []string{at(1, p36.String())}},
		{name: "36×36 zero-based", text: inAlphabet(p36, board.ZeroBased), want: []string{at(1, p36.String())}},
		{name: "36×36 zero-based, small", text: strings.ToLower(inAlphabet(p36, board.ZeroBased)), want: []string{at(1, p36.String())}},
		{name: "36×36 letters", text: inAlphabet(p36, board.Letters), want: []string{at(1, p36.String())}},
		{name: "36×36 small Numeric", text: "1a" + strings.Repeat(".", 1293) + "z", want: []string{at(1, "1A"+strings.Repeat(".", 1293)+"Z")}},
		{name: "36×36 grid", text: rows(p36.String(), 36), want: []string{at(1, p36.String())}},

		{name: "grid", text: gridOf(easy), want: []string{at(1, easy)}},
		{name: "ruled grid", text: ruled, want: []string{at(3, easy)}},
		{name: "grids with nothing between", text: gridOf(easy) + gridOf(easySolved), want: []string{at(1, easy), at(10, easySolved)}},
		{name: "grids with a blank line between", text: gridOf(easy) + "\n" + gridOf(easySolved) + "\n\n" + gridOf(easy), want: []string{at(1, easy), at(11, easySolved), at(22, easy)}},
		{name: "band by band", text: strings.Join(strings.SplitAfterN(strings.ReplaceAll(ruled, "+-------+-------+-------+", ""), "\n", 3)[2:], ""), want: []string{at(1, easy)}},
		{name: "bands, two grids", text: banded(easy) + "\n\n" + banded(easySolved), want: []string{at(1, easy), at(14, easySolved)}},
		{name: "bands, title between", text: banded(easy) + "Grid 2\n" + banded(easySolved), want: []string{at(1, easy), at(13, easySolved+` name="Grid 2"`)}},
		{name: "bands, then a line", text: banded(easy) + easy, want: []string{at(1, easy), at(12, easy)}},
		{name: "titles", text: "Grid 01\n" + gridOf(easy) + "grid 02\n" + gridOf(easySolved), want: []string{at(2, easy+` name="Grid 01"`), at(12, easySolved+` name="grid 02"`)}},
		{name: "bare title", text: "Puzzle\n" + gridOf(easy), want: []string{at(2, easy)}},
		{name: "Simple Sudoku", text: simpleSudoku, want: []string{at(2, easy)}},
		{name: "box drawing", text: boxDrawing, want: []string{at(2, easy)}},
		{name: "hard spaces", text: strings.ReplaceAll(ruled, " ", "\u00a0"), want: []string{at(3, easy)}},
		{name: "groups", text: strings.NewReplacer("|", "", "+", "", "-", "", " ", "").Replace(ruled), want: []string{at(3, easy)}},
		{name: "81 spaced", text: spaced(easy, " "), want: []string{at(1, easy)}},
		{name: "81 in groups", text: easy[:27] + " " + easy[27:54] + " " + easy[54:], want: []string{at(1, easy)}},
		{name: "81 with bars", text: strings.ReplaceAll(strings.TrimSpace(gridOf(easy)), "\n", "|"), want: []string{at(1, easy)}},

		{name: "integers a row", text: numbers(board.MustParse(easy), 9, " "), want: []string{at(1, easy)}},
		{name: "integers with commas", text: numbers(board.MustParse(easy), 81, ", "), want: []string{at(1, easy)}},
		{name: "16×16 integers a row", text: numbers(p16, 16, "\t") + "\n" + numbers(p16, 16, ","), want: []string{at(1, p16.String()), at(18, p16.String())}},
		{name: "16×16 integers a line", text: numbers(p16, 256, " "), want: []string{at(1, p16.String())}},
		{name: "16×16 integers ruled", text: strings.Replace(numbers(p16, 16, " | "), "\n", "\n----\n", 1), want: []string{at(1, p16.String())}},
		{name: "25×25 integers a row", text: numbers(p25, 25, " "), want: []string{at(1, p25.String())}},
		{name: "25×25 integers a row, full", text: numbers(full(5), 25, " "), want: []string{at(1, full(5).String())}},
		{name: "36×36 integers", text: numbers(p36, 36, " ") + numbers(p36, 1296, " "), want: []string{at(1, p36.String()), at(37, p36.String())}},
		{name: "4×4 integers a line", text: numbers(board.MustParse(four), 16, " "), want: []string{at(1, four)}},
		{name: "integers, blanks as dots", text: strings.ReplaceAll(" "+strings.ReplaceAll(numbers(p16, 256, " "), "\n", " \n"), " 0 ", " . "), want: []string{at(1, p16.String())}},
		{name: "acs 4×4", text: "35 2 " + numbers(board.MustParse(four), 16, " "), want: []string{at(1, four+` name="35 2" rating="35"`)}},
		{name: "acs 9×9", text: "0 8 " + numbers(board.MustParse(easy), 81, " "), want: []string{at(1, easy+` name="0 8" rating="0"`)}},
		{name: "acs 25×25", text: "100 99 " + numbers(p25, 625, " "), want: []string{at(1, p25.String()+` name="100 99" rating="100"`)}},

		{name: "count line", text: easy + ":1:" + easySolved + "\n" + easy + ":2:\n" + easy + ":0\n" + easy + "::", want: []string{
			at(1, easy+" solution="+easySolved+" count=1"), at(2, easy+" count=2"), at(3, easy+" count=0"), at(4, easy),
		}},
		{name: "count line, text behind", text: easy + ":1:" + easySolved + " # hard\n" + easy + ":2 8.1", want: []string{
			at(1, easy+" solution="+easySolved+` count=1 name="hard"`), at(2, easy+` count=2 rating="8.1"`),
		}},
		{name: "4×4 count line", text: four + ":1:" + fourSolved, want: []string{at(1, four+" solution="+fourSolved+" count=1")}},

		{name: "Kaggle", text: "puzzle,solution\n" + zeros(easy) + "," + easySolved + "\n\n" + easy + ",\n", want: []string{at(2, easy+" solution="+easySolved), at(4, easy)}},
		{name: "Kaggle, first edition", text: "quizzes,solutions\r\n" + zeros(easy) + "," + easySolved + "\r\n", want: []string{at(2, easy+" solution="+easySolved)}},
		{name: "Kaggle, more columns", text: "id,clues,Difficulty,solution,puzzle,solution_count\n7,30,2.5," + easySolved + "," + easy + ",1", want: []string{at(2, easy+" solution="+easySolved+` count=1 name="7" rating="2.5"`)}},
		{name: "Kaggle, quotes", text: `"id","puzzle"` + "\n" + `"a ""b"", c","` + easy + `"`, want: []string{at(2, easy+` name="a \"b\", c"`)}},
		{name: "semicolons", text: "# export\npuzzle;rating\n" + easy + ";1,5", want: []string{at(3, easy+` rating="1,5"`)}},
		{name: "tabs", text: "puzzle\tname\n" + easy + "\tx;y", want: []string{at(2, easy+` name="x;y"`)}},
		{name: "Sudoku-Extreme", text: "source,question,answer,rating\npuzzles0_kaggle," + easy + "," + easySolved + ",0\npuzzles0_kaggle," + easy + "," + easySolved + ",17", want: []string{
			at(2, easy+" solution="+easySolved+` source="puzzles0_kaggle" rating="0"`), at(3, easy+" solution="+easySolved+` source="puzzles0_kaggle" rating="17"`),
		}},
		{name: "16×16 Kaggle, zero-based", text: "puzzle,solution\n" + inAlphabet(p16, board.ZeroBased) + "," + inAlphabet(full(4), board.ZeroBased), want: []string{at(2, p16.String()+" solution="+full(4).String())}},

		{name: "SDK", text: sdkText, want: []string{at(8, easy+` name="A test" source="a book; Ruud; http://example.org" rating="Easy"`)}},
		{name: "SDK, two", text: "[Puzzle]\n" + gridOf(easy) + "\n#DB\n[PUZZLE]\n" + easySolved + "\n", want: []string{at(2, easy), at(14, easySolved+` name="B"`)}},
		{name: "SDK without sections", text: "#AA\n#CNote one\n#Ctwo\n" + gridOf(easy), o: format.Options{Format: format.SDK}, want: []string{at(4, easy+` name="Note one two" source="A"`)}},
		{name: "SDK, 16×16 of first digits", text: "[Puzzle]\n" + strings.Repeat(four+"\n", 16), want: []string{at(2, strings.Repeat(four, 16))}},
		{name: "SDM", text: easy + "\n" + zeros(easy), o: format.Options{Format: format.SDM}, want: []string{at(1, easy), at(2, easy)}},

		{name: "side 16 decides", text: strings.Repeat(four+"\n", 16), o: format.Options{Side: 16}, want: []string{at(1, strings.Repeat(four, 16))}},
		{name: "Grid decides", text: strings.Repeat(four+"\n", 16), o: format.Options{Format: format.Grid}, want: []string{at(1, strings.Repeat(four, 16))}},
		{name: "Line decides", text: strings.Repeat(".", 15) + "1\n" + easy + "\n" + four, o: format.Options{Format: format.Line}, want: []string{at(1, strings.Repeat(".", 15)+"1"), at(2, easy), at(3, four)}},
		{name: "own alphabet", text: strings.NewReplacer("1", "s", "2", "u", "3", "D", "4", "o").Replace(four), o: format.Options{Alphabet: "SUDO"}, want: []string{at(1, four)}},
		{name: "line, grid, integers, count together", text: easy + "\n" + gridOf(easy) + numbers(board.MustParse(easy), 81, " ") + easy + ":1:", want: []string{
			at(1, easy), at(2, easy), at(11, easy), at(12, easy+" count=1"),
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, errs := readAll(test.text, test.o)
			if len(errs) > 0 {
				t.Errorf("errors: %s", strings.Join(errs, "\n"))
			}
			if d := diff(got, test.want); d != "" {
				t.Error(d)
			}
		})
	}
}

// banded writes 9 lines with a blank one behind the third and sixth.
func banded(line string) string {
	g := gridOf(line)
	return g[:30] + "\n" + g[30:60] + "\n" + g[60:]
}

const simpleSudoku = ` *-----------*
 |53.|.7.|...|
 |6..|195|...|
 |.98|...|.6.|
 |---+---+---|
 |8..|.6.|..3|
 |4..|8.3|..1|
 |7..|.2.|..6|
 |---+---+---|
 |.6.|...|28.|
 |...|419|..5|
 |...|.8.|.79|
 *-----------*
`

const boxDrawing = `┌───────┬───────┬───────┐
│ 5 3 . │ . 7 . │ . . . │
│ 6 . . │ 1 9 5 │ . . . │
│ . 9 8 │ . . . │ . 6 . │
├───────┼───────┼───────┤
┃ 8 . . ┃ . 6 . ┃ . . 3 ┃
┃ 4 . . ┃ 8 . 3 ┃ . . 1 ┃
┃ 7 . . ┃ . 2 . ┃ . . 6 ┃
╠═══════╬═══════╬═══════╣
║ . 6 . ║ . . . ║ 2 8 . ║
║ . . . ║ 4 1 9 ║ . . 5 ║
║ . . . ║ . 8 . ║ . 7 9 ║
└───────┴───────┴───────┘
`

const sdkText = `#ARuud
#DA test
#B03-08-2006
#Sa book
#LEasy
#Uhttp://example.org
[Puzzle]
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79

[State]
534678912
anything may stand here
`

func TestReadRejects(t *testing.T) {
	grid := gridOf(easy)
	blank81 := strings.Repeat(".", 81)
	swapped := "43" + easySolved[2:]
	tests := []struct {
		name, text string
		o          format.Options
		want       string // the error, without the file
		puzzles    int    // yielded before it
	}{
		{name: "one cell short", text: easy + "\n" + easy[1:], want: "2: 80 cells, want 81", puzzles: 1},
		{name: "one cell over", text: easy + "1", want: "1: 82 cells, want 81"},
		{name: "short, rating behind", text: easy[1:] + ";8.4;a name", want: "1: 80 cells, want 81"},
		{name: "short, name before", text: "0000183b305c " + easy[1:] + "  1.2", want: "1: 80 cells, want 81"},
		{name: "two puzzles on a line", text: easy[1:] + " " + easy, want: "1: 80 cells, want 81"},
		{name: "garbage glued on", text: easy + "!", want: "1:82: found '!', want a digit or a blank"},
		{name: "bad character", text: easy[:40] + "x" + easy[41:], want: "1:41: found 'x', want a digit 1 to 9 or a blank"},
		{name: "bad punctuation", text: easy[:40] + "?" + easy[41:], want: "1:41: found '?', want a digit or a blank"},
		{name: "bad rune, column in characters", text: "\u00a0" + easy[:40] + "é" + easy[41:], want: "1:42: found 'é', want a digit or a blank"},
		{name: "invalid UTF-8", text: easy[:40] + "\xff" + easy[41:], want: "1:41: found '\ufffd', want a digit or a blank"},
		{name: "words", text: "hello, world", want: "1: 10 cells, want 9"},
		{name: "only separators", text: ",;,|", want: "1: no cells, want a puzzle"},
		{name: "4×4 out of range", text: "12..34..2..4.3.5", o: format.Options{Side: 4}, want: "1:16: found '5', want a digit 1 to 4 or a blank"},
		{name: "36×36, small beside capitals", text: "1Ab" + strings.Repeat(".", 1293), want: "1:3: found 'b', want a digit 1 to a or a blank"},
		{name: "wrong side", text: four, o: format.Options{Side: 9}, want: "1: 16 cells, want 9 or 81"},
		{name: "wrong side, line", text: four, o: format.Options{Side: 9, Format: format.Line}, want: "1: 16 cells, want 81"},
		{name: "a line that is no row", text: easy, o: format.Options{Format: format.Grid}, want: "1: 81 cells, want 36"},
		{name: "a row that is no line", text: grid, o: format.Options{Format: format.Line}, want: "1: 9 cells, want 16"},
		{name: "a row of 16 behind lines of 81", text: easy + "\n" + four, want: "2: 1 row of 16 cells behind boards of 81 cells on a line, want 81 cells, or 16 rows for a board of side 16; 4×4 boards belong before larger ones, or in a file of their own", puzzles: 1},

		{name: "truncated grid", text: grid[:80], want: "1: grid of 8 rows, want 9"},
		{name: "truncated grid, then another", text: grid[:50] + "\n" + grid, want: "1: grid of 5 rows, want 9"},
		{name: "truncated grid, then a line", text: grid[:50] + easy, want: "1: grid of 5 rows, want 9"},
		{name: "one band, then a grid", text: grid[:30] + "\n" + grid, want: "1: grid of 3 rows, want 9"},
		{name: "one blank line for bands and grids", text: banded(easy) + "\n" + banded(easy), want: "13: one blank line between grids, want two where one stands between bands"},
		{name: "two blank lines in a grid", text: grid[:30] + "\n\n" + grid[30:], want: "1: grid of 3 rows, want 9"},
		{name: "short row", text: grid[:50] + "12345678\n" + grid[60:], want: "6: 8 cells, want 9"},
		{name: "row of another side", text: grid[:50] + "1234\n" + grid[60:], want: "1: grid of 5 rows, want 9"},
		{name: "bad character in a row", text: grid[:50] + "4..8.3..?\n" + grid[60:], want: "6:9: found '?', want a digit or a blank"},
		{name: "bad digit in a row", text: grid[:50] + "4..8.3..x\n" + grid[60:], want: "6:9: found 'x', want a digit 1 to 9 or a blank"},
		{name: "bad digit behind drawings", text: strings.Replace(boxDrawing, "4 1 9", "4 1 x", 1), want: "11:15: found 'x', want a digit 1 to 9 or a blank"},
		{name: "title without a grid", text: "Grid 01\nGrid 02\n" + grid, want: `1: no board after "Grid 01"`},
		{name: "title at the end", text: grid + "Grid 02\n", want: `10: no board after "Grid 02"`, puzzles: 1},
		{name: "pencil marks", text: "| 1567 3 1567 | 4 12579 179 | 689 5678 579 |\n", want: "1: grid of 1 row, want 9"},

		{name: "80 integers", text: numbers(board.MustParse(easy), 81, " ")[2:], want: "1: 80 cells, want 81"},
		{name: "80 integers, as asked", text: numbers(board.MustParse(easy), 81, " ")[2:], o: format.Options{Format: format.Integers}, want: "1: 80 numbers, want 81"},
		{name: "integer out of range", text: strings.Replace(numbers(full(4), 256, " "), "16", "17", 1), want: "1:37: found 17, want 0 to 16"},
		{name: "integer far out of range", text: "10 0 0 0 0 0 0 0 123456789123456789\n" + strings.Repeat("0 0 0 0 0 0 0 0 0\n", 8), want: "1:1: found 10, want 0 to 9"},
		{name: "integer of many digits", text: "1 0 0 0 0 0 0 0 123456789123456789\n" + strings.Repeat("0 0 0 0 0 0 0 0 0\n", 8), want: "1:17: found a number of 1000 or more, want 0 to 9"},
		{name: "letter among integers", text: strings.Replace(numbers(full(4), 16, " "), " 9 ", " A ", 3), want: "1: 23 cells, want 25"},
		{name: "letter in an integer grid", text: strings.Repeat("1 2 3 4 5 6 7 8 9 A B C D E F G\n", 15) + "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n", want: "1:19: found 'A' among numbers, want 0 to 16"},
		{name: "letter, integers asked", text: "1 2 x 4", o: format.Options{Format: format.Integers}, want: `1:5: found "x", want a number`},
		{name: "minus one", text: "1 2 -1 4", o: format.Options{Format: format.Integers}, want: `1:5: found "-1", want a number`},

		{name: "solution too short", text: easy + ":1:" + easySolved[1:], want: "1:85: solution of 80 cells, want 81"},
		{name: "solution against a given", text: easy + ":1:" + swapped, want: "1:85: solution has 4 at r1c1, want the given 5"},
		{name: "solution with a blank", text: easy + "," + easySolved[:10] + "." + easySolved[11:], want: "1:93: solution is blank at r2c2, want a full board"},
		{name: "solution with a repeat", text: blank81 + ":1:" + swapped, want: "1:85: solution is wrong: row 1 holds 4 twice"},
		{name: "solution with a bad character", text: blank81 + ":1:" + "x" + easySolved[1:], want: "1:85: found 'x', want a digit 1 to 9 or a blank"},
		{name: "count no number", text: easy + ":one:", want: `1:83: found "one", want the number of solutions`},
		{name: "count negative", text: easy + ":-1:", want: `1:83: found "-1", want the number of solutions`},
		{name: "count 0 with a solution", text: easy + ":0:" + easySolved, want: "1:85: a solution of a puzzle that is said to have none"},
		{name: "count line, short", text: easy[1:] + ":1:" + easySolved, want: "1: 80 cells, want 81"},
		{name: "no colon", text: easy, o: format.Options{Format: format.CountLine}, want: "1: no colon, want puzzle:count:solution"},

		{name: "CSV: short puzzle", text: "puzzle,solution\n" + easy[1:] + "," + easySolved, want: "2:1: 80 cells, want 81"},
		{name: "CSV: bad character", text: "id,puzzle\n7," + easy[:5] + "?" + easy[6:], want: "2:8: found '?', want a digit 1 to 9 or a blank"},
		{name: "CSV: bad rune", text: "id,puzzle\n7," + easy[:5] + "é" + easy[6:], want: "2:8: found 'é', want a digit or a blank"},
		{name: "CSV: short solution", text: "puzzle,solution\n" + easy + "," + easySolved[1:], want: "2:83: solution of 80 cells, want 81"},
		{name: "CSV: wrong solution", text: "puzzle,solution\n" + easy + "," + swapped, want: "2:83: solution has 4 at r1c1, want the given 5"},
		{name: "CSV: few fields", text: "puzzle,solution\n" + easy, want: "2: 1 fields, want 2 as in the header"},
		{name: "CSV: many fields", text: "puzzle,solution\n" + easy + ",,", want: "2: 3 fields, want 2 as in the header"},
		{name: "CSV: open quote", text: "puzzle,solution\n" + easy + `,"123`, want: "2:83: quoted field without an end, want a closing quote on the same line"},
		{name: "CSV: open double quote", text: "puzzle,solution\n" + easy + `,"123""`, want: "2:83: quoted field without an end, want a closing quote on the same line"},
		{name: "CSV: text behind a quote", text: "puzzle,name\n" + easy + `,"a"b`, want: "2:86: found 'b' behind a closing quote, want ','"},
		{name: "CSV: bad count", text: "puzzle,count\n" + easy + `,many`, want: `2:83: found "many", want the number of solutions`},
		{name: "CSV: no header", text: easy + "," + easySolved, o: format.Options{Format: format.KaggleCSV}, want: "1: no column named puzzle, quizzes or question, want a header such as puzzle,solution or source,question,answer,rating"},
		{name: "CSV: wrong side", text: "puzzle,solution\n" + easy + ",", o: format.Options{Side: 16}, want: "2:1: 81 cells, want 256"},

		{name: "SDK: no puzzle", text: "[Puzzle]\n\n[State]\n" + grid, want: "1: no board after [Puzzle]"},
		{name: "SDK: only a state", text: "[State]\n" + grid, want: "1: no section [Puzzle] in the file"},
		{name: "SDK: truncated", text: "[Puzzle]\n" + grid[:80] + "[State]\n" + grid, want: "2: grid of 8 rows, want 9"},
		{name: "SDK: open bracket", text: "[Puzzle\n" + grid, want: `1: found "[Puzzle", want a closing bracket`},

		{name: "alphabet too short", text: full(5).String(), o: format.Options{Alphabet: "123456789"}, want: `1: alphabet "123456789" has 9 characters, want one for each of 25 digits`},
		{name: "alphabet too short for a grid", text: strings.Repeat(full(4).String()[:16]+"\n", 16), o: format.Options{Alphabet: "ABC123456789"}, want: `1: alphabet "ABC123456789" has 12 characters, want one for each of 16 digits`},
		{name: "small alphabet, large board", text: strings.Repeat("ABCDEFGHIJKLMNOP\n", 16), o: format.Options{Alphabet: "ABCDEFGHI"}, want: `1: alphabet "ABCDEFGHI" has 9 characters, want one for each of 16 digits`},
		{name: "long word quoted short", text: easy + ":" + strings.Repeat("x", 30) + ":", want: `1:83: found "xxxxxxxxxxxxxxxxxxxx...", want the number of solutions`},
		{name: "truncated grid before a count line", text: grid[:30] + easy + ":1:", want: "1: grid of 3 rows, want 9"},
		{name: "bands, then a bad line without a gap", text: banded(easy) + "12345678\n", want: "1: grid of 6 rows, want 9"},
		{name: "bands, then a word", text: banded(easy) + "\n123456789x\n", want: "13: 10 cells, want 9", puzzles: 1},
		{name: "4×4 lines, one bad", text: strings.Repeat(four+"\n", 9) + "12..34..2..4.3.5\n", want: "10:16: found '5', want a digit 1 to 4 or a blank", puzzles: 9},
		{name: "SDK: NUL", text: "[Puzzle]\n" + strings.Repeat("#Cx\n", 300) + "12\x00\n", want: "302:3: found a NUL byte, want text"},
		{name: "NUL at the start", text: "ab\x00\n", want: "1:3: found a NUL byte, want text"},
		{name: "NUL later", text: strings.Repeat(easy+"\n", 20) + easy[:4] + "\x00", want: "21:5: found a NUL byte, want text", puzzles: 20},
		{name: "NUL in a comment", text: strings.Repeat(easy+"\n", 20) + "# \x00", want: "21:3: found a NUL byte, want text", puzzles: 20},
		{name: "carriage return inside", text: "# x\r" + easy + "\r" + easy + "\r", want: "1:4: found a carriage return within a line, want lines that end in LF or CRLF"},
		{name: "zip", text: "PK\x03\x04 and so on", want: "1: found a zip archive, want text, gzip or zstd"},
		{name: "UTF-16", text: "\xff\xfe1\x002\x00", want: "1: found text in UTF-16, want UTF-8: convert it, for instance with iconv -f UTF-16 -t UTF-8"},
		{name: "long line", text: easy + "\n" + strings.Repeat("1", 1<<16+1), want: "2: line is longer than 65536 bytes", puzzles: 1},
		{name: "very long line", text: easy + "\n" + strings.Repeat("1", 1<<20), want: "2: line is longer than 65536 bytes", puzzles: 1},
		{name: "long line and good ones", text: easy + "\n" + strings.Repeat("1", 1<<20) + "\n" + easy, want: "2: line is longer than 65536 bytes", puzzles: 1},
		{name: "very long first line", text: strings.Repeat(" ", 1<<20), want: "1: line is longer than 65536 bytes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.o.File = "f"
			got, errs := readAll(test.text, test.o)
			if d := diff(errs, []string{"end: f:" + test.want}); d != "" {
				t.Error(d)
			}
			if len(got) != test.puzzles {
				t.Errorf("%d puzzles before the error, want %d", len(got), test.puzzles)
			}
		})
	}
}

func TestKeepGoing(t *testing.T) {
	grid := gridOf(easy)
	badGrid := grid[:50] + "4..8.3..?\n" + grid[60:]
	tests := []struct {
		name, text string
		o          format.Options
		want       []string
		errs       []string
	}{
		{
			name: "lines", text: "12\n" + easy + "\n" + easy[1:] + "\n" + easy[2:] + "\n" + easy + "!\n" + easySolved,
			want: []string{at(2, easy), at(6, easySolved)},
			errs: []string{"1: 2 cells, want 4", "3: 80 cells, want 81", "4: 79 cells, want 81", "5:82: found '!', want a digit or a blank"},
		},
		{
			name: "grids and blank lines", text: badGrid + "\n" + grid + "\n" + grid[:40] + "\n" + grid,
			want: []string{at(11, easy), at(26, easy)},
			errs: []string{"6:9: found '?', want a digit or a blank", "21: grid of 4 rows, want 9"},
		},
		{
			name: "grids with nothing between", text: badGrid + grid + grid + "\n" + grid,
			want: []string{at(29, easy)},
			errs: []string{"6:9: found '?', want a digit or a blank", "6: 21 rows after the bad one dropped, want a blank line to tell where the next grid starts"},
		},
		{
			name: "a bad grid, then a line", text: badGrid + easy,
			want: []string{at(10, easy)},
			errs: []string{"6:9: found '?', want a digit or a blank"},
		},
		{
			name: "first row bad", text: grid[:8] + "\n" + grid[10:] + "\n" + grid,
			want: []string{at(11, easy)},
			errs: []string{"1: 8 cells, want 9"},
		},
		{
			name: "two bad rows", text: grid[:8] + "\n" + grid[10:48] + "\n" + grid[50:] + "\n" + grid,
			want: []string{at(11, easy)},
			errs: []string{"1: 8 cells, want 9"},
		},
		{
			name: "bad row in a band: no board is made of bands of two grids", text: "123\n" + banded(easy)[10:] + "\n\n" + banded(easy),
			want: []string{at(14, easy)},
			errs: []string{"1: 3 cells, want 4", "5: grid of 3 rows, want 9", "9: grid of 3 rows, want 9"},
		},
		{
			name: "a band missing", text: grid[:30] + "\n" + grid[30:60] + "\n\n" + banded(easy),
			want: []string{at(10, easy)},
			errs: []string{"1: grid of 6 rows, want 9"},
		},
		{
			name: "a band missing, one blank line", text: grid[:30] + "\n" + grid[30:60] + "\n" + grid,
			want: []string{at(9, easy)},
			errs: []string{"1: grid of 6 rows, want 9"},
		},
		{
			name: "4×4 lines", text: strings.Repeat(four+"\n", 3) + "12..34..2..4.3.5\n" + four[1:] + "\n" + four,
			want: []string{at(1, four), at(2, four), at(3, four), at(6, four)},
			errs: []string{"4:16: found '5', want a digit 1 to 4 or a blank", "5: 15 cells, want 16"},
		},
		{
			name: "CSV", text: "puzzle,solution\n" + easy + ",12\n" + easy + "," + easySolved + "\nx\n" + strings.Repeat("y", 70000) + "\n" + easy + ",",
			want: []string{at(3, easy+" solution="+easySolved), at(6, easy)},
			errs: []string{"2:83: solution of 2 cells, want 81", "4: 1 fields, want 2 as in the header", "5: line is longer than 65536 bytes"},
		},
		{
			name: "SDK", text: "[Puzzle]\n12\n[State]\n" + strings.Repeat("y", 70000) + "\n[Puzzle\n[Puzzle]\n" + grid + "[Puzzle]\n",
			want: []string{at(7, easy)},
			errs: []string{"2: 2 cells, want 4", "4: line is longer than 65536 bytes", `5: found "[Puzzle", want a closing bracket`, "16: no board after [Puzzle]"},
		},
		{
			name: "long line in a grid", text: grid[:50] + strings.Repeat("1", 70000) + "\n" + grid[60:] + "\n" + grid,
			want: []string{at(11, easy)},
			errs: []string{"6: line is longer than 65536 bytes"},
		},
		{
			name: "long line and NUL first", text: strings.Repeat("1", 70000) + "\n\x00\n" + easy,
			want: []string{at(3, easy)},
			errs: []string{"1: line is longer than 65536 bytes", "2:1: found a NUL byte, want text"},
		},
		{
			name: "titles", text: "Grid 1\nGrid 2\n" + badGrid + "Grid 3\n" + grid + "Grid 4",
			want: []string{at(13, easy+` name="Grid 3"`)},
			errs: []string{`1: no board after "Grid 1"`, "8:9: found '?', want a digit or a blank", `22: no board after "Grid 4"`},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			skipped := 0
			test.o.File, test.o.KeepGoing, test.o.Skipped = "f", true, &skipped
			got, errs := readAll(test.text, test.o)
			if d := diff(got, test.want); d != "" {
				t.Errorf("puzzles: %s", d)
			}
			for i := range errs {
				errs[i] = strings.TrimPrefix(errs[i], "f:")
			}
			if d := diff(errs, test.errs); d != "" {
				t.Errorf("errors: %s", d)
			}
			if skipped != len(test.errs) {
				t.Errorf("%d skipped, want %d", skipped, len(test.errs))
			}
		})
	}
}

// A reader that has had enough must not be called again, wherever it stops.
func TestStopEarly(t *testing.T) {
	grid := gridOf(easy)
	for _, text := range []string{
		easy + "\n" + easy, grid + grid, strings.Repeat(four+"\n", 16) + four, easy + ":1:\n" + easy,
		"puzzle,name\n" + easy + ",\n" + easy + ",", "[Puzzle]\n" + grid + "[Puzzle]\n" + grid,
		banded(easy) + "\n\n" + easy, "x\ny", grid[:50] + "\n" + grid, "Grid 1\nGrid 2", four + " a\n" + four,
	} {
		n := 0
		format.Read(strings.NewReader(text), format.Options{})(func(format.Puzzle, error) bool {
			n++
			return false
		})
		if n != 1 {
			t.Errorf("%q: %d yields", text, n)
		}
	}
}

// Boards share no cells, whichever way they were read.
func TestIndependentBoards(t *testing.T) {
	text := strings.Repeat(easy+"\n"+gridOf(easy)+easy+":1:"+easySolved+"\n", 100)
	var all []board.Board
	for p, err := range format.Read(strings.NewReader(text), format.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p.Board)
		if !p.Solution.IsZero() {
			all = append(all, p.Solution)
		}
	}
	if len(all) != 400 {
		t.Fatalf("%d boards, want 400", len(all))
	}
	for i, b := range all {
		if got := b.String(); got != easy && got != easySolved {
			t.Fatalf("board %d: %s", i, got)
		}
		cells := b.Cells()
		for j := range cells {
			cells[j] = 9
		}
		if cap(cells) != len(cells) {
			t.Fatalf("board %d: an append would reach into the next one", i)
		}
	}
}
