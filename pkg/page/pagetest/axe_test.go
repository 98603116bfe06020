package pagetest_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sudokulab/pkg/page/pagetest"
)

// axeVariable names the environment variable with the path of axe-core's axe.min.js, which checks a page against the Web Content
// Accessibility Guidelines. It is no part of the lab.
const axeVariable = "SUDOKULAB_AXE"

// TestAccessibility: axe-core finds nothing in windows of three widths, in light and dark, with every section open, on a board with digits of every kind.
func TestAccessibility(t *testing.T) {
	file := os.Getenv(axeVariable)
	if file == "" {
		t.Skip("axe-core: " + axeVariable + " names no axe.min.js")
	}
	axe, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	b := browser(t, pagetest.Options{})
	p := opened(t, b, served(t, nil)+"#p="+sample[:80]+".&e="+one(2, "4")+"&f="+one(80, "9"))
	must(t, p.Eval(`(() => { `+string(axe)+`; window.axe = axe })()`, nil))
	for _, width := range []int{360, 768, 1440} {
		for _, dark := range []bool{false, true} {
			for _, open := range []bool{false, true} {
				name := fmt.Sprintf("%d dark=%t open=%t", width, dark, open)
				must(t, p.Resize(width, 900), p.Dark(dark),
					p.Eval(fmt.Sprintf(`(async () => {
						document.querySelectorAll("details").forEach((d) => { d.open = %t });
						const domains = document.getElementById("domains");
						if ((domains.getAttribute("aria-pressed") === "true") !== %t) { domains.click(); }
						await new Promise((done) => setTimeout(done, 400));
					})()`, open, open), nil))
				var found struct {
					Rules      int      `json:"rules"`
					Violations []string `json:"violations"`
				}
				must(t, p.Eval(`window.axe.run().then((r) => ({
					rules: r.passes.length,
					violations: r.violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.target.join(" ") + " " + n.failureSummary)),
				}))`, &found))
				if found.Rules == 0 {
					t.Errorf("%s: axe-core looked at nothing", name)
				}
				if len(found.Violations) > 0 {
					t.Errorf("%s: %s", name, strings.Join(found.Violations[:min(5, len(found.Violations))], "\n"))
				}
			}
		}
	}
}
