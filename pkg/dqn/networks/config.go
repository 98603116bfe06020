package networks

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"sudokulab/pkg/board"
	"sudokulab/pkg/learn/layer"
)

// The names of networks. The layouts of the first four are the project's, of kinds that the document speaks of: its text names its networks and
// draws one layout alone, which is that of conv. Its program has others under its names; experiment original-dqn observes them.
const (
	Conv        = "conv"        // 3×3 convolutions, then dense layers
	UnitConv    = "unit-conv"   // kernels along rows, columns and boxes
	ResNet      = "resnet"      // 3×3 convolutions with residual connections
	Transformer = "transformer" // cells as tokens, self-attention
	Candidate   = "candidate"   // the candidate network
)

// Names returns the names of the networks that [New] makes, those of [DocumentedNames] first.
func Names() []string { return append(DocumentedNames(), Candidate) }

// DocumentedNames returns the names of the networks for the agent as the document has it, in the order in which it names its own of these kinds.
func DocumentedNames() []string { return []string{Conv, UnitConv, ResNet, Transformer} }

// The inputs.
const (
	OneHot = "one-hot" // n + 1 planes: one for the empty cell, one for each digit
	Raw    = "raw"     // one plane of the values 0…n as they are
)

// The heads.
const (
	// Flatten lets dense layers read all cells at once and value all actions, as the document draws it
	// (dqn.md, "Network Model (Q-Network)").
	Flatten = "flatten"
	// Cells lets the same dense layers read each cell and value the digits there.
	Cells = "cells"
)

// Config decides a network's layers and initial weights. The candidate network has a name, a seed and Candidate, the
// documented ones all the rest. In JSON, what is absent is as in [Default] of the name and side.
type Config struct {
	Name  string `json:"name"`
	Side  int    `json:"side"`  // of the boards, n: weights name digits and cells, so other sides are refused
	Input string `json:"input"` // one-hot or raw
	Width int    `json:"width"` // of the maps, W; in unit-conv of each of four that are joined; of the tokens
	// Depth is the number of 3×3 convolutions in conv, of blocks in unit-conv, of 3×3 convolutions after the first in
	// resnet, two a block, and of blocks in transformer.
	Depth  int    `json:"depth"`
	Head   string `json:"head"`   // flatten or cells; transformer has cells
	Dense  int    `json:"dense"`  // dense layers between the head's input and its outputs
	Hidden int    `json:"hidden"` // width of each; in transformer of the layer between two in each block
	Heads  int    `json:"heads"`  // of attention, in transformer; each has W/heads of the numbers
	// Residual adds the input of a block to its output, in resnet (dqn.md, "Residual Connections"). Weights and
	// their initial values are the same with and without. A transformer always does so.
	Residual bool `json:"residual"`
	// LayerNorm normalises the channels of each cell, or the outputs of a hidden dense layer, before each
	// ReLU; in transformer the input of each half of a block, and the last tokens.
	LayerNorm bool `json:"layer_norm"`
	// Dueling makes a value of the board and advantages of the actions in separate streams of dense layers,
	// Q = V + A − mean A over all actions (Wang and others 2016, arXiv:1511.06581, equation 9).
	Dueling bool `json:"dueling"`

	Init layer.Init `json:"init"` // of weights
	Seed uint64     `json:"seed"` // of the initial weights

	// Candidate is there for the candidate network, for which Name, Seed and this are all that counts.
	Candidate *CandidateConfig `json:"candidate,omitempty"`
}

// Default returns the configuration of a network for boards of a side; of an unknown name, one that Validate
// refuses. The document gives no sizes. These keep a training step on 64 boards of side 9, at a few billion
// operations a second as two cores without vector instructions make them, within 0.15 s (conv, unit-conv) and 0.3 s
// (resnet, transformer), and at side 4 within milliseconds: see [Documented.FLOPs]. Weights start as PyTorch, the
// document's library, lets them when it is told nothing.
func Default(name string, side int) Config {
	c := Config{Name: name, Side: side, Input: OneHot, Init: layer.FanIn, Seed: 1}
	if name == Candidate {
		d := DefaultCandidate()
		return Config{Name: name, Seed: 1, Candidate: &d}
	}
	small := side == 4
	pick := func(four, others int) int {
		if small {
			return four
		}
		return others
	}
	switch name {
	case Conv:
		c.Width, c.Depth, c.Head, c.Dense, c.Hidden = pick(16, 24), pick(2, 3), Flatten, 2, pick(96, 192)
	case UnitConv:
		c.Width, c.Depth, c.Head, c.Dense, c.Hidden = pick(8, 18), pick(2, 3), Cells, 1, pick(32, 72)
	case ResNet:
		c.Width, c.Depth, c.Head, c.Dense, c.Hidden, c.Residual = pick(12, 24), 4, Flatten, 2, pick(96, 192), true
	case Transformer:
		c.Width, c.Depth, c.Head, c.Hidden, c.Heads, c.LayerNorm = pick(16, 32), 2, Cells, pick(32, 64), pick(2, 4), true
	}
	return c
}

// limits of the sizes, against slips of the keyboard.
const (
	maxWidth      = 4096
	maxDepth      = 256
	maxParameters = 1 << 28
)

// Validate reports all that is wrong with the configuration.
func (c Config) Validate() error {
	if c.Name == Candidate {
		_, err := newCandidateOf(c)
		return err
	}
	if c.Name != Conv && c.Name != UnitConv && c.Name != ResNet && c.Name != Transformer {
		return fmt.Errorf("networks: network %q, want one of %q", c.Name, Names())
	}
	if c.Candidate != nil {
		return fmt.Errorf("networks: %s with settings of the network %s, want none", c.Name, Candidate)
	}
	var errs []error
	complain := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf("networks: %s: "+format, append([]any{c.Name}, args...)...))
		}
	}
	transformer := c.Name == Transformer
	_, err := board.ShapeOfSide(c.Side)
	complain(err != nil, "side %d, want 4, 9, 16, 25 or 36", c.Side)
	complain(c.Input != OneHot && c.Input != Raw, "input %q, want %s or %s", c.Input, OneHot, Raw)
	complain(c.Width < 1 || c.Width > maxWidth, "width %d, want 1…%d", c.Width, maxWidth)
	complain(c.Depth < 1 || c.Depth > maxDepth, "depth %d, want 1…%d", c.Depth, maxDepth)
	complain(c.Name == ResNet && c.Depth%2 != 0, "depth %d, want an even number: two convolutions a block", c.Depth)
	complain(c.Residual && c.Name != ResNet, "residual is a choice of %s alone", ResNet)
	if transformer {
		complain(c.Head != Cells, "head %q, want %s: values are read from each token", c.Head, Cells)
		complain(c.Dense != 0, "%d dense layers behind the last block, want 0", c.Dense)
		complain(c.Heads < 1 || c.Width%max(c.Heads, 1) != 0, "%d heads, want a divisor of the width %d", c.Heads, c.Width)
	} else {
		complain(c.Head != Flatten && c.Head != Cells, "head %q, want %s or %s", c.Head, Flatten, Cells)
		complain(c.Dense < 0 || c.Dense > maxDepth, "%d dense layers, want 0…%d", c.Dense, maxDepth)
		complain(c.Heads != 0, "%d heads, want 0: there is no attention", c.Heads)
	}
	if transformer || c.Dense > 0 {
		complain(c.Hidden < 1 || c.Hidden > maxWidth, "hidden width %d, want 1…%d", c.Hidden, maxWidth)
	} else {
		complain(c.Hidden != 0, "hidden width %d without dense layers, want 0", c.Hidden)
	}
	if err := (layer.Start{Init: c.Init}).Validate(); err != nil {
		errs = append(errs, fmt.Errorf("networks: %s: %w", c.Name, err))
	}
	if len(errs) == 0 {
		total := (&Documented{c, planOf(c)}).Parameters()
		complain(total > maxParameters, "%d parameters, want %d at most", total, maxParameters)
	}
	return errors.Join(errs...)
}

// former are the names that networks had; what was saved under them is still read.
var former = map[string]string{"cnn1": Conv, "cnn2": UnitConv, "cnn3": ResNet, "transformer1": Transformer}

// UnmarshalJSON reads a configuration over the one that is there, or, if it names another network or another side,
// over the default of those. A field that does not exist is an error.
func (c *Config) UnmarshalJSON(text []byte) error {
	fail := func(err error) error { return fmt.Errorf("networks: configuration: %w", err) }
	key := struct {
		Name string `json:"name"`
		Side int    `json:"side"`
	}{c.Name, c.Side}
	if err := json.Unmarshal(text, &key); err != nil {
		return fail(err)
	}
	key.Name = cmp.Or(former[key.Name], key.Name)
	type plain Config // without UnmarshalJSON
	read := plain(*c)
	if key.Name != c.Name || key.Side != c.Side {
		read = plain(Default(key.Name, key.Side))
	}
	if read.Candidate != nil { // others may hold it, too
		own := *read.Candidate
		read.Candidate = &own
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&read); err != nil {
		return fail(err)
	}
	read.Name = key.Name
	*c = Config(read)
	return nil
}

// MarshalJSON writes what counts for the network.
func (c Config) MarshalJSON() ([]byte, error) {
	if c.Name == Candidate {
		return json.Marshal(struct {
			Name      string           `json:"name"`
			Seed      uint64           `json:"seed"`
			Candidate *CandidateConfig `json:"candidate"`
		}{c.Name, c.Seed, c.Candidate})
	}
	type plain Config // without MarshalJSON
	return json.Marshal(plain(c))
}
