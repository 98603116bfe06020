package csppage

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	cspsample "sudokulab/experiments/csp-sample"
	"sudokulab/pkg/page/pagetest"
)

// The answer to the document's sample board, and a board on which arc consistency finds a contradiction although no two givens clash:
// the first cell sees every digit.
const (
	sampleSolution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	contradictory  = "." + "12345678" + "........." + "9........" + "........." + "........." + "........." + "........." + "........." + "........."
	empty          = "................................................................................."
)

// theBoard looks at the empty board.
func theBoard(_ context.Context, _ Config, v *visit) error {
	var all []struct {
		Left   int    `json:"left"`
		Top    int    `json:"top"`
		Ground string `json:"ground"`
	}
	if err := v.Eval(`look.grid()`, &all); err != nil {
		return err
	}
	rows := map[int][]int{}
	for _, c := range all {
		rows[c.Top] = append(rows[c.Top], c.Left)
	}
	ordered := len(rows) == 9
	for _, lefts := range rows {
		ordered = ordered && len(lefts) == 9 && slices.IsSorted(lefts) && len(slices.Compact(slices.Clone(lefts))) == 9
	}
	v.r.Count("cells", int64(len(all)), "cells")
	v.r.Count("rows", int64(len(rows)), "rows")
	v.r.Count("ordered", one(ordered), "1 if nine rows of nine")
	pairs, alike := 0, 0
	if ordered && len(all) == 81 {
		for c := range all {
			for _, next := range neighbours(c) {
				if boxOf(c) != boxOf(next) {
					pairs++
					if all[c].Ground == all[next].Ground {
						alike++
					}
				}
			}
		}
	}
	v.r.Count("pairs", int64(pairs), "pairs of cells beside each other in two boxes")
	v.r.Count("alike", int64(alike), "of them with one background")
	return nil
}

// neighbours are the cells to the right and below.
func neighbours(c int) (out []int) {
	if c%9 < 8 {
		out = append(out, c+1)
	}
	if c < 72 {
		out = append(out, c+9)
	}
	return out
}

func boxOf(c int) int { return c/27*3 + c%9/3 }

func one(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

// clashes is how often each conflict is made: a page has to warm up for the first, and the median counts.
const clashes = 5

// conflicts types a digit twice, in a row, a column and a box, and takes it back.
func conflicts(_ context.Context, _ Config, v *visit) error {
	for _, of := range []struct {
		unit  string
		cells [2]int
	}{{"row", [2]int{0, 8}}, {"column", [2]int{13, 67}}, {"box", [2]int{60, 70}}} {
		var took []float64
		both, others, cleared := 0.0, 180.0, 180.0
		for range clashes {
			seconds, err := v.clash(of.cells)
			if err != nil {
				return err
			}
			took = append(took, seconds)
			hues, err := v.hues()
			if err != nil {
				return err
			}
			for c, off := range hues {
				if c == of.cells[0] || c == of.cells[1] {
					both = max(both, off)
				} else {
					others = min(others, off)
				}
			}
			if err := v.Type(pagetest.Backspace); err != nil {
				return err
			}
			if err := v.Eval(`look.frames(3)`, nil); err != nil {
				return err
			}
			if hues, err = v.hues(); err != nil {
				return err
			}
			cleared = min(cleared, slices.Min(hues))
			if err := v.enter(of.cells[0], pagetest.Backspace); err != nil {
				return err
			}
		}
		slices.Sort(took)
		v.r.Noisy(of.unit+" seconds", took[len(took)/2], "s from the key to the frame, the median", len(took))
		v.r.Exact(of.unit+" both", both, "degrees from red, the farther cell", 2)
		v.r.Exact(of.unit+" others", others, "degrees from red, the nearest other cell", 79)
		v.r.Exact(of.unit+" cleared", cleared, "degrees from red, the nearest cell, once cleared", 81)
	}
	// For the picture.
	return v.enter(0, "5"+pagetest.Right+"5")
}

// clash types 5 into two cells, and returns the seconds from the second key to the first frame in which both look otherwise.
func (v *visit) clash(pair [2]int) (seconds float64, err error) {
	if err := v.enter(pair[0], "5"); err != nil {
		return 0, err
	}
	if err := v.Click(cell(pair[1])); err != nil {
		return 0, err
	}
	const watching = `(() => {
		const pair = %s.map((c) => look.cells()[c]);
		const before = pair.map((c) => look.red(c));
		window.since = new Promise((done) => addEventListener("keydown", () => {
			const begin = performance.now();
			const step = () => {
				if (pair.every((c, i) => look.red(c) !== before[i])) { done((performance.now() - begin) / 1000) }
				else if (performance.now() - begin > 5000) { done(5) }
				else { requestAnimationFrame(step) }
			};
			requestAnimationFrame(step);
		}, { once: true, capture: true }));
	})()`
	if err := v.Eval(fmt.Sprintf(watching, quoted(pair)), nil); err != nil {
		return 0, err
	}
	if err := v.Type("5"); err != nil {
		return 0, err
	}
	err = v.Eval(`window.since`, &seconds)
	return seconds, err
}

func (v *visit) hues() (all []float64, err error) {
	err = v.Eval(`look.cells().map((c) => look.red(c))`, &all)
	return all, err
}

// liveDomains types digits of the sample's answer and compares all domains after each.
func liveDomains(ctx context.Context, cfg Config, v *visit) error {
	if err := v.Click("#domains"); err != nil {
		return err
	}
	cells := []byte(empty)
	entries, differ := 0, 0
	compare := func() error {
		if err := v.Eval(`look.frames(2)`, nil); err != nil {
			return err
		}
		shown, err := v.domains()
		if err != nil {
			return err
		}
		want, emptied, err := truth(ctx, string(cells))
		if err != nil {
			return err
		}
		if emptied >= 0 {
			return fmt.Errorf("the board of right digits has no solution at %d", emptied)
		}
		entries++
		for c, d := range shown {
			if d.Text != want[c] {
				differ++
			}
		}
		return nil
	}
	var typed []int
	for i := 0; len(typed) < cfg.Entries; i++ {
		c := i * 37 % 81 // all over the board
		if err := v.enter(c, sampleSolution[c:c+1]); err != nil {
			return err
		}
		cells[c] = sampleSolution[c]
		typed = append(typed, c)
		if err := compare(); err != nil {
			return err
		}
	}
	for _, c := range typed[:cfg.Back] {
		if err := v.enter(c, pagetest.Backspace); err != nil {
			return err
		}
		cells[c] = '.'
		if err := compare(); err != nil {
			return err
		}
	}
	v.r.Count("entries", int64(entries), "entries")
	v.r.Count("differ", int64(differ), "domains of all cells after all entries")
	return nil
}

// colours compares the domains of a kind with the engine's, over boards.
func (v *visit) colours(ctx context.Context, boards []string, of func(want string) bool, see func(want string, d domain)) error {
	for _, cells := range boards {
		if err := v.show(cells); err != nil {
			return err
		}
		// Another puzzle hides them.
		if err := v.Eval(`document.querySelector("#domains[aria-pressed=false]")?.click()`, nil); err != nil {
			return err
		}
		want, _, err := truth(ctx, cells)
		if err != nil {
			return err
		}
		shown, err := v.domains()
		if err != nil {
			return err
		}
		for c, d := range shown {
			if of(want[c]) {
				see(want[c], d)
			}
		}
	}
	return nil
}

func singles(ctx context.Context, _ Config, v *visit) error {
	n, wrong, off := 0, 0, 0.0
	err := v.colours(ctx, []string{cspsample.Sample, sampleSolution[:40] + empty[40:]}, func(want string) bool { return len(want) == 1 && want != "X" }, func(want string, d domain) {
		n++
		if d.Text != want {
			wrong++
			return
		}
		off = math.Max(off, d.Green)
	})
	v.r.Count("singles", int64(n), "domains")
	v.r.Count("wrong", int64(wrong), "domains shown otherwise")
	v.r.Exact("off", off, "degrees from green, the farthest", n)
	return err
}

// partly are boards whose domains have many sizes.
func partly() []string {
	out := []string{empty}
	for _, n := range []int{3, 6, 9, 14, 20, 26} {
		cells := []byte(empty)
		for i := range n {
			c := i * 37 % 81
			cells[c] = sampleSolution[c]
		}
		out = append(out, string(cells))
	}
	return out
}

func several(ctx context.Context, _ Config, v *visit) error {
	n, wrong, saturation := 0, 0, 0.0
	black, white := 1.0, 0.0
	sizes := map[int]bool{}
	err := v.colours(ctx, partly(), func(want string) bool { return len(want) > 1 }, func(want string, d domain) {
		n++
		sizes[len(want)] = true
		if d.Text != want {
			wrong++
			return
		}
		saturation = math.Max(saturation, d.Saturation)
		black, white = math.Min(black, d.Lightness), math.Max(white, d.Lightness)
	})
	v.r.Count("several", int64(n), "domains")
	v.r.Count("sizes", int64(len(sizes)), "sizes from two to nine")
	v.r.Count("wrong", int64(wrong), "domains shown otherwise")
	v.r.Exact("saturation", saturation, "of 1, the highest", n)
	v.r.Exact("darkest", black, "lightness of 1", n)
	v.r.Exact("lightest", white, "lightness of 1", n)
	return err
}

func none(ctx context.Context, _ Config, v *visit) error {
	crosses, empties, wrong, off := 0, 0, 0, 0.0
	err := v.colours(ctx, []string{contradictory, cspsample.Sample, empty}, func(string) bool { return true }, func(want string, d domain) {
		if want == "X" {
			empties++
		}
		if d.Text == "X" {
			crosses++
			off = math.Max(off, d.Red)
		}
		if (want == "X") != (d.Text == "X") {
			wrong++
		}
	})
	v.r.Count("empties", int64(empties), "domains")
	v.r.Count("crosses", int64(crosses), "domains shown as an X")
	v.r.Count("wrong", int64(wrong), "one without the other")
	v.r.Exact("off", off, "degrees from red, the farthest", crosses)
	if err != nil {
		return err
	}
	return v.show(contradictory)
}

// lines looks at domains of every size.
func lines(ctx context.Context, _ Config, v *visit) error {
	most, outside, lacking := 0, 0.0, 0
	sizes := map[int]bool{}
	err := v.colours(ctx, append(partly(), contradictory, cspsample.Sample), func(string) bool { return true }, func(want string, d domain) {
		size := len(want)
		if want == "X" {
			size = 0
		}
		sizes[size] = true
		if d.Text != want {
			lacking++
			return
		}
		most, outside = max(most, d.Lines), math.Max(outside, d.Outside)
	})
	v.r.Count("sizes", int64(len(sizes)), "sizes from none to nine")
	v.r.Count("lines", int64(most), "lines, the most")
	v.r.Count("lacking", int64(lacking), "domains that are not shown whole")
	v.r.Noisy("outside", math.Round(100*outside)/100, "pixels out of the cell, the farthest", len(sizes))
	if err != nil {
		return err
	}
	return v.show(empty)
}

// toggle presses one control twice.
func toggle(_ context.Context, _ Config, v *visit) error {
	if err := v.show(cspsample.Sample); err != nil {
		return err
	}
	for i, name := range []string{"before", "shown", "hidden"} {
		if i > 0 {
			if err := v.Click("#domains"); err != nil {
				return err
			}
		}
		if err := v.Eval(`look.frames(2)`, nil); err != nil {
			return err
		}
		all, err := v.domains()
		if err != nil {
			return err
		}
		n := 0
		for _, d := range all {
			if d.Text != "" {
				n++
			}
		}
		v.r.Count(name, int64(n), "domains on show")
	}
	if err := v.Click("#domains"); err != nil {
		return err
	}
	all, err := v.domains()
	if err != nil {
		return err
	}
	again := slices.IndexFunc(all, func(d domain) bool { return d.Text == "" }) < 0
	v.r.Count("again", one(again), "1 if all are there again")
	return nil
}

// clearing makes a board with a conflict, domains and a message, and clears it.
func clearing(_ context.Context, _ Config, v *visit) error {
	start, err := v.status()
	if err != nil {
		return err
	}
	for _, step := range []func() error{
		func() error { return v.Click("#domains") },
		func() error { return v.enter(0, "5") },
		func() error { return v.enter(8, "5") },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	during, err := v.status()
	if err != nil {
		return err
	}
	if err := v.press("#clear"); err != nil {
		return err
	}
	after, err := v.status()
	if err != nil {
		return err
	}
	text, err := v.board()
	if err != nil {
		return err
	}
	hues, err := v.hues()
	if err != nil {
		return err
	}
	marked := 0
	for _, off := range hues {
		if off < 60 {
			marked++
		}
	}
	v.r.Count("changed", one(during != start), "1 if the status bar had changed")
	v.r.Count("filled", int64(81-strings.Count(text, ".")), "cells with a digit")
	v.r.Count("marked", int64(marked), "red cells")
	v.r.Count("status", one(after == start), "1 if the status bar is as at the start")
	v.note("start", start.Text)
	v.note("after", after.Text)
	return nil
}

// keys types each printable ASCII character into an empty cell.
func keys(_ context.Context, _ Config, v *visit) error {
	digits, others, lost := 0, 0, 0
	for c := byte(' '); c <= '~'; c++ {
		if err := v.enter(40, string(c)); err != nil {
			return err
		}
		text, err := v.board()
		if err != nil {
			return err
		}
		switch isDigit := c >= '1' && c <= '9'; {
		case isDigit && text[40] == c && strings.Count(text, ".") == 80:
			digits++
		case isDigit:
			lost++
		case text != empty:
			others++
		}
		if err := v.Type(pagetest.Backspace); err != nil {
			return err
		}
		var pencil bool
		if err := v.Eval(`document.getElementById("pencil").getAttribute("aria-pressed") === "true"`, &pencil); err != nil {
			return err
		}
		if pencil { // a key that turns the pencil on is no entry
			if err := v.Click("#pencil"); err != nil {
				return err
			}
		}
	}
	v.r.Count("keys", int64('~'-' '+1), "characters")
	v.r.Count("digits", int64(digits), "digits entered")
	v.r.Count("lost", int64(lost), "digits that were not")
	v.r.Count("others", int64(others), "other characters that left something on the board")
	return v.enter(40, "x")
}
