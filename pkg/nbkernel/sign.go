package nbkernel

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sudokulab/pkg/atomicfile"
)

// Jupyter shows outputs of a notebook that it does not trust without their scripts and styles. It trusts
// one whose contents it finds signed in the person's data folder (nbsignatures.db, an HMAC with the key
// notebook_secret beside it). Signing is left to Jupyter's own program: the form of that database is
// Jupyter's to change.

// signer is that program.
const signer = "jupyter-trust"

// ErrNoSigner is wrapped when there is no program that signs notebooks.
var ErrNoSigner = errors.New("no " + signer + " beside the Jupyter or on the PATH; it comes with JupyterLab and Notebook")

// Notebooks returns the notebooks of the clone, those that were executed partly not among them.
func (l Lab) Notebooks() ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(globQuoted(l.Root), "notebooks", "[^.]*.ipynb"))
	if err != nil {
		return nil, fmt.Errorf("nbkernel: %w", err)
	}
	return slices.DeleteFunc(paths, func(p string) bool { return strings.HasSuffix(p, ".partial.ipynb") }), nil
}

// globQuoted returns a pattern that matches the path alone.
func globQuoted(path string) string {
	return strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]").Replace(path)
}

// Signer returns the program that signs notebooks for a person's Jupyter: that of an installation, if
// prefix names one, else that beside the JupyterLab or Notebook on the PATH, else one on the PATH.
func Signer(prefix string) (string, error) {
	var places []string
	if prefix != "" {
		places = append(places, filepath.Join(prefix, "bin", signer), filepath.Join(prefix, "Scripts", signer))
	} else {
		for _, name := range []string{"jupyter-lab", "jupyter-notebook"} {
			if program, err := exec.LookPath(name); err == nil {
				places = append(places, filepath.Join(filepath.Dir(program), signer))
				break
			}
		}
		places = append(places, signer)
	}
	for _, place := range places {
		if program, err := exec.LookPath(place); err == nil {
			if program, err = filepath.Abs(program); err != nil {
				return "", fmt.Errorf("nbkernel: %w", err)
			}
			return program, nil
		}
	}
	return "", fmt.Errorf("nbkernel: %w", ErrNoSigner)
}

// Sign has the program sign the clone's notebooks as they are now, and returns what it said. The
// notebooks themselves are not changed.
func (l Lab) Sign(ctx context.Context, program string) (said string, err error) {
	paths, err := l.Notebooks()
	if err != nil {
		return "", err
	}
	if len(paths) == 0 {
		return "", fmt.Errorf("nbkernel: no notebooks in %s", filepath.Join(l.Root, "notebooks"))
	}
	cmd := interruptible(ctx, l.Root, os.Environ(), program, paths...)
	out, err := cmd.CombinedOutput()
	said = strings.TrimSpace(string(out))
	if err != nil {
		if ctx.Err() != nil {
			return said, ctx.Err()
		}
		return said, fmt.Errorf("nbkernel: %s: %w; it said: %s", program, err, lastLines(said, 5))
	}
	return said, nil
}

// offer is what is remembered of a question whether to sign.
type offer struct {
	Program string `json:"program"`
	Digest  string `json:"notebooks"` // of their names and contents
	Signed  bool   `json:"signed"`
}

func (l Lab) offerPath() string { return filepath.Join(l.JupyterDir(), "signing.json") }

// offerNow returns the offer for the notebooks as they are now.
func (l Lab) offerNow(program string) (offer, error) {
	paths, err := l.Notebooks()
	if err != nil {
		return offer{}, err
	}
	h := sha256.New()
	for _, path := range paths {
		data, err := atomicfile.ReadFile(path, atomicfile.Most)
		if err != nil {
			return offer{}, fmt.Errorf("nbkernel: %w", err)
		}
		fmt.Fprintf(h, "%q %d\n", filepath.Base(path), len(data))
		h.Write(data)
	}
	return offer{Program: program, Digest: hex.EncodeToString(h.Sum(nil))}, nil
}

// Offered says whether the person has answered already for this program and the notebooks as they are
// now. What cannot be read counts as no answer.
func (l Lab) Offered(program string) bool {
	var last offer
	data, err := atomicfile.ReadFile(l.offerPath(), atomicfile.Most)
	if err != nil || json.NewDecoder(bytes.NewReader(data)).Decode(&last) != nil {
		return false
	}
	now, err := l.offerNow(program)
	now.Signed = last.Signed
	return err == nil && now == last
}

// Remember keeps the person's answer in the clone, so that the same question is not put again.
func (l Lab) Remember(program string, signed bool) error {
	o, err := l.offerNow(program)
	if err != nil {
		return err
	}
	o.Signed = signed
	data, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return fmt.Errorf("nbkernel: %w", err)
	}
	if err := os.MkdirAll(l.JupyterDir(), 0o755); err != nil {
		return fmt.Errorf("nbkernel: %w", err)
	}
	return atomicfile.WriteBytes(l.offerPath(), append(data, '\n'))
}

func lastLines(text string, n int) string {
	lines := strings.Split(text, "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
