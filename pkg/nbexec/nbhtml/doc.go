// Package nbhtml turns a notebook into one self-contained HTML file.
//
//	n, err := nbformat.ReadFile("tour.ipynb")
//	if err != nil { … }
//	page, err := nbhtml.Page(n, nbhtml.Options{Title: "A tour", Files: os.DirFS(".")})
//
// # What it computes
//
// Text cells become HTML (CommonMark with tables, by goldmark), their formulas MathML, code cells
// their source with its words coloured where it is Go, outputs the richest of their forms that a
// page can show: HTML, SVG, an image, Markdown, a formula, text with the colours of terminals.
// Images are embedded in the page as data addresses. Code that the notebook hides (jupyter.source_hidden
// of JupyterLab, the tag hide-input of Jupyter Book) is closed. Two buttons change the page while
// it is open: light or dark, which it is at first as the reader's system is, and code or none.
// Without scripts the page shows all of it. After the first text a page lists its sections, and it
// leads to the page before, the next and an [Index], where the notebook does not do so itself. What is
// wider than its box fades at the edge; on paper nothing is cut, and code that is closed is open.
//
// Headings have the ids that JupyterLab and nbconvert give them (the text, blanks as hyphens), so the
// links of a notebook hold; a link by another such rule leads to the heading that is meant.
//
// Dollars fence formulas by the rule of pandoc's tex_math_dollars
// (https://pandoc.org/MANUAL.html#math): no space behind the opening dollar nor before the closing
// one, and no digit behind that, so that prices stay text; no dollar counts in code. Two dollars
// fence a formula on separate lines.
//
// # Invariants
//
// Nothing is fetched: the page's content security policy forbids it, scripts with a source are
// taken from outputs, and an image from elsewhere becomes a link. Equal notebooks give equal
// bytes. The text of a code cell is there to the letter. A formula is MathML as a whole or stays its
// source. Whatever is wide scrolls in its own box: the page is never wider than the window.
//
// # Cost
//
// That of reading the notebook: time and memory grow in proportion with it. Markdown that would cost more, of thousands of
// brackets or stars in one paragraph, hundreds of quotes within each other, or a table of many more cells than are written, is
// shown as its source, with a line that says so.
//
// # What it does not do
//
// Of TeX it knows what stands in running text, not macros, \over, or environments without dollars
// around them; formulas are not numbered. Outputs are trusted: scripts within them run, unless
// Options.Safe is set. Then HTML in outputs and text cells is written again from lists of allowed
// tags, attributes, styles and addresses, drawings become images, in which nothing runs, and the
// page's policy allows no script but its own.
package nbhtml
