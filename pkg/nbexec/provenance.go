package nbexec

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"

	"sudokulab/pkg/nbexec/nbformat"
)

// ProvenanceKey is the field of a notebook's metadata that says what executed it.
const ProvenanceKey = "nbexec"

// SourceHash returns the SHA-256 of all that decides what a notebook does: its code cells with
// their tags, in order. Text cells, ids, outputs and other metadata do not change it, nor does
// a cell that was injected; parameters are a part of it.
func SourceHash(n *nbformat.Notebook, parameters []Parameter) string {
	type cell struct {
		Source string
		Tags   []string
	}
	var all struct {
		Cells      []cell
		Parameters []Parameter
	}
	for _, c := range n.Cells {
		if c.Type == nbformat.Code && !c.HasTag(TagInjectedParameters) {
			all.Cells = append(all.Cells, cell{Source: c.Source, Tags: c.Tags()})
		}
	}
	all.Parameters = parameters
	h := sha256.New()
	// Strings, numbers, lists and objects of such: nothing that JSON cannot hold but NaN, which
	// no parameter can be in JSON either.
	_ = json.NewEncoder(h).Encode(all)
	return hex.EncodeToString(h.Sum(nil))
}

// describe writes what executes the notebook into its metadata: the language as the kernel
// gives it, the kernelspec where there is none yet, and the provenance.
func (r *runner) describe() {
	n, spec, info := r.result.Notebook, r.result.Spec, r.result.Kernel
	if n.Metadata == nil {
		n.Metadata = nbformat.Object{}
	}
	if info.LanguageInfo != nil {
		n.Metadata["language_info"] = maps.Clone(info.LanguageInfo)
	}
	if _, ok := n.Metadata["kernelspec"].(nbformat.Object); !ok {
		n.Metadata["kernelspec"] = nbformat.Object{
			"name": spec.Name, "display_name": spec.DisplayName, "language": spec.Language,
		}
	}
	delete(n.Metadata, ProvenanceKey)
	if !r.opts.Provenance {
		return
	}
	p := nbformat.Object{
		"kernel": spec.Name, "implementation": info.Implementation,
		"implementation_version": info.ImplementationVersion, "protocol_version": info.ProtocolVersion,
		"source_sha256": SourceHash(n, r.opts.Parameters),
	}
	if len(r.opts.Parameters) > 0 {
		values := nbformat.Object{}
		for _, v := range r.opts.Parameters {
			values[v.Name] = v.Value
		}
		p["parameters"] = values
	}
	n.Metadata[ProvenanceKey] = p
}
