package documented_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/accel/acceltest"
	"sudokulab/pkg/board"
	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/documented"
	"sudokulab/pkg/gnn/inspect"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

func recipe(t testing.TB, m documented.Model) documented.Recipe {
	t.Helper()
	r, err := documented.DefaultRecipe(m)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestDefault: the default is the document's as packages literal, cnn and supervised have it,
// and differs from it in nothing.
func TestDefault(t *testing.T) {
	for _, m := range documented.Models() {
		r := recipe(t, m)
		if err := r.Validate(); err != nil {
			t.Error(err)
		}
		if d := r.Deviations(); len(d) != 0 {
			t.Errorf("%s: %q", m, d)
		}
		if got, want := r.Trainer(), supervised.Default().Train(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: trainer %+v, want %+v", m, got, want)
		}
		store, err := r.StartStore()
		if err != nil || store != nil {
			t.Errorf("%s: a start of its own: %v, %v", m, store, err)
		}
		n, err := r.Network()
		if err != nil || n.Name() != string(m) {
			t.Errorf("network %v, %v, want %s", n, err, m)
		}
	}
	if _, err := documented.DefaultRecipe("mlp"); err == nil || !strings.Contains(err.Error(), "literal or cnn") {
		t.Errorf("an unknown model: %v", err)
	}
}

// TestRoundTrip writes recipes and reads them, also those in which something is absent that the
// default has.
func TestRoundTrip(t *testing.T) {
	var all []documented.Recipe
	for _, m := range documented.Models() {
		all = append(all, recipe(t, m))
		r := recipe(t, m)
		r.Task.Optimisation.Plateau, r.Task.Optimisation.EarlyStop = nil, nil
		r.Task.Data.Puzzles.Exclude = []string{}
		r.Train.Steps, r.Train.ClipNorm, r.Train.EMA = 5, 1, 0.9
		r.Task.Curriculum = uniform()
		all = append(all, r)
	}
	all[1].Start = documented.StartIdentity
	all[3].CNN.Channels = []int{8}
	for i, r := range all {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := documented.ParseRecipe(text)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, r) {
			t.Errorf("recipe %d: read\n%+v\nwant\n%+v", i, got, r)
		}
		var plain documented.Recipe
		if err := json.Unmarshal(text, &plain); err != nil || !reflect.DeepEqual(plain, r) {
			t.Errorf("recipe %d: as a field it is another one, %v", i, err)
		}
	}
}

// TestParse: what a file leaves out is the default's, of the side that it names, and of a list
// that it gives nothing is.
func TestParse(t *testing.T) {
	r, err := documented.ParseRecipe([]byte(`{"model": "cnn", "cnn": {"channels": [4]}, "task": {
		"data": {"puzzles": {"side": 4}}, "epochs": 2,
		"curriculum": {"stages": [{"until_epoch": 2, "low": 6}]},
		"validation": {"sets": [{"name": "a", "side": 4, "low": 5, "high": 6}]}}}`))
	if err == nil {
		t.Fatalf("a stage of 6 to 0 givens is read as %+v: something of the default stayed", r.Task.Curriculum)
	}
	r, err = documented.ParseRecipe([]byte(`{"model": "cnn", "cnn": {"channels": [4]}, "task": {
		"data": {"puzzles": {"side": 4}}, "epochs": 2,
		"curriculum": {"stages": [{"until_epoch": 2, "low": 6, "high": 9}]},
		"validation": {"sets": [{"name": "a", "side": 4, "low": 5, "high": 6}]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := puzzles.DefaultConfig(4)
	want.Augment = puzzles.DefaultAugment()
	if !reflect.DeepEqual(r.Task.Data.Puzzles, want) || r.CNN.Side != 4 || !slices.Equal(r.CNN.Channels, []int{4}) {
		t.Errorf("puzzles %+v, network %+v", r.Task.Data.Puzzles, r.CNN)
	}
	if s := r.Task.Validation.Sets; len(s) != 1 || s[0].Seed != 0 || r.Task.Lambda != 0.1 || r.Task.Optimisation.Plateau == nil {
		t.Errorf("sets %+v, lambda %g", s, r.Task.Lambda)
	}

	for _, tc := range []struct{ want, text string }{
		{"want literal or cnn", `{}`},
		{"want literal or cnn", `{"model": "candidate"}`},
		{"unexpected end", `{"model": "literal",`},
		{"cannot unmarshal", `["literal"]`},
		{"after top-level value", `{"model": "literal"} {}`},
		{"unknown field", `{"model": "literal", "network": {}}`},
		{"unknown field", `{"model": "literal", "literal": {"layers": 3}}`},
		{"of no other", `{"model": "literal", "cnn": {}}`},
		{"of no other", `{"model": "cnn", "cnn": null}`},
		{"want \"identity\" or none", `{"model": "literal", "start": "zero"}`},
		{"is for the literal network", `{"model": "cnn", "start": "identity"}`},
		{"want reading", `{"model": "literal", "start": "identity", "literal": {"reading": "wide"}}`},
		{"want hidden 11 at least", `{"model": "literal", "start": "identity", "literal": {"hidden": 10}}`},
		{"literal: hidden", `{"model": "literal", "literal": {"hidden": 0}}`},
		{"cnn: no convolutions", `{"model": "cnn", "cnn": {"channels": []}}`},
		{"clip_norm", `{"model": "cnn", "train": {"clip_norm": -1}}`},
		{"0 or more", `{"model": "cnn", "train": {"steps": -1}}`},
		{"unknown field", `{"model": "cnn", "train": {"optimizer": {}}}`},
		{"lambda", `{"model": "literal", "task": {"lambda": -1}}`},
		{"side 7", `{"model": "literal", "task": {"data": {"puzzles": {"side": 7}}}}`},
	} {
		if _, err := documented.ParseRecipe([]byte(tc.text)); err == nil || !strings.Contains(err.Error(), tc.want) || !strings.HasPrefix(err.Error(), "documented: ") {
			t.Errorf("%s: error %v, want one of this package with %q", tc.text, err, tc.want)
		}
	}
}

// FuzzParseRecipe: whatever is read can be written and read again as the same.
func FuzzParseRecipe(f *testing.F) {
	f.Add(`{"model": "literal", "start": "identity", "task": {"epochs": 1, "optimisation": {"plateau": null}}}`)
	f.Add(`{"model": "cnn", "cnn": {"channels": [3, 4]}, "task": {"data": {"puzzles": {"exclude": []}}}}`)
	f.Add(`{"model": "literal", "task": {"data": {"puzzles": {"side": 16}}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		r, err := documented.ParseRecipe([]byte(text))
		if err != nil {
			return
		}
		r.Deviations()
		again, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		other, err := documented.ParseRecipe(again)
		if err != nil || !reflect.DeepEqual(r, other) {
			t.Fatalf("%s\nis read as\n%+v\nand written as\n%s: %v", text, r, again, err)
		}
	})
}

// TestRecipes reads the recipes of the folder.
func TestRecipes(t *testing.T) {
	files, err := filepath.Glob("recipes/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := documented.ParseRecipe(text)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if r.Literal == nil || r.Literal.Residual || r.Literal.Normalise || r.Literal.Hidden != 96 || r.Literal.Iterations != 32 {
			t.Errorf("%s: not the document's structure: %+v", file, r.Literal)
		}
		said := strings.Join(r.Deviations(), "\n")
		for _, want := range []string{"dropout in message and update 0 in place of 0.3", "passes the old state on", "new puzzles without end in place of 1000000", "cut to a norm of 1"} {
			if !strings.Contains(said, want) {
				t.Errorf("%s: no %q in\n%s", file, want, said)
			}
		}
	}
}

// TestDeviations changes one thing at a time.
func TestDeviations(t *testing.T) {
	for want, change := range map[string]func(*documented.Recipe){
		"hidden size 48 in place of 96":            func(r *documented.Recipe) { r.Literal.Hidden = 48 },
		"number of rounds 8 in place of 32":        func(r *documented.Recipe) { r.Literal.Iterations = 8 },
		"added to the old state":                   func(r *documented.Recipe) { r.Literal.Residual = true },
		"normalised":                               func(r *documented.Recipe) { r.Literal.Normalise = true },
		"dropout in the decoder 0 in place of 0.5": func(r *documented.Recipe) { r.Literal.DecoderDropout = 0 },
		"bfloat16": func(r *documented.Recipe) { r.Literal.Compute = literal.BFloat16 },
		"number of puzzles 1000 in place of 1000000":     func(r *documented.Recipe) { r.Task.Data.Size = 1000 },
		"17 to 45 givens until epoch 60":                 func(r *documented.Recipe) { r.Task.Curriculum = uniform() },
		"augmentation by digits 0":                       func(r *documented.Recipe) { r.Task.Data.Puzzles.Augment = puzzles.Augment{} },
		"on every round":                                 func(r *documented.Recipe) { r.Task.EveryStep = true },
		"weight of the violation term 0 in place of 0.1": func(r *documented.Recipe) { r.Task.Lambda = 0 },
		"no plateau":                                          func(r *documented.Recipe) { r.Task.Optimisation.Plateau = nil },
		"no early stopping":                                   func(r *documented.Recipe) { r.Task.Optimisation.EarlyStop = nil },
		"learning rate 0.01 in place of 0.001":                func(r *documented.Recipe) { r.Task.Optimisation.AdamW.LearningRate = 0.01 },
		"averaged with a decay of 0.9":                        func(r *documented.Recipe) { r.Train.EMA = 0.9 },
		"7 steps in place of the 468780 of all epochs":        func(r *documented.Recipe) { r.Train.Steps = 7 },
		"half a cosine":                                       func(r *documented.Recipe) { r.Train.Schedule.Kind = train.ScheduleCosine },
		"the rate rises over the first 10 steps":              func(r *documented.Recipe) { r.Train.Schedule.WarmUp = 10 },
		"validations every 100 steps in place of every epoch": func(r *documented.Recipe) { r.Train.ValidateEvery = 100 },
		"boards of side 16 in place of 9":                     func(r *documented.Recipe) { r.Task.Data.Puzzles.Side = 16 },
		"patience of early stopping 3 in place of 10":         func(r *documented.Recipe) { r.Task.Optimisation.EarlyStop = &train.EarlyStop{Patience: 3} },
		"factor of the plateau 0.9 in place of 0.5":           func(r *documented.Recipe) { r.Task.Optimisation.Plateau.Factor = 0.9 },
		"the document does not say how they start":            func(r *documented.Recipe) { r.Start = documented.StartIdentity },
	} {
		r := recipe(t, documented.Literal)
		change(&r)
		if got := r.Deviations(); len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%q, want one line with %q", got, want)
		}
	}
	r := recipe(t, documented.CNN)
	r.CNN.Channels, r.CNN.FullyConvolutional = []int{4}, true
	if got := r.Deviations(); len(got) != 2 {
		t.Errorf("%q, want two lines", got)
	}
}

// TestShapes compares the names and shapes with those of the networks as they are built, and
// the count of operations with the networks' own.
func TestShapes(t *testing.T) {
	b := acceltest.Go(t)
	var all []documented.Recipe
	for _, reading := range literal.Readings() {
		r := recipe(t, documented.Literal)
		r.Literal.Reading, r.Literal.Iterations, r.Literal.Hidden = reading, 1, 12
		all = append(all, r)
	}
	all[0].Start = documented.StartIdentity
	for _, full := range []bool{false, true} {
		r := recipe(t, documented.CNN)
		r.CNN.Channels, r.CNN.FullyConvolutional = []int{3, 5}, full
		all = append(all, r)
	}
	for _, r := range all {
		n, err := r.Network()
		if err != nil {
			t.Fatal(err)
		}
		facts, err := inspect.Describe(b, n, board.Standard(), inspect.Options{Batch: 1})
		if err != nil {
			t.Fatal(err)
		}
		built := map[string][]int{}
		for _, v := range facts.Variables {
			built[strings.TrimPrefix(v.Path, model.RootScopePath)] = v.Dims
		}
		if got := r.Shapes(); !reflect.DeepEqual(got, built) {
			t.Errorf("%s: shapes %v, want %v", r.Title(), got, built)
		}
		if r.Parameters() != facts.Parameters {
			t.Errorf("%s: %d weights, want %d", r.Title(), r.Parameters(), facts.Parameters)
		}
		if got, want := r.FLOPs(2), float64(3*2*r.Task.Batch)*float64(facts.Products); got != want {
			t.Errorf("%s: %g operations, want %g", r.Title(), got, want)
		}
		store, err := r.StartStore()
		if err != nil {
			t.Fatal(err)
		}
		if store == nil {
			continue
		}
		tensors, err := train.TensorsOf(store, safetensors.F32)
		if err != nil {
			t.Fatal(err)
		}
		started := map[string][]int{}
		for _, x := range tensors {
			started[x.Name] = x.Shape
		}
		if !reflect.DeepEqual(started, built) {
			t.Errorf("start: shapes %v, want %v", started, built)
		}
		store.Finalize()
	}
}

// identity returns a recipe with the identity start and its values by name.
func identity(t *testing.T, side, hidden int) (documented.Recipe, map[string][]float32) {
	t.Helper()
	r := recipe(t, documented.Literal)
	r.Start = documented.StartIdentity
	r.Literal.Side, r.Literal.Hidden, r.Literal.Dropout, r.Literal.DecoderDropout = side, hidden, 0, 0
	store, err := r.StartStore()
	if err != nil {
		t.Fatal(err)
	}
	defer store.Finalize()
	tensors, err := train.TensorsOf(store, safetensors.F32)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string][]float32{}
	for _, x := range tensors {
		if values[x.Name], err = x.Float32(); err != nil {
			t.Fatal(err)
		}
	}
	return r, values
}

// easy is a board of 30 givens.
var easy = board.MustParse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")

// TestIdentityPasses: without messages the states of 32 rounds are the encoder's, cut at 0.
func TestIdentityPasses(t *testing.T) {
	r, values := identity(t, 9, 24)
	clear(values["message/last/weights"])
	encoded, _, err := r.Literal.Loop(values, easy, 0)
	if err != nil {
		t.Fatal(err)
	}
	after, _, err := r.Literal.Loop(values, easy, 32)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range encoded {
		if math.Abs(after[i]-max(x, 0)) > 1e-9 {
			t.Fatalf("state %d is %g after 32 rounds, want max(%g, 0)", i, after[i], x)
		}
	}
}

// TestIdentityCodes: the hidden values for the digits give each digit a code of its own: an
// encoder of these alone gives the codes themselves, none to an empty cell, and what is left
// out depends on the place alone.
func TestIdentityCodes(t *testing.T) {
	const h = 24
	r, values := identity(t, 9, h)
	first, biases := values["encoder/first/weights"], values["encoder/first/biases"]
	for i := range 5 {
		for o := 11; o < h; o++ {
			first[i*h+o], biases[o] = 0, 0 // leaves the digits alone
		}
		first[i*h+10] = 0 // and what tells givens from empty cells
	}
	clear(values["encoder/last/biases"])
	states, _, err := r.Literal.Loop(values, easy, 0)
	if err != nil {
		t.Fatal(err)
	}
	code := map[uint8][]float64{}
	for cell, d := range easy.Cells() {
		state := states[cell*h : (cell+1)*h]
		if code[d] == nil {
			code[d] = state
		}
		for i := range state {
			if math.Abs(state[i]-code[d][i]) > 1e-5 {
				t.Fatalf("digit %d has two codes", d)
			}
			if d == 0 && math.Abs(state[i]) > 1e-5 {
				t.Fatalf("an empty cell has the code %v", state)
			}
		}
	}
	for a := range uint8(10) {
		for b := range a {
			far := 0.0
			for i := range h {
				far = max(far, math.Abs(code[a][i]-code[b][i]))
			}
			if far < 0.5 {
				t.Errorf("the codes of %d and %d differ by %g at most", a, b, far)
			}
		}
	}
}

// spread is the standard deviation of a state's values over the cells, averaged.
func spread(states []float64, cells, h int) (total float64) {
	for i := range h {
		var sum, squares float64
		for c := range cells {
			x := states[c*h+i]
			sum += x / float64(cells)
			squares += x * x / float64(cells)
		}
		total += math.Sqrt(max(0, squares-sum*sum)) / float64(h)
	}
	return total
}

// TestIdentityKeeps: through 32 rounds of the document's size the states of cells stay apart
// and do not grow out of bounds.
func TestIdentityKeeps(t *testing.T) {
	r, values := identity(t, 9, 96)
	for _, rounds := range []int{1, 8, 32} {
		states, logits, err := r.Literal.Loop(values, easy, rounds)
		if err != nil {
			t.Fatal(err)
		}
		if s := spread(states, 81, 96); s < 0.2 || s > 2 {
			t.Errorf("after %d rounds the cells are %g apart", rounds, s)
		}
		for _, l := range logits {
			if math.Abs(l) > 3 {
				t.Fatalf("after %d rounds a score is %g", rounds, l)
			}
		}
	}
}

// gradients returns the norm of the gradient of each variable.
func gradients(t *testing.T, b compute.Backend, r documented.Recipe) map[string]float64 {
	t.Helper()
	n, err := r.Network()
	if err != nil {
		t.Fatal(err)
	}
	shape, err := board.ShapeOfSide(r.Literal.Side)
	if err != nil {
		t.Fatal(err)
	}
	store, err := r.StartStore()
	if err != nil {
		t.Fatal(err)
	}
	if store == nil {
		store = model.NewStore()
	}
	defer store.Finalize()
	set := puzzles.TestSet{Name: "some", Side: shape.Side(), Low: 6, High: 9, Seed: 1}
	samples, err := puzzles.HeldOut(t.Context(), set, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	var puzzle, solution []int32
	for _, s := range samples {
		for c := range s.Puzzle {
			puzzle, solution = append(puzzle, int32(s.Puzzle[c])), append(solution, int32(s.Solution[c]))
		}
	}
	var paths []string
	exec, err := model.NewExec(b, store, func(scope *model.Scope, in []*graph.Node) []*graph.Node {
		logits := n.Logits(scope.Store().Scope(train.ScopePath), in[0], shape, gnn.Mode{Training: true})
		loss := supervised.CrossEntropy(logits[0], in[0], in[1])
		paths = nil
		for v := range scope.IterVariables() {
			if v.Trainable && v.InUseByGraph(loss.Graph()) {
				paths = append(paths, strings.TrimPrefix(v.Path(), train.ScopePath+"/"))
			}
		}
		return scope.BuildTrainableVariablesGradientsGraph(loss)
	})
	if err != nil {
		t.Fatal(err)
	}
	defer exec.Finalize()
	results, err := exec.Exec(tensors.FromFlatDataAndDimensions(puzzle, len(samples), shape.Cells()),
		tensors.FromFlatDataAndDimensions(solution, len(samples), shape.Cells()))
	if err != nil {
		t.Fatal(err)
	}
	norms := map[string]float64{}
	for i, path := range paths {
		sum := 0.0
		for _, x := range tensors.MustCopyFlatData[float32](results[i]) {
			sum += float64(x) * float64(x)
		}
		norms[path] = math.Sqrt(sum)
	}
	return norms
}

// TestIdentityLearns: the loss reaches every layer through 32 rounds, which it does not from
// the network's own start.
func TestIdentityLearns(t *testing.T) {
	b := acceltest.Go(t)
	r, _ := identity(t, 4, 24)
	for name, norm := range gradients(t, b, r) {
		if norm < 1e-4 || norm > 1e3 {
			t.Errorf("the gradient of %s is %g", name, norm)
		}
	}
	r.Start = documented.StartDrawn
	if norm := gradients(t, b, r)["encoder/last/weights"]; norm > 1e-12 {
		t.Errorf("from the network's own start the gradient of the encoder is %g: the test sees no difference", norm)
	}
}

func ExampleParseRecipe() {
	r, err := documented.ParseRecipe([]byte(`{
		"model": "literal",
		"literal": {"dropout": 0},
		"start": "identity",
		"task": {"batch": 64, "epoch": 64000, "optimisation": {"early_stop": null}},
		"train": {"clip_norm": 1}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Title())
	fmt.Println(r.Trainer().Steps, r.Parameters())
	for _, d := range r.Deviations() {
		fmt.Println("-", d)
	}
	_, err = documented.ParseRecipe([]byte(`{"model": "cnn", "start": "identity"}`))
	fmt.Println(err)
	// Output:
	// the document's graph network, hidden 96, 32 rounds, reading hidden, dropout 0 and 0.5
	// 60000 75753
	// - dropout in message and update 0 in place of 0.3
	// - the weights start so that a round passes the old state on; the document does not say how they start
	// - boards an epoch 64000 in place of 1000000
	// - boards a batch 64 in place of 128
	// - no early stopping
	// - gradients are cut to a norm of 1
	// documented: recipe: start "identity" is for the literal network
}

func ExampleRecipe_Deviations() {
	r, err := documented.DefaultRecipe(documented.CNN)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(r.Deviations()))
	r.CNN.Activation, r.Train.EMA = cnn.None, 0.99
	fmt.Println(r.Deviations())
	// Output:
	// 0
	// [weights are averaged with a decay of 0.99]
}

// uniform is the curriculum of the document's last stage alone.
func uniform() puzzles.Curriculum {
	return puzzles.Curriculum{Stages: []puzzles.Stage{{UntilEpoch: 60, Low: 17, High: 45}}}
}
