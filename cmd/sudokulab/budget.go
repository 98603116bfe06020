package main

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"sudokulab/pkg/minigrid"
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

// apply puts the flags that were given where their values belong. none is what stands there for no
// bound.
func (f *budgetFlags) apply(cmd *cobra.Command, vertices, bytes *int64, none int64) {
	set := func(to *int64, flag string, value int64) {
		if cmd.Flags().Changed(flag) {
			*to = cmp.Or(value, none)
		}
	}
	set(vertices, "max-vertices", f.vertices)
	set(bytes, "max-bytes", int64(f.bytes))
}
