package nbhtml

import (
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of a formula; beyond them it is shown as its source.
const (
	maxTeX   = 8 << 10 // bytes
	maxDepth = 60      // groups within groups
)

// mathML returns a formula in TeX as MathML (MathML Core, https://www.w3.org/TR/mathml-core/).
// It knows what LaTeX and amsmath write in running text: scripts, fractions, roots, accents,
// fonts, fences, matrices and aligned lines. Anything else, macros included, is no formula: ok is
// false, and nothing of it is shown half.
//
// treeblood (v0.1.16) was the alternative. It orders attributes by a map, so equal input gives
// unequal bytes, prints to standard output when a formula is broken, and does not know
// \operatorname.
func mathML(source string, block bool) (markup string, ok bool) {
	if len(source) > maxTeX || !utf8.ValidString(source) || strings.ContainsFunc(source, notXML) || strings.TrimSpace(source) == "" {
		return "", false
	}
	r := &tex{rest: source}
	body := r.row()
	if r.failed || r.rest != "" {
		return "", false
	}
	open := `<math>`
	if block {
		open = `<math display="block">`
	}
	return open + body + "</math>", true
}

// notXML says whether a character has no place in markup.
func notXML(c rune) bool {
	return c < ' ' && c != '\n' && c != '\t' && c != '\r' || c == 0xfffe || c == 0xffff
}

// tex reads a formula from its beginning to its end. After a failure nothing is left to read, so
// every loop ends.
type tex struct {
	rest   string
	font   string // "" for that of variables
	depth  int
	failed bool
}

func (r *tex) fail() string {
	r.failed, r.rest = true, ""
	return ""
}

// space skips spaces and comments.
func (r *tex) space() {
	for {
		r.rest = strings.TrimLeft(r.rest, " \t\r\n")
		if !strings.HasPrefix(r.rest, "%") {
			return
		}
		_, r.rest, _ = strings.Cut(r.rest, "\n")
	}
}

// command returns the name of the command that comes next, without its backslash: letters, or
// one other character; "" if no command is next.
func (r *tex) command() string {
	rest, ok := strings.CutPrefix(r.rest, `\`)
	if !ok || rest == "" {
		return ""
	}
	n := strings.IndexFunc(rest, func(c rune) bool { return !asciiLetter(c) })
	switch {
	case n < 0:
		return rest
	case n == 0:
		_, size := utf8.DecodeRuneInString(rest)
		return rest[:size]
	}
	return rest[:n]
}

// take reads a command if it is the next.
func (r *tex) take(name string) bool {
	if r.command() != name {
		return false
	}
	r.rest = r.rest[1+len(name):]
	return true
}

func asciiLetter(c rune) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }

// atRowEnd says whether what follows belongs to what the row is in.
func (r *tex) atRowEnd() bool {
	if r.rest == "" || r.rest[0] == '}' || r.rest[0] == '&' {
		return true
	}
	switch r.command() {
	case `\`, "cr", "end", "right", "middle":
		return true
	}
	return false
}

// row reads up to the end of what it is in, and does not read that.
func (r *tex) row() string { return r.rowUntil("") }

// rowUntil is row that also ends before a character, if that is not "".
func (r *tex) rowUntil(end string) string {
	r.depth++
	defer func() { r.depth-- }()
	if r.depth > maxDepth {
		return r.fail()
	}
	var items []string
	for r.space(); !r.atRowEnd() && (end == "" || !strings.HasPrefix(r.rest, end)); r.space() {
		before := r.rest
		if style, ok := styles[r.command()]; ok {
			r.take(r.command())
			items = append(items, style+r.rowUntil(end)+"</mstyle>")
			break
		}
		last := ""
		if len(items) > 0 {
			last = items[len(items)-1]
		}
		item := r.scripted(last != "" && !operatorElement(last) && !strings.HasPrefix(last, "<mspace"))
		if r.rest == before {
			return r.fail()
		}
		if sign, ok := signs[item]; ok && operatorElement(last) && !closing.MatchString(last) {
			item = sign // of what follows, without the gaps of a sum
		}
		if item != "" {
			items = append(items, item)
		}
	}
	if r.failed {
		return ""
	}
	if len(items) == 1 {
		return items[0]
	}
	return "<mrow>" + strings.Join(items, "") + "</mrow>"
}

// operatorElement says whether markup begins with <mo>.
func operatorElement(markup string) bool {
	return strings.HasPrefix(markup, "<mo>") || strings.HasPrefix(markup, "<mo ")
}

// scripted reads an atom with its primes, subscript and superscript.
func (r *tex) scripted(afterOperand bool) string {
	var base atom
	if c := r.rest[0]; c == '^' || c == '_' || c == '\'' {
		base.markup = "<mrow></mrow>"
	} else {
		base = r.atom()
	}
	var sub, super, primes string
	for {
		r.space()
		switch {
		case r.take("limits"):
			base.limits = true
			continue
		case r.take("nolimits"):
			base.limits = false
			continue
		case strings.HasPrefix(r.rest, "'") && super == "":
			r.rest = r.rest[1:]
			primes += "′"
			continue
		case strings.HasPrefix(r.rest, "_") && sub == "":
			r.rest = r.rest[1:]
			sub = r.argument()
			continue
		case strings.HasPrefix(r.rest, "^") && super == "":
			r.rest = r.rest[1:]
			super = r.argument()
			continue
		case strings.HasPrefix(r.rest, "_"), strings.HasPrefix(r.rest, "^"), strings.HasPrefix(r.rest, "'"):
			return r.fail() // a script twice
		}
		break
	}
	switch {
	case primes != "" && super != "":
		super = "<mrow><mo>" + primes + "</mo>" + super + "</mrow>"
	case primes != "":
		super = "<mo>" + primes + "</mo>"
	}
	names := [3]string{"msub", "msup", "msubsup"}
	if base.limits {
		names = [3]string{"munder", "mover", "munderover"}
	}
	markup := base.markup
	switch {
	case sub != "" && super != "":
		markup = element(names[2], markup, sub, super)
	case sub != "":
		markup = element(names[0], markup, sub)
	case super != "":
		markup = element(names[1], markup, super)
	}
	if !base.function || r.failed {
		return markup
	}
	const thin = `<mspace width="0.167em"></mspace>`
	if afterOperand {
		markup = thin + markup
	}
	if c, _ := utf8.DecodeRuneInString(r.rest); unicode.IsLetter(c) || unicode.IsDigit(c) || r.operandNext() {
		markup += thin
	}
	return "<mrow>" + markup + "</mrow>"
}

// operandNext says whether a command comes next that is a name, a number or another function.
func (r *tex) operandNext() bool {
	name := r.command()
	if s, ok := symbols[name]; ok {
		return s.kind == identifier
	}
	return slices.Contains([]string{"frac", "tfrac", "dfrac", "sqrt", "binom"}, name) || fonts[name] != "" || functions[name] != 0
}

func element(name string, children ...string) string {
	return "<" + name + ">" + strings.Join(children, "") + "</" + name + ">"
}

// atom is a part of a formula that may have scripts.
type atom struct {
	markup   string
	limits   bool // scripts stand above and below it
	function bool // a name as sin, with a gap before its argument
}

// argument reads what a command or a script applies to: a group or one symbol.
func (r *tex) argument() string {
	r.space()
	switch {
	case r.atRowEnd() || r.rest[0] == '^' || r.rest[0] == '_' || r.rest[0] == '\'':
		return r.fail()
	case digit(r.rest[0]):
		c := r.rest[:1]
		r.rest = r.rest[1:]
		return "<mn>" + r.letters(c) + "</mn>"
	}
	r.depth++
	defer func() { r.depth-- }()
	if r.depth > maxDepth {
		return r.fail()
	}
	if markup := r.atom().markup; markup != "" {
		return markup
	}
	return "<mrow></mrow>"
}

// group reads {…}.
func (r *tex) group() string {
	r.space()
	if !strings.HasPrefix(r.rest, "{") {
		return r.fail()
	}
	r.rest = r.rest[1:]
	body := r.row()
	if !strings.HasPrefix(r.rest, "}") {
		return r.fail()
	}
	r.rest = r.rest[1:]
	return body
}

// word reads {…} as the text between its braces.
func (r *tex) word() string {
	r.space()
	if !strings.HasPrefix(r.rest, "{") {
		return r.fail()
	}
	depth := 0
	for i := 0; i < len(r.rest); i++ {
		switch r.rest[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
			if depth == 0 {
				text := r.rest[1:i]
				r.rest = r.rest[i+1:]
				return text
			}
		}
	}
	return r.fail()
}

// option reads […] if it is there.
func (r *tex) option() (text string, ok bool) {
	r.space()
	if !strings.HasPrefix(r.rest, "[") {
		return "", false
	}
	text, rest, ok := strings.Cut(r.rest[1:], "]")
	if !ok {
		return r.fail(), false
	}
	r.rest = rest
	return text, true
}

func (r *tex) atom() atom {
	c, size := utf8.DecodeRuneInString(r.rest)
	switch {
	case c == '\\':
		return r.commandAtom()
	case c == '{':
		return atom{markup: r.group()}
	case c < 0x80 && digit(byte(c)):
		n := 1
		for n < len(r.rest) && (digit(r.rest[n]) || r.rest[n] == '.' && n+1 < len(r.rest) && digit(r.rest[n+1])) {
			n++
		}
		number := r.rest[:n]
		r.rest = r.rest[n:]
		return atom{markup: "<mn>" + r.letters(number) + "</mn>"}
	case r.font == "rm" && asciiLetter(c):
		n := strings.IndexFunc(r.rest, func(c rune) bool { return !asciiLetter(c) })
		if n < 0 {
			n = len(r.rest)
		}
		name := r.rest[:n]
		r.rest = r.rest[n:]
		return atom{markup: `<mi mathvariant="normal">` + name + "</mi>"}
	}
	r.rest = r.rest[size:]
	switch {
	case c == '~':
		return atom{markup: `<mspace width="0.333em"></mspace>`}
	case c == '|': // browsers would set it as a relation
		return atom{markup: `<mo stretchy="false" lspace="0" rspace="0">|</mo>`}
	case strings.ContainsRune("()[]", c):
		return atom{markup: `<mo stretchy="false">` + string(c) + "</mo>"}
	case strings.ContainsRune("$#%\\}&", c) || unicode.IsControl(c):
		return atom{markup: r.fail()}
	case unicode.IsLetter(c):
		return atom{markup: "<mi>" + r.letters(string(c)) + "</mi>"}
	case c == '-':
		c = '−'
	case c == '*':
		c = '∗'
	}
	return atom{markup: "<mo>" + html.EscapeString(string(c)) + "</mo>"}
}

func (r *tex) commandAtom() atom {
	name := r.command()
	if name == "" {
		return atom{markup: r.fail()}
	}
	r.rest = r.rest[1+len(name):]
	if s, ok := symbols[name]; ok {
		switch s.kind {
		case identifier:
			if s.upright {
				return atom{markup: `<mi mathvariant="normal">` + s.text + "</mi>"}
			}
			return atom{markup: "<mi>" + r.letters(s.text) + "</mi>"}
		case largeOperator:
			return atom{markup: "<mo>" + s.text + "</mo>", limits: true}
		case fence:
			return atom{markup: `<mo stretchy="false">` + s.text + "</mo>"}
		}
		return atom{markup: "<mo>" + s.text + "</mo>"}
	}
	if width, ok := spaces[name]; ok {
		return atom{markup: `<mspace width="` + width + `em"></mspace>`}
	}
	if kind, ok := functions[name]; ok {
		text := name
		if spelled, ok := spellings[name]; ok {
			text = spelled
		}
		return function(text, kind == withLimits)
	}
	if font, ok := fonts[name]; ok {
		return atom{markup: r.inFont(font)}
	}
	if style, ok := texts[name]; ok {
		return atom{markup: r.text(style)}
	}
	if accent, ok := accents[name]; ok {
		return atom{markup: `<mover accent="true">` + r.argument() + accent + "</mover>"}
	}
	if size, ok := sizes[name]; ok {
		d := r.delimiter()
		return atom{markup: `<mo stretchy="true" minsize="` + size + `em" maxsize="` + size + `em">` + d + "</mo>"}
	}
	return r.structure(name)
}

func function(name string, limits bool) atom {
	if limits {
		return atom{markup: `<mo movablelimits="true" lspace="0" rspace="0">` + name + "</mo>", limits: true, function: true}
	}
	return atom{markup: `<mi mathvariant="normal">` + name + "</mi>", function: true}
}

// structure reads a command that is neither a symbol nor changes letters.
func (r *tex) structure(name string) atom {
	switch name {
	case "frac", "dfrac", "tfrac", "cfrac":
		open := "<mfrac>"
		switch name {
		case "dfrac", "cfrac":
			open = `<mfrac displaystyle="true" scriptlevel="+0">`
		case "tfrac":
			open = `<mfrac displaystyle="false">`
		}
		return atom{markup: open + r.argument() + r.argument() + "</mfrac>"}
	case "binom", "dbinom", "tbinom":
		return atom{markup: `<mrow><mo>(</mo><mfrac linethickness="0">` + r.argument() + r.argument() + "</mfrac><mo>)</mo></mrow>"}
	case "sqrt":
		return r.root()
	case "overline":
		return atom{markup: `<mover>` + r.argument() + `<mo stretchy="true">‾</mo></mover>`}
	case "underline":
		return atom{markup: `<munder>` + r.argument() + `<mo stretchy="true">_</mo></munder>`}
	case "overbrace":
		return atom{markup: `<mover>` + r.argument() + `<mo stretchy="true">⏞</mo></mover>`, limits: true}
	case "underbrace":
		return atom{markup: `<munder>` + r.argument() + `<mo stretchy="true">⏟</mo></munder>`, limits: true}
	case "overset", "stackrel":
		over := r.argument()
		return atom{markup: element("mover", r.argument(), over)}
	case "underset":
		under := r.argument()
		return atom{markup: element("munder", r.argument(), under)}
	case "operatorname":
		limits := strings.HasPrefix(r.rest, "*")
		if limits {
			r.rest = r.rest[1:]
		}
		text, ok := plainText(strings.ReplaceAll(r.word(), `\,`, " "))
		if !ok {
			return atom{markup: r.fail()}
		}
		return function(text, limits)
	case "phantom":
		return atom{markup: element("mphantom", r.argument())}
	case "boxed":
		return atom{markup: `<mrow style="border:1px solid;padding:.2em">` + r.argument() + "</mrow>"}
	case "not":
		return atom{markup: r.negated()}
	case "bmod":
		return atom{markup: `<mo lspace="0.222em" rspace="0.222em">mod</mo>`}
	case "pmod":
		return atom{markup: `<mrow><mspace width="0.5em"></mspace><mo stretchy="false">(</mo><mi mathvariant="normal">mod</mi><mspace width="0.333em"></mspace>` +
			r.argument() + `<mo stretchy="false">)</mo></mrow>`}
	case "tag":
		text, ok := plainText(r.word())
		if !ok {
			return atom{markup: r.fail()}
		}
		return atom{markup: `<mspace width="2em"></mspace><mtext>(` + text + ")</mtext>"}
	case "label":
		r.word()
		return atom{}
	case "nonumber", "notag":
		return atom{}
	case "left":
		return atom{markup: r.fenced()}
	case "substack":
		return atom{markup: r.substack()}
	case "begin":
		return atom{markup: r.environment()}
	}
	return atom{markup: r.fail()}
}

func (r *tex) root() atom {
	r.space()
	if !strings.HasPrefix(r.rest, "[") {
		return atom{markup: element("msqrt", r.argument())}
	}
	r.rest = r.rest[1:]
	degree := r.rowUntil("]")
	if !strings.HasPrefix(r.rest, "]") {
		return atom{markup: r.fail()}
	}
	r.rest = r.rest[1:]
	return atom{markup: element("mroot", r.argument(), degree)}
}

func (r *tex) negated() string {
	r.space()
	if strings.HasPrefix(r.rest, "=") {
		r.rest = r.rest[1:]
		return "<mo>≠</mo>"
	}
	name := r.command()
	if s, ok := symbols[name]; ok && s.kind == operator {
		r.take(name)
		return "<mo>" + s.text + "\u0338</mo>"
	}
	return r.fail()
}

// text reads {…} as words.
func (r *tex) text(style string) string {
	text, ok := plainText(r.word())
	if !ok {
		return r.fail()
	}
	// Spaces at the ends count, and MathML would take them away.
	if trimmed := strings.TrimLeft(text, " "); trimmed != text {
		text = "\u00a0" + trimmed
	}
	if trimmed := strings.TrimRight(text, " "); trimmed != text {
		text = trimmed + "\u00a0"
	}
	return "<mtext" + style + ">" + text + "</mtext>"
}

// plainText returns the words of a text as HTML; ok is false if there is more than words in it.
func plainText(text string) (escaped string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\\':
			i++
			if i == len(text) || !strings.ContainsRune(`_%&#${} ,`, rune(text[i])) {
				return "", false
			}
			if text[i] == ',' {
				b.WriteByte(' ')
			} else {
				b.WriteByte(text[i])
			}
		case '$', '{', '}':
			return "", false
		case '~':
			b.WriteString("\u00a0")
		default:
			b.WriteByte(c)
		}
	}
	return html.EscapeString(b.String()), true
}

// inFont reads an argument whose letters are in a font.
func (r *tex) inFont(font string) string {
	old := r.font
	r.font = font
	markup := r.argument()
	r.font = old
	return markup
}

// delimiter reads a fence after \left and its like; "" for the dot, which stands for no fence.
func (r *tex) delimiter() string {
	r.space()
	if name := r.command(); name != "" {
		if s, ok := symbols[name]; ok && s.kind != identifier {
			r.take(name)
			return s.text
		}
		return r.fail()
	}
	if r.rest == "" || !strings.ContainsRune("()[]|/.<>", rune(r.rest[0])) {
		return r.fail()
	}
	c := r.rest[:1]
	r.rest = r.rest[1:]
	switch c {
	case ".":
		return ""
	case "<":
		return "⟨"
	case ">":
		return "⟩"
	}
	return c
}

// fencing returns a fence that grows with what it is around; "" for none.
func fencing(text, form string) string {
	if text == "" {
		return ""
	}
	return `<mo fence="true" stretchy="true" form="` + form + `">` + text + "</mo>"
}

// fenced reads what follows \left.
func (r *tex) fenced() string {
	var b strings.Builder
	fence := func(form string) { b.WriteString(fencing(r.delimiter(), form)) }
	b.WriteString("<mrow>")
	fence("prefix")
	b.WriteString(r.row())
	for r.take("middle") {
		fence("infix")
		b.WriteString(r.row())
	}
	if !r.take("right") {
		return r.fail()
	}
	fence("postfix")
	b.WriteString("</mrow>")
	return b.String()
}

// rowEnd reads the end of a line of a table, with the distance that may stand behind it.
func (r *tex) rowEnd() bool {
	if !r.take(`\`) && !r.take("cr") {
		return false
	}
	if strings.HasPrefix(r.rest, "[") {
		r.option()
	}
	return true
}

func (r *tex) substack() string {
	r.space()
	if !strings.HasPrefix(r.rest, "{") {
		return r.fail()
	}
	r.rest = r.rest[1:]
	rows := r.rows(layout{padding: "0"})
	if !strings.HasPrefix(r.rest, "}") {
		return r.fail()
	}
	r.rest = r.rest[1:]
	return "<mtable>" + rows + "</mtable>"
}

// layout is how the cells of a table stand.
type layout struct {
	align       []string // of the columns: the last, or all of them again if it repeats
	repeat      bool
	padding     string // of a cell, in CSS; "" for that of the browser
	open, close string
	display     bool
	script      bool
}

func (l layout) style(column int) string {
	var css []string
	if n := len(l.align); n > 0 {
		if l.repeat {
			column %= n
		}
		css = append(css, "text-align:"+l.align[min(column, n-1)])
	}
	if l.padding != "" {
		css = append(css, "padding:"+l.padding)
	}
	if css == nil {
		return ""
	}
	return ` style="` + strings.Join(css, ";") + `"`
}

// rows reads the lines of a table up to its end.
func (r *tex) rows(l layout) string {
	var b strings.Builder
	for r.space(); r.rest != "" && r.rest[0] != '}' && r.command() != "end"; r.space() {
		b.WriteString("<mtr>")
		for column := 0; ; column++ {
			b.WriteString("<mtd" + l.style(column) + ">" + r.row() + "</mtd>")
			if !strings.HasPrefix(r.rest, "&") {
				break
			}
			r.rest = r.rest[1:]
		}
		b.WriteString("</mtr>")
		if !r.rowEnd() {
			break
		}
	}
	return b.String()
}

// environment reads what follows \begin.
func (r *tex) environment() string {
	name := r.word()
	l, ok := environments[strings.TrimSuffix(name, "*")]
	if !ok {
		return r.fail()
	}
	if name == "array" {
		for _, c := range r.word() {
			switch c {
			case 'l':
				l.align = append(l.align, "left")
			case 'c':
				l.align = append(l.align, "center")
			case 'r':
				l.align = append(l.align, "right")
			case ' ', '|':
			default:
				return r.fail()
			}
		}
	}
	rows := r.rows(l)
	if !r.take("end") || r.word() != name || r.failed {
		return r.fail()
	}
	open := "<mtable>"
	switch {
	case l.display:
		open = `<mtable displaystyle="true">`
	case l.script:
		open = `<mtable scriptlevel="+1">`
	}
	table := open + rows + "</mtable>"
	if l.open == "" && l.close == "" {
		return table
	}
	return "<mrow>" + fencing(l.open, "prefix") + table + fencing(l.close, "postfix") + "</mrow>"
}

// letters returns letters and digits in the font that is set. Browsers make one letter of a name
// italic by themselves; other fonts are separate letters in Unicode.
func (r *tex) letters(text string) string {
	alphabet, ok := alphabets[r.font]
	if !ok {
		return html.EscapeString(text)
	}
	var b strings.Builder
	for _, c := range text {
		b.WriteRune(alphabet.letter(c))
	}
	return html.EscapeString(b.String())
}
