package pagetest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"sudokulab/pkg/page/pagetest"
)

// ambiguous is the sample's solution without its ones and twos: there is another one.
var ambiguous = strings.NewReplacer("1", ".", "2", ".").Replace(solution)

// still has solves done at once, and waits until nothing runs.
const still = `(() => { const a = document.getElementById("animate"); if (a.checked) { a.click(); } })()`

const rest = `!document.getElementById("work").classList.contains("on")`

// show puts a position on the page by its address.
func show(t *testing.T, p *pagetest.Page, hash string) {
	t.Helper()
	const empty = "................................................................................."
	must(t, p.Eval(`void (location.hash = "#p=`+empty+`")`, nil), p.Wait(`[...document.querySelectorAll("#grid .digit")].every((d) => d.textContent === "")`),
		p.Eval(`void (location.hash = "#p=`+hash+`")`, nil), p.Wait(`[...document.querySelectorAll("#grid .digit")].some((d) => d.textContent !== "")`))
}

// solve solves the board, at once.
func solve(t *testing.T, p *pagetest.Page) {
	t.Helper()
	must(t, p.Eval(still, nil), p.Eval(`void (document.getElementById("status").textContent = "")`, nil), press(p, "#solve"))
	says(t, p, "status", "csp: ")
}

// one is a digit in a cell of a board, which is empty otherwise.
func one(c int, digit string) string {
	return strings.Repeat(".", c) + digit + strings.Repeat(".", 80-c)
}

// TestStatements: what the page says of a puzzle is of its givens, also when a method has filled the board; where a person's digits count,
// the answer says so.
func TestStatements(t *testing.T) {
	p := panels(t, sample, "solutions", "watch", "rating", "share")
	must(t, p.Wait(`document.querySelectorAll("#watch-method option").length > 10`))
	of := func(t *testing.T, what, value string) {
		t.Helper()
		must(t, p.Eval(fmt.Sprintf(`(() => { const s = document.getElementById("share-of"); s.value = %q; s.dispatchEvent(new Event("change")); })()`, value), nil))
		var text, link string
		must(t, p.Eval(`document.getElementById("share-text").value.trim()`, &text), p.Eval(`document.getElementById("share-link").value`, &link))
		if text != what || (value == "puzzle" && !strings.HasSuffix(link, "#p="+what)) {
			t.Errorf("the %s as text is %s, as a link %s, want %s", value, text, link, what)
		}
	}
	wrong := sample + "&e=" + one(2, "1") // the row's solution has 4 there
	for _, c := range []struct {
		name, hash string
		solved     bool
		said       []struct{ press, id, want string }
	}{
		{"solved", sample, true, []struct{ press, id, want string }{
			{"#solutions-count", "solutions-told", "There is exactly one solution: the puzzle is a proper one."},
			{"#solutions-list", "solutions-told", "There is exactly one solution."},
			{"#validate", "status", "AC-3 alone fills every cell"},
			{"#rate", "rating-told", "Steps51"},
			{"#outcomes", "status", "Every cell is filled"},
			{"#watch-start", "status", "csp: one solution"},
			{"#mistakes", "status", "No mistake so far."},
		}},
		{"one of two", ambiguous, true, []struct{ press, id, want string }{
			{"#solutions-count", "solutions-told", "There are exactly 2 solutions: the puzzle is ambiguous."},
			{"#solutions-list", "solutions-told", "There are exactly 2 solutions; they differ in 18 cells."},
			{"#validate", "validation", "several solutions"},
			{"#validate", "validation", "Judgedthe puzzle"},
			{"#rate", "status", "The puzzle has several solutions"},
			{"#hint-where", "hint-text", "The puzzle has several solutions"},
			{"#watch-start", "status", "csp: several solutions"},
			{"#solve", "status", "Solved, but this is one of several solutions."},
			{"#mistakes", "status", "The puzzle has several solutions"},
		}},
		{"a wrong digit", wrong, false, []struct{ press, id, want string }{
			{"#solutions-count", "solutions-told", "the puzzle is a proper one. With your digit: none is left, so it is wrong."},
			{"#solutions-list", "solutions-told", "With your digit: there is no solution."},
			{"#validate", "status", "With your digit: contradictory"},
			{"#validate", "validation", "Judgedthe puzzle with your digit"},
			{"#outcomes", "status", "With your digit: every candidate is struck"},
			{"#watch-start", "status", "csp, with your digit: no solution"},
			{"#rate", "rating-told", "Steps51"},
			{"#solve", "status", "With your digit: there is no solution. The puzzle alone has one: “Find mistakes” shows what is wrong."},
			{"#mistakes", "status", "1 digit is wrong"},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			show(t, p, c.hash)
			puzzle, _, _ := strings.Cut(c.hash, "&")
			if c.solved {
				solve(t, p)
			}
			for _, s := range c.said {
				must(t, p.Eval(fmt.Sprintf(`void (document.getElementById(%q).textContent = "")`, s.id), nil), press(p, s.press))
				says(t, p, s.id, s.want)
				must(t, p.Wait(rest))
				if s.press == "#outcomes" {
					must(t, press(p, s.press)) // no longer
				}
			}
			of(t, puzzle, "puzzle")
			of(t, cells(t, p), "board")
		})
	}
	says(t, p, "share-holds", "It holds 30 digits of the puzzle and 1 of yours.")
}

// TestTypedPuzzle: a puzzle that was typed becomes one of givens when it is solved; it is there again without the answer, and can be
// changed again, all by the keyboard.
func TestTypedPuzzle(t *testing.T) {
	p := panels(t, strings.Repeat(".", 81), "solutions", "shape")
	must(t, p.Focus("#cell-0"))
	for c := range 27 {
		if sample[c] != '.' {
			must(t, p.Type(sample[c:c+1]))
		}
		if c%9 < 8 {
			must(t, p.Type(pagetest.Right))
		} else {
			must(t, p.Type(pagetest.Home+pagetest.Down))
		}
	}
	typed := sample[:27] + strings.Repeat(".", 54)
	kinds := func(given, entry, found int) {
		t.Helper()
		var n [3]int
		must(t, p.Eval(`["given", "entry:not(.found)", "found"].map((name) => document.querySelectorAll("#grid ." + name).length)`, &n))
		if n != [3]int{given, entry, found} {
			t.Errorf("given, the person's, found: %v, want %v", n, [3]int{given, entry, found})
		}
	}
	enter := func(selector string) {
		t.Helper()
		must(t, p.Focus(selector), p.Type(pagetest.Enter))
	}
	n := 27 - strings.Count(sample[:27], ".")
	kinds(0, n, 0)
	must(t, p.Eval(still, nil))
	enter("#solve")
	says(t, p, "status", "The digits that you typed are its givens now.")
	kinds(n, 0, 81-n)
	enter("#solutions-count")
	says(t, p, "solutions-told", "solutions or more: the puzzle is ambiguous")
	// An own digit in place of a found one, then without the others.
	must(t, p.Focus("#cell-80"), p.Type("1"))
	kinds(n, 1, 80-n)
	enter("#forget")
	kinds(n, 1, 0)
	must(t, p.Chord("z", chromedp.ModifierCtrl))
	kinds(n, 1, 80-n)
	must(t, p.Eval(`new Promise((done) => setTimeout(done, 400))`, nil), p.Reload(), p.Wait(ready))
	kinds(n, 1, 80-n)
	must(t, p.Eval(`void (document.getElementById("section-shape").open = true)`, nil))
	enter("#restart")
	kinds(n, 0, 0)
	if got := cells(t, p); got != typed {
		t.Errorf("started over: %s, want %s", got, typed)
	}
	// A given can be changed once it is said.
	must(t, p.Focus("#cell-0"), p.Type("1"))
	says(t, p, "status", "r1c1 is given.")
	enter("#free")
	kinds(0, n, 0)
	must(t, p.Focus("#cell-0"), p.Type(pagetest.Delete))
	kinds(0, n-1, 0)
	must(t, p.Chord("z", chromedp.ModifierCtrl), p.Chord("z", chromedp.ModifierCtrl))
	kinds(n, 0, 0)
}

// looks are how a given, a person's digit and a found one look and are called.
const looks = `["#cell-0", "#cell-2", "#cell-80"].map((selector) => {
	const cell = document.querySelector(selector);
	const style = getComputedStyle(cell.querySelector(".digit"));
	return { shape: [style.fontWeight, style.fontStyle, style.textDecorationLine].join(" "), name: cell.querySelector(".unseen").textContent };
})`

// contrasts is the least contrast of digits with what can stand behind them.
const contrasts = `(() => {
	const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const light = (colour) => {
		paint.fillStyle = colour;
		paint.fillRect(0, 0, 1, 1);
		const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data].map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const probe = document.body.appendChild(document.createElement("p"));
	const read = (name) => { probe.style.color = "var(--" + name + ")"; return light(getComputedStyle(probe).color); };
	const grounds = ["paper", "shade", "tint-2", "tint-3", "tint-4", "page", "highlight"].map(read);
	const least = ["ink", "filled", "found", "guess"].map((name) => [Math.min(...grounds.map((g) => { const [a, b] = [g, read(name)].sort((x, y) => y - x); return (a + 0.05) / (b + 0.05); })), name]);
	probe.remove();
	return least;
})()`

// TestDigitsToldApart: given, own and found digits differ in weight or shape, in all colours that a person may want, and screen readers tell
// which is which. Each is readable.
func TestDigitsToldApart(t *testing.T) {
	p := panels(t, sample[:80]+".&e="+one(2, "4")+"&f="+one(80, "9"))
	for _, system := range []struct{ dark, forced bool }{{false, false}, {true, false}, {false, true}, {true, true}} {
		must(t, p.Dark(system.dark), p.Forced(system.forced))
		var all []struct {
			Shape string `json:"shape"`
			Name  string `json:"name"`
		}
		must(t, p.Eval(looks, &all))
		shapes := map[string]bool{}
		for i, want := range []string{"given 5", "your 4", "found 9"} {
			shapes[all[i].Shape] = true
			if !strings.Contains(all[i].Name, ", "+want) {
				t.Errorf("%q is called %q", want, all[i].Name)
			}
		}
		if len(shapes) != 3 {
			t.Errorf("dark %t, forced %t: the kinds look like %v, want three ways", system.dark, system.forced, all)
		}
		var least [][2]any
		must(t, p.Eval(contrasts, &least))
		for _, c := range least {
			if ratio, ok := c[0].(float64); !system.forced && (!ok || ratio < 4.5) {
				t.Errorf("dark %t: the contrast of %v is %.2v, want 4.5 or more", system.dark, c[1], c[0])
			}
		}
	}
	// Pictures, too.
	must(t, p.Forced(false), p.Eval(`void (document.getElementById("section-watch").open = true)`, nil), p.Wait(`document.querySelectorAll("#watch-method option").length > 10`))
	watch(t, p, "csp")
	says(t, p, "status", "csp, with your digit: one solution")
	must(t, p.Focus("#film-play"), p.Type(pagetest.End))
	says(t, p, "film-caption", "With your digit: every cell is decided without a guess, so this is the only solution.")
	var n [3]int
	must(t, p.Wait(`document.querySelectorAll("#overlay .pic-text").length === 81`),
		p.Eval(`["given", "yours", "filled"].map((name) => document.querySelectorAll("#overlay .pic-text." + name).length)`, &n))
	if n[0] != 29 || n[1] != 1 {
		t.Errorf("the last picture has %v digits that are given, the person's, found", n)
	}
}

// onPage is what is on the page that was asked about its board.
const onPage = `(() => {
	const texts = ["rating-told", "way", "solutions-told", "hint-text", "watch-counters", "step-text"].map((id) => [id, document.getElementById(id).textContent]);
	return [
		...texts.filter(([, text]) => text !== "").map(([id]) => id),
		...(document.querySelector("#validation dd").textContent === "–" ? [] : ["validation"]),
		...(document.getElementById("overlay").hidden ? [] : ["overlay"]),
		...(document.querySelector("#grid .wrong") ? ["mistakes"] : []),
		...(document.querySelector("#grid .domain:not(.hidden)") || document.getElementById("domains").getAttribute("aria-pressed") === "true" ? ["domains"] : []),
		...(document.getElementById("outcomes").getAttribute("aria-pressed") === "true" ? ["outcomes"] : []),
		...["film", "section-solutions .player"].filter((s) => document.querySelector("#" + s).checkVisibility({ visibilityProperty: true })),
	];
})()`

// TestNothingUnasked: another puzzle, however it comes, takes away what was said and shown of the one before, and nothing shows of it what
// nobody has asked.
func TestNothingUnasked(t *testing.T) {
	p := panels(t, sample, "hint", "rating", "solutions", "watch", "open")
	must(t, p.Wait(`document.querySelectorAll("#watch-method option").length > 10`), p.Eval(still, nil))
	settle := func() { must(t, p.Wait(rest), p.Eval(`new Promise((done) => setTimeout(done, 350))`, nil)) }
	asks := []string{"#validate", "#way-show", "#solutions-count", "#watch-start", "#mistakes", "#hint-why", "#outcomes"}
	for name, come := range map[string]string{
		"generated": `document.getElementById("generate-easy").click()`,
		"address":   `location.hash = "#p=` + hard + `"`,
		"opened":    `(() => { document.getElementById("open-text").value = "` + hard + `"; document.getElementById("open-read").click(); })()`,
		"undo":      `document.getElementById("undo").click()`,
		"clear":     `document.getElementById("clear").click()`,
		"shape":     `document.getElementById("shape").click()`,
	} {
		t.Run(name, func(t *testing.T) {
			show(t, p, hard)
			show(t, p, sample+"&e="+one(2, "1"))
			must(t, press(p, "#domains"))
			for _, a := range asks {
				must(t, press(p, a))
				settle()
			}
			var before, after []string
			must(t, p.Eval(onPage, &before))
			if len(before) < 6 {
				t.Fatalf("little is on the page before: %q", before)
			}
			must(t, p.Eval(`void (document.getElementById("status").textContent = "of the puzzle before")`, nil), p.Eval(`void (`+come+`)`, nil),
				p.Wait(`document.getElementById("cell-0").querySelector(".unseen").textContent && document.getElementById("cell-2").querySelector(".digit").textContent !== "1" || document.querySelectorAll("#grid .given").length !== 30`))
			settle()
			must(t, p.Eval(onPage, &after))
			if len(after) > 0 {
				t.Errorf("of the puzzle before, or unasked: %q", after)
			}
			if said, err := p.Text("#status"); err != nil || strings.Contains(said, "before") {
				t.Errorf("the status bar says %q, %v", said, err)
			}
		})
	}
	// What is kept for the next visit shows nothing either.
	show(t, p, sample)
	must(t, press(p, "#domains"), press(p, "#outcomes"))
	settle()
	must(t, p.Reload(), p.Wait(ready))
	settle()
	var after []string
	must(t, p.Eval(onPage, &after))
	for _, id := range after {
		if id != "hint-text" { // which says what hints are
			t.Errorf("%s is there after a reload", id)
		}
	}
	// A mark changes no puzzle, but what was said before is not left as if it were said of it.
	must(t, press(p, "#validate"), p.Wait(rest), p.Click("#cell-2"), p.Type(" 4"))
	says(t, p, "status", "4 is marked in r1c3.")
}

// TestTabs: two tabs have a board each; and without a place to keep settings the page works all the same.
func TestTabs(t *testing.T) {
	const locked = `Object.defineProperty(window, "localStorage", { get() { throw new DOMException("none here", "SecurityError"); } })`
	for _, before := range []string{"", locked} {
		b := browser(t, pagetest.Options{Before: before})
		address := served(t, nil)
		one, two := opened(t, b, address+"#p="+sample), opened(t, b, address+"#p="+hard)
		solve(t, one)
		must(t, press(one, "#domains"), two.Click("#cell-1"), two.Type("1"), two.Eval(`new Promise((done) => setTimeout(done, 400))`, nil), two.Reload(), two.Wait(ready))
		if got := cells(t, one); got != solution {
			t.Errorf("the first tab: %s", got)
		}
		if got, want := cells(t, two), "81"+hard[2:]; got != want {
			t.Errorf("the second tab: %s, want %s", got, want)
		}
		var shown bool
		must(t, two.Eval(`document.querySelector("#grid .domain:not(.hidden)") !== null`, &shown))
		if shown {
			t.Error("domains of one tab are shown in the other")
		}
	}
}

// TestAnswered: whatever answers a typed puzzle, what was typed stays the puzzle, and the page says so.
func TestAnswered(t *testing.T) {
	p := panels(t, sample, "hint", "solutions", "watch")
	must(t, p.Wait(`document.querySelectorAll("#watch-method option").length > 10`), p.Eval(still, nil))
	for name, presses := range map[string][]string{
		"solve": {"#solve"}, "hint": {"#hint-why", "#hint-apply"}, "film": {"#watch-start", "#watch-fill"}, "list": {"#solutions-list", "#solutions-fill"},
	} {
		show(t, p, strings.Repeat(".", 81)+"&e="+sample)
		for _, selector := range presses {
			must(t, p.Wait(fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, selector)), press(p, selector), p.Eval(`new Promise((done) => setTimeout(done, 200))`, nil), p.Wait(rest))
		}
		says(t, p, "status", "The digits that you typed are its givens now.")
		var n [2]int
		must(t, p.Eval(`["given", "entry:not(.found)"].map((name) => document.querySelectorAll("#grid ." + name).length)`, &n))
		if n != [2]int{30, 0} {
			t.Errorf("%s: %v digits are given and the person's, want 30 and none", name, n)
		}
		must(t, press(p, "#solutions-count"))
		says(t, p, "solutions-told", "There is exactly one solution: the puzzle is a proper one.")
	}
}
