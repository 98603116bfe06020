//go:build xla && cgo

package accel

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRealPlugin runs the whole road on a plugin file that the tester names in
// SUDOKULAB_TEST_PLUGIN: none can be had from the Go module proxy.
func TestRealPlugin(t *testing.T) {
	file := os.Getenv("SUDOKULAB_TEST_PLUGIN")
	if file == "" {
		t.Skip("SUDOKULAB_TEST_PLUGIN names no plugin file")
	}
	choice, err := Choose(context.Background(), Options{Backend: "xla:" + file})
	if err != nil {
		t.Fatal(err)
	}
	defer choice.Close()
	if choice.Plugin != file || choice.Platform == PlatformGo {
		t.Errorf("choice %+v", choice)
	}
	report, err := Probe(context.Background(), choice, smallProbe())
	if err != nil {
		t.Fatal(err)
	}
	if !report.Answer.OK || len(report.Copies) != 3 || len(report.Products) < 2 {
		t.Errorf("report %+v", report)
	}

	t.Setenv(EnvPluginPath, filepath.Dir(file))
	found, err := Choose(context.Background(), Options{Backend: "xla:" + choice.Platform})
	if err != nil {
		t.Fatal(err)
	}
	defer found.Close()
	if found.Plugin != file {
		t.Errorf("search found %s", found.Plugin)
	}
}

func TestPathsThatWouldMisleadXLA(t *testing.T) {
	_, _, err := openXLA(Plugin{Path: "/opt/nvidia/pjrt_c_api_cpu_plugin.so", Platform: PlatformCPU}, false)
	if err == nil || !strings.Contains(err.Error(), "move or link") {
		t.Errorf("error %v, want it to say what to do about the path", err)
	}
}

func TestPrepareCUDA(t *testing.T) {
	site := t.TempDir()
	plugin := filepath.Join(site, "jax_plugins", "xla_cuda13", "xla_cuda_plugin.so")
	data := filepath.Join(site, "nvidia", "cu13")
	if err := os.MkdirAll(filepath.Join(data, "nvvm"), 0o750); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOPJRT_CUDA_CHECKS", "")
	for _, test := range []struct{ before, after string }{
		{"", "--xla_gpu_cuda_data_dir=" + data},
		{"--xla_dump_to=x", "--xla_dump_to=x --xla_gpu_cuda_data_dir=" + data},
		{"--xla_gpu_cuda_data_dir=/mine", "--xla_gpu_cuda_data_dir=/mine"},
	} {
		t.Setenv("XLA_FLAGS", test.before)
		if err := prepareCUDA(plugin); err != nil {
			t.Fatal(err)
		}
		if got := os.Getenv("XLA_FLAGS"); got != test.after {
			t.Errorf("XLA_FLAGS %q became %q, want %q", test.before, got, test.after)
		}
	}
	if os.Getenv("GOPJRT_CUDA_CHECKS") != "0" {
		t.Error("go-xla's own search is still on")
	}
	t.Setenv("XLA_FLAGS", "")
	if err := prepareCUDA("/nowhere/plugin.so"); err != nil || os.Getenv("XLA_FLAGS") != "" {
		t.Errorf("without the folder: %v, XLA_FLAGS %q", err, os.Getenv("XLA_FLAGS"))
	}
}
