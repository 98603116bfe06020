package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

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
	var here, why, get []string
	for _, d := range claims.Documents {
		if d.Source.IsZero() {
			continue
		}
		_, err := original.Program{Name: d.ID, Commit: d.Source.Commit}.Find(ctx)
		if err == nil {
			here = append(here, d.ID)
			continue
		}
		why = append(why, err.Error())
		get = append(get, fmt.Sprintf("%s at commit %.7s as %s", d.Source.Repository, d.Source.Commit, d.ID))
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
		f.Get = "in the folder that " + original.Variable + " names, lay checkouts of " + strings.Join(get, ", ")
	}
	return f
}
