package format_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
)

// In a file of grids of which some are damaged, every whole grid is found, no board is
// pieced together from two, and every damaged grid is reported.
func TestDamagedGrids(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(board.MinBox, 4).Draw(t, "k")
		n := k * k
		count := rapid.IntRange(1, 6).Draw(t, "grids")
		bands := rapid.Bool().Draw(t, "bands")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		var text strings.Builder
		var want []string
		damaged := 0
		for range count {
			b := partial(rng, k, 0.7)
			line := b.String()
			rows := make([]string, n)
			for row := range rows {
				rows[row] = line[row*n : (row+1)*n]
			}
			row := rapid.IntRange(0, n-1).Draw(t, "row")
			harm := rapid.SampledFrom([]string{"none", "none", "short", "long", "bad character", "missing", "two missing"}).Draw(t, "damage")
			switch harm {
			case "short":
				rows[row] = rows[row][1:]
			case "long":
				rows[row] += "1"
			case "bad character":
				rows[row] = "?" + rows[row][1:]
			case "missing":
				rows[row] = ""
			case "two missing":
				rows[row] = ""
				if k > 2 { // two rows less would be a band of a 4×4 grid
					rows[row/k*k+(row+1)%k] = ""
				}
			}
			if harm == "none" {
				want = append(want, line)
			} else {
				damaged++
			}
			for i, r := range rows {
				if bands && i > 0 && i%k == 0 {
					text.WriteByte('\n')
				}
				if r != "" {
					text.WriteString(r + "\n")
				}
			}
			text.WriteString("\n")
			if bands || rapid.Bool().Draw(t, "two blank lines") {
				text.WriteString("\n")
			}
		}
		var got []string
		skipped := 0
		// The side is known, or a 4×4 grid less a row could be four rows of another size.
		o := format.Options{Format: format.Grid, Side: n, KeepGoing: true, Skipped: &skipped}
		for p, err := range format.Read(strings.NewReader(text.String()), o) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, p.Board.String())
		}
		if d := diff(got, want); d != "" {
			t.Fatalf("%s\nin\n%s", d, text.String())
		}
		if skipped < damaged || damaged == 0 && skipped > 0 {
			t.Fatalf("%d errors for %d damaged grids in\n%s", skipped, damaged, text.String())
		}
	})
}

// In a list of lines, each bad line is one error and costs no other line.
func TestDamagedLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(3, 5).Draw(t, "k")
		rng := newRand(rapid.Uint64().Draw(t, "seed"))
		var text strings.Builder
		var want, wantErrs []string
		for i := range rapid.IntRange(1, 12).Draw(t, "lines") {
			line := partial(rng, k, 0.5).String()
			switch rapid.SampledFrom([]string{"none", "none", "cut", "longer", "bad character"}).Draw(t, "damage") {
			case "none":
				want = append(want, at(i+1, line))
			case "cut":
				line = line[:rapid.IntRange(37, len(line)-1).Draw(t, "length")]
				if len(line) == 81 || len(line) == 256 {
					line = line[1:]
				}
				wantErrs = append(wantErrs, fmt.Sprint(i+1))
			case "longer":
				line += "..."
				wantErrs = append(wantErrs, fmt.Sprint(i+1))
			case "bad character":
				line = line[:9] + "~" + line[10:]
				wantErrs = append(wantErrs, fmt.Sprint(i+1))
			}
			text.WriteString(line + "\n")
		}
		got, errs := readAll(text.String(), format.Options{File: "f", KeepGoing: true})
		if d := diff(got, want); d != "" {
			t.Fatal(d)
		}
		for i := range errs {
			errs[i] = strings.Split(errs[i], ":")[1]
		}
		if d := diff(errs, wantErrs); d != "" {
			t.Fatalf("lines in error: %s", d)
		}
	})
}
