// Package backend is what experiments with tensors do alike: they ask the environment for a
// backend, name it in their configuration and records without the paths of a machine, and keep
// as exact only what the pure-Go backend repeats.
//
//	cfg.Backend = backend.Asked()
//	choice, err := backend.Open(ctx, cfg.Backend)
//	if err != nil { … }
//	defer choice.Close()
//	r.Text("backend", backend.Name(choice))
//	backend.KeeperOf(r, choice).Count("solved", solved, "boards")
//
// Invariants: without [accel.EnvBackend] the answer is the pure-Go backend, so that a fresh
// clone measures the same everywhere, but for profile gpu (see [ForProfile]); programs plan what they publish
// without it (see [Aside]); no name holds a path.
package backend

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"sudokulab/pkg/accel"
	"sudokulab/pkg/lab"
	"sudokulab/pkg/record"
)

// Asked is the backend that the environment asks for, a plugin without its path; the pure-Go
// one if it asks for none.
func Asked() string {
	switch name := os.Getenv(accel.EnvBackend); {
	case name == "":
		return accel.NameGo
	case slices.Contains([]string{accel.NameAuto, accel.NameGo, accel.NameCPU, accel.NameCUDA}, name):
		return name
	default:
		kind, _, _ := strings.Cut(name, ":")
		return kind
	}
}

// pluginsKey is the context's key of the folders of [WithPlugins].
type pluginsKey struct{}

// WithPlugins returns a context under which [Open] searches these folders for plugins first: where
// package accel/install put them in the tree whose experiments run.
func WithPlugins(ctx context.Context, dirs ...string) context.Context {
	return context.WithValue(ctx, pluginsKey{}, dirs)
}

// Open opens the backend of a configuration: what [Asked] returned, with the plugin's path of
// the environment, or another name of package accel.
func Open(ctx context.Context, asked string) (*accel.Choice, error) {
	return open(ctx, asked, false)
}

// OpenSequential is Open for graphs of many small operations: the backend in Go runs one after the other
// (see [accel.Options]).
func OpenSequential(ctx context.Context, asked string) (*accel.Choice, error) {
	return open(ctx, asked, true)
}

func open(ctx context.Context, asked string, sequential bool) (*accel.Choice, error) {
	if full := os.Getenv(accel.EnvBackend); full != "" && asked == Asked() {
		asked = full
	}
	dirs, _ := ctx.Value(pluginsKey{}).([]string)
	return accel.Choose(ctx, accel.Options{Backend: asked, PluginDirs: dirs, Sequential: sequential})
}

// aside is what the environment asked for when [Aside] took it out.
var aside string

// Aside takes the backend that the environment asks for out of it, but for what [ForProfile] measures: tables, verdicts and
// checks are planned as on a machine that asks for none, whoever makes them.
func Aside() error {
	if asked := os.Getenv(accel.EnvBackend); asked != "" {
		aside = asked
	}
	return os.Unsetenv(accel.EnvBackend)
}

// ForProfile calls measure with the backend in the environment that was asked for there: before [Aside] or now. Profile gpu
// needs a card: where nothing is asked for, it asks for the CUDA plugin that is found. Afterwards the environment asks for what it did before.
func ForProfile(p lab.Profile, measure func() error) (err error) {
	now := os.Getenv(accel.EnvBackend)
	name := cmp.Or(now, aside)
	if name == "" && p == lab.GPU {
		name = accel.NameCUDA
	}
	if name == now {
		return measure()
	}
	if err := os.Setenv(accel.EnvBackend, name); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Unsetenv(accel.EnvBackend)) }()
	return measure()
}

// OpenNoted opens the backend of a configuration, as [Open] does, and notes in the record which it is.
func OpenNoted(ctx context.Context, asked string, r *lab.Run) (*accel.Choice, error) {
	choice, err := Open(ctx, asked)
	if err != nil {
		return nil, err
	}
	r.Text("backend", Name(choice))
	return choice, nil
}

// Name names an open backend without words that change from machine to machine.
func Name(choice *accel.Choice) string {
	switch choice.Platform {
	case accel.PlatformGo:
		return "pure Go"
	case accel.PlatformCPU:
		return "XLA, CPU"
	case accel.PlatformCUDA:
		return "XLA, CUDA"
	}
	return "XLA, " + choice.Platform
}

// Keeper keeps counts that follow from a network's arithmetic: exactly repeatable on the pure-Go
// backend of one build, noisy on others.
type Keeper struct {
	r     *lab.Run
	exact bool
}

// KeeperOf returns the keeper of a record that is measured on a backend.
func KeeperOf(r *lab.Run, choice *accel.Choice) Keeper {
	return Keeper{r, choice.Platform == accel.PlatformGo}
}

// Keep keeps one figure of n trials, as lab.Run.Exact does.
func (k Keeper) Keep(name string, value float64, unit string, n int) {
	if k.exact {
		k.r.Exact(name, value, unit, n)
	} else {
		k.r.Noisy(name, value, unit, n)
	}
}

// Count keeps one count.
func (k Keeper) Count(name string, value int64, unit string) { k.Keep(name, float64(value), unit, 1) }

// Note says for a table on which backends its records were measured, "Backend: pure Go."; it says nothing if no record does.
func Note(set record.Set) []string {
	var names []string
	for _, r := range set {
		if name := r.Texts["backend"]; name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return []string{"Backend: " + strings.Join(names, "; ") + "."}
}
