package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/board"
	"sudokulab/pkg/engine"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/jsonfile"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/rate/trial"
)

// maxVicinity bounds the pool of a search and the exchanges in a step.
const maxVicinity = 1_000_000

// What --by takes.
const (
	byGuesses = "guesses"
	byTrials  = "trials"
)

// seeking holds the flags of hardest.
type seeking struct {
	in     inputFlags
	cfg    generate.VicinityConfig
	by     string
	starts int
	steps  int
	best   int
	state  string
	json   bool
	pen    pen // for what is written: as asked for, or as all the puzzles given are
}

func newHardest() *cobra.Command {
	s := seeking{cfg: generate.DefaultVicinity(), by: byGuesses}
	cmd := &cobra.Command{
		Use:   "hardest [puzzle | file | -] …",
		Short: "Search for hard 9×9 puzzles in the vicinity of others",
		Long: "Exchanges givens of the hardest puzzles so far, alternately one for one and two for two, keeps what has\n" +
			"one solution, makes it minimal and rates it. Puzzles that are symmetric to each other count once. The\n" +
			"search begins with the puzzles given, or with --starts puzzles made at random; the seed and the start\n" +
			"decide all of it.\n\n" +
			"A rating is by the guesses that the fastest engine needs, or with --by trials by what is left when each\n" +
			"candidate was tried and taken away if singles led it to a contradiction: of puzzles that such trials do\n" +
			"not solve 10,000 and the candidates that are left in the end, of others those that the first round leaves.\n\n" +
			"With --state FILE the search saves its state there, every few seconds and when it is interrupted;\n" +
			"the same command continues from there and adds --steps more.",
		Example: "  sudokulab hardest --steps 500 --seed 1\n" +
			"  sudokulab hardest --steps 100000 --state search.json --best 20 hard.txt",
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	fl := cmd.Flags()
	s.steps, s.best = 200, 10
	addChoice(cmd, &s.by, "by", "what a rating is by: %s", byGuesses, byTrials)
	s.starts = 1
	addNumber(cmd, &s.starts, "starts", 1, maxVicinity, "puzzles made at random to begin with, where none is given")
	addNumber(cmd, &s.steps, "steps", 0, noBound, "steps to take")
	addNumber(cmd, &s.best, "best", 0, noBound, "number of puzzles to write")
	addSeed(cmd, &s.cfg.Seed, "seed of the search")
	addNumber(cmd, &s.cfg.Pool, "pool", 1, maxVicinity, "puzzles to go on from")
	addNumber(cmd, &s.cfg.Swaps, "swaps", 1, maxVicinity, "exchanges tried in a step")
	fl.StringVar(&s.state, "state", "", "file in which the search saves its state")
	keeps.names(cmd, "state")
	fl.BoolVar(&s.json, "json", false, "write JSON Lines: puzzle, rating, steps")
	return cmd
}

func (s *seeking) run(cmd *cobra.Command, args []string) error {
	s.pen.alphabet = alphabetOf(s.in.alphabet)
	if s.state != "" {
		release, err := s.hold()
		if err != nil {
			return err
		}
		// A kill releases it as well, and no other run uses what it leaves.
		defer func() { _ = release() }()
	}
	search, err := s.open(cmd, args)
	if err != nil {
		return err
	}
	err = s.walk(cmd, search)
	if s.state != "" {
		err = errors.Join(err, s.save(cmd.Context(), search))
	}
	st := search.State()
	fmt.Fprintf(cmd.ErrOrStderr(), "hardest: %s steps, %s puzzles rated, hardest %s\n",
		lab.Number(float64(st.Step)), lab.Number(float64(st.Stats.Rated)), s.says(search.Best().Rating))
	return errors.Join(s.write(cmd.OutOrStdout(), st.Pool), err)
}

// says writes a rating in words.
func (s *seeking) says(rating int64) string {
	if s.by == byGuesses {
		return lab.Number(float64(rating)) + " guesses"
	}
	if left := rating - trial.Beyond; left > 0 {
		return lab.Number(float64(left)) + " candidates left by trials"
	}
	return "solved by trials"
}

// comment is a rating as it stands behind a puzzle.
func (s *seeking) comment(rating int64) string {
	if s.by == byGuesses {
		return fmt.Sprintf("%d guesses", rating)
	}
	return fmt.Sprintf("rating %d", rating)
}

// rating returns what rates puzzles.
func (s *seeking) rating(counter *engine.Counter9) func(puzzle *[81]uint8) int64 {
	if s.by == byTrials {
		trier := trial.New()
		return func(puzzle *[81]uint8) int64 { return trier.Rate(puzzle).Score() }
	}
	return func(puzzle *[81]uint8) int64 {
		counter.Count(puzzle, 2)
		return counter.Guesses()
	}
}

// sought is the file of --state: that of a search by guesses has no word for what it is by.
type sought struct {
	generate.VicinityState
	By string `json:"by,omitempty"`
}

// open resumes the search of --state or begins one.
func (s *seeking) open(cmd *cobra.Command, args []string) (*generate.Vicinity, error) {
	counter := engine.NewCounter9()
	if s.state != "" {
		data, err := atomicfile.ReadFile(s.state, maxState)
		switch {
		case err == nil:
			return s.resume(cmd, args, data, counter)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	start, err := s.start(cmd, args)
	if err != nil {
		return nil, err
	}
	return generate.NewVicinity(s.cfg, start, counter, s.rating(counter))
}

func (s *seeking) resume(cmd *cobra.Command, args []string, data []byte, counter *engine.Counter9) (*generate.Vicinity, error) {
	if len(args) > 0 || len(s.in.sets) > 0 {
		return nil, fmt.Errorf("%s holds a search already, which goes on from its own puzzles; give none, or another --state", s.state)
	}
	var file sought
	if err := jsonfile.UnmarshalMost(data, &file, maxStateValues); err != nil {
		return nil, fmt.Errorf("%s: %w", s.state, err)
	}
	state, by := file.VicinityState, cmp.Or(file.By, byGuesses)
	if by != byGuesses && by != byTrials {
		return nil, fmt.Errorf("%s: a search by %q, want %s or %s", s.state, by, byGuesses, byTrials)
	}
	for flag, same := range map[string]bool{
		"by": s.by == by, "starts": false, // these were made when it began
		"seed": s.cfg.Seed == state.Config.Seed, "pool": s.cfg.Pool == state.Config.Pool, "swaps": s.cfg.Swaps == state.Config.Swaps,
	} {
		if cmd.Flags().Changed(flag) && !same {
			return nil, fmt.Errorf("--%s: %s holds a search with another value", flag, s.state)
		}
	}
	if len(state.Pool) == 0 {
		return nil, fmt.Errorf("%s: a search without puzzles", s.state)
	}
	s.by = by
	found, err := generate.ResumeVicinity(state, counter, s.rating(counter))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.state, err)
	}
	return found, nil
}

// start returns the puzzles given, or one made from the seed.
func (s *seeking) start(cmd *cobra.Command, args []string) ([]board.Board, error) {
	if len(args) == 0 && len(s.in.sets) == 0 {
		cfg := generate.DefaultMinimal9()
		cfg.Seed = s.cfg.Seed
		m, err := generate.NewMinimal9(cfg, engine.NewCounter9())
		if err != nil {
			return nil, err
		}
		start := make([]board.Board, s.starts)
		var p generate.Puzzle9
		for i := range start {
			if err := m.Item(i, &p); err != nil {
				return nil, err
			}
			if start[i], err = board.FromCells(p.Puzzle[:]); err != nil {
				return nil, err
			}
		}
		return start, nil
	}
	in, err := s.in.open(cmd, args)
	if err != nil {
		return nil, err
	}
	var start []board.Board
	alike := true
	var first board.Alphabet
	for e, err := range in.awaited(cmd.Context()) {
		if err != nil {
			return nil, err
		}
		if e.bad() { // and --keep-going
			fmt.Fprintf(cmd.ErrOrStderr(), "hardest: %v\n", e.err)
			continue
		}
		if len(start) == 0 {
			first = e.Alphabet
		}
		alike = alike && e.Alphabet == first
		start = append(start, e.Board)
	}
	if alike && s.pen.alphabet == "" {
		s.pen.alphabet = first
	}
	return start, nil
}

// maxState bounds the file of --state, in bytes; a search of days has some MB.
const maxState = 1 << 28

// maxStateValues bounds its values, as jsonfile counts them: a class has one in 35 bytes.
const maxStateValues = 8_000_000

// saveEvery is how often a search with --state is written down.
const saveEvery = 5 * time.Second

// walk takes the steps.
func (s *seeking) walk(cmd *cobra.Command, search *generate.Vicinity) error {
	bar := newBar(cmd.ErrOrStderr(), int64(s.steps),
		progressbar.OptionSetVisibility(isTerminal(cmd.ErrOrStderr())), progressbar.OptionThrottle(barPause))
	defer func() { _ = bar.Clear() }() // a bar that cannot be drawn must not end the work
	saved := time.Now()
	for range s.steps {
		if err := search.Run(cmd.Context(), 1); err != nil {
			return err
		}
		if s.state != "" && time.Since(saved) >= saveEvery {
			saved = time.Now()
			if err := s.save(cmd.Context(), search); err != nil {
				return err
			}
		}
		bar.Describe(s.says(search.Best().Rating))
		_ = bar.Add(1)
	}
	return nil
}

func (s *seeking) save(ctx context.Context, found *generate.Vicinity) error {
	file := sought{VicinityState: found.State()}
	if s.by != byGuesses {
		file.By = s.by
	}
	return writeNamedBy(ctx, s.state, func(w io.Writer) error { return json.NewEncoder(w).Encode(file) })
}

// hold keeps other runs from the file of --state.
func (s *seeking) hold() (release func() error, err error) {
	// There is no place for a lock next to a device.
	if _, err := atomicfile.ReadFile(s.state, maxState); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return atomicfile.Hold(s.state + ".lock")
}

func (s *seeking) write(w io.Writer, pool []generate.VicinityPuzzle) error {
	enc := json.NewEncoder(w)
	for i, p := range pool {
		if i == s.best {
			break
		}
		b, err := board.Parse(p.Puzzle)
		if err != nil {
			return err
		}
		p.Puzzle = s.pen.line(b)
		if s.json {
			err = enc.Encode(p)
		} else {
			_, err = fmt.Fprintf(w, "%s # %s\n", p.Puzzle, s.comment(p.Rating))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
