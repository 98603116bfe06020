package pagetest_test

import (
	"fmt"
	"strings"
	"testing"

	"sudokulab/pkg/page/pagetest"
)

// narrow is what a board looks like in a narrow window.
type narrow struct {
	Width   int      `json:"width"`   // of the document, in CSS pixels
	Outside []string `json:"outside"` // elements that leave the window at a side
	Scrolls bool     `json:"scrolls"` // the board does, by itself
	Shifted float64  `json:"shifted"` // how far what is seen has moved by itself, as browsers count it
	Movers  []string `json:"movers"`  // what moved, from where to where
	Digit   float64  `json:"digit"`   // the size of a given, in CSS pixels
	Domain  float64  `json:"domain"`  // that of candidates in a cell, 0 where they are bars
	Lens    bool     `json:"lens"`
}

const look = `(async () => {
	await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
	const stage = document.querySelector(".stage");
	const seen = [...document.querySelectorAll("body *")].filter((n) => n.checkVisibility({ visibilityProperty: true }) && !n.closest(".unseen, [class*=sheet], #drawing"));
	const shifts = new Promise((done) => {
		let sum = 0;
		const movers = [];
		const place = (r) => [r.x, r.y, r.width, r.height].map(Math.round).join(" ");
		new PerformanceObserver((list) => {
			for (const e of list.getEntries()) {
				sum += e.value;
				movers.push(...e.sources.map((s) => (s.node?.id || s.node?.className || s.node?.nodeName) + " from " + place(s.previousRect) + " to " + place(s.currentRect)));
			}
		}).observe({ type: "layout-shift", buffered: true });
		setTimeout(() => done([sum, movers]), 100);
	});
	const [shifted, movers] = await shifts;
	const size = (selector) => { const n = document.querySelector(selector); return n ? parseFloat(getComputedStyle(n).fontSize) : 0; };
	return {
		width: document.documentElement.scrollWidth, scrolls: stage.scrollWidth > stage.clientWidth, shifted, movers,
		outside: seen.filter((n) => { const r = n.getBoundingClientRect(); return r.width && (r.left < -0.5 || r.right > innerWidth + 0.5); }).map((n) => n.id || n.className || n.tagName),
		digit: size(".given .digit"), domain: size(".cell:not(.given, .entry) .domain.several"), lens: document.getElementById("lens").checkVisibility(),
	};
})()`

// TestNarrow: at 360 pixels boards of every side fit, from the server and from disk. Where their cells are too small for candidates, the
// selected one is shown enlarged, and arrows lead a finger from cell to cell.
func TestNarrow(t *testing.T) {
	b := browser(t, pagetest.Options{Width: 360, Height: 740, Touch: true})
	e := engine(t)
	for name, address := range map[string]string{"served": served(t, &e), "disk": disk(t, e)} {
		for _, side := range []int{4, 6, 9, 16, 25} {
			t.Run(fmt.Sprintf("%s/%d", name, side), func(t *testing.T) {
				cells := side * side
				p, err := b.Open(address + "#p=1" + strings.Repeat(".", cells-1))
				must(t, err)
				defer p.Close()
				must(t, p.Wait(fmt.Sprintf(`document.querySelectorAll("#grid [role=gridcell]").length === %d && document.querySelectorAll("#method option").length > 1`, cells)))
				var got narrow
				must(t, p.Eval(look, &got))
				if got.Shifted > 0 {
					t.Errorf("what is seen moves by %v while the page opens: %q", got.Shifted, got.Movers)
				}
				must(t, p.Eval(`document.querySelector("#domains[aria-pressed=false]")?.click()`, nil), p.Eval(look, &got))
				if got.Width != 360 || got.Scrolls || len(got.Outside) > 0 {
					t.Errorf("%d pixels wide, the board scrolls: %t, outside: %q", got.Width, got.Scrolls, got.Outside)
				}
				if tiny := side > 9; got.Digit < 9 || got.Lens != tiny || tiny != (got.Domain == 0) || (!tiny && got.Domain < 6) {
					t.Errorf("digits of %v pixels, candidates of %v, a lens: %t", got.Digit, got.Domain, got.Lens)
				}
				if got.Lens {
					must(t, p.Click("#cell-1"), p.Click("#lens-down"), p.Click("#lens-right"))
					said, err := p.Text("#lens-text")
					if want := "row 2, column 3, empty, candidates 2 3 4"; err != nil || !strings.HasPrefix(said, want) {
						t.Errorf("the lens says %q, %v, want %q", said, err, want)
					}
					must(t, p.Click("#pad-2"), p.Wait(`document.querySelector("#lens-cell .digit").textContent === "2"`))
				}
				must(t, p.Click("#cell-1"), p.Type("2"+pagetest.Right+"3"))
				var typed string
				must(t, p.Eval(`[1, 2].map((c) => document.querySelector("#cell-" + c + " .digit").textContent).join("")`, &typed))
				if typed != "23" {
					t.Errorf("typed %q", typed)
				}
				for _, f := range p.Faults() {
					t.Error(f)
				}
			})
		}
	}
}
