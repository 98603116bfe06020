package nbhtml

import (
	"go/scanner"
	"go/token"
	"html"
	"regexp"
	"strconv"
	"strings"
)

// Highlight returns source in Go as HTML, its keywords, texts, numbers and comments in elements of the classes k, s, n and c.
// Without its tags it is the source, escaped.
func Highlight(source string) string { return highlightGo(source) }

// highlight returns the source of a cell in Go with its words in elements. Lines that are for the
// kernel (%, !) stand between pieces of Go. Without its tags it is the source, escaped.
func highlight(source string) string {
	var out, piece strings.Builder
	flush := func() {
		out.WriteString(highlightGo(piece.String()))
		piece.Reset()
	}
	for line := range strings.Lines(source) {
		if line[0] != '%' && line[0] != '!' {
			piece.WriteString(line)
			continue
		}
		flush()
		text := strings.TrimSuffix(line, "\n")
		out.WriteString(`<span class="m">` + html.EscapeString(text) + "</span>" + line[len(text):])
	}
	flush()
	return out.String()
}

func highlightGo(source string) string {
	if strings.Contains(source, "\r") {
		return html.EscapeString(source) // the scanner leaves \r out, so lengths would be wrong
	}
	var s scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(source))
	s.Init(file, []byte(source), func(token.Position, string) {}, scanner.ScanComments)
	var out strings.Builder
	done := 0
	for {
		pos, tok, literal := s.Scan()
		if tok == token.EOF {
			break
		}
		class := ""
		switch {
		case tok.IsKeyword():
			class = "k"
		case tok == token.STRING || tok == token.CHAR:
			class = "s"
		case tok == token.INT || tok == token.FLOAT || tok == token.IMAG:
			class = "n"
		case tok == token.COMMENT:
			class = "c"
		}
		begin := file.Offset(pos)
		end := begin + len(literal)
		if class == "" || begin < done || end > len(source) {
			continue
		}
		out.WriteString(html.EscapeString(source[done:begin]) + `<span class="` + class + `">` + html.EscapeString(source[begin:end]) + "</span>")
		done = end
	}
	return out.String() + html.EscapeString(source[done:])
}

var escape = regexp.MustCompile("\x1b(?:\\[([0-9;:?]*)([A-Za-z@\\[\\]^_`{|}~])|\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|[@A-Z\\\\^_])")

// pen is how a terminal writes at the moment.
type pen struct {
	bold, italic, underline, inverse bool
	colour                           int // of the text, from 0 to 7; −1 for none
}

func (p pen) classes() string {
	var list []string
	for _, c := range []struct {
		set  bool
		name string
	}{{p.bold, "b"}, {p.italic, "i"}, {p.underline, "u"}, {p.inverse, "v"}, {p.colour >= 0, "f" + strconv.Itoa(p.colour)}} {
		if c.set {
			list = append(list, c.name)
		}
	}
	return strings.Join(list, " ")
}

// colours returns text with the colours that it asks of a terminal; other escapes are left out.
// Backgrounds and colours beyond the sixteen are not shown.
func colours(text string) string {
	var out strings.Builder
	p := pen{colour: -1}
	write := func(part string) {
		switch class := p.classes(); {
		case part == "":
		case class == "":
			out.WriteString(html.EscapeString(part))
		default:
			out.WriteString(`<span class="` + class + `">` + html.EscapeString(part) + "</span>")
		}
	}
	done := 0
	for _, m := range escape.FindAllStringSubmatchIndex(text, -1) {
		write(text[done:m[0]])
		done = m[1]
		if m[4] >= 0 && text[m[4]:m[5]] == "m" {
			p.set(text[m[2]:m[3]])
		}
	}
	write(text[done:])
	return out.String()
}

// set follows one sequence of Select Graphic Rendition (ECMA-48).
func (p *pen) set(list string) {
	codes := strings.Split(list, ";")
	for i := 0; i < len(codes); i++ {
		code, err := strconv.Atoi(codes[i])
		if err != nil && codes[i] != "" {
			continue
		}
		switch {
		case code == 0:
			*p = pen{colour: -1}
		case code == 1:
			p.bold = true
		case code == 3:
			p.italic = true
		case code == 4:
			p.underline = true
		case code == 7:
			p.inverse = true
		case code == 22:
			p.bold = false
		case code == 23:
			p.italic = false
		case code == 24:
			p.underline = false
		case code == 27:
			p.inverse = false
		case code >= 30 && code <= 37:
			p.colour = code - 30
		case code >= 90 && code <= 97:
			p.colour = code - 90
		case code == 39:
			p.colour = -1
		case code == 38 || code == 48: // a colour by number follows, or by three
			if i+1 < len(codes) && codes[i+1] == "5" {
				i += 2
			} else {
				i += 4
			}
		}
	}
}
