package main

import (
	"bufio"
	"bytes"
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/symmetry"
)

// canonicalizing holds the flags of canonical.
type canonicalizing struct {
	in    inputFlags
	form  form
	quiet bool
	jobs  int
}

func newCanonical() *cobra.Command {
	s := canonicalizing{form: formLine}
	cmd := &cobra.Command{
		Use:   "canonical [puzzle | file | -] …",
		Short: "Write the canonical form of each puzzle, the same for all its symmetric twins",
		Long: "Writes, in the order of the input, the min-lex form of each puzzle: of all boards that come from it by\n" +
			"relabelling digits, transposing, and permuting bands, stacks and the lines within them, the one whose line\n" +
			"of digits is the smallest, empty cells as 0. Two puzzles are the same in disguise exactly if their forms\n" +
			"are equal. JSON and CSV add the key, a hash of the form, and the transform that leads to it.\n\n" +
			"From side 16 on the search for a form may reach its limits, which is an error, never a wrong form. Boards\n" +
			"with diagonals or regions of their own have no canonical form here.\n\n" + inputHelp,
		Example: "  sudokulab canonical 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n" +
			"  sudokulab canonical --format csv puzzles.txt > forms.csv",
		RunE: naming(s.run),
	}
	s.in.register(cmd)
	addChoice(cmd, &s.form, "format", "form of the output: %s", formLine, formJSON, formCSV)
	cmd.Flags().BoolVarP(&s.quiet, "quiet", "q", false, "no summary on standard error")
	addJobs(cmd, &s.jobs)
	return cmd
}

// canonicalRecord is the JSON form of a canonical form.
type canonicalRecord struct {
	File      string             `json:"file,omitempty"`
	Line      int                `json:"line,omitempty"`
	Name      string             `json:"name,omitempty"`
	Puzzle    string             `json:"puzzle"`
	Givens    int                `json:"givens"`
	Canonical string             `json:"canonical"`
	Key       symmetry.Key       `json:"key"`
	Transform symmetry.Transform `json:"transform"`
}

var canonicalColumns = []string{"file", "line", "name", "puzzle", "givens", "canonical", "key", "transform"}

func (s *canonicalizing) run(cmd *cobra.Command, args []string) error {
	in, err := s.in.open(cmd, args)
	if err != nil {
		return err
	}
	p := pen{in.opts.Alphabet, false}
	workers := workersOf(s.jobs, func() func(context.Context, *entry) ([]byte, error) {
		by := &canonicalText{pen: p, form: s.form, by: newForms()}
		by.open()
		return func(_ context.Context, e *entry) ([]byte, error) { return by.write(e) }
	})
	t := newTally(cmd, in)
	w := bufio.NewWriterSize(cmd.OutOrStdout(), 64<<10)
	if s.form == formCSV {
		if _, err := w.WriteString(strings.Join(canonicalColumns, ",") + "\n"); err != nil {
			return err
		}
	}
	err = stream(cmd.Context(), in, workers, func(text *[]byte) *[]byte { return text }, t, func(_ *entry, text []byte) error {
		_, err := w.Write(text)
		return err
	}, w.Flush)
	t.summary(s.quiet || err != nil && t.puzzles+t.skipped == 0)
	if err != nil {
		return err
	}
	return t.failed()
}

// canonicalText writes canonical forms. It belongs to one worker.
type canonicalText struct {
	pen
	form form
	by   *symmetry.Forms
	encoders
}

// newForms returns what finds canonical forms, for one worker.
func newForms() *symmetry.Forms {
	f, err := symmetry.NewForms(symmetry.DefaultLimits())
	if err != nil {
		panic(err) // the default limits are valid
	}
	return f
}

// write returns an entry's canonical form in the form of output. The bytes are the caller's.
func (w *canonicalText) write(e *entry) ([]byte, error) {
	w.buf.Reset()
	p := w.of(e)
	least, t, err := w.by.Canonical(e.Board)
	if err != nil {
		return nil, err
	}
	if w.form == formLine {
		return append(p.append(nil, least), '\n'), nil
	}
	r := canonicalRecord{
		File: e.source, Line: e.lineOrNone(), Name: e.Name, Puzzle: p.line(e.Board), Givens: e.Board.Filled(), Canonical: p.line(least), Transform: t,
	}
	if r.Key, err = w.by.Key(least); err != nil {
		return nil, err
	}
	if w.form == formJSON {
		err = w.json.Encode(r)
	} else {
		err = w.csv.Write([]string{
			r.File, numberOrNothing(r.Line), r.Name, r.Puzzle, strconv.Itoa(r.Givens), r.Canonical, r.Key.String(), r.Transform.String(),
		})
		w.csv.Flush()
	}
	return bytes.Clone(w.buf.Bytes()), err
}
