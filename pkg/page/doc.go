// Package page is the lab's page: every method seen at work in a browser.
//
//	http.Handle("/", page.Handler(nil))
//
// The files under web are plain modules, which a browser loads as they are.
//
// [Single] makes one file of them, for which they are bundled: go test ./pkg/page -run Bundle -update writes the bundle again
// after a module has changed. The engines that browsers run come from package worker, with the networks or without them, which
// says why they are built, not committed.
package page
