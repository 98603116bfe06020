package dqn

import (
	"bytes"
	"strings"
	"testing"

	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/train"
)

// TestDocumentedNetworks: every algorithm trains each of the four networks with layers, duelling and normalised, and every
// variable of it: after one step the target network still has the weights that the online one began with.
func TestDocumentedNetworks(t *testing.T) {
	b := backend(t)
	for _, name := range networks.DocumentedNames() {
		c := networks.Default(name, 4)
		c.Width, c.Hidden, c.LayerNorm, c.Dueling = 8, 8, true, true
		n, err := networks.New(c)
		if err != nil {
			t.Fatal(err)
		}
		for algorithm, open := range tasks(t, b, n) {
			t.Run(name+"/"+algorithm, func(t *testing.T) {
				task, err := open()
				if err != nil {
					t.Fatal(err)
				}
				defer task.Close()
				folder := t.TempDir()
				if _, err := trained(t, b, task, folder, 1, 0, false).Run(t.Context()); err != nil {
					t.Fatal(err)
				}
				tensors, variables := checkpoint(t, folder), 0
				online := "variable" + train.ScopePath + "/" + onlineScope + "/"
				for path, data := range tensors {
					variable, ok := strings.CutPrefix(path, online)
					if !ok {
						continue
					}
					variables++
					before, copied := tensors["variable"+train.ScopePath+"/"+targetScope+"/"+variable]
					if copied != strings.HasPrefix(algorithm, "dqn") {
						t.Errorf("%s is in the target network: %v", variable, copied)
					}
					if copied && bytes.Equal(data, before) {
						t.Errorf("%s has not moved in a step", variable)
					}
				}
				if variables == 0 {
					t.Errorf("no variables below %s", online)
				}
			})
		}
	}
}
