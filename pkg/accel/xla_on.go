//go:build xla && cgo

package accel

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gomlx/compute"
	"github.com/gomlx/go-xla/compute/xla"
)

// xlaBuilt tells whether this binary can load XLA plugins.
const xlaBuilt = true

// errNotBuilt is never returned by this build.
var errNotBuilt = errors.New("this binary was built without XLA")

// openXLA loads a plugin file and opens its client. The second result switches
// TF32 products on or off for graphs compiled afterwards; it is nil where that has
// no meaning.
//
// Always by absolute path: searching by name loads every file that matches, and
// crashes on one that is no library. go-xla tells CUDA from CPU by looking for
// words in the whole path, so paths that would mislead it are refused or corrected
// by an option here.
func openXLA(p Plugin, tf32 bool) (compute.Backend, func(bool), error) {
	xla.EnableAutoInstall(false)
	upper := strings.ToUpper(p.Path)
	config := p.Path
	switch {
	case p.Platform == PlatformCUDA:
		// Host memory is not device memory, whatever a folder named "cpu" suggests.
		config += fmt.Sprintf(",tf32=%t,shared_buffers=false,preallocate=false", tf32)
		if err := prepareCUDA(p.Path); err != nil {
			return nil, nil, err
		}
	case strings.Contains(upper, "CUDA") || strings.Contains(upper, "NVIDIA"):
		return nil, nil, fmt.Errorf("the path of a %s plugin holds the word CUDA or NVIDIA, by which the XLA backend would take it for a CUDA plugin: move or link the file", p.Platform)
	}
	backend, err := xla.NewWithOptions(config, nil)
	if err != nil {
		return nil, nil, err
	}
	if backend.NumDevices() < 1 {
		backend.Finalize()
		return nil, nil, errors.New("the plugin offers no device")
	}
	if p.Platform != PlatformCUDA {
		return backend, nil, nil
	}
	return backend, func(on bool) { backend.DotGeneralUseTF32 = on }, nil
}

// Folders of the CUDA libraries beside a plugin, from the plugin's own folder: the
// wheels of CUDA 13, then of CUDA 12. XLA needs nvvm/libdevice below them.
var cudaDataDirs = []string{
	"../../nvidia/cu13", "../nvidia/cu13", "../../nvidia/cuda_nvcc", "../nvidia/cuda_nvcc",
}

// prepareCUDA sets, before the plugin is loaded, what it reads from the environment:
// the folder of CUDA's data, unless the caller named one, and the switch that
// silences go-xla's own search for it. LD_LIBRARY_PATH cannot be set here: the
// dynamic loader read it when the process began (experiments/gpu/run.sh sets it).
func prepareCUDA(plugin string) error {
	if os.Getenv("GOPJRT_CUDA_CHECKS") == "" {
		if err := os.Setenv("GOPJRT_CUDA_CHECKS", "0"); err != nil {
			return fmt.Errorf("cannot set the environment: %w", err)
		}
	}
	flags := os.Getenv("XLA_FLAGS")
	if strings.Contains(flags, "--xla_gpu_cuda_data_dir") {
		return nil
	}
	for _, rel := range cudaDataDirs {
		dir := filepath.Join(filepath.Dir(plugin), filepath.FromSlash(rel))
		if info, err := os.Stat(filepath.Join(dir, "nvvm")); err == nil && info.IsDir() {
			value := strings.TrimSpace(flags + " --xla_gpu_cuda_data_dir=" + dir)
			if err := os.Setenv("XLA_FLAGS", value); err != nil {
				return fmt.Errorf("cannot set the environment: %w", err)
			}
			return nil
		}
	}
	return nil
}
