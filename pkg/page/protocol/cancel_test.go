//go:build unix

package protocol_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"syscall"
	"testing"
	"time"

	"sudokulab/pkg/board"
	"sudokulab/pkg/method"
	_ "sudokulab/pkg/method/agent"
	_ "sudokulab/pkg/method/learned"
	_ "sudokulab/pkg/method/tensor"
	"sudokulab/pkg/page/protocol"
	"sudokulab/pkg/watch"
	_ "sudokulab/pkg/watch/agents"
)

// worked is how long this process has kept processors busy. It goes on as fast as a late call works, however much else the machine
// has to do.
func worked(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// late asks a call, stops it after a time, and returns how long it goes on, by the clock and in work, whichever is less. A call that
// ends by itself is not late.
func late(t *testing.T, d *protocol.Desk, call, args string, after time.Duration) time.Duration {
	t.Helper()
	type moment struct {
		at     time.Time
		worked time.Duration
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	stopped := make(chan moment, 1)
	timer := time.AfterFunc(after, func() {
		stopped <- moment{time.Now(), worked(t)}
		cancel()
	})
	_, err := d.Do(ctx, call, []byte(args), func(any) error { return nil })
	if timer.Stop() {
		if e, ok := errors.AsType[*protocol.Error](err); ok && e.Code == protocol.Internal { // others say that a method's own limit ended it
			t.Errorf("%s %.200s: %v", call, args, err)
		}
		return 0
	}
	from := <-stopped
	return min(time.Since(from.at), worked(t)-from.worked)
}

// stops requires that a call ends within 100 ms of its context, or slower times that, at two of three tries.
func stops(t *testing.T, d *protocol.Desk, call, args string, after time.Duration) {
	t.Helper()
	const most = slower * 100 * time.Millisecond
	var all []time.Duration
	for range 3 {
		took := late(t, d, call, args, after)
		if all = append(all, took); took <= most && len(all) != 2 {
			return // the first is enough, or two of three
		}
	}
	t.Errorf("%s %.60s…, stopped after %v: goes on for %v, want at most %v", call, args, after, all, most)
}

// TestStops: every call ends soon after its context, by every method, on boards that take long.
func TestStops(t *testing.T) {
	d := protocol.New(protocol.DefaultLimits())
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	})
	// Of side 16 with a first band: millions of solutions, and some givens to reason from.
	band := "123456789ABCDEFG56789ABCDEFG12349ABCDEFG12345678DEFG123456789ABC"
	boards := map[string]string{
		"9": strings.Repeat(".", 81), "16": band + strings.Repeat(".", 256-len(band)),
		"25": strings.Repeat(".", 625), "36": strings.Repeat(".", 1296),
	}
	// What is set up first, and what is searched then.
	times := []time.Duration{20 * time.Millisecond, 400 * time.Millisecond}
	if testing.Short() {
		delete(boards, "16")
		delete(boards, "25")
		times = times[:1]
	}
	argsOf := func(fields map[string]any, cells string) string {
		fields["board"] = protocol.Board{Cells: cells}
		out, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	for side, cells := range boards {
		b, err := board.Parse(cells)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range method.All() {
			if m.Takes(b.Shape()) != nil {
				continue
			}
			t.Run(side+"/"+m.Name, func(t *testing.T) {
				// Opening a method is not what is stopped here.
				late(t, d, "solve", argsOf(map[string]any{"method": m.Name}, strings.Repeat(".", 16)), 10*time.Second)
				for _, after := range times {
					for _, call := range []string{"solve", "watch", "enumerate"} {
						if call == "enumerate" && !m.Enumerates || call == "watch" && watch.Filmed(m) != nil {
							continue
						}
						fields := map[string]any{"method": m.Name}
						if call == "enumerate" {
							fields["most"] = 1_000_000_000
						}
						stops(t, d, call, argsOf(fields, cells), after)
					}
				}
			})
		}
		t.Run(side, func(t *testing.T) {
			for _, after := range times {
				for _, call := range []string{"check", "validate", "outcomes", "rate", "path"} {
					stops(t, d, call, argsOf(map[string]any{}, cells), after)
				}
				stops(t, d, "hint", argsOf(map[string]any{"level": 3}, cells), after)
				stops(t, d, "classify", argsOf(map[string]any{"most": 1_000_000_000}, cells), after)
				for _, args := range []string{`{"minimal":true,"count":1000,"side":` + side + `}`, `{"level":"hard","count":1000,"side":` + side + `}`} {
					stops(t, d, "generate", args, after)
				}
			}
		})
	}
	// Puzzles with one solution that take a person's techniques seconds.
	for _, cells := range []string{
		"C.E..9...16..........5A64.....G.FB..........AE2.69..24..C.B.D.8...G...B.3.E.14..D.F..G.5..4..7....C..31.DB.768.....7........GC...F.87.E4B.A....CAD..6........2........9D..C1..3.92.....CF....BA.8...1.7..E...A..7.1.9EF.......5..G...6...51.B..2.A9.C..3.4.G..1.",
		".I.8.....61..K4..JF3...5GD...B.....3..G.O8.....KLM.9LG..K.P..E....4..1.2......1...8..7.H...EB.26NAJPE7.CM.BN5....6JI.D...F..4" +
			"....KO...F..BN.7..H...DI...BDE....J.IL...G.98NM.F....O..H5...DK.1PJ.....9A.JNM.9.I.DB......52O....76.GP.5.1L..H2..OE.M.I....J" +
			"KBD4.I.....N7F6.H..E..L...1AP7.2..N....DB.9.....8...N.2K.9BD...H.G76...........C..F..I...A...P..43..M.F.8.5..1.....J........D" +
			".4.MJ.9..L.GF....I.O3..P...I6O..J..LPM....F..1..G.....1C..8...I296N.EH4.J..2..B3....EK.OCN..L7.9HMD.78C..2D.G.J4.1H3.....LF.5" +
			".2.961GB...O.D.F3.8.H.N..3..I.7OE..CLA4.HD5.B...6.1OK...4.L.2..8..I.CG.A.B..E.F.68C.K.....2...4DI....C7...MPF5.HE.B....9OK.4.",
	} {
		for _, after := range times {
			for _, call := range []string{"rate", "path"} {
				stops(t, d, call, argsOf(map[string]any{}, cells), after)
			}
		}
	}
	for _, after := range times {
		for _, args := range []string{`{"technique":"forcing-net"}`, `{"technique":"jellyfish"}`, `{"score":{"low":5000,"high":100000}}`, `{"givens":{"low":17,"high":18}}`} {
			stops(t, d, "generate", args, after)
		}
		stops(t, d, "practise", `{"technique":"sashimi-jellyfish"}`, after)
	}
}
