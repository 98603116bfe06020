package notebooks

import (
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sudokulab/pkg/nbexec/nbformat"
)

// What is left of a display in a viewer that does not trust the notebook. The elements are those that
// JupyterLab 4 keeps; the text of any other stays behind, but for those whose text goes with them.
// Of attributes it drops more than JupyterLab does, as code hosts do: every class, style and
// identifier; and every event and data attribute, as all do. Addresses of images may hold data.
var (
	keptElements = strings.Fields("a abbr b blockquote br button caption code dd del details div dl dt em figcaption figure " +
		"h1 h2 h3 h4 h5 h6 hr i img input ins kbd label li mark meter ol output p pre progress q s samp section select small " +
		"span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr")
	gone           = []string{"script", "style", "textarea", "option"}
	keptAttributes = []string{"src", "alt", "align", "scope", "colspan", "rowspan", "href", "max", "value"}
)

// seen is what such a viewer shows of a display.
type seen struct {
	text   string
	images []map[string]string // their attributes
	tables int
}

// untrusted sanitises a display.
func untrusted(html string) (s seen, err error) {
	d := xml.NewDecoder(strings.NewReader(html))
	d.Strict, d.AutoClose, d.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	var text strings.Builder
	for hidden := 0; ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			s.text = text.String()
			return s, nil
		}
		if err != nil {
			return s, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			if slices.Contains(gone, name) {
				hidden++
			}
			if hidden > 0 || !slices.Contains(keptElements, name) {
				continue
			}
			switch name {
			case "img":
				attributes := map[string]string{}
				for _, a := range token.Attr {
					if slices.Contains(keptAttributes, a.Name.Local) {
						attributes[a.Name.Local] = a.Value
					}
				}
				s.images = append(s.images, attributes)
			case "table":
				s.tables++
			}
		case xml.EndElement:
			if slices.Contains(gone, token.Name.Local) {
				hidden--
			}
		case xml.CharData:
			if hidden == 0 {
				text.Write(token)
			}
		}
	}
}

// picture checks an image as such a viewer has it: with bytes of its own that are a drawing of
// some size, on a ground of its own, and with words.
func picture(attributes map[string]string) error {
	data, ok := strings.CutPrefix(attributes["src"], "data:image/svg+xml;base64,")
	if !ok {
		return fmt.Errorf("its address is %.60q", attributes["src"])
	}
	svg, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return err
	}
	if words := attributes["alt"]; len(words) < 5 {
		return fmt.Errorf("its words are %q", words)
	}
	shapes := 0
	for d := xml.NewDecoder(strings.NewReader(string(svg))); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if start, ok := token.(xml.StartElement); ok {
			switch start.Name.Local {
			case "svg":
				if start.Name.Space != "http://www.w3.org/2000/svg" {
					return errors.New("it does not say that it is SVG")
				}
				var w, h float64
				for _, a := range start.Attr {
					if a.Name.Local == "viewBox" {
						_, _ = fmt.Sscanf(a.Value, "0 0 %g %g", &w, &h)
					}
				}
				if w < 40 || h < 40 {
					return fmt.Errorf("it is %g×%g", w, h)
				}
			case "path", "rect", "text", "circle", "line", "polyline", "polygon":
				shapes++
			case "script", "image", "foreignObject":
				return fmt.Errorf("it holds <%s>", start.Name.Local)
			}
		}
	}
	if shapes < 4 {
		return fmt.Errorf("it has %d shapes", shapes)
	}
	if ground := regexp.MustCompile(`svg\{background:#[0-9a-f]{6}\}|<path class="f\d+" fill="#[0-9a-f]{6}" shape-rendering="crispEdges" d="M0 0h`); !ground.Match(svg) {
		return errors.New("it has no ground of its own")
	}
	return nil
}

// digits are those of a board that was a drawing or a table before a viewer took it apart.
var digits = regexp.MustCompile(`(?:^|\s)[1-9](?:\s+[1-9]){5}|(?i:\bempty\b\s+\bempty\b)`)

// Every picture of every notebook shows in viewers that do not trust it, and nothing stands where a
// picture should be: no digits without a board, no table instead of one.
func TestPicturesShowWhereNothingIsTrusted(t *testing.T) {
	files := executed(t)
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			n, err := nbformat.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			draws := drawing(t, file)
			all := 0
			for _, c := range n.Cells {
				images, lacking := 0, false
				for i, o := range c.Outputs {
					html, _ := o.Data["text/html"].(string)
					plain, _ := o.Data["text/plain"].(string)
					s, err := untrusted(html)
					if err != nil {
						t.Fatalf("cell %s, output %d: %v", c.ID, i+1, err)
					}
					for k, attributes := range s.images {
						if err := picture(attributes); err != nil {
							t.Errorf("cell %s, output %d, image %d: %v", c.ID, i+1, k+1, err)
						}
					}
					images += len(s.images)
					lacking = lacking || strings.HasPrefix(plain, "No chart ")
					if strings.HasPrefix(plain, "Figure: ") && len(s.images) == 0 {
						t.Errorf("cell %s, output %d: no image of %.80q", c.ID, i+1, plain)
					}
					if len(s.images) > 0 && (s.tables > 0 || digits.MatchString(s.text)) {
						t.Errorf("cell %s, output %d: beside the image stand %d tables and %.120q", c.ID, i+1, s.tables, s.text)
					}
				}
				if draws[c.ID] && images == 0 && !lacking {
					t.Errorf("cell %s shows no picture", c.ID)
				}
				all += images
			}
			if all < 5 {
				t.Errorf("%d pictures in all", all)
			}
		})
	}
}

// drawing tells the cells that show a picture by what they call.
func drawing(t *testing.T, file string) map[string]bool {
	t.Helper()
	s := read(t, file)
	out := map[string]bool{}
	for _, c := range s.cells {
		var needs []*part
		s.reach(c, &needs)
		out[c.cell] = slices.ContainsFunc(needs, func(p *part) bool { return p.draws })
	}
	return out
}

// The sanitiser drops what theirs drop: drawings in the HTML leave their text, scripts and styles
// nothing. So the displays that there used to be would not pass.
func TestUntrustedViewer(t *testing.T) {
	s, err := untrusted(`<div class="x"><style>p{}</style><svg><g><text>5</text> <text>3</text> <text>7</text> <text>6</text> <text>1</text> <text>9</text></g></svg>` +
		`<table><tr><td>empty</td> <td>empty</td></tr></table><script>"<img src='x'>"</script><img src="data:x" onclick="f()" style="width:1px" /></div>`)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.images) != 1 || s.tables != 1 || s.images[0]["src"] != "data:x" || len(s.images[0]) != 1 || strings.Contains(s.text, "p{}") {
		t.Errorf("%+v", s)
	}
	if !digits.MatchString(s.text) || digits.MatchString("Frames 1 to 3 of 12, 5 kinds. empty") {
		t.Errorf("a board's digits are told from words wrongly in %q", s.text)
	}
	for want, attributes := range map[string]map[string]string{
		"its address":    {"src": "https://example.org/x.png", "alt": "A board"},
		"illegal base64": {"src": "data:image/svg+xml;base64,!", "alt": "A board"},
		"its words":      {"src": "data:image/svg+xml;base64,", "alt": ""},
		"it has 0 shapes": {"alt": "A board", "src": "data:image/svg+xml;base64," +
			base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 99"></svg>`))},
		"it is 9×9": {"alt": "A board", "src": "data:image/svg+xml;base64," +
			base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>`))},
	} {
		if err := picture(attributes); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
