package minigrid_test

import (
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/minigrid"
)

// lists copies the fillings that phase 2 found.
func lists(p *minigrid.Permutations, n int) [][]uint8 {
	out := make([][]uint8, n)
	for box := range out {
		for i := range p.Count(box) {
			out[box] = append(out[box], p.Filling(box, i)...)
		}
	}
	return out
}

func TestPermutationsOf(t *testing.T) {
	cfg := minigrid.DefaultConfig()
	m, err := minigrid.Mask(board.MustParse("1......1.....2.."))
	if err != nil {
		t.Fatal(err)
	}
	p, err := minigrid.Permute(t.Context(), m, cfg)
	if err != nil {
		t.Fatal(err)
	}
	all := lists(p, 4)
	again, err := minigrid.PermutationsOf(m, cfg, lists(p, 4))
	if err != nil {
		t.Fatal(err)
	}
	if again.Total() != p.Total() || again.Phase.Bytes != p.Phase.Bytes || again.Impossible() || again.Capped() {
		t.Errorf("%d fillings of %d bytes, want %d of %d", again.Total(), again.Phase.Bytes, p.Total(), p.Phase.Bytes)
	}
	for box := range all {
		size, exact := again.Size(box)
		if want, _ := p.Size(box); size != want || !exact || !again.Listed(box) || !slices.Equal(again.Cells(box), p.Cells(box)) {
			t.Errorf("box %d: %d fillings, exact %v", box+1, size, exact)
		}
	}
	var edges [2]int64
	for i, of := range []*minigrid.Permutations{p, again} {
		g, err := minigrid.Connect(t.Context(), of, cfg)
		if err != nil {
			t.Fatal(err)
		}
		edges[i] = g.Edges()
	}
	if edges[0] != edges[1] || edges[0] == 0 {
		t.Errorf("%d edges, want %d", edges[1], edges[0])
	}

	tight := cfg
	tight.MaxVertices = p.Total() - 1
	if capped, err := minigrid.PermutationsOf(m, tight, lists(p, 4)); err != nil || !capped.Capped() {
		t.Errorf("beyond the limit: %v, want capped", err)
	}
	none := lists(p, 4)
	none[2] = nil
	if refuted, err := minigrid.PermutationsOf(m, cfg, none); err != nil || !refuted.Impossible() || refuted.Total() != 0 || refuted.Count(0) != 0 {
		t.Errorf("a box without filling: %v, want the board impossible and nothing listed", err)
	}

	wrong := cfg
	wrong.Pruning = "never"
	for name, c := range map[string]struct {
		cfg   minigrid.Config
		spoil func([][]uint8) [][]uint8
		want  string
	}{
		"configuration": {wrong, func(l [][]uint8) [][]uint8 { return l }, "pruning"},
		"boxes":         {cfg, func(l [][]uint8) [][]uint8 { return l[:3] }, "3 boxes, want 4"},
		"length":        {cfg, func(l [][]uint8) [][]uint8 { l[1] = l[1][:7]; return l }, "box 2: 7 digits"},
		"given":         {cfg, func(l [][]uint8) [][]uint8 { copy(l[0], []uint8{2, 1, 3, 4}); return l }, "box 1: filling 0: digit 2 in cell 0, where 1 is given"},
		"digit twice":   {cfg, func(l [][]uint8) [][]uint8 { copy(l[0][4:], []uint8{1, 3, 3, 4}); return l }, "box 1: filling 1"},
		"digit too big": {cfg, func(l [][]uint8) [][]uint8 { copy(l[0], []uint8{1, 3, 5, 4}); return l }, "each of 1 to 4 once"},
		"no digit":      {cfg, func(l [][]uint8) [][]uint8 { l[0][1] = 0; return l }, "each of 1 to 4 once"},
	} {
		if _, err := minigrid.PermutationsOf(m, c.cfg, c.spoil(lists(p, 4))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want an error with %q", name, err, c.want)
		}
	}
}
