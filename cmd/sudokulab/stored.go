package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/dataset/predictions"
)

// storedFlags say how to read the forms in which data sets are stored and that are no texts for people: JSON Lines, NumPy's arrays and
// Parquet.
type storedFlags struct {
	array string
	blank blankFlag
	temp  string // folder for temporary files, the system's if it is empty
}

// storedHelp is what a command's help says of them.
const storedHelp = "JSON Lines, NumPy's npy and npz, and Parquet are read as sudokulab dataset make writes them, and with other usual names of\n" +
	"keys, columns and arrays; of a folder of HRM or TRM, such as data/train, all__inputs.npy is. "

func (s *storedFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&s.array, "array", "", "which array of an npz file holds the puzzles (default: one with a usual name, such as puzzles)")
	s.blank.register(cmd)
}

// tokenInputs is the file with the puzzles in the folders that HRM and TRM train on (https://github.com/sapientinc/HRM), where a blank
// cell is the token 1 and a digit is one more than itself.
const tokenInputs = "all__inputs.npy"

// blankFlag is the number of a blank cell.
type blankFlag struct {
	number int
	cmd    *cobra.Command
}

func (b *blankFlag) register(cmd *cobra.Command) {
	b.cmd = cmd
	addNumber(cmd, &b.number, "blank", -board.MaxSide, 1<<16, "number that stands for a blank cell in arrays and lists of numbers, where the digit d is d more: 1 if cells are tokens from 1 on (default: 0 or -1, and digits from 1)")
}

// stated returns the number if the flag was given, else nil.
func (b *blankFlag) stated() *int {
	if b.cmd == nil || !b.cmd.Flags().Changed("blank") {
		return nil
	}
	return &b.number
}

// storedIn yields the puzzles of a source if it is of one of these forms; the sequence is nil if it is not, and rest is the whole source
// then. Rows that cannot be read are told to skipped, if that is not nil and bad puzzles are passed over. closeAll is never nil.
func (in *input) storedIn(ctx context.Context, r io.Reader, name string, skipped func(error)) (seq iter.Seq2[format.Puzzle, error], rest io.Reader, closeAll func(), err error) {
	r, closeAll, err = wholeOrStream(r, in.stored.temp)
	if err != nil {
		return nil, nil, closeAll, err
	}
	again := &rereader{r: r}
	if _, file := r.(*os.File); !file {
		r = again
	}
	blank := in.stored.blank.stated()
	if blank == nil && filepath.Base(name) == tokenInputs {
		one := 1
		blank = &one
	}
	file, err := predictions.Open(r, predictions.Options{
		Name: name, Alphabet: in.opts.Alphabet, Side: in.opts.Side, Array: in.stored.array, Puzzles: true, Blank: blank,
	})
	if err != nil {
		return nil, nil, closeAll, err
	}
	if form := file.Form(); form == predictions.Lines || form == predictions.CSV {
		if f, ok := r.(*os.File); ok {
			_, err := f.Seek(0, io.SeekStart)
			return nil, f, closeAll, err
		}
		return nil, io.MultiReader(&again.seen, again.r), closeAll, nil
	}
	again.done = true
	return func(yield func(format.Puzzle, error) bool) {
		for row, err := range file.Rows(ctx) {
			if err != nil {
				yield(format.Puzzle{}, err)
				return
			}
			b, err := storedBoard(&row)
			switch {
			case err == nil:
				if !yield(format.Puzzle{Board: b, Count: -1, Line: int(row.Line)}, nil) {
					return
				}
			case in.opts.KeepGoing:
				skipped(&predictions.FileError{File: name, Line: row.Line, Cause: err.Error()})
			default:
				yield(format.Puzzle{}, &predictions.FileError{File: name, Line: row.Line, Cause: err.Error()})
				return
			}
		}
	}, nil, closeAll, nil
}

// rereader keeps what is read of a stream until it is done.
type rereader struct {
	r    io.Reader
	seen bytes.Buffer
	done bool
}

func (r *rereader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if !r.done {
		r.seen.Write(p[:n])
	}
	return n, err
}

// wholeOrStream returns a file from its beginning as it is. Of a stream with an archive or Parquet, which are read from their ends, it
// makes a temporary file in a folder; any other it returns as a stream.
func wholeOrStream(r io.Reader, folder string) (_ io.Reader, closeFile func(), err error) {
	closeFile = func() {}
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return f, closeFile, nil
		}
	}
	buffered := bufio.NewReader(r)
	if head, _ := buffered.Peek(4); string(head) != "PK\x03\x04" && string(head) != "PAR1" { // an error comes again with reading
		return buffered, closeFile, nil
	}
	whole, err := atomicfile.NewScratch(folder)
	if err != nil {
		return nil, closeFile, err
	}
	closeFile = func() { _ = whole.Close() } // it is needed no more
	if _, err = io.Copy(whole, buffered); err == nil {
		_, err = whole.Seek(0, io.SeekStart)
	}
	return whole.File, closeFile, err
}

func storedBoard(row *predictions.Row) (board.Board, error) {
	if row.Fault != "" {
		return board.Board{}, fmt.Errorf("%s", row.Fault)
	}
	return board.FromCells(row.Puzzle)
}
