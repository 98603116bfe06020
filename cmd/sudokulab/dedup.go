package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/symmetry"
	"sudokulab/pkg/symmetry/distinct"
)

// deduplicating holds the flags of dedup.
type deduplicating struct {
	in      inputFlags
	against []string
	temp    string
	quiet   bool
	jobs    int
}

func newDedup() *cobra.Command {
	var s deduplicating
	cmd := &cobra.Command{
		Use:   "dedup [puzzle | file | -] …",
		Short: "Drop puzzles that are symmetric twins of earlier ones",
		Long: "Writes the puzzles of the input in their order, one per line, without those that are an earlier one in\n" +
			"disguise: relabelled, transposed, or with bands, stacks or lines within them permuted. --against drops the\n" +
			"twins of the puzzles in other files, too, such as those of a test set.\n\n" +
			"Memory stays small at any number of puzzles: lines and keys wait in temporary files until all are read, as\n" +
			"many bytes as the lines have and 24 more for each. Nothing is written to standard output before that.\n\n" + inputHelp,
		Example: "  sudokulab dedup puzzles.txt.gz > distinct.txt\n" +
			"  sudokulab dedup --against test.txt training.txt > clean.txt",
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	addNames(cmd, &s.against, "against", "file whose puzzles, and their twins, are dropped, too")
	reads.names(cmd, "against")
	completeFiles(cmd, "against", "txt", "csv", "gz", "zst")
	cmd.Flags().StringVar(&s.temp, "temp", "", "folder for temporary files (default: the system's)")
	cmd.Flags().BoolVarP(&s.quiet, "quiet", "q", false, "no summary on standard error")
	addJobs(cmd, &s.jobs)
	return cmd
}

// keyed is what a worker of dedup makes of a puzzle.
type keyed struct {
	key  symmetry.Key
	text []byte
}

func (s *deduplicating) run(cmd *cobra.Command, args []string) (err error) {
	in, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	others := s.in
	others.sets, others.first = nil, 0
	var known *input
	if len(s.against) > 0 {
		if known, err = others.open(cmd, s.against); err != nil {
			return fmt.Errorf("--against: %w", err)
		}
	}
	cfg := distinct.DefaultConfig()
	cfg.Folder = s.temp
	keys, err := distinct.New(cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, keys.Close()) }()
	lines, err := newWaiting(s.temp)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lines.f.Close()) }()

	t := newTally(cmd, in)
	nothing := func() error { return nil }
	read := func(in *input, keep bool) error {
		p := pen{in.opts.Alphabet, false}
		workers := workersOf(s.jobs, func() func(context.Context, *entry) (keyed, error) {
			by := newForms()
			return func(_ context.Context, e *entry) (k keyed, err error) {
				if k.key, err = by.Key(e.Board); err == nil && keep {
					k.text = append(p.of(e).append(nil, e.Board), '\n')
				}
				return k, err
			}
		})
		return stream(cmd.Context(), in, workers, func(k *keyed) *[]byte { return &k.text }, t, func(_ *entry, k keyed) error {
			if err := keys.Add(k.key); err != nil {
				return err
			}
			return lines.put(k.text)
		}, nothing)
	}
	if known != nil {
		if err := read(known, false); err != nil {
			return fmt.Errorf("--against: %w", err)
		}
	}
	skip := keys.Len()
	t.puzzles = 0
	if err := read(in, true); err != nil {
		return err
	}
	first, err := keys.First(cmd.Context())
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(cmd.OutOrStdout(), 64<<10)
	kept := 0
	err = lines.each(cmd.Context(), func(i int64, line []byte) error {
		if !first.Has(skip + i) {
			return nil
		}
		kept++
		_, err := w.Write(line)
		return err
	})
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		return err
	}
	t.counts = map[string]int{"kept": kept, "dropped": t.puzzles - kept}
	t.words = []string{"kept", "dropped"}
	t.summary(s.quiet)
	return t.failed()
}

// waiting are lines that wait in a temporary file until it is known which of them are written.
type waiting struct {
	f *atomicfile.Scratch
	w *bufio.Writer
}

func newWaiting(folder string) (*waiting, error) {
	f, err := atomicfile.NewScratch(folder)
	if err != nil {
		return nil, err
	}
	return &waiting{f: f, w: bufio.NewWriterSize(f, 64<<10)}, nil
}

func (l *waiting) put(line []byte) error {
	_, err := l.w.Write(line)
	return err
}

// each hands out the lines, with their ends.
func (l *waiting) each(ctx context.Context, use func(i int64, line []byte) error) error {
	if err := l.w.Flush(); err != nil {
		return err
	}
	if _, err := l.f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r := bufio.NewReaderSize(l.f, 64<<10) // longer than any line
	for i := int64(0); ; i++ {
		line, err := r.ReadSlice('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		}
		if err == nil && i%4096 == 0 {
			err = ctx.Err()
		}
		if err == nil {
			err = use(i, line)
		}
		if err != nil {
			return err
		}
	}
}
