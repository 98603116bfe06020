// Package house reads how the lab is built, and draws it: the floors of pkg/README.md, the packages on each, who imports whom and who
// may, and what lies where in the tree.
//
//	h, err := house.Read(ctx, root)
//	if err != nil { … }
//	svg, page := h.SVG(), h.Markdown()
//
// Floors and what packages are for come from pkg/README.md, imports from go list, what a package may import from the laws in
// pkg/laws_test.go, and the top of the tree from [Top]. Nothing else is written down twice.
//
// Invariants: the same tree gives the same bytes on every machine; the picture has no text smaller than eleven pixels at a width of 390,
// and colours for a light and a dark page.
//
// Cost: one call of go list for the whole module, about a second.
//
// It holds nobody to anything: the tests beside pkg/README.md do that.
package house
