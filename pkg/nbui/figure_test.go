package nbui

import (
	"strings"
	"testing"

	"sudokulab/pkg/lab"
)

// A figure's own style sheet must not reach the boards and plots beside it: it stays in its image.
func TestStyleOfAFigureIsItsOwn(t *testing.T) {
	f := lab.Figure{Title: "own", SVG: []byte("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"><style>\ntext{fill:#222}\n</style>\n<rect class=\"a\"/></svg>")}
	b, err := figureOf(f, "")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.html, "text{") || !strings.Contains(svgIn(t, b), "text{fill:#222}") {
		t.Errorf("its rules are not in the image alone: %s", b.html)
	}
}
