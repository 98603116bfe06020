package house

import (
	"fmt"
	"strconv"
	"strings"
)

// Markdown returns the page: the picture, the floors, who imports whom, who may, and where what goes. The picture is beside it as
// house.svg, and the page lies in a folder of the tree.
func (h *House) Markdown() []byte {
	var b strings.Builder
	b.WriteString("# The house\n\nHow the lab is built. Imports go down the floors or stay on one, never up. Written by `sudokulab dev house` from\n" +
		"[pkg/README.md](../pkg/README.md), from the imports of the code and from [the laws](../pkg/laws_test.go); a test compares.\n\n" +
		"![" + h.title() + "](house.svg)\n\n")
	b.WriteString("## Where what goes\n\n| at the top of the tree | holds |\n|---|---|\n")
	for _, p := range h.Top {
		fmt.Fprintf(&b, "| [%s](../%s) | %s |\n", p.Name, p.Name, p.For)
	}
	b.WriteString("\nWhat to add where, and how: [pkg/README.md](../pkg/README.md#adding-to-it), and [the tutorials](tutorials/README.md).\n\n" +
		"## Who imports whom, floor by floor\n\nFrom the floor of the row into the floor of the column: pairs of a package and one that it imports.\n\n| | floor | packages |")
	for i := range h.Floors {
		fmt.Fprintf(&b, " %d |", i+1)
	}
	b.WriteString("\n|---|---|---:|" + strings.Repeat("---:|", len(h.Floors)) + "\n")
	for i, counts := range h.Between() {
		fmt.Fprintf(&b, "| %d | %s | %d |", i+1, h.Floors[i].Name, len(h.Floors[i].Rooms))
		for _, n := range counts {
			text := ""
			if n > 0 {
				text = strconv.Itoa(n)
			}
			fmt.Fprintf(&b, " %s |", text)
		}
		b.WriteString("\n")
	}
	b.WriteString("\n## Who may import whom\n\nA package with a list in the laws imports what is on it and nothing else of the lab; *any below* stands for one without. Names are those below `pkg`.\n")
	for i, f := range h.Floors {
		fmt.Fprintf(&b, "\n### %d. %s\n\n%s.\n\n| package | may import | imported by |\n|---|---|---:|\n", i+1, f.Name, capital(f.Rule))
		for _, r := range f.Rooms {
			may := "any below"
			if !r.Open {
				may = "nothing of the lab"
				if len(r.May) > 0 {
					may = below(strings.Join(r.May, ", "))
				}
			}
			fmt.Fprintf(&b, "| [%s](../%s) | %s | %d |\n", below(r.Name), r.Name, may, h.ImportedBy(r.Name))
		}
	}
	return []byte(b.String())
}

func (h *House) title() string {
	names := make([]string, len(h.Floors))
	for i, f := range h.Floors {
		names[i] = f.Name
	}
	return "The floors of the lab from the top: " + strings.Join(names, "; ")
}

// below writes names of packages without the folder that they all lie in.
func below(names string) string { return strings.ReplaceAll(names, "pkg/", "") }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
