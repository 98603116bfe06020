package pagetest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Variable names the environment variable with the path of the browser's program.
const Variable = "SUDOKULAB_BROWSER"

// names under which Chromium and its kin are installed.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell", "chrome"}

// Find returns the path of the browser's program: the one that SUDOKULAB_BROWSER names, or the first on the PATH. Its error says
// what was looked for.
func Find() (string, error) {
	if program := os.Getenv(Variable); program != "" {
		path, err := exec.LookPath(program)
		if err != nil {
			return "", fmt.Errorf("pagetest: %s: %w", Variable, err)
		}
		return path, nil
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("pagetest: no browser: none of %s is on the PATH, and %s names none", strings.Join(names, ", "), Variable)
}

// Options say how a browser starts.
type Options struct {
	Width, Height int           // of the window, in CSS pixels; 0 for 1280 and 900
	Patience      time.Duration // for one step; 0 for a minute
	Dark          bool          // the person's system asks for dark pages
	Touch         bool          // a finger in place of a mouse
	Before        string        // JavaScript that runs in each page before its own
}

// Browser is a running browser. Its pages share a profile.
type Browser struct {
	ctx  context.Context //nolint:containedctx // chromedp keeps the browser in it
	stop func()
	o    Options
}

// Start starts a browser's program. The caller closes it; it ends with the context, too.
func Start(ctx context.Context, program string, o Options) (*Browser, error) {
	if o.Width == 0 {
		o.Width = 1280
	}
	if o.Height == 0 {
		o.Height = 900
	}
	if o.Patience == 0 {
		o.Patience = time.Minute
	}
	if o.Width < 0 || o.Height < 0 || o.Patience < 0 {
		return nil, fmt.Errorf("pagetest: a window of %d by %d and %v of patience: want none of them negative", o.Width, o.Height, o.Patience)
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.WindowSize(o.Width, o.Height),
		// Names but this machine's are not resolved, so nothing leaves it.
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("force-color-profile", "srgb"),
	)
	if os.Geteuid() == 0 {
		flags = append(flags, chromedp.NoSandbox) // it refuses to start as root with one
	}
	allocated, free := chromedp.NewExecAllocator(ctx, flags...)
	c, cancel := chromedp.NewContext(allocated, chromedp.WithErrorf(func(string, ...any) {}))
	b := &Browser{ctx: c, o: o, stop: func() { cancel(); free() }}
	// The first run has the browser's lifetime, so a bound on it must not be a context of its own.
	started := make(chan error, 1)
	go func() { started <- chromedp.Do(c) }()
	select {
	case err := <-started:
		if err != nil {
			b.stop()
			return nil, fmt.Errorf("pagetest: start %s: %w", program, err)
		}
	case <-time.After(o.Patience):
		b.stop()
		return nil, fmt.Errorf("pagetest: start %s: no answer in %v", program, o.Patience)
	}
	return b, nil
}

// Close ends the browser and removes its profile.
func (b *Browser) Close() { b.stop() }

// Fault is something that went wrong on a page, beside what was asked of it.
type Fault struct {
	Kind string // console, exception, request or elsewhere
	Text string
}

func (f Fault) String() string { return f.Kind + ": " + f.Text }

// Kinds of faults.
const (
	Console   = "console"   // an error or a warning in the console
	Exception = "exception" // one that nobody caught
	Request   = "request"   // one that failed
	Elsewhere = "elsewhere" // a request to another machine
)

// Page is a tab.
type Page struct {
	ctx      context.Context //nolint:containedctx // chromedp keeps the tab in it
	stop     func()
	patience time.Duration
	media    map[string]string // what the page learns of the person's system, by feature

	mu     sync.Mutex
	faults []Fault
	asked  []string
}

// Open opens a tab at an address, http: or file:, and waits for its load.
func (b *Browser) Open(address string) (*Page, error) {
	c, cancel := chromedp.NewContext(b.ctx)
	p := &Page{ctx: c, stop: cancel, patience: b.o.Patience, media: map[string]string{}}
	// As with the browser: the first run has the tab's lifetime.
	err := chromedp.Do(c,
		call(network.Enable, network.EnableParams{}), call(log.Enable, cdp.Empty{}), call(runtime.Enable, cdp.Empty{}),
		p.likes(scheme, dark(b.o.Dark)), call(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: b.o.Before}),
		call(emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: b.o.Touch}),
		chromedp.EmulateViewport(int64(b.o.Width), int64(b.o.Height)),
	)
	if err == nil {
		err = chromedp.Listen(c, p.hear)
	}
	if err == nil {
		err = p.run("open "+address, chromedp.Navigate(address))
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("pagetest: %w", err)
	}
	return p, nil
}

// Close closes the tab.
func (p *Page) Close() { p.stop() }

// hear notes what the browser tells.
func (p *Page) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	note := func(kind, text string) { p.faults = append(p.faults, Fault{kind, text}) }
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		note(Exception, exception(e.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning || e.Type == runtime.ConsoleAPICalledTypeAssert {
			var parts []string
			for _, a := range e.Args {
				parts = append(parts, string(a.Value)+a.Description)
			}
			note(Console, strings.Join(parts, " "))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			note(Console, e.Entry.Text+" "+e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		p.asked = append(p.asked, e.Request.URL)
		if !local(e.Request.URL) {
			note(Elsewhere, e.Request.URL)
		}
	case *network.EventLoadingFailed:
		if !e.Canceled {
			note(Request, e.ErrorText)
		}
	case *page.EventJavascriptDialogOpening:
		note(Console, "a dialog: "+e.Message)
		go func() {
			_ = chromedp.Do(p.ctx, call(page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true}))
		}()
	}
}

// local says whether a request stays on this machine.
func local(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "file", "data", "blob", "about":
		return true
	}
	switch u.Hostname() {
	case "localhost", "127.0.0.1", "::1":
		return true
	}
	return false
}

// Faults returns what went wrong since the page was opened, or since the last call.
func (p *Page) Faults() []Fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	out := p.faults
	p.faults = nil
	return out
}

// Asked returns the addresses of all requests so far.
func (p *Page) Asked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.asked...)
}

// run runs steps within the patience.
func (p *Page) run(what string, steps ...chromedp.Action[chromedp.Void]) error {
	c, cancel := context.WithTimeout(p.ctx, p.patience)
	defer cancel()
	err := chromedp.Do(c, steps...)
	if errors.Is(err, context.DeadlineExceeded) && p.ctx.Err() == nil {
		return fmt.Errorf("%s: not within %v", what, p.patience)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// exception writes what was thrown, and where.
func exception(d *runtime.ExceptionDetails) string {
	text := d.Text
	if d.Exception != nil {
		text += " " + d.Exception.Description
	}
	return fmt.Sprintf("%s (%s:%d:%d)", text, d.URL, d.LineNumber+1, d.ColumnNumber+1)
}
