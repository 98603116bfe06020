// Package nbhtml turns a notebook into one HTML file that stands by itself.
//
// # What it computes
//
// Text cells become HTML (CommonMark with tables, by goldmark), code cells their source with its
// words coloured where it is Go, outputs the richest of their forms that a page can show: HTML,
// SVG, an image, Markdown, text with the colours of terminals. Images stand in the page as data
// addresses. The page is light or dark as the reader's system is, with a button that changes it
// while the page is open.
//
// # Example
//
//	n, err := nbformat.ReadFile("tour.ipynb")
//	if err != nil { … }
//	page, err := nbhtml.Page(n, nbhtml.Options{Title: "A tour", Files: os.DirFS(".")})
//
// # Invariants
//
// Nothing is fetched: the page's content security policy forbids it, scripts with a source are
// taken from outputs, and an image from elsewhere becomes a link. Equal notebooks give equal
// bytes. The text of a code cell is there to the letter.
//
// # Cost
//
// That of reading the notebook.
//
// # What it does not do
//
// Formulas stay as they are written. Outputs are trusted: scripts within them run.
package nbhtml
