package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"sudokulab/experiments"
	"sudokulab/pkg/corpus"
	"sudokulab/pkg/lab"
	labbackend "sudokulab/pkg/lab/backend"
	"sudokulab/pkg/nbkernel"
	"sudokulab/pkg/watch/agents"
)

// bareRoot is the program without commands.
func bareRoot() *cobra.Command {
	agents.Register()
	root := &cobra.Command{
		Use:   "sudokulab",
		Short: "A reproducible research lab for Sudoku and constraint reasoning",
		Long: "A reproducible research lab for Sudoku and constraint reasoning.\n\n" +
			"Results go to standard output, everything else to standard error. Exit codes: 0 done;\n" +
			"1 wrong usage, unreadable input or another error; 2 at least one puzzle without a unique\n" +
			"solution where one was asked for; 75 the time of --budget is up, and --resume continues; 130\ninterrupted.",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          knownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(usageError)
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := noEmptyFlags(cmd, args); err != nil {
			return err
		}
		return keepApart(cmd, args)
	}
	return root
}

func newRoot() *cobra.Command {
	root := bareRoot()
	root.AddGroup(
		&cobra.Group{ID: "puzzles", Title: "Puzzles:"},
		&cobra.Group{ID: "lab", Title: "The lab:"},
		&cobra.Group{ID: "machine", Title: "This machine:"},
	)
	add := func(group string, commands ...*cobra.Command) {
		for _, c := range commands {
			c.GroupID = group
			root.AddCommand(c)
		}
	}
	add("puzzles", newSolve(), newEnumerate(), newClassify(), newCover(), newGraph(), newTrace(), newHint(), newExplain(), newRate(), newValidate(), newGenerate(), newSheet(), newHardest(), newCanonical(), newDedup(), newDataset(), newScore(), newBenchPrograms(), newJob(), newServe(), newPage())
	add("lab", newResults(), newCheck(), newClaims(), newNotebook(), newSite(), newData(), newTrain(), newEval())
	add("machine", newDoctor(), newKernel(), newAccel(), newGPU(), newVersion())
	root.AddCommand(newDev())
	root.SetHelpCommandGroupID("machine")
	root.SetCompletionCommandGroupID("machine")
	return root
}

// readyBuiltIns makes the command library's own commands, help and completion, refuse what they
// do not know as all others do. It wants the writers of the root to be set.
func readyBuiltIns(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		switch cmd.Name() {
		case "help":
			cmd.Args = func(_ *cobra.Command, args []string) error {
				topic, rest, err := root.Find(args)
				if err == nil {
					err = knownCommand(topic, rest)
				}
				return err
			}
		case "completion":
			cmd.Args = knownCommand
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
}

// knownCommand refuses arguments that name no command and suggests the nearest ones.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	err := fmt.Errorf("unknown command %q for %q", args[0], cmd.CommandPath())
	cmd.SuggestionsMinimumDistance = max(cmd.SuggestionsMinimumDistance, 2) // letters that may differ
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		err = fmt.Errorf("%w; did you mean %s?", err, orList(near))
	}
	return seeHelp(cmd, err)
}

// labFlags are the flags of every command that works on the lab's tree.
type labFlags struct {
	root string
}

func (f *labFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.root, "root", "", "the lab's source tree (default: the folder above that holds research/claims.yaml)")
	reads.names(cmd, "root")
}

// open returns the lab in the tree, and takes the backend that the environment asks for aside: what is planned here is what
// the tree holds, and only measuring asks for it.
func (f *labFlags) open() (*lab.Lab, error) {
	root, err := findRoot(f.root)
	if err != nil {
		return nil, err
	}
	store, err := openStore(root)
	if err != nil {
		return nil, err
	}
	if err := labbackend.Aside(); err != nil {
		return nil, err
	}
	return &lab.Lab{Root: root, Experiments: experiments.All(), Corpora: store, Overview: experiments.Overview()}, nil
}

// errNoLab says that a command was started outside the lab's source tree.
var errNoLab = errors.New("no lab here: neither this folder nor one above it holds research/claims.yaml; name it with --root or " + nbkernel.EnvRoot)

// claimsFile is what every tree of the lab holds, and no other folder.
var claimsFile = filepath.Join("research", "claims.yaml")

// holdsLab returns an error unless the folder is a tree of the lab.
func holdsLab(dir string) error {
	_, err := os.Stat(filepath.Join(dir, claimsFile))
	return err
}

// findRoot returns the lab's source tree: the one named, or else the folder above the
// current one that holds the claims, or else the one that SUDOKULAB_ROOT names.
func findRoot(named string) (string, error) {
	if named != "" {
		if err := holdsLab(named); err != nil {
			return "", fmt.Errorf("--root %s: not the lab's source tree, want the folder that holds research/claims.yaml: %w", named, err)
		}
		return named, nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if holdsLab(dir) == nil {
			return dir, nil
		}
		above := filepath.Dir(dir)
		if above == dir {
			break
		}
		dir = above
	}
	if dir = os.Getenv(nbkernel.EnvRoot); dir == "" {
		return "", errNoLab
	}
	if err := holdsLab(dir); err != nil {
		return "", fmt.Errorf("%s names no lab: %w", nbkernel.EnvRoot, err)
	}
	return dir, nil
}

// userSets is where fetched puzzle sets lie outside of a lab.
func userSets() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no place to keep puzzle sets: %w", err)
	}
	return filepath.Join(dir, "sudokulab", "data"), nil
}

// openStore returns the puzzle sets that this machine has: the embedded ones, those of the
// folder that SUDOKULAB_DATA names, and those fetched into the cache folder, which lies in
// the lab's tree or, outside of one, where the system keeps caches, if it does.
func openStore(root string) (*corpus.Store, error) {
	root, err := findRoot(root)
	if err == nil {
		return corpus.FromEnv(filepath.Join(root, ".cache", "data")), nil
	}
	if !errors.Is(err, errNoLab) {
		return nil, err
	}
	dir, err := userSets()
	if err != nil { // no home, as in a container or a service: what is embedded or in the data folder is there nevertheless
		return corpus.FromEnv(""), nil //nolint:nilerr // only data fetch wants a place
	}
	return corpus.FromEnv(dir), nil
}
