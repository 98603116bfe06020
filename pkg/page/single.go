package page

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
)

// bundle is all modules of the page as one, not minified so that its changes can be read; bundle_test.go keeps it fresh.
//
//go:embed bundle.js
var bundle []byte

// singlePolicy is what the page in one file may do: run what stands in it, and fetch nothing.
const singlePolicy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; style-src 'unsafe-inline'; img-src data: blob:; " +
	"worker-src blob:; connect-src 'none'; base-uri 'none'; form-action 'none'"

// Single is the page as one HTML file, which opens from disk and answers all calls within the browser.
func Single(e *Engine) ([]byte, error) {
	if e == nil || len(e.Wasm) == 0 {
		return nil, errors.New("page: a page in one file wants an engine")
	}
	html, err := fs.ReadFile(Files(), "index.html")
	if err != nil {
		return nil, err
	}
	if bytes.Contains(bundle, []byte("</script")) {
		return nil, errors.New("page: a module ends its own element")
	}
	element := func(id string, data []byte) string {
		return `<script type="text/plain" id="` + id + `">` + base64.StdEncoding.EncodeToString(data) + "</script>\n"
	}
	type replacement struct{ old, fresh string }
	var all []replacement
	for _, name := range []string{"app.css", "panels.css"} {
		css, err := fs.ReadFile(Files(), name)
		if err != nil {
			return nil, err
		}
		if bytes.Contains(css, []byte("</style")) {
			return nil, fmt.Errorf("page: %s ends its own element", name)
		}
		all = append(all, replacement{`<link rel="stylesheet" href="` + name + `">`, "<style>\n" + string(css) + "</style>"})
	}
	for _, r := range append(all, []replacement{
		{`<script type="module" src="app.js"></script>`, ""},
		{`<meta charset="utf-8">`, `<meta charset="utf-8">` + "\n" + `<meta http-equiv="Content-Security-Policy" content="` + singlePolicy + `">`},
		{"</body>", element("sudokulab-wasm", e.Wasm) + element("sudokulab-worker", e.Script()) + "<script type=\"module\">\n" + string(bundle) + "</script>\n</body>"},
	}...) {
		if bytes.Count(html, []byte(r.old)) != 1 {
			return nil, fmt.Errorf("page: index.html has no %s, or several", r.old)
		}
		html = bytes.Replace(html, []byte(r.old), []byte(r.fresh), 1)
	}
	return html, nil
}
