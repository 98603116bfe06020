//go:build linux && amd64

package install

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/gomlx/go-xla/installer"
)

// remote is one file to fetch and the way to unpack it.
type remote struct {
	name, version string
	url           string
	ext           string // of the archive: .gz (a tar file within) or .zip
	sha256        string // empty for a file that a person named
	unpack        func(archive, into string) error
}

// origin is a place that offers what a target consists of.
type origin struct {
	name string // with the version, in a person's words
	list func(ctx context.Context) ([]remote, error)
}

// TestedCPUVersion is the CPU plugin that this version of go-xla was tested with.
const TestedCPUVersion = "v0.114.0"

// A wheel of the CPU plugin in Python's package index, of an older XLA than the release. Its metadata
// name OpenXLA's authors, which is not confirmed, so it is never fetched: a person
// may name the file, and its hash is known beforehand.
const (
	wheelPackage = "xla-cpu-pjrt"
	wheelVersion = "0.0.1"
	wheelFile    = "xla_cpu_pjrt-0.0.1-py3-none-manylinux_2_27_x86_64.whl"
	wheelSHA256  = "55837b6b7b47daa717f2d9a5a03563ea0ceaa338d06a81a1e2d3f060d960decc"
)

// releaseFile is the CPU plugin's file in its release. Its publisher gives go-xla no hash of it.
func releaseFile() string { return "pjrt_cpu_" + runtime.GOOS + "_" + runtime.GOARCH + ".tar.gz" }

// published are the real origins, as go-xla knows them, in the order in which they are asked.
func published(target, version string) []origin {
	if target != CPU {
		return []origin{{"the package index of Python, jax-" + target + "-pjrt", func(ctx context.Context) ([]remote, error) { return publishedCUDA(ctx, target) }}}
	}
	release := cmp.Or(version, TestedCPUVersion)
	return []origin{{"release " + release + " of " + installer.BinaryCPUReleasesRepo, func(context.Context) ([]remote, error) { return nil, publishedCPU(release) }}}
}

// ByHand says how to get the CPU plugin without this program, for a message on a machine that
// reaches no origin.
func ByHand() string {
	return fmt.Sprintf("where there is a network, fetch %s of release %s of %s; %s (SHA-256 %s; pip download --no-deps %s==%s brings it) was tried and works, but who published it is not confirmed",
		releaseFile(), TestedCPUVersion, installer.BinaryCPUReleasesRepo, wheelFile, wheelSHA256, wheelPackage, wheelVersion)
}

// publishedCPU offers nothing: the release has no SHA-256 from its publisher, and this program knows none.
func publishedCPU(release string) error {
	return fmt.Errorf("no SHA-256 of %s in release %s is known, and nothing native is taken from the network unchecked: fetch it and name the file (--file, or make xla PLUGIN=…)", releaseFile(), release)
}

// publishedCUDA offers the wheels whose hashes this program holds.
func publishedCUDA(ctx context.Context, target string) ([]remote, error) {
	if len(pins[target]) == 0 {
		return nil, fmt.Errorf("no SHA-256 of the files of %s is known, and nothing native is taken from the network unchecked", target)
	}
	var files []remote
	for i, p := range pins[target] {
		info, err := pipInfo(ctx, p.name)
		if err != nil {
			return nil, err
		}
		file, err := p.wheel(info)
		if err != nil {
			return nil, err
		}
		file.unpack = func(archive, into string) error {
			return installer.ExtractDirFromZip(archive, "nvidia", filepath.Join(into, "nvidia"))
		}
		if i == 0 {
			file.unpack = func(archive, into string) error {
				return installer.ExtractFileFromZip(archive, "xla_cuda_plugin.so", filepath.Join(into, pluginDir, installer.NVIDIAPJRTPluginFileName))
			}
		}
		files = append(files, file)
	}
	return files, nil
}

// wheel finds the pinned file in what the index says of its package.
func (p pin) wheel(info *installer.PipPackageInfo) (remote, error) {
	for _, release := range info.Releases[p.version] {
		if release.Digests["sha256"] == p.sha256 {
			return remote{name: p.name, version: p.version, url: release.URL, ext: ".zip", sha256: p.sha256}, nil
		}
	}
	return remote{}, fmt.Errorf("package %s %s: the index has no file with the SHA-256 %s, which is the one that was looked at", p.name, p.version, p.sha256)
}

func pipInfo(ctx context.Context, name string) (*installer.PipPackageInfo, error) {
	info, err := detached(ctx, func() (*installer.PipPackageInfo, error) { return installer.GetPipInfo(name) })
	if err != nil {
		return nil, err
	}
	if info.Info.Version == "" {
		// The installer takes any JSON for an answer, also that of "not found".
		return nil, fmt.Errorf("package %s: the index gave no version", name)
	}
	return info, nil
}

const askTimeout = time.Minute

// detached gives a call that knows neither context nor time-out both. If they end
// first, the call goes on unheard.
func detached[T any](ctx context.Context, call func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	done := make(chan answer, 1)
	go func() {
		value, err := call()
		done <- answer{value, err}
	}()
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, fmt.Errorf("asking for the list of files: %w", ctx.Err())
	}
}
