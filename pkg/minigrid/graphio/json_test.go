package graphio

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
)

// TestRoundTrip reads back what was written and holds it against the graph.
func TestRoundTrip(t *testing.T) {
	each(t, func(t *testing.T, s sample, o Options) {
		o.Title = `quote " and <tag>`
		var buf bytes.Buffer
		if err := WriteJSON(&buf, s.g, o); err != nil {
			t.Fatal(err)
		}
		d, err := ReadJSON(&buf)
		if err != nil {
			t.Fatal(err)
		}
		perms := s.g.Permutations()
		puzzle, err := d.Board()
		if err != nil {
			t.Fatal(err)
		}
		if !puzzle.Equal(perms.Masks().Puzzle()) || d.Config != s.g.Config() || d.Title != o.Title ||
			d.All != o.All || d.WithEdges != o.Edges || d.WithSolutions != (s.in != nil) {
			t.Errorf("head %v %v %v %q", d.Puzzle, d.Shape, d.Config, d.Title)
		}
		vertices, edges := want(s, o)
		for _, b := range d.Boxes {
			vertices -= int64(len(b.Fillings))
			if b.Count != perms.Count(b.Box) || b.Alive != s.g.AliveCount(b.Box) {
				t.Errorf("box %d: %d of %d alive", b.Box, b.Alive, b.Count)
			}
			for _, f := range b.Fillings {
				v := minigrid.Vertex{Box: b.Box, Filling: f.Index}
				if f.Alive != s.g.Alive(v) || f.InSolution != nil && *f.InSolution != s.in[b.Box][f.Index] {
					t.Fatalf("box %d: filling %+v", b.Box, f)
				}
				for x, digit := range perms.Filling(b.Box, f.Index) {
					if board.Numeric[digit-1] != f.Digits[x] {
						t.Fatalf("box %d: filling %+v", b.Box, f)
					}
				}
			}
		}
		for i, p := range d.Pairs {
			edges -= int64(len(p.Edges))
			all, alive := s.g.PairEdges(i)
			if p.Count != all || p.Alive != alive {
				t.Errorf("pair %d: %d of %d edges alive", i, p.Alive, p.Count)
			}
			if o.Edges {
				checkEdges(t, d, &p)
			}
		}
		if vertices != 0 || edges != 0 {
			t.Errorf("%d vertices and %d edges missing", vertices, edges)
		}
	})
}

// checkEdges finds the edges of a pair from the digits alone, by the definition of the reading.
func checkEdges(t *testing.T, d *Document, p *Pair) {
	t.Helper()
	puzzle, err := d.Board()
	if err != nil {
		t.Fatal(err)
	}
	units := puzzle.Shape().Units()
	content := func(b *Box, f *Filling, unit int) string {
		var out strings.Builder
		for x, c := range b.Cells {
			for _, u := range units[unit] {
				if u == c {
					out.WriteByte(f.Digits[x])
				}
			}
		}
		return out.String()
	}
	a, b := &d.Boxes[p.A], &d.Boxes[p.B]
	if len(a.Fillings)*len(b.Fillings) > 2000 {
		return // the small ones show it
	}
	var want []Edge
	for i := range a.Fillings {
		for j := range b.Fillings {
			fits := true
			for _, u := range p.Units {
				x, y := content(a, &a.Fillings[i], u), content(b, &b.Fillings[j], u)
				if d.Config.Compatibility == minigrid.Identical {
					fits = fits && x == y
				} else {
					fits = fits && !strings.ContainsAny(x, y)
				}
			}
			if fits {
				want = append(want, Edge{a.Fillings[i].Index, b.Fillings[j].Index})
			}
		}
	}
	if len(want)+len(p.Edges) > 0 && !reflect.DeepEqual(want, p.Edges) {
		t.Errorf("pair %d, %d: edges %v, want %v", p.A, p.B, p.Edges, want)
	}
}

func golden(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "four.json"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestReadErrors(t *testing.T) {
	good := string(golden(t))
	if _, err := ReadJSON(strings.NewReader(good)); err != nil {
		t.Fatal(err)
	}
	edit := func(change func(d *Document)) string {
		var d Document
		if err := json.Unmarshal([]byte(good), &d); err != nil {
			t.Fatal(err)
		}
		change(&d)
		out, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	truth := true
	for name, c := range map[string]struct{ text, want string }{
		"empty":       {"", "EOF"},
		"cut":         {good[:len(good)/2], "EOF"},
		"more":        {good + "{}", "more after the document"},
		"unknown":     {strings.Replace(good, `"all"`, `"every"`, 1), "unknown field"},
		"long edge":   {strings.Replace(good, "[0,0]", "[0,0,0]", 1), "edge of 3 numbers, want 2"},
		"short edge":  {strings.Replace(good, "[0,0]", "[0]", 1), "edge of 1 numbers, want 2"},
		"format":      {edit(func(d *Document) { d.Format = "x" }), `format "x", want "minigrid-graph/1"`},
		"side":        {edit(func(d *Document) { d.Shape.Side = 5 }), "shape: board: side 5"},
		"box side":    {edit(func(d *Document) { d.Shape.Box = 3 }), "shape: box side 3, want 2"},
		"puzzle":      {edit(func(d *Document) { d.Puzzle = "x" + d.Puzzle[1:] }), "puzzle: board: "},
		"config":      {edit(func(d *Document) { d.Config.Pruning = "x" }), "pruning"},
		"boxes":       {edit(func(d *Document) { d.Boxes = d.Boxes[1:] }), "3 boxes, want 4"},
		"box":         {edit(func(d *Document) { d.Boxes[1].Box = 2 }), "boxes[1]: box 2, want 1"},
		"cells":       {edit(func(d *Document) { d.Boxes[1].Cells[0]++ }), "boxes[1]: cells [3 3 6 7], want [2 3 6 7]"},
		"count":       {edit(func(d *Document) { d.Boxes[2].Count = -1 }), "boxes[2]: -1 fillings, want 0"},
		"alive":       {edit(func(d *Document) { d.Boxes[2].Alive = 99 }), "99 fillings alive, want 0 to 12"},
		"listed":      {edit(func(d *Document) { d.Boxes[2].Fillings = d.Boxes[2].Fillings[1:] }), "11 fillings listed, want 12"},
		"index":       {edit(func(d *Document) { d.Boxes[2].Fillings[1].Index = 0 }), "fillings[1]: index 0, want 1 to 11"},
		"short":       {edit(func(d *Document) { d.Boxes[2].Fillings[1].Digits = "12" }), "fillings[1]: 2 digits, want 4"},
		"no digit":    {edit(func(d *Document) { d.Boxes[2].Fillings[0].Digits = "2x14" }), `fillings[0]: r3c2 holds 'x', want a digit 1 to 4`},
		"twice":       {edit(func(d *Document) { d.Boxes[2].Fillings[0].Digits = "2214" }), "fillings[0]: 2 twice"},
		"given":       {edit(func(d *Document) { d.Boxes[0].Fillings[0].Digits = "2134" }), "fillings[0]: r1c1 holds 2, given is 1"},
		"told":        {edit(func(d *Document) { d.Boxes[0].Fillings[0].InSolution = nil }), "fillings[0]: in_solution set: false, want true"},
		"not told":    {edit(func(d *Document) { d.WithSolutions = false }), "in_solution set: true, want false"},
		"dead told":   {edit(func(d *Document) { dead(d).InSolution = &truth }), "in_solution set: true, want false"},
		"dead alive":  {edit(func(d *Document) { f := dead(d); f.Alive, f.InSolution = true, &truth }), "listed as alive, want"},
		"pairs":       {edit(func(d *Document) { d.Pairs = d.Pairs[1:] }), "3 pairs, want 4"},
		"pair":        {edit(func(d *Document) { d.Pairs[0].B = 3 }), "pairs[0]: boxes 0 and 3 share"},
		"units":       {edit(func(d *Document) { d.Pairs[0].Units[0] = 3 }), "pairs[0]: boxes 0 and 1 share [3 1], want 0 and 1, [0 1]"},
		"edge count":  {edit(func(d *Document) { d.Pairs[0].Count = 1 << 40 }), "want at most"},
		"alive edges": {edit(func(d *Document) { d.Pairs[0].Alive-- }), "edges listed between alive fillings, want"},
		"lost edge":   {edit(func(d *Document) { d.Pairs[0].Edges = d.Pairs[0].Edges[1:] }), "edges listed, want"},
		"again":       {edit(func(d *Document) { d.Pairs[0].Edges[1] = d.Pairs[0].Edges[0] }), "want rising"},
		"nowhere":     {edit(func(d *Document) { d.Pairs[0].Edges[0][1] = -1 }), "joins a filling that is not listed"},
		"edges":       {edit(func(d *Document) { d.WithEdges = false }), "edges listed, with_edges says none are"},
	} {
		if _, err := ReadJSON(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "graphio: JSON: ") {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

// dead returns a filling that phase 4 removed.
func dead(d *Document) *Filling {
	for b := range d.Boxes {
		for f := range d.Boxes[b].Fillings {
			if !d.Boxes[b].Fillings[f].Alive {
				return &d.Boxes[b].Fillings[f]
			}
		}
	}
	panic("no pruned filling in the golden file")
}

// FuzzReadJSON: whatever is read without an error is valid, and survives being written and read
// again.
func FuzzReadJSON(f *testing.F) {
	data := golden(f)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add([]byte(`{"format":"minigrid-graph/1","puzzle":"","shape":{"side":4,"box":2}}`))
	f.Add([]byte(`{"format":"minigrid-graph/1","puzzle":"` + strings.Repeat(".", 25) + `","shape":{"side":5,"regions":[0]}}`))
	f.Add([]byte(strings.ReplaceAll(string(data), "true", "false")))
	for _, s := range samples(f) {
		if s.name != "jigsaw" && s.name != "wiped" {
			continue
		}
		o := DefaultOptions()
		o.InSolutions = s.in
		var buf bytes.Buffer
		if err := WriteJSON(&buf, s.g, o); err != nil {
			f.Fatal(err)
		}
		f.Add(buf.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := ReadJSON(bytes.NewReader(data))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "graphio: ") {
				t.Fatalf("error %v", err)
			}
			return
		}
		out, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ReadJSON(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(d, again); diff != "" {
			t.Fatal(diff)
		}
	})
}
