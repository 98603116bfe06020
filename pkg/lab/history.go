package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/record"
)

// A record should name the code that measured it: a commit of the history from which the tree did not differ. Some do not: they are
// older than the rule, were measured where git could not be asked, or in a tree that was changed, or name a commit that was
// rewritten since. Tables and claims say how many.
//
// Which of the commits in the records are in the history stands in a committed file, so that what is generated does not depend on
// whether git is at hand. It is brought up to date where the whole history is; see [Lab.Publish].

// historyFile lists these commits.
const historyFile = "results/commits.json"

// history is what is known of the commits that records name.
type history struct {
	commits []string // those in the history, sorted; nil where that is not known
}

// named reports whether a record names its code.
func (s standing) named(p record.Provenance) bool {
	return record.Named(p) && s.history.holds(p.Commit)
}

// holds reports whether a commit is in the history, as far as is known.
func (h history) holds(commit string) bool {
	return h.commits == nil || slices.Contains(h.commits, commit)
}

// marks says how many of the measured records do not name their code, and why; "" where all do.
func (h history) marks(set record.Set) string {
	set = set.Measured()
	var unnamed, dirty, lost int
	for _, r := range set {
		switch p := r.Provenance; {
		case record.Named(p) && h.holds(p.Commit):
		case p.Dirty:
			dirty++
		case record.Named(p):
			lost++
		default:
			unnamed++
		}
	}
	var parts []string
	for _, part := range []struct {
		n         int
		one, many string
	}{
		{unnamed, "names no commit", "name no commit"},
		{lost, "names a commit that is not in the history", "name a commit that is not in the history"},
		{dirty, "was measured in a changed tree", "were measured in a changed tree"},
	} {
		verb := part.many
		if part.n == 1 {
			verb = part.one
		}
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, verb))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("Of %s %s.", counted(len(set), "record"), strings.Join(parts, ", "))
}

// lookUp asks git which of the commits in the records are in the history. Where only a part of that is at hand, what was known stays,
// and where git is not, nothing changes.
func (l *Lab) lookUp(h *history, all map[string]record.Set) {
	known, whole := record.History(context.Background(), l.Root)
	if known == nil {
		return
	}
	found := []string{}
	for _, set := range all {
		for _, r := range set {
			if c := r.Provenance.Commit; known[c] || !whole && slices.Contains(h.commits, c) {
				found = append(found, c)
			}
		}
	}
	slices.Sort(found)
	h.commits = slices.Compact(found)
}

// file adds the file of the history, if anything is known of that.
func (h history) file(out site) error {
	if h.commits == nil {
		return nil
	}
	data, err := record.Encode(h.commits)
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	text := strings.ReplaceAll(string(data), ",", ",\n") // one a line keeps differences readable
	out[historyFile] = []byte(text + "\n")
	return nil
}
