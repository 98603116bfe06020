package lab

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"sudokulab/pkg/codeid"
	"sudokulab/pkg/record"
)

// A machine without Go measures by a program that was carried there, and its records have the sum of the program where
// others have the identity of an experiment's code. No tree has that sum, so such a record would be stale
// at once. But the program says of which commit it was built: the identity is that of the experiment's code there, and takes
// the place of the sum when the records are taken over.

// ofProgram begins the sum of a program.
const ofProgram = "program:"

// identified returns the records of one experiment with the identity of its code where they have the sum of a program. Where
// it cannot be found, the records are as they were, and the error says why.
func (l *Lab) identified(ctx context.Context, set record.Set) (record.Set, error) {
	out := slices.Clone(set)
	found := map[string]codeid.Identity{} // by commit
	for i := range out {
		p := &out[i].Provenance
		if !strings.HasPrefix(p.Code, ofProgram) {
			continue
		}
		id, ok := found[p.Commit]
		if !ok {
			var err error
			if id, err = l.identityAt(ctx, *p, out[i].Experiment); err != nil {
				return set, err
			}
			found[p.Commit] = id
		}
		p.Code, p.Modules = id.Code, id.Modules
	}
	return out, nil
}

// identityAt returns the identity of an experiment's code in the commit that a program was built from.
func (l *Lab) identityAt(ctx context.Context, p record.Provenance, experiment string) (id codeid.Identity, err error) {
	if p.Dirty || !record.Known(p.Commit) {
		return id, fmt.Errorf("lab: %s was built from commit %s, want a known one without changes", p.Code, commitOf(p))
	}
	dir, err := os.MkdirTemp("", "sudokulab-code-")
	if err != nil {
		return id, fmt.Errorf("lab: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := record.Extract(ctx, l.Root, p.Commit, dir); err != nil {
		return id, fmt.Errorf("lab: the code of %s: %w", p.Code, err)
	}
	all, err := codeid.Find(ctx, dir, measuring)
	if err != nil {
		return id, fmt.Errorf("lab: the code of commit %s: %w", commitOf(p), err)
	}
	id, ok := all[experiment]
	if !ok {
		return id, fmt.Errorf("lab: commit %s has no experiment %s", commitOf(p), experiment)
	}
	return id, nil
}
