package nbexec

import (
	"fmt"
	"strings"
	"time"
)

// CellError says which cell ended a run, and why: Err is an *[ExecutionError], *[TimeoutError],
// *[OutputLimitError], *[InputError], a *[jupyter.DeadError], or wraps the context's error.
type CellError struct {
	Index  int // of the cell in the notebook, from 0
	ID     string
	Source string
	Err    error
}

// Error names the cell, counted from 1, with its first line; GoNB's %% alone tells no cell from
// another.
func (e *CellError) Error() string {
	source := strings.TrimSpace(e.Source)
	if rest, ok := strings.CutPrefix(source, "%%\n"); ok && strings.TrimSpace(rest) != "" {
		source = strings.TrimSpace(rest)
	}
	line, _, more := strings.Cut(source, "\n")
	const width = 60
	if runes := []rune(line); len(runes) > width {
		line, more = string(runes[:width]), true
	}
	if more {
		line += " …"
	}
	return fmt.Sprintf("nbexec: cell %d (%s, %q): %v", e.Index+1, e.ID, line, e.Err)
}

// Unwrap returns the reason.
func (e *CellError) Unwrap() error { return e.Err }

// ExecutionError is an error that the cell's code raised.
type ExecutionError struct {
	Name      string
	Value     string
	Traceback []string // with terminal colours, as the kernel sent it
}

// Error gives the error's name and value, and the end of the traceback without colours.
func (e *ExecutionError) Error() string {
	const shown = 15
	head := e.Name + ": " + StripANSI(e.Value)
	lines := strings.Split(strings.TrimSpace(StripANSI(strings.Join(e.Traceback, "\n"))), "\n")
	// Kernels repeat the error at one end of the traceback or the other.
	value := StripANSI(e.Value)
	repeats := func(line string) bool {
		return line == head || strings.HasPrefix(value, line) || strings.HasSuffix(value, "("+line+")")
	}
	for len(lines) > 1 && repeats(lines[0]) {
		lines = lines[1:]
	}
	for len(lines) > 1 && repeats(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	if len(lines) > shown {
		lines = append([]string{"…"}, lines[len(lines)-shown:]...)
	}
	text := strings.Join(lines, "\n")
	if text == "" || strings.Contains(head, text) {
		return head
	}
	return head + "\n" + text
}

// TimeoutError means that a cell took too long.
type TimeoutError struct {
	After time.Duration
	// Stage is what was waited for.
	Stage string
	// Interrupted is set if the cell was interrupted because of it.
	Interrupted bool
	// Killed is set if the kernel did not heed the interrupt and was killed.
	Killed bool
	// Silent is how long the kernel had not answered its heartbeat.
	Silent time.Duration
}

// Error says what was waited for, and what became of the kernel.
func (e *TimeoutError) Error() string {
	s := fmt.Sprintf("%s took longer than %v", e.Stage, e.After)
	switch {
	case e.Killed:
		s += "; it did not heed the interrupt, so the kernel was killed"
	case e.Interrupted:
		s += "; it was interrupted"
	}
	if e.Silent > 3*time.Second {
		s += fmt.Sprintf(" (the kernel had not answered its heartbeat for %v)", e.Silent.Round(time.Second))
	}
	return s
}

// Timeout is true, as in net.Error.
func (*TimeoutError) Timeout() bool { return true }

// OutputLimitError means that a cell's output grew beyond Options.MaxOutput.
type OutputLimitError struct {
	Limit int // bytes
	// Message is the size of the one message that was cut because it is larger; 0 if there were more.
	Message uint64
	// Killed is set if the kernel did not heed the interrupt and was killed.
	Killed bool
}

// Error says the limit.
func (e *OutputLimitError) Error() string {
	s := fmt.Sprintf("output of more than %d bytes", e.Limit)
	if e.Message > 0 {
		s += fmt.Sprintf(" (one message of %d)", e.Message)
	}
	if e.Killed {
		s += "; it did not heed the interrupt, so the kernel was killed"
	}
	return s
}

// InputError means that a cell asked the person a question, and no person is there.
type InputError struct {
	Prompt string
}

// Error repeats the question.
func (e *InputError) Error() string {
	return fmt.Sprintf("asks for input (%q), which a run without a person cannot give", e.Prompt)
}
