package dlx_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"sudokulab/pkg/dlx"
	"sudokulab/pkg/dlx/classic"
)

func TestRead(t *testing.T) {
	const text = "| comment\n\n  \t\nlongname-of-an-item b |x y\r\n| comment among options\n" +
		"b x:red\n  y:0 \v longname-of-an-item\tx:blue  \nx y\ny:q\nb"
	p, err := dlx.Read(strings.NewReader(text), "test")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := p.Write(&got); err != nil {
		t.Fatal(err)
	}
	want := "longname-of-an-item b | x y\nb x:red\ny:0 longname-of-an-item x:blue\nb\n"
	if got.String() != want {
		t.Errorf("written:\n%s\nwant:\n%s", &got, want)
	}
	if p.Dropped() != 2 || p.Options() != 3 || p.Primaries() != 2 || p.Items() != 4 {
		t.Errorf("%d options, %d dropped, %d+%d items; want 3, 2, 2+2", p.Options(), p.Dropped(), p.Primaries(), p.Items()-p.Primaries())
	}
}

func TestReadErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "dlx: f:1: no line with names of items"},
		{"| a b c\n\n", "dlx: f:3: no line with names of items"},
		{"a b | c | d\n", "dlx: f:1: a second '|' among the items"},
		{"a b | c |d", "dlx: f:1: a second '|' among the items"},
		{"a b |||c", `dlx: f:1: item "||c" contains ':' or '|'`},
		{"a b|c", `dlx: f:1: item "b|c" contains ':' or '|'`},
		{"a b:c", `dlx: f:1: item "b:c" contains ':' or '|'`},
		{"a b a", `dlx: f:1: item "a" occurs twice`},
		{"a b | b", `dlx: f:1: item "b" occurs twice`},
		{"a b\n\na c", `dlx: f:3: item "c" is unknown`},
		{"a b\na :b", `dlx: f:2: item "" is unknown`},
		{"a b\na | b", `dlx: f:2: item "|" is unknown`},
		{"a b\na b a", `dlx: f:2: item "a" occurs twice`},
		{"a | x\na x:1 x:1", `dlx: f:2: item "x" occurs twice`},
		{"a | x\nx x", `dlx: f:2: item "x" occurs twice`},
		{"a | x\nx a:1", `dlx: f:2: primary item "a" has a color`},
		{"a | x\na x:", "dlx: f:2: color without a name"},
		{"a | x\na x:1:2", `dlx: f:2: color "1:2" contains ':' or '|'`},
		{"a | x\na x:|", `dlx: f:2: color "|" contains ':' or '|'`},
		{"a b\na \x00b", "dlx: f:2:3: found the control character U+0000, want text"},
		{"a ü\x1b[31m b", "dlx: f:1:4: found the control character U+001B, want text"},
		{"a\u0085 b", "dlx: f:1:2: found the control character U+0085, want text"},
		{"| \x7f\na\na", "dlx: f:1:3: found the control character U+007F, want text"},
		{"a\nb\n\nc\na\n", "dlx: f:2: item \"b\" is unknown\ndlx: f:4: item \"c\" is unknown"},
	}
	for _, test := range tests {
		p, err := dlx.Read(strings.NewReader(test.text), "f")
		if err == nil || p != nil {
			t.Errorf("%q: problem %v, error %v", test.text, p, err)
		} else if err.Error() != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, err, test.want)
		}
	}
}

func TestReadBrokenReader(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("a b\na\nb"), iotest.ErrReader(io.ErrUnexpectedEOF))
	if _, err := dlx.Read(broken, "f"); !errors.Is(err, io.ErrUnexpectedEOF) || !strings.HasPrefix(err.Error(), "dlx: f:3: ") {
		t.Errorf("error %v, want the reader's with the line", err)
	}
}

// short is a writer with room for n bytes.
type short struct{ n int }

func (s *short) Write(b []byte) (int, error) {
	if len(b) > s.n {
		return s.n, io.ErrShortWrite
	}
	s.n -= len(b)
	return len(b), nil
}

func TestWriteBrokenWriter(t *testing.T) {
	p := must(classic.Queens(100))
	for _, room := range []int{0, 100, 70_000} {
		if err := p.Write(&short{room}); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("room for %d bytes: error %v, want ErrShortWrite", room, err)
		}
	}
}

// sameProblem compares two problems, colors by name.
func sameProblem(t tb, a, b *dlx.Problem) {
	t.Helper()
	if a.Primaries() != b.Primaries() || a.Items() != b.Items() || a.Options() != b.Options() || a.Elements() != b.Elements() {
		t.Fatal("the problems differ in size")
	}
	for i := range a.Items() {
		if a.ItemName(i) != b.ItemName(i) {
			t.Fatal("item", i, a.ItemName(i), b.ItemName(i))
		}
	}
	for o := range a.Options() {
		if a.OptionText(o) != b.OptionText(o) {
			t.Fatal("option", o, a.OptionText(o), b.OptionText(o))
		}
		if x, y := a.Option(o), b.Option(o); !slices.EqualFunc(x, y, func(x, y dlx.Element) bool { return x.Item == y.Item }) {
			t.Fatal("option", o, x, y)
		}
	}
}

func roundTrip(t tb, p *dlx.Problem) *dlx.Problem {
	t.Helper()
	var text bytes.Buffer
	if err := p.Write(&text); err != nil {
		t.Fatal(err)
	}
	q, err := dlx.Read(&text, "written")
	if err != nil {
		t.Fatal(err)
	}
	if q.Dropped() != 0 {
		t.Fatal("options dropped from", &text)
	}
	sameProblem(t, p, q)
	return q
}

func TestRoundTrip(t *testing.T) {
	check(t, func(t tb, from source) { roundTrip(t, problem(t, from, 6, 4, 10, 3)) })
	for _, p := range []*dlx.Problem{
		must(classic.Queens(6)),
		must(classic.Pentominoes(6, 10)),
		must(classic.MacMahon(3, 4, 6)),
		must(classic.WordRectangles(2, 2, []string{"αβ", "βα", "éé"})),
	} {
		q := roundTrip(t, p)
		limits := dlx.Limits{Nodes: 5000}
		a, b := solve(t, solver(t, p, dlx.DefaultConfig()), nil, limits), solve(t, solver(t, q, dlx.DefaultConfig()), nil, limits)
		if a.Counters != b.Counters || !slices.Equal(a.First, b.First) {
			t.Errorf("%+v before, %+v after", a, b)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"a b c | x y\na b x:0 y:0\na c x:1 y:1\nx:0 y:1\nb x:1\nc y:1\n",
		"| comment\na\n\na\n", "a |b\r\na b:c\n", "a b|c", "a | b | c", "a\na a", "a |\na", "|", "\x00\n\x00", "a\v\f\ta", "\xff |\u00a0\n\xff \u00a0:\u0085",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := dlx.Read(strings.NewReader(text), "fuzz")
		if err != nil {
			if p != nil || !strings.HasPrefix(err.Error(), "dlx: fuzz:") {
				t.Fatalf("problem %v, error %v", p, err)
			}
			return
		}
		roundTrip(t, p)
		// The search ends, one way or another, and a solution is a solution.
		res := solve(t, solver(t, p, dlx.DefaultConfig()), nil, dlx.Limits{Nodes: 100})
		if res.First != nil {
			var chosen [][]dlx.Element
			for _, o := range res.First {
				chosen = append(chosen, p.Option(o))
			}
			if !isCover(p, chosen) {
				t.Fatalf("%v does not solve\n%s", res.First, text)
			}
		}
	})
}

// repeated gives one text again and again, and counts its bytes.
type repeated struct {
	text string
	n    int
}

func (r *repeated) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		k := copy(p[n:], r.text[(r.n+n)%len(r.text):])
		n += k
	}
	r.n += n
	return n, nil
}

// TestReadEndless: what has no end is given up at a bound, soon where it is no text at all.
func TestReadEndless(t *testing.T) {
	for _, test := range []struct {
		text, want string
		most       int
	}{
		{"\x00", "dlx: f:1:1: found the control character U+0000, want text", 1 << 16},
		{"word ", "dlx: f:1: the line goes on beyond 16777216 bytes, want at most that", 1<<24 + 1<<16},
		{"|x\n" + strings.Repeat(" ", 1021), "the text goes on beyond 268435456 bytes, want at most that", 1<<28 + 1<<16},
	} {
		r := &repeated{text: test.text}
		_, err := dlx.Read(r, "f")
		if err == nil || !strings.HasSuffix(err.Error(), test.want) || r.n > test.most {
			t.Errorf("%.10q: %v after %d bytes, want %s after at most %d", test.text, err, r.n, test.want, test.most)
		}
	}
}

// TestReadWideCharacters: a character that a buffer cuts in two is one.
func TestReadWideCharacters(t *testing.T) {
	for pad := range 4 {
		name := strings.Repeat("x", pad) + strings.Repeat("€", 100_000) // three bytes each
		p, err := dlx.Read(iotest.HalfReader(strings.NewReader(name+" b\n"+name+" b\n")), "f")
		if err != nil || p.ItemName(0) != name || p.Options() != 1 {
			t.Errorf("%d: %v", pad, err)
		}
		if _, err := dlx.Read(strings.NewReader(name+"\x01"), "f"); err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("dlx: f:1:%d: ", pad+100_001)) {
			t.Errorf("%d: %v", pad, err)
		}
	}
}
