package weights_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/dqn"
	"sudokulab/pkg/dqn/networks"
	"sudokulab/pkg/dqn/weights"
	"sudokulab/pkg/dqn/weights/weightstest"
	learned "sudokulab/pkg/learn/weights"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

// TestTrained: what a training by DQN leaves is the network that plays; it is written with its card, read
// again, begins another training, and plays.
func TestTrained(t *testing.T) {
	dir := t.TempDir()
	folder, stem := filepath.Join(dir, "run"), filepath.Join(dir, "w")
	r := weightstest.Recipe(t, dqn.AlgorithmDQN, 4)
	weightstest.Train(t, r, folder)
	all, err := train.ReadWeights(filepath.Join(folder, train.CheckpointName), train.PartLast)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []train.Part{train.PartAverage, train.PartLast} {
		card, tensors, err := weights.Trained(folder, r, part)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) != 2*len(tensors) || len(tensors) != len(r.Shapes()) {
			t.Errorf("%s: %d variables of %d, want half: the network without the target", part, len(tensors), len(all))
		}
		if tr := card.Training; tr.Steps != 4 || tr.Samples != int64(4*r.Play.Environments) || tr.FLOPs != r.FLOPs(4) || !tr.Finished || card.Name != networks.Candidate {
			t.Errorf("%s: card %+v", part, card)
		}
		if err := learned.Write(stem, card, tensors, safetensors.F32); err != nil {
			t.Fatal(err)
		}
	}
	wider, other := r, r
	settings := *r.Network.Candidate
	settings.Hidden++
	wider.Network.Candidate = &settings
	if err := other.Network.UnmarshalJSON([]byte(`{"name": "conv", "side": 4}`)); err != nil {
		t.Fatal(err)
	}
	for want, recipe := range map[string]weights.Recipe{"online/start_w has shape": wider, "online/outputs/weights is missing": other} {
		if err := learned.CheckResume(folder, recipe); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a checkpoint of another network: %v, want %q", err, want)
		}
	}
	if err := errors.Join(learned.CheckResume(folder, r), learned.CheckResume(dir, wider)); err != nil {
		t.Errorf("the network's own checkpoint, and none: %v", err)
	}
	m, err := weights.Named(stem + weights.TensorsEnding)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(m.Card.Recipe, r) {
		t.Errorf("recipe %+v, want %+v", m.Card.Recipe, r)
	}
	store, err := m.StoreFor(r)
	if err != nil {
		t.Fatal(err)
	}
	store.Finalize()
	choice := acceltest.Choose(t)
	for _, side := range []int{4, 9} {
		shape, err := board.ShapeOfSide(side)
		if err != nil {
			t.Fatal(err)
		}
		row := dqn.Row{Low: 2, High: 2}
		samples, err := dqn.HeldOut(t.Context(), side, row, 3, 5)
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Player(choice.Backend, shape, 2)
		if err != nil {
			t.Fatal(err)
		}
		games, err := p.Play(t.Context(), samples)
		if err != nil || len(games) != 3 || dqn.TallyOf(games).Filled != 0 {
			t.Errorf("side %d: games %+v, %v", side, games, err)
		}
		p.Close()
	}
	diagonal, err := board.ShapeWith(9, board.Variant{Diagonals: true})
	if err != nil {
		t.Fatal(err)
	}
	if m.Takes(board.Standard()) != nil || m.Takes(diagonal) == nil {
		t.Error("the candidate network takes plain boards of all sides, and no others")
	}
	if _, err := m.Player(choice.Backend, diagonal, 2); err == nil {
		t.Error("a player on a board that the network does not take")
	}
	if exact := dqn.NewRuler(r.Play.Game.Rewards, r.DQN.Gamma); m.Ruler() != exact {
		t.Errorf("ruler %+v, want %+v", m.Ruler(), exact)
	}
	if m.Scale() != r.DQN.Scale || !m.Policy().Mask {
		t.Errorf("scale %g, policy %+v", m.Scale(), m.Policy())
	}
}

// TestEmbedded: every embedded agent loads with its card, the default one first.
func TestEmbedded(t *testing.T) {
	names := weights.Names()
	for i, name := range names {
		m, err := weights.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		if name == weights.Default && i != 0 {
			t.Errorf("the default agent is number %d", i+1)
		}
		if m.Card.Name != name || m.Card.Training.Steps < 1 || len(m.Card.Training.Runs) == 0 || m.Card.Training.Runs[0].From != 0 || len(m.Card.Scores) == 0 {
			t.Errorf("%s: card %+v, want runs from the first step on, and scores", name, m.Card)
		}
	}
	_, err := weights.Named("nobody")
	want := "none are embedded"
	if len(names) > 0 {
		slices.SortFunc(names, func(a, b string) int { return strings.Compare(a+learned.CardEnding, b+learned.CardEnding) }) // as their files
		want = "want " + strings.Join(names, " or ")
	}
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("an unknown name: %v, want %q", err, want)
	}
}

// TestRecipe: a recipe is read over the default one of its network, side, algorithm and steps.
func TestRecipe(t *testing.T) {
	for _, network := range networks.Names() {
		for _, algorithm := range append(dqn.Algorithms(), "") {
			for _, side := range []int{4, 9, 16} {
				r, err := weights.DefaultRecipe(network, side, algorithm, 500)
				if err != nil {
					t.Fatal(err)
				}
				if err := r.Validate(); err != nil {
					t.Errorf("%s by %q at side %d: %v", network, algorithm, side, err)
					continue
				}
				text, err := r.Text()
				if err != nil {
					t.Fatal(err)
				}
				again, err := weights.ParseRecipe(text)
				if err != nil || !reflect.DeepEqual(again, r) || !again.SameWeights(r) {
					t.Errorf("%s by %q at side %d: read again as %+v, %v", network, algorithm, side, again, err)
				}
				if r.FLOPs(2) != 2*r.FLOPs(1) || r.FLOPs(1) <= 0 || r.Trainer().Steps != 500 || r.WithSteps(7).Trainer().Steps != 7 {
					t.Errorf("%s by %q at side %d: %g operations, trainer %+v", network, algorithm, side, r.FLOPs(1), r.Trainer())
				}
				if !weights.IsRecipe(text) || algorithm != "" && r.Algorithm != algorithm {
					t.Errorf("%s by %q at side %d: %s", network, algorithm, side, text)
				}
			}
		}
	}
	if weights.IsRecipe([]byte(`{"model": "candidate"}`)) || weights.IsRecipe([]byte("no JSON")) {
		t.Error("a recipe of another system is taken for an agent's")
	}
	for text, want := range map[string]string{
		`{"network": {"name": "mlp"}}`: "mlp",
		`{"algorithm": "a2c"}`:         `algorithm "a2c"`,
		`{"train": {"steps": 0}}`:      "steps is 0",
		`{"train": {"stepps": 1}}`:     `unknown field "stepps"`,
		`{"network": {"name": "conv", "side": 4}, "play": {"game": {"side": 9}}}`:    "of side 4",
		`{"algorithm": "dqn", "dqn": {"replay": 1000000000}}`:                        "a replay buffer of 1000000000 transitions takes",
		`{"play": {"stages": [{"low": 20, "high": 30, "steps": 0}, {"low": 40}]}}`:   "stage 1 ends after 0 steps",
		`{"validation": {"rows": [{"low": 70, "high": 90}]}, "train": {"steps": 5}}`: "70 to 90 empty cells",
		`[]`: "recipe",
	} {
		if _, err := weights.ParseRecipe([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
	}
	// A recipe that was saved under a network's former name is that of the network.
	for former, name := range map[string]string{"cnn1": networks.Conv, "cnn2": networks.UnitConv, "cnn3": networks.ResNet, "transformer1": networks.Transformer} {
		want, err := weights.DefaultRecipe(name, 4, dqn.AlgorithmDQN, 500)
		if err != nil {
			t.Fatal(err)
		}
		text, err := want.Text()
		if err != nil {
			t.Fatal(err)
		}
		saved := strings.Replace(string(text), strconv.Quote(name), strconv.Quote(former), 1)
		if saved == string(text) {
			t.Fatalf("%s is not in %s", name, text)
		}
		for _, text := range []string{saved, `{"algorithm": "dqn", "network": {"name": "` + former + `", "side": 4}, "train": {"steps": 500}}`} {
			if r, err := weights.ParseRecipe([]byte(text)); err != nil || !reflect.DeepEqual(r, want) {
				t.Errorf("%s: %+v, %v, want %+v", former, r, err, want)
			}
		}
	}
	// A list takes the default's place as a whole.
	r, err := weights.ParseRecipe([]byte(`{"network": {"name": "conv", "side": 9}, "play": {"stages": [{"low": 60, "high": 70}]}}`))
	if err != nil || !reflect.DeepEqual(r.Play.Stages, []dqn.Stage{{Low: 60, High: 70}}) {
		t.Errorf("stages %+v, %v", r.Play.Stages, err)
	}
}

// TestFLOPs: DQN values what follows besides, twice if it is double.
func TestFLOPs(t *testing.T) {
	r := weightstest.Recipe(t, dqn.AlgorithmDQN, 10)
	play, batch := float64(r.Play.Environments), float64(r.DQN.Batch)
	one := r.FLOPs(1) / (play + 4*batch)
	r.DQN.Double = true
	if got, want := r.FLOPs(1), one*(play+5*batch); got != want {
		t.Errorf("double: %g operations, want %g", got, want)
	}
	pqn := weightstest.Recipe(t, dqn.AlgorithmPQN, 10)
	if got, want := pqn.FLOPs(1), one*float64(pqn.Play.Environments+3*pqn.PQN.Batch); got != want {
		t.Errorf("pqn: %g operations, want %g", got, want)
	}
}

// TestSections: the card as a text tells how the agent was made, for every algorithm.
func TestSections(t *testing.T) {
	for algorithm, want := range map[string]string{
		dqn.AlgorithmDQN:  "- Deep Q-learning: ",
		dqn.AlgorithmPQN:  "- Parallelised Q-network: rollouts of 16 moves",
		dqn.AlgorithmTwin: "- Supervised twin",
	} {
		r := weightstest.Recipe(t, algorithm, 10)
		text := r.Sections(learned.Training{Steps: 10, Samples: 320, Part: "average"}, "all steps of the recipe")
		for _, want := range []string{want, "the 64 moves of a 4×4 board", "ends at the first mistake", "10 steps (all steps of the recipe), 320 moves in"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", algorithm, want, text)
			}
		}
		if data, err := json.Marshal(r); err != nil || !strings.HasPrefix(string(data), `{"algorithm":"`+algorithm+`"`) {
			t.Errorf("%s, %v", data, err)
		}
	}
}
