package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/board"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/learn/candidates/fused"
	"sudokulab/pkg/method"
	"sudokulab/pkg/nbkernel"
	"sudokulab/pkg/solver"
)

// state is how doctor finds a part of the surroundings.
type state string

const (
	stateOK      state = "ok"
	stateMissing state = "missing" // not here, and something would need it
	stateBroken  state = "broken"  // here, and does not work
	stateNone    state = "–"       // not here, and that is as good
)

// finding is one line of doctor.
type finding struct {
	Part   string `json:"part"`
	State  state  `json:"state"`
	Found  string `json:"found"`            // what is there, or what was looked for
	Effect string `json:"effect,omitempty"` // what the part is for, or what its lack keeps from working
	Get    string `json:"get,omitempty"`    // how to get it, or to mend it
	// Essential parts make the exit code 1 when they are broken or missing.
	Essential bool `json:"essential,omitempty"`
}

func newDoctor() *cobra.Command {
	var (
		root    labFlags
		asJSON  bool
		probe   bool
		backend string
	)
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is installed, and what each missing part would enable",
		Long: "Looks at the program and, in the lab's tree, at what make results and make test need: Go, make, a\n" +
			"clone and caches that can be written to, modules, memory and disk. Then come git, a C compiler, the\n" +
			"puzzle sets, the accelerator, the notebooks' kernel, the browser and the terminal. Each line says\n" +
			"what is there, what it is for, and how to get what is missing. Nothing is installed or changed. The\n" +
			"exit code is 1 only if one of the two commands, or this program, cannot work.\n\n" +
			"--accel opens the backend of the learned systems, lets it compute a small graph with a known\n" +
			"answer, and measures matrix products and copies.",
		Example: "  sudokulab doctor\n  sudokulab doctor --accel --backend go",
		Args:    cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			if probe {
				return probeBackend(cmd, backend, asJSON)
			}
			findings := examine(cmd, root.root, backend)
			var err error
			if asJSON {
				err = writeJSON(cmd.OutOrStdout(), findings)
			} else {
				err = writeFindings(cmd.OutOrStdout(), findings)
			}
			for _, f := range findings {
				if err == nil && f.Essential && (f.State == stateBroken || f.State == stateMissing) {
					err = fmt.Errorf("%s: %s", f.Part, f.State)
				}
			}
			return err
		}),
	}
	root.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&probe, "accel", false, "compile a small graph on the accelerator, check its answer and measure rates")
	addBackend(cmd, &backend)
	return cmd
}

func writeFindings(w io.Writer, findings []finding) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range findings {
		text := f.Found
		if f.Effect != "" {
			text += " — " + f.Effect
		}
		if f.Get != "" {
			text += "; what to do: " + f.Get
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", f.State, f.Part, text)
	}
	return t.Flush() // it keeps the first error until here
}

// examine makes all findings.
func examine(cmd *cobra.Command, namedRoot, backend string) []finding {
	ctx := cmd.Context()
	root, rootErr := findRoot(namedRoot)
	findings := []finding{programFinding(), enginesFinding(ctx), labFinding(root, rootErr)}
	if rootErr == nil {
		if abs, err := filepath.Abs(root); err == nil {
			root = abs
		}
		findings = append(findings, needsFindings(ctx, root)...)
		findings = append(findings, originalsFinding(ctx, root))
	} else {
		_, goFound := goFinding(ctx, "")
		findings = append(findings, goFound, gitFinding(ctx, ""))
	}
	findings = append(findings, dataFindings(ctx, namedRoot)...)
	findings = append(findings, backendFindings(ctx, backend)...)
	findings = append(findings, notebookFindings(ctx, root)...)
	findings = append(findings,
		tool(ctx, "browser", nil, "the page's tests drive it", root, "chromium", "chromium-browser", "google-chrome"),
		terminalFinding(cmd.OutOrStdout()),
	)
	return findings
}

func programFinding() finding {
	return finding{
		Part: "program", State: stateOK,
		Found: fmt.Sprintf("sudokulab %s, %s, %s/%s, %d cores", version, runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0)),
	}
}

// enginesFinding lets every engine solve a puzzle that arc consistency alone does not.
func enginesFinding(ctx context.Context) finding {
	const known = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
	f := finding{Part: "engines", State: stateOK, Essential: true}
	puzzle := board.MustParse(known)
	all := method.Exact()
	for _, e := range all {
		// Any solution will do: the plainest of them would take too long to prove that it is
		// the only one.
		res, err := solveBy(ctx, e.Name, puzzle, solver.Limits{Solutions: 1, Nodes: 1_000_000})
		if err == nil && res.Status == solver.Found {
			err = board.CheckSolution(puzzle, res.Grid)
		}
		if err != nil {
			f.State, f.Found = stateBroken, fmt.Sprintf("%s: %v", e.Name, err)
			return f
		}
	}
	f.Found = fmt.Sprintf("%s solve a known puzzle rightly", plural(len(all), "engine"))
	return f
}

// solveBy opens a method for one puzzle.
func solveBy(ctx context.Context, name string, puzzle board.Board, limits solver.Limits) (res solver.Result, err error) {
	s, err := method.Open(ctx, name, method.Options{})
	if err != nil {
		return res, err
	}
	defer func() { err = cmp.Or(err, s.Close()) }()
	return s.Solve(ctx, puzzle, limits)
}

// tool looks for the first of some programs on the PATH and in the lab's own folder.
func tool(ctx context.Context, part string, versionArgs []string, effect, root string, names ...string) finding {
	f := finding{Part: part, State: stateMissing, Found: orList(names) + " not on PATH", Effect: effect}
	for _, name := range names {
		path := lookTool(root, name)
		if path == "" {
			continue
		}
		f.State, f.Found = stateOK, path
		if versionArgs != nil {
			out, err := exec.CommandContext(ctx, path, versionArgs...).Output()
			if err != nil {
				f.State, f.Found = stateBroken, fmt.Sprintf("%s: %v", path, err)
				return f
			}
			f.Found, _, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
		}
		return f
	}
	return f
}

// lookTool returns the path of a program, "" if there is none.
func lookTool(root, name string) string {
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	if root != "" {
		if path, err := exec.LookPath(filepath.Join(root, ".tools", "bin", name)); err == nil {
			return path
		}
	}
	return ""
}

func labFinding(root string, err error) finding {
	f := finding{Part: "lab", State: stateOK, Found: root}
	switch {
	case errors.Is(err, errNoLab):
		f.State, f.Found, f.Effect = stateNone, "not in the lab's source tree", "results, check and claims work there, or with --root"
	case err != nil:
		f.State, f.Found, f.Effect = stateBroken, err.Error(), "results, check and claims find no lab"
		f.Get = "unset " + nbkernel.EnvRoot + ", or give --root"
	}
	return f
}

func dataFindings(ctx context.Context, namedRoot string) []finding {
	store, err := openStore(namedRoot)
	if err != nil {
		return []finding{{Part: "puzzle sets", State: stateBroken, Found: err.Error(), Effect: "downloads have no place"}}
	}
	counts := map[corpus.Where]int{}
	var embedded []string
	missing := 0
	for _, r := range store.List() {
		counts[r.Location.Where]++
		switch {
		case r.Set.Embedded:
			embedded = append(embedded, r.Set.ID)
		case r.Location.Where == corpus.Missing && r.Set.ByHand == "":
			missing++
		}
	}
	own := finding{Part: "own sets", State: stateOK, Found: plural(len(embedded), "set") + " in the program", Essential: true}
	for _, id := range embedded {
		if _, err := store.Digest(ctx, id); err != nil {
			own.State, own.Found = stateBroken, err.Error()
		}
	}
	data := finding{Part: "data folder", State: stateNone, Found: corpus.EnvDataDir + " is not set", Effect: "a folder of public sets may be named there"}
	if store.DataDir != "" {
		data.State, data.Found, data.Effect = stateOK, fmt.Sprintf("%s, %s", store.DataDir, plural(counts[corpus.InDataDir], "set")), ""
		if info, err := os.Stat(store.DataDir); err != nil || !info.IsDir() {
			data.State, data.Found, data.Effect = stateBroken, store.DataDir, "is not a folder, though "+corpus.EnvDataDir+" names it"
		}
	}
	cache := finding{Part: "cache folder", State: stateOK, Found: fmt.Sprintf("%s, %s", store.CacheDir, plural(counts[corpus.InCacheDir], "set"))}
	if store.CacheDir == "" {
		_, err := userSets()
		cache.State, cache.Found, cache.Effect = stateBroken, err.Error(), "downloads have no place"
	} else if _, err := os.Stat(store.CacheDir); errors.Is(err, os.ErrNotExist) {
		cache.State, cache.Found, cache.Effect = stateNone, store.CacheDir+" is not there yet", "the first download makes it"
	}
	public := finding{Part: "public sets", State: stateOK, Found: plural(counts[corpus.InDataDir]+counts[corpus.InCacheDir], "set") + " here"}
	if missing > 0 {
		public.State = stateMissing
		public.Effect = "cases on the others are skipped, and what is committed of them stays"
		public.Get = fmt.Sprintf("sudokulab data fetch --all gets %d more; or name a folder with them in %s", missing, corpus.EnvDataDir)
	}
	return []finding{own, data, cache, public}
}

// backendFindings shows each candidate for the learned systems.
func backendFindings(ctx context.Context, backend string) []finding {
	const part = "backend"
	choice, err := accel.Choose(ctx, accelOptions(backend))
	if err != nil {
		return []finding{{Part: part, State: stateBroken, Found: strings.TrimPrefix(err.Error(), "accel: "), Effect: "what was asked for cannot be had"}, buildFinding()}
	}
	defer choice.Close()
	var out []finding
	for _, a := range choice.Tried {
		f := finding{Part: part + " " + a.Name, State: stateOK, Found: choice.Description + " on " + choice.Device}
		if !a.OK {
			f.State, f.Found = stateMissing, a.Lacked
			switch a.Name {
			case accel.NameCUDA:
				f.Effect = "the gpu profile and full training need a card"
			case accel.NameCPU:
				f.Effect = "networks train and answer many puzzles much faster with XLA"
				switch {
				case !accel.LacksXLA(accelOptions(backend)):
					f.Get = "a plugin is installed: " + xlaProgram + " of make xla loads it"
				case accel.CPUPluginOffered():
					f.Get = "make xla, which wants a C compiler and brings the plugin"
				}
			}
		}
		out = append(out, f)
	}
	return append(out, candidateFinding(backend, choice), buildFinding())
}

// candidateFinding says what computes the answers of the candidate network: `solve --method gnn`, `dqn` and the like, `eval`.
func candidateFinding(backend string, choice *accel.Choice) finding {
	f := finding{Part: "candidate network", State: stateOK}
	switch path := fused.Instead(backend, choice); path {
	case "":
		f.Found = "answers through " + choice.Name
	case fused.Portable:
		f.Found, f.Effect = "answers by code of its own in Go", "on a processor with "+string(fused.AVX2)+" it takes much less time"
	default:
		f.Found = "answers by code of its own with " + string(path)
	}
	if backend == accel.NameGo && fused.Instead("", choice) != "" {
		f.Effect, f.Get = "its own code is many times faster", "name no backend, or auto"
	}
	return f
}

// buildFinding says whether this program can load XLA at all.
func buildFinding() finding {
	settings := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	if slices.Contains(strings.Split(settings["-tags"], ","), "xla") {
		return finding{Part: "xla tag", State: stateOK, Found: "built with -tags xla"}
	}
	return finding{Part: "xla tag", State: stateNone, Found: "built without -tags xla", Effect: "only the pure-Go backend is in this program; make xla builds " + xlaProgram}
}

// notebookFindings looks for what the notebooks need, and for the traps that leave a kernel
// without its tools.
func notebookFindings(ctx context.Context, root string) []finding {
	out := []finding{withGet(tool(ctx, "jupyter", nil, "make jupyter opens notebooks in it; make results and make notebooks execute them without", root, "jupyter-lab", "jupyter-notebook", "jupyter"),
		"pip install jupyterlab in a virtual environment, or your system's packages")}
	lab := nbkernel.Lab{Root: root}
	if root == "" {
		for _, f := range nbkernel.List("") {
			lab.Root = f.Root
			break
		}
	}
	if lab.Root == "" {
		return append(out, finding{Part: "kernel", State: stateNone, Found: "not in the lab's source tree", Effect: "the Go kernel of the notebooks is built there"})
	}
	if abs, err := filepath.Abs(lab.Root); err == nil {
		lab.Root = abs
	}
	return append(out, asFindings(lab.Examine(ctx))...)
}

func terminalFinding(stdout io.Writer) finding {
	f := finding{Part: "terminal", State: stateOK}
	var words []string
	if !isTerminal(stdout) {
		f.State = stateNone
		words = append(words, "output goes to a file or a program: one line per puzzle, no colours")
	} else {
		words = append(words, "output goes to a terminal")
		if !colored(colorAuto, stdout) {
			words = append(words, "without colours, by NO_COLOR or TERM")
		}
	}
	locale := ""
	for _, v := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale = os.Getenv(v); locale != "" {
			break
		}
	}
	if upper := strings.ToUpper(locale); isTerminal(stdout) && !strings.Contains(upper, "UTF-8") && !strings.Contains(upper, "UTF8") {
		f.Effect = "the locale does not say UTF-8, so frames may look wrong"
	}
	f.Found = strings.Join(words, ", ")
	return f
}
