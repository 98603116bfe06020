package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"sudokulab/pkg/atomicfile"
)

// part is the unfinished file of --resume: whole lines beside the output, from one run to
// the next. A kill costs the lines that were still in memory, no more.
type part struct {
	*bufio.Writer
	output string
	file   *os.File
	lines  int    // that were there when it was opened
	last   []byte // of them, without its end of line
}

// The names of the unfinished file and of the flags that it is made with.
func partName(output string) string { return output + ".part" }
func planName(output string) string { return output + ".part.json" }

// readPlan reads the flags that an unfinished file is made with, false if none was begun.
func readPlan(output string, plan any) (bool, error) {
	data, err := os.ReadFile(planName(output))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := json.Unmarshal(data, plan); err != nil {
		return false, fmt.Errorf("%s: %w", planName(output), err)
	}
	return true, nil
}

// openPart opens or begins the unfinished file. A line that a kill cut off is dropped.
func openPart(output string, plan any) (*part, error) {
	text, err := json.Marshal(plan)
	if err != nil {
		return nil, err
	}
	text = append(text, '\n')
	held, err := os.ReadFile(planName(output))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = atomicfile.Write(planName(output), func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
		if err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	case !bytes.Equal(held, text):
		return nil, fmt.Errorf("%s was begun with other flags, %s; give the same, or remove it and %s", partName(output), bytes.TrimSpace(held), planName(output))
	}
	f, err := os.OpenFile(partName(output), os.O_RDWR|os.O_CREATE, 0o644) //nolint:gosec // as readable as any output
	if err != nil {
		return nil, err
	}
	p := &part{output: output, file: f}
	if err := p.count(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	p.Writer = bufio.NewWriterSize(f, 1<<16)
	return p, nil
}

// count counts the whole lines and leaves the file to go on after the last of them.
func (p *part) count() error {
	r := bufio.NewReaderSize(p.file, 1<<20)
	end := int64(0)
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		end += int64(len(line))
		p.lines++
		p.last = line[:len(line)-1]
	}
	if err := p.file.Truncate(end); err != nil {
		return err
	}
	_, err := p.file.Seek(end, io.SeekStart)
	return err
}

// keep closes the file for another run to go on.
func (p *part) keep() error { return errors.Join(p.Flush(), p.file.Close()) }

// finish gives the file its name.
func (p *part) finish() error {
	if err := p.keep(); err != nil {
		return err
	}
	if err := os.Rename(partName(p.output), p.output); err != nil {
		return err
	}
	return os.Remove(planName(p.output))
}
