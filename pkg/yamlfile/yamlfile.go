// Package yamlfile reads the YAML files that people write for the lab: jobs, recipes, queues.
//
// It is strict where a slip would go by unseen: unknown and repeated keys are errors, and so is a value such as 1.5 of a
// key that takes a whole number, of which the YAML reader (goccy/go-yaml 1.19.2) drops a part without a word. Errors
// name the file and the line, without the excerpt that the reader prints; a text on which it panics is an error, too, and one
// so large or so deep that reading it would take more than 256 MB is refused before.
//
// Invariant: a nil error means that every key and value of the text is in the value.
package yamlfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// Unmarshal reads a text into a value, which path names in errors, a sort of text such as "a recipe" what it should be.
// Keys that are listed as whole, wherever they stand, take whole numbers alone.
func Unmarshal(path, sort string, data []byte, into any, whole ...string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: not %s, and the YAML reader breaks on it: %v", path, sort, p)
		}
	}()
	text, err := parse(path, sort, data)
	if err != nil {
		return err
	}
	if err := yaml.UnmarshalWithOptions(data, into, yaml.Strict()); err != nil {
		return located(path, err)
	}
	for _, doc := range text.Docs {
		if doc.Body == nil {
			continue
		}
		for _, n := range ast.Filter(ast.MappingValueType, doc.Body) {
			v, ok := n.(*ast.MappingValueNode)
			if !ok || !slices.Contains(whole, v.Key.String()) || v.Value.Type() == ast.IntegerType {
				continue
			}
			return fmt.Errorf("%s:%d: %s: %s, want a whole number", path, v.Value.GetToken().Position.Line, v.Key, clipped(v.Value.String()))
		}
	}
	return nil
}

// located turns an error of the YAML reader into one with a line.
func located(path string, err error) error {
	y, ok := errors.AsType[yaml.Error](err)
	if !ok {
		return fmt.Errorf("%s: %w", path, err)
	}
	if t := y.GetToken(); t != nil && t.Position != nil {
		path = fmt.Sprintf("%s:%d", path, t.Position.Line)
	}
	return fmt.Errorf("%s: %s", path, y.GetMessage())
}

// clipped is a value on one line, for an error.
func clipped(value string) string {
	const most = 60
	value = strings.Join(strings.Fields(value), " ")
	if runes := []rune(value); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return value
}

// Line returns the line of a place of a text, a path such as jobs[2].budget, from 1. A place that the text lacks has the
// line of what it belongs to, and 0 stands for none.
func Line(data []byte, at string) int {
	text, err := parse("", "", data)
	if err != nil {
		return 0
	}
	for at != "" {
		if p, err := yaml.PathString("$." + at); err == nil {
			if node, err := p.FilterFile(text); err == nil && node != nil && node.GetToken() != nil {
				return node.GetToken().Position.Line
			}
		}
		at = at[:max(0, strings.LastIndexAny(at, ".["))]
	}
	return 0
}

// Place writes the line of a place behind a path, as "FILE:7", or the path alone.
func Place(path string, data []byte, at string) string {
	if line := Line(data, at); line > 0 {
		return fmt.Sprintf("%s:%d", path, line)
	}
	return path
}
