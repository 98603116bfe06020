package pagetest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/page/pagetest"
)

// browser starts the machine's browser, or skips the test.
func browser(t *testing.T, o pagetest.Options) *pagetest.Browser {
	t.Helper()
	program, err := pagetest.Find()
	if err != nil {
		t.Skip(err)
	}
	b, err := pagetest.Start(t.Context(), program, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

const plain = `<!doctype html><html lang="en"><title>a</title><link rel="icon" href="data:,">
<button id="b" onclick="this.textContent='pressed'">press</button><input id="i"><p id="late"></p>
<button id="throw" onclick="throw new Error('not caught')">t</button>
<button id="far" onclick="fetch('http://example.com/x').catch(() => 0)">f</button>
<button id="lost" onclick="console.error('said so')">l</button>
<style>body { background: white } @media (prefers-color-scheme: dark) { body { background: black } }</style>
<script>setTimeout(() => { document.getElementById("late").textContent = "here" }, 200)</script>`

func TestPage(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, plain)
	}))
	defer s.Close()
	b := browser(t, pagetest.Options{Width: 500, Height: 400, Patience: 30 * time.Second})
	p, err := b.Open(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	do(p.Click("#b"))
	if text, err := p.Text("#b"); err != nil || text != "pressed" {
		t.Errorf("the button says %q, %v", text, err)
	}
	do(p.Focus("#i"))
	do(p.Type("1a" + pagetest.Backspace + "2"))
	var value string
	do(p.Eval(`document.getElementById("i").value`, &value))
	if value != "12" {
		t.Errorf("typed %q, want 12", value)
	}
	do(p.Wait(`document.getElementById("late").textContent === "here"`))
	var size [2]int
	do(p.Eval(`[innerWidth, innerHeight]`, &size))
	if size != [2]int{500, 400} {
		t.Errorf("a window of %v", size)
	}
	do(p.Resize(320, 480))
	do(p.Eval(`new Promise(done => setTimeout(() => done([innerWidth, innerHeight]), 50))`, &size))
	if size != [2]int{320, 480} {
		t.Errorf("resized to %v", size)
	}
	for dark, want := range map[bool]string{true: "rgb(0, 0, 0)", false: "rgb(255, 255, 255)"} {
		do(p.Dark(dark))
		var got string
		do(p.Eval(`getComputedStyle(document.body).backgroundColor`, &got))
		if got != want {
			t.Errorf("dark %t: %s, want %s", dark, got, want)
		}
	}
	picture, err := p.Shot()
	if err != nil || !strings.HasPrefix(string(picture), "RIFF") {
		t.Errorf("a picture of %d bytes, %v", len(picture), err)
	}
	if faults := p.Faults(); len(faults) != 0 {
		t.Errorf("faults: %v", faults)
	}
	for _, of := range []struct{ selector, kind, text string }{
		{"#throw", pagetest.Exception, "not caught"}, {"#far", pagetest.Elsewhere, "example.com"}, {"#lost", pagetest.Console, "said so"},
	} {
		do(p.Click(of.selector))
		do(p.Eval(`new Promise(done => setTimeout(done, 100))`, nil))
		if faults := p.Faults(); !slices.ContainsFunc(faults, func(f pagetest.Fault) bool { return f.Kind == of.kind && strings.Contains(f.Text, of.text) }) {
			t.Errorf("%s: faults %v", of.selector, faults)
		}
	}
	do(p.Offline(true))
	var failed bool
	do(p.Eval(`fetch("/").then(() => false, () => true)`, &failed))
	if !failed {
		t.Error("offline, a request comes through")
	}
	do(p.Offline(false))
	if err := p.WaitFor("false", 300*time.Millisecond); err == nil {
		t.Error("waits for nothing without an error")
	}
	if err := p.Eval("nobody.knows", nil); err == nil {
		t.Error("an exception is no error")
	}
}

func TestBadCalls(t *testing.T) {
	t.Setenv(pagetest.Variable, "no-such-program")
	if program, err := pagetest.Find(); err == nil {
		t.Errorf("finds %s", program)
	}
	if _, err := pagetest.Start(t.Context(), "no-such-program", pagetest.Options{}); err == nil {
		t.Error("starts a program that is not there")
	}
	if _, err := pagetest.Start(t.Context(), "true", pagetest.Options{Width: -1}); err == nil {
		t.Error("a negative width is taken")
	}
}
