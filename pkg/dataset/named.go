package dataset

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed recipes
var embedded embed.FS

const testsName = "recipes/tests.json"

// Names lists the recipes that this package holds.
func Names() (out []string) {
	all, err := embedded.ReadDir("recipes")
	if err != nil {
		panic(err) // embedded
	}
	for _, f := range all {
		if name, ok := strings.CutSuffix(f.Name(), ".yaml"); ok {
			out = append(out, name)
		}
	}
	return out
}

// Text is a recipe that this package holds, as YAML.
func Text(name string) ([]byte, error) {
	data, err := embedded.ReadFile(path.Join("recipes", name+".yaml"))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, fmt.Errorf("dataset: no recipe %q, want one of %q", name, Names())
	}
	return data, err
}

// Named returns a recipe that this package holds.
func Named(name string) (*Recipe, error) {
	text, err := Text(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, text)
}

// Known returns the hashes of the test puzzles of each part of a recipe that this package holds, as they were made when the recipe was
// written down; nil for any other recipe, and where no hash was written down.
func Known(r *Recipe) (map[string]string, error) {
	own, err := Named(r.Name)
	if err != nil {
		return nil, nil //nolint:nilerr,nilnil // another's recipe, of which nothing is known
	}
	was, err := own.Hash()
	if err != nil {
		return nil, err
	}
	is, err := r.Hash()
	if err != nil || was != is {
		return nil, err
	}
	data, err := embedded.ReadFile(testsName)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	var all map[string]map[string]string
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, fmt.Errorf("dataset: %s: %w", testsName, err)
	}
	return all[r.Name], nil
}
