package site

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	unsafehtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"sudokulab/pkg/nbexec/nbhtml"
)

// markdown renders the tree's texts. They are the project's own, so HTML in them stays.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Linkify, extension.Strikethrough, extension.TaskList, extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(unsafehtml.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(comments{}, 100), util.Prioritized(code{}, 100))),
)

// fromMarkdown returns a text as HTML whose links name files of the tree.
func fromMarkdown(text []byte, name string) (string, error) {
	var out bytes.Buffer
	ids := &headingIDs{taken: map[string]bool{}, last: map[string]int{}}
	if err := markdown.Convert(text, &out, parser.WithContext(parser.NewContext(parser.WithIDs(ids)))); err != nil {
		return "", fmt.Errorf("site: %s: %w", name, err)
	}
	return out.String(), nil
}

// headingIDs are goldmark's ids of headings, which number equal ones by trying all numbers from 1 on, with the last number of each kept.
type headingIDs struct {
	taken map[string]bool
	last  map[string]int
}

// Generate implements parser.IDs.
func (h *headingIDs) Generate(value []byte, kind ast.NodeKind) []byte {
	base := string(parser.NewContext().IDs().Generate(value, kind))
	id := base
	for h.taken[id] {
		h.last[base]++
		id = fmt.Sprintf("%s-%d", base, h.last[base])
	}
	h.taken[id] = true
	return []byte(id)
}

// Put implements parser.IDs.
func (h *headingIDs) Put(value []byte) { h.taken[string(value)] = true }

var (
	verdictMark   = regexp.MustCompile(`^<!--\s*verdict:\s*(\S+)\s*-->$`)
	generatedMark = regexp.MustCompile(`^<!--\s*begin generated: (results/\S+)\s*-->$`)
)

// comments renders the marks of generated parts: a verdict as one, a block as a box that says where it is from. Other
// comments are left out.
type comments struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (c comments) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindRawHTML, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		_, err := w.WriteString(c.mark(string(n.(*ast.RawHTML).Segments.Value(source))))
		return ast.WalkSkipChildren, err
	})
	reg.Register(ast.KindHTMLBlock, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		block := n.(*ast.HTMLBlock)
		text := string(block.Lines().Value(source))
		if block.HasClosure() {
			text += string(block.ClosureLine.Value(source))
		}
		_, err := w.WriteString(c.mark(strings.TrimSpace(text)))
		return ast.WalkContinue, err
	})
}

func (comments) mark(text string) string {
	if m := verdictMark.FindStringSubmatch(text); m != nil {
		return `<span class="verdict" data-claim="` + escape(m[1]) + `">`
	}
	if m := generatedMark.FindStringSubmatch(text); m != nil {
		return `<div class="generated"><p class="origin">Generated from <a href="/` + escape(m[1]) + `">` + escape(m[1]) + `</a></p>`
	}
	switch {
	case text == "<!-- /verdict -->":
		return "</span>"
	case text == "<!-- end generated -->":
		return "</div>"
	case strings.HasPrefix(text, "<!--") && strings.Count(text, "<!--") == 1 && strings.HasSuffix(text, "-->"):
		return ""
	}
	return text
}

// code renders blocks of code, those in Go with their words in colours.
type code struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (code) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	block := func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		language := ""
		if f, ok := n.(*ast.FencedCodeBlock); ok {
			language = string(f.Language(source))
		}
		text := escape(string(n.Lines().Value(source)))
		if language == "go" {
			text = nbhtml.Highlight(string(n.Lines().Value(source)))
		}
		_, err := w.WriteString("<pre class=\"source\"><code>" + text + "</code></pre>\n")
		return ast.WalkSkipChildren, err
	}
	reg.Register(ast.KindFencedCodeBlock, block)
	reg.Register(ast.KindCodeBlock, block)
}
