package pagetest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/page"
	"sudokulab/pkg/page/pagetest"
	"sudokulab/pkg/page/protocol"
	"sudokulab/pkg/page/protocol/protocoltest"
	"sudokulab/pkg/page/server"
	"sudokulab/pkg/page/worker"
)

const (
	sample   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// engine compiles the lab for browsers, with the exact methods.
func engine(t *testing.T) page.Engine {
	t.Helper()
	return program(t, worker.Exact)
}

func program(t *testing.T, which worker.Program) page.Engine {
	t.Helper()
	if testing.Short() {
		t.Skip("it compiles the lab for browsers")
	}
	e, err := worker.Build(t.Context(), filepath.Join("..", "..", ".."), which, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// served serves the page, with an engine for the browser or without, and returns its address.
func served(t *testing.T, e *page.Engine) string {
	t.Helper()
	o := server.DefaultOptions()
	o.Page = page.Handler(e)
	address, end, err := server.Local(context.WithoutCancel(t.Context()), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Error(err)
		}
	})
	return address
}

// disk writes the page as one file, and returns its address.
func disk(t *testing.T, e page.Engine) string {
	t.Helper()
	html, err := page.Single(&e)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "lab with a space ü.html")
	if err := os.WriteFile(file, html, 0o600); err != nil {
		t.Fatal(err)
	}
	return "file://" + strings.ReplaceAll(file, " ", "%20")
}

// opened opens the page and waits until its engine has told the methods. In the end nothing may have gone wrong besides.
func opened(t *testing.T, b *pagetest.Browser, address string) *pagetest.Page {
	t.Helper()
	p, err := b.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, f := range p.Faults() {
			t.Errorf("%s: %s", address, f)
		}
		p.Close()
	})
	if err := p.Wait(ready); err != nil {
		t.Fatal(err)
	}
	return p
}

const ready = `document.querySelectorAll("#grid [role=gridcell]").length === 81 && document.querySelectorAll("#method option").length > 1`

// must fails the test at once.
func must(t *testing.T, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// cells reads the board.
func cells(t *testing.T, p *pagetest.Page) (text string) {
	t.Helper()
	must(t, p.Eval(`[...document.querySelectorAll("#grid .digit")].map((d) => d.textContent.trim() || ".").join("")`, &text))
	return text
}

// TestServedAndFromDisk: the page does the same whoever answers, and asks nobody else.
func TestServedAndFromDisk(t *testing.T) {
	b := browser(t, pagetest.Options{})
	e := engine(t)
	rater, err := explain.New(board.Standard(), explain.Options{Unique: true})
	must(t, err)
	for name, address := range map[string]string{
		"server": served(t, nil), "worker": served(t, &e) + "?engine=worker", "disk": disk(t, e),
	} {
		t.Run(name, func(t *testing.T) {
			p := opened(t, b, address+"#p="+sample)
			if got := cells(t, p); got != sample {
				t.Fatalf("the address puts %s on the board", got)
			}
			must(t, p.Click("#animate"), p.Click("#solve"), p.Wait(`document.getElementById("status").dataset.tone === "good"`))
			if got := cells(t, p); got != solution {
				t.Errorf("solved: %s", got)
			}
			for _, address := range p.Asked() {
				if name == "disk" && strings.HasPrefix(address, "http") {
					t.Errorf("the file asks for %s", address)
				}
			}
			// A busy solve is stopped, and the next one answers.
			must(t, p.Click("#clear"), p.Click("#generate-hard"), p.Wait(`document.getElementById("status").dataset.tone === "good"`))
			if r, err := rater.Rate(board.MustParse(cells(t, p))); err != nil || r.Level != explain.Hard {
				t.Errorf("a hard puzzle is %s, %v: %s", r.Level.Word(), err, cells(t, p))
			}
		})
	}
}

// TestKeyboard: a puzzle is found, filled and cleared without a mouse.
func TestKeyboard(t *testing.T) {
	b := browser(t, pagetest.Options{})
	p := opened(t, b, served(t, nil)+"#p="+sample)
	reached := false
	for range 20 {
		must(t, p.Type(pagetest.Tab), p.Eval(`document.activeElement.id === "cell-0"`, &reached))
		if reached {
			break
		}
	}
	if !reached {
		t.Fatal("Tab does not come to the board")
	}
	for row := range 9 {
		for column := range 9 {
			c := 9*row + column
			if sample[c] == '.' {
				must(t, p.Type(solution[c:c+1]))
			}
			if column < 8 {
				must(t, p.Type(pagetest.Right))
			}
		}
		must(t, p.Type(pagetest.Home), p.Type(pagetest.Down))
	}
	if got := cells(t, p); got != solution {
		t.Errorf("typed: %s", got)
	}
	if said, err := p.Text("#status"); err != nil || !strings.Contains(said, "solved") {
		t.Errorf("the status bar says %q, %v", said, err)
	}
	// Every control is reached by Tab, and shows that it is.
	var missing []string
	must(t, p.Eval(`(async () => {
		const want = new Set([...document.querySelectorAll("button, input, select, summary")].filter((n) => n.checkVisibility({ visibilityProperty: true }) && !n.disabled));
		window.seen = new Set();
		window.bare = [];
		addEventListener("focusin", ({ target }) => {
			window.seen.add(target);
			const style = getComputedStyle(target);
			if (target.matches(":focus-visible") && style.outlineStyle === "none" && style.boxShadow === "none" && !target.closest("[role=gridcell]")) { window.bare.push(target.id); }
		});
		window.want = want;
		document.activeElement.blur();
	})()`, nil))
	for range 120 {
		must(t, p.Type(pagetest.Tab))
	}
	must(t, p.Eval(`[...window.want].filter((n) => !window.seen.has(n)).map((n) => n.id || n.textContent.trim()).concat(window.bare.map((id) => id + " without a sign"))`, &missing))
	if len(missing) > 0 {
		t.Errorf("Tab misses %s", strings.Join(missing, ", "))
	}
}

// TestHistory: going back, forward and loading again keeps what a person has done.
func TestHistory(t *testing.T) {
	b := browser(t, pagetest.Options{})
	p := opened(t, b, served(t, nil)+"#p="+sample)
	must(t, p.Click("#cell-2"), p.Type("4"))
	withEntry := sample[:2] + "4" + sample[3:]
	// The address follows within a quarter of a second.
	must(t, p.Eval(`new Promise((done) => setTimeout(done, 400))`, nil), p.Reload(), p.Wait(ready))
	if got := cells(t, p); got != withEntry {
		t.Errorf("loaded again: %s", got)
	}
	must(t, p.Click("#generate-easy"), p.Wait(`document.getElementById("status").dataset.tone === "good"`))
	made := cells(t, p)
	if made == withEntry {
		t.Error("nothing was generated")
	}
	must(t, p.Back(), p.Wait(`document.getElementById("cell-2").querySelector(".digit").textContent === "4"`))
	if got := cells(t, p); got != withEntry {
		t.Errorf("back: %s", got)
	}
	must(t, p.Forward(), p.Eval(`new Promise((done) => setTimeout(done, 200))`, nil))
	if got := cells(t, p); got != made {
		t.Errorf("forward: %s, want %s", got, made)
	}
}

// TestChanged: what takes long ends when its board is another one, and nothing of it comes onto that.
func TestChanged(t *testing.T) {
	const (
		hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.." // many seconds of plain search
		busy = `document.getElementById("work").classList.contains("on")`
	)
	b := browser(t, pagetest.Options{})
	p := opened(t, b, served(t, nil))
	must(t, p.Eval(`(() => {
		document.getElementById("animate").click();
		const method = document.getElementById("method");
		method.value = "csp-plain";
		method.dispatchEvent(new Event("change"));
	})()`, nil))
	large := strings.Repeat(".", 625)
	for _, c := range []struct{ board, press, change, said, cells string }{
		{hard, "solve", `location.hash = "#p=` + sample + `"`, "A board from the address", sample},
		{hard + "&c=1", "solve", `document.getElementById("pad-4").click()`, "4 in r1c2", "84" + hard[2:]},
		{hard, "solve", `document.getElementById("shape").click()`, "An empty board", strings.Repeat(".", 81)},
		{large, "validate", `location.hash = "#p=` + sample + `"`, "A board from the address", sample},
		{large, "solve", `history.back()`, "A board from the address", sample},
		{large, "solutions-count", `document.getElementById("undo").click()`, "Taken back", sample},
	} {
		must(t, p.Eval(`void (location.hash = "#p=`+sample+`")`, nil), p.Wait(`document.querySelectorAll(".given").length === 30`),
			p.Eval(`void (location.hash = "#p=`+c.board+`")`, nil), p.Wait(`document.querySelectorAll(".given").length !== 30`))
		must(t, press(p, "#"+c.press), p.Wait(busy), p.Eval(`void (`+c.change+`)`, nil))
		says(t, p, "status", c.said)
		must(t, p.Wait("!"+busy), p.Eval(`new Promise((done) => setTimeout(done, 300))`, nil))
		says(t, p, "status", c.said)
		if got := cells(t, p); got != c.cells {
			t.Errorf("%s, then %s: the board is %s, want %s", c.press, c.change, got, c.cells)
		}
	}
}

// TestBrokenAddresses: what an address has that is no board is said with what is wanted.
func TestBrokenAddresses(t *testing.T) {
	b := browser(t, pagetest.Options{})
	address := served(t, nil)
	for hash, want := range map[string]string{
		"#p=" + sample + "1":                      "! The address holds no board: It has 82 cells, and a board of side 9 has 81.",
		"#p=" + sample + "&e=..":                  "! The address holds no board: It has 2 cells, and a board of side 9 has 81.",
		"#p=A" + sample[1:]:                       "! The address holds no board: A is no digit of a board of side 9, which takes 1 to 9.",
		"#p=%3Cimg%20src=x%20onerror=alert(1)%3E": "! The address holds no board: “<” is no digit.",
	} {
		says(t, opened(t, b, address+hash), "status", want)
	}
}

// TestCarriers runs the suite of all carriers through the page's own engine, asking the server and asking a worker.
func TestCarriers(t *testing.T) {
	b := browser(t, pagetest.Options{Patience: time.Minute})
	e := engine(t)
	address := served(t, &e)
	for _, by := range []string{"server", "worker"} {
		t.Run(by, func(t *testing.T) {
			p := opened(t, b, address+"?engine="+by)
			must(t, p.Eval(`import("./engine.js").then(async (m) => { window.lab = { engine: await m.open(), calls: {} } })`, nil))
			t.Cleanup(func() { // before the page's own: refusals are what the suite asks for
				for _, f := range p.Faults() {
					if !strings.Contains(f.Text, "Failed to load resource: the server responded with a status of 4") {
						t.Error(f)
					}
				}
			})
			var mu sync.Mutex
			last := 0
			protocoltest.Run(t, func(ctx context.Context, call string, args []byte, event func([]byte) error) ([]byte, error) {
				mu.Lock()
				last++
				id := last
				mu.Unlock()
				return asked(ctx, p, id, call, args, event)
			})
		})
	}
}

// asked asks a call of the page's engine, and fetches what comes of it.
func asked(ctx context.Context, p *pagetest.Page, id int, call string, args []byte, event func([]byte) error) ([]byte, error) {
	if len(args) == 0 {
		args = []byte("{}")
	}
	if !json.Valid(args) {
		return nil, protocoltest.ErrNotCarried
	}
	begin := fmt.Sprintf(`(() => {
		const c = window.lab.calls[%d] = { events: [], control: new AbortController() };
		window.lab.engine.call(%q, %s, { onEvent: (e) => c.events.push(e), signal: c.control.signal })
			.then((r) => { c.result = r }, (e) => { c.failed = { code: e.code, message: e.message } });
	})()`, id, call, args)
	if err := p.Eval(begin, nil); err != nil {
		return nil, err
	}
	stopped := false
	for {
		var now struct {
			Events []json.RawMessage `json:"events"`
			Result json.RawMessage   `json:"result"`
			Failed *protocol.Error   `json:"failed"`
		}
		err := p.Eval(fmt.Sprintf(`(() => { const c = window.lab.calls[%d]; const now = { events: c.events.splice(0), result: c.result, failed: c.failed }; return now })()`, id), &now)
		if err != nil {
			return nil, err
		}
		for _, e := range now.Events {
			if err := event(e); err != nil {
				return nil, err
			}
		}
		switch {
		case now.Failed != nil && ctx.Err() != nil:
			return nil, errors.Join(now.Failed, ctx.Err())
		case now.Failed != nil:
			return nil, now.Failed
		case now.Result != nil:
			return now.Result, nil
		}
		if ctx.Err() != nil && !stopped {
			stopped = true
			if err := p.Eval(fmt.Sprintf(`window.lab.calls[%d].control.abort()`, id), nil); err != nil {
				return nil, err
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
}
