package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"sudokulab/pkg/nbkernel"
	"sudokulab/pkg/table"
)

func newKernel() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "kernel",
		Short: "Build, install and examine the Go kernel of the notebooks",
		Args:  knownCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newKernelBuild(), newKernelInstall(), newKernelUninstall(), newKernelList(), newKernelStatus(), newKernelJupyter())
	return cmd
}

// clone returns the lab's source tree for a kernel.
func (f *labFlags) clone() (nbkernel.Lab, error) {
	root, err := findRoot(f.root)
	if err == nil {
		root, err = filepath.Abs(root)
	}
	return nbkernel.Lab{Root: root}, err
}

func newKernelBuild() *cobra.Command {
	var (
		root    labFlags
		options nbkernel.BuildOptions
	)
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Build the kernel in the clone and warm its build cache",
		Long: "Builds GoNB and goimports, in the versions that .tools/jupyter/go.mod pins, and the launcher into\n" +
			".tools/bin, writes the kernel's description into .jupyter, and compiles once what notebooks\n" +
			"import. Nothing is written outside of the clone and Go's caches. A second call does what is left\n" +
			"to do.",
		Example: "  sudokulab kernel build",
		Args:    cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			lab, err := root.clone()
			if err != nil {
				return err
			}
			show := newBuildProgress(cmd.ErrOrStderr())
			built, err := lab.Build(cmd.Context(), options, show.step)
			show.end()
			if err != nil {
				return err
			}
			if built.Warning != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "not all that notebooks may import compiles:\n%s\n", built.Warning)
			}
			out := cmd.OutOrStdout()
			if len(built.Installed) > 0 {
				fmt.Fprintf(out, "built %s\n", strings.Join(built.Installed, " and "))
			}
			_, err = fmt.Fprintf(out, "%s is ready: %s\n", nbkernel.DisplayName, built.Spec)
			if built.Cell > 0 && err == nil {
				_, err = fmt.Fprintf(out, "the build cache is warm (%s compiled now); a light cell compiles in %.1f s\n", plural(built.Compiled, "package"), built.Cell.Seconds())
			}
			return err
		}),
	}
	root.register(cmd)
	cmd.Flags().BoolVar(&options.Rebuild, "rebuild", false, "build GoNB and goimports even if they are there")
	cmd.Flags().BoolVar(&options.Cold, "cold", false, "do not warm the build cache")
	return cmd
}

// buildProgress shows what is being compiled: on a terminal in one line, else in one line per
// step.
type buildProgress struct {
	w    io.Writer
	bar  *progressbar.ProgressBar
	last string
}

func newBuildProgress(w io.Writer) *buildProgress {
	b := &buildProgress{w: w}
	if isTerminal(w) {
		b.bar = newBar(w, -1)
	}
	return b
}

func (b *buildProgress) step(p nbkernel.Progress) {
	if b.bar != nil {
		text := "compiling " + p.Step
		if p.Packages > 0 {
			text += fmt.Sprintf(": %d, %s", p.Packages, p.Last)
		}
		if len(text) > 70 {
			text = text[:67] + "…"
		}
		b.bar.Describe(text)
		_ = b.bar.Add(1) // a bar that cannot be drawn must not end the build
		return
	}
	if p.Step != b.last {
		b.last = p.Step
		fmt.Fprintln(b.w, "compiling", p.Step)
	}
}

func (b *buildProgress) end() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}

// kernelPlace are the flags that name a Jupyter.
type kernelPlace struct {
	user  bool
	place nbkernel.Place
}

func (k *kernelPlace) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&k.user, "user", false, "your own data folder of Jupyter (JUPYTER_DATA_DIR where that is set)")
	cmd.Flags().StringVar(&k.place.Prefix, "prefix", "", "an installation instead, such as a virtual environment: PREFIX/share/jupyter")
	fills.names(cmd, "prefix")
	cmd.Flags().BoolVar(&k.place.Force, "force", false, "also if another kernel has the name "+nbkernel.Name)
	cmd.MarkFlagsMutuallyExclusive("user", "prefix")
	cmd.MarkFlagsOneRequired("user", "prefix")
}

func newKernelInstall() *cobra.Command {
	var (
		root  labFlags
		place kernelPlace
		sign  bool
	)
	cmd := &cobra.Command{
		Use:   "install {--user | --prefix DIR}",
		Short: "Put the kernel where your own Jupyter looks",
		Long: "Copies the description of the built kernel to your data folder of Jupyter or into an installation.\n" +
			"A kernel of the same name that is another's is kept unless --force is given.\n" + aboutSigning,
		Example: "  sudokulab kernel install --user\n  sudokulab kernel install --prefix venv",
		Args:    cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			lab, err := root.clone()
			if err != nil {
				return err
			}
			dir, err := lab.Install(place.place)
			if err != nil {
				return hinted(err)
			}
			if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s is installed: %s\n", nbkernel.DisplayName, dir); err != nil {
				return err
			}
			return newSigning(cmd, lab, place.place.Prefix, sign).offer(cmd.Context())
		}),
	}
	root.register(cmd)
	place.register(cmd)
	registerSign(cmd, &sign)
	return cmd
}

// hinted adds to an error what to do about it.
func hinted(err error) error {
	switch {
	case errors.Is(err, nbkernel.ErrForeign):
		return fmt.Errorf("%w; --force does it nevertheless", err)
	case errors.Is(err, nbkernel.ErrNotBuilt):
		return fmt.Errorf("%w; sudokulab kernel build comes first", err)
	}
	return err
}

func newKernelUninstall() *cobra.Command {
	var place kernelPlace
	cmd := &cobra.Command{
		Use:     "uninstall {--user | --prefix DIR}",
		Short:   "Take the kernel away from your own Jupyter",
		Example: "  sudokulab kernel uninstall --user",
		Args:    cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			dir, err := nbkernel.Uninstall(place.place)
			if err != nil {
				return hinted(err)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), "removed", dir)
			return err
		}),
	}
	place.register(cmd)
	return cmd
}

func newKernelList() *cobra.Command {
	var (
		root   labFlags
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the kernels named " + nbkernel.Name + " that Jupyter can find",
		Args:  cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			lab, err := root.clone()
			if err != nil && !errors.Is(err, errNoLab) {
				return err
			}
			found := append([]nbkernel.Found{}, nbkernel.List(lab.Root)...)
			out := cmd.OutOrStdout()
			if asJSON {
				return writeJSON(out, found)
			}
			if len(found) == 0 {
				_, err := fmt.Fprintln(out, "none; sudokulab kernel build makes one")
				return err
			}
			t := table.Table{Title: "Kernels named " + nbkernel.Name, Columns: []string{"Folder", "What it is"}}
			for _, f := range found {
				text := "for " + f.Root
				switch {
				case f.Err != "":
					text = f.Err
				case f.Root == "":
					text = "another's: " + f.Spec.DisplayName
				}
				t.Add(f.Dir, text)
			}
			return t.WriteText(out)
		}),
	}
	root.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func newKernelStatus() *cobra.Command {
	var (
		root   labFlags
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Examine the kernel, start it and see whether it answers",
		Long: "Looks at each part of the kernel as doctor does, then starts it as a client would, waits for its\n" +
			"answer and shuts it down. The exit code is 1 unless the kernel of the clone answers.",
		Args: cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			lab, err := root.clone()
			if err != nil {
				return err
			}
			checks := lab.Examine(cmd.Context())
			answer := nbkernel.Check{Part: "answer", State: nbkernel.OK}
			spec, err := nbkernel.ReadSpec(lab.SpecDir())
			if err != nil {
				err = fmt.Errorf("the kernel is not built: %w; make kernel builds it", err)
			} else {
				var a nbkernel.Answer
				a, err = nbkernel.Ask(cmd.Context(), spec, 30*time.Second)
				answer.Found = fmt.Sprintf("%s %s, %d ms after its start", a.Implementation, a.Version, a.Ready.Milliseconds())
			}
			if ctxErr := cmd.Context().Err(); ctxErr != nil {
				return ctxErr
			}
			if err != nil {
				answer.State, answer.Found, answer.Effect = nbkernel.Broken, strings.ReplaceAll(err.Error(), "\n", " "), "clients cannot start it"
				err = errors.New("the kernel does not answer")
			}
			checks = append(checks, answer)
			if asJSON {
				return errors.Join(writeJSON(cmd.OutOrStdout(), checks), err)
			}
			return errors.Join(writeFindings(cmd.OutOrStdout(), asFindings(checks)), err)
		}),
	}
	root.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func newKernelJupyter() *cobra.Command {
	var (
		root labFlags
		sign bool
	)
	cmd := &cobra.Command{
		Use:   "jupyter [-- argument …]",
		Short: "Open JupyterLab or Notebook with the clone's kernel available",
		Long: "Opens the JupyterLab, or else the Notebook, that is on the PATH, in the clone's folder and with the\n" +
			"clone's kernel in its list. Nothing is installed. Arguments after -- go to it.\n" + aboutSigning,
		Example: "  sudokulab kernel jupyter\n  sudokulab kernel jupyter -- --no-browser --port 8899",
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			lab, err := root.clone()
			if err != nil {
				return err
			}
			// Without a kernel Jupyter is not opened, so there is nothing to ask.
			if _, err := nbkernel.ReadSpec(lab.SpecDir()); err == nil {
				if err := newSigning(cmd, lab, "", sign).offer(cmd.Context()); err != nil {
					return err
				}
			}
			return lab.Jupyter(args)
		}),
	}
	root.register(cmd)
	registerSign(cmd, &sign)
	return cmd
}

// asFindings turns checks into lines of doctor.
func asFindings(checks []nbkernel.Check) []finding {
	var out []finding
	for _, c := range checks {
		out = append(out, finding{Part: c.Part, State: state(c.State), Found: c.Found, Effect: c.Effect})
	}
	return out
}
