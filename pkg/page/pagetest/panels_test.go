package pagetest_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/page/pagetest"
	"sudokulab/pkg/page/worker"
)

const hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// says waits until an element says a text.
func says(t *testing.T, p *pagetest.Page, id, text string) {
	t.Helper()
	if err := p.Wait(fmt.Sprintf("document.getElementById(%q).textContent.includes(%q)", id, text)); err != nil {
		var has string
		must(t, p.Eval(fmt.Sprintf("document.getElementById(%q).textContent", id), &has))
		t.Fatalf("#%s says %q, want %q: %v", id, has, text, err)
	}
}

// panels opens the page with a puzzle and sections of it.
func panels(t *testing.T, puzzle string, sections ...string) *pagetest.Page {
	t.Helper()
	p := opened(t, browser(t, pagetest.Options{}), served(t, nil)+"#p="+puzzle)
	must(t, p.Resize(1440, 900))
	for _, s := range sections {
		must(t, p.Eval(fmt.Sprintf("void (document.getElementById('section-%s').open = true)", s), nil))
	}
	return p
}

// press clicks on an element wherever it stands, without scrolling: pages that scroll under load are missed by the pointer.
func press(p *pagetest.Page, selector string) error {
	return p.Eval(fmt.Sprintf("document.querySelector(%q).click()", selector), nil)
}

// TestHints: each level tells more, a step can be applied, and what is wrong is named.
func TestHints(t *testing.T) {
	p := panels(t, sample, "hint", "rating")
	must(t, press(p, "#hint-where"))
	says(t, p, "hint-text", "The next step is in")
	must(t, press(p, "#hint-which"))
	says(t, p, "hint-text", "A cell has one candidate left")
	must(t, press(p, "#hint-why"))
	says(t, p, "hint-text", "so r5c5 is 5")
	must(t, p.Wait(`document.querySelector("#overlay svg .pic-focus") !== null`), press(p, "#hint-apply"), p.Wait(`document.getElementById("overlay").hidden`))
	if got, want := cells(t, p), sample[:40]+"5"+sample[41:]; got != want {
		t.Errorf("applied: %s", got)
	}
	must(t, p.Click("#cell-2"), p.Type("1"), press(p, "#hint-why"))
	says(t, p, "hint-text", "In the solution r1c3 is not 1.")
	must(t, press(p, "#undo"), p.Click("#cell-2"), p.Type(" 2"), press(p, "#hint-why"))
	says(t, p, "hint-text", "In the solution r1c3 is 4, and that mark is missing there.")

	must(t, press(p, "#way-show"))
	says(t, p, "rating-told", "51") // steps from the givens on
	must(t, press(p, "#way li:nth-child(2) button"), p.Focus("#way li:nth-child(2) button"), p.Wait(`!document.getElementById("overlay").hidden`), p.Type(pagetest.Down))
	says(t, p, "status", "Step 3 of 51")
}

// TestNoSolution: where a board has none, no panel says that it has done what it was asked, and the last step of a solve stays told.
func TestNoSolution(t *testing.T) {
	p := panels(t, "12345678.........9"+strings.Repeat(".", 63), "rating")
	for selector, said := range map[string]string{"#rate": "! No digits fit", "#way-show": "! No digits fit", "#outcomes": "! Every candidate is struck: the board has no solution."} {
		must(t, p.Eval(`void (document.getElementById("status").textContent = "")`, nil), press(p, selector))
		says(t, p, "status", said)
	}
	must(t, press(p, "#solve"), p.Wait(`document.getElementById("finish").ariaDisabled === "false"`), press(p, "#finish"))
	says(t, p, "status", "There is no solution")
	says(t, p, "step-text", "r1c9 loses 9, its last candidate")
}

// TestSolutions: all of them are counted, listed and shown, and the cells in which they differ are marked.
func TestSolutions(t *testing.T) {
	two := strings.NewReplacer("1", ".", "2", ".").Replace(solution)
	p := panels(t, two, "solutions")
	must(t, press(p, "#solutions-count"))
	says(t, p, "solutions-told", "exactly 2 solutions")
	must(t, press(p, "#solutions-list"))
	says(t, p, "solutions-told", "they differ in 18 cells")
	must(t, p.Wait(`document.querySelectorAll("#overlay .pic-highlight").length === 18`), press(p, "#solutions-next"))
	says(t, p, "solutions-words", "Changed since solution 1")
	must(t, p.Wait(`document.querySelectorAll("#overlay .pic-focus").length === 18`), press(p, "#solutions-fill"))
	if got := cells(t, p); strings.Contains(got, ".") {
		t.Errorf("filled: %s", got)
	}
	must(t, press(p, "#undo"), p.Click("#cell-7"), p.Type("4"), press(p, "#solutions-list"))
	says(t, p, "solutions-told", "With your digit: there is no solution.")
}

// watch starts the film of a method in the open panel.
func watch(t *testing.T, p *pagetest.Page, name string) {
	t.Helper()
	must(t, p.Eval(fmt.Sprintf(`(() => { const s = document.getElementById("watch-method"); s.value = %q; s.dispatchEvent(new Event("change")); })()`, name), nil), press(p, "#watch-start"))
}

// TestNetworksFromDisk: the page in one file has the learned methods, and shows an agent and a network at work.
func TestNetworksFromDisk(t *testing.T) {
	b := browser(t, pagetest.Options{Patience: 5 * time.Minute})
	p := opened(t, b, disk(t, program(t, worker.Networks))+"#p="+strings.Repeat(".", 9)+solution[9:])
	must(t, p.Resize(1440, 900), p.Eval(`void (document.getElementById("section-watch").open = true)`, nil))
	must(t, p.Wait(`document.querySelector("#watch-method option[value=dqn]") !== null`))
	for name, pictures := range map[string]int{"gnn": 3, "dqn": 12} {
		watch(t, p, name)
		says(t, p, "status", name+": a solution found")
		must(t, p.Focus("#film-play"), p.Type(pagetest.End))
		says(t, p, "film", fmt.Sprintf("%d / %[1]d", pictures))
		var digits int
		must(t, p.Eval(`document.querySelectorAll("#overlay .pic-text").length`, &digits))
		if digits != 81 {
			t.Errorf("%s: at the end of the film: %d digits", name, digits)
		}
	}
	for _, address := range p.Asked() {
		if strings.HasPrefix(address, "http") {
			t.Errorf("the file asks for %s", address)
		}
	}
}

// TestWatch: methods of every kind are shown, stepped through by keys, and compared; one without a film says why.
func TestWatch(t *testing.T) {
	p := panels(t, hard, "watch")
	must(t, p.Wait(`document.querySelectorAll("#watch-method option").length > 10`))
	for name, beside := range map[string]string{"csp": "", "dlx": "The cover", "bitboard": "Candidates left of each digit", "minigrid": "Fillings left of each box"} {
		watch(t, p, name)
		says(t, p, "status", name+": one solution")
		must(t, p.Focus("#film-play"), p.Type(pagetest.End))
		var count, title string
		var digits int
		must(t, p.Eval(`document.querySelector("#film .player-count").textContent`, &count), p.Eval(`document.querySelectorAll("#overlay .pic-text").length`, &digits))
		first, last, _ := strings.Cut(count, " / ")
		if first != last || len(first) < 2 || digits != 81 {
			t.Errorf("%s: at the end of the film: %s, %d digits", name, count, digits)
		}
		must(t, p.Type(pagetest.Home+pagetest.Right))
		says(t, p, "film", "2 / "+last)
		must(t, p.Eval(`document.querySelector(".beside:not([hidden]) .beside-title")?.textContent ?? ""`, &title))
		if title != beside {
			t.Errorf("%s: %q stands beside the board, want %q", name, title, beside)
		}
	}
	watch(t, p, "sat")
	says(t, p, "status", "Sat cannot be watched")

	must(t, press(p, "#watch-compare"), p.Wait(`document.getElementById("compare").open`), press(p, "#compare-start"))
	says(t, p, "compare-counters", "Backtracks")
	var headings []string
	must(t, p.Eval(`[...document.querySelectorAll("#compare-counters thead th")].map((n) => n.textContent)`, &headings))
	if len(headings) != 3 || headings[1] != "sat" || headings[2] == "sat" {
		t.Errorf("compared: %q", headings)
	}
	must(t, press(p, "#compare-close"), p.Wait(`!document.getElementById("compare").open`))
}

// TestExchange: what the page writes it reads again, with pencil marks and irregular regions.
func TestExchange(t *testing.T) {
	p := panels(t, sample, "open", "share")
	read := func(text string) {
		must(t, p.Eval(fmt.Sprintf(`(() => { document.getElementById("open-text").value = %q; document.getElementById("status").textContent = ""; document.getElementById("open-read").click(); })()`, text), nil))
	}
	read(hard + "\n" + sample + "\n")
	says(t, p, "status", "2 puzzles: choose one.")
	must(t, p.Type(pagetest.Down), press(p, "#open-load"))
	if got := cells(t, p); got != sample {
		t.Errorf("the second puzzle: %s", got)
	}
	must(t, p.Click("#cell-2"), p.Type(" 124"))
	for _, form := range []string{"marks", "grid", "line"} {
		var text string
		must(t, p.Eval(fmt.Sprintf(`(() => { const s = document.getElementById("share-form"); s.value = %q; s.dispatchEvent(new Event("change")); return document.getElementById("share-text").value; })()`, form), &text))
		read(text)
		says(t, p, "status", "The puzzle is on the board.")
		if got := cells(t, p); got != sample {
			t.Errorf("as %s: %s", form, got)
		}
		var marks string
		must(t, p.Eval(`document.querySelector("#cell-2 .marks").textContent.replaceAll(/\s/g, "")`, &marks))
		if want := map[string]string{"marks": "124"}[form]; marks != want {
			t.Errorf("as %s: marks %q, want %q", form, marks, want)
		}
	}
	const regions = "112222333111122333141222353144666653444665655447665558477999858777999888777999888"
	read("# side 9, each digit once on both long diagonals\n# regions: " + regions + "\n" + strings.Repeat(".", 80) + "7\n")
	must(t, p.Wait(`document.querySelectorAll("#grid .falling").length > 0`))
	says(t, p, "cell-80", "7")
}

// TestGIF: an animation that the page makes is one that others read, pixel by pixel.
func TestGIF(t *testing.T) {
	p := panels(t, sample)
	var data []byte
	// Two frames of noise in 6 greys, of which the second repeats most of the first, and enough of it to fill the table of codes.
	must(t, p.Eval(`(async () => {
		const { GIF } = await import("./gif.js");
		const pixels = (f) => Uint8ClampedArray.from({ length: 4 * 200 * 150 }, (_, i) => (i % 4 === 3 ? 255 : f(Math.floor(i / 4))));
		const grey = (x) => (Math.imul(x + 1, 2654435761) >>> 13) % 6 * 50;
		const frames = [pixels(grey), pixels((x) => (x % 200 < 60 && x > 9000 ? 250 - grey(x) : grey(x)))];
		const gif = new GIF(200, 150, frames);
		frames.forEach((f, i) => gif.add(f, 100 * (i + 1)));
		return btoa(String.fromCharCode(...new Uint8Array(await gif.finish().arrayBuffer())));
	})()`, &data))
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil || len(g.Image) != 2 || g.Delay[0] != 10 || g.Delay[1] != 20 {
		t.Fatalf("%v: %d frames", err, len(g.Image))
	}
	shown := image.NewRGBA(image.Rect(0, 0, 200, 150))
	for n, frame := range g.Image {
		draw.Draw(shown, frame.Bounds(), frame, frame.Bounds().Min, draw.Over)
		for i := range 200 * 150 {
			grey := uint8((uint32(i+1) * 2654435761 >> 13) % 6 * 50)
			if n == 1 && i%200 < 60 && i > 9000 {
				grey = 250 - grey
			}
			if got, want := shown.RGBAAt(i%200, i/200), (color.RGBA{grey, grey, grey, 255}); got != want {
				t.Fatalf("frame %d, pixel %d: %v, want %v", n, i, got, want)
			}
		}
	}
	if b := g.Image[1].Bounds(); b.Dx() != 60 {
		t.Errorf("the second frame is %v, want what differs", b)
	}
}

// practise asks for a position of a technique.
func practise(t *testing.T, p *pagetest.Page, technique string) {
	t.Helper()
	must(t, p.Wait(`document.querySelectorAll("#practise-technique option").length > 20`))
	must(t, p.Eval(fmt.Sprintf(`(() => { const s = document.getElementById("practise-technique"); s.value = %q; s.dispatchEvent(new Event("change")); })()`, technique), nil), press(p, "#practise-new"))
}

// TestPractise: positions are made on a plain board and on one with diagonals, whose next step is the technique; a search for a
// rare one says how far it is, and stops when it is told to.
func TestPractise(t *testing.T) {
	for _, c := range []struct{ puzzle, said string }{{sample, ""}, {strings.Repeat(".", 81) + "&d=1", "this board's shape"}} {
		p, err := browser(t, pagetest.Options{}).Open(served(t, nil) + "#p=" + c.puzzle)
		must(t, err, p.Resize(1440, 900), p.Wait(`document.querySelectorAll("#method option").length > 1`))
		must(t, p.Eval(`["practise", "hint"].forEach((s) => { document.getElementById("section-" + s).open = true; })`, nil))
		practise(t, p, "naked-pair")
		must(t, p.Wait(`!document.getElementById("practise-show").disabled`))
		if has, err := p.Text("#practise-about"); err != nil || !strings.Contains(has, "Two cells") || strings.Contains(has, "made on") != (c.said != "") || !strings.Contains(has, c.said) {
			t.Errorf("about: %q, %v", has, err)
		}
		must(t, press(p, "#hint-which"))
		says(t, p, "hint-text", "pair")
		must(t, press(p, "#practise-show"))
		says(t, p, "practise-told", "Naked pair: ")
		// A technique that hardly ever is the hardest step, or comes up.
		practise(t, p, "jellyfish")
		must(t, p.Wait(`document.getElementById("work-text").textContent.includes("puzzles looked at")`))
		must(t, press(p, "#stop"))
		says(t, p, "status", "stopped")
		must(t, p.Wait(`!document.getElementById("work").classList.contains("on")`))
		var diagonals bool
		must(t, p.Eval(`location.hash.includes("d=1")`, &diagonals))
		if diagonals != (c.said != "") {
			t.Errorf("%s: the board's diagonals are %t", c.puzzle, diagonals)
		}
		if faults := p.Faults(); len(faults) != 0 {
			t.Errorf("faults: %v", faults)
		}
		p.Close()
	}
}
