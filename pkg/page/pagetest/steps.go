package pagetest

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Keys that have no character.
const (
	Enter     = kb.Enter
	Escape    = kb.Escape
	Tab       = kb.Tab
	Backspace = kb.Backspace
	Delete    = kb.Delete
	Up        = kb.ArrowUp
	Down      = kb.ArrowDown
	Left      = kb.ArrowLeft
	Right     = kb.ArrowRight
	Home      = kb.Home
	End       = kb.End
)

// Click scrolls to the first element of a selector and clicks in its middle.
func (p *Page) Click(selector string) error {
	return p.run("click "+selector, chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// Type sends keys to whatever has the focus, one after the other.
func (p *Page) Type(keys string) error {
	return p.run(fmt.Sprintf("type %q", keys), chromedp.KeyEvent(keys))
}

// Chord sends one key with modifiers held down.
func (p *Page) Chord(key string, held ...chromedp.Modifier) error {
	return p.run(fmt.Sprintf("type %q with %v", key, held), chromedp.KeyEvent(key, chromedp.KeyModifiers(held...)))
}

// Focus puts the focus on an element.
func (p *Page) Focus(selector string) error {
	return p.run("focus "+selector, chromedp.Focus(chromedp.CSS(selector)))
}

// Eval runs an expression of JavaScript, waits for its promise if it is one, and reads its value into out, nil for none.
func (p *Page) Eval(expression string, out any) error {
	var text string
	err := p.run("evaluate "+short(expression), func(ctx context.Context, t *chromedp.Target) (none chromedp.Void, err error) {
		text, err = chromedp.Evaluate[string](`(async () => JSON.stringify(await (`+expression+`)) ?? "null")()`, chromedp.EvalAwaitPromise)(ctx, t)
		return none, err
	})
	if err != nil || out == nil {
		return err
	}
	if err := json.Unmarshal([]byte(text), out); err != nil {
		return fmt.Errorf("evaluate %s: %w in %.80s", short(expression), err, text)
	}
	return nil
}

// Wait waits until an expression of JavaScript is true, looking every frame.
func (p *Page) Wait(expression string) error {
	return p.run("wait for "+short(expression), chromedp.Poll[chromedp.Void](expression, chromedp.WithPollingTimeout(p.patience)))
}

// WaitFor is Wait with a patience of its own.
func (p *Page) WaitFor(expression string, patience time.Duration) error {
	q := &Page{ctx: p.ctx, patience: patience}
	return q.Wait(expression)
}

// Text returns what an element says.
func (p *Page) Text(selector string) (text string, err error) {
	quoted, err := json.Marshal(selector)
	if err != nil {
		return "", fmt.Errorf("pagetest: %w", err)
	}
	err = p.Eval(`document.querySelector(`+string(quoted)+`).innerText`, &text)
	return text, err
}

// Resize sets the size of the window, in CSS pixels.
func (p *Page) Resize(width, height int) error {
	return p.run(fmt.Sprintf("resize to %d by %d", width, height), chromedp.EmulateViewport(int64(width), int64(height)))
}

// Reload loads the page again.
func (p *Page) Reload() error { return p.run("reload", chromedp.Reload()) }

// Back goes to the page before in the tab's history.
func (p *Page) Back() error { return p.run("go back", chromedp.NavigateBack()) }

// Forward goes to the page after.
func (p *Page) Forward() error { return p.run("go forward", chromedp.NavigateForward()) }

// Offline cuts the network off, or joins it again.
func (p *Page) Offline(off bool) error {
	return p.run("go offline", offline(off))
}

// Dark sets which colours the person's system asks for.
func (p *Page) Dark(on bool) error {
	return p.run("ask for other colours", p.likes(scheme, dark(on)))
}

// Forced sets whether the person's system forces a few colours of its own on pages, as for high contrast.
func (p *Page) Forced(on bool) error {
	value := "none"
	if on {
		value = "active"
	}
	return p.run("force colours", p.likes("forced-colors", value))
}

// Shot is a picture of the window as WebP.
func (p *Page) Shot() (picture []byte, err error) {
	quality := int64(35)
	err = p.run("take a picture", func(ctx context.Context, t *chromedp.Target) (none chromedp.Void, err error) {
		shot, err := cdp.Call(ctx, t, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatWebp, Quality: &quality})
		picture = shot.Data
		return none, err
	})
	return picture, err
}

// short is the beginning of an expression, for messages.
func short(expression string) string {
	if len(expression) > 80 {
		return expression[:80] + "…"
	}
	return expression
}
