package nbui

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// Claims shows the claims of a document ("csp", "dqn", …, "" for all) with what was found of
// each: its verdict, the figure that decided, and how. With ids, only those claims and their
// parts, as C07 stands for C07a and C07b.
func Claims(document string, ids ...string) {
	show("claims", func() (bundle, error) {
		ledger, err := loadLedger()
		if err != nil {
			return bundle{}, err
		}
		return claimsOf(ledger, document, ids)
	})
}

// Ledger returns every claim with its verdict, as committed.
func Ledger() lab.Ledger {
	ledger, err := loadLedger()
	end("ledger", err)
	return ledger
}

// Verdicts shows how many claims of a document ("" for all) have each verdict.
func Verdicts(document string) {
	show("verdicts", func() (bundle, error) {
		ledger, err := loadLedger()
		if err != nil {
			return bundle{}, err
		}
		return verdictsOf(ledger, document)
	})
}

func verdictsOf(ledger lab.Ledger, document string) (bundle, error) {
	all := ledger.Filter(document, "")
	if len(all) == 0 {
		return bundle{}, fmt.Errorf("no claims of a document %q", document)
	}
	t := lab.Table{Title: fmt.Sprintf("Verdicts on the %d claims", len(all)), Columns: []string{"Verdict", "Claims"}}
	for _, v := range lab.Verdicts {
		if n := len(ledger.Filter(document, v)); n > 0 {
			t.Add(string(v), lab.Number(float64(n)))
		}
	}
	return tableOf(t)
}

const ledgerName = "results/claims/ledger.json"

func loadLedger() (lab.Ledger, error) {
	data, err := committed(ledgerName)
	if err != nil {
		return lab.Ledger{}, err
	}
	return parseLedger(data)
}

func parseLedger(data []byte) (ledger lab.Ledger, err error) {
	if err := json.Unmarshal(data, &ledger); err != nil {
		return lab.Ledger{}, fmt.Errorf("%s: %w", ledgerName, err)
	}
	return ledger, nil
}

func claimsOf(ledger lab.Ledger, document string, ids []string) (bundle, error) {
	title := "The claims of all documents"
	if document != "" {
		i := slices.IndexFunc(ledger.Documents, func(d lab.Document) bool { return d.ID == document })
		if i < 0 {
			var known []string
			for _, d := range ledger.Documents {
				known = append(known, d.ID)
			}
			return bundle{}, fmt.Errorf("no document %q, want one of %s", document, strings.Join(known, ", "))
		}
		title = ledger.Documents[i].Title
	}
	entries := ledger.Filter(document, "")
	number := strconv.Itoa(len(entries))
	if len(ids) > 0 {
		all := entries
		entries = nil
		for _, id := range ids {
			before := len(entries)
			for _, e := range all {
				if rest, ok := strings.CutPrefix(e.Claim.ID, id); ok && (rest == "" || len(rest) == 1 && rest[0] >= 'a') {
					entries = append(entries, e)
				}
			}
			if len(entries) == before {
				return bundle{}, fmt.Errorf("no claim %s in document %q", id, document)
			}
		}
		number = fmt.Sprintf("%d of %s", len(entries), number)
	}

	count := map[lab.Verdict]int{}
	t := lab.Table{Title: title, Columns: []string{"Claim", "Statement", "Stated", "Measured", "Verdict"}}
	cells := make([][]string, len(entries))
	var text strings.Builder
	for i, e := range entries {
		f := e.Finding
		count[f.Verdict]++
		measured := f.Figure
		if measured == "" {
			measured = "–"
		}
		t.Add(e.Claim.ID, e.Claim.Statement, e.Claim.Stated, measured, string(f.Verdict))
		for _, cell := range t.Rows[i] {
			cells[i] = append(cells[i], escape(cell))
		}
		cells[i][3] += "<br /><small>" + escape(f.Because) + "</small>"
		cells[i][4] = fmt.Sprintf("<strong class=\"verdict %s\">%s&#160;%s</strong>", escape(string(f.Verdict)), f.Verdict.Sign(), escape(string(f.Verdict)))
		fmt.Fprintf(&text, "%-5s %-10s %s\n      stated: %s; measured: %s (%s)\n", e.Claim.ID, f.Verdict, e.Claim.Statement, e.Claim.Stated, measured, f.Because)
	}
	counts := make([]string, 0, len(lab.Verdicts))
	for _, v := range lab.Verdicts {
		if count[v] > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", count[v], v))
		}
	}
	t.Title = fmt.Sprintf("%s: %s claims, %s", title, number, strings.Join(counts, ", "))
	if len(entries) == 1 {
		t.Title = title + ": " + entries[0].Claim.ID
	}
	return bundle{html: htmlTable(t, cells, make([]bool, len(t.Columns))), text: t.Title + "\n" + text.String()}, nil
}

// Records shows the committed figures of an experiment, of the cases that match one of the patterns
// (see [record.Match]) if there are any. Exact figures come out the same wherever they are
// measured again; noisy ones, such as times, do not.
func Records(experiment string, patterns ...string) {
	show("records", func() (bundle, error) {
		s, err := load(experiment)
		if err != nil {
			return bundle{}, err
		}
		return recordsOf(s, patterns)
	})
}

func recordsOf(s *Source, patterns []string) (bundle, error) {
	t := lab.Table{Columns: []string{"Case", "Figure", "Value", "Unit", "n", "Kind"}}
	cases := 0
	for _, r := range s.set {
		if !chosen(r.Case, patterns) {
			continue
		}
		cases++
		if r.Status != record.OK {
			t.Add(r.Case, "–", "–", "–", "–", string(r.Status)+": "+r.Note)
		}
		for _, kind := range []struct {
			name    string
			metrics map[string]record.Metric
		}{{"exact", r.Exact}, {"noisy", r.Noisy}} {
			for _, name := range slices.Sorted(maps.Keys(kind.metrics)) {
				m := kind.metrics[name]
				t.Add(r.Case, name, lab.Number(m.Value), m.Unit, lab.Number(float64(m.N)), kind.name)
			}
		}
	}
	if cases == 0 && (len(s.set) == 0 || len(s.absent()) > 0) {
		return absence(fmt.Sprintf("No records of %s", s.experiment), s), nil
	}
	if cases == 0 {
		return bundle{}, fmt.Errorf("%s has no case that matches %s", s.experiment, strings.Join(patterns, " or "))
	}
	t.Title = fmt.Sprintf("Records of %s: %d of %d cases", s.experiment, cases, len(s.set))
	t.Notes = append(t.Notes, s.foot())
	return tableOf(t)
}

// Result shows a committed table or figure of an experiment by its name, such as "goals" of
// results/gnn-candidate/goals.csv or "cells" of cells.svg. Where a figure and a table share a
// name, the figure is meant, and the table's name is that with .csv. Below it stand the profile, how
// many puzzles a case has, and what was not measured. A table or figure that is not there because
// what it would be made from was not measured is replaced by a line that says so.
func Result(experiment, name string) {
	show("result", func() (bundle, error) {
		s, err := load(experiment)
		if err != nil {
			return bundle{}, err
		}
		if name == "" || name != filepath.Base(name) {
			return bundle{}, fmt.Errorf("%q is no name of a table or figure", name)
		}
		return resultOf(atomicfile.Regular(os.DirFS(s.dir)), name, s)
	})
}

func resultOf(dir fs.FS, name string, s *Source) (bundle, error) {
	name, table := strings.CutSuffix(name, ".csv")
	name = strings.TrimSuffix(name, ".svg")
	svg, err := fs.ReadFile(dir, name+".svg")
	if err == nil && !table {
		page, err := fs.ReadFile(dir, "README.md")
		if err != nil {
			return bundle{}, err
		}
		title := name
		if m := regexp.MustCompile(`(?m)^!\[(.*)\]\(` + regexp.QuoteMeta(name) + `\.svg\)$`).FindSubmatch(page); m != nil {
			title = string(m[1])
		}
		return figureOf(lab.Figure{Name: name, Title: title, SVG: svg}, title+". "+s.foot())
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return bundle{}, err
	}
	rows, err := fs.ReadFile(dir, name+".csv")
	if errors.Is(err, fs.ErrNotExist) {
		var known []string
		for _, pattern := range []string{"*.csv", "*.svg"} {
			found, err := fs.Glob(dir, pattern)
			if err != nil {
				return bundle{}, err
			}
			known = append(known, found...)
		}
		if len(known) == 0 || len(s.set) == 0 || len(s.absent()) > 0 { // else the name is a mistake
			return absence(fmt.Sprintf("No table or figure “%s” of %s", name, s.experiment), s), nil
		}
		return bundle{}, fmt.Errorf("no table or figure %q; there are %s", name, strings.Join(known, ", "))
	}
	if err != nil {
		return bundle{}, err
	}
	all, err := csv.NewReader(bytes.NewReader(rows)).ReadAll()
	if err != nil {
		return bundle{}, fmt.Errorf("%s.csv: %w", name, err)
	}
	if len(all) == 0 {
		return bundle{}, fmt.Errorf("%s.csv is empty", name)
	}
	t := lab.Table{Name: name, Title: name, Columns: all[0], Rows: all[1:]}
	if md, err := fs.ReadFile(dir, name+".md"); err == nil {
		t.Title, t.Notes = around(string(md), name)
	}
	if n := len(t.Notes) - 1; n >= 0 && strings.HasPrefix(t.Notes[n], "Profile ") { // it says which
		t.Notes[n] += " " + s.size()
	} else {
		t.Notes = append(t.Notes, s.foot())
	}
	return tableOf(t)
}

// absence is the line in place of what cannot be shown.
func absence(what string, s *Source) bundle {
	text := what + " here. " + s.foot()
	return bundle{text: text, html: element(figureStyle, "<p><em>"+escape(text)+"</em></p>\n")}
}

// around returns what stands above and below the table of a Markdown file that lab.Table has
// written. How its records stand to the code is left out: a notebook would have to be executed again
// whenever the code changes, though nothing that it shows does.
func around(md, name string) (title string, notes []string) {
	title = name
	for i, part := range strings.Split(strings.TrimSpace(md), "\n\n") {
		bold, ok := strings.CutPrefix(part, "**")
		switch {
		case i == 0 && ok:
			title = strings.TrimSuffix(bold, "**")
		case !strings.HasPrefix(part, "|") && !lab.IsState(part):
			notes = append(notes, part)
		}
	}
	return title, notes
}
