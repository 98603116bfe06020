package nbexec

import (
	"regexp"
	"slices"
	"strings"

	"sudokulab/pkg/nbexec/nbformat"
)

// A kernel that runs each cell as a program, as GoNB does, says of one that crashed only how it
// ended; the panic's own words went to standard error before.

var (
	// bare matches an error that says no more than how a program ended.
	bare = regexp.MustCompile(`^(?:exit status -?\d+|signal: [a-z ]+)$`)
	// goroutine begins the trace of a goroutine.
	goroutine = regexp.MustCompile(`^goroutine \d+ .*\[.*\]:$`)
	// frameCell is what GoNB writes before the place of a frame to name the cell and its line.
	frameCell = regexp.MustCompile(" (?:\x1b\\[7m)?\\[\\[ Cell (?:\\[\\d+\\] )?Line \\d+ \\]\\](?:\x1b\\[0m)? ")
	// arguments are those of a frame's function: words of memory, other ones in each run.
	arguments = regexp.MustCompile(`\([^()]*\)$`)
	// offset is what ends the place of a frame: where in the function, and in a dump registers too.
	offset = regexp.MustCompile(` \+0x[0-9a-f]+(?: [a-z]+=0x[0-9a-f]+)*$`)
)

// Bounds of what is quoted of a crash, in lines and in frames.
const (
	crashLines  = 8
	crashFrames = 6
	tailLines   = 10
)

// explain adds to an error that says only how a cell's program ended what the program wrote last: of
// a panic or a fatal error of Go's runtime the message and the first frames, else the end of standard
// error. It returns nil where there is nothing to add.
func explain(e *ExecutionError, stderr string) *ExecutionError {
	status := strings.TrimSpace(StripANSI(e.Value))
	if !bare.MatchString(status) {
		return nil
	}
	var lines []string
	for line := range strings.Lines(StripANSI(stderr)) {
		lines = append(lines, strings.TrimRight(line, " \r\n"))
	}
	for len(lines) > 0 && (lines[len(lines)-1] == "" || lines[len(lines)-1] == status) {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return nil
	}
	if begin := crashAt(lines); begin >= 0 {
		words, frames := crash(lines[begin:])
		value := words[0]
		if len(words) > 1 {
			value += " …"
		}
		return &ExecutionError{Name: e.Name, Value: value + " (" + status + ")", Traceback: slices.Concat(words, frames, []string{status})}
	}
	if len(lines) > tailLines {
		lines = append([]string{"…"}, lines[len(lines)-tailLines:]...)
	}
	return &ExecutionError{Name: e.Name, Value: status + "; it wrote last: " + strings.TrimSpace(lines[len(lines)-1]), Traceback: append(lines, status)}
}

// crashAt returns the line at which the words of the last panic or fatal error begin that a trace
// follows; −1 if there is none.
func crashAt(lines []string) int {
	begin := -1
	for i, line := range lines {
		if !strings.HasPrefix(line, "panic: ") && !strings.HasPrefix(line, "fatal error: ") {
			continue
		}
		if slices.ContainsFunc(lines[i+1:], goroutine.MatchString) {
			begin = i
		}
	}
	return begin
}

// crash returns the words of a crash, one line at least, and the frames of the goroutine that
// crashed, from where it did to the cell, those of Go's runtime left out.
// A frame is two lines: the function, and indented the place.
func crash(lines []string) (words, frames []string) {
	trace := 0
	for trace < len(lines) && !goroutine.MatchString(lines[trace]) {
		trace++
	}
	for _, line := range lines[:trace] {
		if line == "runtime stack:" {
			break
		}
		if line != "" {
			words = append(words, line)
		}
	}
	if len(words) > crashLines {
		words = append(words[:crashLines:crashLines], "…")
	}
	for i := trace + 1; i+1 < len(lines) && lines[i] != "" && len(frames) < 2*crashFrames; i += 2 {
		function, place := lines[i], offset.ReplaceAllString(lines[i+1], "")
		if strings.HasPrefix(function, "panic(") || strings.HasPrefix(function, "runtime.") {
			continue
		}
		frames = append(frames, arguments.ReplaceAllString(function, "()"), place)
		if function == "main.main()" {
			break
		}
	}
	return words, frames
}

// withoutFrameCells takes from a cell's outputs the cells and lines that GoNB writes into Go's
// traces. It finds the places by a pattern in each piece of standard error as the pipe delivers it,
// and Go's runtime writes a trace in many small pieces: whether a frame gets its cell depends on
// where the pieces were cut, so on the load of the machine.
func withoutFrameCells(c *nbformat.Cell) {
	for _, o := range c.Outputs {
		o.Text = frameCell.ReplaceAllString(o.Text, "")
		for i := range o.Traceback {
			o.Traceback[i] = frameCell.ReplaceAllString(o.Traceback[i], "")
		}
	}
}
