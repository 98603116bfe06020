package lab

import (
	"fmt"
	"path"
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
func (o Overview) render(sets map[string]record.Set, out site) (index string, sentences map[string]string, err error) {
	var lines strings.Builder
	if o.Tables != nil {
		for _, t := range o.Tables(sets) {
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
