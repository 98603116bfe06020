package main

import (
	"fmt"
	"strings"
	"testing"

	"sudokulab/pkg/board"
)

// regions6 is the map of a board of side 6 with boxes of 2 rows by 3 columns.
const regions6 = "111222111222333444333444555666555666"

// TestVariants: every command that reads puzzles takes both variants.
func TestVariants(t *testing.T) {
	row6 := "123456" + strings.Repeat(".", 30)
	file := write(t, "regions.txt", "aaabbb\naaabbb\ncccddd\ncccddd\neeefff\neeefff\n")
	for _, tc := range []struct{ args, out string }{
		// 28,200,960 grids of side 6 over the 720 orders of the first row.
		{"enumerate --count-only --method dlx --regions " + regions6 + " " + row6, "39168"},
		{"enumerate --count-only --method csp --regions " + file + " " + row6, "39168"},
		{"enumerate --count-only --method minigrid --regions " + regions6 + " " + row6, "39168"},
		{"enumerate --count-only --diagonal " + blank4, "48"},
		{"enumerate --count-only --diagonal --side 4 " + blank4, "48"},
		{"enumerate --count-only --regions 1122112233443344 " + blank4, "288"}, // square boxes
		{"classify --diagonal " + blank4, blank4 + " ambiguous 48"},
		{"classify --diagonal 1..1............", "1..1............ unsolvable # r1c1 and r1c4 both hold 1 in row 1"},
		{"classify --diagonal --method minigrid 1..............1", "1..............1 unsolvable # r1c1 and r4c4 both hold 1 in diagonal 1"},
		{"validate --format line --diagonal 1..............1", "1..............1 ac3:contradictory exact:unsat # r1c1 and r4c4 both hold 1 in diagonal 1"},
	} {
		r := sudokulab(t, "", arguments(tc.args)...)
		if strings.TrimSuffix(r.out, "\n") != tc.out {
			t.Errorf("%s: output %q, standard error %q; want %q", clip(tc.args, 100), r.out, r.errOut, tc.out)
		}
	}
	shape, err := board.ShapeWith(6, board.Variant{Diagonals: true, Regions: mustRegions(t, regions6)})
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{"csp", "dlx", "minigrid"} {
		out := strings.TrimSuffix(must(t, "", "solve", "--any", "--method", method, "--diagonal", "--regions", regions6, row6), " found\n")
		grid, err := board.ParseOn(shape, out)
		if err != nil {
			t.Fatal(err)
		}
		puzzle, err := board.ParseOn(shape, row6)
		if err != nil {
			t.Fatal(err)
		}
		if err := board.CheckSolution(puzzle, grid); err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
	for _, args := range []string{"solve --any --format text", "solve --any --format json", "validate --format text", "trace", "classify --format text", "enumerate --limit 2 --format text", "graph"} {
		for _, variant := range []string{"--diagonal", "--regions " + regions6, "--diagonal --regions " + regions6} {
			puzzle := strings.Repeat(".", 36)
			if variant == "--diagonal" {
				puzzle = blank4
			}
			r := sudokulab(t, "", arguments(args+" "+variant+" "+puzzle)...)
			if r.code != exitOK && r.code != exitNotUnique || r.out == "" {
				t.Errorf("%s %s: %+v", args, variant, r)
			}
		}
	}
	text := must(t, "", "solve", "--any", "--format", "text", "--regions", regions6, row6)
	if !strings.Contains(text, "│ 1   2   3 │ 4   5   6 │\n") {
		t.Errorf("drawn\n%s", text)
	}
}

func mustRegions(t *testing.T, text string) []int {
	t.Helper()
	regions, err := board.ParseRegions(text)
	if err != nil {
		t.Fatal(err)
	}
	return regions
}

// TestVariantErrors: what is wrong is named.
func TestVariantErrors(t *testing.T) {
	long := write(t, "long.txt", strings.Repeat("x\n", maxRegions))
	torn := write(t, "torn.txt", strings.Replace(regions6, "12", "21", 1))
	odd := write(t, "odd.txt", "1111")
	stated := write(t, "stated.csv", "puzzle,solution\n................,1234341221434321\n")
	blank6 := strings.Repeat(".", 36)
	for _, tc := range []struct{ args, says string }{
		{"solve --regions missing.txt " + blank6, `missing.txt: no such file or directory, and no map of regions either`},
		{"solve --regions " + long + " " + blank6, "more than 65536 bytes, want a map of regions"},
		{"solve --regions " + torn + " " + blank6, "torn.txt: region"},
		{"solve --regions " + odd + " " + blank6, "odd.txt: map of regions has"},
		{"solve --regions " + t.TempDir() + " " + blank6, "is a folder"},
		{"solve --regions " + regions6 + " --side 9 " + blank6, "--side 9: the map of --regions has side 6"},
		{"solve --regions " + regions6 + " " + easy, "want 6 or 36"},
		{"solve --regions " + regions6 + " --set own-4x4", "board of side 4, want 6"},
		{"solve --diagonal --side 6 " + blank6, "--side 6: want 4, 9, 16, 25 or 36"},
		{"solve --diagonal " + stated, ":2: solution is wrong: diagonal 1 holds"},
		{"cover --diagonal --classic queens=4", "--diagonal: is for --sudoku"},
		{"cover --regions x --classic queens=4", "--regions: is for --sudoku"},
		{"generate --diagonal", "unknown flag: --diagonal"},
	} {
		r := sudokulab(t, "", arguments(tc.args)...)
		if r.code != exitError || !strings.Contains(r.errOut, tc.says) {
			t.Errorf("%s: exit code %d, standard error %q, want %q", clip(tc.args, 80), r.code, r.errOut, tc.says)
		}
	}
	// With --keep-going, boards of another side are skipped with their place.
	r := sudokulab(t, "", "solve", "--keep-going", "--regions", regions6, "--any", "--set", "own-4x4", "--first", "2", blank6)
	if r.code != exitError || len(lines(r.out)) != 1 || !strings.Contains(r.errOut, "solve: own-4x4:3: board of side 4, want 6\n") {
		t.Errorf("--keep-going: exit code %d, output %q, standard error %q", r.code, r.out, clip(r.errOut, 200))
	}
}

// TestVariantOfEachSide: --diagonal follows the side of each board of the input.
func TestVariantOfEachSide(t *testing.T) {
	blank9 := strings.Repeat(".", 81)
	r := sudokulab(t, "", "solve", "--any", "--diagonal", blank4, blank9, blank4)
	got := lines(r.out)
	if r.code != exitOK || len(got) != 3 || got[0] != got[2] {
		t.Fatalf("%+v", r)
	}
	for i, side := range []int{4, 9} {
		shape, err := board.ShapeWith(side, board.Variant{Diagonals: true})
		if err != nil {
			t.Fatal(err)
		}
		grid, err := board.ParseOn(shape, strings.TrimSuffix(got[i], " found"))
		if err != nil || board.CheckSolution(board.New(shape), grid) != nil {
			t.Errorf("side %d: %s, error %v", side, got[i], err)
		}
	}
	// A solution that a set states is that of the plain puzzle and not held against the variant.
	if r := sudokulab(t, "", "classify", "--diagonal", "--set", "own-4x4", "--first", "20"); r.code != exitOK || len(lines(r.out)) != 20 {
		t.Errorf("a set: %+v", r)
	}
	stated := write(t, "s.csv", fmt.Sprintf("puzzle,solution\n%s,%s\n", blank4, strings.TrimSuffix(got[0], " found")))
	if got := must(t, "", "classify", "--diagonal", stated); got != blank4+" ambiguous 48\n" {
		t.Errorf("with its solution: %q", got)
	}
}
