package nbhtml_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"sudokulab/pkg/nbexec/nbformat"
	"sudokulab/pkg/nbexec/nbhtml"
	"sudokulab/pkg/page/pagetest"
	"sudokulab/pkg/solvertest"
)

// cssEscape is an escape in CSS, a character by its number or by itself.
var cssEscape = regexp.MustCompile(`\\(?:([0-9a-fA-F]{1,6})\s?|\r?\n|(.))`)

// loads reports whether CSS holds a function that could fetch something, once its comments and escapes are read. It knows no list
// of harmless functions, as the code under test does, but one of those that load.
func loads(css string) bool {
	css = regexp.MustCompile(`(?s)/\*.*?(\*/|$)`).ReplaceAllString(css, "")
	css = cssEscape.ReplaceAllStringFunc(css, func(s string) string {
		m := cssEscape.FindStringSubmatch(s)
		if m[1] == "" {
			return m[2]
		}
		n, err := strconv.ParseUint(m[1], 16, 32)
		if err != nil {
			return ""
		}
		return string(rune(n))
	})
	css = regexp.MustCompile(`(?i)url\(["']?#[\w.:-]+["']?\)`).ReplaceAllString(css, "")
	return regexp.MustCompile(`(?i)(?:url|src|image|image-set|cross-fade|element|paint|attr|var|env|expression)\s*\(|@import|\\`).MatchString(css)
}

// loading lists the attributes of a markup that load something.
func loading(t *testing.T, markup string) (list []string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader("<r>" + markup + "</r>")); ; {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%s: %v", markup, err)
		}
		start, _ := token.(xml.StartElement)
		for _, a := range start.Attr {
			if !slices.Contains([]string{"title", "alt", "class", "id", "href"}, a.Name.Local) && !strings.HasPrefix(a.Name.Local, "aria-") && loads(a.Value) && !strings.HasPrefix(a.Value, "data:image/") {
				list = append(list, a.Name.Local+"="+a.Value)
			}
		}
	}
}

// TestSafeValues: no spelling of a function that loads passes in any attribute, and what is harmless does.
func TestSafeValues(t *testing.T) {
	attributes := strings.Fields(`fill stroke filter mask clip-path marker marker-start marker-mid marker-end cursor color stop-color display font-family
		transform opacity d points width style mathbackground text-decoration values offset`)
	var spellings []string
	for _, f := range []string{"url", "image-set", "-webkit-image-set", "src", "image", "cross-fade", "element", "paint", "attr", "var", "env", "expression"} {
		escaped := `\` + fmt.Sprintf("%x", f[0]) + " " + f[1:]
		long := f[:len(f)-1] + `\` + fmt.Sprintf("%06X", f[len(f)-1])
		for _, name := range []string{f, strings.ToUpper(f), escaped, long, "/**/" + f, f[:1] + "/**/" + f[1:], f + "/**/", `\` + f[:1] + f[1:], f[:1] + "\\\n" + f[1:], f[:1] + "\x00" + f[1:]} {
			spellings = append(spellings, name+"(//x/y)", "none, "+name+"('//x/y' 1x)", "red;background:"+name+"( //x/y )")
		}
	}
	n := 0
	for _, a := range attributes {
		for _, v := range spellings {
			for _, escape := range []func(string) string{func(s string) string { return s }, func(s string) string {
				return strings.NewReplacer(`\`, "&bsol;", "(", "&#40;", "u", "&#x75;").Replace(s)
			}} {
				value := escape(v)
				if a == "style" {
					value = "background:" + value + ";fill:" + value + ";color:red"
				}
				n++
				in := `<svg><path ` + a + `="` + value + `"></path></svg>`
				if got := loading(t, output(t, in)); len(got) > 0 {
					t.Errorf("%s keeps %q", in, got)
				}
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d tried", n)
	}
	for _, kept := range []string{
		`fill="rgb(1, 2, 3)"`, `fill="url(#a)"`, `fill="#12ab34"`, `transform="translate(1,2) rotate(-45 3 4) scale(.5)"`, `d="M0 0L1-1.5e3z"`,
		`font-family="DejaVu Sans, 'Noto Sans', sans-serif"`, `title="see url(x), or \n"`, `style="color:hsl(120 50% 50% / .5);width:calc(100% - (2px*3))"`,
		`style="background:linear-gradient(90deg,red 0%,blue)"`, `stroke-dasharray="4,2"`, `points="0,0 1,1"`,
	} {
		in := "<path " + kept + "></path>"
		if got := strings.NewReplacer("&#39;", "'").Replace(output(t, in)); got != in {
			t.Errorf("%s became %s", in, got)
		}
	}
}

// fetchLines are snippets that fetch something when nothing holds them back; HIT is an address.
func fetchLines(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/fetches.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// TestSafeFetches: nothing in the safe form of the snippets names what they would fetch, but as text or as a link to follow.
func TestSafeFetches(t *testing.T) {
	for _, l := range fetchLines(t) {
		markup := output(t, strings.ReplaceAll(l, "HIT", "//127.0.0.1/hit"))
		for _, f := range append(faults(markup), loading(t, markup)...) {
			t.Errorf("%s\nbecame\n%s\n%s", l, markup, f)
		}
	}
}

// TestSafeInBrowser: without its policy, the safe page of all snippets fetches nothing and runs nothing in a real browser, while
// many of the snippets do so as they are. It needs a browser and some seconds, so only make large runs it.
func TestSafeInBrowser(t *testing.T) {
	if os.Getenv(solvertest.LargeVariable) == "" {
		t.Skipf("starts a browser; set %s", solvertest.LargeVariable)
	}
	program, err := pagetest.Find()
	if err != nil {
		t.Skip(err)
	}
	var mu sync.Mutex
	var asked []string
	pages := map[string][]byte{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if page, ok := pages[r.URL.Path]; ok {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(page)
			return
		}
		if r.URL.Path != "/favicon.ico" {
			asked = append(asked, r.URL.Path)
		}
		http.NotFound(w, r)
	}))
	defer server.Close()
	text := strings.ReplaceAll(strings.Join(fetchLines(t), "\n"), "HIT", server.URL+"/hit")
	all := append(vectors(t), strings.Split(text, "\n")...)
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)
	var cells []*nbformat.Cell
	for _, v := range all {
		cells = append(cells, code("", display("text/html", v)), &nbformat.Cell{Type: nbformat.Markdown, Source: v}, &nbformat.Cell{Type: nbformat.Markdown, Source: "text " + v})
	}
	page, err := nbhtml.Page(book(cells...), nbhtml.Options{Safe: true})
	if err != nil {
		t.Fatal(err)
	}
	if !policy.Match(page) {
		t.Fatal("no policy to take away")
	}
	pages["/safe"] = policy.ReplaceAll(page, nil)
	for i, v := range all { // each alone: one that opens a comment or leaves the page hides the others
		pages["/"+strconv.Itoa(i)] = []byte("<!DOCTYPE html><body>" + v)
	}
	browser, err := pagetest.Start(t.Context(), program, pagetest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer browser.Close()
	visit := func(path string) (requests []string, hit bool) {
		mu.Lock()
		asked = nil
		mu.Unlock()
		p, err := browser.Open(server.URL + path)
		if err != nil {
			return []string{err.Error()}, false
		}
		defer p.Close()
		_ = p.Eval(`new Promise(r => setTimeout(r, 100))`, nil) // a page that leaves ends it
		_ = p.Eval(`window.hit !== undefined`, &hit)
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(asked), hit
	}
	if requests, hit := visit("/safe"); len(requests) > 0 || hit {
		t.Errorf("the safe page asked for %q; a script ran: %v", requests, hit)
	}
	fetch, run := 0, 0
	for i := range all {
		requests, hit := visit("/" + strconv.Itoa(i))
		if len(requests) > 0 {
			fetch++
		}
		if hit {
			run++
		}
	}
	t.Logf("of %d snippets, %d fetch and %d run something as they are", len(all), fetch, run)
	if fetch < 35 || run < 10 {
		t.Errorf("of %d snippets, %d fetch and %d run something as they are, so the test sees little", len(all), fetch, run)
	}
}
