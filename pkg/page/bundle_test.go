package page

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

var update = flag.Bool("update", false, "write bundle.js")

// TestBundle: the committed bundle is that of the modules.
func TestBundle(t *testing.T) {
	r := api.Build(api.BuildOptions{EntryPoints: []string{"web/app.js"}, Bundle: true, Format: api.FormatESModule, Target: api.ES2022, Platform: api.PlatformBrowser})
	if len(r.Errors) > 0 || len(r.OutputFiles) != 1 {
		t.Fatalf("%v", r.Errors)
	}
	want := r.OutputFiles[0].Contents
	if *update {
		if err := os.WriteFile("bundle.js", want, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(bundle, want) {
		t.Error("bundle.js is not that of the modules: go test ./pkg/page -run Bundle -update")
	}
}

// TestSingle: the page in one file names no other file, and wants an engine.
func TestSingle(t *testing.T) {
	html, err := Single(&Engine{Wasm: []byte("wasm"), Exec: []byte("exec")})
	if err != nil {
		t.Fatal(err)
	}
	if text := string(html); strings.Contains(text, "src=\"") || strings.Contains(text, "href=\"app") || !strings.Contains(text, "connect-src 'none'") {
		t.Error("it names other files, or may fetch them")
	}
	if _, err := Single(nil); err == nil {
		t.Error("a page without an engine")
	}
}
