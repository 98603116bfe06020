package nbhtml_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/nbexec/nbformat"
	"sudokulab/pkg/nbexec/nbhtml"
)

// TestManyHeadings: equal headings have different ids, in time that grows with their number.
func TestManyHeadings(t *testing.T) {
	const n = 30000
	done := make(chan string)
	go func() {
		page, err := nbhtml.Page(book(
			&nbformat.Cell{Type: nbformat.Markdown, Source: "# a-1\n" + strings.Repeat("# a\n", n/2)},
			&nbformat.Cell{Type: nbformat.Markdown, Source: strings.Repeat("# a\n", n/2)},
		), nbhtml.Options{})
		if err != nil {
			t.Error(err)
		}
		done <- string(page)
	}()
	select {
	case page := <-done:
		seen := map[string]bool{}
		for _, part := range strings.Split(page, `<h1 id="`)[1:] {
			id, _, _ := strings.Cut(part, `"`)
			seen[id] = true
		}
		if len(seen) != n+1 || !seen["a"] || !seen["a-1"] || !seen["a-1-1"] && !seen[fmt.Sprintf("a-%d", n)] {
			t.Errorf("%d ids, want %d", len(seen), n+1)
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("%d equal headings take more than 20 s", n)
	}
}

// TestCostly: text that Markdown would take minutes for is shown as its source at once, and what people write is not.
func TestCostly(t *testing.T) {
	const size = 100_000
	repeat := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	for name, c := range map[string]struct {
		text string
		why  string // "" for text that is rendered
	}{
		"brackets":       {repeat("[](" /* never closed */), "one paragraph"},
		"open brackets":  {strings.Repeat("[", size/2) + strings.Repeat("]", size/2), "one paragraph"},
		"in a heading":   {"# " + repeat("[]("), "one paragraph"},
		"in a quote":     {"> - " + repeat("[a]("), "one paragraph"},
		"in a table":     {"|a|\n|-|\n|" + repeat("[a](") + "|\n", "one paragraph"},
		"emphasis":       {repeat("*a_ "), "one paragraph"},
		"angles":         {repeat("[a](<"), "one paragraph"},
		"references":     {repeat("[a]: b\n"), "references"},
		"quotes":         {repeat("> "), "within each other"},
		"quotes of all":  {strings.Repeat(strings.Repeat(">", 500)+" a\n", size/500), "within each other"},
		"lists":          {repeat("1. "), "within each other"},
		"lists of signs": {repeat("- + "), "within each other"},
		"cells":          {strings.Repeat("|a", size/8) + "|\n" + strings.Repeat("|-", size/8) + "|\n" + strings.Repeat("a\n", size/4), "cells"},
		"many tables":    {strings.Repeat(strings.Repeat("|a", 50)+"\n"+strings.Repeat("|-", 50)+"\n"+strings.Repeat("a\n", 150)+"\n", 200), "cells"},
		"a table":        {"|a|b|\n|-|-|\n" + strings.Repeat("|[a](b)|*c*|\n", 2000), ""},
		"a rule":         {repeat("- ")[:400] + "\n\n" + repeat("*")[:400] + "\n", ""},
		"a list":         {strings.Repeat("- [ ] *a* and `b`, [c](d)\n", 1500), ""},
		"words":          {repeat("some_words and more, "), "one paragraph"},
		"a long text":    {repeat("a few *words* and `code_of` [a link](x), 3 * 4.\n\n"), ""},
		"code":           {"```\n" + repeat("[](*_") + "\n```\n", ""},
	} {
		if testing.Short() && c.why == "" {
			continue
		}
		begin := time.Now()
		page, err := nbhtml.Page(book(&nbformat.Cell{Type: nbformat.Markdown, Source: c.text}), nbhtml.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("%s: %v", name, took)
		}
		_, why, shown := strings.Cut(string(page), "Shown as its source: it has ")
		why, _, _ = strings.Cut(why, "</p>")
		if shown != (c.why != "") || !strings.Contains(why, c.why) {
			t.Errorf("%s: shown as its source: %v (%s), want %q", name, shown, why, c.why)
		}
	}
}
