package site

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// experimentPage is what the page of an experiment is made of.
type experimentPage struct {
	ID       string
	Title    string
	Lead     string // HTML: question, provenance, state
	Claims   []lab.Entry
	Figures  string // HTML
	Tables   []tablePart
	Records  []recordRow
	Profile  string
	Download string // path in the tree of the records
	Bytes    string
}

type tablePart struct {
	Name, Title, CSV string
	HTML             string
}

// recordRow is a record in the list at the end.
type recordRow struct {
	Case, ID, Status, Puzzles, Date, Figures string
}

var (
	tableLine  = regexp.MustCompile(`^- \[(.+)\]\(([^)/]+)\.md\)(?: \(\[CSV\]\(([^)]+)\)\))?$`)
	recordLine = regexp.MustCompile(`^- \[Records\]\(`)
)

// addExperiments adds the page of every experiment with results.
func (b *builder) addExperiments() error {
	for _, id := range slices.Sorted(maps.Keys(b.results)) {
		if err := b.addExperiment(id); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) addExperiment(id string) error {
	dir := path.Join("results", id)
	text, err := b.read(path.Join(dir, readme))
	if err != nil {
		return err
	}
	e := experimentPage{ID: id}
	var lead, figures, without []string
	for line := range strings.SplitSeq(string(text), "\n") {
		m := tableLine.FindStringSubmatch(line)
		switch title, isTitle := strings.CutPrefix(line, "# "); {
		case isTitle:
			e.Title = title
		case m != nil:
			t, err := b.table(dir, m[2], m[1], m[3])
			if err != nil {
				return err
			}
			e.Tables = append(e.Tables, t)
		case recordLine.MatchString(line), strings.HasPrefix(line, "Decides the claim"): // both are told in another way
		case strings.HasPrefix(line, "Not measured: "):
			without = append(without, line)
		case strings.HasPrefix(line, "!["):
			figures = append(figures, line)
		default:
			lead = append(lead, line)
		}
	}
	if e.Lead, err = fromMarkdown([]byte(strings.Join(lead, "\n")), dir); err != nil {
		return err
	}
	const few = 400 // characters that stand in nobody's way
	rest, err := fromMarkdown([]byte(strings.Join(without, "\n\n")), dir)
	if err != nil {
		return err
	}
	if len(rest) > few {
		rest = fmt.Sprintf("<details class=\"records\"><summary>What was not measured, and why (%d)</summary>\n%s</details>\n", len(without), rest)
	}
	e.Lead += rest
	if e.Figures, err = b.figures(figures); err != nil {
		return err
	}
	for _, c := range b.ledger.Entries {
		if c.Claim.Experiment == id {
			e.Claims = append(e.Claims, c)
		}
	}
	if err := b.records(&e, dir); err != nil {
		return err
	}
	body, err := render("experiment.html", e)
	if err != nil {
		return err
	}
	return b.add(&page{path: experimentAddress(id), kind: kindExperiment, section: "results", source: path.Join(dir, readme), about: b.question(id), crumbs: []link{{"Results", "results/index.html"}}}, body)
}

// table reads a table of an experiment.
func (b *builder) table(dir, name, title, csv string) (tablePart, error) {
	md, err := b.read(path.Join(dir, name+".md"))
	if err != nil {
		return tablePart{}, err
	}
	// Its title is the heading of the section.
	if first, rest, ok := bytes.Cut(md, []byte("\n\n")); ok && bytes.HasPrefix(first, []byte("**")) {
		md = rest
	}
	out := tablePart{Name: name, Title: title, CSV: csv}
	out.HTML, err = fromMarkdown(md, path.Join(dir, name+".md"))
	return out, err
}

var figureLine = regexp.MustCompile(`^!\[(.*)\]\(([^)]+)\)$`)

// figures writes pictures with what they show below.
func (b *builder) figures(lines []string) (string, error) {
	var out strings.Builder
	for _, line := range lines {
		m := figureLine.FindStringSubmatch(line)
		if m == nil {
			return "", fmt.Errorf("site: figure %q, want ![what it shows](file)", line)
		}
		fmt.Fprintf(&out, "<figure><img src=\"%s\" alt=\"%s\"><figcaption>%s</figcaption></figure>\n", escape(m[2]), escape(m[1]), escape(m[1]))
	}
	return out.String(), nil
}

// records lists the records that pages are made of.
func (b *builder) records(e *experimentPage, dir string) error {
	if !slices.Contains(b.results[e.ID], recordsFile) {
		return nil
	}
	name := path.Join(dir, recordsFile)
	data, err := b.read(name)
	if err != nil {
		return err
	}
	set, err := record.Read(bytes.NewReader(data), name)
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	e.Download = recordsFile
	ids := map[string]bool{} // of records that claims name
	for _, c := range e.Claims {
		for _, name := range c.Finding.Cases {
			ids[caseID(name)] = true
		}
	}
	best := lab.Best(set)
	e.Profile = lab.ProfilesOf(best)
	for _, r := range best {
		id := caseID(r.Case)
		if !ids[id] {
			id = ""
		}
		delete(ids, id)
		row := recordRow{Case: r.Case, ID: id, Status: string(r.Status), Puzzles: "–", Figures: lab.Number(float64(len(r.Exact) + len(r.Noisy)))}
		if r.Corpus != nil {
			row.Puzzles = fmt.Sprintf("%s of %s", lab.Number(float64(r.Corpus.Puzzles)), r.Corpus.ID)
		}
		row.Date = r.Provenance.Started.UTC().Format("2006-01-02")
		e.Records = append(e.Records, row)
	}
	return nil
}
