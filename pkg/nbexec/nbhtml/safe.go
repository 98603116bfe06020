package nbhtml

import (
	"html"
	"regexp"
	"slices"
	"strings"
)

// A list of what is allowed, not of what is not: HTML is read tag by tag and written again, so that
// the result holds escaped text and tags from the lists below, each with attributes from the lists
// below, quoted. Nothing on the lists changes how a browser reads the text behind it (no element of
// raw text, no comment), so however it takes malformed input here, the browser sees these tags alone.
// Tags are balanced: what an output opens ends with it, and it closes nothing else.

func words(list string) map[string]bool {
	m := map[string]bool{}
	for name := range strings.FieldsSeq(list) {
		m[name] = true
	}
	return m
}

var (
	// allowedTags are written; of other elements the content is.
	allowedTags = words(`a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup data dd del details
		dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li mark meter nav ol p picture pre progress
		q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr
		svg g path rect circle ellipse line polyline polygon text tspan defs lineargradient radialgradient stop clippath mask pattern marker symbol use
		math mrow mi mn mo mtext ms mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded`)
	// droppedTags are left out with their content.
	droppedTags = words(`script style iframe object embed applet noembed noframes frameset template textarea title xmp plaintext select datalist button
		foreignobject annotation annotation-xml desc metadata canvas audio video map dialog portal fencedframe`)
	// rawTags hold text up to their end tag, whatever stands in it.
	rawTags  = words(`script style iframe noembed noframes textarea title xmp plaintext`)
	voidTags = words(`br hr img col wbr embed input link meta base area param source track frame`)
	// inlineTags may stand alone within a line of Markdown.
	inlineTags = words(`abbr b big br cite code del dfn em i img ins kbd mark q s samp small span strike strong sub sup tt u var wbr`)

	allowedAttributes = words(`abbr align alt class colspan datetime dir headers height hidden high id lang low max min open optimum reversed role
		rowspan scope span start tabindex title type valign value width
		clip-path clip-rule clippathunits color cx cy d display dominant-baseline dx dy fill fill-opacity fill-rule font-family font-size font-style
		font-variant font-weight fx fy gradienttransform gradientunits letter-spacing lengthadjust marker-end marker-mid marker-start markerheight
		markerunits markerwidth mask maskcontentunits maskunits offset opacity orient paint-order pathlength patterncontentunits patterntransform
		patternunits points preserveaspectratio r refx refy rotate rx ry shape-rendering spreadmethod stop-color stop-opacity stroke stroke-dasharray
		stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration textlength
		text-rendering transform vector-effect viewbox visibility word-spacing x x1 x2 y y1 y2
		columnalign columnspacing displaystyle fence largeop lspace mathvariant maxsize minsize movablelimits rowspacing rspace scriptlevel separator stretchy symmetric linethickness`)

	allowedStyle = regexp.MustCompile(`^(?:align|border|break|caption|clear|color|column|direction|display|empty|fill|flex|float|font|gap|grid|height|justify|` +
		`letter|line|list|margin|max|min|opacity|order|overflow|padding|page|place|row|stop|stroke|table|text|unicode|vertical|visibility|white|width|word|` +
		`background|aspect|box-sizing|object)(?:-[a-z-]+)?$`)
	// freeAttributes hold text that a browser shows or compares; the values of all others are read as numbers, words or CSS.
	freeAttributes = words(`abbr alt class datetime headers id lang title`)

	// plainValue allows numbers, words, colours and strings of these: no escapes, which could spell what is looked for below.
	plainValue = regexp.MustCompile(`^[\p{L}\p{N}\s_.,%#()+*/'"!:-]*$`)
	// call is where a function begins in CSS; calls are those that may, none of which loads anything.
	call  = regexp.MustCompile(`([\p{L}\p{N}_-]*)\(`)
	calls = words(`rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp minmax repeat fit-content
		matrix matrix3d translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d rotate rotatex rotatey rotatez
		rotate3d skew skewx skewy perspective circle ellipse inset polygon linear-gradient radial-gradient conic-gradient
		repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient`)

	localURL  = regexp.MustCompile(`^url\(#[\w.:-]+\)$`)
	dataImage = regexp.MustCompile(`(?i)^data:image/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)[;,]`)
	scheme    = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)
)

// safe returns HTML without what runs, fetches or leaves its place.
func safe(text string) string {
	s := &sanitizer{rest: text, depth: map[string]int{}}
	for s.rest != "" {
		s.next()
	}
	s.end(0)
	return s.out.String()
}

// safeTag is [safe] of one tag within a line, whose counterpart stands elsewhere.
func safeTag(text string) string {
	t, _, ok := readTag(text)
	switch {
	case !ok || !inlineTags[t.name]:
		return ""
	case t.end:
		return "</" + t.name + ">"
	case voidTags[t.name]:
		return "<" + t.name + t.written() + "/>"
	}
	return "<" + t.name + t.written() + ">"
}

type sanitizer struct {
	rest  string
	out   strings.Builder
	open  []string       // elements, outermost first
	depth map[string]int // how many of a name are open
}

// next reads text up to a tag, or a tag.
func (s *sanitizer) next() {
	i := strings.IndexByte(s.rest, '<')
	if i != 0 {
		if i < 0 {
			i = len(s.rest)
		}
		s.text(s.rest[:i])
		s.rest = s.rest[i:]
		return
	}
	switch {
	case strings.HasPrefix(s.rest, "<!--"):
		s.skip(4, "-->")
	case strings.HasPrefix(s.rest, "<!"), strings.HasPrefix(s.rest, "<?"):
		s.skip(2, ">")
	default:
		t, n, ok := readTag(s.rest)
		if !ok {
			s.text("<")
			s.rest = s.rest[1:]
			return
		}
		s.rest = s.rest[n:]
		s.tag(t)
	}
}

func (s *sanitizer) text(text string) {
	s.out.WriteString(html.EscapeString(strings.ReplaceAll(html.UnescapeString(text), "\x00", "")))
}

// skip goes behind the end, which is looked for from a place on.
func (s *sanitizer) skip(from int, end string) {
	if i := strings.Index(s.rest[from:], end); i >= 0 {
		s.rest = s.rest[from+i+len(end):]
		return
	}
	s.rest = ""
}

func (s *sanitizer) tag(t tag) {
	switch {
	case t.end:
		s.close(t.name)
	case droppedTags[t.name]:
		if !voidTags[t.name] && (!t.closed || s.depth["svg"] == 0) {
			s.drop(t.name)
		}
	case !allowedTags[t.name]:
	case voidTags[t.name]:
		s.out.WriteString("<" + t.name + t.written() + "/>")
	default:
		s.implied(t.name)
		s.out.WriteString("<" + t.name + t.written() + ">")
		s.open = append(s.open, t.name)
		s.depth[t.name]++
		if t.closed && s.depth["svg"] > 0 {
			s.end(len(s.open) - 1)
		}
	}
}

// impliedEnds are the elements whose end tags may be left out before one of a name.
var impliedEnds = map[string][]string{
	"p": {"p"}, "li": {"p", "li"}, "dt": {"p", "dt", "dd"}, "dd": {"p", "dt", "dd"},
	"td": {"p", "td", "th"}, "th": {"p", "td", "th"}, "tr": {"p", "td", "th", "tr"},
	"thead": {"td", "th", "tr"}, "tbody": {"td", "th", "tr", "thead", "tbody"}, "tfoot": {"td", "th", "tr", "thead", "tbody"},
}

// implied ends the open elements whose end tags are left out before one of the name.
func (s *sanitizer) implied(name string) {
	for n := len(s.open); n > 0 && slices.Contains(impliedEnds[name], s.open[n-1]); n = len(s.open) {
		s.end(n - 1)
	}
}

// close writes the end tags up to the innermost open element of the name; without one it does
// nothing.
func (s *sanitizer) close(name string) {
	if s.depth[name] == 0 {
		return
	}
	i := len(s.open) - 1
	for s.open[i] != name {
		i--
	}
	s.end(i)
}

// end writes the end tags of all open elements from a place in their list on.
func (s *sanitizer) end(from int) {
	for i := len(s.open) - 1; i >= from; i-- {
		s.out.WriteString("</" + s.open[i] + ">")
		s.depth[s.open[i]]--
	}
	s.open = s.open[:from]
}

// drop goes behind the end of an element whose start tag has been read; an element without an end
// takes all that follows with it.
func (s *sanitizer) drop(name string) {
	for depth := 1; depth > 0 && s.rest != ""; {
		i := strings.IndexByte(s.rest, '<')
		if i < 0 {
			s.rest = ""
			return
		}
		s.rest = s.rest[i:]
		end := strings.HasPrefix(s.rest, "</")
		if rawTags[name] && (!end || len(s.rest) < 2+len(name) || !strings.EqualFold(s.rest[2:2+len(name)], name)) {
			s.rest = s.rest[1:] // what looks like another tag in it is text
			continue
		}
		t, n, ok := readTag(s.rest)
		if !ok {
			s.rest = s.rest[1:]
			continue
		}
		s.rest = s.rest[n:]
		switch {
		case t.name != name:
		case t.end:
			depth--
		case !t.closed:
			depth++
		}
	}
}

// tag is a start tag or an end tag.
type tag struct {
	name       string
	end        bool // </name>
	closed     bool // <name/>
	attributes [][2]string
}

// readTag reads the tag with which the text begins, and says how long it is: to the end of the text
// if it does not end. It is not ok if there is no tag.
func readTag(text string) (t tag, n int, ok bool) {
	i := 1
	if strings.HasPrefix(text, "</") {
		t.end = true
		i = 2
	}
	if i >= len(text) || text[0] != '<' || !letter(text[i]) {
		return t, 0, false
	}
	begin := i
	for i < len(text) && !blank(text[i]) && text[i] != '/' && text[i] != '>' {
		i++
	}
	t.name = strings.ToLower(text[begin:i])
	for i < len(text) {
		switch c := text[i]; {
		case c == '>':
			return t, i + 1, true
		case c == '/' || blank(c):
			t.closed = c == '/'
			i++
		default:
			var a [2]string
			a, i = readAttribute(text, i)
			t.closed = false
			t.attributes = append(t.attributes, a)
		}
	}
	return tag{name: "script"}, len(text), true // a tag without an end is dropped, and nothing follows it
}

// readAttribute reads an attribute and says where it ends.
func readAttribute(text string, i int) (a [2]string, end int) {
	begin := i
	i++ // an equals sign may begin a name
	for i < len(text) && !blank(text[i]) && !strings.ContainsRune("/>=", rune(text[i])) {
		i++
	}
	a[0] = strings.ToLower(text[begin:i])
	at := i
	for i < len(text) && blank(text[i]) {
		i++
	}
	if i >= len(text) || text[i] != '=' {
		return a, at
	}
	i++
	for i < len(text) && blank(text[i]) {
		i++
	}
	if i < len(text) && (text[i] == '"' || text[i] == '\'') {
		value, _, _ := strings.Cut(text[i+1:], text[i:i+1])
		a[1] = html.UnescapeString(value)
		return a, min(i+1+len(value)+1, len(text))
	}
	begin = i
	for i < len(text) && !blank(text[i]) && text[i] != '>' {
		i++
	}
	a[1] = html.UnescapeString(text[begin:i])
	return a, i
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

// written returns the attributes that are allowed, each once, as they are written.
func (t tag) written() string {
	var out strings.Builder
	seen := map[string]bool{}
	for _, a := range t.attributes {
		name, value := a[0], strings.ReplaceAll(a[1], "\x00", "")
		keep := false
		switch {
		case seen[name]:
		case name == "style":
			value = safeStyle(value)
			keep = value != ""
		case name == "href" && t.name == "a":
			value, keep = safeURL(value)
		case (name == "href" || name == "xlink:href") && t.name == "use":
			keep = strings.HasPrefix(value, "#")
		case name == "src" && t.name == "img":
			keep = dataImage.MatchString(value)
		case name == "xmlns":
			keep = value == "http://www.w3.org/2000/svg" || value == "http://www.w3.org/1998/Math/MathML"
		case strings.HasPrefix(name, "aria-"):
			keep = !strings.ContainsAny(name, "\"'<&")
		case allowedAttributes[name]:
			keep = freeAttributes[name] || harmless(value) || localURL.MatchString(value)
		}
		seen[name] = true
		if keep {
			out.WriteString(" " + name + `="` + html.EscapeString(value) + `"`)
		}
	}
	return out.String()
}

// safeStyle returns the declarations that change how an element looks where it stands.
func safeStyle(style string) string {
	var kept []string
	for declaration := range strings.SplitSeq(style, ";") {
		name, value, ok := strings.Cut(declaration, ":")
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)
		if ok && allowedStyle.MatchString(name) && !strings.Contains(value, ":") && harmless(value) {
			kept = append(kept, name+":"+value)
		}
	}
	return strings.Join(kept, ";")
}

// harmless says whether a browser that reads the value as CSS, in whatever property, fetches nothing for it: what is not known to
// be plain is not.
func harmless(value string) bool {
	if !plainValue.MatchString(value) || strings.Contains(value, "/*") {
		return false
	}
	for _, m := range call.FindAllStringSubmatch(value, -1) {
		if m[1] != "" && !calls[strings.ToLower(m[1])] {
			return false
		}
	}
	return true
}

// safeURL returns the address of a link that leads to a page, a place in this one or a mailbox, as
// a browser reads it; not ok for one that runs.
func safeURL(address string) (string, bool) {
	// Browsers take blanks and control characters from both ends, and tabs and line ends from within.
	address = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, address)
	address = strings.TrimSpace(address)
	switch s := strings.ToLower(scheme.FindString(address)); s {
	case "", "http:", "https:", "mailto:":
		return address, true
	}
	return "", false
}
