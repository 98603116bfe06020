package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sudokulab/pkg/nbkernel"
)

// TestSigning: nothing is signed unasked, a question is put once, and an answer of yes or the flag signs.
func TestSigning(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program in place of jupyter-trust is a shell script")
	}
	root, prefix := t.TempDir(), t.TempDir()
	mark := filepath.Join(root, "signed")
	notebook := filepath.Join(root, "notebooks", "10-a.ipynb")
	for path, text := range map[string]string{
		notebook: "{}", filepath.Join(prefix, "bin", "jupyter-trust"): "#!/bin/sh\necho \"$@\" >" + mark + "\necho Signing notebook\n",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o700)); err != nil {
			t.Fatal(err)
		}
	}
	const question = "Sign the 1 notebook of this clone"
	for _, tc := range []struct {
		name           string
		yes, no        bool
		terminal       bool
		answer         string
		change         bool // the notebook before
		asked, signing bool
	}{
		{name: "no terminal", answer: "y\n"},
		{name: "told not to", terminal: true, no: true, answer: "y\n"},
		{name: "no", terminal: true, answer: "no\n", asked: true},
		{name: "no again", terminal: true, answer: "y\n"},
		{name: "end of the input", terminal: true, change: true, asked: true},
		{name: "yes", terminal: true, change: true, answer: " Yes\n", asked: true, signing: true},
		{name: "yes again", terminal: true, answer: "y\n"},
		{name: "flag", yes: true, signing: true},
		{name: "flag on a terminal", yes: true, terminal: true, signing: true},
	} {
		if tc.change {
			if err := os.WriteFile(notebook, []byte(tc.name), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_ = os.Remove(mark)
		var said bytes.Buffer
		s := &signing{lab: nbkernel.Lab{Root: root}, prefix: prefix, yes: tc.yes, no: tc.no, terminal: tc.terminal, in: strings.NewReader(tc.answer), err: &said}
		if err := s.offer(t.Context()); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
		if got := strings.Contains(said.String(), question); got != tc.asked {
			t.Errorf("%s: asked: %v, want %v; it said %q", tc.name, got, tc.asked, said.String())
		}
		args, err := os.ReadFile(mark)
		if got := err == nil && strings.TrimSpace(string(args)) == notebook; got != tc.signing {
			t.Errorf("%s: signed: %v (%q, %v), want %v", tc.name, got, args, err, tc.signing)
		}
	}
	// A program that is not there is an error only if it was asked for.
	for _, yes := range []bool{false, true} {
		s := &signing{lab: nbkernel.Lab{Root: root}, prefix: root, yes: yes, terminal: true, in: strings.NewReader("y\n"), err: io.Discard}
		if err := s.offer(t.Context()); errors.Is(err, nbkernel.ErrNoSigner) != yes || !yes && err != nil {
			t.Errorf("--sign=%v without jupyter-trust: %v", yes, err)
		}
	}
	// An interrupt ends the question.
	if err := os.WriteFile(notebook, []byte("another"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, w := io.Pipe()
	defer func() { _ = w.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := &signing{lab: nbkernel.Lab{Root: root}, prefix: prefix, terminal: true, in: r, err: io.Discard}
	if err := s.offer(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
