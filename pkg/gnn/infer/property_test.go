package infer_test

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/learn"
	"sudokulab/pkg/solver"
	"sudokulab/pkg/solvertest"
)

// judge returns what is wrong with an answer, "" if nothing is.
func judge(b board.Board, limit int, c infer.Config, a infer.Answer) string {
	if a.Grid.IsZero() != (a.Solutions == 0) {
		return "grid and number of solutions disagree"
	}
	if !a.Grid.IsZero() {
		if err := board.CheckSolution(b, a.Grid); err != nil {
			return err.Error()
		}
		if a.By != infer.Givens && a.Network+a.Search != len(empties(b)) {
			return "the cells are not shared out"
		}
	}
	count, _, complete := solvertest.Count(b, limit, 50_000)
	if !complete {
		return ""
	}
	proved := false
	switch a.Status {
	case solver.Unsat:
		proved = count == 0
	case solver.Unique:
		proved = count == 1
	case solver.Multiple:
		proved = count >= 2 && a.Solutions == count
	case solver.Found:
		proved = limit == 1
	case solver.Capped:
		proved = !c.Complete()
	}
	if !proved {
		return "status " + a.Status.String() + " is wrong"
	}
	return ""
}

func drawConfig(rt *rapid.T) infer.Config {
	stages := rapid.Permutation([]infer.Method{infer.Single, infer.Refine, infer.Beam, infer.Start}).Draw(rt, "stages")
	return infer.Config{
		Stages: stages[:rapid.IntRange(1, 4).Draw(rt, "number of stages")],
		Refine: infer.RefineConfig{
			Rounds:    rapid.IntRange(1, 12).Draw(rt, "rounds"),
			Threshold: rapid.Float64Range(0, 1).Draw(rt, "threshold"),
			Guard:     rapid.Bool().Draw(rt, "guard"),
			Finish:    rapid.SampledFrom([]infer.Finish{infer.Leave, infer.ArgmaxLast, infer.ArgmaxEach}).Draw(rt, "finish"),
		},
		Beam: infer.BeamConfig{
			Width:     rapid.IntRange(1, 7).Draw(rt, "width"),
			Threshold: rapid.Float64Range(0, 1).Draw(rt, "beam threshold"),
			Cell:      rapid.SampledFrom([]infer.Pick{infer.LeastConfident, infer.MostConfident, infer.FewestCandidates}).Draw(rt, "cell"),
			Ask:       rapid.SampledFrom([]infer.Ask{infer.AskEach, infer.AskOnce}).Draw(rt, "ask"),
			Rounds:    rapid.SampledFrom([]int{0, 1, 5}).Draw(rt, "beam rounds"),
		},
		Start: infer.StartConfig{
			Mode:  rapid.SampledFrom([]infer.Mode{infer.Fix, infer.Guide}).Draw(rt, "mode"),
			Drop:  rapid.SampledFrom([]infer.Drop{infer.DropOne, infer.DropHalf}).Draw(rt, "drop"),
			Form:  rapid.SampledFrom([]infer.Form{infer.Cells, infer.Cover}).Draw(rt, "form"),
			Nodes: rapid.SampledFrom([]int64{0, 1, 20}).Draw(rt, "nodes"),
		},
		Prove: rapid.Bool().Draw(rt, "prove"),
	}
}

// TestNeverWrong: no model and no configuration brings out a wrong grid or a wrong status.
func TestNeverWrong(t *testing.T) {
	grids := map[int]board.Board{4: solutions()(own(t, "own-4x4", 1)[0]), 9: solutions()(own(t, "own-easy", 1)[0])}
	shape, err := board.ShapeWith(4, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	grids[5] = solutions()(board.New(shape))
	models := []learn.Predictor{oracle(0, 0.9, 1), oracle(0.03, 0.9, 2), oracle(0.4, 0.3, 3), adversary(), uniform(), noisy(5)}
	rapid.Check(t, func(rt *rapid.T) {
		c := drawConfig(rt)
		r, err := infer.NewRunner(rapid.SampledFrom(models).Draw(rt, "model"), c, nil)
		if err != nil {
			rt.Fatal(err)
		}
		limit := rapid.IntRange(1, 4).Draw(rt, "limit")
		var puzzles []board.Board
		for range rapid.IntRange(1, 3).Draw(rt, "boards") {
			side := rapid.SampledFrom([]int{4, 5, 9, 9}).Draw(rt, "grid")
			b := grids[side].Clone()
			blank := rapid.IntRange(0, map[int]int{4: 14, 5: 16, 9: 52}[side]).Draw(rt, "blank")
			cells := make([]int, len(b.Cells()))
			for i := range cells {
				cells[i] = i
			}
			cells = rapid.Permutation(cells).Draw(rt, "cells")
			for _, cell := range cells[:blank] {
				b.Set(cell, 0)
			}
			if rapid.IntRange(0, 3).Draw(rt, "spoil") == 0 {
				b.Set(cells[len(cells)-1], rapid.IntRange(1, b.Shape().Side()).Draw(rt, "digit"))
			}
			puzzles = append(puzzles, b)
		}
		answers, err := r.Solve(context.Background(), puzzles, solver.Limits{Solutions: limit})
		if err != nil {
			rt.Fatal(err)
		}
		for i, a := range answers {
			if fault := judge(puzzles[i], limit, c, a); fault != "" {
				rt.Fatalf("%v with limit %d: %s: %+v", puzzles[i], limit, fault, a)
			}
		}
	})
}

// FuzzModel: a model whose probabilities are the fuzzer's bytes, over all rounds.
func FuzzModel(f *testing.F) {
	f.Add([]byte{1, 200, 3}, uint8(0), "3.....2..4..4.1.")
	f.Add([]byte("any bytes are probabilities"), uint8(7), ".....3..........")
	all := entries()
	f.Fuzz(func(t *testing.T, data []byte, number uint8, line string) {
		b, err := board.Parse(line)
		if err != nil || b.Shape().Side() > 9 || len(data) == 0 || b.Shape().Side() == 9 && b.Filled() < 24 {
			t.Skip()
		}
		at := 0
		model := &each{of: func(b board.Board) learn.Prediction {
			n := b.Shape().Side()
			p := learn.Prediction{P: make([]float32, b.Shape().Cells()*n)}
			for cell := range b.Cells() {
				of := p.P[cell*n : cell*n+n]
				sum := float32(0)
				for i := range of {
					of[i] = float32(math.Exp(float64(data[at%len(data)]) / 16))
					sum += of[i]
					at++
				}
				for i := range of {
					of[i] /= sum
				}
			}
			return p
		}}
		e := all[int(number)%len(all)]
		a, err := runner(t, model, e.Config, nil).Solve(t.Context(), []board.Board{b}, solver.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if fault := judge(b, 2, e.Config, a[0]); fault != "" {
			t.Errorf("%s: %v: %s: %+v", e.Name, b, fault, a[0])
		}
	})
}

// FuzzPrediction: whatever numbers a model gives, it is an error or an answer that holds.
func FuzzPrediction(f *testing.F) {
	f.Add(make([]byte, 256), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, number uint8) {
		b := board.MustParse("3.....2..4..4.1.")
		model := &each{of: func(board.Board) learn.Prediction {
			var p learn.Prediction
			for i := 0; i+4 <= len(data); i += 4 {
				p.P = append(p.P, math.Float32frombits(binary.LittleEndian.Uint32(data[i:])))
			}
			return p
		}}
		e := entries()[int(number)%len(entries())]
		a, err := runner(t, model, e.Config, nil).Solve(t.Context(), []board.Board{b}, solver.Limits{})
		if err != nil {
			return
		}
		if fault := judge(b, 2, e.Config, a[0]); fault != "" {
			t.Errorf("%s: %s: %+v", e.Name, fault, a[0])
		}
	})
}
