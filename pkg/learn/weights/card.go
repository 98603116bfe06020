package weights

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

// Card says what a set of weights is and where it comes from.
type Card[R Recipe] struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	SHA256   string   `json:"sha256"` // of the safetensors file
	Format   string   `json:"format"` // of the numbers: F32, F16 or BF16
	Weights  int      `json:"weights"`
	Recipe   R        `json:"recipe"`
	Training Training `json:"training"`
	Scores   []Score  `json:"scores"`
	Failures []string `json:"known_failures"`
}

// Training is how the weights were made.
type Training struct {
	Steps int `json:"steps"`
	// Samples counts what the training steps took, in the recipe's own unit: boards, boards a
	// segment further, transitions. The name in JSON is that of the first network's unit.
	Samples  int64   `json:"board_segments"`
	Seconds  float64 `json:"seconds"`  // of training, over all runs
	Part     string  `json:"part"`     // average, last or best, of package train
	FLOPs    float64 `json:"flops"`    // of the products, forward and backward, by count
	Finished bool    `json:"finished"` // all steps of the recipe were done
	Runs     []Run   `json:"runs"`
}

// Score is a measurement on one set of puzzles, of the system alone: no search.
type Score struct {
	Set      string  `json:"set"`
	Steps    int     `json:"steps"` // over a board, at most, in each start
	Restarts int     `json:"restarts"`
	Boards   int     `json:"boards"`
	Solved   int     `json:"solved"`
	Low      float64 `json:"low"`  // of the share that is solved, 95 % interval (Wilson)
	High     float64 `json:"high"` //
	Cells    float64 `json:"empty_cells_right"`
}

// Trained returns a part of the weights in a training's folder, and their card with all that
// the folder says: recipe, steps, samples, time, runs. The caller may give it another name and
// title than the network's, and adds scores.
func Trained[R Recipe](folder string, recipe R, part train.Part) (Card[R], []safetensors.Tensor, error) {
	fail := func(err error) (Card[R], []safetensors.Tensor, error) { return Card[R]{}, nil, err }
	checkpoint := filepath.Join(folder, train.CheckpointName)
	tensors, err := train.ReadWeights(checkpoint, part)
	if err != nil {
		return fail(err)
	}
	report, err := train.ReadReport(checkpoint)
	if err != nil {
		return fail(err)
	}
	runs, err := ReadRuns(folder)
	if err != nil {
		return fail(err)
	}
	return Card[R]{
		Name: recipe.Model(), Title: recipe.Title(), Recipe: recipe,
		Training: Training{
			Steps: report.Step, Samples: report.Samples, Seconds: report.Seconds, Part: string(part),
			FLOPs: recipe.FLOPs(report.Step), Finished: report.Step >= recipe.Trainer().Steps, Runs: runs,
		},
	}, tensors, nil
}

// WriteCard writes another card of weights that are there, as JSON and as a text. In a tree with a manifest it enters the card there,
// and refuses to write where a file of the set is not as it is listed.
func WriteCard[R Recipe](stem string, card Card[R]) error {
	if err := unaltered(stem); err != nil {
		return err
	}
	return writeCard(stem, card)
}

// writeCard writes the card and enters the set into the manifest of its tree.
func writeCard[R Recipe](stem string, card Card[R]) error {
	data, err := json.MarshalIndent(card, "", "  ")
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	text, err := card.Text()
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	if err := atomicfile.WriteBytes(stem+CardEnding, append(data, '\n')); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	if err := atomicfile.WriteBytes(stem+TextEnding, []byte(text)); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	return enter(stem)
}

// Text is the card in Markdown.
func (c Card[R]) Text() (string, error) {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	t := c.Training
	say("# %s: %s\n\n", c.Name, c.Title)
	say("%d weights, %s, SHA-256 `%s`. Written by %s.\n\n", c.Weights, c.Format, c.SHA256, c.Recipe.Commands())
	extent := "all steps of the recipe"
	if !t.Finished {
		extent = fmt.Sprintf("of %d steps of the recipe", c.Recipe.Trainer().Steps)
	}
	b.WriteString(c.Recipe.Sections(t, extent))
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
