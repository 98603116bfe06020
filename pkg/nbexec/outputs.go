package nbexec

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sudokulab/pkg/jupyter"
	"sudokulab/pkg/nbexec/nbformat"
)

// item is an output that may still grow or be replaced.
type item struct {
	out  *nbformat.Output
	text *strings.Builder // of a stream that may grow
	size int              // bytes, by the message it came in
}

// displays finds outputs by their display id, in all cells of the notebook.
type displays map[string][]*item

// collector gathers the outputs of one cell.
type collector struct {
	displays displays
	limit    int

	items     []*item
	ids       map[*item]string // display ids of the items
	held      int              // bytes of the items
	clearNext bool
	full      bool // the limit was passed: outputs are dropped
	failed    *ExecutionError
}

func newCollector(d displays, limit int) *collector {
	return &collector{displays: d, limit: limit, ids: map[*item]string{}}
}

// outputs returns what was gathered.
func (c *collector) outputs() []*nbformat.Output {
	out := make([]*nbformat.Output, len(c.items))
	for i, it := range c.items {
		if it.text != nil {
			it.out.Text = it.text.String()
		}
		out[i] = it.out
	}
	return out
}

// display is the content of messages that show data.
type display struct {
	Data           nbformat.Object `json:"data"`
	Metadata       nbformat.Object `json:"metadata"`
	ExecutionCount *int            `json:"execution_count"`
	Transient      struct {
		DisplayID string `json:"display_id"`
	} `json:"transient"`
}

// take adds a message's output. Messages that are no outputs are left alone.
func (c *collector) take(m *jupyter.Message) error {
	switch m.Header.Type {
	case "stream":
		var s struct{ Name, Text string }
		if err := m.Decode(&s); err != nil {
			return err
		}
		c.stream(s.Name, s.Text)
	case "display_data", "execute_result", "update_display_data":
		var d display
		if err := m.DecodeExact(&d); err != nil {
			return err
		}
		c.show(m.Header.Type, &d, len(m.Content))
	case "error":
		e, err := decodeError(m)
		if err != nil {
			return err
		}
		c.fail(e)
	case "clear_output":
		var v struct{ Wait bool }
		if err := m.Decode(&v); err != nil {
			return err
		}
		if v.Wait {
			c.clearNext = true
		} else {
			c.clear()
		}
	}
	return nil
}

func decodeError(m *jupyter.Message) (*ExecutionError, error) {
	var e struct {
		Name      string   `json:"ename"`
		Value     string   `json:"evalue"`
		Traceback []string `json:"traceback"`
	}
	if err := m.Decode(&e); err != nil {
		return nil, err
	}
	return &ExecutionError{Name: e.Name, Value: e.Value, Traceback: e.Traceback}, nil
}

func (c *collector) stream(name, text string) {
	if text == "" {
		return
	}
	c.beforeOutput()
	if left := c.limit - c.held; len(text) > left && !c.full {
		// The beginning stays, up to the last whole character.
		for left > 0 && !utf8.RuneStart(text[left]) {
			left--
		}
		defer func() { c.full = true }()
		text = text[:left]
	}
	if !c.room(len(text)) || text == "" {
		return
	}
	if n := len(c.items); n > 0 {
		if last := c.items[n-1]; last.text != nil && last.out.Name == name {
			last.text.WriteString(text)
			last.size += len(text)
			return
		}
	}
	it := &item{out: &nbformat.Output{Type: nbformat.Stream, Name: name}, text: &strings.Builder{}, size: len(text)}
	it.text.WriteString(text)
	c.items = append(c.items, it)
}

func (c *collector) show(kind string, d *display, size int) {
	if d.Data == nil {
		d.Data = nbformat.Object{}
	}
	if d.Metadata == nil {
		d.Metadata = nbformat.Object{}
	}
	id := d.Transient.DisplayID
	if kind == "update_display_data" || id != "" {
		c.update(id, d, size)
	}
	if kind == "update_display_data" {
		return
	}
	c.beforeOutput()
	if !c.room(size) {
		return
	}
	it := &item{size: size, out: &nbformat.Output{
		Type: nbformat.OutputType(kind), Data: d.Data, Metadata: d.Metadata, ExecutionCount: d.ExecutionCount,
	}}
	c.items = append(c.items, it)
	if id != "" {
		c.displays[id] = append(c.displays[id], it)
		c.ids[it] = id
	}
}

// update replaces the data of all outputs with the display id, in this cell and others.
func (c *collector) update(id string, d *display, size int) {
	for _, it := range c.displays[id] {
		if !c.room(size - it.size) {
			return
		}
		it.out.Data, it.out.Metadata, it.size = d.Data, d.Metadata, size
	}
}

func (c *collector) fail(e *ExecutionError) {
	c.failed = e
	c.beforeOutput()
	size := len(e.Value) + len(e.Name)
	for _, line := range e.Traceback {
		size += len(line)
	}
	if !c.room(size) {
		return
	}
	c.items = append(c.items, &item{size: size, out: &nbformat.Output{
		Type: nbformat.Error, ErrorName: e.Name, ErrorValue: e.Value, Traceback: e.Traceback,
	}})
}

// explain adds to the error what the cell's program wrote before its end, in the output too.
func (c *collector) explain() {
	var stderr strings.Builder
	for _, it := range c.items {
		if it.text != nil && it.out.Name == "stderr" {
			stderr.WriteString(it.text.String())
		}
	}
	e := explain(c.failed, stderr.String())
	if e == nil {
		return
	}
	for _, it := range c.items {
		if it.out.Type == nbformat.Error && it.out.ErrorValue == c.failed.Value {
			it.out.ErrorValue, it.out.Traceback = e.Value, slices.Clone(e.Traceback)
		}
	}
	c.failed = e
}

// room reserves bytes for an output; it is false once the limit is passed.
func (c *collector) room(size int) bool {
	if c.full || c.held+size > c.limit {
		c.full = true
		return false
	}
	c.held += size
	return true
}

// beforeOutput does what clear_output put off until the next output.
func (c *collector) beforeOutput() {
	if c.clearNext {
		c.clear()
	}
}

func (c *collector) clear() {
	for it, id := range c.ids {
		var rest []*item
		for _, other := range c.displays[id] {
			if other != it {
				rest = append(rest, other)
			}
		}
		c.displays[id] = rest
	}
	clear(c.ids)
	c.items, c.held, c.clearNext = nil, 0, false
}
