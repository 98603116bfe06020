package nbhtml

import (
	"bytes"
	_ "embed" // the style sheet
	"fmt"
	"html"
	"io/fs"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	unsafehtml "github.com/yuin/goldmark/renderer/html"

	"sudokulab/pkg/nbexec/nbformat"
)

//go:embed page.css
var style string

// policy lets the page use what stands in it, and nothing else.
const policy = "default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

// script makes the buttons work. Code cells are hidden by the style sheet; those that are closed are
// opened when code is shown.
const script = `(function(){var d=document.documentElement,h=document.querySelector("body>header"),t=h.querySelector("[name=theme]"),c=h.querySelector("[name=code]");` +
	`t.hidden=false;t.onclick=function(){var dark=d.dataset.theme?d.dataset.theme==="dark":matchMedia("(prefers-color-scheme: dark)").matches;` +
	`d.dataset.theme=dark?"light":"dark"};` +
	`if(!c)return;c.hidden=false;c.onclick=function(){var hide=d.dataset.code!=="hidden";d.dataset.code=hide?"hidden":"";` +
	`c.textContent=hide?"Show code":"Hide code";` +
	`if(!hide)document.querySelectorAll("details.skip").forEach(function(e){e.open=true})}})()`

// Options says how to make a page.
type Options struct {
	// Title is that of the page; empty for the first heading.
	Title string
	// Files holds images that text cells name by a relative path; nil for none.
	Files fs.FS
	// Pages lets links from Markdown to notebooks, by relative addresses, lead to pages of the same
	// name beside this one.
	Pages bool
}

// Page returns the notebook as an HTML document. It fails only on Markdown that cannot be
// rendered.
func Page(n *nbformat.Notebook, o Options) ([]byte, error) {
	w := &writer{opts: o, language: language(n), ids: parser.NewContext().IDs(), markdown: goldmark.New(
		goldmark.WithExtensions(extension.GFM, formulas{}),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(unsafehtml.WithUnsafe()),
	)}
	for i, c := range n.Cells {
		if err := w.cell(c); err != nil {
			return nil, fmt.Errorf("nbhtml: cell %d (%s): %w", i+1, c.ID, err)
		}
	}
	title := o.Title
	if title == "" {
		title = heading(n)
	}
	button := ""
	if w.code {
		button = "<button name=\"code\" type=\"button\" hidden>Hide code</button>\n"
	}
	var page bytes.Buffer
	fmt.Fprintf(&page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n"+
		"<header>%s<button name=\"theme\" type=\"button\" hidden>Light or dark</button></header>\n<main>\n", policy, html.EscapeString(title), style, button)
	page.Write(w.body.Bytes())
	fmt.Fprintf(&page, "</main>\n<script>%s</script>\n</body>\n</html>\n", script)
	return page.Bytes(), nil
}

func language(n *nbformat.Notebook) string {
	for _, field := range [][2]string{{"language_info", "name"}, {"kernelspec", "language"}} {
		o, _ := n.Metadata[field[0]].(nbformat.Object)
		if name, _ := o[field[1]].(string); name != "" {
			return strings.ToLower(name)
		}
	}
	return ""
}

// heading returns the first heading of the text cells.
func heading(n *nbformat.Notebook) string {
	for _, c := range n.Cells {
		if c.Type != nbformat.Markdown {
			continue
		}
		for line := range strings.Lines(c.Source) {
			if text, ok := strings.CutPrefix(line, "# "); ok {
				return strings.TrimSpace(text)
			}
		}
	}
	return "Notebook"
}

type writer struct {
	opts     Options
	language string
	markdown goldmark.Markdown
	ids      parser.IDs // of headings, for the whole page
	code     bool       // there is code that can be hidden
	body     bytes.Buffer
}

func (w *writer) cell(c *nbformat.Cell) error {
	switch c.Type {
	case nbformat.Markdown:
		w.body.WriteString("<section class=\"text\">\n")
		if err := w.text(c.Source, c.Attachments); err != nil {
			return err
		}
		w.body.WriteString("</section>\n")
	case nbformat.Code:
		if strings.TrimSpace(c.Source) == "" && len(c.Outputs) == 0 {
			return nil
		}
		w.body.WriteString("<section class=\"code\">\n")
		w.sourceOf(c)
		for _, o := range c.Outputs {
			if err := w.output(o); err != nil {
				return err
			}
		}
		w.body.WriteString("</section>\n")
	default:
		fmt.Fprintf(&w.body, "<section class=\"raw\">\n<pre>%s</pre>\n</section>\n", html.EscapeString(c.Source))
	}
	return nil
}

// sourceOf writes the source of a code cell, closed if the notebook says that readers may skip it.
func (w *writer) sourceOf(c *nbformat.Cell) {
	open, end := "", ""
	if skipped(c) {
		open, end = "<details class=\"skip\"><summary>Code</summary>\n", "</details>\n"
	}
	fmt.Fprintf(&w.body, "%s<pre class=\"source\" tabindex=\"0\"><code>%s</code></pre>\n%s", open, w.source(c.Source), end)
	w.code = true
}

// skipped says whether the source of a cell is hidden in JupyterLab, or by the tag of Jupyter Book.
func skipped(c *nbformat.Cell) bool {
	lab, _ := c.Metadata["jupyter"].(nbformat.Object)
	hidden, _ := lab["source_hidden"].(bool)
	return hidden || c.HasTag("hide-input")
}

func (w *writer) source(text string) string {
	if w.language == "go" {
		return highlight(text)
	}
	return html.EscapeString(text)
}

func (w *writer) output(o *nbformat.Output) error {
	switch o.Type {
	case nbformat.Stream:
		fmt.Fprintf(&w.body, "<pre class=\"output %s\" tabindex=\"0\">%s</pre>\n", html.EscapeString(o.Name), colours(o.Text))
		return nil
	case nbformat.Error:
		text := strings.Join(o.Traceback, "\n")
		if text == "" {
			text = o.ErrorName + ": " + o.ErrorValue
		}
		fmt.Fprintf(&w.body, "<pre class=\"output error\" tabindex=\"0\">%s</pre>\n", colours(text))
		return nil
	}
	for _, mime := range []string{"text/html", "image/svg+xml", "image/png", "image/jpeg", "image/gif", "image/webp", "text/markdown", "text/latex", "text/plain"} {
		text, ok := o.Data[mime].(string)
		if !ok {
			continue
		}
		w.body.WriteString("<div class=\"output\">")
		switch mime {
		case "text/html", "image/svg+xml":
			w.body.WriteString(withoutSources(text))
		case "text/markdown":
			if err := w.text(text, nil); err != nil {
				return err
			}
		case "text/latex":
			w.body.WriteString(latex(text))
		case "text/plain":
			fmt.Fprintf(&w.body, "<pre class=\"plain\" tabindex=\"0\">%s</pre>", colours(text))
		default:
			alt, _ := o.Data["text/plain"].(string)
			fmt.Fprintf(&w.body, "<img alt=\"%s\" src=\"data:%s;base64,%s\">", html.EscapeString(alt), mime, strings.Join(strings.Fields(html.EscapeString(text)), ""))
		}
		w.body.WriteString("</div>\n")
		return nil
	}
	return nil
}

var (
	scriptSource = regexp.MustCompile(`(?is)<script\b[^>]*\bsrc\b\s*=[^>]*>.*?</script\s*>`)
	declaration  = regexp.MustCompile(`(?is)^\s*(<\?xml.*?\?>\s*)?(<!DOCTYPE[^>]*>\s*)?`)
)

// withoutSources takes scripts from elsewhere out of HTML, and what only files begin with.
func withoutSources(text string) string {
	return declaration.ReplaceAllString(scriptSource.ReplaceAllString(text, ""), "")
}
