package gnnpaths

import (
	"context"
	"fmt"
	"math"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/safetensors"
)

// Formats to which the weights are rounded; the embedded ones are in float16. Sums and states stay in float32, so what is
// measured is the least that arithmetic in the format would change.
const (
	bfloat16 = "bfloat16"
	int8s    = "int8"
)

func formats() []string { return []string{bfloat16, int8s} }

// roundedTo returns the model with its weights rounded to a format, and the largest change relative to the largest weight of
// its tensor.
func roundedTo(format string, m *weights.Model) (*weights.Model, float64, error) {
	out := *m
	out.Tensors = nil
	most := 0.0
	for _, t := range m.Tensors {
		own, err := t.Float32()
		if err != nil {
			return nil, 0, err
		}
		to, err := rounded(format, own, t.Shape)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", t.Name, err)
		}
		largest, change := 0.0, 0.0
		for i, v := range own {
			largest = max(largest, math.Abs(float64(v)))
			change = max(change, math.Abs(float64(v-to[i])))
		}
		if largest > 0 {
			most = max(most, change/largest)
		}
		r, err := safetensors.FromFloat32(t.Name, safetensors.F32, t.Shape, to)
		if err != nil {
			return nil, 0, err
		}
		out.Tensors = append(out.Tensors, r)
	}
	return &out, most, nil
}

// rounded rounds the weights of a tensor. Of int8, each output, which is a position of the last axis, has a scale of its own,
// so that its largest weight is 127 of it: symmetric rounding by channel (Krishnamoorthi, "Quantizing deep convolutional
// networks for efficient inference", 2018, section 2.2).
func rounded(format string, of []float32, shape []int) ([]float32, error) {
	switch format {
	case bfloat16:
		t, err := safetensors.FromFloat32("rounded", safetensors.BF16, shape, of)
		if err != nil {
			return nil, err
		}
		return t.Float32()
	case int8s:
		out := make([]float32, len(of))
		outputs := shape[len(shape)-1]
		for o := range outputs {
			largest := float32(0)
			for i := o; i < len(of); i += outputs {
				largest = max(largest, max(of[i], -of[i]))
			}
			scale := largest / math.MaxInt8
			for i := o; i < len(of); i += outputs {
				if scale > 0 {
					out[i] = scale * float32(math.Round(float64(of[i]/scale)))
				}
			}
		}
		return out, nil
	default:
		return nil, fmt.Errorf("format %q, want one of %v", format, formats())
	}
}

// compareRounded counts the boards of a set that the network solves with its weights as they are and rounded, and those that
// end alike.
func compareRounded(ctx context.Context, cfg Config, set puzzles.TestSet, count int, format string, r *lab.Run) error {
	samples, err := puzzles.HeldOut(ctx, set, count, 0)
	if err != nil {
		return err
	}
	own, err := weights.Load(cfg.Weights)
	if err != nil {
		return err
	}
	other, change, err := roundedTo(format, own)
	if err != nil {
		return err
	}
	choice, err := backend.Open(ctx, accel.NameGo)
	if err != nil {
		return err
	}
	defer choice.Close()
	r.Text("backend", backend.NameOf(choice, cfg.Rounded.Path))
	think := func(m *weights.Model) ([]candidate.Thought, error) {
		t, err := m.Fused(cfg.Rounded.Path).Thinker(choice.Backend, candidate.ThinkConfig{Batch: min(cfg.Batch, count), Segment: cfg.Steps, Steps: cfg.Rounded.Steps})
		if err != nil {
			return nil, err
		}
		defer t.Close()
		return t.Think(ctx, puzzles.Boards(samples), nil)
	}
	one, err := think(own)
	if err != nil {
		return err
	}
	r.Progress(1, 2)
	two, err := think(other)
	if err != nil {
		return err
	}
	k := backend.KeeperOn(r, choice, cfg.Rounded.Path)
	r.Exact("change", change, "of the largest weight of a tensor", 1)
	r.Count("boards", int64(len(samples)), "boards")
	before, _ := tally(one, one)
	after, same := tally(one, two)
	k.Count("solved as they are", int64(before), "boards")
	k.Count("solved rounded", int64(after), "boards")
	k.Count("alike", int64(same), "boards")
	return nil
}
