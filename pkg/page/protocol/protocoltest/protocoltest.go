// Package protocoltest is one suite of tests for whatever carries the calls of package protocol: a desk itself, a server,
// a worker.
//
//	protocoltest.Run(t, func(ctx context.Context, call string, args []byte, event func([]byte) error) ([]byte, error) { … })
package protocoltest

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/page/protocol"
)

// Carrier asks a call and returns its result in JSON. Events in JSON go to event one by one. An error of the call is a
// *protocol.Error.
type Carrier func(ctx context.Context, call string, args []byte, event func([]byte) error) ([]byte, error)

// ErrNotCarried is what a carrier returns that has no way to ask for this: one whose arguments are values can send none that are not.
var ErrNotCarried = errors.New("protocoltest: not to be asked this way")

// The boards of the suite.
const (
	wiki     = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	wikiGrid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	none     = "11......................................................................." + "........"
	oneGiven = "5................................................................................"
	// hard needs guesses of every method, and locked candidates of a person at least.
	hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)

var empty81 = strings.Repeat(".", 81)

func args(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

type object map[string]any

func onBoard(cells string, more object) []byte {
	o := object{"board": object{"cells": cells}}
	maps.Copy(o, more)
	return args(o)
}

// Run runs the suite.
func Run(t *testing.T, ask Carrier) {
	t.Run("answers", func(t *testing.T) { answers(t, ask) })
	t.Run("streams", func(t *testing.T) { streams(t, ask) })
	t.Run("refusals", func(t *testing.T) { refusals(t, ask) })
	t.Run("bounds", func(t *testing.T) { bounds(t, ask) })
	t.Run("cancel", func(t *testing.T) { cancels(t, ask) })
}

// get asks a call without looking at events.
func get[R any](t *testing.T, ask Carrier, call string, a []byte) (r R) {
	t.Helper()
	r, _ = both[R, json.RawMessage](t, ask, call, a)
	return r
}

// both asks a call and returns its result and events.
func both[R, E any](t *testing.T, ask Carrier, call string, a []byte) (r R, events []E) {
	t.Helper()
	raw, err := ask(context.Background(), call, a, func(b []byte) error {
		var e E
		if err := json.Unmarshal(b, &e); err != nil {
			return err
		}
		events = append(events, e)
		return nil
	})
	if err != nil {
		t.Fatalf("%s %s: %v", call, a, err)
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		t.Fatalf("%s: %v in %s", call, err, raw)
	}
	return r, events
}

func answers(t *testing.T, ask Carrier) {
	for _, c := range []struct{ cells, status, grid string }{{wiki, "unique", wikiGrid}, {none, "unsat", ""}, {oneGiven, "multiple", "any"}, {empty81, "multiple", "any"}, {wikiGrid, "unique", wikiGrid}} {
		s := get[protocol.Solved](t, ask, "solve", onBoard(c.cells, nil))
		if s.Status != c.status || c.grid != "any" && s.Grid != c.grid || c.grid == "any" && len(s.Grid) != 81 || s.Method == "" {
			t.Errorf("solve %s: %+v, want %s", c.cells, s, c.status)
		}
		k := get[protocol.Class](t, ask, "classify", onBoard(c.cells, nil))
		if k.Status != c.status || k.Complete != (c.status != "multiple") {
			t.Errorf("classify %s: %+v, want %s", c.cells, k, c.status)
		}
		v := get[struct {
			Verdict string `json:"verdict"`
			Exact   struct {
				Status string `json:"status"`
			} `json:"exact"`
		}](t, ask, "validate", onBoard(c.cells, nil))
		if v.Exact.Status != c.status {
			t.Errorf("validate %s: %+v, want %s", c.cells, v, c.status)
		}
	}
	// Every exact method gives the same solution.
	m := get[protocol.Methods](t, ask, "methods", onBoard(hard, nil))
	exact := 0
	for _, by := range m.Methods {
		if by.Learned || by.Refuses != "" || by.Proves != "decides" {
			continue
		}
		exact++
		s := get[protocol.Solved](t, ask, "solve", onBoard(wiki, object{"method": by.Name}))
		if s.Grid != wikiGrid || s.Method != by.Name {
			t.Errorf("solve by %s: %+v", by.Name, s)
		}
	}
	if exact < 10 || m.Fastest == "" {
		t.Errorf("%d exact methods, the fastest is %q", exact, m.Fastest)
	}

	on := get[protocol.Checked](t, ask, "check", onBoard(wiki, nil))
	if len(on.Conflicts) > 0 || on.Emptied != -1 || on.Filled != 30 || on.Open != 0 || len(on.Domains) != 81 || on.Domains[2] != 1<<3 {
		t.Errorf("check: %+v", on)
	}
	if on := get[protocol.Checked](t, ask, "check", onBoard(none, nil)); len(on.Conflicts) != 1 || on.Conflicts[0].Unit != "row 1" || on.Emptied < 0 || on.Domains[on.Emptied] != 0 {
		t.Errorf("check of a conflict: %+v", on)
	}

	o := get[protocol.Outcomes](t, ask, "outcomes", onBoard(wiki, nil))
	grid := board.MustParse(wikiGrid)
	for c := range 81 {
		want := uint64(0)
		if wiki[c] == '.' {
			want = 1 << (grid.At(c) - 1)
		}
		if o.One[c] != want || o.Several[c] != 0 || o.Unknown[c] != 0 || o.None[c]&want != 0 {
			t.Errorf("outcomes of cell %d: one %b, want %b", c, o.One[c], want)
		}
	}

	var hints [3]protocol.Hint
	for level := 1; level <= 3; level++ {
		hints[level-1] = get[protocol.Hint](t, ask, "hint", onBoard(wiki, object{"level": level}))
	}
	if d := hints[2]; len(hints[0].Places)+len(hints[1].Places) != 0 || len(d.Places) != 1 || wikiGrid[d.Places[0].Cell] != byte('0'+d.Places[0].Digit) || len(d.Strikes) != 0 {
		t.Errorf("hints: places %v, %v and %v, want one of the solution at level 3 alone", hints[0].Places, hints[1].Places, hints[2].Places)
	}
	if hints[0].Technique != "" || hints[1].Technique == "" || hints[2].Technique != hints[1].Technique || hints[0].Text == hints[2].Text || hints[2].Frame == nil {
		t.Errorf("hints: %+v", hints)
	}
	marked := make([]uint64, 81)
	marked[2] = 1 // the solution has 4 there
	wrong := strings.Replace(wiki, "53..", "531.", 1)
	for text, a := range map[string][]byte{
		"missing-mark": onBoard(wiki, object{"level": 3, "marks": marked}),
		"wrong-digit":  onBoard(wrong, object{"level": 3, "givens": wiki}),
		"solved":       onBoard(wikiGrid, object{"level": 3}),
		"unsat":        onBoard(none, object{"level": 1}),
		"multiple":     onBoard(oneGiven, object{"level": 1}),
	} {
		if h := get[protocol.Hint](t, ask, "hint", a); h.Kind != text || h.Text == "" {
			t.Errorf("hint: %+v, want kind %s", h, text)
		}
	}
	if r := get[protocol.Rating](t, ask, "rate", onBoard(wiki, nil)); r.Kind != "solved" || r.Hardest != "naked-single" || r.SE <= 0 || r.Score <= 0 || r.Steps != 51 {
		t.Errorf("rate: %+v", r)
	}
	if all := get[protocol.Techniques](t, ask, "techniques", nil); len(all.Techniques) < 20 || all.Techniques[0].Definition == "" {
		t.Errorf("%d techniques", len(all.Techniques))
	}
	p := get[protocol.Practice](t, ask, "practise", args(object{"technique": "hidden-pair", "seed": 2}))
	if h := get[protocol.Hint](t, ask, "hint", args(object{"board": p.Position, "marks": p.Marks, "givens": p.Puzzle.Cells, "level": 3})); h.Technique != "hidden-pair" || len(h.Places) != 0 || len(h.Strikes) == 0 {
		t.Errorf("practise: the next step is %+v", h)
	}
	for text, want := range map[string]int{wiki: 1, wiki + "\n" + hard + "\n": 2} {
		if r := get[protocol.Read](t, ask, "read", args(object{"text": text})); len(r.Puzzles) != want || r.Puzzles[0].Board.Cells != wiki {
			t.Errorf("read: %+v, want %d puzzles", r, want)
		}
	}
}

func streams(t *testing.T, ask Carrier) {
	solved, frames := both[protocol.Solved, protocol.Frame](t, ask, "watch", onBoard(hard, object{"method": "csp", "frames": "guesses"}))
	if solved.Status != "unique" || len(frames) < 3 || frames[len(frames)-1].Board.Cells != solved.Grid {
		t.Errorf("watch: %+v, %d frames", solved, len(frames))
	}
	listed := 0
	for _, m := range get[protocol.Methods](t, ask, "methods", onBoard(hard, nil)).Methods {
		if m.Watched != (m.Unwatched == "") || m.Watched != (len(m.Frames) > 0) {
			t.Errorf("methods: %+v is watched or says why not, and how finely", m)
		}
		if !m.Watched || m.Learned || m.Family == "tensor" || m.Family == "csp" {
			continue
		}
		listed++
		solved, frames := both[protocol.Solved, protocol.Frame](t, ask, "watch", onBoard(hard, object{"method": m.Name, "frames": "guesses"}))
		if solved.Status != "unique" || len(frames) < 3 || frames[len(frames)-1].Board.Cells != solved.Grid || solved.Method != m.Name {
			t.Errorf("watch %s: %+v, %d frames", m.Name, solved, len(frames))
		}
		if b := frames[1].Beside; b == nil || len(b.Bars) == 0 || (len(b.Rows) == 729 && len(b.Columns) == 324) != (m.Name == "dlx") {
			t.Errorf("watch %s: beside the board %+v", m.Name, b)
		}
	}
	if listed < 5 {
		t.Errorf("%d exact methods can be watched beside those of csp, want dlx, bitboard, wide, minigrid and its variants", listed)
	}
	four := "1..." + "...." + "...." + "...4"
	all, grids := both[protocol.Enumerated, protocol.Solution](t, ask, "enumerate", onBoard(four, nil))
	seen := map[string]bool{}
	for _, g := range grids {
		seen[g.Grid] = true
		if err := board.CheckSolution(board.MustParse(four), board.MustParse(g.Grid)); err != nil {
			t.Error(err)
		}
	}
	k := get[protocol.Class](t, ask, "classify", onBoard(four, object{"most": 1000}))
	if !all.Complete || all.Solutions != len(grids) || len(seen) != len(grids) || k.Solutions != len(grids) || !k.Complete || all.Differ[0] || !all.Differ[1] {
		t.Errorf("enumerate: %+v, %d grids, %d of them distinct; classify %+v", all, len(grids), len(seen), k)
	}
	if all, grids := both[protocol.Enumerated, protocol.Solution](t, ask, "enumerate", onBoard(empty81, object{"most": 7})); all.Complete || len(grids) != 7 {
		t.Errorf("enumerate of an empty board: %+v, %d grids", all, len(grids))
	}
	for _, level := range []string{"easy", "medium", "hard", "expert", "extreme"} {
		for seed := range 3 {
			_, puzzles := both[protocol.Made, protocol.Making](t, ask, "generate", args(object{"level": level, "count": 2, "seed": seed}))
			for _, p := range done(puzzles) {
				if r := get[protocol.Rating](t, ask, "rate", args(object{"board": p.Puzzle.Board})); r.Level != level {
					t.Errorf("generate: a puzzle of level %s is %s: %s", level, r.Level, p.Puzzle.Board.Cells)
				}
			}
		}
	}
	made, puzzles := both[protocol.Made, protocol.Making](t, ask, "generate", args(object{"level": "document-hard", "count": 3, "seed": 5}))
	again, twins := both[protocol.Made, protocol.Making](t, ask, "generate", args(object{"level": "document-hard", "count": 3, "seed": 5}))
	puzzles, twins = done(puzzles), done(twins)
	if made != again || len(puzzles) != 3 || len(twins) != 3 {
		t.Fatalf("generate: %+v, %d puzzles", made, len(puzzles))
	}
	for i := range puzzles {
		p, twin := puzzles[i].Puzzle, twins[i].Puzzle
		s := get[protocol.Solved](t, ask, "solve", args(object{"board": p.Board}))
		if s.Status != "unique" || s.Grid != p.Solution || twin.Board.Cells != p.Board.Cells || p.Givens < 32 {
			t.Errorf("generate: %+v", p)
		}
	}
	// A puzzle that takes a while: how many were looked at is told meanwhile, and grows.
	_, events := both[protocol.Made, protocol.Making](t, ask, "generate", args(object{"technique": "x-wing", "seed": 1}))
	tried := 0
	for i, e := range events {
		if (e.Puzzle != nil) != (i == len(events)-1) || e.Puzzle == nil && e.Tried <= tried {
			t.Errorf("generate: event %d of %d is %+v after %d", i+1, len(events), e, tried)
		}
		tried = e.Tried
	}
	end, steps := both[protocol.Rating, protocol.Step](t, ask, "path", onBoard(wiki, nil))
	if end.Kind != "solved" || len(steps) != end.Steps || steps[0].Text == "" || len(steps[0].Frame.Candidates) != 81 {
		t.Errorf("path: %+v, %d steps", end, len(steps))
	}
}

// done are the events with a puzzle.
func done(events []protocol.Making) (puzzles []protocol.Making) {
	for _, e := range events {
		if e.Puzzle != nil {
			puzzles = append(puzzles, e)
		}
	}
	return puzzles
}

func refusals(t *testing.T, ask Carrier) {
	for _, c := range []struct {
		call string
		args string
		code protocol.Code
		want string
	}{
		{"fly", `{}`, protocol.UnknownCall, "solve"},
		{"solve", `{`, protocol.BadInput, "arguments"},
		{"solve", `[]`, protocol.BadInput, "object"},
		{"solve", `{} {}`, protocol.BadInput, "behind"},
		{"solve", `{"bord":{}}`, protocol.BadInput, "bord"},
		{"solve", `{"board":{"cells":5}}`, protocol.BadInput, "a text"},
		{"solve", `{"board":{"cells":""}}`, protocol.BadInput, "none"},
		{"solve", `{"board":{"cells":"123"}}`, protocol.BadInput, "3 cells"},
		{"solve", `{"board":{"cells":"` + strings.Repeat(".", 1369) + `"}}`, protocol.BadInput, "1369"},
		{"solve", `{"board":{"cells":"` + strings.Repeat("x", 81) + `"}}`, protocol.BadInput, ""},
		{"solve", `{"board":{"cells":"` + empty81 + `","regions":"1"}}`, protocol.BadInput, "regions"},
		{"solve", string(onBoard(wiki, object{"method": "magic"})), protocol.Refused, "magic"},
		{"solve", string(onBoard(strings.Repeat(".", 16), object{"method": "bitboard"})), protocol.Refused, "9×9"},
		{"solve", string(onBoard(wiki, object{"seconds": -1})), protocol.BadInput, "seconds"},
		{"solve", string(onBoard(wiki, object{"nodes": -1})), protocol.BadInput, "nodes"},
		{"watch", string(onBoard(wiki, object{"method": "sat"})), protocol.Refused, "clauses"},
		{"watch", string(onBoard(wiki, object{"method": "dlx", "frames": "strikes"})), protocol.BadInput, "steps"},
		{"watch", string(onBoard(wiki, object{"method": "csp", "frames": "all"})), protocol.BadInput, "all"},
		{"hint", string(onBoard(wiki, nil)), protocol.BadInput, "level"},
		{"hint", string(onBoard(wiki, object{"level": 1, "marks": []int{1}})), protocol.BadInput, "marks"},
		{"hint", string(onBoard(wiki, object{"level": 1, "givens": hard})), protocol.BadInput, "given"},
		{"generate", `{"level":"evil"}`, protocol.BadInput, "evil"},
		{"generate", `{"side":7}`, protocol.BadInput, "side 7"},
		{"generate", `{"technique":"magic"}`, protocol.BadInput, "magic"},
		{"generate", `{"count":-1}`, protocol.BadInput, "count"},
		{"generate", `{"givens":{"low":3,"high":5}}`, protocol.BadInput, "17 to 81"},
		{"practise", `{}`, protocol.BadInput, "technique"},
		{"read", `{"text":""}`, protocol.BadInput, "no puzzle"},
		{"read", `{"text":"hello"}`, protocol.BadInput, ""},
		{"classify", string(onBoard(wiki, object{"most": 1})), protocol.BadInput, "most"},
		{"enumerate", string(onBoard(wiki, object{"most": -1})), protocol.BadInput, "most"},
	} {
		_, err := ask(context.Background(), c.call, []byte(c.args), func([]byte) error { return nil })
		if errors.Is(err, ErrNotCarried) && !json.Valid([]byte(c.args)) {
			continue
		}
		e, ok := errors.AsType[*protocol.Error](err)
		if !ok || e.Code != c.code || !strings.Contains(e.Message, c.want) || e.Message == "" {
			t.Errorf("%s %s: %v, want %s with %q", c.call, c.args, err, c.code, c.want)
		}
	}
}

// bounds: a search ends when its time is up.
func bounds(t *testing.T, ask Carrier) {
	const seconds = 0.3
	sparse := sparse25()
	capped := 0
	for _, method := range []string{"dlx", "csp", "wide", "sat"} {
		s := get[protocol.Solved](t, ask, "solve", onBoard(sparse, object{"method": method, "seconds": seconds}))
		if s.Seconds > 20*seconds {
			t.Errorf("%s ended after %.1f s, though it was to end after %g s", method, s.Seconds, seconds)
		}
		if s.Status == "capped" {
			capped++
		}
	}
	if capped == 0 {
		t.Error("no method takes as long as it may")
	}
}

// sparse25 is a board of side 25 of which two cells in five are given: searches take long.
func sparse25() string {
	const side, box = 25, 5
	rng := rand.New(rand.NewPCG(25, 2))
	cells := make([]byte, 0, side*side)
	for row := range side {
		for column := range side {
			digit := byte('.')
			if rng.IntN(5) < 2 {
				digit = "123456789ABCDEFGHIJKLMNOP"[(row%box*box+row/box+column)%side]
			}
			cells = append(cells, digit)
		}
	}
	return string(cells)
}

// cancels: a call ends soon after whoever asked has gone.
func cancels(t *testing.T, ask Carrier) {
	for _, c := range []struct {
		call string
		args []byte
	}{
		{"enumerate", onBoard(empty81, object{"most": 1_000_000})},
		{"classify", onBoard(strings.Repeat(".", 256), object{"most": 1_000_000})},
		{"generate", args(object{"technique": "jellyfish", "count": 1000})},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		begun := time.Now()
		_, err := ask(ctx, c.call, c.args, func([]byte) error { return nil })
		cancel()
		if err == nil {
			t.Logf("%s was faster than it could be stopped", c.call)
		}
		if took := time.Since(begun); took > 20*time.Second {
			t.Errorf("%s ended %v after it was asked, though it was to stop after 0.3 s", c.call, took)
		}
	}
}
