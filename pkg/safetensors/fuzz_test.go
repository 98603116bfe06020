package safetensors_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/safetensors"
)

// FuzzParse: nothing makes the reader panic, both readers agree, and what it accepts can be
// written and read back.
func FuzzParse(f *testing.F) {
	f.Add(file(`{}`, ""))
	f.Add(file(`{"__metadata__":{"k":"v"},"a":{"dtype":"F32","shape":[1,1],"data_offsets":[0,4]}}`, "1234"))
	f.Add(file(`{"b":{"dtype":"U8","shape":[0],"data_offsets":[2,2]},"a":{"dtype":"BF16","shape":[],"data_offsets":[0,2]}} `, "12"))
	f.Add(file(`{"a":{"dtype":"F64","shape":[9223372036854775807],"data_offsets":[0,8]}}`, "12345678"))
	f.Fuzz(func(t *testing.T, data []byte) {
		parsed, err := safetensors.Parse(data)
		read, readErr := safetensors.Read(bytes.NewReader(data))
		if (err == nil) != (readErr == nil) || !cmp.Equal(parsed, read) {
			t.Fatalf("Parse: %v, Read: %v", err, readErr)
		}
		if err != nil {
			return
		}
		total := 0
		for _, tensor := range parsed.Tensors {
			total += len(tensor.Data)
			if n, err := tensor.Size(); err != nil || n*tensor.DType.Size() != len(tensor.Data) {
				t.Fatalf("%q: size %d, %v for %d bytes", tensor.Name, n, err, len(tensor.Data))
			}
		}
		if total > len(data) {
			t.Fatalf("%d bytes of tensors in a file of %d", total, len(data))
		}
		var b bytes.Buffer
		if err := safetensors.Write(&b, parsed.Tensors, parsed.Metadata); err != nil {
			t.Fatal(err)
		}
		again, err := safetensors.Parse(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if len(parsed.Metadata) == 0 {
			parsed.Metadata = nil // an empty table is not written
		}
		if diff := cmp.Diff(parsed, again); diff != "" {
			t.Fatal(diff)
		}
	})
}
