package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

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
		return fmt.Errorf("want %s", orList(c.words))
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

func completeBy(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err) // the flag was not added before: a fault of this program, met by every test
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
