package train

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gomlx/gomlx/core/tensors"
	"github.com/gomlx/gomlx/ml/model"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/safetensors"
)

// CheckpointName is the checkpoint's file in its folder.
const CheckpointName = "checkpoint.safetensors"

// Prefixes of the names of tensors in a checkpoint; a variable's path, which begins with a
// slash, follows the first and the last.
const (
	variablePrefix = "variable"
	taskPrefix     = "task/"
	bestPrefix     = "best"
)

// Keys of a checkpoint's metadata.
const (
	keyFormat    = "format"
	keyConfig    = "config"
	keyState     = "state"
	keyVariables = "variables" // JSON list of all variables in the order of their creation
	keyTask      = "task"      // the task's own JSON; absent if it has none
	keySum       = "sha256"    // of everything else

	formatName = "sudokulab training checkpoint 1"
)

// state is what a run carries from step to step other than tensors.
type state struct {
	Step    int     `json:"step"` // steps done
	Samples int64   `json:"samples"`
	Seconds float64 `json:"seconds"` // of training, over all resumptions

	Logged    int  `json:"logged"`    // step of the last line of the log
	Validated int  `json:"validated"` // step of the last validation
	Stopped   bool `json:"stopped"`   // by early stopping

	Plateau plateauState `json:"plateau"`
	Stop    tracker      `json:"early_stop"`
	Best    *Best        `json:"best,omitempty"`
	Last    Metrics      `json:"validation,omitempty"` // the last validation's

	Since interval `json:"since_log"`
}

// interval gathers what the next line of the log averages.
type interval struct {
	Steps   int                `json:"steps"`
	Samples int64              `json:"samples"`
	Seconds float64            `json:"seconds"` // in steps and batches, without compilation and validation
	Loss    Number             `json:"loss"`    // sum
	Norm    Number             `json:"norm"`    // sum
	Kinds   map[string]average `json:"kinds,omitempty"`
	Metrics map[string]average `json:"metrics,omitempty"`
}

type average struct {
	Sum   Number `json:"sum"`
	Count int    `json:"count"`
}

func (a average) mean() float64 { return float64(a.Sum) / float64(a.Count) }

// variable is an entry of the metadata's list.
type variable struct {
	Path      string `json:"path"`
	Trainable bool   `json:"trainable"`
}

// save writes the checkpoint whole or not at all.
func (t *Trainer) save() error {
	var all []safetensors.Tensor
	var variables []variable
	for v := range t.store.IterVariables() {
		value, err := v.Value()
		if err != nil {
			return err
		}
		tensor, err := toFile(variablePrefix+v.Path(), value)
		if err != nil {
			return err
		}
		all = append(all, tensor)
		variables = append(variables, variable{v.Path(), v.Trainable})
	}
	for _, b := range t.best {
		b.Name = bestPrefix + ScopePath + "/" + b.Name
		all = append(all, b)
	}
	own, err := t.task.Save()
	if err != nil {
		return fmt.Errorf("the task's state: %w", err)
	}
	for name, value := range own.Tensors {
		tensor, err := toFile(taskPrefix+name, value)
		if err != nil {
			return err
		}
		all = append(all, tensor)
	}
	metadata := map[string]string{keyFormat: formatName}
	for key, value := range map[string]any{keyConfig: t.config, keyState: t.state, keyVariables: variables} {
		text, err := json.Marshal(value)
		if err != nil {
			return err
		}
		metadata[key] = string(text)
	}
	if own.JSON != nil {
		if !utf8.Valid(own.JSON) || !json.Valid(own.JSON) {
			return errors.New("the task's state is not JSON")
		}
		metadata[keyTask] = string(own.JSON)
	}
	metadata[keySum] = checksum(all, metadata)
	return atomicfile.Write(filepath.Join(t.options.Folder, CheckpointName), func(w io.Writer) error {
		return safetensors.Write(w, all, metadata)
	})
}

// checksum hashes everything but itself, in the order of names.
func checksum(all []safetensors.Tensor, metadata map[string]string) string {
	h := sha256.New()
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		if key != keySum {
			fmt.Fprintf(h, "%q %q\n", key, metadata[key])
		}
	}
	ordered := slices.SortedFunc(slices.Values(all), func(a, b safetensors.Tensor) int { return cmp.Compare(a.Name, b.Name) })
	for _, t := range ordered {
		fmt.Fprintf(h, "%q %s %d\n", t.Name, t.DType, t.Shape)
		h.Write(t.Data)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// maxCheckpoint bounds a checkpoint, in bytes: six float32 for each of 80 million weights.
const maxCheckpoint = 2 << 30

// readFile reads a checkpoint and checks that it is whole.
func readFile(path string) (*safetensors.File, error) {
	data, err := atomicfile.ReadFile(path, maxCheckpoint)
	if err != nil {
		return nil, err
	}
	file, err := safetensors.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", path, err)
	}
	if got := file.Metadata[keyFormat]; got != formatName {
		return nil, fmt.Errorf("%s is no checkpoint of this version: its format is %q, want %q", path, got, formatName)
	}
	if checksum(file.Tensors, file.Metadata) != file.Metadata[keySum] {
		return nil, fmt.Errorf("%s is damaged: its content does not match its checksum", path)
	}
	return file, nil
}

// HasCheckpoint reports whether the folder holds a checkpoint, whole or not.
func HasCheckpoint(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, CheckpointName))
	return !errors.Is(err, fs.ErrNotExist)
}

// sweep removes the unfinished files of a killed process.
func sweep(folder string) error {
	files, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, f := range files {
		for _, name := range []string{CheckpointName, LogName, EventsName} {
			if !strings.HasPrefix(f.Name(), atomicfile.Prefix(name)) {
				continue
			}
			if err := os.Remove(filepath.Join(folder, f.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// load fills the trainer, which has not made a step, from its folder's checkpoint.
func (t *Trainer) load() error {
	path := filepath.Join(t.options.Folder, CheckpointName)
	file, err := readFile(path)
	if err != nil {
		return err
	}
	fail := func(what string, err error) error { return fmt.Errorf("%s: %s: %w", path, what, err) }
	var config Config
	if err := strictJSON(file.Metadata[keyConfig], &config); err != nil {
		return fail(keyConfig, err)
	}
	lines, err := differences(config, t.config)
	if err != nil {
		return fail(keyConfig, err)
	}
	if len(lines) > 0 && !t.options.Change {
		return fmt.Errorf("%s: %w: %s", path, ErrConfig, strings.Join(lines, ", "))
	}
	var variables []variable
	if err := strictJSON(file.Metadata[keyVariables], &variables); err != nil {
		return fail(keyVariables, err)
	}
	var loaded state
	if err := strictJSON(file.Metadata[keyState], &loaded); err != nil {
		return fail(keyState, err)
	}
	if err := loadVariables(t.store, file, variables); err != nil {
		return fail("variables", err)
	}
	own := TaskState{Tensors: map[string]*tensors.Tensor{}}
	if text, ok := file.Metadata[keyTask]; ok {
		own.JSON = []byte(text)
	}
	for _, tensor := range file.Tensors {
		if name, ok := strings.CutPrefix(tensor.Name, taskPrefix); ok {
			if own.Tensors[name], err = fromFile(tensor); err != nil {
				return fail("task", err)
			}
		}
		if name, ok := strings.CutPrefix(tensor.Name, bestPrefix+ScopePath+"/"); ok {
			tensor.Name, tensor.Data = name, bytes.Clone(tensor.Data) // lets go of the file
			t.best = append(t.best, tensor)
		}
	}
	if err := t.task.Load(own); err != nil {
		return fail("the task's state", err)
	}
	t.state = loaded
	return nil
}

// loadVariables creates the variables in their old order in a store that has none but the
// random state.
func loadVariables(store *model.Store, file *safetensors.File, variables []variable) error {
	for _, v := range variables {
		tensor, ok := file.Tensor(variablePrefix + v.Path)
		if !ok {
			return fmt.Errorf("%s is missing", v.Path)
		}
		value, err := fromFile(tensor)
		if err != nil {
			return err
		}
		if old := store.GetVariable(v.Path); old != nil {
			if err := old.SetValue(value); err != nil {
				return err
			}
			continue
		}
		created, err := store.CreateVariable(v.Path, value)
		if err != nil {
			return err
		}
		created.SetTrainable(v.Trainable)
	}
	return nil
}

func strictJSON(text string, into any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

// ReadReport returns how far the training in a checkpoint file has come: step, samples,
// seconds, the last validation and the best.
func ReadReport(path string) (Report, error) {
	file, err := readFile(path)
	if err != nil {
		return Report{}, fmt.Errorf("train: %w", err)
	}
	var s state
	if err := strictJSON(file.Metadata[keyState], &s); err != nil {
		return Report{}, fmt.Errorf("train: %s: %w", path, err)
	}
	return Report{
		From: s.Step, Step: s.Step, Samples: s.Samples, Seconds: s.Seconds, Loss: Number(math.NaN()),
		Validation: s.Last, Best: s.Best,
	}, nil
}
