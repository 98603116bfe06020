package weights

import (
	"fmt"
	"slices"

	"sudokulab/pkg/safetensors"
)

// Mix returns weights between those of a training and those of a set of the same shapes, such as what the same training had reached
// earlier: each number is share times the training's and 1 - share times the set's. The card gets a note of it. Two
// networks on one path of training often lie in one basin of the loss, where the mean of both keeps what either does well
// (Wortsman et al., "Model soups", ICML 2022, arXiv:2203.05482; Izmailov et al., UAI 2018, arXiv:1803.05407).
func Mix[R Recipe](card Card[R], tensors []safetensors.Tensor, with *Set[R], share float64) (Card[R], []safetensors.Tensor, error) {
	fail := func(format string, args ...any) (Card[R], []safetensors.Tensor, error) {
		return Card[R]{}, nil, fmt.Errorf("weights: mix: "+format, args...)
	}
	if !(share > 0 && share < 1) {
		return fail("share %v, want between 0 and 1", share)
	}
	if have, want := with.Card.Recipe.Model(), card.Recipe.Model(); have != want {
		return fail("%s are of a network %s, want %s", with.Card.Name, have, want)
	}
	if err := differences(with.Card.Recipe.Shapes(), card.Recipe.Shapes()); err != nil {
		return fail("%s are of a network of other widths: %w", with.Card.Name, err)
	}
	out := slices.Clone(tensors)
	for i, t := range tensors {
		k := slices.IndexFunc(with.Tensors, func(o safetensors.Tensor) bool { return o.Name == t.Name })
		if k < 0 {
			return fail("no %s in %s", t.Name, with.Card.Name)
		}
		own, err := t.Float32()
		if err != nil {
			return fail("%w", err)
		}
		other, err := with.Tensors[k].Float32()
		if err != nil {
			return fail("%w", err)
		}
		if len(own) != len(other) {
			return fail("%s has %d numbers here and %d there", t.Name, len(own), len(other))
		}
		for j := range own {
			own[j] = float32(share*float64(own[j]) + (1-share)*float64(other[j]))
		}
		if out[i], err = safetensors.FromFloat32(t.Name, safetensors.F32, t.Shape, own); err != nil {
			return fail("%w", err)
		}
	}
	card.Training.Part = fmt.Sprintf("%s, %v of it and %v of that (%s) at step %d, whose file has SHA-256 %s",
		card.Training.Part, share, 1-share, with.Card.Training.Part, with.Card.Training.Steps, with.Card.SHA256)
	return card, out, nil
}
