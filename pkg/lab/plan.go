package lab

import (
	"bytes"
	"fmt"
	"slices"

	"sudokulab/pkg/record"
)

// A plan for a card names the backend as the environment does that asks for it: xla:cuda where that is the plugin found in the
// usual folders, xla where it is a file, whose path is left out. Both are one plugin on one kind of device, and
// records of machines that have it in different places are of the same cases. So profile gpu has one name for both, here and not in the
// plans, which are part of the code that records are identified by.

// Names of a card's backend: that of records, and that of a plan made where no file is named.
const (
	cardName  = "xla"
	foundCard = "xla:cuda"
)

// backendDim is the dimension of cases that names a backend.
const backendDim = "backend"

// planOf returns the experiment's plan for a profile, with its cases named as in records.
func (e *Experiment) planOf(p Profile) Plan {
	plan := e.Plan(p)
	if p != GPU {
		return plan
	}
	plan.Cases = slices.Clone(plan.Cases)
	for i := range plan.Cases {
		c := &plan.Cases[i]
		c.Dims = slices.Clone(c.Dims)
		for j, d := range c.Dims {
			if d == record.D(backendDim, foundCard) {
				c.Dims[j] = record.D(backendDim, cardName)
			}
		}
	}
	return plan
}

// encode returns the configuration as it stands in records of a profile.
func (p Plan) encode(profile Profile) ([]byte, error) {
	config, err := record.Encode(p.Config)
	if err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	if profile == GPU { // a quote within a value has a backslash before it, so this is a field
		config = bytes.ReplaceAll(config, []byte(`"backend":"`+foundCard+`"`), []byte(`"backend":"`+cardName+`"`))
	}
	return config, nil
}
