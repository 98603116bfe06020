package lab

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"sudokulab/pkg/record"
)

// Overview is what the front page shows from the records of several experiments, for which no
// single one of them can speak. Both are pure functions of the best records of each experiment,
// by its id, and must take any of them missing; either may be nil.
type Overview struct {
	// Tables are written as results/<name>.md and .csv.
	Tables func(map[string]record.Set) []Table
	// Sentences are named by the sentence markers of documents.
	Sentences func(map[string]record.Set) map[string]string
}

// render adds the tables, and returns their index and the sentences.
func (o Overview) render(sets map[string]record.Set, standing standing, out site) (index string, sentences map[string]string, err error) {
	if lacks := asking(func() { index, sentences, err = o.told(sets, standing, out) }); lacks != nil {
		return "", nil, fmt.Errorf("lab: overview: %w", lacks)
	}
	return index, sentences, err
}

func (o Overview) told(sets map[string]record.Set, standing standing, out site) (index string, sentences map[string]string, err error) {
	var lines strings.Builder
	if o.Tables != nil {
		for i, t := range o.Tables(sets) {
			if foot := o.foot(sets, standing, i); foot != "" {
				t.Notes = append(slices.Clone(t.Notes), foot)
			}
			md, err := t.Markdown()
			if err != nil {
				return "", nil, err
			}
			var csv strings.Builder
			if err := t.WriteCSV(&csv); err != nil {
				return "", nil, err
			}
			for _, f := range []struct{ ending, content string }{{".md", string(md)}, {".csv", csv.String()}} {
				if err := out.add(path.Join("results", t.Name+f.ending), []byte(f.content)); err != nil {
					return "", nil, err
				}
			}
			fmt.Fprintf(&lines, "%s: [%s.md](%s.md) ([CSV](%s.csv)).\n", t.Title, t.Name, t.Name, t.Name)
		}
	}
	if o.Sentences != nil {
		sentences = o.Sentences(sets)
	}
	return lines.String(), sentences, nil
}

// foot says which of the experiments that the i-th table is made of have records that are not current, and how they stand. Of which it is made shows by what another set than theirs changes: none.
func (o Overview) foot(sets map[string]record.Set, standing standing, i int) string {
	told := func(sets map[string]record.Set) string {
		if tables := o.Tables(sets); i < len(tables) {
			return fmt.Sprint(tables[i].Rows, tables[i].Notes)
		}
		return ""
	}
	whole := told(sets)
	by := map[State][]string{}
	for _, id := range slices.Sorted(maps.Keys(sets)) {
		state := standing.worst(sets[id])
		if state == "" || state == Current {
			continue
		}
		without := maps.Clone(sets)
		delete(without, id)
		if told(without) != whole {
			by[state] = append(by[state], id)
		}
	}
	var parts []string
	for _, s := range slices.Backward(worstFirst) {
		if len(by[s]) > 0 {
			parts = append(parts, string(s)+": "+strings.Join(by[s], ", "))
		}
	}
	if len(parts) > 0 {
		return "Measured by earlier code; " + strings.Join(parts, "; ") + "."
	}
	if len(standing.code) > 0 {
		return "Current: the code that measured this has not changed."
	}
	return ""
}

// Verdicts writes how many claims of a document have which verdict, in one line; of all documents
// for "". It errs if there is no such document.
func (l *Ledger) Verdicts(document string) (string, error) {
	entries := l.Filter(document, "")
	if len(entries) == 0 {
		return "", fmt.Errorf("no claims of a document %q", document)
	}
	counts := map[Verdict]int{}
	for _, e := range entries {
		counts[e.Finding.Verdict]++
	}
	var parts []string
	for _, v := range Verdicts {
		if counts[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[v], v))
		}
	}
	return fmt.Sprintf("%d claims: %s", len(entries), strings.Join(parts, ", ")), nil
}
