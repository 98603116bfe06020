package gotool

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// List returns what go list says of the packages that the arguments name, in the tree at dir. The
// arguments must ask for JSON, and P have the fields that they ask for. An error holds what go wrote.
func List[P any](ctx context.Context, dir string, args ...string) ([]P, error) {
	return ListWith[P](ctx, dir, nil, args...)
}

// ListWith is List with more variables, each NAME=value, that count before all others: those of a
// system other than this one, say.
func ListWith[P any](ctx context.Context, dir string, env []string, args ...string) ([]P, error) {
	cmd := exec.CommandContext(ctx, "go", append([]string{"list"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(environIn(ctx, dir), env...) // of two of one name the last counts
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, strings.TrimSpace(stderr.String()))
	}
	var packages []P
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p P
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages = append(packages, p)
	}
}

// environIn returns the variables for calls of go in the tree. Where go does not say what its
// flags are, the call itself says why.
func environIn(ctx context.Context, root string) []string {
	cmd := exec.CommandContext(ctx, "go", "env", "-json", "GOFLAGS")
	cmd.Dir = root
	var asked struct{ GOFLAGS string }
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &asked)
	}
	if err != nil {
		asked.GOFLAGS = os.Getenv("GOFLAGS")
	}
	return Environ(os.Environ(), asked.GOFLAGS)
}
