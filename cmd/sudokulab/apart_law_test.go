package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// noFiles are the flags whose texts name no file that a command reads or replaces. Folders for temporary files are among them.
var noFiles = []string{
	"against-set", "array", "backend", "base", "bench", "beside", "blanks", "cases", "cell", "claim", "classic", "doc", "frames", "givens",
	"guesses", "held-out", "host", "image", "job", "kernel", "match", "name", "note", "only", "parameter", "profile", "puzzle", "score", "set",
	"shard", "target", "technique", "temp", "title", "token", "version", "address",
}

// commandsOf lists a command and all below it.
func commandsOf(cmd *cobra.Command) (out []*cobra.Command) {
	out = append(out, cmd)
	for _, c := range cmd.Commands() {
		out = append(out, commandsOf(c)...)
	}
	return out
}

// useful calls f with each flag of a command that takes a text.
func useful(cmd *cobra.Command, f func(*pflag.Flag)) {
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		switch flag.Value.Type() {
		case "string", "stringSlice", "stringArray":
			f(flag)
		}
	})
}

// TestEveryFlagSaysWhatItNames: a flag that takes a text is declared to name a file that is read or written, or stands in the list
// above. Without that it would not be kept apart from what the command reads; a command that writes a file which no flag of
// its own is declared to write is refused by newReplacement.
func TestEveryFlagSaysWhatItNames(t *testing.T) {
	unused := map[string]bool{}
	for _, name := range noFiles {
		unused[name] = true
	}
	all := commandsOf(newRoot())
	for _, cmd := range all {
		useful(cmd, func(f *pflag.Flag) {
			listed := slices.Contains(noFiles, f.Name)
			delete(unused, f.Name)
			// One name may be a file's in one command and a word in another.
			if useOf(f) == "" && !listed {
				t.Errorf("%s --%s: say by reads.names, writes.names or another use what it names", cmd.CommandPath(), f.Name)
			}
		})
	}
	if len(unused) > 0 {
		t.Errorf("no command has %v", slices.Sorted(maps.Keys(unused)))
	}
	if len(all) < 80 {
		t.Errorf("%d commands were looked at, want all", len(all))
	}
	undeclared := func() error {
		cmd := &cobra.Command{Use: "x"}
		cmd.SetContext(t.Context())
		if err := keepApart(cmd, nil); err != nil {
			return err
		}
		return writeNamed(cmd.Context(), filepath.Join(t.TempDir(), "x"), nil)
	}
	if err := undeclared(); err == nil || !strings.Contains(err.Error(), "no flag of this command is declared") {
		t.Errorf("a command wrote what no flag of its own says: %v", err)
	}
}

// argumentsFor are arguments that commands cannot do without; FILE is the file that is read.
var argumentsFor = map[string]string{
	"bench": "FILE -- true", "notebook strip": "FILE", "notebook diff": "FILE FILE", "train export": "STEM", "dataset show": "easy",
	"dev module": "example.org/x", "results compare": "HEAD .", "accel install": "cpu", "gpu collect": "FILE", "dataset make": "FILE", "kernel install": "", "kernel uninstall": "",
}

// TestNoCommandDestroysItsInput runs every command with each file that it reads as each file that it writes, under the same name,
// through a link and as a hard link, and with two outputs in one.
func TestNoCommandDestroysItsInput(t *testing.T) {
	pairs := 0
	for _, cmd := range commandsOf(newRoot()) {
		name := strings.TrimPrefix(strings.TrimPrefix(cmd.CommandPath(), "sudokulab"), " ")
		if cmd.HasSubCommands() || cmd.Hidden {
			continue
		}
		flags := map[use][]string{}
		useful(cmd, func(f *pflag.Flag) { flags[useOf(f)] = append(flags[useOf(f)], f.Name) })
		of := use(cmd.Annotations[useKey])
		outputs := append(append(flags[writes], flags[keeps]...), map[bool][]string{true: {""}}[of == stems]...)
		if of == "" {
			outputs = append(outputs, flags[fills]...)
		}
		for _, out := range outputs {
			inputs := flags[reads]
			if given, ok := argumentsFor[name]; of == "" && strings.Contains(cmd.Use, " ") && (!ok || strings.Contains(given, "FILE")) {
				inputs = append(slices.Clone(inputs), "")
			}
			for _, in := range inputs {
				pairs++
				keepsInput(t, cmd, name, in, out)
			}
			for _, other := range append(flags[writes], flags[keeps]...) {
				if other != out && out != "" && !slices.Contains(flags[fills], out) {
					pairs++
					keepsInput(t, cmd, name, other, out)
				}
			}
		}
	}
	if pairs < 60 {
		t.Errorf("%d pairs of an input and an output were tried, want more", pairs)
	}
}

// keepsInput runs a command that reads a file by the flag in, or as an argument, and writes it by the flag out, or beside an argument.
func keepsInput(t *testing.T, cmd *cobra.Command, name, in, out string) {
	t.Helper()
	for _, way := range []string{"same", "symlink", "hard link"} {
		dir := t.TempDir()
		file := filepath.Join(dir, "file")
		if in == "weights" || in == "start" || in == "mix" || out == "" {
			file += ".safetensors"
		}
		if err := os.WriteFile(file, []byte(easy+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		other := filepath.Join(dir, "other"+filepath.Ext(file))
		switch way {
		case "same":
			other = filepath.Join(dir, "..", filepath.Base(dir), filepath.Base(file))
		case "symlink":
			if err := os.Symlink(filepath.Base(file), other); err != nil {
				t.Skip(err)
			}
		case "hard link":
			if err := os.Link(file, other); err != nil {
				t.Skip(err)
			}
		}
		args := strings.Fields(name)
		given, stem := argumentsFor[name], strings.TrimSuffix(other, ".safetensors")
		if given == "" && in == "" {
			given = "FILE"
		}
		flag := func(flag, value string) {
			if flag != "" {
				args = append(args, "--"+flag+"="+value)
			}
		}
		flag(in, file)
		flag(out, other)
		for w := range strings.FieldsSeq(given) {
			args = append(args, strings.NewReplacer("FILE", file, "STEM", stem).Replace(w))
		}
		want := "is read as input, and would be replaced"
		if f := cmd.Flags().Lookup(in); f != nil && useOf(f) != reads {
			want = " are one file, want two"
		}
		refused(t, args, want)
		if got := content(t, file); got != easy+"\n" {
			t.Errorf("%v: the input now holds %q", args, got)
		}
	}
}

// opens are the calls that open, make or replace files by their names and know nothing of what a command reads or of what lies there.
var opens = []string{
	"Open", "OpenFile", "ReadFile", "Create", "WriteFile", "Truncate", "Rename", "Link", "Symlink", "CopyFS",
}

// opensDirectly are the files of this package that call some of them nevertheless, with the reasons.
var opensDirectly = map[string]string{
	"dev_bare.go": "fills a folder that it has made or found empty with a copy of the tree, and with links to programs",
}

// TestOneDoor: what people name is opened and written through pkg/atomicfile alone, which waits for no FIFO without end, follows no
// planted link and keeps what is read apart from what is written.
func TestOneDoor(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	unused := maps.Clone(opensDirectly)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		for _, call := range callsOf(t, name, []byte(content(t, name)), "os", opens) {
			if _, ok := opensDirectly[name]; !ok {
				t.Errorf("%s: want pkg/atomicfile, or a reason in opensDirectly", call)
			}
			delete(unused, name)
		}
	}
	if len(unused) > 0 {
		t.Errorf("these open nothing: %v", unused)
	}
	if got := callsOf(t, "x.go", []byte("package x\nimport there \"os\"\nvar f, _ = there.Open(\"x\")\nvar g = there.Create\n"), "os", opens); len(got) != 2 {
		t.Errorf("%q were found, want two", got)
	}
}

// callsOf lists where a file of Go uses functions of a package.
func callsOf(t *testing.T, name string, text []byte, path string, functions []string) (out []string) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	called := ""
	for _, i := range file.Imports {
		if i.Path.Value == strconv.Quote(path) {
			called = path
			if i.Name != nil {
				called = i.Name.Name
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		use, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if of, ok := use.X.(*ast.Ident); ok && of.Name == called && slices.Contains(functions, use.Sel.Name) {
			out = append(out, fmt.Sprintf("%s: %s.%s", set.Position(use.Pos()), of.Name, use.Sel.Name))
		}
		return true
	})
	return out
}

// TestStandardStreamsApart: what comes from standard input and goes to standard output is kept apart from files, too.
func TestStandardStreamsApart(t *testing.T) {
	file := write(t, "puzzles.svg", easy+"\n")
	open := func(flag int) *os.File {
		f, err := os.OpenFile(file, flag, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	for _, c := range []struct {
		args    []string
		in, out any // a file, or nil
		says    string
	}{
		{[]string{"solve", "--picture", file}, open(os.O_RDONLY), nil, "is read as input"},
		{[]string{"solve", file}, nil, open(os.O_WRONLY | os.O_APPEND), "is written at the same time"},
		{[]string{"generate", "--output", file}, nil, open(os.O_WRONLY | os.O_APPEND), "is written at the same time"},
		{[]string{"solve"}, open(os.O_RDONLY), open(os.O_WRONLY | os.O_APPEND), "is written at the same time"},
	} {
		var messages strings.Builder
		in, _ := c.in.(io.Reader)
		out, _ := c.out.(io.Writer)
		code := run(t.Context(), c.args, cmp.Or(in, io.Reader(strings.NewReader(""))), cmp.Or(out, io.Discard), &messages)
		if code != exitError || !strings.Contains(messages.String(), c.says) || content(t, file) != easy+"\n" {
			t.Errorf("%v: exit code %d, %s; the file holds %q", c.args, code, messages.String(), content(t, file))
		}
	}
}
