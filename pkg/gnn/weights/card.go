package weights

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"sudokulab/pkg/atomicfile"
)

// WriteCard writes the card as JSON and as a text.
func WriteCard(stem string, card Card) error {
	data, err := json.MarshalIndent(card, "", "  ")
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	if err := atomicfile.WriteBytes(stem+CardEnding, append(data, '\n')); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	text, err := card.Text()
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	if err := atomicfile.WriteBytes(stem+TextEnding, []byte(text)); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	return nil
}

// Text is the card in Markdown.
func (c Card) Text() (string, error) {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	t := c.Training
	say("# %s: %s\n\n", c.Name, c.Title)
	say("%d weights, %s, SHA-256 `%s`. Written by `sudokulab train export` and `sudokulab eval gnn --card`.\n\n", c.Weights, c.Format, c.SHA256)
	steps := c.Recipe.Trainer().Steps
	done := "all steps of the recipe"
	if !t.Finished {
		done = fmt.Sprintf("of %d steps of the recipe", steps)
	}
	if c.Recipe.Documented != nil {
		c.sayDocumented(say, done)
	} else {
		c.sayCandidate(say, done)
	}
	for _, r := range t.Runs {
		changed := ""
		if r.Provenance.Dirty {
			changed = " with changes that were not committed then"
		}
		say("- Run from step %d to %d: %s, backend %s, %s, commit %.10s%s.\n", r.From, r.To, r.Provenance.CPU, r.Provenance.Backend, r.Provenance.Go, r.Provenance.Commit, changed)
	}
	if len(t.Runs) > 0 && t.Runs[0].From > 0 {
		say("- The %d steps before the first run in this list left no note of themselves.\n", t.Runs[0].From)
	}
	recipe, err := json.MarshalIndent(c.Recipe, "", "  ")
	if err != nil {
		return "", err
	}
	say("\n## What it solves alone\n\n| Set | Steps | Restarts | Boards | Solved | 95 %% interval | Empty cells right |\n|:--|--:|--:|--:|--:|:--|--:|\n")
	for _, s := range c.Scores {
		say("| %s | %d | %d | %d | %.1f %% | %.1f to %.1f %% | %.1f %% |\n", s.Set, s.Steps, s.Restarts, s.Boards,
			100*float64(s.Solved)/float64(max(1, s.Boards)), 100*s.Low, 100*s.High, 100*s.Cells)
	}
	say("\n## Known failures\n\n")
	for _, f := range c.Failures {
		say("- %s.\n", f)
	}
	if len(c.Failures) == 0 {
		say("None was measured.\n")
	}
	say("\n## Recipe\n\n```json\n%s\n```\n", recipe)
	return b.String(), nil
}

// sayCandidate tells of a candidate network and its training up to the runs.
func (c Card) sayCandidate(say func(string, ...any), done string) {
	n, t, task := c.Recipe.Network, c.Training, c.Recipe.Task
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
		t.Steps, done, t.Samples, task.Segment, t.Seconds, t.FLOPs)
	say("- Seeds: weights %d, task %d, trainer %d. Weights taken: %s.\n", n.Seed, task.Seed, c.Recipe.Train.Seed, t.Part)
}

// sayDocumented tells of a network of the document, what it differs in from there, and its
// training up to the runs.
func (c Card) sayDocumented(say func(string, ...any), done string) {
	r, t := c.Recipe.Documented, c.Training
	say("## Network\n\n%s. It answers in one pass and does no search.\n\n", capital(r.Title()))
	say("## Differences from the document\n\n")
	deviations := r.Deviations()
	for _, d := range deviations {
		say("- %s.\n", capital(d))
	}
	if len(deviations) == 0 {
		say("None.\n")
	}
	d, seed := r.Task.Data, r.Task.Seed
	source := "an endless stream"
	if d.Size > 0 {
		source = fmt.Sprintf("%d puzzles, shuffled by seed %d,", d.Size, d.Shuffle)
	}
	say("\n## Training\n\n- Boards: %d×%d in batches of %d, %s of package puzzles, seed %d, held-out classes left out.\n",
		d.Puzzles.Side, d.Puzzles.Side, r.Task.Batch, source, d.Puzzles.Seed)
	say("- %d steps (%s), %d boards, %.0f s, %.3g floating-point operations in products.\n", t.Steps, done, t.Samples, t.Seconds, t.FLOPs)
	say("- Seeds: weights %d, dropout %d. Weights taken: %s.\n", r.Seed(), seed, t.Part)
}

// capital begins a text with a capital letter.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
