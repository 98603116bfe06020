package nbhtml

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the style sheet
	"encoding/base64"
	"fmt"
	"html"
	"io/fs"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	unsafehtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"sudokulab/pkg/nbexec/nbformat"
)

//go:embed page.css
var style string

// policy lets the page use what stands in it, and nothing else; the scripts that may run follow.
const policy = "default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; script-src "

// script makes the buttons work, marks what goes on beyond the edges of its box, and keeps wide figures
// legible in narrow windows. Code cells are hidden by the style sheet; those that are closed are
// opened when code is shown.
const script = `(function(){var d=document.documentElement,h=document.querySelector("body>header"),t=h.querySelector("[name=theme]"),c=h.querySelector("[name=code]");` +
	`var edges=[];document.querySelectorAll("main *").forEach(function(e){var s=getComputedStyle(e);if(!/auto|scroll/.test(s.overflowX+s.overflowY))return;` +
	`function f(){var m=[];if(e.scrollLeft>1)m.push("left");if(e.scrollLeft+e.clientWidth<e.scrollWidth-1)m.push("right");` +
	`if(e.scrollTop>1)m.push("up");if(e.scrollTop+e.clientHeight<e.scrollHeight-1)m.push("down");e.dataset.more=m.join(" ")}` +
	`edges.push(f);e.addEventListener("scroll",f,{passive:true});new ResizeObserver(f).observe(e)});` +
	`addEventListener("load",function(){document.querySelectorAll(".output img,.output svg[viewBox]").forEach(function(e){` +
	`var w=e.naturalWidth||+e.getAttribute("width")||e.viewBox&&e.viewBox.baseVal.width;if(w>620)e.style.minWidth=.66*w+"px"});` +
	`edges.forEach(function(f){f()})});` +
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
	// Previous and Next are shown at the top and the end of the page, unless the notebook itself has
	// such links; the zero values mean no links.
	Previous, Next Link
	// Index is the address of a page that lists this one and others, "" for none. Links to README.md,
	// which does so for notebooks, lead there.
	Index string
	// Safe takes from outputs and text cells all that could run, fetch or cover the page, style sheets
	// among it. Without it outputs are trusted.
	Safe bool
}

// Link leads to a page.
type Link struct{ Title, Address string }

// Page returns the notebook as an HTML document. It fails only on Markdown that cannot be
// rendered.
func Page(n *nbformat.Notebook, o Options) ([]byte, error) {
	w := newWriter(n, o)
	// Twice: a link may lead to a heading behind it, and the contents stand before what they list.
	for range 2 {
		w.before, w.after = w.after, survey{ids: map[string]bool{}, last: map[string]int{}, alike: map[string]string{}, ways: map[string]bool{}}
		w.body.Reset()
		w.code, w.listed = false, false
		for i, c := range n.Cells {
			if err := w.cell(c); err != nil {
				return nil, fmt.Errorf("nbhtml: cell %d (%s): %w", i+1, c.ID, err)
			}
		}
	}
	title := o.Title
	if title == "" {
		title = Title(n)
	}
	buttons := "<button name=\"theme\" type=\"button\" hidden>Light or dark</button>"
	if w.code {
		buttons = "<button name=\"code\" type=\"button\" hidden>Hide code</button>\n" + buttons
	}
	scripts := "'unsafe-inline'"
	if o.Safe {
		sum := sha256.Sum256([]byte(script))
		scripts = "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	var page bytes.Buffer
	head(&page, title, scripts, "")
	ways := w.ways()
	fmt.Fprintf(&page, "<header>%s<span class=\"buttons\">%s</span></header>\n<main>\n", ways, buttons)
	page.Write(w.body.Bytes())
	page.WriteString("</main>\n")
	if ways != "" {
		fmt.Fprintf(&page, "<footer>%s</footer>\n", ways)
	}
	fmt.Fprintf(&page, "<script>%s</script>\n</body>\n</html>\n", script)
	return page.Bytes(), nil
}

// head writes a page's beginning.
func head(page *bytes.Buffer, title, scripts, more string) {
	fmt.Fprintf(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n%s<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n",
		policy+scripts, more, html.EscapeString(title), style)
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

// Title returns the first heading of the text cells.
func Title(n *nbformat.Notebook) string {
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
	before   survey // of the pass before; empty in the first
	after    survey // of this one
	code     bool   // there is code that can be hidden
	listed   bool   // the contents are written
	body     bytes.Buffer
}

func newWriter(n *nbformat.Notebook, o Options) *writer {
	return &writer{opts: o, language: language(n), markdown: goldmark.New(
		goldmark.WithExtensions(extension.GFM, formulas{}),
		goldmark.WithRendererOptions(unsafehtml.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(rawHTML{o.Safe}, 100))),
	)}
}

func (w *writer) cell(c *nbformat.Cell) error {
	switch c.Type {
	case nbformat.Markdown:
		w.body.WriteString("<section class=\"text\">\n")
		if err := w.text(c.Source, c.Attachments, true); err != nil {
			return err
		}
		w.body.WriteString("</section>\n")
		w.contents()
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
			w.body.WriteString(w.markup(mime, text, o))
		case "text/markdown":
			if err := w.text(text, nil, false); err != nil {
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

// markup writes an output that is HTML or a drawing.
func (w *writer) markup(mime, text string, o *nbformat.Output) string {
	switch {
	case !w.opts.Safe:
		return withoutSources(text)
	case mime == "text/html":
		return safe(text)
	}
	// Nothing runs in a drawing that is an image.
	alt, _ := o.Data["text/plain"].(string)
	return `<img alt="` + html.EscapeString(alt) + `" src="data:image/svg+xml;base64,` + base64.StdEncoding.EncodeToString([]byte(text)) + `">`
}

var (
	scriptSource = regexp.MustCompile(`(?is)<script\b[^>]*\bsrc\b\s*=[^>]*>.*?</script\s*>`)
	declaration  = regexp.MustCompile(`(?is)^\s*(<\?xml.*?\?>\s*)?(<!DOCTYPE[^>]*>\s*)?`)
)

// withoutSources takes scripts from elsewhere out of HTML, and what only files begin with.
func withoutSources(text string) string {
	return declaration.ReplaceAllString(scriptSource.ReplaceAllString(text, ""), "")
}
