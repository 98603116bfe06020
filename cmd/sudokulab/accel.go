package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/accel"
	agentcases "sudokulab/pkg/dqn/selfcases"
	"sudokulab/pkg/gnn/selfcases"
	labbackend "sudokulab/pkg/lab/backend"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/learn/selftest"
	"sudokulab/pkg/table"
)

// errMore is wrapped by commands of the queue whose time is up before their job is done. The
// exit code is that of the queue's contract, [gpuqueue.ExitMore].
var errMore = errors.New("the time is up and there is more to do")

func newAccel() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "accel",
		Short: "List and test the accelerators of the learned systems, or write a network for another program",
		Args:  knownCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newAccelList(), newAccelInstall(), newAccelSelftest(), newAccelExport())
	return cmd
}

// addBackend adds the flag that names a backend; the environment variable is its default.
func addBackend(cmd *cobra.Command, backend *string) {
	*backend = os.Getenv(accel.EnvBackend)
	cmd.Flags().Var(backendName{backend}, "backend",
		"backend: auto, go, xla:cpu, xla:cuda or xla:/path/to/plugin.so (default: "+accel.EnvBackend+", else auto); on a processor auto answers with\n"+
			"the candidate network by code of its own, much faster than go, which is GoMLX for everything")
	complete(cmd, "backend", accel.NameAuto, accel.NameGo, accel.NameCPU, accel.NameCUDA)
}

// backendName is a flag for a backend, and refuses what is the name of none.
type backendName struct{ value *string }

func (b backendName) String() string {
	if b.value == nil { // the flag library asks a zero value
		return ""
	}
	return *b.value
}

func (b backendName) Set(name string) error {
	if err := (accel.Options{Backend: name}).Validate(); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "accel: "))
	}
	*b.value = name
	return nil
}

func (b backendName) Type() string { return "string" }

// accelOptions says which backend to open. Plugins that accel install brought are found
// first.
func accelOptions(backend string) accel.Options {
	o := accel.DefaultOptions()
	o.Backend = backend
	if dir, err := pluginDir(""); err == nil {
		o.PluginDirs = []string{dir}
	}
	return o
}

// pluginDir is where accel install puts plugins: in the lab's tree, or outside of one in the
// user's cache folder.
func pluginDir(root string) (string, error) {
	root, err := findRoot(root)
	if err == nil {
		return filepath.Join(root, ".tools", "pjrt"), nil
	}
	if !errors.Is(err, errNoLab) {
		return "", err
	}
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "sudokulab", "pjrt"), err
}

// withPlugins lets experiments find the plugins that accel install put into a tree.
func withPlugins(ctx context.Context, root string) context.Context {
	dir, err := pluginDir(root)
	if err != nil {
		return ctx
	}
	return labbackend.WithPlugins(ctx, dir)
}

// openBackend opens a backend and says on standard error which and why.
func openBackend(cmd *cobra.Command, backend string) (*accel.Choice, error) {
	return openOptions(cmd, accelOptions(backend))
}

// openOptions is openBackend with options, for what a name does not say.
func openOptions(cmd *cobra.Command, o accel.Options) (*accel.Choice, error) {
	choice, err := accel.Choose(cmd.Context(), o)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", cmd.Name(), choice.Reason)
	return choice, nil
}

// tellPath says on standard error which path of package fused answers in the place of the backend that was told, if one does.
func tellPath(cmd *cobra.Command, path fused.Path) {
	if path != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: the network's own code answers, %s\n", cmd.Name(), path)
	}
}

// xlaWould says on standard error that XLA would be faster, if a network runs on the pure-Go backend
// though that was not asked for, where make xla can bring it and has not; never with --quiet. path is that of
// the fused step if it takes the backend's place: with vectors it is faster than XLA. when says for which
// work, "" for all: XLA first compiles the network, for about as long as the pure-Go backend takes for twenty
// puzzles. Each command opens one backend, so it is said once.
func xlaWould(cmd *cobra.Command, o accel.Options, choice *accel.Choice, path fused.Path, when string) {
	if choice.Platform != accel.PlatformGo || o.Backend == accel.NameGo || path == fused.AVX2 || !accel.LacksXLA(o) {
		return
	}
	if quiet := cmd.Flags().Lookup("quiet"); quiet != nil && quiet.Value.String() == "true" {
		return
	}
	if _, err := findRoot(""); err != nil {
		return // make xla is there in the lab's tree
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s: %sXLA runs these networks much faster here: make xla\n", cmd.Name(), when)
}

// probeBackend is doctor --accel.
func probeBackend(cmd *cobra.Command, backend string, asJSON bool) error {
	choice, err := openBackend(cmd, backend)
	if err != nil {
		return err
	}
	defer choice.Close()
	report, err := accel.Probe(cmd.Context(), choice, accel.DefaultProbe(choice.Platform))
	if err != nil && !errors.Is(err, accel.ErrWrongAnswer) {
		return err
	}
	if asJSON {
		return errors.Join(err, writeJSON(cmd.OutOrStdout(), report))
	}
	return errors.Join(err, report.WriteText(cmd.OutOrStdout()))
}

// accelList is the JSON form of accel list.
type accelList struct {
	Plugins  []accel.Plugin `json:"plugins"`
	Searched []string       `json:"searched"`
	Choice   *accel.Choice  `json:"choice,omitempty"`
}

func newAccelList() *cobra.Command {
	var (
		asJSON  bool
		backend string
	)
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the backends and plugins of this machine, and which is chosen",
		Args:  cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			options := accelOptions(backend)
			choice, err := accel.Choose(cmd.Context(), options)
			if err != nil {
				return err
			}
			defer choice.Close()
			found, searched := accel.FindPlugins(options)
			out := cmd.OutOrStdout()
			if asJSON {
				return writeJSON(out, accelList{append([]accel.Plugin{}, found...), searched, choice})
			}
			backends := choice.Table()
			if err := backends.WriteText(out); err != nil {
				return err
			}
			plugins := table.Table{Title: "Plugins of XLA", Columns: []string{"Plugin", "Platform"}}
			for _, p := range found {
				plugins.Add(p.Path, p.Platform)
			}
			if len(found) == 0 {
				plugins.Add("none found", "–")
			}
			for _, dir := range searched {
				plugins.Notes = append(plugins.Notes, "searched "+dir)
			}
			return plugins.WriteText(out)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	addBackend(cmd, &backend)
	return cmd
}

// pluginRequest says which plugin accel install downloads and where to.
type pluginRequest struct {
	target  string
	dir     string
	version string
	file    string
	replace bool
	missing bool // only if it is not installed
}

func newAccelInstall() *cobra.Command {
	var (
		root labFlags
		req  pluginRequest
	)
	cmd := &cobra.Command{
		Use:   "install {cpu | cuda13 | cuda12}",
		Short: "Install an XLA plugin with its libraries, from the network or a file",
		Long: "Installs the PJRT plugin for XLA on the processor or for CUDA into its own folder, where the\n" +
			"lab finds it. Only files whose SHA-256 this program holds are downloaded: those for CUDA. The plugin for\n" +
			"the processor has no known hash, so fetch it yourself and name it with --file: the library, or a wheel or\n" +
			".tar.gz that holds it. Nothing else is touched and no driver is installed. The program must be built with\n" +
			"-tags xla to load it, as make xla builds bin/sudokulab-xla. CUDA takes several gigabytes. An interrupted\n" +
			"download is continued by the next call.",
		Example:   "  sudokulab accel install cpu --file pjrt_cpu_linux_amd64.tar.gz\n  sudokulab accel install cuda13 --dir plugins",
		Args:      oneOfValidArgs,
		ValidArgs: []cobra.Completion{"cpu", "cuda13", "cuda12"},
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			req.target = args[0]
			if req.dir == "" {
				var err error
				if req.dir, err = pluginDir(root.root); err != nil {
					return err
				}
			}
			done, err := installPlugin(cmd.Context(), req, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), done)
			return err
		}),
	}
	root.register(cmd)
	cmd.Flags().StringVar(&req.dir, "dir", "", "folder of plugins (default: .tools/pjrt in the lab's tree, else in the user's cache folder)")
	fills.names(cmd, "dir")
	cmd.Flags().StringVar(&req.version, "version", "", "version of the cpu plugin (default: the one that was tested)")
	cmd.Flags().StringVar(&req.file, "file", "", "take the cpu plugin from this file: the library, or a wheel or .tar.gz that holds it")
	reads.names(cmd, "file")
	completeFiles(cmd, "file", "so", "whl", "gz")
	cmd.Flags().BoolVar(&req.replace, "replace", false, "replace what is installed")
	cmd.Flags().BoolVar(&req.missing, "if-missing", false, "leave what is installed, and say so")
	cmd.MarkFlagsMutuallyExclusive("replace", "if-missing")
	return cmd
}

// selftesting holds the flags of accel selftest, the first job of the queue, which follows that
// contract: --out, --budget and --resume, and files only below --out.
type selftesting struct {
	out     string
	budget  time.Duration
	resume  bool
	backend string
}

func newAccelSelftest() *cobra.Command {
	var s selftesting
	cmd := &cobra.Command{
		Use:   "selftest",
		Short: "Prove that a backend can train: answers, gradients, training steps of each network, resumption",
		Long: "Checks a small graph and the gradients of a small network against plain loops, and measures rates.\n" +
			"Then that network, and each network of the lab, makes a few training steps, is saved, resumed and\n" +
			"compared; on a card at its full size as well. It ends with exit code 1 if anything is wrong, and says\n" +
			"what. With --out the report is also kept as " + selftest.JSONName + " and " + selftest.TextName + ", after each network.\n" +
			"Networks for which the budget leaves no time are skipped; --resume goes on with them.",
		Example: "  sudokulab accel selftest --backend go",
		Args:    cobra.NoArgs,
		RunE:    naming(func(cmd *cobra.Command, _ []string) error { return s.run(cmd) }),
	}
	cmd.Flags().StringVar(&s.out, "out", "", "folder for the report")
	fills.names(cmd, "out")
	addTime(cmd, &s.budget, "budget", "stop within this time (0: no bound)")
	cmd.Flags().BoolVar(&s.resume, "resume", false, "leave out the networks that were right in the report in --out, on the same backend")
	addBackend(cmd, &s.backend)
	return cmd
}

func (s *selftesting) run(cmd *cobra.Command) error {
	ctx := cmd.Context()
	if s.budget > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.budget)
		defer cancel()
	}
	options := selftest.Options{Progress: cmd.ErrOrStderr(), Keep: s.keep}
	if s.resume && s.out != "" {
		var err error
		if options.Before, err = selftest.Load(s.out); err != nil {
			return err
		}
	}
	choice, err := openBackend(cmd, s.backend)
	if err != nil {
		return err
	}
	defer choice.Close()
	config := selftest.Default(choice.Platform)
	cases, err := selftestCases(choice.Platform, config.Seed)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "sudokulab-selftest-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // the system clears its temporary folder anyway
	report, err := selftest.Run(ctx, choice, config, cases, dir, options)
	if errors.Is(err, selftest.ErrSkipped) {
		err = fmt.Errorf("%w: %w", errMore, err)
	}
	return errors.Join(err, report.WriteText(cmd.OutOrStdout()), s.keep(report))
}

// selftestCases are the cases of all systems, the small ones first, so that a deadline costs the others.
func selftestCases(platform string, seed uint64) ([]selftest.Case, error) {
	cases, err := selfcases.Cases(platform, seed)
	if err != nil {
		return nil, err
	}
	agents, err := agentcases.Cases(platform, seed)
	if err != nil {
		return nil, err
	}
	cases = append(cases, agents...)
	slices.SortStableFunc(cases, func(a, b selftest.Case) int {
		return cmp.Compare(slices.Index(selftest.Sizes(platform), a.Size), slices.Index(selftest.Sizes(platform), b.Size))
	})
	return cases, nil
}

// keep writes the two files of the report into --out.
func (s *selftesting) keep(report selftest.Report) error {
	if s.out == "" {
		return nil
	}
	return report.Save(s.out)
}
