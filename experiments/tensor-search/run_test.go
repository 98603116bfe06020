package tensorsearch

import (
	"slices"
	"testing"

	"sudokulab/pkg/board"
	"sudokulab/pkg/lab/labtest"
	"sudokulab/pkg/tensornet"
	"sudokulab/pkg/tensornet/plain"
)

// TestCommitted: what the smoke profile found. Every count is bitboard's, every search the plain loops'.
func TestCommitted(t *testing.T) {
	set := labtest.Committed(t, Experiment)
	for _, r := range set.Measured().Where(setKind) {
		if r.Value("same count") != r.Value("puzzles") || r.Value("same as plain") != r.Value("stepped plainly") {
			t.Errorf("%s: %v of %v counts, %v of %v searches are the same", r.Case, r.Value("same count"), r.Value("puzzles"), r.Value("same as plain"), r.Value("stepped plainly"))
		}
	}
}

// hard needs guesses within guesses.
const hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// frames are those of a search in plain loops.
func frames(t *testing.T) (out []tensornet.Frame) {
	t.Helper()
	s, err := plain.New(board.MustParse(hard), plain.Search{Limit: toProof})
	if err != nil {
		t.Fatal(err)
	}
	take := func(outcome plain.Outcome) {
		out = append(out, tensornet.Frame{Step: s.Steps, Outcome: outcome, Stamps: slices.Clone(s.Stamp), Guesses: s.Guesses, Found: s.Found, End: s.End})
	}
	take(plain.Idle)
	for s.Running() {
		take(s.Step(plain.Rules{Locked: true}))
	}
	return out
}

func follow(list []tensornet.Frame) *follower {
	f := newFollower(9)
	f.begin()
	for _, frame := range list {
		f.see(frame)
	}
	return f
}

// TestFollower: a search in order holds in every return, and each way to be wrong is seen.
func TestFollower(t *testing.T) {
	list := frames(t)
	f := follow(list)
	if f.returns < 10 || f.held != f.returns || f.odd != f.returns || f.even != f.returns || f.rest != f.returns || f.difference != "" ||
		f.oddPushes != f.pushes || f.pushes < f.returns || f.evenPasses != f.passes || f.merged == 0 || f.erased < f.returns {
		t.Fatalf("%+v", f)
	}
	at := slices.IndexFunc(list, func(f tensornet.Frame) bool { return f.Outcome == plain.Pop })
	before, after := list[at-1], list[at]
	level := int8(2 * before.Guesses) // stamp of the guess
	failed := slices.IndexFunc(after.Stamps, func(s int8) bool { return s == level-1 })
	for failed >= 0 && before.Stamps[failed] == level-1 { // struck before
		failed += 1 + slices.IndexFunc(after.Stamps[failed+1:], func(s int8) bool { return s == level-1 })
	}
	for name, spoil := range map[string]struct {
		of    int8 // the stamp before the return of what is spoilt
		to    int8
		which func(*follower) int64
	}{
		"a digit of the guess stays struck":     {level, level, func(f *follower) int64 { return f.odd }},
		"a result of the rules stays struck":    {level + 1, level + 1, func(f *follower) int64 { return f.even }},
		"a candidate struck earlier comes back": {1, 0, func(f *follower) int64 { return f.rest }},
	} {
		wrong := slices.Clone(list[:at+1])
		wrong[at].Stamps = slices.Clone(after.Stamps)
		i := slices.Index(before.Stamps, spoil.of)
		if i < 0 || i == failed {
			t.Fatalf("%s: no such candidate", name)
		}
		wrong[at].Stamps[i] = spoil.to
		if f := follow(wrong); f.returns != 1 || f.held != 0 || spoil.which(f) != 0 || f.difference == "" {
			t.Errorf("%s: %+v", name, f)
		}
	}
	wrong := slices.Clone(list[:at+1])
	wrong[at].Stamps = slices.Clone(after.Stamps)
	wrong[at].Stamps[failed] = 0 // the failed digit stays possible
	if f := follow(wrong); f.odd != 0 || f.held != 0 {
		t.Errorf("a failed digit that is not erased: %+v", f)
	}
	push := slices.IndexFunc(list, func(f tensornet.Frame) bool { return f.Outcome == plain.Push })
	wrong = slices.Clone(list[:push+1])
	wrong[push].Stamps = slices.Clone(wrong[push].Stamps)
	for i, stamp := range wrong[push].Stamps {
		if stamp == 2 {
			wrong[push].Stamps[i] = 3
		}
	}
	if f := follow(wrong); f.pushes != 1 || f.oddPushes != 0 {
		t.Errorf("a guess at an even level: %+v", f)
	}
}

// TestSettle: doubles in rows count, and a board that contradicts itself is not settled.
func TestSettle(t *testing.T) {
	easy := board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	if !settle(easy, nil) || settle(board.MustParse(hard), easy.Shape().Units()) {
		t.Error("what the rules settle is not told from what they leave open")
	}
	wrong := easy.Clone()
	wrong.Set(2, 3)
	if settle(wrong, nil) {
		t.Error("a contradiction passes for settled")
	}
	if got := sample(10, 4); !slices.Equal(got, []int{0, 2, 5, 7}) || len(sample(0, 4)) != 0 {
		t.Errorf("sample %v", got)
	}
}
