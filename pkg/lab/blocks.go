package lab

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"

	"sudokulab/pkg/record"
)

// blocks fills the generated parts of a document. These markers are known; what stands
// between a marker and its end is replaced:
//
//	<!-- begin generated: results/<id>/<table>.md -->  the table
//	<!-- begin generated: claims C07a C07b -->         these claims, in a short table
//	<!-- begin generated: text <id> <case> <name> -->  a text of a record, fenced
//	<!-- end generated -->
//	<!-- value: <id> <case> <metric> -->30<!-- /value -->       a figure inside a sentence
//	<!-- verdict: C07a -->refuted<!-- /verdict -->              a verdict inside a sentence
//	<!-- claim: C07a -->[C07a ✕ refuted](…)<!-- /claim -->       a claim, its verdict and the way to its section
//	<!-- verdicts: csp -->9 claims: …<!-- /verdicts -->         the verdicts of a document, or of all
//	<!-- source: csp -->[README.md](…) by …<!-- /source -->      where a document stands, by whom
//	<!-- sentence: <name> -->…<!-- /sentence -->                a sentence of the [Overview]
//
// A figure that no record of this machine holds reads "not measured", one whose control is off "void".
type blocks struct {
	files  site
	sets   map[string]record.Set
	ledger *Ledger
	// sentences of the overview, by name
	sentences map[string]string
	// void reports whether the times of a record of an experiment count for nothing; nil: those of no record do.
	void func(id string, r record.Record) bool
}

// claimsBlock begins the name of a block that shows some claims.
const claimsBlock = "claims "

const notMeasured = "not measured"

var (
	beginMark  = regexp.MustCompile(`(?m)^<!-- begin generated: (.+?) -->$`)
	endMark    = []byte("<!-- end generated -->")
	inlineMark = regexp.MustCompile(`<!-- (value|verdicts?|claim|source|sentence): ([^<>]+?) -->[^<]*<!-- /(value|verdicts?|claim|source|sentence) -->`)
)

// fill returns the document with its generated parts replaced. name is its file name in
// errors.
func (b *blocks) fill(name string, doc []byte) ([]byte, error) {
	var out bytes.Buffer
	for len(doc) > 0 {
		m := beginMark.FindSubmatchIndex(doc)
		if m == nil {
			break
		}
		what := string(doc[m[2]:m[3]])
		rest := doc[m[1]:]
		_, after, ended := bytes.Cut(rest, endMark)
		if !ended {
			return nil, fmt.Errorf("lab: %s: %q is begun and has no %s", name, what, endMark)
		}
		content, err := b.content(what)
		if err != nil {
			return nil, fmt.Errorf("lab: %s: %w", name, err)
		}
		out.Write(doc[:m[1]])
		from := what
		if strings.HasPrefix(what, claimsBlock) {
			from = "results/claims/README.md" // as whose parts they are written
		}
		fmt.Fprintf(&out, "\n%s\n", bytes.TrimRight(relink(content, from, name), "\n"))
		out.Write(endMark)
		doc = after
	}
	out.Write(doc)

	var failed error
	filled := inlineMark.ReplaceAllFunc(out.Bytes(), func(mark []byte) []byte {
		m := inlineMark.FindSubmatch(mark)
		text, err := b.inline(string(m[1]), strings.Fields(string(m[2])))
		text = string(relink([]byte(text), "README.md", name)) // written as for the tree's root
		if err != nil && failed == nil {
			failed = fmt.Errorf("lab: %s: %s %s: %w", name, m[1], m[2], err)
		}
		return fmt.Appendf(nil, "<!-- %s: %s -->%s<!-- /%s -->", m[1], m[2], text, m[3])
	})
	return filled, failed
}

var link = regexp.MustCompile(`\]\(([^()\s]+)\)`)

// relink turns the links of a generated file, which are relative to it, into links relative to the document
// that it is shown in.
func relink(content []byte, file, document string) []byte {
	return link.ReplaceAllFunc(content, func(m []byte) []byte {
		target := string(link.FindSubmatch(m)[1])
		if strings.Contains(target, "://") || strings.HasPrefix(file, "text ") {
			return m
		}
		name, anchor, _ := strings.Cut(target, "#")
		if anchor != "" {
			anchor = "#" + anchor
		}
		whole := file // an anchor alone is one of the file itself
		if name != "" {
			whole = path.Join(path.Dir(file), name)
		}
		return []byte("](" + relative(path.Dir(document), whole) + anchor + ")")
	})
}

// content returns what stands between begin and end.
func (b *blocks) content(what string) ([]byte, error) {
	if args := strings.Fields(what); args[0] == "text" {
		if len(args) != 4 {
			return nil, fmt.Errorf("%q, want: text <experiment> <case> <name>", what)
		}
		set, ok := b.sets[args[1]]
		if !ok {
			return nil, fmt.Errorf("no experiment %q", args[1])
		}
		r, _ := set.Case(args[2])
		text, ok := r.Texts[args[3]]
		if !ok {
			return []byte("_" + notMeasured + "_"), nil
		}
		return []byte("```\n" + strings.TrimRight(text, "\n") + "\n```"), nil
	}
	if ids, ok := strings.CutPrefix(what, claimsBlock); ok {
		return b.ledger.chosen(strings.Fields(ids))
	}
	if content, ok := b.files[what]; ok {
		return content, nil
	}
	for id, set := range b.sets {
		if strings.HasPrefix(what, "results/"+id+"/") && len(set) == 0 {
			return []byte("_" + notMeasured + "_"), nil
		}
	}
	return nil, fmt.Errorf("nothing generates %q", what)
}

func (b *blocks) inline(kind string, args []string) (string, error) {
	switch {
	case kind == "verdict" && len(args) == 1:
		for _, e := range b.ledger.Entries {
			if e.Claim.ID == args[0] {
				return string(e.Finding.Verdict), nil
			}
		}
		return "", errors.New("no such claim")
	case kind == "claim" && len(args) == 1:
		for _, e := range b.ledger.Entries {
			if e.Claim.ID == args[0] {
				return "[" + e.Claim.ID + "\u00a0" + e.Finding.Verdict.Marked() + "](" + e.Claim.Address() + ")", nil
			}
		}
		return "", errors.New("no such claim")
	case kind == "verdicts" && len(args) == 1:
		if args[0] == "all" {
			return b.ledger.Verdicts("")
		}
		return b.ledger.Verdicts(args[0])
	case kind == "source" && len(args) == 1:
		d, ok := b.ledger.Document(args[0])
		if !ok {
			return "", errors.New("no such document")
		}
		return d.Source.Citation(), nil
	case kind == "sentence" && len(args) == 1:
		text, ok := b.sentences[args[0]]
		if !ok {
			return "", errors.New("no such sentence")
		}
		if strings.ContainsAny(text, "<>") {
			return "", fmt.Errorf("the sentence %q holds < or >, which would end its place", text)
		}
		return text, nil
	case kind == "value" && len(args) == 3:
		set, ok := b.sets[args[0]]
		if !ok {
			return "", fmt.Errorf("no experiment %q", args[0])
		}
		m, err := set.Lookup(args[1], args[2])
		if err != nil {
			return notMeasured, nil //nolint:nilerr // a corpus may be missing on this machine
		}
		if r, ok := b.sets[args[0]].Case(args[1]); ok && b.void != nil && b.void(args[0], r) {
			if _, timed := r.Noisy[args[2]]; timed {
				return VoidCell, nil
			}
		}
		if m.Unit == "s" {
			return Seconds(m.Value), nil
		}
		return Number(m.Value), nil
	}
	return "", errors.New("want value: <experiment> <case> <metric>, verdict: <claim>, claim: <claim>, verdicts: <document> or sentence: <name>")
}
