package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/jsonfile"
)

// part is the unfinished file of --resume: whole lines next to the output, from one run to
// the next, in the hands of one run at a time. Its plan, a file next to it, begins with the flags
// that it is made with, on a line; each line that follows is a seal.
//
// Only what a seal vouches for is gone on from, so bytes that were altered in between are
// noticed. A kill costs the lines behind the last seal, which was made at the last Flush.
type part struct {
	*bufio.Writer // of whole lines, above the running sum
	output        string
	file, plan    *os.File
	release       func() error
	sum           hash.Hash
	size          int64  // bytes in the file, and in the sum
	sealed        int64  // bytes that the last seal vouches for
	lines         int    // that were there when it was opened
	last          []byte // of them, without its end of line
	begun         []byte // the line behind it while they are read
}

// seal vouches for the first bytes of the unfinished file.
type seal struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// The names of the unfinished file, of its plan, and of its lock.
func partName(output string) string { return output + ".part" }
func planName(output string) string { return output + ".part.json" }
func lockName(output string) string { return output + ".part.lock" }

// maxPlan bounds a plan: a seal has about 100 bytes, and there is at most one per second.
const maxPlan = 1 << 28

// readPlan reads the flags that an unfinished file is made with, false if none was begun.
func readPlan(output string, plan any) (bool, error) {
	data, err := atomicfile.ReadFile(planName(output), maxPlan)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(data) == 0 {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	flags, _, _ := bytes.Cut(data, []byte("\n"))
	if err := jsonfile.Unmarshal(flags, plan); err != nil {
		return false, fmt.Errorf("%s: %w", planName(output), err)
	}
	return true, nil
}

// openPart opens or begins the unfinished file. What no seal vouches for is dropped.
func openPart(output string, plan any) (_ *part, err error) {
	p := &part{output: output, sum: sha256.New()}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.close())
		}
	}()
	if p.release, err = atomicfile.Hold(lockName(output)); err != nil {
		return nil, err
	}
	// Another run may have finished it before we had the lock.
	if err := free(output); err != nil {
		return nil, err
	}
	flags, err := json.Marshal(plan)
	if err != nil {
		return nil, err
	}
	seals, err := p.openPlan(flags)
	if err != nil {
		return nil, err
	}
	if p.file, err = atomicfile.Open(partName(output), os.O_RDWR|os.O_CREATE); err != nil {
		return nil, err
	}
	if err := p.check(seals); err != nil {
		return nil, err
	}
	p.Writer = bufio.NewWriterSize(summed{p}, 1<<16)
	return p, nil
}

// free returns an error if something has the output's name: a finished file must not replace it.
func free(output string) error {
	switch _, err := os.Lstat(output); {
	case err == nil:
		return fmt.Errorf("%s already exists; remove it to make it again", output)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return nil
}

// openPlan opens or begins the plan and returns its seals.
func (p *part) openPlan(flags []byte) ([]seal, error) {
	name := planName(p.output)
	var err error
	if p.plan, err = atomicfile.Open(name, os.O_RDWR|os.O_CREATE|os.O_APPEND); err != nil {
		return nil, err
	}
	held, err := atomicfile.ReadFile(name, maxPlan)
	if err != nil {
		return nil, err
	}
	whole := bytes.LastIndexByte(held, '\n') + 1 // the rest was cut off by a kill
	if err := p.plan.Truncate(int64(whole)); err != nil {
		return nil, err
	}
	if whole == 0 {
		if info, err := os.Lstat(partName(p.output)); err == nil && info.Size() > 0 {
			return nil, fmt.Errorf("%s is there, and %s, which would say what it is, is not; remove or rename it", partName(p.output), name)
		}
		_, err := p.plan.Write(append(flags, '\n'))
		return nil, err
	}
	begun, rest, _ := bytes.Cut(held[:whole], []byte("\n"))
	if !bytes.Equal(begun, flags) {
		return nil, fmt.Errorf("%s was begun with other flags, %s; give the same, or remove it and %s", partName(p.output), begun, name)
	}
	var seals []seal
	for line := range bytes.Lines(rest) {
		var s seal
		if err := jsonfile.Unmarshal(line, &s); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w; %s", name, 2+len(seals), err, p.again())
		}
		seals = append(seals, s)
	}
	return seals, nil
}

// again says how to begin again.
func (p *part) again() string {
	return fmt.Sprintf("remove %s and %s to begin again", partName(p.output), planName(p.output))
}

// check holds the file against its seals, counts the lines that they vouch for, and leaves the
// file to go on behind them.
func (p *part) check(seals []seal) error {
	buf := make([]byte, 64<<10)
	for i, s := range seals {
		from := p.size
		fault := func(what string) error {
			return fmt.Errorf("%s is not as it was written, between its bytes %d and %d: %s; %s", partName(p.output), from, s.Bytes, what, p.again())
		}
		if s.Bytes < p.size {
			return fmt.Errorf("%s, line %d: %d bytes, fewer than before; %s", planName(p.output), i+2, s.Bytes, p.again())
		}
		for p.size < s.Bytes {
			n, err := p.file.Read(buf[:min(int64(len(buf)), s.Bytes-p.size)])
			p.see(buf[:n])
			if errors.Is(err, io.EOF) {
				return fault(fmt.Sprintf("it ends after %d", p.size))
			}
			if err != nil {
				return err
			}
		}
		if hex.EncodeToString(p.sum.Sum(nil)) != s.SHA256 || len(p.begun) > 0 {
			return fault("its SHA-256 is another one")
		}
	}
	p.sealed = p.size
	if err := p.file.Truncate(p.size); err != nil {
		return err
	}
	_, err := p.file.Seek(p.size, io.SeekStart)
	return err
}

// see adds bytes of the file to the sum and counts their lines.
func (p *part) see(b []byte) {
	const most = 1 << 20 // bytes of a line that are kept; none has as many
	p.sum.Write(b)
	p.size += int64(len(b))
	for {
		line, rest, ended := bytes.Cut(b, []byte("\n"))
		p.begun = append(p.begun, line[:min(len(line), most-min(most, len(p.begun)))]...)
		if !ended {
			return
		}
		p.lines++
		p.last, p.begun = p.begun, p.last[:0]
		b = rest
	}
}

// summed appends to the file and to its sum.
type summed struct{ *part }

func (s summed) Write(b []byte) (int, error) {
	n, err := s.file.Write(b)
	s.sum.Write(b[:n])
	s.size += int64(n)
	return n, err
}

// Flush writes the lines so far and vouches for them.
func (p *part) Flush() error {
	if err := p.Writer.Flush(); err != nil || p.size == p.sealed {
		return err
	}
	line, err := json.Marshal(seal{p.size, hex.EncodeToString(p.sum.Sum(nil))})
	if err != nil {
		return err
	}
	if _, err := p.plan.Write(append(line, '\n')); err != nil {
		return err
	}
	p.sealed = p.size
	return nil
}

// keep closes the file for another run to go on.
func (p *part) keep() error { return errors.Join(p.Flush(), p.close()) }

func (p *part) close() error {
	err := p.closeFiles()
	if p.release != nil {
		err = errors.Join(err, p.release())
	}
	return err
}

func (p *part) closeFiles() error {
	var err error
	for _, f := range []*os.File{p.file, p.plan} {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	p.file, p.plan = nil, nil
	return err
}

// finish gives the file its name.
func (p *part) finish() error {
	err := errors.Join(p.Flush(), p.closeFiles())
	if err == nil {
		err = free(p.output)
	}
	if err == nil {
		err = atomicfile.Place(partName(p.output), p.output)
	}
	if err == nil {
		err = os.Remove(planName(p.output))
	}
	return errors.Join(err, p.close())
}
