package minigridrules

import (
	"bufio"
	"context"
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/minigrid"
)

//go:embed counterexamples.txt
var counterexamples string

// counterexample is a board on which a rule fails, and by how much; see counterexamples.txt.
type counterexample struct {
	Name      string
	Claim     string
	Fillings  minigrid.Fillings
	Joins     minigrid.Compatibility
	Pruning   minigrid.Pruning
	Solutions int64
	Number    int64
	Puzzle    board.Board
	Shows     string
}

// kept returns the counterexamples of the file.
func kept() []counterexample {
	list, err := readCounterexamples(counterexamples)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return list
}

func readCounterexamples(text string) (list []counterexample, err error) {
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		c, err := readCounterexample(line)
		if err != nil {
			return nil, fmt.Errorf("counterexamples.txt:%d: %w", n, err)
		}
		list = append(list, c)
	}
	return list, lines.Err()
}

func readCounterexample(line string) (c counterexample, err error) {
	fields := strings.Split(line, "|")
	if len(fields) != 9 {
		return c, fmt.Errorf("%d fields, want 9", len(fields))
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	c = counterexample{
		Name: fields[0], Claim: fields[1], Fillings: minigrid.Fillings(fields[2]),
		Joins: minigrid.Compatibility(fields[3]), Pruning: minigrid.Pruning(fields[4]), Shows: fields[8],
	}
	if c.Claim != "M07" && c.Claim != "M08" && c.Claim != "M09" {
		return c, fmt.Errorf("claim %q, want M07, M08 or M09", c.Claim)
	}
	if err := (Config{}).complete(c).Validate(); err != nil {
		return c, err
	}
	if c.Solutions, err = strconv.ParseInt(fields[5], 10, 64); err != nil {
		return c, fmt.Errorf("solutions: %w", err)
	}
	if c.Number, err = strconv.ParseInt(fields[6], 10, 64); err != nil {
		return c, fmt.Errorf("number: %w", err)
	}
	c.Puzzle, err = board.Parse(fields[7])
	return c, err
}

// complete returns a counterexample's readings as a configuration.
func (c Config) complete(x counterexample) minigrid.Config {
	if c.Graph == (minigrid.Config{}) {
		c.Graph = minigrid.DefaultConfig()
	}
	return c.reading(x.Fillings, x.Joins, x.Pruning)
}

// recompute measures a counterexample again.
func recompute(ctx context.Context, cfg Config, c counterexample, r *lab.Run) error {
	o, err := newOracle(c.Puzzle.Shape())
	if err != nil {
		return err
	}
	grids, complete, err := o.all(ctx, c.Puzzle, cfg.Solutions)
	if err != nil {
		return err
	}
	g, err := build(ctx, c.Puzzle, cfg.complete(c))
	if err != nil {
		return err
	}
	if g == nil || g.Capped() || !complete || len(grids) == 0 {
		return fmt.Errorf("%s: no graph, or not all solutions", c.Name)
	}
	used, err := inSolutions(g.Permutations(), grids)
	if err != nil {
		return err
	}
	x := compare(g, used)
	supported := cfg.complete(c)
	supported.Pruning = minigrid.Supported
	strong, err := build(ctx, c.Puzzle, supported)
	if err != nil {
		return err
	}
	number := map[string]int64{"M07": unjoined(g, used), "M08": x.left - compare(strong, used).left, "M09": x.strays}[c.Claim]
	r.Count("solutions", int64(len(grids)), "solutions")
	r.Count("number", number, "as the claim counts")
	r.Count("number.kept", c.Number, "as the claim counts")
	r.Count("side", int64(c.Puzzle.Shape().Side()), "cells")
	r.Count("givens", int64(c.Puzzle.Filled()), "cells")
	r.Count("empty", int64(c.Puzzle.Shape().Cells()-c.Puzzle.Filled()), "cells")
	r.Count("vertices", g.Permutations().Total(), "vertices")
	r.Count("edges", g.Edges(), "edges")
	r.Count("left", x.left, "vertices")
	r.Count("strays", x.strays, "vertices")
	r.Count("wrong", x.wrong, "vertices")
	r.Count("passes", int64(g.Rounds()), "passes")
	r.Text("claim", c.Claim)
	r.Text("readings", string(c.Fillings)+", "+string(c.Joins)+", "+string(c.Pruning))
	r.Text("shows", c.Shows)
	r.Text("puzzle", c.Puzzle.String())
	r.Text("board", inRows(c.Puzzle))
	r.Text("strays", names(g, used))
	return nil
}

// unjoined counts the dependent pairs of boxes whose fillings in a board's solutions the graph
// does not join.
func unjoined(g *minigrid.Graph, used [][]bool) (sum int64) {
	for _, p := range g.Pairs() {
		for a, inA := range used[p.A] {
			for b, inB := range used[p.B] {
				if inA && inB && !g.Adjacent(minigrid.Vertex{Box: p.A, Filling: a}, minigrid.Vertex{Box: p.B, Filling: b}) {
					sum++
				}
			}
		}
	}
	return sum
}

// inRows writes a board row by row, for people.
func inRows(b board.Board) string {
	line, n := b.String(), b.Shape().Side()
	rows := make([]string, 0, n)
	for ; line != ""; line = line[n:] {
		rows = append(rows, line[:n])
	}
	return strings.Join(rows, " ")
}

// names writes the strays of a graph, up to ten, as the rows of their boxes.
func names(g *minigrid.Graph, used [][]bool) string {
	var out []string
	k := g.Permutations().Masks().Puzzle().Shape().Box()
	for box := range used {
		for v := range g.AliveVertices(box) {
			if used[box][v] {
				continue
			}
			if len(out) == 10 {
				return strings.Join(out, "; ") + "; …"
			}
			var text []byte
			for i, d := range g.Permutations().Filling(box, v) {
				if i > 0 && i%k == 0 {
					text = append(text, ' ')
				}
				text = append(text, board.Numeric[d-1])
			}
			out = append(out, fmt.Sprintf("box %d: %s", box+1, text))
		}
	}
	return strings.Join(out, "; ")
}
