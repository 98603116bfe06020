package main

import (
	"bytes"
	crand "crypto/rand"
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/explain"
	"sudokulab/pkg/generate"
	"sudokulab/pkg/making"
	"sudokulab/pkg/render"
)

// levelHelp is the usage of --level, with a place for the levels.
const levelHelp = "how hard the puzzles are, as sudokulab rate calls it, or the number of givens that the document has for a level: %s (default document-easy)"

// nodesBySide stands for a --max-nodes that was not given.
const nodesBySide = -1

// generating holds the flags of generate.
type generating struct {
	level    making.Level
	givens   string
	minimal  bool
	accept   making.Accept
	side     int
	pattern  generate.Pattern
	grids    generate.Source
	attempts int
	nodes    int64
	count    int
	from     int
	seed     uint64
	jobs     int

	form     string
	alphabet string
	color    string
	solution bool
	output   string
	resume   bool

	difficulty string
	guesses    string
	score      string
	practise   string
	tries      int
	distinct   bool
	families   bool

	cfg    making.Config // by check
	source *making.Source
}

func newGenerate() *cobra.Command { return newGenerateFor(new(generating)) }

// newGenerateFor returns the command with its flags in s.
func newGenerateFor(s *generating) *cobra.Command {
	s.pattern, s.accept = generate.PatternNone, making.AC3
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make puzzles with a unique solution",
		Long: "Fills grids at random and empties cells while the puzzle stays acceptable. --level says how hard\n" +
			"puzzles are for people, as sudokulab rate says it: easy ones are solved by singles, medium ones by locked\n" +
			"candidates and subsets as well, hard ones by fish and wings, expert ones by chains, extreme ones by nothing\n" +
			"less than forcing chains. document-easy, document-medium and document-hard are the levels of the document on\n" +
			"constraint satisfaction: they set the number of givens, and naked singles solve them all.\n\n" +
			"What accepts a puzzle of these, or of --givens, is arc consistency alone unless --accept says otherwise: singles\n" +
			"(naked and hidden ones) or unique (any puzzle with one solution). --minimal goes on until no given\n" +
			"can be spared; at side 9, without --symmetry, every full grid is then equally likely, and thousands\n" +
			"are made per second.\n\n" +
			"--difficulty and --guesses skip puzzles until one needs what they ask for. They take minimal\n" +
			"puzzles, or for full-house some with many givens, unless --level or --givens says otherwise. The ladder is naked singles, hidden singles,\n" +
			"locked candidates, pairs, guesses; a puzzle stands on the lowest rung that solves it. A technique such as\n" +
			"x-wing asks for puzzles whose hardest step it is when they are solved step by step, the easiest first, and\n" +
			"--score for a score of all steps, as sudokulab rate tells both.\n\n" +
			"--practise asks for such puzzles as well, and writes of each the position just before the technique is\n" +
			"needed for the first time, with the candidates struck by then, as sudokulab hint reads it.\n\n" +
			"Puzzle i depends on the seed, on i and on the flags that shape it, not on --jobs or --count. If no\n" +
			"attempt at a puzzle succeeds, that is an error: no other puzzle takes its place. --distinct skips\n" +
			"puzzles that are an earlier one in disguise: relabelled, turned, mirrored, lines exchanged.\n\n" +
			"With --resume an interrupted run leaves what it has in FILE.part, and the same command continues\n" +
			"from there and ends with the same file. Only one run at a time may use FILE.part, and it is an error\n" +
			"if its bytes were altered in between.",
		Example: "  sudokulab generate --level hard --count 10 --seed 7\n" +
			"  sudokulab generate --givens 24-26 --accept unique --symmetry rotational180 --format grid\n" +
			"  sudokulab generate --minimal --count 100 --solution --output minimal.txt\n" +
			"  sudokulab generate --difficulty pairs --count 20\n" +
			"  sudokulab generate --difficulty swordfish --score 1000-1500\n" +
			"  sudokulab generate --practise x-wing --count 10 > positions.txt\n" +
			"  sudokulab generate --minimal --distinct --count 1000000 --seed 1 --output million.txt --resume\n" +
			"  sudokulab generate --side 16 --level easy --format text\n" +
			"  sudokulab generate --level document-hard --count 1000",
		Args: cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error { return s.advised(s.run(cmd)) }),
	}
	fl := cmd.Flags()
	addChoice(cmd, &s.level, "level", levelHelp, making.Levels()...)
	fl.StringVar(&s.givens, "givens", "", "number of givens instead, such as 30 or 24-28")
	fl.BoolVar(&s.minimal, "minimal", false, "remove givens until none can be spared, keeping the solution unique")
	cmd.MarkFlagsMutuallyExclusive("level", "givens", "minimal")
	addChoice(cmd, &s.accept, "accept", "what must solve a puzzle", making.AC3, making.Singles, making.Unique)
	cmd.MarkFlagsMutuallyExclusive("accept", "minimal")
	s.side = 9
	addNumber(cmd, &s.side, "side", board.MinBox*board.MinBox, board.MaxSide, "side of the boards: 4, 9, 16, 25 or 36")
	complete(cmd, "side", "4", "9", "16", "25", "36")
	addChoice(cmd, &s.pattern, "symmetry", "pattern of the givens", generate.Patterns()...)
	addChoice(cmd, &s.grids, "grids", "full grids to start from: %s (default search; uniform for --minimal at side 9)", generate.Sources()...)
	addChoice(cmd, &s.difficulty, "difficulty", "what the puzzles must need", append(difficulties(), techniqueNames()...)...)
	fl.StringVar(&s.guesses, "guesses", "", "number of guesses that the puzzles must need, such as 5 or 10-100, by the fastest engine")
	fl.StringVar(&s.score, "score", "", "score that the puzzles must have when they are solved step by step, such as 500-900, alone or with a technique for --difficulty or --practise")
	addChoice(cmd, &s.practise, "practise", "technique that the puzzles must need, to write the position before it: %s", techniqueNames()...)
	cmd.MarkFlagsMutuallyExclusive("difficulty", "guesses", "practise")
	cmd.MarkFlagsMutuallyExclusive("guesses", "score")
	s.tries = 100_000
	addNumber(cmd, &s.tries, "tries", 1, noBound, "puzzles made in search of one that --difficulty, --guesses, --score or --practise asks for")
	fl.BoolVar(&s.families, "families", false, "make --minimal puzzles of side 9 in families of 16 that share a grid and most givens: more than twice as fast, but 4 in 100 are an earlier one in disguise, unless --distinct")
	fl.BoolVar(&s.distinct, "distinct", false, "no puzzle that is an earlier one in disguise")
	s.attempts = generate.DefaultConfig().Attempts
	addNumber(cmd, &s.attempts, "attempts", 1, noBound, "full grids tried for one puzzle")
	cmd.MarkFlagsMutuallyExclusive("attempts", "minimal")
	s.nodes = nodesBySide
	addNumber(cmd, &s.nodes, "max-nodes", 0, noBound, "bound on a search for a second solution, beyond which a removal is refused (0: none; default: none up to side 9, else 2000)")
	fl.Lookup("max-nodes").DefValue = "0" // said in the usage
	s.count = 1
	addNumber(cmd, &s.count, "count", 0, noBound, "number of puzzles")
	addNumber(cmd, &s.from, "from", 0, noBound, "index of the first puzzle: --from 70000 makes puzzle 70,000 of the seed alone")
	addSeed(cmd, &s.seed, "seed (default: a random one, printed on standard error)")
	addJobs(cmd, &s.jobs)

	forms := []string{string(formText), string(formLine), string(formJSON), string(formCSV)}
	for f := format.Grid; f <= format.CountLine; f++ {
		forms = append(forms, f.String())
	}
	addChoice(cmd, &s.form, "format", "form of the output: %s (default: text for one puzzle on a terminal, else line)", forms...)
	addChoice(cmd, &s.alphabet, "alphabet", "characters of the digits: %s, which begin with 1, 0 or A (default numeric)", wordNumeric, wordZero, wordLetters)
	addColor(cmd, &s.color)
	fl.BoolVar(&s.solution, "solution", false, "also write the solution")
	fl.StringVar(&s.output, "output", "", "write to this file, which appears when it is complete")
	writes.names(cmd, "output")
	fl.BoolVar(&s.resume, "resume", false, "keep what an interrupted run has made in a file next to --output, and continue from it")
	return cmd
}

func (s *generating) run(cmd *cobra.Command) error {
	if err := s.check(); err != nil {
		return err
	}
	chosen := cmd.Flags().Changed("seed")
	if s.resume && !chosen {
		var held plan
		begun, err := readPlan(s.output, &held)
		if err != nil {
			return err
		}
		s.seed, chosen = held.Seed, begun
	}
	if !chosen {
		var err error
		if s.seed, err = randomSeed(); err != nil {
			return err
		}
	}
	s.cfg.Seed = s.seed
	var err error
	if s.source, err = making.New(s.cfg); err != nil {
		return err
	}
	bar := newMakingBar(cmd, s.output)
	if s.resume {
		return s.goOn(cmd, bar, chosen)
	}
	puzzles, err := s.puzzles(cmd.Context())
	if err != nil {
		return err
	}
	puzzles = bar.watch(puzzles, 0, s.count)
	if !chosen {
		s.tellSeed(cmd)
	}
	if s.output == "" {
		w := newPromptWriter(cmd.OutOrStdout())
		err := s.write(w, puzzles, cmd.OutOrStdout(), true, func() error { return nil })
		if flushErr := w.Flush(); err == nil {
			err = flushErr
		}
		return err
	}
	file, err := newReplacement(cmd.Context(), s.output)
	if err != nil {
		return err
	}
	return finish(file, s.output, s.write(file, puzzles, file, true, func() error { return nil }))
}

// randomSeed returns a seed that fits in a signed number, too.
func randomSeed() (uint64, error) {
	var random [8]byte
	if _, err := crand.Read(random[:]); err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(random[:]) >> 1, nil
}

// advised adds to the error of a puzzle that no attempt reached what may reach it.
func (s *generating) advised(err error) error {
	if _, ok := errors.AsType[*generate.ExhaustedError](err); !ok {
		return err
	}
	if s.accept != making.Unique {
		return fmt.Errorf("%w; --accept unique reaches fewer givens than %s does", err, s.accept)
	}
	return fmt.Errorf("%w; more --attempts may get there", err)
}

func (s *generating) tellSeed(cmd *cobra.Command) {
	fmt.Fprintf(cmd.ErrOrStderr(), "generate: --seed %d makes the same puzzles again\n", s.seed)
}

// check looks at the flags and fills in what they leave open.
func (s *generating) check() error {
	switch {
	case s.from > math.MaxInt-s.count:
		return fmt.Errorf("--from %d: with --count %d want at most %d", s.from, s.count, math.MaxInt-s.count)
	case s.families && (!s.minimal || s.side != 9 || s.pattern != generate.PatternNone || s.grids != "" && s.grids != generate.SourceUniform):
		return errors.New("--families: want --minimal at side 9, without --symmetry and other --grids")
	case s.resume && s.output == "":
		return errors.New("--resume: want --output, the file to go on with")
	}
	var err error
	if s.cfg, err = s.config(); err != nil {
		return err
	}
	s.minimal, s.nodes = s.cfg.Minimal, s.cfg.Nodes // the plan of --resume holds them
	if s.solution && !s.keepsSolution() {
		return fmt.Errorf("--solution: %s has no place for it", s.form)
	}
	switch {
	case s.practise == "":
	case s.form != "" && s.form != string(formLine) && s.form != string(formText) && s.form != string(formJSON):
		return fmt.Errorf("--practise: want --format %s, %s or %s, which have a place for what is struck", formLine, formText, formJSON)
	case s.solution && s.form != string(formJSON):
		return errors.New("--practise: --solution has a place in --format json only")
	}
	return nil
}

// config says which puzzles the flags ask for.
func (s *generating) config() (cfg making.Config, err error) {
	shape, err := board.ShapeOfSide(s.side)
	if err != nil {
		return cfg, fmt.Errorf("--side %d: want 4, 9, 16, 25 or 36", s.side)
	}
	cfg = making.DefaultConfig(s.side)
	if s.givens != "" {
		if cfg.Givens, err = givenRange(s.givens); err != nil {
			return cfg, err
		}
		if low, cells := making.FewestGivens(s.side), shape.Cells(); cfg.Givens.High < low || cfg.Givens.High > cells {
			return cfg, fmt.Errorf("--givens %s: want %d to %d at side %d; fewer leave no puzzle with one solution", s.givens, low, cells, s.side)
		}
	}
	if cfg.Want, err = s.wanted(); err != nil {
		return cfg, err
	}
	if err := cfg.SetLevel(s.level); err != nil {
		return cfg, err
	}
	if cfg.Want.Level != explain.NoLevel && s.accept != making.AC3 {
		return cfg, fmt.Errorf("--accept %s: --level %s says what solves its puzzles; want a level of the document, or --givens", s.accept, s.level)
	}
	cfg.Minimal, cfg.Families, cfg.Accept, cfg.Pattern, cfg.Grids = s.minimal, s.families, s.accept, s.pattern, s.grids
	cfg.Attempts, cfg.Tries = s.attempts, s.tries
	if s.nodes != nodesBySide {
		cfg.Nodes = s.nodes
	}
	return cfg.Settled(), nil
}

// keepsSolution reports whether the form can hold a solution.
func (s *generating) keepsSolution() bool {
	switch s.form {
	case format.Grid.String(), format.Integers.String(), format.SDK.String(), format.SDM.String():
		return false
	}
	return true
}

// generated is the JSON form of a puzzle.
type generated struct {
	Index    int    `json:"index"`
	Seed     uint64 `json:"seed"`
	Puzzle   string `json:"puzzle"`
	Givens   int    `json:"givens"`
	Solution string `json:"solution,omitempty"`
	Proved   bool   `json:"proved"` // unique by the generator's own search
	// Practice is the position before the technique of --practise.
	Practice *practice `json:"practice,omitempty"`
	// Stats are left out with --families, where they depend on which puzzle a worker made before.
	Stats *generate.Stats `json:"stats,omitempty"`
}

// write writes the puzzles in the form asked for, behind the heading of a form that has one
// if that is asked for. flush is called after each puzzle.
func (s *generating) write(w io.Writer, puzzles iter.Seq2[generate.Puzzle, error], terminal io.Writer, heading bool, flush func() error) error {
	one, end, err := s.writer(w, terminal, heading)
	if err != nil {
		return err
	}
	made := 0
	for p, err := range puzzles {
		if err != nil {
			return errors.Join(err, end())
		}
		if err := one(made, &p); err != nil {
			return err
		}
		made++
		if err := flush(); err != nil {
			return err
		}
	}
	return end()
}

// writer returns the functions that write a puzzle and the end.
func (s *generating) writer(w, terminal io.Writer, heading bool) (one func(n int, p *generate.Puzzle) error, end func() error, err error) {
	p := pen{alphabetOf(s.alphabet), colored(s.color, terminal)}
	end = func() error { return nil }
	chosen := s.form
	if chosen == "" {
		chosen = string(formLine)
		if s.count == 1 && isTerminal(terminal) {
			chosen = string(formText)
		}
	}
	show, err := s.practices(p)
	if err != nil {
		return nil, nil, err
	}
	switch form(chosen) {
	case formLine:
		if show != nil {
			return func(_ int, z *generate.Puzzle) error {
				a, err := show(z)
				if err == nil {
					_, err = fmt.Fprintf(w, "%s\n", strings.TrimSpace(a.Position+" "+a.Struck))
				}
				return err
			}, end, nil
		}
		return func(_ int, z *generate.Puzzle) error {
			line := p.append(nil, z.Board)
			if s.solution {
				line = p.append(append(line, ' '), z.Solution)
			}
			_, err := w.Write(append(line, '\n'))
			return err
		}, end, nil
	case formJSON:
		enc := json.NewEncoder(w)
		return func(_ int, z *generate.Puzzle) error {
			g := generated{Index: z.Index, Seed: s.seed, Puzzle: p.line(z.Board), Givens: z.Givens, Proved: z.Proved}
			if !s.families {
				g.Stats = &z.Stats
			}
			if s.solution {
				g.Solution = p.line(z.Solution)
			}
			if show != nil {
				var err error
				if g.Practice, err = show(z); err != nil {
					return err
				}
			}
			return enc.Encode(g)
		}, end, nil
	case formCSV:
		return s.table(csv.NewWriter(w), p, heading)
	case formText:
		if show != nil {
			return func(n int, z *generate.Puzzle) error {
				a, err := show(z)
				if err != nil {
					return err
				}
				return s.drawPractice(w, p, n, z, a)
			}, end, nil
		}
		return func(n int, z *generate.Puzzle) error { return s.draw(w, p, n, z) }, end, nil
	}
	f, err := format.ParseFormat(chosen)
	if err != nil {
		return nil, nil, err
	}
	var options []format.WriterOption
	if p.alphabet != "" {
		options = append(options, format.WithAlphabet(p.alphabet))
	}
	out := format.NewWriter(w, f, options...)
	return func(_ int, z *generate.Puzzle) error {
		fp := format.Puzzle{Board: z.Board, Count: 1, Name: fmt.Sprintf("seed %d, puzzle %d", s.seed, z.Index), Source: "sudokulab generate"}
		if s.solution {
			fp.Solution = z.Solution
		}
		if err := out.Write(fp); err != nil {
			return err
		}
		return out.Flush()
	}, out.Close, nil
}

// table writes comma-separated values.
func (s *generating) table(w *csv.Writer, p pen, heading bool) (one func(int, *generate.Puzzle) error, end func() error, err error) {
	columns := []string{"index", "puzzle", "givens"}
	if s.solution {
		columns = append(columns, "solution")
	}
	end = func() error {
		w.Flush()
		return w.Error()
	}
	if heading {
		if err := w.Write(columns); err != nil {
			return nil, nil, err
		}
	}
	return func(_ int, z *generate.Puzzle) error {
		row := []string{strconv.Itoa(z.Index), p.line(z.Board), strconv.Itoa(z.Givens)}
		if s.solution {
			row = append(row, p.line(z.Solution))
		}
		if err := w.Write(row); err != nil {
			return err
		}
		return end()
	}, end, nil
}

// draw writes a puzzle as a picture.
func (s *generating) draw(w io.Writer, p pen, n int, z *generate.Puzzle) error {
	var buf bytes.Buffer
	if n > 0 {
		buf.WriteByte('\n')
	}
	boards := []board.Board{{}}
	if s.solution {
		boards = append(boards, z.Solution)
	}
	for _, solution := range boards {
		pic, options := p.picture(z.Board, solution)
		if err := render.Text(&buf, pic, options); err != nil {
			return err
		}
	}
	fmt.Fprintf(&buf, "puzzle %d of seed %d: %d givens\n", z.Index, s.seed, z.Givens)
	_, err := w.Write(buf.Bytes())
	return err
}
