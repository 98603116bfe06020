package weights

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gnn/candidate"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

//go:embed embedded
var embedded embed.FS

// Endings of the files of a set of weights.
const (
	TensorsEnding = ".safetensors"
	CardEnding    = ".json"
	TextEnding    = ".md" // of the card as a text, which is written and not read
)

// Card says what a set of weights is and where it comes from.
type Card struct {
	Name     string           `json:"name"`
	Title    string           `json:"title"`
	SHA256   string           `json:"sha256"` // of the safetensors file
	Format   string           `json:"format"` // of the numbers: F32, F16 or BF16
	Weights  int              `json:"weights"`
	Recipe   candidate.Recipe `json:"recipe"`
	Training Training         `json:"training"`
	Scores   []Score          `json:"scores"`
	Failures []string         `json:"known_failures"`
}

// Training is how the weights were made.
type Training struct {
	Steps    int     `json:"steps"`
	Samples  int64   `json:"board_segments"` // boards taken one segment further
	Seconds  float64 `json:"seconds"`        // of training, over all runs
	Part     string  `json:"part"`           // average, last or best, of package train
	FLOPs    float64 `json:"flops"`          // of the products, forward and backward, by count
	Finished bool    `json:"finished"`       // all steps of the recipe were done
	Runs     []Run   `json:"runs"`
}

// Score is a measurement on one set of puzzles, of the network alone: no search.
type Score struct {
	Set      string  `json:"set"`
	Steps    int     `json:"steps"` // of thinking, at most, in each start
	Restarts int     `json:"restarts"`
	Boards   int     `json:"boards"`
	Solved   int     `json:"solved"`
	Low      float64 `json:"low"`  // of the share that is solved, 95 % interval (Wilson)
	High     float64 `json:"high"` //
	Cells    float64 `json:"empty_cells_right"`
}

// Model is a set of weights.
type Model struct {
	Card    Card
	Tensors []safetensors.Tensor
}

// Names lists the embedded weights.
func Names() []string {
	entries, err := fs.ReadDir(embedded, "embedded")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), TensorsEnding); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Load returns embedded weights by their name; the error of an unknown name lists them.
func Load(name string) (*Model, error) {
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("weights: %q is not embedded, want one of %s", name, strings.Join(Names(), ", "))
	}
	return read(embedded, path.Join("embedded", name))
}

// Open returns the weights in a safetensors file, whose card lies beside it.
func Open(file string) (*Model, error) {
	stem, ok := strings.CutSuffix(file, TensorsEnding)
	if !ok {
		return nil, fmt.Errorf("weights: %s: want a file whose name ends in %s", file, TensorsEnding)
	}
	return read(os.DirFS(filepath.Dir(stem)), filepath.Base(stem))
}

func read(files fs.FS, stem string) (*Model, error) {
	data, err := fs.ReadFile(files, stem+TensorsEnding)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	text, err := fs.ReadFile(files, stem+CardEnding)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	m := &Model{}
	if err := json.Unmarshal(text, &m.Card); err != nil {
		return nil, fmt.Errorf("weights: %s%s: %w", stem, CardEnding, err)
	}
	if sum := sha256.Sum256(data); m.Card.SHA256 != hex.EncodeToString(sum[:]) {
		return nil, fmt.Errorf("weights: %s%s is the card of other weights: their SHA-256 is %x", stem, CardEnding, sum)
	}
	file, err := safetensors.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("weights: %s%s: %w", stem, TensorsEnding, err)
	}
	m.Tensors = file.Tensors
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("weights: %s%s: %w", stem, TensorsEnding, err)
	}
	return m, nil
}

// check compares the tensors with the variables of the network.
func (m *Model) check() error {
	if err := m.Card.Recipe.Network.Validate(); err != nil {
		return err
	}
	want := m.Card.Recipe.Network.Shapes()
	var errs []error
	for _, t := range m.Tensors {
		shape, ok := want[t.Name]
		switch {
		case !ok:
			errs = append(errs, fmt.Errorf("variable %s is not the network's", t.Name))
		case !slices.Equal(shape, t.Shape):
			errs = append(errs, fmt.Errorf("variable %s has shape %v, want %v", t.Name, t.Shape, shape))
		}
		delete(want, t.Name)
	}
	for name := range want {
		errs = append(errs, fmt.Errorf("variable %s is missing", name))
	}
	return errors.Join(errs...)
}

// Write writes the two files of the weights, stem with either ending, with the numbers in a
// format. It completes the card.
func Write(stem string, card Card, tensors []safetensors.Tensor, format safetensors.DType) error {
	rounded := make([]safetensors.Tensor, len(tensors))
	card.Weights = 0
	for i, t := range tensors {
		values, err := t.Float32()
		if err != nil {
			return fmt.Errorf("weights: %w", err)
		}
		if rounded[i], err = safetensors.FromFloat32(t.Name, format, t.Shape, values); err != nil {
			return fmt.Errorf("weights: %w", err)
		}
		card.Weights += len(values)
	}
	config, err := json.Marshal(card.Recipe.Network)
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	var data bytes.Buffer
	if err := safetensors.Write(&data, rounded, map[string]string{"network": "candidate", "config": string(config)}); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	sum := sha256.Sum256(data.Bytes())
	card.SHA256, card.Format = hex.EncodeToString(sum[:]), string(format)
	if err := (&Model{Card: card, Tensors: rounded}).check(); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	if err := atomicfile.WriteBytes(stem+TensorsEnding, data.Bytes()); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	return WriteCard(stem, card)
}

// StoreFor returns the weights as a store to begin a training with. The network that is to be
// trained must have variables of the same shapes.
func (m *Model) StoreFor(c candidate.Config) (*model.Store, error) {
	own := m.Card.Recipe.Network
	if !maps.EqualFunc(own.Shapes(), c.Shapes(), slices.Equal[[]int]) {
		return nil, fmt.Errorf("weights: those of a network with %d numbers a candidate, %d channels and pool %s, want %d, %d and %s",
			own.Hidden, own.Channels, own.Pool, c.Hidden, c.Channels, c.Pool)
	}
	store, err := train.StoreOf(m.Tensors)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return store, nil
}

// Thinker returns a thinker with the weights. It is closed by its user; the backend stays
// open as long as it.
func (m *Model) Thinker(backend compute.Backend, c candidate.ThinkConfig) (*candidate.Thinker, error) {
	network, err := candidate.New(m.Card.Recipe.Network)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	store, err := train.StoreOf(m.Tensors)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return candidate.NewThinker(backend, network, store, c)
}
