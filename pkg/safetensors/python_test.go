package safetensors_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sudokulab/pkg/safetensors"
)

// TestReferenceImplementation lets the project's own Python package read and write.
func TestReferenceImplementation(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no Python")
	}
	if err := exec.CommandContext(t.Context(), python, "-c", "import numpy, safetensors.numpy").Run(); err != nil {
		t.Skip("Python has no package safetensors or numpy")
	}
	ok := must(t)
	tensors := []safetensors.Tensor{
		ok(safetensors.New("bool", []int{2, 2}, []bool{true, false, false, true})),
		ok(safetensors.New("bytes", []int{3}, []uint8{1, 2, 255})),
		ok(safetensors.New("double", []int{0, 2}, []float64{})),
		ok(safetensors.New("float", []int{2, 3}, []float32{1, 2, 3, 4, 5, -0.1})),
		ok(safetensors.FromFloat32("half/ü", safetensors.F16, []int{3}, []float32{1, 6e-8, 65504})),
		ok(safetensors.New("long", []int{1}, []int64{-1 << 63})),
		ok(safetensors.New("scalar", nil, []uint64{1<<64 - 1})),
	}
	metadata := map[string]string{"step": "1", "text": "a \"b\"\n"}
	dir := t.TempDir()
	ours, theirs := filepath.Join(dir, "ours"), filepath.Join(dir, "theirs")
	f, err := os.Create(ours)
	if err != nil {
		t.Fatal(err)
	}
	if err := safetensors.Write(f, tensors, metadata); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	const script = `
import sys
from safetensors import safe_open
from safetensors.numpy import load_file, save_file
arrays = load_file(sys.argv[1])
with safe_open(sys.argv[1], "np") as f:
    metadata = f.metadata()
for name in sorted(arrays):
    print(name, arrays[name].dtype, list(arrays[name].shape), arrays[name].reshape(-1).tolist())
save_file(arrays, sys.argv[2], metadata)
`
	cmd := exec.CommandContext(t.Context(), python, "-c", script, ours, theirs)
	cmd.Env = append(os.Environ(), "PYTHONIOENCODING=utf-8")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := `bool bool [2, 2] [True, False, False, True]
bytes uint8 [3] [1, 2, 255]
double float64 [0, 2] []
float float32 [2, 3] [1.0, 2.0, 3.0, 4.0, 5.0, -0.10000000149011612]
half/ü float16 [3] [1.0, 5.960464477539063e-08, 65504.0]
long int64 [1] [-9223372036854775808]
scalar uint64 [] [18446744073709551615]
`
	if diff := cmp.Diff(want, string(out)); diff != "" {
		t.Errorf("what Python reads (-want +got):\n%s", diff)
	}
	data, err := os.ReadFile(theirs)
	if err != nil {
		t.Fatal(err)
	}
	back, err := safetensors.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&safetensors.File{Tensors: tensors, Metadata: metadata}, back); diff != "" {
		t.Errorf("what Python wrote (-want +got):\n%s", strings.TrimSpace(diff))
	}
}
