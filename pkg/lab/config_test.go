package lab

import (
	"errors"
	"testing"

	"sudokulab/pkg/record"
)

func TestConfigOf(t *testing.T) {
	type config struct {
		Sides []int `json:"sides"`
	}
	if cfg := ConfigOf[config](record.Record{Config: []byte(`{"sides":[4,9],"other":1}`)}); len(cfg.Sides) != 2 || cfg.Sides[1] != 9 {
		t.Errorf("%+v, want sides 4 and 9", cfg)
	}
	for _, bad := range []string{"", `{"sides":4}`} {
		lacks := asking(func() { ConfigOf[config](record.Record{Case: "case", Config: []byte(bad)}) })
		if lacks == nil || !errors.Is(lacks, record.ErrNoRecord) || lacks.Case != "case" {
			t.Errorf("configuration %q: %v", bad, lacks)
		}
	}
}
