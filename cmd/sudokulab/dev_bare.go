package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// newBare runs the README's first command as on a machine that has nothing.
func newBare() *cobra.Command {
	var (
		flags         labFlags
		profile, dir  string
		cold, dirKept bool
	)
	cmd := &cobra.Command{
		Use:   "bare",
		Short: "Run make results in a copy of the tree, as on a machine with Go and make only",
		Long: "Copies the tree into an empty folder and runs make results there twice, in an empty home, without\n" +
			"public sets or other people's programs, and with no git, C compiler, Python or Jupyter on the PATH.\n" +
			"Fails where a command fails, where a measured record or a verdict of the committed lab is lost, or\n" +
			"where the second run measures anything.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := lab.ParseProfile(profile); err != nil {
				return err
			}
			root, err := findRoot(flags.root)
			if err != nil {
				return err
			}
			keep := dir != "" || dirKept
			if dir == "" {
				if dir, err = os.MkdirTemp("", "sudokulab bare ü "); err != nil {
					return err
				}
			}
			b := bare{root: root, dir: dir, profile: profile, cold: cold, out: cmd.OutOrStdout(), log: cmd.ErrOrStderr()}
			err = b.run(cmd.Context())
			if keep {
				fmt.Fprintln(cmd.ErrOrStderr(), "the copy is kept in", dir)
				return err
			}
			return errors.Join(err, os.RemoveAll(dir))
		},
	}
	flags.register(cmd)
	cmd.Flags().StringVar(&profile, "profile", string(lab.Smoke), "size of the programme: smoke, quick, full or gpu")
	cmd.Flags().StringVar(&dir, "dir", "", "an empty folder for the copy, which is then kept (default: a temporary folder)")
	fills.names(cmd, "dir")
	cmd.Flags().BoolVar(&dirKept, "keep", false, "keep the temporary folder")
	cmd.Flags().BoolVar(&cold, "cold", false, "begin with an empty build cache, as a new machine does")
	return cmd
}

// bare is one trial of the lab on a machine that has nothing.
type bare struct {
	root, dir, profile string
	cold               bool
	out, log           io.Writer
}

func (b *bare) tree() string { return filepath.Join(b.dir, "clone") }

func (b *bare) run(ctx context.Context) error {
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return fmt.Errorf("bare: %w", err)
	}
	if entries, err := os.ReadDir(b.dir); err != nil || len(entries) > 0 {
		return fmt.Errorf("bare: %s is not empty", b.dir)
	}
	if err := copyTree(b.root, b.tree()); err != nil {
		return fmt.Errorf("bare: %w", err)
	}
	env, err := b.environment(ctx)
	if err != nil {
		return fmt.Errorf("bare: %w", err)
	}
	for _, first := range []bool{true, false} {
		start := time.Now()
		var printed bytes.Buffer
		c := exec.CommandContext(ctx, filepath.Join(b.dir, "bin", "make"), "results", "PROFILE="+b.profile)
		c.Dir, c.Env = b.tree(), env
		shown := newPromptWriter(b.log) // two goroutines write to it
		c.Stdout, c.Stderr = io.MultiWriter(shown, &printed), shown
		if err := errors.Join(c.Run(), shown.Flush()); err != nil {
			return fmt.Errorf("bare: make results PROFILE=%s: %w", b.profile, err)
		}
		which := "first"
		if !first {
			which = "second"
		}
		fmt.Fprintf(b.out, "The %s make results PROFILE=%s took %s.\n", which, b.profile, time.Since(start).Round(time.Second/10))
		if !first && !strings.Contains(printed.String(), " 0 cases measured") {
			return errors.New("bare: the second run measured again what the first had measured")
		}
	}
	return b.compare()
}

// walkTree calls visit for the folders and regular files of the tree, but not for what its .gitignore
// leaves out, nor for git's own. rel is the path below the root.
func walkTree(root string, visit func(rel string, d fs.DirEntry) error) error {
	ignore := []string{".git", ".cache", ".jupyter", "bin", "data", "dist", "sudokulab", filepath.Join(".tools", "bin")}
	return filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		switch {
		case err != nil:
			return err
		case slices.Contains(ignore, rel) && d.IsDir():
			return fs.SkipDir
		case slices.Contains(ignore, rel), !d.IsDir() && !d.Type().IsRegular():
			return nil
		}
		return visit(rel, d)
	})
}

// copyTree copies what walkTree finds.
func copyTree(from, to string) error {
	return walkTree(from, func(rel string, d fs.DirEntry) error {
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(target, 0o755)
		}
		data, err := atomicfile.ReadFile(filepath.Join(from, rel), atomicfile.Most)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, info.Mode().Perm())
	})
}

// absent begin the names of the programs that a bare machine lacks.
var absent = []string{
	"git", "cc", "c++", "c89", "c99", "gcc", "g++", "clang", "x86_64-linux-gnu-g", "aarch64-linux-gnu-g",
	"python", "pip", "ipython", "jupyter", "goimports", "gonb",
}

// environment returns the environment of a bare machine: a PATH of links to what this one has, less
// what is absent there, an empty home, and the modules that are here already, in a folder that the
// environment names.
func (b *bare) environment(ctx context.Context) ([]string, error) {
	bin, home := filepath.Join(b.dir, "bin"), filepath.Join(b.dir, "home")
	for _, dir := range []string{bin, home} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return nil, err
		}
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // a folder of the PATH need not exist
		}
		for _, e := range entries {
			if slices.ContainsFunc(absent, func(a string) bool { return strings.HasPrefix(e.Name(), a) }) {
				continue
			}
			if err := os.Symlink(filepath.Join(dir, e.Name()), filepath.Join(bin, e.Name())); err != nil && !errors.Is(err, fs.ErrExist) {
				return nil, err
			}
		}
	}
	for _, needed := range []string{"go", "make", "sh"} {
		if _, err := os.Stat(filepath.Join(bin, needed)); err != nil {
			return nil, fmt.Errorf("no %s on the PATH: %w", needed, err)
		}
	}
	env := []string{"PATH=" + bin, "HOME=" + home}
	out, err := exec.CommandContext(ctx, "go", "env", "-json", "GOMODCACHE", "GOCACHE", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GOTOOLCHAIN").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	var values map[string]string
	if err := json.Unmarshal(out, &values); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	if b.cold {
		delete(values, "GOCACHE")
	}
	for name, v := range values {
		env = append(env, name+"="+v)
	}
	return env, nil
}

// compare finds what the copy has lost compared with the tree, and counts what changed.
func (b *bare) compare() error {
	var lost []string
	files, err := filepath.Glob(filepath.Join(b.root, "results", "*", "records.jsonl"))
	if err != nil {
		return err
	}
	for _, file := range files {
		id := filepath.Base(filepath.Dir(file))
		was, err := record.ReadFile(file)
		if err != nil {
			return err
		}
		is, err := record.ReadFile(filepath.Join(b.tree(), "results", id, "records.jsonl"))
		if err != nil {
			return err
		}
		for _, r := range was.Measured() {
			if now, ok := lab.Only(is, lab.Profile(r.Profile)).Case(r.Case); !ok || now.Status == record.Missing {
				lost = append(lost, fmt.Sprintf("%s, profile %s: %s is measured no more", id, r.Profile, r.Case))
			}
		}
	}
	verdicts, err := changedVerdicts(b.root, b.tree())
	if err != nil {
		return err
	}
	for _, line := range append(verdicts, lost...) {
		fmt.Fprintln(b.out, line)
	}
	was, err := treeDigests(b.root)
	if err != nil {
		return err
	}
	is, err := treeDigests(b.tree())
	if err != nil {
		return err
	}
	changed := changedBetween(was, is, slices.Collect(maps.Keys(was)))
	fmt.Fprintf(b.out, "%d files differ from the committed ones; %d verdicts changed, %d records lost.\n", len(changed), len(verdicts), len(lost))
	for _, name := range changed {
		fmt.Fprintln(b.log, "differs:", name)
	}
	if len(lost)+len(verdicts) > 0 {
		return fmt.Errorf("bare: %d records lost and %d verdicts changed", len(lost), len(verdicts))
	}
	return nil
}

// changedVerdicts compares the ledgers of two trees.
func changedVerdicts(before, after string) (lines []string, err error) {
	var ledgers [2]lab.Ledger
	for i, dir := range []string{before, after} {
		data, err := atomicfile.ReadFile(filepath.Join(dir, "results", "claims", "ledger.json"), atomicfile.Most)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &ledgers[i]); err != nil {
			return nil, fmt.Errorf("%s: ledger.json: %w", dir, err)
		}
	}
	is := map[string]lab.Verdict{}
	for _, e := range ledgers[1].Entries {
		is[e.Claim.ID] = e.Finding.Verdict
	}
	for _, e := range ledgers[0].Entries {
		if now := is[e.Claim.ID]; now != e.Finding.Verdict {
			lines = append(lines, fmt.Sprintf("%s was %s and is %s", e.Claim.ID, e.Finding.Verdict, now))
		}
	}
	return lines, nil
}
