package nbhtml

import (
	"bytes"
	"html"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Markdown of a few kilobytes can cost its reader minutes: a table of n columns fills each of its rows up to n cells, each line is
// tried against each quote and list that it stands in, and each bracket, star or underscore against those before it in its block. Text
// beyond these limits, which no text for people comes near, is shown as its source.
const (
	mostNested = 100  // marks of quotes and lists before a line
	mostSigns  = 2000 // brackets, stars, underscores and tildes, or references, in a block
	moreCells  = 10_000
)

// costly says what in a text goes beyond the limits, "" for nothing.
func costly(source []byte) string {
	cells, columns, rows, references := 0, 0, 0, 0
	for line := range bytes.Lines(source) {
		if nested(line) > mostNested {
			return "more than " + strconv.Itoa(mostNested) + " quotes and lists within each other"
		}
		if len(bytes.TrimSpace(line)) == 0 {
			columns, rows, references = 0, 0, 0
			continue
		}
		if bytes.HasPrefix(bytes.TrimLeft(line, " >"), []byte("[")) {
			references++
			if references > mostSigns {
				return "more than " + strconv.Itoa(mostSigns) + " references in one paragraph"
			}
		}
		// What a table that begins at the last blank line may have by now, instead of what it had a line before.
		cells -= columns * rows
		columns, rows = max(columns, bytes.Count(line, []byte("|"))), rows+1
		if cells += columns * rows; cells > 4*len(source)+moreCells {
			return "a table of many more cells than are written"
		}
	}
	// Blocks alone, whose signs nothing pairs.
	blocks := parser.NewParser(
		parser.WithBlockParsers(append(parser.DefaultBlockParsers(), util.Prioritized(blockParser{}, 750))...),
		parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(), util.Prioritized(extension.NewTableParagraphTransformer(), 200))...),
	).Parse(text.NewReader(source))
	found := ""
	_ = ast.Walk(blocks, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() == ast.TypeInline || n.IsRaw() {
			return ast.WalkContinue, nil
		}
		signs := 0
		for _, s := range n.Lines().Sliced(0, n.Lines().Len()) {
			for _, c := range s.Value(source) {
				if strings.IndexByte("[]*_~", c) >= 0 {
					signs++
				}
			}
		}
		if signs > mostSigns {
			found = "more than " + strconv.Itoa(mostSigns) + " brackets, stars and underscores in one paragraph"
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return found
}

// nested counts the marks of quotes and lists before a line. A line of one mark alone is a rule across the page.
func nested(line []byte) (marks int) {
	for _, rule := range "-*" {
		if len(bytes.Trim(line, string(rule)+" \t\r\n")) == 0 {
			return 0
		}
	}
	for i := range line {
		switch c := line[i]; {
		case c == '>', c == '-' || c == '+' || c == '*':
			marks++
		case c == '.' || c == ')':
			if i == 0 || !digit(line[i-1]) {
				return marks
			}
			marks++
		case !digit(c) && c != ' ' && c != '\t':
			return marks
		}
	}
	return marks
}

// asSource returns a text as its source, with the reason.
func asSource(source, why string) string {
	return "<p class=\"costly\">Shown as its source: it has " + why + ".</p>\n<pre tabindex=\"0\">" + html.EscapeString(source) + "</pre>\n"
}
