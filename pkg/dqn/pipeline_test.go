package dqn

import (
	"testing"

	"sudokulab/pkg/dqn/networks"
)

// pipelineRecipe is a small recipe on 4×4 boards.
func pipelineRecipe(t testing.TB) Recipe {
	t.Helper()
	r, err := DocumentedRecipe(networks.Conv, 4, 10)
	if err != nil {
		t.Fatal(err)
	}
	r.Network.Width, r.Network.Hidden = 4, 8
	r.Play.Stages, r.Validation = nil, exam4()
	r.DQN.Begin, r.DQN.Replay, r.DQN.Batch, r.DQN.Scale = 128, 200, 32, 100
	r.Train.Optimizer.LearningRate = 3e-3
	return r
}

// TestPipeline: both forms learn from the same buffer to about the same loss; the looped one moves three tensors for each
// item and three for the batch in every step, the batched one none.
func TestPipeline(t *testing.T) {
	b := backend(t)
	ends := map[string]float64{}
	for form, perStep := range map[string]int{Looped: 3*32 + 3, Batched: 0} {
		p, err := NewPipeline(t.Context(), b, pipelineRecipe(t), form)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Close)
		begin, err := p.Loss()
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		const steps = 60
		for i := range steps {
			if err := p.Step(); err != nil {
				t.Fatal(err)
			}
			loss, err := p.Loss()
			if err != nil {
				t.Fatal(err)
			}
			if i >= steps/2 {
				sum += loss / (steps / 2)
			}
		}
		ends[form] = sum
		if !(sum < 0.8*begin) {
			t.Errorf("%s: the mean loss of the last steps is %.4f, the first was %.4f", form, sum, begin)
		}
		got := p.Transfers()
		if got.Steps != steps || got.Up != steps*perStep || got.Most != perStep || (got.Bytes > 0) != (perStep > 0) {
			t.Errorf("%s: %+v, want %d tensors in each of %d steps", form, got, perStep, steps)
		}
	}
	if one, other := ends[Looped], ends[Batched]; one > 1.5*other || other > 1.5*one {
		t.Errorf("mean losses of the last steps: %v", ends)
	}
}

func TestPipelineErrors(t *testing.T) {
	b := backend(t)
	good := pipelineRecipe(t)
	unmasked := pipelineRecipe(t)
	unmasked.Play.Mask = false
	twin := pipelineRecipe(t)
	twin.Algorithm, twin.Twin, twin.DQN = AlgorithmTwin, &Twin{Learn: twin.DQN.Learn, Replay: 100, Begin: 50}, nil
	for name, c := range map[string]struct {
		recipe Recipe
		form   string
	}{"form": {good, "other"}, "mask": {unmasked, Batched}, "algorithm": {twin, Batched}} {
		if p, err := NewPipeline(t.Context(), b, c.recipe, c.form); err == nil {
			p.Close()
			t.Errorf("%s: no error", name)
		}
	}
}
