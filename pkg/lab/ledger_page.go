package lab

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"sudokulab/pkg/record"
)

// Sign tells a verdict apart without its colour.
func (v Verdict) Sign() string {
	switch v {
	case Reproduced:
		return "●"
	case Partly:
		return "◐"
	case Refuted:
		return "✕"
	case Pending:
	}
	return "○"
}

// Marked is the verdict with its sign before it, on one line.
func (v Verdict) Marked() string { return v.Sign() + "\u00a0" + string(v) }

// Address is the place of a claim's section in the tree, as links name it: results/claims/csp.md#C07a.
func (c Claim) Address() string { return "results/claims/" + c.Document + ".md#" + c.ID }

// Lengths of cells in the table of claims, in characters; the section below it has the whole texts.
const (
	shortStatement = 96
	shortFigure    = 110
)

// InShort is the statement if it is short, and else its beginning with the figure that is stated.
func (c Claim) InShort() string {
	statement, stated := oneLine(c.Statement), oneLine(c.Stated)
	if utf8.RuneCountInString(statement) <= shortStatement {
		return statement
	}
	return Short(statement, shortStatement-utf8.RuneCountInString(stated)) + " (" + stated + ")"
}

// Short cuts a text longer than n characters where a clause ends, or else a word, and marks the cut.
func Short(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	cut := string(runes[:max(n-1, 1)])
	at := -1
	for _, end := range []string{"; ", ". ", ", ", " (", ": "} {
		if i := strings.LastIndex(cut, end); 2*i > len(cut) {
			at = max(at, i)
		}
	}
	if at < 0 {
		at = strings.LastIndex(cut, " ")
	}
	if at > 0 {
		cut = cut[:at]
	}
	if open := strings.LastIndex(cut, "("); open > 0 && !strings.Contains(cut[open:], ")") { // never half a bracket
		cut = cut[:open]
	}
	return strings.TrimRight(cut, " ,;:.") + " …"
}

// sizes name the metrics in which records say over how many of what they count.
var sizes = []string{"puzzles", "boards", "games", "pairs"}

// size says on how much a finding rests: how many records decided, and how many puzzles each of them
// is about, if they say so.
func size(f Finding, set record.Set) string {
	var low, high float64
	unit := ""
	for _, name := range f.Cases {
		r, ok := set.Case(name)
		if !ok {
			continue
		}
		for _, metric := range sizes {
			m, ok := r.Exact[metric]
			if !ok || unit != "" && unit != metric {
				continue
			}
			if unit == "" {
				low, high = m.Value, m.Value
			}
			unit, low, high = metric, min(low, m.Value), max(high, m.Value)
			break
		}
	}
	text := counted(len(f.Cases), "record")
	switch {
	case len(f.Cases) == 0:
		return ""
	case unit == "":
		return text
	case low == high:
		return text + " of " + counted(int(high), strings.TrimSuffix(unit, "s"))
	}
	return fmt.Sprintf("%s of %s to %s", text, Number(low), counted(int(high), strings.TrimSuffix(unit, "s")))
}

func counted(n int, of string) string {
	if n != 1 {
		of += "s"
	}
	return Number(float64(n)) + " " + of
}

// Table returns the entries as a short table: each claim in one line, with a link to its section.
func (l *Ledger) Table(name, title string, entries []Entry) Table {
	t := Table{Name: name, Title: title, Columns: []string{"Claim", "In short", "Verdict", "Measured", "n"}}
	for _, e := range entries {
		t.Add("["+e.Claim.ID+"]("+relative("results/claims", e.Claim.Address())+")", e.Claim.InShort(), e.Finding.Verdict.Marked(),
			Short(cmp.Or(e.Finding.Figure, "–"), shortFigure), cmp.Or(e.N, "–"))
	}
	return t
}

// section writes all that the ledger knows of a claim, below an anchor with its id.
func (e Entry) section(out *bytes.Buffer) {
	c, f, r := e.Claim, e.Finding, e.Claim.Rule
	fmt.Fprintf(out, "\n<a id=%q></a>\n\n### %s %s\n\n> %s\n\n", c.ID, c.ID, f.Verdict.Marked(), plain(c.Statement))
	where := plain(c.Section)
	if e.Source != "" {
		where = "[" + where + "](" + e.Source + ")"
	}
	if c.Conditions != "" {
		where += "; conditions: " + plain(c.Conditions)
	}
	fmt.Fprintf(out, "Where it stands: %s.\n\n", where)
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(out, "- **%s**: %s\n", name, plain(text))
		}
	}
	line("Stated", c.Stated)
	line("Measured", cmp.Or(f.Figure, "nothing that decides"))
	line("Because", f.Because)
	decided := "To be decided on" // until the claim is judged again, see the policy
	if c.Subject == onLab {
		decided = "Decided on"
	}
	line(decided, subjects[c.Subject]+": "+c.Method)
	line("Reading", r.Words(r.Reading))
	line("Reproduced if", r.Words(r.Reproduced))
	line("Partly if", r.Words(r.Partly))
	line("Refuted if", r.Words(r.Refuted))
	line("Machine", r.Machine)
	if f.Verdict == Pending {
		line("Would be decided by", c.Waits.Job)
		line("Which needs", c.Waits.Needs)
	}
	if e.Records == "" {
		fmt.Fprintf(out, "- **Records**: none; experiment %s\n", c.Experiment)
		return
	}
	fmt.Fprintf(out, "- **Records**: [%s](../%s/README.md) (%s)", c.Experiment, c.Experiment, e.Basis())
	if e.N != "" {
		fmt.Fprintf(out, ", %s", e.N)
	}
	if len(f.Cases) > 0 {
		names := make([]string, 0, len(f.Cases))
		for _, name := range f.Cases[:min(len(f.Cases), shownCases)] {
			names = append(names, "`"+name+"`")
		}
		fmt.Fprintf(out, ": %s", strings.Join(names, ", "))
		if more := len(f.Cases) - shownCases; more > 0 {
			fmt.Fprintf(out, " and %d more in [ledger.json](ledger.json)", more)
		}
	}
	if e.Marks != "" {
		out.WriteString(". " + e.Marks)
	}
	out.WriteString("\n")
}

const shownCases = 4

// plain is a text for Markdown, in which "*", "_", "<" and "|" mean themselves.
func plain(text string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`, "<", "&lt;", "|", `\|`).Replace(oneLine(text))
}

// page writes the claims of a document: the short table, then a section for each.
func (l *Ledger) page(d Document, table []byte, entries []Entry) []byte {
	var out bytes.Buffer
	verdicts, _ := l.Verdicts(d.ID) // an error says that it has no claims
	fmt.Fprintf(&out, "# %s: the claims\n\n%s. The document's report: [%s](../../%s). All documents: [the ledger](README.md). "+
		"How a claim is judged: [research](../../research/README.md).\n\nThe document: %s.\n\n%s\n\n", d.Title, cmp.Or(verdicts, "no claims"), d.Report, d.Report, d.Source.Citation(), objections)
	out.Write(table)
	for _, e := range entries {
		e.section(&out)
	}
	return out.Bytes()
}

// objections says how a verdict is contested.
const objections = "Whoever wrote a document, or reads it otherwise, objects by an issue that names the claim's id: each claim's section links to its place in the " +
	"document, its rule and its records, and a rule, a judge or a measurement that does not do the document justice is a defect of the lab."

// sources is the table of the documents, each with its authors and its program.
func (l *Ledger) sources() ([]byte, error) {
	t := Table{Name: "sources", Title: "The documents and their authors", Columns: []string{"Document", "By", "Repository", "Commit", "Program", "Licence"}, Notes: []string{objections}}
	for _, d := range l.Documents {
		s := d.Source
		if s.IsZero() {
			t.Add(d.Title, "–", "–", "–", "–", "–")
			continue
		}
		t.Add(fmt.Sprintf("[%s](%s)", d.Title, s.Address()), s.Authors, fmt.Sprintf("[%s](%s)", s.name(), s.Repository), s.Commit[:short]+" of "+s.Date, s.Language, cmp.Or(s.License, "none found"))
	}
	return t.Markdown()
}

// chosen is the short table of some claims, for a document that argues about them; the document says what they are.
func (l *Ledger) chosen(ids []string) ([]byte, error) {
	var entries []Entry
	for _, id := range ids {
		i := slices.IndexFunc(l.Entries, func(e Entry) bool { return e.Claim.ID == id })
		if i < 0 {
			return nil, fmt.Errorf("no claim %q", id)
		}
		entries = append(entries, l.Entries[i])
	}
	t := l.Table("claims", "Claims "+strings.Join(ids, ", "), entries)
	return t.Markdown()
}

// pending is the table of what is open: of each job that would decide, what it needs and the claims that wait for it.
func (l *Ledger) pending() ([]byte, error) {
	t := Table{Name: "pending", Title: "The pending claims, by what would decide them", Columns: []string{"What would decide", "What that needs", "Claims"}}
	var order []Waits
	waiting := map[Waits][]string{}
	n := 0
	for _, e := range l.Filter("", Pending) {
		w := e.Claim.Waits
		if w.Job == "" {
			w = Waits{Job: oneLine(e.Finding.Because), Needs: "–"}
		}
		if waiting[w] == nil {
			order = append(order, w)
		}
		waiting[w] = append(waiting[w], "["+e.Claim.ID+"]("+relative("results/claims", e.Claim.Address())+")")
		n++
	}
	for _, w := range order {
		t.Add(oneLine(w.Job), oneLine(w.Needs), strings.Join(waiting[w], ", "))
	}
	t.Notes = []string{counted(n, "claim") + " in all. Why each is open stands in its section: follow its link."}
	return t.Markdown()
}

// relative is the way from a folder to a file, both in the tree and with slashes.
func relative(dir, file string) string {
	from, to := strings.Split(dir, "/"), strings.Split(file, "/")
	if dir == "" || dir == "." {
		from = nil
	}
	for len(from) > 0 && len(to) > 1 && from[0] == to[0] {
		from, to = from[1:], to[1:]
	}
	return strings.Join(append(slices.Repeat([]string{".."}, len(from)), to...), "/")
}
