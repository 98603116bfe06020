package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/lab"
)

// committedBench has the benchmarks of one kind of machine, as go test printed them.
const committedBench = "results/benchmarks.txt"

// fell is by how much a figure has to be worse to be told, in percent: less may be the place of code in memory. It also has to be
// surely worse, at a level that leaves chance one in a hundred.
const (
	fell      = 5
	benchSure = "0.01"
)

// newBench compares the benchmarks with the committed ones.
func newBench() *cobra.Command {
	var (
		match string
		each  = 100 * time.Millisecond
		count = 6
		keep  bool
	)
	cmd := &cobra.Command{
		Use:   "bench [packages]",
		Short: "Run the benchmarks, and say which are slower than the committed ones of this kind of machine",
		RunE: naming(func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"./pkg/..."}
			}
			var ran bytes.Buffer
			c := exec.CommandContext(cmd.Context(), "go", append([]string{
				"test", "-run", "^$", "-bench", match, "-benchmem", "-benchtime", each.String(), "-count", strconv.Itoa(count),
			}, args...)...)
			shown := newPromptWriter(cmd.ErrOrStderr()) // two goroutines write to it
			c.Stdout, c.Stderr = io.MultiWriter(&ran, shown), shown
			if err := errors.Join(c.Run(), shown.Flush()); err != nil {
				return err
			}
			now := benchLines(ran.String())
			if keep {
				return atomicfile.WriteBytes(committedBench, []byte(now))
			}
			before, err := atomicfile.ReadFile(committedBench, atomicfile.Most)
			if errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("%s is not there: --keep writes it", committedBench)
			}
			if err != nil {
				return err
			}
			if a, b := benchMachine(string(before)), benchMachine(now); a != b {
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "nothing to compare with: the committed benchmarks are of %s, this is %s\n", a, b)
				return err
			}
			table, err := benchstat(cmd.Context(), string(before), now)
			if err != nil {
				return err
			}
			return tellFallen(cmd.OutOrStdout(), table)
		}),
	}
	flags := cmd.Flags()
	flags.StringVar(&match, "bench", ".", "regular expression of the benchmarks to run")
	addTime(cmd, &each, "time", "how long each runs")
	addNumber(cmd, &count, "count", 4, 1000, "how often each runs")
	flags.BoolVar(&keep, "keep", false, "write "+committedBench+" instead")
	return cmd
}

// benchLines are what go test prints of benchmarks, without what it says of each package's tests.
func benchLines(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		for _, begins := range []string{"goos: ", "goarch: ", "pkg: ", "cpu: ", "Benchmark"} {
			if strings.HasPrefix(line, begins) {
				out.WriteString(line)
			}
		}
	}
	return out.String()
}

// benchMachine names the kind of machine that benchmarks ran on: system, processor and, where there are several, cores.
func benchMachine(text string) string {
	var of []string
	for line := range strings.Lines(text) {
		for _, begins := range []string{"goos: ", "goarch: ", "cpu: "} {
			if value, ok := strings.CutPrefix(strings.TrimSpace(line), begins); ok && !slices.Contains(of, value) {
				of = append(of, value)
			}
		}
		if fields := strings.Fields(line); len(fields) > 0 && strings.HasPrefix(fields[0], "Benchmark") {
			cores := 1 // go test says how many only if there are more
			if i := strings.LastIndexByte(fields[0], '-'); i > 0 {
				if n, err := strconv.Atoi(fields[0][i+1:]); err == nil {
					cores = n
				}
			}
			return strings.Join(append(of, plural(cores, "core")), ", ")
		}
	}
	return "no machine: no benchmark ran"
}

// benchstat compares two runs, as its table of comma-separated values.
func benchstat(ctx context.Context, before, now string) (table string, err error) {
	dir, err := os.MkdirTemp("", "sudokulab-bench-")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	args := []string{"-format", "csv", "-alpha", benchSure}
	for name, text := range map[string]string{"committed": before, "now": now} {
		if err := atomicfile.WriteBytes(filepath.Join(dir, name), []byte(text)); err != nil {
			return "", err
		}
	}
	c := exec.CommandContext(ctx, filepath.Join(".tools", "bin", "benchstat"), append(args, "committed="+filepath.Join(dir, "committed"), "now="+filepath.Join(dir, "now"))...)
	var out, messages bytes.Buffer
	c.Stdout, c.Stderr = &out, &messages
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("benchstat: %w: %s", err, strings.TrimSpace(messages.String()))
	}
	return out.String(), nil
}

// benchChange is a figure that surely changed.
type benchChange struct {
	name, unit  string
	before, now float64
	percent     float64 // worse if above 0
}

// figure is a value in words.
func (c benchChange) figure(v float64) string {
	if c.unit == "sec/op" {
		return lab.Seconds(v)
	}
	return lab.Number(v) + " " + c.unit
}

// benchChanges reads what benchstat is sure of, and counts all that it compared and all that only the committed run has.
func benchChanges(table string) (changed []benchChange, compared int, gone []string, err error) {
	r := csv.NewReader(strings.NewReader(table))
	r.FieldsPerRecord = -1
	pkg, unit, higher := "", "", false
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return changed, compared, gone, nil
		}
		if err != nil {
			return nil, 0, nil, fmt.Errorf("benchstat's table: %w", err)
		}
		switch {
		case len(row) == 1:
			if name, ok := strings.CutPrefix(row[0], "pkg: "); ok {
				pkg = name[strings.LastIndex(name, "pkg/")+len("pkg/"):]
			}
		case row[0] == "" && len(row) == 7 && row[2] == "CI":
			unit, higher = row[1], strings.HasSuffix(row[1], "/s")
		case row[0] == "" || row[0] == "geomean":
		case len(row) == 3 && unit == "sec/op":
			gone = append(gone, pkg+" "+row[0])
		case len(row) == 7:
			compared++
			by, ok := strings.CutSuffix(row[5], "%")
			if !ok {
				continue // it is not sure
			}
			c := benchChange{name: pkg + " " + row[0], unit: unit}
			for text, to := range map[string]*float64{row[1]: &c.before, row[3]: &c.now, by: &c.percent} {
				if *to, err = strconv.ParseFloat(text, 64); err != nil {
					return nil, 0, nil, fmt.Errorf("benchstat's table: %q of %s", text, row[0])
				}
			}
			if higher {
				c.percent = -c.percent
			}
			changed = append(changed, c)
		}
	}
}

// tellFallen prints the figures that are worse than the committed ones, the worst first.
func tellFallen(w io.Writer, table string) error {
	changed, compared, gone, err := benchChanges(table)
	if err != nil {
		return err
	}
	slices.SortStableFunc(changed, func(a, b benchChange) int { return cmp.Compare(b.percent, a.percent) })
	worse, better := 0, 0
	for _, c := range changed {
		switch {
		case c.percent <= -fell:
			better++
		case c.percent >= fell:
			worse++
			if _, err := fmt.Fprintf(w, "%+.0f %%  %s: %s, committed %s\n", c.percent, c.name, c.figure(c.now), c.figure(c.before)); err != nil {
				return err
			}
		}
	}
	for _, name := range gone {
		if _, err := fmt.Fprintf(w, "did not run: %s\n", name); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w, "%d of %s surely worse by %d %% or more, %d better, %d did not run\n", worse, plural(compared, "figure"), fell, better, len(gone))
	return err
}
