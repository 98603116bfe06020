package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sudokulab/experiments"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/original"
)

// originalsFinding looks for the programs that the documents describe, which people lay beside the lab.
func originalsFinding(ctx context.Context, root string) finding {
	f := finding{Part: "originals", State: stateOK}
	claims, err := lab.ReadClaims(root)
	if err != nil {
		f.State, f.Found, f.Get = stateBroken, err.Error(), "restore research/claims.yaml"
		return f
	}
	sources := map[string]lab.Source{}
	for _, d := range claims.Documents {
		sources[d.ID] = d.Source
	}
	var here, why, get []string
	for _, p := range originals() {
		_, err := p.Find(ctx)
		if err == nil {
			here = append(here, p.Name)
			continue
		}
		id, _, _ := strings.Cut(p.Name, "@")
		why = append(why, err.Error())
		get = append(get, fmt.Sprintf("%s at commit %.7s as %s", sources[id].Repository, p.Commit, p.Name))
	}
	_, versions, err := original.Python(ctx, nil)
	if absent, ok := errors.AsType[*original.AbsentError](err); ok {
		why = append(why, absent.Error())
		get = append(get, "Python 3")
	} else if err == nil {
		here = append(here, "Python "+versions["python"])
	}
	f.Found = strings.Join(here, ", ")
	if len(why) > 0 {
		f.State = stateMissing
		f.Found = strings.Join(append(here, why[0]), ", ")
		f.Effect = "experiments original-… observe the documents' own programs; without, their rows keep what was measured elsewhere"
		f.Get = "in the folder that " + original.Variable + " names, lay checkouts of " + strings.Join(get, ", ") + "; for most, NumPy and PyTorch for the Python that " + original.PythonVariable + " names"
	}
	return f
}

// originals are the programs that experiments observe, at each commit, in the order of the experiments.
func originals() (all []original.Program) {
	for _, e := range experiments.All() {
		for _, c := range e.Plan(lab.Full).Cases {
			if c.Original != nil && !slices.Contains(all, *c.Original) {
				all = append(all, *c.Original)
			}
		}
	}
	return all
}
