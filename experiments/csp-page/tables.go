package csppage

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// tables show every figure of every item.
func tables(set record.Set) []lab.Table {
	t := lab.Table{
		Name: "items", Title: "What a browser shows of the page",
		Columns: []string{"Claim", "Item", "Figure", "Value", "Unit"},
		Notes:   []string{"Times are noisy: they come from a machine that may have been busy. Faults are errors in the browser's console, requests that failed and requests to elsewhere; in two items calls were made to fail."},
	}
	said := lab.Table{
		Name: "said", Title: "What the status bar says", Columns: []string{"Claim", "Item", "After", "Text"},
		Notes: []string{"Failed: the engine's answer was cut off."},
	}
	for _, i := range items {
		for _, r := range set.Measured().Where(itemKind, record.D("item", i.name)) {
			for _, name := range slices.Sorted(maps.Keys(figuresOf(r))) {
				m, _ := r.Metric(name)
				t.Add(i.claim, i.says, name, lab.Number(m.Value), m.Unit)
			}
			for _, name := range slices.Sorted(maps.Keys(r.Texts)) {
				said.Add(i.claim, i.says, name, r.Texts[name])
			}
		}
	}
	return []lab.Table{t, said}
}

// figuresOf are the names of all figures of a record.
func figuresOf(r record.Record) map[string]record.Metric {
	all := maps.Clone(r.Exact)
	maps.Copy(all, r.Noisy)
	return all
}

// figures are the pictures that records keep, each within a drawing of the window's size.
func figures(set record.Set) (all []lab.Figure, err error) {
	for _, i := range items {
		for _, r := range set.Measured().Where(itemKind, record.D("item", i.name)) {
			data, ok := r.Pictures[shotName]
			if !ok {
				continue
			}
			width, height := 1280, 900
			if i.name == "small" {
				cfg := lab.ConfigIn[Config](set)
				width, height = cfg.Narrow[0], cfg.Narrow[1]
			}
			title := "The page at the end of the item: " + i.says
			var svg strings.Builder
			fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img"><title>%s</title>`, width, height, width, height, title)
			fmt.Fprintf(&svg, `<image width="%d" height="%d" href="data:image/webp;base64,%s"/></svg>`+"\n", width, height, base64.StdEncoding.EncodeToString(data))
			all = append(all, lab.Figure{Name: i.name, Title: title, SVG: []byte(svg.String())})
		}
	}
	return all, nil
}
