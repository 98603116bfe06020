package nbexec

import "sudokulab/pkg/nbexec/nbformat"

// Strip takes from a notebook what executing it put there: outputs, counts, times, provenance,
// injected parameters. A cell tagged keep_output, or with keep_output in its metadata, keeps its
// outputs. It says whether there was anything to take.
func Strip(n *nbformat.Notebook) (changed bool) {
	cells := n.Cells[:0:0]
	for _, c := range n.Cells {
		if c.HasTag(TagInjectedParameters) {
			changed = true
			continue
		}
		cells = append(cells, c)
		if c.Type != nbformat.Code {
			continue
		}
		if _, ok := c.Metadata["execution"]; ok {
			delete(c.Metadata, "execution")
			changed = true
		}
		if keep, _ := c.Metadata["keep_output"].(bool); keep || c.HasTag("keep_output") {
			continue
		}
		if len(c.Outputs) > 0 || c.ExecutionCount != nil {
			c.Outputs, c.ExecutionCount = nil, nil
			changed = true
		}
	}
	n.Cells = cells
	if _, ok := n.Metadata[ProvenanceKey]; ok {
		delete(n.Metadata, ProvenanceKey)
		changed = true
	}
	return changed
}
