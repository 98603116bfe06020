package weights

import (
	"encoding/json"
	"fmt"
	"strings"

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
	n, t := c.Recipe.Network, c.Training
	say("# %s: %s\n\n", c.Name, c.Title)
	say("%d weights, %s, SHA-256 `%s`. Written by `sudokulab train export` and `sudokulab eval gnn --card`.\n\n", c.Weights, c.Format, c.SHA256)
	say("## Network\n\n%d numbers a candidate, %d channels, pool %s. It knows rows, columns and boxes of plain boards, and does no search.\n\n", n.Hidden, n.Channels, n.Pool)
	say("## Training\n\n")
	sides := make([]string, len(c.Recipe.Task.Kinds))
	for i, k := range c.Recipe.Task.Kinds {
		sides[i] = fmt.Sprintf("%d×%d in batches of %d, seed %d", k.Puzzles.Side, k.Puzzles.Side, k.Batch, k.Puzzles.Seed)
	}
	say("- Boards: %s; endless streams of package puzzles, held-out classes left out.\n", strings.Join(sides, "; "))
	done := "all steps of the recipe"
	if !t.Finished {
		done = fmt.Sprintf("of %d steps of the recipe", c.Recipe.Train.Steps)
	}
	say("- %d steps (%s), %d boards taken a segment of %d steps further, %.0f s, %.3g floating-point operations in products.\n",
		t.Steps, done, t.Samples, c.Recipe.Task.Segment, t.Seconds, t.FLOPs)
	say("- Seeds: weights %d, task %d, trainer %d. Weights taken: %s.\n", n.Seed, c.Recipe.Task.Seed, c.Recipe.Train.Seed, t.Part)
	for _, r := range t.Runs {
		say("- Run from step %d to %d: %s, backend %s, %s, commit %.10s.\n", r.From, r.To, r.Provenance.CPU, r.Provenance.Backend, r.Provenance.Go, r.Provenance.Commit)
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
