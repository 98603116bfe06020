package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/gotool"
	"sudokulab/pkg/jupyter"
	"sudokulab/pkg/nbexec"
	"sudokulab/pkg/nbexec/nbcache"
	"sudokulab/pkg/nbexec/nbformat"
	"sudokulab/pkg/nbkernel"
)

func newNotebook() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "notebook",
		Short: "Execute, check, compare and publish notebooks, without Python",
		Args:  knownCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newNotebookRun(), newNotebookCheck(), newNotebookStrip(), newNotebookDiff(), newNotebookHTML())
	return cmd
}

// notebookFlags are the flags of the commands that execute notebooks.
type notebookFlags struct {
	root        labFlags
	kernel      string
	parameters  []string
	out         string
	timeout     time.Duration
	allowErrors bool
	noCache     bool
	force       bool
	live        bool
	jobs        int
}

func (f *notebookFlags) register(cmd *cobra.Command) {
	f.root.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.kernel, "kernel", "", "the kernel's name (default: the one that the notebook names, else "+nbkernel.Name+")")
	flags.StringArrayVarP(&f.parameters, "parameter", "p", nil, "a value for a parameter of the notebooks, as in -p Steps=20; may be repeated")
	flags.StringVar(&f.out, "out", "", "write executed notebooks to this file, or into this folder, instead")
	flags.DurationVar(&f.timeout, "timeout", 10*time.Minute, "time for each cell, 0 for any")
	flags.BoolVar(&f.allowErrors, "allow-errors", false, "go on after cells that raise errors")
	flags.BoolVar(&f.force, "force", false, "execute also what nothing has changed for")
	flags.BoolVar(&f.noCache, "no-cache", false, "neither use nor keep answers under .cache/notebooks")
	flags.IntVar(&f.jobs, "jobs", min(2, runtime.GOMAXPROCS(0)), "notebooks executed at once")
	cmd.ValidArgsFunction = completeNotebooks
}

func completeNotebooks(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"ipynb"}, cobra.ShellCompDirectiveFilterFileExt
}

const notebookExits = "\n\nExit codes: 0 done%s; 1 %sa cell failed, or another error; 130\n" +
	"interrupted, and each notebook is then as it was or executed as a whole."

func newNotebookRun() *cobra.Command {
	var flags notebookFlags
	cmd := &cobra.Command{
		Use:   "run [notebook or folder …]",
		Short: "Execute notebooks and write their outputs into them",
		Long: "Executes notebooks, by default those of the lab's folder notebooks, each in its own kernel and its own\n" +
			"folder, and replaces each file as a whole when its last cell is done. The lab's kernel is built first\n" +
			"if need be. What differs from run to run (temporary folders, times of day, addresses) is removed from\n" +
			"outputs, so executing a notebook for which nothing has changed gives the same bytes.\n" +
			"\n" +
			"If a cell fails, the notebook stays as it is, and what was executed up to there is kept: in the file\n" +
			"that --out names, else next to the notebook under the ending " + partialEnding + ". With --live\n" +
			"that file is written after each cell.\n" +
			"\n" +
			"Outputs are kept under .cache/notebooks. A notebook is not executed again as long as its code cells,\n" +
			"parameters, the kernel, the packages that its cells can reach, results, research and the puzzle sets\n" +
			"are the same." + fmt.Sprintf(notebookExits, "", ""),
		Example: "  sudokulab notebook run\n  sudokulab notebook run -p Steps=20 --out tour20.ipynb notebooks/00-tour.ipynb",
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			s, err := flags.session(cmd, args)
			if err != nil {
				return err
			}
			return sayingChanges(cmd.Context(), s.lab.Root, s.stdout, len(args) == 0 && flags.out == "", func() error { return s.each(cmd.Context(), s.run) })
		}),
	}
	flags.register(cmd)
	fills.names(cmd, "out")
	keeps.names(cmd)
	cmd.Flags().BoolVar(&flags.live, "live", false, "write the executed notebook after each cell (to the file of --out, else next to the notebook as *"+partialEnding+")")
	return cmd
}

func newNotebookCheck() *cobra.Command {
	var flags notebookFlags
	cmd := &cobra.Command{
		Use:   "check [notebook or folder …]",
		Short: "Execute notebooks and compare with the outputs that they hold",
		Long: "Executes notebooks as run does, writes nothing into them, and shows by cell where sources, outputs or\n" +
			"counts differ: - is the notebook as it is, + as executed now." +
			fmt.Sprintf(notebookExits, " and all the same", "a notebook differs, "),
		Example: "  sudokulab notebook check\n  sudokulab notebook check --force notebooks/00-tour.ipynb",
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			s, err := flags.session(cmd, args)
			if err != nil {
				return err
			}
			if err := s.each(cmd.Context(), s.check); err != nil {
				return err
			}
			if s.differ > 0 {
				return fmt.Errorf("not as executed now: %d of %s; sudokulab notebook run rewrites them", s.differ, plural(len(s.paths), "notebook"))
			}
			return nil
		}),
	}
	flags.register(cmd)
	fills.names(cmd, "out")
	return cmd
}

// notebookSession executes notebooks.
type notebookSession struct {
	flags      *notebookFlags
	lab        nbkernel.Lab
	paths      []string
	outs       []string // where each is written; "" for nowhere
	parameters []nbexec.Parameter
	inputs     *notebookInputs
	kernels    sync.Mutex // of building the lab's kernel
	stderr     io.Writer

	mu     sync.Mutex // of what follows, and of both streams
	stdout io.Writer
	differ int
}

func (f *notebookFlags) session(cmd *cobra.Command, args []string) (*notebookSession, error) {
	switch {
	case f.timeout < 0:
		return nil, fmt.Errorf("--timeout %v: want 0 or more", f.timeout)
	case f.jobs < 1 || f.jobs > 4096:
		return nil, fmt.Errorf("--jobs %d: want 1 to 4096", f.jobs)
	}
	s := &notebookSession{flags: f, stdout: cmd.OutOrStdout(), stderr: cmd.ErrOrStderr()}
	for _, text := range f.parameters {
		p, err := nbexec.ParseParameter(text)
		if err != nil {
			return nil, err
		}
		s.parameters = append(s.parameters, p)
	}
	var err error
	if s.lab, err = f.root.clone(); err != nil {
		return nil, err
	}
	if s.paths, err = notebooksOf(s.lab.Root, args); err != nil {
		return nil, err
	}
	if s.outs, err = destinations(s.paths, f.out, ".ipynb"); err != nil {
		return nil, err
	}
	alsoWrites(cmd, s.paths...)
	s.inputs = &notebookInputs{root: s.lab.Root}
	return s, nil
}

// notebooksOf returns the notebooks that the arguments name, those of folders in order of their
// names; without arguments those of the lab.
func notebooksOf(root string, args []string) ([]string, error) {
	if len(args) == 0 {
		dir := filepath.Join(root, "notebooks")
		if cwd, err := os.Getwd(); err == nil {
			if rel, err := filepath.Rel(cwd, dir); err == nil && filepath.IsLocal(rel) {
				dir = rel
			}
		}
		args = []string{dir}
	}
	var paths []string
	for _, a := range args {
		info, err := os.Stat(a)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			paths = append(paths, a)
			continue
		}
		entries, err := os.ReadDir(a)
		if err != nil {
			return nil, err
		}
		n := len(paths)
		for _, e := range entries {
			if !e.IsDir() && filepath.Ext(e.Name()) == ".ipynb" && e.Name()[0] != '.' && !strings.HasSuffix(e.Name(), partialEnding) {
				paths = append(paths, filepath.Join(a, e.Name()))
			}
		}
		if len(paths) == n {
			return nil, fmt.Errorf("%s: no notebooks in this folder", a)
		}
	}
	return paths, nil
}

// destinations returns where each notebook is written: into the folder or to the file that out
// names, "" if out is empty. The folder is made.
func destinations(paths []string, out, ending string) ([]string, error) {
	outs := make([]string, len(paths))
	if out == "" {
		return outs, nil
	}
	info, err := os.Stat(out)
	// A name without an ending that is not there yet is a folder's: pages, not pages.html.
	folder := err == nil && info.IsDir() || len(paths) > 1 || err != nil && filepath.Ext(out) == "" ||
		strings.HasSuffix(out, "/") || strings.HasSuffix(out, string(filepath.Separator))
	if !folder {
		outs[0] = out
		return outs, nil
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	for i, p := range paths {
		base := filepath.Base(p)
		to := filepath.Join(out, strings.TrimSuffix(base, filepath.Ext(base))+ending)
		if j := slices.Index(outs[:i], to); j >= 0 {
			return nil, fmt.Errorf("--out: %s and %s would both be %s", paths[j], p, to)
		}
		outs[i] = to
	}
	return outs, nil
}

// each works on all notebooks, and goes on after one that fails. The error is that of the
// context if it has ended.
func (s *notebookSession) each(ctx context.Context, work func(ctx context.Context, i int) error) error {
	errs := make([]error, len(s.paths))
	slots := make(chan struct{}, min(s.flags.jobs, len(s.paths)))
	var all sync.WaitGroup
	for i := range s.paths {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() {
			defer func() { <-slots }()
			if errs[i] = work(ctx, i); errs[i] != nil && !strings.Contains(errs[i].Error(), s.paths[i]) {
				errs[i] = fmt.Errorf("%s: %w", s.paths[i], errs[i])
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(errs...)
}

// run executes a notebook and writes it.
func (s *notebookSession) run(ctx context.Context, i int) error {
	begin := time.Now()
	partial, beside := s.partial(i)
	live := false // the partial file was written in this run
	var save func(*nbformat.Notebook) error
	if s.flags.live {
		save = func(n *nbformat.Notebook) error {
			live = true
			_, err := s.write(ctx, partial, n)
			return err
		}
	}
	_, r, kept, err := s.execute(ctx, i, save)
	if _, failed := errors.AsType[*nbexec.CellError](err); failed && ctx.Err() == nil {
		return s.keep(ctx, i, partial, r, err)
	}
	if err != nil {
		return err
	}
	out := s.outs[i]
	if out == "" {
		out = s.paths[i]
	}
	written, err := s.write(ctx, out, r.Notebook)
	if err != nil {
		return err
	}
	if live && beside {
		if err := os.Remove(partial); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	text := s.summary(r, kept, time.Since(begin))
	switch {
	case !written:
		text += "; " + out + " is the same"
	case out != s.paths[i]:
		text += "; wrote " + out
	default:
		text += "; written"
	}
	return s.say("%s: %s\n", s.paths[i], text)
}

// keep writes a partly executed notebook and says where, behind the error that ended its run.
func (s *notebookSession) keep(ctx context.Context, i int, path string, r *nbexec.Result, err error) error {
	if _, writeErr := s.write(ctx, path, r.Notebook); writeErr != nil {
		return errors.Join(err, writeErr)
	}
	return fmt.Errorf("%s: %w\nwhat was executed until there is kept in %s", s.paths[i], err, path)
}

// partialEnding is that of the names under which partly executed notebooks are kept. Folders are
// searched for notebooks without them.
const partialEnding = ".partial.ipynb"

// partial returns where a partly executed notebook is written: to the file of --out, unless that is
// the notebook itself, else next to it under a name that the program chooses.
func (s *notebookSession) partial(i int) (path string, beside bool) {
	in, inErr := os.Stat(s.paths[i])
	out, outErr := os.Stat(s.outs[i])
	if s.outs[i] != "" && (inErr != nil || outErr != nil || !os.SameFile(in, out)) {
		return s.outs[i], false
	}
	return strings.TrimSuffix(s.paths[i], filepath.Ext(s.paths[i])) + partialEnding, true
}

// check executes a notebook and shows what differs.
func (s *notebookSession) check(ctx context.Context, i int) error {
	begin := time.Now()
	committed, r, kept, err := s.execute(ctx, i, nil)
	if _, failed := errors.AsType[*nbexec.CellError](err); failed && ctx.Err() == nil && s.outs[i] != "" {
		return s.keep(ctx, i, s.outs[i], r, err)
	}
	if err != nil {
		return err
	}
	if out := s.outs[i]; out != "" {
		if _, err := s.write(ctx, out, r.Notebook); err != nil {
			return err
		}
	}
	diff := nbexec.Compare(committed, r.Notebook, nbexec.CompareOptions{Counts: true, Metadata: true})
	text := s.summary(r, kept, time.Since(begin))
	if len(diff) == 0 {
		return s.say("%s: the same; %s\n", s.paths[i], text)
	}
	s.mu.Lock()
	s.differ++
	s.mu.Unlock()
	return s.say("%s: %s; %s\n%s", s.paths[i], plural(len(diff), "difference"), text, diff)
}

// say writes a notebook's result at once.
func (s *notebookSession) say(format string, args ...any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := io.WriteString(s.stdout, clipped(fmt.Sprintf(format, args...), mostMessage))
	return err
}

func (s *notebookSession) summary(r *nbexec.Result, kept bool, took time.Duration) string {
	if kept {
		return fmt.Sprintf("nothing has changed since it was executed (%.1f s)", took.Seconds())
	}
	var slowest nbexec.CellTime
	for _, c := range r.Cells {
		if c.Elapsed > slowest.Elapsed {
			slowest = c
		}
	}
	text := fmt.Sprintf("%s in %.1f s", plural(len(r.Cells), "cell"), r.Elapsed.Seconds())
	if len(r.Cells) > 1 {
		text += fmt.Sprintf(" (cell %d took %.1f s)", slowest.Index+1, slowest.Elapsed.Seconds())
	}
	return text
}

// write writes an executed notebook.
func (s *notebookSession) write(ctx context.Context, path string, n *nbformat.Notebook) (written bool, err error) {
	return writeNotebook(ctx, path, n, path != s.flags.out && !slices.Contains(s.paths, path))
}

// writeNotebook replaces a file unless it is the same already. own means that the program made up
// the name.
func writeNotebook(ctx context.Context, path string, n *nbformat.Notebook, own bool) (written bool, err error) {
	data, err := n.Bytes()
	if err != nil {
		return false, err
	}
	return replaceUnlessSame(ctx, path, data, own)
}

// replaceUnlessSame replaces a file by data unless it is the same already. own is as in
// [writeNotebook]: a link at such a name is refused, at one that the person gave it is followed.
func replaceUnlessSame(ctx context.Context, path string, data []byte, own bool) (written bool, err error) {
	switch {
	case holds(path, data):
		return false, nil
	case !own:
		return true, writeNamed(ctx, path, data)
	}
	if err := atomicfile.WriteBytes(path, data); err != nil {
		return false, &unwrittenError{path, err}
	}
	return true, nil
}

// execute executes a notebook, or takes the outputs of an earlier run that nothing has changed
// for. save, if it is not nil, gets the notebook after each cell.
func (s *notebookSession) execute(ctx context.Context, i int, save func(*nbformat.Notebook) error) (committed *nbformat.Notebook, r *nbexec.Result, kept bool, err error) {
	path := s.paths[i]
	if committed, err = nbformat.ReadFile(path); err != nil {
		return nil, nil, false, err
	}
	spec, err := s.kernel(ctx, committed)
	if err != nil {
		return nil, nil, false, err
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, nil, false, err
	}
	show := s.newProgress(filepath.Base(path))
	q := nbcache.Question{
		Name: filepath.Join(dir, filepath.Base(path)), Notebook: committed, Spec: spec, Force: s.flags.force,
		Options: nbexec.Options{
			Kernel: spec.Name, KernelDirs: []string{s.lab.JupyterDir()}, Dir: dir, CellTimeout: s.flags.timeout,
			AllowErrors: s.flags.allowErrors, Parameters: s.parameters, Provenance: true,
			Sanitize: notebookSanitizer(s.lab.Root, spec), Progress: show.event, Save: save,
		},
	}
	if s.flags.noCache {
		r, err = nbexec.Run(ctx, committed, q.Options)
	} else if q.Inputs, err = s.inputs.of(committed, dir); err == nil {
		r, kept, err = nbcache.Cache{Dir: filepath.Join(s.lab.Root, ".cache", "notebooks")}.Run(ctx, q)
	}
	show.end()
	return committed, r, kept, err
}

// kernel returns the kernelspec for a notebook, and builds the lab's kernel if it is the one and
// not there.
func (s *notebookSession) kernel(ctx context.Context, n *nbformat.Notebook) (jupyter.Spec, error) {
	name := s.flags.kernel
	if name == "" {
		named, _ := n.Metadata["kernelspec"].(nbformat.Object)
		if name, _ = named["name"].(string); name == "" {
			name = nbkernel.Name
		}
	}
	if name == nbkernel.Name {
		if err := s.build(ctx); err != nil {
			return jupyter.Spec{}, err
		}
	}
	return jupyter.Find(name, jupyter.Dirs(s.lab.JupyterDir()))
}

// build makes the lab's kernel unless it is there.
func (s *notebookSession) build(ctx context.Context) error {
	s.kernels.Lock()
	defer s.kernels.Unlock()
	if kernelBuilt(s.lab) {
		return nil
	}
	fmt.Fprintln(s.stderr, "the notebooks' kernel is not built here; building it (once)")
	show := newBuildProgress(s.stderr)
	_, err := s.lab.Build(ctx, nbkernel.BuildOptions{}, show.step)
	show.end()
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("the notebooks need the lab's kernel (make kernel): %w", err)
	}
	return err
}

// kernelBuilt says whether the clone has its own kernel, with its programs.
func kernelBuilt(lab nbkernel.Lab) bool {
	spec, err := nbkernel.ReadSpec(lab.SpecDir())
	if err != nil || spec.Root() != lab.Root {
		return false
	}
	for i, a := range spec.Argv {
		if i == 0 || spec.Argv[i-1] == "--" {
			if info, err := os.Stat(a); err != nil || !info.Mode().IsRegular() {
				return false
			}
		}
	}
	return true
}

// notebookSanitizer removes what belongs to this machine from outputs: the clone, the person's
// folder, and Go's.
func notebookSanitizer(root string, spec jupyter.Spec) *nbexec.Sanitizer {
	s := nbexec.DefaultSanitizer()
	s.Roots = map[string]string{}
	if home, err := os.UserHomeDir(); err == nil && filepath.Dir(home) != home {
		s.Roots[home] = "~"
	}
	for i, a := range spec.Argv[:len(spec.Argv)-1] {
		switch next := spec.Argv[i+1]; {
		case a == "--go" && filepath.IsAbs(next):
			if goroot := filepath.Dir(filepath.Dir(next)); filepath.Dir(goroot) != goroot {
				s.Roots[goroot] = "[go]"
			}
		case a == "--gomodcache" && filepath.IsAbs(next):
			s.Roots[next] = "[modules]"
		}
	}
	s.Roots[root] = "."
	return s
}

// notebookInputs are digests of what notebooks may depend on beyond their cells and the kernel.
type notebookInputs struct {
	root string

	once sync.Once
	tree *nbcache.Tree
	data string // of results and claims
	env  []string
	err  error
}

func (in *notebookInputs) read() {
	in.once.Do(func() {
		if in.tree, in.err = nbcache.ReadTree(in.root); in.err == nil {
			in.data, in.err = nbcache.Contents(in.root, "results", "research")
		}
		// As the kernel has them: make and a call by hand differ in what the kernel replaces.
		for _, v := range gotool.Environ(os.Environ(), os.Getenv("GOFLAGS")) {
			for _, prefix := range []string{"GO", "CGO_", "SUDOKULAB_", "XLA_"} {
				if strings.HasPrefix(v, prefix) {
					in.env = append(in.env, v)
					break
				}
			}
		}
		slices.Sort(in.env)
	})
}

// of returns the digests for a notebook in a folder: the packages that it can reach, and the
// executor's; results and claims; puzzle sets, if it can reach them; the other files in its
// folder; variables.
func (in *notebookInputs) of(n *nbformat.Notebook, dir string) ([]string, error) {
	in.read()
	if in.err != nil {
		return nil, in.err
	}
	sources := nbcache.CodeOf(n)
	reached, err := in.tree.Packages(sources)
	if err != nil {
		return nil, err
	}
	code, err := in.tree.Code(sources, "pkg/nbexec")
	if err != nil {
		return nil, err
	}
	inputs := append([]string{code, in.data}, in.env...)
	if slices.Contains(reached, "pkg/corpus") {
		places := []string{filepath.Join(in.root, ".cache", "data")}
		if d := os.Getenv(corpus.EnvDataDir); d != "" {
			places = append(places, d)
		}
		sets, err := nbcache.Listing(in.root, places...)
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, sets)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var beside []string
	for _, e := range entries {
		switch filepath.Ext(e.Name()) {
		case ".ipynb", ".html", ".md":
			continue
		}
		if e.Type().IsRegular() && e.Name()[0] != '.' {
			beside = append(beside, e.Name())
		}
	}
	files, err := nbcache.Listing(dir, beside...)
	return append(inputs, files), err
}

// notebookProgress shows how far a notebook is: on a terminal, and if it is the only one, by a
// bar, else by one line per cell.
type notebookProgress struct {
	session *notebookSession
	name    string
	bar     *progressbar.ProgressBar
}

func (s *notebookSession) newProgress(name string) *notebookProgress {
	return &notebookProgress{session: s, name: name}
}

func (p *notebookProgress) event(e nbexec.Event) {
	s := p.session
	s.mu.Lock()
	defer s.mu.Unlock()
	line := firstLine(e.Cell.Source)
	if s.flags.jobs == 1 && isTerminal(s.stderr) {
		if p.bar == nil {
			p.bar = newBar(s.stderr, int64(e.Total))
		}
		p.bar.Describe(printable(p.name) + ": " + line)
		_ = p.bar.Set(e.Number - 1) // a bar that cannot be drawn must not end the run
		return
	}
	if e.Phase != nbexec.CellDone {
		return
	}
	text := fmt.Sprintf("%s: cell %d (%d of %d with code), %.2f s: %s", printable(p.name), e.Index+1, e.Number, e.Total, e.Elapsed.Seconds(), line)
	if e.Err != nil {
		text += " (an error)"
	}
	fmt.Fprintln(s.stderr, text)
}

func (p *notebookProgress) end() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// firstLine returns the first line of a cell that tells it from others, cut to what a line has
// room for: neither blank nor a command to the kernel, a comment or an import.
func firstLine(source string) string {
	first := ""
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if first == "" {
			first = line
		}
		if !strings.ContainsRune("%\")/#", rune(line[0])) && !strings.HasPrefix(line, "import") {
			first = line
			break
		}
	}
	return clipped(first, 40)
}

func newNotebookStrip() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "strip {notebook … | -}",
		Short: "Strip outputs, counts and times from notebooks",
		Long: "Removes from notebooks what executing them put there. A cell that is tagged keep_output, or has keep_output\n" +
			"or init_cell in its metadata, keeps its outputs, and so do all cells of a notebook with keep_output in its\n" +
			"metadata but those that say keep_output: false. With - a notebook is read from standard input and written\n" +
			"to standard output, as a filter of git does.",
		Example:           "  sudokulab notebook strip notebooks/00-tour.ipynb",
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeNotebooks,
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			if slices.Contains(args, "-") {
				if len(args) > 1 {
					return errors.New("standard input can be read only alone")
				}
				n, err := nbformat.Read(cmd.InOrStdin())
				if err != nil {
					return err
				}
				nbexec.Strip(n)
				return n.Write(cmd.OutOrStdout())
			}
			for _, path := range args {
				n, err := nbformat.ReadFile(path)
				if err != nil {
					return err
				}
				if !nbexec.Strip(n) {
					continue
				}
				if _, err := writeNotebook(cmd.Context(), path, n, false); err != nil {
					return err
				}
				if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: stripped\n", path); err != nil {
					return err
				}
			}
			return nil
		}),
	}
	keeps.names(cmd)
	return cmd
}

func newNotebookDiff() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "diff notebook notebook",
		Short: "Show by cell what differs between two notebooks",
		Long: "Compares sources, outputs and counts, cell by cell: - is the first notebook, + the second. Cells\n" +
			"correspond by their ids, so one that was inserted, deleted or moved is one difference. Images are shown\n" +
			"by size and hash, HTML by the plain text that comes with it. Exit codes: 0 no difference; 1 differences, or an error.",
		Example:           "  sudokulab notebook diff old.ipynb notebooks/00-tour.ipynb",
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeNotebooks,
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			a, err := nbformat.ReadFile(args[0])
			if err != nil {
				return err
			}
			b, err := nbformat.ReadFile(args[1])
			if err != nil {
				return err
			}
			diff := nbexec.Compare(a, b, nbexec.CompareOptions{Counts: true, Metadata: true})
			if _, err := io.WriteString(cmd.OutOrStdout(), clipped(diff.String(), mostMessage)); err != nil {
				return err
			}
			if len(diff) > 0 {
				return fmt.Errorf("%s between %s and %s", plural(len(diff), "difference"), args[0], args[1])
			}
			return nil
		}),
	}
	return cmd
}
