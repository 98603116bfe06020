package site

import (
	"bytes"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// policy is what pages of the site may load from a server: its own files.
const policy = "default-src 'none'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; form-action 'self'; base-uri 'self'; frame-ancestors 'none'"

// Handler shows a site that was written into a folder: its files with their types, the index of a folder, and 404.html for what is not there.
func Handler(files fs.FS) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
		if name == "" || strings.HasSuffix(r.URL.Path, "/") {
			name = path.Join(name, indexFile)
		}
		w.Header().Set("Content-Security-Policy", policy)
		data, err := fs.ReadFile(files, name)
		if err != nil {
			if info, err := fs.Stat(files, name); err == nil && info.IsDir() {
				// Relative to what the browser asked for, whatever this handler is below.
				w.Header().Set("Location", "./"+path.Base(name)+"/")
				w.WriteHeader(http.StatusMovedPermanently)
				return
			}
			missing(w, r, files)
			return
		}
		w.Header().Set("Content-Type", typeOf(name))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	})
}

// missing answers for an address at which nothing stands.
func missing(w http.ResponseWriter, r *http.Request, files fs.FS) {
	data, err := fs.ReadFile(files, missingFile)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	// Its links are relative to the first page, which is so many folders above what was asked for.
	up := strings.Repeat("../", max(0, strings.Count(r.URL.Path, "/")-1))
	if up == "" {
		up = "./"
	}
	data = bytes.Replace(data, []byte(`<meta charset="utf-8">`), []byte(`<meta charset="utf-8">`+"\n"+`<base href="`+up+`">`), 1)
	w.Header().Set("Content-Type", typeOf(missingFile))
	w.WriteHeader(http.StatusNotFound)
	if r.Method != http.MethodHead {
		_, _ = w.Write(data)
	}
}
