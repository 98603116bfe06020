package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/protobuf/encoding/protowire"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gotool"
)

// newModule gives the module another path: that of the repository that people get it from.
func newModule() *cobra.Command {
	var (
		flags          labFlags
		force, trial   bool
		trialsNotebook string
	)
	cmd := &cobra.Command{
		Use:   "module PATH",
		Short: "Rename the module: go.mod, imports, notebooks, documents, settings and the profile of the build",
		Long: "Gives the module another path, such as that of the repository that go get is to find it in, in all\n" +
			"files of the tree, or in none. Records are left as they are and stay valid. Notebooks are compiled\n" +
			"again when they are next executed; make kernel builds their kernel for the new path.\n\n" +
			"Where git keeps the tree it must hold no changes, so that one git command undoes the renaming.\n" +
			"With --try a copy is renamed instead: all of it is compiled, and a notebook is executed.",
		Example: "  sudokulab dev module example.org/you/sudokulab\n  sudokulab dev module --try example.org/you/sudokulab",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			root, err := findRoot(flags.root)
			if err != nil {
				return err
			}
			path := args[0]
			if err := checkModulePath(path); err != nil {
				return fmt.Errorf("module: %w", err)
			}
			if trial {
				return tryModule(cmd.Context(), root, path, trialsNotebook, cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			if err := unchangedTree(cmd.Context(), root); err != nil && !force {
				return fmt.Errorf("module: %w; --force renames nevertheless", err)
			}
			r, err := readRenaming(root, path)
			if err == nil {
				err = r.write(root, atomicfile.WriteBytes)
			}
			if err != nil {
				return fmt.Errorf("module: %w", err)
			}
			return r.report(cmd.OutOrStdout())
		},
	}
	flags.register(cmd)
	cmd.Flags().BoolVar(&force, "force", false, "rename also where git lists changes")
	cmd.Flags().BoolVar(&trial, "try", false, "rename a temporary copy, compile all of it and execute a notebook there")
	cmd.Flags().StringVar(&trialsNotebook, "notebook", filepath.Join("notebooks", "20-dqn.ipynb"), "the notebook that --try executes")
	reads.names(cmd, "notebook")
	return cmd
}

// checkModulePath says why go get would not take a module's path: the rules of the Go modules
// reference, section "Module paths and versions".
func checkModulePath(path string) error {
	refuse := func(format string, args ...any) error {
		return fmt.Errorf("%q is not a module path that go get accepts: %s", path, fmt.Sprintf(format, args...))
	}
	elements := strings.Split(path, "/")
	if host := elements[0]; !strings.Contains(host, ".") || strings.HasPrefix(host, "-") || strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789.-") != "" {
		return refuse("it must begin with a host name in lower case with a dot, as in example.org/you/sudokulab")
	}
	for _, e := range elements {
		base, _, _ := strings.Cut(e, ".")
		short := e[strings.LastIndex(e, "~")+1:]
		switch {
		case e == "":
			return refuse("an element between slashes is empty")
		case strings.Trim(e, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~") != "":
			return refuse("the element %q has characters other than ASCII letters, digits and -._~", e)
		case strings.HasPrefix(e, ".") || strings.HasSuffix(e, "."):
			return refuse("the element %q begins or ends with a dot", e)
		case slices.Contains(windowsNames, strings.ToLower(base)):
			return refuse("Windows has no file named %q", e)
		case short != e && short != "" && strings.Trim(short, "0123456789") == "":
			return refuse("the element %q looks like a short name of Windows", e)
		}
	}
	last := elements[len(elements)-1]
	if version, ok := strings.CutPrefix(last, "v"); ok && version != "" && strings.Trim(version, "0123456789") == "" {
		if n, err := strconv.Atoi(version); err != nil || n < 2 || version[0] == '0' {
			return refuse("a version at the end is v2 or above")
		}
	}
	return nil
}

// windowsNames are those of devices, which no file there can have.
var windowsNames = strings.Fields("con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt1 lpt2 lpt3 lpt4 lpt5 lpt6 lpt7 lpt8 lpt9")

// unchangedTree returns an error where git keeps the tree and lists changes. A tree that git does
// not keep has nothing to compare with.
func unchangedTree(ctx context.Context, root string) error {
	if _, err := os.Lstat(filepath.Join(root, ".git")); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	cmd := exec.CommandContext(ctx, "git", "--no-optional-locks", "-C", root, "status", "--porcelain", "--", ".")
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT_") }) // as set within a hook
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("git does not say whether the tree has changes: %w", err)
	}
	if changes := strings.Count(string(out), "\n"); changes > 0 {
		return fmt.Errorf("git lists %s in the tree; commit or stash first", plural(changes, "changed file"))
	}
	return nil
}

// renaming is the new content of the files that name the module.
type renaming struct {
	from, to string
	files    []renamedFile // go.mod is the last
}

type renamedFile struct {
	name     string // below the root
	old, new []byte
	places   int
}

const modFile = "go.mod"

// readRenaming reads the tree and returns what is to be written there. Every file is looked at again
// as it would be written, so that a tree which cannot be renamed stays as it is.
func readRenaming(root, to string) (*renaming, error) {
	mod, err := atomicfile.ReadFile(filepath.Join(root, modFile), atomicfile.Most)
	if err != nil {
		return nil, err
	}
	found := regexp.MustCompile(`(?m)^module[ \t]+"?([^\s"]+)"?`).FindSubmatch(mod)
	if found == nil {
		return nil, fmt.Errorf("%s names no module", filepath.Join(root, modFile))
	}
	r := &renaming{from: string(found[1]), to: to}
	if r.from == to {
		return nil, fmt.Errorf("the module is called %s already", to)
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, e := range entries {
		if e.IsDir() {
			// A separate module below a folder whose name begins with a dot is called without the dot.
			folders = append(folders, regexp.QuoteMeta(strings.TrimLeft(e.Name(), ".")))
		}
	}
	rules := modulePlaces(r.from, folders)
	err = walkTree(root, func(rel string, d fs.DirEntry) error {
		if d.IsDir() || strings.HasPrefix(filepath.ToSlash(rel), "results/") && d.Name() == "records.jsonl" {
			return nil
		}
		old, err := atomicfile.ReadFile(filepath.Join(root, rel), atomicfile.Most)
		if err != nil {
			return err
		}
		f := renamedFile{name: rel, old: old}
		if f.new, f.places, err = r.content(rel, old, rules); err != nil {
			return fmt.Errorf("%s: %w", rel, err)
		}
		if f.places > 0 {
			r.files = append(r.files, f)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(r.files, func(f renamedFile) bool { return f.name == modFile })
	if i < 0 {
		return nil, fmt.Errorf("%s: the module's line is not understood", modFile)
	}
	r.files = append(slices.Delete(slices.Clone(r.files), i, i+1), r.files[i])
	return r, nil
}

// modulePlaces returns what finds the module's path in a text; each has a group before the path, and
// the path as its second. The name alone is also the program's, the kernel's and that of folders, so
// it counts before one of the tree's own folders, unless it is itself within a longer path, and where
// the words around it say that it is a module's.
func modulePlaces(from string, folders []string) []*regexp.Regexp {
	path := regexp.QuoteMeta(from)
	return []*regexp.Regexp{
		regexp.MustCompile(`(^|[^\w/.~@$%{}\\-]|\\[nt"])(` + path + `)/(?:` + strings.Join(folders, "|") + `)\b`),
		regexp.MustCompile(`(?m)(\bmodule[ \t]+)(` + path + `)(?:$|[^\w./-])`),
		regexp.MustCompile(`(?m)(\bmodule-path:[ \t]+)(` + path + `)[ \t]*$`),
	}
}

// content returns a file's new content, and in how many places it differs.
func (r *renaming) content(name string, old []byte, rules []*regexp.Regexp) ([]byte, int, error) {
	if filepath.Ext(name) == ".pgo" {
		return renameProfile(old, func(text []byte) ([]byte, int) { return r.text(text, rules) })
	}
	if bytes.IndexByte(old, 0) >= 0 {
		return old, 0, nil // not a text
	}
	text, places := r.text(old, rules)
	switch ext := filepath.Ext(name); {
	case places == 0:
	case ext == ".go":
		// The path's length decides how comments behind imports are aligned.
		if was, err := format.Source(old); err == nil && bytes.Equal(was, old) {
			if text, err = format.Source(text); err != nil {
				return nil, 0, err
			}
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			return nil, 0, err
		}
		for _, spec := range file.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err == nil && strings.HasPrefix(path, r.from+"/") && !strings.HasPrefix(path, r.to+"/") {
				return nil, 0, fmt.Errorf("imports %s, which is in none of the tree's folders", path)
			}
		}
	case (ext == ".ipynb" || ext == ".json") && json.Valid(old) && !json.Valid(text):
		return nil, 0, errors.New("would not be JSON any more")
	}
	return text, places, nil
}

// text replaces the path wherever a rule finds it.
func (r *renaming) text(text []byte, rules []*regexp.Regexp) ([]byte, int) {
	places := 0
	for _, rule := range rules {
		var out []byte
		end := 0
		for _, m := range rule.FindAllSubmatchIndex(text, -1) {
			out = append(append(out, text[end:m[4]]...), r.to...)
			end = m[5]
			places++
		}
		text = append(out, text[end:]...)
	}
	return text, places
}

// stringTable is the number of the field of a profile that holds its texts, names of functions
// among them: https://github.com/google/pprof/blob/main/proto/profile.proto
const stringTable = 6

// renameProfile renames in a profile: the compiler finds the functions in it by names with their
// packages' paths.
func renameProfile(old []byte, rename func([]byte) ([]byte, int)) ([]byte, int, error) {
	packed, err := gzip.NewReader(bytes.NewReader(old))
	if err != nil {
		return nil, 0, err
	}
	rest, err := io.ReadAll(packed)
	if err != nil {
		return nil, 0, err
	}
	var message []byte
	places := 0
	for len(rest) > 0 {
		field, kind, n := protowire.ConsumeTag(rest)
		if n < 0 {
			return nil, 0, protowire.ParseError(n)
		}
		size := protowire.ConsumeFieldValue(field, kind, rest[n:])
		if size < 0 {
			return nil, 0, protowire.ParseError(size)
		}
		if field == stringTable && kind == protowire.BytesType {
			value, _ := protowire.ConsumeBytes(rest[n:])
			value, changed := rename(value)
			message = protowire.AppendBytes(append(message, rest[:n]...), value)
			places += changed
		} else {
			message = append(message, rest[:n+size]...)
		}
		rest = rest[n+size:]
	}
	var out bytes.Buffer
	pack := gzip.NewWriter(&out)
	if _, err := pack.Write(message); err != nil {
		return nil, 0, err
	}
	if err := pack.Close(); err != nil {
		return nil, 0, err
	}
	return out.Bytes(), places, nil
}

// write writes all files; after an error it writes back those that it had replaced. As go.mod comes
// last, a renaming that was killed goes on when it is called again.
func (r *renaming) write(root string, write func(path string, data []byte) error) error {
	for i, f := range r.files {
		err := write(filepath.Join(root, f.name), f.new)
		if err == nil {
			continue
		}
		for _, done := range r.files[:i] {
			if back := write(filepath.Join(root, done.name), done.old); back != nil {
				err = errors.Join(err, fmt.Errorf("and %s could not be put back: %w", done.name, back))
			}
		}
		return err
	}
	return nil
}

// report says what changed: in how many files of each folder, and in how many places.
func (r *renaming) report(w io.Writer) error {
	type count struct{ files, places int }
	counts := map[string]count{}
	var folders []string
	for _, f := range r.files {
		folder, _, below := strings.Cut(filepath.ToSlash(f.name), "/")
		if below {
			folder += "/"
		}
		c, seen := counts[folder]
		if !seen {
			folders = append(folders, folder)
		}
		counts[folder] = count{c.files + 1, c.places + f.places}
	}
	slices.Sort(folders)
	var text strings.Builder
	for _, folder := range folders {
		c := counts[folder]
		fmt.Fprintf(&text, "%-16s %s in %s\n", folder, plural(c.places, "place"), plural(c.files, "file"))
	}
	fmt.Fprintf(&text, "The module %s is now %s. Next: make kernel, then make test.\n", r.from, r.to)
	_, err := io.WriteString(w, text.String())
	return err
}

// tryModule renames a copy of the tree, compiles all of it with its tests, and executes a notebook by
// the copy's own program and kernel.
func tryModule(ctx context.Context, root, path, notebook string, out, log io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "sudokulab-module-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	r, err := renamedCopy(root, dir, path)
	if err != nil {
		return fmt.Errorf("module: %w", err)
	}
	if err := r.report(out); err != nil {
		return err
	}
	if err := tryCopy(ctx, dir, "./...", notebook, log); err != nil {
		return fmt.Errorf("module: %w", err)
	}
	_, err = fmt.Fprintf(out, "A copy with the path %s compiles, and %s is executed there.\n", path, notebook)
	return err
}

// renamedCopy copies the tree into a folder and renames the copy.
func renamedCopy(root, dir, path string) (*renaming, error) {
	if err := copyTree(root, dir); err != nil {
		return nil, err
	}
	r, err := readRenaming(dir, path)
	if err == nil {
		err = r.write(dir, atomicfile.WriteBytes)
	}
	return r, err
}

// tryCopy compiles packages of a copy with their tests, builds its program and kernel, and executes
// a notebook with them. With -trimpath the build cache serves copies in any folder.
func tryCopy(ctx context.Context, dir, packages, notebook string, log io.Writer) error {
	program := filepath.Join(dir, "bin", "sudokulab")
	for _, args := range [][]string{
		{"go", "vet", packages},
		{"go", "build", "-buildvcs=false", "-o", program, "./cmd/sudokulab"},
		{program, "kernel", "build", "--cold", "--root", dir},
		{program, "notebook", "run", "--root", dir, notebook},
	} {
		cmd := exec.CommandContext(ctx, args[0], args[1:]...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, log, log
		cmd.Env = gotool.Environ(os.Environ(), strings.TrimSpace(os.Getenv("GOFLAGS")+" -trimpath -pgo=off"))
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("in the renamed copy: %s: %w", strings.Join(args, " "), err)
		}
	}
	return nil
}
