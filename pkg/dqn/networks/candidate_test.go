package networks_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn/networks"
)

// TestCandidate: one configuration for all sides, written and read back, and refused if it says more.
func TestCandidate(t *testing.T) {
	c := networks.Default(networks.Candidate, 9)
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	var read networks.Config
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(read)
	if err != nil || !bytes.Equal(again, text) {
		t.Errorf("%s is read as %s, error %v", text, again, err)
	}
	if strings.Contains(string(text), "width") {
		t.Errorf("%s says what is not the candidate network's", text)
	}
	n, err := networks.New(read)
	if err != nil {
		t.Fatal(err)
	}
	const drawn = 4169 // in the documentation
	if c, ok := n.(*networks.CandidateNetwork); !ok || c.Parameters() != drawn {
		t.Errorf("a %T, want the candidate network with %d parameters", n, drawn)
	}
	for _, side := range []int{4, 9, 16} {
		s, err := board.ShapeOfSide(side)
		if err != nil {
			t.Fatal(err)
		}
		if err := n.Takes(s); err != nil {
			t.Errorf("side %d: %v", side, err)
		}
	}
	for what, change := range map[string]func(*networks.Config){
		"a width":               func(c *networks.Config) { c.Width = 3 },
		"no settings":           func(c *networks.Config) { c.Candidate = nil },
		"more scored steps":     func(c *networks.Config) { c.Candidate.Scored = c.Candidate.Steps + 1 },
		"no hidden numbers":     func(c *networks.Config) { c.Candidate.Hidden = 0 },
		"a pool without a name": func(c *networks.Config) { c.Candidate.Pool = "" },
	} {
		bad := networks.Default(networks.Candidate, 9)
		change(&bad)
		if _, err := networks.New(bad); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	documented := networks.Default(networks.Conv, 9)
	documented.Candidate = c.Candidate
	if _, err := networks.New(documented); err == nil {
		t.Error("conv with the candidate network's settings: no error")
	}
}
