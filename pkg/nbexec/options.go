package nbexec

import (
	"errors"
	"fmt"
	"time"

	"sudokulab/pkg/jupyter"
	"sudokulab/pkg/nbexec/nbformat"
)

// Cell tags that change how a cell is executed.
const (
	TagRaisesException    = "raises-exception"    // an error does not end the run
	TagSkipExecution      = "skip-execution"      // the cell and its outputs stay as they are
	TagParameters         = "parameters"          // defaults of the parameters
	TagInjectedParameters = "injected-parameters" // what replaces them in this run
)

// Options says how to execute a notebook. The zero value executes it with the kernel that it
// names, without a limit on time.
type Options struct {
	// Kernel is the name of the kernelspec; empty for the one in the notebook's metadata.
	Kernel string
	// KernelDirs are searched for kernelspecs before the folders where Jupyter looks.
	KernelDirs []string
	// Dir is the kernel's working folder; empty for that of the notebook in [RunFile], and that
	// of this process in [Run].
	Dir string
	// Env is added to the kernel's environment, as name=value.
	Env []string
	// Transport is [jupyter.TCP] (the default) or [jupyter.IPC].
	Transport string

	// CellTimeout bounds the time of each cell; 0 for no bound. A cell that takes longer is
	// interrupted, and the run ends.
	CellTimeout time.Duration
	// StartTimeout bounds the kernel's start; 0 for a minute.
	StartTimeout time.Duration
	// Grace is how long an interrupted cell may take to end before the kernel is killed, and how
	// long the next of a cell's output is waited for after its reply; 0 for five seconds.
	Grace time.Duration
	// MaxOutput bounds what a cell may output, in bytes; 0 for 16 MiB.
	MaxOutput int

	// AllowErrors goes on after cells that raise errors, as if all had [TagRaisesException].
	AllowErrors bool
	// Restarts is how often the notebook is begun again with a new kernel after one has died.
	Restarts int
	// Parameters are injected after the cell tagged [TagParameters].
	Parameters []Parameter
	// Sanitize is applied to the outputs; nil leaves them as they are.
	Sanitize *Sanitizer

	// Provenance writes what executed the notebook into its metadata, under [ProvenanceKey]:
	// nothing that differs from run to run of the same notebook with the same kernel.
	Provenance bool
	// Timing writes the times of each cell into its metadata, as nbclient does. Without it times
	// of an earlier run are taken away.
	Timing bool
	// KeepFailed makes [RunFile] write the notebook also if a cell failed, as far as it came.
	KeepFailed bool

	// Save is called after each executed cell that did not end the run with the notebook as far as it
	// has come, sanitized; cells still to come have no outputs. Its error ends the run. Nil for none.
	Save func(*nbformat.Notebook) error
	// Progress is called before and after each code cell, from one goroutine; nil for none.
	Progress func(Event)
}

// Validate says what is wrong with the options.
func (o *Options) Validate() error {
	switch {
	case o.CellTimeout < 0 || o.StartTimeout < 0 || o.Grace < 0:
		return errors.New("nbexec: a time is negative")
	case o.MaxOutput < 0:
		return fmt.Errorf("nbexec: MaxOutput is %d bytes, want 0 or more", o.MaxOutput)
	case o.Restarts < 0:
		return fmt.Errorf("nbexec: Restarts is %d, want 0 or more", o.Restarts)
	case o.Transport != "" && o.Transport != jupyter.TCP && o.Transport != jupyter.IPC:
		return fmt.Errorf("nbexec: transport %q, want %s or %s", o.Transport, jupyter.TCP, jupyter.IPC)
	}
	return nil
}

func (o *Options) fill() {
	if o.Grace == 0 {
		o.Grace = 5 * time.Second
	}
	if o.MaxOutput == 0 {
		o.MaxOutput = 16 << 20
	}
}

// Phase is a point in the execution of a cell.
type Phase string

// The phases of a code cell.
const (
	CellStarted Phase = "started"
	CellDone    Phase = "done"
	CellSkipped Phase = "skipped" // tagged or empty
)

// Event tells of the progress of a run.
type Event struct {
	Phase   Phase
	Cell    *nbformat.Cell // not to be changed
	Index   int            // of the cell in the notebook, from 0
	Number  int            // of the cell among the code cells, from 1
	Total   int            // code cells
	Elapsed time.Duration  // of this cell; zero when it starts
	Err     error          // of this cell, tolerated or not
}

// Result is what a run gives.
type Result struct {
	// Notebook is the executed notebook, in format 4.5 at least; after an error as far as it
	// came: cells that were not reached have no outputs.
	Notebook *nbformat.Notebook
	// Kernel is what the kernel says of itself.
	Kernel jupyter.Info
	// Spec is the kernelspec.
	Spec jupyter.Spec
	// Cells are the times of the executed cells, in order.
	Cells []CellTime
	// Start is the time until the kernel answered, Elapsed that of the whole run.
	Start, Elapsed time.Duration
	// Restarted counts the kernels that died before.
	Restarted int
}

// CellTime is how long a cell took.
type CellTime struct {
	Index int // of the cell in the notebook
	ID    string
	// Elapsed is from the request to the last message of the cell.
	Elapsed time.Duration
	// Kernel is the time between busy and idle on the kernel's own clock; 0 if it does not say.
	// GoNB says it in whole seconds.
	Kernel time.Duration
}
