package weights

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/safetensors"
	"sudokulab/pkg/train"
)

// Endings of the files of a set of weights.
const (
	TensorsEnding = ".safetensors"
	CardEnding    = ".json"
	TextEnding    = ".md" // of the card as a text, which is written and not read
)

// Recipe is all that decides a set of weights, besides the backend's arithmetic. A system has
// one type for all its networks; as a part of a card it is written and read as JSON.
type Recipe interface {
	// Model names the network, Title describes it in a line.
	Model() string
	Title() string
	// Config returns the network's configuration, which goes as JSON into the metadata of the
	// numbers, or says why there is no such network.
	Config() (any, error)
	// Shapes returns the shape of each variable by its name, in a map that is the caller's.
	Shapes() map[string][]int
	// FLOPs is the number of floating-point operations in the products of the first steps of
	// the training, forward and backward.
	FLOPs(steps int) float64
	// Trainer returns the trainer's configuration.
	Trainer() train.Config
	// Commands names the commands that write the weights and their scores, in Markdown.
	Commands() string
	// Sections is what the card as a text says of the network and of its training: sections of
	// Markdown, of which the last ends in a list that the runs continue. extent says in words
	// how much of the training was done.
	Sections(t Training, extent string) string
}

// Trainable is a recipe R that a trainer can follow, in slices if need be: what a command needs of it beyond the card.
type Trainable[R any] interface {
	Recipe
	Validate() error
	// Text writes the recipe for the training's folder.
	Text() ([]byte, error)
	// WithSteps returns the recipe with another number of training steps.
	WithSteps(steps int) R
	// SameWeights reports whether another recipe trains the same network on the same task, so that a training may
	// go on with it.
	SameWeights(other R) bool
	// NewTask makes the task; workers goroutines make puzzles, 0 for one a core. The backend stays open as long
	// as it.
	NewTask(ctx context.Context, backend compute.Backend, workers int) (train.OpenTask, error)
	// StartStore returns the initial values that the recipe asks for, which are the caller's; nil if they are
	// the network's own.
	StartStore() (*model.Store, error)
}

// Set is a set of weights.
type Set[R Recipe] struct {
	Card    Card[R]
	Tensors []safetensors.Tensor
}

// Names lists the sets in the top folder of a file system, by name.
func Names(files fs.FS) []string {
	names, err := fs.Glob(files, "*"+TensorsEnding)
	if err != nil {
		panic(err) // of a malformed pattern alone
	}
	for i := range names {
		names[i] = strings.TrimSuffix(names[i], TensorsEnding)
	}
	return names
}

// Load returns the set of that name in the top folder of a file system, which may be embedded
// in the program; the error of an unknown name lists them.
func Load[R Recipe](files fs.FS, name string) (*Set[R], error) {
	if names := Names(files); !slices.Contains(names, name) {
		return nil, fmt.Errorf("weights: %q is not embedded, want one of %s", name, strings.Join(names, ", "))
	}
	return read[R](func(name string, _ int64) ([]byte, error) { return fs.ReadFile(files, name) }, name)
}

// Open returns the set in a safetensors file, whose card lies beside it.
func Open[R Recipe](file string) (*Set[R], error) {
	stem, ok := strings.CutSuffix(file, TensorsEnding)
	if !ok {
		return nil, fmt.Errorf("weights: %s: want a file whose name ends in %s", file, TensorsEnding)
	}
	return read[R](atomicfile.ReadFile, stem)
}

// Named returns the set of a name: one in the top folder of a file system, which may be embedded in the
// program, or, if the name ends in [TensorsEnding], that of a file. The error of an unknown name says what there is.
func Named[R Recipe](files fs.FS, name string) (*Set[R], error) {
	switch names := Names(files); {
	case strings.HasSuffix(name, TensorsEnding):
		return Open[R](name)
	case len(names) == 0:
		return nil, fmt.Errorf("no weights %q: none are embedded, want a file whose name ends in %s", name, TensorsEnding)
	case !slices.Contains(names, name):
		return nil, fmt.Errorf("no weights %q, want %s, or a file whose name ends in %s", name, strings.Join(names, " or "), TensorsEnding)
	}
	return Load[R](files, name)
}

// Bounds on the files of a set of weights, in bytes.
const (
	maxTensors = 1 << 28 // 64 million float32
	maxCard    = 16 << 20
)

// read reads a set with a function that reads a file of at most limit bytes.
func read[R Recipe](file func(name string, limit int64) ([]byte, error), stem string) (*Set[R], error) {
	text, err := file(stem+CardEnding, maxCard)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	s := &Set[R]{}
	if err := json.Unmarshal(text, &s.Card); err != nil {
		return nil, fmt.Errorf("weights: %s%s: %w", stem, CardEnding, err)
	}
	data, err := file(stem+TensorsEnding, maxTensors)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	if sum := sha256.Sum256(data); s.Card.SHA256 != hex.EncodeToString(sum[:]) {
		return nil, fmt.Errorf("weights: %s%s is the card of other weights: their SHA-256 is %x", stem, CardEnding, sum)
	}
	parsed, err := safetensors.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("weights: %s%s: %w", stem, TensorsEnding, err)
	}
	s.Tensors = parsed.Tensors
	if _, err := s.check(); err != nil {
		return nil, fmt.Errorf("weights: %s%s: %w", stem, TensorsEnding, err)
	}
	return s, nil
}

// check compares the tensors with the variables of the network, and returns its configuration.
func (s *Set[R]) check() (config any, err error) {
	if config, err = s.Card.Recipe.Config(); err != nil {
		return nil, err
	}
	have := map[string][]int{}
	for _, t := range s.Tensors {
		if _, ok := have[t.Name]; ok {
			return nil, fmt.Errorf("variable %s is there twice", t.Name)
		}
		have[t.Name] = t.Shape
	}
	return config, differences(have, s.Card.Recipe.Shapes())
}

// CheckResume reports, as an error that says where, that the checkpoint in a training's folder lacks variables of the
// network of a recipe, or has them in other shapes. What else it holds is the task's to judge; a checkpoint without
// weights, of before the first step, is any network's.
func CheckResume[R Recipe](folder string, r R) error {
	if !train.HasCheckpoint(folder) {
		return nil
	}
	path := filepath.Join(folder, train.CheckpointName)
	tensors, err := train.ReadWeights(path, train.PartLast)
	if errors.Is(err, train.ErrNoWeights) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	want, have := r.Shapes(), map[string][]int{}
	for _, t := range tensors {
		if _, ok := want[t.Name]; ok {
			have[t.Name] = t.Shape
		}
	}
	if err := differences(have, want); err != nil {
		return fmt.Errorf("weights: %s is the checkpoint of another network: %w", path, err)
	}
	return nil
}

// differences compares the shapes of variables with those that a network wants.
func differences(have, want map[string][]int) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(have)) {
		shape, ok := want[name]
		switch {
		case !ok:
			errs = append(errs, fmt.Errorf("variable %s is not the network's", name))
		case !slices.Equal(shape, have[name]):
			errs = append(errs, fmt.Errorf("variable %s has shape %v, want %v", name, have[name], shape))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if _, ok := have[name]; !ok {
			errs = append(errs, fmt.Errorf("variable %s is missing", name))
		}
	}
	return errors.Join(errs...)
}

// Write writes the files of a set, stem with each ending, with the numbers in a format. It
// completes the card, and enters the files into the manifest of the tree that they lie in (see [ManifestName]).
func Write[R Recipe](stem string, card Card[R], tensors []safetensors.Tensor, format safetensors.DType) error {
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
	config, err := (&Set[R]{card, rounded}).check()
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	text, err := json.Marshal(config)
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	var data bytes.Buffer
	if err := safetensors.Write(&data, rounded, map[string]string{"network": card.Recipe.Model(), "config": string(text)}); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	sum := sha256.Sum256(data.Bytes())
	card.SHA256, card.Format = hex.EncodeToString(sum[:]), string(format)
	if err := atomicfile.WriteBytes(stem+TensorsEnding, data.Bytes()); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	return writeCard(stem, card)
}

// Store returns the weights as the store that a network runs on, which is the caller's.
func (s *Set[R]) Store() (*model.Store, error) {
	store, err := train.StoreOf(s.Tensors)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return store, nil
}

// StoreFor returns the weights as a store to begin a training with. The network that is to be
// trained must be of the same model, with variables of the same shapes.
func (s *Set[R]) StoreFor(r R) (*model.Store, error) {
	if have, want := s.Card.Recipe.Model(), r.Model(); have != want {
		return nil, fmt.Errorf("weights: those of a network %s, want %s", have, want)
	}
	if err := differences(s.Card.Recipe.Shapes(), r.Shapes()); err != nil {
		return nil, fmt.Errorf("weights: those of a network of other widths: %w", err)
	}
	return s.Store()
}
