package tensornet

import (
	"math/rand/v2"
	"slices"
	"testing"

	"sudokulab/pkg/board"
)

// TestCheck: each rule by itself is that of package plain, in both forms and with convolutions in place of
// additions, for any number of boards.
func TestCheck(t *testing.T) {
	backend := goBackend(t)
	for _, c := range []struct{ k, boards, batch int }{{2, 90, 48}, {3, 70, 48}, {4, 7, 4}} {
		shape := shapeOf(t, c.k)
		x := candidateBoards(t, rand.New(rand.NewPCG(18, uint64(c.k))), c.k, c.boards)
		for _, rule := range Rules() {
			for _, cfg := range []CheckConfig{
				{Form: Packed, Rule: rule, Batch: c.batch},
				{Form: Literal, Rule: rule, Batch: c.batch},
				{Form: Literal, Rule: rule, Batch: c.batch, Reduced: true},
			} {
				check, err := NewCheck(backend, shape, cfg)
				if err != nil {
					t.Fatal(err)
				}
				got, err := check.Apply(x)
				if err != nil {
					t.Fatal(err)
				}
				if err := check.Again(); err != nil {
					t.Error(err)
				}
				struck := 0
				for i := range x {
					want := rule.InLoops(shape, x[i])
					if !slices.Equal(got[i], want) {
						t.Fatalf("%+v, board %d: %v left, want %v of %v", cfg, i, got[i], want, x[i])
					}
					if !slices.Equal(want, x[i]) {
						struck++
					}
				}
				if struck == 0 || len(got) != len(x) {
					t.Errorf("%+v: strikes on %d of %d boards, want some", cfg, struck, len(got))
				}
				for _, o := range check.Operations() {
					if cfg.Reduced && o.Class == Computes && !slices.Contains([]string{"ConvGeneral", "Mul", "ReLU"}, o.Name) {
						t.Errorf("%+v: %+v computes", cfg, o)
					}
				}
				if c.k == 3 && cfg.Form == Literal && rule != Eliminate && len(check.Convolutions()) == 0 {
					t.Errorf("%+v: no convolutions", cfg)
				}
				check.Close()
			}
		}
	}
}

func TestApply(t *testing.T) {
	backend, shape := goBackend(t), board.Standard()
	x := [][]board.Digits{make([]board.Digits, 81)}
	for cell := range x[0] {
		x[0][cell] = board.AllDigits(9)
	}
	x[0][40] = board.DigitsOf(5)
	for _, form := range []Form{Packed, Literal} {
		out, err := Apply(backend, shape, form, Eliminate, x)
		if err != nil {
			t.Fatal(err)
		}
		for cell, digits := range out[0] {
			if digits.Has(5) != (cell == 40 || !slices.Contains(shape.Peers(40), cell)) {
				t.Errorf("%s, cell %d: %v", form, cell, digits)
			}
		}
		if out, err := Apply(backend, shape, form, Only, nil); err != nil || len(out) != 0 {
			t.Errorf("%s: no boards leave %v, %v", form, out, err)
		}
		for name, bad := range map[string][][]board.Digits{"cells": {x[0][:80]}, "a digit": {append(slices.Clone(x[0][:80]), board.DigitsOf(10))}} {
			if _, err := Apply(backend, shape, form, Only, bad); err == nil {
				t.Errorf("%s: wrong %s pass", form, name)
			}
		}
	}
	for _, c := range []CheckConfig{
		{Form: "other", Rule: Only, Batch: 1},
		{Form: Packed, Rule: "other", Batch: 1},
		{Form: Packed, Rule: Only},
		{Form: Packed, Rule: Only, Batch: 1, Reduced: true},
	} {
		if check, err := NewCheck(backend, shape, c); err == nil {
			check.Close()
			t.Errorf("%+v passes", c)
		}
	}
	if _, err := NewCheck(backend, shapeOf(t, 5), CheckConfig{Form: Literal, Rule: Only, Batch: 1}); err == nil {
		t.Error("the literal form takes side 25")
	}
}
