package nbui

import (
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"sudokulab/pkg/render"
)

// ink is a colour on light pages and on dark ones.
type ink struct{ light, dark render.RGB }

func (i ink) String() string { return fmt.Sprintf("light-dark(%v,%v)", i.light, i.dark) }

// inks are the colours that style sheets here name, each of a role that render.Theme holds
// to the contrast of text on its page and paper, or of lines.
func inks() map[string]ink {
	l, d := render.DefaultTheme(), render.DarkTheme()
	return map[string]ink{
		"page":       {l.Page, d.Page},
		"paper":      {l.Paper, d.Paper},
		"shade":      {l.Shade, d.Shade},
		"rule":       {l.Rule, d.Rule},
		"frame":      {l.Frame, d.Frame},
		"label":      {l.Label, d.Label},
		"given":      {l.Given, d.Given},
		"reproduced": {l.Single, d.Single},
		"partly":     {l.Filled, d.Filled},
		"refuted":    {l.Conflict, d.Conflict},
		"pending":    {l.Open, d.Open},
	}
}

// element wraps HTML into one element with its own style sheet, in which .ID stands for
// its class and $name for a colour of inks.
func element(css, body string) string {
	var pairs []string
	for name, i := range inks() {
		pairs = append(pairs, "$"+name+";", i.String()+";", "$"+name+"}", i.String()+"}")
	}
	css = render.ColorScheme(".ID") + strings.NewReplacer(pairs...).Replace(css)
	hash := fnv.New32a()
	_, _ = io.WriteString(hash, css) // a hash.Hash never errs
	class := fmt.Sprintf("nbui-%08x", hash.Sum32())
	return fmt.Sprintf("<div class=\"sudokulab %s\"><style>%s</style>\n%s</div>\n", class, strings.ReplaceAll(css, ".ID", "."+class), body)
}

// escape makes text safe between tags and in attributes.
func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder never errs
	return b.String()
}
