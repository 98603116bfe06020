package job

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/yamlfile"
)

// Spec is a job file: what is done to what, in how many shards.
type Spec struct {
	Operation string `yaml:"operation" json:"operation"` // by a name that the program knows
	Input     Input  `yaml:"input" json:"input"`
	Shards    int    `yaml:"shards" json:"shards"`
	// Output is the merged file. Shards lie in a folder of the same name with .shards behind. A relative name is beside
	// the job file.
	Output string `yaml:"output" json:"output"`
	// Parameters are the operation's flags without their hyphens, each with its value; true alone sets one.
	Parameters map[string]any `yaml:"parameters,omitempty" json:"parameters,omitempty"`
	// Distinct drops lines whose puzzle is a symmetric twin of an earlier one when shards are merged.
	Distinct bool `yaml:"distinct,omitempty" json:"distinct,omitempty"`

	path string // of the job file
}

// Input is files, a named set or a range of numbers.
type Input struct {
	// Files are texts with one item on each line, plain or packed; * and ? stand for any characters, as in a shell.
	Files []string `yaml:"files,omitempty" json:"files,omitempty"`
	// Header says that each file's first line is a heading, which every shard gets.
	Header bool `yaml:"header,omitempty" json:"header,omitempty"`
	// Set is the name of a text with one item on each line that the program finds by itself, and Open reads it.
	Set  string                                  `yaml:"set,omitempty" json:"set,omitempty"`
	Open func(set string) (io.ReadCloser, error) `yaml:"-" json:"-"`
	// Count is how many numbers there are, from From on, and Seed what is made of them.
	Seed  *uint64 `yaml:"seed,omitempty" json:"seed,omitempty"`
	From  int64   `yaml:"from,omitempty" json:"from,omitempty"`
	Count int64   `yaml:"count,omitempty" json:"count,omitempty"`
}

// MaxShards bounds the shards of a job: each is a file.
const MaxShards = 1_000_000

// maxSpec bounds a job file.
const maxSpec = 1 << 20

var parameterName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// Read reads and checks a job file. Unknown and repeated keys are errors, and errors name the file, and the line where they can.
func Read(path string) (*Spec, error) { return ReadWith(path, nil) }

// ReadWith is Read that lets complete see the job before it is checked, to add what follows from the operation, such as the
// count of an input that the file leaves out.
func ReadWith(path string, complete func(*Spec) error) (*Spec, error) {
	data, err := atomicfile.ReadFile(path, maxSpec)
	if err != nil {
		return nil, fmt.Errorf("job: %w", err)
	}
	return parse(path, data, complete)
}

// numbers are the keys of whole numbers.
var numbers = []string{"shards", "seed", "from", "count"}

func parse(path string, data []byte, complete func(*Spec) error) (*Spec, error) {
	s := &Spec{path: path}
	if err := yamlfile.Unmarshal(path, "a job", data, s, numbers...); err != nil {
		return nil, fmt.Errorf("job: %w", err)
	}
	if complete != nil {
		if err := complete(s); err != nil {
			return nil, fmt.Errorf("job: %s: %w", path, err)
		}
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("job: %s: %w", path, err)
	}
	return s, nil
}

func (s *Spec) check() error {
	files, set, numbers := len(s.Input.Files) > 0, s.Input.Set != "", s.Input.Count != 0 || s.Input.Seed != nil || s.Input.From != 0
	kinds := 0
	for _, given := range []bool{files, set, numbers} {
		if given {
			kinds++
		}
	}
	switch {
	case s.Operation == "":
		return errors.New("no operation")
	case s.Output == "":
		return errors.New("no output")
	case s.Shards < 1 || s.Shards > MaxShards:
		return fmt.Errorf("shards: %d, want 1 to %d", s.Shards, MaxShards)
	case kinds != 1:
		return errors.New("input: want either files, a set, or a seed with a count")
	case set && s.Input.Open == nil:
		return fmt.Errorf("input: set: %s: this program knows no sets", s.Input.Set)
	case numbers && (s.Input.Seed == nil || s.Input.Count < 1 || s.Input.From < 0 || s.Input.From > s.Input.From+s.Input.Count):
		return errors.New("input: want a seed, a count of 1 or more, and a number from 0 on to begin from")
	case !files && s.Input.Header:
		return errors.New("input: a header is for files")
	}
	for name, value := range s.Parameters {
		if !parameterName.MatchString(name) {
			return fmt.Errorf("parameters: %q, want a flag's name without hyphens before it", name)
		}
		switch value.(type) {
		case bool, string, int64, uint64, float64:
		default:
			return fmt.Errorf("parameters: %s: want a word, a number or true", name)
		}
	}
	return nil
}

// Args are the parameters as flags, in the order of their names.
func (s *Spec) Args() []string {
	var out []string
	for name, value := range s.Parameters {
		out = append(out, fmt.Sprintf("--%s=%v", name, value))
	}
	slices.Sort(out)
	return out
}

// hash is that of all that decides the output, besides the input's bytes and the code.
func (s *Spec) hash() (string, error) {
	of := *s
	of.Output = "" // the same job elsewhere is the same job
	of.Input.Files = nil
	data, err := json.Marshal(of)
	if err != nil {
		return "", fmt.Errorf("job: %w", err)
	}
	return sum(data), nil
}

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

// near is a path of the job file, which is relative to it.
func (s *Spec) near(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(s.path), path)
}

// OutputPath is where the merged file goes.
func (s *Spec) OutputPath() string { return s.near(s.Output) }

// Folder is where the plan, the shards and their manifests lie.
func (s *Spec) Folder() string { return s.OutputPath() + ".shards" }
