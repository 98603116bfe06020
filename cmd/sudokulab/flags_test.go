package main

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// everyCommand calls visit with each command but those of the library, and what leads to it.
func everyCommand(visit func(cmd *cobra.Command, path []string)) {
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		visit(cmd, strings.Fields(cmd.CommandPath())[1:])
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(newRoot())
}

// refused runs a command line that must be refused in one line that holds all of says, with
// nothing written.
func refused(t *testing.T, args []string, says ...string) {
	t.Helper()
	r := sudokulab(t, "", args...)
	wrong := r.code != exitError || r.out != "" || strings.Count(r.errOut, "\n") != 1
	for _, s := range says {
		wrong = wrong || !strings.Contains(r.errOut, s)
	}
	if wrong {
		t.Errorf("sudokulab %q: exit code %d, want 1; standard output %q; standard error %q, want one line that holds %q", args, r.code, r.out, r.errOut, says)
	}
}

// TestNumbersOfFlags feeds every flag that takes a number or a time what makes no sense there:
// what lies below and above its bounds, words, and nothing.
func TestNumbersOfFlags(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	seen := 0
	everyCommand(func(cmd *cobra.Command, path []string) {
		if cmd.HasParent() && slices.Contains([]string{"notebook", "kernel"}, path[0]) {
			return // these look at their flags themselves
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			bad := []string{"", "x", "NaN", "1e3", "99999999999999999999"}
			switch v := f.Value.(type) {
			case *bounded[int]:
				bad = append(bad, strconv.Itoa(v.low-1))
				if v.high != noBound {
					bad = append(bad, strconv.Itoa(v.high+1), "2000000000")
				}
			case *bounded[int64]:
				bad = append(bad, strconv.FormatInt(v.low-1, 10))
			case interface{ want() string }: // seeds and times
				bad = append(bad, "-1", "-1s")
			default:
				if kind := f.Value.Type(); !slices.Contains([]string{"int", "int64", "uint64", "float64", "duration", "bytes"}, kind) {
					return
				}
				bad = append(bad, "-1")
			}
			seen++
			for _, value := range bad {
				shown := value
				if value == "" {
					shown = `""`
				}
				refused(t, append(slices.Clone(path), "--"+f.Name+"="+value), "--"+f.Name+" "+shown+": want ")
			}
		})
	})
	if seen < 50 {
		t.Errorf("%d flags looked at, want 50 or more", seen)
	}
	empty(t, dir)
}

// TestEmptyFlags: no flag for a name, a file or a text takes nothing for one.
func TestEmptyFlags(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	given := map[string][]string{ // what a command wants before it looks at its flags
		"train export": {"--from", "x", "stem"}, "train gnn": {"--out", "x"}, "train dqn": {"--out", "x"}, "gpu collect": {"x"}, "accel install": {"cpu"}, "dev module": {"example.com/x"}, "results compare": {"a", "b"}, "dataset ladders": {"--output", "x"},
	}
	everyCommand(func(cmd *cobra.Command, path []string) {
		if cmd.HasParent() && slices.Contains([]string{"notebook", "kernel"}, path[0]) {
			return // these look at their flags themselves
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			args := append(slices.Clone(path), given[strings.Join(path, " ")]...)
			switch f.Value.Type() {
			case "string", "word":
				refused(t, append(args, "--"+f.Name+"="), "--"+f.Name+` "": want `)
			case "stringSlice":
				refused(t, append(args, "--"+f.Name+"="), "--"+f.Name+` "": want `)
				refused(t, append(args, "--"+f.Name+"=a,,b"), "--"+f.Name+" a,,b: want ")
			}
		})
	})
	empty(t, dir)
}

// TestUnknownArguments: a group of commands refuses the name of none of them.
func TestUnknownArguments(t *testing.T) {
	t.Chdir(t.TempDir())
	everyCommand(func(cmd *cobra.Command, path []string) {
		if cmd.HasSubCommands() {
			refused(t, append(path, "nope"), `unknown command "nope"`)
		}
	})
	refused(t, []string{"help", "nope"}, `unknown command "nope"`)
	refused(t, []string{"help", "data", "nope"}, `unknown command "nope" for "sudokulab data"`)
	refused(t, []string{"help", "sovle"}, "did you mean solve?")
	refused(t, []string{"completion", "x"}, `unknown command "x" for "sudokulab completion"`)
	refused(t, []string{"completion", "bahs"}, "did you mean bash?")
	refused(t, []string{"accel", "install", "cpuu"}, "want cpu, cuda13 or cuda12; did you mean cpu?")
	if out := must(t, "", "help", "data", "list"); !strings.Contains(out, "sudokulab data list [set …]") {
		t.Errorf("help data list is\n%s", out)
	}
}

func empty(t *testing.T, dir string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("refused command lines left %v", left)
	}
}
