package nbui

import "bytes"

// Grounded returns a figure of the lab, an SVG file, with a background of its own and with its greys exchanged where the reader prefers dark
// pages. A picture that has a style sheet already keeps its colours.
func Grounded(svg []byte) []byte {
	start := bytes.Index(svg, []byte("<svg"))
	if start < 0 {
		return svg
	}
	return []byte(grounded(string(svg[start:])))
}
