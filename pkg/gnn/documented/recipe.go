package documented

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sudokulab/pkg/gnn"
	"sudokulab/pkg/gnn/cnn"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/supervised"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/train"
)

// Model names a network of the document.
type Model string

// The networks.
const (
	Literal Model = "literal" // the graph network, package literal
	CNN     Model = "cnn"     // the convolutional one that the document compares it with
)

// Models returns all networks.
func Models() []Model { return []Model{Literal, CNN} }

// Recipe is all that decides a set of weights, besides the backend's arithmetic. Of Literal
// and CNN the one that Model names is there.
type Recipe struct {
	Model   Model             `json:"model"`
	Literal *literal.Config   `json:"literal,omitempty"`
	CNN     *cnn.Config       `json:"cnn,omitempty"`
	Start   Start             `json:"start,omitempty"`
	Task    supervised.Config `json:"task"`
	Train   Train             `json:"train"`
}

// Train is what may differ from the trainer's configuration that the task gives, which has the
// document's optimiser, plateau and early stopping.
type Train struct {
	Steps         int            `json:"steps"` // 0: all epochs of the task
	Schedule      train.Schedule `json:"schedule"`
	ClipNorm      float64        `json:"clip_norm"`
	EMA           float64        `json:"ema"`
	ValidateEvery int            `json:"validate_every"` // steps; 0: an epoch
	LogEvery      int            `json:"log_every"`      // steps; 0: an epoch
	SaveEvery     int            `json:"save_every"`
	SaveSeconds   float64        `json:"save_seconds"`
}

// DefaultRecipe is the document's training of a network; the error of an unknown one lists
// them.
func DefaultRecipe(m Model) (Recipe, error) {
	r := Recipe{Model: m, Task: supervised.Default()}
	switch m {
	case Literal:
		c := literal.Default()
		r.Literal = &c
	case CNN:
		c := cnn.Default()
		r.CNN = &c
	default:
		return Recipe{}, fmt.Errorf("documented: model %q, want %s or %s", m, Literal, CNN)
	}
	t := r.Task.Train()
	r.Train = Train{Schedule: t.Schedule, ClipNorm: t.ClipNorm, EMA: t.EMA, SaveEvery: t.SaveEvery, SaveSeconds: t.SaveSeconds}
	return r, nil
}

// ParseRecipe reads a recipe as JSON, whose "model" says of which network. What it leaves out
// is the default recipe's, of boards of another side than 9 the default of package puzzles and
// a network of that side. A field that does not exist is an error. A plateau or an early
// stopping of null means none.
func ParseRecipe(text []byte) (Recipe, error) {
	fail := func(err error) (Recipe, error) { return Recipe{}, fmt.Errorf("documented: recipe: %w", err) }
	var peek struct {
		Model Model `json:"model"`
		Task  struct {
			Data struct {
				Puzzles struct {
					Side int `json:"side"`
				} `json:"puzzles"`
			} `json:"data"`
		} `json:"task"`
	}
	if err := json.Unmarshal(text, &peek); err != nil {
		return fail(err)
	}
	r, err := DefaultRecipe(peek.Model)
	if err != nil {
		return fail(err)
	}
	stream := &r.Task.Data.Puzzles
	if side := peek.Task.Data.Puzzles.Side; side != 0 {
		augment := stream.Augment
		*stream = puzzles.DefaultConfig(side)
		stream.Augment = augment
		if r.Literal != nil {
			r.Literal.Side = side
		} else {
			r.CNN.Side = side
		}
	}
	// A list would be read over the default's elements.
	lists := []interface{ take() func() }{
		listOf(&stream.Exclude), listOf(&r.Task.Curriculum.Stages), listOf(&r.Task.Validation.Sets),
	}
	if r.CNN != nil {
		lists = append(lists, listOf(&r.CNN.Channels))
	}
	var fill []func()
	for _, l := range lists {
		fill = append(fill, l.take())
	}
	type plain Recipe // without UnmarshalJSON
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode((*plain)(&r)); err != nil {
		return fail(err)
	}
	for _, f := range fill {
		f()
	}
	return r, r.Validate()
}

// list is a list that a default has.
type list[T any] struct{ at *[]T }

func listOf[T any](at *[]T) list[T] { return list[T]{at} }

// take empties the list and returns what fills it again if it is still not there.
func (l list[T]) take() func() {
	before := *l.at
	*l.at = nil
	return func() {
		if *l.at == nil {
			*l.at = before
		}
	}
}

// MarshalJSON writes what is absent as null or an empty list, so that it is not read as the
// default's.
func (r Recipe) MarshalJSON() ([]byte, error) {
	type stream struct {
		puzzles.Config
		Exclude []string `json:"exclude"`
	}
	type data struct {
		supervised.Data
		Puzzles stream `json:"puzzles"`
	}
	type optimisation struct {
		supervised.Optimisation
		Plateau   *train.Plateau   `json:"plateau"`
		EarlyStop *train.EarlyStop `json:"early_stop"`
	}
	type task struct {
		supervised.Config
		Data         data         `json:"data"`
		Optimisation optimisation `json:"optimisation"`
	}
	type plain Recipe
	d, o := r.Task.Data, r.Task.Optimisation
	exclude := d.Puzzles.Exclude
	if exclude == nil {
		exclude = []string{}
	}
	return json.Marshal(struct {
		plain
		Task  task  `json:"task"`
		Train Train `json:"train"`
	}{plain(r), task{r.Task, data{d, stream{d.Puzzles, exclude}}, optimisation{o, o.Plateau, o.EarlyStop}}, r.Train})
}

// UnmarshalJSON reads what ParseRecipe reads.
func (r *Recipe) UnmarshalJSON(text []byte) error {
	read, err := ParseRecipe(text)
	if err == nil {
		*r = read
	}
	return err
}

// Validate reports what is wrong with the recipe.
func (r Recipe) Validate() error {
	var errs []error
	complain := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	switch {
	case !slices.Contains(Models(), r.Model):
		complain("model %q, want %s or %s", r.Model, Literal, CNN)
	case (r.Model == Literal) != (r.Literal != nil) || (r.Model == CNN) != (r.CNN != nil):
		complain("want the configuration of the %s network and of no other", r.Model)
	case r.Literal != nil:
		errs = append(errs, r.Literal.Validate())
	default:
		errs = append(errs, r.CNN.Validate())
	}
	switch {
	case r.Start != StartDrawn && r.Start != StartIdentity:
		complain("start %q, want %q or none", r.Start, StartIdentity)
	case r.Start == StartIdentity && r.Model != Literal:
		complain("start %q is for the %s network", r.Start, Literal)
	case r.Start == StartIdentity && r.Literal != nil:
		errs = append(errs, checkIdentity(*r.Literal))
	}
	t := r.Train
	if t.Steps < 0 || t.ValidateEvery < 0 || t.LogEvery < 0 {
		complain("train: %d steps, a validation every %d and a line of the log every %d, want 0 or more", t.Steps, t.ValidateEvery, t.LogEvery)
	}
	if err := r.Task.Validate(); err != nil {
		errs = append(errs, err)
	} else {
		errs = append(errs, r.Trainer().Validate())
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("documented: recipe: %w", err)
	}
	return nil
}

// Trainer returns the trainer's configuration.
func (r Recipe) Trainer() train.Config {
	c, t := r.Task.Train(), r.Train
	take := func(to *int, from int) {
		if from != 0 {
			*to = from
		}
	}
	take(&c.Steps, t.Steps)
	take(&c.ValidateEvery, t.ValidateEvery)
	take(&c.LogEvery, t.LogEvery)
	c.Schedule, c.ClipNorm, c.EMA, c.SaveEvery, c.SaveSeconds = t.Schedule, t.ClipNorm, t.EMA, t.SaveEvery, t.SaveSeconds
	return c
}

// Network returns the network.
func (r Recipe) Network() (gnn.Network, error) {
	switch {
	case r.Model == Literal && r.Literal != nil:
		return literal.New(*r.Literal)
	case r.Model == CNN && r.CNN != nil:
		return cnn.New(*r.CNN)
	}
	return nil, fmt.Errorf("documented: recipe of a model %q without its configuration", r.Model)
}

// Seed is the one that the network's initial values are drawn by.
func (r Recipe) Seed() uint64 {
	if r.Literal != nil {
		return r.Literal.Start.Seed
	}
	return r.CNN.Start.Seed
}

// Seeded returns a recipe with a seed for its initial weights, puzzles, their order and dropout.
func Seeded(r Recipe, seed uint64) Recipe {
	if r.Literal != nil {
		n := *r.Literal
		n.Start.Seed, r.Literal = seed, &n
	} else {
		n := *r.CNN
		n.Start.Seed, r.CNN = seed, &n
	}
	r.Task.Seed, r.Task.Data.Puzzles.Seed, r.Task.Data.Shuffle = seed, seed, seed
	return r
}

// Parameters is the number of weights.
func (r Recipe) Parameters() int {
	if r.Literal != nil {
		return r.Literal.Parameters()
	}
	return r.CNN.Parameters()
}

// FLOPs is the number of floating-point operations in the products of the first steps of the
// training: three times a forward pass, four times where activations are computed again.
func (r Recipe) FLOPs(steps int) float64 {
	side, batch, times := r.Task.Data.Puzzles.Side, r.Task.Batch, 3
	var forward int64
	if r.Literal != nil {
		forward = r.Literal.FLOPs(side, batch)
		if r.Literal.Recompute {
			times = 4
		}
	} else {
		forward = r.CNN.FLOPs(side, batch)
	}
	return float64(times) * float64(steps) * float64(forward)
}

// Shapes returns the shape of each variable by its name.
func (r Recipe) Shapes() map[string][]int {
	shapes := map[string][]int{}
	linear := func(name string, out int, in ...int) {
		shapes[name+"/weights"], shapes[name+"/biases"] = append(slices.Clone(in), out), []int{out}
	}
	if c := r.Literal; c != nil {
		mlp := func(name string, in, out int) {
			width := in
			if c.Reading == literal.Hidden {
				width = c.Hidden
			}
			if c.Reading != literal.Bare {
				linear(name+"/first", width, in)
			}
			linear(name+"/last", out, width)
		}
		mlp("encoder", features, c.Hidden)
		mlp("message", 2*c.Hidden, c.Hidden)
		mlp("update", 2*c.Hidden, c.Hidden)
		mlp("decoder", c.Hidden, c.Side)
		return shapes
	}
	c, in := r.CNN, r.CNN.Side+1
	for i, out := range c.Channels {
		linear(fmt.Sprintf("convolution-%d", i+1), out, 3, 3, in)
		in = out
	}
	if c.FullyConvolutional {
		linear("head", c.Side, in)
	} else {
		linear("linear", c.Side*c.Side*c.Side, in*c.Side*c.Side)
	}
	return shapes
}

// features is the number of features of a node in package literal.
const features = 5

// Title names the network with its size, as tables do.
func (r Recipe) Title() string {
	if c := r.Literal; c != nil {
		text := fmt.Sprintf("the document's graph network, hidden %d, %d rounds, reading %s", c.Hidden, c.Iterations, c.Reading)
		if c.Dropout > 0 || c.DecoderDropout > 0 {
			text += fmt.Sprintf(", dropout %g and %g", c.Dropout, c.DecoderDropout)
		}
		return text
	}
	if r.CNN == nil {
		return string(r.Model)
	}
	return "the document's convolutional network, channels " + strings.Trim(fmt.Sprint(r.CNN.Channels), "[]")
}
