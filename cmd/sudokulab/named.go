package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/learn/weights"
)

// use is what a command does with the file that a flag or an argument names.
type use string

const (
	reads  use = "reads"  // a file, or a folder, that is read
	writes use = "writes" // a file that is written, and replaced if it is there
	keeps  use = "keeps"  // a file that is read, and replaced by what goes on from it
	fills  use = "fills"  // a folder that files are written into, or a file in its place
	stems  use = "stems"  // the beginning of the names of weights and of their card, which are written
	words  use = "words"  // no file
)

// useKey is the annotation of flags, and of commands for their arguments, that says what they name. Arguments without one are read.
const useKey = "sudokulab_use"

// names says what a command does with the files that some of its flags name. Without flags it says so of the arguments.
func (u use) names(cmd *cobra.Command, flags ...string) {
	if len(flags) == 0 {
		if cmd.Annotations == nil {
			cmd.Annotations = map[string]string{}
		}
		cmd.Annotations[useKey] = string(u)
	}
	for _, name := range flags {
		if err := cmd.Flags().SetAnnotation(name, useKey, []string{string(u)}); err != nil {
			panic(err) // there is no such flag: a fault of this program, met by every test
		}
	}
}

// useOf says what a flag names, "" if nobody has said so.
func useOf(f *pflag.Flag) use {
	if u := f.Annotations[useKey]; len(u) == 1 {
		return use(u[0])
	}
	return ""
}

// namedFile is a file on a command line.
type namedFile struct {
	use
	flag, path string // flag is empty for an argument
}

func (n namedFile) String() string {
	if n.flag == "" {
		return n.path
	}
	return "--" + n.flag + " " + n.path
}

func (n namedFile) written() bool { return n.use != reads && n.use != words }

// namedBy lists what a command line names, each file of weights with its card.
func namedBy(cmd *cobra.Command, args []string) (out []namedFile) {
	add := func(u use, flag, value string) {
		stem, isWeights := strings.CutSuffix(value, weights.TensorsEnding)
		if u == stems {
			stem, isWeights, u = value, true, writes
		} else {
			out = append(out, namedFile{u, flag, value})
		}
		if isWeights && (u == reads || stem == value) {
			for _, ending := range []string{weights.TensorsEnding, weights.CardEnding, weights.TextEnding} {
				out = append(out, namedFile{u, flag, stem + ending})
			}
		}
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		u := useOf(f)
		if u == "" || u == words {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			if v != "" && v != "-" {
				add(u, f.Name, v)
			}
		}
	})
	of := reads
	if u, ok := cmd.Annotations[useKey]; ok {
		of = use(u)
	}
	for _, a := range args {
		add(of, "", a)
	}
	return out
}

type namedKey struct{}

// keepApart refuses a command line whose outputs would destroy what it reads, or each other, before anything is done. Files that
// are met later, such as those of a folder, are kept apart when they are opened.
func keepApart(cmd *cobra.Command, args []string) error {
	all := namedBy(cmd, args)
	cmd.SetContext(context.WithValue(cmd.Context(), namedKey{}, all))
	for i, w := range all {
		for j, other := range all {
			switch {
			case !w.written() || i == j:
			case !other.written():
				if other.use == reads && atomicfile.Same(w.path, other.path) {
					return seeHelp(cmd, w.replaces())
				}
			case i < j && w.use != fills && other.use != fills && (w.flag != "" || other.flag != "") && atomicfile.SameTarget(w.path, other.path):
				return seeHelp(cmd, fmt.Errorf("%s and %s are one file, want two", w, other))
			}
		}
	}
	return nil
}

// replaces is the error of an output that is read, too.
func (n namedFile) replaces() error {
	return fmt.Errorf("%s: is read as input, and would be replaced; want another file", n)
}

// mayRead refuses a file that a command found by what it was given, such as one of a folder, if an output would replace it: before anything
// is done, as keepApart refuses those that are named.
func mayRead(ctx context.Context, path string) error {
	all, _ := ctx.Value(namedKey{}).([]namedFile)
	for _, n := range all {
		if n.written() && atomicfile.Same(n.path, path) {
			return n.replaces()
		}
	}
	return nil
}

// alsoWrites declares files that a command found by what it was given, such as those of a folder, and will write.
func alsoWrites(cmd *cobra.Command, paths ...string) {
	all, _ := cmd.Context().Value(namedKey{}).([]namedFile)
	all = slices.Clone(all)
	for _, p := range paths {
		all = append(all, namedFile{use: keeps, path: p})
	}
	cmd.SetContext(context.WithValue(cmd.Context(), namedKey{}, all))
}

// mayWriteTo returns an error if a command is about to write where none of its flags and arguments says that it does: it
// would not be kept apart from what the command reads. That is a fault of this program.
func mayWriteTo(ctx context.Context, path string) error {
	all, ok := ctx.Value(namedKey{}).([]namedFile)
	if !ok || slices.ContainsFunc(all, func(n namedFile) bool {
		return n.written() && (n.path == path || n.use == fills && filepath.Clean(n.path) == filepath.Dir(path))
	}) {
		return nil
	}
	return errors.New("no flag of this command is declared to write it; please report this")
}

// standardStreams lets the files that standard input and output lead to be kept apart from those that the command names.
func standardStreams(ctx context.Context, stdin, stdout any) error {
	if f, ok := stdout.(*os.File); ok {
		if err := atomicfile.Writes(ctx, f); err != nil {
			return err
		}
	}
	if f, ok := stdin.(*os.File); ok {
		return atomicfile.Reads(ctx, f)
	}
	return nil
}
