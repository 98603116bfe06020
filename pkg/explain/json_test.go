package explain

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"sudokulab/pkg/board"
)

// again writes a value to JSON and reads it into another.
func again[T any](t *testing.T, v *T) *T {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	read := new(T)
	if err := json.Unmarshal(text, read); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return read
}

// exampleOf returns the position of a technique's example and the next step there.
func exampleOf(t *testing.T, e *Explainer, technique Technique) (*Position, Step) {
	t.Helper()
	example := technique.Info().Example
	p, err := e.Parse(example.Board, example.Struck)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Next(p)
	if err != nil || s.Technique != technique {
		t.Fatalf("%v: %v, %v", technique, s, err)
	}
	return p, s
}

// TestJSON: every step, hint, position and path is read back as it was written, with its sentence, and the
// way goes on from there.
func TestJSON(t *testing.T) {
	e := explainer(t, Options{Unique: true, Alphabet: board.Letters})
	for _, technique := range Techniques() {
		p, s := exampleOf(t, e, technique)
		read := again(t, &s)
		if !reflect.DeepEqual(*read, s) || read.Sentence() == "" || read.Sentence() != s.Sentence() {
			t.Errorf("%v: read as %+v, want %+v", technique, *read, s)
		}
		h, err := e.Hint(p, HintWhy, Known{})
		if err != nil {
			t.Fatal(err)
		}
		if got := again(t, &h); !reflect.DeepEqual(*got, h) {
			t.Errorf("%v: the hint is read as %+v, want %+v", technique, *got, h)
		}
		q := again(t, p)
		if next, err := explainer(t, Options{Unique: true}).Next(q); err != nil || next.String() != s.String() {
			t.Errorf("%v: from the position read the next step is %v, %v, want %v", technique, next, err, s)
		}
		q.Apply(read)
		p.Apply(&s)
		if q.Board().String() != p.Board().String() || q.Struck() != p.Struck() {
			t.Errorf("%v: the step read does something else", technique)
		}
	}
	for _, shape := range []*board.Shape{board.Standard(), diagonal(t)} {
		e, err := New(shape, Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := board.ParseOn(shape, easyPuzzle)
		if shape != board.Standard() {
			b, err = board.ParseOn(shape, "1.......2"+strings.Repeat(".", 72))
		}
		if err != nil {
			t.Fatal(err)
		}
		path, err := e.Path(b)
		if err != nil {
			t.Fatal(err)
		}
		read := again(t, path)
		if read.String() != path.String() || read.Start.Shape() != shape || read.End.Board().String() != path.End.Board().String() {
			t.Errorf("the path is read as %v, want %v", read, path)
		}
		if n := len(read.Steps); n > 0 && read.Before(n).Board().String() != path.End.Board().String() {
			t.Error("the path read does not lead to its end")
		}
	}
	if got := again(t, &Position{}); got.Shape() != nil {
		t.Errorf("of no position: %v", got)
	}
	if got := again(t, &Step{}); got.Shape() != nil || got.String() != "none" {
		t.Errorf("of no step: %v", got)
	}
}

// TestJSONErrors: what is written wrongly is refused with a sentence.
func TestJSONErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{"technique":"magic"}`: `technique "magic"`,
		`{"technique":"x-wing","candidates":[{"cell":1,"digit":2,"role":"x"}]}`:                                                `role "x"`,
		`{"technique":"x-wing","side":9,"strikes":[{"cell":81,"digit":2}]}`:                                                    "digit 2 in cell 81",
		`{"technique":"x-wing","side":9,"strikes":[{"cell":8,"digit":10}]}`:                                                    "digit 10 in cell 8",
		`{"technique":"x-wing","side":4,"units":[{"unit":12,"role":"base"}]}`:                                                  "unit 12 of a board of 12",
		`{"technique":"x-wing","side":4,"cells":[{"cell":-1,"role":"base"}]}`:                                                  "in cell -1",
		`{"technique":"x-wing","side":4,"digits":16}`:                                                                          "on a board of side 4",
		`{"technique":"x-wing","side":7}`:                                                                                      "side 7 without regions",
		`{"technique":"x-wing","side":16,"alphabet":"123"}`:                                                                    "an alphabet of 3 digits",
		`{"technique":"forcing-chain","side":9,"after":[0]}`:                                                                   "1 links that others go on from",
		`{"technique":"forcing-chain","side":9,"after":[0],"links":[{"from":{"cell":1,"digit":1},"to":{"cell":2,"digit":1}}]}`: "link 0 goes on from link 0",
	} {
		if err := json.Unmarshal([]byte(text), new(Step)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	for text, want := range map[string]string{
		`{"board":"123"}`: "side 2 without regions",
		`{"board":"................","struck":"r1c1-9"}`:           "r1c1-9",
		`{"board":"................","variant":{"regions":[1,2]}}`: "regions of 2 cells",
		`[]`: "cannot unmarshal",
	} {
		if err := json.Unmarshal([]byte(text), new(Position)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if err := json.Unmarshal([]byte(`{"kind":"x"}`), new(Hint)); err == nil || !strings.Contains(err.Error(), `kind of hint "x"`) {
		t.Errorf("a hint of kind x: %v", err)
	}
}

// TestHandmade: steps that no Explainer found, of all techniques with any parts missing, doubled or foreign, have a
// text and do not panic.
func TestHandmade(t *testing.T) {
	e := explainer(t, Options{Unique: true})
	rng := rand.New(rand.NewPCG(3, 1))
	var steps []Step
	for _, technique := range Techniques() {
		_, s := exampleOf(t, e, technique)
		steps = append(steps, s)
	}
	sober := 0
	for range 20000 {
		s := steps[rng.IntN(len(steps))].Clone()
		s.Technique = Technique(rng.IntN(int(techniques) + 2))
		some(rng, &s.Places)
		some(rng, &s.Strikes)
		some(rng, &s.Units)
		some(rng, &s.Cells)
		some(rng, &s.Candidates)
		some(rng, &s.Links)
		some(rng, &s.after)
		if rng.IntN(4) == 0 && len(s.Candidates) > 0 {
			s.Candidates[0].Cell, s.Candidates[0].Digit = rng.IntN(200)-50, rng.IntN(80)-30
		}
		if rng.IntN(4) == 0 {
			s.Digits = board.Digits(rng.Uint64())
		}
		text := s.String()
		if !strings.HasSuffix(text, ".") {
			t.Fatalf("%+v: %q", s, text)
		}
		if strings.Contains(text, "The parts of the step are not") {
			sober++
		}
		if text, err := json.Marshal(s); err != nil {
			t.Fatal(err)
		} else if err := json.Unmarshal(text, new(Step)); err == nil && s.fits() != nil {
			t.Fatalf("%s is read, but %v", text, s.fits())
		}
	}
	if sober < 1000 {
		t.Errorf("%d sober texts", sober)
	}
	bare := Step{Technique: XWing, Strikes: []Candidate{{1, 2}}}
	if got := bare.String(); got != "X-wing" || bare.Shape() != nil {
		t.Errorf("without a board: %q", got)
	}
	if got := (&Step{Technique: 200}).String(); got != "technique(200)" {
		t.Errorf("of no technique: %q", got)
	}
	if got := (&Path{Rating: Rating{Hardest: 200, Open: 1}}).String(); !strings.Contains(got, "technique(200)") {
		t.Errorf("of a path of no technique: %q", got)
	}
}

// some leaves a list as it is, empties it, cuts it or doubles it.
func some[T any](rng *rand.Rand, list *[]T) {
	switch k := rng.IntN(6); {
	case k == 0:
		*list = nil
	case k == 1 && len(*list) > 0:
		*list = (*list)[:rng.IntN(len(*list))]
	case k == 2:
		*list = append(*list, *list...)
	}
}

// FuzzJSON: what is read as a step, a position or a path is told without a panic, and written and read back
// it says the same.
func FuzzJSON(f *testing.F) {
	e, err := New(board.Standard(), Options{Unique: true})
	if err != nil {
		f.Fatal(err)
	}
	for _, technique := range Techniques() {
		example := technique.Info().Example
		p, err := e.Parse(example.Board, example.Struck)
		if err != nil {
			f.Fatal(err)
		}
		s, err := e.Next(p)
		if err != nil {
			f.Fatal(err)
		}
		for _, v := range []any{s, p, Path{Steps: []Step{s}, Start: p, End: p}} {
			text, err := json.Marshal(v)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<14 {
			return
		}
		var s Step
		if json.Unmarshal(text, &s) == nil {
			if got := again(t, &s); got.String() != s.String() {
				t.Errorf("%q is read back as %q", s.String(), got.String())
			}
			if s.Shape() != nil && s.Shape().Side() <= 9 {
				q := newPosition(newGeometry(s.Shape()))
				q.load(make([]uint8, s.Shape().Cells()), nil)
				q.Apply(&s)
			}
		}
		var p Position
		if json.Unmarshal(text, &p) == nil && p.Shape() != nil {
			if got := again(t, &p); got.Board().String() != p.Board().String() || got.Struck() != p.Struck() {
				t.Errorf("%v %s is read back as %v %s", p.Board(), p.Struck(), got.Board(), got.Struck())
			}
		}
		var way Path
		if json.Unmarshal(text, &way) == nil {
			_ = way.String()
		}
	})
}
