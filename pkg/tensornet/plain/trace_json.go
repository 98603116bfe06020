package plain

import (
	"encoding/json"
)

// MarshalJSON writes the trace with its puzzle as a line.
func (t Trace) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Puzzle string  `json:"puzzle"`
		Rules  Rules   `json:"rules"`
		Sweeps int     `json:"sweeps"`
		Frames []Frame `json:"frames"`
	}{t.Puzzle.String(), t.Rules, max(1, t.Sweeps), t.Frames})
}
