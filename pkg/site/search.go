package site

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// searchText bounds what the index holds of one section, in characters.
const searchText = 400

// addHome adds the first page.
func (b *builder) addHome() error {
	type card struct{ Title, Path, About string }
	data := struct {
		Name, About string
		Claims      int
		Verdicts    []tally
		Documents   []documentCard
		Report      string
		Cards       []card
	}{Name: siteName, About: siteAbout, Claims: len(b.ledger.Entries), Verdicts: b.tally(""), Documents: b.documents()}
	if at, ok := b.home[reportFile]; ok {
		data.Report = "/" + at
	}
	for _, e := range b.o.Extra {
		data.Cards = append(data.Cards, card{e.Title, "/" + e.Path, e.About})
	}
	data.Cards = append(data.Cards,
		card{"Claims", "/" + claimsIndex, "Every claim with what decides it, what was measured and the verdict. Search, filter, and follow each to its records."},
		card{"Results", "/results/index.html", "Every experiment: its question, tables, figures and records."},
		card{"Notes", "/research/index.html", "What each document claims and what held, at length, and how claims are judged."},
		card{"Notebooks", "/notebooks/index.html", "How each method works, step by step, in pictures."},
		card{"Packages", "/packages/index.html", "The Go packages, floor by floor, with examples."},
		card{"About", "/about.html", "How to install, run and reproduce all of it."},
	)
	body, err := render("home.html", data)
	if err != nil {
		return err
	}
	return b.add(&page{path: indexFile, title: siteName, about: siteAbout, kind: kindList, section: "home", wide: true}, body)
}

// addMissing adds the page that a host shows for addresses that are not there.
func (b *builder) addMissing() error {
	return b.add(&page{path: missingFile, kind: kindList, section: "missing", wide: true},
		`<h1>No such page</h1><p>Nothing stands at this address. <a href="/index.html">The first page</a> leads on, and <a href="/search.html">the search</a> knows every page.</p>`)
}

// wordsIn adds the words of a text to a set, in small letters: runs of letters and digits, at least two of them and one a letter.
func wordsIn(text string, set map[string]bool) {
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		if len(w) > 1 && strings.ContainsFunc(w, unicode.IsLetter) {
			set[w] = true
		}
	}
}

// wordsOf returns the words of a page, those of its tables, code and pictures too.
func wordsOf(p *page) map[string]bool {
	set := map[string]bool{}
	for d := range p.body.Descendants() {
		if d.Type == xhtml.TextNode && d.Parent.DataAtom != atom.Style && d.Parent.DataAtom != atom.Script {
			wordsIn(d.Data, set)
		}
	}
	return set
}

// whole is all that the page of a claim says as one passage: its statement first.
func whole(p *page) passage {
	text := []string{p.heads[0].text}
	for _, s := range p.text[1:] {
		text = append(text, s.text)
	}
	return passage{text: strings.Join(text, " ")}
}

// addSearch adds the page that searches, and the index of all pages before it: JSON, by gzip and base64 a third as long. The index is a
// script, since a page opened from disk may not read files.
func (b *builder) addSearch() error {
	const noScripts = `<noscript><p>The search runs in the browser and needs scripts. Without them, <a href="/claims/index.html">the claims</a>, <a href="/results/index.html">the results</a> and <a href="/packages/index.html">the packages</a> each have a page that lists all.</p></noscript>`
	if err := b.add(&page{path: searchFile, title: "Search", kind: kindList, section: "search", wide: true, scripts: []string{"index.js", "search.js"}},
		`<h1>Search</h1><form id="search-form" class="bar" role="search"><label class="field grow">Words<input id="search-words" name="q" type="search" autocomplete="off"></label><label class="field">In<select id="search-kind" name="in"><option value="">everything</option><option>Note</option><option>Claim</option><option>Experiment</option><option>Notebook</option><option>Package</option></select></label></form><p id="search-count" role="status"></p><ol id="search-found" class="found"></ol>`+noScripts); err != nil {
		return err
	}
	// Rows of page, title and kind; rows of page number, id, heading and text; then, so that each word of a page is found and not only those
	// of its passages as far as they are kept, rows of a word and the numbers of the pages that have it besides, each as its distance from
	// the one before.
	var pages, passages, words [][]any
	besides := map[string][]int{}
	for _, p := range b.pages {
		if p.path == searchFile || p.path == missingFile {
			continue
		}
		n := len(pages)
		pages = append(pages, []any{p.path, p.title, p.kind})
		kept := map[string]bool{}
		wordsIn(p.title, kept)
		all := p.text
		if p.kind == kindClaim {
			all = []passage{whole(p)}
		}
		for i, s := range all {
			if s.text == "" && s.heading == "" || p.kind == kindList && i > 0 && strings.HasPrefix(p.path, "claims/") {
				continue
			}
			heading := s.heading
			if heading == p.title {
				heading = ""
			}
			text := clip(s.text, searchText)
			passages = append(passages, []any{n, s.id, heading, text})
			wordsIn(heading+" "+text, kept)
		}
		for w := range wordsOf(p) {
			if !kept[w] {
				besides[w] = append(besides[w], n)
			}
		}
	}
	for _, e := range b.o.Extra {
		passages = append(passages, []any{len(pages), "", "", e.About})
		pages = append(pages, []any{e.Path, e.Title, "Page"})
	}
	for _, w := range slices.Sorted(maps.Keys(besides)) {
		row, last := []any{w}, 0
		for _, n := range besides[w] {
			row, last = append(row, n-last), n
		}
		words = append(words, row)
	}
	var out bytes.Buffer
	w := json.NewEncoder(&out)
	w.SetEscapeHTML(false)
	if err := w.Encode([]any{pages, passages, words}); err != nil {
		return fmt.Errorf("site: %w", err)
	}
	index, err := packed(out.Bytes())
	if err != nil {
		return fmt.Errorf("site: %w", err)
	}
	b.site.files["assets/index.js"] = fmt.Appendf(nil, "\"use strict\";\nwindow.sudokulabIndex = %q;\n", base64.StdEncoding.EncodeToString(index))
	return nil
}
