package format_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

// written returns what a writer makes of puzzles.
func written(puzzles []format.Puzzle, f format.Format, options ...format.WriterOption) (string, error) {
	var out bytes.Buffer
	w := format.NewWriter(&out, f, options...)
	for _, p := range puzzles {
		if err := w.Write(p); err != nil {
			return "", err
		}
	}
	err := w.Close()
	return out.String(), err
}

func TestWriteGolden(t *testing.T) {
	puzzles := []format.Puzzle{
		{Board: board.MustParse(four), Solution: board.MustParse(fourSolved), Count: 1, Name: "first", Source: `a "book", p. 7`, Rating: "1.2"},
		{Board: board.MustParse("1..............."), Count: -1},
	}
	for _, test := range []struct {
		name    string
		f       format.Format
		options []format.WriterOption
		want    string
	}{
		{"auto", format.Auto, nil, "12..34..2..4.3.1\n1...............\n"},
		{"line", format.Line, nil, "12..34..2..4.3.1\n1...............\n"},
		{"line with fields", format.Line, []format.WriterOption{format.WithFields()}, "12..34..2..4.3.1;1.2;first\n1...............;;\n"},
		{"sdm", format.SDM, nil, "12..34..2..4.3.1\n1...............\n"},
		{"grid", format.Grid, nil, "12..\n34..\n2..4\n.3.1\n\n1...\n....\n....\n....\n"},
		{
			"ruled grid", format.Grid,
			[]format.WriterOption{format.WithRules()},
			"1 2 | . .\n3 4 | . .\n----+----\n2 . | . 4\n. 3 | . 1\n\n1 . | . .\n. . | . .\n----+----\n. . | . .\n. . | . .\n",
		},
		{"integers", format.Integers, nil, "1 2 0 0 3 4 0 0 2 0 0 4 0 3 0 1\n1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"},
		{
			"sdk", format.SDK, nil,
			"#Dfirst\n#Sa \"book\", p. 7\n#L1.2\n[Puzzle]\n12..\n34..\n2..4\n.3.1\n\n[Puzzle]\n1...\n....\n....\n....\n",
		},
		{"kaggle", format.KaggleCSV, nil, "puzzle,solution\n1200340020040301,1243341221344321\n1000000000000000,\n"},
		{"kaggle, zero-based", format.KaggleCSV, []format.WriterOption{format.WithAlphabet(board.ZeroBased)}, "puzzle,solution\n01..23..1..3.2.0,0132230110233210\n0...............,\n"},
		{
			"extreme", format.ExtremeCSV, nil,
			"source,question,answer,rating\n\"a \"\"book\"\", p. 7\",12..34..2..4.3.1,1243341221344321,1.2\n,1...............,,\n",
		},
		{"count", format.CountLine, nil, "12..34..2..4.3.1:1:1243341221344321\n1...............::\n"},
		{"letters", format.Line, []format.WriterOption{format.WithAlphabet(board.Letters)}, "AB..CD..B..D.C.A\nA...............\n"},
	} {
		got, err := written(puzzles, test.f, test.options...)
		if err != nil || got != test.want {
			t.Errorf("%s: %v; got\n%s\nwant\n%s", test.name, err, got, test.want)
		}
	}
	got, err := written([]format.Puzzle{{Board: board.MustParse(easy)}}, format.Grid, format.WithRules())
	want := "" // the ruled grid that is read elsewhere, without its outer frame
	for i, line := range strings.Split(strings.TrimSpace(ruled), "\n") {
		switch {
		case i == 0 || i == 12:
		case line[0] == '+':
			want += "------+-------+------\n"
		default:
			want += line[2:len(line)-2] + "\n"
		}
	}
	if err != nil || got != want {
		t.Errorf("%v; got\n%s\nwant\n%s", err, got, want)
	}
	for f, want := range map[format.Format]string{format.KaggleCSV: "puzzle,solution\n", format.ExtremeCSV: "source,question,answer,rating\n", format.Line: "", format.SDK: ""} {
		if got, err := written(nil, f); got != want || err != nil {
			t.Errorf("%v without puzzles: %q, %v", f, got, err)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	good := format.Puzzle{Board: board.MustParse(easy), Count: -1}
	with := func(change func(*format.Puzzle)) format.Puzzle {
		p := good
		change(&p)
		return p
	}
	for name, test := range map[string]struct {
		p       format.Puzzle
		f       format.Format
		options []format.WriterOption
		want    string
	}{
		"no board":         {p: format.Puzzle{}, want: "without a board"},
		"unknown form":     {p: good, f: 99, want: "no form format(99)"},
		"short alphabet":   {p: good, options: []format.WriterOption{format.WithAlphabet("1234")}, want: "want one for each of 9 digits"},
		"bad alphabet":     {p: good, options: []format.WriterOption{format.WithAlphabet("12345678.")}, want: "want letters and decimal digits"},
		"another solution": {p: with(func(p *format.Puzzle) { p.Solution = board.MustParse(fourSolved) }), want: "solution on the shape 4×4, puzzle on 9×9"},
		"line break":       {p: with(func(p *format.Puzzle) { p.Name = "a\nb" }), f: format.SDK, want: "line break"},
		"semicolon":        {p: with(func(p *format.Puzzle) { p.Rating = "1;2" }), options: []format.WriterOption{format.WithFields()}, want: "semicolon"},
		"too long":         {p: with(func(p *format.Puzzle) { p.Source = strings.Repeat("x", 1<<16) }), f: format.SDK, want: "want at most 65536"},
	} {
		var out bytes.Buffer
		w := format.NewWriter(&out, test.f, test.options...)
		if err := w.Write(test.p); err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "format: ") {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
		if err := w.Flush(); out.Len() > 0 {
			t.Errorf("%s: wrote %q, %v", name, out.String(), err)
		}
	}
	w := format.NewWriter(new(bytes.Buffer), format.Line)
	if err := errors.Join(w.Write(good), w.Close(), w.Close()); err != nil {
		t.Error(err)
	}
	if err := w.Write(good); err == nil {
		t.Error("a closed writer took a puzzle")
	}
}

// fullDisk fails when its little room is used up.
type fullDisk struct{ room int }

var errFull = errors.New("disk is full")

func (d *fullDisk) Write(p []byte) (int, error) {
	if len(p) > d.room {
		return 0, errFull
	}
	d.room -= len(p)
	return len(p), nil
}

func TestWriteFails(t *testing.T) {
	p := format.Puzzle{Board: board.MustParse(easy)}
	w := format.NewWriter(&fullDisk{}, format.Line)
	if err := w.Write(p); err != nil {
		t.Errorf("buffered: %v", err)
	}
	if err := w.Flush(); !errors.Is(err, errFull) {
		t.Errorf("Flush: %v", err)
	}
	if err := w.Write(p); !errors.Is(err, errFull) {
		t.Errorf("Write after the failure: %v", err)
	}
	if err := w.Close(); !errors.Is(err, errFull) {
		t.Errorf("Close: %v", err)
	}
	w = format.NewWriter(&fullDisk{room: 5000}, format.Line)
	var err error
	for n := 0; err == nil && n < 1000; n++ {
		err = w.Write(p)
	}
	if !errors.Is(err, errFull) {
		t.Errorf("many writes: %v", err)
	}
}

// What a form keeps of a puzzle comes back from the reader, which is told nothing: neither
// form nor alphabet.
func TestRoundTrip(t *testing.T) {
	rng := newRand(11)
	var puzzles []format.Puzzle
	for i := range 40 {
		k := board.MinBox + i%3
		p := format.Puzzle{Board: partial(rng, k, 0.2+0.02*float64(i)), Count: -1, Name: fmt.Sprintf("number %d", i)}
		if i%2 == 0 {
			p.Solution = full(k)
			p.Count = 1
			p.Rating = fmt.Sprintf("%d.5", i)
			p.Source = `a, "b"; c`
		}
		puzzles = append(puzzles, p)
	}
	for k := board.MinBox; k <= board.MaxBox; k++ {
		for _, f := range []format.Format{format.Line, format.SDM, format.Grid, format.Integers, format.SDK, format.KaggleCSV, format.ExtremeCSV, format.CountLine} {
			for _, alphabet := range []board.Alphabet{board.Numeric, board.ZeroBased, board.Letters} {
				for _, rules := range []bool{false, true} {
					var side []format.Puzzle
					for _, p := range puzzles {
						if p.Board.Shape().Box() == min(k, 4) {
							if k > 4 {
								p.Board, p.Solution = partial(rng, k, 0.5), board.Board{}
							}
							side = append(side, p)
						}
					}
					if k == 3 && alphabet == board.ZeroBased {
						continue // '0' is a blank on 9×9 boards
					}
					if k == 2 && alphabet == board.ZeroBased {
						continue
					}
					name := fmt.Sprintf("side %d, %v, alphabet %.1s, rules %v", k*k, f, alphabet, rules)
					options := []format.WriterOption{format.WithAlphabet(alphabet), format.WithFields()}
					if rules {
						options = append(options, format.WithRules())
					}
					text, err := written(side, f, options...)
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					got, errs := readAll(text, format.Options{})
					if len(errs) > 0 {
						t.Fatalf("%s: %v", name, errs)
					}
					var want []string
					for _, p := range side {
						want = append(want, describe(kept(p, f, true)))
					}
					for i := range got {
						_, got[i], _ = strings.Cut(got[i], " ")
						_, want[i], _ = strings.Cut(want[i], " ")
					}
					if d := diff(got, want); d != "" {
						t.Fatalf("%s: %s", name, d)
					}
				}
			}
		}
	}
}

// kept returns what a form keeps of a puzzle.
func kept(p format.Puzzle, f format.Format, fields bool) format.Puzzle {
	out := format.Puzzle{Board: p.Board, Count: -1, Line: p.Line}
	switch f {
	case format.SDK:
		out.Name, out.Source, out.Rating = p.Name, p.Source, p.Rating
	case format.KaggleCSV:
		out.Solution = p.Solution
	case format.ExtremeCSV:
		out.Solution, out.Source, out.Rating = p.Solution, p.Source, p.Rating
	case format.CountLine:
		out.Solution, out.Count = p.Solution, p.Count
	case format.Line, format.SDM:
		if fields {
			out.Rating, out.Name = p.Rating, p.Name
		}
	}
	return out
}

// Any board at all, however odd its digits, survives Numeric in every form without being
// told the alphabet.
func TestRoundTripAnyBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(board.MinBox, board.MaxBox).Draw(t, "k")
		// Few kinds of digits in a board: this is where detection could go wrong.
		kinds := rapid.SliceOfN(rapid.IntRange(0, k*k), 1, 5).Draw(t, "kinds")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		cells := make([]uint8, k*k*k*k)
		for i := range cells {
			cells[i] = uint8(kinds[rng.IntN(len(kinds))])
		}
		b, err := board.FromCells(cells)
		if err != nil {
			t.Fatal(err)
		}
		f := rapid.SampledFrom([]format.Format{format.Line, format.SDM, format.Grid, format.Integers, format.SDK, format.KaggleCSV, format.ExtremeCSV, format.CountLine}).Draw(t, "format")
		var options []format.WriterOption
		if rapid.Bool().Draw(t, "rules") {
			options = append(options, format.WithRules())
		}
		text, err := written([]format.Puzzle{{Board: b, Count: -1}}, f, options...)
		if err != nil {
			t.Fatal(err)
		}
		o := format.Options{Side: k * k}
		if rapid.Bool().Draw(t, "form known") {
			o = format.Options{Format: f}
			if f == format.Integers {
				o.Side = k * k // 16 integers are a board or a row
			}
		}
		p, err := format.ParseOne(text, o)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !p.Board.Equal(b) {
			t.Fatalf("got %s, want %s", p.Board, b)
		}
	})
}
