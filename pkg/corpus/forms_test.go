package corpus

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A puzzle and its solution, made up by shifting 1…9.
const (
	solved   = "123456789456789123789123456234567891567891234891234567345678912678912345912345678"
	unsolved = "023456789456789123789123456234567891567891234891234567345678912678912345912345670"
)

// The sets that the data folder lacks are read here from small texts of their forms.
func TestFormsOfAbsentSets(t *testing.T) {
	dots := strings.ReplaceAll(unsolved, "0", ".")
	for _, c := range []struct {
		id, text string
		solution bool
	}{
		{"kaggle", "# a comment\n" + dots + "\n" + dots + "\r\n", false},
		{"unbiased", dots + "\n" + dots, false},
		{"forum-1905", dots + "\n\n" + dots + "\n", false},
		{"serg", dots + "\n" + dots + "\n", false},
		{"gen-puzzles", unsolved + "\n" + unsolved + "\n", false},
		{"kaggle-1m", "quizzes,solutions\n" + unsolved + "," + solved + "\n" + unsolved + "," + solved + "\n", true},
		{"kaggle-9m", "puzzle,solution\n" + unsolved + "," + solved + "\n" + unsolved + "," + solved + "\n", true},
		{"sudoku-extreme-train", "source,question,answer,rating\nmade_up," + dots + "," + solved + ",0\nmade_up," + dots + "," + solved + ",7\n", true},
		{"sudoku-extreme-test", "source,question,answer,rating\nmade_up," + dots + "," + solved + ",0\nmade_up," + dots + "," + solved + ",7\n", true},
		{"rrn-hard-train", unsolved + "," + solved + "\n" + unsolved + "," + solved + "\n", true},
		{"rrn-hard-valid", unsolved + "," + solved + "\n" + unsolved + "," + solved + "\n", true},
		{"rrn-hard-test", unsolved + "," + solved + "\n" + unsolved + "," + solved + "\n", true},
	} {
		set, err := ByID(c.id)
		if err != nil {
			t.Error(err)
			continue
		}
		s := &Store{DataDir: t.TempDir()}
		write(t, filepath.Join(s.DataDir, filepath.FromSlash(set.File)), c.text)
		puzzles, err := s.Load(t.Context(), c.id, 0)
		if err != nil || len(puzzles) != 2 {
			t.Errorf("%s: %d puzzles, %v", c.id, len(puzzles), err)
			continue
		}
		for _, p := range puzzles {
			if p.Board.String() != dots {
				t.Errorf("%s: board %s", c.id, p.Board)
			}
			if p.Solution.IsZero() == c.solution || c.solution && p.Solution.String() != solved {
				t.Errorf("%s: solution %v", c.id, p.Solution)
			}
		}
		if strings.HasPrefix(c.id, "sudoku-extreme") && (puzzles[1].Source != "made_up" || puzzles[1].Rating != "7") {
			t.Errorf("%s: source %q, rating %q", c.id, puzzles[1].Source, puzzles[1].Rating)
		}
	}
}

// Every k-th puzzle line of a text, whatever stands between the lines.
func TestDeriveProperties(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lines := rapid.SliceOf(rapid.SampledFrom([]string{"# c", "", " ", "1..", "2..\r", " 3.."})).Draw(rt, "lines")
		every := rapid.IntRange(2, 5).Draw(rt, "every")
		var want []string
		n := 0
		for _, l := range lines {
			if content := strings.TrimSpace(l); content == "" || content[0] == '#' {
				continue
			}
			if n%every == 0 {
				want = append(want, l)
			}
			n++
		}
		var got strings.Builder
		if err := derive(t.Context(), strings.NewReader(strings.Join(lines, "\n")), every, &got); err != nil {
			rt.Fatal(err)
		}
		text := strings.TrimSuffix(got.String(), "\n")
		if have := strings.Split(text, "\n"); text != "" && !slices.Equal(have, want) || text == "" && len(want) > 0 {
			rt.Fatalf("%q of %q, want %q", have, lines, want)
		}
	})
}

func FuzzACSLine(f *testing.F) {
	f.Add("2\n1\n-1 1 2 3 4 -1 -1 -1 1 2 3 4 -1 -1 -1 -1")
	f.Add("2 1 0")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		line, err := acsLine(text, 4)
		if err != nil {
			return
		}
		cells := strings.Fields(line)
		if len(cells) != 16 {
			t.Fatalf("%d cells of %q", len(cells), text)
		}
		for _, c := range cells {
			if !slices.Contains([]string{"0", "1", "2", "3", "4"}, c) {
				t.Fatalf("cell %q of %q", c, text)
			}
		}
	})
}
