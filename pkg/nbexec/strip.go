package nbexec

import (
	"encoding/json"

	"sudokulab/pkg/nbexec/nbformat"
)

// Strip takes from a notebook what executing it put there: outputs, counts, times, provenance,
// injected parameters, and the state of widgets that no output is left to show. It says whether
// there was anything to take.
//
// Which outputs stay is said as nbstripout reads it: those of a cell tagged keep_output, or with
// keep_output or init_cell in its metadata, and of all cells that say nothing themselves if the
// metadata of the notebook has keep_output. A cell's keep_output: false overrides the notebook's.
func Strip(n *nbformat.Notebook) (changed bool) {
	take := func(from nbformat.Object, keys ...string) {
		for _, key := range keys {
			if _, ok := from[key]; ok {
				delete(from, key)
				changed = true
			}
		}
	}
	all := truth(n.Metadata["keep_output"])
	cells := n.Cells[:0:0]
	widgets := false // an output that stays shows one
	for _, c := range n.Cells {
		if c.HasTag(TagInjectedParameters) {
			changed = true
			continue
		}
		cells = append(cells, c)
		if c.Type != nbformat.Code {
			continue
		}
		take(c.Metadata, "execution", "ExecuteTime", "papermill")
		if keepsOutput(c, all) {
			for _, o := range c.Outputs {
				_, shows := o.Data[widgetView]
				widgets = widgets || shows
			}
			continue
		}
		take(c.Metadata, "collapsed", "scrolled")
		if len(c.Outputs) > 0 || c.ExecutionCount != nil {
			c.Outputs, c.ExecutionCount = nil, nil
			changed = true
		}
	}
	n.Cells = cells
	take(n.Metadata, ProvenanceKey, "papermill")
	if !widgets {
		take(n.Metadata, "widgets")
	}
	return changed
}

// widgetView is the kind of output that shows a widget, whose state is in the notebook's metadata.
const widgetView = "application/vnd.jupyter.widget-view+json"

// keepsOutput says whether the outputs of a cell stay; all is what the notebook says of its cells.
func keepsOutput(c *nbformat.Cell, all bool) bool {
	if c.HasTag("keep_output") {
		return true
	}
	for _, key := range []string{"init_cell", "keep_output"} {
		if v, ok := c.Metadata[key]; ok {
			return truth(v)
		}
	}
	return all
}

// truth reads a value of metadata as Python does: null, false, zero and what is empty are false.
func truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case json.Number:
		f, err := v.Float64()
		return err != nil || f != 0
	case string:
		return v != ""
	case []any:
		return len(v) > 0
	case nbformat.Object:
		return len(v) > 0
	}
	return true
}
