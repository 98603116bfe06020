package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/board"
	"sudokulab/pkg/board/format"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/pipeline"
)

// The words for alphabets.
const (
	wordNumeric = "numeric"
	wordZero    = "zero"
	wordLetters = "letters"
)

// alphabetOf returns the alphabet of a word, "" for "".
func alphabetOf(word string) board.Alphabet {
	switch word {
	case wordNumeric:
		return board.Numeric
	case wordZero:
		return board.ZeroBased
	case wordLetters:
		return board.Letters
	}
	return ""
}

// inputHelp ends the help of every command that reads puzzles.
const inputHelp = "An argument that names a file is read as that file, - is standard input, any other argument is a\n" +
	"puzzle. Without arguments, puzzles come from standard input. Lines, grids, lists of integers, SadMan\n" +
	"(.sdk, .sdm), CSV with a header and puzzle:count:solution are told apart by their content, on boards of\n" +
	"side 4, 9, 16, 25 and 36, plain or compressed by gzip or zstd. --diagonal and --regions say by which\n" +
	"other rules all of them are meant; with regions, boards may have any side from 4 to 36."

// inputFlags say which puzzles to read and how.
type inputFlags struct {
	form      string
	alphabet  string
	side      int
	keepGoing bool
	sets      []string
	first     int
	variant   variantFlags
	stored    *storedFlags // of a command that reads what data sets are stored as; nil for texts alone
}

func (f *inputFlags) register(cmd *cobra.Command) {
	forms := make([]string, 0, format.CountLine+1)
	for x := format.Auto; x <= format.CountLine; x++ {
		forms = append(forms, x.String())
	}
	f.form = format.Auto.String()
	addChoice(cmd, &f.form, "input-format", "form of the puzzles", forms...)
	addChoice(cmd, &f.alphabet, "alphabet", "characters of the digits, read and written: %s, which begin with 1, 0 or A (default: read any, answer in the same)",
		wordNumeric, wordZero, wordLetters)
	addNumber(cmd, &f.side, "side", board.MinBox*board.MinBox, board.MaxSide, "side of the boards, where that is not clear by itself: 4, 9, 16, 25 or 36")
	complete(cmd, "side", "4", "9", "16", "25", "36")
	cmd.Flags().BoolVar(&f.keepGoing, "keep-going", false, "report bad puzzles and go on; the exit code is 1 at the end")
	addNames(cmd, &f.sets, "set", "read this puzzle set, after the arguments (see sudokulab data list)")
	completeBy(cmd, "set", completeSets)
	addNumber(cmd, &f.first, "first", 0, noBound, "stop after this many puzzles (0: read all)")
	f.variant.register(cmd)
}

// entry is one puzzle of the input with the place it stands at, or what was wrong there.
type entry struct {
	format.Puzzle
	source string // file, set or argument
	text   bool   // source is an argument that holds the puzzle itself
	index  int    // among the puzzles of all sources, from 1, bad ones left out
	err    error  // of a puzzle that --keep-going skips
}

// bad reports whether there is no puzzle to work on.
func (e *entry) bad() bool { return e.err != nil }

// place names the entry in messages.
func (e *entry) place() string {
	if e.text {
		return printable(e.source)
	}
	return fmt.Sprintf("%s:%d", printable(e.source), e.Line)
}

// lineOrNone returns the line that the entry starts on, 0 if it was no file's.
func (e *entry) lineOrNone() int {
	if e.text {
		return 0
	}
	return e.Line
}

// source is one place that puzzles come from: exactly one of path, stdin, puzzle, set and
// err is there.
type source struct {
	name   string
	path   string
	stdin  io.Reader
	puzzle *format.Puzzle
	set    string
	err    error
}

// placer is a standard input that is a part of files: it tells which line of which file one of its lines is.
type placer interface {
	Place(line int) (file string, at int)
}

// placed puts the places of files into an error of reading standard input.
func placed(stdin io.Reader, err error) error {
	at, ok := stdin.(placer)
	if !ok {
		return err
	}
	f, ok := errors.AsType[*format.Error](err)
	if !ok {
		return err
	}
	there := *f
	there.File, there.Line = at.Place(f.Line)
	return &there
}

// input is the stream of all puzzles that a command line names.
type input struct {
	opts      format.Options
	keepGoing bool
	first     int
	variant   *variant
	sources   []source
	store     *corpus.Store
	stored    *storedFlags

	single bool         // by the command line alone it is clear that there is one puzzle
	size   int64        // bytes of all sources, −1 if not known
	read   atomic.Int64 // bytes of them that were read

	// pause is called by the reader before it may have to wait, and returns false if nothing more will be taken. It may be nil.
	pause func() bool
}

// open resolves the arguments. Faults in them are errors before anything is read; with
// --keep-going they take their place in the stream.
func (f *inputFlags) open(cmd *cobra.Command, args []string) (*input, error) {
	form, err := format.ParseFormat(f.form)
	if err != nil {
		return nil, err
	}
	in := &input{
		opts:      format.Options{Format: form, Alphabet: alphabetOf(f.alphabet), Side: f.side, KeepGoing: f.keepGoing},
		keepGoing: f.keepGoing,
		first:     f.first,
		stored:    f.stored,
	}
	if in.variant, err = f.variant.open(cmd.Context(), f.side); err != nil {
		return nil, err
	}
	in.opts.Shape = in.variant.shape
	stdin := cmd.InOrStdin()
	if len(args) == 0 && len(f.sets) == 0 {
		if isTerminal(stdin) {
			return nil, errors.New("no puzzles: name files, give a puzzle as an argument, or say - to type on standard input")
		}
		args = []string{"-"}
	}
	for i, arg := range args {
		s := in.resolve(arg, i+1, stdin)
		if s.err != nil && !f.keepGoing {
			return nil, s.err
		}
		if s.path != "" {
			if err := mayRead(cmd.Context(), s.path); err != nil {
				return nil, err
			}
		}
		if s.stdin != nil {
			stdin = nil
		}
		in.sources = append(in.sources, s)
	}
	for _, id := range f.sets {
		if in.store == nil {
			if in.store, err = openStore(""); err != nil {
				return nil, err
			}
		}
		if err := knownSet(in.store, "--set "+id, id); err != nil {
			return nil, err
		}
		in.size = -1
		in.sources = append(in.sources, source{name: id, set: id})
	}
	in.single = len(in.sources) == 1 && in.sources[0].puzzle != nil
	return in, nil
}

// knownSet refuses an id that no puzzle set has.
func knownSet(store *corpus.Store, said, id string) error {
	if _, err := store.ByID(id); err == nil {
		return nil
	}
	var ids []string
	for _, s := range store.List() {
		ids = append(ids, s.Set.ID)
	}
	hint := ""
	if near := nearest(id, ids); len(near) > 0 {
		hint = "did you mean " + orList(near) + "? "
	}
	return fmt.Errorf("%s: no puzzle set has that name; %ssudokulab data list shows all", said, hint)
}

// resolve finds out what an argument is.
func (in *input) resolve(arg string, number int, stdin io.Reader) source {
	if arg == "-" {
		in.size = -1
		if stdin == nil {
			return source{err: errors.New("-: standard input can be read only once")}
		}
		return source{name: "<stdin>", stdin: stdin}
	}
	info, statErr := os.Stat(arg)
	if statErr == nil && info.IsDir() && in.stored != nil {
		if inputs, err := os.Stat(filepath.Join(arg, tokenInputs)); err == nil {
			arg, info = filepath.Join(arg, tokenInputs), inputs
		}
	}
	switch {
	case statErr == nil && info.IsDir() && in.stored != nil:
		return source{err: fmt.Errorf("%s: is a folder, want a file, or a folder with %s in it", arg, tokenInputs)}
	case statErr == nil && info.IsDir():
		return source{err: fmt.Errorf("%s: is a folder, want a file", arg)}
	case statErr == nil:
		if in.size >= 0 && info.Mode().IsRegular() {
			in.size += info.Size()
		} else {
			in.size = -1
		}
		return source{name: arg, path: arg}
	case errors.Is(statErr, fs.ErrPermission):
		return source{err: statErr}
	}
	opts := in.opts
	opts.File = fmt.Sprintf("argument %d", number)
	p, err := format.ParseOne(arg, opts)
	if err != nil {
		return source{err: neither(arg, statErr, err)}
	}
	if err := in.variant.put(&p); err != nil {
		return source{err: fmt.Errorf("%s: %w", opts.File, err)}
	}
	return source{name: opts.File, puzzle: &p}
}

// fileEndings are those of the files that hold puzzles or maps, plain and packed.
var fileEndings = []string{
	".txt", ".text", ".csv", ".tsv", ".sdk", ".sdm", ".sud", ".ss", ".dat", ".list", ".json", ".jsonl", ".md", ".ndjson", ".npy", ".npz", ".parquet",
	".gz", ".zst", ".bz2", ".xz", ".zip",
}

// meansFile reports whether a text that is the name of no file was nevertheless meant as one: a
// path, a name with a usual ending, or a word with letters that is too short for a board.
func meansFile(arg string) bool {
	if strings.ContainsAny(arg, "\r\n") {
		return false
	}
	word := len(arg) < board.MinBox*board.MinBox*board.MinBox*board.MinBox && !strings.ContainsAny(arg, " ,|") && strings.ContainsFunc(arg, unicode.IsLetter)
	return word || strings.ContainsRune(arg, filepath.Separator) || strings.ContainsRune(arg, '/') ||
		slices.Contains(fileEndings, strings.ToLower(filepath.Ext(arg)))
}

// neither says why an argument is no file and no puzzle.
func neither(arg string, statErr, parseErr error) error {
	switch {
	case strings.TrimSpace(arg) == "":
		return fmt.Errorf("%q: want a puzzle or the name of a file", arg)
	case meansFile(arg):
		return fmt.Errorf("%s: %w, and no puzzle either", clip(arg, 200), reason(statErr))
	}
	if p, ok := errors.AsType[*fs.PathError](statErr); ok {
		statErr = p.Err
	}
	what := parseErr.Error()
	if f, ok := errors.AsType[*format.Error](parseErr); ok {
		what = f.Msg
		switch {
		case strings.Contains(strings.TrimSpace(arg), "\n"):
			what = fmt.Sprintf("line %d: %s", f.Line, f.Msg)
		case f.Column > 0:
			what = fmt.Sprintf("character %d: %s", f.Column, f.Msg)
		}
	}
	return fmt.Errorf("%q is neither a file (%w) nor a puzzle (%s)", clip(arg, 100), statErr, what)
}

// puzzles yields the entries of all sources in turn. The sequence can be ranged over once.
func (in *input) puzzles(ctx context.Context) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		taken, ended := 0, false
		give := func(e entry, err error) bool {
			if ended { // the reader of a file cannot be told while it skips bad puzzles
				return false
			}
			if err == nil && !e.bad() {
				taken++
				e.index = taken
			}
			ended = !yield(e, err) || err != nil || in.first > 0 && taken == in.first
			return !ended
		}
		for i := range in.sources {
			in.from(ctx, &in.sources[i], give)
			if ended {
				return
			}
		}
	}
}

// awaited yields what puzzles yields, and ends with ctx: a reader that blocks is left behind.
func (in *input) awaited(ctx context.Context) iter.Seq2[entry, error] {
	same := func(_ context.Context, e entry) (entry, error) { return e, nil }
	return pipeline.Map(ctx, in.puzzles(ctx), []func(context.Context, entry) (entry, error){same}, pipeline.Options{Live: true})
}

// openFile opens a file to read it. It waits for the writer of a FIFO no longer than ctx.
func openFile(ctx context.Context, path string) (*os.File, error) {
	return atomicfile.OpenNamed(ctx, path)
}

// unlessDone returns what f does, and no later than ctx ends: f is left behind then, and ends with the process.
func unlessDone[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		v, err := f()
		done <- result{v, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// readFile reads a file of at most limit bytes, which is what want says, and waits for a FIFO no longer than ctx.
func readFile(ctx context.Context, path string, limit int64, want string) ([]byte, error) {
	f, err := openFile(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()                                                  // nothing was written
	defer context.AfterFunc(ctx, func() { _ = f.SetReadDeadline(time.Unix(1, 0)) })() // only what can be waited for has one
	text, err := io.ReadAll(io.LimitReader(f, limit+1))
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	case int64(len(text)) > limit:
		return nil, fmt.Errorf("%s: more than %d bytes, want %s", path, limit, want)
	}
	return text, nil
}

// from gives the entries of one source.
func (in *input) from(ctx context.Context, s *source, give func(entry, error) bool) {
	fault := func(err error) {
		if in.keepGoing && ctx.Err() == nil {
			give(entry{source: s.name, err: err}, nil)
		} else {
			give(entry{}, err)
		}
	}
	seq, closeFile, err := in.sequence(ctx, s, func(err error) { give(entry{source: s.name, err: err}, nil) })
	defer closeFile()
	if err != nil {
		fault(err)
		return
	}
	for p, err := range seq {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			fault(placed(s.stdin, err))
			return
		}
		e := entry{Puzzle: p, source: s.name, text: s.puzzle != nil}
		if at, ok := s.stdin.(placer); ok {
			e.source, e.Line = at.Place(p.Line)
		}
		if s.set != "" {
			e.Solution = board.Board{} // of the plain puzzle; the variant may have another, or none
		}
		if err := in.variant.put(&e.Puzzle); err != nil {
			err = fmt.Errorf("%s: %w", e.place(), err)
			if !in.keepGoing {
				give(entry{}, err)
				return
			}
			e = entry{source: s.name, err: err}
		}
		if !give(e, nil) {
			return
		}
	}
}

// sequence opens a source. closeFile is never nil.
func (in *input) sequence(ctx context.Context, s *source, skipped func(error)) (seq iter.Seq2[format.Puzzle, error], closeFile func(), err error) {
	opts := in.opts
	opts.File = s.name
	opts.OnError = skipped
	closeFile = func() {}
	switch {
	case s.err != nil:
		return nil, closeFile, s.err
	case s.puzzle != nil:
		return func(yield func(format.Puzzle, error) bool) { yield(*s.puzzle, nil) }, closeFile, nil
	case s.set != "":
		return in.store.Open(ctx, s.set), closeFile, nil
	case s.stdin != nil:
		return in.opened(ctx, s, pausingReader{s.stdin, in}, opts)
	}
	// format.ReadFile would not let the bytes be counted for the progress bar. What it knows
	// beyond Read is that a SadMan file may lack its first section.
	if opts.Format == format.Auto && filepath.Ext(trimPacked(s.path)) == ".sdk" {
		opts.Format = format.SDK
	}
	if in.pause != nil && !in.pause() { // a FIFO has to be waited for
		return func(func(format.Puzzle, error) bool) {}, closeFile, nil
	}
	f, err := openFile(ctx, s.path)
	if err != nil {
		return nil, closeFile, err
	}
	seq, closeOther, err := in.opened(ctx, s, f, opts)
	closeFile = func() {
		closeOther()
		_ = f.Close() // nothing was written
	}
	return seq, closeFile, err
}

// opened yields the puzzles of an opened source.
func (in *input) opened(ctx context.Context, s *source, r io.Reader, opts format.Options) (seq iter.Seq2[format.Puzzle, error], closeAll func(), err error) {
	closeAll = func() {}
	if _, parts := s.stdin.(placer); in.stored != nil && !parts {
		seq, r, closeAll, err = in.storedIn(ctx, r, s.name, opts.OnError)
		if seq != nil || err != nil {
			return seq, closeAll, err
		}
	}
	if s.stdin == nil {
		r = pausingReader{&countingReader{r, &in.read}, in}
	}
	return format.ReadMany(r, opts), closeAll, nil
}

// trimPacked removes the endings of compressed files from a name.
func trimPacked(name string) string {
	name = strings.ToLower(name)
	return strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
}

type countingReader struct {
	r io.Reader
	n *atomic.Int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	return n, err
}
