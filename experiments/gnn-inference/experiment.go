// Package gnninference measures the inference methods that the document on the graph network
// gives: a single pass, refinement, a beam, exact cover from the network's digits, and the
// hybrid of them, in the document's reading and corrected; and how much of an exact search the
// network's advice saves. It decides G07 to G13.
//
// The network is the candidate network and, on fewer boards, the document's network with the
// embedded weights: the cases of a network carry its name. What depends on how well the document's
// network answers is decided by its own records, and against the document only when it was trained
// on as many boards as the document says. What depends on the method alone is decided by any
// network, untrained stand-ins included: that an exact search at the end always answers, and that
// no answer is wrong.
//
// Every method asks the network about boards one at a time. A board's prediction is computed and
// timed once, and its time counts for every method that uses it, which gives each method
// the latency that it would have alone.
package gnninference

import (
	"context"
	"slices"
	"strconv"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/gnn/infer"
	"sudokulab/pkg/gnn/literal"
	"sudokulab/pkg/gnn/weights"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/puzzles"
	"sudokulab/pkg/method/learned"
	"sudokulab/pkg/record"
)

// Config is everything that affects a figure of this experiment.
type Config struct {
	Weights string   `json:"weights"` // name of the embedded weights
	SHA256  string   `json:"sha256"`  // of their numbers, so that other weights are measured again
	Backend string   `json:"backend"` // that was asked for
	Segment int      `json:"segment"` // steps between two looks of the network at its answer
	Steps   int      `json:"steps"`   // of message passing for a prediction, at most
	Batch   int      `json:"batch"`   // boards at a time, where many are asked for at once
	Batched []string `json:"batched"` // methods that are timed over all boards of a set at once
	Methods []Method `json:"methods"`
	// BeamRounds bounds the rounds of every beam, 0 for no bound.
	BeamRounds int   `json:"beam_rounds"`
	Bands      []Set `json:"bands"`    // on which methods are compared
	Search     []Set `json:"search"`   // on which searches are compared
	Shuffles   int   `json:"shuffles"` // random orders of a search
	Mixed      Set   `json:"mixed"`    // boards with no, one and several solutions
	Invalid    int   `json:"invalid"`  // boards with conflicting givens
	Advice     []Set `json:"advice"`   // on which methods that promise an answer run with networks that know nothing
	Literal    Pass  `json:"literal"`
	// Documented is the document's network with embedded weights, if there are any.
	Documented *Documented `json:"documented,omitempty"`
}

// Documented is what is run of the document's network.
type Documented struct {
	Weights string   `json:"weights"`
	SHA256  string   `json:"sha256"`
	Methods []Method `json:"methods"`
	Bands   []Set    `json:"bands"`
	Search  []Set    `json:"search"`
}

// ofDocumented is the configuration with the document's network in place of the candidate network.
func (c Config) ofDocumented() Config {
	d := c.Documented
	c.Weights, c.SHA256, c.Methods, c.Bands, c.Search, c.Batched = d.Weights, d.SHA256, d.Methods, d.Bands, d.Search, nil
	return c
}

// Method is a way to an answer.
type Method struct {
	Name   string       `json:"name"`
	Config infer.Config `json:"config"`
}

// Set is a set of puzzles, of package corpus if Test is nil.
type Set struct {
	Name   string           `json:"name"`
	Boards int              `json:"boards"`
	Test   *puzzles.TestSet `json:"test,omitempty"`
}

// Pass is the single pass of the document's network, untrained: how long it takes does not
// depend on the values of its weights.
type Pass struct {
	Network literal.Config `json:"network"`
	Passes  int            `json:"passes"`
	Batch   int            `json:"batch"`
}

// Kinds of cases, and the networks in them. literalNetwork is the name of the document's network.
const (
	candidateNetwork = "candidate"
	literalNetwork   = "literal"
	bandKind         = "methods"     // by network and set
	searchKind       = "search"      // by network and set
	mixedKind        = "answers"     // by network
	adviceKind       = "any-network" // by set
	passCase         = "literal-single-pass"
	trainedCase      = "literal-weights"
)

// of is the dimension of a network.
func of(network string) record.Dim { return record.D("network", network) }

func bandCase(network, set string) string {
	return record.Key(bandKind, of(network), record.D("set", set))
}

func searchCase(network, set string) string {
	return record.Key(searchKind, of(network), record.D("set", set))
}
func mixedCase(network string) string { return record.Key(mixedKind, of(network)) }

// Names of methods that judges and tables tell apart.
const (
	single  = "gnn"
	refine  = "gnn-refine"
	guarded = "gnn-refine-guarded"
	beam    = "gnn-beam"
	start   = "gnn-start"
	hybrid  = "gnn-hybrid"
	cascade = "gnn-cascade"
)

// beamOf is the name of the beam of another width.
func beamOf(width int) string { return beam + "-" + strconv.Itoa(width) }

// methods are those of the command line, and beams of other widths.
func methods(widths []int) (out []Method) {
	for _, m := range learned.Methods() {
		cfg, err := learned.Config(m.Name)
		if err != nil {
			panic(err) // it is in the list
		}
		out = append(out, Method{m.Name, cfg})
		for _, k := range widths {
			if m.Name == beam {
				c := cfg
				c.Beam.Width = k
				out = append(out, Method{beamOf(k), c})
			}
		}
	}
	return out
}

// bands returns the sets on which methods are compared.
func bands(heldOut, own int) (out []Set) {
	for _, t := range puzzles.TestSets() {
		if t.Side == 9 {
			out = append(out, Set{Name: t.Name, Boards: heldOut, Test: &t})
		}
	}
	for _, id := range []string{"own-easy", "own-medium", "own-hard", "own-minimal"} {
		out = append(out, Set{Name: id, Boards: own})
	}
	return out
}

// advised returns the sets on which networks that know nothing are asked.
func advised(boards int) (out []Set) {
	for _, id := range []string{"own-easy", "own-medium", "own-hard", "own-minimal"} {
		out = append(out, Set{Name: id, Boards: boards})
	}
	return out
}

// searched returns the sets on which searches are compared: what singles solve says little.
func searched(heldOut, own, public int) (out []Set) {
	for _, s := range bands(heldOut, own) {
		if s.Name == "9x9-25-29" || s.Name == "9x9-22-24" || s.Name == "own-minimal" {
			out = append(out, s)
		}
	}
	for _, id := range []string{"17clue", "magictour", "forum-11-half"} {
		out = append(out, Set{Name: id, Boards: public})
	}
	return out
}

// Experiment returns the experiment.
func Experiment() *lab.Experiment {
	return &lab.Experiment{
		ID:       "gnn-inference",
		Title:    "Inference methods of the graph networks",
		Question: "What does each inference method solve, how long does it take, which method gives the answer, and does a network make an exact search faster?",
		Plan:     plan,
		Tables:   tables,
		Figures:  figures,
		Judges:   judges(),
	}
}

func plan(p lab.Profile) lab.Plan {
	cfg := Config{
		Weights: candidateNetwork, Backend: backend.Asked(), Segment: 8, Steps: 32, Batch: 16, Shuffles: 3,
		Literal: Pass{Network: literal.Default(), Passes: 20, Batch: 8},
		Batched: []string{single},
	}
	// An embedded network that cannot be read is an error of every case, which read it again.
	if m, err := weights.Load(cfg.Weights); err == nil {
		cfg.SHA256 = m.Card.SHA256
	}
	switch p {
	case lab.Smoke:
		cfg.Backend, cfg.Segment, cfg.Steps, cfg.Batch = accel.NameGo, 4, 4, 2
		cfg.Methods, cfg.BeamRounds = methods(nil), 1
		cfg.Bands, cfg.Search = bands(1, 1), searched(2, 2, 2)
		cfg.Mixed, cfg.Invalid = Set{Name: "own-mixed", Boards: 3}, 1
		cfg.Advice = advised(1)
		cfg.Literal.Passes, cfg.Literal.Batch, cfg.Literal.Network.Iterations = 2, 2, 2
	case lab.Quick:
		cfg.Steps, cfg.Literal.Passes = 16, 8
		cfg.Methods, cfg.BeamRounds = methods(nil), 20
		cfg.Bands, cfg.Search = bands(5, 5), searched(12, 12, 12)
		cfg.Mixed, cfg.Invalid = Set{Name: "own-mixed", Boards: 6}, 2
		cfg.Advice = advised(50)
	case lab.Full:
		cfg.Methods = methods([]int{3, 4})
		cfg.Bands, cfg.Search = bands(50, 50), searched(200, 200, 200)
		cfg.Mixed, cfg.Invalid = Set{Name: "own-mixed", Boards: 60}, 10
		cfg.Advice = advised(200)
		cfg.Batch, cfg.Literal.Passes, cfg.Literal.Batch = 128, 200, 128
		cfg.Batched = []string{single, refine, hybrid}
	default:
		cfg.Methods = methods([]int{3, 4})
		cfg.Bands, cfg.Search = bands(300, 200), searched(1000, 200, 1000)
		cfg.Mixed, cfg.Invalid = Set{Name: "own-mixed", Boards: 0}, 10
		cfg.Advice = advised(200)
		cfg.Batch, cfg.Literal.Passes, cfg.Literal.Batch = 1024, 500, 128
		cfg.Batched = []string{single, refine, hybrid}
	}
	for i := range cfg.Methods {
		cfg.Methods[i].Config.Beam.Rounds = cfg.BeamRounds
	}
	if m, err := weights.Load(literalNetwork); err == nil {
		cfg.Documented = documentedOf(p, cfg, m.Card.SHA256)
	}

	pl := lab.Plan{Config: cfg, Seed: 13}
	pl.Cases = append(pl.Cases,
		lab.Case{Kind: trainedCase, Run: func(_ context.Context, r *lab.Run) error { return lookForLiteral(r) }},
		lab.Case{Kind: passCase, Timed: true, Run: func(ctx context.Context, r *lab.Run) error { return timeLiteral(ctx, cfg, r) }})
	for _, s := range cfg.Advice {
		pl.Cases = append(pl.Cases, lab.Case{Kind: adviceKind, Dims: []record.Dim{record.D("set", s.Name)}, Corpus: s.Name, Limit: s.Boards, Run: func(ctx context.Context, r *lab.Run) error {
			return adviseNothing(ctx, cfg, s, r)
		}})
	}
	on := func(cfg Config, kind string, s Set, run func(ctx context.Context, cfg Config, s Set, r *lab.Run) error) {
		c := lab.Case{Kind: kind, Dims: []record.Dim{of(cfg.Weights)}, Timed: true, Run: func(ctx context.Context, r *lab.Run) error { return run(ctx, cfg, s, r) }}
		if kind != mixedKind {
			c.Dims = append(c.Dims, record.D("set", s.Name))
		}
		if s.Test == nil {
			c.Corpus, c.Limit = s.Name, s.Boards
		}
		pl.Cases = append(pl.Cases, c)
	}
	for _, s := range cfg.Bands {
		on(cfg, bandKind, s, compareMethods)
	}
	on(cfg, mixedKind, cfg.Mixed, nameAnswers)
	for _, s := range cfg.Search {
		on(cfg, searchKind, s, compareSearches)
	}
	if cfg.Documented != nil {
		own := cfg.ofDocumented()
		for _, s := range own.Bands {
			on(own, bandKind, s, compareMethods)
		}
		for _, s := range own.Search {
			on(own, searchKind, s, compareSearches)
		}
	}
	return pl
}

// documentedOf is what is run of the document's network in a profile. A pass of it takes so long
// on a processor that the small profiles leave out the methods that ask it again and again.
func documentedOf(p lab.Profile, cfg Config, sum string) *Documented {
	d := &Documented{Weights: literalNetwork, SHA256: sum}
	few := func(names ...string) {
		for _, m := range cfg.Methods {
			if slices.Contains(names, m.Name) {
				d.Methods = append(d.Methods, m)
			}
		}
	}
	switch p {
	case lab.Smoke:
		few(single)
		d.Bands = bands(1, 1)[:1]
	case lab.Quick:
		few(single, refine, guarded)
		d.Bands = bands(8, 6)
	default:
		d.Methods, d.Bands, d.Search = cfg.Methods, cfg.Bands, cfg.Search
	}
	return d
}
