// Package site makes the lab's web site from its source tree: reports, claims, results, notebooks and package documentation as static files.
//
//	s, err := site.Build(ctx, os.DirFS("."), site.Options{})
//	if err != nil { … }
//	err = s.Write(ctx, "site")
//
// # What it computes
//
// Every Markdown file that people read becomes a page (CommonMark with tables, by goldmark), every notebook as it is committed, every
// claim of results/claims/ledger.json, every experiment with its tables, figures and records, and every package with what its comments and
// examples say (go/doc). Nothing is executed. The addresses follow the tree: research/csp.md is research/csp.html.
//
// # Method
//
// Each page starts as a fragment of HTML whose links name files of the tree, as they do there. One pass over the parsed fragment
// (golang.org/x/net/html) turns them into links between pages, makes links of claims and experiments that are named, gives wide tables
// a box to scroll in, and notes headings, text and links. From the notes come contents, the search index, and a list
// on each page of the pages that lead to it.
//
// # Invariants
//
// Equal trees give equal bytes. A link of the tree to a file that is not there is an error; one to a file that is no page becomes plain
// text. No page loads anything from elsewhere, and each forbids it. All addresses are relative, so that the files open from disk and from
// any folder of any server; only those of sitemap.xml and 404.html are absolute, if a base is given. Without scripts all is there but the search,
// the filters of the claims and the choice of a theme.
//
// # Cost
//
// Seconds of one core, and memory of several times the size of the site.
//
// # What it does not do
//
// It judges and measures nothing: claims and tables are those that the tree holds. The page that runs engines is built by package
// page/worker and handed in.
package site
