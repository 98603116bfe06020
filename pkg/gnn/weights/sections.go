package weights

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"sudokulab/pkg/learn/weights"
)

// Commands names the commands that write the weights and their scores.
func (r Recipe) Commands() string { return "`sudokulab train export` and `sudokulab eval gnn --card`" }

// Sections is what a card as a text says of the network and its training, up to the runs.
func (r Recipe) Sections(t weights.Training, extent string) string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	if r.Documented != nil {
		r.sayDocumented(say, t, extent)
	} else {
		r.sayCandidate(say, t, extent)
	}
	return b.String()
}

// sayCandidate tells of a candidate network and its training up to the runs.
func (r Recipe) sayCandidate(say func(string, ...any), t weights.Training, extent string) {
	n, task := r.Network, r.Task
	say("## Network\n\n%d numbers a candidate, %d channels, pool %s. It knows rows, columns and boxes of plain boards, and does no search.\n\n", n.Hidden, n.Channels, n.Pool)
	sides, source := make([]string, len(task.Kinds)), "endless streams of package puzzles"
	for i, k := range task.Kinds {
		sides[i] = fmt.Sprintf("%d×%d in batches of %d, seed %d", k.Puzzles.Side, k.Puzzles.Side, k.Batch, k.Puzzles.Seed)
		if k.Size > 0 {
			sides[i] += fmt.Sprintf(", the same %d boards again and again", k.Size)
			source = "endless streams of package puzzles where no number is given"
		}
	}
	say("## Training\n\n- Boards: %s; %s, held-out classes left out.\n", strings.Join(sides, "; "), source)
	say("- %d steps (%s), %d boards taken a segment of %d steps further, %.0f s, %.3g floating-point operations in products.\n",
		t.Steps, extent, t.Samples, task.Segment, t.Seconds, t.FLOPs)
	say("- Seeds: weights %d, task %d, trainer %d. Weights taken: %s.\n", n.Seed, task.Seed, r.Train.Seed, t.Part)
}

// sayDocumented tells of a network of the document, what it differs in from there, and its
// training up to the runs.
func (r Recipe) sayDocumented(say func(string, ...any), t weights.Training, extent string) {
	of := r.Documented
	say("## Network\n\n%s. It answers in one pass and does no search.\n\n", capital(of.Title()))
	say("## Differences from the document\n\n")
	deviations := of.Deviations()
	for _, d := range deviations {
		say("- %s.\n", capital(d))
	}
	if len(deviations) == 0 {
		say("None.\n")
	}
	d, seed := of.Task.Data, of.Task.Seed
	source := "an endless stream"
	if d.Size > 0 {
		source = fmt.Sprintf("%d puzzles, shuffled by seed %d,", d.Size, d.Shuffle)
	}
	say("\n## Training\n\n- Boards: %d×%d in batches of %d, %s of package puzzles, seed %d, held-out classes left out.\n",
		d.Puzzles.Side, d.Puzzles.Side, of.Task.Batch, source, d.Puzzles.Seed)
	say("- %d steps (%s), %d boards, %.0f s, %.3g floating-point operations in products.\n", t.Steps, extent, t.Samples, t.Seconds, t.FLOPs)
	say("- Seeds: weights %d, dropout %d. Weights taken: %s.\n", of.Seed(), seed, t.Part)
}

// capital begins a text with a capital letter.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
