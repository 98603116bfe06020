package nbformat

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"sudokulab/pkg/atomicfile"
)

// The version that [Notebook.Upgrade] leads to.
const (
	Major        = 4
	CurrentMinor = 5
)

// CellType is the kind of a cell.
type CellType string

// The cells of format 4. Others are kept as they are.
const (
	Code     CellType = "code"
	Markdown CellType = "markdown"
	Raw      CellType = "raw"
)

// OutputType is the kind of an output.
type OutputType string

// The outputs of format 4. Others are kept as they are.
const (
	Stream        OutputType = "stream"
	DisplayData   OutputType = "display_data"
	ExecuteResult OutputType = "execute_result"
	Error         OutputType = "error"
)

// Object is a JSON object. Its values are string, bool, nil, json.Number, []any and Object's
// underlying type; writing takes Go's integers, floats and []string too.
type Object = map[string]any

// Notebook is a notebook of format 4.
type Notebook struct {
	Minor    int // 0 to 5, or later
	Metadata Object
	Cells    []*Cell
	Extra    Object // fields that the format does not define
}

// Cell is a cell of a notebook.
type Cell struct {
	Type     CellType
	ID       string // from 4.5 on; empty before
	Source   string
	Metadata Object
	// Attachments maps names of files to MIME bundles; nil if there is no such field.
	Attachments Object
	// ExecutionCount and Outputs are of code cells only.
	ExecutionCount *int
	Outputs        []*Output
	Extra          Object
}

// Output is one output of a code cell. Which fields count depends on the type.
type Output struct {
	Type OutputType

	Name string // Stream: stdout or stderr
	Text string // Stream

	Data           Object // DisplayData, ExecuteResult: a MIME bundle, text as one string
	Metadata       Object // DisplayData, ExecuteResult
	ExecutionCount *int   // ExecuteResult

	ErrorName  string   // Error
	ErrorValue string   // Error
	Traceback  []string // Error

	Extra Object
}

// Tags returns the cell's tags.
func (c *Cell) Tags() []string {
	list, _ := c.Metadata["tags"].([]any)
	var tags []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			tags = append(tags, s)
		}
	}
	return tags
}

// HasTag says whether the cell has the tag.
func (c *Cell) HasTag(tag string) bool { return slices.Contains(c.Tags(), tag) }

// Clone returns a deep copy.
func (n *Notebook) Clone() *Notebook {
	out := *n
	out.Metadata, out.Extra = cloneObject(n.Metadata), cloneObject(n.Extra)
	out.Cells = make([]*Cell, len(n.Cells))
	for i, c := range n.Cells {
		out.Cells[i] = c.Clone()
	}
	return &out
}

// Clone returns a deep copy.
func (c *Cell) Clone() *Cell {
	out := *c
	out.Metadata, out.Attachments, out.Extra = cloneObject(c.Metadata), cloneObject(c.Attachments), cloneObject(c.Extra)
	out.ExecutionCount = cloneInt(c.ExecutionCount)
	if c.Outputs != nil {
		out.Outputs = make([]*Output, len(c.Outputs))
		for i, o := range c.Outputs {
			out.Outputs[i] = o.Clone()
		}
	}
	return &out
}

// Clone returns a deep copy.
func (o *Output) Clone() *Output {
	out := *o
	out.Data, out.Metadata, out.Extra = cloneObject(o.Data), cloneObject(o.Metadata), cloneObject(o.Extra)
	out.ExecutionCount = cloneInt(o.ExecutionCount)
	out.Traceback = slices.Clone(o.Traceback)
	return &out
}

func cloneInt(p *int) *int {
	if p == nil {
		return nil
	}
	return new(*p)
}

func cloneObject(o Object) Object {
	if o == nil {
		return nil
	}
	out := maps.Clone(o)
	for k, v := range out {
		out[k] = cloneValue(v)
	}
	return out
}

func cloneValue(v any) any {
	switch v := v.(type) {
	case Object:
		return cloneObject(v)
	case []any:
		out := slices.Clone(v)
		for i := range out {
			out[i] = cloneValue(out[i])
		}
		return out
	case []string:
		return slices.Clone(v)
	}
	return v
}

// Upgrade makes the notebook one of format 4.5: cells without an id get one that is made from
// their type and source, so the same notebook always gets the same ids.
func (n *Notebook) Upgrade() {
	n.Minor = max(n.Minor, CurrentMinor)
	used := map[string]bool{}
	for _, c := range n.Cells {
		used[c.ID] = true
	}
	used[""] = true
	for _, c := range n.Cells {
		for copies := 0; used[c.ID] && c.ID == ""; copies++ {
			if id := cellID(c, copies); !used[id] {
				c.ID = id
				used[id] = true
			}
		}
	}
}

// cellID makes an id of eight hexadecimal digits; copies tells equal cells apart.
func cellID(c *Cell, copies int) string {
	sum := sha256.Sum256([]byte(string(c.Type) + "\x00" + strconv.Itoa(copies) + "\x00" + c.Source))
	return hex.EncodeToString(sum[:4])
}

// MaxSize bounds the text of a notebook that is read, in bytes: its tree in memory takes several
// times as much.
const MaxSize = 256 << 20

// maxDepth bounds how deep the lists and maps of a notebook nest.
const maxDepth = 1000

// ReadFile reads the notebook at path, a regular file or a pipe that this process was started with
// (/dev/fd/3, as a shell makes of <(…)). Its errors name the path.
func ReadFile(path string) (*Notebook, error) {
	data, err := contents(path)
	switch {
	case errors.Is(err, errTooLarge):
		return nil, &FormatError{Path: path, Err: err}
	case err != nil:
		return nil, err
	}
	return parse(path, data)
}

// contents returns what a file holds, or what comes through a pipe.
func contents(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode()&fs.ModeNamedPipe == 0 || !strings.HasPrefix(path, "/dev/fd/") {
		return atomicfile.ReadFile(path, MaxSize)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	data, err := readAll(f, MaxSize)
	return data, errors.Join(err, f.Close())
}

var errTooLarge = fmt.Errorf("more than the %d MiB that a notebook may have", MaxSize>>20)

// readAll reads a text of at most so many bytes.
func readAll(r io.Reader, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(data)) > most {
		err = errTooLarge
	}
	return data, err
}

// Read reads a notebook. A fault of the content is a *[FormatError].
func Read(r io.Reader) (*Notebook, error) {
	data, err := readAll(r, MaxSize)
	switch {
	case errors.Is(err, errTooLarge):
		return nil, &FormatError{Err: err}
	case err != nil:
		return nil, err
	}
	return Parse(data)
}

// Parse is [Read] of bytes.
func Parse(data []byte) (*Notebook, error) { return parse("", data) }

// Write writes the notebook.
func (n *Notebook) Write(w io.Writer) error {
	data, err := n.Bytes()
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// WriteFile replaces the file at path by the notebook; after an error the old file stands.
func (n *Notebook) WriteFile(path string) error {
	data, err := n.Bytes()
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(path, data)
}

// Bytes returns the notebook as it stands in a file. It fails on values that JSON cannot
// hold.
func (n *Notebook) Bytes() ([]byte, error) {
	var b bytes.Buffer
	if err := encode(&b, n.tree(), 0); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
