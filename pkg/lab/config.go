package lab

import (
	"encoding/json"

	"sudokulab/pkg/record"
)

// ConfigOf returns the configuration that a record was measured with: C is that of its experiment's plan. A
// record with none that reads as such ends tables, figures and judges as an absent figure does, with a
// [record.AbsentError].
func ConfigOf[C any](r record.Record) (cfg C) {
	if err := json.Unmarshal(r.Config, &cfg); err != nil {
		panic(&record.AbsentError{Case: r.Case, What: "configuration of this experiment:", Name: err.Error()})
	}
	return cfg
}

// ConfigIn returns the configuration of the first of the records, and the zero value of none and of a record
// with none that reads as such, such as a judge's test makes.
func ConfigIn[C any](set record.Set) (cfg C) {
	if len(set) > 0 {
		if err := json.Unmarshal(set[0].Config, &cfg); err != nil {
			return *new(C)
		}
	}
	return cfg
}
