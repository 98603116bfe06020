package weights_test

import (
	"math"
	"strings"
	"testing"

	"sudokulab/pkg/learn/weights"
)

// TestMix: each number lies where the share says, and what cannot be mixed is refused.
func TestMix(t *testing.T) {
	card, tensors := aLine()
	other, otherTensors := aLine()
	for i := range otherTensors {
		for j := range otherTensors[i].Data {
			otherTensors[i].Data[j] = 0
		}
	}
	set := &weights.Set[line]{Card: other, Tensors: otherTensors}
	mixed, out, err := weights.Mix(card, tensors, set, 0.75)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(mixed.Training.Part, "0.75 of it and 0.25 of that") {
		t.Errorf("the card says %q", mixed.Training.Part)
	}
	for i := range tensors {
		was, err := tensors[i].Float32()
		if err != nil {
			t.Fatal(err)
		}
		is, err := out[i].Float32()
		if err != nil {
			t.Fatal(err)
		}
		for j := range was {
			if want := 0.75 * was[j]; math.Abs(float64(is[j]-want)) > 1e-6 {
				t.Errorf("%s[%d]: %v, want %v", tensors[i].Name, j, is[j], want)
			}
		}
	}
	for _, share := range []float64{0, 1, math.NaN()} {
		if _, _, err := weights.Mix(card, tensors, set, share); err == nil {
			t.Errorf("share %v", share)
		}
	}
	wide := *set
	wide.Card.Recipe.Outputs = 5
	if _, _, err := weights.Mix(card, tensors, &wide, 0.5); err == nil || !strings.Contains(err.Error(), "other widths") {
		t.Errorf("another width: %v", err)
	}
	few := *set
	few.Tensors = few.Tensors[:1]
	if _, _, err := weights.Mix(card, tensors, &few, 0.5); err == nil {
		t.Error("a set that lacks a tensor")
	}
}
