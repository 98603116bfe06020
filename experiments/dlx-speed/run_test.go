package dlxspeed

import (
	"os/exec"
	"testing"

	"sudokulab/pkg/lab/labtest"
)

func TestCommitted(t *testing.T) { labtest.Committed(t, Experiment) }

func TestKnuthFigures(t *testing.T) {
	say := func(text string) *exec.Cmd {
		return exec.CommandContext(t.Context(), "sh", "-c", "echo '"+text+"' >&2")
	}
	got, err := knuthRun(say("Altogether 92 solutions, 3000+50000 mems, 9000 updates, 400 bytes, 2057 nodes, ccost 8%."))
	if err != nil || got["solution"] != 92 || got["updates"] != 9000 || got["nodes"] != 2057 {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := knuthRun(say("Sorry, I couldn't read it")); err == nil {
		t.Error("no figures: no error")
	}
}
