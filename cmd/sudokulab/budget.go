package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/engine"
	"sudokulab/pkg/minigrid"
	"sudokulab/pkg/solver"
)

// byteSize is a flag for a number of bytes with a unit: 512MB, 1.5GiB, 64k.
type byteSize int64

// byteUnits are the units with their sizes, those that others end with behind them.
var byteUnits = []struct {
	name string
	size float64
}{
	{"KiB", 1 << 10},
	{"MiB", 1 << 20},
	{"GiB", 1 << 30},
	{"TiB", 1 << 40},
	{"kB", 1e3},
	{"MB", 1e6},
	{"GB", 1e9},
	{"TB", 1e12},
	{"K", 1 << 10},
	{"M", 1 << 20},
	{"G", 1 << 30},
	{"T", 1 << 40},
	{"B", 1},
}

// String writes the number with the largest unit that leaves it whole.
func (b *byteSize) String() string {
	for i := 3; i >= 0; i-- {
		if u := byteUnits[i]; *b > 0 && *b%byteSize(u.size) == 0 {
			return strconv.FormatInt(int64(*b)/int64(u.size), 10) + u.name
		}
	}
	return strconv.FormatInt(int64(*b), 10)
}

// Set reads a number, whole or with decimals, and a unit in any case. As usual, MB counts
// thousands, MiB and M count by 1024.
func (b *byteSize) Set(text string) error {
	number, unit := strings.TrimSpace(text), 1.0
	for _, u := range byteUnits {
		if at := len(number) - len(u.name); at >= 0 && strings.EqualFold(number[at:], u.name) {
			number, unit = strings.TrimSpace(number[:at]), u.size
			break
		}
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || strings.Trim(number, "0123456789.") != "" || x*unit >= math.MaxInt64 {
		return errors.New("want a number of bytes such as 512MB or 1GiB")
	}
	*b = byteSize(x * unit)
	return nil
}

// Type names the value in the help.
func (b *byteSize) Type() string { return "bytes" }

// budgetFlags bound the graph of the minigrid method.
type budgetFlags struct {
	vertices int64
	bytes    byteSize
}

// register adds the flags; whose follows what they bound in the usage text.
func (f *budgetFlags) register(cmd *cobra.Command, whose string) {
	cfg := minigrid.DefaultConfig()
	f.vertices, f.bytes = cfg.MaxVertices, byteSize(cfg.MaxBytes)
	addNumber(cmd, &f.vertices, "max-vertices", 0, noBound, "bound on the number of box fillings"+whose+" (0: none)")
	cmd.Flags().Var(&f.bytes, "max-bytes", "bound on the memory for fillings and graph"+whose+", such as 512MB (0: none)")
}

// apply puts the flags that were given into a configuration. It returns the name of the
// last that was, "" if none was.
func (f *budgetFlags) apply(cmd *cobra.Command, cfg *minigrid.Config) (given string) {
	if cmd.Flags().Changed("max-bytes") {
		cfg.MaxBytes, given = int64(f.bytes), "--max-bytes"
	}
	if cmd.Flags().Changed("max-vertices") {
		cfg.MaxVertices, given = f.vertices, "--max-vertices"
	}
	return given
}

// methodFlags choose an engine and its bounds.
type methodFlags struct {
	name     string
	budget   budgetFlags
	networks *networkFlags // nil where the methods that ask a network are not among them
}

func (f *methodFlags) register(cmd *cobra.Command) {
	all := engine.All()
	if f.networks != nil {
		all = append(all, f.networks.entries()...)
		f.networks.register(cmd)
	}
	addMethod(cmd, &f.name, all)
	f.budget.register(cmd, " of a puzzle, for minigrid methods")
}

// open returns the engine that the flags ask for.
func (f *methodFlags) open(cmd *cobra.Command) (engine.Entry, error) {
	if f.networks != nil {
		if entry, ok, err := f.networks.open(cmd, f.name); ok {
			return entry, err
		}
	}
	entry, err := engine.ByName(f.name)
	if err != nil {
		return entry, err
	}
	cfg, isMinigrid := entry.Config.(engine.MinigridConfig)
	given := f.budget.apply(cmd, &cfg.Config)
	switch {
	case given == "":
		return entry, nil
	case !isMinigrid:
		var names []string
		for _, e := range engine.All() {
			if _, ok := e.Config.(engine.MinigridConfig); ok {
				names = append(names, e.Name)
			}
		}
		return entry, fmt.Errorf("%s: bounds the graph of --method %s, the method here is %s", given, orList(names), entry.Name)
	}
	entry.Config = cfg
	entry.New = func() solver.Solver { return engine.Minigrid(cfg) }
	return entry, nil
}
