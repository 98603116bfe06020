package study_test

import (
	"encoding/json"
	"testing"

	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/dqn/study"
)

// TestArms: each arm gives a recipe in each setting, no two the same, and leaves the base as it was.
func TestArms(t *testing.T) {
	for _, s := range study.Settings() {
		seen := map[string]string{}
		before := base(t, s)
		for _, a := range study.Arms() {
			r, err := a.Recipe(s, networks.Conv, 240, 7)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			if other, twice := seen[string(text)]; twice {
				t.Errorf("%s: arms %s and %s are the same", s.Name, other, a.Name)
			}
			seen[string(text)] = a.Name
		}
		if after := base(t, s); before != after {
			t.Errorf("%s: the arms changed the base", s.Name)
		}
	}
}

// base is the base of a setting as JSON.
func base(t *testing.T, s study.Setting) string {
	t.Helper()
	r, err := s.Base(networks.Conv, 240, 7)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestErrors: what does not exist is an error that names it.
func TestErrors(t *testing.T) {
	if _, err := study.ArmOf("nothing"); err == nil {
		t.Error("an arm that does not exist is none")
	}
	if _, err := study.Few().Base("nothing", 100, 1); err == nil {
		t.Error("a network that does not exist is none")
	}
	if _, err := study.Few().Base(networks.Conv, 2, 1); err == nil {
		t.Error("two steps for three stages are accepted")
	}
}
