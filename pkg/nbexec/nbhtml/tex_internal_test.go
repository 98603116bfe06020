package nbhtml

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// wellFormed fails unless the markup is one element of XML, and returns the texts of its leaves.
func wellFormed(t testing.TB, markup string) string {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(markup))
	var text strings.Builder
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return text.String()
		}
		if err != nil {
			t.Fatalf("%v in %s", err, markup)
		}
		if data, ok := token.(xml.CharData); ok {
			text.Write(data)
		}
	}
}

func TestMathML(t *testing.T) {
	for source, want := range map[string]string{
		`a^2`:                        `<msup><mi>a</mi><mn>2</mn></msup>`,
		`x_{ij}`:                     `<msub><mi>x</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>`,
		`x^a_b`:                      `<msubsup><mi>x</mi><mi>b</mi><mi>a</mi></msubsup>`,
		`f'`:                         `<msup><mi>f</mi><mo>′</mo></msup>`,
		`f''^2`:                      `<msup><mi>f</mi><mrow><mo>′′</mo><mn>2</mn></mrow></msup>`,
		`\frac12`:                    `<mfrac><mn>1</mn><mn>2</mn></mfrac>`,
		`\frac{a}{b+1}`:              `<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>`,
		`\sqrt[3]{x}`:                `<mroot><mi>x</mi><mn>3</mn></mroot>`,
		`\sqrt x`:                    `<msqrt><mi>x</mi></msqrt>`,
		`\sum_{i=1}^n i`:             `<mrow><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi></mrow>`,
		`\sum\nolimits_i`:            `<msub><mo>∑</mo><mi>i</mi></msub>`,
		`\int_0^1`:                   `<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>`,
		`[0, 1)`:                     `<mrow><mo stretchy="false">[</mo><mn>0</mn><mo>,</mo><mn>1</mn><mo stretchy="false">)</mo></mrow>`,
		`a<b>c`:                      `<mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi><mo>&gt;</mo><mi>c</mi></mrow>`,
		`-x`:                         `<mrow><mo>−</mo><mi>x</mi></mrow>`,
		`(-x)`:                       `<mrow><mo stretchy="false">(</mo><mo form="prefix">−</mo><mi>x</mi><mo stretchy="false">)</mo></mrow>`,
		`)-x`:                        `<mrow><mo stretchy="false">)</mo><mo>−</mo><mi>x</mi></mrow>`,
		`\mathbb{R}^n`:               `<msup><mi>ℝ</mi><mi>n</mi></msup>`,
		`\mathcal O x`:               `<mrow><mi>𝒪</mi><mi>x</mi></mrow>`,
		`\mathbf{x1}\mathrm{max}`:    `<mrow><mrow><mi>𝐱</mi><mn>𝟏</mn></mrow><mi mathvariant="normal">max</mi></mrow>`,
		`\boldsymbol\alpha`:          `<mi>𝜶</mi>`,
		`\mathit{h}`:                 `<mi>ℎ</mi>`,
		`\text{if } x`:               "<mrow><mtext>if\u00a0</mtext><mi>x</mi></mrow>",
		`\text{a \& <b>}`:            `<mtext>a &amp; &lt;b&gt;</mtext>`,
		`\hat{y}`:                    `<mover accent="true"><mi>y</mi><mo stretchy="false">^</mo></mover>`,
		`\left(\frac ab\right.`:      `<mrow><mo fence="true" stretchy="true" form="prefix">(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac></mrow>`,
		`\left<a\middle|b\right\}`:   `<mrow><mo fence="true" stretchy="true" form="prefix">⟨</mo><mi>a</mi><mo fence="true" stretchy="true" form="infix">|</mo><mi>b</mi><mo fence="true" stretchy="true" form="postfix">}</mo></mrow>`,
		`\{1,\dots,9\}`:              `<mrow><mo stretchy="false">{</mo><mn>1</mn><mo>,</mo><mi mathvariant="normal">…</mi><mo>,</mo><mn>9</mn><mo stretchy="false">}</mo></mrow>`,
		`2\log n`:                    `<mrow><mn>2</mn><mrow><mspace width="0.167em"></mspace><mi mathvariant="normal">log</mi><mspace width="0.167em"></mspace></mrow><mi>n</mi></mrow>`,
		`\sin(x)`:                    `<mrow><mrow><mi mathvariant="normal">sin</mi></mrow><mo stretchy="false">(</mo><mi>x</mi><mo stretchy="false">)</mo></mrow>`,
		`\operatorname*{arg\,max}_x`: `<mrow><munder><mo movablelimits="true" lspace="0" rspace="0">arg max</mo><mi>x</mi></munder></mrow>`,
		`0.05 \approx 1.`:            `<mrow><mn>0.05</mn><mo>≈</mo><mn>1</mn><mo>.</mo></mrow>`,
		`a % comment` + "\n" + `b`:   `<mrow><mi>a</mi><mi>b</mi></mrow>`,
		`\hat y-\sin x`:              `<mrow><mover accent="true"><mi>y</mi><mo stretchy="false">^</mo></mover><mo>−</mo><mrow><mi mathvariant="normal">sin</mi><mspace width="0.167em"></mspace></mrow><mi>x</mi></mrow>`,
		`\displaystyle x`:            `<mstyle displaystyle="true" scriptlevel="0"><mi>x</mi></mstyle>`,
		`\begin{pmatrix}1&2\\3&4\end{pmatrix}`: `<mrow><mo fence="true" stretchy="true" form="prefix">(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr>` +
			`<mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable><mo fence="true" stretchy="true" form="postfix">)</mo></mrow>`,
		`\begin{array}{l|r}a&b\\[2pt]\end{array}`: `<mtable><mtr><mtd style="text-align:left"><mi>a</mi></mtd><mtd style="text-align:right"><mi>b</mi></mtd></mtr></mtable>`,
		`a \not= b \not\in c`:                     `<mrow><mi>a</mi><mo>≠</mo><mi>b</mi><mo>∈` + "\u0338" + `</mo><mi>c</mi></mrow>`,
	} {
		got, ok := mathML(source, false)
		if !ok || got != "<math>"+want+"</math>" {
			t.Errorf("%s:\n%s, %v, want\n<math>%s</math>", source, got, ok, want)
			continue
		}
		wellFormed(t, got)
		if block, ok := mathML(source, true); !ok || block != `<math display="block">`+want+"</math>" {
			t.Errorf("%s as a block: %s", source, block)
		}
	}
}

// TestNotMathML: what is not understood as a whole is no formula.
func TestNotMathML(t *testing.T) {
	for _, source := range []string{
		"", " ", `\foo`, `\`, `{`, `}`, `a}`, `\frac{1}{`, `\frac1`, `\sqrt`, `\sqrt[3`, `\hat`, `a_`, `a^`, `a_b_c`, `a^b^c`, `a'^b'`, `&`, `a\\b`, `#1`, `$`,
		`\left(`, `\left(a`, `\right)`, `\left a\right)`, `\middle|`, `\begin{pmatrix}1`, `\begin{pmatrix}1\end{bmatrix}`, `\begin{foo}\end{foo}`, `\begin`, `\end{pmatrix}`,
		`\begin{array}{xy}\end{array}`, `\text{a`, `\text{$x$}`, `\text{\foo}`, `\text`, `\mathbb`, `\def\a{\a}\a`, `\newcommand{\a}{b}\a`, `\over`, `\not a`, `\big a`, "\xff", "a`\x00",
		strings.Repeat("{", 100) + strings.Repeat("}", 100), strings.Repeat(`\sqrt`, 1000) + "x", strings.Repeat("x", maxTeX+1),
		strings.Repeat(`\left(`, 500), strings.Repeat(`\begin{matrix}`, 300), strings.Repeat("x^{", 200), `\substack{a`, `\tag{{`, `\operatorname{a{b}}`,
	} {
		if got, ok := mathML(source, true); ok {
			t.Errorf("%.80q became %.200s", source, got)
		}
	}
}

// TestSymbols: each command for one character gives an element with that character.
func TestSymbols(t *testing.T) {
	if len(symbols) < 200 {
		t.Errorf("%d symbols: the lists are not in pairs", len(symbols))
	}
	for name, s := range symbols {
		markup, ok := mathML(`\`+name, false)
		if text := wellFormed(t, markup); !ok || utf8.RuneCountInString(text) != 1 {
			t.Errorf(`\%s (%q) became %s`, name, s.text, markup)
		}
		if c, _ := utf8.DecodeRuneInString(name); utf8.RuneCountInString(name) > 1 && !asciiLetter(c) {
			t.Errorf("the name %q: the lists are not in pairs", name)
		}
	}
}

// FuzzMathML: whatever the source, the page stays whole, and equal input gives equal output.
func FuzzMathML(f *testing.F) {
	for _, source := range []string{
		`\sum_{i=1}^n \frac{x_i}{\sqrt[3]{y}}`, `\begin{cases}1&\text{if }x>0\\0&\end{cases}`, `\left\{\hat{\mathbf{x}}'\middle|y\right.`, `\operatorname*{a}_b\not\in\big(`,
		`\substack{a\\b}\tag{1}\label{x}`, `\begin{array}{lcr}a&b\cr[1em]\end{array}`, "%\n&<>\"'", `\underbrace{a}_{b}\pmod{n}\boxed{x}\phantom y`,
	} {
		f.Add(source)
	}
	f.Add("\\text{a\x04b}")
	f.Fuzz(func(t *testing.T, source string) {
		for _, block := range []bool{false, true} {
			markup, ok := mathML(source, block)
			again, okAgain := mathML(source, block)
			if markup != again || ok != okAgain {
				t.Fatalf("%q gave %s and %s", source, markup, again)
			}
			if ok {
				wellFormed(t, markup)
			}
			if page := formula(source, "$", "$", block); utf8.ValidString(source) && !strings.ContainsFunc(source, notXML) {
				wellFormed(t, page)
			}
		}
	})
}
