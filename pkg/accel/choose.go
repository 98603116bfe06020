package accel

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/gomlx/compute"

	"sudokulab/pkg/table"
)

// Attempt is one candidate that [Choose] looked at.
type Attempt struct {
	Name   string `json:"name"`             // go, xla:cpu, xla:cuda or xla:<path>
	Plugin string `json:"plugin,omitempty"` // the file tried, if there was one
	OK     bool   `json:"ok"`               // this candidate was taken
	Lacked string `json:"lacked,omitempty"` // why it was not, or that it was not needed
}

// Choice is an open backend and the account of how it was chosen. Close it when
// no tensor of it is used any more.
type Choice struct {
	Name        string    `json:"name"`             // as in Attempt
	Platform    string    `json:"platform"`         // go, cpu, cuda or other
	Description string    `json:"description"`      // the backend's own words
	Device      string    `json:"device"`           // the words for its first device
	Plugin      string    `json:"plugin,omitempty"` // absolute path of the plugin file
	TF32        bool      `json:"tf32"`             // float32 products may be rounded, see Options
	Reason      string    `json:"reason"`           // one sentence
	Tried       []Attempt `json:"tried"`            // in the order tried

	Backend compute.Backend `json:"-"`

	setTF32 func(bool) // nil where it has no meaning
}

// Label is a backend's name without the folder of a plugin's file, for records and cards:
// where a plugin lies on one machine says nothing on another.
func Label(name string) string {
	if file, ok := strings.CutPrefix(name, "xla:"); ok && strings.ContainsRune(file, filepath.Separator) {
		return "xla:" + filepath.Base(file)
	}
	return name
}

// Close releases the backend. The choice must not be used afterwards.
func (c *Choice) Close() {
	if c.Backend != nil && !c.Backend.IsFinalized() {
		c.Backend.Finalize()
	}
}

// Table returns the candidates with what came of each, and the choice below them.
func (c *Choice) Table() table.Table {
	t := table.Table{
		Title: "Backends of the learned systems", Columns: []string{"Backend", "State"},
		Notes: []string{fmt.Sprintf("%s, %s: %s.", c.Name, c.Description, c.Reason)},
	}
	for _, a := range c.Tried {
		state := "taken"
		if !a.OK {
			state = a.Lacked
		}
		t.Add(a.Name, state)
	}
	return t
}

// ErrNoBackend is wrapped by the error of [Choose] when the backend that was asked
// for cannot be had.
var ErrNoBackend = errors.New("backend not available")

// Choose opens the backend that o asks for. With auto it takes the first of CUDA,
// XLA on the CPU and pure Go that opens and, for XLA, solves a small graph; the
// last always does. Any other request is met or is an error that wraps
// [ErrNoBackend]. ctx is polled between candidates.
func Choose(ctx context.Context, o Options) (*Choice, error) {
	req, err := parseRequest(o.Backend)
	if err != nil {
		return nil, err
	}
	names := []string{req.name}
	if req.name == NameAuto {
		names = []string{NameCUDA, NameCPU, NameGo}
	}
	var tried []Attempt
	for i, name := range names {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("accel: choosing a backend: %w", err)
		}
		choice, attempts := open(ctx, request{name: name, file: req.file}, o, req.name == NameAuto)
		tried = append(tried, attempts...)
		if choice == nil {
			continue
		}
		for _, rest := range names[i+1:] {
			tried = append(tried, Attempt{Name: rest, Lacked: "not needed"})
		}
		choice.Tried = tried
		choice.Reason = reason(req.name, choice.Name, tried)
		return choice, nil
	}
	var lacks []string
	for _, a := range tried {
		lacks = append(lacks, a.Name+": "+a.Lacked)
	}
	return nil, fmt.Errorf("accel: %w: %s", ErrNoBackend, strings.Join(lacks, "; "))
}

func reason(asked, got string, tried []Attempt) string {
	if asked != NameAuto {
		return fmt.Sprintf("%s was asked for", got)
	}
	var before []string
	for _, a := range tried {
		if a.OK {
			break
		}
		before = append(before, a.Name)
	}
	if len(before) == 0 {
		return fmt.Sprintf("%s is the first choice and works", got)
	}
	return fmt.Sprintf("%s is the best that works here; not usable: %s", got, strings.Join(before, ", "))
}

// open tries all files of one candidate and returns what each lacked. The choice
// is nil if none of them works.
func open(ctx context.Context, req request, o Options, auto bool) (*Choice, []Attempt) {
	fail := func(lacked string) (*Choice, []Attempt) {
		return nil, []Attempt{{Name: req.name, Lacked: lacked}}
	}
	if req.name == NameGo {
		backend, err := openGo(o.Sequential)
		if err != nil {
			return fail(err.Error())
		}
		return newChoice(req.name, PlatformGo, backend), []Attempt{{Name: req.name, OK: true}}
	}
	if req.file != "" {
		if err := CheckPluginFile(req.file); err != nil {
			return fail(err.Error())
		}
	}
	if !xlaBuilt {
		return fail(errNotBuilt.Error())
	}
	plugins, lacked := candidates(req, o, auto)
	if lacked != "" {
		return fail(lacked)
	}
	var attempts []Attempt
	for _, p := range plugins {
		choice, err := openPlugin(ctx, req.name, p, o)
		if err != nil {
			lacked := err.Error()
			if !strings.Contains(lacked, p.Path) {
				lacked = "plugin " + p.Path + ": " + lacked
			}
			attempts = append(attempts, Attempt{Name: req.name, Plugin: p.Path, Lacked: lacked})
			continue
		}
		return choice, append(attempts, Attempt{Name: req.name, Plugin: p.Path, OK: true})
	}
	return nil, attempts
}

// candidates lists the plugin files for a request, or says why there are none.
func candidates(req request, o Options, auto bool) ([]Plugin, string) {
	if req.file != "" {
		platform, _ := platformOf(req.file)
		return []Plugin{{Path: req.file, Platform: platform}}, ""
	}
	platform := PlatformCPU
	if req.name == NameCUDA {
		platform = PlatformCUDA
		if auto && !hasNVIDIA() {
			// A plugin without a card costs time and prints warnings; a caller that asks
			// for it by name gets the plugin's own words instead.
			return nil, "no NVIDIA device on this machine (no /dev/nvidia*, no /dev/dxg)"
		}
	}
	found, searched := FindPlugins(o)
	var plugins []Plugin
	for _, p := range found {
		if p.Platform == platform {
			plugins = append(plugins, p)
		}
	}
	if len(plugins) == 0 {
		return nil, fmt.Sprintf("no %s plugin file in %s (a folder can be named in %s, a file as xla:/path)",
			platform, strings.Join(searched, ", "), EnvPluginPath)
	}
	return plugins, ""
}

// openPlugin loads one file and lets it solve a small graph.
func openPlugin(ctx context.Context, name string, p Plugin, o Options) (choice *Choice, err error) {
	if strings.ContainsRune(p.Path, ',') {
		return nil, errors.New("its path holds a comma, which the XLA backend cannot take")
	}
	if err := CheckPluginFile(p.Path); err != nil {
		return nil, err
	}
	err = guard(func() error {
		backend, setTF32, err := openXLA(p, o.TF32)
		if err != nil {
			return err
		}
		choice = newChoice(name, p.Platform, backend)
		choice.Plugin, choice.setTF32, choice.TF32 = p.Path, setTF32, o.TF32 && setTF32 != nil
		return nil
	})
	if err != nil {
		return nil, err
	}
	answer, err := checkAnswer(ctx, choice.Backend, choice.TF32)
	if err == nil && !answer.OK {
		err = fmt.Errorf("it gives wrong answers: off by %.3g, allowed %.3g", answer.MaxError, answer.Tolerance)
	}
	if err != nil {
		choice.Close()
		return nil, err
	}
	return choice, nil
}

func newChoice(name, platform string, backend compute.Backend) *Choice {
	return &Choice{
		Name: name, Platform: platform, Backend: backend,
		Description: backend.Description(), Device: backend.DeviceDescription(0),
	}
}

// hasNVIDIA looks for the device files of NVIDIA's driver, and for the one that
// stands for it under Windows' Linux.
func hasNVIDIA() bool {
	for _, pattern := range []string{"/dev/nvidia*", "/dev/dxg"} {
		if m, err := filepath.Glob(pattern); err == nil && len(m) > 0 {
			return true
		}
	}
	return false
}

// guard turns a panic of the libraries below into an error: building a graph with
// wrong shapes, an unregistered backend and a nil plugin all panic there.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if e, ok := r.(error); ok {
				err = fmt.Errorf("panic: %w", e)
			} else {
				err = fmt.Errorf("panic: %v", r)
			}
		}
	}()
	return f()
}
