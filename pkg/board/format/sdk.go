package format

import "strings"

// maxMeta bounds what is kept of metadata that goes over several lines, in bytes for each
// kind.
const maxMeta = 4 << 10

// metadata is what the #-lines of an SDK file say: a letter, then text.
type metadata struct {
	author, description, comment, source, level, url string
}

// add takes a trimmed comment line. What is no metadata is ignored.
func (m *metadata) add(s []byte) {
	if len(s) < 3 || s[0] != '#' {
		return
	}
	var to *string
	switch s[1] {
	case 'A':
		to = &m.author
	case 'D':
		to = &m.description
	case 'C':
		to = &m.comment
	case 'S':
		to = &m.source
	case 'L':
		to = &m.level
	case 'U':
		to = &m.url
	default:
		return
	}
	if *to == "" || len(*to)+len(s) < maxMeta {
		*to = join(" ", *to, string(trim(s[2:])))
	}
}

// apply fills in the fields of a puzzle.
func (m *metadata) apply(p *Puzzle) {
	if p.Name == "" {
		p.Name = m.description
	}
	if p.Name == "" {
		p.Name = m.comment
	}
	p.Source = join("; ", m.source, m.author, m.url)
	p.Rating = m.level
}

// join joins what is not empty.
func join(separator string, parts ...string) string {
	kept := parts[:0]
	for _, s := range parts {
		if s != "" {
			kept = append(kept, s)
		}
	}
	return strings.Join(kept, separator)
}

// sdk handles the form of SadMan Sudoku. Lines before any section are a puzzle's too, as
// older files have no sections.
type sdk struct {
	r        *reader
	text     *text
	foreign  int  // line of the section that is being passed over, 0 in [Puzzle]
	opened   int  // line of a [Puzzle] line that no board has followed yet, 0 if none
	failures int  // errors when it was opened
	any      bool // a board has been found
}

func newSDK(r *reader) *sdk {
	s := &sdk{r: r, text: newText(r, SDK)}
	s.text.emit = func(p Puzzle) bool {
		r.meta.apply(&p)
		r.meta = metadata{}
		s.opened, s.any = 0, true
		return r.give(p)
	}
	return s
}

func (s *sdk) line(b []byte) bool {
	w := trim(b)
	switch {
	case len(w) > 0 && w[0] == '[':
		return s.section(w)
	case s.foreign > 0:
		return true
	case len(w) > 0 && w[0] == '#':
		s.r.meta.add(w)
		return true
	}
	return s.text.line(b)
}

// section takes a line such as [Puzzle].
func (s *sdk) section(w []byte) bool {
	if !s.close() {
		return false
	}
	name := string(w[1:])
	if !strings.HasSuffix(name, "]") {
		s.foreign = s.r.in.number
		return s.r.fail(s.r.errorf(-1, "found %q, want a closing bracket", clip(w)))
	}
	if strings.EqualFold(strings.TrimSpace(name[:len(name)-1]), "puzzle") {
		s.opened, s.failures, s.foreign = s.r.in.number, s.r.failures, 0
	} else {
		s.foreign = s.r.in.number
	}
	return true
}

// close ends a section.
func (s *sdk) close() bool {
	if !s.text.end() {
		return false
	}
	opened := s.opened
	s.opened = 0
	if opened == 0 || s.r.failures > s.failures {
		return true
	}
	return s.r.fail(&Error{Line: opened, Msg: "no board after [Puzzle]"})
}

func (s *sdk) bad(e *Error) bool {
	if s.foreign > 0 {
		return s.r.fail(e)
	}
	return s.text.bad(e)
}

func (s *sdk) end() bool {
	if !s.close() {
		return false
	}
	if s.foreign > 0 && !s.any && s.r.failures == 0 {
		return s.r.fail(&Error{Line: s.foreign, Msg: "no section [Puzzle] in the file"})
	}
	return true
}
