package lab

import (
	"bytes"
	"image/color"
	"strings"
	"testing"

	"sudokulab/pkg/record"
)

func TestShort(t *testing.T) {
	for _, tc := range []struct {
		text string
		n    int
		want string
	}{
		{"as it is", 8, "as it is"},
		{"medians: one 1.5, two 2.5 (of 30), three 4", 34, "medians: one 1.5, two 2.5 …"},
		{"a first clause; a second, longer one", 30, "a first clause; a second …"},
		{"words without any comma", 12, "words …"},
		{"onelongword", 5, "onel …"},
		{"of (what is in brackets and long)", 24, "of …"},
	} {
		if got := Short(tc.text, tc.n); got != tc.want {
			t.Errorf("Short(%q, %d) = %q, want %q", tc.text, tc.n, got, tc.want)
		}
	}
	c := Claim{Statement: strings.Repeat("word ", 30), Stated: "42 givens"}
	if got := c.InShort(); !strings.HasSuffix(got, " … (42 givens)") || len([]rune(got)) > shortStatement+8 {
		t.Errorf("%q", got)
	}
}

// TestPageOfClaims: a line in the table that leads to a section with everything.
func TestPageOfClaims(t *testing.T) {
	claims, err := ParseClaims([]byte(claimsYAML), "c")
	if err != nil {
		t.Fatal(err)
	}
	l, err := labOf(Judge{Claim: "C07a", Decide: givens42}).judge(claims, map[string]record.Set{"exp": {rec(Quick, "sample", map[string]float64{"givens": 30, "boards": 1})}})
	if err != nil {
		t.Fatal(err)
	}
	out := site{}
	if err := l.render(out); err != nil {
		t.Fatal(err)
	}
	page, table := string(out["results/claims/csp.md"]), string(out["results/claims/csp-table.md"])
	if !strings.Contains(table, "[C07a](csp.md#C07a)") || !strings.Contains(table, "✕\u00a0refuted") || !strings.Contains(table, "1 record of 1 board") {
		t.Errorf("table:\n%s", table)
	}
	for _, want := range []string{`<a id="C07a"></a>`, "### C07a ✕\u00a0refuted", "- **Measured**: 30", "- **Refuted if**: b", "[exp](../exp/README.md) (quick), 1 record of 1 board: `sample`"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	b := blocks{files: out, ledger: l}
	doc := "<!-- begin generated: results/claims/csp-table.md -->\n<!-- end generated -->\n<!-- claim: C07a --><!-- /claim -->\n"
	got, err := b.fill("research/csp.md", []byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"[C07a](../results/claims/csp.md#C07a)", "-->[C07a\u00a0✕\u00a0refuted](../results/claims/csp.md#C07a)<!--"} {
		if !strings.Contains(string(got), want) {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
	if again, err := b.fill("research/csp.md", got); err != nil || !bytes.Equal(again, got) {
		t.Errorf("filled twice: %v\n%s", err, again)
	}
	if at, err := b.fill("README.md", []byte(doc)); err != nil || !strings.Contains(string(at), "](results/claims/csp.md#C07a)") {
		t.Errorf("from the root: %v\n%s", err, at)
	}
	if _, err := b.fill("README.md", []byte("<!-- claim: X01 --><!-- /claim -->")); err == nil {
		t.Error("a claim that there is not has an address")
	}
}

func TestVerdictsApart(t *testing.T) {
	signs, colours := map[string]bool{}, map[color.Color]bool{}
	for _, v := range Verdicts {
		signs[v.Sign()], colours[v.Color()] = true, true
	}
	if len(signs) != len(Verdicts) || len(colours) != len(Verdicts) {
		t.Errorf("%d signs and %d colours for %d verdicts", len(signs), len(colours), len(Verdicts))
	}
}
