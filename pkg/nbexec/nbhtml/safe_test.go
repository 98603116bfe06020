package nbhtml_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/nbexec/nbformat"
	"sudokulab/pkg/nbexec/nbhtml"
)

// forbidden are elements that run, fetch, take input or change how what follows is read.
var forbidden = strings.Fields(`script style iframe frame frameset object embed applet link meta base template noscript noembed noframes
	xmp plaintext textarea title input select button form foreignobject annotation-xml animate set image video audio source marquee isindex
	body html head mglyph malignmark main desc`)

var (
	fetches = regexp.MustCompile(`(?i)^\s*(?:javascript|vbscript|data|file|blob):`)
	picture = regexp.MustCompile(`^data:image/[a-z+]+[;,]`)
	quoted  = regexp.MustCompile(`"[^"]*"`)
	control = regexp.MustCompile(`[\x00-\x1f\x7f]`)
)

// faults says what in the safe form of an output a browser could run or fetch. It reads the text as
// XML: tags that are not balanced or attributes that are not quoted are faults, so what it sees is what
// a browser sees.
func faults(markup string) (list []string) {
	d := xml.NewDecoder(strings.NewReader("<r>" + markup + "</r>"))
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return append(list, err.Error())
		}
		switch token := token.(type) {
		case xml.StartElement:
			if name := token.Name.Local; token.Name.Space != "" || slices.Contains(forbidden, name) {
				list = append(list, "element "+name)
			}
			for _, a := range token.Attr {
				name, value := a.Name.Local, control.ReplaceAllString(a.Value, "")
				switch {
				case strings.HasPrefix(name, "on") || slices.Contains([]string{"srcdoc", "srcset", "action", "formaction", "ping", "background", "http-equiv"}, name),
					name == "href" && fetches.MatchString(value), name == "src" && !picture.MatchString(value),
					name == "style" && regexp.MustCompile(`(?i)url|position|expression|@|\\`).MatchString(value),
					name == "href" && token.Name.Local != "a" && !strings.HasPrefix(value, "#"):
					list = append(list, fmt.Sprintf("%s of %s: %q", name, token.Name.Local, value))
				}
			}
		case xml.Comment, xml.ProcInst, xml.Directive:
			list = append(list, fmt.Sprintf("%T", token))
		}
	}
	// The decoder that matches tags finds those that are not balanced.
	for d = xml.NewDecoder(strings.NewReader("<r>" + markup + "</r>")); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			return append(list, err.Error())
		}
	}
}

// output returns what a page holds of an output of HTML.
func output(t testing.TB, text string) string {
	t.Helper()
	main := body(t, book(code("", display("text/html", text))), nbhtml.Options{Safe: true})
	_, rest, ok1 := strings.Cut(main, `<div class="output">`)
	i := strings.LastIndex(rest, "</div>\n</section>")
	if !ok1 || i < 0 {
		t.Fatalf("no output in\n%s", main)
	}
	return rest[:i]
}

// vectors are ways to run a script from HTML, one per line.
func vectors(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(lines) < 50 {
		t.Fatalf("%d vectors", len(lines))
	}
	return append(lines, strings.Join(lines, "\n"))
}

func TestSafeVectors(t *testing.T) {
	for _, v := range vectors(t) {
		got := output(t, v)
		for _, f := range faults(got) {
			t.Errorf("%s\nbecame\n%s\n%s", v, got, f)
		}
		// The same within Markdown, in a block and in a line.
		for _, source := range []string{v, "text " + v, "- " + v, "> " + v} {
			c := &nbformat.Cell{Type: nbformat.Markdown, Source: source}
			got := strings.ToLower(body(t, book(c), nbhtml.Options{Safe: true}))
			for _, tag := range regexp.MustCompile(`<([a-z!?][^\s>/]*)([^>]*)>`).FindAllStringSubmatch(got, -1) {
				if slices.Contains(forbidden, tag[1]) || regexp.MustCompile(`[\s"'/]on[a-z]+\s*=`).MatchString(quoted.ReplaceAllString(tag[2], `""`)) || regexp.MustCompile(`(?:href|src)="\s*(?:javascript|vbscript|data:text)`).MatchString(tag[2]) {
					t.Errorf("%s\nbecame\n%s\n%s", source, got, tag[0])
				}
			}
		}
	}
	// The check itself sees what is bad.
	for _, bad := range []string{
		"<script></script>", `<a href="java&#9;script:x"/>`, `<b onclick="x"/>`, "<p>", "</p>", `<img src="x"/>`, `<p style="background:url(x)"/>`, "<!-- x -->", `<use href="x#a"/>`, "<svg:script/>", "<p a=b/>",
	} {
		if len(faults(bad)) == 0 {
			t.Errorf("no fault in %s", bad)
		}
	}
}

func FuzzSafe(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := output(t, text)
		if !strings.ContainsFunc(text, notXML) { // the check reads XML
			for _, fault := range faults(got) {
				t.Errorf("%q became %q: %s", text, got, fault)
			}
		}
	})
}

// notXML says whether a character may not stand in XML.
func notXML(r rune) bool {
	return r == '\ufffd' || r == '&' || r == '\ufffe' || r == '\uffff' || r < ' ' && r != '\t' && r != '\n' && r != '\r'
}

// TestSafeKeeps: pictures, tables, links and drawings stay.
func TestSafeKeeps(t *testing.T) {
	for in, want := range map[string]string{
		`<p class="a" style="color:red;position:fixed;width:3em">x &amp; <b>y</b></p>`:                                    `<p class="a" style="color:red;width:3em">x &amp; <b>y</b></p>`,
		`<figure><img width=7 alt="a board" src="data:image/svg+xml;base64,PHN2Zy8+"><figcaption>c</figcaption></figure>`: `<figure><img width="7" alt="a board" src="data:image/svg+xml;base64,PHN2Zy8+"/><figcaption>c</figcaption></figure>`,
		`<IMG SRC='data:image/png;base64,` + pixel + `'>`:                                                                 `<img src="data:image/png;base64,` + pixel + `"/>`,
		`<table><tr><td colspan=2>1<td>2<tr><th scope="row">3</table>`:                                                    `<table><tr><td colspan="2">1</td><td>2</td></tr><tr><th scope="row">3</th></tr></table>`,
		`<ul><li>1<li>2</ul>x`: `<ul><li>1</li><li>2</li></ul>x`,
		`<a href="https://x/?a=1&amp;b=2" target=_blank>x</a><a href="10.html#a">y</a>`:                                  `<a href="https://x/?a=1&amp;b=2">x</a><a href="10.html#a">y</a>`,
		`<svg viewBox="0 0 9 9"><g fill="url(#f)"><path d="M0 0"/><text x='1'>a</text></g><rect fill="url(//e)"/></svg>`: `<svg viewbox="0 0 9 9"><g fill="url(#f)"><path d="M0 0"></path><text x="1">a</text></g><rect></rect></svg>`,
		`<svg><style/><path/></svg>`: `<svg><path></path></svg>`,
		`a < b && c > d`:             `a &lt; b &amp;&amp; c &gt; d`,
		`<custom-tag>kept</custom-tag><noscript><b>still</b></noscript><form>f</form>`: `kept<b>still</b>f`,
		`before<script>if (a<b) x("</div>")</script>after<!-- no --><b>open`:           `beforeafter<b>open</b>`,
		`<math display="block"><mfrac><mn>1</mn><mi>x</mi></mfrac></math>`:             `<math display="block"><mfrac><mn>1</mn><mi>x</mi></mfrac></math>`,
		`<br/><hr><p title='"<">'>q`: `<br/><hr/><p title="&#34;&lt;&#34;&gt;">q</p>`,
		`x<b title="never closed>y`:  `x`,
		`</p></div><p>x</div>y`:      `<p>xy</p>`,
	} {
		if got := output(t, in); got != want {
			t.Errorf("%s\nbecame %s\nwant   %s", in, got, want)
		}
	}
	for source, want := range map[string]string{
		"a <sub>b</sub> <span onclick=x>c</span>":            "a <sub>b</sub> <span>c</span>",
		"<div>\n<b>x</b>\n</div>":                            "<div>\n<b>x</b>\n</div>",
		"[x](javascript:alert(1)) <javascript:alert(1)>":     `<a href="">x</a> javascript:alert(1)`,
		"<https://x/> ![a](data:text/html,x)":                `<a href="https://x/">https://x/</a> <a href="">a</a>`,
		"![a](data:image/svg+xml;base64,PHN2Zy8+) $x^2$":     `<img src="data:image/svg+xml;base64,PHN2Zy8+" alt="a"> <math><msup><mi>x</mi><mn>2</mn></msup></math>`,
		"[r]: javascript:x\n\n[r] ![b](javascript:alert(1))": `<a href="">r</a> <a href="">b</a>`,
	} {
		if got := body(t, book(&nbformat.Cell{Type: nbformat.Markdown, Source: source}), nbhtml.Options{Safe: true}); !strings.Contains(got, want) {
			t.Errorf("%s\nbecame %s\nwant %s in it", source, got, want)
		}
	}
	svg := `<svg onload="x()"/>`
	if got, want := body(t, book(code("", display("image/svg+xml", svg))), nbhtml.Options{Safe: true}), `<img alt="plain &lt;form&gt;" src="data:image/svg+xml;base64,`+base64.StdEncoding.EncodeToString([]byte(svg))+`">`; !strings.Contains(got, want) {
		t.Errorf("a drawing became %s\nwant %s in it", got, want)
	}
	// Deep and unbalanced input takes time in proportion.
	if got := output(t, strings.Repeat("<div/><b>", 50000)+strings.Repeat("</i>", 50000)); len(faults(got)) > 0 {
		t.Error("deep input is not balanced")
	}
}

// TestSafePolicy: the page's own script is the only one that its policy lets run.
func TestSafePolicy(t *testing.T) {
	n := book(code("x", display("text/html", "<b>y</b>")))
	page, err := nbhtml.Page(n, nbhtml.Options{Safe: true})
	if err != nil {
		t.Fatal(err)
	}
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllSubmatch(page, -1)
	if len(scripts) != 1 {
		t.Fatalf("%d scripts", len(scripts))
	}
	sum := sha256.Sum256(scripts[0][1])
	if want := "script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'\""; !strings.Contains(string(page), want) || strings.Contains(string(page), "script-src 'unsafe-inline'") {
		t.Errorf("want %s in\n%s", want, page)
	}
	if page, err = nbhtml.Page(n, nbhtml.Options{}); err != nil || !strings.Contains(string(page), "script-src 'unsafe-inline'\"") {
		t.Errorf("outputs that are trusted may not run scripts, %v", err)
	}
}
