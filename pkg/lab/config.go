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
