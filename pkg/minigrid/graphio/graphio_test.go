package graphio

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
)

var update = flag.Bool("update", false, "rewrite the golden files of testdata")

const (
	four      = "1......3........"                                                                  // few vertices, several solutions
	easy      = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" // one vertex a box left
	hard      = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.." // hundreds left, one solution
	ambiguous = "53..7....6..195....98....6.8...6...34..8.3..17.......6.6....28....419..5....8..79"
	wiped     = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28...1419..5....8..79" // a box without a filling
	crossed   = "......4564...68...6...7....9.7......846.5..1.31.8.6...5.4......2....1..57.1....4." // on a board with diagonals
	regions   = "1112211322433324435544555"
)

func build(t testing.TB, puzzle board.Board, cfg minigrid.Config) *minigrid.Graph {
	t.Helper()
	masks, err := minigrid.Mask(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	perms, err := minigrid.Permute(t.Context(), masks, cfg)
	if err != nil {
		t.Fatal(err)
	}
	g, err := minigrid.Connect(t.Context(), perms, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func pruneGraph(t testing.TB, g *minigrid.Graph) {
	t.Helper()
	if err := g.PruneToFixedPoint(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func solutions(t testing.TB, g *minigrid.Graph) [][]bool {
	t.Helper()
	in, err := g.InSolutions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// sample is a graph under a name.
type sample struct {
	name string
	g    *minigrid.Graph
	in   [][]bool
}

// samples returns a graph of each kind that matters here.
func samples(t testing.TB) []sample {
	t.Helper()
	diagonal, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	// Shifted rows, with gaps: a 16×16 board with 48 fillings.
	shape, err := board.ShapeOf(4)
	if err != nil {
		t.Fatal(err)
	}
	sixteen := board.New(shape)
	for cell := range shape.Cells() {
		r, c := shape.Row(cell), shape.Col(cell)
		if (7*r+5*c+r*c)%5 < 3 {
			sixteen.Set(cell, (4*r+r/4+c)%16+1)
		}
	}
	number, err := board.ParseRegions(regions)
	if err != nil {
		t.Fatal(err)
	}
	jigsaw, err := board.ShapeWith(5, board.Variant{Regions: number})
	if err != nil {
		t.Fatal(err)
	}
	on := func(s *board.Shape, line string) board.Board {
		b, err := board.ParseOn(s, line)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var out []sample
	for _, p := range []struct {
		name   string
		puzzle board.Board
	}{
		{"four", board.MustParse(four)},
		{"easy", board.MustParse(easy)},
		{"hard", board.MustParse(hard)},
		{"ambiguous", board.MustParse(ambiguous)},
		{"wiped", board.MustParse(wiped)},
		{"diagonal", on(diagonal, crossed)},
		{"diagonal few", solvedBut(t, on(diagonal, crossed))},
		{"sixteen", sixteen},
		{"jigsaw", on(jigsaw, "1.....2.....4............")},
	} {
		g := build(t, p.puzzle, minigrid.DefaultConfig())
		pruneGraph(t, g)
		out = append(out, sample{p.name, g, solutions(t, g)})
	}
	literal := build(t, board.MustParse(four), minigrid.LiteralConfig())
	pruneGraph(t, literal)
	return append(out,
		sample{"unknown", out[2].g, nil},
		sample{"literal", literal, solutions(t, literal)},
		sample{"before", build(t, board.MustParse(ambiguous), minigrid.DefaultConfig()), nil},
	)
}

// solvedBut returns the first solution of a puzzle with some cells emptied.
func solvedBut(t testing.TB, puzzle board.Board) board.Board {
	t.Helper()
	g := build(t, puzzle, minigrid.DefaultConfig())
	for b, err := range g.Solutions(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		for cell := 0; cell < len(b.Cells()); cell += 3 {
			b.Set(cell, 0)
		}
		return b
	}
	t.Fatal("no solution")
	return board.Board{}
}

// forms are the three lists.
var forms = map[string]func(io.Writer, *minigrid.Graph, Options) error{
	"dot": WriteDOT, "graphml": WriteGraphML, "json": WriteJSON,
}

// each calls check for each sample with several options.
func each(t *testing.T, check func(t *testing.T, s sample, o Options)) {
	t.Helper()
	for _, s := range samples(t) {
		for _, all := range []bool{false, true} {
			for _, edges := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/all=%t/edges=%t", s.name, all, edges), func(t *testing.T) {
					o := DefaultOptions()
					o.All, o.Edges, o.InSolutions = all, edges, s.in
					check(t, s, o)
				})
			}
		}
	}
}

// want returns the numbers of vertices and edges that a list must have, from the graph's own
// figures.
func want(s sample, o Options) (vertices, edges int64) {
	m := s.g.Metrics()
	vertices, edges = m.Alive, m.AliveEdges
	if o.All {
		vertices, edges = m.Vertices, m.Edges
	}
	if !o.Edges {
		edges = 0
	}
	return vertices, edges
}

var (
	dotNode = regexp.MustCompile(`(?m)^b(\d+)f(\d+) \[label="([^"]*)" box=(\d+) filling=(\d+) digits="(\w+)" alive=(true|false)( in_solution=(true|false))?[^\n]*\]$`)
	dotEdge = regexp.MustCompile(`(?m)^b(\d+)f(\d+) -- b(\d+)f(\d+)$`)
)

func TestDOT(t *testing.T) {
	each(t, func(t *testing.T, s sample, o Options) {
		var buf bytes.Buffer
		if err := WriteDOT(&buf, s.g, o); err != nil {
			t.Fatal(err)
		}
		text := buf.String()
		vertices, edges := want(s, o)
		nodes := dotNode.FindAllStringSubmatch(text, -1)
		if int64(len(nodes)) != vertices || int64(len(dotEdge.FindAllString(text, -1))) != edges {
			t.Errorf("%d nodes, %d edges, want %d and %d", len(nodes), len(dotEdge.FindAllString(text, -1)), vertices, edges)
		}
		known := map[string]bool{}
		for _, n := range nodes {
			known["b"+n[4]+"f"+n[5]] = true
			if n[1] != n[4] || n[2] != n[5] {
				t.Fatalf("node b%sf%s says box %s, filling %s", n[1], n[2], n[4], n[5])
			}
			if got := strings.NewReplacer(`\n`, "", `\l`, "", " ", "").Replace(n[3]); got != n[6] {
				t.Fatalf("label %q, digits %q", n[3], n[6])
			}
		}
		for _, e := range dotEdge.FindAllStringSubmatch(text, -1) {
			if !known["b"+e[1]+"f"+e[2]] || !known["b"+e[3]+"f"+e[4]] {
				t.Fatalf("edge %s joins a node that is not listed", e[0])
			}
		}
		if got := strings.Count(text, "subgraph cluster_"); got != s.g.Permutations().Masks().Puzzle().Shape().Side() {
			t.Errorf("%d clusters", got)
		}
		if strings.Count(text, "{") != strings.Count(text, "}") {
			t.Error("braces do not match")
		}
	})
}

// graphML is what the schema calls a graphml element, as far as it is used.
type graphML struct {
	XMLName xml.Name `xml:"http://graphml.graphdrawing.org/xmlns graphml"`
	Keys    []struct {
		ID   string `xml:"id,attr"`
		For  string `xml:"for,attr"`
		Type string `xml:"attr.type,attr"`
	} `xml:"key"`
	Graph struct {
		Default string        `xml:"edgedefault,attr"`
		Nodes   int64         `xml:"parse.nodes,attr"`
		Edges   int64         `xml:"parse.edges,attr"`
		Data    []graphMLData `xml:"data"`
		Node    []struct {
			ID   string        `xml:"id,attr"`
			Data []graphMLData `xml:"data"`
		} `xml:"node"`
		Edge []struct {
			Source string `xml:"source,attr"`
			Target string `xml:"target,attr"`
		} `xml:"edge"`
	} `xml:"graph"`
}

type graphMLData struct {
	Key   string `xml:"key,attr"`
	Value string `xml:",chardata"`
}

func TestGraphML(t *testing.T) {
	each(t, func(t *testing.T, s sample, o Options) {
		o.Title = "a <b> & \"c\"\x00\x1b]]>"
		var buf bytes.Buffer
		if err := WriteGraphML(&buf, s.g, o); err != nil {
			t.Fatal(err)
		}
		var doc graphML
		if err := xml.Unmarshal(buf.Bytes(), &doc); err != nil {
			t.Fatal(err)
		}
		vertices, edges := want(s, o)
		g := &doc.Graph
		if int64(len(g.Node)) != vertices || g.Nodes != vertices || int64(len(g.Edge)) != edges || g.Edges != edges || g.Default != "undirected" {
			t.Errorf("%d nodes (%d announced), %d edges (%d announced), %s, want %d and %d",
				len(g.Node), g.Nodes, len(g.Edge), g.Edges, g.Default, vertices, edges)
		}
		types := map[string]string{}
		for _, k := range doc.Keys {
			types[k.For+" "+k.ID] = k.Type
		}
		for _, d := range g.Data {
			if types["graph "+d.Key] == "" {
				t.Errorf("graph has undeclared key %q", d.Key)
			}
		}
		if g.Data[0] != (graphMLData{"title", `a <b> & "c"  ]]>`}) {
			t.Errorf("title %q", g.Data[0])
		}
		listed, used := map[string]bool{}, 0
		for _, n := range g.Node {
			listed[n.ID] = true
			for _, d := range n.Data {
				kind := types["node "+d.Key]
				valid := map[string]string{"string": `.+`, "int": `\d+`, "boolean": `true|false`}[kind]
				if kind == "" || !regexp.MustCompile("^("+valid+")$").MatchString(d.Value) {
					t.Fatalf("node %s has %s %q of type %q", n.ID, d.Key, d.Value, kind)
				}
				if d == (graphMLData{"in_solution", "true"}) {
					used++
				}
			}
		}
		if wantUsed := countTrue(s.in); used != wantUsed {
			t.Errorf("%d nodes in a solution, want %d", used, wantUsed)
		}
		seen := map[[2]string]bool{}
		for _, e := range g.Edge {
			if !listed[e.Source] || !listed[e.Target] || seen[[2]string{e.Source, e.Target}] || seen[[2]string{e.Target, e.Source}] {
				t.Fatalf("edge %s to %s again, or to a node not listed", e.Source, e.Target)
			}
			seen[[2]string{e.Source, e.Target}] = true
		}
	})
}

func countTrue(in [][]bool) (count int) {
	for _, of := range in {
		for _, is := range of {
			if is {
				count++
			}
		}
	}
	return count
}

// TestRefusals has each writer refuse before the first byte.
func TestRefusals(t *testing.T) {
	g := build(t, board.MustParse(hard), minigrid.DefaultConfig())
	pruneGraph(t, g)
	small := minigrid.DefaultConfig()
	small.MaxVertices = 3
	capped := build(t, board.MustParse(hard), small)
	in := solutions(t, g)
	short := append([][]bool{in[0][1:]}, in[1:]...)
	foreign := append([][]bool{}, in...)
	i := 0
	for g.Alive(minigrid.Vertex{Box: 1, Filling: i}) {
		i++
	}
	foreign[1] = append([]bool{}, in[1]...)
	foreign[1][i] = true
	for name, c := range map[string]struct {
		g    *minigrid.Graph
		set  func(*Options)
		is   error
		want string
	}{
		"edges":       {g, func(o *Options) { o.MaxEdges = 15432 }, ErrTooLarge, "graphio: graph too large to be written: 15,433 edges, limit 15,432"},
		"vertices":    {g, func(o *Options) { o.MaxVertices = 900 }, ErrTooLarge, "930 vertices, limit 900"},
		"all":         {g, func(o *Options) { o.All, o.MaxVertices = true, 1000 }, ErrTooLarge, "1,229 vertices, limit 1,000"},
		"negative":    {g, func(o *Options) { o.MaxEdges = -1 }, nil, "graphio: options: max_edges is -1, want 0 or more"},
		"negative 2":  {g, func(o *Options) { o.MaxVertices = -1 }, nil, "graphio: options: max_vertices is -1, want 0 or more"},
		"none":        {nil, func(*Options) {}, nil, "graphio: no graph"},
		"capped":      {capped, func(*Options) {}, minigrid.ErrCapped, "graphio: minigrid: "},
		"boxes":       {g, func(o *Options) { o.InSolutions = in[1:] }, nil, "graphio: in solutions: 8 boxes, the graph has 9"},
		"fillings":    {g, func(o *Options) { o.InSolutions = short }, nil, "graphio: in solutions: box 1: 49 fillings, the graph has 50"},
		"other graph": {g, func(o *Options) { o.InSolutions = foreign }, nil, "graphio: in solutions: box 2: filling "},
	} {
		for form, write := range forms {
			o := DefaultOptions()
			c.set(&o)
			var buf bytes.Buffer
			err := write(&buf, c.g, o)
			if err == nil || !strings.Contains(err.Error(), c.want) || c.is != nil && !errors.Is(err, c.is) || buf.Len() > 0 {
				t.Errorf("%s: %s: error %v with %d bytes written, want %q and none", name, form, err, buf.Len(), c.want)
			}
		}
		if errors.Is(c.is, ErrTooLarge) || strings.HasPrefix(name, "negative") {
			continue
		}
		o, so := DefaultOptions(), DefaultSVGOptions()
		c.set(&o)
		so.InSolutions = o.InSolutions
		var buf bytes.Buffer
		if err := WriteSVG(&buf, c.g, so); err == nil || !strings.Contains(err.Error(), c.want) || buf.Len() > 0 {
			t.Errorf("%s: svg: error %v with %d bytes written, want %q and none", name, err, buf.Len(), c.want)
		}
	}
	// The bounds themselves are allowed, and 0 is none.
	o := DefaultOptions()
	o.MaxVertices, o.MaxEdges = 930, 15433
	if err := WriteDOT(io.Discard, g, o); err != nil {
		t.Error(err)
	}
	o.All, o.MaxVertices, o.MaxEdges = true, 0, 0
	if err := WriteDOT(io.Discard, g, o); err != nil {
		t.Error(err)
	}
}

// failing is a writer that takes so many bytes.
type failing struct{ room int }

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if len(p) > f.room {
		n := f.room
		f.room = 0
		return n, errFull
	}
	f.room -= len(p)
	return len(p), nil
}

func TestWriterErrors(t *testing.T) {
	g := build(t, board.MustParse(hard), minigrid.DefaultConfig())
	pruneGraph(t, g)
	for form, write := range forms {
		var whole bytes.Buffer
		if err := write(&whole, g, DefaultOptions()); err != nil {
			t.Fatal(err)
		}
		for _, room := range []int{0, 1, whole.Len() / 2, whole.Len() - 1} {
			if err := write(&failing{room}, g, DefaultOptions()); !errors.Is(err, errFull) || !strings.HasPrefix(err.Error(), "graphio: ") {
				t.Errorf("%s: room for %d of %d bytes: error %v, want %v", form, room, whole.Len(), err, errFull)
			}
		}
		if err := write(&failing{whole.Len()}, g, DefaultOptions()); err != nil {
			t.Errorf("%s: %v", form, err)
		}
	}
	if err := WriteSVG(&failing{100}, g, DefaultSVGOptions()); !errors.Is(err, errFull) {
		t.Errorf("svg: error %v, want %v", err, errFull)
	}
}

// TestSameBytes writes graphs made with one and with four workers.
func TestSameBytes(t *testing.T) {
	var texts []map[string]string
	for _, workers := range []int{1, 4} {
		cfg := minigrid.DefaultConfig()
		cfg.Workers = workers
		g := build(t, board.MustParse(hard), cfg)
		pruneGraph(t, g)
		texts = append(texts, everyForm(t, g))
	}
	// The configuration is in the JSON.
	texts[1]["json"] = strings.Replace(texts[1]["json"], `"workers":4`, `"workers":1`, 1)
	for form, text := range texts[0] {
		if text == "" || text != texts[1][form] {
			t.Errorf("%s differs", form)
		}
	}
}

func everyForm(t *testing.T, g *minigrid.Graph) map[string]string {
	t.Helper()
	out := map[string]string{}
	o, so := DefaultOptions(), DefaultSVGOptions()
	o.InSolutions = solutions(t, g)
	so.InSolutions = o.InSolutions
	var buf bytes.Buffer
	for form, write := range forms {
		buf.Reset()
		if err := write(&buf, g, o); err != nil {
			t.Fatal(err)
		}
		out[form] = buf.String()
	}
	buf.Reset()
	if err := WriteSVG(&buf, g, so); err != nil {
		t.Fatal(err)
	}
	out["svg"] = buf.String()
	return out
}

func TestGolden(t *testing.T) {
	g := build(t, board.MustParse(four), minigrid.DefaultConfig())
	pruneGraph(t, g)
	o := DefaultOptions()
	o.Title, o.All, o.InSolutions = `"four" & \n`, true, solutions(t, g)
	got := map[string][]byte{}
	for form, write := range forms {
		var buf bytes.Buffer
		if err := write(&buf, g, o); err != nil {
			t.Fatal(err)
		}
		got["four."+form] = buf.Bytes()
	}
	so := DefaultSVGOptions()
	so.InSolutions = o.InSolutions
	so.Title = o.Title
	var buf bytes.Buffer
	if err := WriteSVG(&buf, g, so); err != nil {
		t.Fatal(err)
	}
	got["four.svg"] = buf.Bytes()
	for name, text := range got {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		golden, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(golden), string(text)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 7: "7", 999: "999", 1000: "1,000", 12345678: "12,345,678", -5: "-5", -100: "-100", -1234: "-1,234"} {
		if got := thousands(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

// TestRegionRows writes the rows of a region whose cells begin in different columns.
func TestRegionRows(t *testing.T) {
	for _, s := range samples(t) {
		if s.name != "jigsaw" {
			continue
		}
		v, err := newView(s.g, nil)
		if err != nil {
			t.Fatal(err)
		}
		// Region 3 is the plus of five cells.
		rows := v.rows(2, 0)
		if len(rows) != 3 || rows[0][:1] != " " || len(rows[0]) != 2 || len(rows[1]) != 3 || len(rows[2]) != 2 {
			t.Errorf("rows %q of a plus", rows)
		}
		return
	}
	t.Error("no jigsaw among the samples")
}
