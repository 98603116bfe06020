package nbui

import (
	"strings"
	"testing"

	"sudokulab/pkg/lab"
)

// A figure's own style sheet must not reach the boards and plots beside it.
func TestStyleOfAFigureIsItsOwn(t *testing.T) {
	f := lab.Figure{Title: "own", SVG: []byte("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"><style>\ntext{fill:#222}\nrect.a, path{fill:none}\n</style>\n<rect class=\"a\"/></svg>")}
	b, err := figureOf(f)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.html, "<style"); n != 1 {
		t.Errorf("%d style sheets, want that of the element alone", n)
	}
	_, class, _ := strings.Cut(b.html, `class="sudokulab `)
	class, _, _ = strings.Cut(class, `"`)
	for _, want := range []string{"." + class + " svg text{fill:#222}", "." + class + " svg rect.a,." + class + " svg path{fill:none}"} {
		if !strings.Contains(b.html, want) {
			t.Errorf("no rule %s in %s", want, b.html)
		}
	}
	media := lab.Figure{Title: "media", SVG: []byte(`<svg role="img"><style>@media(prefers-color-scheme:dark){.x-1{fill:#fff}}</style></svg>`)}
	if b, err = figureOf(media); err != nil || !strings.Contains(b.html, "<style>@media(prefers-color-scheme:dark){.x-1{fill:#fff}}</style>") {
		t.Errorf("%v: %s", err, b.html)
	}
}
