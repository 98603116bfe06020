package nbexec

import (
	"cmp"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"sudokulab/pkg/nbexec/nbformat"
)

// TagSanitizeTimes is the tag of a cell whose outputs hold times that were measured while it
// ran: they are replaced even if Sanitizer.Durations is not set.
const TagSanitizeTimes = "sanitize-times"

// Sanitizer takes from outputs what differs from one run to the next. It looks at streams, at
// errors and at data that is text; replacements stand in square brackets, so that they mean
// nothing in HTML.
type Sanitizer struct {
	// Carriage collapses text as a terminal would, so that of a progress bar the last state
	// remains ([CollapseCarriage]).
	Carriage bool `json:"carriage"`
	// StripANSI removes colours from streams and errors.
	StripANSI bool `json:"strip_ansi"`
	// GroupStreams puts standard output before standard error where they follow each other: they
	// come to the kernel through different pipes, in no certain order.
	GroupStreams bool `json:"group_streams"`
	// TempPaths replaces the beginning of paths under the temporary folder, up to and with the
	// first name in it: /tmp/gonb_1f3a/main.go becomes [tmp]/main.go. GoNB names its module for
	// the folder, so that name is replaced too.
	TempPaths bool `json:"temp_paths"`
	// Roots replaces the beginning of paths: folder to replacement.
	Roots map[string]string `json:"roots,omitempty"`
	// Clocks replaces dates with a time of day by [time].
	Clocks bool `json:"clocks"`
	// Durations replaces 1.5s, 20 ms, 1m2s and the like by [duration].
	Durations bool `json:"durations"`
	// Addresses replaces addresses of objects by 0x[address], and takes the arguments, which are
	// words of memory, from the frames of Go's traces.
	Addresses bool `json:"addresses"`
}

// DefaultSanitizer does all but removing colours and durations: a duration may be a result.
func DefaultSanitizer() *Sanitizer {
	return &Sanitizer{Carriage: true, GroupStreams: true, TempPaths: true, Clocks: true, Addresses: true}
}

var (
	clock      = regexp.MustCompile(`\b\d{4}[-/]\d{2}[-/]\d{2}[ T]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2}\b)?(?: [+-]\d{4} [A-Z]{3,5})?(?: m=[+-][\d.]+)?`)
	duration   = regexp.MustCompile(`\b(?:(?:\d+h)?\d+m)?\d+(?:\.\d+)?(?:e-?\d+)?(?:[ \x{a0}]?(?:ns|µs|μs|us|ms)|s|[ \x{a0}](?:s|sec|seconds?|min|minutes?))\b`)
	gonbModule = regexp.MustCompile(`\bgonb_[0-9a-f]{8}\b`)
	// The forms of Python's repr and of Go's heap on 64 bits; a longer pattern would take bit
	// masks for addresses.
	pyAddress = regexp.MustCompile(`( at )0x[0-9a-f]{6,16}\b`)
	goAddress = regexp.MustCompile(`\b0xc[0-9a-f]{9}\b`)
	// From Go 1.26 on the heap begins anywhere, so in traces the context tells what an address is.
	goFrame     = regexp.MustCompile(`(?m)^([\w./%-]+\.[\w.()*\[\]-]+)\([^()\n]*0x[^()\n]*\)\n\t`)
	goRegisters = regexp.MustCompile(`\b(fp|sp|pc|gp|mp)=0x[0-9a-f]+`)
)

// pathStart is what may stand before a path. In base64 text a slash may stand anywhere.
const pathStart = `(^|[\s"'` + "`" + `(\[<>=:,;]|\x1b\[[0-9;]*m|file://)`

// rules are the replacements that a sanitizer makes in any text.
type rule struct {
	pattern *regexp.Regexp
	with    string
}

func (s *Sanitizer) rules(durations bool) []rule {
	var rules []rule
	// Longer folders first: one may lie in another.
	for _, root := range slices.SortedFunc(maps.Keys(s.Roots), func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) }) {
		pattern := `(?m)` + pathStart + regexp.QuoteMeta(strings.TrimRight(root, "/")) + `(/|\b|$)`
		rules = append(rules, rule{regexp.MustCompile(pattern), "${1}" + strings.ReplaceAll(s.Roots[root], "$", "$$") + "${2}"})
	}
	if s.TempPaths {
		var dirs []string
		for _, dir := range []string{os.TempDir(), "/private/tmp", "/tmp", "/var/tmp"} {
			dirs = append(dirs, regexp.QuoteMeta(strings.TrimRight(dir, "/")))
		}
		pattern := `(?m)` + pathStart + `(?:` + strings.Join(dirs, "|") + `)/[^/\s"'` + "`" + `()<>:;,\x1b]+`
		rules = append(rules, rule{regexp.MustCompile(pattern), "${1}[tmp]"}, rule{gonbModule, "gonb_[id]"})
	}
	if s.Clocks {
		rules = append(rules, rule{clock, "[time]"})
	}
	if s.Durations || durations {
		rules = append(rules, rule{duration, "[duration]"})
	}
	if s.Addresses {
		rules = append(rules, rule{pyAddress, "${1}0x[address]"}, rule{goAddress, "0x[address]"}, rule{goFrame, "${1}(…)\n\t"}, rule{goRegisters, "${1}=0x[address]"})
	}
	return rules
}

// Notebook sanitizes the outputs of all cells.
func (s *Sanitizer) Notebook(n *nbformat.Notebook) {
	plain, timed := s.rules(false), s.rules(true)
	for _, c := range n.Cells {
		rules := plain
		if c.HasTag(TagSanitizeTimes) {
			rules = timed
		}
		s.cell(c, rules)
	}
}

func (s *Sanitizer) cell(c *nbformat.Cell, rules []rule) {
	if s.GroupStreams {
		c.Outputs = groupStreams(c.Outputs)
	}
	for _, o := range c.Outputs {
		switch o.Type {
		case nbformat.Stream:
			o.Text = replace(s.terminal(o.Text), rules)
		case nbformat.Error:
			o.ErrorValue = replace(s.terminal(o.ErrorValue), rules)
			for i := range o.Traceback {
				o.Traceback[i] = replace(s.terminal(o.Traceback[i]), rules)
			}
		default:
			for mime, v := range o.Data {
				text, ok := v.(string)
				if !ok || !strings.HasPrefix(mime, "text/") && mime != "image/svg+xml" {
					continue
				}
				if mime == "text/plain" {
					text = s.terminal(text)
				}
				o.Data[mime] = replace(text, rules)
			}
		}
	}
}

// terminal treats what is special to terminals.
func (s *Sanitizer) terminal(text string) string {
	if s.Carriage {
		text = CollapseCarriage(text)
	}
	if s.StripANSI {
		text = StripANSI(text)
	}
	return text
}

func replace(text string, rules []rule) string {
	for _, r := range rules {
		text = r.pattern.ReplaceAllString(text, r.with)
	}
	return text
}

// groupStreams joins, in each row of streams, those of one name; stdout comes first.
func groupStreams(outputs []*nbformat.Output) []*nbformat.Output {
	var grouped []*nbformat.Output
	for i := 0; i < len(outputs); {
		if outputs[i].Type != nbformat.Stream {
			grouped = append(grouped, outputs[i])
			i++
			continue
		}
		texts := map[string]*strings.Builder{}
		for ; i < len(outputs) && outputs[i].Type == nbformat.Stream; i++ {
			name := outputs[i].Name
			if texts[name] == nil {
				texts[name] = &strings.Builder{}
			}
			texts[name].WriteString(outputs[i].Text)
		}
		names := slices.SortedFunc(maps.Keys(texts), func(a, b string) int {
			return cmp.Or(cmp.Compare(b2i(a != "stdout"), b2i(b != "stdout")), cmp.Compare(a, b))
		})
		for _, name := range names {
			grouped = append(grouped, &nbformat.Output{Type: nbformat.Stream, Name: name, Text: texts[name].String()})
		}
	}
	return grouped
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
