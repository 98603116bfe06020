package puzzles

import (
	"errors"
	"fmt"
)

// Stage is a part of a curriculum by givens. Epochs count from 1.
type Stage struct {
	UntilEpoch int `json:"until_epoch"`
	Low        int `json:"low"` // givens
	High       int `json:"high"`
}

// Curriculum is a plan of stages by the number of givens.
type Curriculum struct {
	Stages []Stage `json:"stages"`
	Hard   float64 `json:"hard"` // share of hard puzzles in every stage
}

// Documented returns the curriculum of the document on the GNN (gnn.md, "Curriculum
// Learning"): 30 to 40 givens up to epoch 15, 22 to 35 up to epoch 35, 17 to 45 up to 60.
func Documented() Curriculum {
	return Curriculum{Stages: []Stage{{15, 30, 40}, {35, 22, 35}, {60, 17, 45}}}
}

// Validate reports what is wrong with the curriculum for boards of a side.
func (c Curriculum) Validate(side int) error {
	if len(c.Stages) == 0 {
		return errors.New("puzzles: curriculum without a stage")
	}
	before := 0
	for i, s := range c.Stages {
		if s.UntilEpoch <= before {
			return fmt.Errorf("puzzles: stage %d ends with epoch %d, want more than %d", i+1, s.UntilEpoch, before)
		}
		before = s.UntilEpoch
		if err := c.difficulty(s).Validate(side); err != nil {
			return fmt.Errorf("%w (stage %d)", err, i+1)
		}
	}
	return nil
}

// At returns the difficulty of an epoch. The last stage has no end.
func (c Curriculum) At(epoch int) Difficulty {
	for _, s := range c.Stages[:len(c.Stages)-1] {
		if epoch <= s.UntilEpoch {
			return c.difficulty(s)
		}
	}
	return c.difficulty(c.Stages[len(c.Stages)-1])
}

func (c Curriculum) difficulty(s Stage) Difficulty {
	return Difficulty{Givens: Mix{{Low: s.Low, High: s.High, Weight: 1}}, Hard: c.Hard}
}
