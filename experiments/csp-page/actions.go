package csppage

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	cspsample "sudokulab/experiments/csp-sample"
	"sudokulab/pkg/bitboard"
	"sudokulab/pkg/board"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/page/pagetest"
)

// hard is a puzzle of this project's generator that needs search: arc consistency alone leaves cells open.
const hard = "..7...3...62..1...........9.8.19..62....238......85...9.6.4....85.7..........2..4"

// levels presses each of the document's three buttons, over and over.
func levels(_ context.Context, cfg Config, v *visit) error {
	for _, level := range generate.Levels() {
		givens, err := level.Givens(9)
		if err != nil {
			return err
		}
		fits, before := 0, ""
		for range cfg.Presses {
			if err := v.press("#generate-document-" + string(level)); err != nil {
				return err
			}
			text, err := v.board()
			if err != nil {
				return err
			}
			_, solutions, err := bitboard.Solve(text)
			if err != nil {
				return err
			}
			if text != before && givens.Contains(81-strings.Count(text, ".")) && solutions == 1 {
				fits++
			}
			before = text
		}
		v.r.Count(string(level), int64(fits), fmt.Sprintf("presses that put another puzzle of %s givens with one solution on the board", givens))
	}
	v.r.Count("presses", int64(cfg.Presses), "presses of each button")
	return nil
}

// solve presses the button on two boards.
func solve(_ context.Context, _ Config, v *visit) error {
	for _, of := range []struct{ name, cells string }{{"sample", cspsample.Sample}, {"search", hard}} {
		if err := v.show(of.cells); err != nil {
			return err
		}
		if err := v.slide("#speed", pagetest.End); err != nil {
			return err
		}
		if err := v.Click("#solve"); err != nil {
			return err
		}
		if err := v.WaitFor(`look.status().tone === "good" && !look.busy()`, time.Minute); err != nil {
			return err
		}
		text, err := v.board()
		if err != nil {
			return err
		}
		v.r.Count(of.name, one(solved(of.cells, text)), "1 if filled by the rules, givens in place")
	}
	return nil
}

// pace presses the button and counts the steps shown, until the solve is over or for some seconds.
func (v *visit) pace(seconds int) (perSecond float64, err error) {
	if err := v.Eval(`(() => { window.stopSteps = look.watch(() => document.getElementById("step-text").textContent) })()`, nil); err != nil {
		return 0, err
	}
	if err := v.Click("#solve"); err != nil {
		return 0, err
	}
	const counting = `(async () => {
		const begin = performance.now();
		while (performance.now() - begin < %d && look.status().tone !== "good") { await look.frame(); }
		const steps = window.stopSteps().filter(({ what }) => what !== "");
		return steps.length < 2 ? 0 : (steps.length - 1) / (steps[steps.length - 1].at - steps[0].at);
	})()`
	err = v.Eval(fmt.Sprintf(counting, 1000*seconds), &perSecond)
	return perSecond, err
}

// speed watches a solve at both ends of the slider, and lets both fill the board.
func speed(_ context.Context, cfg Config, v *visit) error {
	for _, of := range []struct{ name, end string }{{"slow", pagetest.Home}, {"fast", pagetest.End}} {
		if err := v.show(hard); err != nil {
			return err
		}
		if err := v.slide("#speed", of.end); err != nil {
			return err
		}
		rate, err := v.pace(cfg.Watch)
		if err != nil {
			return err
		}
		v.r.Noisy(of.name, rate, "steps a second shown", 1)
		if of.name == "slow" { // its speed was seen; to the end it would take minutes
			if err := v.Click("#finish"); err != nil {
				return err
			}
		}
		if err := v.WaitFor(`look.status().tone === "good" && !look.busy()`, time.Minute); err != nil {
			return err
		}
		text, err := v.board()
		if err != nil {
			return err
		}
		v.r.Count(of.name+" filled", one(solved(hard, text)), "1 if filled by the rules, givens in place")
	}
	return nil
}

// validate presses the button on three boards.
func validate(_ context.Context, _ Config, v *visit) error {
	// What the engine said stands in its answer.
	const listening = `(() => {
		const ask = window.fetch;
		window.fetch = async (...how) => {
			const answer = await ask(...how);
			if (String(how[0]).endsWith("/validate")) { window.validated = await answer.clone().json(); }
			return answer;
		};
	})()`
	if err := v.Eval(listening, nil); err != nil {
		return err
	}
	said := map[string]string{}
	nodes := int64(0)
	for _, of := range []struct{ name, cells string }{{"filled", cspsample.Sample}, {"open", hard}, {"contradictory", contradictory}} {
		if err := v.show(of.cells); err != nil {
			return err
		}
		if err := v.Eval(`(() => { window.validated = null; document.getElementById("status").textContent = "" })()`, nil); err != nil {
			return err
		}
		if err := v.Click("#validate"); err != nil {
			return err
		}
		if err := v.Wait(`window.validated && !look.busy() && !["", "Validating …"].includes(look.status().text)`); err != nil {
			return err
		}
		s, err := v.status()
		if err != nil {
			return err
		}
		var by struct {
			Nodes *int64 `json:"nodes"`
		}
		if err := v.Eval(`window.validated.ac3`, &by); err != nil {
			return err
		}
		if by.Nodes == nil {
			return errors.New("the engine does not say how many nodes AC-3 took")
		}
		said[of.name] = s.Text
		nodes += *by.Nodes
		// The exact answer stands beside, and is no part of what AC-3 says.
		alone, _, _ := strings.Cut(s.Text, "Exact answer")
		v.r.Count(of.name, one(strings.Contains(alone, "unique")), "1 if called unique")
		v.note(of.name, s.Text)
	}
	v.r.Count("differ", one(said["open"] != said["filled"] && said["contradictory"] != said["filled"]), "1 if the others get messages of their own")
	v.r.Count("nodes", nodes, "nodes of search for the three answers of AC-3")
	return nil
}

// act is an action of the page, and the call of the engine by which it does it, if it needs one.
type act struct {
	name string
	call string
	do   func(v *visit) error
}

// acts are the page's actions on the document's sample board.
var acts = []act{
	{"enter", "", func(v *visit) error { return v.enter(2, "4") }},
	{"generate", "generate", func(v *visit) error { return v.press("#generate-document-easy") }},
	{"solve", "solve", func(v *visit) error { return v.press("#solve") }},
	{"validate", "validate", func(v *visit) error { return v.press("#validate") }},
	{"candidates", "outcomes", func(v *visit) error { return v.press("#outcomes") }},
	{"mistakes", "solve", func(v *visit) error {
		if err := v.enter(2, "4"); err != nil { // something to look at
			return err
		}
		return v.press("#mistakes")
	}},
	{"clear", "", func(v *visit) error { return v.press("#clear") }},
}

// begin puts the sample on the page afresh, with nothing said, and steps not shown.
func (v *visit) begin() error {
	if err := v.show(cspsample.Sample); err != nil {
		return err
	}
	const quiet = `(() => {
		const animate = document.getElementById("animate");
		if (animate.checked) { animate.click(); }
		const outcomes = document.getElementById("outcomes");
		if (outcomes.getAttribute("aria-pressed") === "true") { outcomes.click(); }
	})()`
	return v.Eval(quiet, nil)
}

// statusBar reads the status bar after each action, and after actions that were made to fail.
func statusBar(_ context.Context, _ Config, v *visit) error {
	changed, told, failures := 0, 0, 0
	for _, a := range acts {
		if err := v.begin(); err != nil {
			return err
		}
		before, err := v.status()
		if err != nil {
			return err
		}
		if err := a.do(v); err != nil {
			return err
		}
		after, err := v.status()
		if err != nil {
			return err
		}
		if after.Text != before.Text && after.Text != "" {
			changed++
		}
		v.note(a.name, after.Text)
		if a.call == "" {
			continue
		}
		failures++
		if err := v.begin(); err != nil {
			return err
		}
		if err := v.breakCall(a.call, true); err != nil {
			return err
		}
		if err := a.do(v); err != nil {
			return err
		}
		failed, err := v.status()
		if err != nil {
			return err
		}
		if failed.Tone == "bad" && failed.Tone != after.Tone && failed.Text != after.Text {
			told++
		}
		v.note(a.name+" failed", failed.Text)
		if err := v.breakCall(a.call, false); err != nil {
			return err
		}
	}
	// A failure that is the person's: a digit that stands in the row already.
	if err := v.begin(); err != nil {
		return err
	}
	if err := v.enter(2, "5"); err != nil {
		return err
	}
	s, err := v.status()
	if err != nil {
		return err
	}
	failures++
	if s.Tone == "bad" {
		told++
	}
	v.note("conflict", s.Text)
	v.r.Count("actions", int64(len(acts)), "actions")
	v.r.Count("changed", int64(changed), "actions after which the text was another")
	v.r.Count("failures", int64(failures), "actions made to fail")
	v.r.Count("told", int64(told), "failures that do not read like a success")
	return nil
}

// breakCall lets every call of the engine by a name, and the call that watches a solve, fail on its way, or mends it.
func (v *visit) breakCall(name string, broken bool) error {
	const breaking = `(() => {
		window.sound ??= window.fetch;
		window.fetch = %t ? (...how) => String(how[0]).endsWith("/%s") || String(how[0]).endsWith("/watch") ? Promise.reject(new TypeError("made to fail")) : window.sound(...how) : window.sound;
	})()`
	return v.Eval(fmt.Sprintf(breaking, broken, name), nil)
}

// failures injects failures of several kinds into each action, and does it again without.
func failures(_ context.Context, _ Config, v *visit) error {
	// How a call can fail: on its way, by an answer of the server, by an answer that is none.
	ways := map[string]string{
		"way":     `Promise.reject(new TypeError("made to fail"))`,
		"refusal": `Promise.resolve(new Response(JSON.stringify({ error: { code: "internal", message: "made to fail" } }), { status: 500, headers: { "Content-Type": "application/json" } }))`,
		"nothing": `Promise.resolve(new Response("<html>", { status: 200, headers: { "Content-Type": "text/html" } }))`,
	}
	const breaking = `(() => {
		window.sound ??= window.fetch;
		window.fetch = (...how) => String(how[0]).endsWith("/%s") || String(how[0]).endsWith("/watch") ? %s : window.sound(...how);
	})()`
	injected, reported, again := 0, 0, 0
	for _, a := range acts {
		if a.call == "" {
			continue
		}
		for _, way := range slices.Sorted(maps.Keys(ways)) {
			injected++
			if err := v.begin(); err != nil {
				return err
			}
			if err := v.Eval(fmt.Sprintf(breaking, a.call, ways[way]), nil); err != nil {
				return err
			}
			if err := a.do(v); err != nil {
				return err
			}
			s, err := v.status()
			if err != nil {
				return err
			}
			if s.Tone == "bad" {
				reported++
			} else {
				v.note(a.name+" "+way, s.Text)
			}
			if err := v.Eval(`(() => { window.fetch = window.sound })()`, nil); err != nil {
				return err
			}
			if err := v.begin(); err != nil {
				return err
			}
			if err := a.do(v); err != nil {
				return err
			}
			if s, err = v.status(); err != nil {
				return err
			}
			if s.Tone != "bad" {
				again++
			} else {
				v.note(a.name+" "+way+" again", s.Text)
			}
		}
	}
	uncaught := 0
	for _, f := range v.Faults() {
		if f.Kind == pagetest.Exception {
			uncaught++
		}
	}
	v.r.Count("actions", int64(len(acts)), "actions")
	v.r.Count("injected", int64(injected), "failures of calls")
	v.r.Count("reported", int64(reported), "failures that the status bar tells")
	v.r.Count("again", int64(again), "actions that work afterwards")
	v.r.Count("uncaught", int64(uncaught), "exceptions that nothing caught")
	return nil
}

// progress watches the bar while puzzles are generated and while a board is solved at the slow end.
func progress(_ context.Context, cfg Config, v *visit) error {
	watchBar := func(name string, begin func() error, until string) error {
		if err := v.Eval(`(() => { window.stopBar = look.watch(() => [look.busy(), look.progress()]) })()`, nil); err != nil {
			return err
		}
		if err := begin(); err != nil {
			return err
		}
		if err := v.Eval(`look.wait(300)`, nil); err != nil {
			return err
		}
		if err := v.WaitFor(until, 3*time.Minute); err != nil {
			return err
		}
		var seen []struct {
			At   float64 `json:"at"`
			What [2]any  `json:"what"`
		}
		if err := v.Eval(`window.stopBar()`, &seen); err != nil {
			return err
		}
		changes, back := 0, 0
		last, from, to := math.NaN(), math.NaN(), math.NaN()
		for _, s := range seen {
			if s.What[0] == true {
				if math.IsNaN(from) {
					from = s.At
				}
				to = math.NaN()
			} else if !math.IsNaN(from) && math.IsNaN(to) {
				to = s.At
			}
			value, ok := s.What[1].(float64)
			if !ok {
				continue
			}
			if !math.IsNaN(last) {
				if value > last {
					changes++
				} else if value < last {
					back++
				}
			}
			last = value
		}
		seconds := 0.0
		switch {
		case !math.IsNaN(to - from):
			seconds = to - from
		case !math.IsNaN(from): // the watch ended with it
			seconds = seen[len(seen)-1].At - from
		}
		v.r.Noisy(name+" seconds", seconds, "s with something under way", 1)
		v.r.Noisy(name+" changes", float64(changes), "steps forward of the progress shown", 1)
		v.r.Noisy(name+" back", float64(back), "steps back", 1)
		return nil
	}
	if err := v.show(cspsample.Sample); err != nil {
		return err
	}
	if err := v.slide("#speed", pagetest.Home); err != nil {
		return err
	}
	slowly := func() error { // for as long as tells; to its end it would take a minute
		if err := v.Click("#solve"); err != nil {
			return err
		}
		if err := v.Eval(fmt.Sprintf(`look.wait(%d)`, 2000*cfg.Watch), nil); err != nil {
			return err
		}
		return v.Click("#finish")
	}
	if err := watchBar("solve", slowly, `!look.busy() && look.status().tone === "good"`); err != nil {
		return err
	}
	for _, level := range generate.Levels() {
		if err := watchBar("generate "+string(level), func() error { return v.Click("#generate-document-" + string(level)) }, `!look.busy()`); err != nil {
			return err
		}
	}
	// Longer than these: a technique that few puzzles need.
	choose := func() error {
		return v.Eval(`(() => {
			document.querySelectorAll("details").forEach((d) => { d.open = true });
			const list = document.getElementById("make-technique");
			const option = [...list.options].find((o) => o.value === "x-wing") ?? list.options[list.options.length - 1];
			list.value = option.value;
			list.dispatchEvent(new Event("change", { bubbles: true }));
		})()`, nil)
	}
	if err := choose(); err != nil {
		return err
	}
	return watchBar("generate by technique", func() error { return v.Click("#make") }, `!look.busy()`)
}

// dark reads the colours of the dark theme.
func dark(_ context.Context, _ Config, v *visit) error {
	if err := v.Eval(`(() => { const t = document.getElementById("theme"); t.value = "dark"; t.dispatchEvent(new Event("change", { bubbles: true })) })()`, nil); err != nil {
		return err
	}
	if err := v.show(cspsample.Sample); err != nil {
		return err
	}
	if err := v.Click("#domains"); err != nil {
		return err
	}
	if err := v.Eval(`look.wait(300)`, nil); err != nil {
		return err
	}
	var d struct {
		Ground  float64 `json:"ground"`
		Text    float64 `json:"text"`
		Weakest string  `json:"weakest"`
		Texts   int     `json:"texts"`
		Edge    float64 `json:"edge"`
	}
	if err := v.Eval(`look.dark()`, &d); err != nil {
		return err
	}
	v.r.Exact("ground", d.Ground, "relative luminance, the lightest of page and cells", 82)
	v.r.Exact("text", d.Text, "to one, the weakest contrast of a text", d.Texts)
	v.r.Exact("edge", d.Edge, "to one, the weakest contrast of neighbouring cells or their edge", 144)
	v.r.Count("texts", int64(d.Texts), "texts")
	v.note("weakest", d.Weakest)
	return nil
}

// small looks for every control in a small window.
func small(_ context.Context, cfg Config, v *visit) error {
	if err := v.Resize(cfg.Narrow[0], cfg.Narrow[1]); err != nil {
		return err
	}
	if err := v.Eval(`(async () => { document.querySelectorAll("details").forEach((d) => { d.open = true }); await look.wait(200) })()`, nil); err != nil {
		return err
	}
	var found struct {
		Controls int      `json:"controls"`
		Lost     []string `json:"lost"`
	}
	if err := v.Eval(`look.reach()`, &found); err != nil {
		return err
	}
	v.r.Count("controls", int64(found.Controls), "controls")
	v.r.Count("lost", int64(len(found.Lost)), "controls that cannot be scrolled to and hit")
	if len(found.Lost) > 0 {
		v.note("lost", strings.Join(found.Lost, ", "))
	}
	return nil
}

// sizes looks at the layout in windows of several widths.
func sizes(_ context.Context, cfg Config, v *visit) error {
	if err := v.Eval(`document.querySelectorAll("details").forEach((d) => { d.open = true })`, nil); err != nil {
		return err
	}
	overlaps, cut := 0, 0
	for _, width := range cfg.Widths {
		if err := v.Resize(width, 900); err != nil {
			return err
		}
		if err := v.Eval(`look.wait(150)`, nil); err != nil {
			return err
		}
		var found struct {
			Overlaps []string `json:"overlaps"`
			Beyond   float64  `json:"beyond"`
			Cut      []string `json:"cut"`
		}
		if err := v.Eval(`look.layout()`, &found); err != nil {
			return err
		}
		overlaps += len(found.Overlaps)
		cut += len(found.Cut)
		if found.Beyond > 0 {
			cut++
		}
		if len(found.Overlaps)+len(found.Cut) > 0 || found.Beyond > 0 {
			v.note("at "+strconv.Itoa(width), fmt.Sprintf("%s; cut off: %s; %g pixels beyond the window", strings.Join(found.Overlaps, ", "), strings.Join(found.Cut, ", "), found.Beyond))
		}
	}
	v.r.Count("widths", int64(len(cfg.Widths)), "widths")
	v.r.Count("narrowest", int64(slices.Min(cfg.Widths)), "pixels")
	v.r.Count("widest", int64(slices.Max(cfg.Widths)), "pixels")
	v.r.Count("overlaps", int64(overlaps), "pairs of controls over each other")
	v.r.Count("cut", int64(cut), "controls or pages that leave the window at the side")
	return v.Resize(1280, 900)
}

// unsolvable enters boards that have no solution although no two digits clash: a puzzle with one solution, and in an empty
// cell a digit that is not the solution's and clashes with none.
func unsolvable(ctx context.Context, cfg Config, v *visit) error {
	puzzles, err := v.r.Puzzles(ctx)
	if err != nil {
		return err
	}
	entered, flagged, warned := 0, 0, 0
	for _, item := range puzzles {
		cells, ok := astray(item.Board)
		if !ok {
			continue
		}
		if entered < cfg.Typed {
			if err := v.press("#clear"); err != nil {
				return err
			}
			for c := range cells {
				if cells[c] != '.' {
					if err := v.enter(c, cells[c:c+1]); err != nil {
						return err
					}
				}
			}
		} else if err := v.show(cells); err != nil {
			return err
		}
		// Clearing the board hides the domains, too.
		if err := v.Eval(`(async () => { const d = document.getElementById("domains"); if (d.getAttribute("aria-pressed") !== "true") { d.click(); await look.frames(2); } })()`, nil); err != nil {
			return err
		}
		var seen struct {
			Board string `json:"board"`
			Red   int    `json:"red"`
			Cross int    `json:"cross"`
		}
		if err := v.Eval(`({ board: look.board(), red: look.cells().filter((c) => look.red(c) < 30).length, cross: look.cells().filter((c) => look.part(c, "domain").textContent.trim() === "X").length })`, &seen); err != nil {
			return err
		}
		if seen.Board != cells {
			return fmt.Errorf("the page shows %s, want %s", seen.Board, cells)
		}
		entered++
		if seen.Red > seen.Cross { // a cross is red, too
			flagged++
		}
		if seen.Cross > 0 {
			warned++
		}
	}
	v.r.Count("boards", int64(entered), "boards without a solution and without a conflict")
	v.r.Count("flagged", int64(flagged), "of them with a conflict flagged")
	v.r.Count("warned", int64(warned), "of them with a red X for a domain that ran empty")
	return nil
}

// astray puts a digit into the first empty cell that takes one without a conflict and without a solution.
func astray(puzzle board.Board) (cells string, ok bool) {
	with := puzzle.Clone()
	for c, candidates := range board.Candidates(puzzle) {
		if puzzle.At(c) != 0 {
			continue
		}
		for digit := range candidates.All() {
			with.Set(c, digit)
			text := with.String()
			if _, solutions, err := bitboard.Solve(text); err == nil && solutions == 0 {
				return text, true
			}
		}
		with.Set(c, 0)
	}
	return "", false
}
