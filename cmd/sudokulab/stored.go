package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/dataset/predictions"
)

// storedFlags say how to read the forms in which data sets are stored and that are no texts for people: JSON Lines, NumPy's arrays and
// Parquet.
type storedFlags struct {
	array string
	blank blankFlag
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

// storedIn yields the puzzles of a file if it is of one of these forms; the sequence is nil if it is not, and the file is at its beginning
// then. Rows that cannot be read are told to skipped, if that is not nil and bad puzzles are passed over.
func (in *input) storedIn(ctx context.Context, f *os.File, name string, skipped func(error)) (iter.Seq2[format.Puzzle, error], error) {
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, err
	}
	blank := in.stored.blank.stated()
	if blank == nil && filepath.Base(name) == tokenInputs {
		one := 1
		blank = &one
	}
	file, err := predictions.Open(f, predictions.Options{
		Name: name, Alphabet: in.opts.Alphabet, Side: in.opts.Side, Array: in.stored.array, Puzzles: true, Blank: blank,
	})
	if err != nil {
		return nil, err
	}
	if form := file.Form(); form == predictions.Lines || form == predictions.CSV {
		_, err := f.Seek(0, io.SeekStart)
		return nil, err
	}
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
	}, nil
}

func storedBoard(row *predictions.Row) (board.Board, error) {
	if row.Fault != "" {
		return board.Board{}, fmt.Errorf("%s", row.Fault)
	}
	return board.FromCells(row.Puzzle)
}
