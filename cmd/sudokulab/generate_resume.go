package main

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"sudokulab/pkg/generate"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/making"
)

// plan are the flags that decide the lines of a file. The number of puzzles is not among
// them: a longer file begins like a shorter one.
type plan struct {
	Version    int              `json:"version"` // of the unfinished file: 2 has seals, in 3 a level is what rate calls so
	Seed       uint64           `json:"seed"`
	From       int              `json:"from"`
	Side       int              `json:"side"`
	Level      making.Level     `json:"level,omitempty"`
	Givens     string           `json:"givens,omitempty"`
	Minimal    bool             `json:"minimal,omitempty"`
	Accept     making.Accept    `json:"accept"`
	Pattern    generate.Pattern `json:"symmetry"`
	Grids      generate.Source  `json:"grids,omitempty"`
	Attempts   int              `json:"attempts"`
	Nodes      int64            `json:"max_nodes"`
	Difficulty string           `json:"difficulty,omitempty"`
	Guesses    string           `json:"guesses,omitempty"`
	Tries      int              `json:"tries"`
	Distinct   bool             `json:"distinct,omitempty"`
	Families   bool             `json:"families,omitempty"`
	Form       string           `json:"format"`
	Alphabet   string           `json:"alphabet,omitempty"`
	Solution   bool             `json:"solution,omitempty"`
	Score      string           `json:"score,omitempty"`
	Practise   string           `json:"practise,omitempty"`
}

func (s *generating) plan() plan {
	return plan{
		3, s.seed, s.from, s.side, s.level, s.givens, s.minimal, s.accept, s.pattern, s.grids, s.attempts, s.nodes,
		s.difficulty, s.guesses, s.tries, s.distinct, s.families, s.form, s.alphabet, s.solution,
		s.score, s.practise,
	}
}

// goOn writes to the unfinished file, from where it ends, and gives it its name when it is
// complete.
func (s *generating) goOn(cmd *cobra.Command, bar *makingBar, chosen bool) error {
	heading := 0
	switch form(s.form) {
	case "", formLine:
		s.form = string(formLine)
	case formJSON:
	case formCSV:
		heading = 1
	default:
		return fmt.Errorf("--resume: want --format %s, %s or %s, which have a line for each puzzle", formLine, formJSON, formCSV)
	}
	if err := free(s.output); err != nil {
		return err
	}
	p, err := openPart(s.output, s.plan())
	if err != nil {
		return err
	}
	if !chosen {
		s.tellSeed(cmd)
	}
	if err := s.fill(cmd, p, bar, heading); err != nil {
		return errors.Join(fmt.Errorf("%w; what was made is in %s, and the same command goes on from there", err, partName(s.output)), p.keep())
	}
	return p.finish()
}

func (s *generating) fill(cmd *cobra.Command, p *part, bar *makingBar, heading int) error {
	made := max(0, p.lines-heading)
	if made > s.count {
		return fmt.Errorf("%s has %d puzzles already, more than --count %d", partName(s.output), made, s.count)
	}
	// The last puzzle is made again, to see that this program still makes the same; all of them
	// where a puzzle depends on those before.
	again := min(1, made)
	if s.distinct {
		again = made
	}
	from, count := s.from, s.count
	s.from, s.count = from+made-again, count-made+again
	puzzles, err := s.puzzles(cmd.Context())
	if err != nil {
		return err
	}
	next, stop := iter.Pull2(puzzles)
	defer stop()
	for i := range again {
		z, err, ok := next()
		if err != nil || !ok {
			return err
		}
		if i < again-1 {
			continue
		}
		var line bytes.Buffer
		one, end, err := s.writer(&line, &line, false)
		if err != nil {
			return err
		}
		if err := errors.Join(one(made-1, &z), end()); err != nil {
			return err
		}
		if got := bytes.TrimSuffix(line.Bytes(), []byte("\n")); !bytes.Equal(got, p.last) {
			return fmt.Errorf("%s: puzzle %d is %q, but these flags make %q", partName(s.output), made-1, p.last, got)
		}
	}
	rest := func(yield func(generate.Puzzle, error) bool) {
		for {
			z, err, ok := next()
			if !ok || !yield(z, err) || err != nil {
				return
			}
		}
	}
	return s.write(p, bar.watch(rest, made, count), p, heading == 1 && p.lines == 0, func() error {
		return bar.due(p.Flush)
	})
}

// makingBar shows on a terminal how far the making of a file is.
type makingBar struct {
	cmd     *cobra.Command
	visible bool
	bar     *progressbar.ProgressBar
	shown   time.Time
	flushed time.Time
}

func newMakingBar(cmd *cobra.Command, output string) *makingBar {
	return &makingBar{cmd: cmd, visible: isTerminal(cmd.ErrOrStderr()) && (output != "" || !isTerminal(cmd.OutOrStdout()))}
}

// due calls flush about once a second, so that a kill costs little.
func (m *makingBar) due(flush func() error) error {
	if time.Since(m.flushed) < time.Second {
		return nil
	}
	m.flushed = time.Now()
	return flush()
}

// watch passes a sequence on, and shows what has gone by of it.
func (m *makingBar) watch(puzzles iter.Seq2[generate.Puzzle, error], before, count int) iter.Seq2[generate.Puzzle, error] {
	if !m.visible {
		return puzzles
	}
	return func(yield func(generate.Puzzle, error) bool) {
		start, made := time.Now(), before
		defer func() {
			if m.bar != nil {
				_ = m.bar.Clear()
			}
		}()
		for z, err := range puzzles {
			made++
			if now := time.Now(); now.Sub(start) > barDelay && now.Sub(m.shown) > barPause {
				m.shown = now
				if m.bar == nil {
					m.bar = newBar(m.cmd.ErrOrStderr(), int64(count), progressbar.OptionSetElapsedTime(true))
				}
				rate := float64(made-before) / now.Sub(start).Seconds()
				m.bar.Describe(fmt.Sprintf("%s of %s puzzles, %s/s", lab.Number(float64(made)), lab.Number(float64(count)), lab.Number(wholeFrom(rate))))
				_ = m.bar.Set(made) // a bar that cannot be drawn must not end the work
			}
			if !yield(z, err) {
				return
			}
		}
	}
}
