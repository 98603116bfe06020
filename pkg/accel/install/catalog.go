//go:build linux && amd64

package install

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gomlx/go-xla/installer"
)

// remote is one file to fetch and the way to unpack it.
type remote struct {
	name, version string
	url           string
	ext           string // of the archive: .gz (a tar file within) or .zip
	sha256        string // empty if its publisher gives none
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
	return []origin{{"release " + release + " of " + installer.BinaryCPUReleasesRepo, func(ctx context.Context) ([]remote, error) { return publishedCPU(ctx, release) }}}
}

// ByHand says how to get the CPU plugin without this program, for a message on a machine that
// reaches no origin.
func ByHand() string {
	return fmt.Sprintf("where there is a network, fetch %s of release %s of %s; %s (SHA-256 %s; pip download --no-deps %s==%s brings it) was tried and works, but who published it is not confirmed",
		releaseFile(), TestedCPUVersion, installer.BinaryCPUReleasesRepo, wheelFile, wheelSHA256, wheelPackage, wheelVersion)
}

func publishedCPU(ctx context.Context, version string) ([]remote, error) {
	platform := runtime.GOOS + "_" + runtime.GOARCH
	url, err := detached(ctx, func() (string, error) { return installer.CPUGetDownloadURL(platform, version) })
	if err != nil {
		return nil, err
	}
	ext := ".gz"
	if strings.HasSuffix(url, ".zip") {
		ext = ".zip"
	}
	return []remote{{name: "pjrt-cpu-" + platform, version: version, url: url, ext: ext, unpack: unpackPlugin}}, nil
}

// jaxAuthor is whom the CUDA plugin's wheel must name as its author: a name in a
// package index can change hands.
const jaxAuthor = "jax-dev@google.com"

func publishedCUDA(ctx context.Context, target string) ([]remote, error) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return nil, fmt.Errorf("CUDA plugins exist for linux on amd64, this is %s on %s", runtime.GOOS, runtime.GOARCH)
	}
	plugin, err := detached(ctx, func() (*installer.PipPackageInfo, error) {
		info, _, err := installer.CudaGetPJRTPipInfo(target)
		return info, err
	})
	if err != nil {
		return nil, err
	}
	if plugin.Info.AuthorEmail != jaxAuthor {
		return nil, fmt.Errorf("package %q names %q as its author, want %q", plugin.Info.Name, plugin.Info.AuthorEmail, jaxAuthor)
	}
	first, err := wheel(plugin, plugin.Info.Version)
	if err != nil {
		return nil, err
	}
	first.unpack = func(archive, into string) error {
		return installer.ExtractFileFromZip(archive, "xla_cuda_plugin.so", filepath.Join(into, pluginDir, installer.NVIDIAPJRTPluginFileName))
	}
	files := []remote{first}

	parent, err := pipInfo(ctx, "jax-"+target+"-plugin")
	if err != nil {
		return nil, err
	}
	dependencies, err := parent.ParseDependencies()
	if err != nil {
		return nil, err
	}
	for _, d := range dependencies {
		if !strings.HasPrefix(d.Package, "nvidia") {
			continue
		}
		info, err := pipInfo(ctx, d.Package)
		if err != nil {
			return nil, err
		}
		file, err := newestWheel(info, &d)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// newestWheel picks the highest version that a dependency allows and that has a
// wheel for this platform.
func newestWheel(info *installer.PipPackageInfo, d *installer.PipDependency) (best remote, err error) {
	for version := range info.Releases {
		if !d.IsValid(version) || (best.version != "" && installer.PipCompareVersion(version, best.version) <= 0) {
			continue
		}
		if file, err := wheel(info, version); err == nil {
			best = file
		}
	}
	if best.version == "" {
		return remote{}, fmt.Errorf("package %s: no wheel for this platform in the versions that JAX allows", d.Package)
	}
	best.unpack = func(archive, into string) error {
		return installer.ExtractDirFromZip(archive, "nvidia", filepath.Join(into, "nvidia"))
	}
	return best, nil
}

func wheel(info *installer.PipPackageInfo, version string) (remote, error) {
	release, err := installer.PipSelectRelease(info.Releases[version], installer.PipPackageLinuxAMD64(), false)
	if err != nil {
		return remote{}, fmt.Errorf("package %s %s: %w", info.Info.Name, version, err)
	}
	if release.Digests["sha256"] == "" {
		return remote{}, fmt.Errorf("package %s %s: no SHA-256 published", info.Info.Name, version)
	}
	return remote{name: info.Info.Name, version: version, url: release.URL, ext: ".zip", sha256: release.Digests["sha256"]}, nil
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
