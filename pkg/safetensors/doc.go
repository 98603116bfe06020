// Package safetensors reads and writes files of named arrays in the safetensors format.
//
//	t, err := safetensors.FromFloat32("w", safetensors.BF16, []int{2, 3}, values)
//	if err != nil {
//		return err // a value too large for the format
//	}
//	if err := safetensors.Write(f, []safetensors.Tensor{t}, map[string]string{"task": "gnn"}); err != nil {
//		return err
//	}
//	file, err := safetensors.Read(g)
//	if err != nil {
//		return err
//	}
//	t, ok := file.Tensor("w")
//
// # What it computes
//
// A file holds arrays, each with a name, a number format and a shape, and a table of
// strings. [Write] makes such a file, [Read] and [Parse] take one apart. [FromFloat32] and
// [Tensor.Float32] convert between float32 and the half-size formats F16 and BF16.
//
// # Method and source
//
// The format is that of the safetensors project (Hugging Face): the length of a JSON header
// as eight bytes, little end first; the header, which gives every array's format, shape and
// first and last byte; then the arrays' bytes, little end first, without gaps. The key
// __metadata__ of the header holds the strings.
//
// # Invariants
//
// Equal arguments of [Write] in any order give equal bytes: arrays stand in the order of
// falling element size and then of names, so each begins at a multiple of its element size,
// and the header is padded with spaces so that the first begins at a multiple of eight. What
// [Parse] accepts has names that are all different, shapes that match the bytes, and bytes
// that follow each other without gap or overlap and reach to the end; anything else is an
// error. [Parse] is stricter than the reference reader in one point: a key that appears twice
// in the header is an error.
//
// Conversion to F16 and BF16 rounds to nearest, ties to even. A finite value that would
// become infinite is an error and not saturated: weights that large are broken, and a file
// should not hide it. Infinities and NaN stay what they are (of a NaN only that it is one).
//
// # Cost
//
// Reading and writing are one copy of the data each; [Parse] copies nothing. A reader never
// reserves memory on the word of a header: [Read] grows as bytes arrive.
//
// # What it does not do
//
// No memory mapping, no reading of single arrays from a large file, no formats smaller than
// a byte or of 8-bit floating point.
package safetensors
