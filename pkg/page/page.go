package page

import (
	"bytes"
	"embed"
	"io/fs"
	"net/http"
	"slices"
	"time"
)

//go:embed web
var web embed.FS

// Files are the files of the page, index.html first of all.
func Files() fs.FS {
	files, err := fs.Sub(web, "web")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return files
}

// Engine is the lab as a program for a browser's worker; package worker builds it.
type Engine struct {
	Wasm []byte // the program, compressed by gzip
	Exec []byte // wasm_exec.js of the Go release that compiled it
}

// Script is what a browser's worker runs: Go's part, and the lab's.
func (e *Engine) Script() []byte {
	own, err := fs.ReadFile(Files(), "worker.js")
	if err != nil {
		panic(err) // it is embedded
	}
	return slices.Concat(e.Exec, []byte("\n"), own)
}

// Handler shows the page. With an engine, browsers run the methods that it has themselves; without one, nil, they ask the
// server for everything.
func Handler(e *Engine) http.Handler {
	files := http.FileServerFS(Files())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/engine.json":
			has := `{"worker":false}`
			if e != nil {
				has = `{"worker":true}`
			}
			content(w, r, "application/json", []byte(has))
		case e != nil && r.URL.Path == "/engine.wasm":
			w.Header().Set("Content-Encoding", "gzip") // every browser that runs the page takes it
			content(w, r, "application/wasm", e.Wasm)
		case e != nil && r.URL.Path == "/worker.js":
			content(w, r, "text/javascript; charset=utf-8", e.Script())
		default:
			files.ServeHTTP(w, r)
		}
	})
}

func content(w http.ResponseWriter, r *http.Request, kind string, data []byte) {
	w.Header().Set("Content-Type", kind)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}
