package nbhtml

import (
	"regexp"
	"strings"
)

type symbolKind int

const (
	operator symbolKind = iota
	identifier
	largeOperator // with limits above and below
	fence
)

type symbol struct {
	text    string
	kind    symbolKind
	upright bool
}

// symbols are the commands that stand for one character.
var symbols = func() map[string]symbol {
	all := map[string]symbol{}
	add := func(kind symbolKind, upright bool, list string) {
		fields := strings.Fields(list)
		for i := 0; i+1 < len(fields); i += 2 {
			all[fields[i]] = symbol{fields[i+1], kind, upright}
		}
	}
	add(identifier, false, `alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ
		lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ
		omega ω ell ℓ imath ı jmath ȷ partial ∂ hbar ℏ`)
	add(identifier, true, `Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω infty ∞ emptyset ∅
		varnothing ∅ aleph ℵ beth ℶ Re ℜ Im ℑ wp ℘ top ⊤ bot ⊥ angle ∠ degree ° ldots … dots … dotsc … checkmark ✓ square □ Box □
		blacksquare ■ star ⋆ clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠ $ $ % % # # _ _ S § P ¶`)
	all["&"] = symbol{"&amp;", identifier, true}
	add(operator, false, `pm ± mp ∓ times × div ÷ cdot ⋅ ast ∗ circ ∘ bullet ∙ oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙ cup ∪ cap ∩ sqcup ⊔
		sqcap ⊓ uplus ⊎ setminus ∖ smallsetminus ∖ wedge ∧ land ∧ vee ∨ lor ∨ neg ¬ lnot ¬ amalg ⨿ dagger † ddagger ‡ triangle △
		le ≤ leq ≤ leqslant ⩽ ge ≥ geq ≥ geqslant ⩾ ll ≪ gg ≫ ne ≠ neq ≠ equiv ≡ sim ∼ simeq ≃ approx ≈ cong ≅ propto ∝ asymp ≍
		doteq ≐ triangleq ≜ coloneqq ≔ prec ≺ preceq ⪯ succ ≻ succeq ⪰ in ∈ ni ∋ notin ∉ subset ⊂ subseteq ⊆ subsetneq ⊊ supset ⊃ supseteq ⊇
		sqsubseteq ⊑ sqsupseteq ⊒ mid ∣ nmid ∤ parallel ∥ perp ⟂ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨ forall ∀ exists ∃ nexists ∄
		to → rightarrow → leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⟹ impliedby ⟸ iff ⟺
		longrightarrow ⟶ longleftarrow ⟵ Longrightarrow ⟹ mapsto ↦ longmapsto ⟼ hookrightarrow ↪ rightsquigarrow ⇝ leadsto ⇝
		uparrow ↑ downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ nearrow ↗ searrow ↘ rightharpoonup ⇀ rightleftharpoons ⇌
		cdots ⋯ dotsb ⋯ vdots ⋮ ddots ⋱ therefore ∴ because ∵ colon : prime ′ nabla ∇ int ∫ iint ∬ iiint ∭ oint ∮
		surd √ bowtie ⋈ ltimes ⋉ rtimes ⋊ lhd ⊲ rhd ⊳ backslash \ lt &lt; gt &gt;`)
	add(largeOperator, false, `sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigsqcup ⨆ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂ bigodot ⨀
		biguplus ⨄`)
	add(fence, false, `{ { } } lbrace { rbrace } lbrack [ rbrack ] lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ langle ⟨ rangle ⟩ vert | lvert |
		rvert | Vert ‖ lVert ‖ rVert ‖ | ‖ ulcorner ⌜ urcorner ⌝`)
	return all
}()

// spaces are widths in em.
var spaces = map[string]string{
	",": "0.167", "thinspace": "0.167", ":": "0.222", ">": "0.222", "medspace": "0.222", ";": "0.278", "thickspace": "0.278",
	"!": "-0.167", " ": "0.333", "\n": "0.333", "~": "0.333", "enspace": "0.5", "quad": "1", "qquad": "2",
}

const (
	withScripts = 1 // as in log₂
	withLimits  = 2 // as under max
)

var functions = map[string]int{
	"arccos": withScripts, "arcsin": withScripts, "arctan": withScripts, "arg": withScripts, "cos": withScripts, "cosh": withScripts,
	"cot": withScripts, "coth": withScripts, "csc": withScripts, "deg": withScripts, "dim": withScripts, "exp": withScripts,
	"hom": withScripts, "ker": withScripts, "lg": withScripts, "ln": withScripts, "log": withScripts, "sec": withScripts,
	"sin": withScripts, "sinh": withScripts, "tan": withScripts, "tanh": withScripts,
	"det": withLimits, "gcd": withLimits, "inf": withLimits, "lim": withLimits, "liminf": withLimits, "limsup": withLimits,
	"max": withLimits, "min": withLimits, "Pr": withLimits, "sup": withLimits,
}

// spellings are those of functions that are written otherwise than their command.
var spellings = map[string]string{"liminf": "lim inf", "limsup": "lim sup"}

var fonts = map[string]string{
	"mathbb": "bb", "Bbb": "bb", "mathbf": "bf", "boldsymbol": "bi", "bm": "bi", "mathcal": "cal", "mathscr": "cal",
	"mathfrak": "frak", "mathit": "it", "mathrm": "rm", "mathsf": "sf", "mathtt": "tt", "mathnormal": "",
}

// texts are the attributes of words.
var texts = map[string]string{
	"text": "", "textrm": "", "textnormal": "", "mbox": "", "textbf": ` style="font-weight:bold"`, "textit": ` style="font-style:italic"`,
	"emph": ` style="font-style:italic"`, "texttt": ` style="font-family:monospace"`, "textsf": ` style="font-family:sans-serif"`,
}

var accents = map[string]string{
	"hat": `<mo stretchy="false">^</mo>`, "widehat": `<mo stretchy="true">^</mo>`, "bar": `<mo stretchy="false">¯</mo>`,
	"vec": `<mo stretchy="false">→</mo>`, "tilde": `<mo stretchy="false">~</mo>`, "widetilde": `<mo stretchy="true">~</mo>`,
	"dot": `<mo stretchy="false">˙</mo>`, "ddot": `<mo stretchy="false">¨</mo>`, "check": `<mo stretchy="false">ˇ</mo>`,
	"breve": `<mo stretchy="false">˘</mo>`, "acute": `<mo stretchy="false">´</mo>`, "grave": "<mo stretchy=\"false\">`</mo>",
	"mathring": `<mo stretchy="false">˚</mo>`, "overrightarrow": `<mo stretchy="true">→</mo>`, "overleftarrow": `<mo stretchy="true">←</mo>`,
}

// sizes are heights of fences, in em.
var sizes = map[string]string{
	"big": "1.2", "bigl": "1.2", "bigr": "1.2", "bigm": "1.2", "Big": "1.8", "Bigl": "1.8", "Bigr": "1.8", "Bigm": "1.8",
	"bigg": "2.4", "biggl": "2.4", "biggr": "2.4", "Bigg": "3", "Biggl": "3", "Biggr": "3",
}

var styles = map[string]string{
	"displaystyle": `<mstyle displaystyle="true" scriptlevel="0">`, "textstyle": `<mstyle displaystyle="false" scriptlevel="0">`,
	"scriptstyle": `<mstyle displaystyle="false" scriptlevel="1">`, "scriptscriptstyle": `<mstyle displaystyle="false" scriptlevel="2">`,
}

// pairs is the layout of lines that are aligned at &.
var pairs = layout{align: []string{"right", "left"}, repeat: true, padding: ".3em .1em", display: true}

var environments = map[string]layout{
	"matrix": {}, "pmatrix": {open: "(", close: ")"}, "bmatrix": {open: "[", close: "]"}, "Bmatrix": {open: "{", close: "}"},
	"vmatrix": {open: "|", close: "|"}, "Vmatrix": {open: "‖", close: "‖"}, "smallmatrix": {script: true}, "array": {},
	"cases": {open: "{", align: []string{"left"}}, "rcases": {close: "}", align: []string{"left"}},
	"align": pairs, "aligned": pairs, "split": pairs, "eqnarray": {align: []string{"right", "center", "left"}, display: true},
	"equation": {display: true}, "gather": {display: true}, "gathered": {display: true}, "multline": {display: true},
}

// alphabet is where the letters of a font begin in Unicode; 0 for none.
type alphabet struct {
	upper, lower, digits, greek rune // greek is that of α
	others                      map[rune]rune
}

func (a alphabet) letter(c rune) rune {
	if other, ok := a.others[c]; ok {
		return other
	}
	switch {
	case c >= 'A' && c <= 'Z' && a.upper != 0:
		return a.upper + c - 'A'
	case c >= 'a' && c <= 'z' && a.lower != 0:
		return a.lower + c - 'a'
	case c >= '0' && c <= '9' && a.digits != 0:
		return a.digits + c - '0'
	case c >= 'α' && c <= 'ω' && a.greek != 0:
		return a.greek + c - 'α'
	}
	return c
}

// alphabets are those of the block Mathematical Alphanumeric Symbols; what was in Unicode before
// that block stands elsewhere.
var alphabets = map[string]alphabet{
	"bb": {upper: 0x1d538, lower: 0x1d552, digits: 0x1d7d8, others: map[rune]rune{'C': 'ℂ', 'H': 'ℍ', 'N': 'ℕ', 'P': 'ℙ', 'Q': 'ℚ', 'R': 'ℝ', 'Z': 'ℤ'}},
	"bf": {upper: 0x1d400, lower: 0x1d41a, digits: 0x1d7ce, greek: 0x1d6c2},
	"bi": {upper: 0x1d468, lower: 0x1d482, digits: 0x1d7ce, greek: 0x1d736},
	"cal": {upper: 0x1d49c, lower: 0x1d4b6, others: map[rune]rune{
		'B': 'ℬ', 'E': 'ℰ', 'F': 'ℱ', 'H': 'ℋ', 'I': 'ℐ', 'L': 'ℒ', 'M': 'ℳ', 'R': 'ℛ', 'e': 'ℯ', 'g': 'ℊ', 'o': 'ℴ',
	}},
	"frak": {upper: 0x1d504, lower: 0x1d51e, others: map[rune]rune{'C': 'ℭ', 'H': 'ℌ', 'I': 'ℑ', 'R': 'ℜ', 'Z': 'ℨ'}},
	"it":   {upper: 0x1d434, lower: 0x1d44e, others: map[rune]rune{'h': 'ℎ'}},
	"sf":   {upper: 0x1d5a0, lower: 0x1d5ba, digits: 0x1d7e2},
	"tt":   {upper: 0x1d670, lower: 0x1d68a, digits: 0x1d7f6},
}

// signs are what + and − are after an operator or an opening fence.
var signs = map[string]string{
	"<mo>+</mo>": `<mo form="prefix">+</mo>`, "<mo>−</mo>": `<mo form="prefix">−</mo>`,
	"<mo>±</mo>": `<mo form="prefix">±</mo>`, "<mo>∓</mo>": `<mo form="prefix">∓</mo>`,
}

// closing matches operators that end what stands before them.
var closing = regexp.MustCompile(`[)\]}⌋⌉⟩|‖!′]</mo>$`)
