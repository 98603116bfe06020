package lab

import (
	"bytes"
	"testing"

	"sudokulab/pkg/record"
)

// TestPlanOfACard: profile gpu has one name for a card's plugin, however it was asked for; other profiles and backends keep theirs.
func TestPlanOfACard(t *testing.T) {
	type config struct {
		Backend string `json:"backend"`
		Note    string `json:"note"`
	}
	for _, tc := range []struct {
		profile     Profile
		asked, want string
	}{
		{GPU, "xla:cuda", "xla"},
		{GPU, "xla", "xla"},
		{GPU, "go", "go"},
		{Full, "xla:cuda", "xla:cuda"},
	} {
		dims := []record.Dim{record.D("form", "xla:cuda"), record.D("backend", tc.asked)}
		e := &Experiment{Plan: func(Profile) Plan {
			return Plan{Config: config{tc.asked, `"backend":"xla:cuda"`}, Cases: []Case{{Kind: "steps", Dims: dims}}}
		}}
		plan := e.planOf(tc.profile)
		if got, want := plan.Cases[0].Key(), record.Key("steps", record.D("form", "xla:cuda"), record.D("backend", tc.want)); got != want {
			t.Errorf("%s, %s: case %s, want %s", tc.profile, tc.asked, got, want)
		}
		if dims[1].Value != tc.asked {
			t.Errorf("%s, %s: the plan's own dimensions were changed", tc.profile, tc.asked)
		}
		got, err := plan.encode(tc.profile)
		want, wantErr := record.Encode(config{tc.want, `"backend":"xla:cuda"`})
		if err != nil || wantErr != nil || !bytes.Equal(got, want) {
			t.Errorf("%s, %s: configuration %s, want %s: %v %v", tc.profile, tc.asked, got, want, err, wantErr)
		}
	}
}
