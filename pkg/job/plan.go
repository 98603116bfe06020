package job

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/jsonfile"
)

// schema is the version of plans and manifests.
const schema = 1

// Plan says where each shard begins. It depends on the job and its input alone.
type Plan struct {
	Schema int    `json:"schema"`
	Job    string `json:"job"`             // hash of the job
	Input  string `json:"input,omitempty"` // hash of the files' unpacked bytes
	Items  int64  `json:"items"`           // lines without headings, or numbers
	Files  []File `json:"files,omitempty"`
	Header string `json:"header,omitempty"` // the first line of each file, with its end
	// Starts are where shards of files begin; a shard ends where the next begins, the last with the last file.
	Starts []Start `json:"starts,omitempty"`
}

// File is one file of the input.
type File struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"` // unpacked
}

// Start is the beginning of a line.
type Start struct {
	File   int   `json:"file"`
	Offset int64 `json:"offset"` // in the unpacked file
	Line   int64 `json:"line"`   // in the file, from 1
	Item   int64 `json:"item"`   // of all files' lines without headings, from 0
}

// planName is the plan's file in a job's folder.
const planName = "plan.json"

// maxPlan bounds a plan: a million starts have less than 100 bytes each.
const maxPlan = 200 << 20

// maxValues bounds its values, as jsonfile counts them: a start has 13.
const maxValues = 14_000_000

// plan reads the job's plan, or makes it.
func plan(ctx context.Context, s *Spec) (*Plan, error) {
	hash, err := s.hash()
	if err != nil {
		return nil, err
	}
	path := filepath.Join(s.Folder(), planName)
	data, err := atomicfile.ReadFile(path, maxPlan)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("job: %w", err)
	default:
		p := &Plan{}
		if err := jsonfile.UnmarshalMost(data, p, maxValues); err != nil {
			return nil, fmt.Errorf("job: %s: not a plan: %w", path, err)
		}
		if p.Schema != schema || p.Job != hash {
			return nil, fmt.Errorf("job: %s: the folder holds another job than %s now is; job clean empties it, or give the job another output", path, s.path)
		}
		if err := p.unchanged(s); err != nil {
			return nil, err
		}
		return p, nil
	}
	p, err := newPlan(ctx, s, hash)
	if err != nil {
		return nil, err
	}
	if data, err = json.Marshal(p); err != nil {
		return nil, fmt.Errorf("job: %w", err)
	}
	if err := atomicfile.Folder(s.Folder(), 0o777); err != nil { //nolint:gosec // as open as the umask says, as for any output
		return nil, fmt.Errorf("job: %w", err)
	}
	if err := atomicfile.WriteBytes(path, append(data, '\n')); err != nil {
		return nil, fmt.Errorf("job: %w", err)
	}
	return p, nil
}

// unchanged looks whether the job's patterns still name the files of the plan.
func (p *Plan) unchanged(s *Spec) error {
	names, err := s.files()
	if err != nil {
		return err
	}
	var planned []string
	for _, f := range p.Files {
		planned = append(planned, f.Name)
	}
	if !slices.Equal(names, planned) {
		return fmt.Errorf("job: %s: the input was %d files when the job was planned and is %d now, or has other names; job clean begins again", s.path, len(planned), len(names))
	}
	return nil
}

// files are the names of the input, patterns resolved, in their order, or that of its set.
func (s *Spec) files() (out []string, err error) {
	if s.Input.Set != "" {
		return []string{s.Input.Set}, nil
	}
	for _, pattern := range s.Input.Files {
		found, err := filepath.Glob(s.near(pattern))
		if err != nil {
			return nil, fmt.Errorf("job: %s: input: files: %q: %w", s.path, pattern, err)
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("job: %s: input: no file %s", s.path, s.near(pattern))
		}
		for _, f := range found {
			name := f
			if !filepath.IsAbs(pattern) {
				if name, err = filepath.Rel(filepath.Dir(s.path), f); err != nil {
					return nil, fmt.Errorf("job: %w", err)
				}
			}
			out = append(out, filepath.ToSlash(name))
		}
	}
	return out, nil
}

// mostMarks bounds the places that are kept of an input while its length is not known yet.
const mostMarks = 1 << 16

// newPlan reads the whole input.
func newPlan(ctx context.Context, s *Spec, hash string) (*Plan, error) {
	p := &Plan{Schema: schema, Job: hash, Items: s.Input.Count}
	names, err := s.files()
	if err != nil || len(names) == 0 {
		return p, err
	}
	p.Items = 0
	m := marks{stride: 1, most: max(mostMarks, 2*s.Shards)}
	all := sha256.New()
	for i, name := range names {
		f := File{Name: name}
		if err := p.scan(ctx, s, i, &f, all, &m); err != nil {
			return nil, err
		}
		p.Files = append(p.Files, f)
	}
	p.Input = hex.EncodeToString(all.Sum(nil))
	end := Start{File: len(names), Item: p.Items}
	for i := range s.Shards {
		p.Starts = append(p.Starts, m.at(p.Items*int64(i)/int64(s.Shards), end))
	}
	return p, nil
}

// scan reads a file to its end.
func (p *Plan) scan(ctx context.Context, s *Spec, index int, f *File, all io.Writer, m *marks) (err error) {
	r, err := s.open(f.Name, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	b := lineReader(io.TeeReader(r, all))
	defer lineReaders.Put(b)
	for line := int64(1); ; line++ {
		if line%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		text, err := b.ReadSlice('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			if errors.Is(err, bufio.ErrBufferFull) {
				err = errors.New("a line of more than a megabyte, want an item on each line")
			}
			return fmt.Errorf("job: %s:%d: %w", f.Name, line, err)
		}
		if len(text) == 0 {
			return nil
		}
		if line == 1 && s.Input.Header {
			head := string(append(bytes.TrimRight(text, "\r\n"), '\n'))
			if index > 0 && head != p.Header {
				return fmt.Errorf("job: %s:1: the heading is %.60q, want that of the first file, %.60q", f.Name, head, p.Header)
			}
			p.Header = head
		} else {
			m.add(Start{File: index, Offset: f.Bytes, Line: line, Item: p.Items})
			p.Items++
		}
		f.Bytes += int64(len(text))
	}
}

// marks are evenly spaced beginnings of lines, of which every second one goes whenever there are too many.
type marks struct {
	all    []Start
	stride int64
	most   int
}

func (m *marks) add(s Start) {
	if s.Item%m.stride != 0 {
		return
	}
	if len(m.all) == m.most {
		for i := range (len(m.all) + 1) / 2 {
			m.all[i] = m.all[2*i]
		}
		m.all = m.all[:(len(m.all)+1)/2]
		m.stride *= 2
		if s.Item%m.stride != 0 {
			return
		}
	}
	m.all = append(m.all, s)
}

// at is the mark at an item, or the last one before it.
func (m *marks) at(item int64, end Start) Start {
	if len(m.all) == 0 {
		return end
	}
	return m.all[item/m.stride]
}
