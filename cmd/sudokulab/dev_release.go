package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sudokulab/pkg/atomicfile"
	"sudokulab/pkg/gotool"
)

// target is a system that a release is built for.
type target struct{ os, arch string }

func (t target) String() string { return t.os + "/" + t.arch }

func (t target) environment() []string {
	// What decides the bytes is set here, whatever a person has set.
	return []string{"GOOS=" + t.os, "GOARCH=" + t.arch, "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0", "GOEXPERIMENT=", "GOFLAGS=-mod=readonly"}
}

// program is the file name of the program.
func (t target) program() string {
	if t.os == "windows" {
		return "sudokulab.exe"
	}
	return "sudokulab"
}

var targets = []target{
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

// checksums is the file of a release with the hashes of the others, as sha256sum writes and checks it.
const checksums = "SHA256SUMS"

// sbomTool writes bills of materials; make installs it.
var sbomTool = filepath.Join(".tools", "bin", "cyclonedx-gomod")

// newRelease is make release.
func newRelease() *cobra.Command {
	var (
		flags labFlags
		r     release
		only  []string
	)
	cmd := &cobra.Command{
		Use:   "release",
		Short: "Build the program for Linux, macOS and Windows into archives with checksums and bills of materials",
		Long: "Builds the program of the commit that is checked out for each target, vets the code for it, starts what can be started here, and\n" +
			"writes an archive and a bill of materials (CycloneDX) for each, and " + checksums + ". The same commit gives the same bytes with the same Go\n" +
			"release: nothing of the machine, the folder or the time is in them. A changed tree is refused.",
		Args: cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			root, err := findRoot(flags.root)
			if err != nil {
				return err
			}
			if r.root, err = filepath.Abs(root); err != nil {
				return err
			}
			if r.dist == "" {
				r.dist = filepath.Join(r.root, "dist")
			}
			chosen := targets
			if len(only) > 0 {
				chosen = nil
				for _, name := range only {
					i := slices.IndexFunc(targets, func(t target) bool { return t.String() == name })
					if i < 0 {
						return badFlag("target", name, fmt.Errorf("want one of %v", targets))
					}
					chosen = append(chosen, targets[i])
				}
			}
			r.out, r.log = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return r.run(cmd.Context(), chosen)
		}),
	}
	flags.register(cmd)
	cmd.Flags().StringVar(&r.dist, "dist", "", "folder for the archives (default: dist in the tree)")
	fills.names(cmd, "dist")
	addNames(cmd, &only, "target", "only these targets, such as linux/amd64 (default: all six)")
	cmd.Flags().BoolVar(&r.vet, "vet", true, "vet the code for each target")
	return cmd
}

// newVet is make vet.
func newVet() *cobra.Command {
	var (
		flags labFlags
		r     release
	)
	cmd := &cobra.Command{
		Use: "vet", Short: "Vet the code for each system that a release is for", Args: cobra.NoArgs,
		RunE: naming(func(cmd *cobra.Command, _ []string) error {
			root, err := findRoot(flags.root)
			if err != nil {
				return err
			}
			r.root, r.log, r.env = root, cmd.ErrOrStderr(), gotool.Environ(os.Environ(), "")
			for _, t := range targets {
				if err := r.vetFor(cmd.Context(), t); err != nil {
					return fmt.Errorf("%s: %w", t, err)
				}
			}
			return nil
		}),
	}
	flags.register(cmd)
	return cmd
}

// release builds a release of a tree.
type release struct {
	root, dist string
	vet        bool
	out, log   io.Writer

	name string // sudokulab-<version>, of a version between releases with the commit
	time time.Time
	env  []string
}

// command is a program with its arguments in the tree.
func (r *release) command(ctx context.Context, env []string, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Env, c.Stderr = r.root, append(slices.Clone(r.env), env...), r.log
	return c
}

func (r *release) git(ctx context.Context, args ...string) (string, error) {
	out, err := r.command(ctx, nil, "git", args...).Output()
	if err != nil {
		err = fmt.Errorf("a release is that of a commit, and git %s says: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), err
}

// settle finds out which commit is released.
func (r *release) settle(ctx context.Context) error {
	r.env = gotool.Environ(os.Environ(), "")
	changes, err := r.git(ctx, "status", "--porcelain", "--", ".")
	if err != nil {
		return err
	}
	if changes != "" {
		return fmt.Errorf("the tree differs from its commit: commit or undo first\n%s", changes)
	}
	commit, err := r.git(ctx, "rev-parse", "--short=12", "HEAD")
	if err != nil {
		return err
	}
	at, err := r.git(ctx, "show", "-s", "--format=%ct", "HEAD")
	if err != nil {
		return err
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return fmt.Errorf("the time of the commit: %w", err)
	}
	r.time = time.Unix(seconds, 0).UTC()
	r.name = "sudokulab-" + version
	if strings.HasSuffix(version, "-dev") {
		r.name += "." + commit
	}
	return nil
}

func (r *release) run(ctx context.Context, chosen []target) error {
	if err := r.settle(ctx); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(r.root, sbomTool)); err != nil {
		return fmt.Errorf("bills of materials are written by %s, which make release installs: %w", sbomTool, err)
	}
	work, err := os.MkdirTemp("", "sudokulab release ")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }() // whatever happened
	made := map[string][]byte{}
	for _, t := range chosen {
		if err := r.build(ctx, t, work, made); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	made[checksums] = sums(made)
	if err := os.MkdirAll(r.dist, 0o755); err != nil {
		return err
	}
	for name, content := range made {
		if err := atomicfile.WriteBytes(filepath.Join(r.dist, name), content); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(r.out, "%s, %s, in %s:\n%s", r.name, runtime.Version(), r.dist, made[checksums])
	return err
}

// sums lists the hashes of files by name.
func sums(files map[string][]byte) []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(files[name]), name)
	}
	return b.Bytes()
}

// vetFor vets the code for a target.
func (r *release) vetFor(ctx context.Context, t target) error {
	begin := time.Now()
	if err := r.command(ctx, t.environment(), "go", "vet", "./...").Run(); err != nil {
		return fmt.Errorf("go vet: %w", err)
	}
	_, err := fmt.Fprintf(r.log, "%s: vetted in %s\n", t, time.Since(begin).Round(time.Second/10))
	return err
}

// build vets, builds, starts and packs the program for a target.
func (r *release) build(ctx context.Context, t target, work string, made map[string][]byte) error {
	env := t.environment()
	if r.vet {
		if err := r.vetFor(ctx, t); err != nil {
			return err
		}
	}
	program := filepath.Join(work, t.os, t.arch, t.program())
	if err := r.command(ctx, env, "go", "build", "-trimpath", "-buildvcs=true", "-o", program, "./cmd/sudokulab").Run(); err != nil {
		return fmt.Errorf("go build: %w", err)
	}
	started, err := start(ctx, t, program)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.log, "%s: built; %s\n", t, started)
	name := r.name + "-" + t.os + "-" + t.arch
	bill := filepath.Join(work, name+".cdx.json")
	args := []string{"bin", "-json", "-std", "-noserial", "-notimestamp", "-version", "v" + version, "-output", bill, program}
	if err := r.command(ctx, env, filepath.Join(r.root, sbomTool), args...).Run(); err != nil {
		return fmt.Errorf("%s: %w", sbomTool, err)
	}
	files, err := r.contents(ctx, t, program)
	if err != nil {
		return err
	}
	if made[name+".cdx.json"], err = atomicfile.ReadFile(bill, atomicfile.Most); err != nil {
		return err
	}
	if t.os == "windows" {
		made[name+".zip"], err = zipped(name, files, r.time)
	} else {
		made[name+".tar.gz"], err = tarred(name, files, r.time)
	}
	return err
}

// packed is a file of an archive.
type packed struct {
	name    string
	content []byte
	runs    bool
}

// contents are the files of an archive: the program, what explains it, and the licences of what is in it.
func (r *release) contents(ctx context.Context, t target, program string) ([]packed, error) {
	text, err := atomicfile.ReadFile(program, atomicfile.Most)
	if err != nil {
		return nil, err
	}
	files := []packed{{t.program(), text, true}}
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md", "CITATION.cff"} {
		text, err := atomicfile.ReadFile(filepath.Join(r.root, name), atomicfile.Most)
		if err != nil {
			return nil, err
		}
		files = append(files, packed{name, text, false})
	}
	others, err := r.licences(ctx, t, program)
	return append(files, packed{"THIRD-PARTY-LICENSES.txt", others, false}), err
}

// licenceFile are the names under which modules keep what their users have to pass on.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// licences returns the licences of the modules in a program, and that of Go.
func (r *release) licences(ctx context.Context, t target, program string) ([]byte, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	type module struct{ Path, Version, Dir string }
	type pack struct{ Module module }
	all, err := gotool.ListWith[pack](ctx, r.root, t.environment(), "-deps", "-json=Module", "./cmd/sudokulab") // not all modules: some are nowhere here
	if err != nil {
		return nil, err
	}
	out, err := r.command(ctx, nil, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	modules := []module{{"Go and its standard library", info.GoVersion, strings.TrimSpace(string(out))}}
	for _, dep := range info.Deps {
		i := slices.IndexFunc(all, func(p pack) bool { return p.Module.Path == dep.Path })
		if i < 0 || all[i].Module.Dir == "" {
			return nil, fmt.Errorf("module %s is in the program and not on this machine", dep.Path)
		}
		modules = append(modules, all[i].Module)
	}
	var b bytes.Buffer
	for _, m := range modules {
		entries, err := os.ReadDir(m.Dir)
		if err != nil {
			return nil, err
		}
		found := false
		for _, e := range entries {
			if e.IsDir() || !licenceFile.MatchString(e.Name()) {
				continue
			}
			text, err := atomicfile.ReadFile(filepath.Join(m.Dir, e.Name()), atomicfile.Most)
			if err != nil {
				return nil, err
			}
			found = true
			fmt.Fprintf(&b, "==== %s %s: %s\n\n%s\n\n", m.Path, m.Version, e.Name(), bytes.TrimSpace(text))
		}
		if !found {
			return nil, fmt.Errorf("module %s has no file with its licence", m.Path)
		}
	}
	return b.Bytes(), nil
}

// emulators start programs of other processors on Linux.
var emulators = map[string][]string{"amd64": {"qemu-x86_64", "qemu-x86_64-static"}, "arm64": {"qemu-aarch64", "qemu-aarch64-static"}}

// start runs the program once, where this machine can: it solves a puzzle. It says what was done.
func start(ctx context.Context, t target, program string) (said string, err error) {
	const (
		puzzle   = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
		solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n"
	)
	command := []string{program, "solve", "--format", "line", puzzle}
	how := "started here"
	if t.os != runtime.GOOS || t.arch != runtime.GOARCH {
		if runtime.GOOS != "linux" || t.os != "linux" {
			return "not started: this is " + runtime.GOOS, nil
		}
		emulator := ""
		for _, name := range emulators[t.arch] {
			if at, err := exec.LookPath(name); err == nil {
				emulator = at
				break
			}
		}
		if emulator == "" {
			return "not started: no " + emulators[t.arch][0] + " on the PATH", nil
		}
		command, how = append([]string{emulator}, command...), "started by "+filepath.Base(emulator)
	}
	out, err := exec.CommandContext(ctx, command[0], command[1:]...).Output()
	if err == nil && string(out) != solution {
		err = errors.New("another answer than the solution: " + clip(string(out), 200))
	}
	if err != nil {
		return "", fmt.Errorf("starting it: %w", err)
	}
	return how, nil
}

// mode is that of a file in an archive.
func (f packed) mode() fs.FileMode {
	if f.runs {
		return 0o755
	}
	return 0o644
}

// tarred packs files into a folder of a .tar.gz. The same files and time give the same bytes.
func tarred(folder string, files []packed, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	for _, f := range files {
		h := &tar.Header{Name: path.Join(folder, f.name), Mode: int64(f.mode()), Size: int64(len(f.content)), ModTime: at, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	err = errors.Join(w.Close(), z.Close())
	return b.Bytes(), err
}

// zipped packs files into a folder of a .zip. The same files and time give the same bytes.
func zipped(folder string, files []packed, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		h := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode())
		part, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := part.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
