package film_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/film"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/render"
	"sudokulab/pkg/solver"
)

const fourPuzzle = "1..4....2.4..1.." // one solution; three passes that remove something

// graphOf runs phases 1 to 3.
func graphOf(t testing.TB, puzzle board.Board, change func(*minigrid.Config)) *minigrid.Graph {
	t.Helper()
	cfg := minigrid.DefaultConfig()
	cfg.Workers = 1
	if change != nil {
		change(&cfg)
	}
	masks, err := minigrid.Mask(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	p, err := minigrid.Permute(t.Context(), masks, cfg)
	if err != nil {
		t.Fatal(err)
	}
	g, err := minigrid.Connect(t.Context(), p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// ownPuzzles returns the first puzzles of an embedded set.
func ownPuzzles(t testing.TB, id string, n int) (boards []board.Board) {
	t.Helper()
	for p, err := range (&corpus.Store{}).Open(t.Context(), id) {
		if err != nil {
			t.Fatal(err)
		}
		if len(boards) == n {
			break
		}
		boards = append(boards, p.Board)
	}
	return boards
}

func passesOf(t testing.TB, g *minigrid.Graph) []film.PruningPass {
	t.Helper()
	passes, err := film.PruningPasses(g)
	if err != nil {
		t.Fatal(err)
	}
	return passes
}

// The loop over single fillings ends where the library's loop over classes ends, in as many passes.
func TestPruningPassesAgreeWithTheLibrary(t *testing.T) {
	for _, rule := range []minigrid.Pruning{minigrid.Supported, minigrid.DegreeBoxes, minigrid.DegreeEdges} {
		for _, id := range []string{"own-4x4", "own-medium", "own-hard", "own-minimal", "own-mixed"} {
			for i, puzzle := range ownPuzzles(t, id, 12) {
				g := graphOf(t, puzzle, func(c *minigrid.Config) { c.Pruning = rule })
				if g.Product() > film.MaxComparisons {
					continue
				}
				passes := passesOf(t, g)
				if err := g.PruneToFixedPoint(t.Context()); err != nil {
					t.Fatal(err)
				}
				name := fmt.Sprintf("%s %s %d", rule, id, i)
				if len(passes)+1 != g.Rounds() {
					t.Errorf("%s: %d passes remove something, the library made %d", name, len(passes), g.Rounds())
				}
				gone := map[minigrid.Vertex]bool{}
				for _, pass := range passes {
					for _, l := range pass.Lost {
						if gone[l.Vertex] {
							t.Errorf("%s: %v is lost twice", name, l.Vertex)
						}
						gone[l.Vertex] = true
						if rule == minigrid.Supported && len(l.Without) == 0 {
							t.Errorf("%s: %v is lost and lacks nothing", name, l.Vertex)
						}
					}
				}
				for box := range puzzle.Shape().Side() {
					for v := range g.Permutations().Count(box) {
						if x := (minigrid.Vertex{Box: box, Filling: v}); gone[x] == g.Alive(x) {
							t.Errorf("%s: %v lost %v, alive in the library %v", name, x, gone[x], g.Alive(x))
						}
					}
					if n := len(passes); n > 0 && passes[n-1].Left[box] != g.AliveCount(box) {
						t.Errorf("%s: box %d has %d left, the library %d", name, box, passes[n-1].Left[box], g.AliveCount(box))
					}
				}
			}
		}
	}
}

func TestPruningPassesRefuse(t *testing.T) {
	capped := graphOf(t, board.MustParse(fourPuzzle), func(c *minigrid.Config) { c.MaxVertices = 5 })
	if _, err := film.PruningPasses(capped); !errors.Is(err, minigrid.ErrCapped) {
		t.Errorf("a capped graph: %v", err)
	}
	large := graphOf(t, board.New(board.MustParse(strings.Repeat(".", 16)).Shape()), nil)
	if _, err := film.PruningPasses(large); err != nil {
		t.Errorf("an empty 4×4 board: %v", err)
	}
	box := graphOf(t, ownPuzzles(t, "own-minimal", 1)[0], func(c *minigrid.Config) { c.Fillings = minigrid.BoxOnly })
	if _, err := film.PruningPasses(box); err == nil {
		t.Errorf("%d pairs of fillings were compared", box.Product())
	}
	unpruned := graphOf(t, board.MustParse(fourPuzzle), func(c *minigrid.Config) { c.Pruning = minigrid.Unpruned })
	if passes := passesOf(t, unpruned); passes != nil {
		t.Errorf("unpruned: %d passes", len(passes))
	}
}

// A digit is struck out once, in the frame in which it goes, and the last frame holds what is left.
func TestPruningFilm(t *testing.T) {
	puzzles := append(ownPuzzles(t, "own-hard", 6), ownPuzzles(t, "own-minimal", 12)...)
	solved := 0
	for i, puzzle := range append(puzzles, board.MustParse(fourPuzzle)) {
		g := graphOf(t, puzzle, nil)
		passes := passesOf(t, g)
		frames := film.Pruning(g.Permutations(), passes)
		if len(frames) != len(passes)+2 {
			t.Fatalf("puzzle %d: %d frames of %d passes", i, len(frames), len(passes))
		}
		struck := make([]board.Digits, puzzle.Shape().Cells())
		for f, frame := range frames {
			if err := frame.Picture.Validate(); err != nil {
				t.Fatalf("puzzle %d, frame %d: %v", i, f, err)
			}
			for c := range struck {
				var removed board.Digits
				if frame.Picture.Removed != nil {
					removed = frame.Picture.Removed[c]
				}
				if again := removed & struck[c]; again != 0 {
					t.Errorf("puzzle %d, frame %d: %v struck out again in cell %d", i, f, again, c)
				}
				struck[c] |= removed
				if still := frame.Picture.Candidates[c] & struck[c]; still != 0 {
					t.Errorf("puzzle %d, frame %d: cell %d still shows %v", i, f, c, still)
				}
			}
		}
		a, err := minigrid.Analyse(t.Context(), puzzle, minigrid.DefaultConfig(), solver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		last := frames[len(frames)-1].Picture
		for c := range struck {
			d := a.First.At(c)
			if puzzle.At(c) == 0 && !last.Candidates[c].Has(d) {
				t.Errorf("puzzle %d: the solution's %d went from cell %d", i, d, c)
			}
			if e := last.Board.At(c); e != 0 && e != d {
				t.Errorf("puzzle %d: cell %d ends with %d, the solution has %d", i, c, e, d)
			}
		}
		if a.Graph.Metrics().SolvedBoxes == puzzle.Shape().Side() {
			solved++
			if err := board.CheckSolution(puzzle, last.Board); err != nil {
				t.Errorf("puzzle %d: the last frame: %v", i, err)
			}
		}
	}
	if solved == 0 {
		t.Error("no puzzle was solved by pruning: nothing was tested")
	}
}

// Two fillings are drawn as clashing exactly when the library does not join them.
func TestFillingPairAgreesWithTheGraph(t *testing.T) {
	for _, puzzle := range append(ownPuzzles(t, "own-medium", 3), board.MustParse(fourPuzzle), board.New(board.MustParse(fourPuzzle).Shape())) {
		g := graphOf(t, puzzle, nil)
		p := g.Permutations()
		seen := map[bool]int{}
		for _, pair := range g.Pairs() {
			for v := range p.Count(pair.A) {
				for w := range p.Count(pair.B) {
					a, b := minigrid.Vertex{Box: pair.A, Filling: v}, minigrid.Vertex{Box: pair.B, Filling: w}
					pic := film.FillingPair(p, a, b)
					if err := pic.Validate(); err != nil {
						t.Fatal(err)
					}
					clash := strings.Contains(pic.Caption, "clash")
					marked := slices.ContainsFunc(pic.Marks, func(m render.Mark) bool { return m&render.Conflict != 0 })
					if clash == g.Adjacent(a, b) || clash != (len(pic.Links) > 0) || clash != marked {
						t.Fatalf("%v and %v on %s: joined %v, %d links, marked %v, caption %q", a, b, puzzle, g.Adjacent(a, b), len(pic.Links), marked, pic.Caption)
					}
					seen[clash]++
				}
			}
		}
		if seen[true] == 0 || seen[false] == 0 {
			t.Errorf("%s: only one kind of pair: %v", puzzle, seen)
		}
	}
	p := graphOf(t, board.MustParse(fourPuzzle), nil).Permutations()
	if c := film.FillingPair(p, minigrid.Vertex{Box: 0}, minigrid.Vertex{Box: 3}).Caption; !strings.Contains(c, "share no line") {
		t.Errorf("opposite boxes: %q", c)
	}
}

func TestBoxFillingsAndLostFillings(t *testing.T) {
	puzzle := board.MustParse(fourPuzzle)
	g := graphOf(t, puzzle, nil)
	p := g.Permutations()
	for box := range puzzle.Shape().Side() {
		pictures := film.BoxFillings(p, box)
		if len(pictures) != p.Count(box) {
			t.Errorf("box %d: %d pictures of %d fillings", box, len(pictures), p.Count(box))
		}
		for v, pic := range pictures {
			if err := pic.Validate(); err != nil {
				t.Fatal(err)
			}
			for i, c := range p.Cells(box) {
				if pic.Board.At(c) != int(p.Filling(box, v)[i]) {
					t.Errorf("box %d, filling %d: cell %d holds %d", box, v, c, pic.Board.At(c))
				}
			}
		}
	}
	for _, pass := range passesOf(t, g) {
		pictures := film.LostFillings(p, pass)
		if len(pictures) != len(pass.Lost) {
			t.Fatalf("%d pictures of %d losses", len(pictures), len(pass.Lost))
		}
		for i, l := range pass.Lost {
			if err := pictures[i].Validate(); err != nil {
				t.Fatal(err)
			}
			for _, c := range p.Cells(l.Without[0]) {
				if pictures[i].Marks[c]&render.Highlight == 0 {
					t.Errorf("cell %d of box %d is not tinted", c, l.Without[0])
				}
			}
		}
	}
	two := film.LostFillings(p, film.PruningPass{Lost: []film.LostFilling{{Without: []int{1, 2}}, {}}})
	if !strings.Contains(two[0].Caption, "boxes 2, 3") || !strings.Contains(two[1].Caption, "too few edges") {
		t.Errorf("captions %q, %q", two[0].Caption, two[1].Caption)
	}
}

// The tinted cells are those in which the solutions differ, and the puzzle's givens are not among them.
func TestSolutions(t *testing.T) {
	puzzle := board.MustParse("1..4..1.2.......")
	var all []board.Board
	for s, err := range graphOf(t, puzzle, nil).Solutions(context.Background(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	pictures := film.Solutions(puzzle, all)
	if len(pictures) != len(all) || len(all) < 2 {
		t.Fatalf("%d pictures of %d solutions", len(pictures), len(all))
	}
	for c, m := range pictures[0].Marks {
		same := true
		for _, s := range all {
			same = same && s.At(c) == all[0].At(c)
		}
		if same != (m == 0) {
			t.Errorf("cell %d: same %v, mark %v", c, same, m)
		}
		if puzzle.At(c) != 0 && m != 0 {
			t.Errorf("given %d is tinted", c)
		}
	}
}

func TestBoxCounts(t *testing.T) {
	if _, err := film.NewBoxCounts(2, [][]int{{1, 2, 3}}); err == nil {
		t.Error("three numbers for four boxes were taken")
	}
	if _, err := film.NewBoxCounts(2, nil); err == nil {
		t.Error("no state was taken")
	}
	counts := [][]int{{9, 8, 7, 6}, {1, 0, 3, 4}}
	b, err := film.NewBoxCounts(2, counts)
	if err != nil {
		t.Fatal(err)
	}
	columns, rows := b.Dims()
	labels := map[[2]float64]string{}
	for i := range b.Len() {
		x, y := b.XY(i)
		labels[[2]float64{x, y}] = b.Label(i)
	}
	if columns != 5 || rows != 2 || len(labels) != 8 {
		t.Fatalf("%d columns, %d rows, %d labels in different places", columns, rows, len(labels))
	}
	for c := range columns {
		for r := range rows {
			label, ok := labels[[2]float64{b.X(c), b.Y(r)}]
			if !ok {
				if !math.IsNaN(b.Z(c, r)) {
					t.Errorf("a value between boards: %v", b.Z(c, r))
				}
				continue
			}
			if got := fmt.Sprint(math.Round(math.Pow(10, b.Z(c, r)) - 1)); got != label {
				t.Errorf("column %d, row %d: value of %s, label %s", c, r, got, label)
			}
		}
	}
	g := graphOf(t, board.MustParse(fourPuzzle), nil)
	passes := passesOf(t, g)
	if b, err := film.PassCounts(g.Permutations(), passes); err != nil || b.Len() != 4*(len(passes)+1) || b.Label(1) != "4" {
		t.Errorf("counts of passes: %v, %v", b, err)
	}
	if x, y := b.XY(0); x != 0 || y != 1 || b.Label(0) != "9" {
		t.Errorf("the first box stands at %v, %v with %s", x, y, b.Label(0))
	}
}

func ExamplePruning() {
	ctx, cfg := context.Background(), minigrid.DefaultConfig()
	masks, err := minigrid.Mask(board.MustParse("1..4....2.4..1.."))
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := minigrid.Permute(ctx, masks, cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := minigrid.Connect(ctx, p, cfg)
	if err != nil {
		fmt.Println(err)
		return
	}
	passes, err := film.PruningPasses(g)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range film.Pruning(p, passes) {
		fmt.Println(strings.ReplaceAll(f.Picture.Caption, "\n", " "))
	}
	// Output:
	// Before pruning: 10 fillings. By box: 3 4 / 1 2
	// Pass 1 strikes out 4 fillings, 6 left. By box: 1 2 / 1 2
	// Pass 2 strikes out 1 filling, 5 left. By box: 1 1 / 1 2
	// Pass 3 strikes out 1 filling, 4 left. By box: 1 1 / 1 1
	// Pass 4 finds nothing to strike out: 4 fillings left. By box: 1 1 / 1 1
}
