package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError writes a fault in the flags as every other one is written, with the flag, what
// it was given and what it takes, and leads to the command's help.
func usageError(cmd *cobra.Command, err error) error {
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		cause := wrong.Unwrap()
		if wrong.GetFlag().Value.Type() == "bool" { // of the flag library, which quotes strconv
			cause = errors.New("want true or false")
		}
		err = badFlag(wrong.GetFlag().Name, wrong.GetValue(), cause)
	}
	return seeHelp(cmd, err)
}

// seeHelp leads from an error to the command's help.
func seeHelp(cmd *cobra.Command, err error) error {
	if strings.HasSuffix(err.Error(), "?") {
		return fmt.Errorf("%w See %s --help", err, cmd.CommandPath())
	}
	return fmt.Errorf("%w; see %s --help", err, cmd.CommandPath())
}

func badFlag(name, value string, cause error) error {
	if value == "" || strings.ContainsAny(value, " \t\r\n") {
		value = strconv.Quote(clip(value, 100))
	}
	return fmt.Errorf("--%s %s: %w", name, value, cause)
}

// noEmptyFlags refuses text flags that were given nothing, such as --output "$FILE" where FILE
// is not set: the command would do something else than it was asked for.
func noEmptyFlags(cmd *cobra.Command, _ []string) error {
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if err == nil && f.Value.Type() == "string" && f.Value.String() == "" {
			err = usageError(cmd, badFlag(f.Name, "", errors.New("want a value, or leave the flag out")))
		}
	})
	return err
}

// number is what a flag with bounds may hold.
type number interface {
	int | int64 | uint64 | time.Duration
}

// bounded is a flag for a whole number or a time from low to high. What lies outside is
// refused with the flags, before anything is opened.
type bounded[T number] struct {
	value     *T
	low, high T
}

// noBound is the upper bound of flags that have none.
const noBound = math.MaxInt

// addNumber adds a flag for a number from low to high; what value holds is the default.
func addNumber[T number](cmd *cobra.Command, value *T, name string, low, high T, usage string) {
	cmd.Flags().Var(&bounded[T]{value, low, high}, name, usage)
}

// addTime adds a flag for a time that is not negative.
func addTime(cmd *cobra.Command, value *time.Duration, name, usage string) {
	addNumber(cmd, value, name, 0, noBound, usage)
}

// addSeed adds a flag for a seed.
func addSeed(cmd *cobra.Command, value *uint64, usage string) {
	addNumber(cmd, value, "seed", 0, math.MaxUint64, usage)
}

func (b *bounded[T]) String() string {
	if b.value == nil { // the flag library asks a zero value, and leaves a 0 out of the help
		return "0"
	}
	return b.text(*b.value)
}

func (b *bounded[T]) text(x T) string {
	if x == 0 {
		return "0" // rather than 0s
	}
	return fmt.Sprint(x)
}

func (b *bounded[T]) Type() string {
	switch any(b.low).(type) {
	case time.Duration:
		return "duration"
	case uint64:
		return "uint"
	}
	return "int"
}

func (b *bounded[T]) Set(text string) error {
	x, err := b.parse(text)
	switch {
	case errors.Is(err, strconv.ErrRange) && !strings.HasPrefix(text, "-") && int64(b.high) == noBound:
		return errors.New("want " + b.text(b.low) + " to " + b.text(b.high))
	case errors.Is(err, strconv.ErrRange):
		return errors.New(b.want())
	case err != nil && b.Type() == "duration":
		return errors.New("want a time such as 500ms or 2m")
	case err != nil:
		return errors.New("want a whole number")
	case x < b.low || x > b.high:
		return errors.New(b.want())
	}
	*b.value = x
	return nil
}

func (b *bounded[T]) parse(text string) (T, error) {
	switch any(b.low).(type) {
	case time.Duration:
		d, err := time.ParseDuration(text)
		return T(d), err
	case uint64:
		if strings.HasPrefix(text, "-") {
			return 0, strconv.ErrRange
		}
		u, err := strconv.ParseUint(text, 0, 64)
		return T(u), err
	}
	i, err := strconv.ParseInt(text, 0, 64)
	return T(i), err
}

// want says what the flag takes.
func (b *bounded[T]) want() string {
	if int64(b.high) == noBound {
		return "want " + b.text(b.low) + " or more"
	}
	return "want " + b.text(b.low) + " to " + b.text(b.high)
}

// names is a flag for a list of names, none of them empty.
type names struct {
	list
}

// list is a flag that holds several texts, and gives them one by one.
type list interface {
	pflag.Value
	pflag.SliceValue
}

// addNames adds a flag for names, separated by commas or given one by one.
func addNames(cmd *cobra.Command, value *[]string, name, usage string) {
	cmd.Flags().StringSliceVar(value, name, nil, usage)
	f := cmd.Flags().Lookup(name)
	f.Value = names{f.Value.(list)}
}

func (n names) Set(text string) error {
	for word := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(word) == "" {
			return errors.New("want names, none of them empty")
		}
	}
	return n.list.Set(text)
}

// oneOfValidArgs takes exactly one of the command's ValidArgs.
func oneOfValidArgs(cmd *cobra.Command, args []string) error {
	words, name := cmd.ValidArgs, strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
	switch {
	case len(args) != 1:
		return fmt.Errorf("%s: %s, want one of %s", name, plural(len(args), "argument"), orList(words))
	case !slices.Contains(words, args[0]):
		return fmt.Errorf("%s: no %q, %s", name, args[0], wantOneOf(args[0], words))
	}
	return nil
}

// nearest returns the words that a mistyped one may stand for, found as commands are.
func nearest[T ~string](word string, words []T) []string {
	if word == "" {
		return nil
	}
	all := &cobra.Command{}
	for _, w := range words {
		all.AddCommand(&cobra.Command{Use: string(w), Run: func(*cobra.Command, []string) {}})
	}
	for differ := 1; differ <= min(2, (len(word)+1)/2); differ++ { // letters
		all.SuggestionsMinimumDistance = differ
		near := all.SuggestionsFor(word)
		if len(word) == 1 { // every other letter differs from it by one
			near = slices.DeleteFunc(near, func(w string) bool { return !strings.HasPrefix(strings.ToLower(w), strings.ToLower(word)) })
		}
		if len(near) > 0 {
			return near
		}
	}
	return nil
}

// wantOneOf says which words there are or, of many, the ones that were perhaps meant.
func wantOneOf[T ~string](word string, words []T) string {
	const many = 10
	near := nearest(word, words)
	switch {
	case len(near) == 0:
		return "want " + orList(words)
	case len(words) <= many:
		return "want " + orList(words) + "; did you mean " + orList(near) + "?"
	}
	return "did you mean " + orList(near) + "?"
}

// choice is a flag that takes one of a few words and says which when it gets another.
type choice[T ~string] struct {
	value *T
	words []T
}

func (c choice[T]) String() string {
	if c.value == nil { // the flag library asks a zero value
		return ""
	}
	return string(*c.value)
}

func (c choice[T]) Set(word string) error {
	if !slices.Contains(c.words, T(word)) {
		return errors.New(wantOneOf(word, c.words))
	}
	*c.value = T(word)
	return nil
}

func (c choice[T]) Type() string { return "word" }

// addChoice adds a flag for one of the words; what value holds is the default. The words
// complete in a shell and stand in the usage text at %s, or at its end.
func addChoice[T ~string](cmd *cobra.Command, value *T, name, usage string, words ...T) {
	if !strings.Contains(usage, "%s") {
		usage += ": %s"
	}
	cmd.Flags().Var(choice[T]{value, words}, name, strings.Replace(usage, "%s", orList(words), 1))
	completions := make([]string, len(words))
	for i, w := range words {
		completions[i] = string(w)
	}
	complete(cmd, name, completions...)
}

// complete makes a flag's value complete to fixed words.
func complete(cmd *cobra.Command, flag string, words ...string) {
	completeBy(cmd, flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
}

// completing says that a shell asks how a line goes on. The command library keeps what completes a flag, and with it the command, for ever,
// and a job runs a command for each of its shards, so nothing is told to it in a process that no shell asks.
var completing atomic.Bool

func completeBy(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	if cmd.Flag(flag) == nil {
		panic("no flag " + flag) // a fault of this program, met by every test
	}
	if !completing.Load() {
		return
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err) // told twice, likewise
	}
}

// completeFiles lets the shell complete a flag's value to files with the given endings.
func completeFiles(cmd *cobra.Command, flag string, endings ...string) {
	completeBy(cmd, flag, cobra.FixedCompletions(endings, cobra.ShellCompDirectiveFilterFileExt))
}

// orList writes a, b or c.
func orList[T ~string](words []T) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = string(w)
	}
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " or " + parts[n-1]
	}
	return strings.Join(parts, "")
}

// plural writes a number with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
