package explain

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
)

// Examples are found by: go test -run TestSeek -seek swordfish,jellyfish
var (
	seek  = flag.String("seek", "", "techniques, with commas, for which TestSeek prints a position whose next step it is")
	tries = flag.Int("tries", 10000, "minimal puzzles in which TestSeek looks")
)

// TestTable: each technique has all that a reader is promised, and an example in which it is next.
func TestTable(t *testing.T) {
	e, err := New(board.Standard(), Options{Unique: true})
	if err != nil {
		t.Fatal(err)
	}
	o := newOracle(t, board.Standard())
	text := map[string]Technique{}
	var last Technique
	for _, technique := range Techniques() {
		r := table[technique]
		if r == nil {
			t.Fatalf("%v has no row", technique)
		}
		i := r.Info
		if r.technique != technique || i.Name == "" || !strings.HasSuffix(i.Definition, ".") || i.Source == "" || i.Score <= 0 || i.Level == NoLevel || i.SE < 10 {
			t.Errorf("%v: %+v", technique, *r)
		}
		if other, twice := text[i.Definition]; twice {
			t.Errorf("%v and %v have one definition", technique, other)
		}
		text[i.Definition] = technique
		last = max(last, technique)
		_, err := New(board.Standard(), Options{Techniques: []Technique{technique}, Unique: true})
		if r.find == nil || r.why == nil {
			t.Fatalf("%v has no finder or no sentence", technique)
		}
		if err != nil {
			t.Errorf("%v: %v", technique, err)
		}
		if _, err := New(board.Standard(), Options{Techniques: []Technique{technique}}); errors.Is(err, ErrUniqueness) != i.Unique {
			t.Errorf("%v, uniqueness not proved: %v", technique, err)
		}
		p, err := e.Parse(i.Example.Board, i.Example.Struck)
		if err != nil {
			t.Errorf("%v: %v", technique, err)
			continue
		}
		sols := o.solutions(t, p.Board(), 1)
		if len(sols) != 1 {
			t.Errorf("%v: the example has no one solution", technique)
			continue
		}
		step, err := e.Next(p)
		if err != nil || step.Technique != technique {
			t.Errorf("%v: the example's next step is %v, %v", technique, step.Technique, err)
			continue
		}
		if err := wrong(p, &step, sols); err != nil {
			t.Errorf("%v: its example %v", technique, err)
		}
		if p.Struck() != i.Example.Struck {
			t.Errorf("%v: struck %q, written as %q", technique, p.Struck(), i.Example.Struck)
		}
		t.Log(step.String())
	}
	if last != techniques-1 {
		t.Errorf("the last technique is %v", last)
	}
}

// TestSeek prints an example of each technique that the flag names, from minimal puzzles.
func TestSeek(t *testing.T) {
	if *seek == "" {
		t.Skip("for finding examples: -seek names techniques, with commas")
	}
	left := map[Technique]bool{}
	for name := range strings.SplitSeq(*seek, ",") {
		var want Technique
		if err := want.UnmarshalText([]byte(name)); err != nil {
			t.Fatal(err)
		}
		left[want] = true
	}
	e, err := New(board.Standard(), Options{Unique: true})
	if err != nil {
		t.Fatal(err)
	}
	solver := bitboard.New()
	rng := rand.New(rand.NewPCG(1, 1))
	for range *tries {
		grid := board.New(board.Standard())
		generate.UniformGrid9(rng, (*[81]uint8)(grid.Cells()))
		puzzle, _, err := generate.Minimal(t.Context(), rng, grid, generate.PatternNone, func(b board.Board, limit int) int {
			return solver.CountUpTo((*bitboard.Cells)(b.Cells()), limit)
		})
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.Position(puzzle, nil)
		if err != nil {
			t.Fatal(err)
		}
		for p.left > 0 {
			s := e.next(p)
			if s == nil {
				break
			}
			if left[s.Technique] {
				delete(left, s.Technique)
				fmt.Printf("%v\tExample: Example{Board: %q, Struck: %q},\n", s.Technique, p.Board(), p.Struck())
			}
			p.Apply(s)
		}
		if len(left) == 0 {
			return
		}
	}
	t.Errorf("none found of %v", left)
}

func TestTechniqueText(t *testing.T) {
	for technique := range techniques {
		text, err := json.Marshal(technique)
		if err != nil {
			t.Fatal(err)
		}
		var back Technique
		if err := json.Unmarshal(text, &back); err != nil || back != technique {
			t.Errorf("%v came back as %v (%v)", technique, back, err)
		}
	}
	for level := NoLevel; level <= Extreme; level++ {
		text, err := json.Marshal(level)
		if err != nil {
			t.Fatal(err)
		}
		var back Level
		if err := json.Unmarshal(text, &back); err != nil || back != level {
			t.Errorf("%v came back as %v (%v)", level, back, err)
		}
	}
	var technique Technique
	if err := technique.UnmarshalText([]byte("magic")); err == nil {
		t.Error("an unknown technique was read")
	}
	var level Level
	if err := level.UnmarshalText([]byte("magic")); err == nil {
		t.Error("an unknown level was read")
	}
	if a, b, c := Technique(200).String(), Level(9).String(), Role(200).String(); a != "technique(200)" || b != "level(9)" || c != "role(200)" {
		t.Error(a, b, c)
	}
}
