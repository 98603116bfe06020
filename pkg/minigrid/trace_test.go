package minigrid_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/pkg/minigrid"
)

// TestTraceIsTheMethod: traced phases 4 and 5 leave, find and count what the phases do, in their order.
func TestTraceIsTheMethod(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 0))
	kinds, passes := map[minigrid.MomentKind]int{}, 0
	for name, solved := range solvedBoards(t) {
		for i := range 24 {
			n := solved.Shape().Cells()
			puzzle := blanked(solved, n*(35+i)/100, rng, i%5 == 4)
			cfg := minigrid.DefaultConfig()
			if i%3 == 1 {
				cfg.Order = minigrid.InOrder
			}
			if i%4 == 3 && solved.Shape().Plain() {
				cfg.Compatibility, cfg.Pruning = minigrid.Identical, minigrid.DegreeEdges
			}
			if name == "4" && i%4 == 2 { // joins what no solution has, so that the final check refuses it
				puzzle, cfg.Compatibility = puzzleCase(t, "4/empty"), minigrid.Identical
			}
			p := permute(t, puzzle, cfg)
			if p.Impossible() || p.Capped() {
				continue
			}
			g, twin := build(t, puzzle, cfg), build(t, puzzle, cfg)
			prune(t, g)
			told := 0
			if err := minigrid.TracePruning(t.Context(), twin, func(pass int) error {
				told++
				if pass != told {
					t.Errorf("%s: pass %d told as %d", name, told, pass)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			passes += told
			if twin.Rounds() != g.Rounds() || told != g.Rounds()-1 || twin.Prune.Steps != g.Prune.Steps || twin.Prune.Bytes != g.Prune.Bytes {
				t.Errorf("%s: %d passes told, %d rounds, %+v; want %d rounds, %+v", name, told, twin.Rounds(), twin.Prune, g.Rounds(), g.Prune)
			}
			for box := range solved.Shape().Side() {
				if !slices.Equal(slices.Collect(g.AliveVertices(box)), slices.Collect(twin.AliveVertices(box))) {
					t.Errorf("%s: other fillings of box %d are left", name, box)
				}
			}
			const most, nodes = 4, 3000
			var want, got []string
			var counted, stats minigrid.ExtractStats
			for b, err := range g.Extract(t.Context(), nodes, &counted) {
				if err != nil {
					if !errors.Is(err, minigrid.ErrNodes) {
						t.Fatal(err)
					}
					break
				}
				if want = append(want, b.String()); len(want) == most {
					break
				}
			}
			err := minigrid.TraceExtract(t.Context(), twin, most, nodes, &stats, func(m minigrid.Moment) error {
				kinds[m.Kind]++
				switch m.Kind {
				case minigrid.Assembled:
					got = append(got, m.Board().String())
				case minigrid.Dead:
					if m.Without < 0 {
						t.Errorf("%s: dead, and no box says why", name)
					}
				case minigrid.Placed:
					for box := range solved.Shape().Side() {
						left := 0
						m.Left(box, func(int) { left++ })
						if _, filled := m.Chosen(box); left == 0 || filled && left != 1 {
							t.Errorf("%s: box %d has %d fillings left", name, box, left)
						}
					}
				}
				return nil
			})
			if err != nil && !errors.Is(err, minigrid.ErrNodes) {
				t.Fatal(err)
			}
			stats.Elapsed, counted.Elapsed = 0, 0
			if !slices.Equal(got, want) || stats.Nodes != counted.Nodes || stats.DeadEnds != counted.DeadEnds || stats.Solutions != counted.Solutions || stats.Rejected != counted.Rejected {
				t.Errorf("%s: %d solutions, %+v; want %d, %+v", name, len(got), stats, len(want), counted)
			}
		}
	}
	for k := minigrid.Placed; k <= minigrid.Lifted; k++ {
		if kinds[k] == 0 {
			t.Errorf("the puzzles show no moment of kind %d", k)
		}
	}
	if passes < 20 {
		t.Errorf("%d passes of pruning in all show nothing", passes)
	}
}

// TestTraceEnds: an error of the listener ends both.
func TestTraceEnds(t *testing.T) {
	gone := errors.New("gone")
	g := build(t, puzzleCase(t, "4/empty"), minigrid.DefaultConfig())
	prune(t, g)
	if err := minigrid.TraceExtract(t.Context(), g, 0, 0, nil, func(minigrid.Moment) error { return gone }); !errors.Is(err, gone) {
		t.Errorf("%v, want gone", err)
	}
	if err := minigrid.TraceExtract(t.Context(), g, 0, 0, nil, nil); err == nil {
		t.Error("a trace without a listener")
	}
	n := 0
	for _, err := range g.Solutions(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 288 {
		t.Errorf("after a trace that was ended there are %d solutions, want 288", n)
	}
}
