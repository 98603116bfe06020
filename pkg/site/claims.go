package site

import (
	"bytes"
	"fmt"
	"html/template"
	"path"

	"sudokulab/pkg/lab"
)

const claimsIndex = "claims/index.html"

func claimAddress(id string) string { return "claims/" + id + htmlExt }

// signs tell verdicts apart where colours do not.
func sign(v lab.Verdict) string {
	return map[lab.Verdict]string{lab.Reproduced: "●", lab.Partly: "◐", lab.Refuted: "✕", lab.Pending: "○"}[v]
}

// badge is a verdict in its colour, with its sign.
func badge(v lab.Verdict) template.HTML {
	return template.HTML(`<span class="verdict ` + escape(string(v)) + `"><span aria-hidden="true">` + sign(v) + "\u00a0</span>" + escape(string(v)) + "</span>") //nolint:gosec // escaped
}

// tally counts verdicts.
type tally struct {
	Verdict lab.Verdict
	Count   int
	Share   float64 // in per cent
}

func (b *builder) tally(document string) (out []tally) {
	all := len(b.ledger.Filter(document, ""))
	for _, v := range lab.Verdicts {
		n := len(b.ledger.Filter(document, v))
		out = append(out, tally{v, n, 100 * float64(n) / float64(max(all, 1))})
	}
	return out
}

// documentCard is a document in a list.
type documentCard struct {
	lab.Document

	Claims int
	Tally  []tally
	Path   string
}

func (b *builder) documents() (out []documentCard) {
	for _, d := range b.ledger.Documents {
		out = append(out, documentCard{d, len(b.ledger.Filter(d.ID, "")), b.tally(d.ID), "/" + documentAddress(d.ID)})
	}
	return out
}

func documentAddress(id string) string { return "claims/" + id + htmlExt }

// render executes a template for the body of a page.
func render(name string, data any) (string, error) {
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, name, data); err != nil {
		return "", fmt.Errorf("site: %w", err)
	}
	return out.String(), nil
}

// claimList is what the list of claims, of all or of one document, is made of.
type claimList struct {
	Title     string
	Document  *lab.Document
	Documents []documentCard
	Verdicts  []tally
	Kinds     []string
	Entries   []lab.Entry
	Filter    bool
}

// addClaims adds the list of claims, one page for each document and one for each claim.
func (b *builder) addClaims() error {
	if len(b.ledger.Entries) == 0 {
		return fmt.Errorf("site: %s holds no claims", ledgerFile)
	}
	b.copied[claimsFolder+"/verdicts.svg"] = true
	seen := map[string]bool{}
	list := claimList{Title: "The claims", Documents: b.documents(), Verdicts: b.tally(""), Entries: b.ledger.Entries, Filter: true}
	for _, e := range b.ledger.Entries {
		if k := e.Claim.Kind; k != "" && !seen[k] {
			seen[k] = true
			list.Kinds = append(list.Kinds, k)
		}
	}
	body, err := render("claims.html", list)
	if err != nil {
		return err
	}
	if err := b.add(&page{path: claimsIndex, kind: kindList, section: "claims", wide: true, scripts: []string{"claims.js"}}, body); err != nil {
		return err
	}
	for _, d := range b.ledger.Documents {
		body, err := render("claims.html", claimList{Title: d.Title, Document: &d, Verdicts: b.tally(d.ID), Entries: b.ledger.Filter(d.ID, "")})
		if err != nil {
			return err
		}
		if err := b.add(&page{path: documentAddress(d.ID), kind: kindList, section: "claims", wide: true, crumbs: []link{{"Claims", claimsIndex}}}, body); err != nil {
			return err
		}
	}
	for i := range b.ledger.Entries {
		if err := b.addClaim(i); err != nil {
			return err
		}
	}
	return nil
}

// claimPage is what the page of a claim is made of.
type claimPage struct {
	lab.Entry

	Document       lab.Document
	Reading        string
	Decides        []rulePart
	Question       string
	Experiment     string // its page, "" if there is none yet
	Cases          []caseLink
	Previous, Next string // ids
}

type rulePart struct {
	Verdict lab.Verdict
	Words   string
}

type caseLink struct{ Name, Path string }

func (b *builder) addClaim(i int) error {
	e := b.ledger.Entries[i]
	c := claimPage{Entry: e}
	c.Document, _ = b.ledger.Document(e.Claim.Document)
	r := e.Claim.Rule
	c.Reading = r.Words(r.Reading)
	for _, p := range []rulePart{{lab.Reproduced, r.Reproduced}, {lab.Partly, r.Partly}, {lab.Refuted, r.Refuted}} {
		if p.Words != "" {
			p.Words = r.Words(p.Words)
			c.Decides = append(c.Decides, p)
		}
	}
	if _, ok := b.results[e.Claim.Experiment]; ok {
		c.Experiment = "/" + experimentAddress(e.Claim.Experiment)
		if e.Records != "" {
			c.Question = b.question(e.Claim.Experiment)
		}
		for _, name := range e.Finding.Cases {
			c.Cases = append(c.Cases, caseLink{name, "/" + experimentAddress(e.Claim.Experiment) + "#" + caseID(name)})
		}
	}
	if i > 0 {
		c.Previous = b.ledger.Entries[i-1].Claim.ID
	}
	if i+1 < len(b.ledger.Entries) {
		c.Next = b.ledger.Entries[i+1].Claim.ID
	}
	body, err := render("claim.html", c)
	if err != nil {
		return err
	}
	return b.add(&page{
		path: claimAddress(e.Claim.ID), title: e.Claim.ID + " · " + clip(oneLine(e.Claim.Statement), 70), about: clip(oneLine(e.Claim.Statement), 200), kind: kindClaim, section: "claims", wide: true,
		crumbs: []link{{"Claims", claimsIndex}, {c.Document.Title, documentAddress(c.Document.ID)}},
	}, body)
}

// caseID is the id of a record on the page of its experiment.
func caseID(name string) string { return "record-" + slug(name) }

// question returns what an experiment asks, from its page.
func (b *builder) question(id string) string {
	text, err := b.read(path.Join("results", id, readme))
	if err != nil {
		return ""
	}
	for part := range bytes.SplitSeq(text, []byte("\n\n")) {
		if !bytes.HasPrefix(part, []byte("#")) {
			return oneLine(string(part))
		}
	}
	return ""
}
