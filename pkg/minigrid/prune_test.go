package minigrid_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"sudokulab/pkg/minigrid"
)

// tooSmall returns the rule of a reading in the paper's terms.
func tooSmall(reading minigrid.Pruning, k int, dependents func(box int) int) func(box, boxes int, edges int64) bool {
	return func(box, boxes int, edges int64) bool {
		switch reading {
		case minigrid.Supported:
			return boxes < dependents(box)
		case minigrid.DegreeBoxes:
			return boxes < minigrid.RequiredDegree(k, box)
		case minigrid.DegreeEdges:
			return edges < int64(minigrid.RequiredDegree(k, box))
		}
		return false
	}
}

// TestPrune compares vertices left and passes with the loop of section 3.4, under each rule and both
// readings of compatibility.
func TestPrune(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	most := map[minigrid.Pruning]int{}
	for name, solved := range solvedBoards(t) {
		s := solved.Shape()
		for _, rule := range []minigrid.Pruning{minigrid.Supported, minigrid.DegreeBoxes, minigrid.DegreeEdges, minigrid.Unpruned} {
			for _, reading := range []minigrid.Compatibility{minigrid.Disjoint, minigrid.Identical} {
				if s.Box() == 0 && (reading == minigrid.Identical || rule == minigrid.DegreeBoxes || rule == minigrid.DegreeEdges) {
					continue
				}
				for i := range 4 {
					b := blanked(solved, len(solved.Cells())*(5+i%2)/9, rng, i == 3)
					cfg := with(func(c *minigrid.Config) { c.Pruning, c.Compatibility = rule, reading })
					if name == "4" {
						b = blanked(solved, 1+i, rng, i == 3)
						cfg.Fillings = minigrid.BoxOnly
					}
					g := build(t, b, cfg)
					want := newNaive(g.Permutations(), reading == minigrid.Identical)
					if len(want.vertices) > 700 {
						continue // the double loop takes long
					}
					prune(t, g)
					rounds := 0
					if rule != minigrid.Unpruned {
						rounds = want.prune(tooSmall(rule, s.Box(), func(box int) (count int) {
							for _, p := range g.Pairs() {
								if p.A == box || p.B == box {
									count++
								}
							}
							return count
						}))
					}
					compareGraph(t, name+"/"+string(rule)+"/"+string(reading), g, want)
					if g.Rounds() != rounds {
						t.Errorf("%s %s %s: %d rounds, want %d", name, rule, reading, g.Rounds(), rounds)
					}
					most[rule] = max(most[rule], rounds)
				}
			}
		}
	}
	if most[minigrid.Supported] < 3 || most[minigrid.DegreeBoxes] < 2 || most[minigrid.DegreeEdges] < 2 {
		t.Errorf("the cases ask for several rounds, made were %v", most)
	}
}

func TestRequiredDegree(t *testing.T) {
	for k, want := range map[int][]int{
		2: {2, 2, 2, 2},
		3: {2, 3, 2, 3, 4, 3, 2, 3, 2},
		4: {2, 3, 3, 2, 3, 4, 4, 3, 3, 4, 4, 3, 2, 3, 3, 2},
	} {
		for box, need := range want {
			if got := minigrid.RequiredDegree(k, box); got != need {
				t.Errorf("k=%d, box %d: %d, want %d", k, box, got, need)
			}
		}
	}
}

// TestPruneTwice: the second call changes nothing, nor its figures.
func TestPruneTwice(t *testing.T) {
	g := build(t, puzzleCase(t, "9/search"), minigrid.DefaultConfig())
	prune(t, g)
	before, rounds := g.Prune, g.Rounds()
	prune(t, g)
	if g.Prune != before || g.Rounds() != rounds {
		t.Errorf("second call: %+v in %d rounds, before %+v in %d", g.Prune, g.Rounds(), before, rounds)
	}
}

// TestPruneResumes: after a cancelled call another one reaches the same graph in as many rounds.
func TestPruneResumes(t *testing.T) {
	b := puzzleCase(t, "9/search")
	want := build(t, b, minigrid.DefaultConfig())
	prune(t, want)
	for looks := range int64(want.Rounds()) {
		g := build(t, b, minigrid.DefaultConfig())
		if err := g.PruneToFixedPoint(newStopAfter(t.Context(), looks)); !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d looks: %v", looks, err)
		}
		prune(t, g)
		if g.Rounds() != want.Rounds() || g.AliveEdges() != want.AliveEdges() {
			t.Errorf("after %d looks: %d rounds, %d edges, want %d, %d", looks, g.Rounds(), g.AliveEdges(), want.Rounds(), want.AliveEdges())
		}
		for box := range 9 {
			if g.AliveCount(box) != want.AliveCount(box) {
				t.Errorf("after %d looks: box %d has %d alive, want %d", looks, box, g.AliveCount(box), want.AliveCount(box))
			}
		}
	}
}
