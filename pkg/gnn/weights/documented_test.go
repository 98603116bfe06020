package weights_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/gnn/weights"
	learned "sudokulab/pkg/learn/weights"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

func parse(t *testing.T, text string) weights.Recipe {
	t.Helper()
	r, err := weights.ParseRecipe([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// documentedRecipe is a tiny network of the document on 4×4; rest is what else it holds.
func documentedRecipe(t *testing.T, model, rest string) weights.Recipe {
	t.Helper()
	return parse(t, `{
		"model": "`+model+`", `+rest+`
		"task": {
			"data": {"size": 0, "puzzles": {"side": 4, "lookahead": 16}},
			"curriculum": {"stages": [{"until_epoch": 3, "low": 6, "high": 10}]},
			"epochs": 3, "epoch": 8, "batch": 4,
			"validation": {"sets": [{"name": "few", "side": 4, "low": 6, "high": 9}], "count": 4, "batch": 4}
		}
	}`)
}

// TestDocumented trains networks of the document in two runs, writes their weights, and gets
// from them the answers of the trainer's own.
func TestDocumented(t *testing.T) {
	choice := acceltest.Choose(t)
	puzzles := []board.Board{board.MustParse("1.....3..2.....4"), board.MustParse("............3..1"), board.MustParse("1.............2.")}
	for model, rest := range map[string]string{
		"literal": `"literal": {"hidden": 8, "iterations": 2}, "start": "identity", "train": {"ema": 0.9},`,
		"cnn":     `"cnn": {"channels": [3]},`,
	} {
		r := documentedRecipe(t, model, rest)
		folder := filepath.Join(t.TempDir(), "run")
		var want [][]float32
		for _, steps := range []int{2, 5} {
			task, err := r.NewTask(t.Context(), choice.Backend, 1)
			if err != nil {
				t.Fatal(err)
			}
			start, err := r.StartStore()
			if err != nil {
				t.Fatal(err)
			}
			trainer, err := train.New(choice.Backend, task, r.WithSteps(steps).Trainer(), train.Options{Folder: folder, Resume: true, Start: start})
			if err != nil {
				t.Fatal(err)
			}
			if report, err := trainer.Run(t.Context()); err != nil || report.Step != steps {
				t.Fatalf("%d steps, %v", report.Step, err)
			}
			store, err := trainer.Weights()
			if err != nil {
				t.Fatal(err)
			}
			network, err := r.Documented.Network()
			if err != nil {
				t.Fatal(err)
			}
			p, err := supervised.NewPredictor(choice.Backend, network, store, 2, 0)
			if err != nil {
				t.Fatal(err)
			}
			predictions, err := p.Predict(t.Context(), puzzles)
			if err != nil {
				t.Fatal(err)
			}
			want = nil
			for _, x := range predictions {
				want = append(want, x.P)
			}
			p.Close()
			store.Finalize()
			trainer.Close()
			task.Close()
		}
		card, tensors, err := learned.Trained(folder, r, train.PartAverage)
		if err != nil {
			t.Fatal(err)
		}
		if tr := card.Training; card.Name != model || card.Title != r.Title() || tr.Steps != 5 || tr.Samples != 20 || tr.Part != "average" || tr.FLOPs != r.FLOPs(5) || tr.Finished {
			t.Errorf("card %+v of 5 steps of %d with 4 boards each", card, r.Trainer().Steps)
		}
		stem := filepath.Join(t.TempDir(), "w")
		if err := learned.Write(stem, card, tensors, safetensors.F32); err != nil {
			t.Fatal(err)
		}
		m, err := weights.Open(stem + weights.TensorsEnding)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(m.Card.Recipe, r) || m.Card.Weights != r.Documented.Parameters() {
			t.Errorf("card of %s: %d weights of %+v, want %d of %+v", model, m.Card.Weights, m.Card.Recipe, r.Documented.Parameters(), r)
		}
		p, err := m.Predictor(choice.Backend, 2, 0)
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Predict(t.Context(), puzzles)
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if !reflect.DeepEqual(got[i].P, want[i]) {
				t.Errorf("%s, board %d: %v, the trainer's weights give %v", model, i, got[i].P, want[i])
			}
		}
		p.Close()

		text, err := os.ReadFile(stem + learned.TextEnding)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"## Differences from the document", "Boards of side 4 in place of 9", "4×4 in batches of 4, an endless stream"} {
			if !strings.Contains(string(text), want) {
				t.Errorf("no %q in the card\n%s", want, text)
			}
		}
		if _, err := m.Thinker(choice.Backend, candidate.DefaultThink()); err == nil || !strings.Contains(err.Error(), "does not think") {
			t.Errorf("%s as a thinker: %v", model, err)
		}
		if err := m.Takes(board.Standard()); err == nil {
			t.Errorf("%s of side 4 takes a board of side 9", model)
		}
		testStart(t, m, r, model, rest)
		if model == "cnn" {
			if _, err := m.Predictor(choice.Backend, 2, 3); err == nil || !strings.Contains(err.Error(), "no message passing") {
				t.Errorf("steps of a CNN: %v", err)
			}
		}
		if _, err := m.Predictor(choice.Backend, 0, 0); err == nil {
			t.Error("batches of no boards")
		}
	}
}

// testStart begins a training with weights, and refuses those of other networks.
func testStart(t *testing.T, m *weights.Model, r weights.Recipe, model, rest string) {
	t.Helper()
	store, err := m.StoreFor(r)
	if err != nil {
		t.Fatal(err)
	}
	store.Finalize()
	wider := documentedRecipe(t, model, strings.NewReplacer(`"hidden": 8`, `"hidden": 9`, `[3]`, `[3, 4]`).Replace(rest))
	if _, err := m.StoreFor(wider); err == nil || !strings.Contains(err.Error(), "other widths") {
		t.Errorf("%s for a wider network: %v", model, err)
	}
	other, err := weights.DefaultRecipe(weights.Candidate)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.StoreFor(other); err == nil || !strings.Contains(err.Error(), "those of a network "+model+", want candidate") {
		t.Errorf("%s for a candidate network: %v", model, err)
	}
}

// TestCardBytes: the embedded cards are written again as they are, and what they lack of the
// recipes' common form changes nothing.
func TestCardBytes(t *testing.T) {
	for _, name := range weights.Names() {
		m, err := weights.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("embedded", name+learned.CardEnding))
		if err != nil {
			t.Fatal(err)
		}
		stem := filepath.Join(t.TempDir(), name)
		if err := learned.WriteCard(stem, m.Card); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(stem + learned.CardEnding); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: the card is written as another one (%v)", name, err)
		}
	}
}

// TestRecipe: a recipe says its network, and is read by what it says.
func TestRecipe(t *testing.T) {
	for _, model := range weights.Models() {
		r, err := weights.DefaultRecipe(model)
		if err != nil {
			t.Fatal(err)
		}
		text, err := r.Text()
		if err != nil {
			t.Fatal(err)
		}
		if again := parse(t, string(text)); !reflect.DeepEqual(again, r) || again.Model() != model || !bytes.Contains(text, []byte(`"model": "`+model+`"`)) {
			t.Errorf("%s: read as %s from\n%s", model, again.Model(), text)
		}
		var card weights.Recipe
		if plain, err := json.Marshal(r); err != nil || json.Unmarshal(plain, &card) != nil || !reflect.DeepEqual(card, r) {
			t.Errorf("%s: another recipe in a card, %v", model, err)
		}
		if r.Trainer().Steps < 1 || r.WithSteps(7).Trainer().Steps != 7 || r.Trainer().Steps == 7 {
			t.Errorf("%s: %d steps", model, r.Trainer().Steps)
		}
		if !r.SameWeights(r.WithSteps(7)) {
			t.Errorf("%s: with another number of steps it trains something else", model)
		}
		for _, other := range weights.Models() {
			o, err := weights.DefaultRecipe(other)
			if err != nil {
				t.Fatal(err)
			}
			if r.SameWeights(o) != (model == other) {
				t.Errorf("%s and %s are the same: %v", model, other, model != other)
			}
		}
		if err := r.Validate(); err != nil || r.FLOPs(1) <= 0 {
			t.Errorf("%s: %v, %g operations", model, err, r.FLOPs(1))
		}
	}
	if r := parse(t, `{"train": {"steps": 9}}`); r.Model() != weights.Candidate || r.Trainer().Steps != 9 {
		t.Errorf("a recipe without a model: %s of %d steps", r.Model(), r.Trainer().Steps)
	}
	for _, tc := range []struct{ want, text string }{
		{"want one of [candidate literal cnn]", `{"model": "mlp"}`},
		{"unexpected end", `{`},
		{"unknown field", `{"model": "candidate", "literal": {}}`},
		{"unknown field", `{"model": "cnn", "network": {}}`},
	} {
		if _, err := weights.ParseRecipe([]byte(tc.text)); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error %v, want one with %q", tc.text, err, tc.want)
		}
	}
	if _, err := weights.DefaultRecipe("mlp"); err == nil || !strings.Contains(err.Error(), "candidate literal cnn") {
		t.Errorf("an unknown model: %v", err)
	}
}
