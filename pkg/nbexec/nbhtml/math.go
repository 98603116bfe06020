package nbhtml

import (
	"bytes"
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// formula returns a formula as HTML: MathML, or its source as it was written if it is not
// understood.
func formula(source, open, end string, block bool) string {
	if markup, ok := mathML(source, block); ok {
		return markup
	}
	return `<code class="tex">` + html.EscapeString(open+source+end) + "</code>"
}

var (
	kindFormula      = ast.NewNodeKind("Formula")
	kindFormulaBlock = ast.NewNodeKind("FormulaBlock")
)

// inlineFormula is $…$, or $$…$$ with text around it.
type inlineFormula struct {
	ast.BaseInline
	source  string
	display bool
}

func (*inlineFormula) Kind() ast.NodeKind { return kindFormula }

func (n *inlineFormula) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// formulaBlock is $$…$$ on separate lines: what Markdown makes of the lines within, a list of
// those that begin with a minus for instance, does not apply to them.
type formulaBlock struct {
	ast.BaseBlock
	closed bool
}

func (*formulaBlock) Kind() ast.NodeKind { return kindFormulaBlock }

func (n *formulaBlock) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

func (*formulaBlock) IsRaw() bool { return true }

// formulas adds formulas to Markdown.
type formulas struct{}

func (formulas) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithInlineParsers(util.Prioritized(inlineParser{}, 150)),
		parser.WithBlockParsers(util.Prioritized(blockParser{}, 750)), // after fenced code, before paragraphs
	)
	m.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(formulas{}, 500)))
}

// RegisterFuncs implements renderer.NodeRenderer.
func (formulas) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(kindFormula, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		f := n.(*inlineFormula)
		if !entering {
			return ast.WalkContinue, nil
		}
		fence := "$"
		if f.display {
			fence = "$$"
		}
		_, err := w.WriteString(formula(f.source, fence, fence, f.display))
		return ast.WalkSkipChildren, err
	})
	r.Register(kindFormulaBlock, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		end := ""
		if n.(*formulaBlock).closed {
			end = "$$"
		}
		content := string(n.Lines().Value(source))
		markup := `<code class="tex">` + html.EscapeString("$$"+content) + "</code>"
		if end != "" {
			markup = formula(content, "$$", end, true)
		}
		_, err := w.WriteString(`<p class="formula">` + markup + "</p>\n")
		return ast.WalkSkipChildren, err
	})
}

type inlineParser struct{}

// Trigger implements parser.InlineParser.
func (inlineParser) Trigger() []byte { return []byte{'$'} }

// Parse implements parser.InlineParser. The rule is pandoc's: no space behind the opening dollar
// nor before the closing one, no digit behind that, and no dollar between. A backtick ends the search, so code stays
// code.
func (inlineParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, position := block.Position()
	first, _ := block.PeekLine()
	fence := "$"
	if bytes.HasPrefix(first, []byte("$$")) {
		fence = "$$"
	}
	block.Advance(len(fence))
	var source bytes.Buffer
	for {
		rest, _ := block.PeekLine()
		if rest == nil {
			break
		}
		for i := 0; i < len(rest); i++ {
			switch c := rest[i]; {
			case c == '`':
				block.SetPosition(line, position)
				return dollars(block, fence)
			case c == '\\' && i+1 < len(rest):
				i++
			case bytes.HasPrefix(rest[i:], []byte(fence)):
				content := source.String() + string(rest[:i])
				after := rest[i+len(fence):]
				if fence == "$" && !inlineRule(content, after) || strings.TrimSpace(content) == "" {
					block.SetPosition(line, position)
					return dollars(block, fence)
				}
				block.Advance(i + len(fence))
				return &inlineFormula{source: content, display: fence == "$$"}
			}
		}
		source.Write(rest)
		block.AdvanceLine()
	}
	block.SetPosition(line, position)
	return dollars(block, fence)
}

// inlineRule says whether a content and what follows it may be a formula.
func inlineRule(content string, after []byte) bool {
	const blank = " \t\r\n"
	return content != "" && !strings.ContainsRune(blank, rune(content[0])) && !strings.ContainsRune(blank, rune(content[len(content)-1])) &&
		(len(after) == 0 || !digit(after[0]))
}

// dollars are dollars that are no fence. Both of a double one are read, so that the second does
// not become an opening one.
func dollars(block text.Reader, fence string) ast.Node {
	_, segment := block.PeekLine()
	block.Advance(len(fence))
	return ast.NewTextSegment(segment.WithStop(segment.Start + len(fence)))
}

type blockParser struct{}

// Trigger implements parser.BlockParser.
func (blockParser) Trigger() []byte { return []byte{'$'} }

// Open implements parser.BlockParser: two dollars open a block if two others close it at the end
// of a line, with no blank line between.
func (blockParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	first, segment := reader.PeekLine()
	indent := pc.BlockOffset()
	if indent < 0 || !bytes.HasPrefix(first[indent:], []byte("$$")) {
		return nil, parser.NoChildren
	}
	start := segment.Start - segment.Padding + indent
	content, after, ok := bytes.Cut(reader.Source()[start+2:], []byte("$$"))
	if !ok || len(bytes.TrimSpace(content)) == 0 || blankLine.Match(content) {
		return nil, parser.NoChildren
	}
	if line, _, _ := bytes.Cut(after, []byte("\n")); len(bytes.TrimSpace(line)) > 0 {
		return nil, parser.NoChildren
	}
	n := &formulaBlock{}
	n.add(reader, text.NewSegment(start+2, segment.Stop))
	return n, parser.NoChildren
}

var blankLine = regexp.MustCompile(`\n[ \t>]*\r?\n`)

// add reads a line, up to the dollars that close the block.
func (n *formulaBlock) add(reader text.Reader, s text.Segment) {
	if i := bytes.Index(s.Value(reader.Source()), []byte("$$")); i >= 0 {
		s.Stop, s.ForceNewline, n.closed = s.Start+i, false, true
	}
	n.Lines().Append(s)
	reader.AdvanceToEOL()
}

// Continue implements parser.BlockParser.
func (blockParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*formulaBlock)
	if line, segment := reader.PeekLine(); !n.closed && !util.IsBlank(line) {
		n.add(reader, segment)
		return parser.Continue | parser.NoChildren
	}
	return parser.Close
}

// Close implements parser.BlockParser.
func (blockParser) Close(ast.Node, text.Reader, parser.Context) {}

// CanInterruptParagraph implements parser.BlockParser.
func (blockParser) CanInterruptParagraph() bool { return true }

// CanAcceptIndentedLine implements parser.BlockParser.
func (blockParser) CanAcceptIndentedLine() bool { return false }

// latex returns an output in LaTeX as HTML: one formula, with its fences or without.
func latex(source string) string {
	trimmed := strings.TrimSpace(source)
	for _, f := range [][2]string{{"$$", "$$"}, {"$", "$"}, {`\[`, `\]`}, {`\(`, `\)`}} {
		content, ok := strings.CutPrefix(trimmed, f[0])
		if !ok {
			continue
		}
		if content, ok = strings.CutSuffix(content, f[1]); ok {
			if markup, ok := mathML(content, f[0] == "$$" || f[0] == `\[`); ok {
				return "<p>" + markup + "</p>"
			}
		}
		break
	}
	if strings.HasPrefix(trimmed, `\begin{`) {
		if markup, ok := mathML(trimmed, true); ok {
			return "<p>" + markup + "</p>"
		}
	}
	return `<pre tabindex="0"><code class="tex">` + html.EscapeString(source) + "</code></pre>"
}
