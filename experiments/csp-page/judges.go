package csppage

import (
	"fmt"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
)

// judges are one for each item. A claim holds if all of its findings do.
func judges() (all []lab.Judge) {
	by := map[string]func(f *facts){
		"board": func(f *facts) {
			f.is("cells", f.v("cells") == f.limit("cells"))
			f.is("nine rows of nine", f.v("ordered") == 1)
			f.is("boxes differ from those beside", f.v("alike") == 0 && f.v("pairs") > 0)
			f.say("%s cells in %s rows; %s of %s pairs across boxes alike", f.n("cells"), f.n("rows"), f.n("alike"), f.n("pairs"))
		},
		"conflicts": func(f *facts) {
			for _, unit := range []string{"row", "column", "box"} {
				f.is("red in the "+unit, f.v(unit+" both") <= f.limit("hue"))
				f.is("at once in the "+unit, f.v(unit+" seconds") <= f.limit("high"))
				f.is("no other cell in the "+unit, f.v(unit+" others") > f.limit("hue"))
				f.is("cleared in the "+unit, f.v(unit+" cleared") > f.limit("hue"))
				f.say("%s: %.0f ms, %.0f° from red", unit, 1000*f.v(unit+" seconds"), f.v(unit+" both"))
			}
		},
		"domains": func(f *facts) {
			f.enough("entries")
			f.is("all domains are the engine's", f.v("differ") == 0)
			f.say("%s domains differ after %s entries", f.n("differ"), f.n("entries"))
		},
		"single": func(f *facts) {
			f.is("there are some", f.v("singles") > 0)
			f.is("the right digit", f.v("wrong") == 0)
			f.is("green", f.v("off") <= f.limit("hue"))
			f.say("%s domains of one value, %s wrong, at most %.0f° from green", f.n("singles"), f.n("wrong"), f.v("off"))
		},
		"several": func(f *facts) {
			f.is("all sizes", f.v("sizes") == 8)
			f.is("the right digits", f.v("wrong") == 0)
			f.is("grey", f.v("saturation") <= f.limit("saturation"))
			f.is("neither black nor white", f.v("darkest") > 0 && f.v("lightest") < 1)
			f.say("%s domains of %s sizes, %s wrong, saturation at most %.2f", f.n("several"), f.n("sizes"), f.n("wrong"), f.v("saturation"))
		},
		"none": func(f *facts) {
			f.is("there is one", f.v("empties") > 0)
			f.is("an X for each, and no other", f.v("wrong") == 0 && f.v("crosses") == f.v("empties"))
			f.is("red", f.v("off") <= f.limit("hue"))
			f.say("%s empty domains, %s crosses, at most %.0f° from red", f.n("empties"), f.n("crosses"), f.v("off"))
		},
		"levels": func(f *facts) {
			f.enough("presses")
			for _, level := range generate.Levels() {
				f.is(string(level), f.v(string(level)) == f.v("presses"))
				f.say("%s %s of %s", level, f.n(string(level)), f.n("presses"))
			}
		},
		"solve": func(f *facts) {
			f.is("the sample", f.v("sample") == 1)
			f.is("a board that needs search", f.v("search") == 1)
			f.say("sample %s, with search %s of 1", f.n("sample"), f.n("search"))
		},
		"speed": func(f *facts) {
			f.is("the factor", f.v("slow") > 0 && f.v("fast") >= f.limit("factor")*f.v("slow"))
			f.is("both ends fill the board", f.v("slow filled") == 1 && f.v("fast filled") == 1)
			f.say("%.1f and %.1f steps a second", f.v("slow"), f.v("fast"))
		},
		"validate": func(f *facts) {
			f.is("the first is unique", f.v("filled") == 1)
			f.is("the others are not called so", f.v("open") == 0 && f.v("contradictory") == 0)
			f.is("messages differ", f.v("differ") == 1)
			f.is("no node of search", f.v("nodes") == 0)
			f.say("called unique: filled %s, open %s, contradictory %s; %s nodes", f.n("filled"), f.n("open"), f.n("contradictory"), f.n("nodes"))
		},
		"toggle": func(f *facts) {
			f.is("shown and hidden", f.v("shown") == 81 && f.v("hidden") == 0)
			f.is("and again", f.v("again") == 1)
			f.say("%s, %s, %s domains", f.n("before"), f.n("shown"), f.n("hidden"))
		},
		"clear": func(f *facts) {
			f.is("there was something to clear", f.v("changed") == 1)
			f.is("empty", f.v("filled") == 0)
			f.is("no cell marked", f.v("marked") == 0)
			f.is("the first message", f.v("status") == 1)
			f.say("%s digits and %s marked cells left", f.n("filled"), f.n("marked"))
		},
		"status": func(f *facts) {
			f.is("changes with each action", f.v("changed") == f.v("actions") && f.v("actions") > 0)
			f.is("tells failures", f.v("told") == f.v("failures") && f.v("failures") > 0)
			f.say("%s of %s actions told, %s of %s failures", f.n("changed"), f.n("actions"), f.n("told"), f.n("failures"))
		},
		"progress": func(f *facts) {
			long := 0
			for _, name := range []string{"solve", "generate easy", "generate medium", "generate hard", "generate by technique"} {
				if f.v(name+" seconds") <= f.limit("long") {
					continue
				}
				long++
				f.is(name, f.v(name+" changes") >= f.limit("changes") && f.v(name+" back") == 0)
				f.say("%s: %s changes in %.1f s, %s back", name, f.n(name+" changes"), f.v(name+" seconds"), f.n(name+" back"))
			}
			if long == 0 {
				f.short = "no action took long"
			}
		},
		"dark": func(f *facts) {
			f.is("dark grounds", f.v("ground") < f.limit("luminance"))
			f.is("texts stand out", f.v("text") >= f.limit("text"))
			f.is("cells stand out", f.v("edge") >= f.limit("edge"))
			f.say("luminance at most %.3f, texts %.1f to 1 and more, edges %.1f to 1", f.v("ground"), f.v("text"), f.v("edge"))
		},
		"small": func(f *facts) {
			cfg := lab.ConfigIn[Config](f.e.Where(itemKind))
			f.is("the window", float64(cfg.Narrow[0]) <= f.limit("width") && float64(cfg.Narrow[1]) <= f.limit("height"))
			f.is("each can be reached", f.v("lost") == 0 && f.v("controls") > 0)
			f.say("%s of %s controls out of reach", f.n("lost"), f.n("controls"))
		},
		"sizes": func(f *facts) {
			f.is("the widths", f.v("widths") >= f.limit("sizes") && f.v("narrowest") <= f.limit("narrow") && f.v("widest") >= f.limit("wide"))
			f.is("no overlap", f.v("overlaps") == 0)
			f.is("nothing cut off", f.v("cut") == 0)
			f.say("%s overlaps, %s cut off, over %s widths", f.n("overlaps"), f.n("cut"), f.n("widths"))
		},
		"lines": func(f *facts) {
			f.is("all sizes", f.v("sizes") == 10)
			f.is("lines", f.v("lines") <= f.limit("lines") && f.v("lines") > 0)
			f.is("whole", f.v("lacking") == 0)
			f.is("in their cell", f.v("outside") <= 0)
			f.say("%s sizes, at most %s lines, %s not whole", f.n("sizes"), f.n("lines"), f.n("lacking"))
		},
		"failures": func(f *facts) {
			f.is("there were some", f.v("injected") > 0)
			f.is("reported", f.v("reported") == f.v("injected"))
			f.is("and works again", f.v("again") == f.v("injected"))
			f.is("all caught", f.v("uncaught") == 0)
			f.say("%s of %s reported, %s work again, %s caught nowhere", f.n("reported"), f.n("injected"), f.n("again"), f.n("uncaught"))
		},
		"keys": func(f *facts) {
			f.is("all characters", f.v("keys") >= f.limit("keys"))
			f.is("nine digits", f.v("digits") == 9 && f.v("lost") == 0)
			f.is("no other", f.v("others") == 0)
			f.say("%s digits and %s of %.0f other characters taken", f.n("digits"), f.n("others"), f.v("keys")-9)
		},
	}
	for _, i := range items {
		decide := func(e *lab.Evidence) lab.Finding { return decided(e, i.name, by[i.name]) }
		if i.name == "unsolvable" {
			decide = prevents
		}
		all = append(all, lab.Judge{Claim: i.claim, Decide: decide})
	}
	return all
}

// facts are what an item's record says, and what of it is not as claimed.
type facts struct {
	e      *lab.Evidence
	at     string
	figure string
	short  string // what there is too little of
	not    []string
}

func (f *facts) v(name string) float64     { return f.e.Value(f.at, name) }
func (f *facts) n(name string) string      { return lab.Number(f.v(name)) }
func (f *facts) limit(name string) float64 { return f.e.Limit(name) }
func (f *facts) say(text string, of ...any) {
	if f.figure != "" {
		f.figure += "; "
	}
	f.figure += fmt.Sprintf(text, of...)
}

// is notes what does not hold.
func (f *facts) is(what string, holds bool) {
	if !holds {
		f.not = append(f.not, what)
	}
}

// enough notes that there is too little of something, which decides nothing.
func (f *facts) enough(name string) {
	if f.v(name) < f.limit(name) {
		f.short = fmt.Sprintf("%s %s are too few, want %s", f.n(name), name, lab.Number(f.limit(name)))
	}
}

func decided(e *lab.Evidence, name string, by func(f *facts)) lab.Finding {
	f := &facts{e: e, at: key(name)}
	if _, ok := e.Case(f.at); !ok {
		return lab.Finding{Verdict: lab.Pending, Because: "no browser has shown it"}
	}
	by(f)
	out := lab.Finding{Verdict: lab.Reproduced, Figure: f.figure, Because: "all of it, in a real browser"}
	switch {
	case len(f.not) > 0:
		out.Verdict, out.Because = lab.Refuted, fmt.Sprintf("not so: %v", f.not)
	case f.short != "":
		out.Verdict, out.Because = lab.Pending, f.short
	}
	return out
}

// prevents judges whether flagging conflicts keeps people from boards without a solution. One that can be entered unflagged shows
// that it does not.
func prevents(e *lab.Evidence) lab.Finding {
	at := key("unsolvable")
	if _, ok := e.Case(at); !ok {
		return lab.Finding{Verdict: lab.Pending, Because: "no browser has shown it"}
	}
	boards, flagged, warned := e.Value(at, "boards"), e.Value(at, "flagged"), e.Value(at, "warned")
	f := lab.Finding{
		Figure:  fmt.Sprintf("%s of %s boards without a solution have a conflict flagged", lab.Number(flagged), lab.Number(boards)),
		Because: fmt.Sprintf("typed and linked boards; of the domains that the page shows, one runs empty on %s of them", lab.Share(warned, boards)),
	}
	few, why := e.Enough("cases", boards)
	switch {
	case flagged < boards:
		f.Verdict = lab.Refuted
	case few != "":
		f.Verdict, f.Because = lab.Pending, why
	default:
		f.Verdict = lab.Reproduced
	}
	return f
}
